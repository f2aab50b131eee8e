"""Metrics for Prometheus: counters of requests, and the state of the services, read when they are scraped."""

from __future__ import annotations

from collections import Counter as CountByKey
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, GCCollector, PlatformCollector, ProcessCollector, generate_latest
from prometheus_client.metrics_core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
    SummaryMetricFamily,
)
from prometheus_client.registry import Collector

from tablier.match import Event

from .logs import current_request
from .matches.live_match import LiveMatch
from .store.store import DATABASE_FILE
from .store.writer import Histogram

if TYPE_CHECKING:
    from .context import AppContext

METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "WEBSOCKET"}  # a client may send any other text


class Metrics:
    """The metrics of one application, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        self._requests = Counter(
            "tablier_requests",
            "HTTP requests and WebSocket handshakes.",
            ("method", "route", "status"),
            registry=self.registry,
        )
        self._refusals = Counter(
            "tablier_refusals", "Refused requests and socket frames by error code.", ("code",), registry=self.registry
        )

    def count_request(self, method: str, route: str, status: int) -> None:
        """Count an answered request. `route` is a path template."""
        self._requests.labels(method if method in METHODS else "other", route, str(status)).inc()

    def count_refusal(self, code: str) -> None:
        """Count an error that was sent to a client."""
        self._refusals.labels(code).inc()

    def count_refused_request(self, code: str) -> None:
        """Count the error that answers a whole request, and note it for the request's log line."""
        self.count_refusal(code)
        if record := current_request.get():
            record.error_code = code

    def encode(self) -> bytes:
        """Encode all metrics in Prometheus' text format."""
        return generate_latest(self.registry)


class ContextCollector(Collector):
    """Reads the services of a context. Call it in the event loop only."""

    def __init__(self, context: AppContext) -> None:
        self._context = context
        self._events: CountByKey[str] = CountByKey()
        context.matches.event_observers.append(self._count_events)

    def _count_events(self, _live: LiveMatch, events: Sequence[Event]) -> None:
        for event in events:
            self._events[str(type(event).__struct_config__.tag)] += 1

    def describe(self) -> Iterator[Metric]:
        """Nothing: the registry would otherwise collect once at the registration."""
        return iter(())

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics of all services."""
        context = self._context
        yield GaugeMetricFamily("tablier_ready", "1 if the server accepts commands.", int(context.ready))
        yield GaugeMetricFamily("tablier_sockets", "Open WebSocket connections.", len(context.sockets))
        yield GaugeMetricFamily("tablier_streams", "Open event streams.", len(context.streams))
        events = CounterMetricFamily("tablier_events", "Committed match events.", labels=("type",))
        for event_type, count in self._events.items():
            events.add_metric((event_type,), count)
        yield events
        yield GaugeMetricFamily("tablier_running_clocks", "Matches whose clock runs.", len(context.matches.deadlines))
        yield GaugeMetricFamily("tablier_damaged_matches", "Matches that cannot be read.", len(context.matches.damaged))
        live_matches, live_bytes = context.matches.memory()
        yield GaugeMetricFamily("tablier_live_matches", "Matches in memory.", live_matches)
        yield GaugeMetricFamily("tablier_live_match_bytes", "Estimated size of the matches in memory.", live_bytes)
        yield from self._collect_store()
        yield from self._collect_engines()
        push = context.push
        yield GaugeMetricFamily("tablier_push_pending", "Push notifications that wait.", push.pending)
        yield CounterMetricFamily("tablier_push_sent", "Push messages that a push service accepted.", push.sent)
        yield CounterMetricFamily("tablier_push_failed", "Push messages that were not accepted in time.", push.failed)

    def _collect_engines(self) -> Iterator[Metric]:
        pool = self._context.pool
        yield GaugeMetricFamily("tablier_engine_queue_length", "Searches that wait for a worker.", pool.queue_length)
        yield GaugeMetricFamily("tablier_engine_busy_workers", "Engine workers that search.", pool.busy_workers)
        yield CounterMetricFamily("tablier_engine_restarts", "Engine workers that were replaced.", pool.restarts)
        yield CounterMetricFamily("tablier_engine_searches", "Searches that have ended.", pool.searches)
        wait_seconds = SummaryMetricFamily("tablier_engine_wait_seconds", "Time that searches waited for a worker.")
        wait_seconds.add_metric((), pool.waits, pool.waited_s)
        yield wait_seconds

    def _collect_store(self) -> Iterator[Metric]:
        store = self._context.store
        writer = store.writer
        file = self._context.folder / DATABASE_FILE
        yield GaugeMetricFamily("tablier_writer_alive", "1 if the writer thread runs.", int(writer.alive))
        yield GaugeMetricFamily("tablier_writer_queue_length", "Jobs that wait for the writer.", writer.queue_length)
        yield GaugeMetricFamily("tablier_last_commit_timestamp_seconds", "Time of the last commit.", writer.last_commit_at)
        yield _to_histogram("tablier_commit_seconds", "Duration of commits.", writer.commit_seconds)
        yield _to_histogram("tablier_commit_jobs", "Jobs per commit.", writer.batch_sizes)
        yield CounterMetricFamily("tablier_failed_writes", "Writes that failed.", store.failed_writes)
        yield GaugeMetricFamily("tablier_database_bytes", "Size of the database.", _file_bytes(file))
        yield GaugeMetricFamily(
            "tablier_wal_bytes", "Size of the write-ahead log.", _file_bytes(file.with_name(f"{file.name}-wal"))
        )


def _file_bytes(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0


def _to_histogram(name: str, documentation: str, histogram: Histogram) -> HistogramMetricFamily:
    buckets, total = [], 0
    for bound, count in zip((*map(str, histogram.bounds), "+Inf"), histogram.counts, strict=True):
        total += count
        buckets.append((bound, float(total)))
    return HistogramMetricFamily(name, documentation, buckets, histogram.sum)
