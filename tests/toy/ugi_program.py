"""A program that plays Pebbles by UGI without knowing more of it than an answer to a question. It can be told to misbehave."""

import sys
import time

manner = sys.argv[1] if len(sys.argv) > 1 else "good"
moves: list[str] = []
turns = 0
for line in sys.stdin:
    words = line.split() or [""]
    if words[0] == "ugi":
        print("id name Toy\nugiok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        moves = words[words.index("moves") + 1 :] if "moves" in words else []
    elif words[0] == "go":
        turns += 1
        if manner == "crash" and turns > 1:
            print("cannot go on", file=sys.stderr)
            sys.exit(3)
        if manner == "silence":
            continue
        if manner == "late":
            time.sleep(float(sys.argv[2]) if len(sys.argv) > 2 else 0.5)
        answer = "keep" if moves and moves[-1].startswith("ask") else "take1"
        print("info string thinking\n" + ("bestmove take9" if manner == "illegal" else f"bestmove {answer}"), flush=True)
    elif words[0] == "quit":
        break
