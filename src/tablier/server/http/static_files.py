"""Files for browsers: fixed tables of all files, and compressed, conditional and partial responses.

The tables are made once, from the built client, the games and the languages. A path outside them is 404 and reaches neither a
cache nor the file system. Built files have a hash in their names; all others are below a hash of everything, the version.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from litestar import Response

import tablier
from tablier.core.languages import LOCALE_FOLDER
from tablier.core.registry import shelf

from .client_build import BOARD_API, MANIFEST, built_files, manifest
from .dependencies import AnyRequest
from .i18n_files import generated_files

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
COMPRESSIBLE = {".js", ".css", ".json", ".svg", ".html", ".webmanifest", ".txt"}
SINGLE_RANGE = re.compile(r"bytes=(\d{0,12})-(\d{0,12})", re.ASCII)
NOTHING = re.compile(r"q=0(\.0*)?")  # the weight of an encoding that a client does not accept


class StaticFile(NamedTuple):
    """The content of a file with its headers. `etag` is strong: it changes with every byte.

    `encodings` has the compressed forms by name of the encoding, the preferred one first.
    """

    content: bytes
    media_type: str
    etag: str
    encodings: Mapping[str, bytes] = {}


def make_file(content: bytes, media_type: str, *, compress: bool = False) -> StaticFile:
    """A file with the hash of its content as ETag."""
    return StaticFile(content, media_type, _etag(content), {"gzip": gzip.compress(content, 9, mtime=0)} if compress else {})


def _etag(content: bytes) -> str:
    return f'"{hashlib.sha256(content).hexdigest()[:20]}"'


# the table


@cache
def version() -> str:
    """Hash of the package version, the built client and all files of games; part of the address of generated files."""
    digest = hashlib.sha256(tablier.__version__.encode())
    digest.update(MANIFEST.read_bytes())
    for folder in (LOCALE_FOLDER, *(entry.folder for entry in shelf())):
        for file in sorted(folder.rglob("*")):
            if (file.suffix in MEDIA_TYPES or file.suffix == CATALOGUE_SUFFIX) and file.is_file():
                digest.update(str(file.relative_to(folder)).encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


@cache
def _built_files() -> Mapping[str, Path]:
    return built_files()


@cache
def _versioned_files() -> Mapping[str, Callable[[], bytes]]:
    """The files of games and the generated ones: a function that makes the content, by path below `/static/VERSION/`."""
    loaders: dict[str, Callable[[], bytes]] = {}
    for game in shelf():
        for file in game.folder.rglob("*"):
            if file.suffix in MEDIA_TYPES and file.is_file():
                loaders[f"games/{game.name}/{file.relative_to(game.folder).as_posix()}"] = file.read_bytes
    return {**loaders, **generated_files()}


def prepare_files() -> None:
    """Make the tables. Raises `ClientNotBuilt`."""
    manifest()
    _built_files()
    _versioned_files()
    version()


def find_file(path: str) -> tuple[StaticFile, str] | None:
    """The file at a path below `/static/` with its Cache-Control header; None if it is not in the tables.

    A page older than the server gets the current version of a file, not cached. Contents are made at their first use.
    """
    if path in _built_files():
        return _load_built(path), REVALIDATE if path == BOARD_API else CACHE_FOR_EVER
    requested_version, _, rest = path.partition("/")
    if rest in _versioned_files():
        return _load_versioned(rest), CACHE_FOR_EVER if requested_version == version() else REVALIDATE
    return None


@cache
def _load_built(path: str) -> StaticFile:
    file = _built_files()[path]
    encodings = {
        encoding: compressed.read_bytes()
        for encoding, suffix in (("br", ".br"), ("gzip", ".gz"))
        if (compressed := file.with_name(file.name + suffix)).is_file()
    }
    content = file.read_bytes()
    return StaticFile(content, MEDIA_TYPES[file.suffix], _etag(content), encodings)


@cache
def _load_versioned(path: str) -> StaticFile:
    suffix = PurePosixPath(path).suffix
    return make_file(_versioned_files()[path](), MEDIA_TYPES[suffix], compress=suffix in COMPRESSIBLE)


# responses


def file_response(request: AnyRequest, file: StaticFile, cache_control: str, **headers: str) -> Response[Any]:
    """Answer with a file: 304 if the client has it, 206 or 416 for a range of a sound, otherwise 200."""
    content, etag = file.content, file.etag
    headers = {"cache-control": cache_control, **headers}
    if file.encodings:
        headers["vary"] = ", ".join(filter(None, (headers.get("vary"), "accept-encoding")))
        if encoding := _preferred_encoding(request.headers.get("accept-encoding", ""), file.encodings):
            content, etag = file.encodings[encoding], f'{etag[:-1]}-{encoding}"'
            headers["content-encoding"] = encoding
    headers["etag"] = etag
    if _has_etag(request.headers.get("if-none-match", ""), etag):
        headers.pop("content-encoding", None)
        return Response(b"", status_code=304, media_type=file.media_type, headers=headers)
    if file.media_type.startswith("audio/"):  # players seek in sounds, and Safari plays them only with ranges
        headers["accept-ranges"] = "bytes"
        if request.headers.get("if-range", file.etag) == file.etag:
            return _range_response(file, request.headers.get("range", ""), headers)
    return Response(content, media_type=file.media_type, headers=headers)


def _preferred_encoding(accept_encoding: str, encodings: Mapping[str, bytes]) -> str | None:
    """The first of the encodings that an Accept-Encoding header lists with a weight above 0.

    >>> _preferred_encoding("gzip, br;q=0", {"br": b"", "gzip": b""})
    'gzip'
    """
    accepted = set()
    for entry in accept_encoding.lower().split(","):
        name, _, weight = entry.strip().partition(";")
        if not NOTHING.fullmatch(weight.strip()):
            accepted.add(name.strip())
    return next((encoding for encoding in encodings if encoding in accepted), None)


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
