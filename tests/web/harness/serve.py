"""Serve boards on a bare page without the Tablier server, for developers and tests: `python -m tests.web.harness.serve [port]`.

Open `/?edition=NAME:EDITION&option=value&seed=…&after=action,action` (or `position=TEXT`) and play all seats. In `after`, use
`;` as the separator if an action contains a comma.
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
from tablier.server.http.client_build import ROOT as STATIC_ROOT
from tablier.server.http.client_build import board_files
from tablier.server.i18n import STATIC

HERE = Path(__file__).parent
FOLDERS = {  # by the beginning of an address; boards are the built ones (`make web`)
    STATIC_ROOT: STATIC,
    "/harness/": HERE,
    "/style/": HERE.parents[2] / "web" / "style",
    "/games/": Path(tablier.__file__).parent / "games",
}
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'"
CONTENT_TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}


class Games:
    """The games in progress, each as a list of states from first to last."""

    def __init__(self) -> None:
        self.states: list[list[tablier.State]] = []
        self.actions: list[list[str]] = []

    def new(self, request: dict[str, Any]) -> dict[str, Any]:
        options = dict(request)
        edition, after = options.pop("edition", "mixtour"), options.pop("after", "")
        position = options.pop("position", None)
        state = tablier.from_text(position) if position else tablier.new(edition, **options)
        self.states.append([state])
        self.actions.append([])
        number = len(self.states) - 1
        for text in filter(None, after.replace(" ", ",").split(";" if ";" in after else ",")):
            self.play({"table": number, "text": text})
        files = board_files(state.game, "")
        assert files, "the game has no board"
        return {**self.response(number), "script": STATIC_ROOT + files.script, "style": f"{STATIC_ROOT}{files.style}"}

    def play(self, request: dict[str, Any]) -> dict[str, Any]:
        number, text = request["table"], request["text"]
        state = self.states[number][-1]
        self.states[number].append(state.play(text))
        self.actions[number].append(str(state.action(text)))
        return self.response(number)

    def preview(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the view after an action without playing it."""
        state = self.states[request["table"]][-1]
        return {"view": state.play(request["text"]).view(request["seat"])}

    def response(self, number: int) -> dict[str, Any]:
        state, texts = self.states[number][-1], self.actions[number]
        view = state.view(state.to_act)
        return {"table": number, "view": view, "last": texts[-1] if texts else None, "texts": texts, "position": str(state)}


class Handler(BaseHTTPRequestHandler):
    games = Games()
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        path = urlsplit(self.path).path if urlsplit(self.path).path != "/" else "/harness/index.html"
        root = next((root for root in FOLDERS if path.startswith(root)), "/harness/")
        file = FOLDERS[root] / path.removeprefix(root)
        if file.suffix not in CONTENT_TYPES or not file.is_file():
            return self.respond(b"", "text/plain", HTTPStatus.NOT_FOUND)
        return self.respond(file.read_bytes(), CONTENT_TYPES[file.suffix])

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["content-length"])) or "{}")
        handle = {"/new": self.games.new, "/play": self.games.play, "/try": self.games.preview}[self.path]
        game = None
        try:
            game = self.games.states[request["table"]][-1].game if "table" in request else None
            response = handle(request)
        except tablier.RulesError as error:
            response = {"error": explain(error, game)}
        self.respond(json.dumps(response).encode(), "application/json")

    def respond(self, body: bytes, content_type: str, status: HTTPStatus = HTTPStatus.OK) -> None:
        self.send_response(status)
        self.send_header("content-type", f"{content_type}; charset=utf-8")
        self.send_header("content-length", str(len(body)))
        self.send_header("cache-control", "no-store")
        self.send_header("content-security-policy", POLICY)  # as strict as that of the real server
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


def create_server(port: int = 0) -> ThreadingHTTPServer:
    """Return a server bound to loopback, not yet running; port 0 takes a free port."""
    return ThreadingHTTPServer(("127.0.0.1", port), Handler)


def main() -> None:
    with create_server(int(sys.argv[1]) if len(sys.argv) > 1 else 8127) as server:
        print(f"http://127.0.0.1:{server.server_port}/", file=sys.stderr)
        server.serve_forever()


if __name__ == "__main__":
    main()
