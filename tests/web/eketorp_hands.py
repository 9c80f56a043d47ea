"""Hands on the page: how a person plays Eketorp."""

from playwright.sync_api import Page, expect

from tests.web.hands import ask, moment, my_turn


def sit_down(page: Page, seats: int = 4, bots: str = "random") -> str:
    """A table with bots on all other seats."""
    page.goto("/")
    table = ask(page, "/api/quick", {"game": "eketorp", "seats": seats, "bots": bots})["table"]["id"]
    page.goto(f"/t/{table}")
    page.wait_for_selector("[data-asked=deploy]")
    wait_for_the_bots(page)
    return str(table)


def wait_for_the_bots(page: Page) -> None:
    """Bots deploy while we do: until all are ready each of them changes the number of the position."""
    others = page.locator(".seat").count() - 1
    expect(page.locator(".seat", has_text="ready")).to_have_count(others)


def asked(page: Page) -> str:
    return page.locator("[data-asked]").get_attribute("data-asked") or ""


def decide(page: Page) -> None:
    """Takes the decision that is asked, with the mouse on the board and the buttons of the status line."""
    kind = asked(page)
    if kind == "deploy":
        for place in ("G", "F", "1/boat"):
            cell = page.locator(f"[data-place='{place}']")
            if "may" in (cell.get_attribute("class") or ""):
                cell.click()
        page.keyboard.press("r")
        return
    choose(page, kind)
    page.locator(".status .btn.go").first.click()


def choose(page: Page, kind: str) -> None:
    if kind == "cards" and page.locator(".pick").count():
        page.locator(".pick").first.click()
    elif kind == "loot" and page.locator("[data-brick$='/1']").count():
        page.locator("[data-brick$='/1']").first.click()
    elif kind == "build":
        while page.locator("[role=gridcell].may").count():
            page.locator("[role=gridcell].may").first.click()


def one_decision(page: Page) -> str:
    my_turn(page)
    kind = asked(page)
    if kind == "deploy":
        wait_for_the_bots(page)
    before = moment(page)
    decide(page)
    page.wait_for_function("n => Number(document.querySelector('[data-moment]').dataset.moment) > n", arg=before)
    return kind


def until(page: Page, kinds: tuple[str, ...]) -> str:
    """Plays until one of these is asked."""
    for _ in range(80):
        my_turn(page)
        if asked(page) in kinds:
            return asked(page)
        one_decision(page)
    raise AssertionError(f"never asked: {kinds}")
