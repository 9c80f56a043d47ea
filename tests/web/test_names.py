"""Names and levels: a name is asked for, equal ones are told apart, one is renamed at the table, bots say how strong they are."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.hall.halls import ThreadHall
from tests.hall.people import Person
from tests.web.hands import lay, one_step, with_keys

Room = Callable[..., Page]


def test_who_comes_by_link_is_asked_for_a_name_once(room: Room, hall: ThreadHall) -> None:
    page = room()
    for number, name in enumerate(("Astrid", "")):
        table = Person(hall.url, "Astrid").lay("fjords")["id"]
        page.goto(f"/t/{table}")
        page.get_by_role("button", name="Sit here").click()
        if not number:
            asked = page.get_by_role("dialog", name="Your name")
            asked.get_by_label("Your name").fill(name)
            asked.get_by_role("button", name="Sit here").click()
        page.wait_for_selector("[role=grid]")
        expect(page.locator(".seat").first).to_contain_text("Astrid 2")  # the host is called so too


def test_who_sits_down_from_the_lobby_is_asked_for_a_name(room: Room, hall: ThreadHall) -> None:
    Person(hall.url, "Astrid").lay("fjords")
    page = room()
    page.goto("/")
    page.get_by_role("button", name="Sit down").click()
    page.get_by_role("dialog").get_by_label("Your name").fill("Bjorn")
    page.keyboard.press("Enter")
    page.wait_for_selector("[role=grid]")
    expect(page.locator(".seat").first).to_contain_text("Bjorn")


def test_who_is_invited_to_a_free_seat_is_asked_for_a_name(room: Room, hall: ThreadHall) -> None:
    host = Person(hall.url, "Astrid")
    table = host.lay("fjords")["id"]
    page = room()
    page.goto(host.get(f"/api/tables/{table}/seats/1/link")["url"])
    page.get_by_role("dialog").get_by_label("Your name").fill("Bjorn")
    page.keyboard.press("Enter")
    expect(page.locator(".seat").first).to_contain_text("Bjorn")


def test_a_new_name_stands_in_seats_and_log_of_everybody(room: Room, hall: ThreadHall) -> None:
    page, other = room(), room()
    table = lay(page, players=[{"kind": "me"}, {"kind": "local", "name": "Cnut"}])
    page.wait_for_selector("[role=grid]")
    other.goto(f"/t/{table}")
    other.wait_for_selector("[role=grid]")
    for _ in range(4):
        one_step(page, with_keys)
    expect(other.locator(".log")).to_contain_text("Guest draws")
    page.get_by_role("button", name="Table", exact=True).click()
    page.get_by_role("button", name="Change my name").click()
    name = page.get_by_role("dialog").get_by_label("Your name")
    mine = name.input_value()
    name.fill("Bera")
    page.get_by_role("button", name="Save").click()
    for each in (page, other):
        expect(each.locator(".seats")).to_contain_text("Bera")
        expect(each.locator(".seats")).not_to_contain_text(mine)
        expect(each.locator(".log li b", has_text="Bera").first).to_be_visible()
        expect(each.locator(".log")).not_to_contain_text(mine)


def test_quick_play_is_of_the_middle_level_and_another_is_a_click_away(room: Room) -> None:
    page = room()
    page.goto("/")
    levels = page.get_by_role("group", name="Strength of bots in a quick game")
    expect(levels.get_by_role("button", pressed=True)).to_have_text("medium")
    page.get_by_role("button", name="Play a bot now").click()
    page.wait_for_selector("[role=grid]")
    expect(page.locator(".seat", has_text="Muninn")).to_contain_text("Bot, medium")
    page.get_by_role("link", name="To the hall").click()
    levels.get_by_role("button", name="easy").click()
    page.get_by_role("button", name="Play bots: Fjords (easy)").click()
    page.wait_for_selector("[role=grid]")
    expect(page.locator(".seat", has_text="Muninn")).to_contain_text("Bot, easy")
    page.goto("/")
    expect(page.locator(".tables .row")).to_contain_text([re.compile(r"Muninn \((easy|medium)\)")] * 2)


def test_spectators_are_told_whose_huts_they_see(room: Room, hall: ThreadHall) -> None:
    table = Person(hall.url, "Astrid").post("/api/quick", {"game": "fjords"})["table"]["id"]
    page = room()
    page.goto(f"/t/{table}")
    expect(page.locator(".hold")).to_contain_text("Huts of Astrid")
    expect(page.locator(".hold")).not_to_contain_text("My huts")
