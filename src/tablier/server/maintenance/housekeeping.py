"""Housekeeping: once a day, remove data that are of no use any more and tidy the database."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Connection, Select, delete, exists, select

from tablier import match as matches
from tablier.core.errors import RulesError
from tablier.match import DAY, Match

from ..accounts.service import AccountService
from ..errors import RequestError
from ..matches.clock import wall_clock_ms
from ..matches.service import MatchService
from ..settings import Settings
from ..store import schema
from ..store.schema import accounts, audit_log, chat, events, links, mutes, participants, pause_requests, reports, subscriptions

log = logging.getLogger(__name__)
FIRST_RUN_DELAY_S = 600.0  # after the start, which has enough to do
INTERVAL_S = 24 * 60 * 60.0
MAX_BATCH = 200  # accounts deleted in one transaction, so that moves do not wait for long


@dataclass(frozen=True, slots=True)
class HousekeepingReport:
    """What one run has removed."""

    aborted_matches: int = 0
    deleted_matches: int = 0  # of the aborted ones
    deleted_guests: int = 0
    deleted_links: int = 0
    deleted_audit_rows: int = 0


async def housekeeping_loop(
    service: MatchService, account_service: AccountService, settings: Settings, present_accounts: Callable[[], set[str]]
) -> None:
    """Run housekeeping every day. A failure is logged and tried again the next day."""
    delay_s = FIRST_RUN_DELAY_S
    while True:
        await asyncio.sleep(delay_s)
        delay_s = INTERVAL_S
        try:
            log.info("%s", await run_housekeeping(service, account_service, settings, present_accounts()))
        except Exception:
            log.exception("housekeeping failed")


async def run_housekeeping(
    service: MatchService, account_service: AccountService, settings: Settings, present: Collection[str] = ()
) -> HousekeepingReport:
    """Remove old data. A retention of 0 days keeps them. `present` are accounts with open connections, which are kept."""
    now, store = service.now(), service.store
    aborted = deleted_matches = deleted_guests = deleted_audit_rows = 0
    if settings.waiting_match_retention_days:
        aborted, deleted_matches = await _end_waiting_matches(service, now - settings.waiting_match_retention_days * DAY)
    if settings.guest_retention_days:
        before = now - settings.guest_retention_days * DAY
        deleted_guests = await _delete_guests(account_service, service, before, present)
    deleted_links = await store.write(partial(_delete_expired_links, now=wall_clock_ms()))
    if settings.audit_retention_days:
        before = now - settings.audit_retention_days * DAY
        deleted_audit_rows = await store.write(partial(_delete_audit_rows, before=before))
    await store.optimize()
    return HousekeepingReport(aborted, deleted_matches, deleted_guests, deleted_links, deleted_audit_rows)


async def _end_waiting_matches(service: MatchService, before: int) -> tuple[int, int]:
    """Abort matches created before a time that still wait for players; delete those that concern one account only.

    Returns both numbers.
    """
    old = select(schema.matches.c.id).where(schema.matches.c.status == "waiting", schema.matches.c.created_at < before)
    aborted = deleted = 0
    for match_id in await service.store.read(lambda connection: connection.scalars(old).all()):
        try:
            await service.submit(await service.find(match_id, limited=False), _abort)
        except RulesError as error:
            log.warning("match %s: cannot be aborted: %s", match_id, error)
            continue
        aborted += 1
        if await service.store.write(partial(_delete_lonely_match, match_id=match_id)):
            service.discard(match_id)
            deleted += 1
    return aborted, deleted


def _abort(match: Match, now: int) -> Match:
    if match.status != "waiting":  # started meanwhile
        raise RequestError("match_running")
    return matches.make_offer(match, 0, "abort", now)


def _delete_lonely_match(connection: Connection, match_id: str) -> bool:
    """Delete a match unless several accounts have joined it or there is chat. Return whether it was deleted."""
    joined = select(participants.c.account_id).where(participants.c.match_id == match_id).distinct()
    if len(connection.scalars(joined).all()) > 1 or connection.scalar(select(exists().where(chat.c.match_id == match_id))):
        return False
    for table in (events, participants, pause_requests):
        connection.execute(delete(table).where(table.c.match_id == match_id))
    connection.execute(delete(schema.matches).where(schema.matches.c.id == match_id))
    return True


async def _delete_guests(account_service: AccountService, service: MatchService, before: int, present: Collection[str]) -> int:
    """Delete guests stored before a time who never did anything. Return their number.

    Their cookies stay valid, since only accounts whose cookies were never revoked are deleted.
    """
    query = _unused_guests(before)
    unused = await service.store.read_long(lambda connection: connection.scalars(query).all(), limited=False)
    candidates = [account_id for account_id in unused if account_id not in present]
    deleted = 0
    for start in range(0, len(candidates), MAX_BATCH):
        batch = candidates[start : start + MAX_BATCH]
        for account_id in await service.store.write(partial(_delete_still_unused, batch=batch, before=before)):
            account_service.evict(account_id)
            deleted += 1
    return deleted


def _delete_still_unused(connection: Connection, batch: Collection[str], before: int) -> Sequence[str]:
    """Delete those of a batch that were not used meanwhile. Return their ids."""
    account_ids = connection.scalars(_unused_guests(before).where(accounts.c.id.in_(batch))).all()
    connection.execute(delete(accounts).where(accounts.c.id.in_(account_ids)))
    return account_ids


def _delete_expired_links(connection: Connection, now: int) -> int:
    return connection.execute(delete(links).where(links.c.expires_at < now)).rowcount


def _delete_audit_rows(connection: Connection, before: int) -> int:
    return connection.execute(delete(audit_log).where(audit_log.c.at < before)).rowcount


def _unused_guests(before: int) -> Select[Any]:
    bots = accounts.alias()
    references = (
        participants.c.account_id,
        schema.matches.c.owner_id,
        chat.c.account_id,
        reports.c.account_id,
        mutes.c.account_id,
        mutes.c.muted_id,
        links.c.account_id,
        subscriptions.c.account_id,
        bots.c.owner_id,
    )
    return select(accounts.c.id).where(
        accounts.c.created_at < before,
        accounts.c.epoch == 0,
        accounts.c.owner_id.is_(None),
        ~accounts.c.operator,
        ~accounts.c.banned,
        ~accounts.c.deleted,
        *(~exists().where(column == accounts.c.id) for column in references),
    )
