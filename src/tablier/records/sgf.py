"""The format `sgf`: any game as SGF FF[4], with private properties that begin with X.

    XE edition · XO options · XS start · XP players, where they are not two · XA an action · XL a seat that leaves
    XR result · XF other facts

Every action is a node. The player is not written: the rules determine it, for any number of seats and for answers out of turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..core.errors import BadFile
from ..core.replay import LEAVE
from ..formats import sgf
from ..formats.source_location import Location
from ..formats.transcript import Transcript
from .header import LocatedText, format_result, parse_result, parse_start, validate_fact_name

NO_REGISTERED_GAME = "0"  # GM is written, because a missing one means Go
COLOURS = "BW"  # of the first two seats, for RE, PB and PW


class Sgf:
    """The format `sgf`."""

    name = "sgf"
    suffixes = (".sgf",)

    def read(self, text: str) -> Transcript:
        nodes = list(sgf.parse(text).main_line())
        root = nodes[0]
        edition, options, start = parse_start(_value(root, "XE"), _values(root, "XO"), _value(root, "XS"))
        actions: list[str] = []
        locations: list[Location] = []
        for node in nodes:
            names = [name for name in ("XA", "XL") if name in node.properties]
            if len(names) > 1:
                raise node.error("two_moves", names[1])
            for name in names:
                value = node.value(name) or ""
                action = f"leave {value}" if name == "XL" else value
                if bool(LEAVE.fullmatch(action)) != (name == "XL"):
                    raise node.error("unreadable", name, at=0, text=value[:60])
                actions.append(action)
                locations.append(node.locations[name])
        result, location = _result(root)
        return Transcript(
            edition, options, start, _players(root), tuple(actions), result, _facts(root), locations=(*locations, location)
        )

    def write(self, transcript: Transcript) -> str:
        root: dict[str, str | Iterable[str]] = {"FF": "4", "CA": "UTF-8", "GM": NO_REGISTERED_GAME, "AP": "Tablier"}
        root["XE"] = transcript.edition
        if transcript.options:
            root["XO"] = [f"{name}={value}" for name, value in transcript.options.items()]
        if transcript.start is not None:
            root["XS"] = transcript.start
        if len(transcript.players) == 2:
            root["PB"], root["PW"] = transcript.players
        elif transcript.players:
            root["XP"] = transcript.players
        for name, value in transcript.facts.items():
            if name in sgf.FACTS:
                root[sgf.FACTS[name]] = value
        if own := [f"{validate_fact_name(name)}={value}" for name, value in transcript.facts.items() if name not in sgf.FACTS]:
            root["XF"] = own
        if transcript.result is not None:
            root["XR"] = format_result(transcript.result)
            if shown := sgf.format_result(transcript.result, COLOURS):
                root["RE"] = shown
        return sgf.write([root, *map(_action_node, transcript.actions)])


def _action_node(action: str) -> dict[str, str]:
    leaving = LEAVE.fullmatch(action)
    return {"XL": leaving[1]} if leaving else {"XA": action}


def _value(root: sgf.Node, name: str) -> LocatedText | None:
    value = root.value(name)
    return None if value is None else LocatedText(value, root.locations[name])


def _values(root: sgf.Node, name: str) -> list[LocatedText]:
    return [LocatedText(value, root.locations[name]) for value in root.properties.get(name, ())]


def _players(root: sgf.Node) -> tuple[str, ...]:
    if "XP" in root.properties:
        return root.properties["XP"]
    if "PB" in root.properties or "PW" in root.properties:
        return (root.value("PB") or "", root.value("PW") or "")
    return ()


def _facts(root: sgf.Node) -> dict[str, str]:
    facts = sgf.parse_facts(root)
    for text in root.properties.get("XF", ()):
        name, _, value = text.partition("=")
        if name in facts:
            raise root.error("fact_twice", "XF", fact=name[:60])
        try:
            facts[validate_fact_name(name)] = value
        except BadFile as error:
            raise root.error(error.code, "XF", **error.facts) from None
    return facts


def _result(root: sgf.Node) -> tuple[dict[str, Any] | None, Location]:
    """Return the result in XR, which RE must not contradict, or that in RE if there is no XR."""
    standard = sgf.parse_result(root, {colour: seat for seat, colour in enumerate(COLOURS)})
    if "XR" not in root.properties:
        return standard, root.locations.get("RE", root.location)
    location = root.locations["XR"]
    result = parse_result(root.properties["XR"], location)
    if standard is not None and standard.get("winner") != result.get("winner"):
        raise root.error("results_differ", "RE")
    return result, location


SGF = Sgf()
