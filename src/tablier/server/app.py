"""The Litestar application: routes, dependencies, guards and exception handlers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

from litestar import Litestar, Request
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig

import tablier
from tablier.core.errors import RulesError

from .accounts.service import Account
from .context import AppContext, open_context
from .http.account import AccountController, make_qr_code, show_address
from .http.auth import require_same_origin
from .http.dependencies import provide_context, provide_visitor, require_account
from .http.docs import OpenAPIJson, PlainDocs
from .http.exception_handlers import MAX_BODY_BYTES, handle_http_exception, handle_rules_error, handle_unexpected
from .http.games import check_setup, list_games
from .http.matches import Matches
from .http.operations import show_health, show_metrics, show_readiness
from .http.operator import OperatorController
from .http.pages import PageController
from .http.push import PushController
from .http.pwa import show_manifest, show_service_worker
from .http.request_body import BodyRequest
from .http.static_files import prepare_files
from .http.study import Study
from .matches.service import MatchService
from .metrics import Metrics
from .settings import Settings
from .socket.endpoint import socket

API_HANDLERS = (
    socket,
    list_games,
    check_setup,
    Matches,
    Study,
    AccountController,
    PushController,
    make_qr_code,
    show_address,
    OperatorController,
)
MONITORING_HANDLERS = (show_health, show_readiness, show_metrics)

Lifespan = Callable[[Litestar], AbstractAsyncContextManager[None]]


def make_lifespan(folder: Path, settings: Settings, metrics: Metrics) -> Lifespan:
    """Return a lifespan that opens the application context."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with open_context(folder, settings, metrics) as context:
            app.state.context = context
            yield

    return lifespan


def make_app(folder: Path, settings: Settings) -> Litestar:
    """Return the application over a data folder. `state.metrics` has its metrics."""
    prepare_files()  # which would delay the first request
    metrics = Metrics()
    return Litestar(
        route_handlers=[
            *API_HANDLERS,
            show_health,
            show_readiness,
            show_metrics,
            show_manifest,
            show_service_worker,
            PageController,
        ],
        dependencies={
            "context": Provide(provide_context),
            "visitor": Provide(provide_visitor),
            "account": Provide(require_account),
        },
        exception_handlers={
            RulesError: handle_rules_error,
            HTTPException: handle_http_exception,
            Exception: handle_unexpected,
        },
        guards=[require_same_origin],
        lifespan=[make_lifespan(folder, settings, metrics)],
        state=State({"metrics": metrics}, deep_copy=False),
        openapi_config=OpenAPIConfig(
            title="Tablier",
            version=tablier.__version__,
            path="/api/docs",
            render_plugins=[PlainDocs(), OpenAPIJson()],
            use_handler_docstrings=True,
        ),
        request_class=BodyRequest,
        request_max_body_size=MAX_BODY_BYTES,
        signature_namespace={"AppContext": AppContext, "Account": Account, "MatchService": MatchService, "Request": Request},
        logging_config=None,
    )
