"""Fjords against a bot in the browser: with the mouse alone, with the keyboard alone, with a thumb on a phone."""

import os
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.hall.halls import ThreadHall
from tests.web.hands import (
    PHONE,
    go_on_from,
    one_step,
    saga,
    sit_down_against_a_bot,
    to_the_end,
    with_a_thumb,
    with_keys,
    with_the_mouse,
)

Room = Callable[..., Page]
EVERY_HAND = bool(os.environ.get("SKALI_TEST_ALL"))
"""Whether the games by keys and by thumb go on to their end; the one by mouse always does."""


def test_a_whole_game_with_the_mouse_alone(room: Room) -> None:
    page = room()
    page.goto("/")
    page.get_by_role("button", name="Play a bot now").click()
    to_the_end(page, with_the_mouse)
    end = page.locator(".end")
    expect(end.get_by_role("heading", level=2)).to_be_visible()
    expect(end.get_by_role("row", name=re.compile("^Total"))).to_be_visible()
    expect(end.locator(".rid").first).to_have_text(re.compile(r"FJ-\d{3}"))
    expect(end.get_by_role("img", name="Score of each player after every move")).to_be_visible()
    with page.expect_download() as download:
        end.get_by_role("link", name="Download the saga").click()
    assert download.value.path().read_text(encoding="utf-8").startswith("saga 1")
    url = page.url
    end.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda new: new != url)
    page.wait_for_selector("[role=grid]")


def test_a_game_with_the_keyboard_alone(room: Room) -> None:
    page = room()
    page.goto("/")
    page.wait_for_selector(".gcard")
    page.get_by_role("button", name="Play a bot now").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("[role=grid]")
    for _ in range(12):
        one_step(page, with_keys)
    if EVERY_HAND:
        to_the_end(page, with_keys)
        expect(page.locator(".end")).to_be_visible()


def test_a_game_on_a_phone_with_a_thumb_alone(room: Room) -> None:
    page = room(**PHONE)
    sit_down_against_a_bot(page)
    for _ in range(12):
        one_step(page, with_a_thumb)
    for tab in ("Mine", "Log", "Rules", "Board"):
        page.get_by_role("navigation").get_by_role("button", name=tab).tap()
        assert page.evaluate(
            "document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth"
        )
    if EVERY_HAND:
        to_the_end(page, with_a_thumb)
        expect(page.locator(".end").get_by_role("row", name=re.compile("^Total"))).to_be_visible()


COUNT = "clicks = 0; addEventListener('click', (event) => void (event.isTrusted && (clicks += 1)), true)"


@pytest.mark.parametrize(("without", "clicks"), [(298, 4), (12, 2)], ids=["discovery", "colonisation"])
def test_a_turn_takes_few_clicks(room: Room, hall: ThreadHall, without: int, clicks: int) -> None:
    """Draw, a place, *Place here*, a hut or none; later a place and *Place here*."""
    page = room()
    table = hall.live(go_on_from(page, saga("fjords-by-hand.saga", without)))
    page.evaluate(COUNT)
    counted = []
    for _ in range(4):
        seat = table.state.to_act()
        page.evaluate("clicks = 0")
        while table.state.to_act() == seat:
            one_step(page, with_the_mouse)
        counted.append(page.evaluate("clicks"))
    assert max(counted) == clicks


def draw_until(page: Page, sentence: str) -> None:
    """Plays until this is asked."""
    for _ in range(40):
        page.wait_for_selector("[data-mine=true]")
        if page.locator(".status h1").inner_text().startswith(sentence):
            return
        one_step(page, with_keys)
    raise AssertionError(f"never asked: {sentence}")


def test_the_board_by_arrow_keys(room: Room) -> None:
    page = room()
    sit_down_against_a_bot(page)
    draw_until(page, "Place your tile")
    page.locator("[role=gridcell][tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[role=gridcell]:focus")).to_have_attribute("aria-label", re.compile(r"^1,0"))
    page.keyboard.press("n")
    expect(page.locator("[role=gridcell][aria-selected=true]")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("[role=gridcell][aria-selected=true]")).to_have_count(0)


