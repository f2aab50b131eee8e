"""A contest: games of two entrants until enough are played or the result is certain, kept in a folder as they end."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tablier.core.errors import BadFile, BadOptions
from tablier.core.i18n import gettext as _

from .entrants import Pace, entrant
from .openings import Openings
from .play_game import LONGEST, Pairing, Played
from .score import Score, Sprt, Verdict
from .workers import play_here, play_in_parallel

TERMS = "contest.json"
RESULTS = "results.jsonl"
GAMES = "games"


@dataclass(frozen=True)
class Terms:
    """What is played. `games` and `sprt` may change when a contest is gone on with; the rest may not."""

    first: str
    second: str
    openings: Openings
    pace: Pace = Pace()  # noqa: RUF009 - frozen
    games: int = 100
    sprt: Sprt | None = None
    longest: int = LONGEST

    def json(self) -> dict[str, Any]:
        """What must stay the same, as plain JSON."""
        openings, pace = asdict(self.openings), asdict(self.pace)
        told = {"first": self.first, "second": self.second, "longest": self.longest, **openings, **pace}
        return dict(json.loads(json.dumps(told)))


class Contest:
    """Reads what its folder has, and goes on from there."""

    def __init__(self, terms: Terms, folder: Path) -> None:
        """`BadOptions` when the folder holds another contest or an entrant is none."""
        entrant(terms.first), entrant(terms.second)
        self.terms = terms
        self.folder = folder
        seats = terms.openings.start(0).seats
        self.pairing = Pairing(terms.first, terms.second, terms.openings, terms.pace, seats, terms.longest)
        self.played: dict[int, Played] = {}
        with self._folder_errors():
            _expect_a_place(folder)
            self._agree()
            self._read()

    @property
    def games(self) -> int:
        """How many are to be played: whole groups."""
        seats = self.pairing.seats
        return -(-self.terms.games // seats) * seats

    @property
    def score(self) -> Score:
        groups: dict[int, list[float]] = {}
        for number, played in sorted(self.played.items()):
            groups.setdefault(self.pairing.group(number), []).append(played.points)
        return Score.of(groups.values(), self.pairing.seats)

    @property
    def verdict(self) -> Verdict | None:
        return self.terms.sprt.verdict(self.score) if self.terms.sprt else None

    @property
    def faults(self) -> list[Played]:
        """The games that ended by a fault, in their order."""
        return [played for _, played in sorted(self.played.items()) if played.faulty is not None]

    def play(self, workers: int) -> Iterator[Played]:
        """Plays what is left, and tells of each game once it is kept."""
        numbers = iter(number for number in range(self.games) if number not in self.played)
        if self.verdict:
            return
        games = play_here(self.pairing, numbers) if workers == 1 else play_in_parallel(self.pairing, numbers, workers)
        with closing(games):
            for played in games:
                self._keep(played)
                yield played
                if self.verdict:
                    return

    # the folder

    @contextmanager
    def _folder_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise BadFile("cannot_write", file=str(self.folder), why=error.strerror or str(error)) from None

    def _agree(self) -> None:
        file = self.folder / TERMS
        if not file.exists():
            return
        told = self.terms.json()
        try:
            before = dict(json.loads(file.read_text(encoding="utf-8")))
        except ValueError:
            before = {}
        differs = [name for name in {**told, **before} if told.get(name) != before.get(name)]
        if differs:
            raise BadOptions("other_contest", folder=str(self.folder), differs=_as_typed(differs))

    def _read(self) -> None:
        """A last line that was cut off by a crash is dropped, and its game played again."""
        file = self.folder / RESULTS
        if not file.exists():
            return
        whole = file.read_bytes().rpartition(b"\n")[0]
        file.write_bytes(whole + b"\n" if whole else b"")
        for line in whole.splitlines():
            played = Played(**json.loads(line))
            self.played[played.number] = played

    def _keep(self, played: Played) -> None:
        """The record first: a result that is listed has one. A contest that is refused has no game, and leaves no folder."""
        with self._folder_errors():
            (self.folder / GAMES).mkdir(parents=True, exist_ok=True)
            if not (self.folder / TERMS).exists():
                (self.folder / TERMS).write_text(json.dumps(self.terms.json(), indent=2) + "\n", encoding="utf-8")
            (self.folder / GAMES / f"{played.number + 1:06}.json").write_text(played.record, encoding="utf-8")
            with (self.folder / RESULTS).open("a", encoding="utf-8") as file:
                file.write(json.dumps(played.json()) + "\n")
        self.played[played.number] = played


def _expect_a_place(folder: Path) -> None:
    """`OSError` now and not after the first game, where no folder can be."""
    nearest = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    wrong = errno.ENOTDIR if not nearest.is_dir() else 0 if os.access(nearest, os.W_OK | os.X_OK) else errno.EACCES
    if wrong:
        raise OSError(wrong, os.strerror(wrong))


def _as_typed(names: Sequence[str]) -> list[str]:
    """Names of terms as a person gave them."""
    words = {"first": _("the first player"), "second": _("the second player"), "edition": _("the edition")}
    flags = {"options": "-o", "listed": "--openings"}
    if "listed" in names:  # which are instead of random plies
        names = [name for name in names if name != "plies"]
    return [words.get(name) or flags.get(name) or f"--{name}" for name in names]
