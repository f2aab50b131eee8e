"""UGI, the Universal Game Interface: a line-based protocol by which other programs run a Tablier engine.

The session reads commands while it searches: `stop`, `isready` and `quit` are answered at once. Unknown commands are ignored;
errors in known commands are reported with `info string`. Every `ugi`, `isready` and `go` gets its reply, even after an error.
docs/engines.md documents the commands.
"""

from __future__ import annotations

import math
import re
import threading
from collections.abc import Callable, Sequence
from typing import Any

from tablier import __version__
from tablier.core.errors import BadNotation, BadOptions, IllegalAction, RulesError
from tablier.core.messages import explain
from tablier.core.options import Number
from tablier.core.registry import from_text
from tablier.core.state import State

from .analysis import Analysis, Candidate
from .levels import MAX_LEVEL, levels
from .player import Player
from .search_thread import SearchThread
from .seat_policy import thinking_time_s
from .twin import GameHistory

NO_MOVE = "(none)"  # bestmove after an error
MAX_CENTIPOINTS = 10_000
CLOCK = re.compile(r"p([1-9])(time|inc)", re.ASCII)
DECIMAL = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?", re.ASCII)
OPTIONS = {
    "level": Number(name="level", default=MAX_LEVEL, low=1, high=MAX_LEVEL),
    "threads": Number(name="threads", default=1, low=1, high=64),
    "memory": Number(name="memory", default=256, low=1, high=65_536),  # megabytes
    "seed": Number(name="seed", default=0, low=0, high=2**32 - 1),
}
SECONDS_OPTION = "seconds"  # time per move if `go` sets no limit; the level's own until it is set
GRACE_S = 5.0  # how long a search without a time limit may continue after the end of the input


