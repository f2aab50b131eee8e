"""Push notifications about matches.

After every change of a match the notifier starts a task for each notification, which waits in case the person opens a page,
and then sends it to all devices of the account. A move never waits for it.

Endpoints come from browsers, so any of them may never respond. Pending notifications are therefore bounded in total, per
account and in time; requests under way in total, per account and per host; and a host that fails repeatedly is left out for a
while.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from weakref import WeakValueDictionary

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
from ..matches.clock import wall_clock_ms
from ..matches.live_match import LiveMatch
from ..matches.service import MatchService
from .encryption import VapidSigner, encrypt, parse_browser_keys
from .messages import Notification, NotificationKind, make_notification, make_test_notification
from .subscriptions import PushSubscription, SubscriptionRepository
from .transport import Unreachable, endpoint_host, post

log = logging.getLogger(__name__)
MAX_PENDING = 1000  # notifications that are not sent or dropped yet
MAX_PENDING_PER_ACCOUNT = 50
MAX_NOTIFICATION_S = 30.0  # to send a notification to all devices, with waiting for places
MAX_REQUESTS = 256  # under way, to all hosts
MAX_REQUESTS_PER_HOST = 8
MAX_REQUESTS_PER_ACCOUNT = 4
MAX_FAILURES = 3  # a host with this many failures since its last response gets no requests
REST_S = 60.0  # until failures are forgotten
REPORT_INTERVAL_S = 60.0  # between log lines about dropped notifications
MAX_TTL_S = 3 * 24 * 60 * 60  # how long a push service stores a message for a device that is off
MIN_TTL_S = 60
OK_STATUSES = range(200, 300)
GONE_STATUSES = (404, 410)  # the push service no longer knows the subscription
CAUSED_BY_A_PLAYER = (ActionPlayed, OfferMade, OfferAccepted, PlayerResigned, PlayerLeft)
MAY_CHANGE_TURN = (MatchStarted, ActionPlayed, OfferAccepted, PlayerLeft, PlayerResigned, FlagFell)


@dataclass(frozen=True, slots=True)
class PendingNotification:
    """A notification for one account that has not been sent yet."""

    kind: NotificationKind
    match_id: str
    account_id: str
    changes: int  # of the match when the notification was made
    offer_type: OfferType | None = None

    def is_current(self, live: LiveMatch) -> bool:
        """True if the account is still to act, or the offer is still open."""
        match = live.match
        if self.kind == "turn":
            participant = live.info.at_seat(match, match.to_act)
            return match.changes == self.changes and participant is not None and participant.account_id == self.account_id
        return self.kind != "offer" or (self.offer_type is not None and match.offers.of(self.offer_type) is not None)


class KeyedSemaphore:
    """A semaphore for each key, which exists only while it is in use."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._semaphores: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    def __getitem__(self, key: str) -> asyncio.Semaphore:
        return self._semaphores.setdefault(key, asyncio.Semaphore(self._limit))


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
        """`is_present` returns whether an account has a visible page. It is called `delay_s` after the event."""
        self.signer = signer
        self.subscriptions = SubscriptionRepository(service.store)
        self.allow_local = allow_local
        self.sent = 0  # messages that a push service accepted
        self.failed = 0  # messages that were not accepted, or not in time
        self._service = service
        self._is_present = is_present
        self._delay_s = delay_s
        self._tasks: set[asyncio.Task[None]] = set()  # one for each pending notification
        self._pending: Counter[str] = Counter()  # pending notifications by account
        self._requests = asyncio.Semaphore(MAX_REQUESTS)
        self._requests_by_account = KeyedSemaphore(MAX_REQUESTS_PER_ACCOUNT)
        self._requests_by_host = KeyedSemaphore(MAX_REQUESTS_PER_HOST)
        self._dropped = 0  # notifications since the last report
        self._next_report_s = 0.0  # on the monotonic clock
        self._failures: Counter[str] = Counter()  # by host, since its last response and within `REST_S`
        service.event_observers.append(self.on_events)

    @property
    def pending(self) -> int:
        """The number of notifications that are not sent or dropped yet."""
        return len(self._tasks)

    async def open(self) -> None:
        """Load the accounts with subscriptions."""
        await self.subscriptions.open()

    async def close(self) -> None:
        """Drop the pending notifications."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def on_events(self, live: LiveMatch, events: Sequence[Event]) -> None:
        """Queue notifications about new events of a match. Called after every commit; does not block."""
        accounts = self.subscriptions.accounts
        if not accounts or not any(participant.account_id in accounts for participant in live.info.participants):
            return
        for notification in find_notifications(live, events):
            if notification.account_id in accounts:
                self._start(notification)

    def _start(self, notification: PendingNotification) -> None:
        account_id = notification.account_id
        if self.pending >= MAX_PENDING or self._pending[account_id] >= MAX_PENDING_PER_ACCOUNT:
            self._report_dropped()
            return
        self._pending[account_id] += 1
        task = asyncio.create_task(self._notify_later(notification))
        self._tasks.add(task)
        task.add_done_callback(partial(self._finish, account_id))

    def _report_dropped(self) -> None:
        """Log how many notifications were dropped, at most once in `REPORT_INTERVAL_S`: an attacker must not fill the log."""
        self._dropped += 1
        if (now_s := time.monotonic()) >= self._next_report_s:
            log.warning("Too many pending push notifications: %d dropped", self._dropped)
            self._dropped, self._next_report_s = 0, now_s + REPORT_INTERVAL_S

    def _finish(self, account_id: str, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._pending[account_id] -= 1
        if not self._pending[account_id]:
            del self._pending[account_id]

    async def _notify_later(self, notification: PendingNotification) -> None:
        await asyncio.sleep(self._delay_s)
        try:
            async with asyncio.timeout(MAX_NOTIFICATION_S):
                await self._notify(notification)
        except (RequestError, TimeoutError) as error:  # the match is gone, or the devices did not respond in time
            log.info("A push notification was dropped: %s", error or "timeout")
        except Exception:
            log.exception("Sending a push notification failed")

    async def _notify(self, pending: PendingNotification) -> None:
        """Send to all devices of the account, unless the notification is outdated or the account has a visible page."""
        if self._is_present(pending.account_id):
            return
        live = await self._service.find(pending.match_id, limited=False)
        if not pending.is_current(live):
            return
        match = live.match
        seats = live.info.seats_of(match, pending.account_id)
        ttl_s = MAX_TTL_S if match.deadline is None else (match.deadline - self._service.now()) // 1000
        async with asyncio.TaskGroup() as group:
            for subscription in await self.subscriptions.list_for(pending.account_id):
                if pending.kind == "turn" or subscription.all_events:
                    notification = make_notification(
                        pending.kind, match, seats, live.id, subscription.language, pending.offer_type
                    )
                    group.create_task(self._try_send(subscription, notification, ttl_s))

    async def _try_send(self, subscription: PushSubscription, notification: Notification, ttl_s: int) -> None:
        with suppress(Unreachable, RequestError):
            await self.send(subscription, notification, ttl_s)

    async def send(self, subscription: PushSubscription, notification: Notification, ttl_s: int) -> int:
        """Send one notification and return the status of the push service.

        Waits for a place among the requests of the account, of the host and of the server. A subscription that the push
        service no longer knows is deleted. Raises `Unreachable` or `RequestError`.
        """
        status = 0
        try:
            status = await self._post(subscription, notification, ttl_s)
        finally:
            if status in OK_STATUSES:
                self.sent += 1
            else:
                self.failed += 1
        if status in GONE_STATUSES:
            await self.subscriptions.remove(subscription.endpoint)
        return status

    async def _post(self, subscription: PushSubscription, notification: Notification, ttl_s: int) -> int:
        """Encrypt, sign and post a notification once there is a place for its request."""
        endpoint = subscription.endpoint
        host = endpoint_host(endpoint, allow_local=self.allow_local)
        keys = parse_browser_keys(subscription.p256dh, subscription.auth)
        # The global place is taken last, so that a request waiting for its account or host does not hold one.
        async with self._requests_by_account[subscription.account_id], self._requests_by_host[host], self._requests:
            if self._failures[host] >= MAX_FAILURES:
                raise Unreachable(f"{host}: failed repeatedly")
            headers = {
                "Authorization": self.signer.authorization(endpoint, wall_clock_ms()),
                "Content-Encoding": "aes128gcm",
                "Content-Type": "application/octet-stream",
                "TTL": str(max(MIN_TTL_S, min(ttl_s, MAX_TTL_S))),
                "Topic": notification.tag,
                "Urgency": "high",
            }
            message = encrypt(msgspec.json.encode(notification), *keys)
            try:
                status = await post(endpoint, headers, message, allow_local=self.allow_local)
            except Unreachable as error:
                log.info("Push service is unreachable: %s", error)
                self._count_failure(host)
                raise
            self._failures.pop(host, None)
        return status

    def _count_failure(self, host: str) -> None:
        if host not in self._failures:
            asyncio.get_running_loop().call_later(REST_S, self._failures.pop, host, None)
        self._failures[host] += 1

    async def send_test(self, subscription: PushSubscription) -> None:
        """Send a test notification. Raises `RequestError("push_failed")`.

        All failures have the same message, because the reason would tell what the server's network can reach.
        """
        status = 0
        with suppress(Unreachable, TimeoutError):
            async with asyncio.timeout(MAX_NOTIFICATION_S):
                status = await self.send(subscription, make_test_notification(subscription.language), MIN_TTL_S)
        if status not in OK_STATUSES:
            raise RequestError("push_failed")


def find_notifications(live: LiveMatch, events: Sequence[Event]) -> Iterator[PendingNotification]:
    """Yield the notifications that new events of a match cause. The account that caused them is not notified."""
    match, info = live.match, live.info
    accounts = {participant.account_id for participant in info.participants if participant.account_id}
    if len(accounts) + sum(participant.level is not None for participant in info.participants) < 2:
        return  # one account plays all seats
    cause = next((info.at_seat(match, event.seat) for event in reversed(events) if isinstance(event, CAUSED_BY_A_PLAYER)), None)
    others = accounts - ({cause.account_id} if cause else set())

    def notify(
        kind: NotificationKind, account_id: str | None, offer_type: OfferType | None = None
    ) -> Iterator[PendingNotification]:
        if account_id in others and account_id:
            yield PendingNotification(kind, live.id, account_id, match.changes, offer_type)

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
