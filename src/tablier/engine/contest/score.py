"""Scores, error bars, Elo, and the test that says when a result is certain.

Games come in groups: one opening played once from every seat, so that what the opening gives one side it gives the other too.
All statistics are about groups (pairs where two play, which makes the test the *pentanomial* one). With more than two seats
one entrant plays one seat and the other all others; equal strength then means one game in `seats`, and so a draw counts
1/seats: an equal share for every seat.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

SURE = 1.959964  # standard deviations on both sides of 95 % of a normal distribution
UNSEEN = 1e-3  # weight of a result that has not happened yet, so that its logarithm exists

Verdict = Literal["better", "not better"]


def expected(elo: float, seats: int = 2) -> float:
    """The score that a difference of Elo points makes.

    >>> expected(0), expected(0, seats=4), round(expected(100), 4)
    (0.5, 0.25, 0.6401)
    """
    return 1 / (1 + (seats - 1) * 10 ** (-elo / 400))


def elo(score: float, seats: int = 2) -> float:
    """The difference of Elo points that makes this score; infinite for all or nothing.

    >>> round(elo(0.75), 1), elo(0.25, seats=4), elo(1.0)
    (190.8, 0.0, inf)
    """
    if score <= 0 or score >= 1:
        return math.inf if score > 0 else -math.inf
    return round(400 * math.log10((seats - 1) * score / (1 - score)), 9) + 0.0  # a third is not exact, and would give −0


@dataclass(frozen=True)
class Score:
    """What the first entrant has made of its games."""

    wins: int
    draws: int
    losses: int
    groups: Mapping[float, int]  # how often a finished group brought this score, from 0 to 1
    seats: int = 2

    @classmethod
    def of(cls, points: Iterable[Sequence[float]], seats: int = 2) -> Score:
        """Counts the points of groups of games; a group that is not finished counts by its games only.

        1 is a win, 0 a loss and anything between a draw: contests kept earlier have ½ for one, however many sat there.
        """
        wins = draws = losses = 0
        groups: dict[float, int] = {}
        for group in points:
            won, lost = sum(point == 1 for point in group), sum(point == 0 for point in group)
            drawn = len(group) - won - lost
            wins, draws, losses = wins + won, draws + drawn, losses + lost
            if len(group) == seats:
                score = _share(won, drawn, seats, seats)
                groups[score] = groups.get(score, 0) + 1
        return cls(wins, draws, losses, dict(sorted(groups.items())), seats)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """From 0 to 1; what equal strength would make before the first game."""
        return _share(self.wins, self.draws, self.games, self.seats) if self.games else 1 / self.seats

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the score (Wilson's, for as many independent games as the spread of the groups is worth)."""
        if not self.games:
            return 0.0, 1.0
        games = self._independent_games()
        share = SURE**2 / games
        middle = (self.score + share / 2) / (1 + share)
        reach = SURE * math.sqrt(self.score * (1 - self.score) / games + share / (4 * games)) / (1 + share)
        # all or nothing reaches the end; rounding may miss it by a hair, and Elo would be some thousands instead of infinite
        return (middle - reach if self.score > 0 else 0.0), (middle + reach if self.score < 1 else 1.0)

    def _independent_games(self) -> float:
        count = sum(self.groups.values())
        if count < 2:
            return self.games
        mean = sum(score * times for score, times in self.groups.items()) / count
        variance = sum(times * (score - mean) ** 2 for score, times in self.groups.items()) / (count - 1)
        if variance <= 0 or not 0 < mean < 1:
            return self.games
        return mean * (1 - mean) / (variance / count)

    @property
    def elo(self) -> float:
        return elo(self.score, self.seats)

    @property
    def elo_interval(self) -> tuple[float, float]:
        low, high = self.interval
        return elo(low, self.seats), elo(high, self.seats)

    def json(self) -> dict[str, Any]:
        """As plain JSON; an infinite Elo is null."""
        return {
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "score": round(self.score, 5),
            "interval": [round(bound, 5) for bound in self.interval],
            "elo": _finite(self.elo),
            "elo_interval": [_finite(bound) for bound in self.elo_interval],
        }


def _finite(number: float) -> float | None:
    return round(number, 1) if math.isfinite(number) else None


@dataclass(frozen=True)
class Sprt:
    """The sequential probability ratio test: whether the first entrant is better by `elo1` rather than by `elo0`.

    It ends as soon as one answer is likelier than the other by the bounds. `alpha` is the chance to call better what is not,
    `beta` the chance to miss it. The ratio is the generalised one: of the likeliest distributions of group scores with
    either mean.
    """

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The ratios (as logarithms) at which it ends.

        >>> [round(bound, 4) for bound in Sprt().bounds]
        [-2.9444, 2.9444]
        """
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, score: Score) -> float:
        """The logarithm of the likelihood ratio of `elo1` against `elo0`."""
        counts = [(value, score.groups.get(value, 0) or UNSEEN) for value in _possible(score.seats)]
        if not score.groups:
            return 0.0
        total = sum(count for _, count in counts)
        seen = [(value, count / total) for value, count in counts]
        likeliest0 = _likeliest(seen, expected(self.elo0, score.seats))
        likeliest1 = _likeliest(seen, expected(self.elo1, score.seats))
        return total * sum(
            share * math.log(one / zero) for (_, share), one, zero in zip(seen, likeliest1, likeliest0, strict=True)
        )

    def verdict(self, score: Score) -> Verdict | None:
        """The answer, None while it is not certain."""
        low, high = self.bounds
        ratio = self.ratio(score)
        return "better" if ratio >= high else "not better" if ratio <= low else None


def _share(wins: int, draws: int, games: int, seats: int) -> float:
    """The score of so many games, rounded once, so that equal scores are equal numbers."""
    return (wins * seats + draws) / (games * seats)


def _possible(seats: int) -> list[float]:
    """The scores a group can bring."""
    return sorted({_share(won, drawn, seats, seats) for won in range(seats + 1) for drawn in range(seats + 1 - won)})


def _likeliest(seen: Sequence[tuple[float, float]], mean: float) -> list[float]:
    """The distribution with that mean under which what was seen is likeliest.

    By Lagrange it is share / (1 + x·(value − mean)) with the one x that gives it that mean, found by halving.
    """
    low, high = -1 / (max(value for value, _ in seen) - mean), -1 / (min(value for value, _ in seen) - mean)
    for _ in range(80):
        middle = (low + high) / 2
        if sum(share * (value - mean) / (1 + middle * (value - mean)) for value, share in seen) > 0:
            low = middle
        else:
            high = middle
    return [share / (1 + low * (value - mean)) for value, share in seen]
