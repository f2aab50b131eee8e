"""TwixT's player where pegs and links are limited: it plays on with reserves used up, and says no more than it knows."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import cache

import pytest

import tablier
from tablier.core.state import State
from tablier.engine.analysis import Analysis
from tablier.engine.player import Player, has_player
from tablier.engine.search_thread import SearchThread
from tablier.engine.twin import Twin, native_game
from tablier.engine.ugi import UgiSession
from tablier.games.twixt.state import TwixtState
from tablier.games.twixt.surrogates import after, before

pytestmark = pytest.mark.skipif(native_game("twixt") is None, reason="compiled without TwixT")

FEW = (
    "twixt:dujardin size=8 pegs=6 links=5",
    "twixt:dujardin size=10 pegs=7 links=12 pie=no",
    "twixt:kosmos size=9 pegs=7 links=unlimited",
    "twixt:kosmos size=8 pegs=unlimited links=6 pie=no",
    "twixt:paper size=9 pegs=8 links=5",
    "twixt:dujardin size=8 pegs=5 links=8 handicap=3",
)
TINY = (
    *("pegs=1 links=1", "pegs=1 links=1 handicap=3", "pegs=2 links=1 handicap=2", "pegs=3 links=2", "pegs=3 handicap=3"),
    *("pegs=4 links=3 own_links_cross=no remove_links=no", "pegs=4 links=2 pie=no choose_links=no", "links=2"),
)


def new(words: str) -> TwixtState:
    edition, *given = words.split()
    state = tablier.new(edition, **dict(one.split("=") for one in given))
    assert isinstance(state, TwixtState)
    return state


def random_games(words: Iterable[str], games: int, longest: int) -> Iterator[TwixtState]:
    """Every position of random games that is not over."""
    for number in range(games):
        for line in words:
            lot, state = random.Random(number), new(line)
            for _ in range(longest):
                yield state
                state = state.play(lot.choice(state.legal_actions()))
                if state.outcome:
                    break


def wins_at_once(state: TwixtState) -> set[str]:
    """The listed actions that win, exactly: holes that win without a limit, and every peg that could be taken up for them."""
    instead = after(state).state
    assert isinstance(instead, TwixtState)
    twin, holes = Twin(instead), set()
    if twin.ended:
        return set()
    for hole in twin.legal_actions():
        twin.play(hole)
        if twin.ended and twin.ended[0] is not None:
            holes.add(str(hole) if instead.side_to_move == state.side_to_move else turn_round(hole))
        twin.undo()
    found = [action for action in state.legal_actions() if action.split(",")[-1] in holes] if holes else []
    return {str(action) for action in found if (end := state.play(action).outcome) and end.winner == state.turn}


@cache
def last_positions() -> tuple[TwixtState, ...]:
    """Positions near the end of games between two who see little, all pegs of the side to move on the board."""
    found: list[TwixtState] = []
    for number in range(14):
        lot, state = random.Random(number), new("twixt:dujardin size=8 pegs=6 links=9 pie=no")
        player, passed = Player(state, level=3, seed=number), [state]
        while not state.outcome and len(passed) < 40:
            state = state.play(lot.choice(state.legal_actions()) if lot.random() < 0.3 else player.choose(state))
            passed.append(state)
        found += [one for one in passed[-4:] if one.must_lift]
    return tuple(found)


def turn_round(text: str) -> str:
    """Holes and links of a small board, mirrored at the diagonal from top left."""
    holes = sorted((int(text[at + 1]) - 1, ord(text[at]) - ord("a")) for at in range(0, len(text), 2))
    return "".join(f"{'abcdefgh'[column]}{row + 1}" for column, row in holes)


# What stands in


def test_whoever_has_no_twin_may_have_a_player() -> None:
    state = tablier.new("twixt:dujardin")
    assert has_player(state) and not Twin.exists(state)
    assert not has_player(tablier.new("twixt:dujardin", size=33)) and has_player(tablier.new("twixt:dujardin", size=32))


def test_stand_ins_have_twins_and_cover_every_plain_turn() -> None:
    lifts = 0
    for state in random_games([f"twixt:dujardin size=6 {one}" for one in TINY], games=3, longest=20):
        found = list(before(state))
        lifts += state.must_lift
        actions = [action for one in found for action in one.actions.values()]
        plain = {action for action in actions if "-" not in action and "+" not in action and "/" not in action}
        assert len(actions) == len(set(actions)) and plain <= set(state.legal_actions())
        for one in [*found, after(state)]:
            assert Twin.exists(one.state) and one.state.rules.pegs is one.state.rules.links is None  # type: ignore[attr-defined]
            assert one.state.outcome is not None or set(one.actions) <= set(one.state.legal_actions())
        for action in random.Random(1).sample(actions, min(5, len(actions))):
            assert state.play(action)
        holes = {action.split(",")[-1].split("+")[0].rstrip("/") for action in actions}
        if not state.must_lift:
            assert holes == {str(action) for action in state.legal_actions()}
        elif len(found) > 1:
            assert len(actions) == len(state.legal_actions())
    assert lifts > 50


def test_stand_ins_hold_the_same_pegs_and_links_perhaps_mirrored() -> None:
    mirrored = 0
    for state in random_games(["twixt:dujardin size=8 pegs=4 links=5"], games=6, longest=20):
        instead = after(state).state
        assert isinstance(instead, TwixtState)
        turned = instead.side_to_move != state.side_to_move
        mirrored += turned
        told = instead.position()
        for what in ("pegs", "links"):
            sides = [sorted(map(turn_round, side)) for side in reversed(told[what])] if turned else told[what]
            assert sides == state.position()[what]
    assert mirrored


# What it plays


@pytest.mark.parametrize("words", FEW)
@pytest.mark.parametrize(("level", "nodes"), [(1, None), (5, None), (10, 40)])
def test_twx_10_whole_games_through_used_up_reserves(words: str, level: int, nodes: int | None) -> None:
    state = new(words)
    players = [Player(state, level=level, nodes=nodes, seed=seed) for seed in (1, 2)]
    for _ in range(2000):  # who sees little may need hundreds
        state = state.play(players[state.turn].choose(state))
        if state.outcome:
            return
    raise AssertionError(f"no end in sight: {state}")


def test_twx_10_a_win_at_hand_is_seen_by_every_level() -> None:
    seen = 0
    for state in last_positions():
        wins = wins_at_once(state)
        found = Player(state, level=1).analyse(state)
        assert (found.best.proof == "win") == bool(wins)
        if wins:
            seen += 1
            assert found.best.action in wins and found.best.plies == 1
            assert Player(state, level=10, nodes=20).choose(state) in wins
    assert seen > 3


# The side to move must lift, and some of its turns let the other win at once. In the last two nothing is left to hope for,
# were pegs without end: only here the other has to take up a peg, too.
DANGER = (
    "twixt:dujardin|size=8|pie=no|pegs=7|links=6|1|01|c3D,c4BD,d6A,e1B,e4,e5A,f3|a5,b2D,d3,e7C,g2,g3,g6",
    "twixt:dujardin|size=8|pie=no|pegs=7|links=6|0|01|b2B,b6A,b8,c4C,e3,f4B,g6|a6D,c3,c7,d3C,f2D,g5A,h3",
    "twixt:dujardin|size=8|pie=no|pegs=7|links=6|1|01|e1B,e8A,f3B,f6A,f8,g4,g5|a5,b4C,d3BD,e3,e5,e6A,f4",
    "twixt:dujardin|size=8|pie=no|pegs=8|links=12|1|01|c3AD,d1,d4D,e4,f5B,g1,g7,g8|c5,d5D,e2B,f2,f4AB,f6,g2,g6",
)


@pytest.mark.parametrize("text", DANGER)
def test_twx_10_no_peg_is_lifted_that_lets_the_other_win_at_once(text: str) -> None:
    state = tablier.from_text(text)
    assert isinstance(state, TwixtState) and not wins_at_once(state)
    chosen = Player(state, level=10, nodes=40).choose(state), Player(state, level=4).choose(state)
    assert not any(wins_at_once(state.play(action)) for action in chosen)
    assert any(wins_at_once(state.play(action)) for action in state.legal_actions())


def test_twx_16_where_nobody_can_win_a_peg_goes_to_and_fro() -> None:
    for words in ("twixt:dujardin size=12 pegs=3", "twixt:kosmos size=10 pegs=6 links=4 pie=no"):
        state = new(words)
        players = [Player(state, level=level, seed=3) for level in (1, 4)]
        lifts = 0
        while not state.outcome:
            state = state.play(players[state.turn].choose(state))
            lifts += state.must_lift
        assert state.outcome.reason == "repetition" and lifts < 20


WALLED_IN = "twixt:paper|size=6|pegs=7|0|01|b4D,c1BD,d3,d5A,e2,e3|b3D,c2B,d2D,d4,e5A,f3"


@pytest.mark.parametrize("level", [1, 5])
def test_twx_16_who_is_walled_in_keeps_the_walls_that_stand(level: int) -> None:
    """Without limits this would be a draw (TWX-14); here each has to lift, and nobody lets the other out."""
    state = tablier.from_text(WALLED_IN)
    players = [Player(state, level=level, seed=seed) for seed in (1, 2)]
    walls = {link for side in state.position()["links"] for link in side}
    for _ in range(20):
        if state.outcome:
            break
        state = state.play(players[state.turn].choose(state))
        assert walls <= {link for side in state.position()["links"] for link in side}
    assert state.outcome and state.outcome.reason == "repetition"


def test_the_same_seed_plays_the_same_game() -> None:
    def game() -> list[str]:
        state, actions = new("twixt:dujardin size=9 pegs=5 links=5 pie=no"), []
        player = Player(state, level=3, seed=7)
        while not state.outcome and len(actions) < 20:
            actions.append(str(player.choose(state)))
            state = state.play(actions[-1])
        return actions

    played = game()
    assert played == game() and any(action.startswith("^") for action in played)


# Links that run out

STRAY = "twixt:dujardin|size=8|pie=no|pegs=20|links=4|0|01|c1B,c5A,d3,f2B,f8,g4|h2,h3,h4,h5,h6,h7"
THREE = "twixt:dujardin|size=8|pie=no|pegs=20|links=4|0|01|b6,c1B,c5A,d3,e5,f8|h2,h3,h4,h5,h6,h7"


def test_twx_10_a_stray_link_comes_off_to_win() -> None:
    """d7 needs two links and one is left: no plain turn wins."""
    state = tablier.from_text(STRAY)
    assert not any(state.play(action).outcome for action in state.legal_actions())
    assert Player(state, level=1).choose(state) == "-f2g4,d7"
    assert state.play("-f2g4,d7").outcome
    kept = tablier.from_text(STRAY.replace("pie=no", "pie=no|remove_links=no"))
    assert Player(kept, level=1).choose(kept) in kept.legal_actions()


def test_twx_10_the_last_links_go_where_they_win() -> None:
    """d7 touches four pegs and two links are left: the plain turn links b6 and c5, which does not win."""
    state = tablier.from_text(THREE)
    assert not state.play("d7").outcome
    assert state.play("d7+c5+f8").outcome
    assert "d7+c5+f8" in {one.action for one in Player(state, level=1).analyse(state).candidates if one.proof == "win"}


# What it says


def forced(state: State, plies: int) -> int | None:
    """The seat that wins within so many plies of listed actions, whatever the other does; by the Python rules alone."""
    if state.outcome or plies == 0:
        return state.outcome and state.outcome.winner
    ends = {forced(state.play(action), plies - 1) for action in state.legal_actions()}
    return state.turn if state.turn in ends else ends.pop() if len(ends) == 1 else None


def test_what_is_announced_as_proven_is_true() -> None:
    proven = 0
    for number in range(45):
        lot = random.Random(number)
        state = new(f"twixt:dujardin size=6 pie=no pegs={lot.choice((4, 5, 6))} links={lot.choice((3, 4, 5, 12))}")
        for _ in range(lot.choice((4, 5, 6, 7, 8))):
            state = state if state.outcome else state.play(lot.choice(state.legal_actions()))
        if state.outcome or state.must_lift:
            continue
        best = Player(state, nodes=300).analyse(state).best
        if best.proof and best.plies <= 3:
            proven += 1
            assert best.proof != "draw"
            assert forced(state, best.plies) == (state.turn if best.proof == "win" else 1 - state.turn)
    assert proven > 4


def test_nothing_is_proven_beyond_the_reserves() -> None:
    """On the smallest board the first side wins by force without limits; the proof that is found takes it so many pegs."""
    unlimited = new("twixt:kosmos size=6 pie=no")
    free = Player(unlimited, nodes=20_000).analyse(unlimited).best
    assert free.proof == "win"
    pegs = (free.plies + 1) // 2
    enough, short = (new(f"twixt:kosmos size=6 pie=no pegs={count}") for count in (pegs, pegs - 1))
    assert Player(enough, nodes=20_000).analyse(enough).best.proof == "win"
    best = Player(short, nodes=20_000).analyse(short).best
    assert best.proof is None and best.expected_score > 0.9


LIFTING = "twixt:dujardin|size=12|pie=no|pegs=8|links=9|1|01|c2,d11,e8C,f3,g1,g5,g7,i9|b3D,d4D,d9,e10,f5,h3,k2,k6"


def test_an_analysis_of_lifts_has_a_value_for_every_hole() -> None:
    state = tablier.from_text(LIFTING)
    found = Player(state).analyse(state, seconds=0, nodes=40)
    holes = [one.action.split(",")[-1] for one in found.candidates]
    assert len(holes) == len(set(holes)) > 60 and {one.action for one in found.candidates} <= set(state.legal_actions())
    assert found.pv == (found.best.action,) and found.best.expected_score == max(one.expected_score for one in found.candidates)
    assert found.to_dict()["best"] == found.best.action


@pytest.mark.parametrize("other", ["uct", "paths"])
def test_others_play_it_too(other: str) -> None:
    state = tablier.from_text(LIFTING)
    assert Player(state, nodes=20, settings={other: 1}).choose(state) in state.legal_actions()


def test_lines_can_be_played() -> None:
    state = new("twixt:dujardin size=8 pegs=4 links=3 pie=no")
    for action in Player(state).analyse(state, seconds=0, nodes=300).pv:
        state = state.play(action)


@pytest.mark.parametrize("text", [LIFTING, "twixt:dujardin|0|01|-|-"])
def test_a_stop_at_any_moment_and_reports_meanwhile(text: str) -> None:
    state = tablier.from_text(text)
    player = Player(state, memory=8)
    for delay in (0.0, 0.001, 0.02, 0.2):
        thinking = SearchThread(player, state, seconds=0, nodes=0)
        thinking.wait(delay)
        thinking.stop()
        assert thinking.result().best.action in state.legal_actions()
    told: list[Analysis] = []

    def press(seen: Analysis) -> None:
        told.append(seen)
        player.stop()

    assert player.analyse(state, seconds=60, report=press).seconds < 30 and len(told) <= 1
    assert all(one.action in state.legal_actions() for seen in told for one in seen.candidates)


def test_what_a_watcher_raises_ends_the_thought() -> None:
    def fail(_seen: Analysis) -> None:
        raise KeyError("watcher")

    state = tablier.from_text(LIFTING)
    with pytest.raises(KeyError):
        Player(state, memory=8).analyse(state, seconds=60, report=fail)


def test_other_programs_can_play_it() -> None:
    told: list[str] = []
    session = UgiSession(tablier.from_text(LIFTING), told.append, level=5)
    for line in ("ugi", "isready", "position startpos", "go nodes 30"):
        assert session.handle_line(line)
    session.close()
    assert told[-1].startswith("bestmove ^")
    session.handle_line(f"position startpos moves {told[-1].split()[1]}")
    session.handle_line("go movetime 50")
    session.close()
    assert told[-1].startswith("bestmove ^")
