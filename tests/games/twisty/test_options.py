"""Editions, options, deals by seed and by text."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

import tablier
from tablier import BadOptions
from tablier.core.messages import explain
from tablier.engine.contest.openings import Openings
from tests.games.twisty.twisty_boards import EXAMPLE

SEED_0 = (
    "twisty:djeco|players=4|corners=dealt|.CG+Es./DEnxEFA/GsDBFF+/A+A.DDC/BxsCEBo/xnBnoGA/.GooCF.|"
    "CGFBEAD:0:0/ECADBGF:0:0/EFBCAGD:0:0/GDECABF:0:0|g7/a1/g1/a7|0"
)
MORE_SAVES = EXAMPLE.replace("x", "s", 1)  # one diagonal token less, one save token more


def expect_bad_options(**options: Any) -> BadOptions:
    with pytest.raises(BadOptions) as error:
        tablier.new("twisty", **options)
    message = explain(error.value, tablier.game("twisty"))
    assert not message.startswith(error.value.code), "every code needs a message"
    assert "?" not in message
    return error.value


def test_the_same_seed_deals_the_same_game() -> None:
    assert tablier.new("twisty", seed=42) == tablier.new("twisty", seed="42")
    texts = {str(tablier.new("twisty", seed=seed)) for seed in range(-20, 20)}
    assert len(texts) == 40


def test_the_deal_of_a_seed_never_changes() -> None:
    assert str(tablier.new("twisty", seed=0, players=4, corners="dealt")) == SEED_0


def test_the_board_of_a_seed_is_the_same_for_any_players_and_corners() -> None:
    boards = [
        tablier.new("twisty", seed=9, players=players, corners=corners).position()["tokens"]
        for players, corners in itertools.product((2, 3, 4), ("chosen", "dealt"))
    ]
    assert all(board == boards[0] for board in boards)


@pytest.mark.parametrize("seed", [-1, 10**18 - 1, -(10**18), 2**64, 10**300, "-0", str(10**18), str(-(10**300)), "random"])
def test_any_whole_number_or_random_is_a_seed(seed: int | str) -> None:
    assert len(tablier.new("twisty", seed=seed).position()["tokens"]) == 44


def test_without_a_seed_deals_differ() -> None:
    assert len({str(tablier.new("twisty")) for _ in range(5)}) == 5


def test_a_deal_as_text_is_dealt() -> None:
    position = tablier.new("twisty", deal=EXAMPLE).position()
    assert position["cards"] == [list("EBCGFAD"), list("GFBCAED")]
    tokens = {"b7": "step", "c7": "knight", "e7": "save", "f7": "diagonal", "a6": "portal", "b1": "C", "g6": "G"}
    assert tokens.items() <= position["tokens"].items()
    assert position["pawns"] == [None, None]


def test_a_deal_needs_no_other_options_and_takes_those_that_agree() -> None:
    deal = EXAMPLE + "/ABCDEFG"
    state = tablier.new("twisty", deal=deal)
    assert (state.seats, state.options["players"]) == (3, 3)
    assert state == tablier.new("twisty", deal=deal, players=3, specials="step:3,diagonal:3,knight:3,portal:4,save:3", seed=0)
    assert tablier.new("twisty", deal=MORE_SAVES).options["specials"] == (3, 2, 3, 4, 4)


@pytest.mark.parametrize(
    ("deal", "others", "option"),
    [
        (EXAMPLE, {"players": 3}, "players"),
        (EXAMPLE + "/ABCDEFG", {"players": 2}, "players"),
        (MORE_SAVES, {"specials": "step:3,diagonal:3,knight:3,portal:4,save:3"}, "specials"),
        (EXAMPLE, {"corners": "dealt"}, "corners"),
        (EXAMPLE + ";a1/g7", {}, "corners"),
        (EXAMPLE + ";a1/g7", {"corners": "chosen"}, "corners"),
    ],
)
def test_options_beside_a_deal_must_agree(deal: str, others: dict[str, Any], option: str) -> None:
    error = expect_bad_options(deal=deal, **others)
    assert (error.code, error.option, error.other) == ("conflict", option, "deal")


@pytest.mark.parametrize(
    ("deal", "code"),
    [
        ("", "bad_value"),
        ("x" * 1000, "bad_value"),
        (EXAMPLE.replace(".", "A", 1), "bad_value"),  # a corner
        (EXAMPLE.replace("BF.o", "BFAo"), "bad_value"),  # the centre
        (EXAMPLE.replace("+", ".", 1), "bad_value"),
        (EXAMPLE.partition("/GFB")[0], "bad_value"),  # one seat
        (EXAMPLE + "/ABCDEFG" * 3, "bad_value"),
        (EXAMPLE + ";d4/a1", "bad_value"),
        (EXAMPLE + "\n", "bad_value"),
        (EXAMPLE.replace("F", "A", 1), "deal_cubes"),
        (EXAMPLE.replace("+", "A", 1), "deal_cubes"),
        (EXAMPLE.replace("o", "s", 3), "deal_portal"),
        (EXAMPLE.replace(";E", ";B"), "deal_cards"),
        (EXAMPLE + ";a1/a1", "deal_corners"),
        (EXAMPLE + ";a1/a7/g1", "deal_corners"),
    ],
)
def test_invalid_deals_raise_bad_options(deal: str, code: str) -> None:
    assert expect_bad_options(deal=deal).code == code


@pytest.mark.parametrize(
    "specials",
    [
        "step:3,diagonal:3,knight:3,portal:4,save:4",
        "step:6,diagonal:3,knight:3,portal:1,save:3",
        "diagonal:3,step:3,knight:3,portal:4,save:3",
        "step:3,diagonal:3,knight:3,portal:4",
        "step:-1,diagonal:7,knight:3,portal:4,save:3",
        "step:03,diagonal:3,knight:3,portal:4,save:3",
        "step:٣,diagonal:3,knight:3,portal:4,save:3",
        "step: 3,diagonal:3,knight:3,portal:4,save:3",
        {"step": 16},
        {"step": 2.0, "diagonal": 3, "knight": 4, "portal": 4, "save": 3},
        (3, 3, 3, 4, 3),
        None,
    ],
)
def test_invalid_counts_of_specials_raise_bad_options(specials: Any) -> None:
    assert expect_bad_options(specials=specials).code == "bad_value"


def test_specials_are_accepted_and_shown_as_a_mapping() -> None:
    counts = {"step": 2, "diagonal": 3, "knight": 4, "portal": 0, "save": 7}
    state = tablier.new("twisty", specials=counts, seed=0)
    assert state.view(None)["options"]["specials"] == counts
    assert "|specials=step:2,diagonal:3,knight:4,portal:0,save:7|" in str(state)


@pytest.mark.parametrize(
    "options",
    [
        {"players": 1},
        {"players": 5},
        {"players": "two"},
        {"corners": "free"},
        {"turn_limit": 0},
        {"turn_limit": 10**9},
        {"seed": 1.5},
        {"seed": "1e3"},
        {"colour": "red"},
    ],
)
def test_options_out_of_range_raise_bad_options(options: dict[str, Any]) -> None:
    assert expect_bad_options(**options).code in ("bad_value", "unknown_option")


def test_a_state_keeps_its_options_except_setup_options() -> None:
    options = tablier.new("twisty", seed=3, turn_limit=200).options
    assert dict(options) == {"players": 2, "specials": (3, 3, 3, 4, 3), "corners": "chosen", "turn_limit": 200}
    with pytest.raises(TypeError):
        options["players"] = 3  # type: ignore[index]


def test_engine_contests_have_a_turn_limit() -> None:
    assert Openings("twisty:djeco").start(0).options["turn_limit"] == 200
    assert Openings("twisty:djeco", {"turn_limit": "none"}).start(0).options["turn_limit"] is None
    assert tablier.new("twisty").options["turn_limit"] is None
