"""Serves the boards with real views from the rules, for developers and tests: `python -m tests.web.harness.serve [port]`.

Open `/?edition=NAME:EDITION&option=value&seed=…&after=action,action` (or `position=TEXT`) and play both sides.
"""

from __future__ import annotations

import json
import sys
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import tablier
from tablier.core.messages import explain

HERE = Path(__file__).parent
SOURCE = Path(tablier.__file__).parent
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'"
KINDS = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}


class Tables:
    """Games being played, each as its states from the first to the last."""

    def __init__(self) -> None:
        self.games: list[list[tablier.State]] = []
        self.texts: list[list[str]] = []

    def new(self, asked: dict[str, Any]) -> dict[str, Any]:
        given = dict(asked)
        edition, after = given.pop("edition", "mixtour"), given.pop("after", "")
        position = given.pop("position", None)
        state = tablier.from_text(position) if position else tablier.new(edition, **given)
        self.games.append([state])
        self.texts.append([])
        number = len(self.games) - 1
        for text in filter(None, after.replace(" ", ",").split(";" if ";" in after else ",")):
            self.play({"table": number, "text": text})
        return self.shown(number)

    def play(self, asked: dict[str, Any]) -> dict[str, Any]:
        number, text = asked["table"], asked["text"]
        state = self.games[number][-1]
        self.games[number].append(state.play(text))
        self.texts[number].append(str(state.action(text)))
        return self.shown(number)

    def attempt(self, asked: dict[str, Any]) -> dict[str, Any]:
        state = self.games[asked["table"]][-1]
        return {"view": state.play(asked["text"]).view(asked["seat"])}

    def shown(self, number: int) -> dict[str, Any]:
        state, texts = self.games[number][-1], self.texts[number]
        view = state.view(state.to_act)
        return {"table": number, "view": view, "last": texts[-1] if texts else None, "texts": texts, "position": str(state)}


class Handler(BaseHTTPRequestHandler):
    tables = Tables()
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        file = HERE / "index.html" if path == "/" else HERE / path[9:] if path.startswith("/harness/") else SOURCE / path[1:]
        if file.suffix not in KINDS or not file.is_file():
            return self.answer(b"", "text/plain", HTTPStatus.NOT_FOUND)
        return self.answer(file.read_bytes(), KINDS[file.suffix])

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])) or "{}")
        do = {"/new": self.tables.new, "/play": self.tables.play, "/try": self.tables.attempt}[self.path]
        game = None
        try:
            game = self.tables.games[asked["table"]][-1].game if "table" in asked else None
            said = do(asked)
        except tablier.RulesError as error:
            said = {"error": explain(error, game)}
        self.answer(json.dumps(said).encode(), "application/json")

    def answer(self, body: bytes, kind: str, status: HTTPStatus = HTTPStatus.OK) -> None:
        self.send_response(status)
        self.send_header("content-type", f"{kind}; charset=utf-8")
        self.send_header("content-length", str(len(body)))
        self.send_header("cache-control", "no-store")
        self.send_header("content-security-policy", POLICY)  # as strict as the product's
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


def server(port: int = 0) -> ThreadingHTTPServer:
    """A server on loopback, not yet running; port 0 takes a free one."""
    return ThreadingHTTPServer(("127.0.0.1", port), Handler)


def main() -> None:
    with server(int(sys.argv[1]) if len(sys.argv) > 1 else 8127) as running:
        print(f"http://127.0.0.1:{running.server_port}/", file=sys.stderr)
        running.serve_forever()


if __name__ == "__main__":
    main()
