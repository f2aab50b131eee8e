"""Errors, options, registry and messages."""

from __future__ import annotations

import pickle

import pytest

import tablier
from tablier.core.messages import explain, format_message
from tablier.core.options import Choice, Number, YesNo, resolve

OPTIONS = (
    Number(name="size", default=8, low=3, high=9),
    Number(name="limit", default=None, low=1, high=5, none_text="unlimited"),
    YesNo(name="pie", default=True),
    Choice(name="base", default="board", values=("board", "table")),
)


def test_errors_have_facts_as_attributes_and_are_picklable() -> None:
    error = tablier.IllegalAction("occupied", hole="c3")
    again = pickle.loads(pickle.dumps(error))
    assert (again.code, again.hole, type(again)) == ("occupied", "c3", tablier.IllegalAction)
    assert isinstance(error, ValueError) and isinstance(error, tablier.RulesError)
    with pytest.raises(AttributeError):
        _ = error.nothing


def test_option_values_come_from_the_caller_the_edition_or_the_default() -> None:
    values = resolve(OPTIONS, {"size": 5}, {"pie": "no", "limit": "unlimited"})
    assert dict(values) == {"size": 5, "limit": None, "pie": False, "base": "board"}
    assert resolve(OPTIONS, {}, {"limit": 3, "size": "9"})["size"] == 9


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("size", 2), ("size", 10), ("size", "08"), ("size", "+8"), ("size", " 8"), ("size", 8.0), ("size", True),
        ("limit", 0), ("limit", "none"), ("pie", "true"), ("pie", 1), ("base", "floor"), ("base", 3), ("size", "9" * 10_000),
        ("size", "٨"), ("size", None), ("colour", "red"),
    ],
)  # fmt: skip
def test_wrong_options_are_bad_options(name: str, value: object) -> None:
    with pytest.raises(tablier.BadOptions):
        resolve(OPTIONS, {}, {name: value})


def test_a_number_too_long_to_print_is_bad_options_too() -> None:
    with pytest.raises(tablier.BadOptions):
        resolve(OPTIONS, {}, {"size": 10**5000})


def test_option_texts_round_trip() -> None:
    for option, value in zip(OPTIONS, (5, None, False, "table"), strict=True):
        assert option.validate(option.format(value)) == value
        assert option.range()


def test_the_default_edition_is_the_first() -> None:
    assert tablier.new("twixt").edition == "twixt:kosmos"
    assert tablier.new("mixtour") == tablier.new("mixtour:stein")


@pytest.mark.parametrize(
    "name", ["", ":", "twixt:", ":kosmos", "TwixT", "twixt:kosmos:x", "../core", "tablier", "twixt\0", "a" * 10_000]
)
def test_unknown_games_and_editions_are_bad_options(name: str) -> None:
    with pytest.raises(tablier.BadOptions):
        tablier.new(name)


def test_errors_have_messages() -> None:
    with pytest.raises(tablier.BadOptions) as raised:
        tablier.new("twixt", size=3)
    assert "size" in explain(raised.value) and "6-48" in explain(raised.value)
    assert format_message("unknown_code", {"x": 1}) == "unknown_code (x: 1)"


def test_every_code_of_every_game_has_a_message() -> None:
    """Each error code and outcome reason in a game's folder has a message."""
    import re
    from pathlib import Path

    from tablier.core.messages import MESSAGES
    from tablier.records.messages import MESSAGES as FILE_MESSAGES

    for game in tablier.shelf():
        folder = Path(tablier.__file__).parent / "games" / game.name
        source = "\n".join(file.read_text(encoding="utf-8") for file in folder.rglob("*.py"))
        codes = set(re.findall(r"(?:BadOptions|BadNotation|IllegalAction|BadFile)\(\s*\"(\w+)\"", source))
        codes |= set(re.findall(r"Outcome\([^\"()]*\"(\w+)\"", source))
        missing = codes - set(game.messages) - set(MESSAGES) - set(FILE_MESSAGES)
        assert not missing, f"{game.name}: {missing}"


def test_a_code_with_two_messages_uses_the_one_whose_facts_are_present() -> None:
    import tablier.records  # noqa: F401 - registers the second message
    from tablier.core.messages import find_message

    position = {"at": 3, "canonical": "x"}
    action = {"action": "c2:1-c3", "canonical": "c2-c3"}
    assert "{at}" in (find_message("not_canonical", position) or "")
    assert "{action}" in (find_message("not_canonical", action) or "")


def test_the_message_of_the_game_goes_first() -> None:
    error = tablier.IllegalAction("occupied", cell="c3", hole="c3")
    messages = {game.name: explain(error, game) for game in tablier.shelf() if "occupied" in game.messages}
    # a missing fact is shown as "?"
    assert len(messages) > 1 and all("?" not in message for message in messages.values())
    assert explain(tablier.BadFile("occupied", edition="mixtour:stein", cell="c3")) == messages["mixtour"]
