"""OfferType a push says, in the language its device asked in."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tablier.core.i18n import gettext as _
from tablier.core.i18n import use_language
from tablier.core.registry import find
from tablier.match import Match
from tablier.match.events import OfferType

Kind = Literal["turn", "offer", "begin", "end"]


class Said(Struct, frozen=True):
    """A message as the service worker shows it."""

    title: str
    body: str
    url: str
    tag: str  # a later message with the same one takes the place of this one


def said(kind: Kind, match: Match, seats: tuple[int, ...], table: str, language: str, what: OfferType | None = None) -> Said:
    """The words for whoever holds these seats."""
    with use_language(language):
        game = _(find(match.terms.edition)[0].title)
        others = ", ".join(name for seat, name in enumerate(match.players) if seat not in seats)
        match kind:
            case "turn":
                title, body = _("Your turn: {game}"), _("You are playing with {names}.")
            case "begin":
                title, body = _("It begins: {game}"), _("You are playing with {names}.")
            case "end":
                title, body = _("Game over: {game}"), _end(match, seats)
            case "offer":
                title, body = _("A question for you: {game}"), _asked(what)
        offer = match.offers.of(what) if what else None
        facts = {"game": game, "names": others, "name": match.players[offer.seat] if offer else others}
        return Said(title.format(**facts), body.format(**facts), f"/m/{table}", table)


def _end(match: Match, seats: tuple[int, ...]) -> str:
    result = match.result
    if result is None or result.aborted:
        return _("It was called off.")
    if result.winner is None:
        return _("It is a draw.")
    if result.winner in seats:
        return _("You have won.")
    return _("{winner} has won.").replace("{winner}", match.players[result.winner].replace("{", "{{").replace("}", "}}"))


def _asked(what: OfferType | None) -> str:
    match what:
        case "draw":
            return _("{name} offers a draw.")
        case "takeback":
            return _("{name} would like to take the last turn back.")
        case "abort":
            return _("{name} would like to call the game off.")
    return _("{name} would like another one.")


def trial(language: str) -> Said:
    """OfferType the test button sends."""
    with use_language(language):
        return Said("Tablier", _("This device will be told when it is your turn."), "/", "trial")
