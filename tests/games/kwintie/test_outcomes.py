"""KWI-8 to KWI-11: wins, passes and games that end without a line."""

from __future__ import annotations

import pytest

import tablier
from tablier.games.kwintie.board import count_lines_of_four, cube, cubes_in_lines, has_line
from tests.games.kwintie.kwintie_games import after, expect_illegal, random_games, rows

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def runs(state: tablier.State, side: int) -> list[int]:
    """Lengths of all maximal straight runs of at least two cubes of a side, counted by brute force."""
    cubes = {
        (column, row)
        for row, text in enumerate(rows(state))
        for column, letter in enumerate(text)
        if letter.upper() == "WB"[side]
    }
    lengths = []
    for across, up in DIRECTIONS:
        for column, row in cubes:
            if (column - across, row - up) in cubes:
                continue
            length = 1
            while (column + length * across, row + length * up) in cubes:
                length += 1
            if length > 1:
                lengths.append(length)
    return lengths


@pytest.mark.parametrize(
    ("actions", "winner", "line"),
    [
        ("g f fg f g", 0, "g1 g2 g3 g4 g5"),  # the three pictures of the rule sheet: White up a column,
        ("g d h bc a ef", 1, "b1 c1 d1 e1 f1"),  # Black along a row,
        ("bc d e b fg e d c b a c", 0, "b5 c4 d3 e2 f1"),  # White on a diagonal
        ("gh de e g bc c g f d cd f", 0, "c1 d2 e3 f4 g5"),
        ("fg de g f fg hi g", 0, "g1 g2 g3 g4 g5 g6"),  # more than five
        ("gh b cd g f f i h e", 0, "c1 d1 e1 f1 g1 h1 i1"),
    ],
)
def test_kwi_8_five_or_more_in_a_straight_line_win_at_once(actions: str, winner: int, line: str) -> None:
    *earlier, last = actions.split()
    before = after("board", " ".join(earlier))
    assert before.outcome is None and before.scene(None)["line"] == []
    state = before.play(last)
    assert state.outcome == tablier.Outcome(winner, "line")
    assert state.to_act is None and state.legal_actions() == ()
    assert state.scene(None)["line"] == line.split()
    with pytest.raises(tablier.IllegalAction) as caught:
        state.play("a")
    assert caught.value.code == "game_over"


@pytest.mark.parametrize(
    ("edition", "options"), [("board", {}), ("table", {"line": 4}), ("board", {"line": 3, "width": 4}), ("board", {"width": 3})]
)
def test_kwi_8_a_line_ends_the_game_and_nothing_else_wins(edition: str, options: dict[str, int]) -> None:
    for states in random_games(edition, 40, **options):
        for state in states:
            required = state.options["line"]
            longest = [max(runs(state, side), default=1) for side in (0, 1)]
            winners = [side for side in (0, 1) if longest[side] >= required]
            won = state.outcome is not None and state.outcome.reason == "line"
            assert winners == ([state.outcome.winner] if won and state.outcome else [])


def test_kwi_8_lines_do_not_continue_from_the_top_of_a_column_at_the_bottom_of_the_next() -> None:
    for upper in ([(0, 7), (0, 8)], [(0, 6), (0, 7), (0, 8)]):
        cubes = sum(cube(column, row) for column, row in [*upper, (1, 0), (1, 1), (1, 2)])
        assert not has_line(cubes, 4) and cubes_in_lines(cubes, 4) == count_lines_of_four(cubes) == 0
    diagonal = [(0, 7), (1, 8), (3, 0), (4, 1)]
    assert not has_line(sum(cube(*cell) for cell in diagonal), 3)


def test_kwi_9_pass_is_legal_only_without_a_placement() -> None:
    state = after("table", "ij j i h ij", width=3, height=4)
    assert state.legal_actions() == ("pass",)
    assert expect_illegal(state, "h").code == "on_end"
    passed = state.play("pass")
    assert (passed.turn, rows(passed), passed.legal_actions()) == (0, rows(state), ("h",))
    assert expect_illegal(passed, "pass").code == "must_place"
    assert expect_illegal(after("board"), "pass").code == "must_place"


def test_kwi_9_a_side_may_place_again_after_passing() -> None:
    state = after("board", "b c a d cd cd pass ab", width=4, height=4, pieces=5)
    assert state.to_act == 0 and "ab" in state.legal_actions()


def test_kwi_9_a_side_without_pieces_passes() -> None:
    state = after("table", "ij h ij ij ij g ij pass gh g", width=4, height=5, pieces=5)
    assert state.position()["left"][0] == 0 and state.legal_actions() == ("pass",)
    assert expect_illegal(state, "h").code == "no_pieces"
    assert state.play("pass").to_act == 1


def test_kwi_9_the_game_ends_at_once_when_neither_can_place() -> None:
    state = after("board", "a bc bc ab", width=3, height=3)
    assert state.outcome == tablier.Outcome(None, "stuck")
    assert state.legal_actions() == () and state.to_act is None
    out_of_pieces = after("board", "a b", pieces=1)
    assert out_of_pieces.outcome == tablier.Outcome(None, "stuck")


@pytest.mark.parametrize(
    ("actions", "options", "winner", "scores"),
    [
        ("ij j i h ij", {"width": 3, "height": 4, "pieces": 3}, 0, (1, 0)),
        ("i jk h jk ij k", {"width": 4, "height": 4, "pieces": 3}, 1, (0, 1)),
        ("i i gh gh f h hi g pass f pass fg", {"width": 4, "height": 5}, 1, (1, 3)),
        ("ij h ij hi j hi", {"width": 3, "height": 4, "pieces": 3}, None, (1, 1)),
        ("i jk jk ij", {"width": 3, "height": 3}, None, (0, 0)),
    ],
)
def test_kwi_9_more_lines_of_four_win(
    actions: str, options: dict[str, int], winner: int | None, scores: tuple[int, int]
) -> None:
    state = after("kwinty", actions, **options)
    assert state.outcome == tablier.Outcome(winner, "fours" if winner is not None else "fours_equal", scores)
    assert after("table", actions, **options).outcome == tablier.Outcome(None, "stuck")


def test_kwi_9_a_line_of_four_is_a_run_of_exactly_four() -> None:
    counted = 0
    for states in random_games("kwinty", 150, height=5, width=5):
        outcome = states[-1].outcome
        if outcome and outcome.scores:
            assert outcome.scores == tuple(runs(states[-1], side).count(4) for side in (0, 1))
            white, black = outcome.scores
            assert outcome.winner == (None if white == black else int(black > white))
            counted += sum(outcome.scores)
    assert counted > 20


def test_kwi_10_the_loser_of_kwinty_begins_the_next_game() -> None:
    game = tablier.game("kwintie")
    assert {edition.name: edition.first_player_rule for edition in game.editions} == {
        "board": "alternating",
        "table": "alternating",
        "kwinty": "loser",
    }


def test_kwi_11_without_the_ban_white_may_begin_in_the_centre() -> None:
    """Only the first moves in the centre differ. White wins with each of them, as KWI-11 claims (proof: docs/kwintie.md)."""
    free, banned = after("board", centre_ban=False), after("board")
    assert set(free.legal_actions()) - set(banned.legal_actions()) == {"de", "e", "ef"}
    for opening in ("de", "e", "ef"):
        state = free.play(opening)
        assert state.to_act == 1 and rows(state)[0][4] in "wW"
        assert expect_illegal(banned, opening).code == "centre"
