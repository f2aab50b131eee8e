"""The JSON view of a match for a seat or a spectator."""

from __future__ import annotations

import json
from random import Random

import pytest

from tablier.match import Days, Increment, adjourn, begin, create, join, leave, make_offer, play_action, resign, view
from tests.match.pebbles import act_once_each, new_pebbles, play_all


def test_a_running_match_as_each_seat_sees_it():
    match = make_offer(act_once_each(new_pebbles(3, heap=9, clock=Increment(60_000, 0))), 2, "draw", 4_000)
    own_view, public_view = view(match, 0, 5_000), view(match, None, 5_000)
    assert own_view["state"]["legal"] and not public_view["state"]["legal"]
    assert {name: own_view[name] for name in own_view if name not in ("state", "players")} == {
        "status": "running",
        "seat": 0,
        "to_act": 0,
        "gone": [],
        "rated": False,
        "clock": {"kind": "increment", "base_ms": 60_000, "increment_ms": 0},
        "remaining_ms": [55_000, 60_000, 60_000],
        "ticking": 0,
        "deadline": 60_000,
        "now": 5_000,
        "offers": [{"offer_type": "draw", "seat": 2, "agreed": [2]}],
        "can_abort_alone": False,
        "takeback": True,
        "result": None,
        "rematch": False,
        "actions": 3,
        "changes": 3,
        "events": 9,
        "last": [{"seat": seat, "text": "take1"} for seat in range(3)],
        "round": 1,
        "score": [[0, 0], [0, 0], [0, 0]],
    }


@pytest.mark.parametrize(
    "make_match",
    [
        lambda: create("pebbles", now=0, rng=Random(0)),
        lambda: join(create("pebbles", now=0, rng=Random(0), clock=Days(1)), "Ada", 0),
        lambda: new_pebbles(2, clock=Days(3)),
        lambda: adjourn(new_pebbles(4), 5),
        lambda: leave(play_all(new_pebbles(3), "ask1"), 1, 3),
        lambda: resign(new_pebbles(2), 1, 3),
        lambda: begin("twisty", ("Ada", "Bo"), now=0, rng=Random(0)),
    ],
)
def test_every_view_is_plain_json_with_legal_actions_for_the_acting_seat_only(make_match):
    match = make_match()
    for seat in (None, *range(match.state.seats)):
        payload = view(match, seat, 10)
        assert json.loads(json.dumps(payload)) == payload
        assert bool(payload["state"]["legal"]) == (seat is not None and seat == match.to_act)


def test_the_score_is_shown_by_seat():
    match = resign(new_pebbles(first=1), 0, 1)  # Bo began and resigned
    assert view(match, None, 1)["players"] == ["Bo", "Ada"]
    assert view(match, None, 1)["score"] == [[0, 0], [1, 0]]
    assert match.score == ((1, 0), (0, 0))


def test_only_the_last_actions_are_shown():
    match = play_all(new_pebbles(heap=30), *["take1"] * 7)
    assert view(match, 0, 0)["last"] == [{"seat": 1, "text": "take1"}, {"seat": 0, "text": "take1"}]
    assert view(play_action(new_pebbles(), 0, "take1", 0), 0, 0)["last"] == [{"seat": 0, "text": "take1"}]
