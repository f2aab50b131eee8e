"""A position of Mixtour, and the rules of play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from ...core.errors import IllegalAction
from ...core.outcome import Outcome
from ...core.state import Action, State
from .board import CELLS, LINES, TOWER, Stacks, distance, generate_moves, move_text
from .notation import PASS, Add, Move, parse_turn
from .options import MixtourRules

LETTERS = "WB"  # pieces by side, in both editions
_SIDE_NUMBERS = str.maketrans(LETTERS, "01")

# Values of `MixtourState.last_turn`; any other value is the text of the move that would undo the last turn.
NO_EFFECT, PASSED, PASSED_TWICE, REPEATED = "-", "pass", "passes", "repetition"


@dataclass(frozen=True, eq=False, repr=False)
class MixtourState(State):
    """Stacks, score, side to move, and the effect of the last turn on this one. All other attributes are derived.

    >>> import tablier
    >>> state = tablier.new("mixtour").play("c3").play("c4").play("c3-c4")
    >>> state.position()["stacks"]
    {'c4': 'BW'}
    """

    rules: MixtourRules
    turn: int
    score: tuple[int, int]
    stacks: Stacks
    last_turn: str
    history: tuple[Stacks, ...] = ()  # every position since the last irreversible turn, oldest first; for MIX-11
    edition: str = field(init=False)
    reserve: tuple[int, int] = field(init=False)
    outcome: Outcome | None = field(init=False)
    _legal: tuple[Action, ...] | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        set_field = object.__setattr__  # the dataclass is frozen
        pieces = "".join(self.stacks)
        set_field(self, "edition", self.rules.edition)
        set_field(self, "reserve", tuple(self.rules.pieces - pieces.count(letter) for letter in LETTERS))
        set_field(self, "outcome", self._compute_outcome())

    def _compute_outcome(self) -> Outcome | None:
        if self.rules.points in self.score:  # MIX-8
            return Outcome(self.score.index(self.rules.points), "points", self.score)
        if self.last_turn == PASSED_TWICE or self.last_turn == REPEATED:  # MIX-10, MIX-11
            return Outcome(None, self.last_turn, self.score)
        return None

    @property
    def options(self) -> Mapping[str, Any]:
        return self.rules.options

    @property
    def undo(self) -> str | None:
        """The move that MIX-9 forbids now, or None."""
        return self.last_turn if ":" in self.last_turn else None

    def legal_actions(self) -> tuple[Action, ...]:
        """All adds and moves, or `pass` alone if there are none. Computed once per state."""
        if self._legal is None:
            object.__setattr__(self, "_legal", self._generate_actions())
        return self._legal or ()

    def _generate_actions(self) -> tuple[Action, ...]:
        if self.outcome is not None:
            return ()
        texts = generate_moves(self.stacks)
        if undo := self.undo:  # MIX-9
            texts.remove(undo)
        if self.reserve[self.turn]:  # MIX-3
            texts += [cell for cell, stack in zip(CELLS, self.stacks, strict=True) if not stack]
            texts.sort()
        return tuple(map(Action, texts)) or (Action(PASS),)  # MIX-10

    def action(self, text: str) -> Action:
        turn = parse_turn(text)
        if isinstance(turn, Move) and turn.pieces == len(self.stacks[turn.source]):
            return Action(move_text(turn.source, 0, turn.target))
        return Action(text)

    def play(self, action: Action | str) -> Self:
        turn = parse_turn(action)
        if self.outcome is not None:
            raise IllegalAction("game_over")
        if isinstance(turn, Move):
            return self._move(turn)
        if isinstance(turn, Add):
            return self._add(turn.cell)
        return self._pass()

    def _add(self, cell: int) -> Self:
        if self.stacks[cell]:
            raise IllegalAction("occupied", cell=CELLS[cell])
        if not self.reserve[self.turn]:
            raise IllegalAction("no_reserve", cell=CELLS[cell])
        stacks = list(self.stacks)
        stacks[cell] = LETTERS[self.turn]
        # Irreversible: at this score the board never has fewer pieces again, so the history for MIX-11 starts over.
        return type(self)(self.rules, 1 - self.turn, self.score, tuple(stacks), NO_EFFECT)

    def _move(self, move: Move) -> Self:
        self._check_move(move)
        source, count, target = move
        stacks = list(self.stacks)
        moved, rest = stacks[source], ""
        if 0 < count < len(moved):
            moved, rest = moved[-count:], moved[:-count]
        stacks[source] = rest
        reached = stacks[target]
        stacks[target] = reached + moved
        if len(stacks[target]) >= TOWER:  # MIX-7
            stacks[target] = ""
            white, other = self.score
            score = (white + 1, other) if moved[-1] == LETTERS[0] else (white, other + 1)
            return type(self)(self.rules, 1 - self.turn, score, tuple(stacks), NO_EFFECT)
        # MIX-9: only moving the same pieces back restores the stacks, and MIX-5 allows that only if the rest is as high as
        # the distance, which is the height of the stack that was reached.
        undo = move_text(target, len(moved), source) if len(rest) == len(reached) else NO_EFFECT
        return self._after_reversible_turn(tuple(stacks), undo)

    def _pass(self) -> Self:
        if self.legal_actions() != (PASS,):
            raise IllegalAction("may_not_pass")
        return self._after_reversible_turn(self.stacks, PASSED_TWICE if self.last_turn == PASSED else PASSED)

    def _after_reversible_turn(self, stacks: Stacks, last_turn: str) -> Self:
        """The next state after a turn that neither added nor scored, drawn on the third occurrence of a position (MIX-11)."""
        history = (*self.history, self.stacks)
        same_side_to_move = history[len(history) % 2 :: 2]
        if last_turn != PASSED_TWICE and same_side_to_move.count(stacks) >= 2:
            last_turn = REPEATED
        return type(self)(self.rules, 1 - self.turn, self.score, stacks, last_turn, history)

    def _check_move(self, move: Move) -> None:
        """Raise `IllegalAction` if the move breaks MIX-4, MIX-5, MIX-6 or MIX-9."""
        source, count, target = move
        start, end = CELLS[source], CELLS[target]
        height, reached = len(self.stacks[source]), len(self.stacks[target])
        if not height:
            raise IllegalAction("nothing_there", source=start)
        if count > height:
            raise IllegalAction("too_few", source=start, count=count, height=height)
        if source == target:
            raise IllegalAction("same_cell", source=start)
        if (source, target) not in LINES:
            raise IllegalAction("no_line", source=start, target=end)
        if not reached:
            raise IllegalAction("no_target", source=start, target=end)
        if distance(source, target) != reached:
            raise IllegalAction("wrong_distance", source=start, target=end, distance=distance(source, target), height=reached)
        if blocked := [CELLS[cell] for cell in LINES[source, target] if self.stacks[cell]]:
            raise IllegalAction("blocked", source=start, target=end, cells=blocked)
        if self.undo == move_text(*move):
            raise IllegalAction("undo", source=start, count=count, target=end)

    def without_caches(self) -> Self:
        return replace(self)

    def fields(self) -> tuple[str, ...]:
        """Turn, score, stacks and last turn: `0|2-1|a1:0,b2:011|-`. Pieces are side numbers from the bottom up."""
        stacks = ",".join(
            f"{cell}:{stack.translate(_SIDE_NUMBERS)}" for cell, stack in zip(CELLS, self.stacks, strict=True) if stack
        )
        return str(self.turn), f"{self.score[0]}-{self.score[1]}", stacks or "-", self.last_turn

    def position(self) -> dict[str, Any]:
        return {
            "stacks": {cell: stack for cell, stack in zip(CELLS, self.stacks, strict=True) if stack},
            "reserve": list(self.reserve),
            "score": list(self.score),
        }

    def scene(self, seat: int | None) -> dict[str, Any]:
        """`undo`: the move that MIX-9 forbids now, or None. `passed`: whether the last turn was a pass."""
        return {"undo": self.undo, "passed": self.last_turn in (PASSED, PASSED_TWICE)}

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, MixtourState) and self._key() == other._key())

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        """Everything that equality compares: all but the history, as in the position text."""
        return self.stacks, self.turn, self.last_turn, self.score, self.rules
