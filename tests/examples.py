"""How many examples Hypothesis tries, by profile."""

from __future__ import annotations

from hypothesis import settings

DEV_LIMIT = 30
LONG_FACTOR = 10


def examples(count: int) -> int:
    """Return the number of examples for a test that tries `count` in CI: at most 30 in `dev`, ten times as many in `long`."""
    match settings.get_current_profile_name():
        case "dev":
            return min(count, DEV_LIMIT)
        case "long":
            return count * LONG_FACTOR
        case _:
            return count
