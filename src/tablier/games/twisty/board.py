"""The board: 7 by 7 cells, numbered so that their order is the order of their names (a1, a2, … g7)."""

from __future__ import annotations

SIZE = 7
NAMES = tuple(f"{column}{row}" for column in "abcdefg" for row in "1234567")
CELLS = {name: cell for cell, name in enumerate(NAMES)}
CORNERS = tuple(CELLS[name] for name in ("a1", "a7", "g1", "g7"))
CENTRE = CELLS["d4"]
COVERED = tuple(cell for cell in range(SIZE * SIZE) if cell not in (*CORNERS, CENTRE))  # TWS-1: where the tokens are dealt

COLOURS = "ABCDEFG"
EMPTY = "."
STEP, DIAGONAL, KNIGHT, PORTAL, SAVE = SPECIALS = "+xnos"
WORDS = {STEP: "step", DIAGONAL: "diagonal", KNIGHT: "knight", PORTAL: "portal", SAVE: "save"}


def _moves(*offsets: tuple[int, int]) -> tuple[tuple[int, ...], ...]:
    """From each cell, the cells that lie at one of these offsets, in order."""
    return tuple(
        tuple(
            sorted(
                (column + across) * SIZE + row + up
                for across, up in offsets
                if 0 <= column + across < SIZE and 0 <= row + up < SIZE
            )
        )
        for column in range(SIZE)
        for row in range(SIZE)
    )


# Where a pawn goes on to from a token of that kind; portals lead to each other instead.
MOVES = {
    STEP: _moves((0, 1), (0, -1), (1, 0), (-1, 0)),
    DIAGONAL: _moves((1, 1), (1, -1), (-1, 1), (-1, -1)),
    KNIGHT: _moves((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)),
}


def write_rows(tokens: str) -> str:
    """The tokens, given cell by cell, as rows 7 to 1 joined by `/`."""
    return "/".join(tokens[row::SIZE] for row in reversed(range(SIZE)))


def read_rows(text: str) -> str:
    """The tokens cell by cell, from rows 7 to 1.

    >>> write_rows(read_rows("1234567/abcdefg/......./......./......./......./.......")).partition("/")[0]
    '1234567'
    """
    rows = text.split("/")[::-1]
    return "".join("".join(column) for column in zip(*rows, strict=True))


def layout_of(tokens: str) -> str:
    """The special tokens alone: they never leave the board, so all the paths of a game depend on them."""
    return tokens.translate(_WITHOUT_CUBES)


_WITHOUT_CUBES = str.maketrans(dict.fromkeys(COLOURS, EMPTY))
