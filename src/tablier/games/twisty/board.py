"""The 7×7 board: cells, tokens and how a pawn moves on from each special token.

A cell is an index in the order of the cell names (a1, a2, … g7). Tokens are a string with one character per cell.
"""

from __future__ import annotations

SIZE = 7
CELL_NAMES = tuple(f"{column}{row}" for column in "abcdefg" for row in "1234567")
CELL_INDEX = {name: cell for cell, name in enumerate(CELL_NAMES)}
CORNERS = tuple(CELL_INDEX[name] for name in ("a1", "a7", "g1", "g7"))
CENTRE = CELL_INDEX["d4"]
TOKEN_CELLS = tuple(cell for cell in range(SIZE * SIZE) if cell not in (*CORNERS, CENTRE))  # where tokens are dealt, TWS-1

COLOURS = "ABCDEFG"  # tokens that are cubes
EMPTY = "."
STEP, DIAGONAL, KNIGHT, PORTAL, SAVE = SPECIALS = "+xnos"
SPECIAL_NAMES = {STEP: "step", DIAGONAL: "diagonal", KNIGHT: "knight", PORTAL: "portal", SAVE: "save"}


def _leaper_moves(*offsets: tuple[int, int]) -> tuple[tuple[int, ...], ...]:
    """For each cell, the cells at one of the (columns, rows) offsets, in ascending order."""
    return tuple(
        tuple(
            sorted(
                (column + right) * SIZE + row + up
                for right, up in offsets
                if 0 <= column + right < SIZE and 0 <= row + up < SIZE
            )
        )
        for column in range(SIZE)
        for row in range(SIZE)
    )


# By token and cell: where a pawn may move on to (TWS-7). Portals depend on the layout, see paths.py.
MOVES = {
    STEP: _leaper_moves((0, 1), (0, -1), (1, 0), (-1, 0)),
    DIAGONAL: _leaper_moves((1, 1), (1, -1), (-1, 1), (-1, -1)),
    KNIGHT: _leaper_moves((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)),
}


def format_board(tokens: str) -> str:
    """Format tokens as rows 7 to 1 joined by `/`."""
    return "/".join(tokens[row::SIZE] for row in reversed(range(SIZE)))


def parse_board(text: str) -> str:
    """Inverse of `format_board`. Raises `ValueError` if the rows have different lengths.

    >>> format_board(parse_board("1234567/abcdefg/......./......./......./......./.......")).partition("/")[0]
    '1234567'
    """
    rows = text.split("/")[::-1]
    return "".join("".join(column) for column in zip(*rows, strict=True))


def special_layout(tokens: str) -> str:
    """The tokens without the cubes. Special tokens stay on the board (TWS-7), so this is constant during a game."""
    return tokens.translate(_CUBES_TO_EMPTY)


_CUBES_TO_EMPTY = str.maketrans(dict.fromkeys(COLOURS, EMPTY))
