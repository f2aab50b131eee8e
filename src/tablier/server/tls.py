"""The TLS certificate and key: checked before the server listens, with messages that name the problem, and reloaded."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from ssl import SSLContext

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key

from tablier.core.errors import BadFile, BadOptions, RulesError
from tablier.core.i18n import gettext as _
from tablier.core.messages import explain

from .settings import Settings

log = logging.getLogger(__name__)


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


def reload_certificate(context: SSLContext | None, settings: Settings) -> None:
    """Use the certificate files as they are now for new connections. An invalid certificate is logged and ignored."""
    if context is None:  # https is not configured
        return
    try:
        for warning in check_certificate(settings):
            log.warning("%s", warning)
        context.load_cert_chain(settings.tls_cert, settings.tls_key)
    except (RulesError, OSError) as error:
        log.error("the certificate was not reloaded: %s", explain(error) if isinstance(error, RulesError) else error)
    else:
        log.info("the certificate was reloaded")


def _read(file: str) -> bytes:
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise BadFile("no_file", file=file, why=error.strerror or str(error)) from None
