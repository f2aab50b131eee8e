"""The first player and the running score of a series of matches."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tablier.match import Days, Match, accept_offer, begin, create, make_offer, next_first_player, resign, start_rematch
from tablier.records.record import Record
from tests.match.pebbles import NAMES, adjudicate, check_replay, new_pebbles, play_all, raises_code


class ConstantRandom:
    """A random generator that always draws the same number."""

    def __init__(self, drawn: int) -> None:
        self.drawn = drawn

    def randrange(self, stop: int, /) -> int:
        return self.drawn % stop


def kwinty(drawn: int = 0) -> Match:
    return begin("kwintie:kwinty", ("Ada", "Bo"), now=0, rng=ConstantRandom(drawn))


def won_by(match: Match, player: str) -> Match:
    return adjudicate(match, match.players.index(player), "unknown", match.at)


def test_kwi_10_the_first_player_is_drawn_at_random():
    assert kwinty().terms.first_player_rule == "loser"
    assert [kwinty(drawn).players for drawn in (0, 1)] == [("Ada", "Bo"), ("Bo", "Ada")]
    assert Record.from_match(kwinty(1)).events[3].seating == (1, 0)  # the drawn seating is recorded


@pytest.mark.parametrize("drawn", [0, 1])
@pytest.mark.parametrize(("winner", "loser"), [("Ada", "Bo"), ("Bo", "Ada")])
def test_kwi_10_the_loser_begins_the_next_game_and_plays_white(drawn, winner, loser):
    next_match = start_rematch(won_by(kwinty(drawn), winner), now=1, rng=ConstantRandom(0))
    assert next_match.players == (loser, winner)
    assert next_match.state.side(0) == 0


def test_kwi_10_the_loser_begins_every_next_game():
    match = kwinty()
    for winner, first_player in (("Ada", "Bo"), ("Ada", "Bo"), ("Bo", "Ada"), ("Ada", "Bo")):
        match = start_rematch(won_by(match, winner), now=1, rng=ConstantRandom(0))
        assert match.players[0] == first_player


@pytest.mark.parametrize("drawn", [0, 1])
def test_kwi_10_after_a_tie_the_other_player_begins(drawn):
    tied = adjudicate(kwinty(drawn), None, "agreed", 0)
    assert start_rematch(tied, now=1, rng=ConstantRandom(0)).players == tied.players[::-1]


def test_kwi_10_the_loser_by_the_rules_begins():
    match = begin("kwintie:kwinty", ("Ada", "Bo"), now=0, rng=ConstantRandom(0), options={"line": 3, "fours": "no"})
    rng = Random(3)
    while match.result is None:
        match = play_all(match, rng.choice(match.state.legal_actions()))
    assert match.result.winner is not None
    loser = match.players[1 - match.result.winner]
    assert start_rematch(match, now=1, rng=ConstantRandom(0)).players[0] == loser


def test_the_other_editions_alternate():
    match = begin("mixtour:stein", ("Ada", "Bo"), now=0, rng=ConstantRandom(1))
    first_players = [match.players[0]]
    for winner in ("Ada", "Ada", "Bo"):
        match = start_rematch(won_by(match, winner), now=1, rng=ConstantRandom(0))
        first_players.append(match.players[0])
    assert first_players == ["Bo", "Ada", "Bo", "Ada"]


@pytest.mark.parametrize("seats", [3, 4])
def test_with_three_and_four_players_the_first_player_rotates(seats):
    match = new_pebbles(seats, first=1)
    for first in range(1, seats + 2):
        assert match.players == tuple(NAMES[:seats][(first + seat) % seats] for seat in range(seats))
        match = start_rematch(adjudicate(match, 0, "unknown", 0), now=0, rng=ConstantRandom(0))


def test_after_the_creators_choice_the_seats_alternate():
    match = create("pebbles", now=0, rng=ConstantRandom(1))
    assert match.terms.first_player_rule == "alternating" and match.terms.first is None
    assert create("pebbles", now=0, rng=ConstantRandom(1), first_player_rule="choice").terms.first == 0
    assert new_pebbles(first=1).players == ("Bo", "Ada")
    assert start_rematch(resign(new_pebbles(first=1), 0, 0), now=0, rng=ConstantRandom(0)).players == ("Ada", "Bo")


def test_the_rule_random_draws_the_first_player_of_every_match():
    match = new_pebbles(first_player_rule="random", first=None)
    assert match.terms.first is None
    assert next_first_player(resign(match, 0, 0)) is None
    drawn = Counter(start_rematch(resign(match, 0, 0), now=0, rng=Random(seed)).players[0] for seed in range(60))
    assert set(drawn) == {"Ada", "Bo"} and min(drawn.values()) > 15


def test_the_score_is_by_player_not_by_seat():
    match = new_pebbles(clock=Days(2), rated=True)
    for winner, score in (
        ("Ada", ((1, 0), (0, 0))),
        ("Ada", ((2, 0), (0, 0))),
        (None, ((2, 1), (0, 1))),
        ("Bo", ((2, 1), (1, 1))),
    ):
        ended = adjudicate(match, None, "agreed", 0) if winner is None else won_by(match, winner)
        assert ended.score == score
        match = start_rematch(ended, now=0, rng=ConstantRandom(0))
        assert match.score == score and match.joined == ("Ada", "Bo")
        check_replay(match)
    assert (match.terms.round, match.terms.rated, match.terms.clock) == (5, True, Days(2))


def test_an_aborted_match_does_not_count_and_keeps_the_first_player():
    aborted = make_offer(new_pebbles(first=1), 0, "abort", 1)
    next_match = start_rematch(aborted, now=2, rng=ConstantRandom(0))
    assert (next_match.players, next_match.terms.round, next_match.score) == (("Bo", "Ada"), 1, ((0, 0), (0, 0)))


def test_no_rematch_before_the_end():
    with raises_code("still_running"):
        start_rematch(new_pebbles(), now=0, rng=ConstantRandom(0))


def test_an_agreed_rematch():
    match = resign(new_pebbles(), 0, 5)
    match = accept_offer(make_offer(match, 1, "rematch", 6), 0, "rematch", 7)
    assert match.rematch
    next_match = start_rematch(match, now=8, rng=ConstantRandom(0))
    assert next_match.status == "running" and next_match.terms.round == 2


def test_a_random_setup_is_drawn_again_for_a_rematch():
    match = begin("twisty:djeco", NAMES[:3], now=0, rng=Random(1), options={"players": 3})
    other = begin("twisty:djeco", NAMES[:3], now=0, rng=Random(2), options={"players": 3})
    same = begin("twisty:djeco", NAMES[:3], now=0, rng=Random(1), options={"players": 3})
    assert match.terms.start == same.terms.start != other.terms.start
    next_match = start_rematch(adjudicate(match, 0, "unknown", 0), now=0, rng=Random(5))
    assert next_match.terms.start != match.terms.start
    assert next_match.terms.options["players"] == "3"
    check_replay(next_match)


def test_a_rematch_keeps_an_explicit_start():
    start = str(play_all(new_pebbles(heap=9), "take2").state)
    match = begin("pebbles:heap", ("Ada", "Bo"), now=0, rng=ConstantRandom(0), start=start, first=0)
    assert match.to_act == 1  # the position says whose turn it is
    assert start_rematch(resign(match, 0, 0), now=0, rng=ConstantRandom(0)).terms.start == start
    with raises_code("start_is_over"):
        begin("pebbles", NAMES[:2], now=0, rng=ConstantRandom(0), start=str(play_all(new_pebbles(heap=1), "take1").state))
    with raises_code("start_differs", option="heap"):
        begin("pebbles", NAMES[:2], now=0, rng=ConstantRandom(0), start=start, options={"heap": 12})
