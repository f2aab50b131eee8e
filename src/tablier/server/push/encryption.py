"""Encryption of push messages for one browser (RFC 8291, aes128gcm) and authentication of the sender (VAPID, RFC 8292)."""

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
CURVE_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
RECORD_SIZE = 4096  # bytes; every push service accepts a message of one record
MAX_MESSAGE_SIZE = RECORD_SIZE - 86 - 17  # header 86, padding delimiter 1, authentication tag 16
TOKEN_LIFETIME_S = 12 * 60 * 60  # RFC 8292 allows at most 24 hours
AUTH_BYTES = 16


def base64url(data: bytes) -> str:
    """Encode as base64url without padding."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def from_base64url(text: str) -> bytes:
    """Decode base64url with or without padding. Raises `ValueError`."""
    return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), altchars=b"-_", validate=True)


def parse_browser_keys(p256dh: str, auth: str) -> tuple[ec.EllipticCurvePublicKey, bytes]:
    """Return the public key and the authentication secret of a subscription. Raises `ValueError`."""
    secret = from_base64url(auth)
    if len(secret) != AUTH_BYTES:
        raise ValueError("auth")
    try:
        return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, from_base64url(p256dh)), secret
    except (UnsupportedAlgorithm, ValueError):
        raise ValueError("p256dh") from None


def encrypt(
    message: bytes,
    browser_key: ec.EllipticCurvePublicKey,
    auth: bytes,
    *,
    sender_key: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes = b"",
) -> bytes:
    """Encrypt a message for one browser. Raises `ValueError` if it is longer than `MAX_MESSAGE_SIZE`.

    `sender_key` and `salt` are random for every message; only tests pass them.
    """
    if len(message) > MAX_MESSAGE_SIZE:
        raise ValueError(f"a message has at most {MAX_MESSAGE_SIZE} bytes")
    sender_key = sender_key or ec.generate_private_key(CURVE)
    salt = salt or os.urandom(16)
    sender_point = _encode_point(sender_key.public_key())
    info = b"WebPush: info\0" + _encode_point(browser_key) + sender_point
    key_material = _derive(32, auth, info, sender_key.exchange(ec.ECDH(), browser_key))
    content_key = _derive(16, salt, b"Content-Encoding: aes128gcm\0", key_material)
    nonce = _derive(12, salt, b"Content-Encoding: nonce\0", key_material)
    header = salt + struct.pack("!IB", RECORD_SIZE, len(sender_point)) + sender_point
    return header + AESGCM(content_key).encrypt(nonce, message + b"\x02", None)  # 2: delimiter of the last record


def _derive(length: int, salt: bytes | None, info: bytes, key: bytes) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(key)


def _encode_point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


class VapidSigner:
    """The server's VAPID key pair. It is derived from the server's secret, so a backup of the secret includes it."""

    def __init__(self, secret: bytes, contact: str) -> None:
        """`contact` is an https or mailto address at which a push service can reach the operator."""
        # With 48 bytes, 16 more than the key has, the bias of the modulo is negligible.
        number = int.from_bytes(_derive(48, None, b"tablier web push", secret), "big")
        self._key = ec.derive_private_key(number % (CURVE_ORDER - 1) + 1, CURVE)
        self._contact = contact
        self.public_key = base64url(_encode_point(self._key.public_key()))  # browsers subscribe with it

    def authorization(self, endpoint: str, now: int) -> str:
        """Return the Authorization header of a push to `endpoint`: a JWT signed with ES256. `now` is in milliseconds."""
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now // 1000 + TOKEN_LIFETIME_S, "sub": self._contact}
        payload = ".".join(base64url(msgspec.json.encode(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        r, s = decode_dss_signature(self._key.sign(payload.encode(), ec.ECDSA(SHA256())))
        signature = base64url(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return f"vapid t={payload}.{signature}, k={self.public_key}"
