"""Every numbered rule has a test that carries its number."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent.parent
RULES = {"twx": 16, "mix": 11, "kwi": 11, "tws": 14}


@pytest.mark.parametrize(("prefix", "last"), RULES.items())
def test_every_rule_has_a_test(prefix: str, last: int) -> None:
    names = " ".join(
        name for file in TESTS.rglob("test_*.py") for name in re.findall(r"def (test_\w+)", file.read_text(encoding="utf-8"))
    )
    cited = {int(number) for number in re.findall(rf"{prefix}_([0-9]+)(?![0-9])", names)}
    assert cited >= set(range(1, last + 1))
