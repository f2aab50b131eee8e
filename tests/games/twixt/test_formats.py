"""The files of other TwixT programs, read and written: own compositions in every dialect."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tablier.formats.transcript import Transcript
from tablier.records import formats
from tests.games.twixt.foreign_files import last, mirrored, random_transcript, refused, t1

# Little Golem


def test_tsgf_is_read():
    text = "(;FF[4]EV[cup.1]PB[Ann]PW[Ben]SZ[24]SO[a friend];b[cd];r[fg];b[oh|draw];r[xb];b[resign])"
    assert formats.read(text, "tsgf") == Transcript(
        "twixt:paper",
        players=("Ann", "Ben"),
        actions=("c4", "f7", "o8", "x2"),
        result={"winner": 1, "reason": "resigned"},
        facts={"event": "cup.1", "source": "a friend"},
    )


def test_tsgf_after_a_swap_is_turned_into_our_geometry():
    """On Little Golem b keeps top and bottom and the peg is mirrored, so its board is ours seen in the diagonal."""
    transcript = formats.read("(;FF[4]SZ[12];b[cd];r[swap];b[hf];r[fe];b[ig];r[gf])", "tsgf")
    assert transcript.actions == ("c4", "swap", "f8", "e6", "g9", "f7")
    # the same pegs as Little Golem has them: the mirrored first peg belongs to r, and b moves next
    theirs = {"b": ["h6", "i7"], "r": ["d3", "f5", "g6"]}
    position = mirrored(last(transcript).position())
    assert position["pegs"] == [sorted(theirs["b"]), sorted(theirs["r"])]
    assert position["sides"] == [0, 1]
    assert last(transcript).to_act == 0


@pytest.mark.parametrize("seed", range(12))
def test_tsgf_of_random_games_stands_as_on_little_golem(seed):
    """Puts the written moves on a board the way Little Golem does, and compares it with ours."""
    transcript = random_transcript("twixt:paper", seed, 12)
    theirs: dict[str, list[str]] = {"b": [], "r": []}
    for player, move in re.findall(r";([br])\[(\w+)\]", formats.write(transcript, "tsgf")):
        if move == "swap":
            (first,) = theirs["b"]
            theirs = {"b": [], "r": [first[::-1]]}
        elif move != "resign":
            theirs[player].append(move)
    pegs = [sorted(f"{move[0]}{ord(move[1]) - ord('a') + 1}" for move in theirs[player]) for player in "br"]
    ours = last(transcript).position()
    swapped = "swap" in transcript.actions
    assert (mirrored(ours) if swapped else ours)["pegs"] == pegs
    assert ours["sides"] == ([1, 0] if swapped else [0, 1])


@pytest.mark.parametrize(("loser", "winner"), [("b", 1), ("r", 0)])
@pytest.mark.parametrize("second", ["swap", "kk"])
def test_tsgf_names_players_even_after_a_swap(loser, winner, second):
    text = f"(;FF[4]SZ[24];b[cd];r[{second}];b[mm];r[nn];{loser}[resign])"
    transcript = formats.read(text, "tsgf")
    assert transcript.result == {"winner": winner, "reason": "resigned"}
    assert formats.read(formats.write(transcript, "tsgf"), "tsgf") == transcript


def test_tsgf_has_capital_letters_beyond_26():
    transcript = formats.read("(;FF[4]SZ[30];b[Bd];r[dC])", "tsgf")
    assert transcript.actions == ("ab4", "d29")
    assert transcript.options == {"size": "30"}
    assert ";b[Bd];r[dC])" in formats.write(transcript, "tsgf")


def test_tsgf_is_written_as_little_golem_does():
    text = "(;FF[4]EV[cup]PB[Ann]PW[Ben]SZ[24]SO[a friend];b[cd];r[swap];b[mk];r[draw])\n"
    transcript = formats.read(text, "tsgf")
    assert transcript.result == {"draw": True, "reason": "agreed"}
    assert formats.write(transcript, "tsgf") == text


def test_tsgf_skips_comments_and_variations():
    text = "(;FF[4]SZ[24]C[hello];b[cd]C[good];C[no move](;r[kk]XX[?])(;r[ll]))"
    assert formats.read(text, "tsgf").actions == ("c4", "k11")


# SGF GM[21]


def test_gm21_is_read():
    text = "(;FF[4]GM[21]SZ[24:24]RU[pp]PW[Ann]PB[Ben]RE[B+R]EV[cup];W[C4];B[f7];W[O8])"
    assert formats.read(text, "gm21") == Transcript(
        "twixt:paper",
        players=("Ann", "Ben"),
        actions=("c4", "f7", "o8"),
        result={"winner": 1, "reason": "resigned"},
        facts={"event": "cup"},
    )


def test_gm21_colours_are_sides_so_the_move_after_a_swap_tells_which_swap_it_was():
    stays = formats.read("(;GM[21]SZ[12]PW[Ann]PB[Ben];W[c4];B[swap];B[f8];W[e6];B[g9];W[f7])", "gm21")
    mirrors = formats.read("(;GM[21]SZ[12]PW[Ann]PB[Ben];W[c4];B[swap];W[h6];B[f5];W[i7];B[g6])", "gm21")
    assert stays == mirrors
    assert stays.actions == ("c4", "swap", "f8", "e6", "g9", "f7")
    assert stays.players == ("Ann", "Ben")


@pytest.mark.parametrize(
    ("moves", "winner"),
    [
        ("W[c4];B[swap];B[resign]", 1),
        ("W[c4];B[swap];W[resign]", 1),
        ("W[c4];B[swap];B[f8];W[resign]", 0),
        ("W[c4];B[swap];W[h6];B[resign]", 0),
        ("W[c4];B[swap-sides];B[resign]", 1),
        ("W[c4];B[swap-pieces];W[h6];B[e5];W[resign]", 1),
        ("W[c4];B[f7];W[forfeit]", 1),
        ("B[c4];W[swap];W[f8];B[resign]", 0),
    ],
)
def test_gm21_knows_who_resigned(moves, winner):
    assert formats.read(f"(;GM[21]SZ[12];{moves})", "gm21").result == {"winner": winner, "reason": "resigned"}


def test_gm21_tells_the_result_by_the_colour_at_the_end():
    """After our swap the first seat is Black, and so it wins as Black."""
    for winner, shown in ((0, "B+Time"), (1, "W+Time")):
        transcript = Transcript("twixt:kosmos", {"size": "12"}, actions=("c4", "swap", "f8"))
        transcript = replace(transcript, result={"winner": winner, "reason": "time"})
        text = formats.write(transcript, "gm21")
        assert f"RE[{shown}]" in text
        assert formats.read(text, "gm21") == transcript


def test_gm21_that_black_begins_is_mirrored():
    black = formats.read("(;GM[21]SZ[12]PB[Ann]PW[Ben];B[d3];W[g6])", "gm21")
    assert (black.actions, black.players) == (("c4", "f7"), ("Ann", "Ben"))


def test_gm21_offers_are_no_moves():
    text = "(;GM[21]SZ[12];W[c4];B[propose-draw];B[f7];W[accept-draw])"
    transcript = formats.read(text, "gm21")
    assert (transcript.actions, transcript.result) == (("c4", "f7"), {"draw": True, "reason": "agreed"})


def test_gm21_is_written_for_the_rules_that_were_played():
    for edition, rules in (("twixt:kosmos", "STD"), ("twixt:paper", "PP")):
        text = formats.write(Transcript(edition, {"size": "30"}, actions=("ab4",)), "gm21")
        assert text == f"(;FF[4]CA[UTF-8]GM[21]AP[Tablier]SZ[30]RU[{rules}]PW[]PB[]\n;W[ab4])\n"


# T1j


def test_t1_is_read():
    transcript = formats.read(t1("I9 l10"), "t1")
    assert transcript == Transcript("twixt:kosmos", players=("Ann", "Ben"), actions=("i9", "l10"))


def test_t1_of_eleven_lines_and_of_thirteen_are_the_same():
    long = t1("I9\tL10  Q15 resign")
    short = "\n".join(line.partition("#")[0] for line in long.splitlines()[2:])
    assert formats.read(long, "t1") == formats.read(short, "t1")
    assert formats.read(long, "t1").result == {"winner": 0, "reason": "resigned"}


def test_t1_that_player_2_begins_is_mirrored():
    """Player 1 joins top and bottom whoever begins; for us the first seat does."""
    first = formats.read(t1("I9 L10 Q15", begins=1), "t1")
    second = formats.read(t1("I9 L10 Q15", begins=2), "t1")
    assert second.actions == ("i9", "j12", "o17")
    assert (first.players, second.players) == (("Ann", "Ben"), ("Ben", "Ann"))
    theirs = mirrored(last(second).position())
    assert theirs["pegs"] == [["l10"], ["i9", "q15"]]


@pytest.mark.parametrize("begins", [1, 2])
def test_t1_swap_leaves_the_peg(begins):
    actions = ("c4", "swap", "f8", "e6") if begins == 1 else ("d3", "swap", "h6", "f5")
    assert formats.read(t1("C4 swap F8 E6", begins=begins), "t1").actions == actions


@pytest.mark.parametrize("program", ["twixtbot-ui", "Twixt Commentator"])
def test_t1_of_programs_that_mirror_the_peg(program):
    text = t1("C4 swap H6 F5").replace("T1j", program)
    assert formats.read(text, "t1").actions == ("c4", "swap", "f8", "e6")


def test_t1_with_names_alone_is_twixtbots():
    text = "#\n#\n#\nAnn # one\nBen # two\n" + "#\n" * 8 + "c4\nswap\nH6\nresign"
    transcript = formats.read(text, "t1")
    assert (transcript.players, transcript.actions) == (("Ann", "Ben"), ("c4", "swap", "f8"))
    assert transcript.result == {"winner": 0, "reason": "resigned"}


def test_t1_names_may_be_empty_and_comments_anywhere():
    text = t1("I9").replace("Ann#", "#").replace("Ben#", "#") + "# a thought\n\nL10 # another\n"
    assert formats.read(text, "t1") == Transcript("twixt:kosmos", actions=("i9", "l10"))


def test_t1_knows_the_pie_rule():
    assert formats.read(t1("I9", pie="N"), "t1").options == {"pie": "no"}
    assert refused(t1("I9 swap", pie="N"), "t1").code == "no_swap"
    without = Transcript("twixt:kosmos", {"pie": "no", "size": "12"}, actions=("c4",))
    assert formats.read(formats.write(without, "t1"), "t1") == without


def test_t1_is_written():
    transcript = formats.read(t1("C4 swap F8 resign", size=12), "t1")
    text = formats.write(transcript, "t1")
    values = [line.partition("#")[0] for line in text.splitlines()]
    assert values == ["", "", "1", "Ann", "Ben", "12", "12", "H", "H", "1", "V", "Y", "Y", "C4", "swap", "F8", "resign"]
    assert formats.read(text, "t1") == transcript


# forums


def test_forum_lists_are_read():
    transcript = formats.read("1.f6 2.swap 3. M16\n4) n14 5.resign\n", "forum")
    assert transcript == Transcript(
        "twixt:kosmos", actions=("f6", "swap", "m16", "n14"), result={"winner": 1, "reason": "resigned"}
    )
    assert formats.write(transcript, "forum") == "1.f6 2.swap 3.m16 4.n14 5.resign\n"
