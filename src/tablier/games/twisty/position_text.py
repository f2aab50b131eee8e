"""Reading position texts: only what `TwistyState.fields` could have written for a position a game can come to."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...core.errors import BadNotation
from .board import CELLS, CENTRE, COLOURS, CORNERS, EMPTY, SIZE, SPECIALS, layout_of, read_rows
from .row import Row
from .rules import Rules
from .state import TwistyState
from .validate import check_sound

_TURN = re.compile(r"([0-3])(?:(#)|>([0-3]))?", re.ASCII)
_COUNT = re.compile(r"0|[1-9][0-9]{0,8}", re.ASCII)
_ROW = [*[COLOURS] * len(COLOURS), ":", "01234567", ":", "01234567"]


def read_fields(rules: Rules, fields: Sequence[str]) -> TwistyState:
    """The position these fields tell; `BadNotation` when they tell none."""
    expected = 4 if rules.last_turn is None else 5
    if len(fields) > expected:
        raise BadNotation("wrong_parts", field=expected, at=0, expected=expected, found=len(fields))
    if len(fields) < expected:
        last = max(len(fields) - 1, 0)
        raise BadNotation("wrong_parts", field=last, at=len("".join(fields[last:])), expected=expected, found=len(fields))
    tokens = _tokens(fields[0])
    turn, owing, won = _turn(rules, fields[3])
    state = TwistyState(
        rules=rules,
        layout=layout_of(tokens),
        tokens=tokens,
        rows=tuple(_row(text, at) for text, at in _by_seat(rules, fields[1], 1)),
        pawns=tuple(_pawn(text, at) for text, at in _by_seat(rules, fields[2], 2)),
        gone=frozenset(seat for seat, text in enumerate(fields[2].split("/")) if text == "x"),
        turn=turn,
        owing=owing,
        turns=_turns(fields[4]) if expected == 5 else 0,
        won=won,
    )
    check_sound(state)
    return state


def _unreadable(field: int, at: int, text: str) -> BadNotation:
    return BadNotation("unreadable", field=field, at=at, text=text[:60])


def _misfit(text: str, wanted: Sequence[str]) -> int | None:
    """The index of the first character that is none of those wanted there."""
    for at, letters in enumerate(wanted):
        if at >= len(text) or text[at] not in letters:
            return at
    return len(wanted) if len(text) > len(wanted) else None


def _tokens(text: str) -> str:
    if (at := _misfit(text, _BOARD)) is not None:
        raise _unreadable(0, at, text)
    return read_rows(text)


def _board() -> list[str]:
    wanted: list[str] = []
    for row in reversed(range(SIZE)):
        for column in range(SIZE):
            bare = column * SIZE + row in (*CORNERS, CENTRE)  # TWS-1
            wanted.append(EMPTY if bare else COLOURS + SPECIALS + EMPTY)
        wanted.append("/")
    return wanted[:-1]


_BOARD = _board()


def _by_seat(rules: Rules, text: str, field: int) -> list[tuple[str, int]]:
    """The parts of a field and where they begin, one for each seat."""
    parts = text.split("/")
    if len(parts) != rules.players:
        raise BadNotation("wrong_seats", field=field, at=0, expected=rules.players, found=len(parts))
    return [(part, sum(len(before) + 1 for before in parts[:seat])) for seat, part in enumerate(parts)]


def _row(text: str, start: int) -> Row:
    if (at := _misfit(text, _ROW)) is not None:
        raise _unreadable(1, start + at, text)
    cards, taken, saved = text.split(":")
    if len(set(cards)) != len(COLOURS):
        raise BadNotation("wrong_cards", field=1, at=start, cards=cards)
    if int(saved) > int(taken):
        raise BadNotation("wrong_numbers", field=1, at=start + len(cards) + 1, cards=cards)
    return Row(cards, int(taken), int(saved))


def _pawn(text: str, at: int) -> int | None:
    if text in ("-", "x"):
        return None
    if text not in CELLS:
        raise _unreadable(2, at, text)
    return CELLS[text]


def _turn(rules: Rules, text: str) -> tuple[int, int | None, bool]:
    found = _TURN.fullmatch(text)
    if not found:
        raise _unreadable(3, 0, text)
    turn, owing = int(found[1]), None if found[3] is None else int(found[3])
    if turn >= rules.players:
        raise BadNotation("no_such_seat", field=3, at=0, seat=turn)
    if owing is not None and owing >= rules.players:
        raise BadNotation("no_such_seat", field=3, at=2, seat=owing)
    return turn, owing, found[2] is not None


def _turns(text: str) -> int:
    if not _COUNT.fullmatch(text):
        raise _unreadable(4, 0, text)
    return int(text)
