"""Twins: positions in the native rules, which differential tests keep equal to the Python rules.

>>> import tablier
>>> from tablier.engine.twin import Twin
>>> twin = Twin(tablier.new("mixtour:stein"))
>>> twin.play("c3")
>>> twin.play("c2")
>>> twin.to_act, len(twin.legal_actions())
(0, 25)
>>> twin.undo()
>>> str(twin) == str(tablier.new("mixtour:stein").play("c3"))
True
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Self

from tablier.core.errors import BadOptions, IllegalAction
from tablier.core.outcome import Outcome
from tablier.core.registry import from_text
from tablier.core.replay import apply_action
from tablier.core.state import Action, State


def native_game(name: str) -> Any:
    """Native submodule of a game, None if the native module was compiled without it."""
    return getattr(import_module("tablier.engine._native"), name, None)


def option_texts(state: State) -> Mapping[str, str]:
    """Every kept option as text, as the native rules expect them."""
    return {option.name: option.format(state.options[option.name]) for option in state.game.kept_options}


@dataclass(frozen=True, slots=True)
class GameHistory:
    """A game so far: a start, the actions played (or `leave N`), and the position after them.

    `Player.analyse` and `Player.choose` accept it instead of a `State`. The search then knows how often earlier positions
    occurred, so that repetition rules (MIX-11, TWX-16) hold inside its tree. A plain `State` is searched as if its game
    began there. The caller vouches that `actions` lead from `start` to `state`; `replay` computes the state.
    """

    start: State
    actions: tuple[str, ...]
    state: State

    @classmethod
    def replay(cls, start: State, actions: Iterable[str]) -> GameHistory:
        """Play `actions` from `start` in the Python rules. Raises `RulesError` for one that the rules reject."""
        return cls(start, (), start).extended(actions)

    def extended(self, actions: Iterable[str]) -> GameHistory:
        """The history after further actions. Raises `RulesError` for one that the rules reject."""
        added = tuple(actions)
        state = self.state
        for action in added:
            state = apply_action(state, action)
        return GameHistory(self.start, self.actions + added, state)


class Twin:
    """A mutable position in the native rules.

    Delegates to the Python rules what the native ones do not cover: legal actions that are not listed, and error messages.
    """

    def __init__(self, state: State) -> None:
        """Create the twin of `state`, without a past: repetitions are counted from here on.

        Raises `BadOptions` if the game or its options have no twin; see `Twin.exists`.
        """
        native = self._load(state)
        if native is None:
            raise BadOptions("no_twin", edition=state.edition, options=dict(option_texts(state)))
        self._header = state.game.position_header(state)
        self.native = native
        self._undo_stack: list[Any] = []  # native positions before actions that only the Python rules can play

    @classmethod
    def replay(cls, history: GameHistory) -> Self:
        """Create the twin of `history.state`, with the repetition counts of the game.

        Replays the actions only if the native rules of the game count repetitions; otherwise the position is sufficient.
        """
        if not native_game(history.start.game.name).Position.counts_repetitions:
            return cls(history.state)
        twin = cls(history.start)
        for action in history.actions:
            twin.play(action)
        return twin

    @classmethod
    def exists(cls, state: State) -> bool:
        """True if the game has a twin for the options of `state`."""
        return cls._load(state) is not None

    @staticmethod
    def _load(state: State) -> Any:
        game = native_game(state.game.name)
        return game and game.Position.load(state.edition_name, option_texts(state), "|".join(state.fields()))

    def copy(self) -> Self:
        """A copy of the position, without an undo history."""
        other = object.__new__(type(self))
        other._header, other.native, other._undo_stack = self._header, self.native.copy(), []
        return other

    # the position

    @property
    def to_act(self) -> int | None:
        return None if self.native.over else int(self.native.to_act)

    @property
    def turn(self) -> int:
        return int(self.native.turn)

    @property
    def key(self) -> int:
        """Zobrist hash of the position."""
        return int(self.native.key)

    @property
    def result(self) -> tuple[int | None, str] | None:
        """Winner and reason of a finished game, as in `Outcome`, else None. The scores are in `outcome`."""
        if not self.native.over:
            return None
        return (None if self.native.winner < 0 else int(self.native.winner)), str(self.native.reason)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, or None. Unlike `state().outcome`, it knows draws by repetition of positions this twin has played."""
        result = self.result
        if result is None:
            return None
        return self.state().outcome or Outcome(*result)

    def __str__(self) -> str:
        return f"{self._header}|{self.native.fields}"

    def state(self) -> State:
        """The position in the Python rules, without a past."""
        return from_text(str(self))

    # actions

    def legal_actions(self) -> tuple[Action, ...]:
        """The listed legal actions, sorted, as `State.legal_actions`."""
        return tuple(Action(text) for text in sorted(self.native.write(code) for code in self.native.legal()))

    def code(self, text: str) -> int:
        """Native code of a listed action, as used by `Batch`. Raises `RulesError` for any other text."""
        code = self._listed_code(text)
        if code is None:
            self.state().play(text)
            raise IllegalAction("not_listed", action=text[:60])
        return code

    def _listed_code(self, text: str) -> int | None:
        """Native code of an action, None if it is legal but not listed. Raises `RulesError` if it is malformed."""
        code: int | None = self.native.read(text) if isinstance(text, str) else None
        if code is None:
            code = self.native.read(self.state().action(text))
        return code

    def play(self, action: Action | str | int) -> None:
        """Play an action, given as text or native code. Raises the same errors as `State.play`."""
        if self.native.over:
            raise IllegalAction("game_over")
        code = action if isinstance(action, int) else self._listed_code(action)
        if code is not None and self.native.play(code):
            return
        if isinstance(action, int):
            raise IllegalAction("illegal_code", number=action)
        successor = self._load(self.state().play(action))
        self._undo_stack.append(self.native)
        self.native = successor

    def undo(self) -> None:
        """Undo the last action. Raises `IllegalAction` at the start."""
        if self.native.undo():
            return
        if not self._undo_stack:
            raise IllegalAction("nothing_to_undo")
        self.native = self._undo_stack.pop()
