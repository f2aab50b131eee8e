"""TWX-10 to TWX-16: reserves, opening and outcomes. For the notation of turns see test_notation.py."""

from __future__ import annotations

import pytest

import tablier
from tablier import Outcome
from tests.games.twixt.brute_force import Model
from tests.games.twixt.twixt_games import after, expect_illegal

# reserves


def test_twx_10_without_pegs_left_one_is_lifted_with_its_links():
    state = after("twixt:dujardin", "c3 j9 d5 j8", pegs=2)
    assert state.position()["links"][0] == ["c3d5"]
    assert expect_illegal(state, "h5").code == "must_lift"
    assert expect_illegal(state, "^h5,h6").code == "not_your_peg"
    assert expect_illegal(state, "^j9,h6").code == "not_your_peg"
    assert expect_illegal(state, "^c3,c3").code == "same_hole"
    assert expect_illegal(state, "^c3,d5").code == "occupied"
    assert expect_illegal(state, "^c3,-c3d5,e7").code == "lifted_link"
    following = state.play("^c3,h6")
    assert following.position()["pegs"][0] == ["d5", "h6"]
    assert following.position()["links"][0] == []
    assert state.play("^c3,e7").position()["links"][0] == ["d5e7"]
    assert state.play("^c3,e7/").position()["links"][0] == []


def test_twx_10_lifting_is_illegal_with_pegs_left():
    state = after("twixt:dujardin", "c3 j9 d5 j8", pegs=3)
    assert expect_illegal(state, "^c3,h6").code == "no_lift"
    assert expect_illegal(after("twixt:kosmos", "c3 j9"), "^c3,h6").code == "no_lift"


def test_twx_10_every_lift_is_listed_in_order():
    state = after("twixt:dujardin", "c3 b4 c10 b5", pegs=2, size=10)
    listed = state.legal_actions()
    assert len(listed) == 2 * (10 * 8 - 4)
    assert list(listed) == sorted(listed)
    assert listed[0] == "^c10,b1"
    assert "^c3,c10" not in listed


def test_twx_10_a_lift_may_open_a_path():
    state = after("twixt:dujardin", "c3 c4 d5 j9 h8 h3", pegs=3)
    assert expect_illegal(state, "h9").code == "must_lift"
    closed = state.play("^h8,h9")
    assert closed.play("^j9,d2").position()["links"][1] == []
    opened = state.play("^c3,b8")
    assert opened.play("^j9,d2").position()["links"][1] == ["c4d2"]


def test_twx_10_links_on_the_board_never_exceed_the_limit():
    state = after("twixt:dujardin", "c3 j9 e3 j8 c7 j7 e7 j6", links=3)
    following = state.play("d5")
    assert following.position()["links"][0] == ["c3d5", "c7d5", "d5e3"]
    assert expect_illegal(state, "d5+c3+c7+e3+e7").code == "no_links_left"
    assert state.play("d5+e3+e7").position()["links"][0] == ["d5e3", "d5e7"]
    following = following.play("k2")
    assert following.play("f5").position()["links"][0] == ["c3d5", "c7d5", "d5e3"]
    assert expect_illegal(following, "f5+e3").code == "no_links_left"
    assert following.play("-c3d5,f5+e3").position()["links"][0] == ["c7d5", "d5e3", "e3f5"]
    assert following.play("-c3d5,f5").position()["links"][0] == ["c7d5", "d5e3", "e3f5"]
    assert following.scene(1)["links_left"] == [0, 3]


def test_twx_10_dujardin_has_fifty_pegs_and_fifty_links():
    options = tablier.new("twixt:dujardin").options
    assert (options["pegs"], options["links"]) == (50, 50)
    assert tablier.new("twixt:dujardin").scene(0)["pegs_left"] == [50, 50]
    assert tablier.new("twixt:kosmos").scene(0)["pegs_left"] is None


# the opening


def test_twx_11_the_second_seat_takes_over_the_first_peg():
    state = after("twixt:kosmos", "c3")
    assert "swap" in state.legal_actions()
    swapped = state.play("swap")
    assert swapped.position() == {"size": 12, "pegs": [["c3"], []], "links": [[], []], "sides": [1, 0]}
    assert (swapped.turn, swapped.side(0), swapped.side(1)) == (0, 1, 0)
    assert "swap" not in swapped.legal_actions()
    assert expect_illegal(swapped, "swap").code == "no_swap"
    assert expect_illegal(swapped, "f1").code == "border"
    following = swapped.play("a5")
    assert (following.turn, following.position()["pegs"]) == (1, [["c3"], ["a5"]])
    assert following.play("d5").position()["links"] == [["c3d5"], []]


def test_twx_11_swap_is_legal_only_once_after_the_first_peg():
    assert expect_illegal(tablier.new("twixt:kosmos"), "swap").code == "no_swap"
    assert expect_illegal(after("twixt:kosmos", "c3 d4"), "swap").code == "no_swap"
    assert expect_illegal(after("twixt:kosmos", "c3", pie=False), "swap").code == "no_swap"
    assert "swap" not in after("twixt:kosmos", "c3", pie=False).legal_actions()
    moved = after("twixt:dujardin", "c3 d4 ^c3,c5", pegs=1)
    assert expect_illegal(moved, "swap").code == "no_swap"


