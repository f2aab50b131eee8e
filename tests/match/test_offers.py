"""Draws, takebacks, aborts and rematches: who may offer, who must agree, and when an offer lapses."""

from __future__ import annotations

from importlib import import_module

import pytest

from tablier.match import accept_offer, decline_offer, leave, make_offer, play_action, resign
from tests.match.pebbles import act_once_each, check_replay, new_pebbles, play_all, raises_code


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_draw_needs_every_present_seat(seats):
    match = make_offer(act_once_each(new_pebbles(seats)), 1, "draw", 1)
    for seat in range(seats):
        if seat != 1:
            assert match.result is None
            match = accept_offer(match, seat, "draw", 2)
    assert match.result and match.result.json() == {"draw": True, "reason": "agreed"}
    check_replay(match)


def test_a_seat_that_left_need_not_agree():
    match = leave(act_once_each(new_pebbles(3)), 2, 1)
    match = accept_offer(make_offer(match, 0, "draw", 1), 1, "draw", 1)
    assert match.result and match.result.winner is None


@pytest.mark.parametrize("offer_type", ["draw", "takeback", "abort"])
def test_one_offer_of_a_type_and_one_answer_each(offer_type):
    match = make_offer(act_once_each(new_pebbles(3)), 1, offer_type, 1)
    with raises_code("already_offered", offer_type=offer_type):
        make_offer(match, 1, offer_type, 1)
    with raises_code("already_agreed", offer_type=offer_type):
        accept_offer(match, 1, offer_type, 1)
    match = accept_offer(match, 0, offer_type, 1)
    with raises_code("already_agreed", offer_type=offer_type):
        accept_offer(match, 0, offer_type, 1)
    with raises_code("no_such_seat"):
        accept_offer(match, 5, offer_type, 1)
    check_replay(match)


@pytest.mark.parametrize("offer_type", ["draw", "takeback", "abort", "rematch"])
def test_answers_without_an_offer_are_rejected(offer_type):
    match = act_once_each(new_pebbles())
    for answer in (accept_offer, decline_offer):
        with raises_code("still_running" if offer_type == "rematch" else "no_such_offer"):
            answer(match, 0, offer_type, 1)


@pytest.mark.parametrize("offer_type", ["draw", "takeback", "abort"])
def test_offers_lapse_with_the_next_action(offer_type):
    match = play_all(make_offer(act_once_each(new_pebbles()), 1, offer_type, 1), "take1")
    assert not match.offers.pending
    with raises_code("no_such_offer"):
        accept_offer(match, 0, offer_type, 1)
    assert not leave(make_offer(act_once_each(new_pebbles(3)), 1, offer_type, 1), 2, 1).offers.pending
    check_replay(match)


@pytest.mark.parametrize("offer_type", ["draw", "takeback", "abort"])
def test_one_decline_is_enough_and_holds_until_the_position_changes(offer_type):
    match = decline_offer(make_offer(act_once_each(new_pebbles(3)), 1, offer_type, 1), 2, offer_type, 2)
    assert not match.offers.pending
    with raises_code("already_declined"):
        make_offer(match, 1, offer_type, 3)
    assert make_offer(match, 0, offer_type, 3).offers.of(offer_type).seat == 0
    assert make_offer(play_all(match, "take1"), 1, offer_type, 3).offers.of(offer_type)
    withdrawn = decline_offer(make_offer(match, 0, offer_type, 3), 0, offer_type, 4)
    assert not withdrawn.offers.pending
    check_replay(withdrawn)


def test_two_equal_offers_are_an_agreement_except_for_takebacks():
    match = act_once_each(new_pebbles())
    assert make_offer(make_offer(match, 0, "draw", 1), 1, "draw", 1).result
    assert make_offer(make_offer(match, 0, "abort", 1), 1, "abort", 1).result
    with raises_code("already_offered"):
        make_offer(make_offer(match, 0, "takeback", 1), 1, "takeback", 1)


def test_a_takeback_goes_back_to_before_the_last_action_of_its_seat():
    match = play_all(new_pebbles(), "take1", "take2", "take3")
    mine = accept_offer(make_offer(match, 0, "takeback", 1), 1, "takeback", 1)
    assert (mine.texts(), mine.to_act) == (("take1", "take2"), 0)
    theirs = accept_offer(make_offer(match, 1, "takeback", 1), 0, "takeback", 1)
    assert (theirs.texts(), theirs.to_act) == (("take1",), 1)
    assert theirs.state == play_all(new_pebbles(), "take1").state
    assert theirs.changes == match.changes + 1
    check_replay(play_all(theirs, "take1", "take1"))


