"""Routes for push subscriptions of the visitor's devices."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, get, post, put
from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec import Meta, Struct

from ..accounts.service import Account, authorize
from ..context import AppContext
from ..errors import RequestError
from ..push.encryption import parse_browser_keys
from ..push.subscriptions import PushSubscription
from ..push.transport import parse_endpoint
from .auth import forbid_bots
from .dependencies import AnyRequest
from .request_info import client_address, negotiate_language
from .responses import PUSH_SERVICE_FAILED, EmptyBody, PushBody, SubscriptionBody, SubscriptionStatus

Endpoint = Annotated[str, Meta(min_length=10, max_length=2000, description="the address a browser's push service gave it")]


class BrowserKeys(Struct, forbid_unknown_fields=True, frozen=True):
    """The keys of a `PushSubscription` in the browser, as base64url."""

    p256dh: Annotated[str, Meta(min_length=80, max_length=100)]
    auth: Annotated[str, Meta(min_length=20, max_length=30)]


class SubscribeRequest(Struct, forbid_unknown_fields=True, frozen=True):
    """A browser's subscription with preferences. `replaces` is the endpoint of an expired one, whose preferences are kept."""

    endpoint: Endpoint
    keys: BrowserKeys
    language: Annotated[str, Meta(max_length=20)] | None = None
    all_events: bool | None = None
    replaces: Endpoint | None = None


class EndpointRequest(Struct, forbid_unknown_fields=True, frozen=True):
    """The endpoint of one device. It is secret, so it is sent in the body and not in the address."""

    endpoint: Endpoint


class PushController(Controller):
    """Push subscriptions of the visitor's devices."""

    path = "/api/me/push"
    tags = ("me",)

    @get(summary="The server's public key and the number of subscribed devices")
    async def show(self, context: NamedDependency[AppContext], visitor: NamedDependency[Account | None]) -> PushBody:
        """Browsers need the key to subscribe."""
        devices = len(await context.push.subscriptions.list_for(visitor.id)) if visitor and visitor.stored else 0
        return PushBody(key=context.push.signer.public_key, devices=devices)

    @put(summary="Subscribe a device", guards=[forbid_bots])
    async def subscribe(
        self,
        context: NamedDependency[AppContext],
        request: AnyRequest,
        account: NamedDependency[Account],
        data: JSONBody[SubscribeRequest],
    ) -> SubscriptionBody:
        """Notifies the device of turns; with `all_events` also of offers, starts and results. Repeat it to change that."""
        repository = context.push.subscriptions
        for endpoint in filter(None, (data.endpoint, data.replaces)):
            parse_endpoint(endpoint, allow_local=context.push.allow_local)
        try:
            parse_browser_keys(data.keys.p256dh, data.keys.auth)
        except ValueError as error:
            raise RequestError("bad_request", why=f"keys: {error}") from None
        previous = await repository.find(account.id, data.replaces) if data.replaces else None
        previous = previous or await repository.find(account.id, data.endpoint)
        accept_language = request.headers.get("accept-language", "")
        subscription = PushSubscription(
            endpoint=data.endpoint,
            account_id=account.id,
            p256dh=data.keys.p256dh,
            auth=data.keys.auth,
            language=negotiate_language(accept_language, data.language, previous.language if previous else None),
            all_events=data.all_events if data.all_events is not None else bool(previous and previous.all_events),
            created_at=context.matches.now(),
        )
        now = subscription.created_at
        await repository.save(subscription, data.replaces, lambda connection: authorize(connection, account, now))
        return SubscriptionBody(language=subscription.language, all_events=subscription.all_events)

    @post("/status", summary="Whether a device is subscribed, and to what", status_code=200)
    async def show_status(
        self, context: NamedDependency[AppContext], account: NamedDependency[Account], data: JSONBody[EndpointRequest]
    ) -> SubscriptionStatus:
        """`subscribed` is false for devices of other accounts."""
        subscription = await context.push.subscriptions.find(account.id, data.endpoint)
        return SubscriptionStatus(
            subscribed=subscription is not None, all_events=bool(subscription and subscription.all_events)
        )

    @post("/unsubscribe", summary="Unsubscribe a device", status_code=200)
    async def unsubscribe(
        self, context: NamedDependency[AppContext], account: NamedDependency[Account], data: JSONBody[EndpointRequest]
    ) -> EmptyBody:
        """Other devices stay subscribed."""
        await context.push.subscriptions.remove(data.endpoint, account.id)
        return EmptyBody()

    @post("/test", summary="Send a test notification to a device", status_code=200, responses=PUSH_SERVICE_FAILED)
    async def send_test(
        self,
        context: NamedDependency[AppContext],
        request: AnyRequest,
        account: NamedDependency[Account],
        data: JSONBody[EndpointRequest],
    ) -> EmptyBody:
        """Answers once the push service has accepted the notification, or with the reason for a failure."""
        context.push_tests.take(account.id, client_address(request.scope, context.settings))
        subscription = await context.push.subscriptions.find(account.id, data.endpoint)
        if subscription is None:
            raise RequestError("no_such_device")
        await context.push.send_test(subscription)
        return EmptyBody()
