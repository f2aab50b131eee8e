"""Headers, cookies, client address and language of a request, read from its ASGI scope."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs

from litestar.connection import ASGIConnection
from litestar.types import Scope

from tablier.core.languages import choose_language

from ..settings import Settings

AnyConnection = ASGIConnection[Any, Any, Any, Any]
LANGUAGE_PARAMETER = "lang"  # in the query of an address
LANGUAGE_COOKIE = "language"  # set by the client when the person chooses a language
MAX_ACCEPTED = 20  # entries of an Accept-Language header
MAX_ADDRESS_LENGTH = 60


def find_header(scope: Scope, name: bytes) -> str | None:
    """The value of a header; None if it is missing. `name` is in lower case."""
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), None)


def find_cookie(scope: Scope, name: str) -> str | None:
    """The value of a cookie; None if it is missing. Litestar keeps the parsed header in the scope."""
    return AnyConnection(scope).cookies.get(name)


def client_address(scope: Scope, settings: Settings) -> str:
    """The client's address. The X-Forwarded-For header is trusted only if `settings.proxied` is set."""
    if settings.proxied and (forwarded := find_header(scope, b"x-forwarded-for")):
        return forwarded.rpartition(",")[2].strip()[:MAX_ADDRESS_LENGTH]
    client = scope.get("client")
    return client[0] if client else "?"


def request_language(scope: Scope) -> str:
    """The language of a request, by precedence: `lang` in the address, the cookie `language`, Accept-Language, English."""
    parameter = parse_qs(scope["query_string"].decode("latin-1")).get(LANGUAGE_PARAMETER, [None])[0]
    accept_language = find_header(scope, b"accept-language") or ""
    return negotiate_language(accept_language, parameter, find_cookie(scope, LANGUAGE_COOKIE))


def negotiate_language(accept_language: str, *choices: str | None) -> str:
    """The first known language among `choices` and then the header's entries by weight; English if none is known.

    >>> negotiate_language("xx, en;q=0.8"), negotiate_language("xx", "en")
    ('en', 'en')
    """
    entries = []
    for entry in accept_language.split(",")[:MAX_ACCEPTED]:
        tag, _, weight = entry.partition(";")
        entries.append((_parse_weight(weight), tag.strip()))
    accepted = sorted((entry for entry in entries if entry[0] > 0), key=lambda entry: -entry[0])
    return choose_language([*(choice for choice in choices if choice), *(tag for _, tag in accepted)])


def _parse_weight(text: str) -> float:
    """The value of `q=…`: 1 if it is missing, 0 if it is malformed."""
    try:
        return float(text.strip().removeprefix("q=") or 1)
    except ValueError:
        return 0.0
