"""Clocks: none, base time with increment, and days for each action. Times are in milliseconds."""

from __future__ import annotations

from importlib import import_module

import pytest

from tablier.match import (
    DAY,
    Days,
    Increment,
    accept_offer,
    adjourn,
    flag,
    fold,
    fold_all,
    give_time,
    leave,
    make_offer,
    play_action,
    resign,
    resume,
)
from tablier.match.events import ActionPlayed
from tests.match.pebbles import act_once_each, check_replay, new_pebbles, play_all, raises_code

LIVE = Increment(base_ms=60_000, increment_ms=2_000)


def remaining_times(match, now):
    """The remaining time of every seat."""
    return [match.remaining(seat, now) for seat in range(match.state.seats)]


def test_without_a_clock_nothing_runs():
    match = act_once_each(new_pebbles())
    assert (match.ticking, match.deadline, remaining_times(match, 10**9)) == (None, None, [None, None])
    for command in (lambda: flag(match, 10**9), lambda: give_time(match, 0, 1, 5, 1)):
        with raises_code("no_clock"):
            command()
    assert match.deadline is None


def test_elapsed_time_is_recorded_without_a_clock():
    assert [event.elapsed_ms for event in play_all(new_pebbles(), "take1", "take1", every=700).events_since(4)] == [700, 700]


def test_base_and_increment():
    match = new_pebbles(heap=60, clock=LIVE)
    table = [  # for each action: seat, elapsed time, both clocks after it
        (0, 30_000, [60_000, 60_000]),  # the first action of each is free
        (1, 90_000, [60_000, 60_000]),
        (0, 10_000, [52_000, 60_000]),
        (1, 59_999, [52_000, 2_001]),
        (0, 0, [54_000, 2_001]),
        (1, 2_000, [54_000, 2_001]),
    ]
    for seat, elapsed_ms, clocks in table:
        match = play_action(match, seat, "take1", match.at + elapsed_ms)
        assert remaining_times(match, match.at) == clocks
    assert match.ticking == 0 and match.deadline == match.at + 54_000
    assert remaining_times(match, match.at + 4_000) == [50_000, 2_001]
    check_replay(match)


def test_nothing_runs_before_the_first_action_of_a_seat():
    match = new_pebbles(clock=LIVE)
    assert match.deadline is None and remaining_times(match, 10**9) == [60_000, 60_000]
    with raises_code("time_left"):
        flag(match, 10**9)
    match = play_action(match, 0, "take1", 10**9)
    assert match.deadline is None


def test_the_flag_falls_at_the_deadline_and_not_before():
    match = act_once_each(new_pebbles(clock=LIVE))
    assert match.deadline == 60_000
    with raises_code("time_left", deadline=60_000):
        flag(match, 59_999)
    flagged = flag(match, 60_000)
    assert flagged.result and flagged.result.json() == {"winner": 1, "reason": "time"}
    assert remaining_times(flagged, 99_999) == [0, 60_000]
    check_replay(flagged)


def test_after_the_deadline_only_the_flag_counts():
    match = make_offer(act_once_each(new_pebbles(clock=LIVE)), 1, "draw", 5)
    deadline = 60_000
    for command in (
        lambda: play_action(match, 0, "take1", deadline),
        lambda: accept_offer(match, 0, "draw", deadline),
        lambda: resign(match, 1, deadline),
        lambda: leave(match, 1, deadline),
        lambda: adjourn(match, deadline),
        lambda: give_time(match, 1, 0, 5, deadline),
    ):
        with raises_code("time_over", seat=0):
            command()


def test_lag_is_not_counted_and_never_adds_time():
    match = act_once_each(new_pebbles(clock=LIVE))
    assert remaining_times(play_action(match, 0, "take1", 5_000, lag_ms=3_000), 5_000) == [60_000, 60_000]
    assert remaining_times(play_action(match, 0, "take1", 5_000, lag_ms=9_000), 5_000) == [62_000, 60_000]
    assert remaining_times(play_action(match, 0, "take1", 5_000, lag_ms=-9_000), 5_000) == [57_000, 60_000]
    saved = play_action(match, 0, "take1", 60_500, lag_ms=1_000)
    assert remaining_times(saved, saved.at) == [2_500, 60_000]
    for elapsed_ms in (-1, 5_001):
        with raises_code("bad_time"):
            fold(match, ActionPlayed(number=match.number + 1, at=5_000, seat=0, action="take1", elapsed_ms=elapsed_ms))


