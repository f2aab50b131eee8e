"""Bans of client addresses. They are checked for every request, so they are kept in memory."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address, ip_network
from typing import Any

from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects.sqlite import insert as upsert

from ..errors import RequestError
from ..limits import address_key
from ..store.schema import address_bans
from ..store.store import Store
from .audit import OperatorAction


class AddressBans:
    """The banned networks: IPv4 addresses and IPv6 /64 networks, as `address_key` writes them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._until: dict[str, int | None] = {}  # by network: the end of the ban, None for a ban without end

    async def open(self) -> None:
        """Load the bans from the store."""
        self._install(await self._store.read(_read_all))

    def check(self, key: str, now: int) -> None:
        """Raise `RequestError("banned")` if the network of a client is banned."""
        if key in self._until:
            until = self._until[key]
            if until is None or now < until:
                raise RequestError("banned", until=until)

    async def add(self, address: str, until: int | None, action: OperatorAction) -> str:
        """Ban an address, or an IPv6 network of 64 bits, and return the network. An earlier ban of it is replaced.

        Raises `RequestError("bad_address")`, also for a loopback address: an operator on this machine can always undo bans.
        """
        network = parse_network(address)

        def statement(connection: Connection) -> list[Any]:
            action.log(connection, "ban_address", network, "" if until is None else f"until {until}")
            changes = {"created_at": action.at, "until": until, "reason": action.reason}
            row = upsert(address_bans).values(network=network, **changes)
            connection.execute(row.on_conflict_do_update(index_elements=["network"], set_=changes))
            return _read_all(connection)

        await self._write(statement)
        return network

    async def remove(self, address: str, action: OperatorAction) -> str:
        """End the ban of an address and return its network. Raises `RequestError("bad_address")` if it is not banned."""
        network = parse_network(address)

        def statement(connection: Connection) -> list[Any]:
            action.log(connection, "unban_address", network)
            if not connection.execute(delete(address_bans).where(address_bans.c.network == network)).rowcount:
                raise RequestError("bad_address", address=network)
            return _read_all(connection)

        await self._write(statement)
        return network

    async def list_all(self) -> list[dict[str, Any]]:
        """The stored bans, the newest first; some may have ended."""
        return [dict(row._mapping) for row in await self._store.read(_read_all)]

    async def _write(self, statement: Callable[[Connection], list[Any]]) -> None:
        self._install(await self._store.write(statement))

    def _install(self, rows: list[Any]) -> None:
        self._until = {row.network: row.until for row in rows}


def parse_network(address: str) -> str:
    """Return the network of an address, or of an IPv6 network of 64 bits. Raises `RequestError("bad_address")`."""
    try:
        network = ip_network(address.strip(), strict=False)
        if network.prefixlen != network.max_prefixlen and (network.version, network.prefixlen) != (6, 64):
            raise ValueError(address)
        parsed = network.network_address
        if (getattr(parsed, "ipv4_mapped", None) or parsed).is_loopback:
            raise ValueError(address)
    except ValueError:
        raise RequestError("bad_address", address=address[:60]) from None
    return address_key(str(ip_address(parsed)))


def _read_all(connection: Connection) -> list[Any]:
    return list(connection.execute(select(address_bans).order_by(address_bans.c.created_at.desc())).all())
