"""TLS of our own: https and wss on the same port, secure cookies, and words for everything that can be wrong with the files."""

from __future__ import annotations

import ssl
from pathlib import Path

import httpx
import pytest
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, PrivateFormat, load_pem_private_key
from websockets.sync.client import connect

from tablier.cli import main
from tablier.core.errors import BadFile
from tablier.core.messages import explain
from tablier.server.settings import Settings
from tablier.server.tls import check_certificate
from tests.server.certificates import make_self_signed
from tests.server.server_process import PATIENCE, Serving, fetch


def test_a_server_with_a_certificate(tmp_path: Path) -> None:
    cert, key = make_self_signed(tmp_path)
    server = Serving(tmp_path / "data", {"tls_cert": str(cert), "tls_key": str(key)}).start()
    try:
        url = f"https://127.0.0.1:{server.port}"
        assert f"Tablier: {url}\n" in server.words, server.words
        assert any(f"{url}/enter/" in line for line in server.words)
        trust = ssl.create_default_context(cafile=str(cert))
        with httpx.Client(base_url=url, verify=trust, timeout=PATIENCE) as browser:
            answer = browser.get("/api/me")
            assert "Secure" in answer.headers["set-cookie"]
            browser.patch("/api/me", json={"name": "Ada"}, headers={"origin": url})
            assert browser.get("/api/address").json() == {"address": url}
            made = browser.post("/api/me/links", json={}, headers={"origin": url}).json()["url"]
            assert made.startswith(f"{url}/enter/")
            cookie = {"cookie": f"tablier={browser.cookies['tablier']}", "origin": url}
            with connect(f"wss://127.0.0.1:{server.port}/api/socket", ssl=trust, additional_headers=cookie) as line:
                assert '"name":"Ada"' in str(line.recv(timeout=PATIENCE))
        with pytest.raises(httpx.TransportError):
            fetch(f"http://127.0.0.1:{server.port}/")
        assert server.stop() == 0
    finally:
        server.kill()


def test_cookies_are_plain_without_tls(serving: Serving) -> None:
    """On a local network without https a secure cookie would never come back."""
    assert "Secure" not in fetch(f"{serving.url}/api/me").headers["set-cookie"]


def test_forwarded_headers_are_believed_only_when_configured(serving: Serving) -> None:
    lied = {"x-forwarded-proto": "https", "x-forwarded-host": "evil.example", "x-forwarded-for": "10.0.0.1"}
    answer = fetch(f"{serving.url}/api/me", headers=lied)
    assert "Secure" not in answer.headers["set-cookie"]
    assert fetch(f"{serving.url}/api/address", headers=lied).json() == {"address": serving.url}


def test_what_is_wrong_with_the_files_is_said(tmp_path: Path) -> None:
    cert, key = make_self_signed(tmp_path)
    _, other = make_self_signed(tmp_path, "other")
    text, locked = tmp_path / "text", tmp_path / "locked.key"
    text.write_text("no certificate")
    password = BestAvailableEncryption(b"password")
    locked.write_bytes(load_pem_private_key(key.read_bytes(), None).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, password))
    for one, two, words in (
        (tmp_path / "missing", key, "missing"),
        (text, key, "no certificate in PEM"),
        (cert, text, "no private key in PEM"),
        (cert, locked, "without a password"),
        (cert, other, "does not belong to"),
    ):
        with pytest.raises(BadFile) as refused:
            list(check_certificate(Settings(tls_cert=str(one), tls_key=str(two))))
        assert words in explain(refused.value)
    assert not list(check_certificate(Settings(tls_cert=str(cert), tls_key=str(key))))
    old, old_key = make_self_signed(tmp_path, "old", days=-1)
    assert "expired" in next(check_certificate(Settings(tls_cert=str(old), tls_key=str(old_key))))


def test_a_certificate_without_its_key_is_a_wrong_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--no-browser", "--data", str(tmp_path), "--tls-cert", "x.pem"]) == 2
    assert "--tls-key" in capsys.readouterr().err
