"""A worker that thinks of nothing: answers, dies, talks rubbish or sits there, as it is told."""

from __future__ import annotations

import json
import sys
import threading

stopped = threading.Event()


def think(order: dict[str, object], start: str) -> None:
    if start == "die":
        sys.stdout.close()
        raise SystemExit
    if start == "long":
        stopped.wait(60)
    answer = {"number": order["number"], "error": "ValueError"}
    if start != "wrong":
        answer = {"number": order["number"], "action": "played"}
    print("rubbish" if start == "rubbish" else json.dumps(answer), flush=True)


if __name__ == "__main__":
    for line in sys.stdin:
        told = json.loads(line)
        if told.get("thought"):
            stopped.clear()
            work = threading.Thread(target=think, args=(told, told["thought"]["start"]), daemon=True)
            work.start()
            if told["thought"]["start"] != "long":
                work.join()
            if told["thought"]["start"] == "die":
                break
        else:
            stopped.set()
