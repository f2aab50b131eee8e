"""Statistics of contests, compared with closed forms and with independent computations."""

from __future__ import annotations

import math
import random

import pytest

from tablier.engine.contest.score import Score, Sprt, elo, expected_score


def score_of_pairs(*counts: int) -> Score:
    """Score of given numbers of pairs with 0, ½, 1, 1½ and 2 points."""
    pairs = ([0, 0], [0, 0.5], [0.5, 0.5], [0.5, 1], [1, 1])
    return Score.of(pair for pair, count in zip(pairs, counts, strict=True) for _ in range(count))


def test_elo_and_expected_score_are_inverse() -> None:
    assert elo(expected_score(35)) == pytest.approx(35)
    assert elo(expected_score(-70, 4), 4) == pytest.approx(-70)
    assert elo(0.5) == 0 and elo(0.64) == pytest.approx(99.95, abs=0.01)
    assert elo(0.0) == -math.inf


def test_incomplete_groups_count_as_games_only() -> None:
    score = Score.of([[1, 0], [1, 0.5], [1]])
    assert (score.wins, score.draws, score.losses, score.games) == (3, 1, 1, 5)
    assert score.groups == {0.5: 1, 0.75: 1} and score.score == 0.7
    assert Score.of([]).interval == (0.0, 1.0)


def test_interval_of_independent_games_is_wilsons() -> None:
    """Wilson interval of 60 wins in 100 independent games: 50.2 to 69.1 %."""
    score = score_of_pairs(8, 0, 24, 0, 18)  # 50 · (0.4², 2 · 0.4 · 0.6, 0.6²): no correlation within pairs
    assert score.score == 0.6
    low, high = score.interval
    assert low == pytest.approx(0.502, abs=0.01) and high == pytest.approx(0.691, abs=0.01)


def test_interval_depends_on_the_correlation_within_pairs() -> None:
    narrow = score_of_pairs(0, 0, 50, 0, 0).interval  # every opening was won by the same seat
    wide = score_of_pairs(25, 0, 0, 0, 25).interval
    assert wide[1] - wide[0] > narrow[1] - narrow[0]


def test_interval_of_all_wins_has_a_positive_width() -> None:
    score = score_of_pairs(0, 0, 0, 0, 50)
    low, high = score.interval
    assert high == 1.0 and low == pytest.approx(100 / (100 + 1.96**2), abs=1e-3)
    assert score.to_dict()["elo"] is None and score.to_dict()["elo_interval"][0] > 500


@pytest.mark.parametrize("pairs", range(1, 30))
def test_interval_of_all_wins_or_losses_is_unbounded_in_elo(pairs: int) -> None:
    assert score_of_pairs(0, 0, 0, 0, pairs).elo_interval[1] == math.inf
    assert score_of_pairs(pairs, 0, 0, 0, 0).elo_interval[0] == -math.inf
    low, high = score_of_pairs(1, 0, 0, 0, pairs).interval
    assert 0 < low < high < 1


def test_interval_contains_the_true_score_in_95_percent_of_samples() -> None:
    rng = random.Random(3)
    inside = 0
    for _ in range(400):
        score = Score.of([[float(rng.random() < 0.6), float(rng.random() < 0.5)] for _ in range(60)])
        low, high = score.interval
        inside += low <= 0.55 <= high
    assert 0.92 <= inside / 400 <= 0.98


def test_sprt_bounds_are_walds() -> None:
    low, high = Sprt(0, 5, alpha=0.05, beta=0.05).bounds
    assert (low, high) == pytest.approx((-2.94444, 2.94444), abs=1e-5)
    low, high = Sprt(0, 5, alpha=0.05, beta=0.1).bounds
    assert (low, high) == pytest.approx((math.log(0.1 / 0.95), math.log(0.9 / 0.05)))


def test_llr_of_pairs_without_draws_is_the_closed_form() -> None:
    """With every pair won or lost, the ratio is Wald's for a Bernoulli variable."""
    wins, losses, p0, p1 = 60, 40, expected_score(0), expected_score(20)
    exact = wins * math.log(p1 / p0) + losses * math.log((1 - p1) / (1 - p0))
    assert Sprt(0, 20).llr(score_of_pairs(losses, 0, 0, 0, wins)) == pytest.approx(exact, abs=1e-2)


