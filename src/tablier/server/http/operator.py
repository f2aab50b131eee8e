"""Routes for operators: accounts, matches, reports, bans, operators, audit log, figures of the running server."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromQuery, JSONBody, Parameter
from msgspec import Meta, Struct
from sqlalchemy import ColumnElement, Select, func, or_, select

from tablier import match as match_commands
from tablier.match import Match

from ..accounts.audit import OperatorAction
from ..accounts.service import COLUMNS, Account
from ..context import AppContext
from ..errors import RequestError
from ..maintenance.delete_account import delete_account
from ..matches import chat
from ..matches.departure import leave_matches
from ..store.schema import accounts, audit_log, events, matches, participants, reports
from ..store.schema import chat as messages
from .account import AccountId
from .auth import require_operator
from .responses import (
    AccountDetails,
    AccountPage,
    AddressBansBody,
    AuditPage,
    EmptyBody,
    MatchPage,
    NetworkBody,
    OperatorPage,
    ReportPage,
    RulingBody,
    StateBody,
    json_response,
)

MAX_PAGE = 100
MAX_OFFSET = 2**31
SHOWN_COLUMNS = [accounts.c[name] for name in (*COLUMNS, "created_at") if name not in ("epoch", "token")]

AccountIdParameter = Annotated[str, Parameter(pattern="^[0-9a-f]{16}$")]
Offset = Annotated[int, Parameter(ge=0, le=MAX_OFFSET, description="the number of rows to skip")]
Limit = Annotated[int, Parameter(ge=1, le=MAX_PAGE, description="the number of rows of a page")]
Reason = Annotated[str, Meta(max_length=500, description="for the audit log")]
Until = Annotated[int, Meta(ge=0, le=2**53, description="the end in milliseconds since the epoch; null for no end")]
RowId = Annotated[int, Meta(ge=0, le=2**53)]


class HideRequest(Struct, forbid_unknown_fields=True, frozen=True):
    """The chat message to hide, or to show again with `hidden` false."""

    chat_id: RowId
    hidden: bool = True
    reason: Reason = ""


class ReportRequest(Struct, forbid_unknown_fields=True, frozen=True):
    """The report to close."""

    report_id: RowId
    reason: Reason = ""


class BanRequest(Struct, forbid_unknown_fields=True, frozen=True):
    """The account to ban, or to unban with `banned` false."""

    account_id: AccountId
    banned: bool = True
    until: Until | None = None
    reason: Reason = ""


class AddressBanRequest(Struct, forbid_unknown_fields=True, frozen=True):
    """The address to ban, or to unban with `banned` false: an IPv4 address, an IPv6 address or its /64 network."""

    address: Annotated[str, Meta(min_length=2, max_length=60)]
    banned: bool = True
    until: Until | None = None
    reason: Reason = ""


class AccountRequest(Struct, forbid_unknown_fields=True, frozen=True):
    """The account to delete or to add a note about, or whose operator rights to revoke."""

    account_id: AccountId
    reason: Reason = ""


class RulingRequest(Struct, forbid_unknown_fields=True, frozen=True):
    """The result of the match: `winner` is a seat for `win`. `abort` also ends a match that waits for players."""

    result: Literal["win", "draw", "abort"]
    winner: Annotated[int, Meta(ge=0, le=7)] | None = None
    reason: Reason = ""


class OperatorController(Controller):
    """For operators. The transaction of every change checks the operator again and writes to the audit log."""

    path = "/api/operator"
    tags = ("operator",)
    guards = (require_operator,)

    # chat

    @get("/reports", summary="Reports of chat messages")
    async def list_reports(
        self, context: NamedDependency[AppContext], closed: FromQuery[bool] = False, offset: Offset = 0, limit: Limit = MAX_PAGE
    ) -> Response[ReportPage]:
        """The open ones or the closed ones, the newest first."""
        return json_response(await _read_page(context, "reports", _select_reports(reports.c.closed.is_(closed)), offset, limit))

    @post("/close-report", summary="Close a report", status_code=200)
    async def close_report(
        self, context: NamedDependency[AppContext], account: NamedDependency[Account], data: JSONBody[ReportRequest]
    ) -> EmptyBody:
        """Leaves the chat message as it is."""
        await chat.close_report(context.matches, data.report_id, _action(context, account, data.reason))
        return EmptyBody()

    @post("/hide", summary="Hide or show a chat message", status_code=200)
    async def hide(
        self, context: NamedDependency[AppContext], account: NamedDependency[Account], data: JSONBody[HideRequest]
    ) -> EmptyBody:
        """Hiding it closes the reports about it."""
        action = _action(context, account, data.reason)
        await chat.set_hidden(context.matches, data.chat_id, action, hidden=data.hidden)
        return EmptyBody()

    # accounts

    @get("/accounts", summary="Search accounts")
    async def list_accounts(
        self,
        context: NamedDependency[AppContext],
        search: Annotated[str, Parameter(max_length=60)] = "",
        offset: Offset = 0,
        limit: Limit = MAX_PAGE,
    ) -> Response[AccountPage]:
        """Those whose id begins with `search` or whose name contains it, the newest first. Deleted ones have no name."""
        query = select(*SHOWN_COLUMNS)
        if search:
            query = query.where(
                or_(accounts.c.id.startswith(search, autoescape=True), accounts.c.name.contains(search, autoescape=True))
            )
        return json_response(await _read_page(context, "accounts", query.order_by(accounts.c.created_at.desc()), offset, limit))

    @get("/accounts/{account_id:str}", summary="One account")
    async def show_account(
        self, context: NamedDependency[AppContext], account_id: AccountIdParameter
    ) -> Response[AccountDetails]:
        """With its bots, its last matches, the last reports about it, and the audit log about it."""
        page = await _read_page(context, "accounts", select(*SHOWN_COLUMNS).where(accounts.c.id == account_id))
        if not page["accounts"]:
            raise RequestError("no_such_person")
        parts = {
            "bots": select(*SHOWN_COLUMNS).where(accounts.c.owner_id == account_id),
            "matches": _select_matches().where(_plays(account_id)),
            "reports": _select_reports(messages.c.account_id == account_id),
            "audit": select(audit_log).where(audit_log.c.target == account_id).order_by(audit_log.c.id.desc()),
        }
        details = {name: (await _read_page(context, name, query))[name] for name, query in parts.items()}
        return json_response({"account": page["accounts"][0], **details})

    @post("/ban", summary="Ban or unban an account", status_code=200)
    async def ban(
        self, context: NamedDependency[AppContext], account: NamedDependency[Account], data: JSONBody[BanRequest]
    ) -> EmptyBody:
        """A banned account can only read over HTTP. Its bots are banned with it.

        It leaves its running matches, and its matches that wait for players are aborted.
        """
        action = _action(context, account, data.reason)
        if data.banned:
            for banned in await context.accounts.ban(data.account_id, data.until, action):
                await leave_matches(context.matches, banned.id)
        else:
            await context.accounts.unban(data.account_id, action)
        return EmptyBody()

    @post("/delete-account", summary="Delete an account on request of its owner", status_code=200)
    async def delete_account(
        self, context: NamedDependency[AppContext], account: NamedDependency[Account], data: JSONBody[AccountRequest]
    ) -> EmptyBody:
        """Same as `DELETE /api/me` by the account itself."""
        action = _action(context, account, data.reason)
        await delete_account(context.matches, context.accounts, data.account_id, action)
        return EmptyBody()

    @post("/note", summary="Add a note about an account", status_code=200)
    async def add_note(
        self, context: NamedDependency[AppContext], account: NamedDependency[Account], data: JSONBody[AccountRequest]
    ) -> EmptyBody:
        """The `reason` becomes an entry of the audit log about the account. Nothing else changes."""
        action = _action(context, account, data.reason)
        await context.store.write(lambda connection: action.log(connection, "note", data.account_id))
        return EmptyBody()

    @get("/address-bans", summary="Banned addresses")
    async def list_address_bans(self, context: NamedDependency[AppContext]) -> Response[AddressBansBody]:
        """The newest first; some may have ended."""
        return json_response({"address_bans": await context.address_bans.list_all()})

    @post("/address-bans", summary="Ban or unban an address", status_code=200)
    async def ban_address(
        self, context: NamedDependency[AppContext], account: NamedDependency[Account], data: JSONBody[AddressBanRequest]
    ) -> NetworkBody:
        """Every request from a banned address is refused. An IPv6 address stands for its /64 network."""
        action = _action(context, account, data.reason)
        if not data.banned:
            return NetworkBody(network=await context.address_bans.remove(data.address, action))
        return NetworkBody(network=await context.address_bans.add(data.address, data.until, action))

    # matches

    @get("/matches", summary="List matches")
    async def list_matches(
        self,
        context: NamedDependency[AppContext],
        status: FromQuery[Literal["waiting", "running", "over"] | None] = None,
        game: Annotated[str, Parameter(max_length=40)] = "",
        account_id: FromQuery[AccountIdParameter | None] = None,
        offset: Offset = 0,
        limit: Limit = MAX_PAGE,
    ) -> Response[MatchPage]:
        """Public and private ones, the newest first."""
        query = _select_matches()
        if status:
            query = query.where(matches.c.status == status)
        if game:
            query = query.where(matches.c.edition.startswith(f"{game}:", autoescape=True))
        if account_id:
            query = query.where(_plays(account_id))
        return json_response(await _read_page(context, "matches", query, offset, limit))

    @post("/matches/{match_id:str}/end", summary="End a match", status_code=200)
    async def end_match(
        self,
        context: NamedDependency[AppContext],
        account: NamedDependency[Account],
        match_id: Annotated[str, Parameter(max_length=40)],
        data: JSONBody[RulingRequest],
    ) -> RulingBody:
        """Adds a `ruling` event. Returns its number."""
        if (data.result == "win") != (data.winner is not None):
            raise RequestError("bad_request", why="winner: needed for `win` only")
        action = _action(context, account, data.reason)

        def change(match: Match, now: int) -> Match:
            return match_commands.abort(match, now) if data.result == "abort" else match_commands.rule(match, data.winner, now)

        detail = data.result if data.winner is None else f"{data.result} {data.winner}"
        receipt = await context.matches.submit(
            await context.matches.find(match_id),
            change,
            statement=lambda connection: action.log(connection, "end_match", match_id, detail),
        )
        return RulingBody(number=receipt.number)

    # operators

    @get("/operators", summary="The operators")
    async def list_operators(
        self, context: NamedDependency[AppContext], offset: Offset = 0, limit: Limit = MAX_PAGE
    ) -> Response[OperatorPage]:
        """`tablier operator-link` prints a link that makes an account an operator."""
        return json_response(
            await _read_page(context, "operators", select(*SHOWN_COLUMNS).where(accounts.c.operator), offset, limit)
        )

    @post("/revoke-operator", summary="Make an operator an ordinary account", status_code=200)
    async def revoke_operator(
        self, context: NamedDependency[AppContext], account: NamedDependency[Account], data: JSONBody[AccountRequest]
    ) -> EmptyBody:
        """Also possible for oneself."""
        await context.accounts.revoke_operator(data.account_id, _action(context, account, data.reason))
        return EmptyBody()

    @get("/audit", summary="The audit log")
    async def list_audit(
        self,
        context: NamedDependency[AppContext],
        target: Annotated[str, Parameter(max_length=60)] = "",
        offset: Offset = 0,
        limit: Limit = MAX_PAGE,
    ) -> Response[AuditPage]:
        """What operators did, the newest first. `target` is the id of an account, match, report or message, or a network."""
        query = select(audit_log).order_by(audit_log.c.id.desc())
        return json_response(
            await _read_page(context, "audit", query.where(audit_log.c.target == target) if target else query, offset, limit)
        )

    @get("/state", summary="Figures about the running server")
    async def show_state(self, context: NamedDependency[AppContext]) -> StateBody:
        """`clocks` counts running clocks, `studies` running and queued searches."""
        query = select(matches.c.status, func.count()).group_by(matches.c.status)
        counts = await context.store.read(lambda connection: connection.execute(query).all())
        return StateBody(
            started_at=round(context.started * 1000),
            matches=dict(tuple(row) for row in counts),
            sockets=len(context.sockets),
            clocks=len(context.matches.deadlines),
            studies=len(context.studies),
        )


def _action(context: AppContext, operator: Account, reason: str) -> OperatorAction:
    return OperatorAction(operator, context.matches.now(), reason)


async def _read_page(
    context: AppContext, name: str, query: Select[Any], offset: int = 0, limit: int = MAX_PAGE
) -> dict[str, Any]:
    """Return one page of rows under `name`, and `next_offset`, which is null on the last page."""
    one_more = query.offset(offset).limit(limit + 1)
    rows = await context.store.read(lambda connection: connection.execute(one_more).mappings().all())
    return {name: [dict(row) for row in rows[:limit]], "next_offset": offset + limit if len(rows) > limit else None}


def _select_reports(condition: ColumnElement[bool]) -> Select[Any]:
    return (
        select(
            reports.c.id,
            reports.c.at,
            reports.c.reason,
            reports.c.closed,
            messages.c.id.label("chat_id"),
            messages.c.text,
            messages.c.hidden,
            messages.c.account_id,
            messages.c.name,
            messages.c.match_id,
            reports.c.account_id.label("reporter"),
        )
        .join(messages, messages.c.id == reports.c.chat_id)
        .where(condition)
        .order_by(reports.c.id.desc())
    )


def _select_matches() -> Select[Any]:
    names = select(func.group_concat(participants.c.name, ", ")).where(participants.c.match_id == matches.c.id)
    last_number = select(func.max(events.c.number)).where(events.c.match_id == matches.c.id)
    return select(
        matches.c.id.label("match_id"),
        matches.c.edition,
        matches.c.status,
        matches.c.public,
        matches.c.created_at,
        matches.c.owner_id,
        names.scalar_subquery().label("players"),
        last_number.scalar_subquery().label("events"),
    ).order_by(matches.c.created_at.desc())


def _plays(account_id: str) -> ColumnElement[bool]:
    return matches.c.id.in_(select(participants.c.match_id).where(participants.c.account_id == account_id))
