"""Keyboard and screen reader: whole matches by keys, on the drawn board and as text, and the announcements."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Route, expect

import tablier
from tests.games.twisty.positions import find_position
from tests.web.browser import HOTSEAT, wait_until_settled
from tests.web.games import GAMES, SHORTEST_MATCHES
from tests.web.screen_reader import NewGuest, ScreenReaderUser

DRAWN_AND_TEXT = pytest.mark.parametrize("text", [False, True], ids=["drawn", "text"])


# whole matches


@DRAWN_AND_TEXT
@pytest.mark.parametrize(("edition", "options"), SHORTEST_MATCHES, ids=lambda part: part if isinstance(part, str) else "")
def test_a_whole_match_by_keys_alone(guest: NewGuest, edition: str, options: dict[str, str], text: bool) -> None:
    ada = guest("Ada", text=text)
    ada.start_match(edition, options, **HOTSEAT)
    assert ada.page.locator("svg.board").is_visible() is not text
    rng = random.Random(edition)
    start = ada.page_state()["events"]
    while not ada.page_state()["over"]:
        play_by_keys(ada, rng)
        assert ada.page_state()["events"] - start < 120
    turns = ada.page_state()["events"] - start
    result = ada.page.locator(".result h2").inner_text()
    ada.wait_for_announcement(result)
    announced = [text for text in ada.announcements if text.startswith(("Ada: ", "Bo: "))]
    assert len(announced) == turns  # every turn exactly once
    assert len([text for text in ada.announcements if text.startswith(result)]) == 1
    # live regions: the log of announcements, and the number of spectators
    assert ada.page.locator("[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log]").count() <= 2
    # the focus is not lost with the controls that disappeared
    assert ada.page.evaluate("document.activeElement !== document.body")


def play_by_keys(user: ScreenReaderUser, rng: random.Random) -> None:
    """Play one turn: jump to cells that can be chosen (n) or to the buttons (d), and press Enter until the turn is complete."""
    before = user.page_state()["events"]
    for _ in range(12):
        wait_until_settled(user.page)
        state = user.page_state()
        if state["events"] > before:
            return
        if state["play"]:
            user.press("Shift+Enter")
            continue
        user.focus_board()
        if state["extras"] and not state["cell_count"]:
            user.press("d", "Enter")
        else:
            user.press(*["n"] * rng.randint(1, max(1, state["cell_count"])), "Enter")
    raise AssertionError(f"no turn could be played: {user.page_state()} {user.announcements[-4:]}")


# labels of cells and keys of the board


@DRAWN_AND_TEXT
def test_labels_of_cells_describe_their_pieces(guest: NewGuest, text: bool) -> None:
    ada = guest("Ada", text=text)
    ada.start_match("mixtour:stein", start="mixtour:stein|0|0-0|a1:101,b1:0,c3:10|-", **HOTSEAT)
    tree = ada.page.locator("main").aria_snapshot()
    assert '- grid "Mixtour board, 5 by 5 squares"' in tree
    assert '- gridcell "c3, White on Black, height 2"' in tree
    assert '- gridcell "a1, Black on White on Black, height 3"' in tree
    assert '- gridcell "e5, empty"' in tree
    assert tree.count("- row") == 5
    assert tree.count("- gridcell") == 25  # only one of drawing and text board is exposed


@DRAWN_AND_TEXT
def test_keys_jump_and_announce(guest: NewGuest, text: bool) -> None:
    """The table of keys is in docs/accessibility.md."""
    ada = guest("Ada", text=text)
    ada.start_match("mixtour:stein", start="mixtour:stein|0|0-0|a1:101,b1:0,c3:10|-", **HOTSEAT)
    ada.focus_board()
    ada.press("Control+Home")
    assert ada.focused_label == "a5, empty"
    ada.press("End", "PageDown")
    assert ada.focused_cell == "e1"
    ada.press("o")
    assert ada.focused_label == "c3, White on Black, height 2"
    ada.press("o")
    assert ada.focused_cell == "b1"
    ada.press("Shift+O")
    assert ada.focused_cell == "c3"
    ada.press("p")
    assert ada.focused_cell == "a1"
    ada.press("h")
    assert "the top 2 of a1 to b1" in ada.wait_for_announcement("Can be done here")
    ada.press("s")
    ada.wait_for_announcement("White: score 0 of 5")
    ada.press("b")
    assert "a1, Black on White on Black, height 3; b1, White, one piece" in ada.wait_for_announcement("c3, White on Black")
    ada.press("w")
    ada.wait_for_announcement("Turns are listed here")
    ada.press("c")
    ada.wait_for_announcement("No clock")
    before = len(ada.announcements)
    ada.press("r")
    assert ada.wait_for_announcement("No clock", since=before)
    ada.press("l")
    ada.wait_for_announcement("There is none.")
    ada.press("?")
    expect(ada.page.locator("dialog")).to_contain_text("Arrow keys")
    ada.press("Escape")
    expect(ada.page.locator("dialog")).to_have_count(0)
    assert ada.focused_cell


def test_letters_are_no_commands_outside_the_board(guest: NewGuest) -> None:
    ada = guest("Ada", text=True)
    ada.start_match("mixtour:stein", **HOTSEAT)
    before = len(ada.announcements)
    ada.tab_to("footer button", 80)
    ada.press("s", "b", "n", "o", "?")
    ada.page.wait_for_timeout(100)
    assert ada.announcements[before:] == []
    assert not ada.page.locator("dialog").count()


# turns of several parts


@DRAWN_AND_TEXT
def test_a_part_of_a_stack_is_lifted(guest: NewGuest, text: bool) -> None:
    ada = guest("Ada", text=text)
    ada.start_match("mixtour:stein", start="mixtour:stein|0|0-0|a1:101,b1:0,c1:01|-", **HOTSEAT)
    ada.move_to("a1")
    ada.press("Enter")
    ada.wait_for_announcement("Lifted from a1: 3")  # first the whole stack, then one less
    ada.press("Enter")
    ada.wait_for_announcement("Lifted from a1: 2")
    ada.press("n")
    assert ada.focused_cell == "b1"
    ada.press("Enter")
    ada.wait_for_announcement("Moved from a1 to b1: 2")
    ada.press("Enter")
    ada.wait_for_announcement("Ada: the top 2 of a1 to b1; b1, Black on White on White, height 3.")


@DRAWN_AND_TEXT
def test_links_are_taken_off_and_refused(guest: NewGuest, text: bool) -> None:
    ada = guest("Ada", text=text)
    state = tablier.new("twixt:kosmos", size=8, pie=False)
    for action in ("c3", "f2", "d5", "f4"):
        state = state.play(action)
    ada.start_match("twixt:kosmos", start=str(state), **HOTSEAT)
    ada.move_to("c3")
    assert ada.focused_label == "c3, White peg, linked to d5"
    ada.press("Enter")
    ada.wait_for_announcement("the other end of the link from c3")
    ada.press("o", "Enter")
    assert ada.focused_cell == "d5"
    ada.wait_for_announcement("Takes off c3–d5. Now choose a hole")
    ada.move_to("e7")
    ada.press("Enter")
    ada.wait_for_announcement("Takes off c3–d5. A peg in e7, linked to d5.")
    ada.press("Enter")
    ada.wait_for_announcement("Ada: takes off c3–d5, peg in e7, linked to d5.")


def test_the_second_player_swaps_sides(guest: NewGuest) -> None:
    ada, bo = guest("Ada"), guest("Bo", text=True)
    match_id = ada.start_match("twixt:kosmos", {"size": "6"}, first=0)
    bo.goto(f"/m/{match_id}")
    bo.tab_to("[data-join]")
    bo.press("Enter")
    bo.page.wait_for_selector("main[data-status=running]")
    bo.wait_for_announcer()
    ada.wait_for_announcement("Bo sits down.")
    ada.wait_for_announcement("Your turn. Put a peg.")
    ada.move_to("c3")
    ada.propose_and_play()
    assert "swapping sides" in bo.wait_for_announcement("Your turn.")
    bo.wait_for_announcement("Ada: peg in c3.")
    assert bo.focused_cell  # joining moves the focus to the board
    bo.press("d")
    assert bo.focused_label == "Swap sides"
    bo.press("Enter")
    ada.wait_for_announcement("Bo: swaps sides.")
    ada.press("l")
    assert ada.focused_label == "c3, White peg"


def test_joining_focuses_a_text_board_that_loads_late(guest: NewGuest) -> None:
    ada, bo = guest("Ada"), guest("Bo", text=True)
    match_id = ada.start_match("mixtour:stein", first=0)
    delayed: list[Route] = []
    bo.page.route("**/chunks/text_mode-*.js", lambda route: delayed.append(route))
    bo.goto(f"/m/{match_id}")
    bo.tab_to("[data-join]")
    bo.press("Enter")
    bo.page.wait_for_selector("main[data-status=running]")
    delayed[0].continue_()
    bo.wait_for_announcer()
    assert bo.page.evaluate("document.activeElement.closest('.text-grid') !== null")
    assert bo.focused_label == "c3, empty"


@DRAWN_AND_TEXT
def test_chains_and_the_reply_to_a_robbery(guest: NewGuest, text: bool) -> None:
    ada = guest("Ada", text=text)
    state = find_position(lambda action, effect: action.count(">") == 2)
    chain = next(action for action in state.legal_actions() if action.count(">") == 2)
    players = [{"who": "me"}, *({"who": "guest", "name": f"Guest {number}"} for number in (1, 2))]
    ada.start_match("twisty:djeco", start=str(state), first=0, seats=players)
    ada.move_to(chain.split(">")[-1])
    assert "within reach by" in ada.focused_label
    ada.press("Enter")
    ada.wait_for_announcement("Choose it again to play.")
    ada.press("Enter")
    first, second, end = chain.rstrip("!").split(">")
    ada.wait_for_announcement(f": by {first}, {second} to {end}")

    state = find_position(lambda action, effect: effect["does"] == "rob")
    robbing = next(action for action, effect in state.scene(state.to_act)["effects"].items() if effect["does"] == "rob")
    ada.start_match("twisty:djeco", start=str(state), first=0, seats=players)
    before = len(ada.announcements)
    ada.focus_board()
    ada.type_turn(robbing)
    ada.press("Enter")
    ada.wait_for_announcement("robs", since=before)
    ada.press("Enter")
    assert "chooses a corner" not in ada.wait_for_announcement("You were robbed of", since=before)
    ada.focus_board()
    ada.press("n", "Enter")
    ada.wait_for_announcement("Your pawn on", since=before)
    ada.press("Enter")
    ada.wait_for_announcement(": pawn on", since=before)


def test_a_piece_is_turned_before_it_is_played(guest: NewGuest) -> None:
    ada = guest("Ada", text=True)
    ada.start_match("kwintie:board", **HOTSEAT)
    ada.move_to("c1")
    ada.press("Enter")
    ada.wait_for_announcement("A piece standing on column c, from row 1.")
    ada.press("Enter")
    ada.wait_for_announcement("A piece lying on columns c and d, in row 1.")
    ada.press("Backspace", "Enter", "Enter", "Shift+Enter")
    ada.wait_for_announcement("Ada: lying on c and d, row 1.")
    assert ada.focused_label == "c1, White, lying"


# typed turns


def test_a_turn_is_typed(guest: NewGuest) -> None:
    ada = guest("Ada")
    state = tablier.new("twixt:kosmos", size=8, pie=False)
    for action in ("c3", "f2", "d5", "f4"):
        state = state.play(action)
    ada.start_match("twixt:kosmos", start=str(state), **HOTSEAT)
    ada.focus_board()
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
    ada.page.wait_for_selector(".sentence.message")
    ada.wait_for_announcement(ada.page.locator(".sentence.message").inner_text())
    field.fill("-c3d5,e7/")  # legal, but not suggested
    ada.press("Enter")
    ada.wait_for_announcement("Plays takes off c3–d5, peg in e7, without a link.")
    ada.press("Enter")
    ada.wait_for_announcement("Ada: takes off c3–d5, peg in e7, without a link.")


def test_the_list_of_legal_turns(guest: NewGuest) -> None:
    ada = guest("Ada", text=True)
    ada.start_match("kwintie:board", **HOTSEAT)
    ada.focus_board()
    ada.press("a")
    assert ada.focused_label == "a standing on a, rows 1 and 2"
    assert ada.page.locator(".can-do button").count() == len(tablier.new("kwintie:board").legal_actions())
    ada.press("Enter")
    ada.wait_for_announcement("Plays standing on a")
    ada.press("Enter")
    ada.wait_for_announcement("Ada: standing on a, rows 1 and 2.")


# announcements about other players


def test_offers_chat_and_the_result_are_announced_once(guest: NewGuest) -> None:
    ada, bo = guest("Ada", text=True, chatter=True), guest("Bo")
    match_id = ada.start_match("mixtour:stein", first=0, clock={"base_ms": 600_000, "increment_ms": 0})
    bo.page.goto(f"{bo.url}/m/{match_id}")
    bo.page.click("[data-join]")
    for user in (ada, bo):
        user.page.wait_for_selector("main[data-status=running]")
        user.wait_for_announcer()
    ada.move_to("c3")
    ada.press("c")
    assert "Bo: 10:00." in ada.wait_for_announcement("Ada: 10:00")  # clocks start with the second turn of each player
    ada.propose_and_play()
    bo.wait_for_announcement("Ada: new piece on c3.")
    bo.page.click("#tab-more")
    bo.page.click('.more [data-offer="draw"]')
    ada.wait_for_announcement("Bo offers a draw.")
    ada.focus_board()
    ada.press("d")
    assert ada.focused_label == "Agree"
    ada.press("Tab", "Enter")
    bo.wait_for_announcement("Ada declines.")
    bo.page.click("#tab-chat")
    bo.page.fill(".chat input", "Well, well")
    bo.page.press(".chat input", "Enter")
    ada.wait_for_announcement("Bo says: Well, well")
    # announcements wait until an open dialog is closed
    ada.page.click("#tab-more")
    ada.page.click("[data-resign]")
    bo.move_to("c2")
    bo.propose_and_play()
    bo.wait_for_announcement("Bo: new piece on c2.")
    ada.wait_for_events(bo.page_state()["events"])
    assert "Bo: new piece on c2." not in ada.announcements
    ada.press("Escape")
    ada.wait_for_announcement("Bo: new piece on c2.")
    ada.page.click("[data-resign]")
    ada.press("Tab", "Enter")
    bo.wait_for_announcement("You win! White resigned after turn 2.")
    assert all(bo.announcements.count(text) == 1 for text in ("Ada: new piece on c3.", "Ada declines."))
    # after a reload the current state is announced, not the history
    bo.page.reload()
    bo.wait_for_announcer()
    bo.wait_for_announcement("You win!")
    assert len(bo.announcements) == 1


def test_low_time_is_announced_once(guest: NewGuest) -> None:
    """Below 20 s; the clocks of this match start below that."""
    ada = guest("Ada", text=True)
    ada.start_match("mixtour:stein", clock={"base_ms": 18_000, "increment_ms": 0}, **HOTSEAT)
    for cell in ("c3", "c2"):  # clocks start with the second turn of each player
        ada.move_to(cell)
        ada.propose_and_play()
        ada.wait_for_announcement(f"new piece on {cell}.")
    ada.wait_for_announcement(" left")
    ada.page.wait_for_timeout(1200)
    assert len([text for text in ada.announcements if text.endswith(" left")]) == 1


def test_diagrams_of_rules_are_described_in_words(guest: NewGuest) -> None:
    ada = guest("Ada", text=True)
    ada.page.goto(f"{ada.url}/rules/mixtour")
    expect(ada.page.locator(".diagram-text").first).to_contain_text("height")
    expect(ada.page.locator("figure svg.board").first).not_to_be_visible()


def test_the_switch_to_the_text_board_is_on_every_page_and_persists(guest: NewGuest) -> None:
    ada = guest("Ada")
    for path in ("/", "/settings", "/help/keys", *(f"/{page}/{game.name}" for game in GAMES for page in ("play", "rules"))):
        ada.goto(path)
        ada.press("Tab", "Tab")
        assert ada.focused_label == "Text board"
        assert ada.page.get_by_role("link", name="Keys", exact=True).is_visible()
    ada.press("Enter")
    ada.start_match("kwintie:board", **HOTSEAT)
    expect(ada.page.locator(".text-grid")).to_be_visible()
    expect(ada.page.locator("svg.board")).not_to_be_visible()
    ada.move_to("b2")
    ada.page.click("footer button")
    expect(ada.page.locator("svg.board")).to_be_visible()
    expect(ada.page.locator(".text-grid")).to_have_count(0)


def test_switching_to_the_text_board_moves_the_focus_there(guest: NewGuest) -> None:
    ada = guest("Ada")
    ada.start_match("mixtour:stein", **HOTSEAT)
    ada.page.locator("body").focus()
    ada.page.evaluate("document.activeElement.blur()")
    ada.press("Tab", "Tab")
    assert ada.focused_label == "Text board"
    ada.press("Enter")
    ada.page.wait_for_selector(".text-grid [data-cell]:focus")
    assert ada.focused_label == "c3, empty"
    ada.press("ArrowRight")
    assert ada.focused_cell == "d3"


def test_page_keys_are_in_the_help(guest: NewGuest) -> None:
    ada = guest("Ada")
    ada.goto("/help/keys")
    keys = ada.page.locator("section", has_text="Outside the board and fields").locator("kbd")
    assert keys.all_text_contents() == ["←", "→", "Home", "End", "Escape", "↑", "↓", "Space"]
