"""The devices that asked to be told: one row a browser, with the language of its words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects.sqlite import insert as upsert

from ..store.schema import subscriptions
from ..store.store import Store

MOST_DEVICES = 10  # of one person; the one that asked first makes room


@dataclass(frozen=True, slots=True)
class Device:
    """A browser's push subscription."""

    endpoint: str  # its address at the push service; whoever has it was given it by the browser
    account_id: str
    p256dh: str  # keys that seal messages for it
    auth: str
    language: str
    all_events: bool  # not only turns: also offers, beginnings and ends
    created: int


class Devices:
    """Finds the devices of a person. Who has any is known without asking the store, as it is asked at every turn."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.accounts: set[str] = set()

    async def open(self) -> None:
        """Learns who has devices."""
        query = select(subscriptions.c.account_id).distinct()
        self.accounts = set(await self._store.read(lambda connection: connection.scalars(query).all()))

    async def of(self, account_id: str) -> list[Device]:
        """Somebody's devices."""
        query = select(subscriptions).where(subscriptions.c.account_id == account_id).order_by(subscriptions.c.created)
        found = await self._store.read(lambda connection: [Device(*row) for row in connection.execute(query)])
        if not found:
            self.accounts.discard(account_id)
        return found

    async def keep(self, device: Device, instead: str | None = None) -> None:
        """Writes a device down; `instead` of an address that its browser has given up."""
        await self._store.write(partial(_keep, device=device, instead=instead))
        self.accounts.add(device.account_id)

    async def remove(self, endpoint: str, account_id: str | None = None) -> None:
        """Forgets a device, if it is that person's."""
        gone = delete(subscriptions).where(subscriptions.c.endpoint == endpoint)
        if account_id is not None:
            gone = gone.where(subscriptions.c.account_id == account_id)
        await self._store.write(lambda connection: connection.execute(gone))

    async def remove_all(self, account_id: str) -> None:
        """Forgets all of somebody's devices."""
        await self._store.write(
            lambda connection: connection.execute(delete(subscriptions).where(subscriptions.c.account_id == account_id))
        )
        self.accounts.discard(account_id)


def _keep(connection: Connection, device: Device, instead: str | None) -> None:
    row = {name: getattr(device, name) for name in Device.__slots__}
    if instead is not None:
        connection.execute(
            delete(subscriptions).where(subscriptions.c.endpoint == instead, subscriptions.c.account_id == device.account_id)
        )
    changes = {name: value for name, value in row.items() if name not in ("endpoint", "created")}
    connection.execute(upsert(subscriptions).values(row).on_conflict_do_update(index_elements=["endpoint"], set_=changes))
    newest = (
        select(subscriptions.c.endpoint)
        .where(subscriptions.c.account_id == device.account_id)
        .order_by(subscriptions.c.created.desc())
    )
    for endpoint in connection.scalars(newest.offset(MOST_DEVICES)).all():
        connection.execute(delete(subscriptions).where(subscriptions.c.endpoint == endpoint))
