"""Node.js for tests. In CI nothing is skipped: there a missing program is a failure."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PATH = os.pathsep.join([os.environ.get("PATH", ""), str(Path(sys.executable).parent)])  # `make web` may install Node.js there

needs_node = pytest.mark.skipif(
    not (shutil.which("node", path=PATH) and (ROOT / "node_modules").is_dir()) and not os.environ.get("CI"),
    reason="needs Node.js and node_modules (`make web`)",
)


def run_node(*arguments: str | Path) -> str:
    """Run Node.js in the root of the repository and return its output; fail if it fails."""
    node = shutil.which("node", path=PATH)
    assert node, "Node.js is missing"
    process = subprocess.run(
        [node, *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, "PATH": PATH},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert process.returncode == 0, process.stdout + process.stderr
    return process.stdout
