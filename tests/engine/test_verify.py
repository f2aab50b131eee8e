"""Certificates: created by the solver, verified with the rules alone."""

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
ILLEGAL_ACTION = b"\xc8"  # the code 200, far above the largest of these walls
CASES = [
    WON,
    DRAWN,
    ("kwintie:board", {"width": 4, "height": 4, "line": 4, "centre_ban": False}),
    ("kwintie:table", {"width": 5, "height": 4, "line": 4}),
    ("kwintie:table", {"width": 4, "height": 4}),
    ("kwintie:kwinty", {"width": 5, "height": 4}),
]


def create_certificate(edition: str, options: dict[str, object], file: Path) -> Certificate:
    solver = Solver(tablier.new(edition, **options), memory=8)
    result = solver.certificate(solver.solve())
    result.save(file)
    return result


@pytest.mark.parametrize(("edition", "options"), CASES)
def test_both_verifiers_walk_the_same_tree(edition: str, options: dict[str, object], tmp_path: Path) -> None:
    file = tmp_path / "proof"
    certificate = create_certificate(edition, options, file)
    slow, fast = verify(file), verify(file, fast=True)
    assert slow.state == fast.state == tablier.new(edition, **options)
    for strategy, slow_result, fast_result in zip(certificate.strategies, slow.strategies, fast.strategies, strict=True):
        assert slow_result["actions"] == len(strategy.actions) and slow_result["longest"] == strategy.longest
        assert (slow_result["positions"], slow_result["longest"]) == (fast_result["positions"], fast_result["longest"])
        assert fast_result["sampled"] > 0


@pytest.mark.parametrize("fast", [False, True])
@pytest.mark.parametrize(("edition", "options"), [WON, DRAWN])
def test_any_altered_byte_is_detected(edition: str, options: dict[str, object], fast: bool, tmp_path: Path) -> None:
    file, changed = tmp_path / "proof", tmp_path / "changed"
    create_certificate(edition, options, file)
    content = file.read_bytes()
    for at in range(len(content)):
        changed.write_bytes(content[:at] + bytes([content[at] ^ 1 << at % 8]) + content[at + 1 :])
        with pytest.raises(BadFile) as refused:
            verify(changed, fast=fast)
        assert refused.value.code == "no_certificate" or "position" in refused.value.facts
    for shorter in (content[:-1], content[: len(content) // 2], content[:10], b"", content + b"x"):
        changed.write_bytes(shorter)
        with pytest.raises(BadFile):
            verify(changed, fast=fast)


def failing_position(file: Path, fast: bool) -> str | None:
    """Position text where the verifier fails, None if the certificate is valid."""
    try:
        verify(file, fast=fast)
    except BadFile as error:
        assert tablier.from_text(error.position) is not None
        return str(error.position)
    return None


def test_an_illegal_action_is_detected(tmp_path: Path) -> None:
    """The checksums are correct: the walk itself finds the position."""
    file = tmp_path / "proof"
    certificate = create_certificate(*WON, file)
    (strategy,) = certificate.strategies
    for at in range(len(strategy.actions)):
        actions = strategy.actions[:at] + ILLEGAL_ACTION + strategy.actions[at + 1 :]
        Certificate(certificate.position, (), (Strategy(0, "win", actions, strategy.longest),)).save(file)
        assert failing_position(file, False) == failing_position(file, True) is not None


def test_both_verifiers_agree_on_changed_actions(tmp_path: Path) -> None:
    """Few changed actions are winning too and give another valid proof; the verifiers agree on all of them."""
    file = tmp_path / "proof"
    certificate = create_certificate("kwintie:board", {"width": 6, "height": 5, "line": 4}, file)
    (strategy,) = certificate.strategies
    rng, rejected = random.Random(1), 0
    for at in range(len(strategy.actions)):
        actions = bytearray(strategy.actions)
        actions[at] = (actions[at] + 1 + rng.randrange(8)) % 16
        Certificate(certificate.position, (), (Strategy(0, "win", bytes(actions), strategy.longest),)).save(file)
        assert failing_position(file, False) == failing_position(file, True)
        rejected += failing_position(file, True) is not None
    assert rejected > 0.9 * len(strategy.actions)


def test_a_false_claim_is_detected(tmp_path: Path) -> None:
    file = tmp_path / "proof"
    certificate = create_certificate(*DRAWN, file)
    for strategy in certificate.strategies:
        false_claim = Strategy(strategy.seat, "win", strategy.actions, strategy.longest)
        Certificate(certificate.position, (), (false_claim,)).save(file)
        with pytest.raises(BadFile, match=r"not_kept|too_few_actions|no_such_action"):
            verify(file)
    Certificate(certificate.position, (), certificate.strategies[:1]).save(file)
    with pytest.raises(BadFile, match="no_claim"):
        verify(file)
    Certificate(certificate.position, ("a",), certificate.strategies).save(file)
    with pytest.raises(BadFile, match="no_claim"):
        verify(file)


def test_solve_and_verify_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
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
