"""The examples of docs/formats.md can be read, and every error code of a format has a message."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tablier.core.messages import MESSAGES as COMMON_MESSAGES
from tablier.core.registry import shelf
from tablier.formats.messages import MESSAGES as FORMAT_MESSAGES
from tablier.match import MESSAGES as MATCH_MESSAGES
from tablier.records import formats
from tablier.records.messages import MESSAGES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "formats.md").read_text()
EXAMPLES = [example for example in re.findall(r"```(\w+)\n(.*?)```", PAGE, re.DOTALL) if example[0] != "python"]
SOURCE = ROOT / "src" / "tablier"
# codes in constructors of errors, and codes that are passed on as arguments
CODE_PATTERN = re.compile(r"""(?:BadFile|error)\(\s*"([a-z_]+)"|"(holds_[a-z_]+)"|else "(after_the_game)\"""")


@pytest.mark.parametrize(("name", "text"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_the_examples_of_the_page_are_read(name, text):
    transcript = formats.read(text, name)
    assert transcript.actions
    assert formats.read(formats.write(transcript, name), name).actions == transcript.actions


def test_the_page_lists_every_format_and_its_suffixes():
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", PAGE.partition("\n## ")[0], re.MULTILINE))
    assert {name: rows[name].lower() for name in rows} == {
        name: ", ".join(f"`{suffix}`" for suffix in format_.suffixes) for name, format_ in formats.formats().items()
    }


def test_the_examples_cover_every_format_but_the_record():
    assert {name for name, _ in EXAMPLES} == set(formats.formats()) - {"json"}


@pytest.mark.parametrize(
    "path",
    [
        SOURCE / "core" / "replay.py",
        *sorted((SOURCE / "formats").glob("*.py")),
        *sorted((SOURCE / "records").glob("*.py")),
        *sorted((SOURCE / "games").glob("*/formats/*.py")),
    ],
    ids=lambda path: f"{path.parent.name}/{path.name}",
)
def test_every_error_code_of_a_format_has_a_message(path):
    messages = {**COMMON_MESSAGES, **FORMAT_MESSAGES, **MATCH_MESSAGES, **MESSAGES}
    for game in shelf():
        messages |= game.messages
    for raised in CODE_PATTERN.finditer(path.read_text()):
        assert next(filter(None, raised.groups())) in messages
