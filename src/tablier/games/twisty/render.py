"""Drawing of a position for the terminal, and its description in sentences for screen readers."""

from __future__ import annotations

from typing import cast

from ...core.i18n import gettext, ngettext
from ...core.messages import format_message
from ...core.terminal_text import Drawing, Line, Role, Span
from .board import CELL_NAMES, CENTRE, COLOURS, EMPTY, SIZE, SPECIAL_NAMES, SPECIALS
from .messages import MESSAGES
from .options import DJECO
from .state import TwistyState

PAWNS = "★■▲●"  # symbols of the seats (TWS-2)
_CENTRE_MARK = "◎"


def render_position(state: TwistyState) -> Drawing:
    """Draw the board, each pawn to the left of the token under it, then the cards, a legend and the status."""
    letters = [Span("    " + "   ".join("abcdefg"), "soft")]
    lines: Drawing = [letters, _border("┌", "┬", "┐")]
    for row in reversed(range(SIZE)):
        line = [Span(f"{row + 1} ", "soft")]
        for column in range(SIZE):
            line += [Span("│", "soft"), *_cell(state, column * SIZE + row)]
        lines.append([*line, Span("│", "soft"), Span(f" {row + 1}", "soft")])
        lines.append(_border("├", "┼", "┤") if row else _border("└", "┴", "┘"))
    return [*lines, letters, [], *_cards(state), [], *_legend(), [], [Span(_status(state))]]


def _border(left: str, middle: str, right: str) -> Line:
    return [Span("  " + left + middle.join(["───"] * SIZE) + right, "soft")]


def _cell(state: TwistyState, cell: int) -> Line:
    token = state.tokens[cell]
    seat = state.pawns.index(cell) if cell in state.pawns else None
    background = _CENTRE_MARK if cell == CENTRE else " "
    pawn = Span(" ") if seat is None else Span(PAWNS[seat], _role(seat))
    return [pawn, Span(background, "soft") if token == EMPTY else Span(token), Span(" ")]


def _role(seat: int) -> Role:
    return cast(Role, f"side{seat}")


def _cards(state: TwistyState) -> Drawing:
    width = max(len(gettext(name)) for name in DJECO.sides)
    lines: Drawing = []
    for seat, row in enumerate(state.card_rows):
        mark = ">" if seat == state.to_act else " "
        line = [Span(f"{mark} "), Span(f"{PAWNS[seat]} {gettext(DJECO.sides[seat]):{width}}", _role(seat)), Span("  ")]
        for index, colour in enumerate(row.cards):
            shape = "[{}]" if index < row.saved else "({})" if index < row.taken else " {} "
            line.append(Span(shape.format(colour), "accent" if index < row.taken else "plain"))
        line.append(Span(f"  {_pawn_place(state, seat)}", "soft"))
        lines.append(line)
    return lines


def _pawn_place(state: TwistyState, seat: int) -> str:
    cell = state.pawns[seat]
    if seat in state.gone:
        return gettext("gone")
    return gettext("off the board") if cell is None else CELL_NAMES[cell]


def _legend() -> Drawing:
    tokens = "   ".join(f"{token} {_special_name(token)}" for token in SPECIALS)
    cards = gettext("(A) collected   [A] protected   the cards are collected from the left")
    return [[Span(tokens, "soft")], [Span(cards, "soft")]]


def _special_name(token: str) -> str:
    names = {
        "step": gettext("step"),
        "diagonal": gettext("diagonal"),
        "knight": gettext("knight"),
        "portal": gettext("portal"),
        "save": gettext("save"),
    }
    return names[SPECIAL_NAMES[token]]


def _status(state: TwistyState) -> str:
    outcome = state.outcome
    if outcome is not None:
        winner = "" if outcome.winner is None else gettext(DJECO.sides[outcome.winner])
        return format_message(outcome.reason, {"winner": winner}, MESSAGES)
    side = gettext(DJECO.sides[state.turn if state.to_act is None else state.to_act])
    if state.robbed is not None:
        return gettext("{side} was robbed and chooses a free corner.").format(side=side)
    if state.pawns[state.turn] is None:
        return gettext("{side} chooses a free corner.").format(side=side)
    colour = state.card_rows[state.turn].next
    if colour is None:
        return gettext("It is the turn of {side}, who has all seven colours and must reach the centre, d4.").format(side=side)
    return gettext("It is the turn of {side}, who needs colour {colour}.").format(side=side, colour=colour)


def describe_position(state: TwistyState) -> list[str]:
    """Pawn and cards of each seat, the cells of each kind of token, the turns left, and the status."""
    lines = [line for seat in range(state.seats) for line in (_describe_pawn(state, seat), _describe_cards(state, seat))]
    for token in SPECIALS + COLOURS:
        cells = [CELL_NAMES[cell] for cell, other in enumerate(state.tokens) if other == token]
        if cells:
            kind = gettext("Colour {colour}").format(colour=token) if token in COLOURS else _special_name(token).capitalize()
            lines.append(f"{kind}: {', '.join(cells)}.")
    if state.rules.max_turns is not None:
        left = state.rules.max_turns - state.turns_played
        lines.append(ngettext("{left} turn is left.", "{left} turns are left.", left).format(left=left))
    return [*lines, _status(state)]


def _describe_pawn(state: TwistyState, seat: int) -> str:
    side, cell = gettext(DJECO.sides[seat]), state.pawns[seat]
    if seat in state.gone:
        return gettext("{side} has left.").format(side=side)
    if cell is None:
        return gettext("The pawn of {side} is off the board.").format(side=side)
    token = state.tokens[cell]
    place = gettext("The pawn of {side} is on {cell}.").format(side=side, cell=CELL_NAMES[cell])
    if token in COLOURS:
        return place + " " + gettext("A cube of colour {colour} lies there.").format(colour=token)
    if token in SPECIALS:
        return place + " " + gettext("A {kind} token lies there.").format(kind=_special_name(token))
    return place


def _describe_cards(state: TwistyState, seat: int) -> str:
    row = state.card_rows[seat]
    parts = (
        (gettext("Protected: {colours}."), row.cards[: row.saved]),
        (gettext("Collected: {colours}."), row.cards[row.saved : row.taken]),
        (gettext("To collect, in this order: {colours}."), row.cards[row.taken :]),
    )
    side = gettext(DJECO.sides[seat])
    return f"{side}: " + " ".join(text.format(colours=", ".join(colours)) for text, colours in parts if colours)
