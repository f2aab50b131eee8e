"""Scripts as they are served. What every table needs comes as one file, since a browser pays for each file it asks for.

Nothing is built and nothing is written: modules lie in the package as they are, and are linked when they are asked for first.
In the pack each module is a block of its own that takes what it imports from `$` and leaves there what it exports. All others
are served one by one, and take from the pack what is in it. Comments and indentation stay at home: a third of the whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path, PurePosixPath
from posixpath import normpath

import tablier
from tablier.core.errors import BadOptions
from tablier.core.registry import game

WEB = Path(tablier.__file__).parent / "web"
PACK = "web/pack.js"
START = "web/app/main.js"  # waits for pages that take from the pack, so it must not be a part of it
PACKED = (START, "web/app/table/table.js", "web/board/board.js", "web/board/motion.js")

WHOLE_COMMENT = re.compile(r"^[ \t]*/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*\n", re.MULTILINE)
COMMENT = re.compile(r"/\*\*(?:[^*]|\*(?!/))*\*/")
LINE_COMMENT = re.compile(r"^[ \t]*//.*\n", re.MULTILINE)
INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";\n', re.MULTILINE)
IMPORT_LATER = re.compile(r'\bimport\("(\.[^"]+)"\)')
EXPORT = re.compile(r"^export (?=(?:async )?(?:const|function|class) (\w+))", re.MULTILINE)
OUTSIDE = re.compile(r"^(?:import|export)\b", re.MULTILINE)


def folder_of(name: str) -> Path | None:
    """Where a game keeps its files; None where there is no such game."""
    try:
        return game(name).folder if name else None
    except BadOptions:
        return None


@cache
def source(module: str) -> str:
    """A module by the path under which it is served, without what is for readers; empty where there is none."""
    kind, _, rest = module.partition("/")
    folder: Path | None = WEB
    if kind == "games":
        name, _, rest = rest.partition("/")
        folder = folder_of(name)
    file = folder / rest if folder else None
    if not file or not file.is_file():
        return ""
    text = COMMENT.sub(" ", WHOLE_COMMENT.sub("", file.read_text(encoding="utf-8")))
    if any(line.count("`") % 2 for line in text.splitlines()):  # a text over several lines, whose margin may matter
        return text
    return INDENT.sub("", LINE_COMMENT.sub("", text))


def reached(*modules: str) -> list[str]:
    """These modules and all they import, each after what it imports."""
    found: dict[str, None] = {}

    def visit(module: str, above: tuple[str, ...]) -> None:
        if module in above:
            raise ValueError(f"{module} imports itself, by {' '.join(above)}")
        if module not in found:
            for path in imports(module):
                visit(path, (*above, module))
            found[module] = None

    for module in modules:
        visit(module, ())
    return list(found)


def imports(module: str) -> Iterator[str]:
    """What a module imports, by paths as they are served."""
    for _, path in IMPORT.findall(source(module)):
        yield _resolved(module, path)


@cache
def in_pack() -> frozenset[str]:
    """The modules of the pack."""
    return frozenset(_order())


def _order() -> list[str]:
    return [module for module in reached(*PACKED) if module != START]


@cache
def pack(root: str) -> bytes:
    """The modules of the pack in one; `root` is the versioned path."""
    return "".join(["export const $ = {};\n", *(_block(root, module) for module in _order())]).encode()


def _block(root: str, module: str) -> str:
    text = source(module)
    names = EXPORT.findall(text)
    own = f'new URL("{root}{module}", location.href).href'
    body = EXPORT.sub("", _joined(root, module, text)).replace("import.meta.url", own)
    if OUTSIDE.search(body):
        raise ValueError(f"{module} imports or exports in a way that cannot be linked")
    return f'{{\n{body}$["{module}"] = {{ {", ".join(names)} }};\n}}\n'


@cache
def linked(root: str, module: str) -> bytes:
    """A module by itself that takes from the pack what is there."""
    text = _joined(root, module, source(module))
    return (f'import {{ $ }} from "{root}{PACK}";\n{text}' if "$[" in text else text).encode()


def _joined(root: str, module: str, text: str) -> str:
    def taken(found: re.Match[str]) -> str:
        path = _resolved(module, found[2])
        return f'const {{{found[1].replace(" as ", ": ")}}} = $["{path}"];\n' if path in in_pack() else found[0]

    def later(found: re.Match[str]) -> str:
        path = _resolved(module, found[1])
        return f'Promise.resolve($["{path}"])' if path in in_pack() else f'import("{root}{path}")'

    return IMPORT_LATER.sub(later, IMPORT.sub(taken, text))


def _resolved(module: str, path: str) -> str:
    return normpath(str(PurePosixPath(module).parent / path))
