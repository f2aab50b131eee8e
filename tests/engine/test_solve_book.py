"""Books: the highest level plays proven wins from the certificates of a game."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import tablier
from tablier.engine.player import Player
from tablier.engine.solve.book import load_books
from tablier.engine.solve.solver import Solver
from tablier.engine.solve.verify import verify

SHIPPED = tablier.game("kwintie").certificates()
SMALL = tablier.new("kwintie:board", width=6, height=5, line=4)


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tablier.State:
    """Start of a small Kwintie game; a certificate solved for it replaces those shipped with the game."""
    solver = Solver(SMALL, memory=16)
    solver.certificate(solver.solve()).save(tmp_path / "small.certificate")
    monkeypatch.setattr(type(SMALL.game), "certificates", lambda _game: [tmp_path / "small.certificate"])
    return SMALL


def play_out(start: tablier.State, seat: int, seed: int, nodes: int) -> None:
    """Play `seat`'s proven wins against random moves and assert that the distance to the win decreases and `seat` wins."""
    player, rng, state, max_plies = Player(start, memory=8, nodes=nodes), random.Random(seed), start, 1000
    while state.outcome is None:
        analysis = player.analyse(state, seconds=0)
        best = analysis.best
        if state.turn == seat:
            assert best.proof == "win" and best.plies <= max_plies, str(state)
            assert analysis.pv[0] == best.action
            state = state.play(best.action)
            max_plies = best.plies - 2
        else:
            assert all(candidate.proof == "loss" for candidate in analysis.candidates), str(state)
            assert best.plies == max(candidate.plies for candidate in analysis.candidates)
            state = state.play(rng.choice([best.action, *state.legal_actions()]))
    assert state.outcome.winner == seat


def test_a_proven_win_is_won_without_searching(small: tablier.State) -> None:
    for seed in range(20):
        play_out(small, 0, seed, nodes=20)


def test_lower_levels_have_no_book(small: tablier.State) -> None:
    assert Player(small, level=3).analyse(small).best.proof is None
    assert Player(small, level=10, nodes=20).analyse(small, seconds=0).best.proof == "win"


def test_books_are_loaded_for_their_options_only(small: tablier.State) -> None:
    other = tablier.new("kwintie:board", width=6, height=6, line=4)
    assert len(load_books(small)) == 1 and not load_books(other)


def test_a_book_keeps_the_candidates_and_knows_only_some_positions(small: tablier.State) -> None:
    player, state, rng = Player(small, nodes=30, memory=8), small, random.Random(2)
    player._books = ()
    known = unknown = 0
    for _ in range(60):
        state = state.play(rng.choice(state.legal_actions()))
        if state.outcome is not None:
            state = small
            continue
        analysis = player.analyse(state, seconds=0)
        improved = load_books(small)[0].apply(state, analysis)
        assert sorted(c.action for c in improved.candidates) == sorted(c.action for c in analysis.candidates)
        known += improved != analysis
        unknown += improved == analysis
    assert known and unknown


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_shipped_certificates_are_valid(file: Path) -> None:
    assert verify(file, fast=True).winner is not None


@pytest.mark.parametrize("opening", ["e", "de", "ef"])
def test_kwi_11_openings_in_the_centre_win(opening: str) -> None:
    """KWI-11. The mirror image of an opening uses the same certificate."""
    play_out(tablier.new("kwintie:board", centre_ban=False).play(opening), 0, 1, nodes=50)
