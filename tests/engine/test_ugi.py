"""UGI sessions.

In the files of `ugi/`, `>` sends a line, `<` matches the next reply, `<~` skips replies up to a match, and `#` starts a
comment. `*` in an expected reply matches any text.
"""

from __future__ import annotations

import queue
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest

import tablier
from tablier.cli import main
from tablier.engine.analysis import Analysis
from tablier.engine.player import Player
from tablier.engine.twin import GameHistory
from tablier.engine.ugi import UgiSession
from tests.toy.player import pebbles_player
from tests.toy.shelf import toy_on_the_shelf

SESSIONS = sorted((Path(__file__).parent / "ugi").glob("*.txt"))
TIMEOUT_S = 60.0  # for a busy machine
VOCABULARY = (
    "ugi isready position startpos fen moves take1 go nodes 1 depth -5 p1time 99 stop query setoption name value level \x00 é |"
)


@pytest.fixture(autouse=True, scope="module")
def _toy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with toy_on_the_shelf(tmp_path_factory.mktemp("toy")), pebbles_player():
        yield


@pytest.mark.parametrize("file", SESSIONS, ids=lambda file: file.stem)
def test_recorded_session(file: Path) -> None:
    replies: queue.Queue[str] = queue.Queue()
    session = UgiSession(tablier.new("pebbles"), replies.put)
    for number, line in enumerate(file.read_text().splitlines(), start=1):
        sign, _, rest = line.partition(" ")
        if sign == ">":
            session.handle_line(rest)
        elif sign in ("<", "<~"):
            reply = replies.get(timeout=TIMEOUT_S)
            while sign == "<~" and not fnmatchcase(reply, rest):
                reply = replies.get(timeout=TIMEOUT_S)
            assert fnmatchcase(reply, rest), f"{file.name}, line {number}: {reply}"
    session.handle_line("quit")
    assert all(line.startswith("info depth") for line in list(replies.queue)), list(replies.queue)


def test_stop_ends_a_search_at_once() -> None:
    replies: list[str] = []
    session = UgiSession(tablier.new("pebbles"), replies.append)
    session.handle_line("go infinite")
    time.sleep(0.05)
    started_at = time.process_time()  # CPU time: independent of other processes
    session.handle_line("isready")
    assert "readyok" in replies
    session.handle_line("stop")
    assert time.process_time() - started_at < 0.5
    assert replies[-1].startswith("bestmove")


def test_go_is_accepted_directly_after_bestmove() -> None:
    replies: queue.Queue[str] = queue.Queue()
    session = UgiSession(tablier.new("pebbles"), replies.put)
    for _ in range(300):
        session.handle_line("go nodes 1")
        while not (reply := replies.get(timeout=TIMEOUT_S)).startswith("bestmove"):
            assert reply.startswith("info depth"), reply


def test_at_the_end_of_the_input_a_timed_search_finishes_and_an_infinite_one_stops() -> None:
    for command, min_s in (("go movetime 100", 0.1), ("go infinite", 0.0)):
        replies: list[str] = []
        session = UgiSession(tablier.new("pebbles"), replies.append)
        started_at = time.monotonic()
        session.handle_line(command)
        session.close()
        assert min_s <= time.monotonic() - started_at < TIMEOUT_S
        assert replies[-1].startswith("bestmove")


def test_an_exception_of_the_player_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    import tablier.engine._native as native

    def fail(*_arguments: object) -> None:
        raise RuntimeError("out of\npebbles")

    monkeypatch.setattr(native.pebbles.Player, "think", fail)
    replies: list[str] = []
    session = UgiSession(tablier.new("pebbles"), replies.append)
    session.handle_line("go")
    session.close()
    assert replies == ["info string RuntimeError: out of pebbles", "bestmove (none)"]


def test_the_player_is_reused_until_its_options_change() -> None:
    session = UgiSession(tablier.new("pebbles"), lambda _line: None)
    session.handle_line("isready")
    first = session._current_player()
    session.handle_line("position startpos moves take1")
    assert session._current_player() is first
    session.handle_line("uginewgame")
    assert session._current_player() is first and first._native.clear_count == 1
    session.handle_line("setoption name level value 3")
    second = session._current_player()
    assert second is not first and second.level == 3
    session.handle_line("position fen pebbles:heap|players=3|9|2|-|-|-")
    assert session._current_player() is not second


def test_a_search_receives_the_history_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    games: list[object] = []
    analyse = Player.analyse

    def record(player: Player, game: Any, **limits: Any) -> Analysis:
        games.append(game)
        return analyse(player, game, **limits)

    monkeypatch.setattr(Player, "analyse", record)
    session = UgiSession(tablier.new("pebbles"), lambda _line: None)
    for moves in (["take1"], ["take1", "take2", "take3"], ["take3"]):  # a continuation and another game
        session.handle_line(f"position startpos moves {' '.join(moves)}")
        session.handle_line("go nodes 1")
        session.close()
        assert games[-1] == GameHistory.replay(tablier.new("pebbles"), moves)


