"""MIX-9 to MIX-11: the banned undo, passes and repetition."""

from __future__ import annotations

import random

import pytest

import tablier
from tests.games.mixtour.brute_force import after, legal_actions, moves
from tests.games.mixtour.mixtour_boards import expect_illegal, position, state_after

THREE_STACKS = "a1 a2 b1 b2 b2-a1"  # on a1 (two pieces), a2 and b1, all adjacent
CIRCLE = "a1:1-a2 a2:1-b1 b1:1-a1"  # the top piece of a1 moves over the other two stacks and back
STUCK = {"a1": "WBWB", "c1": "W", "a3": "B", "c3": "W", "e1": "B", "e3": "W"}  # no move is possible
FIVE_PIECES = "mixtour:stein|pieces=5"


def test_mix_9_the_undo_is_banned() -> None:
    state = state_after(f"{THREE_STACKS} a1:1-a2")
    error = expect_illegal(state, "a2:1-a1")
    assert (error.code, error.source, error.count, error.target) == ("undo", "a2", 1, "a1")
    assert state.scene(0)["undo"] == "a2:1-a1"


def test_mix_9_other_moves_between_the_same_stacks_are_legal() -> None:
    state = state_after(f"{THREE_STACKS} a1:1-a2")
    assert {"a2-a1", "a2:1-b1", "a2-b1"} <= set(state.legal_actions())


def test_mix_9_the_ban_lasts_one_turn() -> None:
    state = state_after(f"{THREE_STACKS} a1:1-a2 e5")
    assert "a2:1-a1" in state.legal_actions() and state.scene(0)["undo"] is None


def test_mix_9_the_ban_is_part_of_text_and_equality() -> None:
    banned = state_after(f"{THREE_STACKS} a1:1-a2")
    free = tablier.from_text(str(banned).replace("|a2:1-a1", "|-"))
    assert banned != free and set(free.legal_actions()) - set(banned.legal_actions()) == {"a2:1-a1"}
    assert tablier.from_text(str(banned)) == banned


def test_mix_9_the_ban_holds_at_every_distance() -> None:
    for height, target in ((1, "b1"), (2, "c1"), (3, "d1")):
        state = position(turn=0, a1="W" * height + "B", **{target: "B" * height})
        assert expect_illegal(state.play(f"a1:1-{target}"), f"{target}:1-a1").code == "undo"
    pair = position(turn=0, a1="WWBW", c1="BB").play("a1:2-c1")
    assert expect_illegal(pair, "c1:2-a1").code == "undo" and "c1:1-a1" in pair.legal_actions()


def test_mix_9_positions_are_compared_by_their_stacks_alone() -> None:
    """In random games, MIX-9 removes exactly the moves that restore the stacks from before the opponent's last turn."""
    for seed in range(25):
        rng = random.Random(seed)
        state: tablier.State = tablier.new("mixtour", pieces=rng.choice([5, 6, 8, 25]), points=2)
        before: dict[str, str] | None = None  # the stacks before the opponent's last turn
        while state.outcome is None:
            stacks = state.position()["stacks"]
            expected = {move for move in moves(stacks) if after(stacks, move) != before}
            listed = state.legal_actions()
            assert {action for action in listed if "-" in action} == expected
            assert set(listed) == legal_actions(state)
            before = stacks
            listed_moves = [action for action in listed if "-" in action]
            state = state.play(rng.choice(listed_moves if listed_moves and rng.random() < 0.7 else listed))


def test_mix_10_a_player_without_reserve_must_move() -> None:
    state = position(turn=0, edition=FIVE_PIECES, **{**STUCK, "e4": "B"})
    assert state.position()["reserve"] == [0, 0]
    assert state.legal_actions() == ("e3-e4", "e4-e3")
    error = expect_illegal(state, "e5")
    assert error.code == "no_reserve"
    assert expect_illegal(state, "pass").code == "may_not_pass"


def test_mix_10_a_player_with_no_legal_turn_passes_and_the_other_goes_on() -> None:
    state = position(turn=0, edition=FIVE_PIECES, **STUCK)
    assert state.position()["reserve"] == [0, 1]
    assert state.legal_actions() == ("pass",)
    assert expect_illegal(state, "a5").code == "no_reserve"
    passed = state.play("pass")
    assert passed.turn == 1 and passed.outcome is None and passed.scene(0)["passed"]
    assert set(passed.legal_actions()) == {action for action in legal_actions(passed) if len(action) == 2}  # only additions
    assert "a5" in passed.legal_actions()
    assert passed.position() == state.position() and passed != position(turn=1, edition=FIVE_PIECES, **STUCK)
    assert "e3-e4" in passed.play("e4").legal_actions()


