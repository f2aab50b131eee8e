"""Canonical transcripts: a game replayed by the rules, with one way to write it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..core import registry
from ..core.errors import BadFile, RulesError
from ..core.replay import apply_action, canonical_action
from ..core.state import State
from ..formats.source_location import Location, to_file_error
from ..formats.transcript import MATCH_REASONS, UNKNOWN, Transcript

MAX_ACTIONS = 10_000  # far beyond any real game, and still replayed in seconds


def canonicalize(transcript: Transcript) -> Transcript:
    """Replay a game and return it in canonical form.

    The start is kept only if it is not the edition's own, options only if they differ from the edition's. If the game is over,
    its result is that of the rules. Raises `BadFile` if the rules reject an action or contradict the result.
    """
    state, transcript = _canonicalize_start(transcript)
    if transcript.players and len(transcript.players) != state.seats:
        raise BadFile("players_differ", players=len(transcript.players), seats=state.seats)
    if len(transcript.actions) > MAX_ACTIONS:
        raise to_file_error(BadFile("too_many_actions", most=MAX_ACTIONS), _location(transcript, MAX_ACTIONS))
    actions = []
    for index, action in enumerate(transcript.actions):
        try:
            actions.append(canonical_action(state, action))
            state = apply_action(state, action)
        except RulesError as error:
            facts = {"edition": transcript.edition, "action": index + 1, "text": action[:60]}  # `edition`: for `explain`
            raise to_file_error(error, _location(transcript, index), **facts) from None
    try:
        result = _canonical_result(transcript.result, state)
    except BadFile as error:
        raise to_file_error(error, _location(transcript, len(actions))) from None
    return replace(transcript, actions=tuple(actions), result=result)


def is_default_start(state: State) -> bool:
    """Return whether a starting position follows from its edition and options, without a random setup."""
    if state.game.seed_options:
        return False
    return registry.new(state.edition, **state.game.changed_options(state)) == state


def _location(transcript: Transcript, index: int) -> Location | None:
    """Return the location of an action, or of the result with the index after the last action; None if unknown."""
    return transcript.locations[index] if index < len(transcript.locations) else None


def _canonicalize_start(transcript: Transcript) -> tuple[State, Transcript]:
    try:
        game, edition = registry.find(transcript.edition)
        transcript = replace(transcript, edition=f"{game.name}:{edition.name}")
        state = transcript.start_state()
        if transcript.start is None and game.seed_options and transcript.start_state() != state:
            raise BadFile("no_start")  # two draws differ: the setup is random, and the file does not contain it
        start = None if is_default_start(state) else str(state)
    except RulesError as error:
        raise to_file_error(error, None) from None
    return state, replace(transcript, options=game.changed_options(state), start=start)


def _canonical_result(result: Mapping[str, Any] | None, state: State) -> Mapping[str, Any] | None:
    """Return the result of the rules if the game is over, otherwise the recorded one with a reason."""
    if result is not None and not _is_well_formed(result, state.seats):
        raise BadFile("bad_result", result=str(dict(result))[:60])
    outcome = state.outcome
    if outcome is None:
        if result is None:
            return None
        reason = result.get("reason", UNKNOWN)
        if reason not in MATCH_REASONS:
            raise BadFile("not_over", reason=reason)
        return {**result, "reason": reason}
    if result is not None and result.get("winner") != outcome.winner:
        raise BadFile("result_differs", recorded=result.get("winner", "draw"), **outcome.json(), reason=outcome.reason)
    scores = {} if outcome.scores is None else {"scores": list(outcome.scores)}
    return {**outcome.json(), "reason": outcome.reason, **scores}


def _is_well_formed(result: Mapping[str, Any], seats: int) -> bool:
    if not set(result) <= {"winner", "draw", "reason", "scores"} or ("winner" in result) == ("draw" in result):
        return False
    if "winner" in result and not (type(result["winner"]) is int and 0 <= result["winner"] < seats):
        return False
    return result.get("draw", True) is True and isinstance(result.get("reason", ""), str)
