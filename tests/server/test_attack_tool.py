"""The attacks of `make attack`, on a small scale."""

from __future__ import annotations

import re

import pytest

from tools import attack


def test_an_attack_reports_answers_and_the_pings_of_another_visitor(capsys: pytest.CaptureFixture[str]) -> None:
    assert attack.main(["identities", "--scale", "0.02"]) == 0
    heading, _, row = capsys.readouterr().out.splitlines()
    assert heading.startswith("| attack | answers |")
    assert row.startswith("| identities | ") and "× 200" in row and "failed" not in row
    assert re.search(r"\d / \d+ \|$", row), "median and maximum of the pings"
