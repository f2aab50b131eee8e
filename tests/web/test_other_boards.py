"""A board of another package in the browser: a built script that imports the interface of boards from its fixed address."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import pytest

from tests.server.server_process import ServerProcess
from tests.toy.shelf import write_metadata
from tests.web.browser import HOTSEAT, play_out
from tests.web.screen_reader import NewGuest


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with the toy game."""
    paths = write_metadata(tmp_path_factory.mktemp("toy"))
    environment = {"PYTHONPATH": os.pathsep.join([*paths, os.environ.get("PYTHONPATH", "")])}
    server = ServerProcess(tmp_path_factory.mktemp("server"), environment=environment).start()
    yield server
    server.stop()


def test_a_match_is_played_on_a_board_of_another_package(guest: NewGuest) -> None:
    ada = guest("Ada")
    ada.create_match("pebbles", {"heap": "6"}, **HOTSEAT)
    assert ada.page.locator("svg.pebbles circle").count() == 6
    colour = ada.page.locator("svg.pebbles circle").first.evaluate("node => getComputedStyle(node).fill")
    assert colour == "rgb(138, 131, 120)"  # of its own style sheet
    play_out([ada], random.Random(1))
    scripts = ada.page.evaluate("performance.getEntriesByType('resource').map(({name}) => new URL(name).pathname)")
    assert "/static/board-api.js" in scripts


def test_the_interface_of_boards_has_a_version(guest: NewGuest, server: ServerProcess) -> None:
    page = guest("Ada").page
    page.goto(server.url)
    assert page.evaluate("import('/static/board-api.js').then(({VERSION}) => VERSION)") == 1