def test_twx_11_the_winner_is_a_seat():
    state = after("twixt:paper", "b1 swap a2 c3 a3 b5 a4 d6", size=6)
    assert state.outcome == Outcome(1, "connected")


def test_twx_12_handicap_1_has_no_pie_rule():
    state = after("twixt:kosmos", "f6", handicap=1)
    assert (state.turn, state.to_act) == (1, 1)
    assert expect_illegal(state, "swap").code == "no_swap"
    assert "swap" not in state.legal_actions()


@pytest.mark.parametrize("handicap", [2, 3])
def test_twx_12_two_or_three_turns_ahead(handicap):
    state = tablier.new("twixt:kosmos", size=12, handicap=handicap)
    for text in ("c3", "d5", "e7")[:handicap]:
        assert (state.turn, state.side(0)) == (0, 0)
        assert "swap" not in state.legal_actions()
        state = state.play(text)
    assert state.position()["links"][0] == ["c3d5", "d5e7"][: handicap - 1]
    assert state.turn == 1
    assert "swap" not in state.legal_actions()
    state = state.play("h2")
    assert state.turn == 0
    assert state.play("h9").turn == 1


def test_twx_12_a_handicap_overrides_the_pie_option():
    assert expect_illegal(after("twixt:kosmos", "c3", handicap=1, pie=True), "swap").code == "no_swap"


def test_twx_12_more_turns_than_pegs():
    state = after("twixt:dujardin", "c3", handicap=3, pegs=1)
    assert expect_illegal(state, "h9").code == "must_lift"
    once = state.play("^c3,d5")
    assert str(once) != str(state)
    assert (state.turn, once.turn, once.play("^d5,c3").turn) == (0, 0, 1)
    assert tablier.from_text(str(state)) == state


# the end


def test_twx_13_a_chain_wins_at_once():
    state = after("twixt:kosmos", "b1 a2 c3 a3 b5 a4", size=6)
    assert state.outcome is None
    won = state.play("d6")
    assert won.outcome == Outcome(0, "connected")
    assert won.to_act is None
    assert won.legal_actions() == ()
    assert won.scene(None)["chain"] == {"holes": ["b1", "c3", "b5", "d6"], "links": ["b1c3", "b5c3", "b5d6"]}
    assert expect_illegal(won, "d3").code == expect_illegal(won, "swap").code == "game_over"


def test_twx_13_pegs_alone_do_not_win():
    state = after("twixt:kosmos", "b1 a2 c3/ a3 b5/ a4 d6/ a5", size=6)
    assert state.outcome is None
    assert state.scene(0)["linkable"] == ["b1c3", "b5c3", "b5d6"]
    assert state.play("e2+b1c3+b5c3+b5d6").outcome == Outcome(0, "connected")


def test_twx_13_a_link_between_other_pegs_may_win():
    state = after("twixt:kosmos", "b1 a2 c3/ a3 b5 a4 e5", size=6)
    state = state.play("a5")
    assert state.play("e1").outcome is None
    chained = state.play("d6")
    assert chained.outcome is None
    won = chained.play("f2").play("e1+b1c3")
    assert won.outcome == Outcome(0, "connected")


def test_twx_13_removing_links_never_wins():
    state = after("twixt:kosmos", "b1 a2 c3 a3 b5 a4", size=6)
    assert state.play("-b1c3,d6").outcome is None


# Games on a board of size 6 that the last turn ends as a draw by TWX-14.
KOSMOS_BLOCKED = "d5 e2 c1 f4 c3 d2 b4 f3 e4 d3 d6 b3 b2 b5 d1 c2 c6 a3 b6 c4 e6 e5 e3"
PAPER_BLOCKED = "e3 f3 c1 d2 d5 d4 d3 e5 e2 c2 b4 b3"


def test_twx_14_a_draw_when_neither_side_can_connect():
    *turns, last = PAPER_BLOCKED.split()
    state = after("twixt:paper", " ".join(turns), size=6)
    model = Model(state.options)
    for turn in turns:
        model.play(turn)
    assert state.outcome is None
    assert [model.can_connect(0), model.can_connect(1)] != [False, False]
    state = state.play(last)
    model.play(last)
    assert [model.can_connect(0), model.can_connect(1)] == [False, False]
    assert state.outcome == Outcome(None, "blocked")
    assert state.legal_actions() == ()
    assert tablier.from_text(str(state)).outcome == state.outcome


