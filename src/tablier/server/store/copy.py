"""Copies of the database: made while the server writes, and verified before they are trusted."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

from tablier.core.files import sync, temporary_path


def copy_database(source: Path, target: Path) -> None:
    """Copy a database as of one moment. The copy is on disk, readable only by its owner, and replaces `target` at once.

    All pages are copied in one step: SQLite restarts a copy in several steps whenever the server writes in between. A damaged
    page is copied as it is. Raises `OSError` or `sqlite3.Error`.
    """
    temporary = temporary_path(target)
    temporary.unlink(missing_ok=True)
    temporary.touch(0o600)
    try:
        with contextlib.closing(sqlite3.connect(source)) as live, contextlib.closing(sqlite3.connect(temporary)) as copy:
            live.backup(copy, pages=-1)
        sync(temporary)
        temporary.replace(target)
        sync(target.parent)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def find_damage(file: Path) -> str:
    """Return the first fault that SQLite's integrity check finds, or an empty string."""
    try:
        with contextlib.closing(sqlite3.connect(file)) as connection:
            result = connection.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        return str(error)
    return "" if result == ("ok",) else str(result[0])
