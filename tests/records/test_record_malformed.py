"""Malformed records: every error has a code and a location, and is found quickly."""

from __future__ import annotations

import copy
import json
import time
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablier.core.errors import BadFile
from tablier.core.messages import MESSAGES as COMMON_MESSAGES
from tablier.core.messages import format_message
from tablier.formats.messages import MESSAGES as FORMAT_MESSAGES
from tablier.formats.transcript import Transcript
from tablier.match import MESSAGES as MATCH_MESSAGES
from tablier.match import Increment, begin, fold_all, make_offer, play_action, resign
from tablier.records.messages import MESSAGES as FILE_MESSAGES
from tablier.records.record import MAX_RECORD_LENGTH, Record
from tests.examples import examples

GOOD = Record.from_transcript(
    Transcript(
        "mixtour:stein",
        players=("Ada", "Bo"),
        actions=("c3", "c2", "c2-c3"),
        result={"winner": 0, "reason": "resigned"},
        facts={"event": "cup"},
    )
).to_json()
DATA = json.loads(GOOD)


def error_of(text: str) -> BadFile:
    """Return the error of a malformed record. It is found within a second and has a message."""
    started = time.process_time()
    with pytest.raises(BadFile) as raised:
        Record.from_json(text)
    assert time.process_time() - started < 1
    error = raised.value
    assert format_message(error.code, error.facts, {**COMMON_MESSAGES, **FORMAT_MESSAGES, **FILE_MESSAGES, **MATCH_MESSAGES})
    return error


def changed(**fields: Any) -> str:
    """The good record with these fields."""
    return json.dumps({**DATA, **fields})


def with_event(number: int, /, **fields: Any) -> str:
    """The good record with fields of one event changed; None removes a field."""
    data = copy.deepcopy(DATA)
    row = data["events"][number - 1]
    row.update(fields)
    data["events"][number - 1] = {name: value for name, value in row.items() if value is not None}
    return json.dumps(data)


def without(name: str) -> str:
    return json.dumps({key: value for key, value in DATA.items() if key != name})


