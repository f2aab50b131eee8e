"""TLS: https and wss on one port, secure cookies, and messages for invalid certificates and keys."""

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
from tests.server.server_process import TIMEOUT_S, ServerProcess, fetch


def test_a_server_with_a_certificate(tmp_path: Path) -> None:
    cert, key = make_self_signed(tmp_path)
    server = ServerProcess(tmp_path / "data", {"tls_cert": str(cert), "tls_key": str(key)}).start()
    try:
        url = f"https://127.0.0.1:{server.port}"
        assert f"Tablier: {url}\n" in server.output, server.output
        assert any(f"{url}/enter/" in line for line in server.output)
        tls_context = ssl.create_default_context(cafile=str(cert))
        with httpx.Client(base_url=url, verify=tls_context, timeout=TIMEOUT_S) as browser:
            response = browser.get("/api/me")
            assert "Secure" in response.headers["set-cookie"]
            browser.patch("/api/me", json={"name": "Ada"}, headers={"origin": url})
            assert browser.get("/api/address").json() == {"address": url}
            link = browser.post("/api/me/links", json={}, headers={"origin": url}).json()["url"]
            assert link.startswith(f"{url}/enter/")
            cookie = {"cookie": f"__Host-tablier={browser.cookies['__Host-tablier']}", "origin": url}
            with connect(f"wss://127.0.0.1:{server.port}/api/socket", ssl=tls_context, additional_headers=cookie) as websocket:
                assert '"name":"Ada"' in str(websocket.recv(timeout=TIMEOUT_S))
        with pytest.raises(httpx.TransportError):
            fetch(f"http://127.0.0.1:{server.port}/")
        assert server.stop() == 0
    finally:
        server.kill()


def test_cookies_are_plain_without_tls(server: ServerProcess) -> None:
    """Browsers would not send a secure cookie over http on a local network."""
    assert "Secure" not in fetch(f"{server.url}/api/me").headers["set-cookie"]


def test_forwarded_headers_are_trusted_only_if_configured(server: ServerProcess) -> None:
    forged = {"x-forwarded-proto": "https", "x-forwarded-host": "evil.example", "x-forwarded-for": "10.0.0.1"}
    response = fetch(f"{server.url}/api/me", headers=forged)
    assert "Secure" not in response.headers["set-cookie"]
    assert fetch(f"{server.url}/api/address", headers=forged).json() == {"address": server.url}


def test_invalid_certificates_and_keys_are_explained(tmp_path: Path) -> None:
    cert, key = make_self_signed(tmp_path)
    _, other = make_self_signed(tmp_path, "other")
    text_file, encrypted_key = tmp_path / "text", tmp_path / "locked.key"
    text_file.write_text("no certificate")
    password = BestAvailableEncryption(b"password")
    encrypted_key.write_bytes(
        load_pem_private_key(key.read_bytes(), None).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, password)
    )
    for cert_file, key_file, expected in (
        (tmp_path / "missing", key, "missing"),
        (text_file, key, "no certificate in PEM"),
        (cert, text_file, "no private key in PEM"),
        (cert, encrypted_key, "without a password"),
        (cert, other, "does not belong to"),
    ):
        with pytest.raises(BadFile) as error:
            list(check_certificate(Settings(tls_cert=str(cert_file), tls_key=str(key_file))))
        assert expected in explain(error.value)
    assert not list(check_certificate(Settings(tls_cert=str(cert), tls_key=str(key))))
    old, old_key = make_self_signed(tmp_path, "old", days=-1)
    assert "expired" in next(check_certificate(Settings(tls_cert=str(old), tls_key=str(old_key))))


def test_a_certificate_without_its_key_is_a_usage_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--no-browser", "--data", str(tmp_path), "--tls-cert", "x.pem"]) == 2
    assert "--tls-key" in capsys.readouterr().err
