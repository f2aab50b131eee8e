"""Frames that clients send: one JSON object each, `{"id": 7, "match_id": "…", "command": {"type": "play", …}}`."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from tablier.match.commands import AnyCommand, BaseCommand

PROTOCOL_VERSION = 1


class Watch(BaseCommand, frozen=True, tag="watch"):
    """Follow a match. The answer contains all events after number `since`."""

    since: Annotated[int, Meta(ge=0)] = 0


class Unwatch(BaseCommand, frozen=True, tag="unwatch"):
    """Stop following a match."""


class WatchLobby(BaseCommand, frozen=True, tag="watch_lobby"):
    """Start or stop sending the public lists of matches, now and whenever they change."""

    enabled: bool = True


class SetAway(BaseCommand, frozen=True, tag="set_away"):
    """Say whether the page is hidden. Accounts with a visible page get no push notifications."""

    away: bool = True


class Ping(BaseCommand, frozen=True, tag="ping"):
    """Answered at once with the server's time."""


ConnectionCommand = WatchLobby | SetAway | Ping  # need no match
SocketCommand = AnyCommand | Watch | Unwatch


class Frame(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One request over a socket. The answer carries the same `id`."""

    command: SocketCommand | ConnectionCommand
    id: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    match_id: Annotated[str, Meta(max_length=40)] | None = None


decode_frame = msgspec.json.Decoder(Frame).decode
