"""Strict JSON: parsing untrusted text, and converting the data to msgspec types with stable error codes.

Both raise `BadFile`. Syntax errors and duplicate keys carry `line` and `column`; a value of the wrong type or range carries
`field`, its path inside the data, as msgspec reports it.
"""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn, TypeVar, overload

import msgspec
from msgspec import inspect

from ..core.errors import BadFile
from .source_location import LineIndex, to_file_error

MAX_INTEGER = 2**53 - 1  # the largest integer that every JSON reader represents exactly
MAX_DIGITS = 16  # as many as MAX_INTEGER has

T = TypeVar("T")


# parsing


def parse_json(text: str, max_length: int) -> Any:
    """Parse JSON without duplicate keys, fractions, NaN and Infinity, and with bounded length, digits and nesting."""
    if len(text) > max_length:
        raise BadFile("file_too_long", longest=max_length)
    try:
        return json.loads(
            text,
            object_pairs_hook=_make_object,
            parse_constant=_reject_constant,
            parse_int=_parse_int,
            parse_float=_reject_fraction,
        )
    except json.JSONDecodeError as error:
        raise BadFile("not_json", line=error.lineno, column=error.colno, reason=error.msg) from None
    except RecursionError:
        raise BadFile("nested_too_deep") from None
    except _DuplicateKey:
        raise _locate_duplicate_key(text) from None


class _DuplicateKey(Exception):
    pass


def _make_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        raise _DuplicateKey
    return result


def _reject_constant(constant: str) -> NoReturn:
    raise BadFile("not_a_number", found=constant)


def _reject_fraction(number: str) -> NoReturn:
    raise BadFile("not_whole", found=number[:60])


def _parse_int(number: str) -> int:
    if len(number) > MAX_DIGITS + 1:  # with a minus sign
        raise BadFile("number_too_long", found=number[:60])
    return int(number)


_TOKEN = re.compile(r'("(?:[^"\\]|\\.)*+")(\s*+:)?|[{}]')  # a string, with a colon if it is a key, or a brace


def _locate_duplicate_key(text: str) -> BadFile:
    """Return the error for the first key that repeats in its object. The parser knows that there is one, but not where."""
    objects: list[set[str]] = []
    for token in _TOKEN.finditer(text):
        if token[0] == "{":
            objects.append(set())
        elif token[0] == "}":
            objects.pop()
        elif token[2]:
            key = json.loads(token[1])
            if key in objects[-1]:
                return to_file_error(BadFile("duplicate_key", key=key[:60]), LineIndex(text)(token.start()))
            objects[-1].add(key)
    raise AssertionError("no duplicate key")


# converting

_TYPE_NAMES = {"int": "whole number", "str": "text", "bool": "true or false", "array": "list"}  # by msgspec's names
# The message of a msgspec.ValidationError, such as "Expected `int`, got `str` - at `$.events[2].seat`".
_ERROR = re.compile(r"(?P<problem>.*?)(?: - at (?P<key>`key` in )?`\$(?P<path>.*)`)?", re.DOTALL)
_STEP = re.compile(r"\.(\w+)|\[(\d+|\.\.\.)\]")  # one step of its path; [...] stands for any key of a mapping


@overload
def convert(data: Any, type_: type[T], root: str = ...) -> T: ...
@overload
def convert(data: Any, type_: Any, root: str = ...) -> Any: ...
def convert(data: Any, type_: Any, root: str = "record") -> Any:
    """Convert parsed JSON to a msgspec type. `root` names the whole of it in errors. Raises `BadFile`."""
    try:
        return msgspec.convert(data, type_)
    except msgspec.ValidationError as error:
        raise _translate_error(str(error), data, type_, root) from None


def _translate_error(message: str, data: Any, type_: Any, root: str) -> BadFile:
    """Return a validation error of msgspec as `BadFile`, with code and facts taken from its message."""
    error = _ERROR.fullmatch(message)
    assert error
    problem, path = error["problem"], (error["path"] or "").replace("[...]", "")
    if missing := re.fullmatch(r"Object missing required field `(.*)`", problem):
        return BadFile("missing_field", field=_field_name(f"{path}.{missing[1]}", root))
    if unknown := re.fullmatch(r"Object contains unknown field `(.*)`", problem, re.DOTALL):
        return BadFile("unknown_field", field=_field_name(f"{path}.{unknown[1][:60]}", root))
    field = _field_name(path, root)
    node, value = _resolve(type_, data, error["path"] or "", in_key=error["key"] is not None)
    if problem.startswith("Invalid"):
        return BadFile("unknown_word", field=field, word=str(value)[:60], known=_literals(node))
    if "matching regex" in problem:
        return BadFile("bad_text", field=field)
    if bound := re.fullmatch(r"Expected `(\w+)` of length (?:<= )?(\d+)(?:, got (\d+))?", problem):
        kind, limit, length = bound[1], int(bound[2]), int(bound[3] or MAX_INTEGER)
        if kind == "str":
            return BadFile("text_too_long", field=field, longest=limit)
        if length > limit:
            return BadFile("list_too_long", field=field, most=limit)
        return BadFile("wrong_type", field=field, wanted=f"list of {limit}")
    if re.fullmatch(r"Expected `int` [<>]=? -?\d+", problem):
        number = next(part for part in _alternatives(node) if isinstance(part, inspect.IntType))
        return BadFile("out_of_range", field=field, low=number.ge, high=number.le)
    wanted = problem.split("`")[1].split(" | ")
    return BadFile("wrong_type", field=field, wanted=" or ".join(_TYPE_NAMES.get(name, name) for name in wanted))


def _field_name(path: str, root: str) -> str:
    return path.removeprefix(".") or root


def _resolve(type_: Any, value: Any, path: str, *, in_key: bool) -> tuple[inspect.Type, Any]:
    """Return the type and the value at a path. A mapping's path names no key, so the value is then the mapping."""
    node = inspect.type_info(type_)
    for step in _STEP.finditer(path):
        for part in _alternatives(node):
            if isinstance(part, inspect.StructType) and step[1] and isinstance(value, dict):
                if part.tag_field == step[1]:
                    return node, value[step[1]]
                field = next((field for field in part.fields if field.encode_name == step[1]), None)
                if field and (part.tag is None or value.get(part.tag_field) == part.tag):
                    node, value = field.type, value[step[1]]
                    break
            if isinstance(part, inspect.DictType):
                node = part.value_type
                break
            if isinstance(part, (inspect.ListType, inspect.VarTupleType)) and step[2]:
                node, value = part.item_type, value[int(step[2])]
                break
            if isinstance(part, inspect.TupleType) and step[2]:
                node, value = part.item_types[int(step[2])], value[int(step[2])]
                break
    if in_key:
        node = next(part.key_type for part in _alternatives(node) if isinstance(part, inspect.DictType))
    return node, value


def _alternatives(node: inspect.Type) -> tuple[inspect.Type, ...]:
    return node.types if isinstance(node, inspect.UnionType) else (node,)


def _literals(node: inspect.Type) -> list[str]:
    """Return the values of a literal type, or the tags of a tagged union."""
    values: list[str] = []
    for part in _alternatives(node):
        if isinstance(part, inspect.LiteralType):
            values += map(str, part.values)
        elif isinstance(part, inspect.StructType):
            values.append(str(part.tag))
    return values
