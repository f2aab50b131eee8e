"""Whole games by keys alone, with the drawing and without it, and what a screen reader is told of them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

import tablier
from tests.web.browser import settled
from tests.web.screen_reader import Listener

Guest = Callable[..., Listener]
BOTH: dict[str, Any] = {"first": 0, "seats": [{"who": "me"}, {"who": "guest", "name": "Bo"}]}
DRAWN_OR_NOT = pytest.mark.parametrize("text", [False, True], ids=["drawn", "text"])


# whole games


@DRAWN_OR_NOT
@pytest.mark.parametrize(
    ("edition", "options"),
    [
        ("twixt:kosmos", {"size": "6"}),
        ("mixtour:gerhards", {"pieces": "5"}),
        ("kwintie:board", {"line": "3"}),
        ("twisty:djeco", {"turn_limit": "2", "seed": "3"}),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_a_whole_game_by_keys_alone(guest: Guest, edition: str, options: dict[str, str], text: bool) -> None:
    ada = guest("Ada", text=text)
    ada.sit_new(edition, options, **BOTH)
    assert ada.page.locator("svg.board").is_visible() is not text
    lot = random.Random(edition)
    begun = ada.now()["events"]
    while not ada.now()["over"]:
        play_by_keys(ada, lot)
        assert ada.now()["events"] - begun < 80
    turns = ada.now()["events"] - begun
    ended = ada.page.locator(".ending h2").inner_text()
    ada.hears(ended)
    told = [words for words in ada.told if words.startswith(("Ada: ", "Bo: "))]
    assert len(told) == turns  # every turn once, and none lost
    assert len([words for words in ada.told if words.startswith(ended)]) == 1
    assert ada.page.locator("[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log]").count() <= 2
    # the focus has gone where there is something to do, not into the void
    assert ada.page.evaluate("document.activeElement !== document.body")


def play_by_keys(person: Listener, lot: random.Random) -> None:
    """One turn: jumping to what can be done and choosing it, until there is a turn to be played."""
    before = person.now()["events"]
    for _ in range(12):
        settled(person.page)
        now = person.now()
        if now["events"] > before:
            return
        if now["play"]:
            person.press("Shift+Enter")
            continue
        person.to_board()
        if now["extras"] and not now["cells"]:
            person.press("d", "Enter")
        else:
            person.press(*["n"] * lot.randint(1, max(1, now["cells"])), "Enter")
    raise AssertionError(f"no turn could be made: {person.now()} {person.told[-4:]}")


# what is said of a cell


@DRAWN_OR_NOT
def test_cells_say_what_they_hold(guest: Guest, text: bool) -> None:
    ada = guest("Ada", text=text)
    ada.sit_new("mixtour:stein", start="mixtour:stein|0|0-0|a1:101,b1:0,c3:10|-", **BOTH)
    tree = ada.page.locator("main").aria_snapshot()
    assert '- grid "Mixtour board, 5 by 5 squares"' in tree
    assert '- gridcell "c3, White on Black, height 2"' in tree
    assert '- gridcell "a1, Black on White on Black, height 3"' in tree
    assert '- gridcell "e5, empty"' in tree
    assert tree.count("- row") == 5
    assert tree.count("- gridcell") == 25  # the drawing and the text board never stand there both


@DRAWN_OR_NOT
def test_keys_jump_and_answer(guest: Guest, text: bool) -> None:
    ada = guest("Ada", text=text)
    ada.sit_new("mixtour:stein", start="mixtour:stein|0|0-0|a1:101,b1:0,c3:10|-", **BOTH)
    ada.to_board()
    ada.press("Control+Home")
    assert ada.label == "a5, empty"
    ada.press("End", "PageDown")
    assert ada.cell == "e1"
    ada.press("o")
    assert ada.label == "c3, White on Black, height 2"
    ada.press("o")
    assert ada.cell == "b1"
    ada.press("Shift+O")
    assert ada.cell == "c3"
    ada.press("p")
    assert ada.cell == "a1"
    ada.press("h")
    assert "the top 2 of a1 to b1" in ada.hears("Can be done here")
    ada.press("s")
    ada.hears("White: score 0 of 5")
    ada.press("b")
    assert "a1, Black on White on Black, height 3; b1, White, one piece" in ada.hears("c3, White on Black")
    ada.press("w")
    ada.hears("Turns are listed here")
    ada.press("c")
    ada.hears("No clock")
    said = len(ada.told)
    ada.press("r")
    assert ada.hears("No clock", since=said)
    ada.press("l")
    ada.hears("There is none.")
    ada.press("?")
    expect(ada.page.locator("dialog")).to_contain_text("Arrow keys")
    ada.press("Escape")
    expect(ada.page.locator("dialog")).to_have_count(0)
    assert ada.cell


def test_letters_are_only_letters_elsewhere(guest: Guest) -> None:
    ada = guest("Ada", text=True)
    ada.sit_new("mixtour:stein", **BOTH)
    said = len(ada.told)
    ada.tab_to("footer button", 80)
    ada.press("s", "b", "n", "o", "?")
    ada.page.wait_for_timeout(100)
    assert ada.told[said:] == []
    assert not ada.page.locator("dialog").count()


# turns in parts


@DRAWN_OR_NOT
def test_a_part_of_a_stack(guest: Guest, text: bool) -> None:
    ada = guest("Ada", text=text)
    ada.sit_new("mixtour:stein", start="mixtour:stein|0|0-0|a1:101,b1:0,c1:01|-", **BOTH)
    ada.go("a1")
    ada.press("Enter")
    ada.hears("Lifted from a1: 1")
    ada.press("Enter")
    ada.hears("Lifted from a1: 2")
    ada.press("n")
    assert ada.cell == "b1"
    ada.press("Enter")
    ada.hears("Moved from a1 to b1: 2")
    ada.press("Enter")
    ada.hears("Ada: the top 2 of a1 to b1; b1, Black on White on White, height 3.")


@DRAWN_OR_NOT
def test_links_are_taken_off_and_refused(guest: Guest, text: bool) -> None:
    ada = guest("Ada", text=text)
    state = tablier.new("twixt:kosmos", size=8, pie=False)
    for action in ("c3", "f2", "d5", "f4"):
        state = state.play(action)
    ada.sit_new("twixt:kosmos", start=str(state), **BOTH)
    ada.go("c3")
    assert ada.label == "c3, White peg, linked to d5"
    ada.press("Enter")
    ada.hears("the other end of the link from c3")
    ada.press("o", "Enter")
    assert ada.cell == "d5"
    ada.hears("Takes off c3d5. Now choose a hole")
    ada.go("e7")
    ada.press("Enter")
    ada.hears("Takes off c3d5. A peg in e7, linked by d5e7.")
    ada.press("Enter")
    ada.hears("Ada: takes off c3d5, peg in e7, linked by d5e7.")


def test_the_pie_choice(guest: Guest) -> None:
    ada, bo = guest("Ada"), guest("Bo", text=True)
    match = ada.sit_new("twixt:kosmos", {"size": "6"}, first=0)
    bo.see(f"/m/{match}")
    bo.tab_to("[data-join]")
    bo.press("Enter")
    bo.page.wait_for_selector("main[data-status=running]")
    bo.listen()
    ada.hears("Bo sits down.")
    ada.hears("Your turn. Put a peg.")
    ada.go("c3")
    ada.enter_twice()
    assert "swapping sides" in bo.hears("Your turn.")
    bo.hears("Ada: peg in c3.")
    assert bo.cell  # whoever sits down is at the board
    bo.press("d")
    assert bo.label == "Swap sides"
    bo.press("Enter")
    ada.hears("Bo: swaps sides.")
    ada.press("l")
    assert ada.label == "c3, White peg"


def test_whoever_sits_down_before_the_text_board_is_there_is_at_it_then(guest: Guest) -> None:
    ada, bo = guest("Ada"), guest("Bo", text=True)
    match = ada.sit_new("mixtour:stein", first=0)
    held: list[Route] = []
    bo.page.route("**/ears/listening.js", lambda route: held.append(route))
    bo.see(f"/m/{match}")
    bo.tab_to("[data-join]")
    bo.press("Enter")
    bo.page.wait_for_selector("main[data-status=running]")
    held[0].continue_()
    bo.listen()
    assert bo.page.evaluate("document.activeElement.closest('.text-grid') !== null")
    assert bo.label == "c3, empty"


@DRAWN_OR_NOT
def test_chains_and_the_corner_answer(guest: Guest, text: bool) -> None:
    ada = guest("Ada", text=text)
    state = position_with(lambda action, effect: action.count(">") == 2)
    chain = next(action for action in state.legal_actions() if action.count(">") == 2)
    players = [{"who": "me"}, *({"who": "guest", "name": f"Guest {number}"} for number in (1, 2))]
    ada.sit_new("twisty:djeco", start=str(state), first=0, seats=players)
    ada.go(chain.split(">")[-1])
    assert "within reach by" in ada.label
    ada.press("Enter")
    ada.hears("Choose it again to play.")
    ada.press("Enter")
    first, second, end = chain.rstrip("!").split(">")
    ada.hears(f": by {first}, {second} to {end}")

    state = position_with(lambda action, effect: effect["does"] == "rob")
    robbing = next(action for action, effect in state.scene(state.to_act)["effects"].items() if effect["does"] == "rob")
    ada.sit_new("twisty:djeco", start=str(state), first=0, seats=players)
    said = len(ada.told)
    ada.to_board()
    ada.type_turn(robbing)
    ada.press("Enter")
    ada.hears("robs", since=said)
    ada.press("Enter")
    assert "chooses a corner" not in ada.hears("You were robbed of", since=said)
    ada.to_board()
    ada.press("n", "Enter")
    ada.hears("Your pawn on", since=said)
    ada.press("Enter")
    ada.hears(": pawn on", since=said)


def position_with(wanted: Callable[[str, dict[str, Any]], bool]) -> tablier.State:
    """A position of three in which the seat to act can do what is wanted."""
    rank = {"rob": 3, "take": 2, "save": 1}
    for seed in range(400):
        chance = random.Random(seed)
        state = tablier.new("twisty:djeco", players=3, seed=seed)
        for _ in range(150):
            effects = state.scene(state.to_act)["effects"]
            if any(wanted(*listed) for listed in effects.items()):
                return state
            if not effects:
                break
            state = state.play(max(effects, key=lambda text: (rank.get(effects[text]["does"], 0), chance.random())))
    raise AssertionError("no such position")


def test_a_piece_lies_or_stands(guest: Guest) -> None:
    ada = guest("Ada", text=True)
    ada.sit_new("kwintie:board", **BOTH)
    ada.go("c1")
    ada.press("Enter")
    ada.hears("A piece standing on column c, from row 1.")
    ada.press("Enter")
    ada.hears("A piece lying on columns c and d, in row 1.")
    ada.press("Backspace", "Enter", "Enter", "Shift+Enter")
    ada.hears("Ada: lying on c and d, row 1.")
    assert ada.label == "c1, White, lying"


# typing


def test_a_turn_is_typed(guest: Guest) -> None:
    ada = guest("Ada")
    state = tablier.new("twixt:kosmos", size=8, pie=False)
    for action in ("c3", "f2", "d5", "f4"):
        state = state.play(action)
    ada.sit_new("twixt:kosmos", start=str(state), **BOTH)
    ada.to_board()
    ada.press("t")
    field = ada.page.get_by_role("combobox", name="Type a turn")
    expect(field).to_be_focused()
    ada.page.keyboard.type("e")
    expect(field).to_have_attribute("aria-expanded", "true")
    expect(ada.page.locator("#suggestions").get_by_role("option")).to_have_count(8)
    ada.press("ArrowDown", "ArrowDown")
    active = field.get_attribute("aria-activedescendant")
    assert ada.page.locator(f"#{active}").get_attribute("aria-selected") == "true"
    ada.press("Escape")
    expect(field).to_have_attribute("aria-expanded", "false")
    field.fill("zz9")
    ada.press("Enter")
    ada.page.wait_for_selector(".said:not(:empty)")
    ada.hears(ada.page.locator(".said").inner_text())
    field.fill("-c3d5,e7/")  # not listed, but possible
    ada.press("Enter")
    ada.hears("Plays takes off c3d5, peg in e7, without a link.")
    ada.press("Enter")
    ada.hears("Ada: takes off c3d5, peg in e7, without a link.")


def test_the_list_of_what_can_be_done(guest: Guest) -> None:
    ada = guest("Ada", text=True)
    ada.sit_new("kwintie:board", **BOTH)
    ada.to_board()
    ada.press("a")
    assert ada.label.startswith("a")
    listed = ada.page.locator(".can-do button").count()
    assert listed == len(tablier.new("kwintie:board").legal_actions())
    ada.press("Enter")
    ada.hears("Plays standing on a")
    ada.press("Enter")
    ada.hears("Ada: standing on a, rows 1 and 2.")


# people at the table


def test_offers_chat_and_the_end_are_heard_once(guest: Guest) -> None:
    ada, bo = guest("Ada", text=True, chatter=True), guest("Bo")
    match = ada.sit_new("mixtour:stein", first=0, clock={"base": 600_000, "increment": 0})
    bo.page.goto(f"{bo.url}/m/{match}")
    bo.page.click("[data-join]")
    for person in (ada, bo):
        person.page.wait_for_selector("main[data-status=running]")
        person.listen()
    ada.go("c3")
    ada.press("c")
    assert "Bo: 10:00." in ada.hears("Ada: 10:00") or "Ada: 9:5" in ada.told[-1]
    ada.enter_twice()
    bo.hears("Ada: new piece on c3.")
    bo.page.click("#tab-more")
    bo.page.click('.more [data-offer="draw"]')
    ada.hears("Bo offers a draw.")
    ada.to_board()
    ada.press("d")
    assert ada.label == "Agree"
    ada.press("Tab", "Enter")
    bo.hears("Ada declines.")
    bo.page.click("#tab-chat")
    bo.page.fill(".chat input", "Well, well")
    bo.page.press(".chat input", "Enter")
    ada.hears("Bo says: Well, well")
    # what is said behind a dialog waits until it can be heard
    ada.page.click("#tab-more")
    ada.page.click("[data-resign]")
    bo.go("c2")
    bo.enter_twice()
    bo.hears("Bo: new piece on c2.")
    ada.wait_until(bo.now()["events"])
    assert "Bo: new piece on c2." not in ada.told
    ada.press("Escape")
    ada.hears("Bo: new piece on c2.")
    ada.page.click("[data-resign]")
    ada.press("Tab", "Enter")
    bo.hears("You win! White resigned after turn 2.")
    assert all(len([words for words in bo.told if words == once]) == 1 for once in ("Ada: new piece on c3.", "Ada declines."))
    # somebody who comes back hears how it stands, not all that happened
    bo.page.reload()
    bo.listen()
    bo.hears("You win!")
    assert len(bo.told) == 1


def test_a_clock_that_runs_out_says_so_once(guest: Guest) -> None:
    ada = guest("Ada", text=True)
    ada.sit_new("mixtour:stein", clock={"base": 18_000, "increment": 0}, **BOTH)
    for cell in ("c3", "c2"):  # clocks run from the second turns on
        ada.go(cell)
        ada.enter_twice()
        ada.hears(f"new piece on {cell}.")
    ada.hears(" left")
    ada.page.wait_for_timeout(1200)
    assert len([words for words in ada.told if words.endswith(" left")]) == 1


def test_rules_tell_their_diagrams(guest: Guest) -> None:
    ada = guest("Ada", text=True)
    ada.page.goto(f"{ada.url}/rules/mixtour")
    expect(ada.page.locator(".diagram-words").first).to_contain_text("height")
    expect(ada.page.locator("figure svg.board").first).not_to_be_visible()


def test_the_switch_is_on_every_page_and_stays(guest: Guest) -> None:
    ada = guest("Ada")
    for path in ("/", "/play/kwintie", "/settings", "/help/keys", "/rules/mixtour"):
        ada.see(path)
        ada.press("Tab", "Tab")
        assert ada.label == "Text board"
        assert ada.page.get_by_role("link", name="Keys", exact=True).is_visible()
    ada.press("Enter")
    ada.sit_new("kwintie:board", **BOTH)
    expect(ada.page.locator(".text-grid")).to_be_visible()
    expect(ada.page.locator("svg.board")).not_to_be_visible()
    ada.go("b2")
    ada.page.click("footer button")
    expect(ada.page.locator("svg.board")).to_be_visible()
    expect(ada.page.locator(".text-grid")).to_have_count(0)
