"""Backups: one tar file with the database, the secret key and the settings."""

from __future__ import annotations

import re
import sqlite3
import tarfile
import tempfile
import time
from pathlib import Path

from tablier.core.errors import BadFile
from tablier.core.files import open_atomically, sync

from ..settings import SECRET_FILE, SETTINGS_FILE
from ..store.copy import copy_database, find_damage
from ..store.migrate import check_revision, current_revision
from ..store.store import DATABASE_FILE, create_store_engine, reason_of

FILES = (DATABASE_FILE, SECRET_FILE, SETTINGS_FILE)
COPY_CHUNK = 1 << 20  # bytes
DATED_NAME = re.compile(r"tablier-\d{8}-\d{6}\.tar")


def back_up(folder: Path, target: Path, *, force: bool = False) -> None:
    """Write a backup. The server may be running; the database is copied as of one moment and then verified.

    The file contains the secret key, so only its owner may read it. An existing file is replaced only with `force`. Raises
    `BadFile`, or `RequestError("store_too_new")`; an existing file is then unchanged.
    """
    database = folder / DATABASE_FILE
    if not database.exists():
        raise BadFile("no_file", file=str(database), why="there is no database yet")
    if target.exists() and not force:
        raise BadFile("file_exists", file=str(target))
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent) as scratch:
            copy = Path(scratch) / DATABASE_FILE
            copy_database(database, copy)
            if damage := find_damage(copy):
                raise BadFile("damaged_copy", why=damage)
            _check_version(copy)
            with open_atomically(target, mode=0o600) as out, tarfile.open(fileobj=out, mode="w") as archive:
                archive.add(copy, DATABASE_FILE)
                for name in FILES[1:]:
                    if (folder / name).exists():
                        archive.add(folder / name, name)
    except (OSError, sqlite3.Error) as error:
        raise BadFile("cannot_write", file=str(target), why=reason_of(error)) from None


def back_up_dated(data: Path, folder: Path, keep: int) -> Path:
    """Write a backup named after the time (UTC) to `folder`, then delete all but the newest `keep` such backups.

    Returns the file. Files with other names are left alone. Raises like `back_up`; nothing is deleted then.
    """
    target = folder / time.strftime("tablier-%Y%m%d-%H%M%S.tar", time.gmtime())
    back_up(data, target)
    backups = sorted(file for file in folder.iterdir() if DATED_NAME.fullmatch(file.name))
    for file in backups[:-keep]:
        file.unlink()
    return target


def _check_version(database: Path) -> None:
    """Raise `RequestError("store_too_new")` for a database of a newer version, and `BadFile` for one without a version."""
    engine = create_store_engine(database, read_only=True)
    try:
        with engine.connect() as connection:
            revision = current_revision(connection)
    finally:
        engine.dispose()
    if revision is None:
        raise BadFile("no_backup", file=str(database))
    check_revision(revision)


def restore(source: Path, folder: Path) -> Path | None:
    """Replace the data in `folder` by a backup. The caller must hold the lock of the folder.

    Returns the folder to which the previous data were moved, None if there were none. On return everything is on disk. Raises
    `BadFile`, or `RequestError("store_too_new")`; the data are then unchanged.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        _unpack(source, Path(scratch))
        previous = _move_aside(folder)
        for name in FILES:
            if (Path(scratch) / name).exists():
                (Path(scratch) / name).replace(folder / name)
        sync(folder)
    return previous


def _unpack(source: Path, scratch: Path) -> None:
    """Extract a backup that contains only known files and an intact database. Raises `BadFile` otherwise."""
    try:
        with tarfile.open(source) as archive:
            for member in archive:
                data = archive.extractfile(member) if member.name in FILES and member.isreg() else None
                if data is None:
                    raise BadFile("no_backup", file=str(source))
                with open_atomically(scratch / member.name, mode=0o600) as out:
                    while chunk := data.read(COPY_CHUNK):
                        out.write(chunk)
    except (OSError, tarfile.TarError) as error:
        raise BadFile("no_file", file=str(source), why=str(error)) from None
    if not (scratch / DATABASE_FILE).exists():
        raise BadFile("no_backup", file=str(source))
    if find_damage(scratch / DATABASE_FILE):
        raise BadFile("no_backup", file=str(source))
    _check_version(scratch / DATABASE_FILE)


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
    sync(previous)
    return previous
