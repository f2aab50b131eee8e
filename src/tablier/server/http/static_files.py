"""Files for browsers: a fixed table of all files, and conditional and partial responses.

The table is made once, from the files of the client, the games and the languages. A path outside the table is 404 and reaches
neither a cache nor the file system.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from litestar import Response

import tablier
from tablier.core.languages import LOCALE_FOLDER
from tablier.core.registry import shelf

from ..i18n import WEB
from .dependencies import AnyRequest
from .i18n_files import generated_files
from .linking import PACK, link_module, pack

MEDIA_TYPES = {  # by suffix; files of other types are not served. Litestar adds the charset of text
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".html": "text/html",
    ".webmanifest": "application/manifest+json",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".wav": "audio/wav",
    ".woff2": "font/woff2",
    ".txt": "text/plain",
}
CACHE_FOR_EVER = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
CATALOGUE_SUFFIX = ".po"  # not served, but texts are generated from it
SINGLE_RANGE = re.compile(r"bytes=(\d{0,12})-(\d{0,12})", re.ASCII)


class StaticFile(NamedTuple):
    """The content of a file with its headers. `etag` is strong: it changes with every byte."""

    content: bytes
    media_type: str
    etag: str


def make_file(content: bytes, media_type: str) -> StaticFile:
    """A file with the hash of its content as ETag."""
    return StaticFile(content, media_type, f'"{hashlib.sha256(content).hexdigest()[:20]}"')


# the table


@cache
def version() -> str:
    """Hash of the package version and all files that browsers get; part of their paths."""
    digest = hashlib.sha256(tablier.__version__.encode())
    folders = [WEB, LOCALE_FOLDER, *(entry.folder for entry in shelf())]
    for folder in folders:
        for file in sorted(folder.rglob("*")):
            if (file.suffix in MEDIA_TYPES or file.suffix == CATALOGUE_SUFFIX) and file.is_file():
                digest.update(str(file.relative_to(folder)).encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


@cache
def file_loaders() -> Mapping[str, Callable[[], bytes]]:
    """The table of all served files: a function that makes the content, by path below `/web/VERSION/`."""
    root = f"/web/{version()}/"
    loaders: dict[str, Callable[[], bytes]] = {}
    for prefix, folder in (("web", WEB), *((f"games/{game.name}", game.folder) for game in shelf())):
        for file in folder.rglob("*"):
            if file.suffix in MEDIA_TYPES and file.is_file():
                path = f"{prefix}/{file.relative_to(folder).as_posix()}"
                loaders[path] = partial(link_module, root, path) if file.suffix == ".js" else file.read_bytes
    return {**loaders, PACK: partial(pack, root), **generated_files()}


def find_file(path: str) -> StaticFile | None:
    """The file at a path below `/web/VERSION/`; None if it is not in the table. Its content is made at its first use."""
    return _load_file(path) if path in file_loaders() else None


@cache
def _load_file(path: str) -> StaticFile:
    return make_file(file_loaders()[path](), MEDIA_TYPES[PurePosixPath(path).suffix])


# responses


def file_response(request: AnyRequest, file: StaticFile, cache_control: str, **headers: str) -> Response[Any]:
    """Answer with a file: 304 if the client has it, 206 or 416 for a range of a sound, otherwise 200."""
    headers = {"cache-control": cache_control, "etag": file.etag, **headers}
    if _has_etag(request.headers.get("if-none-match", ""), file.etag):
        return Response(b"", status_code=304, media_type=file.media_type, headers=headers)
    if file.media_type.startswith("audio/"):  # media players seek in sounds, and Safari plays them only with ranges
        headers["accept-ranges"] = "bytes"
        if request.headers.get("if-range", file.etag) == file.etag:
            return _range_response(file, request.headers.get("range", ""), headers)
    return Response(file.content, media_type=file.media_type, headers=headers)


def _has_etag(if_none_match: str, etag: str) -> bool:
    """True if an If-None-Match header lists the ETag. Weak ones are equal to strong ones here (RFC 9110, 13.1.2)."""
    return any(candidate.strip().removeprefix("W/") in (etag, "*") for candidate in if_none_match.split(","))


def _range_response(file: StaticFile, range_header: str, headers: dict[str, str]) -> Response[Any]:
    """Answer a request with a Range header. A header with several ranges or an unknown unit is ignored, as RFC 9110 allows."""
    size = len(file.content)
    bounds = SINGLE_RANGE.fullmatch(range_header.replace(" ", ""))
    if not bounds or not (bounds[1] or bounds[2]):
        return Response(file.content, media_type=file.media_type, headers=headers)
    if bounds[1]:
        first, end = int(bounds[1]), min(int(bounds[2]) + 1, size) if bounds[2] else size
        if bounds[2] and int(bounds[2]) < first:  # malformed, so it is ignored
            return Response(file.content, media_type=file.media_type, headers=headers)
    else:  # the last bytes
        first, end = max(size - int(bounds[2]), 0), size
    if first >= size:
        return Response(b"", status_code=416, media_type=file.media_type, headers={"content-range": f"bytes */{size}"})
    headers = {**headers, "content-range": f"bytes {first}-{end - 1}/{size}"}
    return Response(file.content[first:end], status_code=206, media_type=file.media_type, headers=headers)
