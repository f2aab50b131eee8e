"""Routes of the visitor's own account: name, links to other devices, mutes, bots, export and deletion."""

from __future__ import annotations

import asyncio
from io import BytesIO
from typing import Annotated, Literal
from urllib.parse import urlsplit

import segno
from litestar import Controller, Response, delete, get, patch, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, Parameter
from msgspec import Meta, Struct

from tablier.match.commands import PlayerName

from ..accounts.service import Account
from ..context import AppContext
from ..listening import ANY_HOST
from ..maintenance.delete_account import delete_account
from ..maintenance.export_account import export_account
from ..matches.clock import wall_clock_ms
from ..network import network_address
from .auth import forbid_bots, make_identity_cookie, new_guest
from .dependencies import AnyRequest
from .hosts import request_host
from .request_info import client_address, request_language
from .responses import (
    AccountBody,
    AddressBody,
    BotsBody,
    BotTokenBody,
    EmptyBody,
    ExportBody,
    LinkBody,
    NewBotBody,
    SignedOutBody,
    json_response,
)

# Links have up to 64 characters besides the host. The limit leaves 116 for the host: a code of version 9, some 10 ms to render.
MAX_QR_LENGTH = 180

AccountId = Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
QrText = Annotated[str, Parameter(min_length=1, max_length=MAX_QR_LENGTH, pattern="^[!-~]+$", description="an address")]


class NameRequest(Struct, forbid_unknown_fields=True, frozen=True):
    """The name of an account or a bot."""

    name: PlayerName


class LinkRequest(Struct, forbid_unknown_fields=True, frozen=True):
    """The kind of link: for another `device` (valid once, for 15 minutes), or for `recovery` (valid until replaced)."""

    kind: Literal["device", "recovery"] = "device"


class MuteRequest(Struct, forbid_unknown_fields=True, frozen=True):
    """The account to mute, or to unmute with `muted` false."""

    account_id: AccountId
    muted: bool = True


class LinkToken(Struct, forbid_unknown_fields=True, frozen=True):
    """The token at the end of a link's address."""

    token: Annotated[str, Meta(min_length=8, max_length=100)]


def site_address(request: AnyRequest, context: AppContext) -> str:
    """The public address of the server, or the one that the request was sent to, which `check_host` has admitted."""
    return context.settings.url.rstrip("/") or f"{request.url.scheme}://{request_host(request.scope)}"


def _identity_response(context: AppContext, account: Account) -> Response[AccountBody]:
    """The account as JSON, with its identity cookie."""
    response: Response[AccountBody] = json_response(account.to_json())
    response.set_cookie(make_identity_cookie(context, account))
    return response


