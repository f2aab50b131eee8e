"""Accounts of people and bots. A guest account is stored only once there is something to remember about it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update
from sqlalchemy.dialects.sqlite import insert as upsert

from tablier.core.i18n import gettext as _
from tablier.match.events import MAX_NAME_LENGTH

from ..errors import RequestError
from ..store.schema import accounts, links, mutes, subscriptions
from ..store.store import Store
from . import tokens
from .audit import OperatorAction

MAX_CACHED = 20_000  # accounts in memory
MAX_MUTED = 1000
MAX_DEVICE_LINKS = 10  # unexpired ones of an account
DEVICE_LINK_LIFETIME_MS = 15 * 60 * 1000
OPERATOR_LINK_LIFETIME_MS = 24 * 60 * 60 * 1000
LinkKind = Literal["device", "recovery", "operator"]
COLUMNS = ("id", "name", "epoch", "operator", "banned", "banned_until", "owner_id", "token", "deleted")


@dataclass(frozen=True, slots=True)
class Account:
    """A guest, or a bot, which has an owner and a token."""

    id: str
    name: str
    epoch: int = 0  # part of the cookie; increasing it invalidates all older cookies
    operator: bool = False
    banned: bool = False
    banned_until: int | None = None  # end of the ban; None for a ban without end
    owner_id: str | None = None  # of a bot: the id of the account that created it
    token: str | None = None  # of a bot: the hash of its token; None once it is revoked
    deleted: bool = False  # a tombstone: the row stays, so that old cookies stay invalid and a ban stays
    stored: bool = False  # False for a guest without a row in the store
    muted: frozenset[str] = frozenset()  # ids of accounts whose chat is hidden from this one

    def is_banned(self, now: int) -> bool:
        """True if the account is banned and the ban has not ended."""
        return self.banned and (self.banned_until is None or now < self.banned_until)

    def check_allowed(self, now: int) -> None:
        """Raise `RequestError` with `banned`, or with `no_identity` if the account is deleted."""
        if self.deleted:
            raise RequestError("no_identity")
        if self.is_banned(now):
            raise RequestError("banned", until=self.banned_until)

    def has_credentials_of(self, other: Account) -> bool:
        """True if the cookies or the token of the two are the same, so that neither was signed out."""
        return (self.epoch, self.token) == (other.epoch, other.token)

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
    """Finds accounts by cookie, token or id, and stores their changes. Caches the accounts last loaded or changed.

    The cache stays because every command over a socket looks its account up: a read costs about as much as a move. A change
    replaces the cached account by the one that its transaction returned, in the order of the commits, and a read that began
    before a change does not. `now` is in milliseconds since the epoch; for links it is the system time, because
    `tablier operator-link` writes them as well.
    """

    def __init__(self, store: Store, key: bytes) -> None:
        """`key` signs the cookies."""
        self.change_observers: list[Callable[[Account], None]] = []  # called with every account that a transaction changed
        self._store = store
        self._key = key
        self._cache: dict[str, Account] = {}
        self._reads: dict[str, object] = {}  # by account id, the last read under way, unless a change was committed since
        self._commits: set[asyncio.Task[Any]] = set()  # never cancelled

    # authentication

    def sign_cookie(self, account: Account) -> str:
        """Return the value of the account's identity cookie."""
        return tokens.sign(self._key, account.id, account.epoch)

    def is_signed(self, cookie: str) -> bool:
        """True if this server has signed the cookie, which may be revoked."""
        return tokens.verify(self._key, cookie) is not None

    async def by_cookie(self, cookie: str) -> Account | None:
        """The account of an identity cookie; None if the cookie is forged or revoked, or the account deleted."""
        identity = tokens.verify(self._key, cookie)
        if identity is None:
            return None
        account_id, epoch = identity
        account = await self.find(account_id) or make_guest(account_id)
        return account if account.epoch == epoch and not account.owner_id and not account.deleted else None

    async def by_token(self, token: str) -> Account:
        """The bot of a token. Raises `RequestError("bad_token")`."""
        bot_id = tokens.parse_bot_token(token)
        account = await self.find(bot_id) if bot_id else None
        if account is None or account.token is None or not tokens.equal_secrets(account.token, tokens.hash_token(token)):
            raise RequestError("bad_token")
        return account

    async def find(self, account_id: str) -> Account | None:
        """The stored account with this id, which may be deleted; None if there is none."""
        if cached := self._cache.get(account_id):
            return cached
        read = self._reads[account_id] = object()
        try:
            account = await self._store.read(lambda connection: _read(connection, account_id))
            if account and self._reads.get(account_id) is read:
                self._put_in_cache(account)
        finally:
            if self._reads.get(account_id) is read:
                del self._reads[account_id]
        return self._cache.get(account_id, account)

    def _put_in_cache(self, account: Account) -> None:
        self._cache.pop(account.id, None)
        self._cache[account.id] = account
        if len(self._cache) > MAX_CACHED:
            del self._cache[next(iter(self._cache))]

    def evict(self, account_id: str) -> None:
        """Remove an account from the cache, after its row was deleted."""
        self._reads.pop(account_id, None)
        self._cache.pop(account_id, None)

    # changes

    async def _commit(self, statement: Callable[[Connection], Sequence[Account]]) -> list[Account]:
        """Run `statement` in a transaction and install the accounts that it returns, even if the caller is cancelled."""
        task = asyncio.create_task(self._write(statement))
        self._commits.add(task)
        task.add_done_callback(self._commits.discard)
        return await asyncio.shield(task)

    async def _write(self, statement: Callable[[Connection], Sequence[Account]]) -> list[Account]:
        changed = list(await self._store.write(statement))
        # No await from here on: the tasks of `_commit` resume in the order of their commits.
        for account in changed:
            self._reads.pop(account.id, None)
            self._put_in_cache(account)
            for observer in self.change_observers:
                observer(account)
        return changed

    async def save(self, account: Account, now: int) -> Account:
        """Store the account if it is not stored yet, and return the stored one. Raises `RequestError("no_identity")`."""
        if account.stored:
            return account
        return (await self._commit(lambda connection: [authorize(connection, account, now)]))[0]

    async def rename(self, account: Account, name: str, now: int) -> Account:
        """Change the name and return the changed account. Raises `RequestError` with `bad_name` or `no_identity`."""
        normalized = normalize_name(name)

        def statement(connection: Connection) -> list[Account]:
            authorize(connection, account, now)
            return _update(connection, accounts.c.id == account.id, name=normalized)

        return (await self._commit(statement))[0]

    async def set_muted(self, account: Account, muted_id: str, now: int, *, muted: bool) -> Account:
        """Hide the chat of another account from this one, or show it again. Raises `RequestError("too_large")`."""

        def statement(connection: Connection) -> list[Account]:
            current = authorize(connection, account, now)
            if not muted:
                connection.execute(delete(mutes).where(mutes.c.account_id == account.id, mutes.c.muted_id == muted_id))
            elif len(current.muted) >= MAX_MUTED:
                raise RequestError("too_large", most=MAX_MUTED)
            else:
                row = {"account_id": account.id, "muted_id": muted_id}
                connection.execute(upsert(mutes).values(row).on_conflict_do_nothing())
            return _read_all(connection, accounts.c.id == account.id)

        return (await self._commit(statement))[0]

    async def sign_out_everywhere(self, account: Account, now: int) -> tuple[Account, list[Account]]:
        """Revoke all cookies, links and push subscriptions of an account, and the tokens of its bots, in one transaction.

        Returns the account, whose new cookie is valid, and the bots whose token was revoked. Raises
        `RequestError("no_identity")`.
        """

        def statement(connection: Connection) -> list[Account]:
            authorize(connection, account, now)
            connection.execute(delete(links).where(links.c.account_id == account.id))
            connection.execute(delete(subscriptions).where(subscriptions.c.account_id == account.id))
            own_bots = (accounts.c.owner_id == account.id) & accounts.c.token.is_not(None)
            return [
                *_update(connection, accounts.c.id == account.id, epoch=accounts.c.epoch + 1),
                *_update(connection, own_bots, token=None),
            ]

        signed_out, *bots = await self._commit(statement)
        return signed_out, bots

    async def mark_deleted(self, account_id: str, action: OperatorAction | None = None) -> list[Account]:
        """Turn the row of an account and those of its bots into tombstones, which revokes every credential.

        `action` is logged unless the account deletes itself. Returns the tombstones.
        """

        def statement(connection: Connection) -> list[Account]:
            if action:
                action.log(connection, "delete_account", account_id)
            both = (accounts.c.id == account_id) | (accounts.c.owner_id == account_id)
            account_ids = connection.scalars(select(accounts.c.id).where(both)).all()
            connection.execute(delete(links).where(links.c.account_id.in_(account_ids)))
            connection.execute(delete(subscriptions).where(subscriptions.c.account_id.in_(account_ids)))
            connection.execute(delete(mutes).where(mutes.c.account_id.in_(account_ids) | mutes.c.muted_id.in_(account_ids)))
            tombstone = {"deleted": True, "name": "", "operator": False, "token": None}
            return _update(connection, both, **tombstone, epoch=accounts.c.epoch + 1)

        return await self._commit(statement)

    # operators

    async def ban(self, account_id: str, until: int | None, action: OperatorAction) -> list[Account]:
        """Ban an account and its bots, until a time or without end. Returns them."""
        guest = {"id": account_id, "name": make_guest(account_id).name, "created_at": action.at}

        def statement(connection: Connection) -> list[Account]:
            action.log(connection, "ban", account_id, "" if until is None else f"until {until}")
            connection.execute(upsert(accounts).values(guest).on_conflict_do_nothing())
            both = (accounts.c.id == account_id) | (accounts.c.owner_id == account_id)
            return _update(connection, both, banned=True, banned_until=until)

        return await self._commit(statement)

    async def unban(self, account_id: str, action: OperatorAction) -> list[Account]:
        """End the ban of an account and its bots. Raises `RequestError("no_such_person")`."""

        def statement(connection: Connection) -> list[Account]:
            action.log(connection, "unban", account_id)
            both = (accounts.c.id == account_id) | (accounts.c.owner_id == account_id)
            changed = _update(connection, both, banned=False, banned_until=None)
            if not changed:
                raise RequestError("no_such_person")
            return changed

        return await self._commit(statement)

    async def revoke_operator(self, account_id: str, action: OperatorAction) -> Account:
        """Make an operator an ordinary account. Raises `RequestError("no_such_person")` if it is no operator."""

        def statement(connection: Connection) -> list[Account]:
            action.log(connection, "revoke_operator", account_id)
            changed = _update(connection, (accounts.c.id == account_id) & accounts.c.operator, operator=False)
            if not changed:
                raise RequestError("no_such_person")
            return changed

        return (await self._commit(statement))[0]

    async def has_operator(self) -> bool:
        """True if an account is an operator."""
        query = select(accounts.c.id).where(accounts.c.operator).limit(1)
        return await self._store.read(lambda connection: connection.scalar(query)) is not None

    # links

    async def create_link(self, kind: LinkKind, account: Account | None, now: int) -> str:
        """Create a link and return its token.

        A `device` link signs in as `account` once, within `DEVICE_LINK_LIFETIME_MS`; the oldest of `MAX_DEVICE_LINKS` is
        replaced. A `recovery` link does so any number of times; a new one invalidates the previous one. An `operator` link
        makes an account an operator once, within `OPERATOR_LINK_LIFETIME_MS`. Raises `RequestError("no_identity")` if the
        account was signed out meanwhile.
        """
        token = tokens.new_token()

        def statement(connection: Connection) -> list[Account]:
            changed = [authorize(connection, account, now)] if account else []
            insert_link(connection, token, kind, account.id if account else None, now)
            return changed

        await self._commit(statement)
        return token

    async def peek_link(self, token: str, now: int) -> tuple[LinkKind, Account | None]:
        """The kind and account of a link, which stays valid. Raises `RequestError("bad_link")`."""
        row = await self._store.read(lambda connection: _read_link(connection, token, now))
        return row.kind, await self.find(row.account_id) if row.account_id else None

    async def redeem_link(self, token: str, visitor: Account, now: int) -> Account:
        """Use a link and return the account that the visitor has from now on. Raises `RequestError("bad_link")`.

        One transaction, so that the cookie for the returned account is revoked by any later sign-out.
        """

        def statement(connection: Connection) -> list[Account]:
            link = _read_link(connection, token, now)
            if link.kind != "recovery":
                connection.execute(delete(links).where(links.c.hash == link.hash))
            if link.kind == "operator":
                authorize(connection, visitor, now).check_allowed(now)
                changed = _update(connection, accounts.c.id == visitor.id, operator=True)
                OperatorAction(changed[0], now).log(connection, "make_operator", visitor.id)
                return changed
            owners = _read_all(connection, (accounts.c.id == link.account_id) & accounts.c.deleted.is_(False))
            if not owners:
                raise RequestError("bad_link")
            return owners

        return (await self._commit(statement))[0]

    # bots

    async def create_bot(self, owner: Account, name: str, now: int, limit: int) -> tuple[Account, str]:
        """Create a bot and return it with its token, of which only the hash is stored.

        Raises `RequestError` with `not_yours` if the owner is a bot, `bad_name`, or `too_large` if the owner has `limit` bots.
        """
        if owner.owner_id:
            raise RequestError("not_yours")
        bot_id = tokens.new_account_id()
        token = tokens.new_bot_token(bot_id)
        row = {"id": bot_id, "name": normalize_name(name), "created_at": now, "owner_id": owner.id}
        row["token"] = tokens.hash_token(token)

        def statement(connection: Connection) -> list[Account]:
            stored = authorize(connection, owner, now)
            own_bots = (accounts.c.owner_id == owner.id) & accounts.c.deleted.is_(False)
            if (connection.scalar(select(func.count()).select_from(accounts).where(own_bots)) or 0) >= limit:
                raise RequestError("too_large", most=limit)
            connection.execute(insert(accounts).values(row))
            return [stored, *_read_all(connection, accounts.c.id == bot_id)]

        return (await self._commit(statement))[1], token

    async def list_bots(self, owner: Account) -> list[Account]:
        """The bots of an account, oldest first."""
        own_bots = (accounts.c.owner_id == owner.id) & accounts.c.deleted.is_(False)
        return await self._store.read(lambda connection: _read_all(connection, own_bots))

    async def renew_bot_token(self, owner: Account, bot_id: str, now: int) -> str:
        """Replace a bot's token and return the new one. Raises `RequestError("no_such_person")`."""
        token = tokens.new_bot_token(bot_id)

        def statement(connection: Connection) -> list[Account]:
            authorize(connection, owner, now)
            own_bot = (accounts.c.id == bot_id) & (accounts.c.owner_id == owner.id) & accounts.c.deleted.is_(False)
            changed = _update(connection, own_bot, token=tokens.hash_token(token))
            if not changed:
                raise RequestError("no_such_person")
            return changed

        await self._commit(statement)
        return token


