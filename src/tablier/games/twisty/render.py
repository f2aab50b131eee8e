"""The board in characters, and in words."""

from __future__ import annotations

from typing import cast

from ...core.i18n import gettext, ngettext
from ...core.messages import sentence
from ...core.terminal_text import Drawing, Line, Role, Span
from .board import CENTRE, COLOURS, EMPTY, NAMES, SIZE, SPECIALS, WORDS
from .messages import MESSAGES as SENTENCES
from .options import DJECO
from .row import Row
from .state import TwistyState

PAWNS = "★■▲●"  # the seats' symbols (TWS-2)
_BARE_CENTRE = "◎"


def draw(state: TwistyState) -> Drawing:
    """The board with a pawn left of the token it stands on, then the rows of cards."""
    letters = [Span("    " + "   ".join("abcdefg"), "soft")]
    lines: Drawing = [letters, _rule("┌", "┬", "┐")]
    for row in reversed(range(SIZE)):
        line = [Span(f"{row + 1} ", "soft")]
        for column in range(SIZE):
            line += [Span("│", "soft"), *_cell(state, column * SIZE + row)]
        lines.append([*line, Span("│", "soft"), Span(f" {row + 1}", "soft")])
        lines.append(_rule("├", "┼", "┤") if row else _rule("└", "┴", "┘"))
    return [*lines, letters, [], *_cards(state), [], *_legend(), [], [Span(_status(state))]]


def _rule(left: str, middle: str, right: str) -> Line:
    return [Span("  " + left + middle.join(["───"] * SIZE) + right, "soft")]


def _cell(state: TwistyState, cell: int) -> Line:
    token = state.tokens[cell]
    seat = state.pawns.index(cell) if cell in state.pawns else None
    bare = _BARE_CENTRE if cell == CENTRE else " "
    pawn = Span(" ") if seat is None else Span(PAWNS[seat], _role(seat))
    return [pawn, Span(bare, "soft") if token == EMPTY else Span(token), Span(" ")]


def _role(seat: int) -> Role:
    return cast(Role, f"side{seat}")


def _cards(state: TwistyState) -> Drawing:
    width = max(len(gettext(name)) for name in DJECO.sides)
    lines: Drawing = []
    for seat, row in enumerate(state.rows):
        mark = ">" if seat == state.to_act else " "
        line = [Span(f"{mark} "), Span(f"{PAWNS[seat]} {gettext(DJECO.sides[seat]):{width}}", _role(seat)), Span("  ")]
        for place, colour in enumerate(row.cards):
            shape = "[{}]" if place < row.saved else "({})" if place < row.taken else " {} "
            line.append(Span(shape.format(colour), "accent" if place < row.taken else "plain"))
        line.append(Span(f"  {_where(state, seat)}", "soft"))
        lines.append(line)
    return lines


def _where(state: TwistyState, seat: int) -> str:
    cell = state.pawns[seat]
    if seat in state.gone:
        return gettext("gone")
    return gettext("off the board") if cell is None else NAMES[cell]


def _legend() -> Drawing:
    tokens = "   ".join(f"{token} {_kind(token)}" for token in SPECIALS)
    cards = gettext("(A) collected   [A] protected   the cards are collected from the left")
    return [[Span(tokens, "soft")], [Span(cards, "soft")]]


def _kind(token: str) -> str:
    kinds = {
        "step": gettext("step"),
        "diagonal": gettext("diagonal"),
        "knight": gettext("knight"),
        "portal": gettext("portal"),
        "save": gettext("save"),
    }
    return kinds[WORDS[token]]


def _status(state: TwistyState) -> str:
    ended = state.outcome
    if ended is not None:
        winner = "" if ended.winner is None else gettext(DJECO.sides[ended.winner])
        return sentence(ended.reason, {"winner": winner}, SENTENCES)
    side = gettext(DJECO.sides[state.turn if state.to_act is None else state.to_act])
    if state.owing is not None:
        return gettext("{side} was robbed and chooses a free corner.").format(side=side)
    if state.pawns[state.turn] is None:
        return gettext("{side} chooses a free corner.").format(side=side)
    colour = state.rows[state.turn].next
    if colour is None:
        return gettext("It is the turn of {side}, who has all seven colours and must reach the centre, d4.").format(side=side)
    return gettext("It is the turn of {side}, who needs colour {colour}.").format(side=side, colour=colour)


def describe(state: TwistyState) -> list[str]:
    """Who stands where with which cards, where each kind of token lies, and whose turn it is."""
    lines = [line for seat in range(state.seats) for line in (_whereabouts(state, seat), _collection(state, seat))]
    for token in SPECIALS + COLOURS:
        cells = [NAMES[cell] for cell, lying in enumerate(state.tokens) if lying == token]
        if cells:
            kind = gettext("Colour {colour}").format(colour=token) if token in COLOURS else _kind(token).capitalize()
            lines.append(f"{kind}: {', '.join(cells)}.")
    last = state.rules.last_turn
    if last is not None:
        left = last - state.turns
        lines.append(ngettext("{left} turn is left.", "{left} turns are left.", left).format(left=left))
    return [*lines, _status(state)]


def _whereabouts(state: TwistyState, seat: int) -> str:
    side, cell = gettext(DJECO.sides[seat]), state.pawns[seat]
    if seat in state.gone:
        return gettext("{side} has left.").format(side=side)
    if cell is None:
        return gettext("The pawn of {side} is off the board.").format(side=side)
    token = state.tokens[cell]
    told = gettext("The pawn of {side} is on {cell}.").format(side=side, cell=NAMES[cell])
    if token in COLOURS:
        return told + " " + gettext("A cube of colour {colour} lies there.").format(colour=token)
    if token in SPECIALS:
        return told + " " + gettext("A {kind} token lies there.").format(kind=_kind(token))
    return told


def _collection(state: TwistyState, seat: int) -> str:
    row: Row = state.rows[seat]
    parts = (
        (gettext("Protected: {colours}."), row.cards[: row.saved]),
        (gettext("Collected: {colours}."), row.cards[row.saved : row.taken]),
        (gettext("To collect, in this order: {colours}."), row.cards[row.taken :]),
    )
    side = gettext(DJECO.sides[seat])
    return f"{side}: " + " ".join(text.format(colours=", ".join(colours)) for text, colours in parts if colours)
