"""Draws, takebacks, aborts and rematches: who may ask, who must agree, when an offer lapses."""

from __future__ import annotations

import pytest

from tablier.match import accept_offer, decline_offer, leave, make_offer, play_action, resign
from tests.match.table import again, everybody, pebbles, played, refused


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_draw_needs_all_who_are_left(seats):
    match = make_offer(everybody(pebbles(seats)), 1, "draw", 1)
    for seat in range(seats):
        if seat != 1:
            assert match.result is None
            match = accept_offer(match, seat, "draw", 2)
    assert match.result and match.result.json() == {"draw": True, "reason": "agreed"}
    again(match)


def test_who_has_left_is_not_asked():
    match = leave(everybody(pebbles(3)), 2, 1)
    match = accept_offer(make_offer(match, 0, "draw", 1), 1, "draw", 1)
    assert match.result and match.result.winner is None


@pytest.mark.parametrize("offer_type", ["draw", "takeback", "abort"])
def test_one_offer_of_a_kind_and_one_answer_each(offer_type):
    match = make_offer(everybody(pebbles(3)), 1, offer_type, 1)
    with refused("already_offered", offer_type=offer_type):
        make_offer(match, 1, offer_type, 1)
    with refused("already_agreed", offer_type=offer_type):
        accept_offer(match, 1, offer_type, 1)
    match = accept_offer(match, 0, offer_type, 1)
    with refused("already_agreed", offer_type=offer_type):
        accept_offer(match, 0, offer_type, 1)
    with refused("no_such_seat"):
        accept_offer(match, 5, offer_type, 1)
    again(match)


@pytest.mark.parametrize("offer_type", ["draw", "takeback", "abort", "rematch"])
def test_nothing_to_answer(offer_type):
    match = everybody(pebbles())
    for answer in (accept_offer, decline_offer):
        with refused("still_running" if offer_type == "rematch" else "no_such_offer"):
            answer(match, 0, offer_type, 1)


@pytest.mark.parametrize("offer_type", ["draw", "takeback", "abort"])
def test_offers_lapse_with_the_next_action(offer_type):
    match = played(make_offer(everybody(pebbles()), 1, offer_type, 1), "take1")
    assert not match.offers.pending
    with refused("no_such_offer"):
        accept_offer(match, 0, offer_type, 1)
    assert not leave(make_offer(everybody(pebbles(3)), 1, offer_type, 1), 2, 1).offers.pending
    again(match)


@pytest.mark.parametrize("offer_type", ["draw", "takeback", "abort"])
def test_one_refusal_is_enough_and_holds_until_the_position_changes(offer_type):
    match = decline_offer(make_offer(everybody(pebbles(3)), 1, offer_type, 1), 2, offer_type, 2)
    assert not match.offers.pending
    with refused("already_declined"):
        make_offer(match, 1, offer_type, 3)
    assert make_offer(match, 0, offer_type, 3).offers.of(offer_type).seat == 0
    assert make_offer(played(match, "take1"), 1, offer_type, 3).offers.of(offer_type)
    withdrawn = decline_offer(make_offer(match, 0, offer_type, 3), 0, offer_type, 4)
    assert not withdrawn.offers.pending
    again(withdrawn)


def test_two_who_ask_for_the_same_have_agreed_except_for_takebacks():
    match = everybody(pebbles())
    assert make_offer(make_offer(match, 0, "draw", 1), 1, "draw", 1).result
    assert make_offer(make_offer(match, 0, "abort", 1), 1, "abort", 1).result
    with refused("already_offered"):
        make_offer(make_offer(match, 0, "takeback", 1), 1, "takeback", 1)


