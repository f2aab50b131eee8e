"""Where games at this machine are kept: written after every event, so that nothing can be lost."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from tablier.cli.files import read_text, write_text
from tablier.core.errors import BadFile
from tablier.core.files import user_data_dir
from tablier.match import Match, fold_all
from tablier.records.record import Record


def folder() -> Path:
    """The folder for games in progress, as the XDG convention has it."""
    return user_data_dir() / "games"


def fresh_file(match: Match) -> Path:
    """A new name for a match, told by its game and time."""
    begun = datetime.fromtimestamp(match.terms.at / 1000).strftime("%Y-%m-%d-%H%M%S")
    name = f"{match.terms.edition.replace(':', '-')}-{begun}"
    found = folder() / f"{name}.json"
    number = 2
    while found.exists():
        found = folder() / f"{name}-{number}.json"
        number += 1
    return found


def last_file() -> Path:
    """The match played last."""
    files = sorted(folder().glob("*.json"), key=lambda file: file.stat().st_mtime)
    if not files:
        raise BadFile("nothing_saved", folder=str(folder()))
    return files[-1]


def save(match: Match, file: Path) -> None:
    """Keeps the match as it stands."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile("cannot_write", file=str(file), why=error.strerror or str(error)) from None
    write_text(str(file), Record.from_match(match).to_json())


def load(file: Path) -> Match:
    """The match kept in a file; `BadFile` when it is none."""
    return fold_all(Record.from_json(read_text(str(file))).events)
