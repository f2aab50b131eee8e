"""A transcript is only as good as the rules say: here it is played through and brought into its one canonical form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..core import registry
from ..core.errors import BadFile, RulesError
from ..core.game import Edition, Game
from ..core.replay import after, canonical
from ..core.state import State
from ..formats.source_location import Location, to_file_error
from ..formats.transcript import MATCH_REASONS, UNKNOWN, Transcript

MOST_ACTIONS = 10_000  # far beyond any game ever played, and still replayed in seconds


def checked(transcript: Transcript) -> Transcript:
    """The same game in canonical form; `BadFile` where the rules do not allow it, or say that it ended otherwise.

    The start is told only where it is not the edition's own, options only where they differ from the edition's. Where the
    game is over, its result is what the rules say.
    """
    state, transcript = _begun(transcript)
    if transcript.players and len(transcript.players) != state.seats:
        raise BadFile("players_differ", players=len(transcript.players), seats=state.seats)
    if len(transcript.actions) > MOST_ACTIONS:
        raise to_file_error(BadFile("too_many_actions", most=MOST_ACTIONS), _place(transcript, MOST_ACTIONS))
    actions = []
    for index, action in enumerate(transcript.actions):
        try:
            actions.append(canonical(state, action))
            state = after(state, action)
        except RulesError as error:
            facts = {"edition": transcript.edition, "action": index + 1, "text": action[:60]}  # the game has the words for it
            raise to_file_error(error, _place(transcript, index), **facts) from None
    try:
        result = _result(transcript.result, state)
    except BadFile as error:
        raise to_file_error(error, _place(transcript, len(actions))) from None
    return replace(transcript, actions=tuple(actions), result=result)


def _place(transcript: Transcript, index: int) -> Location | None:
    return transcript.places[index] if index < len(transcript.places) else None


# how it began


def _begun(transcript: Transcript) -> tuple[State, Transcript]:
    try:
        game, edition = registry.find(transcript.edition)
        drawn = any(option.seed for option in game.options)
        if transcript.start is None:
            state = registry.new(transcript.edition, **transcript.options)
            if drawn and str(registry.new(transcript.edition, **transcript.options)) != str(state):
                raise BadFile("no_start")  # a game that was drawn by lot, and nobody wrote down what came out
        else:
            state = _start(transcript.start, game, edition, transcript.options)
        options = {
            option.name: option.format(state.options[option.name])
            for option in game.kept_options
            if state.options[option.name] != edition.values.get(option.name, option.default)
        }
        own = not drawn and registry.new(state.edition, **options) == state
    except BadFile:
        raise
    except RulesError as error:
        raise to_file_error(error, None) from None
    return state, replace(transcript, edition=state.edition, options=options, start=None if own else str(state))


def _start(text: str, game: Game, edition: Edition, options: Mapping[str, Any]) -> State:
    """The position given, when it is one of the edition and options given."""
    state = registry.from_text(text)
    if state.edition != f"{game.name}:{edition.name}":
        raise BadFile("start_differs", option="edition", value=state.edition)
    known = {option.name: option for option in game.options}
    for name, given in options.items():
        if name not in known:
            raise BadFile("unknown_option", option=str(name)[:60], known=sorted(known))
        value = known[name].value(given)
        if not known[name].setup and value != state.options[name]:
            raise BadFile("start_differs", option=name, value=known[name].format(state.options[name]))
    return state


# how it ended


def _result(told: Mapping[str, Any] | None, state: State) -> Mapping[str, Any] | None:
    """The result by the rules where the game is over, else the one told: resigned, agreed, or nobody knows why."""
    if told is not None and not _is_result(told, state.seats):
        raise BadFile("bad_result", result=str(dict(told))[:60])
    ended = state.outcome
    if ended is None:
        if told is None:
            return None
        reason = told.get("reason", UNKNOWN)
        if reason not in MATCH_REASONS:
            raise BadFile("not_over", reason=reason)
        return {**told, "reason": reason}
    if told is not None and told.get("winner") != ended.winner:
        raise BadFile("result_differs", told=told.get("winner", "draw"), **ended.json(), reason=ended.reason)
    scores = {} if ended.scores is None else {"scores": list(ended.scores)}
    return {**ended.json(), "reason": ended.reason, **scores}


def _is_result(told: Mapping[str, Any], seats: int) -> bool:
    if not set(told) <= {"winner", "draw", "reason", "scores"} or ("winner" in told) == ("draw" in told):
        return False
    if "winner" in told and not (type(told["winner"]) is int and 0 <= told["winner"] < seats):
        return False
    return told.get("draw", True) is True and isinstance(told.get("reason", ""), str)
