"""One position: which cubes lie and stand, and whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...core.errors import IllegalAction
from ...core.outcome import Outcome
from ...core.registry import from_text
from ...core.state import Action, State
from .board import STRIDE, each, halves, has_line, in_line, lines_of_four
from .illegal import refusal
from .notation import PASS, read_action
from .rules import Rules

LETTERS = str.maketrans("01248", ".WBwb")
Pair = tuple[int, int]  # of White's cubes and Black's


@dataclass(frozen=True, eq=False, repr=False)
class KwintieState(State):
    """A wall and the seat to play on it.

    >>> import tablier
    >>> state = tablier.new("kwintie:table").play("i").play("jk")
    >>> state.position()["rows"]
    ['........wBB......', '........w........']
    >>> state.legal_actions()
    ('gh', 'h', 'j', 'jk', 'k', 'l', 'lm')
    """

    # Slots by hand: with `slots=True`, Python 3.11 raises TypeError when an attribute is set that is no field.
    __slots__ = ("edition", "lies", "lying", "outcome", "rules", "standing", "stands", "turn")

    edition: str
    rules: Rules
    lying: Pair
    standing: Pair
    turn: int
    outcome: Outcome | None
    stands: int  # the lower cubes of all standing pieces that may be placed now
    lies: int  # the left cubes of all lying ones

    # what is being played

    @property
    def options(self) -> Mapping[str, Any]:
        return self.rules.options

    @property
    def filled(self) -> int:
        """All cubes of the wall."""
        return self.lying[0] | self.lying[1] | self.standing[0] | self.standing[1]

    @property
    def left(self) -> Pair:
        """How many pieces each side has not placed yet."""
        return (_left(self.rules, self.lying[0] | self.standing[0]), _left(self.rules, self.lying[1] | self.standing[1]))

    # what can be done

    def legal_actions(self) -> tuple[Action, ...]:
        """Every placement, or `pass` where there is none (KWI-9)."""
        if self.outcome is not None:
            return ()
        rules = self.rules
        texts = [rules.standing_texts[cell] for cell in each(self.stands)]
        texts += [rules.lying_texts[cell] for cell in each(self.lies)]
        return tuple(sorted(texts)) or (PASS,)

    def action(self, text: str) -> Action:
        return read_action(self.rules, text)

    def play(self, action: Action | str) -> KwintieState:
        if self.outcome is not None:
            raise IllegalAction("game_over")
        rules, seat = self.rules, self.turn
        text = read_action(rules, action)
        if text == PASS:
            if self.stands or self.lies:
                raise IllegalAction("must_place")
            return reached(rules, self.lying, self.standing, 1 - seat)
        placement = rules.placements[text]
        half = placement.cells & (self.stands if placement.standing else self.lies)
        if not half:
            raise refusal(self, placement)
        if placement.standing:
            return reached(rules, self.lying, _added(self.standing, seat, half | half << 1), 1 - seat)
        return reached(rules, _added(self.lying, seat, half | half << STRIDE), self.standing, 1 - seat)

    # how it is told

    def fields(self) -> tuple[str, ...]:
        """The rows from the bottom up, `-` for none, and the seat whose turn it is."""
        return "/".join(self.rows()) or "-", str(self.turn)

    def rows(self) -> list[str]:
        """The rows that hold a cube, from the bottom up: `W` and `B` lie, `w` and `b` stand."""
        rules = self.rules
        size = len(rules.letters) * STRIDE
        spread = 0  # each cube's bit becomes a hexadecimal digit that says which set it is in
        for number, cubes in enumerate(self.lying + self.standing):
            spread |= int(f"{cubes:b}", 16) << number
        cells = f"{spread:0{size}x}"[::-1].translate(LETTERS)
        empty = "." * len(rules.letters)
        return [row for row in (cells[number::STRIDE] for number in range(rules.height)) if row != empty]

    def position(self) -> dict[str, Any]:
        return {"rows": self.rows(), "left": list(self.left)}

    def scene(self, seat: int | None) -> dict[str, Any]:
        """The pieces, what a piece would cover, and the line that won. Cells are named `c1`, rows counted from the bottom.

        - `pieces`: for each side, the two cells of each of its pieces, the left or lower one first;
        - `rests`: for each placement the seat to act may choose, the two cells it would cover;
        - `line`: the cells of the winner's lines that are long enough, none while nobody has one.
        """
        rules = self.rules
        names = rules.cell_names
        rests = {}
        if seat is not None and seat == self.to_act:
            rests = {rules.standing_texts[half]: [names[half], names[half << 1]] for half in each(self.stands)}
            rests |= {rules.lying_texts[half]: [names[half], names[half << STRIDE]] for half in each(self.lies)}
        return {
            "pieces": [[[names[half], names[half << step]] for half, step in self.pieces(side)] for side in (0, 1)],
            "rests": rests,
            "line": sorted(names[cell] for cell in each(self.winning_cubes)),
        }

    def pieces(self, side: int) -> list[tuple[int, int]]:
        """The left or lower cube of each piece of a side, with the step to its other one; lying pieces first."""
        lying = [(half, STRIDE) for half in each(halves(self.lying[side], STRIDE))]
        return lying + [(half, 1) for half in each(halves(self.standing[side], 1))]

    @property
    def winning_cubes(self) -> int:
        """The cubes of the lines that won, 0 while there is none."""
        ended = self.outcome
        if ended is None or ended.winner is None or ended.reason != "line":
            return 0
        return in_line(self.lying[ended.winner] | self.standing[ended.winner], self.rules.line)

    # as a value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, KwintieState):
            return NotImplemented
        return self is other or self._value() == other._value()

    def __hash__(self) -> int:
        return hash((self.edition, self.lying, self.standing, self.turn))

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return from_text, (str(self),)

    def _value(self) -> tuple[Any, ...]:
        return self.lying, self.standing, self.turn, self.edition, self.rules.options


def start(rules: Rules) -> KwintieState:
    """The empty base, White to begin (KWI-1)."""
    return reached(rules, (0, 0), (0, 0), 0)


def reached(rules: Rules, lying: Pair, standing: Pair, turn: int) -> KwintieState:
    """The position with these cubes, the last action having been the other seat's."""
    stands, lies, outcome = 0, 0, None
    if has_line(lying[1 - turn] | standing[1 - turn], rules.line):  # KWI-8
        outcome = Outcome(1 - turn, "line")
    else:
        stands, lies = placeable(rules, lying, standing, turn)
        if not (stands or lies) and not any(placeable(rules, lying, standing, 1 - turn)):  # KWI-9
            outcome = _end(rules, lying, standing)
    return KwintieState(rules.edition, rules, lying, standing, turn, outcome, stands, lies)


