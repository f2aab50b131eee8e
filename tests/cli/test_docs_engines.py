"""The commands of docs/engines.md are valid, and its options exist."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tablier.cli.argparser import join_after_flag
from tablier.cli.main import build_parser, main
from tablier.engine.contest.entrants import parse_entrant
from tablier.engine.ugi import OPTIONS, SECONDS_OPTION

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "engines.md").read_text(encoding="utf-8")
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_are_valid(command: str) -> None:
    program, *arguments = shlex.split(command, comments=True)
    if program == "python":
        script = (ROOT / arguments[0]).read_text(encoding="utf-8")
        assert all(f'"{word}"' in script for word in arguments if word.startswith("--"))
        return
    args = build_parser().parse_args(join_after_flag(arguments))
    assert program == "tablier"
    for name in getattr(args, "names", [])[:-1]:  # entrants of a contest; the last name is the edition
        parse_entrant(name)


def test_streaming_examples_print_several_lines(capsys: pytest.CaptureFixture[str]) -> None:
    """An example must show intermediate results, not the final one alone."""
    streaming = [shlex.split(command, comments=True) for command in COMMANDS if "--stream" in command]
    assert streaming
    for _, *arguments in streaming:
        assert main([*arguments, "--seconds", "1"]) == 0
        assert len(capsys.readouterr().out.splitlines()) > 2


def test_every_ugi_option_is_documented() -> None:
    assert all(f"`{name}`" in PAGE for name in [*OPTIONS, SECONDS_OPTION])
