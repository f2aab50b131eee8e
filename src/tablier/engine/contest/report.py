"""Reports about contests: table rows, a Markdown table and JSON."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from tablier.core.i18n import gettext as _

from .contest import Contest


def column_headings() -> list[str]:
    """Headings of the columns of `table_row`."""
    return [_("player"), _("against"), _("games"), "+ = −", _("score"), "95 %", "Elo", "95 %", _("certain"), _("faults")]


def table_row(contest: Contest) -> list[str]:
    """The current state of a contest as one table row."""
    score = contest.score
    low, high = score.interval
    return [
        contest.terms.first,
        contest.terms.second,
        f"{score.games}",
        f"{score.wins} {score.draws} {score.losses}",
        f"{score.score:.1%}".replace("%", " %") if score.games else "",
        f"{low * 100:.1f}…{high * 100:.1f}" if score.games else "",
        _format_elo(score.elo) if score.games else "",
        "…".join(map(_format_elo, score.elo_interval)) if score.games else "",
        _format_verdict(contest),
        str(len(contest.faults) or ""),
    ]


def _format_elo(elo: float) -> str:
    return f"{elo:+.0f}" if math.isfinite(elo) else "+∞" if elo > 0 else "−∞"


def _format_verdict(contest: Contest) -> str:
    sprt = contest.terms.sprt
    if sprt is None:
        return ""
    labels = {"better": _("better"), "not better": _("not better"), None: _("open")}
    return f"{labels[contest.verdict]} ({sprt.llr(contest.score):+.2f})"


def markdown_table(rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table of rows from `table_row`; columns that are empty in every row are omitted."""
    headings = column_headings()
    columns = [number for number in range(len(headings)) if any(row[number] for row in rows)]
    lines = [[headings[number] for number in columns], ["---" if number < 2 else "---:" for number in columns]]
    lines += [[row[number] for number in columns] for row in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def contest_data(contest: Contest) -> dict[str, Any]:
    """The current state of a contest as a JSON object."""
    sprt, score = contest.terms.sprt, contest.score
    data = {
        "first": contest.terms.first,
        "second": contest.terms.second,
        "edition": contest.terms.openings.edition,
        **score.to_dict(),
        "faults": [result.to_dict() for result in contest.faults],
        "folder": str(contest.folder),
    }
    if sprt:
        data["sprt"] = {
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "llr": round(sprt.llr(score), 4),
            "bounds": [round(bound, 4) for bound in sprt.bounds],
            "verdict": contest.verdict,
        }
    return data
