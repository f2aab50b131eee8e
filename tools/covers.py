"""Draw the cover of every game from a position on its board.

    python -m tools.covers

Needs Chromium. Writes `cover.svg` next to the `cover.json` of each game, which has these keys: `position` (position text),
`ground` (background colour), `turn` (rotation in degrees), `scale`, and `at` (the point of the board in the centre of the
cover, as fractions of its width and height).
"""

from __future__ import annotations

import json
import re
import threading
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import sync_playwright

import tablier
from tests.web.browser import CHROMIUM, FLAGS
from tests.web.harness.serve import create_server

SIZE = 320  # width and height in SVG units
FLATTEN_SVG = (Path(__file__).parent / "covers.js").read_text(encoding="utf-8")


def minify(text: str) -> str:
    """Shorten colours, numbers and empty elements of an SVG."""
    text = re.sub(
        r"rgb\((\d+), (\d+), (\d+)\)", lambda match: "#" + "".join(f"{int(part):02x}" for part in match.groups()), text
    )
    text = re.sub(
        r'(fill|stroke|stop-color)="rgba\((\d+), (\d+), (\d+), ([\d.]+)\)"',
        lambda match: (
            f'{match[1]}="#{"".join(f"{int(part):02x}" for part in match.groups()[1:4])}" '
            f'{"stop-opacity" if match[1] == "stop-color" else match[1] + "-opacity"}="{match[5]}"'
        ),
        text,
    )
    text = re.sub(r"-?\d+\.\d{2,}", lambda match: f"{float(match[0]):.1f}".rstrip("0").rstrip("."), text)
    text = re.sub(r"url\('?([^')]+)'?\)", r"url(\1)", text)
    return re.sub(r"<(\w+)([^<>]*)></\1>", r"<\1\2/>", text)


def compose_cover(board: dict[str, float | str], layout: dict[str, object]) -> str:
    """Return the SVG of a cover from the result of `FLATTEN_SVG` and the contents of a `cover.json`."""
    x, y, width, height = (float(board[name]) for name in ("x", "y", "width", "height"))
    across, down = layout.get("at", [0.5, 0.5])  # type: ignore[misc]
    scale = SIZE / width * float(str(layout.get("scale", 1)))
    centre = f"{-(x + across * width):.1f} {-(y + down * height):.1f}"
    turn = f"rotate({layout.get('turn', 0)}) scale({scale:.4f})"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}">'
        f'<rect width="{SIZE}" height="{SIZE}" fill="{layout["ground"]}"/>'
        f'<g transform="translate({SIZE / 2} {SIZE / 2}) {turn} translate({centre})">{minify(str(board["inside"]))}</g></svg>\n'
    )


def main() -> None:
    """Draw the covers of all games that have a `cover.json`."""
    with create_server() as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for file in sorted(Path(tablier.__file__).parent.glob("games/*/cover.json")):
            layout = json.loads(file.read_text())
            page = browser.new_page(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
            page.goto(f"http://127.0.0.1:{server.server_port}/?" + urlencode({"position": layout["position"]}))
            page.wait_for_selector("body[data-ply]")
            picture = compose_cover(page.evaluate(FLATTEN_SVG), layout)
            (file.parent / "cover.svg").write_text(picture, encoding="utf-8")
            print(file.parent.name, len(picture))
        server.shutdown()


if __name__ == "__main__":
    main()
