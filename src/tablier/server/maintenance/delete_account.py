"""Forgetting a person: what they played stays as a game between others and nobody."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import msgspec
from sqlalchemy import Connection, delete, select, update

from tablier import match as matches
from tablier.core.errors import RulesError

from ..accounts.service import Account, AccountService
from ..matches.service import MatchService, log
from ..settings import secret
from ..store.schema import accounts, chat, events, links, mutes, participants, reports, subscriptions
from ..store.schema import matches as stored
from ..store.store import Store
from .backup import STORE


async def forget(service: MatchService, known: AccountService, account: Account) -> None:
    """Leaves what is still being played, then removes the person and their bots."""
    for bot in await known.list_bots(account):
        await forget(service, known, bot)
    mine = select(participants.c.match_id).where(participants.c.account_id == account.id).distinct()
    played = await service.store.read(lambda connection: list(connection.scalars(mine)))
    for match in played:
        await _go_home(service, match, account)
    await service.store.write(partial(erase, account_id=account.id))
    known.evict(account.id)
    for match in played:
        await service.refresh(match)


async def _go_home(service: MatchService, match: str, account: Account) -> None:
    live = await service.find(match)
    for seat in live.table.seats(live.match, account.id):
        if live.match.result:
            return
        try:
            if live.match.status == "waiting":
                await service.submit(live, lambda before, now: matches.make_offer(before, seat, "abort", now))  # noqa: B023
            else:
                await service.submit(live, lambda before, now: matches.leave(before, seat, now))  # noqa: B023
        except RulesError as error:
            log.warning("somebody could not leave %s: %s", match, error)


def erase(connection: Connection, account_id: str) -> None:
    """Removes name, chat and identity from the store."""
    for match, place in connection.execute(
        select(participants.c.match_id, participants.c.position).where(participants.c.account_id == account_id)
    ).all():
        _erase_name(connection, match, place)
    connection.execute(update(participants).where(participants.c.account_id == account_id).values(account_id=None, name=""))
    connection.execute(update(events).where(events.c.nonce.startswith(f"{account_id} ")).values(nonce=None))
    connection.execute(update(stored).where(stored.c.owner == account_id).values(owner=None, nonce=None))
    said = select(chat.c.id).where(chat.c.account_id == account_id)
    connection.execute(delete(reports).where(reports.c.chat.in_(said)))
    connection.execute(update(reports).where(reports.c.account_id == account_id).values(account_id=None, why=""))
    connection.execute(delete(chat).where(chat.c.account_id == account_id))
    connection.execute(delete(mutes).where((mutes.c.account_id == account_id) | (mutes.c.muted == account_id)))
    connection.execute(delete(subscriptions).where(subscriptions.c.account_id == account_id))
    connection.execute(delete(links).where(links.c.account_id == account_id))
    connection.execute(delete(accounts).where(accounts.c.id == account_id))


def _erase_name(connection: Connection, match: str, place: int) -> None:
    """The name stands in the event of joining, too."""
    early = select(events.c.number, events.c.data).where(events.c.match_id == match).order_by(events.c.number)
    joined = -1
    for number, data in connection.execute(early):
        event = msgspec.json.decode(data)
        joined += event["kind"] == "join"
        if joined == place:
            event["player"] = ""
            changed = update(events).where(events.c.match_id == match, events.c.number == number)
            connection.execute(changed.values(data=msgspec.json.encode(event).decode()))
            return


async def delete_account_offline(folder: Path, account_id: str) -> None:
    """Forgets somebody in a data folder that no server uses."""
    store = Store(folder / STORE)
    service = MatchService(store)
    try:
        known = AccountService(store, secret(folder))
        if found := await known.find(account_id):
            await forget(service, known, found)
    finally:
        await service.close()
        store.close()