def test_with_more_than_two_seats_a_flag_is_a_leave_and_the_next_clock_runs():
    match = flag(act_once_each(new_pebbles(3, clock=LIVE)), 60_000)
    assert match.result is None and match.gone == {0}
    assert (match.to_act, match.deadline) == (1, 120_000)
    match = flag(match, 130_000)
    assert match.result and match.result.json() == {"winner": 2, "reason": "last_left"}
    check_replay(match)


def test_a_leave_of_another_seat_does_not_change_the_running_clock():
    match = leave(act_once_each(new_pebbles(3, clock=LIVE)), 2, 10_000)
    assert (match.ticking, match.deadline) == (0, 60_000)


def test_an_answer_out_of_turn_runs_the_answerers_clock():
    match = play_all(act_once_each(new_pebbles(3, clock=LIVE)), "ask2", every=1_000)
    assert (match.state.turn, match.ticking, match.deadline) == (0, 2, 61_000)
    match = play_action(match, 2, "keep", 6_000)
    assert remaining_times(match, 6_000) == [61_000, 60_000, 57_000] and match.ticking == 1
    match = flag(play_all(act_once_each(new_pebbles(3, clock=LIVE)), "ask2"), 60_000)
    assert match.gone == {2} and match.to_act == 1
    check_replay(match)


def test_days_for_each_action_run_from_the_start():
    match = new_pebbles(clock=Days(2))
    assert (match.ticking, match.deadline) == (0, 2 * DAY)
    match = play_action(match, 0, "take1", DAY)
    assert (match.deadline, remaining_times(match, 2 * DAY)) == (3 * DAY, [2 * DAY, DAY])
    match = play_action(match, 1, "take1", 3 * DAY - 1)
    assert (match.deadline, remaining_times(match, 3 * DAY - 1)) == (5 * DAY - 1, [2 * DAY, 2 * DAY])
    with raises_code("time_left"):
        flag(match, 5 * DAY - 2)
    assert flag(match, 5 * DAY - 1).result.reason == "time"
    check_replay(match)


def test_time_is_given_to_others():
    match = act_once_each(new_pebbles(clock=LIVE))
    assert give_time(match, 1, 0, 15_000, 1_000).deadline == 75_000
    assert remaining_times(give_time(match, 0, 1, 15_000, 1_000), 1_000) == [59_000, 75_000]
    for code, seat, to, time_ms in (
        ("own_time", 0, 0, 5),
        ("no_such_seat", 0, 7, 5),
        ("bad_time", 0, 1, 0),
        ("bad_time", 0, 1, -5),
        ("too_much_time", 0, 1, 400 * DAY),
    ):
        with raises_code(code):
            give_time(match, seat, to, time_ms, 1_000)
    check_replay(give_time(match, 1, 0, 15_000, 1_000))


def test_time_given_in_advance_counts_in_the_next_turn():
    match = give_time(new_pebbles(clock=Days(2)), 0, 1, DAY, 0)
    match = play_action(match, 0, "take1", 0)
    assert match.deadline == 3 * DAY
    assert remaining_times(play_action(match, 1, "take1", DAY), DAY)[1] == 2 * DAY


