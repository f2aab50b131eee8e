"""The deal: which token lies where, each seat's row of cards, and the corners when they are dealt."""

from __future__ import annotations

from typing import NamedTuple

from ...core.errors import BadOptions
from .board import CELLS, COLOURS, CORNERS, COVERED, EMPTY, NAMES, SIZE, SPECIALS, read_rows, write_rows
from .options import Specials
from .shuffle import Shuffler

CUBES_EACH = 4  # of every colour


class Deal(NamedTuple):
    """A deal; its text is what the option `deal` takes.

    >>> text = ".+n+sx./oFEo+nG/oCECDEB/GBF.oAF/FACxGDD/AnGAExs/.CBBsD.;EBCGFAD/GFBCAED"
    >>> read(text).specials == Specials() and str(read(text)) == text
    True
    """

    tokens: str  # cell by cell
    cards: tuple[str, ...]  # by seat
    corners: tuple[int, ...] | None  # by seat; None when they are chosen

    @property
    def players(self) -> int:
        """For how many it is."""
        return len(self.cards)

    @property
    def specials(self) -> Specials:
        """How many special tokens of each kind lie on the board."""
        return Specials(*(self.tokens.count(token) for token in SPECIALS))

    def __str__(self) -> str:
        parts = [write_rows(self.tokens), "/".join(self.cards)]
        if self.corners is not None:
            parts.append("/".join(NAMES[corner] for corner in self.corners))
        return ";".join(parts)


def read(text: str) -> Deal:
    """The deal of a text whose shape the option has checked; `BadOptions` when its contents are wrong."""
    rows, cards, *rest = text.split(";")
    deal = Deal(read_rows(rows), tuple(cards.split("/")), tuple(CELLS[name] for name in rest[0].split("/")) if rest else None)
    for colour in COLOURS:
        if deal.tokens.count(colour) != CUBES_EACH:
            raise BadOptions("deal_cubes", colour=colour, count=deal.tokens.count(colour), expected=CUBES_EACH)
    if deal.specials.portal == 1:
        raise BadOptions("deal_portal")
    for seat, row in enumerate(deal.cards):
        if len(set(row)) != len(COLOURS):
            raise BadOptions("deal_cards", seat=seat, cards=row)
    if deal.corners is not None and not len(set(deal.corners)) == len(deal.corners) == deal.players:
        raise BadOptions("deal_corners", players=deal.players)
    return deal


def shuffled(seed: int, players: int, specials: Specials, *, corners: bool) -> Deal:
    """The deal of a seed, the same for ever.

    The tokens (four A to four G, then the specials in their usual order) are shuffled and laid on the covered cells row by row
    from a7 to g1; then each seat's cards A to G are shuffled; then, if corners are dealt, a1, a7, g1, g7. So the board of a
    seed does not depend on how many play.
    """
    shuffle = Shuffler(seed)
    bag = [colour for colour in COLOURS for _ in range(CUBES_EACH)]
    bag += [token for token, count in zip(SPECIALS, specials, strict=True) for _ in range(count)]
    cells = [EMPTY] * (SIZE * SIZE)
    by_rows = sorted(COVERED, key=lambda cell: (-(cell % SIZE), cell))
    for cell, token in zip(by_rows, shuffle(bag), strict=True):
        cells[cell] = token
    cards = tuple("".join(shuffle(COLOURS)) for _ in range(players))
    return Deal("".join(cells), cards, tuple(shuffle(CORNERS)[:players]) if corners else None)
