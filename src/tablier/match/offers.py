"""Offers: what was asked for and who has agreed. They lapse when the position changes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from .events import OfferAccepted, OfferDeclined, OfferMade, OfferType
from .line import GameLine, MatchError


@dataclass(frozen=True, slots=True)
class Pending:
    """An offer that waits for an answer."""

    what: OfferType
    seat: int  # who asks
    agreed: frozenset[int]  # with the one who asks
    keep: int | None = None  # how much of the line of play a takeback would leave

    def json(self) -> dict[str, Any]:
        """As plain JSON."""
        return {"what": self.what, "seat": self.seat, "agreed": sorted(self.agreed)}


@dataclass(frozen=True, slots=True)
class Offers:
    """At most one offer of a kind at a time. Who was refused may ask again once the position has changed."""

    pending: tuple[Pending, ...] = ()
    declined: frozenset[tuple[OfferType, int]] = frozenset()

    def of(self, what: OfferType) -> Pending | None:
        """The open offer of that kind."""
        return next((offer for offer in self.pending if offer.what == what), None)

    def after(self, event: OfferMade | OfferAccepted | OfferDeclined, needed: frozenset[int], keep: int | None) -> Offers:
        """After an offer or an answer to one, which the `needed` seats must agree to. `MatchError` when it cannot be."""
        match event:
            case OfferMade():
                return self._offered(event, needed, keep)
            case OfferAccepted():
                return self._accepted(event, needed)
            case OfferDeclined():
                offer = self._answered(event, needed)
                return replace(self._without(offer), declined=self.declined | {(offer.what, offer.seat)})

    def _offered(self, event: OfferMade, needed: frozenset[int], keep: int | None) -> Offers:
        if event.what == "takeback" and keep is None:
            raise MatchError("nothing_to_take_back")
        if self.of(event.what):
            raise MatchError("already_offered", what=event.what)
        if (event.what, event.seat) in self.declined:
            raise MatchError("already_declined", what=event.what)
        if needed and event.seat not in needed:
            raise MatchError("no_such_seat", seat=event.seat)
        if event.carried != (needed <= {event.seat}):
            raise MatchError("bad_agreement", what=event.what)
        offer = Pending(event.what, event.seat, frozenset({event.seat}), keep if event.what == "takeback" else None)
        return self if event.carried else self._with(offer)

    def _accepted(self, event: OfferAccepted, needed: frozenset[int]) -> Offers:
        offer = self._answered(event, needed)
        if event.seat in offer.agreed:
            raise MatchError("already_agreed", what=event.what)
        agreed = replace(offer, agreed=offer.agreed | {event.seat})
        if event.carried != (needed <= agreed.agreed) or event.keep != (offer.keep if event.carried else None):
            raise MatchError("bad_agreement", what=event.what)
        rest = self._without(offer)
        return rest if event.carried else rest._with(agreed)

    def _answered(self, event: OfferAccepted | OfferDeclined, needed: frozenset[int]) -> Pending:
        offer = self.of(event.what)
        if not offer:
            raise MatchError("no_such_offer", what=event.what)
        if event.seat not in needed:
            raise MatchError("no_such_seat", seat=event.seat)
        return offer

    def _with(self, offer: Pending) -> Offers:
        return replace(self, pending=(*self.pending, offer))

    def _without(self, closed: Pending) -> Offers:
        return replace(self, pending=tuple(offer for offer in self.pending if offer != closed))


def needed(what: OfferType, line: GameLine, *, early: bool) -> frozenset[int]:
    """The seats that must agree. A rematch needs all who sat there; alone one can abort, but only `early`."""
    if what == "rematch":
        return frozenset(range(line.state.seats))
    if what == "abort" and early:
        return frozenset()
    return frozenset(line.present())
