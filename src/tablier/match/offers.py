"""Offers that wait for an answer, and the seats that have agreed. They lapse when the position changes."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from .errors import MatchError
from .events import OfferAccepted, OfferDeclined, OfferMade, OfferType


class PendingOffer(Struct, frozen=True):
    """An offer that waits for an answer."""

    offer_type: OfferType
    seat: int  # the seat that made it
    agreed: frozenset[int]  # including the seat that made it
    plies_kept: int | None = None  # plies that a takeback would leave

    def json(self) -> dict[str, Any]:
        """Return the offer as plain JSON."""
        return {"offer_type": self.offer_type, "seat": self.seat, "agreed": sorted(self.agreed)}


class Offers(Struct, frozen=True):
    """At most one pending offer of each type. A seat may repeat a declined offer once the position has changed."""

    pending: tuple[PendingOffer, ...] = ()
    declined: frozenset[tuple[OfferType, int]] = frozenset()  # type and seat of the offer

    def of(self, offer_type: OfferType) -> PendingOffer | None:
        """Return the pending offer of that type; None if there is none."""
        return next((offer for offer in self.pending if offer.offer_type == offer_type), None)

    def after(
        self, event: OfferMade | OfferAccepted | OfferDeclined, required: frozenset[int], plies_kept: int | None
    ) -> Offers:
        """Return the offers after an offer or an answer to one. Raises `MatchError` if it is not possible.

        `required` are the seats that must agree, `plies_kept` the plies that a takeback by the acting seat would leave.
        """
        match event:
            case OfferMade():
                return self._make(event, required, plies_kept)
            case OfferAccepted():
                return self._accept(event, required)
            case OfferDeclined():
                offer = self._find(event, required)
                return replace(self._without(offer), declined=self.declined | {(offer.offer_type, offer.seat)})

    def _make(self, event: OfferMade, required: frozenset[int], plies_kept: int | None) -> Offers:
        if event.offer_type == "takeback" and plies_kept is None:
            raise MatchError("nothing_to_take_back")
        if self.of(event.offer_type):
            raise MatchError("already_offered", offer_type=event.offer_type)
        if (event.offer_type, event.seat) in self.declined:
            raise MatchError("already_declined", offer_type=event.offer_type)
        if required and event.seat not in required:
            raise MatchError("no_such_seat", seat=event.seat)
        if event.accepted != (required <= {event.seat}):
            raise MatchError("bad_agreement", offer_type=event.offer_type)
        if event.accepted:
            return self
        kept = plies_kept if event.offer_type == "takeback" else None
        return self._with(PendingOffer(event.offer_type, event.seat, frozenset({event.seat}), kept))

    def _accept(self, event: OfferAccepted, required: frozenset[int]) -> Offers:
        offer = self._find(event, required)
        if event.seat in offer.agreed:
            raise MatchError("already_agreed", offer_type=event.offer_type)
        updated = replace(offer, agreed=offer.agreed | {event.seat})
        if event.accepted != (required <= updated.agreed) or event.plies_kept != (offer.plies_kept if event.accepted else None):
            raise MatchError("bad_agreement", offer_type=event.offer_type)
        rest = self._without(offer)
        return rest if event.accepted else rest._with(updated)

    def _find(self, event: OfferAccepted | OfferDeclined, required: frozenset[int]) -> PendingOffer:
        offer = self.of(event.offer_type)
        if not offer:
            raise MatchError("no_such_offer", offer_type=event.offer_type)
        if event.seat not in required:
            raise MatchError("no_such_seat", seat=event.seat)
        return offer

    def _with(self, offer: PendingOffer) -> Offers:
        return replace(self, pending=(*self.pending, offer))

    def _without(self, closed: PendingOffer) -> Offers:
        return replace(self, pending=tuple(offer for offer in self.pending if offer != closed))
