"""Web Push: a message that only one browser can read (RFC 8291), sent in this server's name (RFC 8292).

The key that names the server is derived from its secret: whatever shares the secret, a second process or a
restored backup, is the same server to every browser, and there is no second file to lose.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve
RECORD = 4096  # bytes; a message is one record
PADDED = 1024  # bytes of every message: its length tells nobody what it says
CLAIM_SECONDS = 12 * 3600
POINT_BYTES, AUTH_BYTES = 65, 16


class BadKeys(ValueError):
    """The keys of a browser that are none."""


@dataclass(frozen=True)
class BrowserKeys:
    """What a browser gives so that only it can read: its public key and a secret."""

    public: bytes
    auth: bytes


def encode(data: bytes) -> str:
    """Write bytes as these standards do."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


def read_keys(public: str, auth: str) -> BrowserKeys:
    """Read the keys of a browser; BadKeys if they are none."""
    try:
        keys = BrowserKeys(decode(public), decode(auth))
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, keys.public)
    except ValueError as error:
        raise BadKeys(str(error)) from None
    if len(keys.public) != POINT_BYTES or len(keys.auth) != AUTH_BYTES:
        raise BadKeys("length")
    return keys


# A message for one browser


def derive(salt: bytes, key: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(key)


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encrypt(
    message: bytes,
    keys: BrowserKeys,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
    padded: int = PADDED,
) -> bytes:
    """Encrypt a message for a browser; key and salt are new ones for every message."""
    own, salt = own or ec.generate_private_key(CURVE), salt or os.urandom(16)
    browser = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, keys.public)
    own_point = point_of(own.public_key())
    shared = own.exchange(ec.ECDH(), browser)
    material = derive(keys.auth, shared, b"WebPush: info\0" + keys.public + own_point, 32)
    key = derive(salt, material, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derive(salt, material, b"Content-Encoding: nonce\0", 12)
    padding = b"\x02" + bytes(max(0, padded - len(message)))
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(own_point)]) + own_point
    return head + AESGCM(key).encrypt(nonce, message + padding, None)


# The name of the server


class ServerKey:
    """The key pair by which push services and browsers know this server."""

    def __init__(self, secret: str, contact: str) -> None:
        digest = hmac.new(secret.encode(), b"web push key", hashlib.sha512).digest()
        self._private = ec.derive_private_key(int.from_bytes(digest, "big") % (ORDER - 1) + 1, CURVE)
        self._contact = contact
        self.public = encode(point_of(self._private.public_key()))

    def authorization(self, endpoint: str, now: float) -> str:
        """Make the header that says who sends something to an endpoint."""
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(now + CLAIM_SECONDS),
            "sub": self._contact,
        }
        return f"vapid t={self._token(claims)}, k={self.public}"

    def _token(self, claims: dict[str, Any]) -> str:
        """Sign claims as a JSON web token."""
        parts = [json.dumps(part).encode() for part in ({"typ": "JWT", "alg": "ES256"}, claims)]
        signed = ".".join(encode(part) for part in parts)
        first, second = decode_dss_signature(self._private.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        return f"{signed}.{encode(first.to_bytes(32, 'big') + second.to_bytes(32, 'big'))}"
