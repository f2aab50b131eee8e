"""TLS: the certificate and its key are looked at before anything listens, so that what is wrong is said in words."""

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
    """What the operator should know of the certificate; `BadOptions` or `BadFile` when it cannot be used."""
    cert, key = settings.tls_cert, settings.tls_key
    if bool(cert) != bool(key):
        raise BadOptions("tls_pair")
    if not cert:
        return
    try:
        first = x509.load_pem_x509_certificates(_read(cert))[0]
    except ValueError as error:
        raise BadFile("bad_certificate", file=cert, why=str(error)) from None
    try:
        private = load_pem_private_key(_read(key), None)
    except (TypeError, ValueError, UnsupportedAlgorithm) as error:
        raise BadFile("bad_tls_key", file=key, why=str(error)) from None
    form = (Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    if private.public_key().public_bytes(*form) != first.public_key().public_bytes(*form):
        raise BadFile("wrong_tls_key", file=cert, key=key)
    if first.not_valid_after_utc < datetime.now(UTC):
        yield _("The certificate in {file} has expired: browsers will warn of it.").format(file=cert)


def _read(file: str) -> bytes:
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise BadFile("no_file", file=file, why=error.strerror or str(error)) from None
