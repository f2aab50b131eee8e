"""`tablier analyse`, with the toy game pebbles."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from signal import SIGINT

import pytest

from tablier.cli import main
from tests.toy.player import pebbles_player
from tests.toy.shelf import toy_on_the_shelf


@pytest.fixture(autouse=True, scope="module")
def _toy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with toy_on_the_shelf(tmp_path_factory.mktemp("toy")), pebbles_player():
        yield


def test_text_has_the_best_action_first_and_the_principal_variation(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "pebbles", "-o", "heap=4", "--after", "take1", "--nodes", "3"]) == 0
    output = capsys.readouterr().out
    assert "Second to act" in output and output.index("wins in 1 turn") < output.index("loses in")
    assert "expected: take3" in output and "3 positions" in output


def test_json_has_a_value_for_every_action(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "pebbles", "--json", "--seconds", "0.05"]) == 0
    payload = json.loads(capsys.readouterr().out)
    assert {entry["action"] for entry in payload["candidates"]} == {"ask1", "take1", "take2", "take3"}
    assert payload["best"] == payload["candidates"][0]["action"] and payload["to_act"] == 0
    assert payload["position"].startswith("pebbles:heap|")
    assert main(["analyse", payload["position"], "--json", "--depth", "2", "--top", "1"]) == 0
    assert len(json.loads(capsys.readouterr().out)["candidates"]) == 1


def test_a_stream_ends_with_the_final_result(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "pebbles", "--stream", "--seconds", "2"]) == 0
    updates = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(updates) > 2 and [update["done"] for update in updates] == [False] * (len(updates) - 1) + [True]


def test_ctrl_c_prints_the_result_so_far() -> None:
    """Interrupts a process after its first output."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tablier.cli", "analyse", "mixtour", "--seconds", "0", "--stream"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    first = json.loads(process.stdout.readline())
    process.send_signal(SIGINT)
    out, err = process.communicate(timeout=120)
    last = json.loads(out.splitlines()[-1])
    assert process.returncode == 0 and "Traceback" not in err
    assert not first["done"] and last["done"] and last["best"]


def test_a_terminal_gets_a_live_display(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    assert main(["analyse", "pebbles", "--seconds", "0.3", "--top", "2"]) == 0
    assert "and 2 more" in capsys.readouterr().out


def test_usage_errors(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "pebbles", "-o", "heap=1", "--after", "take1"]) == 1
    for wrong in (["--nodes", "0"], ["--seconds", "soon"], ["--threads", "x"], ["--top", "0"], ["--seconds", "nan"]):
        assert main(["analyse", "pebbles", *wrong]) == 2
    assert capsys.readouterr().out == ""
