"""A program that sits down at a table and plays: any legal action, at random. Put your own engine into `choose`.

    python examples/bot.py http://localhost:8421 TOKEN MATCH

TOKEN is what `POST /api/me/bots` answered, MATCH the last part of a match's address with an open seat.
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


def choose(view: dict[str, Any], legal: Sequence[str]) -> str:
    """What to play: `view["state"]` is the position."""
    return random.choice(legal)


def play(url: str, token: str, match: str, choose: Callable[[dict[str, Any], Sequence[str]], str] = choose) -> dict[str, Any]:
    """Plays one match to its end and tells the result. A lost connection is opened again: the server knows what was played."""
    while True:
        try:
            return _play(url, token, match, choose)
        except OSError as error:
            print(f"once more: {error}", file=sys.stderr)


def _play(url: str, token: str, match: str, choose: Callable[[dict[str, Any], Sequence[str]], str]) -> dict[str, Any]:
    parts = urlsplit(url)
    address = f"{'wss' if parts.scheme == 'https' else 'ws'}://{parts.netloc}/api/socket"
    with connect(address, additional_headers={"authorization": f"Bearer {token}"}) as socket:
        numbers = count(1)

        def ask(**what: Any) -> None:
            socket.send(json.dumps({"id": next(numbers), "match": match, "ask": what}))

        ask(do="join")  # refused when we sit there already, which is fine
        ask(do="watch")
        for text in socket:
            message = json.loads(text)
            if message["type"] == "error":
                print(message["error"]["message"], file=sys.stderr)
            if message["type"] not in ("match", "update"):
                continue
            view, mine = message["view"], message.get("mine", {})
            if view["result"]:
                return dict(view["result"])
            if "legal" in mine:
                # the same position gets the same nonce, so that nothing is played twice after a lost connection
                nonce = f"turn {view['changes']}"
                action = choose(view, mine["legal"])
                ask(do="act", action=action, seat=mine["to_act"], changes_seen=view["changes"], nonce=nonce)
        raise OSError("the server hung up")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    print(json.dumps(play(*sys.argv[1:])))