class UgiSession:
    """One UGI connection: receives lines, and writes replies with the `write` callback."""

    def __init__(self, start: State, write: Callable[[str], None], *, level: int = MAX_LEVEL) -> None:
        self._start = start
        self._write_line = write
        self._write_lock = threading.Lock()
        self._defaults = {name: option.default for name, option in OPTIONS.items()}
        self._defaults["level"] = OPTIONS["level"].validate(level)
        self._values: dict[str, Any] = dict(self._defaults)
        self._seconds: float | None = None
        self._history = GameHistory(start, (), start)
        self._player: Player | None = None
        self._player_key: Any = None  # the options that `_player` was created with
        self._search: SearchThread | None = None
        self._stop_received = threading.Event()  # `stop` came, which `go infinite` waits for before it answers
        self._reply_thread: threading.Thread | None = None
        self._idle = threading.Event()  # no bestmove is due
        self._idle.set()
        self._infinite = False  # the running search was started with `go infinite`
        self._has_time_limit = False  # of the running search

    def handle_line(self, line: str) -> bool:
        """Execute a command line; return False after `quit`."""
        tokens = line.split()
        commands: dict[str, Callable[[Sequence[str]], None]] = {
            "ugi": self._identify,
            "isready": self._report_ready,
            "setoption": self._set_option,
            "uginewgame": self._new_game,
            "position": self._set_position,
            "go": self._go,
            "stop": lambda _arguments: self.stop(),
            "query": self._answer_query,
        }
        if tokens and tokens[0] == "quit":
            self.stop()
            return False
        if tokens and tokens[0] in commands:
            try:
                commands[tokens[0]](tokens[1:])
            except RulesError as error:
                self._write_info(explain(error, self._history.state.game))
        return True

    def close(self) -> None:
        """Finish after the end of the input.

        Waits for a search with a time limit, and up to `GRACE_S` for one without; stops an infinite one at once.
        """
        if not self._infinite:
            self._idle.wait(None if self._has_time_limit else GRACE_S)
        self.stop()

    def stop(self) -> None:
        """Stop the running search; return after its `bestmove` was written and its threads have ended."""
        self._stop_received.set()
        if self._search:
            self._search.stop()
        if self._reply_thread:
            self._reply_thread.join()

    # output

    def _write(self, line: str) -> None:
        with self._write_lock:
            self._write_line(line)

    def _write_info(self, text: str) -> None:
        self._write(f"info string {' '.join(text.split())}")

    def _identify(self, _arguments: Sequence[str]) -> None:
        self._write(f"id name Tablier {__version__} ({self._start.edition})")
        self._write("id author the makers of Tablier")
        for name, option in OPTIONS.items():
            self._write(f"option name {name} type spin default {self._defaults[name]} min {option.low} max {option.high}")
        level_seconds = levels(self._start)[self._defaults["level"] - 1].seconds
        self._write(f"option name {SECONDS_OPTION} type string default {level_seconds:g}")
        self._write("ugiok")

    def _report_ready(self, _arguments: Sequence[str]) -> None:
        try:
            if self._idle.is_set():
                self._current_player()
        finally:
            self._write("readyok")

    def _answer_query(self, arguments: Sequence[str]) -> None:
        query = arguments[0] if arguments else ""
        state = self._history.state
        outcome = state.outcome
        if query == "gameover":
            response = _format_bool(outcome is not None)
        elif query == "result":
            response = "none" if outcome is None else "draw" if outcome.winner is None else f"p{outcome.winner + 1}win"
        elif re.fullmatch(r"p[1-9]turn", query, re.ASCII) and int(query[1]) <= state.seats:
            response = _format_bool(state.to_act == int(query[1]) - 1)
        else:
            raise _bad_command(["query", *arguments])
        self._write(f"response {response}")

    # options and position

    def _set_option(self, arguments: Sequence[str]) -> None:
        match arguments:
            case ["name", name, "value", text]:
                name = name.lower()
            case _:
                raise _bad_command(["setoption", *arguments])
        if name in OPTIONS:
            value = OPTIONS[name].validate(text)
            if name == "memory":  # rejects a size that cannot be allocated; the highest level allocates all of it
                Player(self._start, memory=value)
            self._values[name] = value
        elif name == SECONDS_OPTION:
            if not DECIMAL.fullmatch(text) or float(text) <= 0:
                raise BadOptions("bad_value", option=SECONDS_OPTION, value=text[:60], range="> 0")
            self._seconds = float(text)
        else:
            raise BadOptions("unknown_option", option=name[:60], known=[*OPTIONS, SECONDS_OPTION])

    def _new_game(self, _arguments: Sequence[str]) -> None:
        self._check_idle()
        self._history = GameHistory(self._start, (), self._start)
        if self._player:
            self._player.clear()

    def _set_position(self, arguments: Sequence[str]) -> None:
        match arguments:
            case ["startpos", *rest]:
                start = self._start
            case ["fen", text, *rest]:
                start = from_text(text)
            case _:
                raise _bad_command(["position", *arguments])
        if rest and rest[0] != "moves":
            raise _bad_command(rest)
        moves = tuple(rest[1:])
        known = self._history
        if start == known.start and moves[: len(known.actions)] == known.actions:  # usually the same game, continued
            self._history = known.extended(moves[len(known.actions) :])
        else:
            self._history = GameHistory.replay(start, moves)

    def _current_player(self) -> Player:
        state = self._history.state
        key = (state.game.position_header(state), *self._values.values(), self._seconds)
        if self._player is None or self._player_key != key:
            self._player = Player(state, seconds=self._seconds, **self._values)
            self._player_key = key
        return self._player

    # search

    def _check_idle(self) -> None:
        if not self._idle.is_set():
            raise IllegalAction("still_thinking")

    def _go(self, arguments: Sequence[str]) -> None:
        self._check_idle()  # no bestmove for this command: the running search will send one
        try:
            self._start_search(arguments)
        except RulesError as error:
            self._write_info(explain(error, self._history.state.game))
            self._write(f"bestmove {NO_MOVE}")

    def _start_search(self, arguments: Sequence[str]) -> None:
        history = self._history
        state = history.state
        if state.outcome is not None:
            raise IllegalAction("game_over")
        limits = parse_go_limits(arguments, state.to_act or 0)
        player = self._current_player()
        self._has_time_limit = bool(player.seconds if limits["seconds"] is None else limits["seconds"])
        self._infinite = "infinite" in arguments
        self._stop_received.clear()
        self._idle.clear()
        self._search = search = SearchThread(player, history, report=self._write_analysis, **limits)

        def reply() -> None:
            move = NO_MOVE
            try:
                analysis = search.result()
                move = player.pick(state, analysis).action
                if self._infinite:
                    self._stop_received.wait()
                self._write_analysis(analysis)
            except Exception as error:  # the other program must get a bestmove after any failure
                self._write_info(f"{type(error).__name__}: {error}")
            self._idle.set()  # before the reply, which the other program may follow with the next `go` at once
            self._write(f"bestmove {move}")

        self._reply_thread = threading.Thread(target=reply, name="reply", daemon=True)
        self._reply_thread.start()

    def _write_analysis(self, analysis: Analysis) -> None:
        seconds = max(analysis.seconds, 1e-6)
        counts = f"depth {analysis.depth} nodes {analysis.nodes}"
        speed = f"time {round(seconds * 1000)} nps {round(analysis.nodes / seconds)}"
        pv = f" pv {' '.join(analysis.pv)}" if analysis.pv else ""
        self._write(f"info {counts} {speed} score {format_score(analysis.best)}{pv}")


