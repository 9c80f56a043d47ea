"""A Feast for Odin: no word is cut, in any language and at any size of the window; the other looks come with `make test-all`."""

import itertools
import os
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.hands import PHONE, cut_words, go_on_from, my_turn, saga
from tests.web.odin_positions import SPOTS
from tests.web.test_odin import sit
from tests.web.test_odin_laying import FEAST, before

Room = Callable[..., Page]
SIZES: dict[str, dict[str, Any]] = {
    "1280": {"viewport": {"width": 1280, "height": 800}},
    "1366": {"viewport": {"width": 1366, "height": 768}},
    "1920": {"viewport": {"width": 1920, "height": 1080}},
    "390": PHONE,
}
WHOLE = bool(os.environ.get("SKALI_TEST_ALL"))
LOOKS = list(itertools.product(SIZES, ("en-GB", "fr-FR", "nl-NL"))) if WHOLE else [("1280", "fr-FR"), ("390", "nl-NL")]
QUESTIONS = sorted(set(SPOTS) - {"coins"}) if WHOLE else ["alternative", "play", "strip"]
"""Coins are asked for at the table of the feast."""
WHOLE_END = """() => {
    const columns = document.querySelector('.end .cols');
    return columns.scrollHeight <= columns.clientHeight + 1;
}"""


@pytest.mark.parametrize(("size", "locale"), LOOKS)
def test_no_word_is_cut(room: Room, size: str, locale: str) -> None:
    page = room(locale=locale, **SIZES[size])
    phone = size == "390"
    seen: list[str] = []
    cut: list[str] = []

    def look(where: str) -> None:
        page.wait_for_selector("[data-trying=false]")
        seen.append(where)
        cut.extend(f"{where}: {text}" for text in cut_words(page))

    go_on_from(page, saga("odin-two-sensible.saga", without=197))
    my_turn(page)
    page.wait_for_selector(".lattice .space.may")
    look("turn")
    page.locator("[data-space=market_3]").click()
    page.wait_for_selector(".lattice .chosen")
    look("a drafted space")
    page.keyboard.press("Escape")
    if phone:
        for pane in (2, 1):
            page.locator(".panes button").nth(pane).tap()
            look(f"pane {pane}")
    else:
        for key in ("x", "o", "c"):
            page.keyboard.press(key)
            look(f"opened by {key}")
            page.keyboard.press("Escape")
    page.locator(".tray [data-tile=wool]").click()
    page.wait_for_selector(".large [aria-selected=true]")
    look("a tile in hand")
    page.keyboard.press("Escape")
    page.locator(".strip .extra").last.click()
    page.wait_for_selector(".land")
    look("the land")
    go_on_from(page, before(FEAST))
    page.wait_for_selector(".feast")
    look("the empty table of the feast")
    page.keyboard.press("Enter")
    page.wait_for_selector(".feast .served")
    look("the feast")
    go_on_from(page, before("send pillaging_3", after=True))
    page.wait_for_selector(".dice")
    look("a roll")
    for prompt in QUESTIONS:
        sit(page, prompt)
        look(prompt)
    go_on_from(page, saga("odin-two-sensible.saga"))
    page.wait_for_selector(".end table")
    look("the end")
    if size in ("1366", "1920"):
        page.wait_for_function(WHOLE_END)
    assert cut == []
    assert len(seen) == len(QUESTIONS) + (10 if phone else 11)
