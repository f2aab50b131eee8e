"""Thinking about positions that the native player does not know, by thinking about others in their place.

The game's own module `stand_ins` says about which (core/stand_in.py). What is proven there is believed only as far as both
games are the same; beyond, it is a chance like any other.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from itertools import chain, islice
from typing import NamedTuple, Protocol, cast

from tablier.core.errors import IllegalAction
from tablier.core.state import Action, State
from tablier.core.surrogate import Surrogate

from .analysis import Analysis, Candidate, Report
from .twin import Twin

LIKELY = 0.9999  # the chance of what is won in the stand-in alone; 0 is that of what is lost there
UNCLEAR = 0.02  # of what would be lost there at once, but is not here
FOLLOWED = 8  # actions, once every group has been seen
SHARE = 0.5  # of the time, at most, to see every group
SEEN = 16  # groups, with a limit of nodes: to see one costs as much as some hundred of them
ROUND = 1.0  # seconds to follow them when there is no limit; the next round takes twice as long
OFTEN = 0.1  # seconds between reports
LEAST = 0.001  # seconds, where 0 would be no limit


class Limits(NamedTuple):
    """Where a thought ends; 0 is no limit."""

    seconds: float
    nodes: int
    depth: int


class Think(Protocol):
    """Thinks about a position that has a twin."""

    def __call__(self, state: State, limits: Limits, report: Report | None, /) -> Analysis: ...


class StandIns(Protocol):
    """A game's module `stand_ins`, as core/stand_in.py describes it."""

    def beginning(self, state: State) -> State | None: ...
    def before(self, state: State) -> Iterator[Surrogate]: ...
    def after(self, state: State) -> Surrogate: ...


def stand_ins(state: State) -> StandIns | None:
    """What says which positions stand in for those with the options of this one; None when none do."""
    name = f"{type(state.game).__module__.rpartition('.')[0]}.surrogates"
    if not find_spec(name):
        return None
    found = cast("StandIns", import_module(name))
    beginning = found.beginning(state)
    return found if beginning is not None and Twin.exists(beginning) else None


