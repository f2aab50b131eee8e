"""Backups: one file with everything, made while the server runs; and back again."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import tarfile
import tempfile
import time
from pathlib import Path

from tablier.core.errors import BadFile

STORE = "tablier.sqlite"
FILES = (STORE, "secret", "config.toml")


def back_up(folder: Path, target: Path) -> None:
    """Writes a backup: the store as of one moment, the key and the settings. It is secret: whoever reads it can be anybody."""
    if not (folder / STORE).exists():
        raise BadFile("no_file", file=str(folder / STORE), why="nothing is kept there yet")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        draft = target.with_name(f".{target.name}.{os.getpid()}.part")
        with tempfile.TemporaryDirectory(dir=target.parent) as space:
            copy = Path(space) / STORE
            _copy(folder / STORE, copy)
            handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(handle, "wb") as out, tarfile.open(fileobj=out, mode="w") as archive:
                archive.add(copy, STORE)
                for name in FILES[1:]:
                    if (folder / name).exists():
                        archive.add(folder / name, name)
            draft.replace(target)
    except OSError as error:
        raise BadFile("cannot_write", file=str(target), why=error.strerror or str(error)) from None


def _copy(source: Path, target: Path) -> None:
    with contextlib.closing(sqlite3.connect(source)) as live, contextlib.closing(sqlite3.connect(target)) as copy:
        live.backup(copy, pages=1000, sleep=0.001)  # in pieces, so that the server's moves are not held up


def restore(source: Path, folder: Path) -> Path | None:
    """Puts a backup in place of what is kept; that is moved aside, and where to is the answer. The folder must be locked."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with tempfile.TemporaryDirectory(dir=folder) as space:
        _unpack(source, Path(space))
        aside = _move_aside(folder)
        for name in FILES:
            if (Path(space) / name).exists():
                (Path(space) / name).replace(folder / name)
                (folder / name).chmod(0o600)
    return aside


def _unpack(source: Path, space: Path) -> None:
    """Only our own files, and only when the store in it is sound."""
    try:
        with tarfile.open(source) as archive:
            for member in archive:
                data = archive.extractfile(member) if member.name in FILES and member.isreg() else None
                if data is None:
                    raise BadFile("no_backup", file=str(source))
                with (space / member.name).open("wb") as out:
                    while part := data.read(1 << 20):
                        out.write(part)
    except (OSError, tarfile.TarError) as error:
        raise BadFile("no_file", file=str(source), why=str(error)) from None
    if not (space / STORE).exists():
        raise BadFile("no_backup", file=str(source))
    try:
        with contextlib.closing(sqlite3.connect(space / STORE)) as copy:
            if copy.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                raise BadFile("no_backup", file=str(source))
    except sqlite3.DatabaseError:
        raise BadFile("no_backup", file=str(source)) from None


def _move_aside(folder: Path) -> Path | None:
    present = [folder / name for name in (*FILES, f"{STORE}-wal", f"{STORE}-shm") if (folder / name).exists()]
    if not present:
        return None
    aside = folder / f"before-restore-{time.strftime('%Y%m%d-%H%M%S')}"
    aside.mkdir(mode=0o700)
    for file in present:
        file.rename(aside / file.name)
    return aside
