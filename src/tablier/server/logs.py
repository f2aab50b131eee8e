"""Logs: lines for people or JSON objects, with the request's id, without floods.

All modules log through `logging`; structlog formats the records. Lines never contain paths, which carry the secret ids of
private matches and the tokens of links.
"""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from .settings import Settings

MAX_LINES_PER_S = 20  # of one kind; further ones are only counted
MAX_KINDS = 1000
MAX_VALUE_LENGTH = 2000


@dataclass(slots=True)
class RequestRecord:
    """Facts about the request under way, for its log line and for metrics."""

    id: str
    error_code: str = ""
    account_id: str = ""


current_request: ContextVar[RequestRecord | None] = ContextVar("current_request", default=None)


def configure_logging(settings: Settings) -> None:
    """Log to stderr: Tablier at the configured level, libraries only warnings and errors, because they log paths."""
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(FloodFilter())
    handler.setFormatter(make_formatter(settings.log_format, colours=sys.stderr.isatty()))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    level = getattr(logging, settings.log_level.upper())
    root.setLevel(max(level, logging.WARNING))
    logging.getLogger("tablier").setLevel(level)
    logging.getLogger("alembic").setLevel(logging.ERROR)


def make_formatter(log_format: str, *, colours: bool = False) -> logging.Formatter:
    """Return the formatter for `text` or `json`. Tracebacks never show values of variables."""
    common: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _add_request_id,
        _sanitize_values,
    ]
    renderer: list[Processor]
    if log_format == "json":
        renderer = [
            structlog.processors.format_exc_info,
            structlog.processors.EventRenamer("message"),
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ]
    else:
        renderer = [
            structlog.dev.ConsoleRenderer(
                colors=colours, pad_event_to=0, exception_formatter=structlog.dev.plain_traceback, sort_keys=False
            )
        ]
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=common, processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *renderer]
    )


def _add_request_id(_logger: WrappedLogger, _name: str, event: EventDict) -> EventDict:
    if request := current_request.get():
        event["request_id"] = request.id
    return event


def _sanitize_values(_logger: WrappedLogger, _name: str, event: EventDict) -> EventDict:
    """Cut long texts and escape control characters: clients may have sent parts of them."""
    for key, value in event.items():
        if isinstance(value, str):
            event[key] = _escape(value[:MAX_VALUE_LENGTH])
    return event


def _escape(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(character if character.isprintable() else repr(character)[1:-1] for character in text)


class FloodFilter(logging.Filter):
    """Passes at most `MAX_LINES_PER_S` lines of one kind. The next line of that kind has the number of dropped ones.

    Two lines are of one kind if they come from the same logger with the same format and error code.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._windows: dict[tuple[Any, ...], _Window] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to write a line."""
        now = self._clock()
        kind = (record.name, record.levelno, str(record.msg), getattr(record, "code", ""))
        window = self._windows.get(kind)
        if window is None:
            if len(self._windows) >= MAX_KINDS:
                self._windows.clear()
            window = self._windows[kind] = _Window(now)
        if now - window.started_at >= 1:
            window.started_at, window.lines = now, 0
        window.lines += 1
        if window.lines > MAX_LINES_PER_S:
            window.dropped += 1
            return False
        if window.dropped:
            record.dropped = window.dropped
            window.dropped = 0
        return True


@dataclass(slots=True)
class _Window:
    started_at: float  # of the current second
    lines: int = 0
    dropped: int = 0
