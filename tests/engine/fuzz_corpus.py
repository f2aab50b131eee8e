"""Write the seed corpus of the fuzz targets: positions of random games of every variant, one folder per game.

A file has a line each for edition, options and fields, then random bytes that `native/fuzz.hpp` reads as actions.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

from tablier.engine.twin import Twin, option_texts
from tests.conformance.variants import random_game, variants


def main(folder: Path) -> None:
    rng = random.Random(1)
    for number, variant in enumerate(variants()):
        if not Twin.exists(variant.start()):
            continue
        game = variant.start().game.name
        (folder / game).mkdir(parents=True, exist_ok=True)
        positions = [state for state, _ in random_game(variant.start(number), number)]
        for index, state in enumerate(rng.sample(positions, min(6, len(positions)))):
            options = "\t".join(f"{name}={value}" for name, value in option_texts(state).items())
            header = f"{state.edition.partition(':')[2]}\n{options}\n{'|'.join(state.fields())}\n"
            (folder / game / f"{number}-{index}").write_bytes(header.encode() + rng.randbytes(80))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
