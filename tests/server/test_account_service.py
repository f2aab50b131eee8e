"""The account service: changes under way at the same time, revoked credentials, bans with an end, deleted accounts."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, insert, select, text, update

from tablier.match import abort
from tablier.server.accounts.address_bans import AddressBans
from tablier.server.accounts.audit import OperatorAction
from tablier.server.accounts.service import MAX_DEVICE_LINKS, Account, AccountService, authorize, make_guest
from tablier.server.context import open_context
from tablier.server.errors import RequestError
from tablier.server.maintenance.delete_account import erase_matches, finish_deletions
from tablier.server.matches import chat
from tablier.server.matches.creation import NewMatch, create_match
from tablier.server.matches.departure import finish_departures
from tablier.server.matches.service import MatchService
from tablier.server.metrics import Metrics
from tablier.server.settings import Settings
from tablier.server.store import schema
from tablier.server.store.schema import accounts, events, participants
from tablier.server.store.store import DATABASE_FILE, Store

ID = "0123456789abcdef"
KEY = b"k" * 32
OPERATOR = Account("e" * 16, "Operator", operator=True, stored=True)
BY_OPERATOR = OperatorAction(OPERATOR, 1000, "spam")
IS_OPERATOR = accounts.c.id == OPERATOR.id
WAITING = msgspec.convert({"edition": "mixtour", "seats": [{"who": "me", "name": "Ada"}, {"who": "open"}]}, NewMatch)


def run_with_accounts(tmp_path: Path, test: Callable[[AccountService, Account, Store], Awaitable[None]]) -> None:
    """Run a test with a service, a stored account and a stored operator."""

    async def main() -> None:
        store = Store(tmp_path / "s.sqlite")
        service = AccountService(store, KEY)
        operator = insert(accounts).values(id=OPERATOR.id, name=OPERATOR.name, created_at=0, operator=True)
        await store.write(lambda connection: connection.execute(operator))
        await test(service, await service.save(make_guest(ID), 1), store)
        store.close()

    asyncio.run(main())


async def stored_account(store: Store) -> Account | None:
    return await AccountService(store, KEY).find(ID)


async def expect_error(code: str, awaitable: Awaitable[Any]) -> None:
    with pytest.raises(RequestError) as error:
        await awaitable
    assert error.value.code == code


def test_signing_out_is_not_undone_by_renames_under_way(tmp_path: Path) -> None:
    async def test(service: AccountService, account: Account, store: Store) -> None:
        stolen = service.sign_cookie(account)
        renames = [service.rename(account, f"Thief {number}", 2) for number in range(20)]
        results = await asyncio.gather(
            *renames[:10], service.sign_out_everywhere(account, 2), *renames[10:], return_exceptions=True
        )
        signed_out, _bots = results[10]  # type: ignore[misc]
        assert await service.by_cookie(stolen) is None
        assert await service.by_cookie(service.sign_cookie(signed_out)) == await stored_account(store)
        assert all(isinstance(result, RequestError) and result.code == "no_identity" for result in results[11:])
        assert (await service.find(ID)) == await stored_account(store)

    run_with_accounts(tmp_path, test)


def test_a_ban_is_not_undone_by_renames_under_way(tmp_path: Path) -> None:
    async def test(service: AccountService, account: Account, store: Store) -> None:
        renames = [service.rename(account, f"Name {number}", 2) for number in range(20)]
        await asyncio.gather(*renames[:10], service.ban(ID, None, BY_OPERATOR), *renames[10:])
        stored = await service.find(ID)
        assert stored and stored.is_banned(2) and stored.name == "Name 19" and stored == await stored_account(store)

    run_with_accounts(tmp_path, test)


def test_mutes_under_way_are_all_kept(tmp_path: Path) -> None:
    async def test(service: AccountService, account: Account, store: Store) -> None:
        muted = [f"{number:016x}" for number in range(20)]
        await asyncio.gather(*(service.set_muted(account, other, 2, muted=True) for other in muted))
        stored = await service.find(ID)
        assert stored and stored.muted == set(muted) and stored == await stored_account(store)

    run_with_accounts(tmp_path, test)


def test_a_read_that_began_before_a_change_does_not_replace_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(service: AccountService, account: Account, store: Store) -> None:
        service._cache.clear()
        read, has_read, go_on = store.read, asyncio.Event(), asyncio.Event()

        async def slow_read(query: Any) -> Any:
            result = await read(query)
            has_read.set()
            await go_on.wait()
            return result

        monkeypatch.setattr(store, "read", slow_read)
        finding = asyncio.create_task(service.find(ID))
        await has_read.wait()
        banned = await service.ban(ID, None, BY_OPERATOR)
        go_on.set()
        assert [await finding] == banned and [await service.find(ID)] == banned
        assert not service._reads

    run_with_accounts(tmp_path, test)


def test_a_change_takes_effect_though_its_caller_was_cancelled(tmp_path: Path) -> None:
    async def test(service: AccountService, account: Account, store: Store) -> None:
        banning = asyncio.create_task(service.ban(ID, None, BY_OPERATOR))
        await asyncio.sleep(0)  # the change is queued
        banning.cancel()
        await asyncio.gather(banning, *service._commits, return_exceptions=True)
        assert banning.cancelled()
        stored = await service.find(ID)
        assert stored and stored.banned

    run_with_accounts(tmp_path, test)


def test_a_request_that_was_authenticated_before_the_sign_out_creates_no_credential(tmp_path: Path) -> None:
    async def test(service: AccountService, account: Account, store: Store) -> None:
        bot, token = await service.create_bot(account, "Bot", 2, 10)
        await service.sign_out_everywhere(account, 2)
        await expect_error("no_identity", service.create_link("recovery", account, 2))
        await expect_error("no_identity", service.create_bot(account, "Bot", 2, 10))
        await expect_error("no_identity", service.renew_bot_token(account, bot.id, 2))
        await expect_error("no_identity", service.sign_out_everywhere(account, 2))
        await expect_error("no_identity", store.write(lambda connection: authorize(connection, account, 2)))
        await expect_error("no_identity", service.rename(bot, "Bot", 2))
        await expect_error("bad_token", service.by_token(token))

    run_with_accounts(tmp_path, test)


def test_redeeming_a_link_beside_a_sign_out_gives_no_valid_cookie(tmp_path: Path) -> None:
    async def test(service: AccountService, account: Account, store: Store) -> None:
        token = await service.create_link("recovery", account, 2)
        visitors = [make_guest(f"{number:016x}") for number in range(10)]
        redeemed = await asyncio.gather(
            *(service.redeem_link(token, visitor, 2) for visitor in visitors[:5]),
            service.sign_out_everywhere(account, 2),
            *(service.redeem_link(token, visitor, 2) for visitor in visitors[5:]),
            return_exceptions=True,
        )
        for result in redeemed[:5]:
            assert isinstance(result, Account)
            assert await service.by_cookie(service.sign_cookie(result)) is None
        assert all(isinstance(result, RequestError) and result.code == "bad_link" for result in redeemed[6:])

    run_with_accounts(tmp_path, test)


@pytest.mark.parametrize(
    ("loss", "code"),
    [
        ({"operator": False}, "not_operator"),
        ({"banned": True}, "banned"),
        ({"operator": False, "banned": True, "epoch": 1}, "no_identity"),
        ({"deleted": True}, "no_identity"),
    ],
)
def test_an_operator_changes_nothing_after_losing_its_rights(tmp_path: Path, loss: dict[str, Any], code: str) -> None:
    """The request of each change was authenticated before the loss and is executed after it."""

    def read_all(connection: Connection) -> list[Any]:
        return [connection.execute(select(table)).all() for table in schema.metadata.sorted_tables]

    async def test(service: AccountService, account: Account, store: Store) -> None:
        matches, bans = MatchService(store), AddressBans(store)
        live = await create_match(matches, Settings(), WAITING, account)
        await bans.add("192.0.2.1", None, BY_OPERATOR)
        message = {"id": 1, "match_id": live.id, "room": "seats", "account_id": ID, "name": "Ada", "at": 1, "text": "x"}
        report = insert(schema.reports).values(id=1, chat_id=1, account_id=ID, at=1, reason="")
        for statement in (insert(schema.chat).values(message), report, update(accounts).values(loss).where(IS_OPERATOR)):
            await store.write(lambda connection, statement=statement: connection.execute(statement))
        before = await store.read(read_all)

        def log_end(connection: Connection) -> None:
            BY_OPERATOR.log(connection, "end_match", live.id)

        for change in (
            service.unban(OPERATOR.id, BY_OPERATOR),
            service.ban(ID, None, BY_OPERATOR),
            service.mark_deleted(ID, BY_OPERATOR),
            service.revoke_operator(OPERATOR.id, BY_OPERATOR),
            bans.add("192.0.2.2", None, BY_OPERATOR),
            bans.remove("192.0.2.1", BY_OPERATOR),
            chat.set_hidden(matches, 1, BY_OPERATOR, hidden=True),
            chat.close_report(matches, 1, BY_OPERATOR),
            store.write(lambda connection: BY_OPERATOR.log(connection, "note", ID)),
            matches.submit(live, abort, statement=log_end),
        ):
            await expect_error(code, change)
        assert await store.read(read_all) == before and live.match.status == "waiting"
        await matches.close()

    run_with_accounts(tmp_path, test)


def test_an_operator_may_ban_and_revoke_itself_and_a_link_makes_a_new_one(tmp_path: Path) -> None:
    async def test(service: AccountService, account: Account, store: Store) -> None:
        assert not (await service.revoke_operator(OPERATOR.id, BY_OPERATOR)).operator
        link = await service.create_link("operator", None, 1000)
        made = await service.redeem_link(link, account, 1000)
        assert made.operator
        assert [banned.id for banned in await service.ban(ID, None, OperatorAction(made, 1000))] == [ID]
        rows = await store.read(lambda connection: connection.execute(select(schema.audit_log)).all())
        assert [(row.action, row.operator_id, row.target) for row in rows] == [
            ("revoke_operator", OPERATOR.id, OPERATOR.id),
            ("make_operator", ID, ID),
            ("ban", ID, ID),
        ]

    run_with_accounts(tmp_path, test)


def test_an_account_has_few_device_links_and_the_oldest_is_replaced(tmp_path: Path) -> None:
    async def test(service: AccountService, account: Account, store: Store) -> None:
        other = await service.save(make_guest("1" * 16), 1)
        others_link = await service.create_link("device", other, 1)
        recovery = await service.create_link("recovery", account, 1)
        device_links = [await service.create_link("device", account, now) for now in range(2, MAX_DEVICE_LINKS + 3)]
        await expect_error("bad_link", service.peek_link(device_links[0], 20))
        for token in (*device_links[1:], recovery):
            assert (await service.peek_link(token, 20))[1] == account
        assert (await service.peek_link(others_link, 20))[1] == other

    run_with_accounts(tmp_path, test)


def test_a_ban_ends_at_its_time(tmp_path: Path) -> None:
    async def test(service: AccountService, account: Account, store: Store) -> None:
        bot, _ = await service.create_bot(account, "Bot", 2, 10)
        assert {entry.id for entry in await service.ban(ID, 5000, BY_OPERATOR)} == {ID, bot.id}
        for banned in (await service.find(ID), await service.find(bot.id)):
            assert banned and banned.is_banned(4999) and not banned.is_banned(5000)
            with pytest.raises(RequestError, match="banned") as error:
                banned.check_allowed(4999)
            assert error.value.facts == {"until": 5000}
            banned.check_allowed(5000)
        await service.unban(ID, BY_OPERATOR)
        stored = await service.find(bot.id)
        assert stored and not stored.is_banned(0)
        await expect_error("no_such_person", service.unban("1" * 16, BY_OPERATOR))

    run_with_accounts(tmp_path, test)


def test_a_deleted_account_cannot_be_revived(tmp_path: Path) -> None:
    async def test(service: AccountService, account: Account, store: Store) -> None:
        cookie = service.sign_cookie(account)
        _, token = await service.create_bot(account, "Bot", 2, 10)
        link = await service.create_link("recovery", account, 2)
        await service.ban(ID, None, BY_OPERATOR)
        await service.mark_deleted(ID)
        for current in (service, AccountService(store, KEY)):
            assert await current.by_cookie(cookie) is None
            await expect_error("bad_token", current.by_token(token))
            await expect_error("bad_link", current.redeem_link(link, make_guest("1" * 16), 3))
            await expect_error("no_identity", current.save(make_guest(ID), 3))
            await expect_error("no_identity", current.rename(account, "Ada", 3))
            tombstone = await current.find(ID)
            assert tombstone and tombstone.deleted and tombstone.banned and tombstone.name == ""
            assert not await current.list_bots(account)

    run_with_accounts(tmp_path, test)


def test_departures_after_a_ban_are_finished_at_the_start(tmp_path: Path) -> None:
    async def main() -> None:
        store = Store(tmp_path / DATABASE_FILE)
        service, matches = AccountService(store, KEY), MatchService(store)
        now = matches.now()
        on_this_machine = OperatorAction(None, now)
        endings = {ID: None, "1" * 16: now + 3_600_000, "2" * 16: now}
        match_ids = []
        for account_id, until in endings.items():
            account = await service.save(make_guest(account_id), now)
            match_ids.append((await create_match(matches, Settings(), WAITING, account)).id)
            await service.ban(account_id, until, on_this_machine)  # then the server was stopped
        await matches.close()
        store.close()
        async with open_context(tmp_path, Settings(engine_workers=1), Metrics()) as context:
            results = [(await context.matches.find(match_id)).match.result for match_id in match_ids]
        assert [result is not None and result.aborted for result in results] == [True, True, False], "the last ban has ended"

    asyncio.run(main())


def test_a_damaged_table_does_not_prevent_the_start(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test(service: AccountService, account: Account, store: Store) -> None:
        matches = MatchService(store)
        await store.write(lambda connection: connection.execute(text("DROP TABLE participants")))
        await finish_departures(matches)
        await finish_deletions(matches)
        assert [record.getMessage() for record in caplog.records] == [
            "interrupted departures cannot be found: no such table: participants",
            "interrupted deletions cannot be found: no such table: participants",
        ]
        await matches.close()

    run_with_accounts(tmp_path, test)


def test_an_interrupted_deletion_is_finished_at_the_start(tmp_path: Path) -> None:
    async def test(service: AccountService, account: Account, store: Store) -> None:
        matches = MatchService(store)
        live = await create_match(matches, Settings(), WAITING, account)
        await service.mark_deleted(ID)  # then the server was stopped
        await finish_deletions(matches)
        assert live.match.result and live.match.result.aborted and live.match.players == ("",)
        assert live.info.owner_id is None and not live.info.has_account(ID)
        await finish_deletions(matches)  # nothing is left to do
        await matches.close()

    run_with_accounts(tmp_path, test)


def test_a_damaged_match_does_not_prevent_other_deletions_or_the_start(tmp_path: Path) -> None:
    async def test(service: AccountService, account: Account, store: Store) -> None:
        others = [await service.save(make_guest(digit * 16), 1) for digit in "0f"]  # before and after `ID`
        matches = MatchService(store)
        terms = msgspec.convert({"edition": "mixtour", "seats": [{"who": "me"}, {"who": "open"}]}, NewMatch)
        damaged = await create_match(matches, Settings(), terms, account)
        readable = [await create_match(matches, Settings(), terms, other) for other in others]
        cut = update(events).where(events.c.match_id == damaged.id, events.c.number == 1).values(data='{"kind": "cre')
        await store.write(lambda connection: connection.execute(cut))
        for deleted in (account, *others):
            await service.mark_deleted(deleted.id)  # then the server was stopped
        await matches.close()
        restarted = MatchService(store)
        await finish_deletions(restarted)
        for live, other in zip(readable, others, strict=True):
            assert not (await restarted.find(live.id)).info.has_account(other.id)
        await restarted.close()

    run_with_accounts(tmp_path, test)


def test_a_deletion_erases_what_is_readable_beside_a_damaged_event(tmp_path: Path) -> None:
    async def test(service: AccountService, account: Account, store: Store) -> None:
        matches = MatchService(store)
        terms = msgspec.convert({"edition": "mixtour", "seats": [{"who": "me"}, {"who": "open"}]}, NewMatch)
        live = await create_match(matches, Settings(), terms, account)
        cut = update(events).where(events.c.match_id == live.id, events.c.number == 1).values(data='{"kind": "cre')
        await store.write(lambda connection: connection.execute(cut))
        assert await store.write(lambda connection: erase_matches(connection, ID)) == [live.id]
        names = await store.read(lambda connection: connection.scalars(select(participants.c.name)).all())
        assert names == [""]
        await matches.close()

    run_with_accounts(tmp_path, test)
