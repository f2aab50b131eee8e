"""Draws the lid of each game's box, `cover.svg`, from a position on its own board: `python -m tools.covers`.

A game says in `cover.json` which position is seen and how: `position`, `ground` (the colour behind), `turn` (degrees),
`scale`, and `at` (the point of the board, as parts of its width and height, that lies in the middle of the lid).
"""

from __future__ import annotations

import json
import re
import shutil
import threading
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import sync_playwright

import tablier
from tests.web.harness.serve import server

LID = 320  # units a side
GAMES = Path(tablier.__file__).parent / "games"

FLATTEN = (Path(__file__).parent / "covers.js").read_text(encoding="utf-8")


def tidy(text: str) -> str:
    """Shorter without looking different."""
    text = re.sub(
        r"rgb\((\d+), (\d+), (\d+)\)", lambda found: "#" + "".join(f"{int(part):02x}" for part in found.groups()), text
    )
    text = re.sub(
        r'(fill|stroke|stop-color)="rgba\((\d+), (\d+), (\d+), ([\d.]+)\)"',
        lambda found: (
            f'{found[1]}="#{"".join(f"{int(part):02x}" for part in found.groups()[1:4])}" '
            f'{"stop-opacity" if found[1] == "stop-color" else found[1] + "-opacity"}="{found[5]}"'
        ),
        text,
    )
    text = re.sub(r"-?\d+\.\d{2,}", lambda found: f"{float(found[0]):.1f}".rstrip("0").rstrip("."), text)
    text = re.sub(r"url\('?([^')]+)'?\)", r"url(\1)", text)
    return re.sub(r"<(\w+)([^<>]*)></\1>", r"<\1\2/>", text)


def lid(drawn: dict[str, float | str], wish: dict[str, object]) -> str:
    """The picture on the lid."""
    x, y, width, height = (float(drawn[name]) for name in ("x", "y", "width", "height"))
    across, down = wish.get("at", [0.5, 0.5])  # type: ignore[misc]
    scale = LID / width * float(str(wish.get("scale", 1)))
    centre = f"{-(x + across * width):.1f} {-(y + down * height):.1f}"
    turn = f"rotate({wish.get('turn', 0)}) scale({scale:.4f})"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LID} {LID}">'
        f'<rect width="{LID}" height="{LID}" fill="{wish["ground"]}"/>'
        f'<g transform="translate({LID / 2} {LID / 2}) {turn} translate({centre})">{tidy(str(drawn["inside"]))}</g></svg>\n'
    )


def main() -> None:
    """Every game that has a `cover.json`."""
    with server() as running, sync_playwright() as playwright:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for file in sorted(GAMES.glob("*/cover.json")):
            wish = json.loads(file.read_text())
            page = browser.new_page(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
            page.goto(f"http://127.0.0.1:{running.server_port}/?" + urlencode({"position": wish["position"]}))
            page.wait_for_selector("body[data-ply]")
            picture = lid(page.evaluate(FLATTEN), wish)
            (file.parent / "cover.svg").write_text(picture, encoding="utf-8")
            print(file.parent.name, len(picture))
        running.shutdown()


if __name__ == "__main__":
    main()
