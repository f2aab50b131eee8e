"""The HTML page at `/api/docs`, rendered from the OpenAPI schema without scripts or external resources."""

from __future__ import annotations

import json
from html import escape
from typing import Any

from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin

from tablier.core.i18n import ENGLISH

from .dependencies import AnyRequest
from .openapi import complete_schema
from .pages import render_page

METHODS = ("get", "post", "patch", "put", "delete")


class PlainDocs(OpenAPIRenderPlugin):
    """Renders the OpenAPI schema as one plain page, once."""

    def __init__(self) -> None:
        super().__init__(path="/")
        self._page = b""

    def render(self, request: AnyRequest, openapi_schema: dict[str, Any]) -> bytes:
        """Return the page. The schema never changes, so later calls return the page of the first one."""
        self._page = self._page or _render_schema(complete_schema(request.app, openapi_schema))
        return self._page


class OpenAPIJson(JsonRenderPlugin):
    """Encodes the OpenAPI schema as JSON, once."""

    def __init__(self) -> None:
        super().__init__()
        self._json = b""

    def render(self, request: AnyRequest, openapi_schema: dict[str, Any]) -> bytes:
        """Return the schema."""
        self._json = self._json or super().render(request, complete_schema(request.app, openapi_schema))
        return self._json


def _render_schema(openapi_schema: dict[str, Any]) -> bytes:
    parts = [
        "<h1>Tablier: the interface for programs</h1>",
        '<p><a href="/api/docs/openapi.json">The same as OpenAPI</a>. ',
        "Live play goes over the WebSocket <code>/api/socket</code>.</p>",
    ]
    for path, operations in openapi_schema["paths"].items():
        parts.extend(_render_operation(path, method, operations[method]) for method in METHODS if method in operations)
    parts.append("<h2>Schemas</h2>")
    for name, schema in openapi_schema.get("components", {}).get("schemas", {}).items():
        parts.append(f'<h3 id="{escape(name)}">{escape(name)}</h3><pre>{escape(json.dumps(schema, indent=1))}</pre>')
    return render_page("".join(parts), language=ENGLISH, title="Tablier: the interface").encode()


def _render_operation(path: str, method: str, operation: dict[str, Any]) -> str:
    parameters = "".join(
        f"<li><code>{escape(parameter['name'])}</code> ({escape(parameter['in'])}) "
        f"{escape(parameter.get('description') or '')}</li>"
        for parameter in operation.get("parameters", [])
    )
    body = ""
    for content in operation.get("requestBody", {}).get("content", {}).values():
        name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
        body = f'<p>Body: <a href="#{escape(name)}">{escape(name)}</a></p>' if name else "<p>Body</p>"
    return (
        f"<h2><code>{method.upper()} {escape(path)}</code></h2><p>{escape(operation.get('summary') or '')}. "
        f"{escape(operation.get('description') or '')}</p><ul>{parameters}</ul>{body}"
    )
