"""Who sits where, on the page: another device at one's seat, who could have known the luck, and the bot that stands in."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.hands import ask, go_on_from, saga

Room = Callable[..., Page]


def test_a_seat_is_told_of_another_device_and_puts_it_out(room: Room) -> None:
    page, phone = room(), room()
    table = ask(page, "/api/tables", {"game": "fjords", "players": [{"kind": "me"}, {"kind": "bot", "agent": "easy"}]})
    page.goto(f"/t/{table['table']['id']}")
    page.get_by_role("button", name="Invite").click()
    page.get_by_text("My seat on another device").click()
    link = page.get_by_label("My seat on another device").input_value()
    page.keyboard.press("Escape")
    phone.goto(link)
    expect(phone.locator("[role=grid]")).to_be_visible()
    notice = page.get_by_role("alert").filter(has_text="Your seat is open on another device")
    expect(notice).to_be_visible()
    expect(page.locator(".seat").first).to_contain_text("2 devices")
    notice.get_by_role("button", name="Only this device").click()
    expect(notice).to_have_count(0)
    expect(page.locator(".seat").first).not_to_contain_text("devices")
    expect(phone.get_by_text("You are no longer at this table.")).to_be_visible()


def test_who_could_know_the_luck_is_shown_at_the_table_and_with_the_result(room: Room) -> None:
    page, guest = room(), room(locale="fr-FR")
    ask(page, "/api/me", {"name": "Astrid"})
    table = go_on_from(page, saga("fjords-by-hand.saga", without=300))
    summary = page.get_by_text("Known luck or hands: Astrid")
    expect(summary).to_be_visible()
    summary.click()
    expect(page.locator(".known")).to_contain_text("Astrid could know the luck of this game.")
    ask(page, f"/api/tables/{table}/seats/1/leave", {})
    guest.goto(f"/t/{table}")
    ask(guest, "/api/me", {"name": "Bjorn", "language": "fr"})
    ask(guest, f"/api/tables/{table}/seats/1/sit", {})
    guest.reload()
    expect(guest.locator(".known summary")).to_have_text(re.compile("Hasard ou mains connus : Astrid"))
    guest.locator(".known summary").click()
    expect(guest.locator(".known")).to_contain_text("jusqu'à son renouvellement")
    expect(page.locator(".log")).to_contain_text("Bjorn has sat down in a game in play: the luck to come begins anew.")
    go_on_from(page, saga("fjords-by-hand.saga"))
    expect(page.locator(".end")).to_contain_text("Astrid could know the luck of this game.")


def test_the_stand_in_is_chosen_with_the_table_and_gives_the_seat_back(room: Room) -> None:
    page = room()
    page.goto("/")
    page.get_by_role("button", name="Open a table", exact=True).first.click()
    page.get_by_label("Stand-in for who is away").select_option("easy")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile("/t/"))
    expect(page.locator(".wait")).to_contain_text("Stand-in for who is away: easy")
    page.get_by_role("button", name="Bots on all free seats").click()
    page.wait_for_selector("[role=grid]")
    page.get_by_role("button", name="Table", exact=True).click()
    page.get_by_role("button", name="Let a bot play for me").click()
    back = page.get_by_role("button", name="Play myself again")
    expect(page.get_by_text("A bot plays for you.")).to_be_visible()
    back.click()
    expect(page.get_by_text("A bot plays for you.")).to_have_count(0)
