"""The app: routes, limits and failures put together around a house."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

from litestar import Litestar, Request
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import tablier
from tablier.core.errors import RulesError

from .accounts.service import Account
from .context import AppContext, open_context
from .http.account import Me, address, qr
from .http.auth import provide_context, provide_visitor, require_account, require_same_origin
from .http.docs import PlainDocs
from .http.exception_handlers import MAX_BODY_BYTES, broken, misunderstood, refused
from .http.games import games, setup
from .http.matches import Matches
from .http.operator import Operator
from .http.pages import Pages
from .http.push import Pushes
from .http.pwa import manifest, service_worker
from .http.study import Study
from .matches.service import MatchService
from .settings import Settings
from .socket.endpoint import socket

INTERFACE = (socket, games, setup, Matches, Study, Me, Pushes, qr, address, Operator)

Lifespan = Callable[[Litestar], AbstractAsyncContextManager[None]]


def make_lifespan(folder: Path, settings: Settings) -> Lifespan:
    """The house is open as long as the app runs."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with open_context(folder, settings) as context:
            app.state.context = context
            yield

    return lifespan


def make_app(folder: Path, settings: Settings) -> Litestar:
    """The app over a data folder."""
    return Litestar(
        route_handlers=[*INTERFACE, manifest, service_worker, Pages],
        dependencies={
            "context": Provide(provide_context),
            "visitor": Provide(provide_visitor),
            "account": Provide(require_account),
        },
        exception_handlers={RulesError: refused, HTTPException: misunderstood, Exception: broken},
        guards=[require_same_origin],
        lifespan=[make_lifespan(folder, settings)],
        openapi_config=OpenAPIConfig(
            title="Tablier",
            version=tablier.__version__,
            path="/api/docs",
            render_plugins=[PlainDocs(), JsonRenderPlugin()],
            use_handler_docstrings=True,
        ),
        request_max_body_size=MAX_BODY_BYTES,
        signature_namespace={"AppContext": AppContext, "Account": Account, "MatchService": MatchService, "Request": Request},
        logging_config=None,
    )
