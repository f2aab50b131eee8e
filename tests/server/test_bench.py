"""The load generator and the soak test of `tablier bench server`."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tablier.cli import main
from tablier.cli.commands.bench_server import SOAK_COLUMNS
from tablier.server.bench import load as load_generator
from tablier.server.bench import measure, soak
from tablier.server.bench.http_client import HttpClient
from tablier.server.bench.load import LISTS, Load, LoadPlayer, Schedule, ShelfVisitor, Tally, Workload, create_match
from tablier.server.bench.measure import add_overdue, percentiles_ms, run_workload
from tablier.server.bench.process import UNLIMITED, BenchServer, describe_storage, lift_limits
from tests.server.server_process import TIMEOUT_S, ServerProcess

EDITIONS = ["mixtour:stein", "twixt:kosmos"]

Workloads = list[tuple[Workload, float, Path]]  # with seconds and folder


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server without limits, because all load comes from one address."""
    limits = {name: value for name, value in asdict(lift_limits()).items() if value == UNLIMITED}
    process = ServerProcess(tmp_path_factory.mktemp("server"), settings=limits).start()
    yield process
    assert process.stop() == 0, process.output


def bench_server(server: ServerProcess) -> BenchServer:
    process: Any = server.process
    return BenchServer(process, ("127.0.0.1", server.port))


@pytest.mark.parametrize("rate", [0.0, 40.0], ids=["closed loop", "open loop"])
def test_a_mixed_workload_is_played_without_errors(server: ServerProcess, rate: float) -> None:
    workload = Workload(editions=EDITIONS, matches=4, rate=rate, watchers=3, shelf=2, mixed=True)
    figures = asyncio.run(run_workload(bench_server(server), workload, seconds=1))
    assert figures["sockets"] == 2 * 4 + 3 + 2
    assert figures["moves_per_second"] > 0 and figures["updates"] > 0
    assert figures["refused"] == 0
    assert 0 < figures["p50_ms"] <= figures["p99_ms"] <= figures["max_ms"]


