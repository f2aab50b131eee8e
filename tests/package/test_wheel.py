"""The built wheel, installed into a new environment outside the repository."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import tablier

pytestmark = pytest.mark.slow  # builds the native module and installs from PyPI
ROOT = Path(__file__).parent.parent.parent
# without PYTHONPATH and the settings of coverage, so that the installed package is used
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COV"))}


def run(*command: str | Path, cwd: Path) -> str:
    process = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=ENVIRONMENT, capture_output=True, text=True, check=False
    )
    assert process.returncode == 0, f"{command}\n{process.stdout}\n{process.stderr}"
    return process.stdout


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new virtual environment with the wheel and its dependencies."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-build-isolation", "--no-deps", "-w", folder, ROOT, cwd=folder)
    run(sys.executable, "-m", "venv", folder / "venv", cwd=folder)
    pip = (folder / "venv" / "bin" / "python", "-m", "pip", "--disable-pip-version-check", "-q")
    run(*pip, "install", *folder.glob("tablier-*.whl"), cwd=folder)
    return folder


def test_the_wheel_plays_every_game(environment: Path) -> None:
    python = environment / "venv" / "bin" / "python"
    output = run(
        python,
        "-c",
        "import tablier, tablier.engine.twin as twin\n"
        "for game in tablier.shelf():\n"
        "    for name in game.edition_names():\n"
        "        state = tablier.new(name)\n"
        "        assert tablier.from_text(str(state)) == state\n"
        "        assert not twin.Twin.exists(state) or twin.Twin(state).legal_actions() == state.legal_actions()\n"
        "        print(name)\n"
        "print(tablier.__file__)",
        cwd=environment,
    )
    *editions, location = output.splitlines()
    assert editions == [name for game in tablier.shelf() for name in game.edition_names()]
    assert str(environment) in location


def test_the_command_of_the_wheel_works(environment: Path) -> None:
    command = environment / "venv" / "bin" / "tablier"
    assert run(command, "perft", "mixtour:stein", "2", cwd=environment) == "600\n"
    (environment / "game.txt").write_text("# edition: mixtour:stein\nc3\nc2\n")
    run(command, "convert", "game.txt", "game.json", "--from", "list", cwd=environment)
    assert '"mixtour:stein"' in (environment / "game.json").read_text()


def test_the_wheel_ships_types(environment: Path) -> None:
    package = next((environment / "venv" / "lib").glob("python*/site-packages/tablier"))
    assert (package / "py.typed").exists()
    assert (package / "engine" / "_native" / "__init__.pyi").exists()
    assert (package / "engine" / "_native" / "mixtour.pyi").exists()


def test_another_package_adds_a_game(environment: Path) -> None:
    python = environment / "venv" / "bin" / "python"
    run(python, "-m", "pip", "install", "-q", "setuptools>=70.1", cwd=environment)
    run(python, "-m", "pip", "install", "-q", "--no-build-isolation", "--no-deps", ROOT / "tests" / "toy", cwd=environment)
    command = environment / "venv" / "bin" / "tablier"
    assert "pebbles" in run(command, "games", cwd=environment)
    assert run(command, "legal", "pebbles", cwd=environment).splitlines()
    assert run(command, "perft", "pebbles", "2", cwd=environment).strip().isdigit()
    assert run(command, "show", "pebbles", cwd=environment)
