"""Deletion of an account. Its matches stay, with an empty name on its seats."""

from __future__ import annotations

import logging
from functools import partial
from pathlib import Path

import msgspec
from sqlalchemy import Connection, delete, select, update

from tablier import match as matches
from tablier.core.errors import RulesError

from ..accounts.service import Account, AccountService
from ..errors import RequestError
from ..matches.service import MatchService
from ..settings import load_secret
from ..store import schema
from ..store.schema import accounts, chat, events, links, mutes, participants, reports, subscriptions
from ..store.store import Store
from .backup import DATABASE_FILE

log = logging.getLogger(__name__)


async def delete_account(service: MatchService, account_service: AccountService, account: Account) -> None:
    """Leave the account's unfinished matches, then erase the account and its bots."""
    for bot in await account_service.list_bots(account):
        await delete_account(service, account_service, bot)
    query = select(participants.c.match_id).where(participants.c.account_id == account.id).distinct()
    match_ids = await service.store.read(lambda connection: list(connection.scalars(query)))
    for match_id in match_ids:
        await _leave_match(service, match_id, account)
    await service.store.write(partial(erase_account, account_id=account.id))
    account_service.evict(account.id)
    for match_id in match_ids:
        await service.reload(match_id)


async def _leave_match(service: MatchService, match_id: str, account: Account) -> None:
    """Abort the match if it has not started, else leave it. A failure is logged."""
    live = await service.find(match_id)
    for seat in live.info.seats_of(live.match, account.id):
        if live.match.result:
            return
        try:
            if live.match.status == "waiting":
                await service.submit(live, lambda before, now: matches.make_offer(before, seat, "abort", now))  # noqa: B023
            else:
                await service.submit(live, lambda before, now: matches.leave(before, seat, now))  # noqa: B023
        except RulesError as error:
            log.warning("Cannot leave match %s for a deleted account: %s", match_id, error)


def erase_account(connection: Connection, account_id: str) -> None:
    """Delete the account's row, name, chat messages, links and subscriptions from the database."""
    seats = select(participants.c.match_id, participants.c.position).where(participants.c.account_id == account_id)
    for match_id, position in connection.execute(seats).all():
        _erase_name(connection, match_id, position)
    connection.execute(update(participants).where(participants.c.account_id == account_id).values(account_id=None, name=""))
    connection.execute(update(events).where(events.c.nonce.startswith(f"{account_id} ")).values(nonce=None))
    connection.execute(update(schema.matches).where(schema.matches.c.owner_id == account_id).values(owner_id=None, nonce=None))
    messages = select(chat.c.id).where(chat.c.account_id == account_id)
    connection.execute(delete(reports).where(reports.c.chat_id.in_(messages)))
    connection.execute(update(reports).where(reports.c.account_id == account_id).values(account_id=None, reason=""))
    connection.execute(delete(chat).where(chat.c.account_id == account_id))
    connection.execute(delete(mutes).where((mutes.c.account_id == account_id) | (mutes.c.muted_id == account_id)))
    connection.execute(delete(subscriptions).where(subscriptions.c.account_id == account_id))
    connection.execute(delete(links).where(links.c.account_id == account_id))
    connection.execute(delete(accounts).where(accounts.c.id == account_id))


def _erase_name(connection: Connection, match_id: str, position: int) -> None:
    """Remove the player's name from the `join` event of the participant at `position`."""
    query = select(events.c.number, events.c.data).where(events.c.match_id == match_id).order_by(events.c.number)
    joined = -1
    for number, data in connection.execute(query):
        event = msgspec.json.decode(data)
        joined += event["kind"] == "join"
        if joined == position:
            event["player"] = ""
            statement = update(events).where(events.c.match_id == match_id, events.c.number == number)
            connection.execute(statement.values(data=msgspec.json.encode(event).decode()))
            return


async def delete_account_from(folder: Path, account_id: str) -> None:
    """Delete an account from a data folder. The caller must hold the lock of the folder.

    Raises `RequestError("no_such_person")` if there is no such account.
    """
    if not (folder / DATABASE_FILE).exists():
        raise RequestError("no_such_person")
    store = Store(folder / DATABASE_FILE)
    service = MatchService(store)
    try:
        account_service = AccountService(store, load_secret(folder))
        account = await account_service.find(account_id)
        if account is None:
            raise RequestError("no_such_person")
        await delete_account(service, account_service, account)
    finally:
        await service.close()
        store.close()
