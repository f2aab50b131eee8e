"""The page that documents the interface: made here from its own description, with no script and nothing from elsewhere."""

from __future__ import annotations

import json
from html import escape
from typing import Any

from litestar import Request
from litestar.openapi.plugins import OpenAPIRenderPlugin

from .pages import page

METHODS = ("get", "post", "patch", "put", "delete")


class PlainDocs(OpenAPIRenderPlugin):
    """Renders the OpenAPI description as one plain page."""

    def __init__(self) -> None:
        super().__init__(path="/")

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The page."""
        parts = [
            "<h1>Tablier: the interface for programs</h1>",
            '<p><a href="/api/docs/openapi.json">The same as OpenAPI</a>. ',
            "Live play goes over the WebSocket <code>/api/socket</code>.</p>",
        ]
        for path, operations in openapi_schema["paths"].items():
            parts.extend(_operation(path, method, operations[method]) for method in METHODS if method in operations)
        parts.append("<h2>Shapes</h2>")
        for name, shape in openapi_schema.get("components", {}).get("schemas", {}).items():
            parts.append(f'<h3 id="{escape(name)}">{escape(name)}</h3><pre>{escape(json.dumps(shape, indent=1))}</pre>')
        return page("".join(parts), "Tablier: the interface").encode()


def _operation(path: str, method: str, told: dict[str, Any]) -> str:
    rows = "".join(
        f"<li><code>{escape(one['name'])}</code> ({escape(one['in'])}) {escape(one.get('description') or '')}</li>"
        for one in told.get("parameters", [])
    )
    body = ""
    for content in told.get("requestBody", {}).get("content", {}).values():
        name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
        body = f'<p>Body: <a href="#{escape(name)}">{escape(name)}</a></p>' if name else "<p>Body</p>"
    return (
        f"<h2><code>{method.upper()} {escape(path)}</code></h2><p>{escape(told.get('summary') or '')}. "
        f"{escape(told.get('description') or '')}</p><ul>{rows}</ul>{body}"
    )
