"""A server shared by all tests that leave it intact."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.server_process import ServerProcess


@pytest.fixture(scope="package")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    server = ServerProcess(tmp_path_factory.mktemp("server")).start()
    yield server
    assert server.stop() == 0, server.output
    assert "Traceback" not in "".join(server.output), "".join(server.output)
