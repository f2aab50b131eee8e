"""A fake engine worker. The `start` of a request selects what it does: reply, die, print garbage, report an error or hang."""

from __future__ import annotations

import json
import sys
import threading
from typing import Any

stopped = threading.Event()


def reply(command: dict[str, Any], **fields: object) -> None:
    print(json.dumps({"number": command["number"], **fields}), flush=True)


def search(command: dict[str, Any]) -> None:
    start, analyse = command["request"]["start"], command["request"]["analyse"]
    if analyse:
        reply(command, update={"nodes": 1})
    if start == "die":
        sys.stdout.close()
        raise SystemExit
    if start == "long":
        stopped.wait(60)
    if start == "rubbish":
        print("rubbish", flush=True)
    elif start == "wrong":
        reply(command, error="ValueError")
    elif analyse:
        reply(command, update={"nodes": 2, "done": True})
    else:
        reply(command, action="played")


if __name__ == "__main__":
    for line in sys.stdin:
        command = json.loads(line)
        if command.get("request"):
            stopped.clear()
            thread = threading.Thread(target=search, args=(command,), daemon=True)
            thread.start()
            if command["request"]["start"] != "long":
                thread.join()
            if command["request"]["start"] == "die":
                break
        else:
            stopped.set()
