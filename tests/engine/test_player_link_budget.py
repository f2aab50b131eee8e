"""TwixT's player with limited pegs and links (TWX-10): surrogate positions, lifts, and valid proofs."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import cache

import pytest

import tablier
from tablier.core.state import State
from tablier.engine.analysis import Analysis
from tablier.engine.player import GameHistory, Player, has_player
from tablier.engine.search_thread import SearchThread
from tablier.engine.twin import Twin, native_game
from tablier.engine.ugi import UgiSession
from tablier.games.twixt.state import TwixtState
from tablier.games.twixt.surrogates import surrogate_after, surrogates_before

pytestmark = pytest.mark.skipif(native_game("twixt") is None, reason="compiled without TwixT")

LIMITED = (
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


def new(variant: str) -> TwixtState:
    """Return the starting position of a variant such as `twixt:kosmos size=9 pegs=7`."""
    edition, *pairs = variant.split()
    state = tablier.new(edition, **dict(pair.split("=") for pair in pairs))
    assert isinstance(state, TwixtState)
    return state


def random_games(variants: Iterable[str], games: int, max_plies: int) -> Iterator[TwixtState]:
    """Yield every position of random games that is not over."""
    for number in range(games):
        for variant in variants:
            rng, state = random.Random(number), new(variant)
            for _ in range(max_plies):
                yield state
                state = state.play(rng.choice(state.legal_actions()))
                if state.outcome:
                    break


def winning_actions(state: TwixtState) -> set[str]:
    """The listed actions that win immediately: holes that win without limits, combined with every possible lift."""
    surrogate = surrogate_after(state).state
    assert isinstance(surrogate, TwixtState)
    twin, holes = Twin(surrogate), set()
    if twin.result:
        return set()
    for hole in twin.legal_actions():
        twin.play(hole)
        if twin.result and twin.result[0] is not None:
            holes.add(str(hole) if surrogate.side_to_move == state.side_to_move else mirror(hole))
        twin.undo()
    candidates = [action for action in state.legal_actions() if action.split(",")[-1] in holes] if holes else []
    outcomes = {str(action): state.play(action).outcome for action in candidates}
    return {action for action, outcome in outcomes.items() if outcome and outcome.winner == state.turn}


@cache
def late_positions() -> tuple[TwixtState, ...]:
    """Positions near the end of games of a weak player in which the side to move must lift."""
    late: list[TwixtState] = []
    for number in range(14):
        rng, state = random.Random(number), new("twixt:dujardin size=8 pegs=6 links=9 pie=no")
        player, positions = Player(state, level=3, seed=number), [state]
        while not state.outcome and len(positions) < 40:
            state = state.play(rng.choice(state.legal_actions()) if rng.random() < 0.3 else player.choose(state))
            positions.append(state)
        late += [position for position in positions[-4:] if position.must_lift]
    return tuple(late)


def mirror(text: str) -> str:
    """Reflect a hole or link of a small board at the main diagonal."""
    holes = sorted((int(text[at + 1]) - 1, ord(text[at]) - ord("a")) for at in range(0, len(text), 2))
    return "".join(f"{'abcdefgh'[column]}{row + 1}" for column, row in holes)


# Surrogates


def test_a_player_does_not_need_a_twin_of_the_same_options() -> None:
    state = tablier.new("twixt:dujardin")
    assert has_player(state) and not Twin.exists(state)
    assert not has_player(tablier.new("twixt:dujardin", size=33)) and has_player(tablier.new("twixt:dujardin", size=32))


def test_surrogates_have_twins_and_cover_every_plain_turn() -> None:
    lifts = 0
    for state in random_games([f"twixt:dujardin size=6 {options}" for options in TINY], games=3, max_plies=20):
        surrogates = list(surrogates_before(state))
        lifts += state.must_lift
        actions = [action for surrogate in surrogates for action in surrogate.actions.values()]
        plain = {action for action in actions if "-" not in action and "+" not in action and "/" not in action}
        assert len(actions) == len(set(actions)) and plain <= set(state.legal_actions())
        for surrogate in [*surrogates, surrogate_after(state)]:
            position = surrogate.state
            assert isinstance(position, TwixtState) and Twin.exists(position)
            assert position.rules.pegs is position.rules.links is None
            assert position.outcome is not None or set(surrogate.actions) <= set(position.legal_actions())
        for action in random.Random(1).sample(actions, min(5, len(actions))):
            assert state.play(action)
        holes = {action.split(",")[-1].split("+")[0].rstrip("/") for action in actions}
        if not state.must_lift:
            assert holes == {str(action) for action in state.legal_actions()}
        elif len(surrogates) > 1:
            assert len(actions) == len(state.legal_actions())
    assert lifts > 50


def test_surrogates_have_the_same_pegs_and_links_up_to_reflection() -> None:
    reflections = 0
    for state in random_games(["twixt:dujardin size=8 pegs=4 links=5"], games=6, max_plies=20):
        surrogate = surrogate_after(state).state
        assert isinstance(surrogate, TwixtState)
        mirrored = surrogate.side_to_move != state.side_to_move
        reflections += mirrored
        position = surrogate.position()
        for kind in ("pegs", "links"):
            sides = [sorted(map(mirror, side)) for side in reversed(position[kind])] if mirrored else position[kind]
            assert sides == state.position()[kind]
    assert reflections


# Moves


@pytest.mark.parametrize("variant", LIMITED)
@pytest.mark.parametrize(("level", "nodes"), [(1, None), (5, None), (10, 40)])
def test_twx_10_games_with_exhausted_reserves_reach_an_outcome(variant: str, level: int, nodes: int | None) -> None:
    state = new(variant)
    players = [Player(state, level=level, nodes=nodes, seed=seed) for seed in (1, 2)]
    for _ in range(2000):  # low levels may need hundreds of turns
        state = state.play(players[state.turn].choose(state))
        if state.outcome:
            return
    raise AssertionError(f"no outcome: {state}")


def test_twx_10_every_level_plays_immediate_wins() -> None:
    positions_with_wins = 0
    for state in late_positions():
        wins = winning_actions(state)
        best = Player(state, level=1).analyse(state).best
        assert (best.proof == "win") == bool(wins)
        if wins:
            positions_with_wins += 1
            assert best.action in wins and best.plies == 1
            assert Player(state, level=10, nodes=20).choose(state) in wins
    assert positions_with_wins > 3


# The side to move must lift, and some of its turns allow the opponent an immediate win. The last two positions would be lost
# with unlimited pegs; here the opponent must lift a peg, too.
UNSAFE_LIFTS = (
    "twixt:dujardin|size=8|pie=no|pegs=7|links=6|1|01|c3D,c4BD,d6A,e1B,e4,e5A,f3|a5,b2D,d3,e7C,g2,g3,g6",
    "twixt:dujardin|size=8|pie=no|pegs=7|links=6|0|01|b2B,b6A,b8,c4C,e3,f4B,g6|a6D,c3,c7,d3C,f2D,g5A,h3",
    "twixt:dujardin|size=8|pie=no|pegs=7|links=6|1|01|e1B,e8A,f3B,f6A,f8,g4,g5|a5,b4C,d3BD,e3,e5,e6A,f4",
    "twixt:dujardin|size=8|pie=no|pegs=8|links=12|1|01|c3AD,d1,d4D,e4,f5B,g1,g7,g8|c5,d5D,e2B,f2,f4AB,f6,g2,g6",
)


@pytest.mark.parametrize("text", UNSAFE_LIFTS)
def test_twx_10_lifts_that_allow_an_immediate_win_are_avoided(text: str) -> None:
    state = tablier.from_text(text)
    assert isinstance(state, TwixtState) and not winning_actions(state)
    chosen = Player(state, level=10, nodes=40).choose(state), Player(state, level=4).choose(state)
    assert not any(winning_actions(state.play(action)) for action in chosen)
    assert any(winning_actions(state.play(action)) for action in state.legal_actions())


def test_twx_16_without_winning_chances_the_game_is_drawn_by_repetition() -> None:
    for variant in ("twixt:dujardin size=12 pegs=3", "twixt:kosmos size=10 pegs=6 links=4 pie=no"):
        state = new(variant)
        players = [Player(state, level=level, seed=3) for level in (1, 4)]
        lifts = 0
        while not state.outcome:
            state = state.play(players[state.turn].choose(state))
            lifts += state.must_lift
        assert state.outcome.reason == "repetition" and lifts < 20


WALLED_IN = "twixt:paper|size=6|pegs=7|0|01|b4D,c1BD,d3,d5A,e2,e3|b3D,c2B,d2D,d4,e5A,f3"


@pytest.mark.parametrize("level", [1, 5])
def test_twx_16_blocked_sides_keep_the_links_that_block_the_opponent(level: int) -> None:
    """Without limits this would be a draw (TWX-14). Here both sides must lift, and neither opens the other's way."""
    state = tablier.from_text(WALLED_IN)
    players = [Player(state, level=level, seed=seed) for seed in (1, 2)]
    barriers = {link for side in state.position()["links"] for link in side}
    for _ in range(20):
        if state.outcome:
            break
        state = state.play(players[state.turn].choose(state))
        assert barriers <= {link for side in state.position()["links"] for link in side}
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