def test_memory_that_cannot_be_allocated_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    import tablier.engine._native as native

    real_player = native.pebbles.Player

    def create_player(settings: dict[str, float]) -> object:
        if settings["memory"] > 1000:
            raise MemoryError
        return real_player(settings)

    monkeypatch.setattr(native.pebbles, "Player", create_player)
    replies: list[str] = []
    session = UgiSession(tablier.new("pebbles"), replies.append)
    for line in ("setoption name level value 1", "setoption name memory value 65536", "isready", "go nodes 1"):
        session.handle_line(line)
    session.close()
    assert replies[:2] == ["info string 65536 is no value for memory. Possible: < 65536.", "readyok"]
    assert replies[-1].split()[1] in tablier.new("pebbles").legal_actions()
    session.handle_line("setoption name memory value 9")
    assert session._current_player()._native.settings["memory"] == 1 and session._values["memory"] == 9  # level 1 needs no more


def test_a_go_that_fails_still_gets_a_bestmove(monkeypatch: pytest.MonkeyPatch) -> None:
    import tablier.engine._native as native

    def create_player(_settings: dict[str, float]) -> object:
        raise MemoryError

    replies: list[str] = []
    session = UgiSession(tablier.new("pebbles"), replies.append)
    session.handle_line("position fen twixt:kosmos|size=48|0|01|-|-")
    session.handle_line("go movetime 100")
    assert replies == ["info string Nobody here plays twixt:kosmos with these options yet.", "bestmove (none)"]
    session.handle_line("ugi")
    assert replies[-1] == "ugiok"
    session.handle_line("position startpos")
    monkeypatch.setattr(native.pebbles, "Player", create_player)
    session.handle_line("go")
    assert replies[-2:] == ["info string 256 is no value for memory. Possible: < 256.", "bestmove (none)"]
    session.handle_line("ugi")
    assert replies[-1] == "ugiok"


def test_ugi_lists_the_defaults_not_the_current_values() -> None:
    replies: list[str] = []
    session = UgiSession(tablier.new("pebbles"), replies.append, level=7)
    session.handle_line("ugi")
    expected = replies[:]
    assert "option name level type spin default 7 min 1 max 10" in expected
    for line in ("level value 3", "threads value 2", "memory value 9", "seed value 5", "seconds value 0.5"):
        session.handle_line(f"setoption name {line}")
    session.handle_line("ugi")
    assert replies == expected * 2


def test_an_error_in_a_position_of_another_game_has_the_message_of_that_game() -> None:
    replies: list[str] = []
    session = UgiSession(tablier.new("pebbles"), replies.append)
    session.handle_line("position fen twixt:kosmos|x")
    assert replies == ["info string A position of TwixT has 4 parts after its options."]


def test_a_huge_line_is_rejected_with_a_short_message() -> None:
    replies: list[str] = []
    session = UgiSession(tablier.new("pebbles"), replies.append)
    session.handle_line("x" * 1_000_000)
    session.handle_line("position startpos moves " + "take1 " * 200_000)
    session.handle_line("position fen " + "9" * 1_000_000)
    session.handle_line("setoption name " + "n" * 1_000_000 + " value 1")
    assert len(replies) == 3 and all(line.startswith("info string ") and len(line) < 300 for line in replies)


def test_random_lines_never_end_a_session() -> None:
    rng = random.Random(5)
    words = VOCABULARY.split()
    replies: list[str] = []
    session = UgiSession(tablier.new("pebbles"), replies.append)
    for _ in range(2000):
        line = " ".join(rng.choice(words) for _ in range(rng.randrange(7)))
        assert session.handle_line(line if "go" not in line else f"{line} nodes 1")
    session.handle_line("quit")
    assert all(line and "\n" not in line for line in replies)


def test_the_command_rejects_a_game_without_player(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    import tablier.engine._native as native

    monkeypatch.delattr(native.pebbles, "Player")
    assert main(["engine", "pebbles"]) == 2
    assert main(["engine", "nonsense"]) == 2
    assert capsys.readouterr().out == ""


def test_the_command_over_pipes() -> None:
    """Runs a process with a real player; without a compiled player it exits with status 2."""
    state = tablier.new("mixtour")
    command = [sys.executable, "-c", "import sys; from tablier.cli import main; sys.exit(main())", "engine", "mixtour"]
    commands = b"ugi\nposition startpos moves c3\n\xff\xfe\ngo movetime 50\n"
    process = subprocess.run(command, input=commands, capture_output=True, timeout=60, check=False)
    lines = process.stdout.decode().splitlines()
    assert b"Traceback" not in process.stderr
    if process.returncode == 2:
        assert lines == [] and process.stderr
        return
    assert process.returncode == 0 and "ugiok" in lines
    assert lines[-1].split()[1] in state.play("c3").legal_actions()
