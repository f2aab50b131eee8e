"""Boards in colour, where the terminal can show it."""

from __future__ import annotations

import io
import sys

from tablier.core.terminal_text import Drawing, to_plain_text

COLOURS = ("auto", "always", "never")
STYLES = {
    "plain": "",
    "soft": "dim",
    "accent": "bold green",
    "side0": "bold yellow",
    "side1": "bold magenta",
    "side2": "bold cyan",
    "side3": "bold red",
}


def wants_colour(choice: str) -> bool:
    """True if output is to be coloured. `auto`: a terminal that can, unless NO_COLOR is set or TERM is `dumb`."""
    if choice != "auto":
        return choice == "always"
    if not sys.stdout.isatty():
        return False
    from rich.console import Console  # takes a while to import, and most output is plain

    terminal = Console()
    return terminal.is_terminal and not terminal.no_color and terminal.color_system is not None


def paint(drawing: Drawing, *, colour: bool) -> str:
    """Return the drawing as text, with the terminal's colour codes if `colour`."""
    if not colour:
        return to_plain_text(drawing)
    from rich.console import Console
    from rich.text import Text

    out = io.StringIO()
    console = Console(file=out, force_terminal=True, color_system="standard", width=400, highlight=False)
    for line in drawing:
        console.print(Text.assemble(*((span.text, STYLES[span.role]) for span in line)), soft_wrap=True)
    return out.getvalue().rstrip("\n")
