"""Rules about the source tree that no linter checks."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import tablier

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src" / "tablier"
GAMES = sorted(file.parent.name for file in SOURCE.glob("games/*/__init__.py"))
CODE_SUFFIXES = (".py", ".js", ".mjs", ".ts", ".css", ".html", ".hpp", ".cpp", ".txt")
TEXT_SUFFIXES = (*CODE_SUFFIXES, ".md", ".toml", ".json", ".yml", "")
CODE_FOLDERS = ("src", "native", "web", "CMakeLists.txt")

COMMENT_PATTERNS = {
    ".py": r'"""(.|\n)*?"""|#.*',
    ".txt": r"#.*",
    ".html": r"<!--(.|\n)*?-->",
    ".css": r"/\*(.|\n)*?\*/",
}
C_COMMENT_PATTERN = r"/\*(.|\n)*?\*/|//.*"


def tracked_files() -> list[Path]:
    """All files under version control. Skips only if this machine has no git; CI has it."""
    if shutil.which("git") is None and "CI" not in os.environ:
        pytest.skip("git is not installed")
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    files = [ROOT / name for name in listing.split("\0") if name]
    assert len(files) > 100  # the listing works
    return [file for file in files if file.is_file()]


def in_a_game_folder(path: Path) -> bool:
    return path.is_relative_to("src/tablier/games") or path.is_relative_to("native/games")


def without_comments(text: str, suffix: str) -> str:
    """The code without comments and docstrings: examples may name games."""
    return re.sub(COMMENT_PATTERNS.get(suffix, C_COMMENT_PATTERN), "", text)


def test_no_file_outside_the_folders_of_a_game_names_it() -> None:
    name = re.compile(rf"(?<![a-zA-Z])({'|'.join(GAMES)})(?![a-zA-Z])", re.IGNORECASE)
    checked = set()
    for file in tracked_files():
        path = file.relative_to(ROOT)
        if file.suffix not in CODE_SUFFIXES or path.parts[0] not in CODE_FOLDERS or in_a_game_folder(path):
            continue
        checked.add(path.parts[:2] if path.parts[0] == "native" else file.suffix)
        code = without_comments(file.read_text(encoding="utf-8"), file.suffix)
        assert not name.search(code), f"{path}: {name.search(code)}"
    assert {".py", ".ts", ".css", ("native", "search"), ("native", "solve")} <= checked


def test_versions_agree() -> None:
    assert f'version = "{tablier.__version__}"' in (ROOT / "pyproject.toml").read_text()
    assert tablier.__version__ in (ROOT / "CHANGELOG.md").read_text()


@pytest.mark.parametrize(
    "page",
    ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", *(str(page.relative_to(ROOT)) for page in ROOT.glob("docs/**/*.md"))],
)
def test_links_between_pages_lead_to_files(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
        if not target.startswith("http"):
            assert ((ROOT / page).parent / target).exists(), target


def test_no_file_contains_paths_of_one_machine() -> None:
    # home folders, the name of a local package index, and file URLs
    machine = re.compile(r"(?<!\w)/(root|work|home)/\w|pypi-more|file:///")
    for file in tracked_files():
        if file.suffix in TEXT_SUFFIXES and file != Path(__file__):
            assert not machine.search(file.read_text(encoding="utf-8", errors="replace")), file


def test_no_class_name_is_defined_twice() -> None:
    modules: dict[str, list[Path]] = {}
    for file in tracked_files():
        if file.suffix == ".py" and file.is_relative_to(SOURCE):
            for name in re.findall(r"^class (\w+)", file.read_text(encoding="utf-8"), re.MULTILINE):
                if not name.startswith("_"):
                    modules.setdefault(name, []).append(file.relative_to(SOURCE))
    assert {name: files for name, files in modules.items() if len(files) > 1} == {}
