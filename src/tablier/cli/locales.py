"""Which language to speak, and where its catalogues lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import tablier


def preferred_language(environment: Mapping[str, str]) -> str:
    """The language code of the environment, as gettext reads it; English when nothing is said.

    >>> preferred_language({"LANG": "fr_CH.UTF-8"})
    'fr'
    """
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        code = environment.get(name, "").split(":")[0].split(".")[0].split("_")[0]
        if code and code not in ("C", "POSIX"):
            return code
    return "en"


def catalogue_folders() -> Iterator[Path]:
    """The `locale` folders of the package and of each game in it."""
    package = Path(tablier.__file__).parent
    yield package / "locale"
    yield from sorted(package.glob("games/*/locale"))
