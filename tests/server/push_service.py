"""A push service for tests, and the browser's side of the encryption."""

from __future__ import annotations

import base64
import json
import os
import queue
import ssl
import threading
from collections import defaultdict
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from uuid import uuid4

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.server.server_process import TIMEOUT_S


def decode(text: str) -> bytes:
    """Decode base64url without padding."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encode(data: bytes) -> str:
    """Encode as base64url without padding."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class Browser:
    """The keys of one subscription, and its endpoint at a push service."""

    def __init__(self, endpoint: str = "") -> None:
        self.endpoint = endpoint
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.auth = os.urandom(16)

    def subscription(self, **fields: Any) -> dict[str, Any]:
        return {"endpoint": self.endpoint, "keys": {"p256dh": encode(self.point), "auth": encode(self.auth)}, **fields}

    def decrypt(self, body: bytes) -> dict[str, Any]:
        """Decrypt a message as RFC 8188 and RFC 8291 specify it."""
        salt, length = body[:16], body[20]  # the record size is between them
        sender_point = body[21 : 21 + length]
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender_point))

        def derive(size: int, salt: bytes, info: bytes, key: bytes) -> bytes:
            return HKDF(SHA256(), size, salt, info).derive(key)

        key = derive(32, self.auth, b"WebPush: info\0" + self.point + sender_point, shared)
        cipher = AESGCM(derive(16, salt, b"Content-Encoding: aes128gcm\0", key))
        plain = cipher.decrypt(derive(12, salt, b"Content-Encoding: nonce\0", key), body[21 + length :], None)
        return dict(json.loads(plain.rstrip(b"\0").removesuffix(b"\x02")))


def verify_claims(authorization: str) -> dict[str, Any]:
    """The claims of a VAPID header, after checking its signature with the key it contains."""
    fields = dict(part.strip().split("=", 1) for part in authorization.removeprefix("vapid ").split(","))
    head, claims, signature = fields["t"].split(".")
    raw = decode(signature)
    signature_der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(fields["k"]))
    public.verify(signature_der, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    return {**json.loads(decode(claims)), "key": fields["k"]}


@dataclass
class PushRequest:
    headers: dict[str, str]
    body: bytes


@dataclass
class PushService:
    """Accepts messages over HTTPS on this machine and responds with `status`."""

    cert: Path
    key: Path
    status: int = 201
    requests: dict[str, queue.Queue[PushRequest]] = field(default_factory=lambda: defaultdict(queue.Queue))  # by endpoint

    def __post_init__(self) -> None:
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                service.requests[service.url + self.path].put(PushRequest(headers, body))
                self.send_response(service.status)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.cert, self.key)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"https://127.0.0.1:{self.server.server_port}"

    def browser(self) -> Browser:
        """A browser with an endpoint at this service."""
        return Browser(f"{self.url}/send/{uuid4().hex}")

    def next_request(self, browser: Browser, timeout: float = TIMEOUT_S) -> PushRequest:
        """Wait for the next request to the browser's endpoint."""
        return self.requests[browser.endpoint].get(timeout=timeout)

    def next_message(self, browser: Browser) -> dict[str, Any]:
        """Wait for the next message for a browser and decrypt it."""
        return browser.decrypt(self.next_request(browser).body)

    def is_quiet(self, browser: Browser, seconds: float = 0.6) -> bool:
        """True if no message comes within `seconds`, which is longer than the delay that these tests configure."""
        try:
            self.next_request(browser, seconds)
        except queue.Empty:
            return True
        return False

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
