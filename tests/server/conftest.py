"""A server shared by all tests that leave it intact."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.server_process import ServerProcess


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    process = ServerProcess(tmp_path_factory.mktemp("server")).start()
    yield process
    assert process.stop() == 0, process.output
    assert "Traceback" not in "".join(process.output), "".join(process.output)