class SurrogateSearch:
    """One thought about a position, by way of its stand-ins."""

    def __init__(self, game: StandIns, state: State, think: Think, report: Report | None, stopped: Callable[[], bool]) -> None:
        self._game, self._state, self._think, self._report, self._stopped = game, state, think, report, stopped
        self._begun = self._told_at = time.monotonic()
        self._seen: dict[Action, Candidate] = {}  # the best of each name, judged once in its group
        self._places: dict[Action, int] = {}  # of those in their groups
        self._followed: dict[Action, Candidate] = {}  # judged by what comes after it
        self._nodes = self._depth = 0

    def analysis(self, limits: Limits) -> Analysis:
        """What it comes to."""
        groups = self._game.before(self._state)
        first, second = next(groups), next(groups, None)
        if second is None and first.state.outcome is None:
            return self._by_one(first, limits)
        several = chain((first, second) if second else (first,), groups)
        self._see(islice(several, SEEN) if limits.nodes else several, limits)
        if len(self._seen) > 1 and not any(one.proof == "win" for one in self._seen.values()):
            self._follow(limits)
        return self._told()

    def wins_at_once(self) -> bool:
        """Whether the seat to act does."""
        group = next(self._game.before(self._state))
        if group.state.outcome is not None:
            return False
        believed = self._believed(group, self._think(group.state, Limits(0, 1, 0), None).candidates)
        return bool(believed) and believed[0].proof == "win"

    # what is believed

    def _believed(self, group: Surrogate, candidates: Iterable[Candidate]) -> list[Candidate]:
        """What a stand-in says about actions here, the best first.

        What loses there is left out as long as something else is left: it could not be told from what is merely bad.
        """
        found, lost = [], []
        for told in candidates:
            if told.action in group.actions:
                one = replace(told, action=group.actions[told.action])
                if one.proof == "loss" and one.plies > group.certain:
                    lost.append(one)
                else:
                    found.append(self._checked(group, one))
        if not found:
            longest = max((one.plies for one in lost), default=0)
            found = [replace(one, expected_score=0.0, proof=None, plies=0) for one in lost if one.plies == longest]
        return sorted(found, key=lambda one: -one.expected_score)

    def _checked(self, group: Surrogate, one: Candidate) -> Candidate:
        if one.proof is None or (one.proof != "draw" and 1 < one.plies <= group.certain):
            return one
        if one.proof == "win" and one.plies == 1:
            outcome = self._state.play(one.action).outcome
            if outcome is not None and outcome.winner == self._state.to_act:
                return one
            return replace(one, expected_score=0.5, proof=None, plies=0)
        return replace(one, expected_score=LIKELY if one.proof == "win" else 0.5, proof=None, plies=0)

    # one stand-in

    def _by_one(self, group: Surrogate, limits: Limits) -> Analysis:
        def told(seen: Analysis) -> None:
            if self._report:
                self._report(self._translated(group, seen))

        found = self._translated(group, self._think(group.state, limits, told))
        if found.best.proof or not _lost(found.best):
            return found
        self._nodes = found.nodes
        self._note(group, found.candidates)
        self._follow(limits)
        return self._told()

    def _translated(self, group: Surrogate, seen: Analysis) -> Analysis:
        found = self._believed(group, seen.candidates)
        best = found[0].action
        further = seen.pv[1:] if group.alike and group.actions.get(seen.pv[0]) == best else ()
        return replace(seen, candidates=tuple(found), pv=(best, *self._playable(best, further)))

    def _playable(self, first: Action, line: Iterable[Action]) -> list[Action]:
        """As much of a line as can be played here, too."""
        state, found = self._state.play(first), []
        for action in line:
            try:
                state = state.play(action)
            except IllegalAction:
                break
            found.append(action)
        return found

    # several of them, where the actions fall into groups

    def _see(self, groups: Iterable[Surrogate], limits: Limits) -> None:
        """Judges each group once, until a win is found or the time for it is over."""
        for group in groups:
            if self._seen and (self._stopped() or self._left(limits, SHARE) <= 0):
                return
            believed: list[Candidate] = []
            if group.state.outcome is None:
                found = self._think(group.state, Limits(self._allowed(limits, SHARE), 1, 0), self._heed)
                self._nodes += found.nodes
                believed = self._believed(group, found.candidates)
            believed = believed or [Candidate(action, 0.5) for action in group.actions.values()]
            self._note(group, believed)
            if believed[0].proof == "win":
                return
            self._heed()

    def _note(self, group: Surrogate, believed: Iterable[Candidate]) -> None:
        """Keeps the best of each name; of those that seem lost every one, since by luck some may not be."""
        names = {action: name for name, action in group.actions.items()}
        for place, one in enumerate(believed):
            name = one.action if _lost(one) else names[one.action]
            if name not in self._seen or one.expected_score > self._seen[name].expected_score:
                self._seen[name] = one
                self._places[one.action] = place

    def _follow(self, limits: Limits) -> None:
        """Looks further after the best ones, a thought for each; after more of them as long as these seem lost."""
        order = sorted(
            self._seen.values(), key=lambda one: (-one.expected_score, self._places[one.action])
        )  # of each group the best
        count = min(FOLLOWED, len(order), limits.nodes or FOLLOWED)
        nodes = limits.nodes and max(1, limits.nodes // count)
        endless = not (limits.seconds or limits.nodes)
        seconds = ROUND
        while True:
            open_ends = 0
            for one in order[: 4 * count]:
                if self._stopped() or self._left(limits) <= 0 or open_ends == count:
                    break
                share = (seconds if endless else self._allowed(limits)) / (count - open_ends)
                found = self._followed[one.action] = self._followed_by(one.action, Limits(share, nodes, 0))
                open_ends += not _lost(found)
                self._heed()
            if not endless or self._stopped():
                return
            seconds *= 2

    def _followed_by(self, action: Action, limits: Limits) -> Candidate:
        """What an action is worth by what the others can do about it."""
        seat, state = self._state.to_act, self._state.play(action)
        if state.outcome is not None:
            winner = state.outcome.winner
            if winner is None:
                return Candidate(action, 0.5, "draw", 1)
            return Candidate(action, float(winner == seat), "win" if winner == seat else "loss", 1)
        instead = self._game.after(state).state
        if instead.outcome is not None:
            return Candidate(action, 0.5)
        found = self._think(instead, limits, self._heed)
        self._nodes += found.nodes
        self._depth = max(self._depth, 1 + found.depth)
        if state.to_act != seat and (found.best.proof, found.best.plies) == ("win", 1):
            won = SurrogateSearch(self._game, state, self._think, None, self._stopped).wins_at_once()
            return Candidate(action, 0.0, "loss", 2, found.nodes) if won else Candidate(action, UNCLEAR, nodes=found.nodes)
        chance = found.best.expected_score if state.to_act == seat else 1 - found.best.expected_score
        return Candidate(action, min(chance, LIKELY), nodes=found.nodes)

    def _told(self) -> Analysis:
        """What is known so far. An action that was not followed is worth no more than the best of those that were."""
        highest = max((one.expected_score for one in self._followed.values() if not _lost(one)), default=1.0)
        rest = (one for one in self._seen.values() if one.action not in self._followed)
        known = [*self._followed.values(), *(replace(one, expected_score=min(one.expected_score, highest)) for one in rest)]
        known = [one for one in known if not _lost(one)] or known
        known.sort(key=lambda one: -one.expected_score)
        return Analysis(tuple(known), (known[0].action,), self._nodes, self._depth or 1, time.monotonic() - self._begun)

    def _heed(self, _seen: Analysis | None = None) -> None:
        """Tells whoever watches, now and then."""
        if self._report and self._seen and time.monotonic() - self._told_at >= OFTEN:
            self._report(self._told())
            self._told_at = time.monotonic()

    def _left(self, limits: Limits, share: float = 1.0) -> float:
        """Seconds until so much of the time is over."""
        return share * limits.seconds - (time.monotonic() - self._begun) if limits.seconds else math.inf

    def _allowed(self, limits: Limits, share: float = 1.0) -> float:
        """The same as a limit: 0 is none."""
        return max(self._left(limits, share), LEAST) if limits.seconds else 0.0


def _lost(one: Candidate) -> bool:
    return one.expected_score <= 0
