"""Metadata of a match that is not in its events: participants, visibility, chat setting, links in its series."""

from __future__ import annotations

from dataclasses import dataclass

from tablier.match import Match

from ..errors import RequestError


@dataclass(frozen=True, slots=True)
class Participant:
    """A player in the order of joining: an account or an engine. One account may be several participants."""

    name: str
    account_id: str | None = None
    level: int | None = None  # of an engine


@dataclass(frozen=True, slots=True)
class MatchInfo:
    """The stored metadata of a match."""

    id: str
    owner_id: str | None  # account id of the creator
    public: bool
    created_at: int
    participants: tuple[Participant, ...] = ()  # in the order of joining
    chat: bool = True
    previous_match_id: str | None = None  # id of the match before this one in the series
    next_match_id: str | None = None  # id of the rematch

    def by_seat(self, match: Match) -> tuple[Participant, ...]:
        """Return the participants by seat; before the start, in the order of joining."""
        return tuple(self.participants[player] for player in match.seating) or self.participants

    def seats_of(self, match: Match, account_id: str | None) -> tuple[int, ...]:
        """Return the seats that an account holds, without those that have left the match."""
        if account_id is None:
            return ()
        return tuple(
            seat
            for seat, participant in enumerate(self.by_seat(match))
            if participant.account_id == account_id and seat not in match.gone
        )

    def has_account(self, account_id: str | None) -> bool:
        """True if the account is a participant, even if it has left."""
        return account_id is not None and any(participant.account_id == account_id for participant in self.participants)

    def has_engine(self) -> bool:
        """True if an engine is a participant."""
        return any(participant.level is not None for participant in self.participants)

    def at_seat(self, match: Match, seat: int | None) -> Participant | None:
        """Return the participant on a seat; None if `seat` is None or the match has not started."""
        return None if seat is None or not match.seating else self.participants[match.seating[seat]]

    def acting_seat(self, match: Match, account_id: str, seat: int | None) -> int:
        """Return the seat that an account acts for: `seat`, or else the seat to act, or else its only seat.

        Raises `RequestError` if the account does not hold that seat or has several to choose from.
        """
        held = self.seats_of(match, account_id)
        if not held:
            raise RequestError("no_seat")
        if seat is None:
            seat = match.to_act if match.to_act in held else held[0]
            if len(held) > 1 and seat != match.to_act:
                raise RequestError("which_seat", seats=list(held))
        if seat not in held:
            raise RequestError("not_yours", seat=seat)
        return seat
