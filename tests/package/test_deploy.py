"""The systemd units and the Docker image: their commands exist, and the variables they set are settings."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from tablier.cli.main import build_parser
from tablier.server.check_settings import OTHER_VARIABLES
from tablier.server.settings import TYPES, variable_of

DEPLOY = Path(__file__).parents[2] / "deploy"
FILES = sorted(DEPLOY.iterdir())
ROOT = DEPLOY.parent


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_variables_are_settings(file: Path) -> None:
    known = OTHER_VARIABLES | {variable_of(name) for name in TYPES}
    assert set(re.findall(r"TABLIER_[A-Z_]+", file.read_text())) <= known


@pytest.mark.parametrize("file", sorted(DEPLOY.glob("*.service")), ids=lambda file: file.name)
def test_commands_of_the_units_parse(file: Path) -> None:
    (command,) = re.findall(r"^ExecStart=(.+)$", file.read_text(), re.MULTILINE)
    program, *arguments = shlex.split(command.replace("%S", "/var/lib"))
    assert program.endswith("/bin/tablier")
    build_parser().parse_args(arguments)


def test_the_image_runs_the_server_and_copies_what_exists() -> None:
    text = (DEPLOY / "Dockerfile").read_text()
    (command,) = re.findall(r"^CMD (.+)$", text, re.MULTILINE)
    assert build_parser().parse_args(json.loads(command)).no_browser
    for line in re.findall(r"^COPY (.+) \S+$", text, re.MULTILINE):
        for name in line.split():
            assert (ROOT / name).exists(), name
            assert f"!{name}" in (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
