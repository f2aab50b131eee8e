"""What the benchmark measures."""

from typing import Any

VARIANTS: list[tuple[str, dict[str, Any], range]] = [
    ("kwintie:board", {}, range(8, 17)),
    ("kwintie:table", {}, range(8, 17)),
    ("kwintie:kwinty", {}, range(8, 17)),
]
