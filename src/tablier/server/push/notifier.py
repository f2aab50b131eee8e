"""Telling devices: hears what happens in the hall, waits a moment whether somebody comes by themselves, and sends.

Nothing here can hold up a move: the hall only leaves a note, and there is a bound on notes, on senders and on their time.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import msgspec

from tablier.match.events import (
    ActionPlayed,
    Event,
    FlagFell,
    MatchStarted,
    OfferAccepted,
    OfferDeclined,
    OfferMade,
    OfferType,
    PlayerLeft,
    PlayerResigned,
)

from ..errors import RequestError
from ..matches.live_match import LiveMatch
from ..matches.service import MatchService, log
from .encryption import Sender, browser_keys, sealed
from .messages import Kind, Said, said, trial
from .subscriptions import Device, Devices
from .transport import Unreachable, post

MOST_NOTES = 1000
SENDERS = 4
REST_SECONDS = 60.0  # for a push service that did not answer
LONGEST_STAY = 3 * 24 * 60 * 60  # seconds a push service keeps a message for a device that is off
SHORTEST_STAY = 60
GONE = (404, 410)
DONE = (ActionPlayed, OfferMade, OfferAccepted, PlayerResigned, PlayerLeft)  # what somebody does, and knows
TURNS = (MatchStarted, ActionPlayed, OfferAccepted, PlayerLeft, PlayerResigned, FlagFell)  # what can make it somebody's turn


@dataclass(frozen=True, slots=True)
class Note:
    """Something to tell somebody about a match, unless they have come by then."""

    kind: Kind
    live: LiveMatch
    account_id: str
    changes: int
    what: OfferType | None = None

    def holds(self) -> bool:
        """Whether it is still worth telling."""
        match = self.live.match
        if self.kind == "turn":
            place = self.live.info.at_seat(match, match.to_act)
            return match.changes == self.changes and place is not None and place.account_id == self.account_id
        return self.kind != "offer" or (self.what is not None and match.offers.of(self.what) is not None)


class Push:
    """The one who tells."""

    def __init__(
        self,
        service: MatchService,
        sender: Sender,
        *,
        present: Callable[[str], bool],
        wait: float = 5.0,
        local: bool = False,
    ) -> None:
        """`present` says whether somebody has a page before their eyes; `wait` seconds are given them to open one."""
        self.sender = sender
        self.subscriptions = Devices(service.store)
        self.local = local
        self._service = service
        self._present = present
        self._wait = wait
        self.waiting = 0  # notes that are not dealt with yet
        self._queue: asyncio.Queue[Note] = asyncio.Queue()
        self._resting: set[str] = set()  # addresses that did not answer a moment ago
        self._senders: list[asyncio.Task[None]] = []
        service.event_observers.append(self.hear)

    async def open(self) -> None:
        """Begins to send."""
        await self.subscriptions.open()
        self._senders = [asyncio.create_task(self._send_on()) for _ in range(SENDERS)]

    async def close(self) -> None:
        """Stops. OfferType was not sent by now will be seen on the page."""
        for task in self._senders:
            task.cancel()
        await asyncio.gather(*self._senders, return_exceptions=True)

    # hearing

    def hear(self, live: LiveMatch, events: Sequence[Event]) -> None:
        """After every change of every match."""
        accounts = self.subscriptions.accounts
        if not accounts or not any(place.account_id in accounts for place in live.info.participants):
            return
        for note in notes(live, events):
            if note.account_id in accounts:
                self._note(note)

    def _note(self, note: Note) -> None:
        if self.waiting >= MOST_NOTES:
            log.warning("too much to push: a message is left out")
            return
        self.waiting += 1
        asyncio.get_running_loop().call_later(self._wait, self._queue.put_nowait, note)

    # sending

    async def _send_on(self) -> None:
        while True:
            note = await self._queue.get()
            try:
                await self._tell(note)
            except Exception:
                log.exception("a push failed")
            finally:
                self.waiting -= 1

    async def _tell(self, note: Note) -> None:
        if not note.holds() or self._present(note.account_id):
            return
        match = note.live.match
        seats = note.live.info.seats_of(match, note.account_id)
        deadline = match.deadline
        stay = LONGEST_STAY if deadline is None else (deadline - self._service.now()) // 1000
        for device in await self.subscriptions.of(note.account_id):
            if note.kind == "turn" or device.all_events:
                words = said(note.kind, match, seats, note.live.id, device.language, note.what)
                with contextlib.suppress(Unreachable, RequestError):
                    await self.send(device, words, stay)

    async def send(self, device: Device, words: Said, stay: int) -> int:
        """Sends one message: the push service's status. A device that is gone is deleted. `Unreachable`, `RequestError`."""
        if device.endpoint in self._resting:
            raise Unreachable("did not answer a moment ago")
        message = sealed(msgspec.json.encode(words), *browser_keys(device.p256dh, device.auth))
        headers = {
            "Authorization": self.sender.authorization(device.endpoint, self._service.now()),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(max(SHORTEST_STAY, min(stay, LONGEST_STAY))),
            "Topic": words.tag,
            "Urgency": "high",
        }
        try:
            status = await post(device.endpoint, headers, message, local=self.local)
        except Unreachable as error:
            log.info("no push: %s", error)
            self._resting.add(device.endpoint)
            asyncio.get_running_loop().call_later(REST_SECONDS, self._resting.discard, device.endpoint)
            raise
        if status in GONE:
            await self.subscriptions.remove(device.endpoint)
        return status

    async def test(self, device: Device) -> None:
        """Sends a message to look at; `RequestError("push_failed")` says why there will be none."""
        try:
            status = await self.send(device, trial(device.language), SHORTEST_STAY)
        except Unreachable as error:
            raise RequestError("push_failed", why=str(error)) from None
        if not 200 <= status < 300:
            raise RequestError("push_failed", why=status)


def notes(live: LiveMatch, events: Sequence[Event]) -> Iterator[Note]:
    """Who could be told of what, after these events. Nobody is told of what they did themselves."""
    match, table = live.match, live.info
    accounts = {place.account_id for place in table.participants if place.account_id}
    if len(accounts) + sum(place.level is not None for place in table.participants) < 2:
        return  # all of it happens on one device
    doer = next((table.at_seat(match, event.seat) for event in reversed(events) if isinstance(event, DONE)), None)
    others = accounts - ({doer.account_id} if doer else set())

    def note(kind: Kind, account_id: str | None, what: OfferType | None = None) -> Iterator[Note]:
        if account_id in others and account_id:
            yield Note(kind, live, account_id, match.changes, what)

    to_act = table.at_seat(match, match.to_act)
    if to_act and any(isinstance(event, TURNS) for event in events):
        yield from note("turn", to_act.account_id)
    for event in events:
        if isinstance(event, MatchStarted):
            for account in sorted(others - {to_act.account_id if to_act else None}):
                yield from note("begin", account)
        elif isinstance(event, OfferMade) and (offer := match.offers.of(event.offer_type)):
            for seat in sorted(match.required_seats(event.offer_type) - offer.agreed):
                place = table.at_seat(match, seat)
                yield from note("offer", place.account_id if place else None, event.offer_type)
    if match.result and not all(
        isinstance(one, (OfferMade, OfferAccepted, OfferDeclined)) and one.offer_type == "rematch" for one in events
    ):
        for account in sorted(others):
            yield from note("end", account)