def parse_go_limits(arguments: Sequence[str], seat: int) -> dict[str, Any]:
    """Search limits set by the arguments of `go`, for the seat to act. None is the player's own limit, 0 no limit.

    >>> parse_go_limits("p1time 60000 p2time 5000 p1inc 1000".split(), 0)
    {'seconds': 3.15, 'nodes': None, 'depth': None}
    """
    seconds: float | None = None
    numbers: dict[str, int] = {}
    tokens = iter(arguments)
    for token in tokens:
        if token in ("movetime", "nodes", "depth") or CLOCK.fullmatch(token):
            text = next(tokens, "")
            if not re.fullmatch(r"-?[0-9]{1,12}", text, re.ASCII):
                raise _bad_command([token, text])
            # a clock may have run out; the other limits are at least 1, because 0 is no limit
            numbers[token] = max(0 if token.startswith("p") else 1, int(text))
    if "movetime" in numbers:
        seconds = numbers["movetime"] / 1000
    elif f"p{seat + 1}time" in numbers:
        seconds = thinking_time_s(numbers[f"p{seat + 1}time"] / 1000, numbers.get(f"p{seat + 1}inc", 0) / 1000)
    elif {"nodes", "depth"} & numbers.keys() or "infinite" in arguments:
        seconds = 0
    return {"seconds": seconds, "nodes": numbers.get("nodes"), "depth": numbers.get("depth")}


def format_score(candidate: Candidate) -> str:
    """A candidate's score in UGI: centipoints and expected score, or plies to a proven end.

    Centipoints are the Elo difference that corresponds to the expected score.

    >>> from tablier.core.state import Action
    >>> format_score(Candidate(Action("c3"), 0.75)), format_score(Candidate(Action("c3"), 0.0, "loss", 4))
    ('cp 191 win 0.7500', 'mate -4')
    """
    if candidate.proof in ("win", "loss"):
        return f"mate {candidate.plies if candidate.proof == 'win' else -candidate.plies}"
    clamped = min(max(candidate.expected_score, 1e-9), 1 - 1e-9)
    centipoints = round(400 * math.log10(clamped / (1 - clamped)))
    return f"cp {max(-MAX_CENTIPOINTS, min(MAX_CENTIPOINTS, centipoints))} win {candidate.expected_score:.4f}"


def _format_bool(value: bool) -> str:
    return "true" if value else "false"


def _bad_command(tokens: Sequence[str]) -> BadNotation:
    return BadNotation("bad_command", at=0, command=" ".join(tokens)[:60])
