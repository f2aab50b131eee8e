"""The command line as other programs rely on it: exit codes, data on stdout, messages on stderr."""

from __future__ import annotations

import io
import json
import sys
import time
from pathlib import Path

import pytest

from tablier.cli import main

Run = tuple[int, str, str]  # exit code, stdout, stderr


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    def call(*arguments: str, stdin: str | bytes = "") -> Run:
        raw = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
        code = main(list(arguments))
        output = capsys.readouterr()
        return code, output.out, output.err

    return call


def test_perft_counts(run) -> None:  # type: ignore[no-untyped-def]
    assert run("perft", "mixtour:stein", "3") == (0, "14088\n", "")
    assert run("perft", "kwintie:board", "3") == (0, "2790\n", "")
    assert run("perft", "twixt:kosmos", "2", "-o", "size=6") == (0, "584\n", "")


def test_games_lists_every_edition_as_text_and_as_json(run) -> None:  # type: ignore[no-untyped-def]
    editions = {
        *("twixt:kosmos", "twixt:dujardin", "twixt:paper", "mixtour:stein", "mixtour:gerhards"),
        *("kwintie:board", "kwintie:table", "kwintie:kwinty", "twisty:djeco"),
    }
    code, out, err = run("games", "--json")
    data = json.loads(out)
    assert (code, err) == (0, "")
    assert {edition["edition"] for game in data for edition in game["editions"]} == editions
    assert all(option["range"] for game in data for option in game["options"])
    code, out, _ = run("games")
    assert code == 0 and all(edition in out for edition in editions)


def test_legal_lists_one_action_per_line(run) -> None:  # type: ignore[no-untyped-def]
    code, out, err = run("legal", "mixtour", "--after", "c3 c2")
    assert (code, err) == (0, "")
    assert out.splitlines() == sorted(out.splitlines()) and "c2-c3" in out.splitlines() and len(out.splitlines()) == 25


def test_legal_takes_a_position_text(run) -> None:  # type: ignore[no-untyped-def]
    _, shown, _ = run("show", "kwintie:table", "--after", "ij k")
    text = shown.splitlines()[-1]
    assert run("legal", text) == run("legal", "kwintie:table", "--after", "ij k")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("kwintie:board|-|", "This cannot be read: it makes sense for the first 16 characters only."),
        ("mixtour:stein|0|0-0|-|", "This cannot be read: it makes sense for the first 22 characters only."),
        ("mixtour:stein|0|0-0|-", "character 22: A position has 4 parts: turn, score, stacks and last turn."),
        ("twixt:kosmos|0|01|-", "character 20: A position of TwixT has 4 parts after its options."),
        ("twisty:djeco|0", "character 15: A position has 4 parts after its options; this one has 1."),
        ("kwintie:board|pieces=1|wbwb...../wbwb.....|0", "character 24: A side has 2 pieces on the wall, but only 1 in all."),
        ("twixt:milton|0", "character 1: There is no edition called twixt:milton. There are: twixt:kosmos, "),
        ("chess|0", "character 1: There is no game called chess. There are: "),
    ],
)
def test_a_wrong_position_text_is_explained_by_its_game(run, text: str, message: str) -> None:  # type: ignore[no-untyped-def]
    code, out, err = run("legal", text)
    assert (code, out) == (1, "") and err.startswith(f"tablier: {message}")


def test_data_commands_use_a_fixed_seed_by_default(run) -> None:  # type: ignore[no-untyped-def]
    assert run("legal", "twisty", "--after", "@a1 @g7") == run("legal", "twisty", "-o", "seed=0", "--after", "@a1 @g7")
    assert run("show", "twisty", "-o", "seed=1") != run("show", "twisty")


