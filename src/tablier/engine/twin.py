"""Twins: the native rules beside the Python ones, thousands of times faster and proven equal by tests.

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
from tablier.core.replay import after
from tablier.core.state import Action, State


def native_game(name: str) -> Any:
    """The native module of a game, None when it was compiled without that game."""
    return getattr(import_module("tablier.engine._native"), name, None)


def option_texts(state: State) -> Mapping[str, str]:
    """Every kept option as its text: what the native rules are told."""
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
        played = tuple(actions)
        state = start
        for action in played:
            state = after(state, action)
        return cls(start, played, state)


class Twin:
    """One position in the native rules, changed in place.

    Whatever they do not do themselves, the Python rules do for them: texts that are not listed, and what is wrong.
    """

    def __init__(self, state: State) -> None:
        """The twin of a position; `BadOptions` when its game or options have none (`Twin.exists` asks first).

        Like a state read from text it starts without a past: positions that stood before are counted from here on.
        """
        loaded = self._load(state)
        if loaded is None:
            raise BadOptions("no_twin", edition=state.edition, options=dict(option_texts(state)))
        self._heading = state.game.position_header(state)
        self.native = loaded
        self._earlier: list[Any] = []  # native positions left behind by turns that only the Python rules can play

    @classmethod
    def replay(cls, history: GameHistory) -> Self:
        """Return the twin of `history.state`, with the repetition counts of the game.

        Only games whose native rules count repetitions are replayed; for the others the position is all there is.
        """
        if not native_game(history.start.game.name).Position.counts_repetitions:
            return cls(history.state)
        twin = cls(history.start)
        for action in history.actions:
            twin.play(action)
        return twin

    @classmethod
    def exists(cls, state: State) -> bool:
        """Whether this game with these options has a twin."""
        return cls._load(state) is not None

    @staticmethod
    def _load(state: State) -> Any:
        game = native_game(state.game.name)
        return game and game.Position.load(state.edition_name, option_texts(state), "|".join(state.fields()))

    def copy(self) -> Self:
        """The same position, with nothing to take back."""
        other = object.__new__(type(self))
        other._heading, other.native, other._earlier = self._heading, self.native.copy(), []
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
        """A hash of all the future depends on."""
        return int(self.native.key)

    @property
    def ended(self) -> tuple[int | None, str] | None:
        """Winner and reason, as in `Outcome`, or None; the scores are in `state().outcome`."""
        if not self.native.over:
            return None
        return (None if self.native.winner < 0 else int(self.native.winner)), str(self.native.reason)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended. A draw by repetition is known to the twin that played it, not to a text."""
        ended = self.ended
        if ended is None:
            return None
        return self.state().outcome or Outcome(*ended)

    def __str__(self) -> str:
        return f"{self._heading}|{self.native.fields}"

    def state(self) -> State:
        """The same position in the Python rules."""
        return from_text(str(self))

    # actions

    def legal_actions(self) -> tuple[Action, ...]:
        """As `State.legal_actions`."""
        return tuple(Action(text) for text in sorted(self.native.write(code) for code in self.native.legal()))

    def code(self, text: str) -> int:
        """The native code of a listed action; the Python rules' error for anything else."""
        found = self._listed(text)
        if found is None:
            self.state().play(text)
            raise IllegalAction("not_listed", action=text[:60])
        return found

    def _listed(self, text: str) -> int | None:
        found: int | None = self.native.read(text) if isinstance(text, str) else None
        if found is None:
            found = self.native.read(self.state().action(text))
        return found

    def play(self, action: Action | str | int) -> None:
        """Plays a text or a native code; errors as `State.play`."""
        if self.native.over:
            raise IllegalAction("game_over")
        code = action if isinstance(action, int) else self._listed(action)
        if code is not None and self.native.play(code):
            return
        if isinstance(action, int):
            raise IllegalAction("illegal_code", number=action)
        following = self._load(self.state().play(action))
        self._earlier.append(self.native)
        self.native = following

    def undo(self) -> None:
        """Takes the last action back; `IllegalAction` at the beginning."""
        if self.native.undo():
            return
        if not self._earlier:
            raise IllegalAction("nothing_to_undo")
        self.native = self._earlier.pop()
