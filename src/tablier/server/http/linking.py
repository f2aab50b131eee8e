"""A bundler for the client's JavaScript modules that works at request time.

The modules that every match page needs are served as one file, the pack, because each file costs a request. In the pack a
module is a block that reads its imports from the object `$` and stores its exports there. Other modules are served one by one
and read from `$` what they import from the pack. Comments and indentation, a third of the size, are removed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import PurePosixPath
from posixpath import normpath

from tablier.core.registry import game

from ..i18n import WEB

PACK = "web/pack.js"
ENTRY = "web/app/main.js"  # awaits modules that import from the pack, so it must not be part of it
PACK_ROOTS = (ENTRY, "web/app/table/table.js", "web/board/board.js", "web/board/motion.js")

COMMENT_LINES = re.compile(r"^[ \t]*/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*\n", re.MULTILINE)
COMMENT = re.compile(r"/\*\*(?:[^*]|\*(?!/))*\*/")
LINE_COMMENT = re.compile(r"^[ \t]*//.*\n", re.MULTILINE)
INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";\n', re.MULTILINE)
DYNAMIC_IMPORT = re.compile(r'\bimport\("(\.[^"]+)"\)')
EXPORT = re.compile(r"^export (?=(?:async )?(?:const|function|class) (\w+))", re.MULTILINE)
REMAINING = re.compile(r"^(?:import|export)\b", re.MULTILINE)


@cache
def source(module: str) -> str:
    """The source of a module by the path under which it is served, without comments; empty if there is no such module.

    The result is cached, so the path must be of a served file or an import in one.
    """
    kind, _, rest = module.partition("/")
    folder = WEB
    if kind == "games":
        name, _, rest = rest.partition("/")
        folder = game(name).folder
    file = folder / rest
    if not file.is_file():
        return ""
    text = COMMENT.sub(" ", COMMENT_LINES.sub("", file.read_text(encoding="utf-8")))
    if any(line.count("`") % 2 for line in text.splitlines()):  # a template literal over several lines: keep its indentation
        return text
    return INDENT.sub("", LINE_COMMENT.sub("", text))


def sort_modules(*roots: str) -> list[str]:
    """The modules and all their static imports in topological order. Raises `ValueError` for a cycle."""
    ordered: dict[str, None] = {}

    def visit(module: str, importers: tuple[str, ...]) -> None:
        if module in importers:
            raise ValueError(f"import cycle: {' -> '.join((*importers, module))}")
        if module not in ordered:
            for path in imports(module):
                visit(path, (*importers, module))
            ordered[module] = None

    for root in roots:
        visit(root, ())
    return list(ordered)


def imports(module: str) -> Iterator[str]:
    """The paths of a module's static imports."""
    for _, path in IMPORT.findall(source(module)):
        yield _resolve(module, path)


@cache
def packed_modules() -> frozenset[str]:
    """The modules of the pack."""
    return frozenset(_pack_order())


def _pack_order() -> list[str]:
    return [module for module in sort_modules(*PACK_ROOTS) if module != ENTRY]


@cache
def pack(root: str) -> bytes:
    """The pack as one JavaScript module; `root` is the versioned path."""
    return "".join(["export const $ = {};\n", *(_pack_block(root, module) for module in _pack_order())]).encode()


def _pack_block(root: str, module: str) -> str:
    text = source(module)
    names = EXPORT.findall(text)
    module_url = f'new URL("{root}{module}", location.href).href'
    body = EXPORT.sub("", _link_imports(root, module, text)).replace("import.meta.url", module_url)
    if REMAINING.search(body):
        raise ValueError(f"{module} has an import or export that cannot be linked")
    return f'{{\n{body}$["{module}"] = {{ {", ".join(names)} }};\n}}\n'


@cache
def link_module(root: str, module: str) -> bytes:
    """A module outside the pack, with imports from the pack where possible; `module` is the path of a served file."""
    text = _link_imports(root, module, source(module))
    return (f'import {{ $ }} from "{root}{PACK}";\n{text}' if "$[" in text else text).encode()


def _link_imports(root: str, module: str, text: str) -> str:
    def link_static(statement: re.Match[str]) -> str:
        path = _resolve(module, statement[2])
        names = statement[1].replace(" as ", ": ")
        return f'const {{{names}}} = $["{path}"];\n' if path in packed_modules() else statement[0]

    def link_dynamic(expression: re.Match[str]) -> str:
        path = _resolve(module, expression[1])
        return f'Promise.resolve($["{path}"])' if path in packed_modules() else f'import("{root}{path}")'

    return DYNAMIC_IMPORT.sub(link_dynamic, IMPORT.sub(link_static, text))


def _resolve(module: str, path: str) -> str:
    return normpath(str(PurePosixPath(module).parent / path))
