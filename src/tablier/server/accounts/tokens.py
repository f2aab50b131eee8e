"""Signed identity cookies, random ids and random tokens. Secrets are compared in constant time."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

COOKIE = re.compile(r"([0-9a-f]{16})\.(0|[1-9][0-9]{0,8})\.([0-9a-f]{64})", re.ASCII)
BOT_TOKEN = re.compile(r"bot_([0-9a-f]{16})_([0-9a-f]{48})", re.ASCII)


def new_account_id() -> str:
    """A random account id."""
    return secrets.token_hex(8)


def new_match_id() -> str:
    """A random match id. It cannot be guessed: knowing it is the permission to watch the match."""
    return secrets.token_urlsafe(9)


def new_token() -> str:
    """A random token for a link."""
    return secrets.token_urlsafe(24)


def new_bot_token(bot_id: str) -> str:
    """A random token for a bot; it contains the bot's account id."""
    return f"bot_{bot_id}_{secrets.token_hex(24)}"


def hash_token(token: str) -> str:
    """The hash stored in place of a token. Tokens are long and random, so SHA-256 without salt is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def equal_secrets(left: str, right: str) -> bool:
    """Compare two secrets in constant time."""
    return hmac.compare_digest(left.encode(), right.encode())


def sign(key: bytes, account_id: str, epoch: int) -> str:
    """Return the identity cookie of an account: id, epoch and HMAC-SHA256.

    >>> verify(b"key", sign(b"key", "0123456789abcdef", 2))
    ('0123456789abcdef', 2)
    >>> verify(b"other key", sign(b"key", "0123456789abcdef", 2)) is None
    True
    """
    payload = f"{account_id}.{epoch}"
    return f"{payload}.{hmac.new(key, payload.encode(), hashlib.sha256).hexdigest()}"


def verify(key: bytes, cookie: str) -> tuple[str, int] | None:
    """Return the account id and epoch of an identity cookie; None if its signature is invalid."""
    fields = COOKIE.fullmatch(cookie)
    if not fields or not equal_secrets(sign(key, fields[1], int(fields[2])), cookie):
        return None
    return fields[1], int(fields[2])


def parse_bot_token(token: str) -> str | None:
    """Return the account id in a bot token, unverified; None if the token is malformed."""
    fields = BOT_TOKEN.fullmatch(token)
    return fields[1] if fields else None
