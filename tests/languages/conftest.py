"""The browser fixtures of tests/web, and a server with the pseudolocale."""

from collections.abc import Iterator

import pytest

from tests.server.server_process import ServerProcess
from tests.web.conftest import browser as browser
from tests.web.conftest import chromium as chromium
from tools import pseudolocale

pseudolocale.install()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    server = ServerProcess(tmp_path_factory.mktemp("server"), program=pseudolocale.PROGRAM).start()
    yield server
    server.stop()
