"""A bot that joins a match and plays random legal actions. Put your own engine into `choose`.

    python examples/bot.py http://localhost:8421 TOKEN MATCH_ID

TOKEN is the token that `POST /api/me/bots` returned. MATCH_ID is the last part of the address of a match with an open seat.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any
from urllib.parse import urlsplit

from websockets.sync.client import connect

Choose = Callable[[dict[str, Any], Sequence[str]], str]


def choose(view: dict[str, Any], legal: Sequence[str]) -> str:
    """Return one of the legal actions. `view["state"]` is the position."""
    return random.choice(legal)


def play(url: str, token: str, match_id: str, choose: Choose = choose) -> dict[str, Any]:
    """Play one match to its end and return the result. Reconnects after a lost connection."""
    while True:
        try:
            return _play(url, token, match_id, choose)
        except OSError as error:
            print(f"reconnecting: {error}", file=sys.stderr)


def _play(url: str, token: str, match_id: str, choose: Choose) -> dict[str, Any]:
    parts = urlsplit(url)
    address = f"{'wss' if parts.scheme == 'https' else 'ws'}://{parts.netloc}/api/socket"
    with connect(address, additional_headers={"authorization": f"Bearer {token}"}) as socket:
        frame_ids = count(1)

        def send(**command: Any) -> None:
            socket.send(json.dumps({"id": next(frame_ids), "match_id": match_id, "command": command}))

        send(type="join")  # an error if we have joined already; it is ignored
        send(type="watch")
        for text in socket:
            message = json.loads(text)
            if message["type"] == "error":
                print(message["error"]["message"], file=sys.stderr)
            if message["type"] not in ("match", "update"):
                continue
            view, viewer = message["view"], message.get("viewer", {})
            if view["result"]:
                return dict(view["result"])
            if "legal" in viewer:
                # The same position gets the same nonce, so that nothing is played twice after a lost connection.
                nonce = f"turn {view['changes']}"
                action = choose(view, viewer["legal"])
                send(type="play", action=action, seat=viewer["to_act"], changes_seen=view["changes"], nonce=nonce)
        raise OSError("the server closed the connection")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    print(json.dumps(play(*sys.argv[1:])))
