"""The marker of tests that run Node.js. In CI nothing is skipped: there a missing program is a failure."""

from __future__ import annotations

import os
import shutil

import pytest

needs_node = pytest.mark.skipif(
    not (shutil.which("node") and shutil.which("npx")) and not os.environ.get("CI"),
    reason="needs Node.js (`node` and `npx` on PATH)",
)