# Few links left

REDUNDANT_LINK = "twixt:dujardin|size=8|pie=no|pegs=20|links=4|0|01|c1B,c5A,d3,f2B,f8,g4|h2,h3,h4,h5,h6,h7"
FOUR_NEIGHBOURS = "twixt:dujardin|size=8|pie=no|pegs=20|links=4|0|01|b6,c1B,c5A,d3,e5,f8|h2,h3,h4,h5,h6,h7"


def test_twx_10_a_redundant_link_is_removed_to_win() -> None:
    """d7 needs two links and one is left, so no plain turn wins."""
    state = tablier.from_text(REDUNDANT_LINK)
    assert not any(state.play(action).outcome for action in state.legal_actions())
    assert Player(state, level=1).choose(state) == "-f2g4,d7"
    assert state.play("-f2g4,d7").outcome
    no_removals = tablier.from_text(REDUNDANT_LINK.replace("pie=no", "pie=no|remove_links=no"))
    assert Player(no_removals, level=1).choose(no_removals) in no_removals.legal_actions()


def test_twx_10_the_last_links_are_chosen_to_win() -> None:
    """d7 has four neighbours and two links are left. The plain turn links b6 and c5, which does not win."""
    state = tablier.from_text(FOUR_NEIGHBOURS)
    assert not state.play("d7").outcome
    assert state.play("d7+c5+f8").outcome
    candidates = Player(state, level=1).analyse(state).candidates
    assert "d7+c5+f8" in {candidate.action for candidate in candidates if candidate.proof == "win"}


