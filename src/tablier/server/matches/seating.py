"""A table: who sits where and who may see it. What is played there is the match."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from tablier.match import Match

from ..errors import RequestError


@dataclass(frozen=True, slots=True)
class Participant:
    """A player in the order of joining: a person (several places may be one person's), or an engine of a level."""

    name: str
    account_id: str | None = None
    level: int | None = None


@dataclass(frozen=True, slots=True)
class MatchInfo:
    """What is known about a match beside its events."""

    id: str
    owner: str | None
    public: bool
    created: int
    places: tuple[Participant, ...] = ()
    chat: bool = True
    previous: str | None = None  # the match of the series before this one
    next: str | None = None  # the rematch

    def seats(self, match: Match, account_id: str | None) -> tuple[int, ...]:
        """The seats somebody holds; before the start, places in the order of joining. Those who left hold none."""
        if account_id is None:
            return ()
        order = match.seating or range(len(self.places))
        return tuple(
            seat for seat, place in enumerate(order) if self.places[place].account_id == account_id and seat not in match.gone
        )

    def sits(self, account_id: str | None) -> bool:
        """Whether somebody plays here, or did."""
        return account_id is not None and any(place.account_id == account_id for place in self.places)

    def at(self, match: Match, seat: int | None) -> Participant | None:
        """Who sits on a seat of a match that has started."""
        return None if seat is None or not match.seating else self.places[match.seating[seat]]

    def seat_for(self, match: Match, account_id: str, given: int | None) -> int:
        """The seat this person means: the given one, the one to act, or their only one. Else `RequestError`."""
        held = self.seats(match, account_id)
        if not held:
            raise RequestError("no_seat")
        if given is None:
            given = match.to_act if match.to_act in held else held[0]
            if len(held) > 1 and given != match.to_act:
                raise RequestError("which_seat", seats=list(held))
        if given not in held:
            raise RequestError("not_yours", seat=given)
        return given

    def json(self, match: Match, online: Collection[str], watchers: int) -> dict[str, Any]:
        """As clients see it: places by seat once the match has started."""
        order = match.seating or range(len(self.places))
        return {
            "match": self.id,
            "owner": self.owner,
            "public": self.public,
            "created": self.created,
            "chat": self.chat,
            "previous": self.previous,
            "next": self.next,
            "open": match.state.seats - len(self.places),
            "watchers": watchers,
            "places": [
                {
                    "name": place.name,
                    "account_id": place.account_id,
                    "level": place.level,
                    "online": place.level is not None or place.account_id in online,
                }
                for place in (self.places[number] for number in order)
            ],
        }
