"""UGI, the Universal Game Interface: one line a command, so that other people's tools can run our engine.

A session listens while it thinks: `stop`, `isready` and `quit` are answered at once. Unknown commands are ignored; what is
known and wrong is answered with `info string`. Whoever waits for `ugiok`, `readyok` or `bestmove` gets it, whatever is wrong.
docs/engines.md has the commands.
"""

from __future__ import annotations

import math
import re
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tablier import __version__
from tablier.core.errors import BadNotation, BadOptions, IllegalAction, RulesError
from tablier.core.messages import explain
from tablier.core.options import Number
from tablier.core.registry import from_text, shelf
from tablier.core.state import State

from .analysis import Analysis, Candidate
from .levels import MAX_LEVEL, levels
from .messages import MESSAGES
from .player import GameHistory, Player
from .search_thread import SearchThread
from .time_management import allotment

NOTHING = "(none)"  # the best move where there is none
FURTHEST = 10_000  # centipoints are cut here
CLOCK = re.compile(r"p([1-9])(time|inc)", re.ASCII)
DECIMAL = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?", re.ASCII)
OPTIONS = {
    "level": Number(name="level", default=MAX_LEVEL, low=1, high=MAX_LEVEL),
    "threads": Number(name="threads", default=1, low=1, high=64),
    "memory": Number(name="memory", default=256, low=1, high=65_536),  # megabytes
    "seed": Number(name="seed", default=0, low=0, high=2**32 - 1),
}
GRACE = 5.0  # seconds that a thought without a time limit has left when nothing more will come
SECONDS = "seconds"  # a move where `go` says nothing else; the level's own until it is set


class Session:
    """One program on the other side, which sends lines and gets lines."""

    def __init__(self, start: State, write: Callable[[str], None], *, level: int = MAX_LEVEL) -> None:
        self._start = start
        self._write_line = write
        self._writing = threading.Lock()
        self._defaults = {name: option.default for name, option in OPTIONS.items()}
        self._defaults["level"] = OPTIONS["level"].value(level)
        self._values: dict[str, Any] = dict(self._defaults)
        self._seconds: float | None = None
        self._first = self._state = start
        self._moves: list[str] = []
        self._made: tuple[Any, Player] | None = None  # what the player was made for, and the player
        self._thinking: SearchThread | None = None
        self._released = threading.Event()  # whoever let us think for ever has said stop
        self._answering: threading.Thread | None = None
        self._idle = threading.Event()  # no answer is due
        self._idle.set()
        self._patient = False  # the answer waits for the stop, however soon it is found
        self._timed = False  # the thought ends by the clock, if by nothing else

    def obey(self, line: str) -> bool:
        """Does what a line says; whether to go on listening."""
        words = line.split()
        known: dict[str, Callable[[Sequence[str]], None]] = {
            "ugi": self._introduce,
            "isready": self._be_ready,
            "setoption": self._set_option,
            "uginewgame": self._new_game,
            "position": self._place,
            "go": self._go,
            "stop": lambda _words: self.stop(),
            "query": self._answer_query,
        }
        if words and words[0] == "quit":
            self.stop()
            return False
        if words and words[0] in known:
            try:
                known[words[0]](words[1:])
            except RulesError as error:
                self._say(explain(error, self._words()))
        return True

    def close(self) -> None:
        """Nothing more will come: a thought with a time limit may end, one without has `GRACE`, an infinite one ends now."""
        if not self._patient:
            self._idle.wait(None if self._timed else GRACE)
        self.stop()

    def stop(self) -> None:
        """Ends a thought under way; returns when it has answered and none of its threads is left."""
        self._released.set()
        if self._thinking:
            self._thinking.stop()
        if self._answering:
            self._answering.join()

    # telling

    def _write(self, line: str) -> None:
        with self._writing:
            self._write_line(line)

    def _words(self) -> Mapping[str, str]:
        """Of our game before the others', since a position text may be of any."""
        others = {code: words for game in shelf() for code, words in game.messages.items()}
        return {**others, **MESSAGES, **self._state.game.messages}

    def _say(self, text: str) -> None:
        self._write(f"info string {' '.join(text.split())}")

    def _introduce(self, _words: Sequence[str]) -> None:
        self._write(f"id name Tablier {__version__} ({self._start.edition})")
        self._write("id author the makers of Tablier")
        for name, option in OPTIONS.items():
            self._write(f"option name {name} type spin default {self._defaults[name]} min {option.low} max {option.high}")
        own = levels(self._start)[self._defaults["level"] - 1].seconds
        self._write(f"option name {SECONDS} type string default {own:g}")
        self._write("ugiok")

    def _be_ready(self, _words: Sequence[str]) -> None:
        try:
            if self._idle.is_set():
                self._player()
        finally:
            self._write("readyok")

    def _answer_query(self, words: Sequence[str]) -> None:
        asked = words[0] if words else ""
        outcome = self._state.outcome
        if asked == "gameover":
            answer = _yes(outcome is not None)
        elif asked == "result":
            answer = "none" if outcome is None else "draw" if outcome.winner is None else f"p{outcome.winner + 1}win"
        elif re.fullmatch(r"p[1-9]turn", asked, re.ASCII) and int(asked[1]) <= self._state.seats:
            answer = _yes(self._state.to_act == int(asked[1]) - 1)
        else:
            raise _bad_command(["query", *words])
        self._write(f"response {answer}")

    # what is set

    def _set_option(self, words: Sequence[str]) -> None:
        match words:
            case ["name", name, "value", text]:
                name = name.lower()
            case _:
                raise _bad_command(["setoption", *words])
        if name in OPTIONS:
            value = OPTIONS[name].value(text)
            if name == "memory":  # refused now if there is not so much; the highest level asks for all of it
                Player(self._start, memory=value)
            self._values[name] = value
        elif name == SECONDS:
            if not DECIMAL.fullmatch(text) or float(text) <= 0:
                raise BadOptions("bad_value", option=SECONDS, value=text[:60], range="> 0")
            self._seconds = float(text)
        else:
            raise BadOptions("unknown_option", option=name[:60], known=[*OPTIONS, SECONDS])

    def _new_game(self, _words: Sequence[str]) -> None:
        self._check_idle()
        self._first, self._moves, self._state = self._start, [], self._start
        if self._made:
            self._made[1].forget()

    def _place(self, words: Sequence[str]) -> None:
        match words:
            case ["startpos", *rest]:
                first = self._start
            case ["fen", text, *rest]:
                first = from_text(text)
            case _:
                raise _bad_command(["position", *words])
        if rest and rest[0] != "moves":
            raise _bad_command(rest)
        moves = list(rest[1:])
        played = len(self._moves)
        known = first == self._first and moves[:played] == self._moves  # the usual case: the same game, some moves on
        state, left = (self._state, moves[played:]) if known else (first, moves)
        for move in left:
            state = state.play(move)
        self._first, self._moves, self._state = first, moves, state

    def _player(self) -> Player:
        made_for = (self._state.game.position_header(self._state), *self._values.values(), self._seconds)
        if self._made is None or self._made[0] != made_for:
            self._made = made_for, Player(self._state, seconds=self._seconds, **self._values)
        return self._made[1]

    # thinking

    def _check_idle(self) -> None:
        if not self._idle.is_set():
            raise IllegalAction("still_thinking")

    def _go(self, words: Sequence[str]) -> None:
        self._check_idle()  # the thought under way will answer: no other answer before it
        try:
            self._think(words)
        except RulesError as error:
            self._say(explain(error, self._words()))
            self._write(f"bestmove {NOTHING}")

    def _think(self, words: Sequence[str]) -> None:
        state = self._state
        if state.outcome is not None:
            raise IllegalAction("game_over")
        history = GameHistory(self._first, tuple(self._moves), state)
        limits = limits_of(words, state.to_act or 0)
        player = self._player()
        self._timed = bool(player.seconds if limits["seconds"] is None else limits["seconds"])
        self._patient = "infinite" in words
        self._released.clear()
        self._idle.clear()
        self._thinking = thinking = SearchThread(player, history, report=self._tell, **limits)

        def answer() -> None:
            move = NOTHING
            try:
                found = thinking.result()
                move = player.pick(state, found).action
                if self._patient:
                    self._released.wait()
                self._tell(found)
            except Exception as error:  # whatever happens to a player, the other side is told
                self._say(f"{type(error).__name__}: {error}")
            self._idle.set()  # first: the other side may be quick to ask again
            self._write(f"bestmove {move}")

        self._answering = threading.Thread(target=answer, name="answering", daemon=True)
        self._answering.start()

    def _tell(self, seen: Analysis) -> None:
        spent = max(seen.seconds, 1e-6)
        told = f"info depth {seen.depth} nodes {seen.nodes} time {round(spent * 1000)} nps {round(seen.nodes / spent)}"
        line = f" pv {' '.join(seen.pv)}" if seen.pv else ""
        self._write(f"{told} score {score(seen.best)}{line}")


