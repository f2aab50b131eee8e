"""A worker that thinks of nothing: answers, dies, talks rubbish or sits there, as it is told."""

from __future__ import annotations

import json
import sys
import threading
from typing import Any

stopped = threading.Event()


def say(order: dict[str, Any], **found: object) -> None:
    print(json.dumps({"number": order["number"], **found}), flush=True)


def think(order: dict[str, Any]) -> None:
    start, watched = order["request"]["start"], order["request"]["analyse"]
    if watched:
        say(order, update={"nodes": 1})
    if start == "die":
        sys.stdout.close()
        raise SystemExit
    if start == "long":
        stopped.wait(60)
    if start == "rubbish":
        print("rubbish", flush=True)
    elif start == "wrong":
        say(order, error="ValueError")
    elif watched:
        say(order, update={"nodes": 2, "done": True})
    else:
        say(order, action="played")


if __name__ == "__main__":
    for line in sys.stdin:
        told = json.loads(line)
        if told.get("request"):
            stopped.clear()
            work = threading.Thread(target=think, args=(told,), daemon=True)
            work.start()
            if told["request"]["start"] != "long":
                work.join()
            if told["request"]["start"] == "die":
                break
        else:
            stopped.set()
