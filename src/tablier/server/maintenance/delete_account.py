"""Deletion of an account. Its matches stay, with an empty name on its seats."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import msgspec
from sqlalchemy import Connection, delete, exists, or_, select, update
from sqlalchemy.exc import DatabaseError

from ..accounts.audit import OperatorAction
from ..accounts.service import AccountService
from ..errors import RequestError
from ..matches.departure import leave_matches
from ..matches.service import MatchService
from ..settings import load_secret
from ..store import schema
from ..store.schema import accounts, chat, events, participants, pause_requests, reports
from ..store.store import DATABASE_FILE, Store, reason_of

log = logging.getLogger(__name__)
# In one transaction, so that moves do not wait for long.
MAX_MATCH_BATCH = 50
MAX_MESSAGE_BATCH = 500


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
    references = (participants.c.account_id, chat.c.account_id, reports.c.account_id, schema.matches.c.owner_id)
    with_data = or_(accounts.c.owner_id.is_not(None), *(exists().where(column == accounts.c.id) for column in references))
    query = select(accounts.c.id).where(accounts.c.deleted, with_data)
    try:
        account_ids = await service.store.read(lambda connection: connection.scalars(query).all())
    except DatabaseError as error:  # a damaged database must not prevent the start
        log.error("interrupted deletions cannot be found: %s", reason_of(error))
        return
    for account_id in account_ids:
        try:
            await _erase(service, account_id)
        except Exception:  # a damaged match must not prevent the start; the next start tries again
            log.exception("account %s: the deletion could not be finished", account_id)


async def _erase(service: MatchService, account_id: str) -> None:
    """Erase the data of a deleted account in batches. If it is interrupted, it can be called again."""
    await leave_matches(service, account_id)
    while match_ids := await service.store.write(partial(erase_matches, account_id=account_id)):
        for match_id in match_ids:
            await _reload(service, match_id)
    while await service.store.write(partial(erase_messages, account_id=account_id)):
        pass
    await service.store.write(partial(erase_references, account_id=account_id))


async def _reload(service: MatchService, match_id: str) -> None:
    """Let the viewers of a match see the change. A match that cannot be read must not prevent the rest of the deletion."""
    try:
        await service.reload(match_id)
    except Exception:
        log.exception("match %s: cannot be read again after the deletion of an account", match_id)


def erase_matches(connection: Connection, account_id: str) -> Sequence[str]:
    """Erase the account and its name from `MAX_MATCH_BATCH` of its matches, and return their ids."""
    own = participants.c.account_id == account_id
    query = select(participants.c.match_id).where(own).distinct().limit(MAX_MATCH_BATCH)
    match_ids = connection.scalars(query).all()
    if not match_ids:
        return match_ids
    seats = select(participants.c.match_id, participants.c.position).where(own, participants.c.match_id.in_(match_ids))
    for match_id, position in connection.execute(seats).all():
        _erase_name(connection, match_id, position)
    nonces = update(events).where(events.c.match_id.in_(match_ids), events.c.nonce.startswith(f"{account_id} "))
    connection.execute(nonces.values(nonce=None))
    own_requests = pause_requests.c.match_id.in_(match_ids) & (pause_requests.c.account_id == account_id)
    connection.execute(delete(pause_requests).where(own_requests))
    owned = (schema.matches.c.owner_id == account_id) & schema.matches.c.id.in_(match_ids)
    connection.execute(update(schema.matches).where(owned).values(owner_id=None, nonce=None))
    erased = update(participants).where(own, participants.c.match_id.in_(match_ids))
    connection.execute(erased.values(account_id=None, name=""))
    return match_ids


def erase_messages(connection: Connection, account_id: str) -> Sequence[int]:
    """Delete `MAX_MESSAGE_BATCH` chat messages of an account with the reports about them, and return their ids."""
    query = select(chat.c.id).where(chat.c.account_id == account_id).limit(MAX_MESSAGE_BATCH)
    chat_ids = connection.scalars(query).all()
    if chat_ids:
        connection.execute(delete(reports).where(reports.c.chat_id.in_(chat_ids)))
        connection.execute(delete(chat).where(chat.c.id.in_(chat_ids)))
    return chat_ids


def erase_references(connection: Connection, account_id: str) -> None:
    """Erase the account from its reports and from matches that it owns without a seat. Separate a bot from its owner."""
    connection.execute(update(reports).where(reports.c.account_id == account_id).values(account_id=None, reason=""))
    connection.execute(update(schema.matches).where(schema.matches.c.owner_id == account_id).values(owner_id=None, nonce=None))
    connection.execute(update(accounts).where(accounts.c.id == account_id).values(owner_id=None))


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
