"""Playing from certificates: what they prove is said and done, however the other side resists."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import tablier
from tablier.engine.player import Player
from tablier.engine.solve import book
from tablier.engine.solve.solver import Solver
from tablier.engine.solve.verify import verify

SHIPPED = book.certificates(tablier.new("kwintie:board"))
SMALL = tablier.new("kwintie:board", width=6, height=5, line=4)


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tablier.State:
    """A small wall whose certificate is all that the game brings along."""
    solver = Solver(SMALL, memory=16)
    solver.certificate(solver.solve()).save(tmp_path / "small.certificate")
    monkeypatch.setattr(book, "certificates", lambda _: [tmp_path / "small.certificate"])
    return SMALL


def play_out(start: tablier.State, seat: int, seed: int, nodes: int) -> None:
    """The winner always knows that it wins, and comes nearer; the other plays anything."""
    winner, draw, state, told = Player(start, memory=8, nodes=nodes), random.Random(seed), start, 1000
    while state.outcome is None:
        found = winner.analyse(state, seconds=0)
        best = found.best
        if state.turn == seat:
            assert best.proof == "win" and best.plies <= told, str(state)
            assert found.pv[0] == best.action
            state = state.play(best.action)
            told = best.plies - 2
        else:
            assert all(one.proof == "loss" for one in found.candidates), str(state)
            assert best.plies == max(one.plies for one in found.candidates)
            state = state.play(draw.choice([best.action, *state.legal_actions()]))
    assert state.outcome.winner == seat


def test_a_proven_win_is_won_without_searching(small: tablier.State) -> None:
    for seed in range(20):
        play_out(small, 0, seed, nodes=20)


def test_lower_levels_do_not_look_it_up(small: tablier.State) -> None:
    assert Player(small, level=3).analyse(small).best.proof is None
    assert Player(small, level=10, nodes=20).analyse(small, seconds=0).best.proof == "win"


def test_other_options_have_other_books(small: tablier.State) -> None:
    other = tablier.new("kwintie:board", width=6, height=6, line=4)
    assert len(book.books(small)) == 1 and not book.books(other)


def test_positions_the_book_does_not_lead_to_are_left_as_they_were_found(small: tablier.State) -> None:
    plain, state, draw = Player(small, nodes=30, memory=8), small, random.Random(2)
    plain._books = ()
    known = unknown = 0
    for _ in range(60):
        state = state.play(draw.choice(state.legal_actions()))
        if state.outcome is not None:
            state = small
            continue
        found = plain.analyse(state, seconds=0)
        settled = book.books(small)[0].settle(state, found)
        assert sorted(one.action for one in settled.candidates) == sorted(one.action for one in found.candidates)
        known += settled != found
        unknown += settled == found
    assert known and unknown


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_what_ships_is_true(file: Path) -> None:
    assert verify(file, fast=True).winner is not None


@pytest.mark.parametrize("opening", ["e", "de", "ef"])
def test_the_centre_is_won(opening: str) -> None:
    """KWI-11, at the table; a mirror image is in the same certificate."""
    play_out(tablier.new("kwintie:board", centre_ban=False).play(opening), 0, 1, nodes=50)
