"""Routes for operators: reported chat messages, bans, deletion of accounts, figures of the running server."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Controller, get, post
from msgspec import Meta, Struct
from sqlalchemy import func, select

from ..accounts.service import make_guest
from ..context import AppContext
from ..errors import RequestError
from ..maintenance.delete_account import delete_account
from ..matches import chat
from ..store import schema
from .account import AccountId
from .auth import require_operator

MAX_REPORTS = 200


class HideRequest(Struct, forbid_unknown_fields=True, frozen=True):
    """The id of the chat message to hide."""

    chat_id: Annotated[int, Meta(ge=0, le=2**53)]


class BanRequest(Struct, forbid_unknown_fields=True, frozen=True):
    """The account to ban, or to unban with `on` false."""

    account_id: AccountId
    on: bool = True


class DeletionRequest(Struct, forbid_unknown_fields=True, frozen=True):
    """The account to delete."""

    account_id: AccountId


class OperatorController(Controller):
    """For accounts that redeemed the operator link, which is printed at the start."""

    path = "/api/operator"
    tags = ("operator",)
    guards = (require_operator,)

    @get("/reports", summary="Open reports of chat messages")
    async def list_reports(self, context: AppContext) -> dict[str, Any]:
        """The newest first."""
        reports, messages = schema.reports, schema.chat
        query = (
            select(
                reports.c.id,
                reports.c.at,
                reports.c.reason,
                messages.c.id.label("chat_id"),
                messages.c.text,
                messages.c.account_id,
                messages.c.name,
                messages.c.match_id,
                reports.c.account_id.label("reporter"),
            )
            .join(messages, messages.c.id == reports.c.chat_id)
            .where(reports.c.closed.is_(False))
            .order_by(reports.c.id.desc())
            .limit(MAX_REPORTS)
        )
        rows = await context.store.read(lambda connection: connection.execute(query).mappings().all())
        return {"reports": [dict(row) for row in rows]}

    @post("/hide", summary="Hide a chat message", status_code=200)
    async def hide(self, context: AppContext, data: HideRequest) -> dict[str, Any]:
        """Hides it from everybody and closes the reports about it."""
        await chat.hide(context.matches, data.chat_id)
        return {}

    @post("/ban", summary="Ban or unban an account", status_code=200)
    async def ban(self, context: AppContext, data: BanRequest) -> dict[str, Any]:
        """A banned account can watch, but change nothing. Its bots are banned with it."""
        account = await context.accounts.find(data.account_id) or make_guest(data.account_id)
        for banned in (account, *await context.accounts.list_bots(account)):
            await context.accounts.update(banned, context.matches.now(), banned=data.on)
            if data.on:
                context.disconnect(banned.id)
        return {}

    @post("/delete-account", summary="Delete an account on request of its owner", status_code=200)
    async def delete_account(self, context: AppContext, data: DeletionRequest) -> dict[str, Any]:
        """Same as `DELETE /api/me` by the account itself."""
        account = await context.accounts.find(data.account_id)
        if account is None:
            raise RequestError("no_such_person")
        await delete_account(context.matches, context.accounts, account)
        context.disconnect(account.id)
        return {}

    @get("/state", summary="Figures about the running server")
    async def show_state(self, context: AppContext) -> dict[str, Any]:
        """`clocks` counts running clocks, `studies` running and queued searches."""
        query = select(schema.matches.c.status, func.count()).group_by(schema.matches.c.status)
        counts = await context.store.read(lambda connection: connection.execute(query).all())
        return {
            "started": round(context.started * 1000),
            "matches": dict(tuple(row) for row in counts),
            "sockets": len(context.sockets),
            "clocks": len(context.matches.deadlines),
            "studies": len(context.studies),
        }
