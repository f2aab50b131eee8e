"""Makes the icons that must be PNG from the drawn ones, in `web/icons`: `python -m tools.icons`."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import sync_playwright

import tablier
from tests.web.browser import CHROMIUM, FLAGS

ICONS = Path(tablier.__file__).parent / "web" / "icons"
MADE = {  # by the drawing: name and pixels a side
    "icon": [("icon_192", 192), ("icon_512", 512)],
    "icon_maskable": [("icon_maskable_512", 512), ("icon_apple", 180)],  # Apple rounds corners itself
    "badge": [("badge", 96)],
}


def main() -> None:
    """All of them."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for drawing, pictures in MADE.items():
            for name, side in pictures:
                page = browser.new_page(viewport={"width": side, "height": side})
                drawn = (ICONS / f"{drawing}.svg").read_text(encoding="utf-8").replace("<svg ", f'<svg width="{side}" ', 1)
                page.set_content(f'<body style="margin:0;background:none">{drawn}</body>')
                page.locator("svg").screenshot(path=ICONS / f"{name}.png", omit_background=True)
                page.close()
        browser.close()


if __name__ == "__main__":
    main()
