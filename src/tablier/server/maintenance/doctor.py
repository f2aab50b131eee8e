"""Checks of the data folder, the database, every match, and the engines. Changes nothing."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine, select, text
from sqlalchemy.exc import DBAPIError

from tablier.core.i18n import gettext as _
from tablier.core.registry import new, shelf
from tablier.engine import player

from ..matches.repository import read_match, status_of
from ..settings import SECRET_FILE
from ..store.migrate import current_revision, newest_revision
from ..store.schema import events, matches
from ..store.store import DATABASE_FILE, create_store_engine, reason_of, snapshot
from .lock import is_private

DatabaseErrors = (sqlite3.Error, DBAPIError)


@dataclass(frozen=True)
class CheckResult:
    """The result of one check, with texts in the language in use."""

    check: str
    ok: bool
    detail: str = ""


def run_checks(folder: Path) -> Iterator[CheckResult]:
    """Run all checks of a data folder, and yield each result as soon as it is known. The server may be running."""
    yield _check_folder(folder)
    yield _check_private(_("key"), folder / SECRET_FILE, _("not made yet"))
    if (folder / DATABASE_FILE).exists():
        for name in (DATABASE_FILE, f"{DATABASE_FILE}-wal", f"{DATABASE_FILE}-shm"):
            if (folder / name).exists():
                yield _check_private(name, folder / name)
        engine = create_store_engine(folder / DATABASE_FILE, read_only=True)
        yield from _check_database(engine)
        engine.dispose()
    else:
        yield CheckResult(_("store"), True, _("empty"))
    for game in shelf():
        with_engine = [edition for edition in game.edition_names() if player.has_player(new(edition))]
        yield CheckResult(_("engine of {game}").format(game=game.name), True, ", ".join(with_engine) or _("none"))


def _check_folder(folder: Path) -> CheckResult:
    usable = folder.is_dir() and os.access(folder, os.W_OK)
    detail = str(folder)
    if usable and not is_private(folder):
        detail = _("{folder} (other users of this machine can open it)").format(folder=folder)
    return CheckResult(_("folder"), usable, detail)


def _check_private(check: str, file: Path, missing: str = "") -> CheckResult:
    try:
        private = is_private(file)
    except FileNotFoundError:
        return CheckResult(check, True, missing)
    return CheckResult(check, private, "" if private else _("others can read it"))


def _check_database(engine: Engine) -> Iterator[CheckResult]:
    """Check the database. Damage in one place does not end the checks of the others."""
    try:
        with snapshot(engine) as connection:
            journal_mode = connection.execute(text("PRAGMA journal_mode")).scalar()
            schema_version = current_revision(connection)
    except DatabaseErrors as error:
        yield CheckResult(_("store"), False, reason_of(error))
        return
    yield from _check_integrity(engine)
    yield CheckResult(_("journal"), journal_mode == "wal", str(journal_mode))
    is_newest = schema_version == newest_revision()
    yield CheckResult(
        _("version"), is_newest, _("{found}, newest {newest}").format(found=schema_version, newest=newest_revision())
    )
    if is_newest:
        yield from _check_matches(engine)


def _check_integrity(engine: Engine) -> Iterator[CheckResult]:
    """Run SQLite's own check; each of its messages is one result."""
    try:
        with snapshot(engine) as connection:
            for message in connection.scalars(text("PRAGMA integrity_check")):
                yield CheckResult(_("store"), message == "ok", str(message))
    except DatabaseErrors as error:
        yield CheckResult(_("store"), False, reason_of(error))


def _check_matches(engine: Engine) -> Iterator[CheckResult]:
    """Replay all matches. Each is read in a snapshot of its own: the server may be running, and its log stays short."""
    match_ids, damaged = set[str](), 0
    for source in ("", "NOT INDEXED"):  # the index, then the table: one of them may be damaged
        try:
            with snapshot(engine) as connection:
                for match_id in connection.scalars(text(f"SELECT id FROM matches {source}")):
                    match_ids.add(match_id)
        except DatabaseErrors as error:
            damaged += 1
            yield CheckResult(_("list of matches"), False, reason_of(error))
    for match_id in sorted(match_ids):
        if fault := _find_fault(engine, match_id):
            damaged += 1
            yield CheckResult(_("match {match}").format(match=match_id), False, fault)
    try:
        with snapshot(engine) as connection:
            orphans = select(events.c.match_id).where(events.c.match_id.not_in(select(matches.c.id))).distinct()
            for match_id in connection.scalars(orphans):
                damaged += 1
                yield CheckResult(_("match {match}").format(match=match_id), False, _("events without a table"))
    except DatabaseErrors as error:
        damaged += 1
        yield CheckResult(_("events"), False, reason_of(error))
    summary = _("{seen} looked at, {wrong} damaged").format(seen=len(match_ids), wrong=damaged)
    yield CheckResult(_("matches"), not damaged, summary)


def _find_fault(engine: Engine, match_id: str) -> str:
    """Replay a match; return a description of the first fault, or an empty string."""
    try:
        with snapshot(engine) as connection:
            status = connection.scalar(select(matches.c.status).where(matches.c.id == match_id))
            live = read_match(connection, match_id)
    except DatabaseErrors as error:
        return reason_of(error)
    except Exception as error:  # a fault of one match must not end the checks of the others
        return str(error) or repr(error)
    if live is None:  # deleted since the list was read
        return ""
    places, players = len(live.info.participants), len(live.match.joined)
    if places != players:
        return _("{places} places for {players} players").format(places=places, players=players)
    if status != status_of(live.match):
        return _("listed as {status}, is {now}").format(status=status, now=status_of(live.match))
    return ""