def test_mix_10_the_second_pass_in_a_row_is_a_draw() -> None:
    state = position(turn=0, edition=FIVE_PIECES, score="0-2", **STUCK, e5="B")
    assert state.legal_actions() == ("pass",)
    once = state.play("pass")
    assert once.outcome is None and once.legal_actions() == ("pass",)
    twice = once.play("pass")
    assert twice.outcome == tablier.Outcome(None, "passes", (0, 2)) and twice.legal_actions() == ()
    assert tablier.from_text(str(once)).play("pass") == twice == tablier.from_text(str(twice))
    assert tablier.from_text(str(twice)).outcome == twice.outcome


def test_mix_10_a_pass_after_another_turn_is_the_first_again() -> None:
    once = position(turn=0, edition=FIVE_PIECES, **STUCK).play("pass").play("e5")
    assert once.legal_actions() == ("pass",)
    assert once.play("pass").outcome is None


def test_mix_10_on_a_full_board_of_pairs_both_sides_pass() -> None:
    state = position(turn=1, **{column + row: "WB" for column in "abcde" for row in "12345"})
    assert state.legal_actions() == ("pass",)
    assert state.play("pass").play("pass").outcome == tablier.Outcome(None, "passes", (0, 0))


def test_mix_10_where_the_undo_is_banned_the_whole_stack_can_go_the_same_way() -> None:
    """Hence a banned undo is never the only move, and no pass follows a ban."""
    bans = 0
    for seed in range(10):
        rng = random.Random(seed)
        state: tablier.State = tablier.new("mixtour", pieces=5)
        while state.outcome is None:
            if undo := state.scene(None)["undo"]:
                bans += 1
                assert undo[:2] + undo[4:] in state.legal_actions()
            state = state.play(rng.choice(state.legal_actions()))
    assert bans > 20


def test_mix_10_passing_is_illegal_while_a_piece_can_be_added_or_moved() -> None:
    assert expect_illegal(tablier.new("mixtour"), "pass").code == "may_not_pass"
    assert expect_illegal(state_after("a1 b1"), "pass").code == "may_not_pass"


def test_mix_11_the_third_occurrence_of_a_position_is_a_draw() -> None:
    state = state_after(THREE_STACKS)
    occurrences = 1
    for action in (f"{CIRCLE} " * 4).split():
        assert state.outcome is None
        state = state.play(action)
        occurrences += state.turn == 1 and state.position() == state_after(THREE_STACKS).position()
    assert occurrences == 3
    assert state.outcome == tablier.Outcome(None, "repetition", (0, 0))
    assert state.legal_actions() == () and state.to_act is None


def test_mix_11_the_side_to_move_must_be_the_same() -> None:
    state = state_after(f"{THREE_STACKS} {f'{CIRCLE} ' * 3}")
    assert state.position() == state_after(THREE_STACKS).position()  # the fourth occurrence, two with each side to move
    assert state.outcome is None


def test_mix_11_the_score_must_be_the_same() -> None:
    earlier = state_after(f"{THREE_STACKS} {f'{CIRCLE} ' * 3}")
    state = earlier
    for action in ["d4", "e5", "e5-d4", "d2", "d2-d4", "a4", "a4-d4", "e4", "d4-e4"]:
        state = state.play(action)
    assert state.position()["stacks"] == earlier.position()["stacks"] and state.turn == 1
    assert state.position()["score"] == [0, 1] and state.outcome is None


def test_mix_11_the_history_is_in_the_state_but_not_in_its_text() -> None:
    first, second = state_after(THREE_STACKS), state_after(f"{THREE_STACKS} {CIRCLE} {CIRCLE}")
    assert str(first).rpartition("|")[0] == str(second).rpartition("|")[0]
    again = tablier.from_text(str(second))
    assert again == second and hash(again) == hash(second)
    for action in f"{CIRCLE} {CIRCLE}".split():
        again, second = again.play(action), second.play(action)
    assert second.outcome is not None and again.outcome is None


def test_mix_11_a_drawn_position_stays_drawn_when_parsed() -> None:
    state = state_after(f"{THREE_STACKS} {f'{CIRCLE} ' * 4}")
    again = tablier.from_text(str(state))
    assert again == state and again.outcome == state.outcome and again.legal_actions() == ()


@pytest.mark.parametrize("action", ["a1", "pass", "a1-b1"])
def test_mix_11_nothing_is_played_after_the_end(action: str) -> None:
    state = state_after(f"{THREE_STACKS} {f'{CIRCLE} ' * 4}")
    with pytest.raises(tablier.IllegalAction) as error:
        state.play(action)
    assert error.value.code == "game_over"
