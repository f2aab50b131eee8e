"""The editions and what can be set about them."""

from __future__ import annotations

from ...core.game import Edition
from ...core.i18n import N_
from ...core.options import Choice, Number, Option, YesNo

SIDES = (N_("White"), N_("Black"))
BOARD, TABLE = "board", "table"

OPTIONS: tuple[Option, ...] = (
    Choice(name="base", default=BOARD, values=(BOARD, TABLE)),  # KWI-5, KWI-6
    YesNo(name="centre_ban", default=True),  # KWI-5
    YesNo(name="fours", default=False),  # KWI-9
    Number(name="pieces", default=20, low=1, high=40),  # of each side
    Number(name="width", default=9, low=3, high=9),  # KWI-1
    Number(name="height", default=9, low=3, high=9),
    Number(name="line", default=5, low=3, high=5),  # KWI-8
)

EDITIONS = (
    Edition("board", SIDES),
    Edition("table", SIDES, {"base": TABLE, "centre_ban": False}),
    Edition("kwinty", SIDES, {"base": TABLE, "centre_ban": False, "fours": True}, first_player_rule="loser"),  # KWI-10
)
