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

from ..accounts.service import Account, checked_name
from ..context import AppContext
from ..errors import Refused
from ..maintenance.delete_account import forget
from ..maintenance.export_account import exported
from ..matches.asks import Name
from ..network import network_address
from .auth import COOKIE, COOKIE_SECONDS, address_of, newcomer, tongue_of

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

    person: PersonId
    on: bool = True


class Token(Struct, forbid_unknown_fields=True, frozen=True):
    """What a link carries."""

    token: Annotated[str, Meta(min_length=8, max_length=100)]


def identity_cookie(house: AppContext, person: Account) -> Cookie:
    """What makes a browser this person's."""
    return Cookie(
        key=COOKIE,
        value=house.people.cookie(person),
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=house.settings.secure,
        path="/",
    )


def _no_bots(person: Account) -> None:
    if person.owner:
        raise Refused("not_yours")


def site(request: AnyRequest, house: AppContext) -> str:
    """The address people reach the server under."""
    return house.settings.url.rstrip("/") or f"{request.url.scheme}://{request.headers.get('host', 'localhost')}"


class Me(Controller):
    """Who I am."""

    path = "/api/me"
    tags = ("me",)

    @get(summary="Who am I?")
    async def who(self, house: AppContext, request: AnyRequest, visitor: Account | None) -> Response[Any]:
        """A browser or program that was never here becomes a guest: the cookie is its identity."""
        person = visitor or newcomer(tongue_of(request.scope))
        answer: Response[Any] = Response(person.json())
        if visitor is None:
            answer.set_cookie(identity_cookie(house, person))
        return answer

    @patch(summary="Choose a name")
    async def rename(self, house: AppContext, person: Account, data: NewName) -> dict[str, Any]:
        """For the matches to come; those that were played keep the name they were played under."""
        return house.changed(await house.people.change(person, house.hall.now(), name=checked_name(data.name)))

    @post("/links", summary="A link that carries me to another device", status_code=201)
    async def link(self, house: AppContext, request: AnyRequest, person: Account, data: NewLink) -> dict[str, Any]:
        """Who opens the link is me. Another recovery link makes the one before worthless."""
        _no_bots(person)
        token = await house.people.link(data.kind, person, house.hall.now())
        return {"url": f"{site(request, house)}/enter/{token}", "kind": data.kind}

    @post("/enter", summary="Become who a link is for", status_code=200)
    async def enter(self, house: AppContext, request: AnyRequest, visitor: Account | None, data: Token) -> Response[Any]:
        """The same as opening the link and saying yes."""
        house.newcomers.take(address_of(request.scope, house.settings))
        person = await house.people.enter(data.token, visitor or newcomer(), house.hall.now())
        answer: Response[Any] = Response(person.json())
        answer.set_cookie(identity_cookie(house, person))
        return answer

    @post("/sign-out-everywhere", summary="Make every other device a stranger", status_code=200)
    async def sign_out(self, house: AppContext, person: Account) -> Response[Any]:
        """All cookies but the one of this answer become worthless, and no device is told anything any more."""
        _no_bots(person)
        known = await house.people.change(person, house.hall.now(), epoch=person.epoch + 1)
        await house.push.devices.remove_all(person.id)
        house.hang_up(person.id)
        answer: Response[Any] = Response(known.json())
        answer.set_cookie(identity_cookie(house, known))
        return answer

    @post("/mutes", summary="Do not hear somebody, or hear them again", status_code=200)
    async def mute(self, house: AppContext, person: Account, data: Mute) -> dict[str, Any]:
        """Only I do not see what they write."""
        return house.changed(await house.people.mute(person, data.person, house.hall.now(), on=data.on))

    @get("/bots", summary="My bots")
    async def bots(self, house: AppContext, person: Account) -> dict[str, Any]:
        """Programs that play under a name of their own."""
        return {"bots": [bot.json() for bot in await house.people.bots(person)]}

    @post("/bots", summary="A bot account, with its token", status_code=201)
    async def make_bot(self, house: AppContext, person: Account, data: NewName) -> dict[str, Any]:
        """The token is shown once: send it as `Authorization: Bearer …`."""
        made, token = await house.people.make_bot(person, data.name, house.hall.now(), house.settings.bots_per_person)
        return {**made.json(), "token": token}

    @post("/bots/{bot:str}/token", summary="A new token for a bot", status_code=201)
    async def renew(self, house: AppContext, person: Account, bot: Annotated[str, Parameter(max_length=16)]) -> dict[str, Any]:
        """The old one is worthless from now on."""
        return {"id": bot, "token": await house.people.new_bot_token(person, bot, house.hall.now())}

    @get("/export", summary="Everything kept about me")
    async def export(self, house: AppContext, person: Account) -> Response[Any]:
        """As one JSON file."""
        body = await house.store.read(lambda connection: exported(connection, person.id))
        name = f"tablier-{person.id}.json"
        return Response(body, media_type=MediaType.JSON, headers={"content-disposition": f'attachment; filename="{name}"'})

    @delete(summary="Forget me", status_code=200)
    async def forget(self, house: AppContext, person: Account) -> Response[Any]:
        """Leaves running matches, then removes my name, my chat and my identity. This cannot be undone."""
        await forget(house.hall, house.people, person)
        house.hang_up(person.id)
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
async def address(house: AppContext, request: AnyRequest, visitor: Account | None) -> dict[str, str]:
    """The address to hand on. Whoever came by a name that means their own machine is told the one on the local network."""
    own, settings = site(request, house), house.settings
    parts = urlsplit(own)
    everywhere = not settings.url and settings.host in ("0.0.0.0", "::")
    if everywhere and parts.hostname in ("localhost", "127.0.0.1", "::1") and (found := network_address()):
        own = f"{parts.scheme}://{found}" + (f":{parts.port}" if parts.port else "")
    return {"address": own}
