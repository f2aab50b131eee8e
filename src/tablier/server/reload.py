"""Development: rebuild the web client when a source changes, and serve the new files (`tablier serve --reload`)."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import tablier

from .errors import RequestError
from .file_cache import drop_file_caches
from .http.client_build import ClientNotBuilt, build_time
from .http.static_files import prepare_files

CHECKOUT = Path(tablier.__file__).parents[2]
BUILD_SCRIPT = Path("web", "build.mjs")
POLL_INTERVAL_S = 0.2
STOP_TIMEOUT_S = 5
BUILD_UMASK = 0o022  # the server's own lets nobody else read its files


@contextmanager
def watch_client() -> Iterator[None]:
    """Build the client, and build it again after every change of a source until the block ends.

    Raises `RequestError` if this is not a checkout or Node.js is missing. Errors in the sources are printed to stderr.
    """
    if not (CHECKOUT / BUILD_SCRIPT).is_file():
        raise RequestError("reload_needs_checkout", file=str(CHECKOUT / BUILD_SCRIPT))
    command = [find_node(), str(BUILD_SCRIPT), "--watch"]
    # The build ends when its standard input is closed, even if this process is killed.
    with subprocess.Popen(command, cwd=CHECKOUT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, umask=BUILD_UMASK) as process:
        assert process.stdout
        process.stdout.readline()  # after the first build
        try:
            yield
        finally:
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(STOP_TIMEOUT_S)


def find_node() -> str:
    """The path of Node.js: on PATH, or in the virtual environment (`make web` installs it there if it is missing)."""
    path = shutil.which("node") or shutil.which("node", path=str(Path(sys.executable).parent))
    if path is None:
        raise RequestError("reload_needs_node")
    return path


async def reload_loop() -> None:
    """Drop all files and texts in memory when the manifest of the client was written again."""
    last_build = build_time()
    while True:
        await asyncio.sleep(POLL_INTERVAL_S)
        build = build_time()
        if build in (last_build, None):  # None: the folder is being replaced
            continue
        with suppress(ClientNotBuilt, FileNotFoundError):  # replaced again in the meantime
            drop_file_caches()
            prepare_files()
            last_build = build