def authorize(connection: Connection, account: Account, now: int) -> Account:
    """Return the stored account; a guest is stored first.

    A request may have been authenticated before its account was signed out or deleted, and written after it. So every change
    that an account makes to itself checks here, in its transaction. Raises `RequestError("no_identity")`.
    """
    row = {"id": account.id, "name": account.name, "created_at": now, "epoch": account.epoch}
    connection.execute(upsert(accounts).values(row).on_conflict_do_nothing())
    current = _read_all(connection, accounts.c.id == account.id)[0]
    if current.deleted or not current.has_credentials_of(account):
        raise RequestError("no_identity")
    return current


def insert_link(connection: Connection, token: str, kind: LinkKind, account_id: str | None, now: int) -> None:
    """Insert a link and delete those that it replaces or that have expired."""
    connection.execute(delete(links).where(links.c.expires_at < now))
    similar = (links.c.kind == kind) & (links.c.account_id == account_id)
    if kind == "recovery":
        connection.execute(delete(links).where(similar))
    elif kind == "device":
        newest = select(links.c.hash).where(similar).order_by(links.c.expires_at.desc()).limit(MAX_DEVICE_LINKS - 1)
        connection.execute(delete(links).where(similar, links.c.hash.not_in(newest)))
    lifetime_ms = {"device": DEVICE_LINK_LIFETIME_MS, "operator": OPERATOR_LINK_LIFETIME_MS}.get(kind)
    expires_at = None if lifetime_ms is None else now + lifetime_ms
    row = {"hash": tokens.hash_token(token), "kind": kind, "account_id": account_id, "expires_at": expires_at}
    connection.execute(insert(links).values(row))


