"""UGI sessions, each a text file in `ugi/`: `>` is sent, `<` is the next answer, `<~` the next one of this shape."""

from __future__ import annotations

import queue
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

import tablier
from tablier.cli import main
from tablier.engine.ugi import UgiSession
from tests.toy.player import pebbles_player
from tests.toy.shelf import toy_on_the_shelf

SESSIONS = sorted((Path(__file__).parent / "ugi").glob("*.txt"))
PATIENCE = 60.0  # machines stall
WORDS = (
    "ugi isready position startpos fen moves take1 go nodes 1 depth -5 p1time 99 stop query setoption name value level \x00 é |"
)


@pytest.fixture(autouse=True, scope="module")
def _toy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with toy_on_the_shelf(tmp_path_factory.mktemp("toy")), pebbles_player():
        yield


@pytest.mark.parametrize("file", SESSIONS, ids=lambda file: file.stem)
def test_a_session(file: Path) -> None:
    answers: queue.Queue[str] = queue.Queue()
    session = UgiSession(tablier.new("pebbles"), answers.put)
    for number, line in enumerate(file.read_text().splitlines(), start=1):
        sign, _, rest = line.partition(" ")
        if sign == ">":
            session.handle_line(rest)
        elif sign in ("<", "<~"):
            answer = answers.get(timeout=PATIENCE)
            while sign == "<~" and not fnmatchcase(answer, rest):
                answer = answers.get(timeout=PATIENCE)
            assert fnmatchcase(answer, rest), f"{file.name}, line {number}: {answer}"
    session.handle_line("quit")
    assert all(left.startswith("info depth") for left in list(answers.queue)), list(answers.queue)


def test_stop_is_answered_at_once() -> None:
    answers: list[str] = []
    session = UgiSession(tablier.new("pebbles"), answers.append)
    session.handle_line("go infinite")
    time.sleep(0.05)
    begun = time.process_time()  # a busy machine does not count
    session.handle_line("isready")
    assert answers[-1] == "readyok" or "readyok" in answers
    session.handle_line("stop")
    assert time.process_time() - begun < 0.5
    assert answers[-1].startswith("bestmove")


def test_who_asks_again_at_once_is_answered() -> None:
    """In the moment an answer is read, the next question is welcome."""
    answers: queue.Queue[str] = queue.Queue()
    session = UgiSession(tablier.new("pebbles"), answers.put)
    for _ in range(300):
        session.handle_line("go nodes 1")
        while not (answer := answers.get(timeout=PATIENCE)).startswith("bestmove"):
            assert answer.startswith("info depth"), answer


def test_the_end_of_the_input_lets_a_thought_end_but_not_go_on_for_ever() -> None:
    for command, least in (("go movetime 100", 0.1), ("go infinite", 0.0)):
        answers: list[str] = []
        session = UgiSession(tablier.new("pebbles"), answers.append)
        begun = time.monotonic()
        session.handle_line(command)
        session.close()
        assert least <= time.monotonic() - begun < PATIENCE
        assert answers[-1].startswith("bestmove")


def test_a_player_that_fails_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    import tablier.engine._native as native

    def fail(*_arguments: object) -> None:
        raise RuntimeError("out of\npebbles")

    monkeypatch.setattr(native.pebbles.Player, "think", fail)
    answers: list[str] = []
    session = UgiSession(tablier.new("pebbles"), answers.append)
    session.handle_line("go")
    session.close()
    assert answers == ["info string RuntimeError: out of pebbles", "bestmove (none)"]


def test_the_player_is_kept_from_move_to_move_and_made_anew_for_other_options() -> None:
    session = UgiSession(tablier.new("pebbles"), lambda _line: None)
    session.handle_line("isready")
    first = session._player()
    session.handle_line("position startpos moves take1")
    assert session._player() is first
    session.handle_line("uginewgame")
    assert session._player() is first and first._native.forgotten == 1
    session.handle_line("setoption name level value 3")
    second = session._player()
    assert second is not first and second.level == 3
    session.handle_line("position fen pebbles:heap|players=3|9|2|-|-|-")
    assert session._player() is not second


