"""A Feast for Odin: tiles on boards, the feast and the dice, each from a position of a recorded game."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.hands import AXE, PHONE, ROOT, go_on_from, moment
from tests.web.odin_positions import saga_of

SAGA = "odin-two-sensible.saga"
WOOL, FIBULA, FEAST = "put wool", "put fibula", "serve milk upright"
IN_MY_BOARDS = """axe.run('.mine', {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']})
    .then(found => found.violations.map(each => each.id + ' ' + each.nodes[0].target))"""


def before(move: str, nth: int = 0, after: bool = False) -> str:
    """The recorded game up to the nth time that this is played, or with it."""
    header, moves, _ = (ROOT / "tests" / "sagas" / SAGA).read_text(encoding="utf-8").split("---\n")
    lines = moves.splitlines(keepends=True)
    at = [number for number, line in enumerate(lines) if line.split(" ", 1)[-1].strip() == move][nth]
    return header + "---\n" + "".join(lines[: at + after])


def sit(page: Page, text: str) -> None:
    go_on_from(page, text)
    page.wait_for_selector(".mine .large", state="attached")
    page.wait_for_selector("[data-mine=true]")


def settle(page: Page) -> None:
    page.wait_for_selector("[data-trying=false]")


def ghost(page: Page) -> list[str]:
    """The cells under the tile in hand."""
    cells = page.locator(".large [role=gridcell][aria-selected=true]")
    return [str(each.get_attribute("data-place")) for each in cells.all()]


def pick(page: Page, tile: str) -> None:
    page.locator(f".tray [data-tile={tile}]").click()
    page.wait_for_selector(".large [aria-selected=true]")


def over(page: Page, cell: str) -> tuple[float, float]:
    box = page.locator(f'.large [data-place="{cell}"]').bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def confirmed(page: Page, start: int) -> None:
    page.wait_for_function("n => Number(document.querySelector('[data-moment]').dataset.moment) > n", arg=start)


def test_a_tile_takes_three_inputs_with_the_mouse_and_turns_on_the_way(room):
    page = room()
    sit(page, before(WOOL))
    start, minus = moment(page), page.locator(".strip button b").first.inner_text()
    pick(page, "wool")
    cells = ghost(page)
    assert len(cells) == 4
    expect(page.locator(".acts .btn.go")).to_contain_text("Place")
    page.mouse.click(*over(page, cells[0]))
    expect(page.locator(".large .mark")).not_to_have_count(0)
    settle(page)
    expect(page.locator(".acts .btn.go")).to_contain_text("Confirm")
    page.locator(".acts .btn.go").click()
    confirmed(page, start)
    assert page.locator(".strip button b").first.inner_text() != minus


def test_keys_alone_pick_move_turn_and_lay(room):
    page = room()
    sit(page, before(FIBULA, after=True))
    first = ghost(page)
    page.keyboard.press("r")
    assert len(ghost(page)) == len(first) and ghost(page) != first
    page.keyboard.press("n")
    turned = ghost(page)
    page.locator(".large [role=gridcell][tabindex='0']").focus()
    page.keyboard.press("ArrowUp")
    assert ghost(page) != turned
    page.keyboard.press("n")
    start = moment(page)
    page.locator(".status h1").evaluate("() => document.activeElement.blur()")
    page.keyboard.press("Enter")
    confirmed(page, start)


def test_a_wrong_place_is_answered_with_its_rule(room):
    page = room()
    sit(page, before(WOOL, 1))
    pick(page, "wool")
    covered = page.locator(".large [role=gridcell][aria-label*='spices']").first.get_attribute("data-place")
    page.mouse.move(*over(page, str(covered)))
    page.mouse.click(*over(page, str(covered)))
    expect(page.locator("[role=alert]")).to_contain_text(re.compile("OD-0(88|90|96)"))
    assert page.locator(".large .ghost.wrong").count() == 1
    page.keyboard.press("Escape")


def test_several_tiles_are_one_draft_and_one_can_be_taken_up_again(room):
    page = room()
    sit(page, before(WOOL))
    start = moment(page)
    pick(page, "wool")
    first = ghost(page)[0]
    page.mouse.click(*over(page, first))
    settle(page)
    page.keyboard.press("l")
    page.wait_for_selector(".large [aria-selected=true]")
    page.mouse.click(*over(page, ghost(page)[0]))
    settle(page)
    expect(page.locator(".large .over > .mark")).to_have_count(2)
    page.mouse.click(*over(page, first))
    page.wait_for_selector(".large [aria-selected=true]")
    expect(page.locator(".tray .held")).to_have_attribute("data-tile", "wool")
    page.mouse.click(*over(page, ghost(page)[0]))
    settle(page)
    page.locator(".acts .btn.go").click()
    confirmed(page, start)


def test_a_feast_takes_two_inputs_and_stays_editable(room):
    page = room()
    sit(page, before(FEAST))
    start = moment(page)
    expect(page.locator(".acts")).to_contain_text("9 penalties")
    page.keyboard.press("Enter")  # the red button fills the table first
    expect(page.locator(".acts .btn.go")).to_have_text(re.compile("^Serve"))
    served = page.locator(".table .served")
    count = served.count()
    assert count > 1
    served.last.click()
    expect(served).to_have_count(count - 1)
    expect(page.locator(".warn")).to_contain_text("Thing")
    page.locator(".food .card .btn:not(.not):not([disabled])").first.click()
    expect(served).to_have_count(count)
    page.locator(".plan").first.click()
    settle(page)
    page.keyboard.press("Enter")
    confirmed(page, start)


@pytest.mark.parametrize("after", ["send hunting_game_1", "send pillaging_3"])
def test_a_roll_shows_its_faces_and_is_stopped_or_repeated(room, after):
    page = room()
    sit(page, before(after, after=True))
    start = moment(page)
    faces = page.locator(".odds .bars > span")
    assert faces.count() in (8, 12) and page.locator(".odds .now").count() == 1
    expect(page.locator(".odds figcaption")).to_contain_text("%")
    page.keyboard.press("r")
    confirmed(page, start)
    again = moment(page)
    page.wait_for_selector(".dice .die.last")
    assert page.locator(".dice .die:not(.later)").count() == 2
    page.locator(".dice .way").first.click()
    settle(page)
    page.locator(".acts .btn.go").click()
    confirmed(page, again)


def test_a_thumb_lays_a_tile_in_three_taps(room):
    page = room(**PHONE)
    sit(page, before(WOOL))
    start = moment(page)
    page.locator(".panes button").nth(1).tap()
    page.locator(".tray [data-tile=wool]").tap()
    page.wait_for_selector(".large [aria-selected=true]")
    board = page.locator(".large svg").first.bounding_box()
    assert board and board["width"] <= 390
    page.locator(".bar .btn.go").tap()
    confirmed(page, start)


@pytest.mark.parametrize("text", [(WOOL, 0, False), (FEAST, 0, False), ("send pillaging_3", 0, True)])
def test_nothing_is_wrong_for_the_ear_or_for_eyes_that_need_contrast(room, text):
    page = room(bypass_csp=True)
    sit(page, before(*text))
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate(IN_MY_BOARDS)
    page.evaluate("document.documentElement.dataset.theme = 'night'")
    assert found + page.evaluate(IN_MY_BOARDS) == []


@pytest.mark.parametrize("way", ["keys", "mouse"])
def test_every_question_of_the_boards_is_answered_there(room, way):
    page = room()
    answered = 0
    for prompt in ("board", "shape", "cell", "food", "coins", "low_roll", "high_roll"):
        go_on_from(page, saga_of(prompt) if prompt != "coins" else before(FEAST) + "0 finish\n")
        page.wait_for_selector("[data-mine=true], .curtain")
        if page.locator(".curtain").count():
            page.locator(".curtain button").first.click()
        page.wait_for_selector(f".odin[data-kind={prompt}]")
        expect(page.locator(".choices, .choice, .chooser")).to_have_count(0)
        start = moment(page)
        if prompt.endswith("_roll"):
            if way == "keys":
                page.keyboard.press("x")
            else:
                page.locator(".acts .btn", has_text="Fail").click()
        for _ in range(2 if prompt == "food" else 1):  # the table is filled, then served
            expect(page.locator(".acts .btn.go")).to_be_visible()
            if way == "keys":
                page.keyboard.press("Enter")
            else:
                page.locator(".acts .btn.go").click()
            settle(page)
        confirmed(page, start)
        answered += 1
    assert answered == 7
