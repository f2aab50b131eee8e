"""The documentation: links, line lengths, and the paths and functions it names."""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from litestar.routes import HTTPRoute

from tablier.server.app import make_app
from tablier.server.settings import Settings
from tablier.server.socket.frames import Frame

ROOT = Path(__file__).parents[2]
MAX_COLUMNS = 100
FENCE = re.compile(r"^\s*```")
LINK = re.compile(r"\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"")
CODE_PATH = re.compile(r"`((?:[\w.-]+/)+[\w.-]+\.(?:py|hpp|cpp|js|ts|mjs|css|json|txt|md))`")
PLACEHOLDERS = ("abc", "fr", "EDITION")  # parts of paths that stand for any game, language or edition


def tracked_pages() -> list[Path]:
    names = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    pages = [ROOT / name for name in names.splitlines()]
    return [page for page in pages if page.exists()]


PAGES = tracked_pages()
every_page = pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])


def prose_lines(page: Path) -> Iterator[tuple[int, str]]:
    """Yield the numbered lines outside code blocks."""
    in_code = False
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if FENCE.match(line):
            in_code = not in_code
        elif not in_code:
            yield number, line


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub makes them."""
    headings = [line.lstrip("#").strip().lower() for _, line in prose_lines(page) if line.startswith("#")]
    return {re.sub(r"[^\w\- ]", "", heading).replace(" ", "-") for heading in headings}


def test_pages_are_found() -> None:
    assert {"README.md", "ARCHITECTURE.md", "docs/README.md"} <= {str(page.relative_to(ROOT)) for page in PAGES}


@every_page
def test_relative_links_resolve(page: Path) -> None:
    for number, line in prose_lines(page):
        for match in LINK.finditer(line):
            target = match[1] or match[2]
            if target.startswith(("http://", "https://", "mailto:")):
                continue
            path, _, anchor = target.partition("#")
            file = (page.parent / path).resolve() if path else page
            assert file.exists(), f"{page.name}:{number}: {target}"
            assert not anchor or anchor in anchors(file), f"{page.name}:{number}: no heading {target}"


@every_page
def test_lines_fit(page: Path) -> None:
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if not line.startswith("|"):
            assert len(line) <= MAX_COLUMNS, f"{page.name}:{number}: {len(line)} columns"


@every_page
def test_code_paths_exist(page: Path) -> None:
    package = ROOT / "src" / "tablier"
    folders = (ROOT, ROOT / "native", package, ROOT / "web", ROOT / "web" / "app", page.parent)
    for number, line in prose_lines(page):
        for path in CODE_PATH.findall(line):
            if not any(part in PLACEHOLDERS for part in re.split(r"[/.]", path)):
                assert any((folder / path).exists() for folder in folders), f"{page.name}:{number}: {path}"


def test_pages_named_in_the_source_exist() -> None:
    named_pages = subprocess.run(
        ["git", "grep", "-hoE", r"\bdocs/[a-zA-Z_/.-]+\.md", "--", "src", "native", "tests", "tools", "bench", ":!*.md"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    assert named_pages
    for name in set(named_pages):
        assert (ROOT / name).exists(), name


def test_the_index_links_every_page_of_docs() -> None:
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    for page in PAGES:
        if page.parent in (ROOT / "docs", ROOT / "docs" / "tutorials", ROOT / "docs" / "how-to") and page.name != "README.md":
            assert f"({page.relative_to(ROOT / 'docs')})" in index, page


@pytest.mark.parametrize("folder", ["measurements", "decisions"])
def test_an_index_links_every_page_of_its_folder(folder: str) -> None:
    index = (ROOT / "docs" / folder / "README.md").read_text(encoding="utf-8")
    for page in (ROOT / "docs" / folder).glob("*.md"):
        assert page.name == "README.md" or f"({page.name})" in index, page


@pytest.mark.parametrize("page", sorted((ROOT / "docs" / "measurements").glob("*.md")), ids=lambda page: page.name)
def test_a_measurement_states_date_and_machine(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert re.search(r"\*\*Date\*\*: \d{4}-\d{2}-\d{2}", text) and "**Machine**:" in text


def test_the_settings_table_lists_every_setting() -> None:
    page = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    table = page.partition("\n## Settings\n")[2].partition("\n## ")[0]
    first_cells = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    assert [name for cell in first_cells for name in re.findall(r"`(\w+)`", cell)] == [field.name for field in fields(Settings)]


def test_the_command_table_lists_every_command_and_its_fields() -> None:
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    table = page.partition("| `type` | fields | answer |\n")[2].partition("\n\n")[0]
    documented = {}
    for line in table.splitlines()[1:]:
        types, names = line.split("|")[1:3]
        for command_type in re.findall(r"`(\w+)`", types):
            documented[command_type] = names.replace("no `match_id`", "")
    commands = get_args(get_type_hints(Frame)["command"])
    assert documented.keys() == {command.__struct_config__.tag for command in commands}
    for command in commands:
        for field in command.__struct_fields__:
            assert f"`{field}`" in documented[command.__struct_config__.tag], (command, field)


def test_the_api_page_lists_every_route(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    documented = {
        (method, re.sub(r"/(ID|N)\b", "/*", path))
        for method, path in re.findall(r"(GET|POST|PUT|PATCH|DELETE) (/api/[\w/.-]+)", page)
    }
    routes = {
        (method, re.sub(r"\{[^}]+\}", "*", route.path))
        for route in make_app(tmp_path, Settings()).routes
        if isinstance(route, HTTPRoute) and route.path.startswith("/api/") and not route.path.startswith("/api/docs")
        for method in route.methods - {"OPTIONS", "HEAD"}
    }
    assert {entry for entry in documented if not entry[1].startswith("/api/docs")} == routes


def test_every_dependency_has_a_reason() -> None:
    page = (ROOT / "docs" / "decisions" / "dependencies.md").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = [name for names in project["optional-dependencies"].values() for name in names]
    for requirement in [*project["dependencies"], *extras]:
        assert re.search(rf"\b{re.split(r'[<>=[ ]', requirement)[0]}\b", page), requirement


# ARCHITECTURE.md: two tables of steps, each row with a file (relative to the root or to src/tablier) and the functions it calls

MAX_STEPS = 20
STEP = re.compile(r"^\| (\d+) \| (.+?) \| (.+?) \| .+ \|$")


def steps(heading: str) -> list[tuple[int, list[Path], list[str]]]:
    """Return number, files and function names of each row of the table below a heading."""
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    section = page.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = [match for match in map(STEP.match, section.splitlines()) if match]
    folders = (ROOT, ROOT / "src" / "tablier")
    table = []
    for row in rows:
        names = re.findall(r"`([^`]+)`", row[2])
        files = [folder / name for name in names for folder in folders if (folder / name).exists()]
        assert len(files) == len(names), row[0]
        table.append((int(row[1]), files, re.findall(r"`([^`]+)`", row[3])))
    return table


def defined_names(file: Path) -> set[str]:
    """Return the functions of a file: `function`, `Class` and `Class.method` in Python, method names elsewhere."""
    text = file.read_text(encoding="utf-8")
    if file.suffix != ".py":
        return set(re.findall(r"\b(\w+)\s*(?:=\s*(?:async\s*)?)?\(", text))
    names = set()
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef):
            names |= {
                f"{node.name}.{part.name}" for part in node.body if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)
            }
            names.add(node.name)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names.add(node.name)
    return names


@pytest.mark.parametrize("heading", ["A move, from the click to the other player's screen", "An engine's move"])
def test_the_tables_of_steps_name_existing_functions(heading: str) -> None:
    table = steps(heading)
    assert [number for number, _, _ in table] == list(range(1, len(table) + 1))
    assert 5 < len(table) <= MAX_STEPS
    for number, files, names in table:
        assert names, number
        defined = set().union(*map(defined_names, files))
        assert set(names) <= defined, f"step {number}: {set(names) - defined}"
