"""Messages to browsers, by the letter of the standards."""

from __future__ import annotations

import base64
import json

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from burgomaster.server.calls.web_push import (
    CURVE,
    BadKeys,
    BrowserKeys,
    ServerKey,
    decode,
    encode,
    encrypt,
    read_keys,
)
from tests.server.receivers import Browser


def test_the_example_of_the_standard_is_encrypted_to_the_letter() -> None:
    """RFC 8291, appendix A."""
    keys = BrowserKeys(
        decode("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
        decode("BTBZMqHH6r4Tts7J_aSIgg"),
    )
    own = ec.derive_private_key(
        int.from_bytes(decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), CURVE
    )
    sent = encrypt(
        b"When I grow up, I want to be a watermelon", keys, own, decode("DGv6ra1nlYgDCS1FRnbzlw"), padded=0
    )
    assert encode(sent) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
        "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_every_message_has_the_same_length_and_can_be_read_by_its_browser_alone() -> None:
    one, other = Browser(), Browser()
    keys = read_keys(public=one.keys["p256dh"], auth=one.keys["auth"])
    short, long = (encrypt(text, keys) for text in (b"{}", b"{" + b"x" * 600 + b"}"))
    assert len(short) == len(long)
    assert one.read(short) == b"{}" and len(one.read(long)) == 602
    with pytest.raises(InvalidTag):
        other.read(short)


def test_nonsense_is_no_key_of_a_browser() -> None:
    good = Browser().keys
    for public, auth in (
        ("", ""),
        ("AAAA", good["auth"]),
        (good["p256dh"], "AAAA"),
        ("B" + "A" * 86, good["auth"]),
        (good["p256dh"][:-2], good["auth"]),
        ("ключ", good["auth"]),
        ("\x00" * 90, "\x00" * 30),
    ):
        with pytest.raises(BadKeys):
            read_keys(public, auth)


def test_the_server_signs_for_the_push_service_and_its_key_follows_from_the_secret() -> None:
    one, again, other = ServerKey("secret", "mailto:a@b.org"), ServerKey("secret", ""), ServerKey("else", "")
    assert one.public == again.public != other.public and len(decode(one.public)) == 65
    header = one.authorization("https://push.example.org:8443/abc", 1000.0)
    token, key = header.removeprefix("vapid t=").split(", k=")
    head, claims, signature = token.split(".")
    assert key == one.public
    assert json.loads(decode(claims)) == {
        "aud": "https://push.example.org:8443",
        "exp": 1000 + 12 * 3600,
        "sub": "mailto:a@b.org",
    }
    assert json.loads(base64.urlsafe_b64decode(head + "==")) == {"typ": "JWT", "alg": "ES256"}
    raw = decode(signature)
    pair = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decode(key))
    public.verify(pair, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