def _read_link(connection: Connection, token: str, now: int) -> Any:
    """Return the row of a link. Raises `RequestError("bad_link")` if it does not exist or has expired."""
    row = connection.execute(select(links).where(links.c.hash == tokens.hash_token(token))).one_or_none()
    if row is None or (row.expires_at is not None and row.expires_at < now):
        raise RequestError("bad_link")
    return row


def _read(connection: Connection, account_id: str) -> Account | None:
    return next(iter(_read_all(connection, accounts.c.id == account_id)), None)


def _read_all(connection: Connection, condition: ColumnElement[bool]) -> list[Account]:
    """Return the accounts that satisfy a condition, with their mutes, oldest first."""
    result = []
    for row in connection.execute(select(accounts).where(condition).order_by(accounts.c.created_at)).all():
        muted = connection.scalars(select(mutes.c.muted_id).where(mutes.c.account_id == row.id)).all()
        result.append(Account(**{name: getattr(row, name) for name in COLUMNS}, stored=True, muted=frozenset(muted)))
    return result


def _update(connection: Connection, condition: ColumnElement[bool], **changes: Any) -> list[Account]:
    """Change the accounts that satisfy a condition, and return them as they are now."""
    account_ids = connection.scalars(update(accounts).where(condition).values(changes).returning(accounts.c.id)).all()
    return _read_all(connection, accounts.c.id.in_(account_ids))
