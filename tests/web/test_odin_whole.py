"""A Feast for Odin by keys alone and by thumb alone; help with packing; and what is told when a game alone ends."""

import os
import random
import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.hall.halls import ThreadHall
from tests.web.hands import PHONE, faults, go_on_from, lay, moment, saga
from tests.web.odin_hands import asked, one_answer_by_keys, one_answer_by_thumb

Room = Callable[..., Page]
WHOLE = bool(os.environ.get("SKALI_TEST_ALL"))
SOLO = "odin-solo-short-by-hand.saga"


def at_once(page: Page) -> None:
    page.goto("/preferences")
    page.evaluate("localStorage.setItem('skali.preferences', JSON.stringify({speed: 0}))")


def test_a_long_game_with_a_bot_by_keys_alone(room: Room) -> None:
    """To its end in `make test-all`, else the first answers of it."""
    page = room()
    at_once(page)
    lay(page, "odin", seats=2, players=[{"kind": "me"}, {"kind": "bot", "agent": "easy"}])
    rng = random.Random(4)
    met: list[str] = []
    while len(met) < (5000 if WHOLE else 8) and met[-1:] != ["end"]:
        met.append(one_answer_by_keys(page, rng))
    if WHOLE:
        assert {"turn", "food", "upgrade", "strip", "end"} <= set(met)
        expect(page.locator(".end .podium")).to_be_visible()
    assert "turn" in met


def test_a_short_game_alone_by_thumb_alone(room: Room) -> None:
    """To its end in `make test-all`, else its first round."""
    page = room(**PHONE)
    at_once(page)
    go_on_from(page, saga(SOLO).split("---\n")[0] + "---\n")
    rng = random.Random(2)
    met: list[str] = []
    while met[-1:] != ["end"] and (WHOLE or "food" not in met or asked(page) != "turn"):
        met.append(one_answer_by_thumb(page, rng))
        assert len(met) < (2000 if WHOLE else 100)
    assert met.count("turn") >= 2
    if WHOLE:
        expect(page.locator(".end")).to_be_visible()


# Help with packing


def at_the_tiles(page: Page, hall: ThreadHall, help: str) -> None:
    """In the fifth round with tiles in the supply, at a table with this help."""
    table = go_on_from(page, saga("odin-two-sensible.saga", without=197))
    hall.live(table).config.aids = {"packing": help}
    page.reload()
    page.wait_for_selector(".tray")
    page.wait_for_selector("[data-mine=true]")


def test_the_best_fill_is_one_draft_that_can_be_changed(room: Room, hall: ThreadHall) -> None:
    page = room(bypass_csp=True)
    at_the_tiles(page, hall, "best")
    start = moment(page)
    page.keyboard.press("b")
    expect(page.get_by_role("heading", level=1)).to_contain_text(re.compile(r"The best fill: \d tiles, \d+ points"))
    laid = page.locator(".large .over > .mark")
    expect(laid.nth(2)).to_be_visible()  # the draft comes after the advice, and whole
    count = laid.count()
    assert faults(page, "best fill") == []
    page.locator(".large [role=gridcell][aria-label*='chest']").first.click()
    page.wait_for_selector(".tray .held[data-tile=chest]")
    page.keyboard.press("Escape")
    expect(laid).to_have_count(count - 1)
    page.keyboard.press("Enter")
    page.wait_for_function("n => Number(document.querySelector('[data-moment]').dataset.moment) > n", arg=start)


def test_without_help_nothing_tells_where_a_tile_fits(room: Room, hall: ThreadHall) -> None:
    page = room()
    at_the_tiles(page, hall, "none")
    expect(page.get_by_role("toolbar")).to_contain_text("No help with packing")
    page.locator(".tray [data-tile=wool]").click()
    page.wait_for_selector(".large [aria-selected=true]")
    expect(page.locator(".large .over > .mark")).to_have_count(1)  # the tile in hand
    expect(page.locator(".acts").get_by_text("Next")).to_have_count(0)
    covered = page.locator(".large [role=gridcell][aria-label*='hide']").first
    covered.hover()
    expect(page.locator(".large .ghost.wrong")).to_have_count(0)
    covered.click()
    expect(page.get_by_role("alert")).to_contain_text("OD-")
    expect(page.locator(".large .ghost.wrong")).to_have_count(1)


# Alone


def test_a_game_alone_ends_with_its_mark(room: Room) -> None:
    page = room(bypass_csp=True)
    go_on_from(page, saga("odin-solo-short-by-hand.saga", without=1))
    page.wait_for_selector(".odin[data-asked=last_window]")
    page.keyboard.press("Enter")
    end = page.locator(".end")
    expect(end.get_by_role("heading", level=2)).to_contain_text("-29")
    expect(end).to_contain_text("100 is a very good score. OD-222")
    assert faults(page, "the end alone") == []