async def wait_for(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(TIMEOUT_S):
        while not condition():
            await asyncio.sleep(0.02)


def test_people_on_the_shelf_use_the_pushed_lists(server: ServerProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        load = Load(("127.0.0.1", server.port))
        visitor = ShelfVisitor(load)
        task = asyncio.create_task(visitor.run())
        await wait_for(lambda: load.tally.lists == 2 * len(LISTS) and load.tally.list_messages > 0)
        messages = load.tally.list_messages
        await create_match(load.address, EDITIONS[0], public=True)
        await wait_for(lambda: load.tally.list_messages > messages)
        assert load.tally.lists == 2 * len(LISTS), "no list is fetched that was pushed"
        own = HttpClient(load.address, visitor.http.cookie)
        await own.request_json("POST", "/api/matches", {"edition": EDITIONS[0]})
        await wait_for(lambda: load.tally.lists > 2 * len(LISTS))
        await asyncio.sleep(2 * load_generator.LIST_INTERVAL_S)
        assert load.tally.lists == 2 * len(LISTS) + 1, "own matches, once, and no list while the socket is open"
        visitor.client.close()
        await wait_for(lambda: load.tally.lists > 3 * len(LISTS))
        assert load.tally.errors == 0
        own.close()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    monkeypatch.setattr(load_generator, "LIST_INTERVAL_S", 0.2)
    asyncio.run(main())


def test_a_soak_test_reports_figures_at_intervals(server: ServerProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "SAMPLE_S", 1.0)
    monkeypatch.setattr(soak, "SETTLE_S", 0.0)
    reported: list[dict[str, Any]] = []
    load = Load(("127.0.0.1", server.port), pause_s=0.1, chat=True)
    samples = asyncio.run(soak.Soak(bench_server(server), EDITIONS, load).run(0.04, reported.append))
    assert reported == samples and len(samples) >= 4
    last = samples[-1]
    assert last["moves"] > 0 and last["matches"] >= soak.MATCHES
    assert last["requests"]["page"] > 0 and "failed" not in last["requests"]


# the command


@pytest.fixture
def workloads(monkeypatch: pytest.MonkeyPatch) -> Workloads:
    """The workloads that the command would measure; nothing is measured."""
    measured: Workloads = []

    def measure_load(workload: Workload, *, seconds: float, folder: Path) -> dict[str, Any]:
        measured.append((workload, seconds, folder))
        return {"moves_per_second": 42.0}

    monkeypatch.setattr(measure, "measure_load", measure_load)
    monkeypatch.setattr(measure, "measure_idle", lambda sockets, *, folder: {"sockets": sockets})
    return measured


def test_the_options_of_the_command_make_up_the_workload(
    workloads: Workloads, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "new" / "folder"
    line = "bench server --json --seconds 12 --matches 8 --rate 50 --watchers 3 --shelf 2 --mix --only all"
    assert main([*line.split(), "--data", str(folder)]) == 0
    [(workload, seconds, used_folder)] = workloads
    assert len(workload.editions) > 1
    assert workload == Workload(editions=workload.editions, matches=8, rate=50, watchers=3, shelf=2, mixed=True)
    assert (seconds, used_folder) == (12, folder)
    output = capsys.readouterr()
    figures = json.loads(output.out)
    assert figures["folder"] == str(folder) and figures["filesystem"] and figures["fsync_ms"] >= 0
    assert [row["load"] for row in figures["rows"]] == ["all games, 8 × 50 moves per second on schedule"]
    assert f"{figures['filesystem']} in {folder}, fsync {figures['fsync_ms']} ms" in output.err


def test_the_default_is_a_closed_loop_without_other_people(workloads: Workloads, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "server"]) == 0
    by_pace = {pause_s: [load for load, _, _ in workloads if load.pause_s == pause_s] for pause_s in (0.0, 2.0)}
    assert len(by_pace[0.0]) == len(by_pace[2.0]) == len(workloads) / 2 > 1
    for workload, _, _ in workloads:
        assert (workload.matches, workload.rate, workload.watchers, workload.shelf, workload.mixed) == (1000, 0, 0, 0, False)
    assert "5000 idle sockets" in capsys.readouterr().out


def test_a_mix_has_people_on_the_shelf(workloads: Workloads) -> None:
    assert main(["bench", "server", "--mix", "--only", "all games"]) == 0
    assert [(workload.shelf, workload.mixed) for workload, _, _ in workloads] == [(10, True)] * 2


@pytest.mark.parametrize("option", ["--matches 0", "--rate 0", "--rate -1", "--watchers x", "--shelf -1", "--soak 0"])
def test_the_command_refuses_impossible_numbers(workloads: Workloads, option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "server", *option.split()]) == 2
    assert option.split()[0] in capsys.readouterr().err
    assert not workloads


def test_a_folder_that_cannot_be_made_is_reported(
    workloads: Workloads, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    assert main(["bench", "server", "--data", str(tmp_path / "file" / "data")]) == 1
    assert f"Cannot write to {tmp_path}/file/data: Not a directory." in capsys.readouterr().err
    assert not workloads


def test_the_soak_command_prints_figures_and_growth(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def run_soak(_editions: object, minutes: int, *, folder: Path, report: Callable[[dict[str, Any]], None]) -> Any:
        assert (minutes, folder) == (3, tmp_path)
        figures = dict.fromkeys(SOAK_COLUMNS, 0)
        samples = [{**figures, "elapsed_s": at, "memory_mb": mb} for at, mb in ((0, 90), (60, 120), (180, 127), (185, 80))]
        for sample in samples:
            report(sample)
        return samples

    monkeypatch.setattr(soak, "run_soak", run_soak)
    line = ["bench", "server", "--soak", "3", "--data", str(tmp_path)]
    assert main(line) == 0
    output = capsys.readouterr()
    assert "Growth after the first minute: 7 MB" in output.out
    assert output.err.count("elapsed_s") == 4, "every sample is reported when it is measured"
    assert main([*line, "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["growth_mb"] == 7 and len(figures["rows"]) == 4


# parts of the load generator


def test_growth_counts_from_the_first_minute_to_the_end_of_the_load() -> None:
    times = (0, 30, 61, 91, 121, 126)
    samples = [
        {"elapsed_s": at, "memory_mb": mb} for at, mb in zip(times, (90.0, 110.0, 120.0, 125.0, 124.0, 80.0), strict=True)
    ]
    assert soak.growth_mb(samples) == 4.0
    assert soak.growth_mb(samples[:3]) is None


def player_with_turn(load: Load, schedule: Schedule | None) -> tuple[LoadPlayer, list[dict[str, Any]]]:
    """A player without a connection who is to move, and the frames it sends."""
    player = LoadPlayer(load, schedule=schedule)
    frames: list[dict[str, Any]] = []
    client: Any = SimpleNamespace(send=lambda data: frames.append(json.loads(data)))
    player.client = client
    player.match_id = "m"
    return player, frames


def message(**fields: Any) -> bytes:
    view = {"changes": 3, "result": None}
    return json.dumps({"type": "update", "match_id": "m", "view": view, **fields}).encode()


@pytest.mark.parametrize("scheduled", [True, False])
def test_delays_count_from_the_due_time_in_an_open_loop(scheduled: bool) -> None:
    """The turn comes ten seconds late: an open loop counts them, a closed loop does not."""

    async def main() -> None:
        load = Load(("", 0), playing=True)
        schedule = Schedule(interval_s=0.0)
        schedule.start(time.monotonic() - 10, random.Random(1))
        player, frames = player_with_turn(load, schedule if scheduled else None)
        player._on_message(message(viewer={"legal": ["a1"]}))
        while not frames:
            await asyncio.sleep(0)
        assert frames[0]["command"]["action"] == "a1"
        player._on_message(message(id=frames[0]["id"]))
        assert load.tally.moves == 1
        assert (load.tally.delays_s[0] >= 10) == scheduled

    asyncio.run(main())


def test_moves_that_were_never_answered_are_counted_with_their_delays_so_far() -> None:
    async def main() -> Tally:
        load = Load(("", 0), playing=True)
        schedule = Schedule(interval_s=2.0)
        now = time.monotonic()
        schedule.start(now - 10, random.Random(1))
        player, frames = player_with_turn(load, schedule)
        player._on_message(message(viewer={"legal": ["a1"]}))
        while not frames:
            await asyncio.sleep(0)
        add_overdue(load.tally, [schedule], [player], now)
        return load.tally

    tally = asyncio.run(main())
    assert tally.moves == 0
    assert tally.overdue == len(tally.delays_s) == 5, "one was sent, four more were due"
    assert [round(first - second, 6) for first, second in zip(tally.delays_s, tally.delays_s[1:], strict=False)] == [2.0] * 4


def test_percentiles() -> None:
    assert percentiles_ms([n / 1000 for n in range(1000)]) == {"p50_ms": 500.0, "p99_ms": 990.0, "max_ms": 999.0}
    assert percentiles_ms([]) == {"p50_ms": 0.0, "p99_ms": 0.0, "max_ms": 0.0}


def test_the_storage_is_described(tmp_path: Path) -> None:
    storage = describe_storage(tmp_path)
    assert storage["filesystem"] in Path("/proc/filesystems").read_text() or storage["filesystem"].startswith("fuse")
    assert storage["fsync_ms"] >= 0 and storage["cores"] >= 1
    assert not list(tmp_path.iterdir())
    assert describe_storage(Path("/dev/shm"))["filesystem"] == "tmpfs"


def test_the_http_client_reads_all_kinds_of_responses() -> None:
    responses = [
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nSet-Cookie: tablier=abc; Path=/\r\n\r\nhi",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhow\r\n4\r\n are\r\n0\r\n\r\n",
        b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
        b"HTTP/1.1 204 No Content\r\n\r\n",
    ]
    heads: list[bytes] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while responses:
            heads.append(await reader.readuntil(b"\r\n\r\n"))
            response = responses.pop(0)
            writer.write(response)
            if b"close" in response:
                break
        writer.close()

    async def main() -> list[tuple[int, bytes]]:
        listener = await asyncio.start_server(answer, "127.0.0.1", 0)
        async with listener:
            client = HttpClient(listener.sockets[0].getsockname()[:2])
            results = [await client.request("GET", f"/{n}") for n in range(4)]
            client.close()
        return results

    assert asyncio.run(main()) == [(200, b"hi"), (200, b"how are"), (404, b""), (204, b"")]
    assert b"cookie" not in heads[0] and b"cookie: tablier=abc" in heads[3]
