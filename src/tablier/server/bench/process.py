"""The measured server process, and the machine it runs on."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from ..run import raise_nofile_limit
from ..settings import Settings, save_settings

HOST = "127.0.0.1"
FSYNCS = 50  # for the cost of one
PAGE_BYTES = 4096  # of the database

UNLIMITED = 1_000_000
UNITS = ("_s", "_ms", "_mb")  # limits in these are not about the number of clients or requests


def lift_limits() -> Settings:
    """Return settings without limits of numbers and rates, because all load comes from one address."""
    limits = [field.name for field in fields(Settings) if field.name.startswith("max_") and not field.name.endswith(UNITS)]
    changes: dict[str, Any] = dict.fromkeys(limits, UNLIMITED)
    return replace(Settings(host=HOST), **changes)


@dataclass(frozen=True)
class BenchServer:
    """A server process."""

    process: subprocess.Popen[bytes]
    address: tuple[str, int]

    def cpu_s(self) -> float:
        """Return the processor time that the process has used in all its threads."""
        # proc(5): `utime` and `stime` are the 12th and 13th field after the command in parentheses.
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory_mb(self) -> float:
        """Return the resident memory; 0 if the process has ended."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return next((int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")), 0) / 1024

    def descriptors(self) -> int:
        """Return the number of open file descriptors."""
        return sum(1 for _ in Path(f"/proc/{self.process.pid}/fd").iterdir())


@contextmanager
def run_server(folder: Path) -> Iterator[BenchServer]:
    """Run a server for the duration of the block. Its data are in a new folder within `folder`, deleted at the end."""
    with tempfile.TemporaryDirectory(dir=folder, prefix="tablier-bench-") as data, socket.socket() as probe:
        save_settings(Path(data), lift_limits())
        raise_nofile_limit()
        probe.bind((HOST, 0))
        address = HOST, int(probe.getsockname()[1])
        probe.close()
        command = [sys.executable, "-m", "tablier.cli", "serve", "--no-browser", "--data", data, "--port", str(address[1])]
        log = Path(data) / "log"  # not a pipe: the server would block once it is full
        with log.open("wb") as output:
            process = subprocess.Popen(command, stderr=output)
        try:
            while not _answers(address):
                if process.poll() is not None:
                    raise RuntimeError(f"the server did not start: {log.read_text(errors='replace')}")
                time.sleep(0.1)
            yield BenchServer(process, address)
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(30)


def _answers(address: tuple[str, int]) -> bool:
    connection = http.client.HTTPConnection(*address)
    try:
        connection.request("GET", "/api/games")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


def describe_storage(folder: Path) -> dict[str, Any]:
    """Return the file system of a folder and the median time of writing a page with fsync: the floor of a commit."""
    with tempfile.NamedTemporaryFile(dir=folder) as file:
        durations_s = []
        for _ in range(FSYNCS):
            file.seek(0)
            file.write(os.urandom(PAGE_BYTES))
            file.flush()
            started = time.perf_counter()
            os.fsync(file.fileno())
            durations_s.append(time.perf_counter() - started)
    return {
        "folder": str(folder),
        "filesystem": _filesystem(folder),
        "fsync_ms": round(1000 * statistics.median(durations_s), 3),
        "cores": len(os.sched_getaffinity(0)),
    }


def _filesystem(folder: Path) -> str:
    """Return the type of the file system that a folder is on, from proc(5) `mountinfo`."""
    best, kind = -1, "unknown"
    for line in Path("/proc/self/mountinfo").read_text().splitlines():
        fields, _, rest = line.partition(" - ")
        mount = Path(fields.split()[4].encode().decode("unicode_escape"))  # blanks are written as \\040
        if folder.resolve().is_relative_to(mount) and len(mount.parts) >= best:
            best, kind = len(mount.parts), rest.split()[0]
    return kind
