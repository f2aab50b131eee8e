"""Search of positions that the native player does not support, by searching surrogate positions in their place.

The game declares its surrogates (`Game.surrogates`, types in core/surrogate.py). A proof in a surrogate is kept only within the
number of plies in which both games are identical; beyond that it becomes an expected score.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import chain, islice
from typing import NamedTuple, Protocol

from tablier.core.errors import IllegalAction
from tablier.core.state import Action, State
from tablier.core.surrogate import Surrogate, Surrogates

from .analysis import Analysis, Candidate, Report
from .twin import Twin

SURROGATE_WIN_SCORE = 0.9999  # expected score of a win that is proven in the surrogate only; a loss there scores 0
REFUTED_LOSS_SCORE = 0.02  # expected score after an immediate loss in the surrogate that is none in the original
MAX_FOLLOWED = 8  # candidates after which the position is searched, once every group was searched
LOST_FACTOR = 4  # up to this many times as many candidates are followed while they seem lost
GROUP_TIME_SHARE = 0.5  # maximum share of the time for the first search of all groups
MAX_GROUPS = 16  # with a node limit: one group costs as much as some hundred nodes
FIRST_ROUND_S = 1.0  # without limits: duration of the first round after the candidates; doubles every round
REPORT_INTERVAL_S = 0.1
MIN_LIMIT_S = 0.001  # 0 would mean no limit
ROOT_NODES = 1  # node limit of a brief search: the native player evaluates every root move before its first node


class Limits(NamedTuple):
    """Limits of a search; 0 is no limit."""

    seconds: float
    nodes: int
    depth: int


class Search(Protocol):
    """Searches a position that has a twin."""

    def __call__(self, state: State, limits: Limits, report: Report | None, /) -> Analysis: ...


def find_surrogates(state: State) -> Surrogates | None:
    """The surrogates for the options of `state`; None if it has none or they have no twin either."""
    surrogates = state.game.surrogates
    start = surrogates.start(state) if surrogates else None
    return surrogates if start is not None and Twin.exists(start) else None


class SurrogateSearch:
    """One search of a position by means of its surrogates.

    The actions of the position may be split into groups with one surrogate each. First every group is searched briefly, then
    the positions after the best candidates.
    """

    def __init__(
        self, surrogates: Surrogates, state: State, search: Search, report: Report | None, stopped: Callable[[], bool]
    ) -> None:
        self._surrogates, self._state, self._search, self._report, self._stopped = surrogates, state, search, report, stopped
        self._started_at = self._reported_at = time.monotonic()
        self._by_text: dict[Action, Candidate] = {}  # best candidate of each surrogate action text, from its group's search
        self._ranks: dict[Action, int] = {}  # rank of a candidate in its group
        self._followed: dict[Action, Candidate] = {}  # candidates valued by a search of the position after them
        self._nodes = self._depth = 0

    def run(self, limits: Limits) -> Analysis:
        """Search within the limits."""
        groups = self._surrogates.before(self._state)
        first, second = next(groups), next(groups, None)
        if second is None and first.state.outcome is None:
            return self._search_single(first, limits)
        all_groups = chain((first, second) if second else (first,), groups)
        self._search_groups(islice(all_groups, MAX_GROUPS) if limits.nodes else all_groups, limits)
        if len(self._by_text) > 1 and not any(candidate.proof == "win" for candidate in self._by_text.values()):
            self._follow_best(limits)
        return self._analysis()

    def has_immediate_win(self) -> bool:
        """True if a brief search of the first group proves a win; a group with an immediate win always comes first."""
        group = next(self._surrogates.before(self._state))
        if group.state.outcome is not None:
            return False
        candidates = self._translate(group, self._search(group.state, Limits(0, ROOT_NODES, 0), None).candidates)
        return bool(candidates) and candidates[0].proof == "win"

    # translation of candidates

    def _translate(self, group: Surrogate, candidates: Iterable[Candidate]) -> list[Candidate]:
        """Candidates of a surrogate as candidates of the original, best first.

        Losses that are proven in the surrogate only are left out while there are others: they would be indistinguishable from
        actions that are merely bad.
        """
        translated, losing = [], []
        for candidate in candidates:
            if candidate.action in group.actions:
                original = replace(candidate, action=group.actions[candidate.action])
                if original.proof == "loss" and original.plies > group.identical_plies:
                    losing.append(original)
                else:
                    translated.append(self._weaken_proof(group, original))
        if not translated:
            longest = max((candidate.plies for candidate in losing), default=0)
            translated = [
                replace(candidate, expected_score=0.0, proof=None, plies=0)
                for candidate in losing
                if candidate.plies == longest
            ]
        return sorted(translated, key=lambda candidate: -candidate.expected_score)

    def _weaken_proof(self, group: Surrogate, candidate: Candidate) -> Candidate:
        """Keep a proof that holds in the original game too; turn any other into an expected score."""
        if candidate.proof is None or (candidate.proof != "draw" and 1 < candidate.plies <= group.identical_plies):
            return candidate
        if candidate.proof == "win" and candidate.plies == 1:
            outcome = self._state.play(candidate.action).outcome
            if outcome is not None and outcome.winner == self._state.to_act:
                return candidate
            return replace(candidate, expected_score=0.5, proof=None, plies=0)
        score = SURROGATE_WIN_SCORE if candidate.proof == "win" else 0.5
        return replace(candidate, expected_score=score, proof=None, plies=0)

    # a single surrogate

    def _search_single(self, group: Surrogate, limits: Limits) -> Analysis:
        def on_report(partial: Analysis) -> None:
            if self._report:
                self._report(self._translate_analysis(group, partial))

        analysis = self._translate_analysis(group, self._search(group.state, limits, on_report))
        if analysis.best.proof or not _is_lost(analysis.best):
            return analysis
        self._nodes = analysis.nodes
        self._add_candidates(group, analysis.candidates)
        self._follow_best(limits)
        return self._analysis()

    def _translate_analysis(self, group: Surrogate, analysis: Analysis) -> Analysis:
        candidates = self._translate(group, analysis.candidates)
        best = candidates[0].action
        rest = analysis.pv[1:] if group.same_texts and group.actions.get(analysis.pv[0]) == best else ()
        return replace(analysis, candidates=tuple(candidates), pv=(best, *self._playable_prefix(best, rest)))

    def _playable_prefix(self, first: Action, actions: Iterable[Action]) -> list[Action]:
        """The part of a variation that is legal in the original game, after `first`."""
        state, playable = self._state.play(first), []
        for action in actions:
            try:
                state = state.play(action)
            except IllegalAction:
                break
            playable.append(action)
        return playable

    # several groups

    def _search_groups(self, groups: Iterable[Surrogate], limits: Limits) -> None:
        """Search each group once, until a win is proven or the share of time is used up."""
        for group in groups:
            if self._by_text and (self._stopped() or self._remaining_s(limits, GROUP_TIME_SHARE) <= 0):
                return
            candidates: list[Candidate] = []
            if group.state.outcome is None:
                group_limits = Limits(self._limit_s(limits, GROUP_TIME_SHARE), ROOT_NODES, 0)
                analysis = self._search(group.state, group_limits, self._report_if_due)
                self._nodes += analysis.nodes
                candidates = self._translate(group, analysis.candidates)
            candidates = candidates or [Candidate(action, 0.5) for action in group.actions.values()]
            self._add_candidates(group, candidates)
            if candidates[0].proof == "win":
                return
            self._report_if_due()

    def _add_candidates(self, group: Surrogate, candidates: Iterable[Candidate]) -> None:
        """Keep the best candidate per surrogate action; keep all that seem lost, since some of them may not be."""
        texts = {action: text for text, action in group.actions.items()}
        for rank, candidate in enumerate(candidates):
            text = candidate.action if _is_lost(candidate) else texts[candidate.action]
            if text not in self._by_text or candidate.expected_score > self._by_text[text].expected_score:
                self._by_text[text] = candidate
                self._ranks[candidate.action] = rank

    def _follow_best(self, limits: Limits) -> None:
        """Search the positions after the best candidates, and after further ones while those seem lost."""
        # the rank breaks ties, so that the best of every group comes first
        order = sorted(self._by_text.values(), key=lambda known: (-known.expected_score, self._ranks[known.action]))
        count = min(MAX_FOLLOWED, len(order), limits.nodes or MAX_FOLLOWED)
        nodes = limits.nodes and max(1, limits.nodes // count)
        unlimited = not (limits.seconds or limits.nodes)
        round_s = FIRST_ROUND_S
        while True:
            alive = 0  # followed candidates that do not seem lost
            for candidate in order[: LOST_FACTOR * count]:
                if self._stopped() or self._remaining_s(limits) <= 0 or alive == count:
                    break
                share_s = (round_s if unlimited else self._limit_s(limits)) / (count - alive)
                valued = self._followed[candidate.action] = self._value_after(candidate.action, Limits(share_s, nodes, 0))
                alive += not _is_lost(valued)
                self._report_if_due()
            if not unlimited or self._stopped():
                return
            round_s *= 2

    def _value_after(self, action: Action, limits: Limits) -> Candidate:
        """Value an action by a search of the position after it."""
        seat, state = self._state.to_act, self._state.play(action)
        if state.outcome is not None:
            winner = state.outcome.winner
            if winner is None:
                return Candidate(action, 0.5, "draw", 1)
            return Candidate(action, float(winner == seat), "win" if winner == seat else "loss", 1)
        surrogate = self._surrogates.after(state).state
        if surrogate.outcome is not None:
            return Candidate(action, 0.5)
        analysis = self._search(surrogate, limits, self._report_if_due)
        self._nodes += analysis.nodes
        self._depth = max(self._depth, 1 + analysis.depth)
        best = analysis.best
        if state.to_act != seat and (best.proof, best.plies) == ("win", 1):
            if SurrogateSearch(self._surrogates, state, self._search, None, self._stopped).has_immediate_win():
                return Candidate(action, 0.0, "loss", 2, analysis.nodes)
            return Candidate(action, REFUTED_LOSS_SCORE, nodes=analysis.nodes)
        score = best.expected_score if state.to_act == seat else 1 - best.expected_score
        return Candidate(action, min(score, SURROGATE_WIN_SCORE), nodes=analysis.nodes)

    def _analysis(self) -> Analysis:
        """The result so far. A candidate that was not followed is valued at most as high as the best one that was."""
        followed = self._followed.values()
        ceiling = max((candidate.expected_score for candidate in followed if not _is_lost(candidate)), default=1.0)
        rest = (candidate for candidate in self._by_text.values() if candidate.action not in self._followed)
        capped = (replace(candidate, expected_score=min(candidate.expected_score, ceiling)) for candidate in rest)
        candidates = [*followed, *capped]
        candidates = [candidate for candidate in candidates if not _is_lost(candidate)] or candidates
        candidates.sort(key=lambda candidate: -candidate.expected_score)
        elapsed_s = time.monotonic() - self._started_at
        return Analysis(tuple(candidates), (candidates[0].action,), self._nodes, self._depth or 1, elapsed_s)

    def _report_if_due(self, _partial: Analysis | None = None) -> None:
        if self._report and self._by_text and time.monotonic() - self._reported_at >= REPORT_INTERVAL_S:
            self._report(self._analysis())
            self._reported_at = time.monotonic()

    def _remaining_s(self, limits: Limits, share: float = 1.0) -> float:
        """Seconds until a share of the time limit is used up; infinite without a time limit."""
        return share * limits.seconds - (time.monotonic() - self._started_at) if limits.seconds else math.inf

    def _limit_s(self, limits: Limits, share: float = 1.0) -> float:
        """`_remaining_s` as the limit of a search, where 0 is no limit."""
        return max(self._remaining_s(limits, share), MIN_LIMIT_S) if limits.seconds else 0.0


def _is_lost(candidate: Candidate) -> bool:
    return candidate.expected_score <= 0
