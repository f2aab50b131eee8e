"""The deal: tokens, each seat's cards, and the corners when these are dealt. Parsed from text, or generated from a seed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from ...core.errors import BadOptions
from .board import CELL_INDEX, CELL_NAMES, COLOURS, CORNERS, EMPTY, SIZE, SPECIALS, TOKEN_CELLS, format_board, parse_board
from .options import Specials

CUBES_PER_COLOUR = 4
Item = TypeVar("Item")
_MASK = (1 << 64) - 1


class Deal(NamedTuple):
    """A deal. Its text is the value of the option `deal`.

    >>> text = ".+n+sx./oFEo+nG/oCECDEB/GBF.oAF/FACxGDD/AnGAExs/.CBBsD.;EBCGFAD/GFBCAED"
    >>> parse_deal(text).specials == Specials() and str(parse_deal(text)) == text
    True
    """

    tokens: str  # by cell
    cards: tuple[str, ...]  # by seat
    corners: tuple[int, ...] | None  # by seat; None if players choose them

    @property
    def players(self) -> int:
        """Number of seats."""
        return len(self.cards)

    @property
    def specials(self) -> Specials:
        """Number of special tokens of each kind."""
        return Specials(*(self.tokens.count(token) for token in SPECIALS))

    def __str__(self) -> str:
        parts = [format_board(self.tokens), "/".join(self.cards)]
        if self.corners is not None:
            parts.append("/".join(CELL_NAMES[corner] for corner in self.corners))
        return ";".join(parts)


def parse_deal(text: str) -> Deal:
    """Parse a text that `DealOption` accepts. Raises `BadOptions` if the counts, cards or corners are wrong."""
    rows, cards, *rest = text.split(";")
    corners = tuple(CELL_INDEX[name] for name in rest[0].split("/")) if rest else None
    deal = Deal(parse_board(rows), tuple(cards.split("/")), corners)
    for colour in COLOURS:
        if deal.tokens.count(colour) != CUBES_PER_COLOUR:
            raise BadOptions("deal_cubes", colour=colour, count=deal.tokens.count(colour), expected=CUBES_PER_COLOUR)
    if deal.specials.portal == 1:
        raise BadOptions("deal_portal")
    for seat, row in enumerate(deal.cards):
        if len(set(row)) != len(COLOURS):
            raise BadOptions("deal_cards", seat=seat, cards=row)
    if corners is not None and not len(set(corners)) == len(corners) == deal.players:
        raise BadOptions("deal_corners", players=deal.players)
    return deal


def generate_deal(seed: int, players: int, specials: Specials, *, deal_corners: bool) -> Deal:
    """Generate the deal of a seed. The result must never change, or seeds in records would mean other games.

    Order of the shuffles: the tokens (four A to four G, then the specials in the order of `SPECIALS`), laid on the token cells
    row by row from a7 to g1; each seat's cards A to G; with `deal_corners` the corners a1, a7, g1, g7. The board of a seed is
    therefore the same for any number of players.
    """
    rng = SplitMix64(seed)
    bag = [colour for colour in COLOURS for _ in range(CUBES_PER_COLOUR)]
    bag += [token for token, count in zip(SPECIALS, specials, strict=True) for _ in range(count)]
    tokens = [EMPTY] * (SIZE * SIZE)
    by_rows = sorted(TOKEN_CELLS, key=lambda cell: (-(cell % SIZE), cell))
    for cell, token in zip(by_rows, rng.shuffled(bag), strict=True):
        tokens[cell] = token
    cards = tuple("".join(rng.shuffled(COLOURS)) for _ in range(players))
    return Deal("".join(tokens), cards, tuple(rng.shuffled(CORNERS)[:players]) if deal_corners else None)


class SplitMix64:
    """SplitMix64 (Steele, Lea and Flood 2014), seeded modulo 2**64. The C++ twin has the same generator.

    `random.Random` is not used because its shuffle may change between Python versions.

    >>> SplitMix64(0).next() == 0xE220A8397B1DCDAF
    True
    >>> "".join(SplitMix64(7).shuffled("ABCDEFG")) == "".join(SplitMix64(7).shuffled("ABCDEFG"))
    True
    """

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def next(self) -> int:
        """Return the next 64 bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)

    def below(self, bound: int) -> int:
        """Return a uniform number in [0, bound), with rejection sampling to avoid modulo bias."""
        limit = (1 << 64) // bound * bound
        while (number := self.next()) >= limit:
            pass
        return number % bound

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """Return the items in random order (Fisher-Yates, from the end)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order
