"""The board as terminal text and as a spoken description."""

from __future__ import annotations

from itertools import groupby

from ...core.i18n import gettext, ngettext
from ...core.messages import format_message
from ...core.terminal_text import Drawing, Line, Role, Span
from .board import STEPS, column_name
from .messages import MESSAGES
from .state import TwixtState

CELL_WIDTH, CELL_HEIGHT = 3, 2  # characters from one hole to the next
MARKS = ("○", "●")  # sides, distinguishable without colour
SIDE_ROLES: tuple[Role, Role] = ("side0", "side1")
BRAILLE = 0x2800  # code point of the character without dots
DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # bits of the dots of a braille character, row by row


class Canvas:
    """Grid of characters with their roles. Braille characters give it a finer resolution for lines."""

    def __init__(self, width: int, height: int) -> None:
        self.marks = [[" "] * width for _ in range(height)]
        self.roles: list[list[Role]] = [["plain"] * width for _ in range(height)]
        self.dots = [[0] * width for _ in range(height)]

    def put(self, x: int, y: int, mark: str, role: Role) -> None:
        self.marks[y][x], self.roles[y][x] = mark, role

    def set_dot(self, x: int, y: int, role: Role) -> None:
        """Set one dot, in dot coordinates: a character has 2 by 4 dots."""
        column, line = x // 2, y // 4
        self.dots[line][column] |= DOTS[y % 4][x % 2]
        self.put(column, line, chr(BRAILLE + self.dots[line][column]), role)

    def line(self, y: int) -> Line:
        cells = zip(self.marks[y], self.roles[y], strict=True)
        return [Span("".join(mark for mark, _ in run), role) for role, run in groupby(cells, key=lambda cell: cell[1])]


