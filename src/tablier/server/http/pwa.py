"""What makes the client at home on a phone: the manifest, and the service worker of this version."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from litestar import Request, Response, get

from tablier.core.i18n import gettext as _
from tablier.core.i18n import use_language
from tablier.core.registry import shelf

from .pages import TYPES, WEB, request_language, version

# as in tokens.css; the page itself tells its colours for light and dark
PAPER = "#f6f1e7"
ICONS = (("icon.svg", "any", "any"), ("icon_192.png", "192x192", "any"), ("icon_512.png", "512x512", "any"))
MASKABLE = (("icon_maskable.svg", "any", "maskable"), ("icon_maskable_512.png", "512x512", "maskable"))


@get("/manifest.webmanifest", include_in_schema=False)
async def manifest(request: Request[Any, Any, Any]) -> Response[Any]:
    """What a phone shows of the app when it is put on the home screen."""
    headers = {"cache-control": "no-cache", "vary": "accept-language, cookie"}
    return Response(_manifest(request_language(request)), media_type=TYPES[".webmanifest"], headers=headers)


@cache
def _manifest(language: str) -> bytes:
    files = f"/web/{version()}"
    with use_language(language):
        about = _("A games shelf that is open day and night.")
        told = {
            "id": "/",
            "name": "Tablier",
            "short_name": "Tablier",
            "description": about,
            "lang": language,
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": PAPER,
            "theme_color": PAPER,
            "categories": ["games"],
            "icons": [
                {"src": f"{files}/web/icons/{name}", "sizes": sizes, "type": TYPES[name[-4:]], "purpose": purpose}
                for name, sizes, purpose in (*ICONS, *MASKABLE)
            ],
            "shortcuts": [
                {
                    "name": _(game.title),
                    "url": f"/play/{game.name}",
                    "icons": [{"src": f"{files}/games/{game.name}/cover.svg", "sizes": "any", "type": TYPES[".svg"]}],
                }
                for game in shelf()
            ],
        }
    return msgspec.json.encode(told)


@get("/service_worker.js", include_in_schema=False)
async def service_worker() -> Response[Any]:
    """It lies at the top so that it serves all pages, and differs with every version, which is how browsers notice one."""
    return Response(_service_worker(), media_type=TYPES[".js"], headers={"cache-control": "no-cache"})


@cache
def _service_worker() -> bytes:
    context = {"version": version(), "shell": shell()}
    return b"const HOUSE = " + msgspec.json.encode(context) + b";\n" + (WEB / "service_worker.js").read_bytes()


def shell() -> list[str]:
    """The files without which the shelf cannot be shown, below the path of this version; tables fetch theirs when needed."""
    files = [file for part in ("app/*.js", "style/*.css", "icons/icon*.svg") for file in sorted(WEB.glob(part))]
    own = [f"web/{file.relative_to(WEB).as_posix()}" for file in files]
    games = [f"games/{game.name}/{name}" for game in shelf() for name in ("cover.svg", "texts/{language}.json")]
    return [*own, "web/texts/{language}.json", *games]
