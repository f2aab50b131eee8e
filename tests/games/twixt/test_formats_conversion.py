"""Conversion between formats, and games that a format cannot represent."""

from __future__ import annotations

from dataclasses import replace

import pytest

import tablier
from tablier.formats.transcript import Transcript
from tablier.records import formats
from tests.games.twixt.foreign_files import DIALECTS, final_state, random_transcript, read_error, t1_file, write_error


def test_a_swap_is_converted_between_all_formats():
    """The same game in every format has the same positions, also after conversion to every other format."""
    files = {
        "tsgf": "(;FF[4]SZ[24];b[cd];r[swap];b[hf];r[fe];b[ig];r[gf];b[resign])",
        "gm21": "(;GM[21];W[c4];B[swap];B[f8];W[e6];B[g9];W[f7];B[resign])",
        "t1": t1_file("C4 swap F8 E6 G9 F7 resign"),
        "forum": "1.c4 2.swap 3.f8 4.e6 5.g9 6.f7 7.resign",
    }
    transcripts = {name: formats.read(text, name) for name, text in files.items()}
    expected = final_state(transcripts["forum"])
    assert expected.position()["sides"] == [1, 0]
    for source, transcript in transcripts.items():
        assert final_state(transcript).position() == expected.position(), source
        assert transcript.result == {"winner": 1, "reason": "resigned"}, source
        for target in DIALECTS:
            again = formats.read(formats.write(transcript, target), target)
            assert (again.actions, again.result) == (transcript.actions, transcript.result), (source, target)


@pytest.mark.parametrize("size", [6, 12, 24, 26, 30, 48])
@pytest.mark.parametrize(
    ("name", "edition"), [("tsgf", "twixt:paper"), ("gm21", "twixt:paper"), ("gm21", "twixt:kosmos"), ("t1", "twixt:kosmos")]
)
def test_random_games_round_trip(name, edition, size):
    for seed in range(4):
        transcript = formats.read(formats.write(random_transcript(edition, seed, size), "list"), "list")
        assert formats.read(formats.write(transcript, name), name) == transcript


def test_random_games_round_trip_through_forum_without_names():
    for seed in range(4):
        transcript = formats.read(formats.write(random_transcript("twixt:kosmos", seed, 24), "list"), "list")
        assert formats.read(formats.write(transcript, "forum"), "forum") == replace(transcript, players=())


def test_a_win_by_the_rules_is_derived_from_the_moves():
    won = Transcript("twixt:kosmos", {"size": "6"}, actions=("c1", "b2", "d3", "b3", "c5", "b4", "e6"))
    assert final_state(won).outcome == tablier.Outcome(0, "connected")
    for name in ("tsgf", "gm21", "t1"):
        text = formats.write(won, name)
        assert formats.read(text, name).result == {"winner": 0, "reason": "connected"}
    assert read_error(formats.write(won, "gm21").replace("W+", "B+"), "gm21").code == "result_differs"
    tsgf = formats.write(won, "tsgf")
    assert formats.read(tsgf.replace(")", ";r[resign])"), "tsgf").result == {"winner": 0, "reason": "connected"}
    assert read_error(tsgf.replace(")", ";b[resign])"), "tsgf").code == "result_differs"


# Games that cannot be represented


@pytest.mark.parametrize("name", DIALECTS)
@pytest.mark.parametrize(
    ("transcript", "code", "action"),  # action: 1-based number of the turn, if one is the reason
    [
        (Transcript("twixt", actions=("c3", "k9", "d5", "l11", "-c3d5,m3")), "holds_no_removal", 5),
        (Transcript("twixt", actions=("c3", "k9", "d5/")), "holds_no_link_list", 3),
        (Transcript("twixt", actions=("c3", "k9", "m3", "l20", "d5/", "k20", "n9+c3d5")), "holds_no_link_list", 5),
        (Transcript("twixt", {"handicap": "2"}, actions=("c3", "d5")), "holds_no_option", None),
        (Transcript("twixt", {"pegs": "9"}, actions=("c3", "d5")), "holds_no_option", None),
        (Transcript("mixtour", actions=("c3",)), "wrong_game", None),
        (Transcript("twixt", start=str(tablier.new("twixt").play("c3")), actions=("d5",)), "holds_no_start", None),
        (Transcript("twixt", actions=("c3",), result={"winner": 0, "reason": "left"}), "holds_no_result", None),
    ],
)
def test_games_that_cannot_be_represented_are_rejected(name, transcript, code, action):
    error = write_error(transcript, name)
    assert (error.code, error.facts.get("action")) == (code, action)


@pytest.mark.parametrize("name", DIALECTS)
def test_lifted_pegs_cannot_be_represented(name):
    transcript = Transcript("twixt:dujardin", {"pegs": "1"}, actions=("c3", "k9", "^c3,d5"))
    assert write_error(transcript, name).code == "holds_no_option"


def test_an_edition_is_written_only_if_every_turn_has_the_same_effect():
    """Kosmos and paper differ in whether own links may cross."""
    plain = ("c3", "k9", "d5")
    for edition in ("twixt:kosmos", "twixt:dujardin", "twixt:paper"):
        for name in DIALECTS:
            assert formats.read(formats.write(Transcript(edition, actions=plain), name), name).actions == plain
    crossing = ("e5", "k9", "f7", "k20", "e7", "m9", "f5")
    assert len(final_state(Transcript("twixt:paper", actions=crossing)).position()["links"][0]) == 2
    for name in ("t1", "forum"):
        error = write_error(Transcript("twixt:paper", actions=crossing), name)
        assert (error.code, error.action, error.text) == ("holds_other_rules", 7, "f5")
    error = write_error(Transcript("twixt:kosmos", actions=crossing), "tsgf")
    assert (error.code, error.action) == ("holds_other_rules", 7)
    assert "RU[PP]" in formats.write(Transcript("twixt:dujardin", actions=crossing), "gm21")


def test_forum_has_only_size_24():
    error = write_error(Transcript("twixt", {"size": "12"}, actions=("c3",)), "forum")
    assert (error.code, error.option, error.value) == ("holds_no_option", "size", "12")


def test_only_t1_can_represent_games_without_the_pie_rule():
    transcript = Transcript("twixt", {"pie": "no"}, actions=("c3",))
    assert formats.write(transcript, "t1")
    for name in ("tsgf", "gm21", "forum"):
        assert write_error(transcript, name).option == "pie"


@pytest.mark.parametrize(("name", "reason"), [("t1", "agreed"), ("t1", "time"), ("forum", "time"), ("tsgf", "time")])
def test_results_that_cannot_be_represented(name, reason):
    result = {"draw": True, "reason": reason} if reason == "agreed" else {"winner": 0, "reason": reason}
    error = write_error(Transcript("twixt:paper", actions=("c3",), result=result), name)
    assert (error.code, error.reason) == ("holds_no_result", reason)


@pytest.mark.parametrize("name", ["t1", "forum"])
def test_only_the_player_to_move_can_resign_in_t1_and_forum(name):
    result = {"winner": 1, "reason": "resigned"}
    assert write_error(Transcript("twixt", actions=("c3",), result=result), name).code == "resigned_out_of_turn"


def test_t1_cannot_represent_every_name():
    for name in ("Ann #1", " Ann", "A\nB"):
        error = write_error(Transcript("twixt", players=(name, "Ben"), actions=("c3",)), "t1")
        assert error.code == "holds_no_such_name"
