"""From creation to a result: joining, starting, playing, resigning, leaving, aborting."""

from __future__ import annotations

from importlib import import_module
from random import Random

import pytest

from tablier.core.messages import format_message
from tablier.match import (
    MatchError,
    abort,
    accept_offer,
    adjourn,
    begin,
    create,
    flag,
    fold,
    fold_all,
    join,
    leave,
    make_offer,
    play_action,
    resign,
    resume,
    rule,
    start,
)
from tablier.match.events import ActionPlayed, MatchCreated, MatchStarted, PlayerJoined
from tablier.match.persistent_list import CHUNK, PersistentList
from tests.match.pebbles import NAMES, act_once_each, adjudicate, check_replay, new_pebbles, play_all, raises_code


def test_a_match_waits_for_its_players_and_starts_when_all_are_there():
    match = create("pebbles", now=5, rng=Random(0), options={"players": 3}, first=1)
    assert (match.status, match.to_act, match.players, match.number) == ("waiting", None, (), 1)
    with raises_code("players_missing", players=0, seats=3):
        start(match, 6, Random(0))
    for number, name in enumerate(NAMES[:3]):
        match = join(match, name, 6 + number)
    with raises_code("no_free_seat", seats=3):
        join(match, "Di", 9)
    with raises_code("not_started"):
        play_action(match, 0, "take1", 9)
    match = start(match, 10, Random(0))
    assert (match.status, match.to_act, match.players, match.at) == ("running", 0, ("Bo", "Cy", "Ada"), 10)
    with raises_code("already_started"):
        start(match, 11, Random(0))
    with raises_code("already_started"):
        join(match, "Di", 11)
    check_replay(match)


@pytest.mark.parametrize("name", ["x" * 61, "a\nb", "\ud800", "\x00"])
def test_unprintable_and_long_names_are_rejected(name):
    with pytest.raises(ValueError, match=r"bad_text|text_too_long"):
        join(create("pebbles", now=0, rng=Random(0)), name, 0)


def test_unknown_editions_and_options_are_rejected():
    with raises_code("unknown_game"):
        create("chess", now=0, rng=Random(0))
    with raises_code("unknown_option"):
        create("pebbles", now=0, rng=Random(0), options={"size": 3})
    with raises_code("bad_value"):
        create("pebbles", now=0, rng=Random(0), options={"players": 9})


def test_only_legal_actions_of_the_seat_to_act_are_played():
    match = new_pebbles(3)
    with raises_code("not_your_turn", seat=1, to_act=0):
        play_action(match, 1, "take1", 0)
    with raises_code("no_such_seat", seat=7):
        play_action(match, 7, "take1", 0)
    with raises_code("unreadable"):
        play_action(match, 0, "take9", 0)
    with raises_code("cannot_ask"):
        play_action(match, 0, "ask0", 0)
    answering = play_action(match, 0, "ask2", 0)
    assert (answering.state.turn, answering.to_act) == (0, 2)
    with raises_code("not_your_turn", to_act=2):
        play_action(answering, 1, "take1", 0)
    check_replay(play_all(answering, "drop", "take3"))


def test_the_rules_end_the_match():
    match = play_all(new_pebbles(heap=4), "take2", "take2")
    assert match.result and match.result.json() == {"winner": 1, "reason": "last_pebble"}
    assert (match.status, match.to_act, match.deadline) == ("over", None, None)
    for command in (lambda: play_action(match, 0, "take1", 1), lambda: resign(match, 0, 1), lambda: leave(match, 0, 1)):
        with raises_code("match_over"):
            command()
    for command in (
        lambda: adjourn(match, 1),
        lambda: resume(match, 1),
        lambda: make_offer(match, 0, "draw", 1),
        lambda: flag(match, 1),
    ):
        with raises_code("match_over"):
            command()
    check_replay(match)


@pytest.mark.parametrize(("command", "reason"), [(resign, "resigned"), (leave, "left")])
@pytest.mark.parametrize("seat", [0, 1])
def test_with_two_seats_the_other_seat_wins(command, reason, seat):
    match = command(play_all(new_pebbles(), "take1"), seat, 3)
    assert match.result and match.result.json() == {"winner": 1 - seat, "reason": reason}
    assert match.texts() == ("take1",)
    check_replay(match)


