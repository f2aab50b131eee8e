"""A contest: games between two entrants until the number of games is reached or the SPRT decides, stored as they end."""

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

from .entrants import TimeControl, parse_entrant
from .openings import Openings
from .play_game import MAX_PLIES, GameResult, Pairing
from .score import Score, Sprt, Verdict
from .workers import play_in_parallel, play_in_process

TERMS_FILE = "contest.json"
RESULTS_FILE = "results.jsonl"
GAMES_FOLDER = "games"


@dataclass(frozen=True)
class ContestTerms:
    """The terms of a contest. Only `games` and `sprt` may change when a stored contest is resumed."""

    first: str
    second: str
    openings: Openings
    time_control: TimeControl = TimeControl()  # noqa: RUF009 - frozen
    games: int = 100
    sprt: Sprt | None = None
    max_plies: int = MAX_PLIES

    def to_dict(self) -> dict[str, Any]:
        """The terms that must not change, as a JSON object."""
        openings, time_control = asdict(self.openings), asdict(self.time_control)
        terms = {"first": self.first, "second": self.second, "max_plies": self.max_plies, **openings, **time_control}
        return dict(json.loads(json.dumps(terms)))  # tuples become lists, as in the stored terms


class Contest:
    """Plays a contest, resuming from the results already stored in its folder."""

    def __init__(self, terms: ContestTerms, folder: Path) -> None:
        """Load the stored results.

        Raises `BadOptions` if the folder holds a contest with other terms or an entrant cannot be parsed, and `BadFile` if the
        folder cannot be read or written.
        """
        parse_entrant(terms.first), parse_entrant(terms.second)
        self.terms = terms
        self.folder = folder
        seats = terms.openings.start(0).seats
        self.pairing = Pairing(terms.first, terms.second, terms.openings, terms.time_control, seats, terms.max_plies)
        self.results: dict[int, GameResult] = {}
        with self._convert_os_errors():
            _check_folder_writable(folder)
            self._check_stored_terms()
            self._load_results()

    @property
    def games(self) -> int:
        """Number of games to play: `terms.games` rounded up to whole groups."""
        seats = self.pairing.seats
        return -(-self.terms.games // seats) * seats

    @property
    def score(self) -> Score:
        groups: dict[int, list[float]] = {}
        for number, result in sorted(self.results.items()):
            groups.setdefault(self.pairing.group(number), []).append(result.points)
        return Score.of(groups.values(), self.pairing.seats)

    @property
    def verdict(self) -> Verdict | None:
        return self.terms.sprt.verdict(self.score) if self.terms.sprt else None

    @property
    def faults(self) -> list[GameResult]:
        """The games lost by a fault, by game number."""
        return [result for _, result in sorted(self.results.items()) if result.faulty_seat is not None]

    def play(self, workers: int) -> Iterator[GameResult]:
        """Play the missing games and yield each result once it is stored."""
        numbers = iter(number for number in range(self.games) if number not in self.results)
        if self.verdict:
            return
        games = play_in_process(self.pairing, numbers) if workers == 1 else play_in_parallel(self.pairing, numbers, workers)
        with closing(games):
            for result in games:
                self._store(result)
                yield result
                if self.verdict:
                    return

    # the folder

    @contextmanager
    def _convert_os_errors(self) -> Iterator[None]:
        """Raise `BadFile` in place of an `OSError` of the block."""
        try:
            yield
        except OSError as error:
            raise BadFile("cannot_write", file=str(self.folder), why=error.strerror or str(error)) from None

    def _check_stored_terms(self) -> None:
        file = self.folder / TERMS_FILE
        if not file.exists():
            return
        terms = self.terms.to_dict()
        try:
            stored = dict(json.loads(file.read_text(encoding="utf-8")))
        except ValueError:
            stored = {}
        differing = [name for name in {**terms, **stored} if terms.get(name) != stored.get(name)]
        if differing:
            raise BadOptions("other_contest", folder=str(self.folder), differs=_flag_names(differing))

    def _load_results(self) -> None:
        """Read the results. A last line cut off by a crash is removed, and its game is played again."""
        file = self.folder / RESULTS_FILE
        if not file.exists():
            return
        complete = file.read_bytes().rpartition(b"\n")[0]
        file.write_bytes(complete + b"\n" if complete else b"")
        for line in complete.splitlines():
            result = GameResult(**json.loads(line))
            self.results[result.number] = result

    def _store(self, result: GameResult) -> None:
        """Write the record, then the result line, so that every listed result has a record.

        The folder is created with the first game, so that a rejected contest leaves none behind.
        """
        with self._convert_os_errors():
            (self.folder / GAMES_FOLDER).mkdir(parents=True, exist_ok=True)
            if not (self.folder / TERMS_FILE).exists():
                (self.folder / TERMS_FILE).write_text(json.dumps(self.terms.to_dict(), indent=2) + "\n", encoding="utf-8")
            (self.folder / GAMES_FOLDER / f"{result.number + 1:06}.json").write_text(result.record, encoding="utf-8")
            with (self.folder / RESULTS_FILE).open("a", encoding="utf-8") as file:
                file.write(json.dumps(result.to_dict()) + "\n")
        self.results[result.number] = result


def _check_folder_writable(folder: Path) -> None:
    """Raise `OSError` if the folder cannot be created or written, before any game is played."""
    nearest = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    code = errno.ENOTDIR if not nearest.is_dir() else 0 if os.access(nearest, os.W_OK | os.X_OK) else errno.EACCES
    if code:
        raise OSError(code, os.strerror(code))


def _flag_names(names: Sequence[str]) -> list[str]:
    """The terms by the names of the command-line arguments that set them."""
    labels = {"first": _("the first player"), "second": _("the second player"), "edition": _("the edition")}
    flags = {"options": "-o", "listed": "--openings", "max_plies": "--longest", "margin_s": "--margin"}
    if "listed" in names:  # listed openings replace random plies
        names = [name for name in names if name != "plies"]
    return [labels.get(name) or flags.get(name) or f"--{name}" for name in names]
