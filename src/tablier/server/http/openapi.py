"""The OpenAPI schema: Litestar's, with the bodies as msgspec validates and encodes them, and with every error status.

Litestar supplies parameters and descriptions. It does not know the tags of msgspec unions, the one shape of errors, nor which
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
from litestar.routes import HTTPRoute

from .auth import IDENTITY_COOKIE, SAFE_METHODS, forbid_bots, require_operator
from .responses import EVENT_STREAM, ErrorBody, RecordFile

COMPONENTS = "#/components/schemas/{name}"
SECURITY_SCHEMES = {
    "cookie": {"type": "apiKey", "in": "cookie", "name": IDENTITY_COOKIE, "description": "the identity cookie of a browser"},
    "bot": {"type": "http", "scheme": "bearer", "description": "the token of a bot"},
}
WITH_IDENTITY: list[dict[str, list[str]]] = [{"cookie": []}, {"bot": []}]
WITHOUT_IDENTITY: dict[str, list[str]] = {}  # an alternative that needs nothing
TEXT = {"type": "string"}
# bad parameters, bad token, cross-origin or banned, wrong host, rate limit, fault of the server, store unavailable
COMMON_ERROR_STATUSES = (400, 401, 403, 421, 429, 500, 503)
# of requests that change something: unknown id, slow body, state of the match, large body, rules
CHANGE_ERROR_STATUSES = (404, 408, 409, 413, 422)


def complete_schema(app: Litestar, schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an application, completed from the types of its handlers."""
    operations = [
        (path, method, handler, _body_types(handler, method, path)) for path, method, handler in _documented_handlers(app)
    ]
    types = list({repr(kind): kind for *_, bodies in operations for kind in bodies.all_types()}.values())
    schemas, components = msgspec.json.schema_components(types, ref_template=COMPONENTS)
    by_type = dict(zip(map(repr, types), schemas, strict=True))
    paths: dict[str, Any] = {}
    for path, method, handler, bodies in operations:
        operation = dict(schema["paths"][path][method])
        if bodies.request:
            content = {"application/json": {"schema": _any_of(bodies.request, by_type)}}
            operation["requestBody"] = {"required": True, "content": content}
        operation["responses"] = {
            str(status): _describe_response(operation, handler, status, _any_of(kinds, by_type))
            for status, kinds in bodies.responses.items()
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
    """The types of the JSON bodies of an operation: alternatives. Empty if there is none, and for text, pictures and files."""

    request: tuple[Any, ...]
    responses: dict[int, tuple[Any, ...]]  # by status; the status of success is the first

    def all_types(self) -> Iterator[Any]:
        """Yield the types of all bodies."""
        yield from self.request
        for alternatives in self.responses.values():
            yield from alternatives


def _body_types(handler: HTTPRouteHandler, method: str, path: str) -> BodyTypes:
    """Return the types of the bodies: declared in `responses` of the handler, else its return type or `ErrorBody`."""
    data = handler.parsed_data_field
    declared = {status: _alternatives(spec.data_container) for status, spec in (handler.responses or {}).items()}
    errors = dict.fromkeys(_error_statuses(method, path), (ErrorBody,)) | declared
    success = declared.get(handler.status_code) or _alternatives(handler.parsed_return_field.annotation)
    return BodyTypes(
        request=() if data is None else (data.annotation,),
        responses={handler.status_code: success, **{status: errors[status] for status in sorted(errors)}},
    )


def _alternatives(annotation: Any) -> tuple[Any, ...]:
    """Return the types of a union, or a type alone. Text, bytes and None have no JSON body."""
    if get_origin(annotation) is Response:
        (annotation,) = get_args(annotation)
    if annotation in (str, bytes, None):
        return ()
    return get_args(annotation) if get_origin(annotation) is UnionType else (annotation,)


def _error_statuses(method: str, path: str) -> set[int]:
    """Return the error statuses that any operation with this method and path can have."""
    statuses = set(COMMON_ERROR_STATUSES)
    if "{" in path:
        statuses.add(404)
    if "{match_id}" in path:
        statuses.add(410)
    if method.upper() not in SAFE_METHODS:
        statuses.update(CHANGE_ERROR_STATUSES)
    return statuses


def _any_of(types: tuple[Any, ...], by_type: dict[str, dict[str, Any]]) -> dict[str, Any] | None:
    schemas = [by_type[repr(kind)] for kind in types]
    return {"anyOf": schemas} if len(schemas) > 1 else next(iter(schemas), None)


def _describe_response(
    operation: dict[str, Any], handler: HTTPRouteHandler, status: int, schema: dict[str, Any] | None
) -> dict[str, Any]:
    """Return the response of a status with its body."""
    if status == handler.status_code:
        return {**operation["responses"][str(status)], "content": _success_content(handler, schema)}
    content = {"content": {"application/json": {"schema": schema}}} if schema else {}
    return {"description": HTTPStatus(status).phrase, **content}


def _success_content(handler: HTTPRouteHandler, schema: dict[str, Any] | None) -> dict[str, Any]:
    """Return the body of success. Without a schema it is text of the handler's media type; a file may be JSON or text."""
    media_type = str(getattr(handler.media_type, "value", handler.media_type) or "application/json")
    if handler.parsed_return_field.annotation == RecordFile:
        return {"application/json": {"schema": {"type": "object"}}, "text/plain": {"schema": TEXT}}
    if schema and media_type == EVENT_STREAM:
        schema = _event_schema(schema)
    return {media_type: {"schema": schema or TEXT}}


def _event_schema(message: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of one server-sent event, whose data is a JSON message. OpenAPI 3.1 cannot describe a sequence."""
    return {
        "type": "object",
        "description": "one event",
        "properties": {
            "event": {"enum": ["match", "update"]},
            "data": {"type": "string", "contentMediaType": "application/json", "contentSchema": message},
        },
        "required": ["event", "data"],
    }


def _needs_identity(handler: HTTPRouteHandler) -> bool:
    """True if the handler takes the dependency `account` or has a guard that requires one."""
    guards = set(handler.resolve_guards())
    return "account" in handler.parsed_fn_signature.parameters or bool(guards & {require_operator, forbid_bots})
