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

from .hall.hall import Hall
from .house import House, running
from .http.asking import own_pages_only, provide_house, provide_person, provide_visitor
from .http.docs import PlainDocs
from .http.failing import LARGEST_BODY, broken, misunderstood, refused
from .http.games import games, setup
from .http.matches import Matches
from .http.me import Me, address, qr
from .http.operator import Operator
from .http.pages import Pages
from .http.phone import manifest, service_worker
from .http.push import Pushes
from .http.study import Study
from .people.people import Person
from .settings import Settings
from .socket.endpoint import socket

INTERFACE = (socket, games, setup, Matches, Study, Me, Pushes, qr, address, Operator)

Lifespan = Callable[[Litestar], AbstractAsyncContextManager[None]]


def open_house(folder: Path, settings: Settings) -> Lifespan:
    """The house is open as long as the app runs."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with running(folder, settings) as house:
            app.state.house = house
            yield

    return lifespan


def make_app(folder: Path, settings: Settings) -> Litestar:
    """The app over a data folder."""
    return Litestar(
        route_handlers=[*INTERFACE, manifest, service_worker, Pages],
        dependencies={
            "house": Provide(provide_house),
            "visitor": Provide(provide_visitor),
            "person": Provide(provide_person),
        },
        exception_handlers={RulesError: refused, HTTPException: misunderstood, Exception: broken},
        guards=[own_pages_only],
        lifespan=[open_house(folder, settings)],
        openapi_config=OpenAPIConfig(
            title="Tablier",
            version=tablier.__version__,
            path="/api/docs",
            render_plugins=[PlainDocs(), JsonRenderPlugin()],
            use_handler_docstrings=True,
        ),
        request_max_body_size=LARGEST_BODY,
        signature_namespace={"House": House, "Person": Person, "Hall": Hall, "Request": Request},
        logging_config=None,
    )
