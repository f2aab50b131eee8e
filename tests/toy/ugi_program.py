"""A UGI program that plays Pebbles: it always takes one pebble, and answers `keep` if it is asked.

The first argument selects a misbehaviour: `crash`, `silence`, `illegal`, or `late`, followed by the delay in seconds.
"""

import sys
import time

behaviour = sys.argv[1] if len(sys.argv) > 1 else "good"
moves: list[str] = []
turns = 0
for line in sys.stdin:
    tokens = line.split() or [""]
    if tokens[0] == "ugi":
        print("id name Toy\nugiok", flush=True)
    elif tokens[0] == "isready":
        print("readyok", flush=True)
    elif tokens[0] == "position":
        moves = tokens[tokens.index("moves") + 1 :] if "moves" in tokens else []
    elif tokens[0] == "go":
        turns += 1
        if behaviour == "crash" and turns > 1:
            print("cannot go on", file=sys.stderr)
            sys.exit(3)
        if behaviour == "silence":
            continue
        if behaviour == "late":
            time.sleep(float(sys.argv[2]) if len(sys.argv) > 2 else 0.5)
        answer = "keep" if moves and moves[-1].startswith("ask") else "take1"
        print("info string thinking\n" + ("bestmove take9" if behaviour == "illegal" else f"bestmove {answer}"), flush=True)
    elif tokens[0] == "quit":
        break