@pytest.mark.parametrize(
    ("text", "line", "column"),  # None: any
    [
        ("", 1, 1),
        ("\x00", 1, 1),
        ("(;FF[4])", 1, 1),
        ('{\n "format": "tablier-record",\n "version" 1\n}', 3, 12),
        (GOOD[: len(GOOD) // 2], None, None),
        (GOOD + "x", GOOD.count("\n") + 1, 1),
        (GOOD.replace('"c3"', '"c\n3"'), 18, None),
    ],
)
def test_a_syntax_error_has_its_location(text, line, column):
    error = error_of(text)
    assert error.code == "not_json"
    assert error.line >= 1 and error.column >= 1
    assert line in (None, error.line) and column in (None, error.column)


@pytest.mark.parametrize(
    ("text", "code"),  # None: any code
    [
        ("[" * 100_000, "nested_too_deep"),
        ('{"a":' * 100_000, "nested_too_deep"),
        ("[" * 500 + "]" * 500, "wrong_type"),
        (" " * 10_000_000, "file_too_long"),
        (GOOD.replace('"c3"', '"' + "c" * 10_000_000 + '"'), "file_too_long"),
        ('{"format":"tablier-record","format":"tablier-record"}', "duplicate_key"),
        (GOOD.replace('"version": 1', '"version": NaN'), "not_a_number"),
        (GOOD.replace('"version": 1', '"version": -Infinity'), "not_a_number"),
        (GOOD.replace('"version": 1', '"version": 1.0'), "not_whole"),
        (GOOD.replace('"version": 1', '"version": 1e400'), "not_whole"),
        (GOOD.replace('"version": 1', '"version": ' + "9" * 100_000), "number_too_long"),
        ("null", "wrong_type"),
        ("[]", "wrong_type"),
        ("{}", "not_a_record"),
        (changed(format="sgf"), "not_a_record"),
        (changed(format=["tablier-record"]), "not_a_record"),
        (changed(version=2), "unknown_version"),
        (changed(version=0), "unknown_version"),
        (changed(version="1"), "wrong_type"),
        (changed(version=True), "wrong_type"),
        (changed(extra=1), "unknown_field"),
        (without("events"), "missing_field"),
        (without("players"), "missing_field"),
        (without("result"), "missing_field"),
        (without("edition"), "missing_field"),
        (without("start"), "missing_field"),
        (changed(events={}), "wrong_type"),
        (changed(events=[]), "no_events"),
        (changed(events=[{}] * 20_001), "list_too_long"),
        (changed(edition="chess:fide"), "start_differs"),
        (changed(edition="mixtour:gerhards"), "start_differs"),
        (changed(edition="mixtour"), "bad_text"),
        (changed(edition=5), "wrong_type"),
        (changed(start="mixtour:stein|rubbish"), None),
        (changed(start="x" * 70_000), "text_too_long"),
        (changed(options={"points": 5}), "wrong_type"),
        (changed(options={"points": "4"}), "start_differs"),
        (changed(options={"points": "99"}), "bad_value"),
        (changed(options={"speed": "1"}), "unknown_option"),
        (changed(options={"Points": "5"}), "bad_text"),
        (changed(options=[]), "wrong_type"),
        (changed(clock={"kind": "increment", "base_ms": 5}), "out_of_range"),
        (changed(clock={"kind": "increment", "base_ms": 60_000, "days": 3}), "unknown_field"),
        (changed(clock={"kind": "days", "days": 0}), "out_of_range"),
        (changed(clock="5+3"), "wrong_type"),
        (changed(first_player_rule="oldest"), "unknown_word"),
        (changed(first=5), "no_such_seat"),
        (changed(first="0"), "wrong_type"),
        (changed(rated=1), "wrong_type"),
        (changed(round=0), "out_of_range"),
        (changed(score=[[1, 2, 3], [0, 0]]), "list_too_long"),
        (changed(score=[[1], [0, 0]]), "wrong_type"),
        (changed(score=[[1, 0]]), "bad_score"),
        (changed(facts={"event": 1}), "wrong_type"),
        (changed(facts={"event": "x" * 1001}), "text_too_long"),
        (changed(facts={"event": "\x00"}), "bad_text"),
        (changed(facts={f"f{number}": "" for number in range(41)}), "list_too_long"),
        (changed(players=["Bo", "Ada"]), "contradiction"),
        (changed(players=["Ada"]), "contradiction"),
        (changed(result=None), "contradiction"),
        (changed(result={"winner": 1, "reason": "resigned"}), "contradiction"),
        (changed(result=3), "contradiction"),
    ],
)
def test_a_wrong_value_in_a_record_has_its_code(text, code):
    error = error_of(text)
    assert code in (None, error.code)


@pytest.mark.parametrize(
    ("text", "code", "number"),  # None: any code
    [
        (with_event(5, number=6), "wrong_number", 5),
        (with_event(5, number=None), "missing_field", 5),
        (with_event(5, kind="castle"), "unknown_word", 5),
        (with_event(5, kind=["action"]), "wrong_type", 5),
        (with_event(5, at=-1), "out_of_range", 5),
        (with_event(5, at="now"), "wrong_type", 5),
        (with_event(5, at=10**15), "time_runs_back", 6),
        (with_event(5, at=10**16), "out_of_range", 5),
        (with_event(5, seat=None), "missing_field", 5),
        (with_event(5, seat=1), "not_your_turn", 5),
        (with_event(5, seat=7), "no_such_seat", 5),
        (with_event(5, seat=8), "out_of_range", 5),
        (with_event(5, seat=True), "wrong_type", 5),
        (with_event(5, action="c9"), "unreadable", 5),
        (with_event(5, action=3), "wrong_type", 5),
        (with_event(5, action="c3\x00"), "bad_text", 5),
        (with_event(5, action="c" * 20_000), "text_too_long", 5),
        (with_event(6, action="c3"), "occupied", 6),
        (with_event(7, action="c2:1-c3"), "not_canonical", 7),
        (with_event(5, elapsed_ms=-3), "out_of_range", 5),
        (with_event(5, colour="red"), "unknown_field", 5),
        (with_event(1, edition="mixtour:stein"), "unknown_field", 1),
        (with_event(1, kind="join", player="x"), "unknown_field", 1),
        (with_event(2, player="x" * 61), "text_too_long", 2),
        (with_event(2, player="a\nb"), "bad_text", 2),
        (with_event(2, player="\ud800"), "bad_text", 2),
        (with_event(4, seating=[0, 0]), "bad_seating", 4),
        (with_event(4, seating=[1, 2]), "bad_seating", 4),
        (with_event(4, seating=["0", "1"]), "wrong_type", 4),
        (with_event(4, seating=list(range(9))), "list_too_long", 4),
        (with_event(8, winner=None), "missing_field", 8),
        (with_event(8, winner=4), "no_such_seat", 8),
        (with_event(8, reason="bribed"), "unknown_word", 8),
        (changed(events=[DATA["events"][0], 5]), "wrong_type", 2),
        (changed(events=[5]), "wrong_type", 1),
        (changed(events=[*DATA["events"], {"number": 9, "kind": "resign", "at": 0, "seat": 0}]), "match_over", 9),
        (changed(events=[DATA["events"][0], {**DATA["events"][1], "kind": "create"}]), None, 2),
    ],
)
def test_a_wrong_event_has_its_number(text, code, number):
    error = error_of(text)
    assert (code or error.code, error.event) == (error.code, number)


def test_a_ten_megabyte_record_is_rejected_by_its_length():
    rows = [{"number": number, "kind": "action", "at": 0, "seat": 0, "action": "c3"} for number in range(1, 160_000)]
    text = json.dumps({**DATA, "events": rows})
    assert len(text) > 10_000_000
    assert error_of(text).code == "file_too_long"


def test_a_long_file_with_too_many_events_is_rejected_within_a_second():
    row = '{"number":1,"kind":"join","at":0,"player":"x"},'
    text = '{"format":"tablier-record","version":1,"events":[' + row * 40_000 + row[:-1] + "]}"
    assert len(text) < 2_000_000 < MAX_RECORD_LENGTH
    assert error_of(text).code == "list_too_long"


def test_errors_of_clocks_and_offers_are_found_when_the_match_is_folded():
    match = begin("mixtour:stein", ("Ada", "Bo"), now=0, rng=Random(0), first=0, clock=Increment(60_000))
    match = play_action(play_action(play_action(match, 0, "c3", 10), 1, "c2", 20), 0, "a1", 30)
    rows = json.loads(Record.from_match(make_offer(match, 0, "draw", 40)).to_json())
    for extra, code in (
        ({"kind": "accept", "seat": 0, "offer_type": "draw"}, "already_agreed"),
        ({"kind": "accept", "seat": 1, "offer_type": "draw"}, "bad_agreement"),
        ({"kind": "accept", "seat": 1, "offer_type": "abort"}, "no_such_offer"),
        ({"kind": "action", "seat": 1, "action": "b1", "elapsed_ms": 99}, "bad_time"),
        ({"kind": "resume", "grace_ms": 1}, None),  # accepted
        ({"kind": "time", "seat": 0, "to": 0, "time_ms": 5}, "own_time"),
    ):
        data = {**rows, "events": [*rows["events"], {"number": 9, "at": 40, **extra}]}
        record = Record.from_json(json.dumps(data))
        if code is None:
            assert fold_all(record.events).number == 9
            continue
        with pytest.raises(BadFile) as raised:
            fold_all(record.events)
        assert (raised.value.code, raised.value.event) == (code, 9)
    flagged = {**rows, "result": {"winner": 0, "reason": "time"}}
    flagged["events"] = [*rows["events"], {"number": 9, "at": 50, "kind": "flag", "seat": 1}]
    with pytest.raises(BadFile) as raised:
        fold_all(Record.from_json(json.dumps(flagged)).events)
    assert (raised.value.code, raised.value.event) == ("time_left", 9)
    assert fold_all(Record.from_json(Record.from_match(resign(match, 0, 60)).to_json()).events).result


JSON_VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 30), st.text(max_size=8), st.lists(st.integers(0, 3), max_size=3), st.just({})
)


