"""Parser for position texts: accepts only what `TwistyState.fields` writes for a position that a game can reach."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...core.errors import BadNotation
from .board import CELL_INDEX, CENTRE, COLOURS, CORNERS, EMPTY, SIZE, SPECIALS, parse_board, special_layout
from .card_row import CardRow
from .options import TwistyRules
from .state import TwistyState
from .validate import CARD_ROWS, PAWNS, TOKENS, TURN, TURNS_PLAYED, check_reachable

_TURN = re.compile(r"([0-3])(?:(#)|>([0-3]))?", re.ASCII)
_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}", re.ASCII)
_CARD_ROW = [*[COLOURS] * len(COLOURS), ":", "01234567", ":", "01234567"]  # allowed characters by index


def parse_position(rules: TwistyRules, fields: Sequence[str]) -> TwistyState:
    """Parse the output of `TwistyState.fields`. Raises `BadNotation` with `field` and `at` for everything else."""
    expected = 4 if rules.max_turns is None else 5
    if len(fields) > expected:
        raise BadNotation("wrong_parts", field=expected, at=0, expected=expected, found=len(fields))
    if len(fields) < expected:
        last = max(len(fields) - 1, 0)
        raise BadNotation("wrong_parts", field=last, at=len("".join(fields[last:])), expected=expected, found=len(fields))
    tokens = _parse_tokens(fields[TOKENS])
    turn, robbed, won = _parse_turn(rules, fields[TURN])
    state = TwistyState(
        rules=rules,
        layout=special_layout(tokens),
        tokens=tokens,
        card_rows=tuple(_parse_card_row(text, at) for text, at in _split_by_seat(rules, fields[CARD_ROWS], CARD_ROWS)),
        pawns=tuple(_parse_pawn(text, at) for text, at in _split_by_seat(rules, fields[PAWNS], PAWNS)),
        gone=frozenset(seat for seat, text in enumerate(fields[PAWNS].split("/")) if text == "x"),
        turn=turn,
        robbed=robbed,
        turns_played=_parse_turns_played(fields[TURNS_PLAYED]) if expected == 5 else 0,
        won=won,
    )
    check_reachable(state)
    return state


def _unreadable(field: int, at: int, text: str) -> BadNotation:
    return BadNotation("unreadable", field=field, at=at, text=text[:60])


def _first_misfit(text: str, shape: Sequence[str]) -> int | None:
    """Index of the first character that is not in `shape` at its index, or where the length differs; None if all fit."""
    for at, letters in enumerate(shape):
        if at >= len(text) or text[at] not in letters:
            return at
    return len(shape) if len(text) > len(shape) else None


def _board_shape() -> list[str]:
    shape: list[str] = []
    for row in reversed(range(SIZE)):
        for column in range(SIZE):
            always_empty = column * SIZE + row in (*CORNERS, CENTRE)  # TWS-1
            shape.append(EMPTY if always_empty else COLOURS + SPECIALS + EMPTY)
        shape.append("/")
    return shape[:-1]


_BOARD = _board_shape()


def _parse_tokens(text: str) -> str:
    if (at := _first_misfit(text, _BOARD)) is not None:
        raise _unreadable(TOKENS, at, text)
    return parse_board(text)


def _split_by_seat(rules: TwistyRules, text: str, field: int) -> list[tuple[str, int]]:
    """Split a field into one part per seat, each with its start index."""
    parts = text.split("/")
    if len(parts) != rules.players:
        raise BadNotation("wrong_seats", field=field, at=0, expected=rules.players, found=len(parts))
    return [(part, sum(len(before) + 1 for before in parts[:seat])) for seat, part in enumerate(parts)]


def _parse_card_row(text: str, start: int) -> CardRow:
    if (at := _first_misfit(text, _CARD_ROW)) is not None:
        raise _unreadable(CARD_ROWS, start + at, text)
    cards, taken, saved = text.split(":")
    if len(set(cards)) != len(COLOURS):
        raise BadNotation("wrong_cards", field=CARD_ROWS, at=start, cards=cards)
    if int(saved) > int(taken):
        raise BadNotation("wrong_numbers", field=CARD_ROWS, at=start + len(cards) + 1, cards=cards)
    return CardRow(cards, int(taken), int(saved))


def _parse_pawn(text: str, at: int) -> int | None:
    if text in ("-", "x"):
        return None
    if text not in CELL_INDEX:
        raise _unreadable(PAWNS, at, text)
    return CELL_INDEX[text]


def _parse_turn(rules: TwistyRules, text: str) -> tuple[int, int | None, bool]:
    """Parse `0`, `0>2` or `0#` into the turn, the robbed seat and whether the game is won."""
    match = _TURN.fullmatch(text)
    if not match:
        raise _unreadable(TURN, 0, text)
    turn, robbed = int(match[1]), None if match[3] is None else int(match[3])
    if turn >= rules.players:
        raise BadNotation("no_such_seat", field=TURN, at=0, seat=turn)
    if robbed is not None and robbed >= rules.players:
        raise BadNotation("no_such_seat", field=TURN, at=2, seat=robbed)
    return turn, robbed, match[2] is not None


def _parse_turns_played(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise _unreadable(TURNS_PLAYED, 0, text)
    return int(text)
