"""A seat's row of cards."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """The cards as they lie: the first `taken` are collected, and of these the first `saved` protected for ever.

    The protected ones always come first: protecting covers all that is collected then (TWS-9), and a card whose cube is robbed
    goes to the very end (TWS-11).

    >>> row = Row("EBCGFAD", taken=3, saved=1)
    >>> row.next, row.can_lose("E"), row.can_lose("B"), row.robbed("B")
    ('G', False, True, Row(cards='ECGFADB', taken=2, saved=1))
    """

    cards: str
    taken: int = 0
    saved: int = 0

    @property
    def next(self) -> str | None:
        """The colour to collect next; None with all seven."""
        return self.cards[self.taken] if self.taken < len(self.cards) else None

    def can_lose(self, colour: str) -> bool:
        """Whether it is collected and not protected."""
        return colour in self.cards[self.saved : self.taken]

    def collected(self) -> Row:
        """With the next colour taken."""
        return self._replace(taken=self.taken + 1)

    def protected(self) -> Row:
        """With everything taken so far protected."""
        return self._replace(saved=self.taken)

    def robbed(self, colour: str) -> Row:
        """Without that colour's cube, its card at the end."""
        return Row(self.cards.replace(colour, "") + colour, self.taken - 1, self.saved)
