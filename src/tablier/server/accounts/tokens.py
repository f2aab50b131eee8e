"""Signed identities and random tokens. None can be guessed, and no comparison tells how near a guess was."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

COOKIE = re.compile(r"([0-9a-f]{16})\.(0|[1-9][0-9]{0,8})\.([0-9a-f]{64})", re.ASCII)
BOT_TOKEN = re.compile(r"bot_([0-9a-f]{16})_([0-9a-f]{48})", re.ASCII)


def new_account_id() -> str:
    """An identity nobody has."""
    return secrets.token_hex(8)


def new_match_id() -> str:
    """An address nobody can guess: whoever has it was given it."""
    return secrets.token_urlsafe(9)


def new_token() -> str:
    """A secret for a link."""
    return secrets.token_urlsafe(24)


def new_bot_token(bot: str) -> str:
    """A secret for a program."""
    return f"bot_{bot}_{secrets.token_hex(24)}"


def hashed(token: str) -> str:
    """What is stored of a token. It is random and long, so a plain hash keeps it safe."""
    return hashlib.sha256(token.encode()).hexdigest()


def same(one: str, other: str) -> bool:
    """Whether two secrets are the same, in constant time."""
    return hmac.compare_digest(one.encode(), other.encode())


def sign(key: bytes, account_id: str, epoch: int) -> str:
    """The cookie of a person.

    >>> verify(b"key", sign(b"key", "0123456789abcdef", 2))
    ('0123456789abcdef', 2)
    >>> verify(b"other key", sign(b"key", "0123456789abcdef", 2)) is None
    True
    """
    told = f"{account_id}.{epoch}"
    return f"{told}.{hmac.new(key, told.encode(), hashlib.sha256).hexdigest()}"


def verify(key: bytes, cookie: str) -> tuple[str, int] | None:
    """Who a cookie is for, None when we did not write it."""
    found = COOKIE.fullmatch(cookie)
    if not found or not same(sign(key, found[1], int(found[2])), cookie):
        return None
    return found[1], int(found[2])


def bot_of(token: str) -> str | None:
    """The bot a token claims to be."""
    found = BOT_TOKEN.fullmatch(token)
    return found[1] if found else None
