"""The wall drawn in characters, and told in words."""

from __future__ import annotations

from ...core.i18n import gettext, ngettext
from ...core.messages import sentence
from ...core.terminal_text import Drawing, Line, Role, Span
from .board import STRIDE, cube, each, place
from .messages import MESSAGES
from .options import SIDES
from .rules import MIDDLE
from .state import KwintieState

CUBES = ("○", "●")  # White, Black
WON = ("◎", "◉")
ROLES: tuple[Role, Role] = ("side0", "side1")
# Corners by the edges that meet there: 1 up, 2 right, 4 down, 8 left.
CORNERS = " ╵╶╰╷│╭├╴╯─┴╮┤┬┼"
MARGIN = 4

Cell = tuple[int, int]  # column and row


def draw(state: KwintieState) -> Drawing:
    """The wall seen from the front, each piece in its outline."""
    shown = _shown(state)
    owners = _owners(state)
    lines: Drawing = []
    for row in reversed(range(state.rules.height)):
        lines.append(_edge_line(owners, shown, row + 1))
        lines.append(_cube_line(state, owners, shown, row))
    lines.append(_edge_line(owners, shown, 0))
    letters = "".join(f"  {state.rules.letters[column]} " for column in shown)
    lines.append([Span(" " * MARGIN + letters, "soft")])
    return [*lines, [], _reserves(state), [Span(_status(state), "accent" if state.outcome else "plain")]]


def describe(state: KwintieState) -> list[str]:
    """What stands where, what is left, and who plays."""
    rules, letters = state.rules, state.rules.letters
    rows: dict[int, list[tuple[int, str]]] = {}
    for side, name in enumerate(SIDES):
        for half, step in state.pieces(side):
            column, row = place(half)
            if step == STRIDE:
                told = gettext("{side} lying on {left} and {right}").format(
                    side=gettext(name), left=letters[column], right=letters[column + 1]
                )
            else:
                told = gettext("{side} standing on {column}, up to row {row}").format(
                    side=gettext(name), column=letters[column], row=row + 2
                )
            rows.setdefault(row, []).append((column, told))
    lines = [
        gettext("Row {row}: {pieces}.").format(row=row + 1, pieces="; ".join(told for _, told in sorted(rows[row])))
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
        told = ngettext("{side} has {count} piece left.", "{side} has {count} pieces left.", left)
        lines.append(told.format(side=gettext(name), count=left))
    if state.winning_cubes:
        cells = sorted(rules.cell_names[cell] for cell in each(state.winning_cubes))
        lines.append(gettext("In line: {cells}.").format(cells=", ".join(cells)))
    return [*lines, _status(state)]


def _shown(state: KwintieState) -> range:
    """The columns the wall covers or may still cover."""
    rules = state.rules
    if not rules.table:
        return range(rules.width)
    bottom = [place(cell)[0] for cell in each(state.filled & rules.bottom)] or [MIDDLE]
    return range(max(0, bottom[-1] - rules.width + 1), min(len(rules.letters), bottom[0] + rules.width))


def _owners(state: KwintieState) -> dict[Cell, tuple[int, Cell]]:
    """For each cube its side and its piece, named by the piece's first cube."""
    owners = {}
    for side in (0, 1):
        for half, step in state.pieces(side):
            owners[place(half)] = owners[place(half << step)] = (side, place(half))
    return owners


def _edge_line(owners: dict[Cell, tuple[int, Cell]], shown: range, row: int) -> Line:
    """The edges between a row (below) and the next, `row` counting those below."""

    def across(column: int) -> bool:
        if column not in shown:
            return False
        return row == 0 or owners.get((column, row)) != owners.get((column, row - 1))

    def along(column: int, row: int) -> bool:
        return owners.get((column - 1, row)) != owners.get((column, row))

    text = ""
    for column in range(shown.start, shown.stop + 1):
        edges = along(column, row) + 2 * across(column) + 4 * (row > 0 and along(column, row - 1)) + 8 * across(column - 1)
        text += CORNERS[edges] + ("───" if across(column) else "   ")
    return [Span(" " * MARGIN), Span(text.rstrip())]


def _cube_line(state: KwintieState, owners: dict[Cell, tuple[int, Cell]], shown: range, row: int) -> Line:
    won = state.winning_cubes
    line = [Span(f"{row + 1:>{MARGIN - 2}}  ", "soft")]
    for column in range(shown.start, shown.stop + 1):
        owner = owners.get((column, row))
        line.append(Span("│" if owners.get((column - 1, row)) != owner else " "))
        if column == shown.stop:
            continue
        if owner is None:
            line.append(Span(" · ", "soft"))
        elif won & cube(column, row):
            line.append(Span(f" {WON[owner[0]]} ", "accent"))
        else:
            line.append(Span(f" {CUBES[owner[0]]} ", ROLES[owner[0]]))
    return line


def _reserves(state: KwintieState) -> Line:
    line: Line = []
    for side, name in enumerate(SIDES):
        left = state.left[side]
        told = ngettext("{side}: {count} piece left", "{side}: {count} pieces left", left)
        line += [Span(f"{CUBES[side]} ", ROLES[side]), Span(told.format(side=gettext(name), count=left) + "   ")]
    return line


def _status(state: KwintieState) -> str:
    """Who plays, or how it ended."""
    ended = state.outcome
    if ended is None:
        told = (
            gettext("{side} to play.") if state.stands or state.lies else gettext("{side} cannot place a piece and must pass.")
        )
        return told.format(side=gettext(SIDES[state.turn]))
    winner = "" if ended.winner is None else gettext(SIDES[ended.winner])
    told = sentence(ended.reason, {"winner": winner}, MESSAGES)
    if ended.scores:
        told += " " + gettext("Lines of four: White {white}, Black {black}.").format(
            white=ended.scores[0], black=ended.scores[1]
        )
    return told
