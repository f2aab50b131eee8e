"""Headers, cookies, client address and language of a request, read from its ASGI scope."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs

from litestar.connection import ASGIConnection
from litestar.types import Scope

from tablier.core.languages import choose_language

from ..limits import address_key
from ..network import parse_address
from ..settings import Settings

AnyConnection = ASGIConnection[Any, Any, Any, Any]
LANGUAGE_PARAMETER = "lang"  # in the query string
LANGUAGE_COOKIE = "language"  # set by the client when the person chooses a language
MAX_ACCEPTED = 20  # entries of an Accept-Language header
MAX_ADDRESS_LENGTH = 60
LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")
FORWARDING_HEADERS = (b"x-forwarded-for", b"forwarded", b"x-real-ip", b"via")


def find_header(scope: Scope, name: bytes) -> str | None:
    """The value of a header; None if it is missing. `name` is in lower case."""
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), None)


def find_cookies(scope: Scope, name: str) -> list[str]:
    """The values of all cookies with this name, as the browser sent them.

    Splits as RFC 6265bis says, so a cookie of another application never hides ours.
    """
    values = []
    for key, header in scope["headers"]:
        if key == b"cookie":
            for pair in header.decode("latin-1").split(";"):
                cookie_name, _, value = pair.partition("=")
                if cookie_name.strip() == name:
                    values.append(value.strip())
    return values


def find_cookie(scope: Scope, name: str) -> str | None:
    """The value of the first cookie with this name; None if it is missing."""
    return next(iter(find_cookies(scope, name)), None)


def client_address(scope: Scope, settings: Settings) -> str:
    """The client's address as a key for limits, see `address_key`.

    If the request comes from a trusted proxy, it is the last entry of the last X-Forwarded-For line: the one the proxy added.
    """
    if is_trusted_proxy(scope, settings):
        lines = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
        if lines:
            return address_key(lines[-1].decode("latin-1").rpartition(",")[2].strip()[:MAX_ADDRESS_LENGTH])
    client = scope.get("client")
    return address_key(client[0]) if client else "?"


def is_trusted_proxy(scope: Scope, settings: Settings) -> bool:
    """True if the forwarding headers of the request are believed. A Unix socket is accessible to the proxy only."""
    client = scope.get("client")
    return settings.trusts_proxy(client[0]) if client else bool(settings.unix_socket)


def is_direct_local(scope: Scope) -> bool:
    """True for a client on this machine that has not come through a proxy.

    A proxy adds a forwarding header or keeps the public name in `Host`. DNS rebinding also leaves a public name there.
    """
    client = scope.get("client")
    address = parse_address(client[0]) if client else None
    host = re.sub(r":\d+$", "", find_header(scope, b"host") or "")
    return (
        (client is None or (address is not None and address.is_loopback))
        and host in LOCAL_HOSTS
        and all(find_header(scope, name) is None for name in FORWARDING_HEADERS)
    )


def request_language(scope: Scope) -> str:
    """The language of a request, by precedence: `lang` in the query string, the cookie `language`, Accept-Language, English."""
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
