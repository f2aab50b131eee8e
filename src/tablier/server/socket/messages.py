"""Messages that a WebSocket sends, as types: for the client's `protocol.ts` and for the tests.

They are encoded where they arise, some of them from raw parts. The messages that an event stream sends, too, are described in
`http.responses`. Like the frames, all are JSON objects with a `type`.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Raw, Struct

from tablier.match.commands import (
    AcceptOffer,
    Adjourn,
    BaseCommand,
    DeclineOffer,
    GiveTime,
    Join,
    Leave,
    MakeOffer,
    PlayAction,
    Resign,
    Resume,
    SendChat,
    SetChat,
    ShowTurn,
    TryAction,
)

from ..http.responses import (
    AccountBody,
    Body,
    ChatEntry,
    ChatSettingBody,
    EmptyBody,
    EngineQueueBody,
    ErrorPart,
    HiddenChatBody,
    InfoBody,
    MatchBody,
    NewChatBody,
    NoticeBody,
    PauseRequestsBody,
    ReceiptBody,
    StatusBody,
    Timestamp,
    TryBody,
    TurnBody,
    UpdateBody,
)
from ..matches.lobby import ListedMatch
from .frames import Ping, SetAway, Unwatch, WatchLobby


class HelloMessage(Body, frozen=True, tag_field="type", tag="hello"):
    """The first message. `version` is that of the protocol; `account` is null without an identity."""

    version: int
    now: Timestamp
    account: AccountBody | None


class OkMessage(Body, frozen=True, tag_field="type", tag="ok"):
    """The answer to a command. The type of `result` is that of the command in `RESULT_TYPES`."""

    id: int | None
    result: Raw


class ErrorMessage(Body, frozen=True, tag_field="type", tag="error"):
    """The answer to a command that failed. With code `stale`, `current` is the match without events."""

    id: int | None
    error: ErrorPart
    current: MatchBody | None = None


class SocketMatch(MatchBody, frozen=True, kw_only=True, tag="match"):
    """The answer to `watch`: the match with the chat messages that the viewer may read."""

    chat: list[ChatEntry]
    id: int | None = None


class SocketUpdate(UpdateBody, frozen=True, tag="update"):
    """An update. With `id` it is the answer to the command that caused it."""

    id: int | None = None


class LobbyMessage(Body, frozen=True, tag_field="type", tag="lobby"):
    """The public lists that have changed, or `own`: a match of the account has changed."""

    open: list[ListedMatch] | None = None
    live: list[ListedMatch] | None = None
    own: bool = False


class PongBody(Body, frozen=True):
    """The answer to `ping`: the server's time."""

    now: Timestamp


ServerMessage = (
    HelloMessage
    | OkMessage
    | ErrorMessage
    | SocketMatch
    | SocketUpdate
    | InfoBody
    | NewChatBody
    | HiddenChatBody
    | PauseRequestsBody
    | NoticeBody
    | EngineQueueBody
    | LobbyMessage
)

# The type of `result` in the answer to each command. `watch` is answered with `SocketMatch`. A command that changes a match
# which the socket watches is answered with `SocketUpdate` in place of `ReceiptBody`.
RESULT_TYPES: Mapping[type[BaseCommand], type[Struct]] = {
    PlayAction: ReceiptBody,
    MakeOffer: ReceiptBody,
    AcceptOffer: ReceiptBody,
    DeclineOffer: ReceiptBody,
    Resign: ReceiptBody,
    Leave: ReceiptBody,
    GiveTime: ReceiptBody,
    Join: ReceiptBody,
    Adjourn: StatusBody,
    Resume: StatusBody,
    TryAction: TryBody,
    ShowTurn: TurnBody,
    SendChat: ChatEntry,
    SetChat: ChatSettingBody,
    Unwatch: EmptyBody,
    WatchLobby: EmptyBody,
    SetAway: EmptyBody,
    Ping: PongBody,
}