@pytest.mark.parametrize("clock", [LIVE, Days(1), None])
def test_an_adjourned_match_has_no_actions_and_no_flags(clock):
    match = adjourn(act_once_each(new_pebbles(clock=clock)), 10_000)
    assert (match.status, match.to_act, match.ticking, match.deadline) == ("adjourned", None, None, None)
    assert remaining_times(match, 10_000) == remaining_times(match, 10**9)
    for command in (lambda: play_action(match, 0, "take1", 10**9), lambda: adjourn(match, 10**9)):
        with raises_code("adjourned"):
            command()
    with raises_code("no_clock" if clock is None else "time_left"):
        flag(match, 10**9)
    check_replay(match)
    assert resign(match, 0, 10**9).result
    assert accept_offer(make_offer(match, 0, "takeback", 10**9), 1, "takeback", 10**9).status == "adjourned"
    match = resume(match, 10**9, grace_ms=5_000)
    assert match.status == "running"
    if clock == LIVE:
        assert match.deadline == 10**9 + 5_000 + 50_000
        assert remaining_times(match, 10**9 + 4_000) == [50_000, 60_000]
        assert remaining_times(play_action(match, 0, "take1", 10**9 + 4_000), 10**9 + 4_000) == [52_000, 60_000]
    check_replay(play_action(match, 0, "take1", 10**9 + 6_000))


def test_the_grace_after_a_crash_covers_the_downtime():
    match = act_once_each(new_pebbles(clock=LIVE))
    match = resume(match, 500_000, grace_ms=480_000)  # 480 of the 500 seconds were downtime
    assert match.deadline == 540_000 and remaining_times(match, 500_000) == [40_000, 60_000]
    assert resume(act_once_each(new_pebbles(clock=LIVE)), 500_000, grace_ms=1_000).deadline == 61_000
    check_replay(match)


def test_a_takeback_restores_no_time_and_costs_none():
    match = play_all(act_once_each(new_pebbles(heap=60, clock=LIVE)), "take1", every=10_000)
    match = make_offer(match, 0, "takeback", 15_000)
    match = accept_offer(match, 1, "takeback", 20_000)
    assert (match.ticking, remaining_times(match, 20_000)) == (0, [52_000, 60_000])
    assert match.deadline == 72_000
    check_replay(match)


def test_days_restart_after_a_takeback_and_after_a_leave():
    match = play_all(new_pebbles(3, heap=60, clock=Days(1)), "take1")
    match = resume(adjourn(match, DAY // 2), DAY)  # seat 1 has half a day left
    match = accept_offer(accept_offer(make_offer(match, 0, "takeback", DAY), 1, "takeback", DAY), 2, "takeback", DAY)
    assert match.deadline == 2 * DAY
    match = play_action(match, 0, "take1", DAY)
    assert match.deadline == 2 * DAY
    match = leave(match, 1, DAY + 5)
    assert (match.to_act, match.deadline) == (2, 2 * DAY + 5)


def test_a_takeback_restarts_the_turn_of_the_same_seat():
    match = act_once_each(new_pebbles(heap=60, clock=LIVE))
    match = accept_offer(make_offer(match, 0, "takeback", 9_000), 1, "takeback", 10_000)
    assert (match.to_act, match.deadline) == (0, 70_000)


def test_the_last_action_is_charged_once():
    match = play_action(act_once_each(new_pebbles(heap=3, clock=LIVE)), 0, "take1", 10_000)
    assert match.result and remaining_times(match, 99_000) == [52_000, 60_000]
    match = resign(act_once_each(new_pebbles(clock=LIVE)), 0, 10_000)
    assert remaining_times(match, 99_000) == [50_000, 60_000]


def test_time_gifts_and_adjournments_are_limited(monkeypatch):
    """Each of them could be repeated without end. A match that has more of them can still be read and resumed."""
    monkeypatch.setattr(import_module("tablier.match.commands"), "MAX_INTERRUPTIONS", 6)
    match = act_once_each(new_pebbles(heap=60, clock=Increment(60_000, 0)))
    for _ in range(3):
        match = give_time(match, 0, 1, 5, match.at)
        match = resume(adjourn(match, match.at), match.at)
    with raises_code("too_many_interruptions", most=6):
        give_time(match, 0, 1, 5, match.at)
    with raises_code("too_many_interruptions", most=6):
        adjourn(match, match.at)
    monkeypatch.undo()
    more = give_time(match, 0, 1, 5, match.at)
    adjourned = adjourn(more, more.at)
    monkeypatch.setattr(import_module("tablier.match.commands"), "MAX_INTERRUPTIONS", 6)
    assert fold_all(adjourned.events.items()) == adjourned
    assert resume(adjourned, adjourned.at).status == "running"
