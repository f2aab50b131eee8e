"""A fake engine worker. The `start` of a request selects its behaviour.

`die` ends the process, `rubbish` prints invalid JSON, `wrong` reports an error, `long` waits for a stop, others reply. With a
first argument `c3,d4,…` it plays these actions, by the number of actions before, or for an empty one waits for a stop; the last
argument is the memory limit.
"""

from __future__ import annotations

import json
import sys
import threading
from typing import Any

stopped = threading.Event()


def reply(command: dict[str, Any], **fields: object) -> None:
    print(json.dumps({"number": command["number"], **fields}), flush=True)


def chosen_action(command: dict[str, Any]) -> str:
    return sys.argv[1].split(",")[len(command["request"]["actions"])] if len(sys.argv) > 2 else "played"


def is_long(command: dict[str, Any]) -> bool:
    return command["request"]["start"] == "long" or not chosen_action(command)


def search(command: dict[str, Any]) -> None:
    start, analyse = command["request"]["start"], command["request"]["analyse"]
    if analyse:
        reply(command, update={"nodes": 1})
    if start == "die":
        sys.stdout.close()
        raise SystemExit
    if is_long(command):
        stopped.wait(60)
    if start == "rubbish":
        print("rubbish", flush=True)
    elif start == "wrong":
        reply(command, error="ValueError")
    elif analyse:
        reply(command, update={"nodes": 2, "done": True})
    else:
        reply(command, action=chosen_action(command))


if __name__ == "__main__":
    for line in sys.stdin:
        command = json.loads(line)
        if command.get("request"):
            stopped.clear()
            thread = threading.Thread(target=search, args=(command,), daemon=True)
            thread.start()
            if not is_long(command):
                thread.join()
            if command["request"]["start"] == "die":
                break
        else:
            stopped.set()
