"""Deletion of an account. Its matches stay, with an empty name on its seats."""

from __future__ import annotations

import logging
from functools import partial
from pathlib import Path

import msgspec
from sqlalchemy import Connection, delete, exists, select, update

from ..accounts.audit import OperatorAction
from ..accounts.service import AccountService
from ..errors import RequestError
from ..matches.departure import leave_matches
from ..matches.service import MatchService
from ..settings import load_secret
from ..store import schema
from ..store.schema import accounts, chat, events, participants, pause_requests, reports
from ..store.store import DATABASE_FILE, Store

log = logging.getLogger(__name__)


async def delete_account(
    service: MatchService, account_service: AccountService, account_id: str, action: OperatorAction | None = None
) -> None:
    """Turn the account and its bots into tombstones, leave their unfinished matches, then erase their data.

    The first step revokes all credentials, so nothing is added afterwards. If the server is stopped after it,
    `finish_deletions` continues. `action` goes to the audit log; it is None if the account deletes itself. Raises
    `RequestError("no_such_person")`.
    """
    deleted = await account_service.mark_deleted(account_id, action)
    if not deleted:
        raise RequestError("no_such_person")
    for account in deleted:
        await _erase(service, account.id)


async def finish_deletions(service: MatchService) -> None:
    """Erase the data of deleted accounts whose deletion was interrupted, at the start of the server. Failures are logged."""
    with_data = exists().where(participants.c.account_id == accounts.c.id) | exists().where(chat.c.account_id == accounts.c.id)
    query = select(accounts.c.id).where(accounts.c.deleted, with_data)
    for account_id in await service.store.read(lambda connection: connection.scalars(query).all()):
        try:
            await _erase(service, account_id)
        except Exception:  # a damaged match must not prevent the start; the next start tries again
            log.exception("account %s: the deletion could not be finished", account_id)


async def _erase(service: MatchService, account_id: str) -> None:
    await leave_matches(service, account_id)
    for match_id in await service.store.write(partial(erase_account, account_id=account_id)):
        await service.reload(match_id)


def erase_account(connection: Connection, account_id: str) -> set[str]:
    """Erase the names and chat messages of a deleted account and return the ids of its matches. Its row stays."""
    query = select(participants.c.match_id, participants.c.position).where(participants.c.account_id == account_id)
    seats = connection.execute(query).all()
    for match_id, position in seats:
        _erase_name(connection, match_id, position)
    own = query.with_only_columns(participants.c.match_id)  # only these matches have events with the account's nonces
    nonces = update(events).where(events.c.match_id.in_(own), events.c.nonce.startswith(f"{account_id} "))
    connection.execute(nonces.values(nonce=None))
    own_requests = pause_requests.c.match_id.in_(own) & (pause_requests.c.account_id == account_id)
    connection.execute(delete(pause_requests).where(own_requests))
    connection.execute(update(participants).where(participants.c.account_id == account_id).values(account_id=None, name=""))
    connection.execute(update(schema.matches).where(schema.matches.c.owner_id == account_id).values(owner_id=None, nonce=None))
    messages = select(chat.c.id).where(chat.c.account_id == account_id)
    connection.execute(delete(reports).where(reports.c.chat_id.in_(messages)))
    connection.execute(update(reports).where(reports.c.account_id == account_id).values(account_id=None, reason=""))
    connection.execute(delete(chat).where(chat.c.account_id == account_id))
    connection.execute(update(accounts).where(accounts.c.id == account_id).values(owner_id=None))
    return {match_id for match_id, _ in seats}


def _erase_name(connection: Connection, match_id: str, position: int) -> None:
    """Remove the player's name from the `join` event of the participant at `position`, unless an event before it is damaged."""
    query = select(events.c.number, events.c.data).where(events.c.match_id == match_id).order_by(events.c.number)
    joined = -1  # position of the last participant so far: they join in the order of their positions
    for number, data in connection.execute(query):
        try:
            event = msgspec.json.decode(data)
        except msgspec.DecodeError:
            log.warning("match %s: event %d is damaged, a name may remain in the match", match_id, number)
            return
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
        action = OperatorAction(None, service.now())
        await delete_account(service, AccountService(store, load_secret(folder)), account_id, action)
    finally:
        await service.close()
        store.close()
