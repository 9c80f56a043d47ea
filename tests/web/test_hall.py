"""The hall in the browser: two people, a cut line, a killed server, preferences, and how much there is to load."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from skali.hall.app import WEB
from tests.hall.halls import ProcessHall, ThreadHall
from tests.hall.people import Person
from tests.web.conftest import Room as Pages
from tests.web.hands import ask, go_on_from, moment, one_step, saga, sit_down_against_a_bot, with_keys

Room = Callable[..., Page]


def test_two_people_sit_down_and_talk(room: Room) -> None:
    astrid, bjorn = room(), room()
    astrid.goto("/")
    astrid.get_by_role("button", name="Open a table", exact=True).first.click()
    astrid.get_by_role("button", name="Open the table").click()
    astrid.wait_for_url(re.compile("/t/"))
    expect(astrid.get_by_role("img", name="The address as a code for a phone camera")).to_be_visible()
    bjorn.goto(astrid.url)
    bjorn.get_by_role("button", name="Sit here").click()
    bjorn.get_by_role("dialog").get_by_role("button", name="Sit here").click()
    for page in (astrid, bjorn):
        page.wait_for_selector("[role=grid]")
    first, second = (astrid, bjorn) if astrid.locator("[data-mine=true]").count() else (bjorn, astrid)
    one_step(first, with_keys)
    expect(second.locator(".log li").last).to_have_text(first.locator(".log li").last.text_content() or "")
    second.get_by_role("tab", name="Chat").click()
    second.get_by_label("Say something").fill("<b>well met</b>")
    second.keyboard.press("Enter")
    first.get_by_role("tab", name=re.compile("Chat")).click()
    expect(first.locator(".chat")).to_contain_text("<b>well met</b>")


def test_a_cut_line_loses_nothing(room: Room) -> None:
    page = room()
    lines: list[WebSocketRoute] = []

    def through(line: WebSocketRoute) -> None:
        lines.append(line)
        line.connect_to_server()

    page.route_web_socket(re.compile("/ws$"), through)
    sit_down_against_a_bot(page)
    one_step(page, with_keys)
    known = len(lines)
    lines[-1].close(code=1001)
    for _ in range(3):
        one_step(page, with_keys)
    assert len(lines) > known, "the page did not connect again"


def test_a_killed_hall_comes_back_and_pages_go_on(browser: Browser, tmp_path: Path) -> None:
    hall = ProcessHall(str(tmp_path / "hall.db"))
    hall.start()
    pages = Pages(browser, hall.url)
    try:
        page = pages.page()
        sit_down_against_a_bot(page)
        for _ in range(3):
            one_step(page, with_keys)
        before = moment(page)
        hall.kill()
        expect(page.get_by_text("The connection is lost. Trying again…")).to_be_visible()
        hall.start()
        expect(page.get_by_text("The connection is lost. Trying again…")).to_have_count(0)
        assert moment(page) >= before
        one_step(page, with_keys)
    finally:
        for context in pages.contexts:
            context.close()
        hall.kill()


def test_a_finished_game_is_found_again_in_the_lobby(room: Room) -> None:
    page = room()
    page.goto("/")
    expect(page.get_by_role("heading", name="Waiting for you")).to_be_visible()
    expect(page.get_by_role("heading", name="Told lately")).to_have_count(0)
    table = go_on_from(page, saga("fjords-by-hand.saga"))
    page.goto("/")
    told = page.locator("section").filter(has=page.get_by_role("heading", name="Told lately")).get_by_role("link")
    expect(told).to_have_count(1)
    expect(told.locator(".won")).to_have_text("Bjorn 51")
    told.click()
    page.wait_for_url(re.compile(table))
    expect(page.locator(".end")).to_be_visible()


def test_the_lobby_is_turned_page_by_page_with_the_keys(browser: Browser, tmp_path: Path) -> None:
    hall = ThreadHall(str(tmp_path / "hall.db"))
    host = Person(hall.url, "Host")
    laid = [host.lay("moot", seats=2)["id"] for _ in range(30)]
    room = Pages(browser, hall.url)
    try:
        page = room.page()
        page.goto("/")
        pages = page.get_by_role("navigation", name="Pages of the list of tables")
        expect(pages.get_by_role("status")).to_have_text("Page 1 of 2")
        expect(pages.get_by_role("button", name="Previous page")).to_be_disabled()
        rows = page.locator(".tables .row")
        expect(rows).to_have_count(24)
        pages.get_by_role("button", name="Next page").press("Enter")
        expect(pages.get_by_role("status")).to_have_text("Page 2 of 2")
        expect(rows).to_have_count(6)
        expect(pages.get_by_role("button", name="Next page")).to_be_disabled()
        pages.get_by_role("button", name="Previous page").press("Space")
        expect(rows).to_have_count(24)
        pages.get_by_role("button", name="Next page").press("Enter")
        for id in laid[:10]:  # the page that is shown is gone
            host.post(f"/api/tables/{id}/close")
        expect(pages).to_have_count(0)
        expect(rows).to_have_count(20)
        assert not room.wrong
    finally:
        for context in room.contexts:
            context.close()
        hall.close()


def test_preferences_are_kept(room: Room) -> None:
    page = room()
    page.goto("/preferences")
    page.get_by_role("button", name="night", exact=True).click()
    page.get_by_role("button", name="Strong").click()
    page.get_by_role("button", name="Nederlands").click()
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("data-theme", "night")
    expect(page.locator("html")).to_have_attribute("data-palette", "strong")
    expect(page.get_by_role("button", name="Nu tegen een bot spelen")).to_be_visible()


LOADED = """() => performance.getEntriesByType('resource').map((each) => each.name.split('/').pop())
  .filter((name) => name.endsWith('.js'))"""


@pytest.mark.parametrize("game", [None, "fjords", "eketorp", "explorers", "graenaland", "odin"])
def test_what_a_page_loads_is_small(room: Room, game: str | None) -> None:
    """JavaScript as gzip packs it, in bytes: of the lobby, and of a table opened by its link."""
    page = room()
    if game is None:
        page.goto("/")
        page.wait_for_selector(".gcard")
    else:
        table = ask(page, "/api/quick", {"game": game, "bots": "random"})["table"]["id"]
        page.goto(f"/t/{table}")
        page.wait_for_selector("[data-mine]")
        page.wait_for_selector(".board svg, .board pre, .board section")
    loaded = sum((WEB / "assets" / f"{name}.gz").stat().st_size for name in page.evaluate(LOADED))
    assert 20_000 < loaded <= (60_000 if game is None else 130_000)


def test_an_unknown_page_says_so_and_leads_to_the_hall(room: Room) -> None:
    page = room()
    answer = page.goto("/admin")
    assert answer is not None and answer.status == 404
    expect(page.get_by_role("heading", name="There is no such page.")).to_be_visible()
    page.get_by_role("main").get_by_role("link", name="To the hall").click()
    expect(page.get_by_role("heading", name="Waiting for you")).to_be_visible()