@pytest.mark.parametrize(
    ("edition", "size", "turns"),
    [
        ("twixt:kosmos", 6, KOSMOS_BLOCKED),
        ("twixt:kosmos", 7, "d5 g4 e7 c3 b1 f6 b6 e3 c6 e2 f4 f2 e6 d4 d7 b4 e4 a2 c2 d3 c4 a6 e1 f5 c5 d2 f3"),
        (
            "twixt:kosmos",
            7,
            "b2 swap g4 f4 e3 e6 f2 c5 d3 c7 b5 b7 d5 d1 d2 b3 d4 c3 c4 b4 a3 f3 g6 d6 a5 e7 f6 e1 f5 e5 e4 e2 c2",
        ),
        (
            "twixt:paper",
            8,
            "f3 b4 d8 h3 f7 a6 d6 c2 b7 f4 e5 g2 c6 d4 d3 b3 d7 f2 g6 g5 f6 b5 c5 d5 e6 a3 e8 a7 g7 c3 f8 e4 f5 e2 e7 "
            "h5 c7 a2 f1 a4 b1 c4 c8 b6 d2 b2 b8 a5 e3",
        ),
    ],
)
def test_twx_14_blocked_games_are_drawn(edition, size, turns):
    state = tablier.new(edition, size=size)
    model = Model(state.options)
    for turn in turns.split():
        assert state.outcome is None
        state = state.play(turn)
        model.play(turn)
    assert state.outcome == Outcome(None, "blocked")
    assert model.outcome == (None, "blocked")


def test_twx_14_removable_links_block_too():
    """The last turn ends the game. If it removes the side's links and adds none, the game goes on with the same pegs."""
    *turns, last = KOSMOS_BLOCKED.split()
    state = after("twixt:kosmos", " ".join(turns), size=6)
    assert state.play(last).outcome == Outcome(None, "blocked")
    removals = "".join(f"-{link}," for link in state.position()["links"][0])
    assert state.play(f"{removals}{last}/").outcome is None


def test_twx_14_does_not_apply_to_limited_pegs():
    assert after("twixt:paper", PAPER_BLOCKED, size=6, pegs=7).outcome is None
    assert after("twixt:paper", PAPER_BLOCKED, size=6, links=20).outcome == Outcome(None, "blocked")


def test_twx_14_no_hole_left_for_a_peg():
    """Both sides fill the board without links. Each could still connect, but there is no hole for a peg."""
    state = tablier.new("twixt:kosmos", size=6, pie=False)
    while state.outcome is None:
        state = state.play(state.legal_actions()[0] + "/")
    assert state.outcome == Outcome(None, "no_hole")
    taken = {hole for pegs in state.position()["pegs"] for hole in pegs}
    side = state.side_to_move
    assert {name for _, name in state.rules.board.plain_turns[side]} <= taken
    assert tablier.from_text(str(state)) == state
    assert tablier.from_text(str(state)).outcome == state.outcome


def test_twx_14_no_hole_left_with_limited_pegs():
    state = tablier.new("twixt:dujardin", size=6, pegs=16, pie=False)
    while state.outcome is None:
        text = state.legal_actions()[0]
        state = state.play(text + "/")
    assert state.outcome == Outcome(None, "no_hole")


@pytest.mark.parametrize("text", ["resign", "draw", "pass"])
def test_twx_15_resigning_and_draw_offers_are_not_actions(text):
    with pytest.raises(tablier.BadNotation):
        tablier.new("twixt").play(text)
    with pytest.raises(tablier.IllegalAction):
        tablier.new("twixt").leave(0)


def test_twx_16_the_third_occurrence_is_a_draw():
    state = after("twixt:dujardin", "c3 h8", pegs=1)
    round_trip = ["^c3,d3", "^h8,h9", "^d3,c3", "^h9,h8"]
    for text in round_trip + round_trip[:3]:
        state = state.play(text)
        assert state.outcome is None
    state = state.play(round_trip[3])
    assert state.outcome == Outcome(None, "repetition")
    assert state.legal_actions() == ()
    again = tablier.from_text(str(state))
    assert again == state
    assert again.outcome == state.outcome


def test_twx_16_the_side_to_move_and_the_links_count():
    state = after("twixt:dujardin", "c3 h8 d5 j9", pegs=2)
    with_link = ["^d5,e9", "^j9,k2", "^e9,d5", "^k2,j9"]
    without = ["^d5,f9", "^j9,k3", "^f9,d5/", "^k3,j9"]
    for text in with_link + without:
        state = state.play(text)
    assert state.outcome is None
    for text in with_link[:-1]:
        state = state.play(text)
    assert state.outcome is None
    assert state.play(with_link[-1]).outcome == Outcome(None, "repetition")


def test_twx_16_counts_are_kept_in_the_state_but_not_in_its_text():
    state = after("twixt:dujardin", "c3 h8", pegs=1)
    round_trip = ["^c3,d3", "^h8,h9", "^d3,c3", "^h9,h8"]
    twice = state
    for text in round_trip:
        twice = twice.play(text)
    assert twice == state
    parsed = tablier.from_text(str(twice))
    for text in round_trip:
        twice, parsed = twice.play(text), parsed.play(text)
    assert twice.outcome == Outcome(None, "repetition")
    assert parsed.outcome is None
    assert twice != parsed


def test_twx_16_does_not_apply_to_unlimited_pegs():
    assert tablier.from_text(str(tablier.new("twixt:kosmos", size=6)))._repetitions == {}
