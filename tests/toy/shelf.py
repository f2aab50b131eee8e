"""Install the toy game through an entry point, as an installed package would."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tablier.core import registry

HERE = Path(__file__).parent


def write_metadata(folder: Path) -> list[str]:
    """Write the metadata of the package into the folder, and return the paths that make `pebbles` available."""
    info = folder / "toy_game-1.0.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-game\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[tablier.games]\npebbles = toy_game:GAME\n")
    return [str(folder), str(HERE)]


@contextmanager
def toy_on_the_shelf(folder: Path) -> Iterator[None]:
    """Make `pebbles` available within the block; the metadata of the package is written into the folder."""
    added = write_metadata(folder)
    sys.path[:0] = added
    registry.clear_caches()
    try:
        yield
    finally:
        for path in added:
            sys.path.remove(path)
        registry.clear_caches()
