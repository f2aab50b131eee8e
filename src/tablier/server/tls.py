"""Checks of the TLS certificate and key before the server listens, with error messages that name the problem."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key

from tablier.core.errors import BadFile, BadOptions
from tablier.core.i18n import gettext as _

from .settings import Settings


def check_certificate(settings: Settings) -> Iterator[str]:
    """Yield warnings about the configured certificate. Raises `BadOptions` or `BadFile` if it cannot be used."""
    cert_file, key_file = settings.tls_cert, settings.tls_key
    if bool(cert_file) != bool(key_file):
        raise BadOptions("tls_pair")
    if not cert_file:
        return
    try:
        certificate = x509.load_pem_x509_certificates(_read(cert_file))[0]
    except ValueError as error:
        raise BadFile("bad_certificate", file=cert_file, why=str(error)) from None
    try:
        private_key = load_pem_private_key(_read(key_file), None)
    except (TypeError, ValueError, UnsupportedAlgorithm) as error:
        raise BadFile("bad_tls_key", file=key_file, why=str(error)) from None
    encoding = (Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    if private_key.public_key().public_bytes(*encoding) != certificate.public_key().public_bytes(*encoding):
        raise BadFile("wrong_tls_key", file=cert_file, key=key_file)
    if certificate.not_valid_after_utc < datetime.now(UTC):
        yield _("The certificate in {file} has expired: browsers will warn of it.").format(file=cert_file)


def _read(file: str) -> bytes:
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise BadFile("no_file", file=file, why=error.strerror or str(error)) from None
