"""The terminal examples of README.md are valid and print the output shown there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import tablier
from tablier.cli import main
from tablier.formats.transcript import Transcript
from tablier.records import formats

README = (Path(__file__).parent.parent.parent / "README.md").read_text(encoding="utf-8")
BLOCKS = [block for block in re.findall(r"^```\w*\n(.*?)^```$", README, re.DOTALL | re.MULTILINE) if block.startswith("$ ")]
EXAMPLES = [
    tuple(entry.strip().split("\n", 1)) for block in BLOCKS for entry in re.split(r"^\$ ", block, flags=re.MULTILINE) if entry
]


@pytest.fixture(autouse=True)
def _example_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    state = tablier.new("twisty:djeco", players=3, seed=0)
    actions = []
    for _ in range(6):
        actions.append(state.legal_actions()[0])
        state = state.play(actions[-1])
    Path("game.txt").write_text("\n".join(actions), encoding="utf-8")
    Path("game.tsgf").write_text(formats.write(Transcript("twixt:kosmos", actions=("l12", "n13")), "tsgf"), encoding="utf-8")


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example[0])
def test_an_example_prints_the_output_shown(example: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    program, *arguments = shlex.split(example[0])
    assert program == "tablier" and main(arguments) == 0
    output = capsys.readouterr()
    assert output.err == ""
    if len(example) > 1:
        assert output.out.strip() == example[1]


def test_there_are_examples() -> None:
    assert len(EXAMPLES) > 3
