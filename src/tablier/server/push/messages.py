"""Texts of push notifications, in the language of the subscription."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tablier.core.i18n import gettext as _
from tablier.core.i18n import use_language
from tablier.core.registry import find
from tablier.match import Match
from tablier.match.events import OfferType

NotificationKind = Literal["turn", "offer", "begin", "end"]


class Notification(Struct, frozen=True, forbid_unknown_fields=True):
    """A notification as the service worker shows it."""

    title: str
    body: str
    url: str
    tag: str  # a notification replaces an earlier one with the same tag


def make_notification(
    kind: NotificationKind,
    match: Match,
    seats: tuple[int, ...],
    match_id: str,
    language: str,
    offer_type: OfferType | None = None,
) -> Notification:
    """Return the notification about a match for the holder of `seats`. `offer_type` is needed for kind `offer`."""
    with use_language(language):
        game = _(find(match.terms.edition)[0].title)
        others = ", ".join(name for seat, name in enumerate(match.players) if seat not in seats)
        match kind:
            case "turn":
                title, body = _("Your turn: {game}"), _("You are playing with {names}.")
            case "begin":
                title, body = _("It begins: {game}"), _("You are playing with {names}.")
            case "end":
                title, body = _("Game over: {game}"), _result_text(match, seats)
            case "offer":
                title, body = _("A question for you: {game}"), _offer_text(offer_type)
        offer = match.offers.of(offer_type) if offer_type else None
        facts = {"game": game, "names": others, "name": match.players[offer.seat] if offer else others}
        return Notification(title.format(**facts), body.format(**facts), f"/m/{match_id}", match_id)


def _result_text(match: Match, seats: tuple[int, ...]) -> str:
    result = match.result
    if result is None or result.aborted:
        return _("It was called off.")
    if result.winner is None:
        return _("It is a draw.")
    if result.winner in seats:
        return _("You have won.")
    # The text is formatted again by the caller, so braces in the name are escaped.
    return _("{winner} has won.").replace("{winner}", match.players[result.winner].replace("{", "{{").replace("}", "}}"))


def _offer_text(offer_type: OfferType | None) -> str:
    match offer_type:
        case "draw":
            return _("{name} offers a draw.")
        case "takeback":
            return _("{name} would like to take the last turn back.")
        case "abort":
            return _("{name} would like to call the game off.")
    return _("{name} would like another one.")


def make_test_notification(language: str) -> Notification:
    """Return the notification that the test button in the settings sends."""
    with use_language(language):
        return Notification("Tablier", _("This device will be told when it is your turn."), "/", "trial")
