"""Positions for tests: name the tokens that matter, the rest is filled up with what the rules need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import tablier
from tablier import State

EXAMPLE = ".+n+sx./oFEo+nG/oCECDEB/GBF.oAF/FACxGDD/AnGAExs/.CBBsD.;EBCGFAD/GFBCAED"  # the deal of the rules page
WORDS = {"+": "step", "x": "diagonal", "n": "knight", "o": "portal", "s": "save"}
BARE = ("a1", "a7", "g1", "g7", "d4")


def position(
    tokens: Mapping[str, str],
    pawns: Sequence[str],
    rows: Sequence[str] = (),
    turn: str = "0",
    turns: int | None = None,
    limit: int | None = None,
) -> State:
    """A position with these tokens; the special ones not named are save tokens, so that no path is there by chance.

    Rows are `EBCGFAD:3:1`, cards with how many are taken and saved; where none are given nobody has taken anything.
    """
    rows = rows or ["ABCDEFG:0:0"] * len(pawns)
    special = {kind: sum(token == kind for token in tokens.values()) for kind in WORDS}
    special["s"] = 16 - sum(count for kind, count in special.items() if kind != "s")
    bag = [kind for kind, count in special.items() for _ in range(count)]
    for colour in "ABCDEFG":
        bag += [colour] * (4 - sum(colour in row[: int(row[8])] for row in rows))
    bag += ["."] * (44 - len(bag))
    for token in tokens.values():
        bag.remove(token)
    cells = dict.fromkeys(BARE, ".") | dict(tokens)
    for row in "1234567":
        for column in "abcdefg":
            if column + row not in cells:
                cells[column + row] = bag.pop()
    board = "/".join("".join(cells[column + row] for column in "abcdefg") for row in "7654321")
    options = {"specials": ",".join(f"{WORDS[kind]}:{special[kind]}" for kind in WORDS)}
    if len(pawns) != 2:
        options = {"players": str(len(pawns)), **options}
    if limit is not None:
        options["turn_limit"] = str(limit)
    parts = ["twisty:djeco", *(f"{name}={value}" for name, value in options.items())]
    parts += [board, "/".join(rows), "/".join(pawns), turn]
    if limit is not None:
        parts.append(str(turns))
    return tablier.from_text("|".join(parts))
