"""SGF FF[4] as a tree of properties, whatever the game: read strictly, written so that everybody can read it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..core.errors import BadFile
from .source_location import LineIndex, Location, validate_text
from .transcript import AGREED, RESIGNED, TIME

MOST_NODES = 20_000  # of all variations together
MOST_PROPERTIES = 100_000
DEEPEST = 200  # parentheses within parentheses

NAME = re.compile(r"[A-Za-z]{1,40}")
BLANKS = re.compile(r"\s*+")
VALUE = re.compile(r"\[([^\]\\]*+(?:\\.[^\]\\]*+)*+)\]", re.DOTALL)
ESCAPE = re.compile(r"\\(\r\n|\n\r|[\s\S])|\r\n|\n\r|[\t\v\f\r]")
NOT_WRITTEN = re.compile(r"[\x00-\x09\x0b-\x1f\x7f\ud800-\udfff]")

# what is told about a game in every dialect, by the words of `Transcript.facts`
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

RESULT = re.compile(r"([a-z])\+(?:(r|resign)|(t|time)|f|forfeit|[0-9.]*)", re.IGNORECASE)
ENDINGS = {RESIGNED: "Resign", TIME: "Time"}


@dataclass(frozen=True)
class Node:
    """The properties of one point in a game, in the order of the file, unknown ones included."""

    properties: Mapping[str, tuple[str, ...]]
    places: Mapping[str, Location] = field(default_factory=dict, compare=False, repr=False)  # of each property's first value
    place: Location = field(default=Location(1, 1), compare=False, repr=False)

    def one(self, name: str) -> str | None:
        """The value of a property that has one, None when it is not there."""
        values = self.properties.get(name)
        if values is None:
            return None
        if len(values) > 1:
            raise self.wrong("several_values", name)
        return values[0]

    def wrong(self, code: str, name: str, **facts: object) -> BadFile:
        """The error that this property is wrong here."""
        line, column = self.places.get(name, self.place)
        return BadFile(code, property=name, **facts, line=line, column=column)


@dataclass(frozen=True)
class Tree:
    """Nodes that follow each other, and the variations after the last of them."""

    nodes: tuple[Node, ...]
    variations: tuple[Tree, ...] = ()

    @property
    def root(self) -> Node:
        """The node that tells about the whole game."""
        return self.nodes[0]

    def main_line(self) -> Iterator[Node]:
        """The nodes as the game was played: of variations always the first."""
        tree: Tree | None = self
        while tree is not None:
            yield from tree.nodes
            tree = tree.variations[0] if tree.variations else None


def facts(root: Node) -> dict[str, str]:
    """What the root tells about the game."""
    told = {word: root.one(name) for word, name in FACTS.items()}
    return {word: value for word, value in told.items() if value is not None}


def result(root: Node, seats: Mapping[str, int]) -> dict[str, Any] | None:
    """What RE says of the seats with these colours; None where it is not there, or says that nobody knows."""
    told = (root.one("RE") or "").strip()
    if told.lower() in ("", "?", "void"):
        return None
    if told.lower() in ("0", "draw"):
        return {"draw": True, "reason": AGREED}
    found = RESULT.fullmatch(told)
    if not found or found[1].upper() not in seats:
        raise root.wrong("bad_result", "RE", result=told[:60])
    reason = {"reason": RESIGNED} if found[2] else {"reason": TIME} if found[3] else {}
    return {"winner": seats[found[1].upper()], **reason}


def result_text(result: Mapping[str, Any], colours: str) -> str | None:
    """A result as RE says it, with a colour a seat; None for a seat without one."""
    if "winner" not in result:
        return "Draw"
    winner = result["winner"]
    return f"{colours[winner]}+{ENDINGS.get(result.get('reason', ''), '')}" if winner < len(colours) else None


# reading


def parse(text: str) -> Tree:
    r"""The one game in a text. A file of several is refused: to take the first would quietly drop the others.

    >>> tree = parse("(;FF[4]C[a \\] b];B[c3](;W[d4])(;W[e5]))")
    >>> [dict(node.properties) for node in tree.main_line()]
    [{'FF': ('4',), 'C': ('a ] b',)}, {'B': ('c3',)}, {'W': ('d4',)}]
    """
    return _Parser(text).game()


class _Branch:
    """A tree that is being read."""

    def __init__(self, opened: int) -> None:
        self.opened = opened
        self.nodes: list[Node] = []
        self.variations: list[Tree] = []


class _Parser:
    """One pass from the left, with a stack of its own: the depth of a file is never the depth of a call."""

    def __init__(self, text: str) -> None:
        self.text = validate_text(text)
        self.at = 0
        self.place = LineIndex(self.text)
        self.nodes = 0
        self.properties = 0

    def wrong(self, code: str, at: int | None = None, **facts: object) -> BadFile:
        line, column = self.place(self.at if at is None else at)
        return BadFile(code, **facts, line=line, column=column)

    def peek(self) -> str:
        found = BLANKS.match(self.text, self.at)
        if found:
            self.at = found.end()
        return self.text[self.at : self.at + 1]

    def game(self) -> Tree:
        if self.peek() != "(":
            raise self.wrong("not_sgf")
        tree = self.tree()
        if following := self.peek():
            raise self.wrong("several_games" if following == "(" else "after_the_game")
        return tree

    def tree(self) -> Tree:
        open_branches: list[_Branch] = []
        while True:
            sign = self.peek()
            branch = open_branches[-1] if open_branches else None
            if sign == "(":
                if branch and not branch.nodes:
                    raise self.wrong("no_node")
                if len(open_branches) == DEEPEST:
                    raise self.wrong("too_deep", deepest=DEEPEST)
                open_branches.append(_Branch(self.at))
                self.at += 1
            elif branch is None:
                raise self.wrong("not_sgf")
            elif sign == ")":
                if not branch.nodes:
                    raise self.wrong("no_node")
                self.at += 1
                done = Tree(tuple(branch.nodes), tuple(branch.variations))
                open_branches.pop()
                if not open_branches:
                    return done
                open_branches[-1].variations.append(done)
            elif sign == ";" and not branch.variations:
                branch.nodes.append(self.node())
            elif sign:
                raise self.wrong("unexpected", found=sign)
            else:
                raise self.wrong("not_closed", branch.opened)

    def node(self) -> Node:
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise self.wrong("too_many_nodes", most=MOST_NODES)
        start = self.place(self.at)
        self.at += 1
        properties: dict[str, tuple[str, ...]] = {}
        places: dict[str, Location] = {}
        while self.peek() not in ("", ";", "(", ")"):
            found = NAME.match(self.text, self.at)
            if not found:
                raise self.wrong("unexpected", found=self.text[self.at])
            name = found[0]
            if name in properties:
                raise self.wrong("property_twice", property=name)
            self.at = found.end()
            self.peek()
            places[name] = self.place(self.at + 1)
            properties[name] = tuple(self.values(name))
        return Node(properties, places, start)

    def values(self, name: str) -> Iterator[str]:
        if self.peek() != "[":
            raise self.wrong("no_value", property=name)
        while self.peek() == "[":
            self.properties += 1
            if self.properties > MOST_PROPERTIES:
                raise self.wrong("too_many_properties", most=MOST_PROPERTIES)
            found = VALUE.match(self.text, self.at)
            if not found:
                raise self.wrong("value_not_closed", property=name)
            self.at = found.end()
            yield ESCAPE.sub(_unescaped, found[1])


def _unescaped(found: re.Match[str]) -> str:
    """A soft line break is nothing, other blanks are a space, an escaped character is itself."""
    escaped = found[1]
    if escaped is None:
        return "\n" if found[0] in ("\r\n", "\n\r", "\r") else " "
    if "\n" in escaped or "\r" in escaped:
        return ""
    return " " if escaped.isspace() else escaped


# writing


def write(nodes: Iterable[Mapping[str, str | Iterable[str]]], between: str = "\n") -> str:
    r"""A game without variations, a node a line or with something else between them.

    >>> write([{"FF": "4", "XO": ["size=6", "pie=no"]}, {"B": "c]3"}])
    '(;FF[4]XO[size=6][pie=no]\n;B[c\\]3])\n'
    """
    return f"({between.join(f';{_node(node)}' for node in nodes)})\n"


def _node(properties: Mapping[str, str | Iterable[str]]) -> str:
    return "".join(
        name + "".join(f"[{_escaped(value, name)}]" for value in ([given] if isinstance(given, str) else given))
        for name, given in properties.items()
    )


def _escaped(value: str, name: str) -> str:
    if found := NOT_WRITTEN.search(value):
        raise BadFile("control_character", property=name, character=f"U+{ord(found[0]):04X}")
    return value.replace("\\", "\\\\").replace("]", "\\]")
