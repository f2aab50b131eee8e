"""The web app manifest and the service worker."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from litestar import Response, get

from tablier.core.i18n import gettext as _
from tablier.core.i18n import use_language
from tablier.core.registry import shelf

from ..i18n import STATIC
from .client_build import ENTRY, PAGES, ROOT, icon_address, manifest
from .dependencies import AnyRequest
from .request_info import request_language
from .static_files import MEDIA_TYPES, REVALIDATE, StaticFile, file_response, make_file, version

BACKGROUND_COLOUR = "#f6f1e7"  # as in tokens.css
# file, sizes, purpose
ICONS = (("icon.svg", "any", "any"), ("icon_192.png", "192x192", "any"), ("icon_512.png", "512x512", "any"))
MASKABLE_ICONS = (("icon_maskable.svg", "any", "maskable"), ("icon_maskable_512.png", "512x512", "maskable"))


@get("/manifest.webmanifest", include_in_schema=False)
async def show_manifest(request: AnyRequest) -> Response[Any]:
    """The web app manifest, in the language of the request."""
    manifest = _manifest(request_language(request.scope))
    return file_response(request, manifest, REVALIDATE, vary="accept-language, cookie")


@cache
def _manifest(language: str) -> StaticFile:
    root = f"{ROOT}{version()}"
    with use_language(language):
        manifest = {
            "id": "/",
            "name": "Tablier",
            "short_name": "Tablier",
            "description": _("A games shelf that is open day and night."),
            "lang": language,
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": BACKGROUND_COLOUR,
            "theme_color": BACKGROUND_COLOUR,
            "categories": ["games"],
            "icons": [
                {"src": icon_address(name), "sizes": sizes, "type": MEDIA_TYPES[name[-4:]], "purpose": purpose}
                for name, sizes, purpose in (*ICONS, *MASKABLE_ICONS)
            ],
            "shortcuts": [
                {
                    "name": _(game.title),
                    "url": f"/play/{game.name}",
                    "icons": [{"src": f"{root}/games/{game.name}/cover.svg", "sizes": "any", "type": MEDIA_TYPES[".svg"]}],
                }
                for game in shelf()
            ],
        }
    return make_file(msgspec.json.encode(manifest), MEDIA_TYPES[".webmanifest"])


@get("/service_worker.js", include_in_schema=False)
async def show_service_worker(request: AnyRequest) -> Response[Any]:
    """The service worker. It is at the top so that its scope is all pages; its content changes with the version."""
    return file_response(request, _service_worker(), REVALIDATE)


@cache
def _service_worker() -> StaticFile:
    constants = {
        "version": version(),
        "icons": {name: icon_address(name) for name in ("icon_192.png", "badge.png")},
        "shell": shell_files(),
    }
    content = b"const BUILD = " + msgspec.json.encode(constants) + b";\n" + (STATIC / "service_worker.js").read_bytes()
    return make_file(content, MEDIA_TYPES[".js"])


def shell_files() -> list[str]:
    """The files that the service worker caches first: those of the home page. Match pages load theirs when needed.

    The service worker replaces `{language}`.
    """
    build, first_page = manifest(), manifest().scripts[f"web/app/{PAGES[''].module}"]
    scripts = [build.scripts[ENTRY].file, *build.scripts[ENTRY].imports, first_page.file, *first_page.imports]
    icons = [path for name, path in build.icons.items() if name.startswith("icon") and name.endswith(".svg")]
    games = [f"{version()}/games/{game.name}/{name}" for game in shelf() for name in ("cover.svg", "texts/{language}.json")]
    files = [*dict.fromkeys(scripts), *build.styles.values(), *icons, f"{version()}/texts/{{language}}.json", *games]
    return [ROOT + file for file in files]
