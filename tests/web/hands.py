"""Hands on the page: how a person plays Fjords with a mouse, with keys, with a thumb."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect


def sit_down_against_a_bot(page: Page) -> str:
    page.goto("/")
    page.get_by_role("button", name="Play a bot now").click()
    page.wait_for_selector("[role=grid]")
    return page.url


def moment(page: Page) -> int:
    """The number of the position that stands."""
    return int(page.locator("[data-moment]").get_attribute("data-moment") or 0)


def my_turn(page: Page) -> None:
    page.wait_for_selector("[data-mine=true], .end")


def one_step(page: Page, hand: Callable[[Page, str], None]) -> None:
    """Makes one decision and waits until the hall has it."""
    my_turn(page)
    before = moment(page)
    hand(page, page.locator(".status h1").inner_text())
    page.wait_for_function("n => Number(document.querySelector('[data-moment]').dataset.moment) > n", arg=before)


def to_the_end(page: Page, hand: Callable[[Page, str], None]) -> None:
    """Plays until the end screen shows."""
    my_turn(page)
    while not page.locator(".end").count():
        one_step(page, hand)
        my_turn(page)


def with_the_mouse(page: Page, title: str) -> None:
    """Clicks cells of the board, and buttons; touches no key."""
    if title.startswith("Place"):
        page.locator("[role=gridcell].may").first.click()
        page.get_by_role("button", name=re.compile("^Place at")).click()
    else:
        page.locator(".status .btn.go").click()


def with_keys(page: Page, title: str) -> None:
    """Presses keys; touches no mouse."""
    if title.startswith("Place"):
        page.keyboard.press("n")
        expect(page.get_by_role("button", name=re.compile("^Place at"))).to_be_visible()
        page.keyboard.press("Enter")
    elif title.startswith("Put a hut"):
        page.keyboard.press("1")
    else:
        page.keyboard.press("Enter")


def with_a_thumb(page: Page, title: str) -> None:
    """Taps the bar at the bottom of a phone, nothing else."""
    bar = page.locator(".bar")
    if title.startswith("Place"):
        bar.get_by_role("button", name="Next place").tap()
    bar.locator(".btn.go").tap()
