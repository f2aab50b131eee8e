"""One position of Twisty, and its rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Self

from ...core.errors import IllegalAction
from ...core.outcome import Outcome
from ...core.state import Action, State
from .board import CELLS, CENTRE, CORNERS, EMPTY, NAMES, SAVE, WORDS, write_rows
from .notation import PASS, Pick, Turn, read_action
from .paths import check, reach
from .row import Row
from .rules import Rules


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TwistyState(State):
    """A position. While a corner is owed, `turn` stays with the robber, even one that has left since."""

    edition = "twisty:djeco"

    rules: Rules
    layout: str  # the special tokens cell by cell: the same all game long
    tokens: str  # with the cubes still on the board
    rows: tuple[Row, ...]  # by seat
    pawns: tuple[int | None, ...]  # by seat; None: not yet placed, owing an answer, or gone
    gone: frozenset[int]  # seats that left
    turn: int
    owing: int | None  # the robbed seat that must choose a corner
    turns: int  # how many were played; only counted under a limit
    won: bool  # the seat whose turn it is has reached the centre
    outcome: Outcome | None = field(init=False)
    _legal: tuple[Action, ...] | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        object.__setattr__(self, "outcome", self._ended())

    def _ended(self) -> Outcome | None:
        if self.won:
            return Outcome(self.turn, "centre")  # TWS-13
        if len(self.gone) == self.rules.players - 1:  # TWS-14
            return Outcome(next(seat for seat in range(self.rules.players) if seat not in self.gone), "last_left")
        if self.turns == self.rules.last_turn:
            return Outcome(None, "turn_limit")
        return None

    # what is being played

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
        return self.turn if self.owing is None else self.owing

    # what can be done

    def legal_actions(self) -> tuple[Action, ...]:
        if self._legal is None:
            object.__setattr__(self, "_legal", tuple(map(Action, self._listed())))
        return self._legal or ()

    def _listed(self) -> list[str]:
        if self.outcome is not None:
            return []
        if self._picking:
            return [f"@{NAMES[corner]}" for corner in CORNERS if corner not in self.pawns]
        return self._turns() or [PASS]  # TWS-4

    @property
    def _picking(self) -> bool:
        """Whether a corner is to be chosen: by a robbed seat, or by the one whose pawn is not yet on the board."""
        return self.owing is not None or self.pawns[self.turn] is None

    def _others(self) -> dict[int, int]:
        """Where the pawns of the other seats stand."""
        return {cell: seat for seat, cell in enumerate(self.pawns) if cell is not None and seat != self.turn}

    def _paths(self, others: Mapping[int, int]) -> tuple[tuple[str, int], ...]:
        start = self.pawns[self.turn]
        assert start is not None
        return reach(self.layout, start, tuple(sorted(cell for cell in others if self.layout[cell] != EMPTY)))

    def _turns(self) -> list[str]:
        """One path for each outcome, and that is: for each cell it can end on, and with `!` where that protects something."""
        row, others, layout = self.rows[self.turn], self._others(), self.layout
        unsaved = row.taken > row.saved
        listed = []
        for path, cell in self._paths(others):
            if cell not in others:
                listed.append(path)
                if unsaved and layout[cell] == SAVE:
                    listed.append(f"{path}!")
            elif row.next is not None and self.rows[others[cell]].can_lose(row.next):
                listed.append(path)
        return listed

    def action(self, text: str) -> Action:
        """Of several paths to the same outcome, the listed one."""
        said = read_action(text)
        if isinstance(said, Pick) or not said.path or self.outcome is not None or self._picking:
            return Action(text)
        try:
            self._check(said)
        except IllegalAction:
            return Action(text)
        row = self.rows[self.turn]
        path = next(path for path, cell in self._paths(self._others()) if cell == said.path[-1])
        return Action(f"{path}!" if said.protects and row.taken > row.saved else path)

    def play(self, action: Action | str) -> Self:
        said = read_action(action)
        if self.outcome is not None:
            raise IllegalAction("game_over")
        if self._picking:
            return self._pick(said)
        if isinstance(said, Pick):
            raise IllegalAction("no_corner_now")
        if not said.path:
            if self._turns():
                raise IllegalAction("must_move")
            return self._next(turns=self._counted())
        self._check(said)
        return self._land(said.path[-1], said.protects)

    def _pick(self, said: Pick | Turn) -> Self:
        if not isinstance(said, Pick):
            raise IllegalAction("corner_expected", corner=self._listed()[0][1:])
        if said.corner not in CORNERS:
            raise IllegalAction("not_a_corner", cell=NAMES[said.corner])
        if said.corner in self.pawns:
            raise IllegalAction("corner_taken", cell=NAMES[said.corner])
        seat = self.turn if self.owing is None else self.owing
        return self._next(pawns=_with(self.pawns, seat, said.corner))

    def _check(self, said: Turn) -> None:
        start, others = self.pawns[self.turn], self._others()
        assert start is not None
        check(self.layout, start, others, said.path)
        end = said.path[-1]
        if end in others:
            self._check_robbery(end, self.rows[others[end]])
        if said.protects and (end in others or self.layout[end] != SAVE):
            raise IllegalAction("no_save_token", cell=NAMES[end])

    def _check_robbery(self, cell: int, victim: Row) -> None:  # TWS-10
        colour = self.rows[self.turn].next
        if colour is None:
            raise IllegalAction("nothing_needed", cell=NAMES[cell])
        if not victim.can_lose(colour):
            saved = colour in victim.cards[: victim.saved]
            raise IllegalAction("cube_protected" if saved else "nothing_to_rob", cell=NAMES[cell], colour=colour)

    def _land(self, cell: int, protects: bool) -> Self:
        """The position after a legal path that ends there."""
        seat, row = self.turn, self.rows[self.turn]
        pawns, turns = _with(self.pawns, seat, cell), self._counted()
        victim = self._others().get(cell)
        if victim is not None and row.next is not None:  # TWS-10, TWS-11
            rows = _with(_with(self.rows, seat, row.collected()), victim, self.rows[victim].robbed(row.next))
            return replace(self, rows=rows, pawns=_with(pawns, victim, None), owing=victim, turns=turns)
        if self.tokens[cell] == row.next:  # TWS-6
            tokens = f"{self.tokens[:cell]}{EMPTY}{self.tokens[cell + 1 :]}"
            return self._next(tokens=tokens, rows=_with(self.rows, seat, row.collected()), pawns=pawns, turns=turns)
        if protects:  # TWS-9
            return self._next(rows=_with(self.rows, seat, row.protected()), pawns=pawns, turns=turns)
        if cell == CENTRE and row.next is None:  # TWS-13
            return replace(self, pawns=pawns, turns=turns, won=True)
        return self._next(pawns=pawns, turns=turns)

    def leave(self, seat: int) -> Self:
        """The position without that seat's pawn (TWS-14). A robbed seat that leaves owes nothing any more."""
        if type(seat) is not int or not 0 <= seat < self.rules.players:
            raise IllegalAction("no_such_seat", seat=seat)
        if self.outcome is not None:
            raise IllegalAction("game_over")
        if seat in self.gone:
            raise IllegalAction("already_gone", seat=seat)
        pawns, gone = _with(self.pawns, seat, None), self.gone | {seat}
        if seat == self.to_act:
            return self._next(pawns=pawns, gone=gone)
        return replace(self, pawns=pawns, gone=gone)

    def _counted(self) -> int:
        return self.turns if self.rules.last_turn is None else self.turns + 1

    def _next(self, **changes: Any) -> Self:
        """With these changes, and the turn of the next seat: the first whose pawn is not yet placed (TWS-3), or clockwise."""
        pawns, gone = changes.get("pawns", self.pawns), changes.get("gone", self.gone)
        here = [seat for seat in range(self.rules.players) if seat not in gone]
        unplaced = [seat for seat in here if pawns[seat] is None]
        following = unplaced or [seat for seat in here if seat > self.turn] or here
        return replace(self, turn=following[0], owing=None, **changes)

    # how it is told

    def fields(self) -> tuple[str, ...]:
        """The tokens, the rows as `cards:taken:saved`, the pawns, the turn, and under a limit the turns played.

        A pawn is its cell, `-` off the board or `x` gone for good. The turn is a seat, with `>2` behind it while seat 2 owes an
        answer, or `#` when it has reached the centre: a pawn with all seven colours may stand there without having won.
        """
        rows = "/".join(f"{row.cards}:{row.taken}:{row.saved}" for row in self.rows)
        pawns = "/".join(
            "x" if seat in self.gone else "-" if cell is None else NAMES[cell] for seat, cell in enumerate(self.pawns)
        )
        turn = f"{self.turn}{'#' if self.won else '' if self.owing is None else f'>{self.owing}'}"
        parts = (write_rows(self.tokens), rows, pawns, turn)
        return parts if self.rules.last_turn is None else (*parts, str(self.turns))

    def position(self) -> dict[str, Any]:
        return {
            "tokens": dict(_named(self.tokens)),
            "pawns": [None if cell is None else NAMES[cell] for cell in self.pawns],
            "cards": [list(row.cards) for row in self.rows],
            "taken": [row.taken for row in self.rows],
            "saved": [sorted(row.cards[: row.saved]) for row in self.rows],
            "left": sorted(self.gone),
        }

    def scene(self, seat: int | None) -> dict[str, Any]:
        """What each seat needs, who owes an answer, and what each legal action of the seat to act does.

        - `next`: by seat, the colour to collect next, null with all seven
        - `owes`: the robbed seat that must choose a corner, or null
        - `effects`: for the seat to act alone, by action, `cell` (where the pawn will stand) and `does`: `place`, `stay`,
          `take` (with `colour`), `rob` (with `colour` and `seat`), `save` (with `colours`), `win` or `pass`
        """
        shown = seat is not None and seat == self.to_act
        return {
            "next": [row.next for row in self.rows],
            "owes": self.owing,
            "effects": {action: self._effect(action) for action in self.legal_actions()} if shown else {},
        }

    def _effect(self, action: Action) -> dict[str, Any]:
        """What a listed action does."""
        if action == PASS:
            return {"does": "pass"}
        name = action[:-1][-2:] if action[-1] == "!" else action[-2:]
        if action[0] == "@":
            return {"cell": name, "does": "place"}
        cell, row = CELLS[name], self.rows[self.turn]
        if action[-1] == "!":
            return {"cell": name, "does": "save", "colours": sorted(row.cards[row.saved : row.taken])}
        if cell in self.pawns and cell != self.pawns[self.turn]:
            return {"cell": name, "does": "rob", "colour": row.next, "seat": self.pawns.index(cell)}
        if self.tokens[cell] == row.next:
            return {"cell": name, "does": "take", "colour": row.next}
        return {"cell": name, "does": "win" if cell == CENTRE and row.next is None else "stay"}

    def _key(self) -> tuple[Any, ...]:
        return (self.rules, self.tokens, self.rows, self.pawns, self.gone, self.turn, self.owing, self.turns, self.won)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, TwistyState) and self._key() == other._key())

    def __hash__(self) -> int:
        return hash(self._key())


@lru_cache(maxsize=1024)
def _named(tokens: str) -> Mapping[str, str]:
    """The tokens by the name of their cell, in words or the letter of their colour."""
    return {NAMES[cell]: WORDS.get(token, token) for cell, token in enumerate(tokens) if token != EMPTY}


def _with(things: tuple[Any, ...], seat: int, thing: Any) -> tuple[Any, ...]:
    """The things of all seats with that one's changed."""
    return (*things[:seat], thing, *things[seat + 1 :])