@pytest.mark.parametrize("counts", [(10, 40, 100, 60, 20), (3, 0, 50, 0, 9), (100, 200, 350, 210, 140)])
def test_llr_is_that_of_the_maximum_likelihood_distributions(counts: tuple[int, ...]) -> None:
    """Compares with the dual problem, solved by ternary search."""
    sprt = Sprt(-5, 15)
    values = [0, 0.25, 0.5, 0.75, 1]
    observed = [(value, count) for value, count in zip(values, counts, strict=True) if count]

    def max_log_likelihood(mean: float) -> float:
        """Maximum log-likelihood with that mean: the minimum of the dual function."""
        total = sum(count for _, count in observed)
        low, high = -1 / (1 - mean) + 1e-12, 1 / mean - 1e-12

        def dual(x: float) -> float:
            return -sum(count * math.log(1 + x * (value - mean)) for value, count in observed)

        for _ in range(300):
            third = (high - low) / 3
            low, high = (low + third, high) if dual(low + third) > dual(high - third) else (low, high - third)
        return dual((low + high) / 2) + sum(count * math.log(count / total) for _, count in observed)

    expected = max_log_likelihood(expected_score(15)) - max_log_likelihood(expected_score(-5))
    assert sprt.llr(score_of_pairs(*counts)) == pytest.approx(expected, abs=0.02)


def test_llr_of_many_pairs_is_near_the_normal_approximation() -> None:
    """(s1−s0)(2s−s0−s1)·N / 2σ²; close for small differences."""
    score, s0, s1 = score_of_pairs(400, 1900, 3400, 2000, 450), expected_score(0), expected_score(2)
    count = sum(score.groups.values())
    variance = sum(times * (value - score.score) ** 2 for value, times in score.groups.items()) / count
    approximation = (s1 - s0) * (2 * score.score - s0 - s1) * count / (2 * variance)
    assert Sprt(0, 2).llr(score) == pytest.approx(approximation, rel=0.02)


def test_sprt_verdicts() -> None:
    sprt = Sprt(0, 50)
    assert sprt.verdict(Score.of([])) is None and sprt.llr(Score.of([])) == 0.0
    assert sprt.verdict(score_of_pairs(5, 10, 20, 10, 5)) is None
    assert sprt.verdict(score_of_pairs(0, 0, 20, 30, 50)) == "better"
    assert sprt.verdict(score_of_pairs(50, 30, 20, 0, 0)) == "not better"


def test_sprt_error_rate_is_at_most_alpha() -> None:
    """Players of strength elo0 are called better with a frequency of about alpha."""
    rng = random.Random(11)
    sprt, errors = Sprt(0, 120, alpha=0.1, beta=0.1), 0
    for _ in range(100):
        pairs: list[list[float]] = []
        while (verdict := sprt.verdict(Score.of(pairs))) is None:
            pairs += [[float(rng.random() < 0.5), float(rng.random() < 0.5)] for _ in range(4)]
        errors += verdict == "better"
    assert errors / 100 <= 0.17  # alpha and 2.3 standard deviations of 100 trials


def test_scores_with_four_seats() -> None:
    score = Score.of([[1, 0, 0, 0]] * 20, seats=4)
    assert score.score == 0.25 and score.elo == 0
    assert Sprt(0, 100).verdict(Score.of([[1, 1, 0, 1]] * 60, seats=4)) == "better"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_draws_mean_equal_strength(seats: int) -> None:
    score = Score.of([[1 / seats] * seats] * 6, seats)
    assert (score.draws, score.score, score.elo) == (6 * seats, 1 / seats, 0)
    assert str(score.elo) == "0.0" and score.to_dict()["elo"] == 0
    low, high = score.interval
    assert low < 1 / seats < high
    assert Sprt(-100, 0).llr(score) > 0 > Sprt(0, 100).llr(score)


def test_a_win_is_worth_one_draw_per_seat() -> None:
    drawn, won = Score.of([[1 / 3] * 3] * 9, 3), Score.of([[1, 0, 0]] * 9, 3)
    assert drawn.groups == won.groups and drawn.interval == won.interval


def test_any_points_between_loss_and_win_are_a_draw() -> None:
    assert Score.of([[0.5, 1, 0, 0.5]], 4) == Score.of([[0.25, 1, 0, 0.25]], 4)


@pytest.mark.parametrize("seats", [3, 4])
def test_sprt_error_rate_is_at_most_alpha_with_draws_and_more_seats(seats: int) -> None:
    """Equal players who draw a third of their games are called better with a frequency of about alpha."""
    rng = random.Random(5)
    sprt, errors = Sprt(0, 150, alpha=0.1, beta=0.1), 0

    def game() -> float:
        return 1 / seats if rng.random() < 1 / 3 else float(rng.random() < 1 / seats)

    for _ in range(100):
        groups: list[list[float]] = []
        while (verdict := sprt.verdict(Score.of(groups, seats))) is None:
            groups += [[game() for _ in range(seats)] for _ in range(4)]
        errors += verdict == "better"
    assert errors / 100 <= 0.17  # alpha and 2.3 standard deviations of 100 trials
