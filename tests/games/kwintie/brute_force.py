"""Reference move generator: slow and independent of the bitboards. Reads only the position JSON."""

from __future__ import annotations

from collections.abc import Iterator

from tablier import State

COLUMNS = "abcdefghijklmnopq"  # on the table the wall may extend eight columns to either side of i
Cell = tuple[int, int]
Piece = tuple[Cell, Cell]


def legal_actions(state: State) -> set[str]:
    """All legal placements, or a pass if there is none."""
    if state.to_act is None:
        return set()
    side = "WB"[state.to_act]
    rows = state.position()["rows"]
    cubes = {(column, row): letter for row, text in enumerate(rows) for column, letter in enumerate(text) if letter != "."}
    placed = list(pieces(cubes))
    actions = set()
    if state.position()["left"][state.to_act] > 0:
        for column in range(len(COLUMNS)):
            for row in range(state.options["height"]):
                for other in ((column, row + 1), (column + 1, row)):
                    piece = ((column, row), other)
                    if fits(state, cubes, piece) and fits_base(state, cubes, piece) and not touches(placed, piece, side):
                        actions.add(text_of(piece))
    return actions or {"pass"}


def pieces(cubes: dict[Cell, str]) -> Iterator[tuple[Piece, str]]:
    """Yield the pieces of the wall and their sides: each cube is paired with the one to its right or above it."""
    used: set[Cell] = set()
    for column, row in sorted(cubes):
        if (column, row) not in used:
            letter = cubes[column, row]
            other = (column + 1, row) if letter.isupper() else (column, row + 1)
            assert cubes[other] == letter and other not in used
            used |= {(column, row), other}
            yield ((column, row), other), letter.upper()


def fits(state: State, cubes: dict[Cell, str], piece: Piece) -> bool:
    """KWI-1 and KWI-3: within the height, on free cells, supported from below."""
    for column, row in piece:
        below = (column, row - 1)
        if column >= len(COLUMNS) or row >= state.options["height"] or (column, row) in cubes:
            return False
        if row > 0 and below not in cubes and below not in piece:
            return False
    return True


def fits_base(state: State, cubes: dict[Cell, str], piece: Piece) -> bool:
    """KWI-1, KWI-5 and KWI-6: width of the wall, centre ban, no gaps on the table."""
    width = state.options["width"]
    if state.options["base"] == "board":
        banned = state.options["centre_ban"] and width % 2 == 1 and not cubes
        if banned and (width // 2, 0) in piece:
            return False
        return all(column < width for column, _ in piece)
    if not cubes:
        return text_of(piece) in ("i", "ij")
    bottom = sorted({column for column, row in [*cubes, *piece] if row == 0})
    return bottom == list(range(bottom[0], bottom[-1] + 1)) and len(bottom) <= width


def small_faces(piece: Piece) -> set[tuple[str, int, int]]:
    """The two small faces of a piece: vertical ones by the column to their right, horizontal ones by the row above."""
    (column, row), other = piece
    if other == (column + 1, row):
        return {("vertical", column, row), ("vertical", column + 2, row)}
    return {("horizontal", column, row), ("horizontal", column, row + 2)}


def touches(placed: list[tuple[Piece, str]], piece: Piece, side: str) -> bool:
    """KWI-4: True if the piece shares a small face with a piece of its own side."""
    return any(owner == side and small_faces(piece) & small_faces(other) for other, owner in placed)


def text_of(piece: Piece) -> str:
    """The action that places a piece."""
    return "".join(COLUMNS[column] for column in sorted({column for column, _ in piece}))