class AccountController(Controller):
    """The visitor's own account."""

    path = "/api/me"
    tags = ("me",)

    @get(summary="Your account")
    async def show(
        self, context: NamedDependency[AppContext], request: AnyRequest, visitor: NamedDependency[Account | None]
    ) -> Response[AccountBody]:
        """A client without an identity cookie gets a new guest account and its cookie."""
        if visitor is None:
            return _identity_response(context, new_guest(request_language(request.scope)))
        return json_response(visitor.to_json())

    @patch(summary="Change the name")
    async def rename(
        self, context: NamedDependency[AppContext], account: NamedDependency[Account], data: JSONBody[NameRequest]
    ) -> Response[AccountBody]:
        """Applies to new matches; existing matches keep the old name."""
        renamed = await context.accounts.rename(account, data.name, context.matches.now())
        return json_response(renamed.to_json())

    @post("/links", summary="Create a link to sign in on another device", status_code=201, guards=[forbid_bots])
    async def create_link(
        self,
        context: NamedDependency[AppContext],
        request: AnyRequest,
        account: NamedDependency[Account],
        data: JSONBody[LinkRequest],
    ) -> LinkBody:
        """The device that opens the link signs in to this account. A new recovery link invalidates the previous one."""
        token = await context.accounts.create_link(data.kind, account, wall_clock_ms())
        return LinkBody(url=f"{site_address(request, context)}/enter/{token}", kind=data.kind)

    @post("/enter", summary="Redeem a link", status_code=200)
    async def redeem_link(
        self,
        context: NamedDependency[AppContext],
        request: AnyRequest,
        visitor: NamedDependency[Account | None],
        data: JSONBody[LinkToken],
    ) -> Response[AccountBody]:
        """Same as opening the link in a browser and confirming. It counts against the limit of new accounts."""
        context.new_guests.take(client_address(request.scope, context.settings))
        account = await context.accounts.redeem_link(data.token, visitor or new_guest(), wall_clock_ms())
        return _identity_response(context, account)

    @post("/sign-out-everywhere", summary="Sign out on all other devices", status_code=200, guards=[forbid_bots])
    async def sign_out_everywhere(
        self, context: NamedDependency[AppContext], account: NamedDependency[Account]
    ) -> Response[SignedOutBody]:
        """Invalidates all cookies except the one in the response, all links and push subscriptions, and the bots' tokens.

        `bots` lists the bots whose token was revoked; each needs a new one.
        """
        signed_out, bots = await context.accounts.sign_out_everywhere(account, context.matches.now())
        context.push.subscriptions.accounts.discard(account.id)
        body = {**signed_out.to_json(), "bots": [{"id": bot.id, "name": bot.name} for bot in bots]}
        response: Response[SignedOutBody] = json_response(body)
        response.set_cookie(make_identity_cookie(context, signed_out))
        return response

    @post("/mutes", summary="Mute or unmute an account", status_code=200)
    async def mute(
        self, context: NamedDependency[AppContext], account: NamedDependency[Account], data: JSONBody[MuteRequest]
    ) -> Response[AccountBody]:
        """Chat messages of a muted account are hidden from this account only."""
        now = context.matches.now()
        return json_response((await context.accounts.set_muted(account, data.account_id, now, muted=data.muted)).to_json())

    @get("/bots", summary="Your bots")
    async def list_bots(self, context: NamedDependency[AppContext], account: NamedDependency[Account]) -> Response[BotsBody]:
        """A bot is an account for a program."""
        return json_response({"bots": [bot.to_json() for bot in await context.accounts.list_bots(account)]})

    @post("/bots", summary="Create a bot", status_code=201)
    async def create_bot(
        self, context: NamedDependency[AppContext], account: NamedDependency[Account], data: JSONBody[NameRequest]
    ) -> Response[NewBotBody]:
        """The token is returned only once. Send it as `Authorization: Bearer …`."""
        limit = context.settings.max_bots_per_account
        bot, token = await context.accounts.create_bot(account, data.name, context.matches.now(), limit)
        return json_response({**bot.to_json(), "token": token}, status_code=201)

    @post("/bots/{bot:str}/token", summary="Replace the token of a bot", status_code=201)
    async def renew_bot_token(
        self,
        context: NamedDependency[AppContext],
        account: NamedDependency[Account],
        bot: Annotated[str, Parameter(max_length=16)],
    ) -> BotTokenBody:
        """The old token becomes invalid."""
        return BotTokenBody(id=bot, token=await context.accounts.renew_bot_token(account, bot, context.matches.now()))

    @get("/export", summary="All stored data about the account")
    async def export(
        self, context: NamedDependency[AppContext], request: AnyRequest, account: NamedDependency[Account]
    ) -> Response[ExportBody]:
        """One JSON file. An account has one export at a time, and one a minute with bursts of three."""
        with context.acquire_export(account, client_address(request.scope, context.settings)):
            body = await context.store.read_long(lambda connection: export_account(connection, account.id))
        name = f"tablier-{account.id}.json"
        return json_response(body, headers={"content-disposition": f'attachment; filename="{name}"'})

    @delete(summary="Delete the account", status_code=200)
    async def delete_own_account(
        self, context: NamedDependency[AppContext], account: NamedDependency[Account]
    ) -> Response[EmptyBody]:
        """Leaves running matches and removes name, chat and identity. This cannot be undone."""
        await delete_account(context.matches, context.accounts, account.id)
        response = Response(EmptyBody())
        response.set_cookie(make_identity_cookie(context, None))
        return response


@get("/api/qr", summary="An address as a QR code", media_type="image/svg+xml", tags=["me"])
async def make_qr_code(
    context: NamedDependency[AppContext], request: AnyRequest, visitor: NamedDependency[Account | None], text: QrText
) -> Response[str]:
    """An SVG image. Limited to two a second, with bursts of 60."""
    context.qr_codes.take(client_address(request.scope, context.settings))
    async with context.qr_lock:
        svg = await asyncio.to_thread(_render_qr_code, text)
    return Response(svg, media_type="image/svg+xml")


def _render_qr_code(text: str) -> str:
    svg = BytesIO()
    segno.make(text, error="m", micro=False).save(svg, kind="svg", scale=4, border=2, xmldecl=False)
    return svg.getvalue().decode()


@get("/api/address", summary="The server's address for other devices", tags=["me"])
async def show_address(
    context: NamedDependency[AppContext], request: AnyRequest, visitor: NamedDependency[Account | None]
) -> AddressBody:
    """For a request to `localhost`, the address on the local network if the server listens there."""
    address, settings = site_address(request, context), context.settings
    parts = urlsplit(address)
    on_all_networks = not settings.url and settings.host in ANY_HOST
    if on_all_networks and parts.hostname in ("localhost", "127.0.0.1", "::1") and (local := network_address()):
        address = f"{parts.scheme}://{local}" + (f":{parts.port}" if parts.port else "")
    return AddressBody(address=address)
