"""Unit tests of deadlines, limits, signatures, names and settings."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablier.core.errors import BadFile
from tablier.server import settings as server_settings
from tablier.server.accounts import tokens
from tablier.server.accounts.service import normalize_name
from tablier.server.errors import RequestError
from tablier.server.limits import ConcurrencyLimit, RateLimiter, TokenBucket
from tablier.server.matches.deadlines import Deadlines

KEY = b"k" * 32


def test_deadlines_fire_in_order_once_and_not_when_moved() -> None:
    async def main() -> list[str]:
        fired: list[str] = []
        now = 0
        deadlines = Deadlines(fired.append, lambda: now, grace_ms=5)
        deadlines.set("early", 10)
        deadlines.set("never", 10)
        deadlines.set("late", 30)
        deadlines.set("moved", 10)
        deadlines.set("moved", 40)
        deadlines.set("never", None)
        now = 14
        deadlines.start()
        await asyncio.sleep(0.005)
        assert fired == []
        for now in (15, 35, 44, 45, 60):  # noqa: B007 - the clock that the deadlines read
            await asyncio.sleep(0.03)
        return fired

    assert asyncio.run(main()) == ["early", "late", "moved"]


def test_deadlines_drop_outdated_entries() -> None:
    async def main() -> None:
        deadlines = Deadlines(lambda _match: None, lambda: 0, grace_ms=0)
        deadlines.start()
        for due in range(1, 10_000):
            deadlines.set("m", 10**9 + due)
        assert len(deadlines) == 1
        assert len(deadlines._heap) < 100
        deadlines.close()

    asyncio.run(main())


def test_a_token_bucket_refills() -> None:
    bucket = TokenBucket(2.0, 0.0)  # two tokens a second, for a burst of three seconds
    assert [bucket.take(0.0) for _ in range(7)] == [True] * 6 + [False]
    assert bucket.take(0.5) and not bucket.take(0.5)


def test_rate_limits_are_per_key() -> None:
    rate = RateLimiter(1.0, clock=lambda: 0.0)
    for _ in range(3):
        rate.take("a")
    with pytest.raises(RequestError, match="too_fast"):
        rate.take("a")
    rate.take("b")


def test_the_concurrency_limit_is_released() -> None:
    limit = ConcurrencyLimit(1, "too_many_sockets")
    with limit.acquire("a"), pytest.raises(RequestError), limit.acquire("a"):
        pass
    with limit.acquire("a"):
        pass


@given(st.text(max_size=120))
def test_random_texts_are_not_signatures(text: str) -> None:
    assert tokens.verify(KEY, text) is None


def test_a_signature_is_for_one_account_epoch_and_key() -> None:
    cookie = tokens.sign(KEY, "0123456789abcdef", 0)
    assert tokens.verify(KEY, cookie) == ("0123456789abcdef", 0)
    for forged in (
        cookie.replace("0123", "0124"),
        cookie.replace(".0.", ".1."),
        cookie[:-1] + ("0" if cookie[-1] != "0" else "1"),
        cookie + "0",
        cookie.upper(),
    ):
        assert tokens.verify(KEY, forged) is None
    assert tokens.verify(b"o" * 32, cookie) is None


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "a\u0000b", "\u202e", "\u200b"])
def test_invalid_names(name: str) -> None:
    with pytest.raises(RequestError, match="bad_name"):
        normalize_name(name)


@pytest.mark.parametrize("name", ["Ada", " Ada  Lovelace ", "<script>", "Robert'); DROP TABLE people;--", "名前", "🎲"])
def test_valid_names(name: str) -> None:
    assert normalize_name(name) == " ".join(name.split())


def test_settings_are_saved(tmp_path: Path) -> None:
    settings = server_settings.with_setting(server_settings.Settings(), "port", "9000")
    settings = server_settings.with_setting(settings, "chat", "no")
    server_settings.save_settings(tmp_path, settings)
    assert server_settings.load_settings(tmp_path) == settings
    for name, value in (("port", "x"), ("port", "-1"), ("chat", "perhaps"), ("nothing", "1")):
        with pytest.raises(RequestError):
            server_settings.with_setting(settings, name, value)
    (tmp_path / "config.toml").write_text("port = ")
    with pytest.raises(BadFile):
        server_settings.load_settings(tmp_path)


def test_the_secret_is_created_once_and_a_damaged_one_is_rejected(tmp_path: Path) -> None:
    key = server_settings.load_secret(tmp_path)
    assert server_settings.load_secret(tmp_path) == key and len(key) == 32
    assert (tmp_path / "secret").stat().st_mode & 0o077 == 0
    for damaged in ("", "not hexadecimal" * 8, "é" * 64):
        (tmp_path / "secret").write_text(damaged, encoding="utf-8")
        with pytest.raises(BadFile, match="bad_secret"):
            server_settings.load_secret(tmp_path)
