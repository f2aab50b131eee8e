"""Draws the lid of each game's box, `box.svg`, from a position on its own board: `python tests/web/boxes.py`.

A game says in `box.json` which position is seen and how: `position`, `ground` (the colour behind), `turn` (degrees), `scale`, and
`at` (the point of the board, as parts of its width and height, that lies in the middle of the lid).
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

# The drawing as it is seen, with every style written into it: a picture has no style sheet, and the policy allows it none.
FLATTEN = """() => {
    const svg = document.querySelector("#board svg.board");
    for (const use of [...svg.querySelectorAll("use")]) {
        const target = svg.querySelector(use.getAttribute("href"));
        const copy = document.createElementNS(svg.namespaceURI, "g");
        copy.setAttribute("transform", `translate(${use.getAttribute("x") || 0} ${use.getAttribute("y") || 0})`);
        copy.setAttribute("class", use.getAttribute("class") || "");
        if (target) copy.append(...[...(target.tagName === "symbol" ? target.children : [target])].map(node => node.cloneNode(true)));
        use.replaceWith(copy);
    }
    const own = {fill: "rgb(0, 0, 0)", stroke: "none", "stroke-width": "1px", "stroke-linecap": "butt", "stroke-linejoin": "miter",
        "stroke-dasharray": "none", opacity: "1", "fill-opacity": "1", "stroke-opacity": "1", "fill-rule": "nonzero"};
    const kept = ["d", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "fx", "fy", "width", "height", "points", "transform",
        "offset", "id", "gradientUnits", "gradientTransform", "clip-path", "href", "spreadMethod"];
    const written = node => {
        if (!(node instanceof SVGElement)) return "";
        if (node.matches(".cells, .focus-ring, .loupe, .coordinates, .coordinate, text, [visibility=hidden], .room, .reach, .last, .ring-edge, .ring")) return "";
        const style = getComputedStyle(node);
        if (style.display === "none") return "";
        const shape = node.children.length === 0;
        const attributes = kept.filter(name => node.hasAttribute(name)).map(name => [name, node.getAttribute(name)]);
        if (node.tagName === "stop") attributes.push(["stop-color", style.stopColor], ...(style.stopOpacity !== "1" ? [["stop-opacity", style.stopOpacity]] : []));
        else if (shape) for (const [name, usual] of Object.entries(own)) {
            const value = style.getPropertyValue(name);
            if (value && value !== usual) attributes.push([name, value.replace(/px/g, "")]);
        }
        else if (style.opacity !== "1") attributes.push(["opacity", style.opacity]);
        const inside = [...node.children].map(written).join("");
        if (!shape && !inside) return "";
        const drawn = attributes.map(([name, value]) => ` ${name}="${String(value).replace(/"/g, "'").replace(/&/g, "&amp;").replace(/</g, "&lt;")}"`).join("");
        if (!drawn && node.tagName === "g") return inside;
        return `<${node.tagName}${drawn}>${inside}</${node.tagName}>`;
    };
    const box = svg.viewBox.baseVal;
    return {x: box.x, y: box.y, width: box.width, height: box.height, inside: [...svg.children].map(written).join("")};
}"""


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
    place = f"translate({LID / 2} {LID / 2}) rotate({wish.get('turn', 0)}) scale({scale:.4f}) translate({-(x + across * width):.1f} {-(y + down * height):.1f})"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LID} {LID}"><rect width="{LID}" height="{LID}" fill="{wish["ground"]}"/>'
        f'<g transform="{place}">{tidy(str(drawn["inside"]))}</g></svg>\n'
    )


def main() -> None:
    """Every game that has a `box.json`."""
    with server() as running, sync_playwright() as playwright:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for file in sorted(GAMES.glob("*/box.json")):
            wish = json.loads(file.read_text())
            page = browser.new_page(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
            page.goto(f"http://127.0.0.1:{running.server_port}/?" + urlencode({"position": wish["position"]}))
            page.wait_for_selector("body[data-ply]")
            picture = lid(page.evaluate(FLATTEN), wish)
            (file.parent / "box.svg").write_text(picture, encoding="utf-8")
            print(file.parent.name, len(picture))
        running.shutdown()


if __name__ == "__main__":
    main()
