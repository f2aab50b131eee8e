"""Positions of Kwintie: bitboards of lying and standing cubes, and the seat to move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...core.errors import IllegalAction
from ...core.outcome import Outcome
from ...core.state import Action, State
from .board import STRIDE, count_lines_of_four, cubes_in_lines, each_cube, first_cubes, has_line, lines_of_four
from .illegal import explain_illegal
from .notation import PASS, parse_action
from .options import KwintieRules

LETTER_BY_DIGIT = str.maketrans("01248", ".WBwb")  # by the bit of a cell's bitboard, see `rows`
PerSide = tuple[int, int]  # bitboards or counts of White and Black


@dataclass(frozen=True, eq=False, repr=False)
class KwintieState(State):
    """The wall and the seat to move.

    >>> import tablier
    >>> state = tablier.new("kwintie:table").play("i").play("jk")
    >>> state.position()["rows"]
    ['........wBB......', '........w........']
    >>> state.legal_actions()
    ('gh', 'h', 'j', 'jk', 'k', 'l', 'lm')
    """

    # Explicit, because with slots=True Python 3.11 raises TypeError instead of AttributeError for unknown attributes.
    __slots__ = ("edition", "lying", "lying_moves", "outcome", "rules", "standing", "standing_moves", "turn")

    edition: str
    rules: KwintieRules
    lying: PerSide
    standing: PerSide
    turn: int
    outcome: Outcome | None
    standing_moves: int  # lower cubes of the standing pieces that may be placed
    lying_moves: int  # left cubes of the lying pieces that may be placed

    # Rules and reserves

    @property
    def options(self) -> Mapping[str, Any]:
        return self.rules.options

    @property
    def filled(self) -> int:
        """All cubes of the wall."""
        return self.lying[0] | self.lying[1] | self.standing[0] | self.standing[1]

    @property
    def left(self) -> PerSide:
        """Number of pieces that each side has not placed yet."""
        return (
            _pieces_left(self.rules, self.lying[0] | self.standing[0]),
            _pieces_left(self.rules, self.lying[1] | self.standing[1]),
        )

    # Actions

    def legal_actions(self) -> tuple[Action, ...]:
        """All placements, or `pass` if there is none (KWI-9)."""
        if self.outcome is not None:
            return ()
        rules = self.rules
        texts = [rules.standing_actions[cell] for cell in each_cube(self.standing_moves)]
        texts += [rules.lying_actions[cell] for cell in each_cube(self.lying_moves)]
        return tuple(sorted(texts)) or (PASS,)

    def action(self, text: str) -> Action:
        return parse_action(self.rules, text)

    def play(self, action: Action | str) -> KwintieState:
        if self.outcome is not None:
            raise IllegalAction("game_over")
        rules, seat = self.rules, self.turn
        text = parse_action(rules, action)
        if text == PASS:
            if self.standing_moves or self.lying_moves:
                raise IllegalAction("must_place")
            return make_state(rules, self.lying, self.standing, 1 - seat)
        placement = rules.placements[text]
        first = placement.column_cubes & (self.standing_moves if placement.standing else self.lying_moves)
        if not first:
            raise explain_illegal(self, placement)
        if placement.standing:
            return make_state(rules, self.lying, _add_cubes(self.standing, seat, first | first << 1), 1 - seat)
        return make_state(rules, _add_cubes(self.lying, seat, first | first << STRIDE), self.standing, 1 - seat)

    # Serialization

    def fields(self) -> tuple[str, ...]:
        """The rows from the bottom up, `-` for none, and the seat to move."""
        return "/".join(self.rows()) or "-", str(self.turn)

    def rows(self) -> list[str]:
        """The rows with at least one cube, from the bottom up: `W`, `B` for lying and `w`, `b` for standing cubes."""
        rules = self.rules
        size = len(rules.letters) * STRIDE
        spread = 0  # one hexadecimal digit per cell: a bit for each of the four bitboards
        for number, cubes in enumerate(self.lying + self.standing):
            spread |= int(f"{cubes:b}", 16) << number
        cells = f"{spread:0{size}x}"[::-1].translate(LETTER_BY_DIGIT)
        empty = "." * len(rules.letters)
        return [row for row in (cells[number::STRIDE] for number in range(rules.height)) if row != empty]

    def position(self) -> dict[str, Any]:
        return {"rows": self.rows(), "left": list(self.left)}

    def scene(self, seat: int | None) -> dict[str, Any]:
        """Data for drawing the board beyond the position. Cells are named `c1`, with rows counted from the bottom.

        - `pieces`: for each side, the two cells of each of its pieces, the left or lower one first
        - `rests`: for each legal placement of the seat to act, the two cells it would occupy
        - `line`: the cells of the winning lines; empty before a win
        - `fours`: the four cells of each line of exactly four cubes of one side
        """
        rules = self.rules
        names = rules.cell_names
        rests = {}
        if seat is not None and seat == self.to_act:
            rests = {
                rules.standing_actions[first]: [names[first], names[first << 1]] for first in each_cube(self.standing_moves)
            }
            rests |= {
                rules.lying_actions[first]: [names[first], names[first << STRIDE]] for first in each_cube(self.lying_moves)
            }
        return {
            "pieces": [[[names[first], names[first << step]] for first, step in self.pieces(side)] for side in (0, 1)],
            "rests": rests,
            "line": sorted(names[cell] for cell in each_cube(self.winning_cubes)),
            "fours": [
                [names[cell] for cell in line]
                for side in (0, 1)
                for line in lines_of_four(self.lying[side] | self.standing[side])
            ],
        }

    def pieces(self, side: int) -> list[tuple[int, int]]:
        """The left or lower cube of each piece of a side and the shift to its other cube; lying pieces first."""
        lying = [(first, STRIDE) for first in each_cube(first_cubes(self.lying[side], STRIDE))]
        return lying + [(first, 1) for first in each_cube(first_cubes(self.standing[side], 1))]

    @property
    def winning_cubes(self) -> int:
        """Bitboard of the winning lines; 0 before a win."""
        outcome = self.outcome
        if outcome is None or outcome.winner is None or outcome.reason != "line":
            return 0
        return cubes_in_lines(self.lying[outcome.winner] | self.standing[outcome.winner], self.rules.line)

    # Value semantics

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, KwintieState):
            return NotImplemented
        return self is other or self._value() == other._value()

    def __hash__(self) -> int:
        return hash((self.edition, self.lying, self.standing, self.turn))

    def _value(self) -> tuple[Any, ...]:
        return self.lying, self.standing, self.turn, self.edition, self.rules.options


def start(rules: KwintieRules) -> KwintieState:
    """Return the starting position: the empty base, White to move (KWI-1)."""
    return make_state(rules, (0, 0), (0, 0), 0)


def make_state(rules: KwintieRules, lying: PerSide, standing: PerSide, turn: int) -> KwintieState:
    """Return the position after an action of the other seat, with its outcome."""
    standing_moves, lying_moves, outcome = 0, 0, None
    if has_line(lying[1 - turn] | standing[1 - turn], rules.line):  # KWI-8
        outcome = Outcome(1 - turn, "line")
    else:
        standing_moves, lying_moves = find_placements(rules, lying, standing, turn)
        if not (standing_moves or lying_moves) and not any(find_placements(rules, lying, standing, 1 - turn)):
            outcome = _outcome_without_placements(rules, lying, standing)
    return KwintieState(rules.edition, rules, lying, standing, turn, outcome, standing_moves, lying_moves)


def find_placements(rules: KwintieRules, lying: PerSide, standing: PerSide, side: int) -> tuple[int, int]:
    """Legal placements of a side: the lower cubes of standing pieces and the left cubes of lying pieces."""
    flat, upright = lying[side], standing[side]
    if not _pieces_left(rules, flat | upright):
        return 0, 0
    filled = lying[0] | lying[1] | standing[0] | standing[1]
    supported = filled << 1 & ~filled & rules.wall  # KWI-3: columns have no gaps, so each has one free cube with a support
    base_standing, base_lying = rules.free_base_cubes(filled)
    standing_moves = (supported | base_standing) & rules.below_top & ~(upright << 1)  # KWI-4
    level = supported | base_lying
    lying_moves = level & level >> STRIDE & ~(flat << STRIDE) & ~(flat >> 2 * STRIDE)  # KWI-4
    return standing_moves, lying_moves


def _outcome_without_placements(rules: KwintieRules, lying: PerSide, standing: PerSide) -> Outcome:
    """The outcome if neither side can place a piece (KWI-9)."""
    if not rules.fours:
        return Outcome(None, "stuck")
    white, black = (count_lines_of_four(lying[side] | standing[side]) for side in (0, 1))
    if white == black:
        return Outcome(None, "fours_equal", (white, black))
    return Outcome(0 if white > black else 1, "fours", (white, black))


def _pieces_left(rules: KwintieRules, cubes: int) -> int:
    return rules.pieces - cubes.bit_count() // 2


def _add_cubes(cubes: PerSide, side: int, added: int) -> PerSide:
    return (cubes[0] | added, cubes[1]) if side == 0 else (cubes[0], cubes[1] | added)