def test_more_memory_than_there_is_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    import tablier.engine._native as native

    made = native.pebbles.Player

    def scarce(settings: dict[str, float]) -> object:
        if settings["memory"] > 1000:
            raise MemoryError
        return made(settings)

    monkeypatch.setattr(native.pebbles, "Player", scarce)
    answers: list[str] = []
    session = UgiSession(tablier.new("pebbles"), answers.append)
    for line in ("setoption name level value 1", "setoption name memory value 65536", "isready", "go nodes 1"):
        session.handle_line(line)
    session.close()
    assert answers[:2] == ["info string 65536 is no value for memory. Possible: < 65536.", "readyok"]
    assert answers[-1].split()[1] in tablier.new("pebbles").legal_actions()
    session.handle_line("setoption name memory value 9")
    assert session._player()._native.settings["memory"] == 1 and session._values["memory"] == 9  # level 1 needs no more


def test_a_go_that_nobody_can_serve_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    import tablier.engine._native as native

    def scarce(_settings: dict[str, float]) -> object:
        raise MemoryError

    answers: list[str] = []
    session = UgiSession(tablier.new("pebbles"), answers.append)
    session.handle_line("position fen twixt:kosmos|size=48|0|01|-|-")
    session.handle_line("go movetime 100")
    assert answers == ["info string Nobody here plays twixt:kosmos with these options yet.", "bestmove (none)"]
    session.handle_line("ugi")
    assert answers[-1] == "ugiok"
    session.handle_line("position startpos")
    monkeypatch.setattr(native.pebbles, "Player", scarce)
    session.handle_line("go")
    assert answers[-2:] == ["info string 256 is no value for memory. Possible: < 256.", "bestmove (none)"]
    session.handle_line("ugi")
    assert answers[-1] == "ugiok"


def test_the_defaults_are_told_not_what_is_set() -> None:
    answers: list[str] = []
    session = UgiSession(tablier.new("pebbles"), answers.append, level=7)
    session.handle_line("ugi")
    told = answers[:]
    assert "option name level type spin default 7 min 1 max 10" in told
    for line in ("level value 3", "threads value 2", "memory value 9", "seed value 5", "seconds value 0.5"):
        session.handle_line(f"setoption name {line}")
    session.handle_line("ugi")
    assert answers == told * 2


def test_a_position_of_another_game_is_explained_in_its_words() -> None:
    answers: list[str] = []
    session = UgiSession(tablier.new("pebbles"), answers.append)
    session.handle_line("position fen twixt:kosmos|x")
    assert answers == ["info string A position of TwixT has 4 parts after its options."]


def test_a_huge_line_is_refused_in_a_short_one() -> None:
    answers: list[str] = []
    session = UgiSession(tablier.new("pebbles"), answers.append)
    session.handle_line("x" * 1_000_000)
    session.handle_line("position startpos moves " + "take1 " * 200_000)
    session.handle_line("position fen " + "9" * 1_000_000)
    session.handle_line("setoption name " + "n" * 1_000_000 + " value 1")
    assert len(answers) == 3 and all(line.startswith("info string ") and len(line) < 300 for line in answers)


def test_random_lines_never_end_a_session() -> None:
    lot = random.Random(5)
    words = WORDS.split()
    answers: list[str] = []
    session = UgiSession(tablier.new("pebbles"), answers.append)
    for _ in range(2000):
        line = " ".join(lot.choice(words) for _ in range(lot.randrange(7)))
        assert session.handle_line(line if "go" not in line else f"{line} nodes 1")
    session.handle_line("quit")
    assert all(line and "\n" not in line for line in answers)


def test_the_command_refuses_what_nobody_plays(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    import tablier.engine._native as native

    monkeypatch.delattr(native.pebbles, "Player")
    assert main(["engine", "pebbles"]) == 2
    assert main(["engine", "nonsense"]) == 2
    assert capsys.readouterr().out == ""


def test_the_command_over_real_pipes() -> None:
    """A real process with a real player where one is compiled; without one it says so and exits with 2."""
    state = tablier.new("mixtour")
    command = [sys.executable, "-c", "import sys; from tablier.cli import main; sys.exit(main())", "engine", "mixtour"]
    sent = b"ugi\nposition startpos moves c3\n\xff\xfe\ngo movetime 50\n"
    done = subprocess.run(command, input=sent, capture_output=True, timeout=60, check=False)
    lines = done.stdout.decode().splitlines()
    assert b"Traceback" not in done.stderr
    if done.returncode == 2:
        assert lines == [] and done.stderr
        return
    assert done.returncode == 0 and "ugiok" in lines
    assert lines[-1].split()[1] in state.play("c3").legal_actions()
