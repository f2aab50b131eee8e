"""The line of plies: positions are kept at checkpoints and replayed in between."""

from __future__ import annotations

from random import Random

import pytest

from tablier.core.state import State
from tablier.match import Match, accept_offer, begin, make_offer, play_action
from tablier.match import line as line_module
from tests.match.pebbles import check_replay


@pytest.fixture(autouse=True)
def _short_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_module, "CHECKPOINT_PLIES", 4)


def play_random(edition: str, plies: int, seed: int = 0, **options: int) -> tuple[Match, list[State]]:
    """A match of random actions, and the positions it went through."""
    rng = Random(seed)
    match = begin(edition, ("Ada", "Bo"), now=0, rng=rng, options=options, first=0)
    states = [match.state]
    while match.length < plies and not match.result:
        assert match.state.to_act is not None
        match = play_action(match, match.state.to_act, rng.choice(match.state.legal_actions()), 0)
        states.append(match.state)
    return match, states


@pytest.mark.parametrize("edition", ["mixtour:stein", "twixt:kosmos", "kwintie:table", "pebbles:heap"])
def test_every_position_is_found_again(edition: str) -> None:
    match, states = play_random(edition, 11, **({"heap": 60} if edition.startswith("pebbles") else {}))
    assert [match.state_at(length) for length in range(match.length + 1)] == states
    assert list(match.states()) == states
    assert [entry.length for entry in reversed(match.checkpoints)] == [8, 4, 0]


def test_kept_positions_have_no_cached_actions() -> None:
    match, _ = play_random("twixt:kosmos", 9, size=12)
    assert [entry.state._legal for entry in match.checkpoints.items()] == [None] * 3  # type: ignore[attr-defined]
    assert match.checkpoints.last.state == match.state_at(8)


def test_a_takeback_replays_from_the_nearest_checkpoint() -> None:
    match, states = play_random("mixtour:stein", 9)
    for kept in range(8, 2, -1):
        seat = kept % 2
        match = accept_offer(make_offer(match, seat, "takeback", 0), 1 - seat, "takeback", 0)
        assert (match.length, match.state) == (kept, states[kept])
        assert match.checkpoints.last.length == kept - kept % 4
    for _ in range(3):
        match = play_action(match, match.state.to_act or 0, match.state.legal_actions()[0], 0)
    assert list(match.states())[:4] == states[:4] and match.checkpoints.last.length == 4
    check_replay(match)


@pytest.mark.parametrize(
    ("edition", "options", "opening", "cycle"),
    [
        ("mixtour:stein", {}, "a1 a2 b1 b2 b2-a1", "a1:1-a2 a2:1-b1 b1:1-a1"),  # MIX-11
        ("twixt:dujardin", {"pegs": 1, "pie": False}, "c3 h8", "^c3,d3 ^h8,h9 ^d3,c3 ^h9,h8"),  # TWX-16
    ],
)
@pytest.mark.parametrize("takebacks", [1, 2, 4])
def test_repetitions_are_counted_after_a_takeback(
    edition: str, options: dict[str, int], opening: str, cycle: str, takebacks: int
) -> None:
    """The third occurrence of a position is a draw, also if the first one was before the checkpoint."""
    match = begin(edition, ("Ada", "Bo"), now=0, rng=Random(0), options=options, first=0)
    texts = [*opening.split(), *cycle.split() * 4]
    while not match.result:
        match = play_action(match, match.state.to_act or 0, texts[match.length], 0)
    assert match.result.reason == "repetition"
    drawn, last = match.length, match.result
    match = begin(edition, ("Ada", "Bo"), now=0, rng=Random(0), options=options, first=0)
    while match.length < drawn - 1:
        match = play_action(match, match.state.to_act or 0, texts[match.length], 0)
    for _ in range(takebacks):
        seat = 1 - (match.state.to_act or 0)
        match = accept_offer(make_offer(match, seat, "takeback", 0), 1 - seat, "takeback", 0)
    while not match.result:
        match = play_action(match, match.state.to_act or 0, texts[match.length], 0)
    assert (match.length, match.result) == (drawn, last)