@pytest.mark.parametrize("command", [resign, leave])
@pytest.mark.parametrize("seats", [3, 4])
def test_with_more_than_two_seats_the_others_play_on_until_one_is_left(command, seats):
    match = command(new_pebbles(seats), 1, 1)
    assert match.result is None and match.gone == {1} and match.texts() == ("leave 1",)
    with raises_code("seat_left", seat=1):
        command(match, 1, 1)
    match = play_all(match, "take1")
    assert match.to_act == 2
    with raises_code("seat_left", seat=1):
        make_offer(match, 1, "draw", 2)
    for seat in range(2, seats):
        match = command(match, seat, 3)
    assert match.result and match.result.json() == {"winner": 0, "reason": "last_left"}
    check_replay(match)


def test_a_seat_that_owes_an_answer_may_leave():
    match = leave(play_all(new_pebbles(3), "ask2"), 2, 1)
    assert match.to_act == 1
    match = leave(play_all(new_pebbles(3), "ask2"), 0, 1)
    assert match.to_act == 2 and play_all(match, "keep").to_act == 1
    check_replay(match)


def test_any_seat_can_abort_alone_until_all_have_acted():
    waiting = join(create("pebbles", now=0, rng=Random(0)), "Ada", 0)
    with raises_code("no_such_seat", seat=1):
        make_offer(waiting, 1, "abort", 1)
    for match in (waiting, new_pebbles(), play_all(new_pebbles(), "take1"), play_all(new_pebbles(3), "take1", "take1")):
        aborted = make_offer(match, 0, "abort", 1)
        assert aborted.result and aborted.result.json() == {"aborted": True, "reason": "aborted"}
        check_replay(aborted)
    offered = make_offer(act_once_each(new_pebbles(3)), 0, "abort", 1)
    assert offered.result is None and offered.offers.of("abort")


def test_a_seat_that_left_before_acting_does_not_count():
    match = play_all(leave(new_pebbles(3), 2, 0), "take1", "take1")
    assert not match.can_abort_alone


def test_a_ruling_ends_a_match():
    match = adjudicate(new_pebbles(), None, "agreed", 4)
    assert match.result and match.result.json() == {"draw": True, "reason": "agreed"}
    check_replay(match)
    with raises_code("unknown_word"):
        adjudicate(new_pebbles(), 0, "bribed", 4)
    with raises_code("no_such_seat"):
        adjudicate(new_pebbles(), 3, "time", 4)


def test_a_stale_submission_is_rejected_and_an_offer_does_not_make_one_stale():
    match = act_once_each(new_pebbles())
    changes_seen = match.changes
    assert play_action(make_offer(match, 1, "draw", 1), 0, "take1", 1, changes_seen=changes_seen).changes == changes_seen + 1
    with raises_code("stale", seen=changes_seen - 1, changes=changes_seen):
        play_action(match, 0, "take1", 1, changes_seen=changes_seen - 1)


def test_a_takeback_makes_a_submission_stale_at_the_same_ply():
    match = act_once_each(new_pebbles())
    changes_seen = match.changes
    back = accept_offer(make_offer(match, 1, "takeback", 1), 0, "takeback", 1)
    replayed = play_all(back, "take2")
    assert replayed.length == match.length
    with raises_code("stale"):
        play_action(replayed, 0, "take1", 1, changes_seen=changes_seen)


def test_new_events_are_those_since_a_number():
    before = new_pebbles()
    after = play_all(before, "take1", "take2")
    assert [type(event) for event in after.events_since(before.number)] == [ActionPlayed, ActionPlayed]
    assert after.events_since(after.number) == ()
    assert after.events_since(0) == after.events.items()


def test_events_come_in_order_and_time_never_runs_back():
    match = new_pebbles(now=100)
    with raises_code("wrong_number", wanted=5):
        fold(match, PlayerJoined(number=9, at=100, player="x"))
    with raises_code("time_runs_back"):
        fold(match, PlayerJoined(number=5, at=99, player="x"))
    with raises_code("already_created"):
        fold(match, MatchCreated(number=5, at=100, edition="pebbles:heap", start=match.terms.start))
    assert play_action(match, 0, "take1", 40).at == 100


def test_the_seating_must_follow_the_terms():
    match = create("pebbles", now=0, rng=Random(0), first=1)
    match = join(join(match, "Ada", 0), "Bo", 0)
    for seating in ((0, 1), (1, 1), (1,), (1, 0, 2)):
        with raises_code("bad_seating"):
            fold(match, MatchStarted(number=4, at=0, seating=seating))
    assert fold(match, MatchStarted(number=4, at=0, seating=(1, 0))).players == ("Bo", "Ada")


