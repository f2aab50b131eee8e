"""The operator: what was reported, hiding, banning."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Controller, get, post
from msgspec import Meta, Struct
from sqlalchemy import func, select

from ..accounts.service import Account, make_guest
from ..context import AppContext
from ..errors import RequestError
from ..maintenance.delete_account import delete_account
from ..matches import chat
from ..store import schema


class Line(Struct, forbid_unknown_fields=True, frozen=True):
    """A line of chat."""

    chat: Annotated[int, Meta(ge=0, le=2**53)]


class Ban(Struct, forbid_unknown_fields=True, frozen=True):
    """Somebody to be banned, or allowed again."""

    account_id: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
    on: bool = True


class Somebody(Struct, forbid_unknown_fields=True, frozen=True):
    """A person."""

    account_id: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]


def _check(account: Account) -> None:
    if not account.operator:
        raise RequestError("not_operator")


class Operator(Controller):
    """For whoever opened the link printed at the start."""

    path = "/api/operator"
    tags = ("operator",)

    @get("/reports", summary="What people reported and nobody has dealt with")
    async def reports(self, context: AppContext, account: Account) -> dict[str, Any]:
        """The newest first."""
        _check(account)
        reports, said = schema.reports, schema.chat
        query = (
            select(
                reports.c.id, reports.c.at, reports.c.why, said.c.id.label("chat"), said.c.text, said.c.account_id, said.c.name
            )
            .add_columns(said.c.match_id, reports.c.account_id.label("reporter"))
            .join(said, said.c.id == reports.c.chat)
            .where(reports.c.closed.is_(False))
            .order_by(reports.c.id.desc())
            .limit(200)
        )
        rows = await context.store.read(lambda connection: connection.execute(query).mappings().all())
        return {"reports": [dict(row) for row in rows]}

    @post("/hide", summary="Hide a line of chat", status_code=200)
    async def hide(self, context: AppContext, account: Account, data: Line) -> dict[str, Any]:
        """From everybody; the reports about it are closed."""
        _check(account)
        await chat.hide(context.matches, data.chat)
        return {}

    @post("/ban", summary="Ban somebody, or allow them again", status_code=200)
    async def ban(self, context: AppContext, account: Account, data: Ban) -> dict[str, Any]:
        """Who is banned can watch, and change nothing. Their bots are banned with them."""
        _check(account)
        found = await context.accounts.find(data.account_id) or make_guest(data.account_id)
        for one in (found, *await context.accounts.list_bots(found)):
            await context.accounts.update(one, context.matches.now(), banned=data.on)
            if data.on:
                context.disconnect(one.id)
        return {}

    @post("/forget", summary="Forget somebody who asked for it", status_code=200)
    async def forget(self, context: AppContext, account: Account, data: Somebody) -> dict[str, Any]:
        """As if they had done it themselves."""
        _check(account)
        found = await context.accounts.find(data.account_id)
        if found is None:
            raise RequestError("no_such_person")
        await delete_account(context.matches, context.accounts, found)
        context.disconnect(found.id)
        return {}

    @get("/state", summary="How the server is doing")
    async def state(self, context: AppContext, account: Account) -> dict[str, Any]:
        """Some figures."""
        _check(account)
        stored = schema.matches
        query = select(stored.c.status, func.count()).group_by(stored.c.status)
        counts = await context.store.read(lambda connection: connection.execute(query).all())
        return {
            "started": round(context.started * 1000),
            "matches": dict(tuple(row) for row in counts),
            "sockets": len(context.sockets),
            "clocks": len(context.matches.deadlines),
            "studies": len(context.studies),
        }
