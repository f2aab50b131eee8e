"""A position of Twisty, and the rules of play."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Self

from ...core.errors import IllegalAction
from ...core.outcome import Outcome
from ...core.state import Action, State
from .board import CELL_INDEX, CELL_NAMES, CENTRE, CORNERS, EMPTY, SAVE, SPECIAL_NAMES, format_board
from .card_row import CardRow
from .notation import PASS, CornerPick, PawnMove, parse_action
from .options import TwistyRules
from .paths import check_path, onward_cells, shortest_paths


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TwistyState(State):
    """A position. While a robbed seat must pick a corner, `turn` stays with the robber, even if the robber has left."""

    edition = "twisty:djeco"

    rules: TwistyRules
    layout: str  # special tokens by cell; constant during a game
    tokens: str  # special tokens and the cubes still on the board, by cell
    card_rows: tuple[CardRow, ...]  # by seat
    pawns: tuple[int | None, ...]  # cells by seat; None if not yet placed, robbed or gone
    gone: frozenset[int]  # seats that have left
    turn: int
    robbed: int | None  # the seat that must pick a corner before the next turn (TWS-11)
    turns_played: int  # counted only if there is a turn limit, otherwise 0
    won: bool  # seat `turn` has reached the centre (TWS-13)
    outcome: Outcome | None = field(init=False)
    _legal: tuple[Action, ...] | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        object.__setattr__(self, "outcome", self._compute_outcome())

    def _compute_outcome(self) -> Outcome | None:
        if self.won:
            return Outcome(self.turn, "centre")  # TWS-13
        if len(self.gone) == self.rules.players - 1:  # TWS-14
            return Outcome(next(seat for seat in range(self.rules.players) if seat not in self.gone), "last_left")
        if self.turns_played == self.rules.max_turns:
            return Outcome(None, "turn_limit")
        return None

    @property
    def options(self) -> Mapping[str, Any]:
        return self.rules.options

    @property
    def seats(self) -> int:
        return self.rules.players

    @property
    def to_act(self) -> int | None:
        if self.outcome is not None:
            return None
        return self.turn if self.robbed is None else self.robbed

    def legal_actions(self) -> tuple[Action, ...]:
        if self._legal is None:
            object.__setattr__(self, "_legal", tuple(map(Action, self._generate_actions())))
        return self._legal or ()

    def _generate_actions(self) -> list[str]:
        if self.outcome is not None:
            return []
        if self._must_pick_corner:
            return [f"@{CELL_NAMES[corner]}" for corner in CORNERS if corner not in self.pawns]
        return self._generate_moves() or [PASS]  # TWS-4

    @property
    def _must_pick_corner(self) -> bool:
        """True if the next action is a corner: after a robbery (TWS-11) or before the first turn (TWS-3)."""
        return self.robbed is not None or self.pawns[self.turn] is None

    def _other_pawns(self) -> dict[int, int]:
        """Seats by cell, of all pawns but that of seat `turn`."""
        return {cell: seat for seat, cell in enumerate(self.pawns) if cell is not None and seat != self.turn}

    def _paths_past(self, others: Mapping[int, int]) -> tuple[tuple[str, int], ...]:
        start = self.pawns[self.turn]
        assert start is not None
        return shortest_paths(self.layout, start, self._occupied_tokens(others))

    def _occupied_tokens(self, others: Mapping[int, int]) -> tuple[int, ...]:
        """The cells of special tokens under the pawns `others`."""
        return tuple(sorted(cell for cell in others if self.layout[cell] != EMPTY))

    def _generate_moves(self) -> list[str]:
        """One path for each different result: each cell where a turn can end, and `!` where it protects something."""
        row, others, layout = self.card_rows[self.turn], self._other_pawns(), self.layout
        unsaved = row.taken > row.saved
        actions = []
        for path, cell in self._paths_past(others):
            if cell not in others:
                actions.append(path)
                if unsaved and layout[cell] == SAVE:
                    actions.append(f"{path}!")
            elif row.next is not None and self.card_rows[others[cell]].can_lose(row.next):
                actions.append(path)
        return actions

    def action(self, text: str) -> Action:
        """Canonical text: of all paths with the same result, the one in `legal_actions`."""
        parsed = parse_action(text)
        if isinstance(parsed, CornerPick) or not parsed.path or self.outcome is not None or self._must_pick_corner:
            return Action(text)
        try:
            self._check_move(parsed)
        except IllegalAction:
            return Action(text)
        row = self.card_rows[self.turn]
        path = next(path for path, cell in self._paths_past(self._other_pawns()) if cell == parsed.path[-1])
        return Action(f"{path}!" if parsed.protects and row.taken > row.saved else path)

    def play(self, action: Action | str) -> Self:
        parsed = parse_action(action)
        if self.outcome is not None:
            raise IllegalAction("game_over")
        if self._must_pick_corner:
            return self._pick_corner(parsed)
        if isinstance(parsed, CornerPick):
            raise IllegalAction("no_corner_now")
        if not parsed.path:
            if self._generate_moves():
                raise IllegalAction("must_move")
            return self._end_turn(turns_played=self._count_turn())
        self._check_move(parsed)
        return self._land(parsed.path[-1], parsed.protects)

    def _pick_corner(self, action: CornerPick | PawnMove) -> Self:
        if not isinstance(action, CornerPick):
            raise IllegalAction("corner_expected", corner=self._generate_actions()[0][1:])
        if action.corner not in CORNERS:
            raise IllegalAction("not_a_corner", cell=CELL_NAMES[action.corner])
        if action.corner in self.pawns:
            raise IllegalAction("corner_taken", cell=CELL_NAMES[action.corner])
        seat = self.turn if self.robbed is None else self.robbed
        return self._end_turn(pawns=_replace_at(self.pawns, seat, action.corner))

    def _check_move(self, move: PawnMove) -> None:
        """Raise `IllegalAction` if the path, the robbery at its end or protecting is illegal."""
        start, others = self.pawns[self.turn], self._other_pawns()
        assert start is not None
        check_path(self.layout, start, others, move.path)
        end = move.path[-1]
        if end in others:
            self._check_robbery(end, self.card_rows[others[end]])
        if move.protects and (end in others or self.layout[end] != SAVE):
            raise IllegalAction("no_save_token", cell=CELL_NAMES[end])

    def _check_robbery(self, cell: int, victim: CardRow) -> None:  # TWS-10
        colour = self.card_rows[self.turn].next
        if colour is None:
            raise IllegalAction("nothing_needed", cell=CELL_NAMES[cell])
        if not victim.can_lose(colour):
            saved = colour in victim.cards[: victim.saved]
            raise IllegalAction("cube_protected" if saved else "nothing_to_rob", cell=CELL_NAMES[cell], colour=colour)

    def _land(self, cell: int, protects: bool) -> Self:
        """The next state after a legal path that ends on `cell`."""
        seat, row = self.turn, self.card_rows[self.turn]
        pawns, turns_played = _replace_at(self.pawns, seat, cell), self._count_turn()
        victim = self._other_pawns().get(cell)
        if victim is not None and row.next is not None:  # TWS-10, TWS-11
            rows = _replace_at(self.card_rows, seat, row.collected())
            rows = _replace_at(rows, victim, self.card_rows[victim].robbed(row.next))
            pawns = _replace_at(pawns, victim, None)
            return replace(self, card_rows=rows, pawns=pawns, robbed=victim, turns_played=turns_played)
        if self.tokens[cell] == row.next:  # TWS-6
            tokens = f"{self.tokens[:cell]}{EMPTY}{self.tokens[cell + 1 :]}"
            rows = _replace_at(self.card_rows, seat, row.collected())
            return self._end_turn(tokens=tokens, card_rows=rows, pawns=pawns, turns_played=turns_played)
        if protects:  # TWS-9
            rows = _replace_at(self.card_rows, seat, row.protected())
            return self._end_turn(card_rows=rows, pawns=pawns, turns_played=turns_played)
        if cell == CENTRE and row.next is None:  # TWS-13
            return replace(self, pawns=pawns, turns_played=turns_played, won=True)
        return self._end_turn(pawns=pawns, turns_played=turns_played)

    def leave(self, seat: int) -> Self:
        """The next state after a seat has left with its pawn (TWS-14). A robbed seat that leaves picks no corner."""
        if type(seat) is not int or not 0 <= seat < self.rules.players:
            raise IllegalAction("no_such_seat", seat=seat)
        if self.outcome is not None:
            raise IllegalAction("game_over")
        if seat in self.gone:
            raise IllegalAction("already_gone", seat=seat)
        pawns, gone = _replace_at(self.pawns, seat, None), self.gone | {seat}
        if seat == self.to_act:
            return self._end_turn(pawns=pawns, gone=gone)
        return replace(self, pawns=pawns, gone=gone)

    def without_caches(self) -> Self:
        return replace(self)

    def _count_turn(self) -> int:
        """`turns_played` after this turn."""
        return self.turns_played if self.rules.max_turns is None else self.turns_played + 1

    def _end_turn(self, **changes: Any) -> Self:
        """A copy with `changes` and the turn of the next seat: the first unplaced one (TWS-3), otherwise clockwise."""
        pawns, gone = changes.get("pawns", self.pawns), changes.get("gone", self.gone)
        playing = [seat for seat in range(self.rules.players) if seat not in gone]
        unplaced = [seat for seat in playing if pawns[seat] is None]
        following = unplaced or [seat for seat in playing if seat > self.turn] or playing
        return replace(self, turn=following[0], robbed=None, **changes)

    def fields(self) -> tuple[str, ...]:
        """The board, the card rows as `cards:taken:saved`, the pawns, the turn, and with a turn limit the turns played.

        A pawn is its cell, `-` if off the board or `x` if its seat has left. The turn is a seat, followed by `>2` if seat 2
        must pick a corner, or by `#` if the seat has won. The `#` is needed: a pawn that robbed its seventh cube on the
        centre stands there without having won (TWS-13).
        """
        cards = "/".join(f"{row.cards}:{row.taken}:{row.saved}" for row in self.card_rows)
        pawns = "/".join(
            "x" if seat in self.gone else "-" if cell is None else CELL_NAMES[cell] for seat, cell in enumerate(self.pawns)
        )
        turn = f"{self.turn}{'#' if self.won else '' if self.robbed is None else f'>{self.robbed}'}"
        parts = (format_board(self.tokens), cards, pawns, turn)
        return parts if self.rules.max_turns is None else (*parts, str(self.turns_played))

    def position(self) -> dict[str, Any]:
        return {
            "tokens": dict(_tokens_by_cell_name(self.tokens)),
            "pawns": [None if cell is None else CELL_NAMES[cell] for cell in self.pawns],
            "cards": [list(row.cards) for row in self.card_rows],
            "taken": [row.taken for row in self.card_rows],
            "saved": [sorted(row.cards[: row.saved]) for row in self.card_rows],
            "left": sorted(self.gone),
        }

    def scene(self, seat: int | None) -> dict[str, Any]:
        """Next colours, the seat that must pick a corner, the effect of each legal action, and the hops of a turn.

        - `next`: by seat, the colour to collect next; null if all seven are taken
        - `owes`: the robbed seat that must pick a corner, or null
        - `effects`: by action, only in the view of the seat to act: `cell` (where the pawn ends) and `does`: `place`,
          `stay`, `take` (with `colour`), `rob` (with `colour` and `seat`), `save` (with `colours`), `win` or `pass`
        - `hops`: by cell, only in the view of the seat to act: the cells that its turn may go on to from there. A path over
          hops that lands on no cell twice is legal, also if `legal_actions` has another one to the same cell
        """
        acts = seat is not None and seat == self.to_act
        effects = {action: self._effect(action) for action in self.legal_actions()} if acts else {}
        return {
            "next": [row.next for row in self.card_rows],
            "owes": self.robbed,
            "effects": effects,
            "hops": self._hops({effect["cell"] for effect in effects.values() if "cell" in effect}),
        }

    def _hops(self, ends: Collection[str]) -> dict[str, list[str]]:
        """The hops of the turn as in `scene`. `ends` are the cells where it can end; no others can be landed on."""
        start = self.pawns[self.turn]
        if not ends or start is None or self._must_pick_corner:
            return {}
        onward = onward_cells(self.layout, start, self._occupied_tokens(self._other_pawns()))
        hops = {CELL_NAMES[cell]: [CELL_NAMES[target] for target in targets] for cell, targets in onward}
        legal = {cell: [target for target in targets if target in ends] for cell, targets in hops.items() if cell in ends}
        return {cell: targets for cell, targets in legal.items() if targets}

    def _effect(self, action: Action) -> dict[str, Any]:
        """The effect of an action in `legal_actions`, as in `scene`."""
        if action == PASS:
            return {"does": "pass"}
        name = action[:-1][-2:] if action[-1] == "!" else action[-2:]
        if action[0] == "@":
            return {"cell": name, "does": "place"}
        cell, row = CELL_INDEX[name], self.card_rows[self.turn]
        if action[-1] == "!":
            return {"cell": name, "does": "save", "colours": sorted(row.cards[row.saved : row.taken])}
        if cell in self.pawns and cell != self.pawns[self.turn]:
            return {"cell": name, "does": "rob", "colour": row.next, "seat": self.pawns.index(cell)}
        if self.tokens[cell] == row.next:
            return {"cell": name, "does": "take", "colour": row.next}
        return {"cell": name, "does": "win" if cell == CENTRE and row.next is None else "stay"}

    def _key(self) -> tuple[Any, ...]:
        position = self.tokens, self.card_rows, self.pawns, self.gone
        return self.rules, *position, self.turn, self.robbed, self.turns_played, self.won

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, TwistyState) and self._key() == other._key())

    def __hash__(self) -> int:
        return hash(self._key())


@lru_cache(maxsize=1024)
def _tokens_by_cell_name(tokens: str) -> Mapping[str, str]:
    """Tokens by cell name: a special token by its name, a cube by the letter of its colour."""
    return {CELL_NAMES[cell]: SPECIAL_NAMES.get(token, token) for cell, token in enumerate(tokens) if token != EMPTY}


def _replace_at(values: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    """A copy of a tuple by seat with one element replaced."""
    return (*values[:seat], value, *values[seat + 1 :])
