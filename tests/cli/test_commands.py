"""The table of commands, `--help`, `--version`, shell completion, and the modules that short commands import."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pkgutil import iter_modules

import pytest

import tablier
from tablier.cli import commands
from tablier.cli.commands import COMMANDS, GROUPS, load_command
from tablier.cli.main import main

HEAVY = ("asyncio", "litestar", "msgspec", "numpy", "rich", "sqlalchemy", "tablier.engine", "tablier.server")


def test_the_table_has_every_command_module() -> None:
    modules = {module.name for module in iter_modules(commands.__path__)}
    runnable = {name for name in modules if hasattr(import_module(f"{commands.__name__}.{name}"), "add_arguments")}
    assert {name.replace("-", "_") for name in COMMANDS} == runnable


def test_help_lists_every_command_in_its_group(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    printed = capsys.readouterr().out
    positions = [printed.index(f"\n{title}:\n") for title in GROUPS.values()]
    assert positions == sorted(positions)
    for name, command in COMMANDS.items():
        group = printed.split(f"\n{GROUPS[command.group]}:\n")[1].split("\n\n")[0]
        assert f"\n  {name} " in f"\n{group}", name
    assert "Without a command, tablier starts the server" in printed


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--help"]) == 0
    assert f"tablier {name}" in capsys.readouterr().out


def test_an_unknown_command_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fly"]) == 2
    assert "fly" in capsys.readouterr().err


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"tablier {tablier.__version__}\n"


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["legal", "mixtour"], ["games"]], ids=" ".join)
def test_short_commands_import_no_heavy_module(arguments: list[str]) -> None:
    code = f"import sys; from tablier.cli import main; main({arguments!r}); print(*sys.modules, file=sys.stderr)"
    english = {**os.environ, "LANG": "en", "LANGUAGE": "", "LC_ALL": "", "LC_MESSAGES": ""}
    run = subprocess.run([sys.executable, "-c", code], env=english, capture_output=True, text=True, check=True)
    assert not set(HEAVY) & set(run.stderr.split())


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_completion_knows_commands_and_options(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert all(name in script for name in COMMANDS)
    assert "--after" in script


def test_a_bash_completion_script_is_valid(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "bash"]) == 0
    subprocess.run(["bash", "-n"], input=capsys.readouterr().out, text=True, check=True)


@pytest.mark.parametrize("flag", ["--colour", "--color"])
def test_colour_in_both_spellings(flag: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "mixtour", "--after", "c3", flag, "always"]) == 0
    assert "\x1b[" in capsys.readouterr().out


def test_no_color_is_respected(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("NO_COLOR", "1")
    assert main(["show", "mixtour", "--after", "c3"]) == 0
    assert "\x1b[" not in capsys.readouterr().out


def test_load_command_imports_one_module() -> None:
    assert load_command("delete-account").__name__ == "tablier.cli.commands.delete_account"
