"""What a client sends: one JSON object a frame, `{"id": 7, "match": "…", "ask": {"do": "act", …}}`."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from ..matches.asks import AnyAsk, Ask

VERSION = 1


class Watch(Ask):
    """Follows a match; the answer has every event after `since`."""

    since: Annotated[int, Meta(ge=0)] = 0


class Unwatch(Ask):
    """Follows it no more."""


class Lobby(Ask):
    """Is told when open tables or live matches change."""

    off: bool = False


class Away(Ask):
    """Says that the page is not before anybody's eyes, or is again; a push is for those who see none."""

    on: bool = True


class Ping(Ask):
    """Is answered at once. `lag` is the delay measured by the last one, in milliseconds: so much thinking time is forgiven."""

    lag: Annotated[int, Meta(ge=0)] = 0


class Frame(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One request over a socket. The answer carries the same `id`."""

    ask: AnyAsk | Watch | Unwatch | Lobby | Away | Ping
    id: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    match: Annotated[str, Meta(max_length=40)] | None = None


decode = msgspec.json.Decoder(Frame).decode
