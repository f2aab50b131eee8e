"""The doctor: looks at everything that is kept and says what is wrong. Changes nothing."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec
from sqlalchemy import Connection, select, text

from tablier.core.errors import RulesError
from tablier.core.i18n import gettext as _
from tablier.core.registry import new, shelf
from tablier.engine import player

from ..matches.repository import read_live, status_of
from ..store.migrate import newest, version
from ..store.schema import events, matches
from ..store.store import engine_for
from .backup import STORE


@dataclass(frozen=True)
class Finding:
    """One thing looked at."""

    what: str
    fine: bool
    told: str = ""


def examine(folder: Path) -> Iterator[Finding]:
    """Looks at the folder, the store, every match, and the engines."""
    yield Finding(_("folder"), folder.is_dir() and os.access(folder, os.W_OK), str(folder))
    yield _secret(folder)
    if (folder / STORE).exists():
        engine = engine_for(folder / STORE)
        with engine.connect() as connection:
            yield from _store(connection)
        engine.dispose()
    else:
        yield Finding(_("store"), True, _("empty"))
    for game in shelf():
        with_engine = [edition for edition in game.edition_names() if player.has_player(new(edition))]
        yield Finding(_("engine of {game}").format(game=game.name), True, ", ".join(with_engine) or _("none"))


def _secret(folder: Path) -> Finding:
    file = folder / "secret"
    if not file.exists():
        return Finding(_("key"), True, _("not made yet"))
    open_to_others = stat.S_IMODE(file.stat().st_mode) & 0o077
    return Finding(_("key"), not open_to_others, _("others can read it") if open_to_others else "")


def _store(connection: Connection) -> Iterator[Finding]:
    sound = connection.execute(text("PRAGMA integrity_check")).scalar()
    yield Finding(_("store"), sound == "ok", str(sound))
    mode = connection.execute(text("PRAGMA journal_mode")).scalar()
    yield Finding(_("journal"), mode == "wal", str(mode))
    found = version(connection)
    yield Finding(_("version"), found == newest(), _("{found}, newest {newest}").format(found=found, newest=newest()))
    if found != newest():
        return
    known = {row.id: row.status for row in connection.execute(select(matches.c.id, matches.c.status))}
    wrong = 0
    for match, status in known.items():
        if fault := _fault(connection, match, status):
            wrong += 1
            yield Finding(_("match {match}").format(match=match), False, fault)
    orphans = set(connection.scalars(select(events.c.match_id).distinct())) - set(known)
    for match in sorted(orphans):
        wrong += 1
        yield Finding(_("match {match}").format(match=match), False, _("events without a table"))
    yield Finding(_("matches"), not wrong, _("{seen} looked at, {wrong} damaged").format(seen=len(known), wrong=wrong))


def _fault(connection: Connection, match: str, status: str) -> str:
    try:
        live = read_live(connection, match)
    except (RulesError, msgspec.DecodeError, AssertionError) as error:
        return str(error)
    if live is None:
        return _("gone")
    if len(live.table.places) != len(live.match.joined):
        said = _("{places} places for {players} players")
        return said.format(places=len(live.table.places), players=len(live.match.joined))
    if status != status_of(live.match):
        return _("listed as {status}, is {now}").format(status=status, now=status_of(live.match))
    return ""
