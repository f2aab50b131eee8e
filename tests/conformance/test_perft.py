"""Perft tables: text files that every implementation of the rules is compared with."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablier.core.perft import perft
from tests.conformance.variants import GAMES, Variant

Row = tuple[Variant, int, int]


def rows() -> list[Row]:
    """Every line of every table: DEPTH COUNT [key=value …]."""
    result = []
    for file in sorted(GAMES.glob("*/perft/*.txt")):
        for line in file.read_text().splitlines():
            tokens = line.partition("#")[0].split()
            if tokens:
                pairs = tuple((name, value) for name, _, value in (token.partition("=") for token in tokens[2:]))
                result.append((Variant(f"{file.parent.parent.name}:{Path(file).stem}", pairs), int(tokens[0]), int(tokens[1])))
    return result


@pytest.mark.parametrize(("variant", "depth", "count"), rows(), ids=lambda part: str(part))
def test_perft(variant: Variant, depth: int, count: int) -> None:
    assert perft(variant.start(), depth) == count
