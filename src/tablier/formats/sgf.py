"""SGF FF[4] for any game: a strict parser, a writer, and the properties common to all dialects."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..core.errors import BadFile
from .source_location import LineIndex, Location, validate_text
from .transcript import AGREED, RESIGNED, TIME

MAX_NODES = 20_000  # of all variations together
MAX_PROPERTIES = 100_000  # property values of all nodes together
MAX_DEPTH = 200  # of nested variations

# `*+` is possessive, so that no input causes backtracking.
NAME = re.compile(r"[A-Za-z]{1,40}")  # property identifier; some dialects use lower case
BLANKS = re.compile(r"\s*+")
VALUE = re.compile(r"\[([^\]\\]*+(?:\\.[^\]\\]*+)*+)\]", re.DOTALL)
ESCAPE = re.compile(r"\\(\r\n|\n\r|[\s\S])|\r\n|\n\r|[\t\v\f\r]")  # text that `_unescape` replaces
UNWRITABLE = re.compile(r"[\x00-\x09\x0b-\x1f\x7f\ud800-\udfff]")  # control characters except newline; lone surrogates

# Root properties of every dialect, by their names in `Transcript.facts`.
FACTS: Mapping[str, str] = {
    "event": "EV",
    "round": "RO",
    "place": "PC",
    "date": "DT",
    "source": "SO",
    "title": "GN",
    "comment": "GC",
    "annotator": "AN",
    "recorder": "US",
    "copyright": "CP",
}

RESULT = re.compile(r"([a-z])\+(?:(r|resign)|(t|time)|f|forfeit|[0-9.]*)", re.IGNORECASE)  # value of RE
RESULT_SUFFIXES = {RESIGNED: "Resign", TIME: "Time"}  # by the reason of the result


@dataclass(frozen=True)
class Node:
    """The properties of one node, in the order of the file, including unknown ones."""

    properties: Mapping[str, tuple[str, ...]]
    locations: Mapping[str, Location] = field(default_factory=dict, compare=False, repr=False)  # of a property's first value
    location: Location = field(default=Location(1, 1), compare=False, repr=False)

    def value(self, name: str) -> str | None:
        """Return the value of a property, None if it is missing. Raises `BadFile` if it has several values."""
        values = self.properties.get(name)
        if values is None:
            return None
        if len(values) > 1:
            raise self.error("several_values", name)
        return values[0]

    def error(self, code: str, name: str, **facts: object) -> BadFile:
        """Return an error at the location of a property."""
        line, column = self.locations.get(name, self.location)
        return BadFile(code, property=name, **facts, line=line, column=column)


@dataclass(frozen=True)
class Tree:
    """A sequence of nodes, and the variations after the last one."""

    nodes: tuple[Node, ...]
    variations: tuple[Tree, ...] = ()

    @property
    def root(self) -> Node:
        """The first node, with the properties of the whole game."""
        return self.nodes[0]

    def main_line(self) -> Iterator[Node]:
        """Yield the nodes of the game as it was played: always the first variation."""
        tree: Tree | None = self
        while tree is not None:
            yield from tree.nodes
            tree = tree.variations[0] if tree.variations else None


def parse_facts(root: Node) -> dict[str, str]:
    """Return the facts in the root properties."""
    values = {fact: root.value(name) for fact, name in FACTS.items()}
    return {fact: value for fact, value in values.items() if value is not None}


def parse_result(root: Node, seats: Mapping[str, int]) -> dict[str, Any] | None:
    """Return the result in RE; None if it is missing or unknown. `seats` maps colour letters to seats.

    RE has no reason for a draw, so it counts as agreed. Raises `BadFile` if the value is invalid.
    """
    text = (root.value("RE") or "").strip()
    if text.lower() in ("", "?", "void"):
        return None
    if text.lower() in ("0", "draw"):
        return {"draw": True, "reason": AGREED}
    result = RESULT.fullmatch(text)
    if not result or result[1].upper() not in seats:
        raise root.error("bad_result", "RE", result=text[:60])
    reason = {"reason": RESIGNED} if result[2] else {"reason": TIME} if result[3] else {}
    return {"winner": seats[result[1].upper()], **reason}


def format_result(result: Mapping[str, Any], colours: str) -> str | None:
    """Return the value of RE, with one colour letter per seat; None if the winner has no letter."""
    if "winner" not in result:
        return "Draw"
    winner = result["winner"]
    return f"{colours[winner]}+{RESULT_SUFFIXES.get(result.get('reason', ''), '')}" if winner < len(colours) else None


# parsing


def parse(text: str) -> Tree:
    r"""Parse a file with one game. Raises `BadFile`, also for several games: reading one would silently drop the others.

    >>> tree = parse("(;FF[4]C[a \\] b];B[c3](;W[d4])(;W[e5]))")
    >>> [dict(node.properties) for node in tree.main_line()]
    [{'FF': ('4',), 'C': ('a ] b',)}, {'B': ('c3',)}, {'W': ('d4',)}]
    """
    return _Parser(text).game()


class _Branch:
    """A tree during parsing."""

    def __init__(self, opened: int) -> None:
        self.opened = opened  # index of its opening parenthesis
        self.nodes: list[Node] = []
        self.variations: list[Tree] = []


class _Parser:
    """Single pass with an explicit stack, so that deep nesting cannot exhaust the call stack."""

    def __init__(self, text: str) -> None:
        self.text = validate_text(text)
        self.at = 0
        self.locate = LineIndex(self.text)
        self.node_count = 0
        self.value_count = 0

    def error(self, code: str, at: int | None = None, **facts: object) -> BadFile:
        line, column = self.locate(self.at if at is None else at)
        return BadFile(code, **facts, line=line, column=column)

    def peek(self) -> str:
        """Skip white space and return the next character; empty at the end."""
        blanks = BLANKS.match(self.text, self.at)
        if blanks:
            self.at = blanks.end()
        return self.text[self.at : self.at + 1]

    def game(self) -> Tree:
        if self.peek() != "(":
            raise self.error("not_sgf")
        tree = self.tree()
        if following := self.peek():
            raise self.error("several_games" if following == "(" else "after_the_game")
        return tree

    def tree(self) -> Tree:
        open_branches: list[_Branch] = []
        while True:
            sign = self.peek()
            branch = open_branches[-1] if open_branches else None
            if sign == "(":
                if branch and not branch.nodes:
                    raise self.error("no_node")
                if len(open_branches) == MAX_DEPTH:
                    raise self.error("too_deep", deepest=MAX_DEPTH)
                open_branches.append(_Branch(self.at))
                self.at += 1
            elif branch is None:
                raise self.error("not_sgf")
            elif sign == ")":
                if not branch.nodes:
                    raise self.error("no_node")
                self.at += 1
                done = Tree(tuple(branch.nodes), tuple(branch.variations))
                open_branches.pop()
                if not open_branches:
                    return done
                open_branches[-1].variations.append(done)
            elif sign == ";" and not branch.variations:
                branch.nodes.append(self.node())
            elif sign:
                raise self.error("unexpected", found=sign)
            else:
                raise self.error("not_closed", branch.opened)

    def node(self) -> Node:
        self.node_count += 1
        if self.node_count > MAX_NODES:
            raise self.error("too_many_nodes", most=MAX_NODES)
        start = self.locate(self.at)
        self.at += 1
        properties: dict[str, tuple[str, ...]] = {}
        locations: dict[str, Location] = {}
        while self.peek() not in ("", ";", "(", ")"):
            identifier = NAME.match(self.text, self.at)
            if not identifier:
                raise self.error("unexpected", found=self.text[self.at])
            name = identifier[0]
            if name in properties:
                raise self.error("property_twice", property=name)
            self.at = identifier.end()
            self.peek()
            locations[name] = self.locate(self.at + 1)
            properties[name] = tuple(self.values(name))
        return Node(properties, locations, start)

    def values(self, name: str) -> Iterator[str]:
        if self.peek() != "[":
            raise self.error("no_value", property=name)
        while self.peek() == "[":
            self.value_count += 1
            if self.value_count > MAX_PROPERTIES:
                raise self.error("too_many_properties", most=MAX_PROPERTIES)
            value = VALUE.match(self.text, self.at)
            if not value:
                raise self.error("value_not_closed", property=name)
            self.at = value.end()
            yield ESCAPE.sub(_unescape, value[1])


def _unescape(match: re.Match[str]) -> str:
    """Remove a soft line break, replace other white space by a space, and unescape a character."""
    escaped = match[1]
    if escaped is None:
        return "\n" if match[0] in ("\r\n", "\n\r", "\r") else " "
    if "\n" in escaped or "\r" in escaped:
        return ""
    return " " if escaped.isspace() else escaped


# writing


def write(nodes: Iterable[Mapping[str, str | Iterable[str]]], between: str = "\n") -> str:
    r"""Return a game without variations as text, with `between` between the nodes.

    >>> write([{"FF": "4", "XO": ["size=6", "pie=no"]}, {"B": "c]3"}])
    '(;FF[4]XO[size=6][pie=no]\n;B[c\\]3])\n'
    """
    return f"({between.join(f';{_format_node(node)}' for node in nodes)})\n"


def _format_node(properties: Mapping[str, str | Iterable[str]]) -> str:
    return "".join(
        name + "".join(f"[{_escape(value, name)}]" for value in ([values] if isinstance(values, str) else values))
        for name, values in properties.items()
    )


def _escape(value: str, name: str) -> str:
    if control := UNWRITABLE.search(value):
        raise BadFile("control_character", property=name, character=f"U+{ord(control[0]):04X}")
    return value.replace("\\", "\\\\").replace("]", "\\]")
