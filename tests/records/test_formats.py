"""Tablier's own formats (SGF, move list, JSON record) with every variant of the conformance suite, and detection of formats."""

from __future__ import annotations

import random
import time
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablier.core.errors import BadFile, BadOptions
from tablier.core.registry import new, shelf
from tablier.core.replay import apply_action
from tablier.formats.transcript import Transcript
from tablier.records import formats
from tablier.records.canonical import MAX_ACTIONS, canonicalize
from tests.conformance.variants import Variant, random_game, variants
from tests.examples import examples

OWN_FORMATS = ("sgf", "list", "json")
MOVE_LIST = "# edition: mixtour:stein\n# option: points=3\n\nc3\n  d4\nc3-d4\n"


def random_transcript(variant: Variant, seed: int, plies: int | None = None) -> Transcript:
    """A random game of a variant, with names, facts and a result, of at most `plies` plies.

    If it is not over then, the player to move leaves (three or more seats) or a random player wins by resignation.
    """
    rng = random.Random(seed)
    state = start = variant.start(seed)
    actions: list[str] = []
    for position, action in random_game(start, seed):
        state = position
        if action is None or len(actions) == plies:
            break
        actions.append(action)
    if state.seats > 2 and state.outcome is None:
        actions.append(f"leave {state.turn}")
        state = apply_action(state, actions[-1])
    resigned = {"winner": rng.randrange(state.seats), "reason": "resigned"}
    return canonicalize(
        Transcript(
            start.edition,
            start=str(start),
            players=tuple(f"Player ] \\ {seat}" for seat in range(state.seats)),
            actions=tuple(actions),
            result=resigned if state.outcome is None and state.seats == 2 else None,
            facts={"event": "Sunday: [1] \\", "date": "2024-02-29", "weather": "rain = wet"},
        )
    )


def error_of(text: str, name: str = "list") -> BadFile:
    with pytest.raises(BadFile) as raised:
        formats.read(text, name)
    return raised.value


@pytest.mark.parametrize("name", OWN_FORMATS)
@pytest.mark.parametrize("variant", variants(), ids=str)
def test_every_variant_round_trips(variant, name):
    for transcript in (
        random_transcript(variant, 1),
        random_transcript(variant, 2, plies=5),
        random_transcript(variant, 3, plies=0),
    ):
        assert formats.read(formats.write(transcript, name), name) == transcript


@pytest.mark.parametrize("name", OWN_FORMATS)
def test_unknown_names_and_facts_are_left_out(name):
    bare = canonicalize(Transcript("mixtour:stein", actions=("c3",)))
    assert formats.read(formats.write(bare, name), name) == bare
    named = replace(bare, players=("Ann", ""), facts={"source": ""})
    assert formats.read(formats.write(named, name), name) == named


def test_a_list_has_a_header_and_one_action_per_line():
    transcript = formats.read(MOVE_LIST, "list")
    assert transcript == Transcript("mixtour:stein", {"points": "3"}, actions=("c3", "d4", "c3-d4"))
    assert transcript.locations == ((4, 1), (5, 3), (6, 1))
    assert formats.write(transcript, "list") == "# edition: mixtour:stein\n# option: points=3\nc3\nd4\nc3-d4\n"


def test_sgf_uses_standard_properties_where_they_exist():
    transcript = Transcript("mixtour:stein", {"points": "3"}, None, ("Ann", "Ben"), ("c3",), {"winner": 1, "reason": "time"})
    text = formats.write(replace(transcript, facts={"event": "Cup"}), "sgf")
    assert text == (
        "(;FF[4]CA[UTF-8]GM[0]AP[Tablier]XE[mixtour:stein]XO[points=3]PB[Ann]PW[Ben]EV[Cup]"
        "XR[winner=1][reason=time]RE[W+Time]\n;XA[c3])\n"
    )


