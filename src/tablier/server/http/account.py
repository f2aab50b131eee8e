"""Oneself: name, links to other devices, bots, what is kept about one, and being forgotten."""

from __future__ import annotations

from io import BytesIO
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

import segno
from litestar import Controller, MediaType, Request, Response, delete, get, patch, post
from litestar.datastructures import Cookie
from litestar.params import Parameter
from msgspec import Meta, Struct

from ..accounts.service import Account, normalize_name
from ..context import AppContext
from ..errors import RequestError
from ..maintenance.delete_account import delete_account
from ..maintenance.export_account import export_account
from ..matches.asks import Name
from ..network import network_address
from .auth import COOKIE, COOKIE_MAX_AGE_S, client_address, new_guest, request_language

PersonId = Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
AnyRequest = Request[Any, Any, Any]


class NewName(Struct, forbid_unknown_fields=True, frozen=True):
    """The name to play under."""

    name: Name


class NewLink(Struct, forbid_unknown_fields=True, frozen=True):
    """For another `device` (once, within minutes), or for `recovery` (to be kept safe)."""

    kind: Literal["device", "recovery"] = "device"


class Mute(Struct, forbid_unknown_fields=True, frozen=True):
    """Whom not to hear."""

    account_id: PersonId
    on: bool = True


class Token(Struct, forbid_unknown_fields=True, frozen=True):
    """What a link carries."""

    token: Annotated[str, Meta(min_length=8, max_length=100)]


def identity_cookie(context: AppContext, account: Account) -> Cookie:
    """What makes a browser this person's."""
    return Cookie(
        key=COOKIE,
        value=context.accounts.sign_cookie(account),
        max_age=COOKIE_MAX_AGE_S,
        httponly=True,
        samesite="lax",
        secure=context.settings.secure,
        path="/",
    )


def _no_bots(account: Account) -> None:
    if account.owner:
        raise RequestError("not_yours")


def site(request: AnyRequest, context: AppContext) -> str:
    """The address people reach the server under."""
    return context.settings.url.rstrip("/") or f"{request.url.scheme}://{request.headers.get('host', 'localhost')}"


class Me(Controller):
    """Who I am."""

    path = "/api/me"
    tags = ("me",)

    @get(summary="Who am I?")
    async def who(self, context: AppContext, request: AnyRequest, visitor: Account | None) -> Response[Any]:
        """A browser or program that was never here becomes a guest: the cookie is its identity."""
        account = visitor or new_guest(request_language(request.scope))
        answer: Response[Any] = Response(account.to_json())
        if visitor is None:
            answer.set_cookie(identity_cookie(context, account))
        return answer

    @patch(summary="Choose a name")
    async def rename(self, context: AppContext, account: Account, data: NewName) -> dict[str, Any]:
        """For the matches to come; those that were played keep the name they were played under."""
        return context.changed(await context.accounts.update(account, context.matches.now(), name=normalize_name(data.name)))

    @post("/links", summary="A link that carries me to another device", status_code=201)
    async def link(self, context: AppContext, request: AnyRequest, account: Account, data: NewLink) -> dict[str, Any]:
        """Who opens the link is me. Another recovery link makes the one before worthless."""
        _no_bots(account)
        token = await context.accounts.create_link(data.kind, account, context.matches.now())
        return {"url": f"{site(request, context)}/enter/{token}", "kind": data.kind}

    @post("/enter", summary="Become who a link is for", status_code=200)
    async def enter(self, context: AppContext, request: AnyRequest, visitor: Account | None, data: Token) -> Response[Any]:
        """The same as opening the link and saying yes."""
        context.new_guests.take(client_address(request.scope, context.settings))
        account = await context.accounts.redeem_link(data.token, visitor or new_guest(), context.matches.now())
        answer: Response[Any] = Response(account.to_json())
        answer.set_cookie(identity_cookie(context, account))
        return answer

    @post("/sign-out-everywhere", summary="Make every other device a stranger", status_code=200)
    async def sign_out(self, context: AppContext, account: Account) -> Response[Any]:
        """All cookies but the one of this answer become worthless, and no device is told anything any more."""
        _no_bots(account)
        known = await context.accounts.update(account, context.matches.now(), epoch=account.epoch + 1)
        await context.push.subscriptions.remove_all(account.id)
        context.disconnect(account.id)
        answer: Response[Any] = Response(known.to_json())
        answer.set_cookie(identity_cookie(context, known))
        return answer

    @post("/mutes", summary="Do not hear somebody, or hear them again", status_code=200)
    async def mute(self, context: AppContext, account: Account, data: Mute) -> dict[str, Any]:
        """Only I do not see what they write."""
        return context.changed(await context.accounts.set_muted(account, data.account_id, context.matches.now(), on=data.on))

    @get("/bots", summary="My bots")
    async def bots(self, context: AppContext, account: Account) -> dict[str, Any]:
        """Programs that play under a name of their own."""
        return {"bots": [bot.to_json() for bot in await context.accounts.list_bots(account)]}

    @post("/bots", summary="A bot account, with its token", status_code=201)
    async def make_bot(self, context: AppContext, account: Account, data: NewName) -> dict[str, Any]:
        """The token is shown once: send it as `Authorization: Bearer …`."""
        made, token = await context.accounts.create_bot(
            account, data.name, context.matches.now(), context.settings.max_bots_per_account
        )
        return {**made.to_json(), "token": token}

    @post("/bots/{bot:str}/token", summary="A new token for a bot", status_code=201)
    async def renew(
        self, context: AppContext, account: Account, bot: Annotated[str, Parameter(max_length=16)]
    ) -> dict[str, Any]:
        """The old one is worthless from now on."""
        return {"id": bot, "token": await context.accounts.renew_bot_token(account, bot, context.matches.now())}

    @get("/export", summary="Everything kept about me")
    async def export(self, context: AppContext, account: Account) -> Response[Any]:
        """As one JSON file."""
        body = await context.store.read(lambda connection: export_account(connection, account.id))
        name = f"tablier-{account.id}.json"
        return Response(body, media_type=MediaType.JSON, headers={"content-disposition": f'attachment; filename="{name}"'})

    @delete(summary="Forget me", status_code=200)
    async def forget(self, context: AppContext, account: Account) -> Response[Any]:
        """Leaves running matches, then removes my name, my chat and my identity. This cannot be undone."""
        await delete_account(context.matches, context.accounts, account)
        context.disconnect(account.id)
        answer: Response[Any] = Response({})
        answer.delete_cookie(COOKIE)
        return answer


@get("/api/qr", summary="A link as a QR code", media_type="image/svg+xml", tags=["me"])
async def qr(visitor: Account | None, text: Annotated[str, Parameter(min_length=1, max_length=300)]) -> Response[Any]:
    """As SVG."""
    out = BytesIO()
    segno.make(text, error="m", micro=False).save(out, kind="svg", scale=4, border=2, xmldecl=False)
    return Response(out.getvalue(), media_type="image/svg+xml")


@get("/api/address", summary="Where others find this server", tags=["me"])
async def address(context: AppContext, request: AnyRequest, visitor: Account | None) -> dict[str, str]:
    """The address to hand on. Whoever came by a name that means their own machine is told the one on the local network."""
    own, settings = site(request, context), context.settings
    parts = urlsplit(own)
    everywhere = not settings.url and settings.host in ("0.0.0.0", "::")
    if everywhere and parts.hostname in ("localhost", "127.0.0.1", "::1") and (found := network_address()):
        own = f"{parts.scheme}://{found}" + (f":{parts.port}" if parts.port else "")
    return {"address": own}