# Analysis


def forced_winner(state: State, plies: int) -> int | None:
    """The seat that can force a win within `plies` by listed actions, by brute force with the Python rules."""
    if state.outcome or plies == 0:
        return state.outcome and state.outcome.winner
    winners = {forced_winner(state.play(action), plies - 1) for action in state.legal_actions()}
    return state.turn if state.turn in winners else winners.pop() if len(winners) == 1 else None


def test_proofs_agree_with_brute_force() -> None:
    proven = 0
    for number in range(45):
        rng = random.Random(number)
        state = new(f"twixt:dujardin size=6 pie=no pegs={rng.choice((4, 5, 6))} links={rng.choice((3, 4, 5, 12))}")
        for _ in range(rng.choice((4, 5, 6, 7, 8))):
            state = state if state.outcome else state.play(rng.choice(state.legal_actions()))
        if state.outcome or state.must_lift:
            continue
        best = Player(state, nodes=300).analyse(state).best
        if best.proof and best.plies <= 3:
            proven += 1
            assert best.proof != "draw"
            assert forced_winner(state, best.plies) == (state.turn if best.proof == "win" else 1 - state.turn)
    assert proven > 4


def test_proofs_do_not_exceed_the_reserves() -> None:
    """Without limits the first side can force a win on the smallest board. With too few pegs no proof is claimed."""
    unlimited = new("twixt:kosmos size=6 pie=no")
    proof = Player(unlimited, nodes=20_000).analyse(unlimited).best
    assert proof.proof == "win"
    pegs = (proof.plies + 1) // 2
    enough, short = (new(f"twixt:kosmos size=6 pie=no pegs={count}") for count in (pegs, pegs - 1))
    assert Player(enough, nodes=20_000).analyse(enough).best.proof == "win"
    best = Player(short, nodes=20_000).analyse(short).best
    assert best.proof is None and best.expected_score > 0.9


