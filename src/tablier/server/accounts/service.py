"""AccountService as the server knows them. A guest is only written down once there is something to remember."""

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

MOST_KEPT = 20_000
DEVICE_LINK = 15 * 60 * 1000  # milliseconds
LinkKind = Literal["device", "recovery", "operator"]


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody: a guest, or a bot with an owner."""

    id: str
    name: str
    epoch: int = 0
    operator: bool = False
    banned: bool = False
    owner: str | None = None
    token: str | None = None
    stored: bool = False
    muted: frozenset[str] = frozenset()

    def to_json(self) -> dict[str, Any]:
        """What a person may know of themselves."""
        return {
            "id": self.id,
            "name": self.name,
            "operator": self.operator,
            "bot": self.owner is not None,
            "muted": sorted(self.muted),
        }


def guest(account_id: str, epoch: int = 0) -> Account:
    """Somebody of whom nothing is known yet, called a guest in the language in use."""
    return Account(account_id, _("Guest {number}").format(number=int(account_id[:8], 16) % 9000 + 1000), epoch)


def normalize_name(name: str) -> str:
    """A name that can be shown; `RequestError("bad_name")` otherwise."""
    tidy = " ".join(name.split())
    if not 1 <= len(tidy) <= MAX_NAME_LENGTH or not tidy.isprintable():
        raise RequestError("bad_name", longest=MAX_NAME_LENGTH)
    return tidy


class AccountService:
    """Finds people by what they show, and remembers what changes about them."""

    def __init__(self, store: Store, key: bytes) -> None:
        self._store = store
        self._key = key
        self._kept: dict[str, Account] = {}

    # who is this

    def sign_cookie(self, account: Account) -> str:
        """What this person shows next time."""
        return tokens.sign(self._key, account.id, account.epoch)

    async def by_cookie(self, cookie: str) -> Account | None:
        """The person of a cookie; None when it is not ours or was revoked."""
        found = tokens.verify(self._key, cookie)
        if found is None:
            return None
        account = await self.find(found[0]) or guest(found[0])
        return account if account.epoch == found[1] and not account.owner else None

    async def by_token(self, token: str) -> Account:
        """The bot of a token; `RequestError("bad_token")` when there is none."""
        bot = tokens.bot_of(token)
        account = await self.find(bot) if bot else None
        if account is None or account.token is None or not tokens.same(account.token, tokens.hashed(token)):
            raise RequestError("bad_token")
        return account

    async def find(self, account_id: str) -> Account | None:
        """The person of that id, if written down."""
        if kept := self._kept.get(account_id):
            return kept

        def read(connection: Connection) -> Account | None:
            row = connection.execute(select(accounts).where(accounts.c.id == account_id)).one_or_none()
            if row is None:
                return None
            muted = connection.scalars(select(mutes.c.muted).where(mutes.c.account_id == account_id)).all()
            known = {name: getattr(row, name) for name in ("id", "name", "epoch", "operator", "banned", "owner", "token")}
            return Account(**known, stored=True, muted=frozenset(muted))

        found = await self._store.read(read)
        return self._keep(found) if found else None

    def _keep(self, account: Account) -> Account:
        self._kept.pop(account.id, None)
        self._kept[account.id] = account
        if len(self._kept) > MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        return account

    def evict(self, account_id: str) -> None:
        """Looks that person up anew next time."""
        self._kept.pop(account_id, None)

    # what changes

    async def save(self, account: Account, now: int) -> Account:
        """The person, written down."""
        if account.stored:
            return account
        row = {"id": account.id, "name": account.name, "created": now}
        await self._store.write(lambda connection: connection.execute(upsert(accounts).values(row).on_conflict_do_nothing()))
        return self._keep(replace(account, stored=True))

    async def update(self, account: Account, now: int, **changes: Any) -> Account:
        """The person with a new name, rights or epoch."""
        known = await self.save(account, now)
        await self._store.write(
            lambda connection: connection.execute(update(accounts).where(accounts.c.id == account.id).values(changes))
        )
        return self._keep(replace(known, **changes))

    async def set_muted(self, account: Account, muted: str, now: int, *, on: bool) -> Account:
        """Does not show this person what another one writes, or does so again."""
        known = await self.save(account, now)
        row = {"account_id": account.id, "muted": muted}

        def write(connection: Connection) -> None:
            if on:
                connection.execute(upsert(mutes).values(row).on_conflict_do_nothing())
            else:
                connection.execute(delete(mutes).where(mutes.c.account_id == account.id, mutes.c.muted == muted))

        if on and len(known.muted) >= 1000:
            raise RequestError("too_large", most=1000)
        await self._store.write(write)
        return self._keep(replace(known, muted=known.muted | {muted} if on else known.muted - {muted}))

    # links

    async def create_link(self, kind: LinkKind, account: Account | None, now: int) -> str:
        """A token that makes another device this person's: once within minutes, or as often as it is needed to recover."""
        token = tokens.new_token()
        row = {
            "hash": tokens.hashed(token),
            "kind": kind,
            "account_id": account.id if account else None,
            "expires": now + DEVICE_LINK if kind == "device" else None,
        }

        def write(connection: Connection) -> None:
            if kind == "operator":  # the one printed last is the one that counts
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
        """What a link would do; it stays usable. `RequestError("bad_link")`."""
        query = select(links.c.kind, links.c.account_id, links.c.expires).where(links.c.hash == tokens.hashed(token))
        row = await self._store.read(lambda connection: connection.execute(query).one_or_none())
        if row is None or (row.expires is not None and row.expires < now):
            raise RequestError("bad_link")
        return row.kind, await self.find(row.account_id) if row.account_id else None

    async def redeem_link(self, token: str, visitor: Account, now: int) -> Account:
        """Who the visitor is from now on. Links for a device and for the operator work once."""
        kind, account = await self.peek_link(token, now)
        if kind != "recovery":
            used = delete(links).where(links.c.hash == tokens.hashed(token))
            if not await self._store.write(lambda connection: connection.execute(used).rowcount):
                raise RequestError("bad_link")
        if kind == "operator":
            return await self.update(visitor, now, operator=True)
        if account is None:
            raise RequestError("bad_link")
        return account

    # bots

    async def create_bot(self, owner: Account, name: str, now: int, most: int) -> tuple[Account, str]:
        """A bot of this person, and its token, which nobody can read again."""
        known = await self.save(owner, now)
        if known.owner:
            raise RequestError("not_yours")
        bot = tokens.new_account_id()
        token = tokens.new_bot_token(bot)
        made = Account(bot, normalize_name(name), owner=known.id, token=tokens.hashed(token), stored=True)
        row = {"id": bot, "name": made.name, "created": now, "owner": known.id, "token": made.token}

        def write(connection: Connection) -> None:
            count = connection.scalar(select(func.count()).select_from(accounts).where(accounts.c.owner == known.id))
            if (count or 0) >= most:
                raise RequestError("too_large", most=most)
            connection.execute(insert(accounts).values(row))

        await self._store.write(write)
        return self._keep(made), token

    async def list_bots(self, owner: Account) -> list[Account]:
        """The bots of a person."""
        query = select(accounts.c.id).where(accounts.c.owner == owner.id).order_by(accounts.c.created)
        found = await self._store.read(lambda connection: connection.scalars(query).all())
        return [bot for one in found if (bot := await self.find(one))]

    async def renew_bot_token(self, owner: Account, bot: str, now: int) -> str:
        """Another token for a bot; the old one is worthless from now on."""
        found = await self.find(bot)
        if not found or found.owner != owner.id:
            raise RequestError("no_such_person")
        token = tokens.new_bot_token(bot)
        await self.update(found, now, token=tokens.hashed(token))
        return token
