"""A browser that can be pushed to, and settings of a server that sends to receivers on this machine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from burgomaster.server.calls.web_push import CURVE, derive, encode, point_of
from burgomaster.server.settings import Settings
from tests.campaigns.receivers import SmtpReceiver
from tests.campaigns.servers import settings_for


@dataclass
class Browser:
    """A browser that can be pushed to: its keys, and how it reads a message."""

    private: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(CURVE))
    auth: bytes = b"0123456789abcdef"

    @property
    def keys(self) -> dict[str, str]:
        return {"p256dh": encode(point_of(self.private.public_key())), "auth": encode(self.auth)}

    def read(self, body: bytes) -> bytes:
        """What a message says (RFC 8291, from the receiver's side)."""
        salt, length = body[:16], body[20]
        point = body[21 : 21 + length]
        other = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
        own = point_of(self.private.public_key())
        material = derive(
            self.auth, self.private.exchange(ec.ECDH(), other), b"WebPush: info\0" + own + point, 32
        )
        key = derive(salt, material, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derive(salt, material, b"Content-Encoding: nonce\0", 12)
        return AESGCM(key).decrypt(nonce, body[21 + length :], None).rstrip(b"\0")[:-1]


Clock = Callable[[], float]


def calling_settings(database: str, smtp: SmtpReceiver, **other: Any) -> Settings:
    """Settings of a server that sends mail to a receiver, and calls webhooks on this machine."""
    mail = {"smtp_host": "127.0.0.1", "smtp_port": smtp.port, "smtp_from": "club@example.org"}
    usual = {"outgoing": "any", "url": "http://play.test", "smtp_security": "none"}
    return settings_for(database, **{**mail, **usual, **other})
