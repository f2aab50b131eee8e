"""Sources of the web client."""

from __future__ import annotations

from pathlib import Path

WEB = Path(__file__).parents[2] / "web"


def read_script(name: str) -> str:
    """Return the text of a script of the client by its path below `web/`, without suffix."""
    return next(file for suffix in (".ts", ".js") if (file := WEB / f"{name}{suffix}").is_file()).read_text(encoding="utf-8")
