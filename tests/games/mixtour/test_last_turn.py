"""MIX-9 to MIX-11: what the turns before forbid, force and end."""

from __future__ import annotations

import random

import pytest

import tablier
from tests.games.mixtour.brute_force import after, legal, moves
from tests.games.mixtour.mixtour_boards import played, position, refused

SQUARE = "a1 a2 b1 b2 b2-a1"  # three stacks that touch each other, one of them with a piece on top that can hop on for ever
ROUND = "a1:1-a2 a2:1-b1 b1:1-a1"
STUCK = {"a1": "WBWB", "c1": "W", "a3": "B", "c3": "W", "e1": "B", "e3": "W"}  # nothing reaches anything
FIVE = "mixtour:stein|pieces=5"


def test_mix_9_the_undo_is_banned() -> None:
    state = played(f"{SQUARE} a1:1-a2")
    error = refused(state, "a2:1-a1")
    assert (error.code, error.source, error.count, error.target) == ("undo", "a2", 1, "a1")
    assert state.scene(0)["undo"] == "a2:1-a1"


def test_mix_9_other_moves_between_the_same_stacks_are_free() -> None:
    state = played(f"{SQUARE} a1:1-a2")
    assert {"a2-a1", "a2:1-b1", "a2-b1"} <= set(state.legal_actions())


def test_mix_9_the_ban_lasts_one_turn() -> None:
    state = played(f"{SQUARE} a1:1-a2 e5")
    assert "a2:1-a1" in state.legal_actions() and state.scene(0)["undo"] is None


def test_mix_9_the_ban_is_part_of_text_and_equality() -> None:
    banned = played(f"{SQUARE} a1:1-a2")
    free = tablier.from_text(str(banned).replace("|a2:1-a1", "|-"))
    assert banned != free and set(free.legal_actions()) - set(banned.legal_actions()) == {"a2:1-a1"}
    assert tablier.from_text(str(banned)) == banned


def test_mix_9_it_holds_at_every_distance_where_a_move_can_be_taken_back() -> None:
    for height, target in ((1, "b1"), (2, "c1"), (3, "d1")):
        state = position(turn=0, a1="W" * height + "B", **{target: "B" * height})
        assert refused(state.play(f"a1:1-{target}"), f"{target}:1-a1").code == "undo"
    pair = position(turn=0, a1="WWBW", c1="BB").play("a1:2-c1")
    assert refused(pair, "c1:2-a1").code == "undo" and "c1:1-a1" in pair.legal_actions()


def test_mix_9_positions_are_compared_by_their_stacks_alone() -> None:
    """In random games, no move brings back what stood before the other's last turn, and nothing else is withheld."""
    for seed in range(25):
        draw = random.Random(seed)
        state: tablier.State = tablier.new("mixtour", pieces=draw.choice([5, 6, 8, 25]), points=2)
        before: dict[str, str] | None = None  # what stood before the opponent's last turn
        while state.outcome is None:
            stacks = state.position()["stacks"]
            expected = {move for move in moves(stacks) if after(stacks, move) != before}
            listed = state.legal_actions()
            assert {action for action in listed if "-" in action} == expected
            assert set(listed) == legal(state)
            before = stacks
            hops = [action for action in listed if "-" in action]
            state = state.play(draw.choice(hops if hops and draw.random() < 0.7 else listed))


def test_mix_10_a_player_without_reserve_must_move() -> None:
    state = position(turn=0, edition=FIVE, **{**STUCK, "e4": "B"})
    assert state.position()["reserve"] == [0, 0]
    assert state.legal_actions() == ("e3-e4", "e4-e3")
    error = refused(state, "e5")
    assert error.code == "no_reserve"
    assert refused(state, "pass").code == "may_not_pass"


def test_mix_10_a_player_with_no_legal_turn_passes_and_the_other_goes_on() -> None:
    state = position(turn=0, edition=FIVE, **STUCK)
    assert state.position()["reserve"] == [0, 1]
    assert state.legal_actions() == ("pass",)
    assert refused(state, "a5").code == "no_reserve"
    passed = state.play("pass")
    assert passed.turn == 1 and passed.outcome is None and passed.scene(0)["passed"]
    assert set(passed.legal_actions()) == {cell for cell in legal(passed) if len(cell) == 2} and "a5" in passed.legal_actions()
    assert passed.position() == state.position() and passed != position(turn=1, edition=FIVE, **STUCK)
    assert "e3-e4" in passed.play("e4").legal_actions()


