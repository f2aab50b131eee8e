"""Backups: one tar file with the database, the secret key and the settings."""

from __future__ import annotations

import contextlib
import sqlite3
import tarfile
import tempfile
import time
from pathlib import Path

from tablier.core.errors import BadFile
from tablier.core.files import open_atomically

from ..settings import SECRET_FILE, SETTINGS_FILE

DATABASE_FILE = "tablier.sqlite"
FILES = (DATABASE_FILE, SECRET_FILE, SETTINGS_FILE)
COPY_CHUNK = 1 << 20  # bytes


def back_up(folder: Path, target: Path) -> None:
    """Write a backup. The server may be running; the database is copied as of one moment.

    The file contains the secret key, so only its owner may read it. Raises `BadFile`.
    """
    database = folder / DATABASE_FILE
    if not database.exists():
        raise BadFile("no_file", file=str(database), why="nothing is kept there yet")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent) as scratch:
            copy = Path(scratch) / DATABASE_FILE
            _copy_database(database, copy)
            with open_atomically(target, mode=0o600) as out, tarfile.open(fileobj=out, mode="w") as archive:
                archive.add(copy, DATABASE_FILE)
                for name in FILES[1:]:
                    if (folder / name).exists():
                        archive.add(folder / name, name)
    except OSError as error:
        raise BadFile("cannot_write", file=str(target), why=error.strerror or str(error)) from None


def _copy_database(source: Path, target: Path) -> None:
    with contextlib.closing(sqlite3.connect(source)) as live, contextlib.closing(sqlite3.connect(target)) as copy:
        live.backup(copy, pages=1000, sleep=0.001)  # in small steps, so that the server can write in between


def restore(source: Path, folder: Path) -> Path | None:
    """Replace the data in `folder` by a backup. The caller must hold the lock of the folder.

    Returns the folder to which the previous data were moved, None if there were none. Raises `BadFile`; the data are then
    unchanged.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        _unpack(source, Path(scratch))
        previous = _move_aside(folder)
        for name in FILES:
            if (Path(scratch) / name).exists():
                (Path(scratch) / name).replace(folder / name)
                (folder / name).chmod(0o600)
    return previous


def _unpack(source: Path, scratch: Path) -> None:
    """Extract a backup that contains only known files and an intact database. Raises `BadFile` otherwise."""
    try:
        with tarfile.open(source) as archive:
            for member in archive:
                data = archive.extractfile(member) if member.name in FILES and member.isreg() else None
                if data is None:
                    raise BadFile("no_backup", file=str(source))
                with (scratch / member.name).open("wb") as out:
                    while chunk := data.read(COPY_CHUNK):
                        out.write(chunk)
    except (OSError, tarfile.TarError) as error:
        raise BadFile("no_file", file=str(source), why=str(error)) from None
    if not (scratch / DATABASE_FILE).exists():
        raise BadFile("no_backup", file=str(source))
    try:
        with contextlib.closing(sqlite3.connect(scratch / DATABASE_FILE)) as copy:
            if copy.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                raise BadFile("no_backup", file=str(source))
    except sqlite3.DatabaseError:
        raise BadFile("no_backup", file=str(source)) from None


def _move_aside(folder: Path) -> Path | None:
    """Move the existing data files to a new subfolder and return it; None if there are no data."""
    names = (*FILES, f"{DATABASE_FILE}-wal", f"{DATABASE_FILE}-shm")
    files = [folder / name for name in names if (folder / name).exists()]
    if not files:
        return None
    previous = folder / f"before-restore-{time.strftime('%Y%m%d-%H%M%S')}"
    previous.mkdir(mode=0o700)
    for file in files:
        file.rename(previous / file.name)
    return previous
