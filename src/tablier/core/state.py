"""State: one position of one game, a frozen value."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, NewType, Self

from .errors import IllegalAction
from .outcome import Outcome

if TYPE_CHECKING:
    from .game import Game

# One whole turn (or one whole answer out of turn) as canonical text without blanks.
Action = NewType("Action", str)

MAX_ACTION_LENGTH = 16_384  # TwixT's longest turn takes off some 500 links at a dozen characters each; nothing legal is longer


class State(ABC):
    """A position and everything its future depends on. Playing makes a new one; the old one never changes.

    Contract, checked for every game by tests/conformance:
    - `from_text(str(state)) == state`; equal states have equal texts, futures and hashes.
    - `legal_actions()` is sorted by code point, without repeats, each playable; it is empty exactly when the game is over.
    - `play` and `action` raise `BadNotation` for what cannot be read, `IllegalAction` for what cannot be played.
    - `to_act` is None exactly when `outcome` is not.
    """

    __slots__ = ()

    game: ClassVar[Game]  # set when the game is registered
    edition: str  # "twixt:kosmos"
    turn: int  # the seat whose turn it is
    outcome: Outcome | None

    # what is being played

    @property
    @abstractmethod
    def options(self) -> Mapping[str, Any]:
        """Every option the future depends on, with its value."""

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
        """The seat that must act now, None when the game is over. Not `turn` while another seat owes an answer."""
        return None if self.outcome is not None else self.turn

    def side(self, seat: int) -> int:
        """The side (colour) a seat plays; they differ only after a swap of sides."""
        return seat

    # what can be done

    @abstractmethod
    def legal_actions(self) -> tuple[Action, ...]:
        """In code-point order of their texts; each rules page says what is listed."""

    @abstractmethod
    def action(self, text: str) -> Action:
        """The canonical form, in this position, of a text that can be read; it need not be legal. `BadNotation` otherwise."""

    @abstractmethod
    def play(self, action: Action | str) -> Self:
        """The position after a whole turn. `IllegalAction` says why not."""

    def leave(self, seat: int) -> Self:
        """The position after a player of several goes home; where two play, leaving is resigning and belongs to the match."""
        raise IllegalAction("no_leaving", seat=seat)

    # how it is told

    @abstractmethod
    def fields(self) -> tuple[str, ...]:
        """The position text without its heading: parts without blanks or `|`, read back by `Game.read`."""

    @abstractmethod
    def position(self) -> dict[str, Any]:
        """What lies on the board as plain JSON, in the shape other programs compare."""

    def scene(self, seat: int | None) -> dict[str, Any]:
        """What a board draws beyond the position: the winning chain, where pieces would rest. Plain JSON."""
        return {}

    def view(self, seat: int | None) -> dict[str, Any]:
        """All that a board needs to draw the position and offer a seat its legal actions; None is a spectator."""
        ended = self.outcome
        return {
            "edition": self.edition,
            "options": {option.name: option.json(self.options[option.name]) for option in self.game.kept_options},
            "seats": self.seats,
            "sides": [self.side(number) for number in range(self.seats)],
            "turn": self.turn,
            "to_act": self.to_act,
            "outcome": ended
            and {"winner": ended.winner, "reason": ended.reason, "scores": ended.scores and list(ended.scores)},
            "position": self.position(),
            "scene": self.scene(seat),
            "legal": list(self.legal_actions()) if seat is not None and seat == self.to_act else [],
        }

    def __str__(self) -> str:
        return self.game.position_header(self) + "|" + "|".join(self.fields())

    def __repr__(self) -> str:
        return f"tablier.from_text({str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        """A state travels between processes as its text, and so without the counts of earlier positions."""
        from .registry import from_text  # the registry knows states, not the other way round

        return from_text, (str(self),)

    def __eq__(self, other: object) -> bool:
        return self is other or (type(self) is type(other) and str(self) == str(other))

    def __hash__(self) -> int:
        return hash(str(self))
