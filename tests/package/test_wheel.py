"""The built wheel, installed into a new environment outside the repository, and the source distribution."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import tablier
from tests.server.server_process import TIMEOUT_S, fetch, free_port

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


def test_the_wheel_has_the_whole_web_client(environment: Path) -> None:
    (wheel,) = environment.glob("tablier-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        packed = {name: archive.read(name) for name in archive.namelist() if name.startswith("tablier/static/")}
    built = ROOT / "src" / "tablier" / "static"
    files = {f"tablier/static/{file.relative_to(built).as_posix()}": file for file in built.rglob("*") if file.is_file()}
    assert packed == {name: file.read_bytes() for name, file in files.items()}
    assert "tablier/static/manifest.json" in packed and "tablier/static/board-api.js.br" in packed


def test_the_wheel_serves_the_client_without_node(environment: Path) -> None:
    port = free_port()
    command = [environment / "venv" / "bin" / "tablier", "serve", "--no-browser", "--port", str(port)]
    variables = {**ENVIRONMENT, "PATH": str(environment / "venv" / "bin"), "TABLIER_DATA": str(environment / "data")}
    with subprocess.Popen(command, cwd=environment, env=variables, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        output = []
        for line in process.stderr:
            output.append(line)
            if line.startswith("Ctrl-C"):  # the last line of the banner
                break
        page = fetch(f"http://127.0.0.1:{port}/")
        assert page.status_code == 200, output
        addresses = re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text)
        assert any(address.endswith(".js") for address in addresses)
        for address in addresses:
            assert fetch(f"http://127.0.0.1:{port}{address}").status_code == 200, address
        process.send_signal(signal.SIGINT)
        assert process.wait(TIMEOUT_S) == 0


def test_the_source_distribution_has_the_built_client_and_its_sources(tmp_path: Path) -> None:
    run(sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", tmp_path, ROOT, cwd=tmp_path)
    (file,) = tmp_path.glob("tablier-*.tar.gz")
    with tarfile.open(file) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"src/tablier/static/manifest.json", "web/build.mjs", "package-lock.json"} <= names
    assert not [name for name in names if "node_modules" in name]


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
    package = next((environment / "venv" / "lib").glob("python*/site-packages/toy_game"))
    assert (package / "board.js").is_file() and (package / "board.css").is_file()
