"""Series: several matches of the same players with a running score. The players keep their order; the seats change."""

from __future__ import annotations

from ..core.registry import find
from .commands import RandomSource, begin
from .errors import MatchError
from .match import Match


def next_first_player(match: Match) -> int | None:
    """Return who begins the next match, as an index in the order of joining; None if it is drawn at random.

    Raises `MatchError` if the match is still running or was never started.
    """
    result, seating = match.result, match.seating
    if not result:
        raise MatchError("still_running")
    if not seating:
        raise MatchError("not_started")
    if result.aborted:
        return seating[0]  # an aborted match does not count: the same player begins again
    if match.terms.first_player_rule == "random":
        return None
    if match.terms.first_player_rule == "loser" and len(seating) == 2 and result.winner is not None:
        return seating[1 - result.winner]  # KWI-10: the loser begins
    return seating[1]  # the next player in turn order


def start_rematch(match: Match, *, now: int, rng: RandomSource) -> Match:
    """Return the next match of the series on the same terms, already started. A random setup is drawn again.

    Raises `MatchError` if the match is still running or was never started.
    """
    terms = match.terms
    seed_names = {option.name for option in find(terms.edition)[0].seed_options} & set(terms.options)
    return begin(
        terms.edition,
        match.joined,
        levels=match.levels,
        now=max(now, match.at),
        rng=rng,
        options={name: text for name, text in terms.options.items() if name not in seed_names},
        start=None if seed_names else terms.start,
        clock=terms.clock,
        first_player_rule=terms.first_player_rule,
        first=next_first_player(match),
        rated=terms.rated,
        round=terms.round + (match.result is not None and not match.result.aborted),
        score=match.score,
    )
