"""Accounts of people and bots. A guest account is stored only once there is something to remember about it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.dialects.sqlite import insert as upsert

from tablier.core.i18n import gettext as _
from tablier.match.events import MAX_NAME_LENGTH

from ..errors import RequestError
from ..store.schema import accounts, links, mutes
from ..store.store import Store
from . import tokens

MAX_CACHED = 20_000
MAX_MUTED = 1000
DEVICE_LINK_MS = 15 * 60 * 1000
LinkKind = Literal["device", "recovery", "operator"]


@dataclass(frozen=True, slots=True)
class Account:
    """A guest, or a bot, which has an owner and a token."""

    id: str
    name: str
    epoch: int = 0  # part of the cookie; increasing it invalidates all older cookies
    operator: bool = False
    banned: bool = False
    owner_id: str | None = None  # of a bot: the id of the account that created it
    token: str | None = None  # of a bot: the hash of its token
    stored: bool = False
    muted: frozenset[str] = frozenset()  # ids of accounts whose chat is hidden from this one

    def to_json(self) -> dict[str, Any]:
        """The account as its own client sees it."""
        return {
            "id": self.id,
            "name": self.name,
            "operator": self.operator,
            "bot": self.owner_id is not None,
            "muted": sorted(self.muted),
        }


def make_guest(account_id: str, epoch: int = 0) -> Account:
    """Return an account that is not stored, with a guest name in the language in use."""
    return Account(account_id, _("Guest {number}").format(number=int(account_id[:8], 16) % 9000 + 1000), epoch)


def normalize_name(name: str) -> str:
    """Collapse white space. Raises `RequestError("bad_name")` if the name is empty, too long or not printable."""
    normalized = " ".join(name.split())
    if not 1 <= len(normalized) <= MAX_NAME_LENGTH or not normalized.isprintable():
        raise RequestError("bad_name", longest=MAX_NAME_LENGTH)
    return normalized


class AccountService:
    """Finds accounts by cookie, token or id, and stores their changes. Caches the most recently used accounts."""

    def __init__(self, store: Store, key: bytes) -> None:
        """`key` signs the cookies."""
        self._store = store
        self._key = key
        self._cache: dict[str, Account] = {}

    # authentication

    def sign_cookie(self, account: Account) -> str:
        """Return the value of the account's identity cookie."""
        return tokens.sign(self._key, account.id, account.epoch)

    async def by_cookie(self, cookie: str) -> Account | None:
        """The account of an identity cookie; None if the cookie is forged or revoked."""
        identity = tokens.verify(self._key, cookie)
        if identity is None:
            return None
        account_id, epoch = identity
        account = await self.find(account_id) or make_guest(account_id)
        return account if account.epoch == epoch and not account.owner_id else None

    async def by_token(self, token: str) -> Account:
        """The bot of a token. Raises `RequestError("bad_token")`."""
        bot_id = tokens.parse_bot_token(token)
        account = await self.find(bot_id) if bot_id else None
        if account is None or account.token is None or not tokens.equal_secrets(account.token, tokens.hash_token(token)):
            raise RequestError("bad_token")
        return account

    async def find(self, account_id: str) -> Account | None:
        """The stored account with this id, or None."""
        if cached := self._cache.get(account_id):
            return cached

        def read(connection: Connection) -> Account | None:
            row = connection.execute(select(accounts).where(accounts.c.id == account_id)).one_or_none()
            if row is None:
                return None
            muted = connection.scalars(select(mutes.c.muted_id).where(mutes.c.account_id == account_id)).all()
            columns = ("id", "name", "epoch", "operator", "banned", "owner_id", "token")
            return Account(**{name: getattr(row, name) for name in columns}, stored=True, muted=frozenset(muted))

        account = await self._store.read(read)
        return self._put_in_cache(account) if account else None

    def _put_in_cache(self, account: Account) -> Account:
        self._cache.pop(account.id, None)
        self._cache[account.id] = account
        if len(self._cache) > MAX_CACHED:
            del self._cache[next(iter(self._cache))]
        return account

    def evict(self, account_id: str) -> None:
        """Remove an account from the cache."""
        self._cache.pop(account_id, None)

    # changes

    async def save(self, account: Account, now: int) -> Account:
        """Store the account if it is not stored yet, and return the stored one."""
        if account.stored:
            return account
        row = {"id": account.id, "name": account.name, "created": now}
        await self._store.write(lambda connection: connection.execute(upsert(accounts).values(row).on_conflict_do_nothing()))
        return self._put_in_cache(replace(account, stored=True))

    async def update(self, account: Account, now: int, **changes: Any) -> Account:
        """Store changed columns (`name`, `operator`, `banned`, `epoch` or `token`) and return the changed account."""
        stored = await self.save(account, now)
        statement = update(accounts).where(accounts.c.id == account.id).values(changes)
        await self._store.write(lambda connection: connection.execute(statement))
        return self._put_in_cache(replace(stored, **changes))

    async def set_muted(self, account: Account, muted_id: str, now: int, *, on: bool) -> Account:
        """Hide the chat of another account from this one, or show it again."""
        stored = await self.save(account, now)
        if on and len(stored.muted) >= MAX_MUTED:
            raise RequestError("too_large", most=MAX_MUTED)
        if on:
            row = {"account_id": account.id, "muted_id": muted_id}
            await self._store.write(lambda connection: connection.execute(upsert(mutes).values(row).on_conflict_do_nothing()))
        else:
            statement = delete(mutes).where(mutes.c.account_id == account.id, mutes.c.muted_id == muted_id)
            await self._store.write(lambda connection: connection.execute(statement))
        return self._put_in_cache(replace(stored, muted=stored.muted | {muted_id} if on else stored.muted - {muted_id}))

    # links

    async def create_link(self, kind: LinkKind, account: Account | None, now: int) -> str:
        """Create a link and return its token.

        A `device` link signs in as `account` once, within `DEVICE_LINK_MS`. A `recovery` link does so any number of times; a
        new one invalidates the previous one. The `operator` link makes an account an operator once; only the newest is valid.
        """
        token = tokens.new_token()
        row = {
            "hash": tokens.hash_token(token),
            "kind": kind,
            "account_id": account.id if account else None,
            "expires": now + DEVICE_LINK_MS if kind == "device" else None,
        }

        def write(connection: Connection) -> None:
            if kind == "operator":
                connection.execute(delete(links).where(links.c.kind == kind))
            elif kind == "recovery":
                connection.execute(delete(links).where(links.c.kind == kind, links.c.account_id == row["account_id"]))
            connection.execute(delete(links).where(links.c.expires < now))
            connection.execute(insert(links).values(row))

        if account:
            await self.save(account, now)
        await self._store.write(write)
        return token

    async def peek_link(self, token: str, now: int) -> tuple[LinkKind, Account | None]:
        """The kind and account of a link, which stays valid. Raises `RequestError("bad_link")`."""
        query = select(links.c.kind, links.c.account_id, links.c.expires).where(links.c.hash == tokens.hash_token(token))
        row = await self._store.read(lambda connection: connection.execute(query).one_or_none())
        if row is None or (row.expires is not None and row.expires < now):
            raise RequestError("bad_link")
        return row.kind, await self.find(row.account_id) if row.account_id else None

    async def redeem_link(self, token: str, visitor: Account, now: int) -> Account:
        """Use a link and return the account that the visitor has from now on. Raises `RequestError("bad_link")`."""
        kind, account = await self.peek_link(token, now)
        if kind != "recovery":
            statement = delete(links).where(links.c.hash == tokens.hash_token(token))
            if not await self._store.write(lambda connection: connection.execute(statement).rowcount):
                raise RequestError("bad_link")
        if kind == "operator":
            return await self.update(visitor, now, operator=True)
        if account is None:
            raise RequestError("bad_link")
        return account

    # bots

    async def create_bot(self, owner: Account, name: str, now: int, limit: int) -> tuple[Account, str]:
        """Create a bot and return it with its token, of which only the hash is stored.

        Raises `RequestError` with `not_yours` if the owner is a bot, `bad_name`, or `too_large` if the owner has `limit` bots.
        """
        stored = await self.save(owner, now)
        if stored.owner_id:
            raise RequestError("not_yours")
        bot_id = tokens.new_account_id()
        token = tokens.new_bot_token(bot_id)
        bot = Account(bot_id, normalize_name(name), owner_id=stored.id, token=tokens.hash_token(token), stored=True)
        row = {"id": bot_id, "name": bot.name, "created": now, "owner_id": stored.id, "token": bot.token}

        def write(connection: Connection) -> None:
            count = connection.scalar(select(func.count()).select_from(accounts).where(accounts.c.owner_id == stored.id))
            if (count or 0) >= limit:
                raise RequestError("too_large", most=limit)
            connection.execute(insert(accounts).values(row))

        await self._store.write(write)
        return self._put_in_cache(bot), token

    async def list_bots(self, owner: Account) -> list[Account]:
        """The bots of an account, oldest first."""
        query = select(accounts.c.id).where(accounts.c.owner_id == owner.id).order_by(accounts.c.created)
        bot_ids = await self._store.read(lambda connection: connection.scalars(query).all())
        return [bot for bot_id in bot_ids if (bot := await self.find(bot_id))]

    async def renew_bot_token(self, owner: Account, bot_id: str, now: int) -> str:
        """Replace a bot's token and return the new one. Raises `RequestError("no_such_person")`."""
        bot = await self.find(bot_id)
        if not bot or bot.owner_id != owner.id:
            raise RequestError("no_such_person")
        token = tokens.new_bot_token(bot_id)
        await self.update(bot, now, token=tokens.hash_token(token))
        return token