def test_a_leave_is_a_separate_node():
    three_players = next(variant for variant in variants() if ("players", "3") in variant.options)
    transcript = random_transcript(three_players, 4, plies=7)
    assert f"\n;XL[{transcript.actions[-1][-1]}])" in formats.write(transcript, "sgf")
    assert "XP[Player" in formats.write(transcript, "sgf")


def test_a_start_is_written_only_if_it_is_not_the_editions_own():
    without_start = formats.read("# edition: kwintie", "list")
    assert (without_start.edition, without_start.start) == ("kwintie:board", None)
    dealt = formats.read("# edition: twisty\n# option: seed=3", "list")
    assert dealt.start is not None
    assert dealt.options == {}
    assert formats.read(formats.write(dealt, "list"), "list") == dealt


def test_a_random_setup_without_its_start_is_rejected():
    assert error_of("# edition: twisty\n@a1").code == "no_start"


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("c3", "no_edition", None, None),
        ("# edition: chess\nc3", "unknown_game", 1, 11),
        ("# edition: mixtour:house\nc3", "unknown_edition", 1, 11),
        ("# edition: mixtour\n# option: points=99", "bad_value", 2, 10),
        ("# edition: mixtour\n# option: colour=red", "unknown_option", 2, 10),
        ("# edition: mixtour\n# option: points=3\n# option: points=3", "option_twice", 3, 10),
        ("# edition: mixtour\n# edition: kwintie", "said_twice", 2, 1),
        ("# edition: mixtour\n# start: mixtour:stein|junk", None, 2, 9),  # any code
        ("# edition: mixtour\n# result: maybe", "bad_result", 2, 10),
        ("# edition: mixtour\n# result: winner=7\nc3", "bad_result", 2, 10),
        ("# edition: mixtour\n# result: winner=0 reason=points\nc3", "not_over", 2, 10),
        ("# edition: mixtour\n\nc3\n   c3\n", "occupied", 4, 4),
        ("# edition: mixtour\nc3\nz9", "unreadable", 3, 1),
        ("# edition: mixtour\nc3\nleave 0", "no_leaving", 3, 1),
        ("# edition: mixtour\nc3\nleave zero", "unreadable", 3, 1),
        ("# edition: mixtour\nc3\x00", "control_character", 2, 3),
        ("# edition: mixtour\n# player: Ann\nc3", "players_differ", None, None),
    ],
)
def test_an_error_in_a_list_has_its_location(text, code, line, column):
    error = error_of(text)
    assert code in (error.code, None)
    assert (error.facts.get("line"), error.facts.get("column")) == (line, column)


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("(;FF[4])", "no_edition", None, None),
        ("(;FF[4]\nXE[chess])", "unknown_game", 2, 4),
        ("(;XE[mixtour]\n;XA[c3]\n;XA[c3])", "occupied", 3, 5),
        ("(;XE[mixtour];XA[c3]XL[0])", "two_moves", 1, 24),
        ("(;XE[mixtour];XA[leave 0])", "unreadable", 1, 18),
        ("(;XE[mixtour];XL[one])", "unreadable", 1, 18),
        ("(;XE[mixtour]RE[X+1];XA[c3])", "bad_result", 1, 17),
        ("(;XE[mixtour]RE[B+R]XR[winner=1];XA[c3])", "results_differ", 1, 17),
        ("(;XE[mixtour]XF[a=b][a=c];XA[c3])", "fact_twice", 1, 17),
        ("(;XE[mixtour]XF[A B];XA[c3])", "bad_fact", 1, 17),
    ],
)
def test_an_error_in_sgf_has_its_location(text, code, line, column):
    error = error_of(text, "sgf")
    assert (error.code, error.facts.get("line"), error.facts.get("column")) == (code, line, column)


def test_an_illegal_action_has_all_facts():
    error = error_of("# edition: mixtour\n\nc3\n   c3\n")
    assert error.facts == {"cell": "c3", "edition": "mixtour:stein", "action": 2, "text": "c3", "line": 4, "column": 4}


