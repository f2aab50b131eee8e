"""Clocks of all three kinds, with times as tables."""

from __future__ import annotations

import pytest

from tablier.match import (
    DAY,
    Days,
    Increment,
    accept_offer,
    adjourn,
    flag,
    fold,
    give_time,
    leave,
    make_offer,
    play_action,
    resign,
    resume,
)
from tablier.match.events import ActionPlayed
from tests.match.table import again, everybody, pebbles, played, refused

LIVE = Increment(base=60_000, increment=2_000)


def left(match, now):
    return [match.remaining(seat, now) for seat in range(match.state.seats)]


def test_without_a_clock_nothing_runs():
    match = everybody(pebbles())
    assert (match.ticking, match.deadline, left(match, 10**9)) == (None, None, [None, None])
    for request in (lambda: flag(match, 10**9), lambda: give_time(match, 0, 1, 5, 1)):
        with refused("no_clock"):
            request()
    assert match.deadline is None


def test_thinking_is_written_down_even_without_a_clock():
    assert [event.elapsed_ms for event in played(pebbles(), "take1", "take1", every=700).events_since(4)] == [700, 700]


def test_base_and_increment():
    match = pebbles(heap=60, clock=LIVE)
    table = [  # after each action: seat, time taken, both clocks
        (0, 30_000, [60_000, 60_000]),  # the first action of each is free
        (1, 90_000, [60_000, 60_000]),
        (0, 10_000, [52_000, 60_000]),
        (1, 59_999, [52_000, 2_001]),
        (0, 0, [54_000, 2_001]),
        (1, 2_000, [54_000, 2_001]),
    ]
    for seat, elapsed_ms, clocks in table:
        match = play_action(match, seat, "take1", match.at + elapsed_ms)
        assert left(match, match.at) == clocks
    assert match.ticking == 0 and match.deadline == match.at + 54_000
    assert left(match, match.at + 4_000) == [50_000, 2_001]
    again(match)


def test_nothing_runs_before_the_first_action_of_a_seat():
    match = pebbles(clock=LIVE)
    assert match.deadline is None and left(match, 10**9) == [60_000, 60_000]
    with refused("time_left"):
        flag(match, 10**9)
    match = play_action(match, 0, "take1", 10**9)
    assert match.deadline is None


def test_the_flag_falls_at_the_deadline_and_not_before():
    match = everybody(pebbles(clock=LIVE))
    assert match.deadline == 60_000
    with refused("time_left", deadline=60_000):
        flag(match, 59_999)
    fallen = flag(match, 60_000)
    assert fallen.result and fallen.result.json() == {"winner": 1, "reason": "time"}
    assert left(fallen, 99_999) == [0, 60_000]
    again(fallen)


def test_after_the_deadline_only_the_flag_counts():
    match = make_offer(everybody(pebbles(clock=LIVE)), 1, "draw", 5)
    late = 60_000
    for request in (
        lambda: play_action(match, 0, "take1", late),
        lambda: accept_offer(match, 0, "draw", late),
        lambda: resign(match, 1, late),
        lambda: leave(match, 1, late),
        lambda: adjourn(match, late),
        lambda: give_time(match, 1, 0, 5, late),
    ):
        with refused("time_over", seat=0):
            request()


def test_delay_is_forgiven_and_never_makes_time():
    match = everybody(pebbles(clock=LIVE))
    assert left(play_action(match, 0, "take1", 5_000, lag_ms=3_000), 5_000) == [60_000, 60_000]
    assert left(play_action(match, 0, "take1", 5_000, lag_ms=9_000), 5_000) == [62_000, 60_000]
    assert left(play_action(match, 0, "take1", 5_000, lag_ms=-9_000), 5_000) == [57_000, 60_000]
    saved = play_action(match, 0, "take1", 60_500, lag_ms=1_000)
    assert left(saved, saved.at) == [2_500, 60_000]
    for elapsed_ms in (-1, 5_001):
        with refused("bad_time"):
            fold(match, ActionPlayed(number=match.number + 1, at=5_000, seat=0, action="take1", elapsed_ms=elapsed_ms))


def test_with_more_than_two_the_flag_means_leaving_and_the_next_clock_runs():
    match = flag(everybody(pebbles(3, clock=LIVE)), 60_000)
    assert match.result is None and match.gone == {0}
    assert (match.to_act, match.deadline) == (1, 120_000)
    match = flag(match, 130_000)
    assert match.result and match.result.json() == {"winner": 2, "reason": "last_left"}
    again(match)


def test_somebody_elses_leaving_does_not_touch_the_running_clock():
    match = leave(everybody(pebbles(3, clock=LIVE)), 2, 10_000)
    assert (match.ticking, match.deadline) == (0, 60_000)


def test_an_answer_out_of_turn_runs_the_answerers_clock():
    match = played(everybody(pebbles(3, clock=LIVE)), "ask2", every=1_000)
    assert (match.state.turn, match.ticking, match.deadline) == (0, 2, 61_000)
    match = play_action(match, 2, "keep", 6_000)
    assert left(match, 6_000) == [61_000, 60_000, 57_000] and match.ticking == 1
    match = flag(played(everybody(pebbles(3, clock=LIVE)), "ask2"), 60_000)
    assert match.gone == {2} and match.to_act == 1
    again(match)