def test_a_takeback_goes_back_to_before_the_askers_last_action():
    match = played(pebbles(), "take1", "take2", "take3")
    mine = accept_offer(make_offer(match, 0, "takeback", 1), 1, "takeback", 1)
    assert (mine.texts(), mine.to_act) == (("take1", "take2"), 0)
    theirs = accept_offer(make_offer(match, 1, "takeback", 1), 0, "takeback", 1)
    assert (theirs.texts(), theirs.to_act) == (("take1",), 1)
    assert theirs.state == played(pebbles(), "take1").state
    assert theirs.changes == match.changes + 1
    again(played(theirs, "take1", "take1"))


def test_a_takeback_of_several_needs_all_the_others():
    match = make_offer(everybody(pebbles(4)), 1, "takeback", 1)
    for seat in (0, 2):
        match = accept_offer(match, seat, "takeback", 1)
        assert match.length == 4
    match = accept_offer(match, 3, "takeback", 1)
    assert (match.length, match.to_act) == (1, 1)
    again(match)


def test_an_answer_out_of_turn_is_taken_back_alone():
    match = played(pebbles(3), "ask2", "drop")
    match = accept_offer(accept_offer(make_offer(match, 2, "takeback", 1), 0, "takeback", 1), 1, "takeback", 1)
    assert (match.texts(), match.to_act, match.state.turn) == (("ask2",), 2, 0)
    again(match)


def test_nothing_to_take_back():
    with refused("nothing_to_take_back"):
        make_offer(pebbles(), 0, "takeback", 1)
    with refused("nothing_to_take_back"):
        make_offer(played(pebbles(), "take1"), 1, "takeback", 1)
    with refused("nothing_to_take_back"):
        make_offer(leave(everybody(pebbles(3)), 2, 1), 1, "takeback", 1)


def test_after_somebody_left_only_what_came_later_is_taken_back():
    match = played(leave(everybody(pebbles(3)), 2, 1), "take1")
    back = accept_offer(make_offer(match, 0, "takeback", 1), 1, "takeback", 1)
    assert back.texts()[-1] == "leave 2" and back.gone == {2}
    again(back)


def test_taking_back_again_and_again():
    match = played(pebbles(heap=60), *["take1"] * 8)
    for left in (6, 4, 2, 0):
        match = accept_offer(make_offer(match, 0, "takeback", 1), 1, "takeback", 1)
        assert match.length == left
    assert not match.can_abort_alone  # who has acted once has shown up
    again(match)


def test_an_abort_by_agreement():
    match = accept_offer(make_offer(everybody(pebbles()), 0, "abort", 1), 1, "abort", 1)
    assert match.result and match.result.aborted
    again(match)


def test_a_rematch_comes_after_the_end_and_needs_all():
    running = everybody(pebbles(3))
    with refused("still_running"):
        make_offer(running, 0, "rematch", 1)
    match = leave(leave(running, 0, 1), 1, 1)
    match = make_offer(match, 2, "rematch", 2)
    match = accept_offer(match, 0, "rematch", 2)
    assert not match.rematch
    with refused("no_such_seat"):
        make_offer(match, 4, "rematch", 2)
    match = make_offer(match, 1, "rematch", 2)
    assert match.rematch and match.result
    with refused("already_agreed"):
        make_offer(match, 1, "rematch", 2)
    again(match)


def test_a_rematch_can_be_declined_and_offered_by_the_other_one():
    match = decline_offer(make_offer(resign(pebbles(), 0, 1), 0, "rematch", 2), 1, "rematch", 3)
    with refused("already_declined"):
        make_offer(match, 0, "rematch", 4)
    assert accept_offer(make_offer(match, 1, "rematch", 4), 0, "rematch", 5).rematch


def test_several_offers_stand_beside_each_other():
    match = make_offer(make_offer(everybody(pebbles()), 0, "draw", 1), 0, "takeback", 1)
    assert [pending.offer_type for pending in match.offers.pending] == ["draw", "takeback"]
    match = decline_offer(match, 1, "draw", 2)
    assert [pending.offer_type for pending in match.offers.pending] == ["takeback"]
    assert play_action(match, 0, "take1", 3).offers.pending == ()
