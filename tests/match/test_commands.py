"""Commands as data: their wire form, and applying them."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from tablier.match import Increment, MatchError, adjourn, apply, create, join
from tablier.match.commands import (
    RESUME_GRACE_MS,
    AcceptOffer,
    Adjourn,
    AnyCommand,
    DeclineOffer,
    GiveTime,
    Join,
    Leave,
    MakeOffer,
    MatchCommand,
    PlayAction,
    Resign,
    Resume,
    SendChat,
    SetChat,
    ShowTurn,
    TryAction,
)
from tablier.match.events import (
    ActionPlayed,
    MatchAdjourned,
    MatchResumed,
    OfferAccepted,
    OfferDeclined,
    OfferMade,
    PlayerJoined,
    PlayerLeft,
    PlayerResigned,
    TimeGiven,
)
from tests.match.pebbles import act_once_each, new_pebbles, raises_code

SAMPLES = {  # by the tag on the wire
    "play": PlayAction("take1", seat=0, changes_seen=2, nonce="n"),
    "offer": MakeOffer("draw", seat=1),
    "accept": AcceptOffer("draw"),
    "decline": DeclineOffer("takeback"),
    "resign": Resign(),
    "leave": Leave(seat=2),
    "give_time": GiveTime(1, 5_000),
    "adjourn": Adjourn(),
    "resume": Resume(),
    "join": Join(name="Ada"),
    "try": TryAction("take1"),
    "show_turn": ShowTurn(3),
    "chat": SendChat("hello"),
    "set_chat": SetChat(enabled=False),
}


@pytest.mark.parametrize("tag", SAMPLES)
def test_a_command_is_encoded_with_its_tag_and_decoded(tag: str) -> None:
    data = msgspec.json.encode(SAMPLES[tag])
    assert msgspec.json.decode(data)["type"] == tag
    assert msgspec.json.decode(data, type=AnyCommand) == SAMPLES[tag]


def test_every_command_has_a_sample() -> None:
    assert {type(command) for command in SAMPLES.values()} == set(get_args(AnyCommand))


@pytest.mark.parametrize(
    "data",
    [
        {"type": "play"},
        {"type": "play", "action": ""},
        {"type": "play", "action": "x" * 20_000},
        {"type": "play", "action": "take1", "seat": 8},
        {"type": "play", "action": "take1", "changes_seen": -1},
        {"type": "play", "action": "take1", "nonce": "n" * 65},
        {"type": "play", "action": "take1", "colour": "red"},
        {"type": "offer", "offer_type": "peace"},
        {"type": "give_time", "to": 1, "time_ms": 0},
        {"type": "resign", "seat": "0"},
        {"type": "castle"},
        {},
    ],
)
def test_a_malformed_command_is_rejected(data: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(data, AnyCommand)


@pytest.mark.parametrize(
    ("command", "event"),  # number 7, after creation, two joins, the start and two actions
    [
        (PlayAction("take2"), ActionPlayed(number=7, at=50, seat=0, action="take2", elapsed_ms=40)),
        (MakeOffer("draw"), OfferMade(number=7, at=50, seat=0, offer_type="draw")),
        (Resign(), PlayerResigned(number=7, at=50, seat=0)),
        (Leave(), PlayerLeft(number=7, at=50, seat=0)),
        (GiveTime(1, 5), TimeGiven(number=7, at=50, seat=0, to=1, time_ms=5)),
        (Adjourn(), MatchAdjourned(number=7, at=50)),
    ],
)
def test_a_command_becomes_one_event(command: MatchCommand, event: Any) -> None:
    before = act_once_each(new_pebbles(clock=Increment(60_000)))
    after = apply(before, command, seat=0, now=50, lag_ms=10)
    assert after.events_since(before.number) == (event,)


def test_an_answer_becomes_one_event() -> None:
    offered = apply(act_once_each(new_pebbles()), MakeOffer("takeback"), seat=0, now=1)
    accepted = apply(offered, AcceptOffer("takeback"), seat=1, now=2)
    declined = apply(offered, DeclineOffer("takeback"), seat=1, now=2)
    assert accepted.events.last == OfferAccepted(number=8, at=2, seat=1, offer_type="takeback", accepted=True, plies_kept=0)
    assert declined.events.last == OfferDeclined(number=8, at=2, seat=1, offer_type="takeback")


def test_joining_needs_no_seat() -> None:
    match = apply(create("pebbles", now=0, rng=None), Join(name="Ada"), now=3)  # type: ignore[arg-type]
    assert match.events.last == PlayerJoined(number=2, at=3, player="Ada")
    assert match == join(create("pebbles", now=0, rng=None), "Ada", 3)  # type: ignore[arg-type]


def test_resuming_gives_a_grace_and_needs_an_adjourned_match() -> None:
    match = act_once_each(new_pebbles(clock=Increment(60_000)))
    with raises_code("not_adjourned"):
        apply(match, Resume(), now=5)
    assert apply(adjourn(match, 5), Resume(), now=9).events.last == MatchResumed(number=8, at=9, grace_ms=RESUME_GRACE_MS)


def test_a_stale_command_changes_nothing() -> None:
    match = act_once_each(new_pebbles())
    with pytest.raises(MatchError, match="stale"):
        apply(match, PlayAction("take1", changes_seen=1), seat=0, now=1)
    assert apply(match, PlayAction("take1", changes_seen=2), seat=0, now=1).changes == 3
