"""State: one position of a game, an immutable value."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, NewType, Self

from .errors import IllegalAction
from .outcome import Outcome

if TYPE_CHECKING:
    from .game import Game

# One whole turn, or one whole answer out of turn, as canonical text without blanks.
Action = NewType("Action", str)

MAX_ACTION_LENGTH = 16_384  # characters; longer than any legal action


class State(ABC):
    """A position and everything its future depends on. `play` returns a new state.

    Contract, checked for every game by tests/conformance:
    - `from_text(str(state)) == state`; equal states have equal texts, futures and hashes.
    - `legal_actions()` is sorted by code point, without duplicates, all playable; it is empty exactly when the game is over.
    - `action` and `play` raise `BadNotation` for a malformed text; `play` raises `IllegalAction` for an illegal action.
    - `to_act` is None exactly when `outcome` is not.
    """

    __slots__ = ()

    game: ClassVar[Game]  # set when the game is registered
    edition: str  # "twixt:kosmos"
    turn: int  # the seat whose turn it is
    outcome: Outcome | None

    # what is played

    @property
    @abstractmethod
    def options(self) -> Mapping[str, Any]:
        """All kept options with their values."""

    @property
    def edition_name(self) -> str:
        """The edition without the game: `kosmos`."""
        return self.edition.partition(":")[2]

    @property
    def seats(self) -> int:
        """Number of seats."""
        return 2

    @property
    def to_act(self) -> int | None:
        """The seat that must act now; None when the game is over. Differs from `turn` while another seat owes an answer."""
        return None if self.outcome is not None else self.turn

    def side(self, seat: int) -> int:
        """Return the side (colour) of a seat. It differs from the seat only after a swap of sides."""
        return seat

    # actions

    @abstractmethod
    def legal_actions(self) -> tuple[Action, ...]:
        """Return the listed actions in code-point order. The rules page of the game defines which actions are listed."""

    @abstractmethod
    def action(self, text: str) -> Action:
        """Return the canonical form of an action text in this position; it need not be legal. Raises `BadNotation`."""

    @abstractmethod
    def play(self, action: Action | str) -> Self:
        """Return the position after an action. Raises `BadNotation` or `IllegalAction`."""

    def leave(self, seat: int) -> Self:
        """Return the position after a player has left, for games with more than two seats.

        Raises `IllegalAction` with two seats: there, leaving is resigning, which is part of the match.
        """
        raise IllegalAction("no_leaving", seat=seat)

    def without_caches(self) -> Self:
        """Return an equal state with the same future that holds no cached results, such as its legal actions.

        A match keeps it for a long time. A game whose states cache nothing large need not override this.
        """
        return self

    # representation

    @abstractmethod
    def fields(self) -> tuple[str, ...]:
        """Return the parts of the position text after its header, without blanks or `|`. `Game.from_fields` is the inverse."""

    @abstractmethod
    def position(self) -> dict[str, Any]:
        """Return the position as plain JSON, in the documented shape of the game."""

    def scene(self, seat: int | None) -> dict[str, Any]:
        """Return what a board draws beyond the position, such as the winning chain, as plain JSON."""
        return {}

    def view(self, seat: int | None) -> dict[str, Any]:
        """Return what a board needs to draw the position and offer a seat its legal actions; None is a spectator."""
        outcome = self.outcome
        return {
            "edition": self.edition,
            "options": {option.name: option.json(self.options[option.name]) for option in self.game.kept_options},
            "seats": self.seats,
            "sides": [self.side(number) for number in range(self.seats)],
            "turn": self.turn,
            "to_act": self.to_act,
            "outcome": outcome
            and {"winner": outcome.winner, "reason": outcome.reason, "scores": outcome.scores and list(outcome.scores)},
            "position": self.position(),
            "scene": self.scene(seat),
            "legal": list(self.legal_actions()) if seat is not None and seat == self.to_act else [],
        }

    def __str__(self) -> str:
        return self.game.position_header(self) + "|" + "|".join(self.fields())

    def __repr__(self) -> str:
        return f"tablier.from_text({str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as the position text, without the counts of earlier positions."""
        from .registry import from_text  # the registry imports this module

        return from_text, (str(self),)

    def __eq__(self, other: object) -> bool:
        return self is other or (type(self) is type(other) and str(self) == str(other))

    def __hash__(self) -> int:
        return hash(str(self))
