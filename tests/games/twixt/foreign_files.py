"""Helpers for the tests of the file formats of other TwixT programs."""

from __future__ import annotations

import random

import pytest

import tablier
from tablier.core.errors import BadFile
from tablier.formats.transcript import Transcript
from tablier.records import formats

DIALECTS = ("tsgf", "gm21", "t1", "forum")  # Little Golem, SGF with GM[21], T1j, move lists in forums

T1_HEADER = """\
# File created by T1j
# a program to play TwixT
1 # version of file-format
Ann# Name of Player 1
Ben# Name of Player 2
{size}# y-size of board
{size}# x-size of board
H# player 1 human or computer
C# player 2 human or computer
{first_player}# starting player (1 plays top-down)
V# Direction of letters
{pie}# pierule?
N# game already over?
"""


def t1_file(moves: str, size: int = 24, first_player: int = 1, pie: str = "Y") -> str:
    """A T1 file with moves separated by spaces. `pie` is Y or N."""
    return T1_HEADER.format(size=size, first_player=first_player, pie=pie) + "\n".join(moves.split()) + "\n"


def final_state(transcript: Transcript) -> tablier.State:
    return list(transcript.states())[-1]


def mirror_position(position: dict) -> dict:
    """Reflect a position at the main diagonal, which exchanges coordinates and sides."""

    def hole(name: str) -> str:
        letters = name.rstrip("0123456789")
        row = int(name[len(letters) :])
        column = ord(letters) - ord("a") + 1
        return f"{chr(ord('a') + row - 1)}{column}"

    def link(name: str) -> str:
        split = next(at for at in range(1, len(name)) if name[at].isalpha())
        ends = sorted((hole(name[:split]), hole(name[split:])), key=lambda end: (end[0], int(end[1:])))
        return "".join(ends)

    return {
        **position,
        "pegs": [sorted(map(hole, side)) for side in reversed(position["pegs"])],
        "links": [sorted(map(link, side)) for side in reversed(position["links"])],
        "sides": [1 - side for side in position["sides"]],
    }


def read_error(text: str, name: str) -> BadFile:
    """Read a broken file and return its error."""
    with pytest.raises(BadFile) as caught:
        formats.read(text, name)
    return caught.value


def write_error(transcript: Transcript, name: str) -> BadFile:
    """Write a game that the format cannot represent and return the error."""
    with pytest.raises(BadFile) as caught:
        formats.write(transcript, name)
    return caught.value


def random_transcript(edition: str, seed: int, size: int) -> Transcript:
    """A random game, resigned after `3 * size` turns if it is not over."""
    rng = random.Random(seed)
    state = tablier.new(edition, size=size)
    actions: list[str] = []
    while state.outcome is None and len(actions) < 3 * size:
        swaps = "swap" in state.legal_actions() and rng.random() < 0.5
        actions.append("swap" if swaps else rng.choice(state.legal_actions()))
        state = state.play(actions[-1])
    result = None if state.outcome else {"winner": 1 - state.turn, "reason": "resigned"}
    return Transcript(edition, {"size": str(size)}, None, ("Ann", "Ben"), tuple(actions), result)
