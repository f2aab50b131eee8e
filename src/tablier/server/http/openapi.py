"""The OpenAPI schema: Litestar's, with the bodies as msgspec validates and encodes them, and with every error status.

Litestar describes parameters and documentation. It does not know the tags of msgspec unions, the one shape of errors, nor which
routes need an identity; these parts are added here.
"""

from __future__ import annotations

from collections.abc import Iterator
from http import HTTPStatus
from types import UnionType
from typing import Any, NamedTuple, get_args, get_origin

import msgspec
from litestar import Litestar, Response
from litestar.handlers import HTTPRouteHandler
from litestar.response import ServerSentEvent, Stream
from litestar.routes import HTTPRoute

from .auth import IDENTITY_COOKIE, SAFE_METHODS, forbid_bots, require_operator
from .responses import AnalysisUpdate, ErrorBody, RecordFile

COMPONENTS = "#/components/schemas/{name}"
SECURITY_SCHEMES = {
    "cookie": {"type": "apiKey", "in": "cookie", "name": IDENTITY_COOKIE, "description": "the identity cookie of a browser"},
    "bot": {"type": "http", "scheme": "bearer", "description": "the token of a bot"},
}
WITH_IDENTITY: list[dict[str, list[str]]] = [{"cookie": []}, {"bot": []}]
WITHOUT_IDENTITY: dict[str, list[str]] = {}  # an alternative that needs nothing
TEXT = {"type": "string"}
ALWAYS = (400, 401, 403, 429, 503)  # bad parameters, bad token, another site or a ban, too fast, no store


def complete_schema(app: Litestar, schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an application, completed from the types of its handlers."""
    operations = [(path, method, handler, _body_types(handler)) for path, method, handler in _documented_handlers(app)]
    types = list(
        {repr(kind): kind for *_, kinds in operations for kind in (*kinds.request, *kinds.response, ErrorBody)}.values()
    )
    schemas, components = msgspec.json.schema_components(types, ref_template=COMPONENTS)
    by_type = dict(zip(map(repr, types), schemas, strict=True))
    paths: dict[str, Any] = {}
    for path, method, handler, kinds in operations:
        operation = dict(schema["paths"][path][method])
        if kinds.request:
            content = {"application/json": {"schema": _any_of(kinds.request, by_type)}}
            operation["requestBody"] = {"required": True, "content": content}
        operation["responses"] = {
            str(handler.status_code): _success_response(operation, handler, _any_of(kinds.response, by_type)),
            **{
                str(status): _error_response(status, by_type[repr(ErrorBody)])
                for status in _error_statuses(handler, method, path)
            },
        }
        operation["security"] = WITH_IDENTITY if _needs_identity(handler) else [WITHOUT_IDENTITY, *WITH_IDENTITY]
        paths.setdefault(path, {})[method] = operation
    return {
        **schema,
        "paths": paths,
        "components": {"schemas": dict(sorted(components.items())), "securitySchemes": SECURITY_SCHEMES},
    }


def _documented_handlers(app: Litestar) -> Iterator[tuple[str, str, HTTPRouteHandler]]:
    """Yield path, method in lower case and handler of every documented operation."""
    for route in app.routes:
        if not isinstance(route, HTTPRoute):
            continue
        for method, (handler, _) in route.route_handler_map.items():
            if handler.resolve_include_in_schema() and method not in ("OPTIONS", "HEAD"):
                yield route.path_format or "/", method.lower(), handler


class BodyTypes(NamedTuple):
    """The types of the JSON bodies of an operation. Empty if there is none, and for files and event streams."""

    request: tuple[Any, ...]
    response: tuple[Any, ...]


def _body_types(handler: HTTPRouteHandler) -> BodyTypes:
    data = handler.parsed_data_field
    request = () if data is None else (data.annotation,)
    annotation = handler.parsed_return_field.annotation
    if annotation is Stream:
        return BodyTypes(request, (AnalysisUpdate, ErrorBody))  # the only stream of JSON lines
    if get_origin(annotation) is Response:
        (annotation,) = get_args(annotation)
    if annotation in (str, bytes, ServerSentEvent):
        return BodyTypes(request, ())
    alternatives = get_args(annotation) if get_origin(annotation) is UnionType else (annotation,)
    return BodyTypes(request, alternatives)


def _any_of(types: tuple[Any, ...], by_type: dict[str, dict[str, Any]]) -> dict[str, Any] | None:
    schemas = [by_type[repr(kind)] for kind in types]
    return {"anyOf": schemas} if len(schemas) > 1 else next(iter(schemas), None)


def _success_response(operation: dict[str, Any], handler: HTTPRouteHandler, schema: dict[str, Any] | None) -> dict[str, Any]:
    """The response with its body. A body without a type is text of the handler's media type; a file may be JSON or text."""
    media_type = str(getattr(handler.media_type, "value", handler.media_type) or "application/json")
    if handler.parsed_return_field.annotation == RecordFile:
        content = {"application/json": {"schema": {"type": "object"}}, "text/plain": {"schema": TEXT}}
    else:
        content = {media_type: {"schema": schema or TEXT}}
    return {**operation["responses"][str(handler.status_code)], "content": content}


def _error_response(status: int, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": HTTPStatus(status).phrase, "content": {"application/json": {"schema": schema}}}


def _error_statuses(handler: HTTPRouteHandler, method: str, path: str) -> list[int]:
    statuses = {*ALWAYS, *(handler.responses or ())}
    if "{" in path:
        statuses.add(404)
    if method.upper() not in SAFE_METHODS:
        statuses |= {404, 409, 413, 422}
    return sorted(statuses)


def _needs_identity(handler: HTTPRouteHandler) -> bool:
    """True if the handler takes the dependency `account` or has a guard that requires one."""
    guards = set(handler.resolve_guards())
    return "account" in handler.parsed_fn_signature.parameters or bool(guards & {require_operator, forbid_bots})
