"""A position of Mixtour and the rules that lead from one to the next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from ...core.errors import IllegalAction
from ...core.outcome import Outcome
from ...core.state import Action, State
from .board import CELLS, LINES, TOWER, Stacks, distance, move_text, moves
from .notation import PASS, Add, Move, read_turn
from .options import Rules

LETTERS = "WB"  # of the sides, in both editions

# What the future needs to know of the last turn: one of these, or the text of the move that would undo it.
NOTHING, PASSED, PASSED_TWICE, REPEATED = "-", "pass", "passes", "repetition"


@dataclass(frozen=True, eq=False, repr=False)
class MixtourState(State):
    """The stacks, the score, whose turn it is, and what matters of the last turn; the rest follows from these.

    >>> import tablier
    >>> state = tablier.new("mixtour").play("c3").play("c4").play("c3-c4")
    >>> state.position()["stacks"]
    {'c4': 'BW'}
    """

    rules: Rules
    turn: int
    score: tuple[int, int]
    stacks: Stacks
    last: str
    past: tuple[Stacks, ...] = ()  # what stood since the last turn that cannot be taken back, turn by turn. MIX-11
    edition: str = field(init=False)
    reserve: tuple[int, int] = field(init=False)
    outcome: Outcome | None = field(init=False)
    _legal: tuple[Action, ...] | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        keep = object.__setattr__
        pieces = "".join(self.stacks)
        keep(self, "edition", self.rules.edition)
        keep(self, "reserve", tuple(self.rules.pieces - pieces.count(letter) for letter in LETTERS))
        keep(self, "outcome", self._ended())

    def _ended(self) -> Outcome | None:
        if self.rules.points in self.score:  # MIX-8
            return Outcome(self.score.index(self.rules.points), "points", self.score)
        if self.last == PASSED_TWICE or self.last == REPEATED:
            return Outcome(None, self.last, self.score)
        return None

    @property
    def options(self) -> Mapping[str, Any]:
        return self.rules.options

    @property
    def undo(self) -> str | None:
        """The one move that MIX-9 forbids now, where it could be played otherwise."""
        return self.last if ":" in self.last else None

    # what can be done

    def legal_actions(self) -> tuple[Action, ...]:
        """All adds and moves; `pass` when there is none. Kept once made."""
        if self._legal is None:
            object.__setattr__(self, "_legal", self._listed())
        return self._legal or ()

    def _listed(self) -> tuple[Action, ...]:
        if self.outcome is not None:
            return ()
        found = moves(self.stacks)
        if undo := self.undo:  # MIX-9
            found.remove(undo)
        if self.reserve[self.turn]:  # MIX-3
            found += [cell for cell, stack in zip(CELLS, self.stacks, strict=True) if not stack]
            found.sort()
        return tuple(map(Action, found)) or (Action(PASS),)  # MIX-10

    def action(self, text: str) -> Action:
        turn = read_turn(text)
        if isinstance(turn, Move) and turn.taken == len(self.stacks[turn.source]):
            return Action(move_text(turn.source, 0, turn.target))
        return Action(text)

    def play(self, action: Action | str) -> Self:
        turn = read_turn(action)
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
        # The board holds more pieces than ever at this score: nothing that stood before comes back.
        return type(self)(self.rules, 1 - self.turn, self.score, tuple(stacks), NOTHING)

    def _move(self, move: Move) -> Self:
        self._check(move)
        source, taken, target = move
        stacks = list(self.stacks)
        moved, rest = stacks[source], ""
        if 0 < taken < len(moved):
            moved, rest = moved[-taken:], moved[:-taken]
        stacks[source] = rest
        reached = stacks[target]
        stacks[target] = reached + moved
        if len(stacks[target]) >= TOWER:  # MIX-7
            stacks[target] = ""
            white, other = self.score
            score = (white + 1, other) if moved[-1] == LETTERS[0] else (white, other + 1)
            return type(self)(self.rules, 1 - self.turn, score, tuple(stacks), NOTHING)
        # MIX-9: only the same pieces on their way back restore the stacks, and only a rest as high as they went far lets them.
        undo = move_text(target, len(moved), source) if len(rest) == len(reached) else NOTHING
        return self._followed(tuple(stacks), undo)

    def _pass(self) -> Self:
        if self.legal_actions() != (PASS,):
            raise IllegalAction("may_not_pass")
        return self._followed(self.stacks, PASSED_TWICE if self.last == PASSED else PASSED)

    def _followed(self, stacks: Stacks, last: str) -> Self:
        """The position after a turn that can be taken back, so that it may have stood before."""
        past = (*self.past, self.stacks)
        same_side = past[len(past) % 2 :: 2]
        if last != PASSED_TWICE and same_side.count(stacks) >= 2:  # MIX-11
            last = REPEATED
        return type(self)(self.rules, 1 - self.turn, self.score, stacks, last, past)

    def _check(self, move: Move) -> None:
        """Raises why a move cannot be played."""
        source, taken, target = move
        start, end = CELLS[source], CELLS[target]
        height, reached = len(self.stacks[source]), len(self.stacks[target])
        if not height:
            raise IllegalAction("nothing_there", source=start)
        if taken > height:
            raise IllegalAction("too_few", source=start, count=taken, height=height)
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
            raise IllegalAction("undo", source=start, count=taken, target=end)

    # how it is told

    def fields(self) -> tuple[str, ...]:
        """Turn, score, stacks and last turn: `0|2-1|a1:0,b2:011|-`. The pieces are numbers of sides, from the bottom up."""
        stacks = ",".join(f"{cell}:{stack.translate(_SIDES)}" for cell, stack in zip(CELLS, self.stacks, strict=True) if stack)
        return str(self.turn), f"{self.score[0]}-{self.score[1]}", stacks or "-", self.last

    def position(self) -> dict[str, Any]:
        return {
            "stacks": {cell: stack for cell, stack in zip(CELLS, self.stacks, strict=True) if stack},
            "reserve": list(self.reserve),
            "score": list(self.score),
        }

    def scene(self, seat: int | None) -> dict[str, Any]:
        """`undo`: the move that MIX-9 forbids just now, or None. `passed`: whether the last turn was a pass."""
        return {"undo": self.undo, "passed": self.last in (PASSED, PASSED_TWICE)}

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, MixtourState) and self._told() == other._told())

    def __hash__(self) -> int:
        return hash(self._told())

    def _told(self) -> tuple[object, ...]:
        return self.stacks, self.turn, self.last, self.score, self.rules


_SIDES = str.maketrans(LETTERS, "01")
