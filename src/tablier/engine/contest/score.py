"""Score, confidence interval, Elo difference and SPRT of a contest.

Games come in groups: one opening is played once from every seat, so that its advantage for one side cancels out. All
statistics are computed over groups; with two seats these are pairs, and the SPRT is the *pentanomial* one. With more than two
seats the first entrant has one seat and the second all others: equal strength means a score of 1/seats, and a draw counts
1/seats.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

Z95 = 1.959964  # 97.5 % quantile of the standard normal distribution
UNSEEN = 1e-3  # count of a group score that has not occurred, so that its logarithm is finite

Verdict = Literal["better", "not better"]


def expected_score(elo: float, seats: int = 2) -> float:
    """Expected score of a player who is stronger by `elo` points.

    >>> expected_score(0), expected_score(0, seats=4), round(expected_score(100), 4)
    (0.5, 0.25, 0.6401)
    """
    return 1 / (1 + (seats - 1) * 10 ** (-elo / 400))


def elo(score: float, seats: int = 2) -> float:
    """Elo difference that corresponds to a score; infinite for 0 and 1.

    >>> round(elo(0.75), 1), elo(0.25, seats=4), elo(1.0)
    (190.8, 0.0, inf)
    """
    if score <= 0 or score >= 1:
        return math.inf if score > 0 else -math.inf
    return round(400 * math.log10((seats - 1) * score / (1 - score)), 9) + 0.0  # 1/3 is inexact and would give −0


@dataclass(frozen=True)
class Score:
    """Wins, draws and losses of the first entrant."""

    wins: int
    draws: int
    losses: int
    groups: Mapping[float, int]  # number of complete groups by group score (0 to 1)
    seats: int = 2

    @classmethod
    def of(cls, points: Iterable[Sequence[float]], seats: int = 2) -> Score:
        """Count the points of groups of games. An incomplete group counts in wins, draws and losses only.

        1 is a win, 0 a loss, anything between a draw.
        """
        wins = draws = losses = 0
        groups: dict[float, int] = {}
        for group in points:
            won, lost = sum(point == 1 for point in group), sum(point == 0 for point in group)
            drawn = len(group) - won - lost
            wins, draws, losses = wins + won, draws + drawn, losses + lost
            if len(group) == seats:
                score = _mean_points(won, drawn, seats, seats)
                groups[score] = groups.get(score, 0) + 1
        return cls(wins, draws, losses, dict(sorted(groups.items())), seats)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """Mean points per game, 0 to 1; 1/seats before the first game."""
        return _mean_points(self.wins, self.draws, self.games, self.seats) if self.games else 1 / self.seats

    @property
    def interval(self) -> tuple[float, float]:
        """95 % Wilson interval of the score, with the effective number of games estimated from the variance of the groups."""
        if not self.games:
            return 0.0, 1.0
        games = self._effective_games()
        z2_n = Z95**2 / games  # z²/n of the Wilson formula
        centre = (self.score + z2_n / 2) / (1 + z2_n)
        half_width = Z95 * math.sqrt(self.score * (1 - self.score) / games + z2_n / (4 * games)) / (1 + z2_n)
        # exact at 0 and 1: a rounding error there would make the Elo difference finite
        return (centre - half_width if self.score > 0 else 0.0), (centre + half_width if self.score < 1 else 1.0)

    def _effective_games(self) -> float:
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

    def to_dict(self) -> dict[str, Any]:
        """The score as a JSON object; an infinite Elo difference is null."""
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
    """Sequential probability ratio test of the hypotheses "stronger by `elo1`" and "stronger by `elo0`".

    `alpha` is the probability of accepting `elo1` wrongly, `beta` that of rejecting it wrongly. Uses the generalised likelihood
    ratio: the maximum-likelihood distributions of group scores with the mean that either hypothesis implies.
    """

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test stops.

        >>> [round(bound, 4) for bound in Sprt().bounds]
        [-2.9444, 2.9444]
        """
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, score: Score) -> float:
        """Log-likelihood ratio of `elo1` against `elo0`."""
        counts = [(value, score.groups.get(value, 0) or UNSEEN) for value in _possible_scores(score.seats)]
        if not score.groups:
            return 0.0
        total = sum(count for _, count in counts)
        observed = [(value, count / total) for value, count in counts]
        mle0 = _constrained_mle(observed, expected_score(self.elo0, score.seats))
        mle1 = _constrained_mle(observed, expected_score(self.elo1, score.seats))
        return total * sum(share * math.log(p1 / p0) for (_, share), p1, p0 in zip(observed, mle1, mle0, strict=True))

    def verdict(self, score: Score) -> Verdict | None:
        """The accepted hypothesis, None while the test is undecided."""
        low, high = self.bounds
        llr = self.llr(score)
        return "better" if llr >= high else "not better" if llr <= low else None


def _mean_points(wins: int, draws: int, games: int, seats: int) -> float:
    """Mean points of `games` games, computed in one division so that equal scores are equal floats."""
    return (wins * seats + draws) / (games * seats)


def _possible_scores(seats: int) -> list[float]:
    """All possible scores of a group, ascending."""
    return sorted({_mean_points(won, drawn, seats, seats) for won in range(seats + 1) for drawn in range(seats + 1 - won)})


def _constrained_mle(observed: Sequence[tuple[float, float]], mean: float) -> list[float]:
    """Maximum-likelihood distribution with the given mean, for observed (value, share) pairs.

    By Lagrange multipliers it is share / (1 + x·(value − mean)); x is found by bisection.
    """
    low, high = -1 / (max(value for value, _ in observed) - mean), -1 / (min(value for value, _ in observed) - mean)
    for _ in range(80):
        middle = (low + high) / 2
        if sum(share * (value - mean) / (1 + middle * (value - mean)) for value, share in observed) > 0:
            low = middle
        else:
            high = middle
    return [share / (1 + low * (value - mean)) for value, share in observed]
