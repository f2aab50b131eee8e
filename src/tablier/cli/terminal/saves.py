"""Saved matches of the terminal: one JSON record each, rewritten after every event."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from tablier.cli.files import read_text, write_text
from tablier.core.errors import BadFile
from tablier.core.files import user_data_dir
from tablier.match import Match, fold_all
from tablier.records.record import Record


def folder() -> Path:
    """Folder of saved matches, after the XDG convention."""
    return user_data_dir() / "games"


def new_file(match: Match) -> Path:
    """Return an unused file name made of the edition and the time."""
    started = datetime.fromtimestamp(match.terms.at / 1000).strftime("%Y-%m-%d-%H%M%S")
    name = f"{match.terms.edition.replace(':', '-')}-{started}"
    file = folder() / f"{name}.json"
    number = 2
    while file.exists():
        file = folder() / f"{name}-{number}.json"
        number += 1
    return file


def last_file() -> Path:
    """Return the file that was written last. Raises `BadFile` if there is none."""
    files = sorted(folder().glob("*.json"), key=lambda file: file.stat().st_mtime)
    if not files:
        raise BadFile("nothing_saved", folder=str(folder()))
    return files[-1]


def save(match: Match, file: Path) -> None:
    """Write the match to a file."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile("cannot_write", file=str(file), why=error.strerror or str(error)) from None
    write_text(str(file), Record.from_match(match).to_json())


def load(file: Path) -> Match:
    """Read a match from a file. Raises `BadFile`."""
    return fold_all(Record.from_json(read_text(str(file))).events)