def placeable(rules: Rules, lying: Pair, standing: Pair, side: int) -> tuple[int, int]:
    """Where a side may place standing pieces, by their lower cubes, and lying ones, by their left cubes."""
    flat, upright = lying[side], standing[side]
    if not _left(rules, flat | upright):
        return 0, 0
    filled = lying[0] | lying[1] | standing[0] | standing[1]
    tops = filled << 1 & ~filled & rules.wall  # KWI-3: no column has a gap, so one cube a column is free to rest on
    ground_standing, ground_lying = rules.ground(filled)
    stands = (tops | ground_standing) & rules.low & ~(upright << 1)  # KWI-4
    level = tops | ground_lying
    lies = level & level >> STRIDE & ~(flat << STRIDE) & ~(flat >> 2 * STRIDE)  # KWI-4
    return stands, lies


def _end(rules: Rules, lying: Pair, standing: Pair) -> Outcome:
    """How it ends when neither side can place a piece (KWI-9)."""
    if not rules.fours:
        return Outcome(None, "stuck")
    white, black = (lines_of_four(lying[side] | standing[side]) for side in (0, 1))
    if white == black:
        return Outcome(None, "fours_equal", (white, black))
    return Outcome(0 if white > black else 1, "fours", (white, black))


def _left(rules: Rules, cubes: int) -> int:
    return rules.pieces - cubes.bit_count() // 2


def _added(sets: Pair, side: int, cubes: int) -> Pair:
    return (sets[0] | cubes, sets[1]) if side == 0 else (sets[0], sets[1] | cubes)