@given(st.data())
@settings(max_examples=examples(300))
def test_mutated_records_are_read_or_rejected(data):
    record = copy.deepcopy(DATA)
    for _ in range(data.draw(st.integers(1, 3))):
        target = data.draw(st.sampled_from([record, *record["events"]]))
        if not isinstance(target, dict) or not target:
            continue
        name = data.draw(st.sampled_from(sorted(target)))
        if data.draw(st.booleans()):
            target[name] = data.draw(JSON_VALUES)
        else:
            del target[name]
        if not isinstance(record.get("events"), list):
            break
    _check_reading(json.dumps(record))


@given(st.integers(0, len(GOOD)), st.integers(0, 12), st.text(max_size=6))
@settings(max_examples=examples(300))
def test_mutated_texts_are_read_or_rejected(at, cut, inserted):
    _check_reading(GOOD[:at] + inserted + GOOD[at + cut :])


def _check_reading(text: str) -> None:
    """Check that a text is rejected with a known code or round-trips."""
    try:
        record = Record.from_json(text)
    except BadFile as error:
        assert error.code in {*COMMON_MESSAGES, *FORMAT_MESSAGES, *FILE_MESSAGES, *MATCH_MESSAGES} or error.event
        return
    assert Record.from_json(record.to_json()) == record
