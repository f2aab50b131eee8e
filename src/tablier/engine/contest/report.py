"""A contest told: as a row of a table, as Markdown, as plain JSON."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from tablier.core.i18n import gettext as _

from .contest import Contest


def headings() -> list[str]:
    """Of the columns that `row` fills."""
    return [_("player"), _("against"), _("games"), "+ = −", _("score"), "95 %", "Elo", "95 %", _("certain"), _("faults")]


def row(contest: Contest) -> list[str]:
    """A contest as it stands."""
    score = contest.score
    low, high = score.interval
    return [
        contest.terms.first,
        contest.terms.second,
        f"{score.games}",
        f"{score.wins} {score.draws} {score.losses}",
        f"{score.score:.1%}".replace("%", " %") if score.games else "",
        f"{low * 100:.1f}…{high * 100:.1f}" if score.games else "",
        _points(score.elo) if score.games else "",
        "…".join(map(_points, score.elo_interval)) if score.games else "",
        _certainty(contest),
        str(len(contest.faults) or ""),
    ]


def _points(elo: float) -> str:
    return f"{elo:+.0f}" if math.isfinite(elo) else "+∞" if elo > 0 else "−∞"


def _certainty(contest: Contest) -> str:
    sprt = contest.terms.sprt
    if sprt is None:
        return ""
    words = {"better": _("better"), "not better": _("not better"), None: _("open")}
    return f"{words[contest.verdict]} ({sprt.ratio(contest.score):+.2f})"


def markdown(rows: Sequence[Sequence[str]]) -> str:
    """Rows under their headings, without the columns that nobody filled."""
    titles = headings()
    kept = [number for number in range(len(titles)) if any(line[number] for line in rows)]
    lines = [[titles[number] for number in kept], ["---" if number < 2 else "---:" for number in kept]]
    lines += [[line[number] for number in kept] for line in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def data(contest: Contest) -> dict[str, Any]:
    """As plain JSON."""
    sprt, score = contest.terms.sprt, contest.score
    told = {
        "first": contest.terms.first,
        "second": contest.terms.second,
        "edition": contest.terms.openings.edition,
        **score.json(),
        "faults": [played.json() for played in contest.faults],
        "folder": str(contest.folder),
    }
    if sprt:
        told["sprt"] = {
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "ratio": round(sprt.ratio(score), 4),
            "bounds": [round(bound, 4) for bound in sprt.bounds],
            "verdict": contest.verdict,
        }
    return told
