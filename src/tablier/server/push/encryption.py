"""Sealing a message for one browser (RFC 8291, aes128gcm), and saying who sends it (VAPID, RFC 8292)."""

from __future__ import annotations

import base64
import os
import struct
from urllib.parse import urlsplit

import msgspec
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve
RECORD = 4096  # bytes: every push service takes a message of one record
LONGEST = RECORD - 86 - 17  # without the header, the padding's end and the tag
TOKEN_SECONDS = 12 * 60 * 60
AUTH_BYTES = 16


def base64url(data: bytes) -> str:
    """Bytes as push services write them."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def from_base64url(text: str) -> bytes:
    """The bytes of such a text; ValueError."""
    return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), altchars=b"-_", validate=True)


def browser_keys(p256dh: str, auth: str) -> tuple[ec.EllipticCurvePublicKey, bytes]:
    """What a browser gave to seal messages with; ValueError when it cannot be that."""
    secret = from_base64url(auth)
    if len(secret) != AUTH_BYTES:
        raise ValueError("auth")
    try:
        return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, from_base64url(p256dh)), secret
    except (UnsupportedAlgorithm, ValueError):
        raise ValueError("p256dh") from None


def sealed(
    message: bytes,
    theirs: ec.EllipticCurvePublicKey,
    auth: bytes,
    *,
    once: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes = b"",
) -> bytes:
    """The message as only that browser can read it. The key and the salt are used once; tests alone give them."""
    if len(message) > LONGEST:
        raise ValueError(f"a message has at most {LONGEST} bytes")
    once = once or ec.generate_private_key(CURVE)
    salt = salt or os.urandom(16)
    ours = _point(once.public_key())
    shared = _stretched(32, auth, b"WebPush: info\0" + _point(theirs) + ours, once.exchange(ec.ECDH(), theirs))
    key = _stretched(16, salt, b"Content-Encoding: aes128gcm\0", shared)
    nonce = _stretched(12, salt, b"Content-Encoding: nonce\0", shared)
    return salt + struct.pack("!IB", RECORD, len(ours)) + ours + AESGCM(key).encrypt(nonce, message + b"\x02", None)


def _stretched(length: int, salt: bytes | None, info: bytes, key: bytes) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(key)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


class Sender:
    """Who sends: a key pair that follows from the server's secret, so a backup holds it and there is no file more to lose."""

    def __init__(self, secret: bytes, contact: str) -> None:
        """`contact` is where a push service finds whoever runs this server: an https or mailto address."""
        number = int.from_bytes(_stretched(48, None, b"tablier web push", secret), "big")
        self._key = ec.derive_private_key(number % (ORDER - 1) + 1, CURVE)
        self._contact = contact
        self.public = base64url(_point(self._key.public_key()))  # what a browser subscribes with

    def authorization(self, endpoint: str, now: int) -> str:
        """The header that lets this server, and nobody else, push to a browser that subscribed here."""
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now // 1000 + TOKEN_SECONDS, "sub": self._contact}
        told = ".".join(base64url(msgspec.json.encode(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        one, other = decode_dss_signature(self._key.sign(told.encode(), ec.ECDSA(SHA256())))
        signature = base64url(one.to_bytes(32, "big") + other.to_bytes(32, "big"))
        return f"vapid t={told}.{signature}, k={self.public}"