def test_mix_10_the_second_pass_in_a_row_is_a_draw() -> None:
    state = position(turn=0, edition=FIVE, score="0-2", **STUCK, e5="B")
    assert state.legal_actions() == ("pass",)
    once = state.play("pass")
    assert once.outcome is None and once.legal_actions() == ("pass",)
    twice = once.play("pass")
    assert twice.outcome == tablier.Outcome(None, "passes", (0, 2)) and twice.legal_actions() == ()
    assert tablier.from_text(str(once)).play("pass") == twice == tablier.from_text(str(twice))
    assert tablier.from_text(str(twice)).outcome == twice.outcome


def test_mix_10_a_pass_after_another_turn_is_the_first_again() -> None:
    once = position(turn=0, edition=FIVE, **STUCK).play("pass").play("e5")
    assert once.legal_actions() == ("pass",)
    assert once.play("pass").outcome is None


def test_mix_10_a_full_board_of_pairs_leaves_nothing_to_do() -> None:
    state = position(turn=1, **{column + row: "WB" for column in "abcde" for row in "12345"})
    assert state.legal_actions() == ("pass",)
    assert state.play("pass").play("pass").outcome == tablier.Outcome(None, "passes", (0, 0))


def test_mix_10_where_the_undo_is_banned_the_whole_stack_can_go_the_same_way() -> None:
    """So the undo is never a player's only turn, and a pass never follows a ban."""
    seen = 0
    for seed in range(10):
        draw = random.Random(seed)
        state: tablier.State = tablier.new("mixtour", pieces=5)
        while state.outcome is None:
            if undo := state.scene(None)["undo"]:
                seen += 1
                assert undo[:2] + undo[4:] in state.legal_actions()
            state = state.play(draw.choice(state.legal_actions()))
    assert seen > 20


def test_mix_10_nobody_passes_while_a_piece_can_be_added_or_moved() -> None:
    assert refused(tablier.new("mixtour"), "pass").code == "may_not_pass"
    assert refused(played("a1 b1"), "pass").code == "may_not_pass"


def test_mix_11_the_third_time_the_same_position_stands_is_a_draw() -> None:
    state = played(SQUARE)
    stood = 1
    for action in (f"{ROUND} " * 4).split():
        assert state.outcome is None
        state = state.play(action)
        stood += state.turn == 1 and state.position() == played(SQUARE).position()
    assert stood == 3
    assert state.outcome == tablier.Outcome(None, "repetition", (0, 0))
    assert state.legal_actions() == () and state.to_act is None


def test_mix_11_the_side_to_move_must_be_the_same() -> None:
    state = played(f"{SQUARE} {f'{ROUND} ' * 3}")
    assert state.position() == played(SQUARE).position()  # for the fourth time, twice with each side to move
    assert state.outcome is None


def test_mix_11_the_score_must_be_the_same() -> None:
    twice_each = played(f"{SQUARE} {f'{ROUND} ' * 3}")
    state = twice_each
    for action in ["d4", "e5", "e5-d4", "d2", "d2-d4", "a4", "a4-d4", "e4", "d4-e4"]:
        state = state.play(action)
    assert state.position()["stacks"] == twice_each.position()["stacks"] and state.turn == 1
    assert state.position()["score"] == [0, 1] and state.outcome is None


def test_mix_11_counts_travel_with_the_state_but_not_with_its_text() -> None:
    first, second = played(SQUARE), played(f"{SQUARE} {ROUND} {ROUND}")
    assert str(first).rpartition("|")[0] == str(second).rpartition("|")[0]
    again = tablier.from_text(str(second))
    assert again == second and hash(again) == hash(second)
    for action in f"{ROUND} {ROUND}".split():
        again, second = again.play(action), second.play(action)
    assert second.outcome is not None and again.outcome is None


def test_mix_11_a_game_that_ended_so_stays_ended_when_read_back() -> None:
    state = played(f"{SQUARE} {f'{ROUND} ' * 4}")
    again = tablier.from_text(str(state))
    assert again == state and again.outcome == state.outcome and again.legal_actions() == ()


@pytest.mark.parametrize("action", ["a1", "pass", "a1-b1"])
def test_mix_11_nothing_is_played_after_the_end(action: str) -> None:
    state = played(f"{SQUARE} {f'{ROUND} ' * 4}")
    with pytest.raises(tablier.IllegalAction) as error:
        state.play(action)
    assert error.value.code == "game_over"
