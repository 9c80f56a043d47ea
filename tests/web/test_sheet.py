"""The score sheet in every game, at the end, in the tab and in the past; and looking back by slider, keys and links."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.hands import PHONE, faults, go_on_from, saga

Room = Callable[..., Page]
SAGAS = [
    ("eketorp-six-players.saga", 6),
    ("explorers-sensible-4.saga", 4),
    ("fjords-mirrored.saga", 2),
    ("graenaland-three-objectives-3.saga", 3),
    ("odin-two-sensible.saga", 2),
]


def rows_of(page: Page, where: str) -> list[list[str]]:
    """The table, row by row: the name of the line without its rule, then what each seat has."""
    rows: list[list[str]] = page.locator(f"{where} tbody tr").evaluate_all(
        "all => all.map(row => [row.querySelector('th').firstChild.textContent.trim(),"
        " ...[...row.querySelectorAll('td')].map(cell => (cell.querySelector('b') ?? cell).textContent.trim().replace('−', '-'))])"
    )
    return rows


def no_wider_than_its_room(page: Page, where: str) -> bool:
    fits: bool = page.locator(where).evaluate("each => each.scrollWidth <= each.clientWidth")
    return fits


@pytest.mark.parametrize(("name", "seats"), SAGAS)
def test_the_sheet_has_one_row_for_each_line_and_adds_up(room: Room, name: str, seats: int) -> None:
    page = room()
    go_on_from(page, saga(name))
    expect(page.locator(".end tbody tr").first).to_be_visible()
    rows = rows_of(page, ".end")
    names = [row[0] for row in rows]
    assert len(set(names)) == len(names) and all(len(row) == 1 + seats for row in rows)
    total = names.index("Total")
    assert total >= 3, "the lines come before the total"
    for seat in range(1, seats + 1):
        summed = sum(int(row[seat]) for row in rows[:total] if row[seat] != "–")
        assert summed == int(rows[total][seat])
    assert no_wider_than_its_room(page, ".end .cols")
    expect(page.get_by_role("button", name="Play again")).to_be_in_viewport(ratio=1)
    page.locator(".end").get_by_role("button", name="Look at the board").first.click()
    page.get_by_role("tab", name="Score").click()
    expect(page.locator(".pad tbody tr").first).to_be_visible()
    assert rows_of(page, ".pad") == rows
    assert no_wider_than_its_room(page, ".panel")
    assert page.locator(".pad tbody th").evaluate_all("all => Math.min(...all.map(each => each.clientWidth))") > 80
    # In the past it shows the points of that moment.
    page.keyboard.press("[")
    expect(page.locator(".status h1")).to_contain_text("Looking at")
    page.get_by_role("button", name="To the beginning").click()
    expect(page.locator(".status h1")).to_have_text("Looking at move 0")
    then = rows_of(page, ".pad")
    assert then != rows and "Total" in [row[0] for row in then]
    page.keyboard.press("Escape")
    expect(page.locator(".status h1")).not_to_contain_text("Looking at")
    assert rows_of(page, ".pad") == rows


@pytest.mark.parametrize("name", ["eketorp-six-players.saga", "odin-two-sensible.saga"])
def test_the_end_fits_a_phone(room: Room, name: str) -> None:
    page = room(**PHONE, bypass_csp=True)
    go_on_from(page, saga(name))
    expect(page.locator(".end tbody tr").first).to_be_visible()
    expect(page.get_by_role("button", name="Play again")).to_be_in_viewport(ratio=1)
    assert no_wider_than_its_room(page, ".end .cols")
    assert faults(page, "end") == []


def test_the_axis_of_the_chart_has_round_numbers_below_zero_too(room: Room) -> None:
    page = room()
    go_on_from(page, saga("odin-two-sensible.saga"))
    expect(page.locator(".end svg[role=img] text").first).to_be_visible()
    marks = [int(text.replace("−", "-")) for text in page.locator(".end svg[role=img] text").all_text_contents()]
    assert min(marks) < 0 < max(marks) and 0 in marks
    step = marks[1] - marks[0]
    assert re.fullmatch("[125]0*", str(step)) and all(mark % step == 0 for mark in marks)


def test_looking_back_by_arrows_from_anywhere_and_by_itself(room: Room) -> None:
    page = room()
    go_on_from(page, saga("fjords-mirrored.saga"))
    page.locator(".end").get_by_role("button", name="Look at the board").first.click()
    heading = page.locator(".status h1")
    slider = page.get_by_role("slider", name="Look back")
    wide = slider.bounding_box()
    assert wide and wide["width"] > 900, "the slider is as wide as the page"
    page.keyboard.press("ArrowLeft")
    expect(heading).to_contain_text("Looking at move")
    last = int(page.locator("[data-moment]").get_attribute("data-moment") or 0)
    expect(heading).to_have_text(f"Looking at move {last - 1}")
    page.get_by_role("tab", name="Score").focus()
    page.keyboard.press("ArrowLeft")
    expect(heading).to_have_text(f"Looking at move {last - 2}")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(heading).not_to_contain_text("Looking at")  # it has come to now, and stops
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(heading).to_have_text("Looking at move 2")  # from the beginning
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_link_opens_the_same_moment_for_a_player_and_a_spectator(room: Room) -> None:
    """In Eketorp the players have steps of their own, which nobody else sees."""
    page, watcher = room(), room()
    table = go_on_from(page, saga("eketorp-six-players.saga"))
    expect(page.locator(".end")).to_be_visible()
    for each in (page, watcher):
        each.goto("/preferences")
        each.goto(f"/t/{table}#moment=60")
        expect(each.locator(".status h1")).to_have_text("Looking at move 60")
    bricks = "all => all.map(field => field.getAttribute('aria-label'))"
    assert page.locator(".board [role=gridcell]").evaluate_all(bricks) == watcher.locator(
        ".board [role=gridcell]"
    ).evaluate_all(bricks)
    mine, theirs = (int(each.get_by_role("slider").input_value()) for each in (page, watcher))
    assert mine > theirs, "the player's own steps are steps of the slider, but no numbers of others"
    page.goto("/preferences")
    page.goto(f"/t/{table}#moment=60.1")  # a step of one player
    expect(page.locator(".status h1")).to_contain_text("Looking at move 60")