def test_a_refused_click_is_answered_with_its_rule(room: Room) -> None:
    page = room()
    sit_down_against_a_bot(page)
    draw_until(page, "Place your tile")
    page.locator("[role=gridcell][data-place='0,0']").click()
    card = page.get_by_role("alert").filter(has_text="Not allowed")
    expect(card).to_contain_text("A tile goes on an empty place.")
    card.get_by_role("button", name="FJ-031").click()
    expect(page.locator(".rules article.cited")).to_contain_text("FJ-031")
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)


def test_the_edges_that_do_not_match_are_those_that_the_hall_names(room: Room) -> None:
    page = room()
    table = sit_down_against_a_bot(page).rpartition("/")[2]
    draw_until(page, "Place your tile")
    found = 0
    for cell in page.locator("[role=gridcell]:not(.may)").all():
        place = cell.get_attribute("data-place")
        why = ask_why(page, table, f"place at {place} turn 0")
        if why["rule"] == "FJ-033":
            found += 1
            cell.click()
            expect(page.get_by_role("alert").filter(has_text="Not allowed")).to_contain_text("FJ-033")
            expect(page.locator(".clash")).to_have_count(len(why["data"]["edges"]))
            assert why["data"]["edges"]
    assert found > 0
    page.keyboard.press("Escape")
    expect(page.locator(".clash")).to_have_count(0)


def ask_why(page: Page, table: str, move: str) -> Any:
    """What the hall says of a move of mine, whichever seat that is."""
    mine = page.evaluate("id => fetch(`/api/tables/${id}`).then(answer => answer.json())", table)["table"]["mine"][0]
    return page.evaluate(
        "([id, seat, move]) => fetch(`/api/tables/${id}/why?seat=${seat}&move=${encodeURIComponent(move)}`)"
        ".then(answer => answer.json())",
        [table, mine, move],
    )


def test_a_key_opens_the_rules_and_closes_them(room: Room) -> None:
    page = room()
    sit_down_against_a_bot(page)
    page.keyboard.press("?")
    expect(page.locator(".rules article").first).to_be_visible()
    expect(page.locator("#rules-search")).to_be_focused()
    expect(page.locator("#rules-search")).to_have_value("")
    page.keyboard.type("mountain")
    expect(page.locator(".rules article").first).to_contain_text(re.compile("mountain", re.IGNORECASE))
    page.locator("#rules-search").fill("")
    page.keyboard.press("Escape")
    expect(page.locator(".rules")).to_have_count(0)


def test_moves_may_be_typed_and_typing_nonsense_is_answered(room: Room) -> None:
    page = room()
    sit_down_against_a_bot(page)
    draw_until(page, "Place your tile")
    page.keyboard.press(":")
    page.keyboard.type("place at 0,0 turn 0")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="Not allowed")).to_contain_text("FJ-031")
    page.get_by_label("Move in notation").fill("dance")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="Not allowed")).to_contain_text("dance")


def test_looking_back_changes_nothing_and_has_a_link(room: Room) -> None:
    page = room()
    url = sit_down_against_a_bot(page)
    draw_until(page, "Place your tile")
    one_step(page, with_keys)
    page.get_by_role("slider", name="Look back").focus()
    page.keyboard.press("Home")
    expect(page.locator(".status h1")).to_have_text("Looking at move 0")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("#moment=1$"))
    page.keyboard.press("Escape")
    expect(page.locator(".status h1")).not_to_contain_text("Looking at")
    page.goto("/")
    page.goto(url + "#moment=1")
    expect(page.locator(".status h1")).to_have_text("Looking at move 1")


def test_a_reload_loses_nothing(room: Room) -> None:
    page = room()
    sit_down_against_a_bot(page)
    draw_until(page, "Place your tile")
    log = page.locator(".log li").all_inner_texts()
    page.reload()
    expect(page.locator(".log li")).to_have_text(log, use_inner_text=True)
