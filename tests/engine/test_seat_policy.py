"""The policy of an engine on a seat: thinking time, draw offers, name."""

from __future__ import annotations

import random

import pytest

from tablier.core.i18n import use_language
from tablier.core.state import Action
from tablier.engine.analysis import Candidate, Proof
from tablier.engine.seat_policy import accepts_draw, engine_name, thinking_time_s
from tablier.match.commands import begin, resign
from tablier.match.series import start_rematch
from tablier.records.record import Record


def candidate(expected_score: float, proof: Proof | None = None) -> Candidate:
    return Candidate(Action("a"), expected_score, proof, 1 if proof else 0)


@pytest.mark.parametrize("remaining_s", [0.0, 0.02, 0.06, 0.5, 3.0, 60.0, 3600.0])
@pytest.mark.parametrize("increment_s", [0.0, 1.0, 30.0])
def test_thinking_time_never_exceeds_half_of_the_clock(remaining_s: float, increment_s: float) -> None:
    seconds = thinking_time_s(remaining_s, increment_s)
    assert 0.01 <= seconds <= max(0.01, remaining_s / 2)
    assert seconds >= thinking_time_s(remaining_s / 2, increment_s)


@pytest.mark.parametrize(
    ("own_score", "proof", "accepted"),
    [
        (0.3, None, True),
        (0.44, None, True),
        (0.5, None, False),
        (0.7, None, False),
        (0.0, "loss", True),
        (0.5, "draw", True),
        (1.0, "win", False),
    ],
)
def test_a_draw_is_accepted_only_by_an_engine_that_is_worse_off(own_score: float, proof: Proof | None, accepted: bool) -> None:
    assert accepts_draw(candidate(own_score, proof), own_turn=True) == accepted
    opposite: dict[Proof | None, Proof | None] = {None: None, "win": "loss", "draw": "draw", "loss": "win"}
    assert accepts_draw(candidate(1 - own_score, opposite[proof]), own_turn=False) == accepted


def test_the_name_is_translated() -> None:
    names = {engine_name(7)}
    for code in ("de", "fr", "es", "it"):
        with use_language(code):
            names.add(engine_name(7))
    assert len(names) == 5 and all("7" in name for name in names)


def test_the_level_of_an_engine_is_recorded_and_kept_in_a_rematch() -> None:
    rng = random.Random(1)
    match = begin("mixtour", ["Ada", "Deep"], now=0, rng=rng, levels=[None, 7])
    assert Record.from_json(Record.from_match(match).to_json()).line.levels == (None, 7)
    assert start_rematch(resign(match, 0, now=1), now=2, rng=rng).levels == (None, 7)
