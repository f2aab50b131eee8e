"""Routes of the visitor's own account: name, links to other devices, mutes, bots, export and deletion."""

from __future__ import annotations

from io import BytesIO
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

import segno
from litestar import Controller, MediaType, Response, delete, get, patch, post
from litestar.params import Parameter
from msgspec import Meta, Struct

from tablier.match.commands import PlayerName

from ..accounts.service import Account, normalize_name
from ..context import AppContext
from ..maintenance.delete_account import delete_account
from ..maintenance.export_account import export_account
from ..network import network_address
from .auth import IDENTITY_COOKIE, forbid_bots, make_identity_cookie, new_guest
from .dependencies import AnyRequest
from .request_info import client_address, request_language

AccountId = Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]


class NameRequest(Struct, forbid_unknown_fields=True, frozen=True):
    """The name of an account or a bot."""

    name: PlayerName


class LinkRequest(Struct, forbid_unknown_fields=True, frozen=True):
    """The kind of link: for another `device` (valid once, for 15 minutes), or for `recovery` (valid until replaced)."""

    kind: Literal["device", "recovery"] = "device"


class MuteRequest(Struct, forbid_unknown_fields=True, frozen=True):
    """The account to mute, or to unmute with `on` false."""

    account_id: AccountId
    on: bool = True


class LinkToken(Struct, forbid_unknown_fields=True, frozen=True):
    """The token at the end of a link's address."""

    token: Annotated[str, Meta(min_length=8, max_length=100)]


def site_address(request: AnyRequest, context: AppContext) -> str:
    """The public address of the server, or the one that the request was sent to."""
    return context.settings.url.rstrip("/") or f"{request.url.scheme}://{request.headers.get('host', 'localhost')}"


def _identity_response(context: AppContext, account: Account) -> Response[Any]:
    """The account as JSON, with its identity cookie."""
    response: Response[Any] = Response(account.to_json())
    response.set_cookie(make_identity_cookie(context, account))
    return response


class AccountController(Controller):
    """The visitor's own account."""

    path = "/api/me"
    tags = ("me",)

    @get(summary="The own account")
    async def show(self, context: AppContext, request: AnyRequest, visitor: Account | None) -> Response[Any]:
        """A client without an identity cookie gets a new guest account and its cookie."""
        if visitor is None:
            return _identity_response(context, new_guest(request_language(request.scope)))
        return Response(visitor.to_json())

    @patch(summary="Change the name")
    async def rename(self, context: AppContext, account: Account, data: NameRequest) -> dict[str, Any]:
        """Applies to new matches; existing matches keep the old name."""
        return context.replace_account(
            await context.accounts.update(account, context.matches.now(), name=normalize_name(data.name))
        ).to_json()

    @post("/links", summary="Create a link to sign in on another device", status_code=201, guards=[forbid_bots])
    async def create_link(
        self, context: AppContext, request: AnyRequest, account: Account, data: LinkRequest
    ) -> dict[str, Any]:
        """The device that opens the link signs in to this account. A new recovery link invalidates the previous one."""
        token = await context.accounts.create_link(data.kind, account, context.matches.now())
        return {"url": f"{site_address(request, context)}/enter/{token}", "kind": data.kind}

    @post("/enter", summary="Redeem a link", status_code=200)
    async def redeem_link(
        self, context: AppContext, request: AnyRequest, visitor: Account | None, data: LinkToken
    ) -> Response[Any]:
        """Same as opening the link in a browser and confirming."""
        context.new_guests.take(client_address(request.scope, context.settings))
        account = await context.accounts.redeem_link(data.token, visitor or new_guest(), context.matches.now())
        return _identity_response(context, account)

    @post("/sign-out-everywhere", summary="Sign out on all other devices", status_code=200, guards=[forbid_bots])
    async def sign_out_everywhere(self, context: AppContext, account: Account) -> Response[Any]:
        """Invalidates all cookies except the one in the response, and removes all push subscriptions."""
        signed_out = await context.accounts.update(account, context.matches.now(), epoch=account.epoch + 1)
        await context.push.subscriptions.remove_all(account.id)
        context.disconnect(account.id)
        return _identity_response(context, signed_out)

    @post("/mutes", summary="Mute or unmute an account", status_code=200)
    async def mute(self, context: AppContext, account: Account, data: MuteRequest) -> dict[str, Any]:
        """Chat messages of a muted account are hidden from this account only."""
        return context.replace_account(
            await context.accounts.set_muted(account, data.account_id, context.matches.now(), on=data.on)
        ).to_json()

    @get("/bots", summary="The own bots")
    async def list_bots(self, context: AppContext, account: Account) -> dict[str, Any]:
        """A bot is an account for a program."""
        return {"bots": [bot.to_json() for bot in await context.accounts.list_bots(account)]}

    @post("/bots", summary="Create a bot", status_code=201)
    async def create_bot(self, context: AppContext, account: Account, data: NameRequest) -> dict[str, Any]:
        """The token is returned only once. Send it as `Authorization: Bearer …`."""
        limit = context.settings.max_bots_per_account
        bot, token = await context.accounts.create_bot(account, data.name, context.matches.now(), limit)
        return {**bot.to_json(), "token": token}

    @post("/bots/{bot:str}/token", summary="Replace the token of a bot", status_code=201)
    async def renew_bot_token(
        self, context: AppContext, account: Account, bot: Annotated[str, Parameter(max_length=16)]
    ) -> dict[str, Any]:
        """The old token becomes invalid."""
        return {"id": bot, "token": await context.accounts.renew_bot_token(account, bot, context.matches.now())}

    @get("/export", summary="All stored data about the account")
    async def export(self, context: AppContext, account: Account) -> Response[Any]:
        """One JSON file."""
        body = await context.store.read(lambda connection: export_account(connection, account.id))
        name = f"tablier-{account.id}.json"
        return Response(body, media_type=MediaType.JSON, headers={"content-disposition": f'attachment; filename="{name}"'})

    @delete(summary="Delete the account", status_code=200)
    async def delete_own_account(self, context: AppContext, account: Account) -> Response[Any]:
        """Leaves running matches and removes name, chat and identity. This cannot be undone."""
        await delete_account(context.matches, context.accounts, account)
        context.disconnect(account.id)
        response: Response[Any] = Response({})
        response.delete_cookie(IDENTITY_COOKIE)
        return response


@get("/api/qr", summary="A text as a QR code", media_type="image/svg+xml", tags=["me"])
async def make_qr_code(visitor: Account | None, text: Annotated[str, Parameter(min_length=1, max_length=300)]) -> Response[Any]:
    """An SVG image."""
    svg = BytesIO()
    segno.make(text, error="m", micro=False).save(svg, kind="svg", scale=4, border=2, xmldecl=False)
    return Response(svg.getvalue(), media_type="image/svg+xml")


@get("/api/address", summary="The server's address for other devices", tags=["me"])
async def show_address(context: AppContext, request: AnyRequest, visitor: Account | None) -> dict[str, str]:
    """For a request to `localhost`, the address on the local network if the server listens there."""
    address, settings = site_address(request, context), context.settings
    parts = urlsplit(address)
    on_all_networks = not settings.url and settings.host in ("0.0.0.0", "::")
    if on_all_networks and parts.hostname in ("localhost", "127.0.0.1", "::1") and (local := network_address()):
        address = f"{parts.scheme}://{local}" + (f":{parts.port}" if parts.port else "")
    return {"address": address}
