"""Settings for the whole test run."""

from __future__ import annotations

import importlib.util
import os
import sys

from hypothesis import settings

collect_ignore = ["toy/ugi_program.py"]  # a program of its own, which reads its input when imported

settings.register_profile("ci", print_blob=True, deadline=None)
settings.load_profile("ci")


def _use_native_module(path: str) -> None:
    """Tests another build of the native module, such as a sanitized one, in place of the installed one."""
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
