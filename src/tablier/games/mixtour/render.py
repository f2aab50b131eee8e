"""Drawing of a position for the terminal, and its description in sentences for screen readers."""

from __future__ import annotations

from ...core.i18n import gettext as _
from ...core.i18n import ngettext
from ...core.messages import format_message
from ...core.terminal_text import Drawing, Line, Role, Span
from .board import CELLS, TOWER
from .messages import MESSAGES
from .state import LETTERS, PASSED, MixtourState

_SHAPES = {"W": "○", "B": "●"}
_ROLES: dict[str, Role] = {"W": "side0", "B": "side1"}
_MAX_HEIGHT = TOWER - 1  # of a stack that stays on the board


def render_position(state: MixtourState) -> Drawing:
    """Draw the board, each stack as a row of pieces with the top on the right, then both sides and notes on the last turn."""
    drawing: Drawing = [_columns(), _border("┌", "┬", "┐")]
    for row in range(5, 0, -1):
        if row < 5:
            drawing.append(_border("├", "┼", "┤"))
        line: Line = [Span(f"{row} ", "soft")]
        for stack in state.stacks[row - 1 :: 5]:
            line.append(Span("│ ", "soft"))
            line += [Span(_SHAPES[piece], _ROLES[piece]) for piece in stack]
            line.append(Span(" " * (_MAX_HEIGHT - len(stack) + 1)))
        drawing.append([*line, Span("│", "soft"), Span(f" {row}", "soft")])
    drawing += [_border("└", "┴", "┘"), _columns(), []]
    drawing += [_side(state, side) for side in (0, 1)]
    drawing += [[Span(line, "accent" if state.outcome else "plain")] for line in _notes(state)]
    drawing.append([Span(_("Stacks lie on their side: the top piece is on the right."), "soft")])
    return drawing


def _columns() -> Line:
    return [Span("  " + "".join(f"  {letter:<{_MAX_HEIGHT + 1}}" for letter in "abcde"), "soft")]


def _border(left: str, middle: str, right: str) -> Line:
    return [Span("  " + left + middle.join(["─" * (_MAX_HEIGHT + 2)] * 5) + right, "soft")]


def _side(state: MixtourState, side: int) -> Line:
    width = max(len(_(name)) for name in state.rules.sides)
    summary = _("score {score} of {points}, reserve {reserve}").format(
        score=state.score[side], points=state.rules.points, reserve=state.reserve[side]
    )
    piece = LETTERS[side]
    line = [Span(f"{_SHAPES[piece]} {_name(state, side):<{width}}", _ROLES[piece]), Span(f"  {summary}")]
    return [*line, Span("  ← " + _("to move"), "accent")] if state.to_act == side else line


def describe_position(state: MixtourState) -> list[str]:
    """Side to move, score and reserves, then every stack."""
    lines = [] if state.to_act is None else [_("It is {side}'s turn.").format(side=_name(state, state.to_act))]
    lines += _notes(state)
    first, second = (_name(state, side) for side in (0, 1))
    lines.append(
        _("Score: {first} {first_score}, {second} {second_score}. To win: {points}.").format(
            first=first, second=second, first_score=state.score[0], second_score=state.score[1], points=state.rules.points
        )
    )
    lines.append(
        _("In reserve: {first} {first_left}, {second} {second_left}.").format(
            first=first, second=second, first_left=state.reserve[0], second_left=state.reserve[1]
        )
    )
    occupied = [(cell, stack) for cell, stack in zip(CELLS, state.stacks, strict=True) if stack]
    for cell, stack in occupied:
        pieces = ", ".join(_name(state, LETTERS.index(piece)) for piece in stack)
        tall = _("{cell}: a stack of {height}, from the bottom up: {pieces}.")
        single = _("{cell}: one piece, {pieces}.")
        lines.append((single if len(stack) == 1 else tall).format(cell=cell, height=len(stack), pieces=pieces))
    if not occupied:
        lines.append(_("The board is empty."))
    elif empty := len(CELLS) - len(occupied):
        lines.append(ngettext("{number} cell is empty.", "{number} cells are empty.", empty).format(number=empty))
    return lines


def _notes(state: MixtourState) -> list[str]:
    """The result, or the effect of the last turn on this one."""
    if state.outcome:
        winner = state.outcome.winner
        return [format_message(state.outcome.reason, {} if winner is None else {"winner": _name(state, winner)}, MESSAGES)]
    if state.last_turn == PASSED:
        return [_("The last turn was a pass.")]
    if state.undo:
        return [_("{undo} is forbidden now: it would take the last move back.").format(undo=state.undo)]
    return []


def _name(state: MixtourState, side: int) -> str:
    return _(state.rules.sides[side])