def limits_of(words: Sequence[str], seat: int) -> dict[str, Any]:
    """The limits that `go` names, for the seat to act; None is the player's own, 0 none at all.

    >>> limits_of("p1time 60000 p2time 5000 p1inc 1000".split(), 0)
    {'seconds': 3.15, 'nodes': None, 'depth': None}
    """
    seconds: float | None = None
    numbers: dict[str, int] = {}
    pairs = iter(words)
    for word in pairs:
        if word in ("movetime", "nodes", "depth") or CLOCK.fullmatch(word):
            text = next(pairs, "")
            if not re.fullmatch(r"-?[0-9]{1,12}", text, re.ASCII):
                raise _bad_command([word, text])
            numbers[word] = max(0 if word.startswith("p") else 1, int(text))
    if "movetime" in numbers:
        seconds = numbers["movetime"] / 1000
    elif f"p{seat + 1}time" in numbers:
        seconds = allotment(numbers[f"p{seat + 1}time"] / 1000, numbers.get(f"p{seat + 1}inc", 0) / 1000)
    elif {"nodes", "depth"} & numbers.keys() or "infinite" in words:
        seconds = 0
    return {"seconds": seconds, "nodes": numbers.get("nodes"), "depth": numbers.get("depth")}


def score(one: Candidate) -> str:
    """What a candidate is worth as UGI says it: centipoints and the chance to win, or plies to a proven end.

    >>> from tablier.core.state import Action
    >>> score(Candidate(Action("c3"), 0.75)), score(Candidate(Action("c3"), 0.0, "loss", 4))
    ('cp 191 win 0.7500', 'mate -4')
    """
    if one.proof in ("win", "loss"):
        return f"mate {one.plies if one.proof == 'win' else -one.plies}"
    inside = min(max(one.expected_score, 1e-9), 1 - 1e-9)
    points = round(400 * math.log10(inside / (1 - inside)))
    return f"cp {max(-FURTHEST, min(FURTHEST, points))} win {one.expected_score:.4f}"


def _yes(answer: bool) -> str:
    return "true" if answer else "false"


def _bad_command(words: Sequence[str]) -> BadNotation:
    return BadNotation("bad_command", at=0, command=" ".join(words)[:60])
