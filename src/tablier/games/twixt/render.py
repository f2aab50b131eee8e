"""The board in characters, and in words."""

from __future__ import annotations

from itertools import groupby

from ...core.i18n import gettext, ngettext
from ...core.messages import sentence
from ...core.terminal_text import Drawing, Line, Role, Span
from .board import STEPS, column_name
from .messages import MESSAGES
from .state import TwixtState

WIDE, HIGH = 3, 2  # characters from one hole to the next
MARKS = ("○", "●")  # the sides, told apart without colour
SIDES: tuple[Role, Role] = ("side0", "side1")
BRAILLE = 0x2800
DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # the dots of a braille character, row by row


class Canvas:
    """Characters with their roles, some of them made of braille dots."""

    def __init__(self, wide: int, high: int) -> None:
        self.marks = [[" "] * wide for _ in range(high)]
        self.roles: list[list[Role]] = [["plain"] * wide for _ in range(high)]
        self.dots = [[0] * wide for _ in range(high)]

    def put(self, x: int, y: int, mark: str, role: Role) -> None:
        self.marks[y][x], self.roles[y][x] = mark, role

    def dot(self, x: int, y: int, role: Role) -> None:
        """One dot, of which a character holds two by four."""
        column, line = x // 2, y // 4
        self.dots[line][column] |= DOTS[y % 4][x % 2]
        self.put(column, line, chr(BRAILLE + self.dots[line][column]), role)

    def line(self, y: int) -> Line:
        both = zip(self.marks[y], self.roles[y], strict=True)
        return [Span("".join(mark for mark, _ in run), role) for role, run in groupby(both, key=lambda pair: pair[1])]


def draw(state: TwixtState) -> Drawing:
    """Holes as points, pegs as circles, links as lines of fine dots, the sides' border lines around the middle."""
    board = state.rules.board
    canvas = Canvas(WIDE * (board.size - 1) + 1, HIGH * (board.size - 1) + 1)
    won = state.winning_chain()
    _draw_borders(canvas, board.size)
    for side, links in enumerate(state.links):
        for link in sorted(links):
            _draw_link(canvas, board.size, link, SIDES[side])
    for link in won.links if won else ():
        _draw_link(canvas, board.size, link, "accent")
    for hole in range(board.size**2):
        column, row = divmod(hole, board.size)
        if hole not in board.corners:
            canvas.put(WIDE * column, HIGH * row, *_mark(state, hole, won.holes if won else ()))

    letters = "".join(column_name(column).ljust(WIDE) for column in range(board.size)).rstrip()
    edge = [Span("   "), Span(letters, "soft")]
    drawing: Drawing = [edge]
    for y in range(len(canvas.marks)):
        number = "" if y % HIGH else str(y // HIGH + 1)
        drawing.append([Span(f"{number:>2} ", "soft"), *canvas.line(y), Span(f" {number}", "soft")])
    return [*drawing, edge, [], *_draw_state(state)]


def _draw_borders(canvas: Canvas, size: int) -> None:
    """The lines in front of which the opponent's pegs must stay (TWX-2)."""
    wide, high = len(canvas.marks[0]), len(canvas.marks)
    left, right, top, bottom = 1, wide - 2, 1, high - 2
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
    right, down = STEPS[number][0] * WIDE * 2, STEPS[number][1] * HIGH * 4
    long = max(right, abs(down))
    for step in range(long + 1):
        x = 2 * WIDE * column + (2 * right * step + long) // (2 * long)
        y = 4 * HIGH * row + 1 + (2 * down * step + long) // (2 * long)
        canvas.dot(x, y, role)


def _mark(state: TwixtState, hole: int, won: tuple[int, ...]) -> tuple[str, Role]:
    for side, pegs in enumerate(state.pegs):
        if hole in pegs:
            return MARKS[side], "accent" if hole in won else SIDES[side]
    return "·", "soft"


def _draw_state(state: TwixtState) -> Drawing:
    lines: Drawing = []
    for side, name in enumerate(state.rules.side_names):
        words = f" {gettext(name)} ({_way(side)})"
        if left := _left(state, side):
            words += ": " + left
        lines.append([Span(MARKS[side], SIDES[side]), Span(words)])
    return [*lines, [Span(_standing(state), "accent" if state.outcome else "plain")]]


def describe(state: TwixtState) -> list[str]:
    """Pegs and links of each side by name, what is left, whose turn it is or how it ended."""
    board = state.rules.board
    lines = [gettext("TwixT on a board of {size} by {size} holes.").format(size=board.size)]
    for side, name in enumerate(state.rules.side_names):
        lines.append(gettext("{side} joins {way}.").format(side=gettext(name), way=_way(side)))
        pegs, links = sorted(state.pegs[side]), sorted(state.links[side])
        if not pegs:
            lines.append(gettext("{side} has no pegs on the board.").format(side=gettext(name)))
            continue
        shown = ", ".join(board.names[hole] for hole in pegs)
        said = ngettext("{side}, {number} peg: {shown}.", "{side}, {number} pegs: {shown}.", len(pegs))
        lines.append(said.format(side=gettext(name), number=len(pegs), shown=shown))
        if links:
            ends = [[board.names[hole] for hole in board.ends[link]] for link in links]
            shown = ", ".join(gettext("{one} to {two}").format(one=one, two=two) for one, two in ends)
            said = ngettext("{side}, {number} link: {shown}.", "{side}, {number} links: {shown}.", len(links))
            lines.append(said.format(side=gettext(name), number=len(links), shown=shown))
        else:
            lines.append(gettext("{side} has no links.").format(side=gettext(name)))
    for side, name in enumerate(state.rules.side_names):
        if left := _left(state, side):
            lines.append(gettext("{side}: {left}.").format(side=gettext(name), left=left))
    return [*lines, _standing(state)]


def _way(side: int) -> str:
    return gettext("left and right") if side else gettext("top and bottom")


def _left(state: TwixtState, side: int) -> str:
    """`12 pegs left, 20 links left`, as far as they are limited."""
    said = []
    if state.rules.pegs is not None:
        number = state.rules.pegs - len(state.pegs[side])
        said.append(ngettext("{number} peg left", "{number} pegs left", number).format(number=number))
    if state.rules.links is not None:
        number = state.rules.links - len(state.links[side])
        said.append(ngettext("{number} link left", "{number} links left", number).format(number=number))
    return ", ".join(said)


def _standing(state: TwixtState) -> str:
    """Whose turn it is, or how the game ended."""
    names = [gettext(name) for name in state.rules.side_names]
    if state.outcome is not None:
        winner = state.outcome.winner
        return sentence(state.outcome.reason, {} if winner is None else {"winner": names[state.sides[winner]]}, MESSAGES)
    name = names[state.side_to_move]
    if state.may_swap:
        return gettext("{side} to move, or swap sides.").format(side=name)
    if state.turns_ahead:
        said = ngettext(
            "{side} to move, and {number} more turn.", "{side} to move, and {number} more turns.", state.turns_ahead
        )
        return said.format(side=name, number=state.turns_ahead)
    if state.must_lift:
        return gettext("{side} to move: all its pegs are on the board, one must be taken up.").format(side=name)
    return gettext("{side} to move.").format(side=name)
