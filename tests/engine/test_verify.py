"""Certificates: written by the solver, checked by rules that know nothing of it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import tablier
from tablier.cli import main
from tablier.core.errors import BadFile
from tablier.engine.solve.certificate import Certificate, Strategy
from tablier.engine.solve.solver import Solver
from tablier.engine.solve.verify import verify

WON = ("kwintie:board", {"width": 5, "height": 5, "line": 4})
DRAWN = ("kwintie:board", {"width": 4, "height": 5})
CASES = [
    WON,
    DRAWN,
    ("kwintie:board", {"width": 4, "height": 4, "line": 4, "centre_ban": False}),
    ("kwintie:table", {"width": 5, "height": 4, "line": 4}),
    ("kwintie:table", {"width": 4, "height": 4}),
    ("kwintie:kwinty", {"width": 5, "height": 4}),
]


def certificate(edition: str, options: dict[str, object], file: Path) -> Certificate:
    solver = Solver(tablier.new(edition, **options), memory=8)
    made = solver.certificate(solver.solve())
    made.save(file)
    return made


@pytest.mark.parametrize(("edition", "options"), CASES)
def test_both_checkers_walk_the_same_way(edition: str, options: dict[str, object], tmp_path: Path) -> None:
    file = tmp_path / "proof"
    made = certificate(edition, options, file)
    slow, fast = verify(file), verify(file, fast=True)
    assert slow.state == fast.state == tablier.new(edition, **options)
    for written, here, there in zip(made.strategies, slow.strategies, fast.strategies, strict=True):
        assert here["actions"] == len(written.actions) and here["longest"] == written.longest
        assert (here["positions"], here["longest"]) == (there["positions"], there["longest"])
        assert there["sampled"] > 0


@pytest.mark.parametrize("fast", [False, True])
@pytest.mark.parametrize(("edition", "options"), [WON, DRAWN])
def test_one_altered_byte_anywhere_is_refused(edition: str, options: dict[str, object], fast: bool, tmp_path: Path) -> None:
    file, changed = tmp_path / "proof", tmp_path / "changed"
    certificate(edition, options, file)
    raw = file.read_bytes()
    for at in range(len(raw)):
        changed.write_bytes(raw[:at] + bytes([raw[at] ^ 1 << at % 8]) + raw[at + 1 :])
        with pytest.raises(BadFile) as refused:
            verify(changed, fast=fast)
        assert refused.value.code == "no_certificate" or "position" in refused.value.facts
    for shorter in (raw[:-1], raw[: len(raw) // 2], raw[:10], b"", raw + b"x"):
        changed.write_bytes(shorter)
        with pytest.raises(BadFile):
            verify(changed, fast=fast)


def refusal(file: Path, fast: bool) -> str | None:
    """The position where a checker stops, None where it is satisfied."""
    try:
        verify(file, fast=fast)
    except BadFile as error:
        assert tablier.from_text(error.position) is not None
        return str(error.position)
    return None


def test_no_action_can_be_replaced_by_one_that_is_not_legal(tmp_path: Path) -> None:
    """The checksums are right here: it is the walk that finds the fault, and says where."""
    file = tmp_path / "proof"
    made = certificate(*WON, file)
    (strategy,) = made.strategies
    for at in range(len(strategy.actions)):
        actions = strategy.actions[:at] + b"\xc8" + strategy.actions[at + 1 :]
        Certificate(made.position, (), (Strategy(0, "win", actions, strategy.longest),)).save(file)
        assert refusal(file, False) == refusal(file, True) is not None


def test_both_checkers_judge_every_other_action_alike(tmp_path: Path) -> None:
    """Another action may win as well, then it is another proof; hardly any does, and the checkers never differ."""
    file = tmp_path / "proof"
    made = certificate("kwintie:board", {"width": 6, "height": 5, "line": 4}, file)
    (strategy,) = made.strategies
    draw, refused = random.Random(1), 0
    for at in range(len(strategy.actions)):
        actions = bytearray(strategy.actions)
        actions[at] = (actions[at] + 1 + draw.randrange(8)) % 16
        Certificate(made.position, (), (Strategy(0, "win", bytes(actions), strategy.longest),)).save(file)
        assert refusal(file, False) == refusal(file, True)
        refused += refusal(file, True) is not None
    assert refused > 0.9 * len(strategy.actions)


def test_a_claim_that_is_not_true_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "proof"
    made = certificate(*DRAWN, file)
    for strategy in made.strategies:
        lie = Strategy(strategy.seat, "win", strategy.actions, strategy.longest)
        Certificate(made.position, (), (lie,)).save(file)
        with pytest.raises(BadFile, match=r"not_kept|too_few_actions|no_such_action"):
            verify(file)
    Certificate(made.position, (), made.strategies[:1]).save(file)
    with pytest.raises(BadFile, match="no_claim"):
        verify(file)
    Certificate(made.position, ("a",), made.strategies).save(file)
    with pytest.raises(BadFile, match="no_claim"):
        verify(file)


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "proof")
    small = ["kwintie:board", "-o", "width=5", "-o", "height=5", "-o", "line=4"]
    assert main(["solve", *small, "--after", "b", "--certificate", file]) == 0
    assert "can force a win" in capsys.readouterr().out
    assert main(["verify", file]) == 0
    assert "after b\n" in capsys.readouterr().out
    assert main(["verify", "--fast", "--json", file]) == 0
    assert '"claim": "win"' in capsys.readouterr().out
    Path(file).write_bytes(b"nothing")
    assert main(["verify", file]) == 1
    assert main(["verify", file + ".none"]) == 1
