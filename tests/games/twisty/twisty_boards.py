"""Helpers for the tests of Twisty: positions from the few tokens that matter, filled up to the counts of the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import tablier
from tablier import State

EXAMPLE = ".+n+sx./oFEo+nG/oCECDEB/GBF.oAF/FACxGDD/AnGAExs/.CBBsD.;EBCGFAD/GFBCAED"  # the deal in the rules
# the letters of special tokens; `A` to `G` are cubes, `.` is an empty cell
SPECIAL_NAMES = {"+": "step", "x": "diagonal", "n": "knight", "o": "portal", "s": "save"}
ALWAYS_EMPTY = ("a1", "a7", "g1", "g7", "d4")


def position(
    tokens: Mapping[str, str],
    pawns: Sequence[str],
    rows: Sequence[str] = (),
    turn: str = "0",
    turns: int | None = None,
    limit: int | None = None,
) -> State:
    """A position with these tokens. All other special tokens are save tokens, so that they open no paths.

    `pawns` are cells, `-` for a pawn that is not on the board, `x` for a seat that left. `rows` are card rows such as
    `EBCGFAD:3:1` (cards, taken, saved); by default no cube is taken. `turn` is the seat to move. `turns` is the number of
    turns played, and is needed with the turn limit `limit`.
    """
    rows = rows or ["ABCDEFG:0:0"] * len(pawns)
    special = {kind: sum(token == kind for token in tokens.values()) for kind in SPECIAL_NAMES}
    special["s"] = 16 - sum(count for kind, count in special.items() if kind != "s")
    bag = [kind for kind, count in special.items() for _ in range(count)]
    for colour in "ABCDEFG":
        bag += [colour] * (4 - sum(colour in row[: int(row[8])] for row in rows))  # four cubes, without those taken
    bag += ["."] * (44 - len(bag))  # the cells without corners and centre
    for token in tokens.values():
        bag.remove(token)
    cells = dict.fromkeys(ALWAYS_EMPTY, ".") | dict(tokens)
    for row in "1234567":
        for column in "abcdefg":
            if column + row not in cells:
                cells[column + row] = bag.pop()
    board = "/".join("".join(cells[column + row] for column in "abcdefg") for row in "7654321")
    options = {"specials": ",".join(f"{SPECIAL_NAMES[kind]}:{special[kind]}" for kind in SPECIAL_NAMES)}
    if len(pawns) != 2:
        options = {"players": str(len(pawns)), **options}
    if limit is not None:
        options["turn_limit"] = str(limit)
    parts = ["twisty:djeco", *(f"{name}={value}" for name, value in options.items())]
    parts += [board, "/".join(rows), "/".join(pawns), turn]
    if limit is not None:
        parts.append(str(turns))
    return tablier.from_text("|".join(parts))
