"""Puts the toy game on the shelf as an installed package would: through an entry point that the registry finds."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tablier.core import registry

HERE = Path(__file__).parent


@contextmanager
def toy_on_the_shelf(folder: Path) -> Iterator[None]:
    """Makes `pebbles` a game of the shelf within the block; the package's metadata is written into the folder."""
    info = folder / "toy_game-1.0.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-game\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[tablier.games]\npebbles = toy_game:GAME\n")
    added = [str(folder), str(HERE)]
    sys.path[:0] = added
    registry.clear_caches()
    try:
        yield
    finally:
        for path in added:
            sys.path.remove(path)
        registry.clear_caches()
