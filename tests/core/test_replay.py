"""Applying action texts and `leave N` (seat N leaves the game) to states."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import tablier
from tablier.core.registry import starting_position
from tablier.core.replay import apply_action, canonical_action, replay
from tests.toy.shelf import toy_on_the_shelf


@pytest.fixture(autouse=True, scope="module")
def _toy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Make the toy game `pebbles` available."""
    with toy_on_the_shelf(tmp_path_factory.mktemp("toy")):
        yield


def test_a_leave_is_applied_like_an_action() -> None:
    start = tablier.new("pebbles", players=3)
    assert apply_action(start, "leave 2") == start.leave(2)
    assert apply_action(start, "take2") == start.play("take2")
    assert canonical_action(start, "leave 2") == "leave 2" and canonical_action(start, "take2") == "take2"


@pytest.mark.parametrize("text", ["leave", "leave ", "leave 007", "leave 100", "leave -1", "leave 1 ", "leave  1", "leave x"])
def test_a_malformed_leave_is_bad_notation(text: str) -> None:
    with pytest.raises(tablier.BadNotation) as raised:
        apply_action(tablier.new("pebbles", players=3), text)
    assert (raised.value.code, raised.value.at) == ("unreadable", 5)  # the index after "leave"


def test_a_leave_of_an_unknown_seat_is_illegal() -> None:
    with pytest.raises(tablier.IllegalAction):
        apply_action(tablier.new("pebbles", players=3), "leave 3")


def test_replay_yields_every_state() -> None:
    states = list(replay(tablier.new("pebbles", players=3), ["take1", "leave 1", "take2"]))
    assert [state.position()["heap"] for state in states] == [12, 11, 11, 9]
    assert list(replay(states[0], [])) == [states[0]]


@pytest.mark.parametrize(
    ("actions", "error", "code", "ply"),
    [
        (["take1", "take4"], tablier.BadNotation, "unreadable", 2),
        (["ask0"], tablier.IllegalAction, "cannot_ask", 1),
        (["take1", "take1", "keep"], tablier.IllegalAction, "nothing_asked", 3),
    ],
)
def test_replay_reports_the_ply_of_the_first_rejected_action(
    actions: list[str], error: type[tablier.RulesError], code: str, ply: int
) -> None:
    with pytest.raises(error) as raised:
        list(replay(tablier.new("pebbles", players=3), actions))
    assert (raised.value.code, raised.value.ply) == (code, ply)


def test_a_starting_position_must_agree_with_edition_and_options() -> None:
    state = tablier.new("pebbles", heap=9).play("take1")
    assert starting_position("pebbles", {"heap": "9"}, str(state)) == state
    assert starting_position("pebbles:heap", {"heap": 9}, None) == tablier.new("pebbles", heap=9)
    for edition, options, code in (
        ("mixtour:stein", {}, "start_differs"),
        ("pebbles", {"heap": "8"}, "start_differs"),
        ("pebbles", {"size": "8"}, "unknown_option"),
        ("pebbles", {"heap": "99"}, "bad_value"),
        ("pebbles:sand", {}, "unknown_edition"),
    ):
        with pytest.raises(tablier.BadOptions) as raised:
            starting_position(edition, options, str(state))
        assert raised.value.code == code
