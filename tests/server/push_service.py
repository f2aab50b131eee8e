"""A push service and a browser's half of the sealing, for tests: what was posted is opened as a browser would open it."""

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

from tests.server.server_process import PATIENCE


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class Browser:
    """The keys of one subscription, and its address at a push service."""

    def __init__(self, endpoint: str = "") -> None:
        self.endpoint = endpoint
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.auth = os.urandom(16)

    def subscription(self, **more: Any) -> dict[str, Any]:
        return {"endpoint": self.endpoint, "keys": {"p256dh": encoded(self.point), "auth": encoded(self.auth)}, **more}

    def opened(self, body: bytes) -> dict[str, Any]:
        """RFC 8188 and 8291, read from the browser's side."""
        salt, length = body[:16], body[20]
        theirs = body[21 : 21 + length]
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))

        def stretched(size: int, over: bytes, info: bytes, key: bytes) -> bytes:
            return HKDF(SHA256(), size, over, info).derive(key)

        key = stretched(32, self.auth, b"WebPush: info\0" + self.point + theirs, shared)
        seal = AESGCM(stretched(16, salt, b"Content-Encoding: aes128gcm\0", key))
        plain = seal.decrypt(stretched(12, salt, b"Content-Encoding: nonce\0", key), body[21 + length :], None)
        return dict(json.loads(plain.rstrip(b"\0").removesuffix(b"\x02")))


def claims_of(authorization: str) -> dict[str, Any]:
    """What a sender claims, once its signature has been checked with the key it names."""
    fields = dict(part.strip().split("=", 1) for part in authorization.removeprefix("vapid ").split(","))
    head, claims, signature = fields["t"].split(".")
    raw = decoded(signature)
    numbers = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(fields["k"]))
    public.verify(numbers, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    return {**json.loads(decoded(claims)), "key": fields["k"]}


@dataclass
class Posted:
    headers: dict[str, str]
    body: bytes


@dataclass
class PushService:
    """Takes messages over https on this machine; answers with `status`."""

    cert: Path
    key: Path
    status: int = 201
    posted: dict[str, queue.Queue[Posted]] = field(default_factory=lambda: defaultdict(queue.Queue))  # by address

    def __post_init__(self) -> None:
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                service.posted[service.url + self.path].put(Posted(headers, body))
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
        """One that gets its messages from here."""
        return Browser(f"{self.url}/send/{uuid4().hex}")

    def next(self, browser: Browser, timeout: float = PATIENCE) -> Posted:
        """The next message for that browser."""
        return self.posted[browser.endpoint].get(timeout=timeout)

    def said(self, browser: Browser) -> dict[str, Any]:
        """What the next message for that browser says."""
        return browser.opened(self.next(browser).body)

    def quiet(self, browser: Browser, seconds: float = 0.6) -> bool:
        """Whether nothing comes for a while: longer than the server in these tests waits before it pushes."""
        try:
            self.next(browser, seconds)
        except queue.Empty:
            return True
        return False

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
