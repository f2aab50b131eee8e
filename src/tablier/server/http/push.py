"""Being told: a browser's push subscription, kept for this person and this device."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Controller, get, post, put
from msgspec import Meta, Struct

from ..accounts.service import Account
from ..context import AppContext
from ..errors import RequestError
from ..push.encryption import browser_keys
from ..push.subscriptions import Device
from ..push.transport import parse_endpoint
from .auth import forbid_bots
from .dependencies import AnyRequest
from .request_info import negotiate_language

Endpoint = Annotated[str, Meta(min_length=10, max_length=2000, description="the address a browser's push service gave it")]


class Keys(Struct, forbid_unknown_fields=True, frozen=True):
    """What seals messages for that browser."""

    p256dh: Annotated[str, Meta(min_length=80, max_length=100)]
    auth: Annotated[str, Meta(min_length=20, max_length=30)]


class Subscription(Struct, forbid_unknown_fields=True, frozen=True):
    """A subscription as browsers describe it, and what to send there. `instead` of an address that is no longer good."""

    endpoint: Endpoint
    keys: Keys
    language: Annotated[str, Meta(max_length=20)] | None = None
    all_events: bool | None = None
    instead: Endpoint | None = None


class Address(Struct, forbid_unknown_fields=True, frozen=True):
    """One of my devices."""

    endpoint: Endpoint


async def _mine(context: AppContext, account: Account, endpoint: str | None) -> Device | None:
    return next((one for one in await context.push.subscriptions.of(account.id) if one.endpoint == endpoint), None)


class PushController(Controller):
    """Which of my devices are told when it is my turn."""

    path = "/api/me/push"
    tags = ("me",)

    @get(summary="The key to subscribe with, and how many devices are told")
    async def about(self, context: AppContext, visitor: Account | None) -> dict[str, Any]:
        """The key is the same for everybody."""
        known = len(await context.push.subscriptions.of(visitor.id)) if visitor and visitor.stored else 0
        return {"key": context.push.sender.public, "devices": known}

    @put(summary="Subscribe a device", guards=[forbid_bots])
    async def subscribe(self, context: AppContext, request: AnyRequest, account: Account, data: Subscription) -> dict[str, Any]:
        """Again with other wishes changes them. With `also`, offers, beginnings and ends are told, too."""
        for endpoint in filter(None, (data.endpoint, data.instead)):
            parse_endpoint(endpoint, local=context.push.local)
        try:
            browser_keys(data.keys.p256dh, data.keys.auth)
        except ValueError as error:
            raise RequestError("bad_request", why=f"keys: {error}") from None
        before = await _mine(context, account, data.instead) or await _mine(context, account, data.endpoint)
        accepted = request.headers.get("accept-language", "")
        device = Device(
            endpoint=data.endpoint,
            account_id=account.id,
            p256dh=data.keys.p256dh,
            auth=data.keys.auth,
            language=negotiate_language(accepted, data.language, before.language if before else None),
            all_events=data.all_events if data.all_events is not None else bool(before and before.all_events),
            created=context.matches.now(),
        )
        await context.push.subscriptions.keep(device, data.instead)
        return {"language": device.language, "all_events": device.all_events}

    @post("/look", summary="Is this device told, and of what?", status_code=200)
    async def look(self, context: AppContext, account: Account, data: Address) -> dict[str, Any]:
        """Asked with a body: the address is a secret of that browser."""
        device = await _mine(context, account, data.endpoint)
        return {"on": device is not None, "all_events": bool(device and device.all_events)}

    @post("/off", summary="Tell this device no more", status_code=200)
    async def unsubscribe(self, context: AppContext, account: Account, data: Address) -> dict[str, Any]:
        """The other devices stay as they are."""
        await context.push.subscriptions.remove(data.endpoint, account.id)
        return {}

    @post("/test", summary="Send this device a message to look at", status_code=200)
    async def test(self, context: AppContext, account: Account, data: Address) -> dict[str, Any]:
        """Answered once the push service has taken it, or with the reason why not."""
        context.push_tests.take(account.id)
        device = await _mine(context, account, data.endpoint)
        if device is None:
            raise RequestError("no_such_device")
        await context.push.test(device)
        return {}
