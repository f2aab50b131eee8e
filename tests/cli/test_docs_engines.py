"""docs/engines.md, kept true: its commands can be typed, and its options exist."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tablier.cli.argparser import join_after_flag
from tablier.cli.main import build_parser, main
from tablier.engine.contest.entrants import parse_entrant
from tablier.engine.ugi import OPTIONS, SECONDS_OPTION

HOUSE = Path(__file__).parent.parent.parent
PAGE = (HOUSE / "docs" / "engines.md").read_text(encoding="utf-8")
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_can_be_typed(command: str) -> None:
    program, *text = shlex.split(command, comments=True)
    if program == "python":
        script = (HOUSE / text[0]).read_text(encoding="utf-8")
        assert all(f'"{word}"' in script for word in text if word.startswith("--"))
        return
    args = build_parser().parse_args(join_after_flag(text))
    assert program == "tablier"
    for name in getattr(args, "names", [])[:-1]:
        parse_entrant(name)


def test_what_streams_is_not_told_from_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    """A stream without end must be one: a line alone shows nothing of what comes about."""
    streamed = [shlex.split(command, comments=True) for command in COMMANDS if "--stream" in command]
    assert streamed
    for _, *text in streamed:
        assert main([*text, "--seconds", "1"]) == 0
        assert len(capsys.readouterr().out.splitlines()) > 2


def test_the_options_of_ugi_are_told() -> None:
    assert all(f"`{name}`" in PAGE for name in [*OPTIONS, SECONDS_OPTION])
