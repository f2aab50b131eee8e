"""A seat's row of colour cards."""

from __future__ import annotations

from typing import NamedTuple


class CardRow(NamedTuple):
    """Cards in the order of collection. The first `taken` are collected; the first `saved` of these are protected.

    Protected cards always come first: protecting covers all cubes taken so far (TWS-9), and a robbed card goes to the end
    (TWS-11).

    >>> row = CardRow("EBCGFAD", taken=3, saved=1)
    >>> row.next, row.can_lose("E"), row.can_lose("B"), row.robbed("B")
    ('G', False, True, CardRow(cards='ECGFADB', taken=2, saved=1))
    """

    cards: str
    taken: int = 0
    saved: int = 0

    @property
    def next(self) -> str | None:
        """The colour to collect next; None if all seven are taken."""
        return self.cards[self.taken] if self.taken < len(self.cards) else None

    def can_lose(self, colour: str) -> bool:
        """True if the colour is taken and not protected (TWS-10)."""
        return colour in self.cards[self.saved : self.taken]

    def collected(self) -> CardRow:
        """A copy with the next colour taken (TWS-6)."""
        return self._replace(taken=self.taken + 1)

    def protected(self) -> CardRow:
        """A copy with all taken colours protected (TWS-9)."""
        return self._replace(saved=self.taken)

    def robbed(self, colour: str) -> CardRow:
        """A copy with that colour lost and its card at the end (TWS-11)."""
        return CardRow(self.cards.replace(colour, "") + colour, self.taken - 1, self.saved)