@pytest.mark.parametrize(
    "arguments",
    [
        ("legal", "chess"),
        ("legal", "twixt:"),
        ("legal", "twixt:milton"),
        ("legal", "twixt:kosmos", "-o", "size=5"),
        ("legal", "twixt:kosmos", "-o", "size=1e1"),
        ("legal", "twixt:kosmos", "-o", "size=" + "9" * 5000),
        ("legal", "twixt:kosmos", "-o", "size=٢٤"),
        ("legal", "twixt:kosmos", "-o", "pie=maybe"),
        ("legal", "twixt:kosmos", "-o", "colour=red"),
        ("legal", "twixt:kosmos", "-o", "size"),
        ("legal", "twixt:kosmos", "-o", "size=6", "-o", "size=7"),
        ("legal", "kwintie:table", "-o", "centre_ban=yes"),
        ("legal", "twisty", "-o", "deal=nonsense"),
        ("legal",),
        ("perft", "mixtour", "-1"),
        ("perft", "mixtour", "three"),
        ("perft", "mixtour", "99999"),
        ("replay", "mixtour:nobody"),
        ("whatever",),
        ("legal", "mixtour", "--no-such-flag"),
    ],
)
def test_usage_errors_exit_with_2(run, arguments: tuple[str, ...]) -> None:  # type: ignore[no-untyped-def]
    code, out, err = run(*arguments)
    assert code == 2 and out == "" and err and "Traceback" not in err


@pytest.mark.parametrize("after", ["zz", "c3 c3", "c3-c4", "\0", "a" * 1000 + "1"])
def test_illegal_actions_exit_with_1(run, after: str) -> None:  # type: ignore[no-untyped-def]
    code, out, err = run("legal", "mixtour", "--after", after)
    assert code == 1 and out == "" and err and "Traceback" not in err


def test_replay_prints_plies_outcome_and_position(run) -> None:  # type: ignore[no-untyped-def]
    code, out, err = run("replay", "mixtour:stein", "-", stdin="c3\n\n  c2  \r\nc2-c3\n")
    assert (code, err) == (0, "")
    assert json.loads(out) == {
        "plies": [
            {"to_act": 0, "legal": 25},
            {"to_act": 1, "legal": 24},
            {"to_act": 0, "legal": 25},
            {"to_act": 1, "legal": 24},
        ],
        "outcome": None,
        "position": {"stacks": {"c3": "WB"}, "reserve": [24, 24], "score": [0, 0]},
    }


def test_replay_reports_errors_and_the_outcome(run) -> None:  # type: ignore[no-untyped-def]
    code, out, _ = run("replay", "kwintie:board", "-o", "line=3", stdin="a\nb\na\n")
    assert code == 1 and json.loads(out)["error"] and json.loads(out)["line"] == 3  # KWI-4
    code, out, _ = run("replay", "kwintie:board", "-o", "line=3", stdin="ab\nc\nd\nc\nd\n")
    assert json.loads(out).get("line", 0) == 4
    code, out, _ = run("replay", "twisty", "-o", "players=3", stdin="@a1\n@a7\n@g1\nleave 1\nleave 2\n")
    payload = json.loads(out)
    assert code == 0 and payload["outcome"] == {"winner": 0} and payload["plies"][-1] == {"to_act": None, "legal": 0}
    code, out, _ = run("replay", "twisty", "-o", "players=2", stdin="leave 1\n\npass\n")
    assert code == 1 and json.loads(out) == {"error": "game_over", "line": 3}
    assert json.loads(run("replay", "mixtour", stdin="leave 0")[1])["error"] == "no_leaving"
    assert json.loads(run("replay", "twisty", stdin="leave x")[1])["error"] == "unreadable"


@pytest.mark.parametrize("stdin", [False, True])
@pytest.mark.parametrize(
    "text",
    [
        "replay twixt -o size=6 FILE",  # the documented order
        "replay twixt FILE -o size=6",
        "replay -o size=6 twixt FILE",
        "replay twixt --option size=6 FILE",
        "replay twixt -osize=6 FILE",
        "replay -o pie=yes twixt -o size=6 FILE",
        "replay twixt -o size=6 -- FILE",
    ],
)
def test_options_are_accepted_anywhere(run, tmp_path: Path, text: str, stdin: bool) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "game.txt"
    file.write_text("c3\n")
    arguments = text.replace("FILE", "-" if stdin else str(file)).split()
    code, out, err = run(*arguments, stdin="c3\n" if stdin else "")
    assert (code, err) == (0, "") and json.loads(out)["position"]["pegs"] == [["c3"], []]


