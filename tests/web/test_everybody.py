"""Every page in every language, by day and by night, at a desk and on a phone, in small and in large text: nothing that axe can
find, and no page that scrolls. `make test-all` tries them all together and looks at a table of each game, `make test` three of
them, in high contrast."""

import itertools
import os
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.hall.halls import ThreadHall
from tests.hall.people import Person
from tests.web.hands import PHONE, ask, faults, go_on_from, saga

Room = Callable[..., Page]
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}}
ALL = list(itertools.product(("en-GB", "fr-FR", "nl-NL"), ("light", "dark"), ("desk", "phone"), (1, 2), (False,)))
EVERYTHING = bool(os.environ.get("SKALI_TEST_ALL"))
TABLES = {
    "eketorp-sensible-4.saga": 150,
    "explorers-sensible-2.saga": 300,
    "graenaland-claim.saga": 60,
    "odin-two-sensible.saga": 200,
}
"""A recorded game of each, and how many of its moves are left out."""
SOME = [
    ("fr-FR", "light", "desk", 2, True),
    ("nl-NL", "dark", "desk", 1, True),
    ("fr-FR", "dark", "phone", 2, True),
]


@pytest.mark.parametrize(("locale", "scheme", "size", "text", "contrast"), [*SOME, *ALL] if EVERYTHING else SOME)
def test_every_page_can_be_used_by_everybody(
    room: Room, hall: ThreadHall, locale: str, scheme: str, size: str, text: int, contrast: bool
) -> None:
    look = PHONE if size == "phone" else DESK
    page = room(locale=locale, color_scheme=scheme, bypass_csp=True, **look)
    likes = f'{{"text": {text}, "contrast": {str(contrast).lower()}}}'
    page.add_init_script(f"localStorage.setItem('skali.preferences', '{likes}')")
    found: list[str] = []

    def look_at(where: str, ready: str) -> None:
        page.wait_for_selector(ready)
        found.extend(faults(page, where))

    page.goto("/")
    page.wait_for_selector(".gcard")
    look_at("empty lobby", ".tables .none")
    page.locator(".top .tbtn").last.click()
    look_at("dialog of preferences", "dialog fieldset")
    page.keyboard.press("Escape")
    page.locator(".hero .bone").first.click()
    look_at("opening a table", "dialog form")
    page.goto("/preferences")
    look_at("preferences", "fieldset")
    page.goto("/nowhere")
    look_at("no such page", "h1")
    table = Person(hall.url, "Sigrid").lay("eketorp", seats=3)["id"]
    page.goto(f"/t/{table}")
    look_at("waiting for players", ".wait")
    page.locator(".wait .btn").first.click()
    look_at("a name is asked for", "dialog form")

    for number in range(30):
        Person(hall.url, f"Player {number}").lay("fjords")
    quick = ask(page, "/api/quick", {"game": "fjords", "bots": "random"})["table"]["id"]
    page.goto("/")
    look_at("full lobby", ".pages")
    page.goto(f"/t/{quick}")
    look_at("table", "[data-mine=true] [role=grid]")
    page.locator(".top .tbtn[aria-label]").nth(1 if size == "phone" else 0).click()
    look_at("menu of the table", "dialog dl")
    page.keyboard.press("Escape")

    for name, without in TABLES.items() if EVERYTHING else ():
        go_on_from(page, saga(name, without))
        page.wait_for_selector("[data-mine=true], .curtain")
        if page.locator(".curtain").count():
            page.locator(".curtain .btn").click()
        look_at(name, "[data-mine=true]")
    go_on_from(page, saga("fjords-by-hand.saga", without=300))
    look_at("log", "[data-mine=true]")
    go_on_from(page, saga("fjords-by-hand.saga"))
    look_at("end", ".end table")
    page.locator(".end .acts .btn").nth(1).click()
    if size == "phone":
        page.locator(".tabs4 button").nth(2).click()
    page.locator("[role=tab]").nth(2).click()
    look_at("score", ".pad table")
    page.locator("[role=tab]").nth(0).click()
    page.locator(".log .n").first.click()
    look_at("looking back", ".status.past")
    assert found == []
