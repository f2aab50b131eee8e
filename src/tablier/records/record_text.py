"""JSON text from strangers: what Python's reader lets through or trips over is refused here, with the place."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from ..core.errors import BadFile

LONGEST_RECORD = 2_000_000  # characters
MOST_DIGITS = 16


def read_json(text: str) -> Any:
    """The value of a JSON text: no key twice, no NaN, no endless number or nesting."""
    if len(text) > LONGEST_RECORD:
        raise BadFile("file_too_long", longest=LONGEST_RECORD)
    try:
        return json.loads(
            text, object_pairs_hook=_once, parse_constant=_no_constant, parse_int=_short, parse_float=_no_fraction
        )
    except json.JSONDecodeError as error:
        raise BadFile("not_json", line=error.lineno, column=error.colno, reason=error.msg) from None
    except RecursionError:
        raise BadFile("nested_too_deep") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise BadFile("duplicate_key", key=key[:60])
        found[key] = value
    return found


def _no_constant(constant: str) -> NoReturn:
    raise BadFile("not_a_number", found=constant)


def _no_fraction(number: str) -> NoReturn:
    raise BadFile("not_whole", found=number[:60])


def _short(number: str) -> int:
    if len(number) > MOST_DIGITS + 1:
        raise BadFile("number_too_long", found=number[:60])
    return int(number)