def test_a_takeback_needs_all_other_seats():
    match = make_offer(act_once_each(new_pebbles(4)), 1, "takeback", 1)
    for seat in (0, 2):
        match = accept_offer(match, seat, "takeback", 1)
        assert match.length == 4
    match = accept_offer(match, 3, "takeback", 1)
    assert (match.length, match.to_act) == (1, 1)
    check_replay(match)


def test_an_answer_out_of_turn_is_taken_back_alone():
    match = play_all(new_pebbles(3), "ask2", "drop")
    match = accept_offer(accept_offer(make_offer(match, 2, "takeback", 1), 0, "takeback", 1), 1, "takeback", 1)
    assert (match.texts(), match.to_act, match.state.turn) == (("ask2",), 2, 0)
    check_replay(match)


def test_nothing_to_take_back():
    with raises_code("nothing_to_take_back"):
        make_offer(new_pebbles(), 0, "takeback", 1)
    with raises_code("nothing_to_take_back"):
        make_offer(play_all(new_pebbles(), "take1"), 1, "takeback", 1)
    with raises_code("nothing_to_take_back"):
        make_offer(leave(act_once_each(new_pebbles(3)), 2, 1), 1, "takeback", 1)


def test_a_takeback_never_goes_back_beyond_a_leave():
    match = play_all(leave(act_once_each(new_pebbles(3)), 2, 1), "take1")
    back = accept_offer(make_offer(match, 0, "takeback", 1), 1, "takeback", 1)
    assert back.texts()[-1] == "leave 2" and back.gone == {2}
    check_replay(back)


def test_repeated_takebacks():
    match = play_all(new_pebbles(heap=60), *["take1"] * 8)
    for plies_kept in (6, 4, 2, 0):
        match = accept_offer(make_offer(match, 0, "takeback", 1), 1, "takeback", 1)
        assert match.length == plies_kept
    assert not match.can_abort_alone  # takebacks do not restore the right to abort alone
    check_replay(match)


def test_an_abort_by_agreement():
    match = accept_offer(make_offer(act_once_each(new_pebbles()), 0, "abort", 1), 1, "abort", 1)
    assert match.result and match.result.aborted
    check_replay(match)


def test_a_rematch_is_offered_after_the_end_and_needs_every_seat():
    running = act_once_each(new_pebbles(3))
    with raises_code("still_running"):
        make_offer(running, 0, "rematch", 1)
    match = leave(leave(running, 0, 1), 1, 1)
    match = make_offer(match, 2, "rematch", 2)
    match = accept_offer(match, 0, "rematch", 2)
    assert not match.rematch
    with raises_code("no_such_seat"):
        make_offer(match, 4, "rematch", 2)
    match = make_offer(match, 1, "rematch", 2)
    assert match.rematch and match.result
    with raises_code("already_agreed"):
        make_offer(match, 1, "rematch", 2)
    check_replay(match)


def test_a_rematch_can_be_declined_and_offered_by_the_other_seat():
    match = decline_offer(make_offer(resign(new_pebbles(), 0, 1), 0, "rematch", 2), 1, "rematch", 3)
    with raises_code("already_declined"):
        make_offer(match, 0, "rematch", 4)
    assert accept_offer(make_offer(match, 1, "rematch", 4), 0, "rematch", 5).rematch


def test_offers_of_different_types_coexist():
    match = make_offer(make_offer(act_once_each(new_pebbles()), 0, "draw", 1), 0, "takeback", 1)
    assert [pending.offer_type for pending in match.offers.pending] == ["draw", "takeback"]
    match = decline_offer(match, 1, "draw", 2)
    assert [pending.offer_type for pending in match.offers.pending] == ["takeback"]
    assert play_action(match, 0, "take1", 3).offers.pending == ()


def test_playing_and_taking_back_cannot_be_repeated_without_end(monkeypatch):
    """The offers of a seat are limited, so a match is not much longer than its line. Stored matches stay readable."""
    monkeypatch.setattr(import_module("tablier.match.commands"), "MAX_OFFERS", 5)
    match = act_once_each(new_pebbles(heap=60))
    for _ in range(5):
        match = play_all(match, "take1")
        match = accept_offer(make_offer(match, 0, "takeback", 1), 1, "takeback", 1)
    match = play_all(match, "take1")
    for offer_type in ("takeback", "draw", "abort"):
        with raises_code("too_many_offers", most=5):
            make_offer(match, 0, offer_type, 1)
    check_replay(decline_offer(make_offer(match, 1, "takeback", 1), 0, "takeback", 1))  # each seat has its own limit
    agreed = make_offer(make_offer(match, 1, "draw", 1), 0, "draw", 1)
    assert agreed.result and make_offer(agreed, 0, "rematch", 1).offers.pending
    assert resign(match, 0, 1).result
