"""Pictures instead of codes: in the log, the status line and the choices; tooltips without a mouse."""

import os
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from skali.core import Event, State
from tests.web.hands import PHONE, go_on_from, play, saga, sit_down_against_a_bot, up_to

Room = Callable[..., Page]
VISIBLE = """at => {
  const copy = at.cloneNode(true);
  for (const each of copy.querySelectorAll('.sr')) each.remove();
  return copy.textContent;
}"""
LOCALES = ["en-GB", "fr-FR", "nl-NL"] if os.environ.get("SKALI_TEST_ALL") else ["fr-FR"]
CODE = re.compile(r"\b[PMS]{6}\b|\bX\d\d\b|\bK\d\d\b|-?\d+,-?\d+")


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    ("game", "without", "drawn"),
    [
        ("fjords-by-hand", 200, 60),
        ("eketorp-sensible-4", 150, 60),
        ("explorers-sensible-2", 300, 60),
        ("odin-two-sensible", 200, 60),
        ("graenaland-claim", 60, 20),
    ],
)
def test_the_log_draws_what_it_names(room: Room, locale: str, game: str, without: int, drawn: int) -> None:
    page = room(locale=locale)
    go_on_from(page, saga(f"{game}.saga", without=without))
    page.wait_for_selector("[data-mine]")
    page.wait_for_function("n => document.querySelectorAll('.log .pic svg, .log .place svg').length > n", arg=drawn)
    codes = [text for text in page.locator(".log li").evaluate_all(f"all => all.map({VISIBLE})") if CODE.search(text)]
    assert codes == []
    expect(page.locator(".log li").last).to_be_in_viewport(ratio=0.99)


def test_a_tile_has_a_name_and_a_place_is_shown_on_the_board(room: Room) -> None:
    page = room()
    go_on_from(page, saga("fjords-by-hand.saga", without=300))
    line = page.locator(".log li", has_text="places").last
    expect(line.locator(".pic")).to_have_attribute("title", re.compile("farmland ×[1-5]"))
    place = line.locator(".place")
    cell = place.get_attribute("title")
    place.hover()
    ring, there = page.locator(".ring").bounding_box(), page.locator(f".board [data-place='{cell}']").bounding_box()
    assert ring and there and abs(ring["x"] - there["x"]) < 2 and abs(ring["y"] - there["y"]) < 2
    expect(place.locator(".sr")).to_have_text(cell or "")
    page.get_by_role("button", name="Coordinates").click()
    expect(place.locator(".sr")).to_have_count(0)
    expect(place).to_have_text(cell or "")


def test_a_tile_that_may_be_taken_is_drawn_on_its_button(room: Room) -> None:
    def may_take(state: State, seat: int, events: list[Event]) -> bool:
        return any(state.prompt(each).data.get("fitting") for each in state.to_act())

    page = room()
    text, last, _ = up_to("fjords-by-hand.saga", may_take)
    go_on_from(page, text)
    play(page, last)
    button = page.locator(".acts .btn", has_text="from the open pile").first
    expect(button.locator(".pic svg")).to_have_count(1)
    assert not CODE.search(button.evaluate(VISIBLE))
    expect(button).to_have_accessible_name(re.compile("Take .*(farmland|sea|mountain)"))


EVERYWHERE = (".seat .tag", ".seat .ln span", ".track .st", "[role=gridcell]", ".log .pic", ".log .rid")
OWN = {
    "fjords": (".legend .chip", ".hold .held", ".hold .huts", ".hold .stock li", ".hold .pile"),
    "eketorp": (".seat .sc", ".amulets", ".pick", ".mini", ".values li", ".material > svg", ".pips", ".hospital"),
}


@pytest.mark.parametrize(("game", "without"), [("fjords-by-hand", 300), ("eketorp-sensible-4", 147)])
def test_every_piece_badge_and_term_explains_itself(room: Room, game: str, without: int) -> None:
    page = room()
    go_on_from(page, saga(f"{game}.saga", without=without))
    page.wait_for_selector("[data-mine=true], .curtain")
    if page.locator(".curtain").count():
        page.locator(".curtain button").first.click()
        page.wait_for_selector("[data-mine=true]")
    for selector in (*EVERYWHERE, *OWN[game.partition("-")[0]]):
        expect(page.locator(selector).first).to_be_attached()
        told = page.locator(selector).evaluate_all("all => all.map(at => at.dataset.tip || at.title || '')")
        assert all(told), selector
        assert not [text for text in told if CODE.search(text)], selector


def test_a_place_explains_itself_to_mouse_finger_and_keys(room: Room) -> None:
    page = room()
    go_on_from(page, saga("fjords-by-hand.saga", without=300))
    place = page.locator("[role=gridcell]", has=page.locator("xpath=self::*[not(contains(@class, 'may'))]")).first
    told = place.get_attribute("data-tip") or ""
    tip = page.get_by_role("tooltip")
    place.hover()
    expect(tip).to_have_text(told)
    page.mouse.move(640, 20)
    expect(tip).to_have_count(0)
    page.locator("[role=gridcell][tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    expect(tip).to_have_text(page.locator("[role=gridcell]:focus").get_attribute("data-tip") or "-")
    phone = room(**PHONE)
    phone.goto(page.url)
    place = phone.locator("[role=gridcell]").first
    touch = {"pointerType": "touch", "bubbles": True, "clientX": 100, "clientY": 300}
    place.dispatch_event("pointerdown", touch)
    expect(phone.get_by_role("tooltip")).to_have_text(place.get_attribute("data-tip") or "-")
    place.dispatch_event("pointerup", touch)
    place.dispatch_event("click")
    expect(phone.locator(".why")).to_have_count(0)


def test_titles_are_shown_to_fingers_and_to_keys(room: Room) -> None:
    phone = room(**PHONE)
    go_on_from(phone, saga("fjords-by-hand.saga", without=300))
    phone.get_by_role("navigation").get_by_role("button", name="Log").click()
    tile = phone.locator(".log .pic").last
    name = tile.get_attribute("title")
    touch = {"pointerType": "touch", "bubbles": True}
    tile.dispatch_event("pointerdown", touch)
    expect(phone.get_by_role("tooltip")).to_have_text(name or "")
    tile.dispatch_event("pointerup", touch)
    phone.locator("main").dispatch_event("pointerdown", touch)
    expect(phone.get_by_role("tooltip")).to_have_count(0)
    desk = room()
    sit_down_against_a_bot(desk)
    desk.get_by_role("link", name="To the hall").focus()
    desk.keyboard.press("Tab")
    expect(desk.get_by_role("tooltip")).to_have_text("Have more fields on the land than your rival after three rounds.")
    desk.keyboard.press("Tab")
    expect(desk.get_by_role("tooltip")).to_have_count(0)
    for _ in range(3):
        desk.keyboard.press("Tab")
        if desk.get_by_role("tooltip").count():
            break
    expect(desk.get_by_role("tooltip")).to_have_text("Table")
