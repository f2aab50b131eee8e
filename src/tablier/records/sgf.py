"""Any game as SGF FF[4]: what SGF has a word for in its own properties, the rest in private ones that begin with X.

    XE edition · XO options · XS start · XP players, where they are not two · XA an action · XL a seat that leaves
    XR result · XF other facts

Every action is a node. The mover is not named: the rules know, for any number of seats and for answers out of turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..core.errors import BadFile
from ..core.replay import LEAVE
from ..formats import sgf
from ..formats.source_location import Location
from ..formats.transcript import Transcript
from .header import Said, beginning, fact_name, result_of, result_words

NO_REGISTERED_GAME = "0"  # without a number SGF means Go
COLOURS = "BW"  # of the first two seats, for RE, PB and PW


class Sgf:
    """The format `sgf`."""

    name = "sgf"
    suffixes = (".sgf",)

    def read(self, text: str) -> Transcript:
        """The game in that text."""
        nodes = list(sgf.parse(text).main_line())
        root = nodes[0]
        edition, options, start = beginning(_said(root, "XE"), _all_said(root, "XO"), _said(root, "XS"))
        actions: list[str] = []
        places: list[Location] = []
        for node in nodes:
            found = [name for name in ("XA", "XL") if name in node.properties]
            if len(found) > 1:
                raise node.wrong("two_moves", found[1])
            for name in found:
                value = node.one(name) or ""
                action = f"leave {value}" if name == "XL" else value
                if bool(LEAVE.fullmatch(action)) != (name == "XL"):
                    raise node.wrong("unreadable", name, at=0, text=value[:60])
                actions.append(action)
                places.append(node.places[name])
        result, place = _result(root)
        return Transcript(
            edition, options, start, _players(root), tuple(actions), result, _facts(root), places=(*places, place)
        )

    def write(self, transcript: Transcript) -> str:
        """That game as text."""
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
        if own := [f"{fact_name(name)}={value}" for name, value in transcript.facts.items() if name not in sgf.FACTS]:
            root["XF"] = own
        if transcript.result is not None:
            root["XR"] = result_words(transcript.result)
            if shown := sgf.result_text(transcript.result, COLOURS):
                root["RE"] = shown
        return sgf.write([root, *map(_node, transcript.actions)])


def _node(action: str) -> dict[str, str]:
    leaving = LEAVE.fullmatch(action)
    return {"XL": leaving[1]} if leaving else {"XA": action}


def _said(root: sgf.Node, name: str) -> Said | None:
    value = root.one(name)
    return None if value is None else (value, root.places[name])


def _all_said(root: sgf.Node, name: str) -> list[Said]:
    return [(value, root.places[name]) for value in root.properties.get(name, ())]


def _players(root: sgf.Node) -> tuple[str, ...]:
    if "XP" in root.properties:
        return root.properties["XP"]
    if "PB" in root.properties or "PW" in root.properties:
        return (root.one("PB") or "", root.one("PW") or "")
    return ()


def _facts(root: sgf.Node) -> dict[str, str]:
    facts = sgf.facts(root)
    for text in root.properties.get("XF", ()):
        name, _, value = text.partition("=")
        if name in facts:
            raise root.wrong("fact_twice", "XF", fact=name[:60])
        try:
            facts[fact_name(name)] = value
        except BadFile as error:
            raise root.wrong(error.code, "XF", **error.facts) from None
    return facts


def _result(root: sgf.Node) -> tuple[dict[str, Any] | None, Location]:
    """The result by our own words, with which SGF's must agree; by SGF's alone where ours are not there."""
    told = sgf.result(root, {colour: seat for seat, colour in enumerate(COLOURS)})
    if "XR" not in root.properties:
        return told, root.places.get("RE", root.place)
    place = root.places["XR"]
    result = result_of(root.properties["XR"], place)
    if told is not None and told.get("winner") != result.get("winner"):
        raise root.wrong("results_differ", "RE")
    return result, place


SGF = Sgf()