def test_days_for_each_action_run_from_the_start():
    match = pebbles(clock=Days(2))
    assert (match.ticking, match.deadline) == (0, 2 * DAY)
    match = play_action(match, 0, "take1", DAY)
    assert (match.deadline, left(match, 2 * DAY)) == (3 * DAY, [2 * DAY, DAY])
    match = play_action(match, 1, "take1", 3 * DAY - 1)
    assert (match.deadline, left(match, 3 * DAY - 1)) == (5 * DAY - 1, [2 * DAY, 2 * DAY])
    with refused("time_left"):
        flag(match, 5 * DAY - 2)
    assert flag(match, 5 * DAY - 1).result.reason == "time"
    again(match)


def test_time_is_given_to_others():
    match = everybody(pebbles(clock=LIVE))
    assert give_time(match, 1, 0, 15_000, 1_000).deadline == 75_000
    assert left(give_time(match, 0, 1, 15_000, 1_000), 1_000) == [59_000, 75_000]
    for code, seat, to, given in (
        ("own_time", 0, 0, 5),
        ("no_such_seat", 0, 7, 5),
        ("bad_time", 0, 1, 0),
        ("bad_time", 0, 1, -5),
        ("too_much_time", 0, 1, 400 * DAY),
    ):
        with refused(code):
            give_time(match, seat, to, given, 1_000)
    again(give_time(match, 1, 0, 15_000, 1_000))


def test_a_day_given_beforehand_is_there_when_the_turn_comes():
    match = give_time(pebbles(clock=Days(2)), 0, 1, DAY, 0)
    match = play_action(match, 0, "take1", 0)
    assert match.deadline == 3 * DAY
    assert left(play_action(match, 1, "take1", DAY), DAY)[1] == 2 * DAY


@pytest.mark.parametrize("clock", [LIVE, Days(1), None])
def test_an_adjourned_match_stands(clock):
    match = adjourn(everybody(pebbles(clock=clock)), 10_000)
    assert (match.status, match.to_act, match.ticking, match.deadline) == ("adjourned", None, None, None)
    assert left(match, 10_000) == left(match, 10**9)
    for request in (lambda: play_action(match, 0, "take1", 10**9), lambda: adjourn(match, 10**9)):
        with refused("adjourned"):
            request()
    with refused("no_clock" if clock is None else "time_left"):
        flag(match, 10**9)
    again(match)
    assert resign(match, 0, 10**9).result
    assert accept_offer(make_offer(match, 0, "takeback", 10**9), 1, "takeback", 10**9).status == "adjourned"
    match = resume(match, 10**9, grace_ms=5_000)
    assert match.status == "running"
    if clock == LIVE:
        assert match.deadline == 10**9 + 5_000 + 50_000
        assert left(match, 10**9 + 4_000) == [50_000, 60_000]
        assert left(play_action(match, 0, "take1", 10**9 + 4_000), 10**9 + 4_000) == [52_000, 60_000]
    again(play_action(match, 0, "take1", 10**9 + 6_000))


def test_after_a_crash_the_time_lost_does_not_count():
    match = everybody(pebbles(clock=LIVE))
    match = resume(match, 500_000, grace_ms=480_000)
    assert match.deadline == 540_000 and left(match, 500_000) == [40_000, 60_000]
    assert resume(everybody(pebbles(clock=LIVE)), 500_000, grace_ms=1_000).deadline == 61_000
    again(match)


def test_a_takeback_gives_no_time_back_and_costs_nobody():
    match = played(everybody(pebbles(heap=60, clock=LIVE)), "take1", every=10_000)
    match = make_offer(match, 0, "takeback", 15_000)
    match = accept_offer(match, 1, "takeback", 20_000)
    assert (match.ticking, left(match, 20_000)) == (0, [52_000, 60_000])
    assert match.deadline == 72_000
    again(match)


def test_days_are_fresh_after_a_takeback_and_after_a_leave():
    match = played(pebbles(3, heap=60, clock=Days(1)), "take1")
    match = resume(adjourn(match, DAY // 2), DAY)  # seat 1 has half a day left
    match = accept_offer(accept_offer(make_offer(match, 0, "takeback", DAY), 1, "takeback", DAY), 2, "takeback", DAY)
    assert match.deadline == 2 * DAY
    match = play_action(match, 0, "take1", DAY)
    assert match.deadline == 2 * DAY
    match = leave(match, 1, DAY + 5)
    assert (match.to_act, match.deadline) == (2, 2 * DAY + 5)


def test_whose_turn_it_stays_after_a_takeback_begins_it_anew():
    match = everybody(pebbles(heap=60, clock=LIVE))
    match = accept_offer(make_offer(match, 0, "takeback", 9_000), 1, "takeback", 10_000)
    assert (match.to_act, match.deadline) == (0, 70_000)


def test_the_last_action_is_paid_for_once():
    match = play_action(everybody(pebbles(heap=3, clock=LIVE)), 0, "take1", 10_000)
    assert match.result and left(match, 99_000) == [52_000, 60_000]
    match = resign(everybody(pebbles(clock=LIVE)), 0, 10_000)
    assert left(match, 99_000) == [50_000, 60_000]
