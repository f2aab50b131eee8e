"""Settings for the whole test run: Hypothesis profiles, markers by folder, signals, another build of the native module."""

from __future__ import annotations

import importlib.util
import os
import signal
import sys
from pathlib import Path

import pytest
from hypothesis import settings

TESTS = Path(__file__).parent
collect_ignore = ["toy/ugi_program.py"]  # a program that reads its input when it is imported

# Selected with `pytest --hypothesis-profile=dev`; `tests.examples.examples` scales the number of examples by profile.
for profile in ("dev", "ci", "long"):
    settings.register_profile(profile, print_blob=True, deadline=None)
settings.load_profile("ci")

# A shell starts background jobs (`nohup`, `&`) with SIGINT ignored, and child processes inherit that, so that Ctrl-C tests
# would wait in vain. With a handler in this process, child processes start with the default action.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests by what they start; `pyproject.toml` describes the markers."""
    for item in items:
        folder = item.path.relative_to(TESTS).parts[0] if item.path.is_relative_to(TESTS) else ""
        fixtures = set(getattr(item, "fixturenames", ()))
        if {"browser", "chromium"} & fixtures:
            item.add_marker(pytest.mark.browser)
        if "server" in fixtures:
            item.add_marker(pytest.mark.server)
        if folder in ("server", "engine"):
            item.add_marker(folder)


def _use_native_module(path: str) -> None:
    """Test another build of the native module, such as a sanitized one, instead of the installed one."""
    import tablier.engine

    name = "tablier.engine._native"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.modules[name] = module
    tablier.engine._native = module  # type: ignore[attr-defined]


if "TABLIER_NATIVE" in os.environ:
    _use_native_module(os.environ["TABLIER_NATIVE"])
