"""OfferType can be asked of a match, the same over WebSocket and HTTP. Strict: an unknown field is refused, not ignored."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tablier.core.state import MAX_ACTION_LENGTH
from tablier.match.events import MAX_NAME_LENGTH, OfferType

LONGEST_CHAT = 500
LONGEST_NONCE = 64

ActionText = Annotated[
    str, Meta(min_length=1, max_length=MAX_ACTION_LENGTH, description="one whole turn, as the rules write it")
]
SeatNumber = Annotated[int, Meta(ge=0, le=7)] | None
Nonce = Annotated[str, Meta(min_length=1, max_length=LONGEST_NONCE, description="repeat it and nothing happens twice")] | None
Name = Annotated[str, Meta(min_length=1, max_length=MAX_NAME_LENGTH)]
ChatText = Annotated[str, Meta(min_length=1, max_length=LONGEST_CHAT)]
Room = Literal["seats", "watchers"]


class Ask(Struct, forbid_unknown_fields=True, tag_field="do", tag=str.lower):
    """Something asked of one match."""


class Act(Ask):
    """Plays. `changes_seen` is the view's `changes`: when the position has changed since, nothing is played."""

    action: ActionText
    seat: SeatNumber = None
    changes_seen: Annotated[int, Meta(ge=0)] | None = None
    nonce: Nonce = None


class Try(Ask):
    """OfferType would this text lead to? Nothing is played."""

    action: ActionText


class Offer(Ask):
    """Asks for a draw, a takeback, a rematch, or to abort."""

    offer_type: OfferType
    seat: SeatNumber = None
    nonce: Nonce = None


class Accept(Ask):
    """Agrees."""

    offer_type: OfferType
    seat: SeatNumber = None
    nonce: Nonce = None


class Decline(Ask):
    """Refuses, or takes the own offer back."""

    offer_type: OfferType
    seat: SeatNumber = None
    nonce: Nonce = None


class Resign(Ask):
    """Gives up; among more than two, leaves."""

    seat: SeatNumber = None
    nonce: Nonce = None


class Leave(Ask):
    """Goes home."""

    seat: SeatNumber = None
    nonce: Nonce = None


class Give(Ask):
    """Gives another seat time, in milliseconds."""

    to: Annotated[int, Meta(ge=0, le=7)]
    time_ms: Annotated[int, Meta(gt=0, le=2**40)]
    seat: SeatNumber = None
    nonce: Nonce = None


class Adjourn(Ask):
    """Wants to interrupt the match; done once every person at the table wants it."""


class Resume(Ask):
    """Wants to go on with an interrupted match; done once every person at the table wants it."""


class Join(Ask):
    """Takes an open seat; the match starts with the last one."""

    name: Name | None = None
    nonce: Nonce = None


class Chat(Ask):
    """Says something to the seats, or to those who watch."""

    text: ChatText
    room: Room = "seats"


class Hush(Ask):
    """Switches the chat of the seats off or on."""

    off: bool = True


class Turn(Ask):
    """The position after so many turns, to look back."""

    turn: Annotated[int, Meta(ge=0, le=100_000)]


AnyAsk = (
    Act | Try | Offer | Accept | Decline | Resign | Leave | Give | Adjourn | Resume | Join | Chat | Hush | Turn
)  # fmt: skip