LIFTING = "twixt:dujardin|size=12|pie=no|pegs=8|links=9|1|01|c2,d11,e8C,f3,g1,g5,g7,i9|b3D,d4D,d9,e10,f5,h3,k2,k6"


def test_an_analysis_of_lifts_has_a_score_for_every_hole() -> None:
    state = tablier.from_text(LIFTING)
    analysis = Player(state).analyse(state, seconds=0, nodes=40)
    actions = [candidate.action for candidate in analysis.candidates]
    holes = [action.split(",")[-1] for action in actions]
    assert len(holes) == len(set(holes)) > 60 and set(actions) <= set(state.legal_actions())
    best = analysis.best
    assert analysis.pv == (best.action,)
    assert best.expected_score == max(candidate.expected_score for candidate in analysis.candidates)
    assert analysis.to_dict()["best"] == best.action


@pytest.mark.parametrize("baseline", ["uct", "paths"])
def test_the_baselines_play_limited_games(baseline: str) -> None:
    state = tablier.from_text(LIFTING)
    assert Player(state, nodes=20, settings={baseline: 1}).choose(state) in state.legal_actions()


def test_principal_variations_are_legal() -> None:
    state = new("twixt:dujardin size=8 pegs=4 links=3 pie=no")
    for action in Player(state).analyse(state, seconds=0, nodes=300).pv:
        state = state.play(action)


@pytest.mark.parametrize("text", [LIFTING, "twixt:dujardin|0|01|-|-"])
def test_a_stop_at_any_time_and_from_a_report(text: str) -> None:
    state = tablier.from_text(text)
    player = Player(state, memory=8)
    for delay in (0.0, 0.001, 0.02, 0.2):
        search = SearchThread(player, state, seconds=0, nodes=0)
        search.wait(delay)
        search.stop()
        assert search.result().best.action in state.legal_actions()
    reports: list[Analysis] = []

    def on_report(report: Analysis) -> None:
        reports.append(report)
        player.stop()

    assert player.analyse(state, seconds=60, report=on_report).seconds < 30 and len(reports) <= 1
    assert all(candidate.action in state.legal_actions() for report in reports for candidate in report.candidates)


def test_an_exception_in_the_report_callback_ends_the_search() -> None:
    def fail(_report: Analysis) -> None:
        raise KeyError("callback")

    state = tablier.from_text(LIFTING)
    with pytest.raises(KeyError):
        Player(state, memory=8).analyse(state, seconds=60, report=fail)


def test_ugi_sessions_play_limited_games() -> None:
    output: list[str] = []
    session = UgiSession(tablier.from_text(LIFTING), output.append, level=5)
    for line in ("ugi", "isready", "position startpos", "go nodes 30"):
        assert session.handle_line(line)
    session.close()
    assert output[-1].startswith("bestmove ^")
    session.handle_line(f"position startpos moves {output[-1].split()[1]}")
    session.handle_line("go movetime 50")
    session.close()
    assert output[-1].startswith("bestmove ^")


# Both sides move a peg to and fro; `REPEATING` then makes a position occur for the third time.
ALMOST_REPEATED = "e1 e4 b3 c7 f5 f7 e6 d5 f6 e3 g8 c4 ^f5,e5 ^d5,h7 ^e5,f5 ^h7,d5 ^f5,e5 ^d5,h7 ^e5,f5"
REPEATING = "^h7,d5"


def test_twx_16_counts_the_earlier_positions_of_the_game() -> None:
    start = tablier.new("twixt:dujardin", size=8, pegs=6, links=8)
    history = GameHistory.replay(start, ALMOST_REPEATED.split())
    player = Player(start, memory=4, seed=1)
    with_history = player.analyse(history, seconds=0, nodes=400)
    assert [candidate.proof for candidate in with_history.candidates if candidate.action == REPEATING] == ["draw"]
    assert with_history.best.action != REPEATING and with_history.best.expected_score > 0.5
    without_history = player.analyse(tablier.from_text(str(history.state)), seconds=0, nodes=400)
    assert without_history.best.action == REPEATING
