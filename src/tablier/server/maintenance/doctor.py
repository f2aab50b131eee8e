"""Checks of the data folder, the database, every match, and the engines. Changes nothing."""

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

from ..matches.repository import read_match, status_of
from ..settings import SECRET_FILE
from ..store.migrate import current_revision, newest_revision
from ..store.schema import events, matches
from ..store.store import create_store_engine
from .backup import DATABASE_FILE


@dataclass(frozen=True)
class CheckResult:
    """The result of one check, with texts in the language in use."""

    check: str
    ok: bool
    detail: str = ""


def run_checks(folder: Path) -> Iterator[CheckResult]:
    """Run all checks of a data folder. The server may be running."""
    yield CheckResult(_("folder"), folder.is_dir() and os.access(folder, os.W_OK), str(folder))
    yield _check_secret(folder)
    if (folder / DATABASE_FILE).exists():
        engine = create_store_engine(folder / DATABASE_FILE)
        with engine.connect() as connection:
            yield from _check_database(connection)
        engine.dispose()
    else:
        yield CheckResult(_("store"), True, _("empty"))
    for game in shelf():
        with_engine = [edition for edition in game.edition_names() if player.has_player(new(edition))]
        yield CheckResult(_("engine of {game}").format(game=game.name), True, ", ".join(with_engine) or _("none"))


def _check_secret(folder: Path) -> CheckResult:
    file = folder / SECRET_FILE
    if not file.exists():
        return CheckResult(_("key"), True, _("not made yet"))
    readable_by_others = stat.S_IMODE(file.stat().st_mode) & 0o077
    return CheckResult(_("key"), not readable_by_others, _("others can read it") if readable_by_others else "")


def _check_database(connection: Connection) -> Iterator[CheckResult]:
    integrity = connection.execute(text("PRAGMA integrity_check")).scalar()
    yield CheckResult(_("store"), integrity == "ok", str(integrity))
    journal_mode = connection.execute(text("PRAGMA journal_mode")).scalar()
    yield CheckResult(_("journal"), journal_mode == "wal", str(journal_mode))
    schema_version = current_revision(connection)
    is_newest = schema_version == newest_revision()
    yield CheckResult(
        _("version"), is_newest, _("{found}, newest {newest}").format(found=schema_version, newest=newest_revision())
    )
    if not is_newest:
        return
    statuses = {row.id: row.status for row in connection.execute(select(matches.c.id, matches.c.status))}
    damaged = 0
    for match_id, status in statuses.items():
        if fault := _find_fault(connection, match_id, status):
            damaged += 1
            yield CheckResult(_("match {match}").format(match=match_id), False, fault)
    orphans = set(connection.scalars(select(events.c.match_id).distinct())) - set(statuses)
    for match_id in sorted(orphans):
        damaged += 1
        yield CheckResult(_("match {match}").format(match=match_id), False, _("events without a table"))
    summary = _("{seen} looked at, {wrong} damaged").format(seen=len(statuses), wrong=damaged)
    yield CheckResult(_("matches"), not damaged, summary)


def _find_fault(connection: Connection, match_id: str, status: str) -> str:
    """Replay a match; return a description of the first fault, or an empty string."""
    try:
        live = read_match(connection, match_id)
    except (RulesError, msgspec.DecodeError, AssertionError) as error:
        return str(error)
    if live is None:
        return _("gone")
    places, players = len(live.info.participants), len(live.match.joined)
    if places != players:
        return _("{places} places for {players} players").format(places=places, players=players)
    if status != status_of(live.match):
        return _("listed as {status}, is {now}").format(status=status, now=status_of(live.match))
    return ""
