"""Stored push subscriptions: one row per browser."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects.sqlite import insert as upsert

from ..store.schema import subscriptions
from ..store.store import Store
from ..store.writer import Statement

MAX_PER_ACCOUNT = 10  # a new subscription replaces the oldest one


@dataclass(frozen=True, slots=True)
class PushSubscription:
    """A browser's push subscription, with the fields in the order of the columns."""

    endpoint: str  # the browser's address at its push service; secret
    account_id: str
    p256dh: str  # the browser's public key for encryption
    auth: str  # the authentication secret that belongs to it
    language: str
    all_events: bool  # notify about offers, starts and results, too
    created_at: int  # milliseconds since the epoch


class SubscriptionRepository:
    """Reads and writes push subscriptions.

    `accounts` caches the ids of accounts with subscriptions, because every move checks it. An id may remain in it after the
    last subscription was removed, until `list_for` is called.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self.accounts: set[str] = set()

    async def open(self) -> None:
        """Load `accounts` from the store."""
        query = select(subscriptions.c.account_id).distinct()
        self.accounts = set(await self._store.read(lambda connection: connection.scalars(query).all()))

    async def list_for(self, account_id: str) -> list[PushSubscription]:
        """The subscriptions of an account, oldest first."""
        query = select(subscriptions).where(subscriptions.c.account_id == account_id).order_by(subscriptions.c.created_at)
        rows = await self._store.read(lambda connection: [PushSubscription(*row) for row in connection.execute(query)])
        if not rows:
            self.accounts.discard(account_id)
        return rows

    async def find(self, account_id: str, endpoint: str) -> PushSubscription | None:
        """The subscription of an account with this endpoint, or None."""
        return next((entry for entry in await self.list_for(account_id) if entry.endpoint == endpoint), None)

    async def save(self, subscription: PushSubscription, replaces: str | None = None, check: Statement | None = None) -> None:
        """Insert a subscription, or update the one with its endpoint, even if that belonged to another account.

        `replaces` is the endpoint of an expired subscription of the same browser, which is deleted.
        `check` runs in the same transaction and may raise to prevent it.
        """
        await self._store.write(partial(_save, subscription=subscription, replaces=replaces, check=check))
        self.accounts.add(subscription.account_id)

    async def remove(self, endpoint: str, account_id: str | None = None) -> None:
        """Delete a subscription; with `account_id` only if it belongs to that account."""
        statement = delete(subscriptions).where(subscriptions.c.endpoint == endpoint)
        if account_id is not None:
            statement = statement.where(subscriptions.c.account_id == account_id)
        await self._store.write(lambda connection: connection.execute(statement))

    async def remove_all(self, account_id: str) -> None:
        """Delete all subscriptions of an account."""
        statement = delete(subscriptions).where(subscriptions.c.account_id == account_id)
        await self._store.write(lambda connection: connection.execute(statement))
        self.accounts.discard(account_id)


def _save(connection: Connection, subscription: PushSubscription, replaces: str | None, check: Statement | None) -> None:
    if check:
        check(connection)
    row = {name: getattr(subscription, name) for name in PushSubscription.__slots__}
    of_account = subscriptions.c.account_id == subscription.account_id
    if replaces is not None:
        connection.execute(delete(subscriptions).where(subscriptions.c.endpoint == replaces, of_account))
    changes = {name: value for name, value in row.items() if name not in ("endpoint", "created_at")}
    connection.execute(upsert(subscriptions).values(row).on_conflict_do_update(index_elements=["endpoint"], set_=changes))
    newest = select(subscriptions.c.endpoint).where(of_account).order_by(subscriptions.c.created_at.desc())
    for endpoint in connection.scalars(newest.offset(MAX_PER_ACCOUNT)).all():
        connection.execute(delete(subscriptions).where(subscriptions.c.endpoint == endpoint))
