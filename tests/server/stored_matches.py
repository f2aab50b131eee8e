"""Data folders with matches, made without a server process."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec

from tablier import match as matches
from tablier.server.accounts.service import Account
from tablier.server.matches.creation import NewMatch, create_match
from tablier.server.matches.live_match import LiveMatch
from tablier.server.matches.service import MatchService
from tablier.server.settings import Settings, load_secret
from tablier.server.store.store import DATABASE_FILE, Store

ADA = Account("a" * 16, "Ada", stored=True)
SEATS: list[Any] = [{"who": "me"}, {"who": "guest", "name": "Bo"}]
PAGE_SIZE = 4096
LEAF_PAGE = 10  # first byte of a page at the bottom of an index or of a table without row ids


async def open_match(service: MatchService, **terms: Any) -> LiveMatch:
    new_match = msgspec.convert({"edition": "mixtour", "seats": SEATS, "first": 0, **terms}, NewMatch)
    return await create_match(service, Settings(), new_match, ADA)


def make_data_folder(folder: Path, match_count: int) -> list[str]:
    """Make a database with matches of two plies and a key. Return the ids of the matches."""

    async def main() -> list[str]:
        store = Store(folder / DATABASE_FILE)
        service = MatchService(store)
        lives = [await open_match(service) for _ in range(match_count)]
        for live in lives:
            for seat, action in enumerate(("c3", "d4")):
                await service.submit(live, lambda match, now, s=seat, a=action: matches.play_action(match, s, a, now))
        await service.close()
        store.close()
        return [live.id for live in lives]

    folder.mkdir(mode=0o700, exist_ok=True)
    load_secret(folder)
    return asyncio.run(main())


def damage_events(database: Path) -> None:
    """Overwrite one page of the table of events. The database must be closed."""
    content = database.read_bytes()
    for start in range(0, len(content), PAGE_SIZE):
        page = content[start : start + PAGE_SIZE]
        if page[0] == LEAF_PAGE and b'"kind":"action"' in page:
            database.write_bytes(content[:start] + b"\xff" * PAGE_SIZE + content[start + PAGE_SIZE :])
            return
    raise AssertionError("no page of events")
