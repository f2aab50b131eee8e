"""A contest: games of two entrants until enough are played or the result is certain, kept in a folder as they end."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tablier.core.errors import BadFile, BadOptions

from .entrants import Pace, entrant
from .openings import Openings
from .playing import LONGEST, Pairing, Played
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
        try:
            (folder / GAMES).mkdir(parents=True, exist_ok=True)
            self._agree()
            self._read()
        except OSError as error:
            raise BadFile("cannot_write", file=str(folder), why=error.strerror or str(error)) from None

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

    def _agree(self) -> None:
        file = self.folder / TERMS
        told = self.terms.json()
        if not file.exists():
            file.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
            return
        try:
            before = dict(json.loads(file.read_text(encoding="utf-8")))
        except ValueError:
            before = {}
        differs = sorted(name for name in told.keys() | before.keys() if told.get(name) != before.get(name))
        if differs:
            raise BadOptions("other_contest", folder=str(self.folder), differs=differs)

    def _read(self) -> None:
        """A last line that was cut off by a crash is dropped, and its game played again."""
        file = self.folder / RESULTS
        whole = file.read_bytes().rpartition(b"\n")[0] if file.exists() else b""
        file.write_bytes(whole + b"\n" if whole else b"")
        for line in whole.splitlines():
            played = Played(**json.loads(line))
            self.played[played.number] = played

    def _keep(self, played: Played) -> None:
        """The record first: a result that is listed has one."""
        (self.folder / GAMES / f"{played.number + 1:06}.json").write_text(played.record, encoding="utf-8")
        with (self.folder / RESULTS).open("a", encoding="utf-8") as file:
            file.write(json.dumps(played.json()) + "\n")
        self.played[played.number] = played