def test_a_match_after_a_swap_of_sides():
    match = begin("twixt:kosmos", NAMES[:2], now=0, rng=Random(0), options={"size": 6}, first=0)
    match = play_all(match, "c3", "swap")
    assert [match.state.side(seat) for seat in (0, 1)] == [1, 0]
    match = resign(match, 0, 1)
    assert match.result and match.result.winner == 1
    check_replay(match)


def test_every_error_code_has_a_message():
    import re
    from pathlib import Path

    import tablier
    from tablier.core.messages import MESSAGES as COMMON_MESSAGES
    from tablier.formats.messages import MESSAGES as FORMAT_MESSAGES
    from tablier.match.messages import MESSAGES
    from tablier.records.messages import MESSAGES as FILE_MESSAGES

    source = Path(tablier.__file__).parent
    files = [*(source / "match").glob("*.py"), source / "records" / "record.py", source / "formats" / "json_text.py"]
    codes = {
        code
        for file in files
        for code in re.findall(r'(?:MatchError|BadFile|BadOptions|BadNotation)\(\s*"([a-z_]+)"', file.read_text())
    }
    assert len(codes) > 35  # the pattern still finds them
    assert not codes - {*COMMON_MESSAGES, *FORMAT_MESSAGES, *MESSAGES, *FILE_MESSAGES}
    assert format_message("not_your_turn", {}, MESSAGES) == "It is not your turn."
    assert issubclass(MatchError, ValueError)


def test_folding_shares_the_earlier_events():
    before = act_once_each(new_pebbles(heap=60))
    after = play_all(before, "take1")
    assert all(kept is event for kept, event in zip(after.events.items(), before.events.items(), strict=False))
    assert all(kept is ply for kept, ply in zip(after.plies.items(), before.plies.items(), strict=False))


def test_long_lists_share_their_full_chunks():
    lists = [PersistentList(0)]
    for item in range(1, 4 * CHUNK):
        lists.append(lists[-1].append(item))
    for length, items in enumerate(lists, start=1):
        assert items.items() == tuple(range(length)) and items.length == length and items.last == length - 1
        assert list(reversed(items)) == list(range(length))[::-1] and items.first == 0
        for kept in (1, CHUNK, CHUNK + 1, length - 1, length):
            if 0 < kept <= length:
                assert items.truncate(kept) == lists[kept - 1] and items.after(kept) == tuple(range(kept, length))
    before, after = lists[3 * CHUNK], lists[3 * CHUNK + 1]
    assert after._full is before._full and after != before and hash(lists[5]) == hash(lists[8].truncate(6))
    assert lists[3 * CHUNK].truncate(2 * CHUNK + 1)._full is lists[2 * CHUNK]._full


def test_a_very_long_match_still_folds_compares_and_ends(monkeypatch):
    monkeypatch.setattr(import_module("tablier.match.fold"), "MAX_EVENTS", 3_000)
    monkeypatch.setattr(import_module("tablier.match.commands"), "MAX_OFFERS", 3_000)
    match = act_once_each(new_pebbles(heap=60))
    with raises_code("too_many_events"):
        while True:
            match = accept_offer(make_offer(play_all(match, "take1"), 0, "takeback", 0), 1, "takeback", 0)
    assert match.number > 2_800  # the last events are reserved for those that end a match
    with raises_code("too_many_events"):
        adjourn(match, 0)
    ended = resign(match, 0, 0)
    assert ended.result and fold_all(ended.events.items()) == ended


def test_an_operator_decides_or_aborts_a_match():
    waiting = join(create("pebbles", now=0, rng=Random(0), options={"players": 2}), "Ada", 1)
    with raises_code("not_started"):
        rule(waiting, 0, 2)
    running = begin("pebbles", NAMES[:2], now=0, rng=Random(0), options={"players": 2})
    for match, result in (
        (rule(running, 1, 5), {"winner": 1, "reason": "ruling"}),
        (rule(running, None, 5), {"draw": True, "reason": "ruling"}),
        (abort(running, 5), {"aborted": True, "reason": "aborted"}),
        (abort(adjourn(running, 3), 5), {"aborted": True, "reason": "aborted"}),
        (abort(waiting, 5), {"aborted": True, "reason": "aborted"}),
    ):
        assert match.result and match.result.json() == result and match.status == "over"
        check_replay(match)
        with raises_code("match_over"):
            abort(match, 6)
    with raises_code("no_such_seat", seat=2):
        rule(running, 2, 5)
