"""The house rules: what no linter sees."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

import tablier

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src" / "tablier"


def test_no_file_outside_a_game_s_folder_names_a_game() -> None:
    names = "|".join(file.parent.name for file in SOURCE.glob("games/*/__init__.py"))
    names_a_game = re.compile(rf"\b({names})\b", re.IGNORECASE)
    for file in sorted(
        [*SOURCE.rglob("*.py"), *ROOT.glob("native/*.hpp"), *ROOT.glob("native/*.cpp"), ROOT / "CMakeLists.txt"]
    ):
        if "games" in file.relative_to(SOURCE if SOURCE in file.parents else ROOT).parts[:1]:
            continue
        code = _without_words(file.read_text(encoding="utf-8"), file.suffix)
        assert not names_a_game.search(code), f"{file}: {names_a_game.search(code)}"


def _without_words(text: str, suffix: str) -> str:
    """The code without comments and docstrings: examples may name games, code may not."""
    if suffix == ".py":
        text = re.sub(r'"""(.|\n)*?"""', "", text)
        return re.sub(r"#.*", "", text)
    return re.sub(r"//.*|#.*", "", text)


def test_versions_agree() -> None:
    assert f'version = "{tablier.__version__}"' in (ROOT / "pyproject.toml").read_text()
    assert tablier.__version__ in (ROOT / "CHANGELOG.md").read_text()


@pytest.mark.parametrize(
    "page", ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", *(f"docs/{p.name}" for p in (ROOT / "docs").glob("*.md"))]
)
def test_links_between_pages_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
        if not target.startswith("http"):
            assert ((ROOT / page).parent / target).exists(), target


def test_nothing_of_one_machine_is_in_the_tree() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split("\n")
    machine = re.compile(r"(?<!\w)/(root|work|home)/\w|pypi-more|file:///")
    for name in listed:
        file = ROOT / name
        if (
            name
            and file.suffix in (".py", ".md", ".toml", ".txt", ".hpp", ".cpp", "")
            and file.is_file()
            and file != Path(__file__)
        ):
            assert not machine.search(file.read_text(encoding="utf-8", errors="replace")), name