def draw(state: TwixtState) -> Drawing:
    """Draw holes as points, pegs as circles, links as braille lines and the sides' border lines."""
    board = state.rules.board
    canvas = Canvas(CELL_WIDTH * (board.size - 1) + 1, CELL_HEIGHT * (board.size - 1) + 1)
    chain = state.winning_chain()
    _draw_borders(canvas)
    for side, links in enumerate(state.links):
        for link in sorted(links):
            _draw_link(canvas, board.size, link, SIDE_ROLES[side])
    for link in chain.links if chain else ():
        _draw_link(canvas, board.size, link, "accent")
    for hole in range(board.size**2):
        column, row = divmod(hole, board.size)
        if hole not in board.corners:
            canvas.put(CELL_WIDTH * column, CELL_HEIGHT * row, *_mark(state, hole, chain.holes if chain else ()))

    letters = "".join(column_name(column).ljust(CELL_WIDTH) for column in range(board.size)).rstrip()
    edge = [Span("   "), Span(letters, "soft")]
    drawing: Drawing = [edge]
    for y in range(len(canvas.marks)):
        number = "" if y % CELL_HEIGHT else str(y // CELL_HEIGHT + 1)
        drawing.append([Span(f"{number:>2} ", "soft"), *canvas.line(y), Span(f" {number}", "soft")])
    return [*drawing, edge, [], *_draw_status(state)]


def _draw_borders(canvas: Canvas) -> None:
    """Draw the lines between the border rows and the inner board (TWX-2)."""
    left, right, top, bottom = 1, len(canvas.marks[0]) - 2, 1, len(canvas.marks) - 2
    for x in range(left + 1, right):
        for y in (top, bottom):
            canvas.put(x, y, "─", "side0")
    for y in range(top + 1, bottom):
        for x in (left, right):
            canvas.put(x, y, "│", "side1")
    for x, y in ((left, top), (right, top), (left, bottom), (right, bottom)):
        canvas.put(x, y, "┼", "soft")


def _draw_link(canvas: Canvas, size: int, link: int, role: Role) -> None:
    hole, number = divmod(link, 4)
    column, row = divmod(hole, size)
    right, down = STEPS[number][0] * CELL_WIDTH * 2, STEPS[number][1] * CELL_HEIGHT * 4
    length = max(right, abs(down))
    for step in range(length + 1):  # rounded to the nearest dot; a hole is in the second of the four dot rows
        x = 2 * CELL_WIDTH * column + (2 * right * step + length) // (2 * length)
        y = 4 * CELL_HEIGHT * row + 1 + (2 * down * step + length) // (2 * length)
        canvas.set_dot(x, y, role)


def _mark(state: TwixtState, hole: int, winning: tuple[int, ...]) -> tuple[str, Role]:
    for side, pegs in enumerate(state.pegs):
        if hole in pegs:
            return MARKS[side], "accent" if hole in winning else SIDE_ROLES[side]
    return "·", "soft"


def _draw_status(state: TwixtState) -> Drawing:
    lines: Drawing = []
    for side, name in enumerate(state.rules.side_names):
        text = f" {gettext(name)} ({_direction(side)})"
        if reserve := _reserve(state, side):
            text += ": " + reserve
        lines.append([Span(MARKS[side], SIDE_ROLES[side]), Span(text)])
    return [*lines, [Span(_status(state), "accent" if state.outcome else "plain")]]


def describe(state: TwixtState) -> list[str]:
    """Describe pegs and links of each side by name, the reserves, and the turn or outcome."""
    board = state.rules.board
    lines = [gettext("TwixT on a board of {size} by {size} holes.").format(size=board.size)]
    for side, name in enumerate(state.rules.side_names):
        lines.append(gettext("{side} joins {way}.").format(side=gettext(name), way=_direction(side)))
        pegs, links = sorted(state.pegs[side]), sorted(state.links[side])
        if not pegs:
            lines.append(gettext("{side} has no pegs on the board.").format(side=gettext(name)))
            continue
        shown = ", ".join(board.names[hole] for hole in pegs)
        template = ngettext("{side}, {number} peg: {shown}.", "{side}, {number} pegs: {shown}.", len(pegs))
        lines.append(template.format(side=gettext(name), number=len(pegs), shown=shown))
        if links:
            ends = [[board.names[hole] for hole in board.ends[link]] for link in links]
            shown = ", ".join(gettext("{one} to {two}").format(one=low, two=high) for low, high in ends)
            template = ngettext("{side}, {number} link: {shown}.", "{side}, {number} links: {shown}.", len(links))
            lines.append(template.format(side=gettext(name), number=len(links), shown=shown))
        else:
            lines.append(gettext("{side} has no links.").format(side=gettext(name)))
    for side, name in enumerate(state.rules.side_names):
        if reserve := _reserve(state, side):
            lines.append(gettext("{side}: {left}.").format(side=gettext(name), left=reserve))
    return [*lines, _status(state)]


def _direction(side: int) -> str:
    return gettext("left and right") if side else gettext("top and bottom")


def _reserve(state: TwixtState, side: int) -> str:
    """`12 pegs left, 20 links left`, without unlimited pieces."""
    parts = []
    if state.rules.pegs is not None:
        number = state.rules.pegs - len(state.pegs[side])
        parts.append(ngettext("{number} peg left", "{number} pegs left", number).format(number=number))
    if state.rules.links is not None:
        number = state.rules.links - len(state.links[side])
        parts.append(ngettext("{number} link left", "{number} links left", number).format(number=number))
    return ", ".join(parts)


def _status(state: TwixtState) -> str:
    """The side to move, or the outcome."""
    names = [gettext(name) for name in state.rules.side_names]
    if state.outcome is not None:
        winner = state.outcome.winner
        return format_message(state.outcome.reason, {} if winner is None else {"winner": names[state.sides[winner]]}, MESSAGES)
    name = names[state.side_to_move]
    if state.may_swap:
        return gettext("{side} to move, or swap sides.").format(side=name)
    if state.turns_ahead:
        template = ngettext(
            "{side} to move, and {number} more turn.", "{side} to move, and {number} more turns.", state.turns_ahead
        )
        return template.format(side=name, number=state.turns_ahead)
    if state.must_lift:
        return gettext("{side} to move: all its pegs are on the board, one must be taken up.").format(side=name)
    return gettext("{side} to move.").format(side=name)
