"""The wall as terminal text and as a spoken description."""

from __future__ import annotations

from ...core.i18n import gettext, ngettext
from ...core.messages import format_message
from ...core.terminal_text import Drawing, Line, Role, Span
from .board import STRIDE, column_and_row, cube, each_cube
from .messages import MESSAGES
from .options import FIRST_COLUMN, SIDES
from .state import KwintieState

CUBES = ("○", "●")  # White, Black
WINNING_CUBES = ("◎", "◉")
ROLES: tuple[Role, Role] = ("side0", "side1")
# Box-drawing characters by the edges that meet: 1 up, 2 right, 4 down, 8 left.
CORNERS = " ╵╶╰╷│╭├╴╯─┴╮┤┬┼"
MARGIN = 4  # characters to the left of the wall

Cell = tuple[int, int]  # column and row


def draw(state: KwintieState) -> Drawing:
    """Draw the wall from the front, each piece in its outline."""
    columns = _visible_columns(state)
    owners = _owners(state)
    lines: Drawing = []
    for row in reversed(range(state.rules.height)):
        lines.append(_edge_line(owners, columns, row + 1))
        lines.append(_cube_line(state, owners, columns, row))
    lines.append(_edge_line(owners, columns, 0))
    letters = "".join(f"  {state.rules.letters[column]} " for column in columns)
    lines.append([Span(" " * MARGIN + letters, "soft")])
    return [*lines, [], _reserves(state), [Span(_status(state), "accent" if state.outcome else "plain")]]


def describe(state: KwintieState) -> list[str]:
    """Describe the pieces row by row, the heights, the reserves, and the turn or outcome."""
    rules, letters = state.rules, state.rules.letters
    rows: dict[int, list[tuple[int, str]]] = {}
    for side, name in enumerate(SIDES):
        for first, step in state.pieces(side):
            column, row = column_and_row(first)
            if step == STRIDE:
                text = gettext("{side} lying on {left} and {right}").format(
                    side=gettext(name), left=letters[column], right=letters[column + 1]
                )
            else:
                text = gettext("{side} standing on {column}, up to row {row}").format(
                    side=gettext(name), column=letters[column], row=row + 2
                )
            rows.setdefault(row, []).append((column, text))
    lines = [
        gettext("Row {row}: {pieces}.").format(row=row + 1, pieces="; ".join(text for _, text in sorted(rows[row])))
        for row in sorted(rows)
    ] or [gettext("No piece has been placed.")]
    if rows:
        heights = (
            (letter, (state.filled >> column * STRIDE & 2**STRIDE - 1).bit_length()) for column, letter in enumerate(letters)
        )
        lines.append(
            gettext("Heights: {heights}.").format(heights=", ".join(f"{letter} {high}" for letter, high in heights if high))
        )
    for side, name in enumerate(SIDES):
        left = state.left[side]
        template = ngettext("{side} has {count} piece left.", "{side} has {count} pieces left.", left)
        lines.append(template.format(side=gettext(name), count=left))
    if state.winning_cubes:
        cells = sorted(rules.cell_names[cell] for cell in each_cube(state.winning_cubes))
        lines.append(gettext("In line: {cells}.").format(cells=", ".join(cells)))
    return [*lines, _status(state)]


def _visible_columns(state: KwintieState) -> range:
    """Columns that the wall occupies or can still reach."""
    rules = state.rules
    if not rules.table:
        return range(rules.width)
    bottom = [column_and_row(cell)[0] for cell in each_cube(state.filled & rules.bottom)] or [FIRST_COLUMN]
    return range(max(0, bottom[-1] - rules.width + 1), min(len(rules.letters), bottom[0] + rules.width))


def _owners(state: KwintieState) -> dict[Cell, tuple[int, Cell]]:
    """Side and piece of each cube; a piece is identified by its first cube."""
    owners = {}
    for side in (0, 1):
        for first, step in state.pieces(side):
            owner = (side, column_and_row(first))
            owners[column_and_row(first)] = owners[column_and_row(first << step)] = owner
    return owners


def _edge_line(owners: dict[Cell, tuple[int, Cell]], columns: range, row: int) -> Line:
    """The line of edges below `row`."""

    def has_horizontal(column: int) -> bool:
        if column not in columns:
            return False
        return row == 0 or owners.get((column, row)) != owners.get((column, row - 1))

    def has_vertical(column: int, row: int) -> bool:
        return owners.get((column - 1, row)) != owners.get((column, row))

    text = ""
    for column in range(columns.start, columns.stop + 1):
        edges = has_vertical(column, row) + 2 * has_horizontal(column)
        edges += 4 * (row > 0 and has_vertical(column, row - 1)) + 8 * has_horizontal(column - 1)
        text += CORNERS[edges] + ("───" if has_horizontal(column) else "   ")
    return [Span(" " * MARGIN), Span(text.rstrip())]


def _cube_line(state: KwintieState, owners: dict[Cell, tuple[int, Cell]], columns: range, row: int) -> Line:
    winning = state.winning_cubes
    line = [Span(f"{row + 1:>{MARGIN - 2}}  ", "soft")]
    for column in range(columns.start, columns.stop + 1):
        owner = owners.get((column, row))
        line.append(Span("│" if owners.get((column - 1, row)) != owner else " "))
        if column == columns.stop:
            continue
        if owner is None:
            line.append(Span(" · ", "soft"))
        elif winning & cube(column, row):
            line.append(Span(f" {WINNING_CUBES[owner[0]]} ", "accent"))
        else:
            line.append(Span(f" {CUBES[owner[0]]} ", ROLES[owner[0]]))
    return line


def _reserves(state: KwintieState) -> Line:
    line: Line = []
    for side, name in enumerate(SIDES):
        left = state.left[side]
        template = ngettext("{side}: {count} piece left", "{side}: {count} pieces left", left)
        line += [Span(f"{CUBES[side]} ", ROLES[side]), Span(template.format(side=gettext(name), count=left) + "   ")]
    return line


def _status(state: KwintieState) -> str:
    """The side to move, or the outcome."""
    outcome = state.outcome
    if outcome is None:
        can_place = state.standing_moves or state.lying_moves
        template = gettext("{side} to play.") if can_place else gettext("{side} cannot place a piece and must pass.")
        return template.format(side=gettext(SIDES[state.turn]))
    winner = "" if outcome.winner is None else gettext(SIDES[outcome.winner])
    text = format_message(outcome.reason, {"winner": winner}, MESSAGES)
    if outcome.scores:
        template = gettext("Lines of four: White {white}, Black {black}.")
        text += " " + template.format(white=outcome.scores[0], black=outcome.scores[1])
    return text
