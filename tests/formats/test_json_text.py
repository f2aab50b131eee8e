"""Strict JSON: locations of syntax errors and duplicate keys, and paths of wrong values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, Struct

from tablier.core.errors import BadFile
from tablier.formats.json_text import convert, parse_json

MAX_LENGTH = 10_000  # characters


def error_of(text: str) -> BadFile:
    with pytest.raises(BadFile) as raised:
        parse_json(text, MAX_LENGTH)
    return raised.value


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [("", 1, 1), ("{", 1, 2), ('{"a": 1,}', 1, 9), ('{\n "a": 1\n "b": 2}', 3, 2), ("[1, 2] x", 1, 8), ('["a\nb"]', 1, 4)],
)
def test_a_syntax_error_has_its_line_and_column(text: str, line: int, column: int) -> None:
    error = error_of(text)
    assert (error.code, error.line, error.column) == ("not_json", line, column)


@pytest.mark.parametrize(
    ("text", "key", "line", "column"),
    [
        ('{"a": 1, "a": 2}', "a", 1, 10),
        ('{"a": {"b": 1},\n "c": [{"b": 1}, {"b": 1,\n  "b": 2}]}', "b", 3, 3),
        ('{"a": "{\\"a\\": 1}", "b": {"a": 1}, "a": 2}', "a", 1, 36),
        ('{"a": "x", "\\u0061": "y"}', "a", 1, 12),
        ('{"b": "a: {", "a" : 1, "a": "}"}', "a", 1, 24),
    ],
)
def test_a_duplicate_key_has_its_line_and_column(text: str, key: str, line: int, column: int) -> None:
    error = error_of(text)
    assert (error.code, error.key, error.line, error.column) == ("duplicate_key", key, line, column)


def test_equal_keys_of_different_objects_are_no_duplicates() -> None:
    assert parse_json('{"a": {"a": [{"a": 1}, {"a": "a"}]}}', MAX_LENGTH) == {"a": {"a": [{"a": 1}, {"a": "a"}]}}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1.5", "not_whole"),
        ("1e3", "not_whole"),
        ("NaN", "not_a_number"),
        ("-Infinity", "not_a_number"),
        ("9" * 18, "number_too_long"),
        ("[" * 5_000, "nested_too_deep"),
        (" " * (MAX_LENGTH + 1), "file_too_long"),
    ],
)
def test_numbers_nesting_and_length_are_bounded(text: str, code: str) -> None:
    assert error_of(text).code == code


class Leaf(Struct, frozen=True, tag_field="kind", tag="leaf", forbid_unknown_fields=True):
    size: Annotated[int, Meta(ge=1, le=9)]
    name: Annotated[str, Meta(max_length=3, pattern="^[a-z]*$")] = ""


class Branch(Struct, frozen=True, tag_field="kind", tag="branch", forbid_unknown_fields=True):
    leaves: Annotated[tuple[Leaf, ...], Meta(max_length=2)] = ()
    pair: tuple[int, int] | None = None
    colour: Literal["red", "blue"] = "red"
    texts: Annotated[dict[Annotated[str, Meta(pattern="^[a-z]+$")], str], Meta(max_length=2)] = {}
    flag: bool = False
    level: Annotated[int, Meta(ge=0, le=7)] | None = None


class Tree(Struct, frozen=True, forbid_unknown_fields=True):
    nodes: list[Leaf | Branch]


LEAF = {"kind": "leaf", "size": 1}


def branch(**fields: Any) -> dict[str, Any]:
    return {"nodes": [LEAF, {"kind": "branch", **fields}]}


@pytest.mark.parametrize(
    ("data", "code", "facts"),
    [
        (5, "wrong_type", {"field": "record", "wanted": "object"}),
        ({}, "missing_field", {"field": "nodes"}),
        ({"nodes": [], "x": 1}, "unknown_field", {"field": "x"}),
        ({"nodes": {}}, "wrong_type", {"field": "nodes", "wanted": "list"}),
        ({"nodes": [5]}, "wrong_type", {"field": "nodes[0]", "wanted": "object"}),
        ({"nodes": [{}]}, "missing_field", {"field": "nodes[0].kind"}),
        ({"nodes": [{"kind": "x"}]}, "unknown_word", {"field": "nodes[0].kind", "word": "x", "known": ["leaf", "branch"]}),
        ({"nodes": [{"kind": 3}]}, "wrong_type", {"field": "nodes[0].kind", "wanted": "text"}),
        ({"nodes": [{"kind": "leaf"}]}, "missing_field", {"field": "nodes[0].size"}),
        ({"nodes": [{**LEAF, "y": 1}]}, "unknown_field", {"field": "nodes[0].y"}),
        ({"nodes": [{**LEAF, "size": 0}]}, "out_of_range", {"field": "nodes[0].size", "low": 1, "high": 9}),
        ({"nodes": [{**LEAF, "size": 10}]}, "out_of_range", {"field": "nodes[0].size", "low": 1, "high": 9}),
        ({"nodes": [{**LEAF, "size": True}]}, "wrong_type", {"field": "nodes[0].size", "wanted": "whole number"}),
        ({"nodes": [{**LEAF, "name": "abcd"}]}, "text_too_long", {"field": "nodes[0].name", "longest": 3}),
        ({"nodes": [{**LEAF, "name": "A"}]}, "bad_text", {"field": "nodes[0].name"}),
        (branch(leaves=[LEAF] * 3), "list_too_long", {"field": "nodes[1].leaves", "most": 2}),
        (branch(leaves=[LEAF, {**LEAF, "size": 0}]), "out_of_range", {"field": "nodes[1].leaves[1].size", "low": 1, "high": 9}),
        (branch(pair=[1]), "wrong_type", {"field": "nodes[1].pair", "wanted": "list of 2"}),
        (branch(pair=[1, 2, 3]), "list_too_long", {"field": "nodes[1].pair", "most": 2}),
        (branch(pair=[1, "2"]), "wrong_type", {"field": "nodes[1].pair[1]", "wanted": "whole number"}),
        (branch(colour="green"), "unknown_word", {"field": "nodes[1].colour", "word": "green", "known": ["blue", "red"]}),
        (branch(texts={"A": ""}), "bad_text", {"field": "nodes[1].texts"}),
        (branch(texts={"a": 1}), "wrong_type", {"field": "nodes[1].texts", "wanted": "text"}),
        (branch(texts={"a": "", "b": "", "c": ""}), "list_too_long", {"field": "nodes[1].texts", "most": 2}),
        (branch(flag=1), "wrong_type", {"field": "nodes[1].flag", "wanted": "true or false"}),
        (branch(level=8), "out_of_range", {"field": "nodes[1].level", "low": 0, "high": 7}),
        (branch(level="x"), "wrong_type", {"field": "nodes[1].level", "wanted": "whole number or null"}),
    ],
)
def test_a_wrong_value_has_a_code_and_its_path(data: Any, code: str, facts: dict[str, Any]) -> None:
    with pytest.raises(BadFile) as raised:
        convert(data, Tree)
    assert (raised.value.code, with_sorted_known(raised.value.facts)) == (code, with_sorted_known(facts))


def with_sorted_known(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts with the list of known words sorted: its order is not specified."""
    return {name: sorted(value) if name == "known" else value for name, value in facts.items()}
