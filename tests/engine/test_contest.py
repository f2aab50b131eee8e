"""Contests between toy players that play, make faults, hang and crash."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tablier
from tablier.core.errors import BadFile, BadOptions, RulesError
from tablier.core.messages import explain
from tablier.engine.analysis import Analysis
from tablier.engine.contest import ugi_engine
from tablier.engine.contest.contest import Contest, ContestTerms
from tablier.engine.contest.entrants import TimeControl, parse_entrant
from tablier.engine.contest.openings import Openings, read_openings
from tablier.engine.contest.report import contest_data, markdown_table, table_row
from tablier.engine.contest.score import Sprt
from tablier.engine.player import Player
from tablier.engine.twin import GameHistory
from tablier.match import fold_all
from tablier.records.record import Record
from tests.toy.player import pebbles_player
from tests.toy.shelf import HERE, toy_on_the_shelf

TOY_ENGINE = f"{shlex.quote(sys.executable)} -S -E {shlex.quote(str(HERE / 'ugi_program.py'))}"
BUSY_MARGIN_S = 60.0  # tolerated delay of a player that is not meant to be late, for a busy machine


@pytest.fixture(autouse=True, scope="module")
def _toy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with toy_on_the_shelf(tmp_path_factory.mktemp("toy")), pebbles_player():
        yield


def pebbles_openings(**options: str) -> Openings:
    return Openings("pebbles", options, plies=2)


def play_all(contest: Contest, workers: int = 1) -> Contest:
    list(contest.play(workers))
    return contest


# openings


def test_random_openings_depend_on_the_seed_and_never_end_a_game() -> None:
    openings = Openings("pebbles", {"heap": "3"}, plies=6)
    for group in range(30):
        actions = openings.actions(group)
        state = openings.start(group)
        for action in actions:
            state = state.play(action)
        assert state.outcome is None and actions == openings.actions(group)
    assert len({Openings("pebbles", seed=seed).actions(0) for seed in range(20)}) > 3


def test_a_random_setup_differs_from_group_to_group() -> None:
    games_with_random_setup = [game for game in tablier.shelf() if any(option.seed for option in game.options)]
    for game in games_with_random_setup:
        openings = Openings(game.name)
        assert len({str(openings.start(group)) for group in range(5)}) == 5
        assert openings.start(3) == openings.start(3)


def test_openings_are_read_from_a_file() -> None:
    start = tablier.new("pebbles")
    listed = read_openings("take1 take2  # a comment\n\n# another\ntake3\n", start)
    assert listed == (("take1", "take2"), ("take3",))
    assert Openings("pebbles", listed=listed).actions(3) == ("take3",)
    for text, code in (("take1\ntake9", "unreadable"), ("keep", "nothing_asked"), ("# none", "no_opening")):
        with pytest.raises(BadFile, match=code):
            read_openings(text, start)
    with pytest.raises(BadFile, match="opening_ends") as refused:
        read_openings("take1\ntake3", tablier.new("pebbles", heap=3))
    assert refused.value.line == 2


def test_an_illegal_opening_is_explained_with_the_messages_of_its_game() -> None:
    """Games share error codes and fact names but not messages."""
    for edition, text, expected_place in (("mixtour", "c3\n\nb2 b2", (3, 2, "b2")), ("kwintie", "c d z", (1, 3, "z"))):
        start = state = tablier.new(edition)
        *before, last = text.splitlines()[-1].split()
        for action in before:
            state = state.play(action)
        with pytest.raises(RulesError) as expected:
            state.play(last)
        with pytest.raises(BadFile, match="bad_opening") as refused:
            read_openings(text, start)
        error = refused.value
        assert (error.line, error.number, error.action) == expected_place and error.error == expected.value.code
        assert error.why == explain(expected.value, state.game) and "?" not in error.why


# entrants


@pytest.mark.parametrize("text", ["", "level:0", "level:11", "level:x", "level:3,seconds", "level:3,seconds=x", "cmd:", "gnu"])
def test_malformed_entrants_are_rejected(text: str) -> None:
    with pytest.raises(BadOptions, match="bad_entrant"):
        parse_entrant(text)


@pytest.mark.parametrize("text", ["level:3,seconds=0", "level:3,nodes=-5", "level:10,threads=0"])
def test_limits_out_of_range_are_rejected(text: str) -> None:
    with pytest.raises(BadOptions, match="bad_value"):
        parse_entrant(text)


@pytest.mark.parametrize("setting", ["nodes=1.5", "depth=0.5", "threads=1.2", "memory=2.5", "seed=0.1", "seed=-1"])
def test_integer_settings_must_be_integers(setting: str) -> None:
    with pytest.raises(BadOptions, match="bad_value"):
        parse_entrant(f"level:3,{setting}")


@pytest.mark.parametrize("name", ["node", "secondes", "memroy", "foo"])
def test_an_unknown_setting_is_rejected(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadOptions, match="unknown_setting") as refused:
        Player(tablier.new("pebbles"), settings={name: 5})
    assert {"nodes", "crash"} <= set(refused.value.known)
    terms = ContestTerms(f"level:3,{name}=5", "level:2", Openings("pebbles"), games=2)
    for workers in (1, 2):
        with pytest.raises(BadOptions, match="unknown_setting"):
            list(Contest(terms, tmp_path / "contest").play(workers))
    assert not (tmp_path / "contest").exists()


SETTINGS = {  # by game: a setting that its native player reads, and the settings it depends on
    "twixt": {
        "uct": {},
        "paths": {},
        "width": {"paths": 1},
        "max_playout_plies": {"uct": 1},
        "mate_plies": {},
        "root_evaluations": {},
        "w7": {"w0": 0},
    },
    "mixtour": {"lead_handicap": {}, "mcts": {}, "playout_tries": {"mcts": 1}, "ignore_threats": {}, "margin": {}, "w3": {}},
    "kwintie": {"three": {}, "waiting": {}, "proof": {}, "margin": {}},
    "twisty": {"greedy": {}, "paranoid": {}, "pace": {}, "slack": {}, "margin": {}},
}


@pytest.mark.parametrize("game", SETTINGS)
def test_settings_of_every_game_are_known(game: str) -> None:
    state = tablier.new(game)
    for name, others in SETTINGS[game].items():
        Player(state, level=3, memory=1, settings={**others, name: 1})
        with pytest.raises(BadOptions, match="unknown_setting") as refused:
            Player(state, level=3, memory=1, settings={**others, name: 1, f"x{name}": 1})
        assert name in refused.value.known or name[1:].isdigit()  # weights such as w7 are not listed


def test_a_repeated_setting_is_rejected() -> None:
    with pytest.raises(BadOptions, match="option_twice"):
        parse_entrant("level:3,nodes=5,nodes=6")


def test_a_missing_program_is_rejected(tmp_path: Path) -> None:
    contest = Contest(ContestTerms("cmd:/no/such/program", "level:1", pebbles_openings(), games=2), tmp_path)
    with pytest.raises(BadOptions, match="no_program"):
        play_all(contest)
    with pytest.raises(BadOptions, match="no_program"):
        play_all(contest, workers=2)
    assert not list(tmp_path.iterdir())


def test_an_unwritable_folder_is_rejected_before_the_first_game(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadFile, match="cannot_write"):
        Contest(ContestTerms("level:2", "level:1", pebbles_openings(), games=2), tmp_path / "file" / "contest")


# games


def test_the_stronger_player_wins_the_contest(tmp_path: Path) -> None:
    terms = ContestTerms("level:10,nodes=5", f"cmd:{TOY_ENGINE}", pebbles_openings(), TimeControl(nodes=5), games=20)
    contest = play_all(Contest(terms, tmp_path))
    assert contest.score.games == 20 and contest.score.score > 0.6 and not contest.faults
    records = [Record.from_json(file.read_text()) for file in sorted((tmp_path / "games").iterdir())]
    assert len(records) == 20
    seats = [record.line.players.index("level:10,nodes=5") for record in records]
    assert seats == [0, 1] * 10
    pairs = zip(records[::2], records[1::2], strict=True)
    assert all(first.transcript().actions[:2] == second.transcript().actions[:2] for first, second in pairs)
    for number, record in enumerate(records):
        assert record.line.result is not None
        assert fold_all(record.events).status == "over"
        assert contest.results[number].points == float(record.line.result.winner == seats[number])


def test_a_contest_is_reproducible_with_any_number_of_workers(tmp_path: Path) -> None:
    def games(folder: Path, workers: int) -> list[str]:
        terms = ContestTerms("level:2", "level:1", pebbles_openings(players="3", heap="20"), games=9)
        play_all(Contest(terms, folder), workers)
        return [Record.from_json(file.read_text()).transcript().actions for file in sorted((folder / "games").iterdir())]

    sequential, parallel = games(tmp_path / "sequential", 1), games(tmp_path / "parallel", 2)
    assert sequential == parallel and len({*sequential}) > 3


def test_with_three_seats_the_first_entrant_plays_from_every_seat(tmp_path: Path) -> None:
    contest = play_all(Contest(ContestTerms("level:3", "level:2", pebbles_openings(players="3"), games=7), tmp_path), workers=2)
    assert contest.score.games == 9  # whole groups
    names = [contest.pairing.names(number) for number in range(3)]
    assert [seats.index("level:3") for seats in names] == [0, 1, 2] and all(seats.count("level:2") == 2 for seats in names)


def test_games_with_a_clock(tmp_path: Path) -> None:
    control = TimeControl(clock=(2.0, 0.1), margin_s=BUSY_MARGIN_S)
    contest = Contest(ContestTerms("level:9", f"cmd:{TOY_ENGINE}", pebbles_openings(), control, games=2), tmp_path)
    assert play_all(contest).score.games == 2 and not contest.faults


def test_players_receive_the_history_of_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    histories: list[GameHistory] = []
    analyse = Player.analyse

    def record(player: Player, game: Any, **limits: Any) -> Analysis:
        histories.append(game)
        return analyse(player, game, **limits)

    monkeypatch.setattr(Player, "analyse", record)
    play_all(Contest(ContestTerms("level:2", "level:1", pebbles_openings(), games=2), tmp_path))
    assert [len(history.actions) for history in histories[:3]] == [2, 3, 4]  # after an opening of two plies
    assert all(history == GameHistory.replay(history.start, history.actions) for history in histories)


# faults


@pytest.mark.parametrize(
    ("behaviour", "message", "reason"),
    [
        ("illegal", "take9", "unknown"),
        ("crash", "3: cannot go on", "left"),
        ("late 2", " s of 0.05 s", "time"),
        ("silence", "no answer", "left"),
    ],
)
def test_a_fault_loses_the_game(
    behaviour: str, message: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if behaviour == "silence":
        monkeypatch.setattr(ugi_engine, "TIMEOUT_S", 3.0)
    control = TimeControl(seconds=0.05, margin_s=BUSY_MARGIN_S if behaviour in ("illegal", "crash") else 1.0)
    terms = ContestTerms(
        f"cmd:{TOY_ENGINE} {behaviour}", "level:10", Openings("pebbles", {"heap": "30"}, plies=2), control, games=2
    )
    contest = play_all(Contest(terms, tmp_path))
    assert contest.score.losses == 2 and len(contest.faults) == 2
    for game in contest.faults:
        assert message in game.fault and game.reason == reason and game.faulty_seat == game.seat
        record = Record.from_json((tmp_path / "games" / f"{game.number + 1:06}.json").read_text())
        assert (
            record.line.result is not None and record.line.result.winner == 1 - game.seat and message in record.facts["fault"]
        )
    data = contest_data(contest)
    assert len(data["faults"]) == 2 and data["losses"] == 2


@pytest.mark.parametrize(("setting", "workers"), [("crash=1", 1), ("crash=1", 2), ("die=1", 2)])
def test_a_player_that_raises_or_kills_its_process_loses(setting: str, workers: int, tmp_path: Path) -> None:
    contest = Contest(ContestTerms("level:10,nodes=3", f"level:5,{setting}", pebbles_openings(), games=4), tmp_path)
    assert play_all(contest, workers).score.wins == 4
    assert all(game.faulty_seat == 1 - game.seat for game in contest.faults) and len(contest.faults) == 4


def test_a_game_over_the_ply_limit_is_a_draw(tmp_path: Path) -> None:
    contest = play_all(Contest(ContestTerms("level:1", "level:1", pebbles_openings(heap="60"), games=2, max_plies=4), tmp_path))
    assert contest.score.draws == 2 and "without an end" in contest.results[0].fault and not contest.faults


def test_a_draw_of_four_seats_counts_a_quarter(tmp_path: Path) -> None:
    terms = ContestTerms("level:1", "level:1", pebbles_openings(heap="60", players="4"), games=4, max_plies=4)
    contest = play_all(Contest(terms, tmp_path))
    assert contest.score.draws == 4 and contest.score.score == 0.25 and contest.score.elo == 0
    results = tmp_path / "results.jsonl"
    results.write_text(results.read_text().replace('"points": 0.25', '"points": 0.5'))  # any value between 0 and 1 is a draw
    assert Contest(terms, tmp_path).score == contest.score


# SPRT and resuming


def test_the_sprt_stops_a_contest_early(tmp_path: Path) -> None:
    terms = ContestTerms("level:10,nodes=3", "level:5,crash=1", pebbles_openings(), games=400, sprt=Sprt(0, 100))
    contest = play_all(Contest(terms, tmp_path))
    assert contest.verdict == "better" and 4 < contest.score.games < 60
    assert "better" in markdown_table([table_row(contest)]) and contest_data(contest)["sprt"]["verdict"] == "better"
    assert play_all(Contest(terms, tmp_path)).score == contest.score


def test_an_interrupted_contest_is_resumed(tmp_path: Path) -> None:
    terms = ContestTerms("level:3", "level:2", pebbles_openings(players="3", heap="20"), games=9)
    complete = play_all(Contest(terms, tmp_path / "complete"))
    games = Contest(terms, tmp_path / "cut").play(2)
    for _ in range(4):
        next(games)
    games.close()
    results = tmp_path / "cut" / "results.jsonl"
    results.write_bytes(results.read_bytes()[:-7])  # a crash while the last line was written
    resumed = Contest(terms, tmp_path / "cut")
    assert len(resumed.results) == 3
    assert play_all(resumed, workers=2).score == complete.score
    assert sorted(json.loads(line)["number"] for line in results.read_text().splitlines()) == list(range(9))
    extended = Contest(ContestTerms("level:3", "level:2", pebbles_openings(players="3", heap="20"), games=12), tmp_path / "cut")
    assert len(extended.results) == 9 and play_all(extended).score.games == 12


def test_a_folder_with_other_terms_is_rejected(tmp_path: Path) -> None:
    play_all(Contest(ContestTerms("level:2", "level:1", pebbles_openings(), games=2), tmp_path))
    with pytest.raises(BadOptions, match="other_contest") as refused:
        Contest(ContestTerms("level:3", "level:1", pebbles_openings(), TimeControl(nodes=5), games=2), tmp_path)
    assert refused.value.differs == ["the first player", "--nodes"]
    with pytest.raises(BadOptions, match="other_contest") as refused:
        Contest(ContestTerms("level:2", "level:1", Openings("pebbles", {"heap": "9"}, (("take1",),), 0), games=2), tmp_path)
    assert refused.value.differs == ["-o", "--openings"]
