"""Reading and writing the files of other TwixT programs."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tablier.formats.transcript import Transcript
from tablier.records import formats
from tests.games.twixt.foreign_files import final_state, mirror_position, random_transcript, read_error, t1_file

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


def test_tsgf_moves_after_a_swap_are_mirrored():
    """On Little Golem b keeps top and bottom and the peg is reflected, so its board is the mirror image of ours."""
    transcript = formats.read("(;FF[4]SZ[12];b[cd];r[swap];b[hf];r[fe];b[ig];r[gf])", "tsgf")
    assert transcript.actions == ("c4", "swap", "f8", "e6", "g9", "f7")
    # the same pegs as Little Golem has them: the mirrored first peg belongs to r, and b moves next
    theirs = {"b": ["h6", "i7"], "r": ["d3", "f5", "g6"]}
    position = mirror_position(final_state(transcript).position())
    assert position["pegs"] == [sorted(theirs["b"]), sorted(theirs["r"])]
    assert position["sides"] == [0, 1]
    assert final_state(transcript).to_act == 0


@pytest.mark.parametrize("seed", range(12))
def test_tsgf_of_random_games_gives_the_position_of_little_golem(seed):
    """Replay the written moves as Little Golem does and compare the positions."""
    transcript = random_transcript("twixt:paper", seed, 12)
    theirs: dict[str, list[str]] = {"b": [], "r": []}
    for player, move in re.findall(r";([br])\[(\w+)\]", formats.write(transcript, "tsgf")):
        if move == "swap":
            (first,) = theirs["b"]
            theirs = {"b": [], "r": [first[::-1]]}
        elif move != "resign":
            theirs[player].append(move)
    pegs = [sorted(f"{move[0]}{ord(move[1]) - ord('a') + 1}" for move in theirs[player]) for player in "br"]
    ours = final_state(transcript).position()
    swapped = "swap" in transcript.actions
    assert (mirror_position(ours) if swapped else ours)["pegs"] == pegs
    assert ours["sides"] == ([1, 0] if swapped else [0, 1])


@pytest.mark.parametrize(("loser", "winner"), [("b", 1), ("r", 0)])
@pytest.mark.parametrize("second", ["swap", "kk"])
def test_tsgf_letters_denote_players_after_a_swap(loser, winner, second):
    text = f"(;FF[4]SZ[24];b[cd];r[{second}];b[mm];r[nn];{loser}[resign])"
    transcript = formats.read(text, "tsgf")
    assert transcript.result == {"winner": winner, "reason": "resigned"}
    assert formats.read(formats.write(transcript, "tsgf"), "tsgf") == transcript


def test_tsgf_uses_capital_letters_beyond_26():
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


def test_gm21_the_colour_after_a_swap_shows_the_kind_of_swap():
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
def test_gm21_resignations(moves, winner):
    assert formats.read(f"(;GM[21]SZ[12];{moves})", "gm21").result == {"winner": winner, "reason": "resigned"}


def test_gm21_results_use_the_final_colours():
    """After a swap that keeps the peg the first seat is Black, and it wins as Black."""
    for winner, shown in ((0, "B+Time"), (1, "W+Time")):
        transcript = Transcript("twixt:kosmos", {"size": "12"}, actions=("c4", "swap", "f8"))
        transcript = replace(transcript, result={"winner": winner, "reason": "time"})
        text = formats.write(transcript, "gm21")
        assert f"RE[{shown}]" in text
        assert formats.read(text, "gm21") == transcript


def test_gm21_is_mirrored_if_black_begins():
    black = formats.read("(;GM[21]SZ[12]PB[Ann]PW[Ben];B[d3];W[g6])", "gm21")
    assert (black.actions, black.players) == (("c4", "f7"), ("Ann", "Ben"))


def test_gm21_draw_offers_are_skipped():
    text = "(;GM[21]SZ[12];W[c4];B[propose-draw];B[f7];W[accept-draw])"
    transcript = formats.read(text, "gm21")
    assert (transcript.actions, transcript.result) == (("c4", "f7"), {"draw": True, "reason": "agreed"})


def test_gm21_names_the_rules_of_the_game():
    for edition, rules in (("twixt:kosmos", "STD"), ("twixt:paper", "PP")):
        text = formats.write(Transcript(edition, {"size": "30"}, actions=("ab4",)), "gm21")
        assert text == f"(;FF[4]CA[UTF-8]GM[21]AP[Tablier]SZ[30]RU[{rules}]PW[]PB[]\n;W[ab4])\n"


# T1j


def test_t1_is_read():
    transcript = formats.read(t1_file("I9 l10"), "t1")
    assert transcript == Transcript("twixt:kosmos", players=("Ann", "Ben"), actions=("i9", "l10"))


def test_t1_headers_of_eleven_and_thirteen_lines_are_equivalent():
    long = t1_file("I9\tL10  Q15 resign")
    short = "\n".join(line.partition("#")[0] for line in long.splitlines()[2:])
    assert formats.read(long, "t1") == formats.read(short, "t1")
    assert formats.read(long, "t1").result == {"winner": 0, "reason": "resigned"}


def test_t1_is_mirrored_if_player_2_begins():
    """In T1 player 1 always joins top and bottom; in Tablier the first seat does."""
    first = formats.read(t1_file("I9 L10 Q15", first_player=1), "t1")
    second = formats.read(t1_file("I9 L10 Q15", first_player=2), "t1")
    assert second.actions == ("i9", "j12", "o17")
    assert (first.players, second.players) == (("Ann", "Ben"), ("Ben", "Ann"))
    theirs = mirror_position(final_state(second).position())
    assert theirs["pegs"] == [["l10"], ["i9", "q15"]]


@pytest.mark.parametrize("first_player", [1, 2])
def test_t1_swap_keeps_the_peg(first_player):
    actions = ("c4", "swap", "f8", "e6") if first_player == 1 else ("d3", "swap", "h6", "f5")
    assert formats.read(t1_file("C4 swap F8 E6", first_player=first_player), "t1").actions == actions


@pytest.mark.parametrize("program", ["twixtbot-ui", "Twixt Commentator"])
def test_t1_of_programs_that_mirror_the_peg(program):
    text = t1_file("C4 swap H6 F5").replace("T1j", program)
    assert formats.read(text, "t1").actions == ("c4", "swap", "f8", "e6")


def test_t1_with_only_names_in_the_header_is_from_twixtbot():
    text = "#\n#\n#\nAnn # one\nBen # two\n" + "#\n" * 8 + "c4\nswap\nH6\nresign"
    transcript = formats.read(text, "t1")
    assert (transcript.players, transcript.actions) == (("Ann", "Ben"), ("c4", "swap", "f8"))
    assert transcript.result == {"winner": 0, "reason": "resigned"}


def test_t1_allows_empty_names_and_comments_anywhere():
    text = t1_file("I9").replace("Ann#", "#").replace("Ben#", "#") + "# a comment\n\nL10 # another\n"
    assert formats.read(text, "t1") == Transcript("twixt:kosmos", actions=("i9", "l10"))


def test_t1_stores_the_pie_rule():
    assert formats.read(t1_file("I9", pie="N"), "t1").options == {"pie": "no"}
    assert read_error(t1_file("I9 swap", pie="N"), "t1").code == "no_swap"
    without = Transcript("twixt:kosmos", {"pie": "no", "size": "12"}, actions=("c4",))
    assert formats.read(formats.write(without, "t1"), "t1") == without


def test_t1_is_written():
    transcript = formats.read(t1_file("C4 swap F8 resign", size=12), "t1")
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
