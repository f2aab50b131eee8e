"""The host that a request is addressed to. Names that could be anyone's are refused, which prevents DNS rebinding."""

from __future__ import annotations

import re
from ipaddress import ip_address
from urllib.parse import urlsplit

from litestar.types import Scope

from ..errors import RequestError
from ..settings import Settings
from .request_info import find_header

HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:[0-9]{1,5})?", re.ASCII)
# Not in the public DNS, so no page of another site can point such a name at this server.
LOCAL_SUFFIXES = (".localhost", ".local", ".lan", ".home.arpa", ".internal")


def request_host(scope: Scope) -> str:
    """The `Host` header in lower case, with the port; `localhost` if it is missing, as in HTTP/1.0."""
    return (find_header(scope, b"host") or "localhost").lower()


def host_name(host: str) -> str | None:
    """The host without port and brackets; None if it is malformed.

    >>> host_name("example.org:8421"), host_name("[::1]:80"), host_name("a/b")
    ('example.org', '::1', None)
    """
    fields = HOST.fullmatch(host)
    return fields[1].strip("[]").rstrip(".") if fields else None


def is_local(name: str) -> bool:
    """True for hosts that DNS rebinding cannot use: IP addresses, also public ones, and names of a local network.

    >>> [is_local(name) for name in ("localhost", "192.0.2.7", "::1", "tablier.local", "nas", "example.org")]
    [True, True, True, True, True, False]
    """
    try:
        ip_address(name)
    except ValueError:
        return "." not in name or name.endswith(LOCAL_SUFFIXES)
    return True


def check_host(scope: Scope, settings: Settings) -> None:
    """Raise `RequestError("wrong_host")` unless the request is addressed to this server by one of its names.

    Those are IP addresses, names of a local network, the host of `url`, and `allowed_hosts`.
    """
    host = request_host(scope)
    name = host_name(host)
    if name is None or not (is_local(name) or name in allowed_names(settings)):
        raise RequestError("wrong_host", host=host[:60])


def allowed_names(settings: Settings) -> set[str]:
    """The names from the settings, in lower case."""
    names = {name.lower() for name in settings.allowed_hosts}
    if settings.url:
        names.add((urlsplit(settings.url).hostname or "").lower())
    return names