def test_missing_and_surplus_arguments_print_the_usage(run) -> None:  # type: ignore[no-untyped-def]
    usage_starts = {
        "en": "usage: tablier replay [-h] [-o KEY=VALUE] EDITION [FILE]",
        "fr": "usage\xa0: tablier replay [-h] [-o CLÉ",
    }
    for language, usage_start in usage_starts.items():
        code, out, err = run("--language", language, "replay", "-o", "size=6")
        assert (code, out) == (2, "") and err.startswith(usage_start)
    code, out, err = run("replay", "twixt", "-o", "size=6", "one", "two")
    assert (code, out) == (2, "") and err.endswith("unrecognized arguments: two\n")


def test_replay_reads_files_and_rejects_invalid_ones(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "game.txt"
    file.write_text("c3\n")
    assert run("replay", "mixtour", str(file))[0] == 0
    file.write_bytes(b"c3\nc\xff\n")
    code, out, err = run("replay", "mixtour", str(file))
    assert code == 1 and json.loads(out)["error"] == "not_text" and json.loads(out)["line"] == 2 and "Traceback" not in err
    code, out, _ = run("replay", "mixtour", str(tmp_path / "missing"))
    assert code == 1 and json.loads(out)["error"] == "no_file"
    started_at = time.process_time()
    file.write_bytes(b"c3\n" * 3_500_000)
    code, out, _ = run("replay", "mixtour", str(file))
    assert code == 1 and json.loads(out)["error"] == "file_too_large" and time.process_time() - started_at < 5


def test_show_draws_or_describes_the_board(run) -> None:  # type: ignore[no-untyped-def]
    code, drawn, err = run("show", "twixt", "-o", "size=8", "--after", "c3 f6 d5")
    assert (code, err) == (0, "") and "\x1b" not in drawn and drawn.splitlines()[-1].startswith("twixt:kosmos|size=8|")
    code, described, _ = run("show", "twixt", "-o", "size=8", "--after", "c3 f6 d5", "--plain")
    assert code == 0 and "c3" in described and described != drawn
    assert "\x1b" in run("show", "twixt", "--colour", "always", "--after", "c3")[1]


def test_after_may_begin_with_a_removal(run) -> None:  # type: ignore[no-untyped-def]
    start = run("show", "twixt", "-o", "size=8", "--after", "c3 f6 d5 f2")[1].splitlines()[-1]
    code, out, err = run("legal", start, "--after", "-c3d5,e4")
    assert (code, err) == (0, "") and out


def test_version_and_help(run) -> None:  # type: ignore[no-untyped-def]
    assert run("--version")[0] == 0
    for command in ("games", "legal", "perft", "replay", "show", "play", "convert"):
        code, out, _ = run(command, "--help")
        assert code == 0 and command in out


def test_messages_come_from_the_game_and_locate_errors_in_files(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    assert "stack on c3" in run("legal", "mixtour", "--after", "c3 c3")[2]
    assert "peg in c3" in run("legal", "twixt", "--after", "c3 c3")[2]
    file = tmp_path / "broken.tsgf"
    file.write_text("(;FF[4]SZ[24]\n;b[cd];r[cd])")
    code, out, err = run("convert", str(file), str(tmp_path / "out.json"))
    assert (code, out) == (1, "") and "line 2, column 10" in err and not (tmp_path / "out.json").exists()


def test_convert_between_formats(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "game.tsgf"
    file.write_text("(;FF[4]EV[x]PB[Ada]PW[Bo]SZ[24]SO[y];b[cd];r[swap];b[fg];r[oh])")
    assert run("convert", str(file), str(tmp_path / "game.json"))[0] == 0
    assert run("convert", str(tmp_path / "game.json"), str(tmp_path / "again.tsgf"))[0] == 0
    assert run("convert", str(tmp_path / "again.tsgf"), "-", "--to", "list")[1].splitlines()[-4:] == ["c4", "swap", "g6", "h15"]
    assert run("convert", str(file), str(tmp_path / "game.xyz"))[0] == 2
    assert run("convert", str(file))[0] == 2
    assert run("convert", str(file), str(tmp_path / "o.json"), "--from", "nonsense")[0] == 2
    assert "tsgf" in run("convert", "--formats")[1]
