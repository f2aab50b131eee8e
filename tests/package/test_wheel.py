"""The built wheel, installed in an empty environment outside the clone, and used as a stranger would."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
QUIET = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COV"))}


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run([str(part) for part in command], cwd=cwd, env=QUIET, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty environment with the wheel, its dependencies and a game from a package outside."""
    folder = tmp_path_factory.mktemp("elsewhere")
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-build-isolation", "--no-deps", "-w", folder, ROOT, cwd=folder)
    run(sys.executable, "-m", "venv", folder / "venv", cwd=folder)
    pip = (folder / "venv" / "bin" / "python", "-m", "pip", "--disable-pip-version-check", "-q")
    run(*pip, "install", *folder.glob("tablier-*.whl"), cwd=folder)
    return folder


def test_the_wheel_plays_every_game(environment: Path) -> None:
    python = environment / "venv" / "bin" / "python"
    told = run(
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
    assert "twixt:kosmos" in told and "twisty:djeco" in told
    assert str(environment) in told.splitlines()[-1]


def test_the_wheel_s_command_works(environment: Path) -> None:
    tablier = environment / "venv" / "bin" / "tablier"
    assert run(tablier, "perft", "mixtour:stein", "2", cwd=environment) == "600\n"
    (environment / "game.txt").write_text("# edition: mixtour:stein\nc3\nc2\n")
    run(tablier, "convert", "game.txt", "game.json", "--from", "list", cwd=environment)
    assert '"mixtour:stein"' in (environment / "game.json").read_text()


def test_the_wheel_ships_types(environment: Path) -> None:
    package = next((environment / "venv" / "lib").glob("python*/site-packages/tablier"))
    assert (package / "py.typed").exists()
    assert (package / "engine" / "_native" / "__init__.pyi").exists()
    assert (package / "engine" / "_native" / "mixtour.pyi").exists()


def test_a_package_outside_adds_a_game(environment: Path) -> None:
    python = environment / "venv" / "bin" / "python"
    run(python, "-m", "pip", "install", "-q", "setuptools>=70.1", cwd=environment)
    run(python, "-m", "pip", "install", "-q", "--no-build-isolation", "--no-deps", ROOT / "tests" / "toy", cwd=environment)
    tablier = environment / "venv" / "bin" / "tablier"
    assert "pebbles" in run(tablier, "games", cwd=environment)
    assert run(tablier, "legal", "pebbles", cwd=environment).splitlines()
    assert run(tablier, "perft", "pebbles", "2", cwd=environment).strip().isdigit()
    assert run(tablier, "show", "pebbles", cwd=environment)
