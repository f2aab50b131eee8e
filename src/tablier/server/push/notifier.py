"""Push notifications about matches.

After every change of a match the notifier queues notifications, waits in case the person opens a page, and sends them. A move
never waits for it: the queue, the number of senders and the time of each request are bounded.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
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
from ..matches.service import MatchService
from .encryption import VapidSigner, encrypt, parse_browser_keys
from .messages import Notification, NotificationKind, make_notification, make_trial_notification
from .subscriptions import PushSubscription, SubscriptionRepository
from .transport import Unreachable, post

log = logging.getLogger(__name__)
MAX_PENDING = 1000
SENDERS = 4
RETRY_DELAY_S = 60.0  # no requests to an endpoint for this long after it did not respond
MAX_TTL_S = 3 * 24 * 60 * 60  # how long a push service stores a message for a device that is off
MIN_TTL_S = 60
GONE_STATUSES = (404, 410)
BY_A_PLAYER = (ActionPlayed, OfferMade, OfferAccepted, PlayerResigned, PlayerLeft)
MAY_CHANGE_TURN = (MatchStarted, ActionPlayed, OfferAccepted, PlayerLeft, PlayerResigned, FlagFell)


@dataclass(frozen=True, slots=True)
class PendingNotification:
    """A notification for one account that has not been sent yet."""

    kind: NotificationKind
    live: LiveMatch
    account_id: str
    changes: int  # of the match when it was queued
    offer_type: OfferType | None = None

    def is_current(self) -> bool:
        """True if the account is still to act, or the offer is still open."""
        match = self.live.match
        if self.kind == "turn":
            participant = self.live.info.at_seat(match, match.to_act)
            return match.changes == self.changes and participant is not None and participant.account_id == self.account_id
        return self.kind != "offer" or (self.offer_type is not None and match.offers.of(self.offer_type) is not None)


class PushNotifier:
    """Queues and sends Web Push notifications for match events."""

    def __init__(
        self,
        service: MatchService,
        signer: VapidSigner,
        *,
        is_present: Callable[[str], bool],
        delay_s: float = 5.0,
        allow_local: bool = False,
    ) -> None:
        """`is_present` tells whether an account has a visible page. It is asked after `delay_s`."""
        self.signer = signer
        self.subscriptions = SubscriptionRepository(service.store)
        self.allow_local = allow_local
        self.pending = 0  # notifications that are not sent or dropped yet
        self._service = service
        self._is_present = is_present
        self._delay_s = delay_s
        self._queue: asyncio.Queue[PendingNotification] = asyncio.Queue()
        self._unresponsive: set[str] = set()  # endpoints that did not respond within the last `RETRY_DELAY_S`
        self._senders: list[asyncio.Task[None]] = []
        service.event_observers.append(self.on_events)

    async def open(self) -> None:
        """Load the accounts with subscriptions and start the senders."""
        await self.subscriptions.open()
        self._senders = [asyncio.create_task(self._send_loop()) for _ in range(SENDERS)]

    async def close(self) -> None:
        """Stop the senders. Pending notifications are dropped."""
        for task in self._senders:
            task.cancel()
        await asyncio.gather(*self._senders, return_exceptions=True)

    def on_events(self, live: LiveMatch, events: Sequence[Event]) -> None:
        """Queue notifications about new events of a match. Called after every commit; does not block."""
        accounts = self.subscriptions.accounts
        if not accounts or not any(participant.account_id in accounts for participant in live.info.participants):
            return
        for notification in find_notifications(live, events):
            if notification.account_id in accounts:
                self._enqueue(notification)

    def _enqueue(self, notification: PendingNotification) -> None:
        if self.pending >= MAX_PENDING:
            log.warning("Push queue is full: a notification was dropped")
            return
        self.pending += 1
        asyncio.get_running_loop().call_later(self._delay_s, self._queue.put_nowait, notification)

    async def _send_loop(self) -> None:
        while True:
            notification = await self._queue.get()
            try:
                await self._notify(notification)
            except Exception:
                log.exception("Sending a push notification failed")
            finally:
                self.pending -= 1

    async def _notify(self, pending: PendingNotification) -> None:
        """Send to all devices of the account, unless the notification is outdated or the account has a visible page."""
        if not pending.is_current() or self._is_present(pending.account_id):
            return
        match = pending.live.match
        seats = pending.live.info.seats_of(match, pending.account_id)
        ttl_s = MAX_TTL_S if match.deadline is None else (match.deadline - self._service.now()) // 1000
        for subscription in await self.subscriptions.list_for(pending.account_id):
            if pending.kind == "turn" or subscription.all_events:
                notification = make_notification(
                    pending.kind, match, seats, pending.live.id, subscription.language, pending.offer_type
                )
                with contextlib.suppress(Unreachable, RequestError):
                    await self.send(subscription, notification, ttl_s)

    async def send(self, subscription: PushSubscription, notification: Notification, ttl_s: int) -> int:
        """Send one notification and return the status of the push service.

        A subscription that the push service no longer knows is deleted. Raises `Unreachable` or `RequestError`.
        """
        endpoint = subscription.endpoint
        if endpoint in self._unresponsive:
            raise Unreachable("did not answer a moment ago")
        keys = parse_browser_keys(subscription.p256dh, subscription.auth)
        message = encrypt(msgspec.json.encode(notification), *keys)
        headers = {
            "Authorization": self.signer.authorization(endpoint, self._service.now()),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(max(MIN_TTL_S, min(ttl_s, MAX_TTL_S))),
            "Topic": notification.tag,
            "Urgency": "high",
        }
        try:
            status = await post(endpoint, headers, message, allow_local=self.allow_local)
        except Unreachable as error:
            log.info("Push service is unreachable: %s", error)
            self._unresponsive.add(endpoint)
            asyncio.get_running_loop().call_later(RETRY_DELAY_S, self._unresponsive.discard, endpoint)
            raise
        if status in GONE_STATUSES:
            await self.subscriptions.remove(endpoint)
        return status

    async def send_trial(self, subscription: PushSubscription) -> None:
        """Send a test notification. Raises `RequestError("push_failed")` with the reason."""
        try:
            status = await self.send(subscription, make_trial_notification(subscription.language), MIN_TTL_S)
        except Unreachable as error:
            raise RequestError("push_failed", why=str(error)) from None
        if not 200 <= status < 300:
            raise RequestError("push_failed", why=status)


def find_notifications(live: LiveMatch, events: Sequence[Event]) -> Iterator[PendingNotification]:
    """Yield the notifications that new events of a match cause. The account that caused them is not notified."""
    match, info = live.match, live.info
    accounts = {participant.account_id for participant in info.participants if participant.account_id}
    if len(accounts) + sum(participant.level is not None for participant in info.participants) < 2:
        return  # all players use one device
    cause = next((info.at_seat(match, event.seat) for event in reversed(events) if isinstance(event, BY_A_PLAYER)), None)
    others = accounts - ({cause.account_id} if cause else set())

    def notify(
        kind: NotificationKind, account_id: str | None, offer_type: OfferType | None = None
    ) -> Iterator[PendingNotification]:
        if account_id in others and account_id:
            yield PendingNotification(kind, live, account_id, match.changes, offer_type)

    to_act = info.at_seat(match, match.to_act)
    if to_act and any(isinstance(event, MAY_CHANGE_TURN) for event in events):
        yield from notify("turn", to_act.account_id)
    for event in events:
        if isinstance(event, MatchStarted):
            for account_id in sorted(others - {to_act.account_id if to_act else None}):
                yield from notify("begin", account_id)
        elif isinstance(event, OfferMade) and (offer := match.offers.of(event.offer_type)):
            for seat in sorted(match.required_seats(event.offer_type) - offer.agreed):
                participant = info.at_seat(match, seat)
                yield from notify("offer", participant.account_id if participant else None, event.offer_type)
    offer_events = (OfferMade, OfferAccepted, OfferDeclined)
    if match.result and not all(isinstance(event, offer_events) and event.offer_type == "rematch" for event in events):
        for account_id in sorted(others):
            yield from notify("end", account_id)
