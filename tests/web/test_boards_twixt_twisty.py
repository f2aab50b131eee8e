"""The boards of TwixT and Twisty on the developers' harness: marks, ghosts, drags, animations, and paths of several hops."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import tablier
from tests.games.twisty.positions import find_position
from tests.web.test_boards import (
    OpenBoard,
    actions,
    address,
    centre,
    current,
    draft,
    drag,
    link_centre,
    open_board,
    start_drag,
    tap,
    tap_at,
    wait_until_settled,
)

__all__ = ["address", "open_board"]  # fixtures

LINKED = {"edition": "twixt:kosmos", "size": 8, "pie": "no", "after": "c3,f2,d5,f4"}  # White has c3d5, Black f2 and f4
WARM = "rgba(244, 208, 111, 0.55)"


def fill(page: Page, selector: str) -> str:
    return str(page.locator(selector).first.evaluate("node => getComputedStyle(node).fill"))


def hover(page: Page, cell: str) -> None:
    page.mouse.move(*centre(page, cell))
    wait_until_settled(page)


def message(page: Page) -> str:
    return page.locator("#message").inner_text()


def describe(page: Page, action: str) -> str:
    """Return the words for an action that can be played now."""
    script = "async action => (await harness.board.loadA11y()).describeAction(action, null)"
    return str(page.evaluate(script, action))


# TwixT


def test_the_border_rows_of_the_side_to_move_are_brighter(open_board: OpenBoard) -> None:
    page = open_board(edition="twixt:kosmos", size=8)
    assert page.locator(".band.side0.acts").count() == 1
    assert page.locator(".band.side1.acts").count() == 0
    tap(page, "c3")
    tap(page, "c3")
    assert page.locator(".band.side1.acts").count() == 1
    page.locator("#extras button").click()  # after the swap, the first player goes on as Black
    wait_until_settled(page)
    assert page.locator(".band.side1.acts").count() == 1
    assert page.locator(".band.side0.acts").count() == 0


def test_the_corners_have_no_holes(open_board: OpenBoard) -> None:
    page = open_board(edition="twixt:kosmos", size=8)
    assert page.locator(".cell").count() == 60
    box = page.locator("svg.board .wood").bounding_box()
    assert box
    assert not page.locator(".wood").evaluate("node => node.isPointInFill(new DOMPoint(10, 10))")
    assert page.locator(".wood").evaluate("node => node.isPointInFill(new DOMPoint(30, 10))")


def test_guide_lines_are_faint_and_can_be_switched_off(open_board: OpenBoard) -> None:
    page = open_board(edition="twixt:kosmos", guides="yes")
    assert page.locator(".guide").evaluate("node => getComputedStyle(node).opacity") == "0.18"
    assert page.locator(".guide").is_visible()
    page = open_board(edition="twixt:kosmos", guides="no")
    assert not page.locator(".guide").is_visible()


def test_the_last_peg_has_a_halo_and_its_links_are_lit_for_a_moment(open_board: OpenBoard) -> None:
    page = open_board(**LINKED)
    assert page.locator(".last-move").count() == 1
    assert fill(page, ".last-move") == WARM
    tap(page, "e7")
    x, y = centre(page, "e7")
    page.mouse.click(x, y)
    page.wait_for_selector(".link-light[data-link=d5e7]", state="attached")
    expect(page.locator(".link-light")).to_have_count(0)
    assert page.locator(".last-move").count() == 1


def test_new_links_are_not_lit_with_reduced_motion(open_board: OpenBoard) -> None:
    page = open_board(phone=True, **LINKED)
    tap(page, "e7")
    tap(page, "e7")
    assert actions(page)[-1] == "e7"
    assert page.locator(".link-light").count() == 0
    assert page.evaluate("document.getAnimations().length") == 0


def test_hover_and_focus_show_the_peg_with_its_links(open_board: OpenBoard) -> None:
    page = open_board(**LINKED)
    hover(page, "e7")
    page.wait_for_selector(".link.coming.ghost[data-link=d5e7]", state="attached")
    assert page.locator("use.ghost").count() == 1
    page.mouse.move(1, 1)
    wait_until_settled(page)
    assert page.locator("use.ghost, .link.ghost").count() == 0
    page.evaluate("harness.board.focus('e6')")
    page.keyboard.press("ArrowDown")
    page.wait_for_selector(".link.coming.ghost[data-link=d5e7]", state="attached")


def test_links_are_described_by_their_holes(open_board: OpenBoard) -> None:
    page = open_board(**LINKED)
    tap(page, "e7")
    assert "A peg in e7, linked to d5." in page.locator("#draft").inner_text()
    page.locator("#back").click()
    tap_at(page, *link_centre(page, "c3d5"))
    assert "Takes off c3–d5." in page.locator("#draft").inner_text()
    assert describe(page, "-c3d5,e7+d5") == "takes off c3–d5, peg in e7, linked to d5"
    assert describe(page, "e7+d5+c3e4") == "peg in e7, linked to d5, adds c3–e4"
    assert describe(page, "e7/") == "peg in e7, without a link"
    assert describe(page, "^c3,e7") == "takes up c3, peg in e7"


def test_the_beginning_of_a_link_is_taken_back(open_board: OpenBoard) -> None:
    page = open_board(**LINKED)
    tap(page, "c3")
    assert "the other end of the link from c3" in page.locator("#draft").inner_text()
    assert message(page) == ""
    assert page.locator("#play").is_disabled()
    page.locator("#back").click()
    wait_until_settled(page)
    assert page.locator("#draft").inner_text() == ""
    assert page.locator(".ring.from").count() == 0


def test_a_refusal_is_cleared_by_the_next_peg(open_board: OpenBoard) -> None:
    page = open_board(**LINKED)
    tap(page, "a4")  # a border row of Black
    assert message(page)
    tap(page, "e7")
    assert message(page) == ""
    assert draft(page) == "e7"


def test_a_peg_that_must_be_lifted_is_dragged(open_board: OpenBoard) -> None:
    page = open_board(edition="twixt:dujardin", size=8, pie="no", pegs=2, after="c3,f2,d5,f4")
    drop = start_drag(page, centre(page, "c3"), centre(page, "d3"), centre(page, "e3"))
    assert page.locator(".drag-ghost").count() == 1
    assert page.locator(".peg.gone").count() == 1
    assert page.locator(".target.chosen").count() == 1
    drop()
    wait_until_settled(page)
    assert draft(page) == "^c3,e3"
    assert page.locator(".drag-ghost, .target").count() == 0
    tap(page, "e3")
    assert actions(page)[-1] == "^c3,e3"


def test_the_peg_of_a_draft_is_dragged_to_another_hole(open_board: OpenBoard) -> None:
    page = open_board(**LINKED)
    tap(page, "e7")
    drag(page, centre(page, "e7"), centre(page, "e6"), centre(page, "f6"))
    assert draft(page) == "f6"
    drag(page, centre(page, "f6"), centre(page, "f5"), centre(page, "f4"))  # a peg of Black is there
    assert draft(page) == "f6"
    drag(page, centre(page, "c3"), centre(page, "c4"), centre(page, "c5"))  # pegs on the board stay
    assert draft(page) == "f6"


def test_coordinates_follow_the_visible_part(open_board: OpenBoard) -> None:
    page = open_board(edition="twixt:kosmos")
    visible = ".coordinate[data-side=top]:not([visibility])"
    assert page.locator(visible).all_text_contents() == list("abcdefghijklmnopqrstuvwx")
    page.evaluate("harness.board.stage.viewport.zoom({x: 0, y: 0}, 3)")
    page.wait_for_function("() => document.querySelector('#board').classList.contains('zoomed')")
    assert page.locator(visible).all_text_contents() == list("abcdefgh")
    page.evaluate("harness.board.zoom()")
    page.wait_for_function("() => !document.querySelector('#board').classList.contains('zoomed')")
    assert page.locator(visible).count() == 24


def test_panels_show_the_borders_to_join(open_board: OpenBoard) -> None:
    page = open_board(edition="twixt:kosmos", size=8, after="c3")
    panels = page.locator("#panels .seat-panel")
    assert panels.nth(0).get_attribute("aria-label") == "Joins top and bottom."
    page.locator("#extras button").click()
    wait_until_settled(page)
    assert panels.nth(0).get_attribute("aria-label") == "Joins left and right."


# Twisty


def position_with_two_ways() -> tuple[tablier.State, list[str]]:
    """Return a position, and a path over hops whose end `legal_actions` reaches by another path."""
    found: list[list[str]] = []

    def has_two_ways(action: str, effect: dict[str, object]) -> bool:
        return action.count(">") == 1 and not action.endswith("!") and effect["does"] == "stay"

    state = find_position(has_two_ways)
    while not found:
        scene = state.scene(state.to_act)
        for action in state.legal_actions():
            way = action.split(">")
            if len(way) == 2 and not action.endswith("!"):
                firsts = [first for first, targets in scene["hops"].items() if way[1] in targets and first in scene["effects"]]
                found += [[first, way[1]] for first in firsts if first != way[0]]
        if not found:
            state = state.play(state.legal_actions()[0])
    return state, found[0]


def test_only_the_next_hop_is_ringed(open_board: OpenBoard) -> None:
    state = find_position(lambda text, effect: text.count(">") == 2)
    chain = next(text for text in state.legal_actions() if text.count(">") == 2).split(">")
    next_hops = {text.rstrip("!") for text in state.legal_actions() if ">" not in text}
    page = open_board(edition="twisty:djeco", position=str(state))
    assert page.locator(".reach").count() == len(next_hops)
    assert page.locator(".reach.far, .branch").count() == 0
    hover(page, chain[0])
    assert page.locator(".reach.far").count() >= 1
    assert page.locator(".branch").count() >= 2  # to the cells beyond and to those beyond them
    assert page.locator(".path.faint").count() == 1
    hover(page, chain[-1])
    assert page.locator(".path.faint .step").count() == 3
    page.mouse.move(1, 1)
    wait_until_settled(page)
    assert page.locator(".reach").count() == len(next_hops)
    assert page.locator(".reach.far, .branch, .path").count() == 0


def test_a_path_is_built_hop_by_hop(open_board: OpenBoard) -> None:
    """The draft follows the tokens that were chosen; the action is the legal one with the same result."""
    state, way = position_with_two_ways()
    page = open_board(edition="twisty:djeco", position=str(state))
    for cell in way:
        tap(page, cell)
    assert draft(page).rstrip("!") == ">".join(way)
    page.locator("#back").click()
    wait_until_settled(page)
    assert draft(page).rstrip("!") == way[0]
    tap(page, way[1])
    page.locator("#play").click()
    page.evaluate("harness.landed()")
    assert len(actions(page)) == 1
    assert actions(page)[0] in state.legal_actions()
    assert actions(page)[0].rstrip("!").split(">")[-1] == way[1]
    assert page.locator(".trail").count() == 1


def test_the_marks_are_explained(open_board: OpenBoard) -> None:
    page = open_board(edition="twisty:djeco", seed=5)
    button = page.get_by_role("button", name="What the marks mean")
    legend = page.locator(".twisty-legend")
    assert not legend.is_visible()
    button.click()
    assert legend.is_visible()
    assert legend.locator("li").count() == 4
    assert legend.locator("li svg").count() == 4
    page.keyboard.press("Escape")
    assert not legend.is_visible()


def test_the_legend_fits_a_phone_and_leaves_the_corner_free(open_board: OpenBoard) -> None:
    page = open_board(phone=True, edition="twisty:djeco", seed=5)
    page.locator(".twisty-legend-button").tap()
    box = page.locator(".twisty-legend").bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    page.keyboard.press("Escape")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    tap(page, "g1")
    assert draft(page) == "@g1"


def test_the_needed_cubes_are_marked_and_shown_with_the_prompt(open_board: OpenBoard) -> None:
    page = open_board(edition="twisty:djeco", seed=5, after="@a1,@g1")
    view = current(page)["view"]
    colour = view["scene"]["next"][0]
    needed = {cell for cell, token in view["position"]["tokens"].items() if token == colour}
    assert set(page.locator(".needed").evaluate_all("nodes => nodes.map(node => node.dataset.token)")) == needed
    assert page.evaluate("document.getAnimations().length") > 0  # they pulse
    assert page.evaluate("harness.board.promptIcon().querySelector('.twi-mark') !== null")
    assert page.evaluate(f"harness.board.promptIcon().querySelector('.twi-{colour}') !== null")
    page = open_board(phone=True, edition="twisty:djeco", seed=5, after="@a1,@g1")
    assert page.locator(".needed").count() == len(needed)
    assert page.evaluate("document.getAnimations().length") == 0  # with reduced motion


def test_special_tokens_have_a_word_and_a_tint_for_each_kind(open_board: OpenBoard) -> None:
    page = open_board(edition="twisty:djeco", seed=5)
    tokens = current(page)["view"]["position"]["tokens"]
    words = page.locator(".token").evaluate_all(
        "nodes => nodes.map(node => [node.dataset.token, node.querySelector('title').textContent])"
    )
    by_kind = {tokens[cell]: text for cell, text in words}
    assert by_kind["step"] == "Step: go on by one cell, straight"
    assert by_kind["portal"].startswith("Portal:")
    tints = {
        page.locator(f".twi-lit.twi-{kind}").first.evaluate("node => getComputedStyle(node).stopColor")
        for kind in by_kind
        if len(kind) > 1
    }
    assert len(tints) == 5


def test_cubes_are_centred_in_their_wells(open_board: OpenBoard) -> None:
    page = open_board(edition="twisty:djeco", seed=5)
    offsets = page.evaluate(
        """() => [..."ABCDEFG"].map(colour => {
        const faces = [...document.querySelectorAll(`svg.board defs .twi-${colour} > .twi-face`)].map(face => face.getBBox());
        const top = Math.min(...faces.map(({y}) => y));
        const bottom = Math.max(...faces.map(({y, height}) => y + height));
        return Math.abs(top + bottom);
        })"""
    )
    assert max(offsets) < 1


def test_the_last_path_is_an_arrow_that_becomes_faint(open_board: OpenBoard) -> None:
    state = find_position(lambda text, effect: text.count(">") == 2)
    chain = next(text for text in state.legal_actions() if text.count(">") == 2)
    page = open_board(edition="twisty:djeco", position=str(state))
    tap(page, chain.rstrip("!").split(">")[-1])
    page.locator("#play").click()
    page.evaluate("harness.landed()")
    line = page.locator(".trail-line .arrow-line")
    assert str(line.get_attribute("d")).count("L") == 3  # from its start over two cells to its end
    assert page.locator(".last-move").count() == 2
    opacity = "() => Number(getComputedStyle(document.querySelector('.trail')).opacity)"
    page.wait_for_function(f"() => ({opacity})() > 0.9")
    page.wait_for_function(f"() => ({opacity})() < 0.5")


@pytest.mark.parametrize("phone", [False, True], ids=["mouse", "touch"])
def test_a_pawn_is_dragged(open_board: OpenBoard, phone: bool) -> None:
    page = open_board(phone=phone, edition="twisty:djeco", seed=5, after="@a1,@g1")
    target = next(text for text in current(page)["view"]["legal"] if ">" not in text)
    drop = start_drag(page, centre(page, "a1"), centre(page, "b2"), centre(page, target))
    assert page.locator(".drag-ghost").count() == 1
    assert page.locator(".standing.away").count() == 1
    drop()
    wait_until_settled(page)
    assert draft(page) == target
    drag(page, centre(page, "a1"), centre(page, "b1"), centre(page, "g1"))  # not a target: the draft is given up
    assert draft(page) == ""
    drag(page, centre(page, "a1"), centre(page, "b2"), centre(page, target))
    page.locator("#play").click()
    wait_until_settled(page)
    assert actions(page)[-1] == target


def test_a_cube_flies_to_its_card(open_board: OpenBoard) -> None:
    state = find_position(lambda text, effect: effect["does"] == "take")
    effects = state.scene(state.to_act)["effects"]
    taking = next(text for text, effect in effects.items() if effect["does"] == "take")
    seat = state.to_act
    page = open_board(edition="twisty:djeco", position=str(state))
    taken = page.locator("#panels .seat-panel").nth(seat or 0).locator(".card.taken")
    before = taken.count()
    tap(page, effects[taking]["cell"])
    page.locator("#play").click()
    page.wait_for_selector(".board.flying", state="attached")
    assert taken.count() == before
    page.evaluate("harness.landed()")
    assert taken.count() == before + 1
    assert page.locator(".board.flying").count() == 0


@pytest.mark.parametrize(("edition", "played"), [("twixt:kosmos", ["c3", "d5"]), ("twisty:djeco", ["@a1", "@g7"])])
def test_a_move_is_shown_after_the_one_before_it_has_landed(open_board: OpenBoard, edition: str, played: list[str]) -> None:
    page = open_board(edition=edition)
    result = page.evaluate(
        """async texts => {
        const { board } = harness;
        const { table } = harness.current();
        const views = [];
        for (const text of texts) {
            const response = await fetch("/play", {method: "POST", body: JSON.stringify({table, text})});
            views.push(await response.json());
        }
        const begun = performance.now();
        const times = [];
        const updates = views.map(({view, last}) => board.update(view, {seat: 0, last, animate: true})
            .then(() => times.push(performance.now() - begun)));
        const between = board.last;
        await Promise.all(updates);
        return { between, last: board.last, times, landings: harness.landings() };
        }""",
        played,
    )
    assert [result["between"], result["last"]] == played
    assert result["landings"] == 2
    first, second = result["times"]
    assert first >= 150 and second - first >= 150  # ms


def test_the_path_to_a_cell_is_named_by_its_cells(open_board: OpenBoard) -> None:
    state = find_position(lambda text, effect: text.count(">") == 2)
    chain = next(text for text in state.legal_actions() if text.count(">") == 2)
    first, second, end = chain.rstrip("!").split(">")
    page = open_board(edition="twisty:djeco", position=str(state))
    label = page.locator(f'[data-cell="{end}"]').get_attribute("aria-label")
    assert label and label.endswith(f"within reach by {first}, {second}")
    assert describe(page, chain).startswith(f"by {first}, {second} to {end}")
