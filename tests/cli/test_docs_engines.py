"""The commands of docs/engines.md are valid, and it lists all UGI options."""

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
def test_a_command_is_valid(command: str) -> None:
    program, *arguments = shlex.split(command, comments=True)
    if program == "python":
        script = (ROOT / arguments[0]).read_text(encoding="utf-8")
        assert all(f'"{argument}"' in script for argument in arguments if argument.startswith("--"))
        return
    args = build_parser().parse_args(join_after_flag(arguments))
    assert program == "tablier"
    for name in getattr(args, "names", [])[:-1]:
        parse_entrant(name)


def test_streaming_commands_print_several_updates(capsys: pytest.CaptureFixture[str]) -> None:
    streamed = [shlex.split(command, comments=True) for command in COMMANDS if "--stream" in command]
    assert streamed
    for _, *arguments in streamed:
        assert main([*arguments, "--seconds", "1"]) == 0
        assert len(capsys.readouterr().out.splitlines()) > 2


def test_all_ugi_options_are_documented() -> None:
    assert all(f"`{name}`" in PAGE for name in [*OPTIONS, SECONDS_OPTION])
