"""Memory of idle matches: `python bench/match_memory.py [EDITION …] [--matches N] [--moves N] [--legal]`.

Plays a few random matches of each edition, then loads them N times from their stored form, as the server does, and prints the
resident memory per match. Without editions, the default edition of every game is measured, with 300 matches each.
"""

from __future__ import annotations

import argparse
import gc
import random
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import tablier
from tablier.match import Match, begin, fold_all, play_action
from tablier.match.events import decode_event, encode_event
from tablier.server.matches.live_match import LiveMatch
from tablier.server.matches.seating import MatchInfo, Participant

SAMPLES = 10  # matches that are really played
START_MS = 1_700_000_000_000


def resident_kb() -> int:
    """Return the resident memory of this process."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))


def play_random_match(edition: str, moves: int, seed: int) -> Match:
    """Return a match of random actions, at most `moves` of them."""
    rng, now = random.Random(seed), START_MS
    match = begin(edition, ("Ada", "Bo", "Cy", "Di")[: tablier.new(edition).seats], now=now, rng=rng)
    while match.length < moves and match.state.to_act is not None:
        now += rng.randrange(500, 60_000)
        match = play_action(match, match.state.to_act, rng.choice(match.state.legal_actions()), now)
    return match


def load(rows: list[bytes]) -> LiveMatch:
    """Return a match as the server loads it."""
    match = fold_all(decode_event(row) for row in rows)
    participants = tuple(Participant(name, f"{name:_>16}") for name in match.joined)
    return LiveMatch(MatchInfo("m" * 22, participants[0].account_id, True, START_MS, participants), match)


def play_samples(edition: str, moves: int) -> list[list[bytes]]:
    """Return the stored events of a few random matches."""
    played = [play_random_match(edition, moves, seed) for seed in range(SAMPLES)]
    return [[encode_event(event) for event in match.events.items()] for match in played]


def measure(edition: str, samples: list[list[bytes]], count: int, with_legal_actions: bool) -> None:
    """Print one line of the table."""
    average = sum(load(rows).match.length for rows in samples) / len(samples)
    gc.collect()
    before = resident_kb()
    live = [load(samples[number % len(samples)]) for number in range(count)]
    if with_legal_actions:
        for match in live:
            match.match.state.legal_actions()
    used, estimated = resident_kb() - before, sum(match.estimated_bytes() for match in live) / 1024
    print(f"{edition:20} {average:6.0f} {len(live):8} {used / count:12.1f} {estimated / count:12.1f} {resident_kb() // 1024:8}")


def main() -> None:
    """Print the table. Every step has a process of its own, because memory freed before would hide what a match takes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("editions", nargs="*", default=[game.edition_names()[0] for game in tablier.shelf()])
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--moves", type=int, default=300)
    parser.add_argument("--legal", action="store_true", help="with the legal actions of the current position")
    arguments = parser.parse_args()
    print(f"{'edition':20} {'moves':>6} {'matches':>8} {'kB per match':>12} {'estimated':>12} {'RSS MB':>8}", flush=True)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn"), max_tasks_per_child=1) as processes:
        for edition in arguments.editions:
            samples = processes.submit(play_samples, edition, arguments.moves).result()
            processes.submit(measure, edition, samples, arguments.matches, arguments.legal).result()


if __name__ == "__main__":
    main()
