"""Contests, with toys that play, misbehave, fall silent and die."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import tablier
from tablier.core.errors import BadFile, BadOptions, RulesError
from tablier.core.messages import explain
from tablier.engine.contest import ugi_engine
from tablier.engine.contest.contest import Contest, Terms
from tablier.engine.contest.entrants import Pace, entrant
from tablier.engine.contest.openings import Openings, read_openings
from tablier.engine.contest.report import data, markdown, row
from tablier.engine.contest.score import Sprt
from tablier.engine.player import Player
from tablier.match import Match
from tablier.records.record import Record
from tests.toy.player import pebbles_player
from tests.toy.shelf import HERE, toy_on_the_shelf

TOY = f"{shlex.quote(sys.executable)} -S -E {shlex.quote(str(HERE / 'ugi_program.py'))}"
STALLED = 60.0  # seconds late that a machine may make a player who is not meant to be


@pytest.fixture(autouse=True, scope="module")
def _toy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with toy_on_the_shelf(tmp_path_factory.mktemp("toy")), pebbles_player():
        yield


def pebbles(**terms: str) -> Openings:
    return Openings("pebbles", dict(terms), plies=2)


def played(contest: Contest, workers: int = 1) -> Contest:
    list(contest.play(workers))
    return contest


# openings


def test_openings_are_drawn_by_the_seed_and_never_end_a_game() -> None:
    openings = Openings("pebbles", {"heap": "3"}, plies=6)
    for group in range(30):
        actions = openings.actions(group)
        state = openings.start(group)
        for action in actions:
            state = state.play(action)
        assert state.outcome is None and actions == openings.actions(group)
    assert len({Openings("pebbles", seed=seed).actions(0) for seed in range(20)}) > 3


def test_what_is_dealt_is_dealt_anew_for_every_group() -> None:
    dealt = [game for game in tablier.shelf() if any(option.seed for option in game.options)]
    for game in dealt:
        openings = Openings(game.name)
        assert len({str(openings.start(group)) for group in range(5)}) == 5
        assert openings.start(3) == openings.start(3)


def test_a_list_of_openings() -> None:
    start = tablier.new("pebbles")
    listed = read_openings("take1 take2  # a remark\n\n# nothing\ntake3\n", start)
    assert listed == (("take1", "take2"), ("take3",))
    assert Openings("pebbles", listed=listed).actions(3) == ("take3",)
    for text, code in (("take1\ntake9", "unreadable"), ("keep", "nothing_asked"), ("# none", "no_opening")):
        with pytest.raises(BadFile, match=code):
            read_openings(text, start)
    with pytest.raises(BadFile, match="opening_ends") as refused:
        read_openings("take1\ntake3", tablier.new("pebbles", heap=3))
    assert refused.value.line == 2


def test_what_is_wrong_with_an_opening_is_said_in_the_game_s_own_words() -> None:
    """Games have the same codes for other things, and facts of the same names."""
    for edition, text, wrong in (("mixtour", "c3\n\nb2 b2", (3, 2, "b2")), ("kwintie", "c d z", (1, 3, "z"))):
        start = state = tablier.new(edition)
        *before, last = text.splitlines()[-1].split()
        for action in before:
            state = state.play(action)
        with pytest.raises(RulesError) as own:
            state.play(last)
        with pytest.raises(BadFile, match="bad_opening") as refused:
            read_openings(text, start)
        told = refused.value
        assert (told.line, told.number, told.action) == wrong and told.error == own.value.code
        assert told.why == explain(own.value, state.game.messages) and "?" not in told.why


# entrants


@pytest.mark.parametrize("text", ["", "level:0", "level:11", "level:x", "level:3,seconds", "level:3,seconds=x", "cmd:", "gnu"])
def test_who_is_no_entrant(text: str) -> None:
    with pytest.raises(BadOptions, match="bad_entrant"):
        entrant(text)


@pytest.mark.parametrize("text", ["level:3,seconds=0", "level:3,nodes=-5", "level:10,threads=0"])
def test_limits_that_are_none(text: str) -> None:
    with pytest.raises(BadOptions, match="bad_value"):
        entrant(text)


@pytest.mark.parametrize("setting", ["nodes=1.5", "depth=0.5", "threads=1.2", "memory=2.5", "seed=0.1", "seed=-1"])
def test_whole_numbers(setting: str) -> None:
    with pytest.raises(BadOptions, match="bad_value"):
        entrant(f"level:3,{setting}")


@pytest.mark.parametrize("name", ["node", "secondes", "memroy", "foo"])
def test_a_misspelt_setting_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadOptions, match="unknown_setting") as refused:
        Player(tablier.new("pebbles"), settings={name: 5})
    assert {"nodes", "crash"} <= set(refused.value.known)
    terms = Terms(f"level:3,{name}=5", "level:2", Openings("pebbles"), games=2)
    for workers in (1, 2):
        with pytest.raises(BadOptions, match="unknown_setting"):
            list(Contest(terms, tmp_path / "contest").play(workers))
    assert not (tmp_path / "contest").exists()


SETTINGS = {  # those that the native sources read by their names, with what else must be set for them to count
    "twixt": {
        "uct": {},
        "paths": {},
        "width": {"paths": 1},
        "max_playout_plies": {"uct": 1},
        "mate_plies": {},
        "root_evaluations": {},
        "w7": {"w0": 0},
    },
    "mixtour": {"eases": {}, "tree": {}, "tries": {"tree": 1}, "blind": {}, "margin": {}, "w3": {}},
    "kwintie": {"three": {}, "waiting": {}, "proof": {}, "margin": {}},
    "twisty": {"greedy": {}, "others": {}, "pace": {}, "slack": {}, "margin": {}},
}


@pytest.mark.parametrize("game", SETTINGS)
def test_settings_of_a_game_are_known(game: str) -> None:
    state = tablier.new(game)
    for name, others in SETTINGS[game].items():
        Player(state, level=3, memory=1, settings={**others, name: 1})
        with pytest.raises(BadOptions, match="unknown_setting") as refused:
            Player(state, level=3, memory=1, settings={**others, name: 1, f"x{name}": 1})
        assert name in refused.value.known or name[1:].isdigit()


def test_a_setting_that_is_given_twice() -> None:
    with pytest.raises(BadOptions, match="option_twice"):
        entrant("level:3,nodes=5,nodes=6")


def test_a_program_that_is_not_there(tmp_path: Path) -> None:
    contest = Contest(Terms("cmd:/no/such/program", "level:1", pebbles(), games=2), tmp_path)
    with pytest.raises(BadOptions, match="no_program"):
        played(contest)
    with pytest.raises(BadOptions, match="no_program"):
        played(contest, workers=2)
    assert not list(tmp_path.iterdir())


def test_a_place_where_no_folder_can_be_is_refused_before_a_game_is_played(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadFile, match="cannot_write"):
        Contest(Terms("level:2", "level:1", pebbles(), games=2), tmp_path / "file" / "kept")


# games


def test_a_contest_is_won_by_whoever_sees_further(tmp_path: Path) -> None:
    contest = played(Contest(Terms("level:10,nodes=5", f"cmd:{TOY}", pebbles(), Pace(nodes=5), games=20), tmp_path))
    assert contest.score.games == 20 and contest.score.score > 0.6 and not contest.faults
    records = [Record.from_json(file.read_text()) for file in sorted((tmp_path / "games").iterdir())]
    assert len(records) == 20
    seats = [record.players.index("level:10,nodes=5") for record in records]
    assert seats == [0, 1] * 10
    pairs = zip(records[::2], records[1::2], strict=True)
    assert all(one.transcript().actions[:2] == two.transcript().actions[:2] for one, two in pairs)
    for number, record in enumerate(records):
        assert record.result is not None
        assert Match.of(record).status == "over"
        assert contest.played[number].points == float(record.result.winner == seats[number])


def test_the_same_contest_plays_the_same_games(tmp_path: Path) -> None:
    def games(folder: Path, workers: int) -> list[str]:
        terms = Terms("level:2", "level:1", pebbles(players="3", heap="20"), games=9)
        played(Contest(terms, folder), workers)
        return [Record.from_json(file.read_text()).transcript().actions for file in sorted((folder / "games").iterdir())]

    one, two = games(tmp_path / "one", 1), games(tmp_path / "two", 2)
    assert one == two and len({*one}) > 3


def test_with_three_seats_one_meets_the_others_from_every_seat(tmp_path: Path) -> None:
    contest = played(Contest(Terms("level:3", "level:2", pebbles(players="3"), games=7), tmp_path), workers=2)
    assert contest.score.games == 9  # whole groups
    names = [contest.pairing.names(number) for number in range(3)]
    assert [line.index("level:3") for line in names] == [0, 1, 2] and all(line.count("level:2") == 2 for line in names)


def test_a_clock(tmp_path: Path) -> None:
    contest = Contest(Terms("level:9", f"cmd:{TOY}", pebbles(), Pace(clock=(2.0, 0.1), margin=STALLED), games=2), tmp_path)
    assert played(contest).score.games == 2 and not contest.faults


# what is a player's loss


@pytest.mark.parametrize(
    ("manner", "said", "reason"),
    [
        ("illegal", "take9", "unknown"),
        ("crash", "3: cannot go on", "left"),
        ("late 2", " s of 0.05 s", "time"),
        ("silence", "no answer", "left"),
    ],
)
def test_a_fault_is_its_player_s_loss(
    manner: str, said: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if manner == "silence":
        monkeypatch.setattr(ugi_engine, "PATIENCE", 3.0)
    pace = Pace(seconds=0.05, margin=STALLED if manner in ("illegal", "crash") else 1.0)
    terms = Terms(f"cmd:{TOY} {manner}", "level:10", Openings("pebbles", {"heap": "30"}, plies=2), pace, games=2)
    contest = played(Contest(terms, tmp_path))
    assert contest.score.losses == 2 and len(contest.faults) == 2
    for game in contest.faults:
        assert said in game.fault and game.reason == reason and game.faulty == game.seat
        record = Record.from_json((tmp_path / "games" / f"{game.number + 1:06}.json").read_text())
        assert record.result is not None and record.result.winner == 1 - game.seat and said in record.facts["fault"]
    told = data(contest)
    assert len(told["faults"]) == 2 and told["losses"] == 2


@pytest.mark.parametrize(("setting", "workers"), [("crash=1", 1), ("crash=1", 2), ("die=1", 2)])
def test_a_player_that_fails_or_takes_its_process_with_it(setting: str, workers: int, tmp_path: Path) -> None:
    contest = Contest(Terms("level:10,nodes=3", f"level:5,{setting}", pebbles(), games=4), tmp_path)
    assert played(contest, workers).score.wins == 4
    assert all(game.faulty == 1 - game.seat for game in contest.faults) and len(contest.faults) == 4


def test_a_game_without_an_end_is_a_draw(tmp_path: Path) -> None:
    contest = played(Contest(Terms("level:1", "level:1", pebbles(heap="60"), games=2, longest=4), tmp_path))
    assert contest.score.draws == 2 and "without an end" in contest.played[0].fault and not contest.faults


def test_a_draw_of_four_is_a_quarter_for_each(tmp_path: Path) -> None:
    terms = Terms("level:1", "level:1", pebbles(heap="60", players="4"), games=4, longest=4)
    contest = played(Contest(terms, tmp_path))
    assert contest.score.draws == 4 and contest.score.score == 0.25 and contest.score.elo == 0
    results = tmp_path / "results.jsonl"
    results.write_text(results.read_text().replace('"points": 0.25', '"points": 0.5'))  # as they were kept once
    assert Contest(terms, tmp_path).score == contest.score


# certainty and going on


def test_the_test_stops_it_early(tmp_path: Path) -> None:
    terms = Terms("level:10,nodes=3", "level:5,crash=1", pebbles(), games=400, sprt=Sprt(0, 100))
    contest = played(Contest(terms, tmp_path))
    assert contest.verdict == "better" and 4 < contest.score.games < 60
    assert "better" in markdown([row(contest)]) and data(contest)["sprt"]["verdict"] == "better"
    assert played(Contest(terms, tmp_path)).score == contest.score


def test_an_interrupted_contest_goes_on(tmp_path: Path) -> None:
    terms = Terms("level:3", "level:2", pebbles(players="3", heap="20"), games=9)
    whole = played(Contest(terms, tmp_path / "whole"))
    games = Contest(terms, tmp_path / "cut").play(2)
    for _ in range(4):
        next(games)
    games.close()
    results = tmp_path / "cut" / "results.jsonl"
    results.write_bytes(results.read_bytes()[:-7])  # the last line was being written
    again = Contest(terms, tmp_path / "cut")
    assert len(again.played) == 3
    assert played(again, workers=2).score == whole.score
    assert [json.loads(line)["number"] for line in results.read_text().splitlines()].__len__() == 9
    more = Contest(Terms("level:3", "level:2", pebbles(players="3", heap="20"), games=12), tmp_path / "cut")
    assert len(more.played) == 9 and played(more).score.games == 12


def test_another_contest_does_not_go_on_in_the_same_folder(tmp_path: Path) -> None:
    played(Contest(Terms("level:2", "level:1", pebbles(), games=2), tmp_path))
    with pytest.raises(BadOptions, match="other_contest") as refused:
        Contest(Terms("level:3", "level:1", pebbles(), Pace(nodes=5), games=2), tmp_path)
    assert refused.value.differs == ["the first player", "--nodes"]
    with pytest.raises(BadOptions, match="other_contest") as refused:
        Contest(Terms("level:2", "level:1", Openings("pebbles", {"heap": "9"}, (("take1",),), 0), games=2), tmp_path)
    assert refused.value.differs == ["-o", "--openings"]
