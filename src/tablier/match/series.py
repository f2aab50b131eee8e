"""Series: several matches of the same players, with a running score."""

from __future__ import annotations

from dataclasses import dataclass

from ..core.registry import find
from .commands import Lot, begin
from .line import MatchError
from .match import Match


@dataclass(frozen=True, slots=True)
class Series:
    """Matches of the same players, who keep their order of joining from one to the next; the seats change."""

    matches: tuple[Match, ...]

    @property
    def current(self) -> Match:
        """The match being played, or the one played last."""
        return self.matches[-1]

    @property
    def players(self) -> tuple[str, ...]:
        """In the order of joining the first match."""
        return self.current.line.players

    @property
    def score(self) -> tuple[tuple[int, int], ...]:
        """Wins and draws by player; aborted matches do not count."""
        return self.current.score

    def now(self, match: Match) -> Series:
        """The series with its current match as it stands now."""
        return Series((*self.matches[:-1], match))

    def first(self) -> int | None:
        """The player who begins the next match, None when that is drawn by lot."""
        return follower(self.current)

    def rematch(self, *, now: int, random: Lot) -> Series:
        """The series with its next match, begun."""
        return Series((*self.matches, rematch(self.current, now=now, random=random)))


def follower(match: Match) -> int | None:
    """The player who begins after this match, in the order of joining; None when that is drawn by lot."""
    result, seating = match.result, match.line.seating
    if not result:
        raise MatchError("still_running")
    if not seating:
        raise MatchError("not_started")
    if result.aborted:
        return seating[0]
    if match.create.begins == "lot":
        return None
    if match.create.begins == "loser" and len(seating) == 2 and result.winner is not None:
        return seating[1 - result.winner]  # KWI-10
    return seating[1]  # the next in the row; after a tie of two, the other one


def rematch(match: Match, *, now: int, random: Lot) -> Match:
    """The match after this one, on the same terms; what was drawn for the start is drawn again."""
    terms = match.create
    seeds = {option.name for option in find(terms.edition)[0].options if option.seed} & set(terms.options)
    return begin(
        terms.edition,
        match.line.players,
        now=max(now, match.at),
        random=random,
        options={name: text for name, text in terms.options.items() if name not in seeds},
        start=None if seeds else terms.start,
        clock=terms.clock,
        begins=terms.begins,
        first=follower(match),
        rated=terms.rated,
        round=terms.round + (match.result is not None and not match.result.aborted),
        score=match.score,
    )