def test_a_result_that_contradicts_the_rules_is_rejected():
    variant = next(variant for variant in variants() if variant.edition == "kwintie:board")
    transcript = next(
        transcript
        for transcript in (random_transcript(variant, seed) for seed in range(20))
        if transcript.result is not None and transcript.result.get("winner") == 0
    )
    for wrong in ({"winner": 1, "reason": "resigned"}, {"draw": True}):
        with pytest.raises(BadFile, match="result_differs"):
            canonicalize(replace(transcript, result=wrong))
    assert canonicalize(replace(transcript, result=None)) == transcript
    text = formats.write(transcript, "list").replace("winner=0", "winner=1")
    error = error_of(text)
    assert (error.code, error.line) == ("result_differs", 1 + text[: text.index("# result")].count("\n"))


@pytest.mark.parametrize("reason", ["resigned", "left", "time", "unknown"])
def test_the_players_may_end_a_game_before_the_rules_do(reason):
    assert formats.read(f"# edition: mixtour\n# result: winner=1 reason={reason}\nc3", "list").result == {
        "winner": 1,
        "reason": reason,
    }


def test_a_start_and_its_options_must_agree():
    later = str(new("mixtour:stein").play("c3"))
    assert canonicalize(Transcript("mixtour", start=later)).start == later
    for options, edition in (({"points": "4"}, "mixtour"), ({}, "mixtour:gerhards")):
        with pytest.raises(BadFile, match="start_differs"):
            canonicalize(Transcript(edition, options, start=later))


# detection of formats


def test_formats_are_found_by_name():
    assert formats.find("sgf").name == "sgf"
    assert set(OWN_FORMATS) < set(formats.formats())
    for game in shelf():
        for game_format in game.formats:
            assert formats.find(game_format.name) is game_format
    with pytest.raises(BadOptions, match="unknown_format"):
        formats.find("pgn")


@pytest.mark.parametrize("name", OWN_FORMATS)
def test_a_file_is_recognised(name):
    text = formats.write(formats.read(MOVE_LIST, "list"), name)
    for suffix in (*formats.find(name).suffixes, formats.find(name).suffixes[0].upper(), "", ".unknown"):
        assert formats.guess(suffix, text).name == name


def test_a_broken_file_is_recognised_by_its_longest_valid_part():
    assert formats.guess(".sgf", "(;XE[mixtour]\n;XA[c3]\n;XA[c3]XL[2])").name == "sgf"
    assert formats.guess(".txt", MOVE_LIST + "# result: who knows\n").name == "list"


# hostile files


@pytest.mark.parametrize("name", sorted(formats.formats()))
@pytest.mark.parametrize(
    "text",
    ["x" * 10_000_000, *(character * 900_000 for character in "\0([{#\n"), "1." * 400_000, "1.a1 " * 150_000, "a1\n" * 300_000],
    ids=range(10),  # the texts are too long
)
def test_malicious_files_are_rejected_within_a_second(name, text):
    started = time.process_time()
    error_of(text, name)
    assert time.process_time() - started < 1


def test_a_game_with_too_many_actions_is_rejected():
    text = "# edition: mixtour\n" + "c3\n" * (MAX_ACTIONS + 1)
    error = error_of(text)
    assert (error.code, error.line) == ("too_many_actions", MAX_ACTIONS + 2)


@settings(max_examples=examples(200))
@given(st.data())
def test_mutated_files_are_read_or_rejected(data):
    name = data.draw(st.sampled_from(OWN_FORMATS))
    transcript = random_transcript(Variant("mixtour:stein", (("points", "1"),)), 7, plies=12)
    text = formats.write(transcript, name)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        text = text[:at] + data.draw(st.text(max_size=3)) + text[at + data.draw(st.integers(0, 3)) :]
    try:
        formats.read(text, name)
    except BadFile as error:
        assert error.facts.get("line", 1) >= 1


def test_a_transcript_that_is_not_legal_is_not_written():
    with pytest.raises(BadFile, match="occupied"):
        formats.write(Transcript("mixtour", actions=("c3", "c3")), "list")
