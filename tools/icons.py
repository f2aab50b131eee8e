"""Render the PNG icons from the SVG icons.

    python -m tools.icons

Needs Chromium. Reads and writes `web/icons`.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.web.browser import CHROMIUM, FLAGS

ICONS = Path(__file__).parents[1] / "web" / "icons"
PICTURES = {  # by SVG: names of the PNG files and their width in pixels
    "icon": [("icon_192", 192), ("icon_512", 512)],
    "icon_maskable": [("icon_maskable_512", 512), ("icon_apple", 180)],  # Apple rounds corners itself
    "badge": [("badge", 96)],
}


def main() -> None:
    """Render all icons."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for drawing, pictures in PICTURES.items():
            for name, width in pictures:
                page = browser.new_page(viewport={"width": width, "height": width})
                svg = (ICONS / f"{drawing}.svg").read_text(encoding="utf-8").replace("<svg ", f'<svg width="{width}" ', 1)
                page.set_content(f'<body style="margin:0;background:none">{svg}</body>')
                page.locator("svg").screenshot(path=ICONS / f"{name}.png", omit_background=True)
                page.close()
        browser.close()


if __name__ == "__main__":
    main()
