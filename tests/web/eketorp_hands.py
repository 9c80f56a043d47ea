"""Hands on the page: how a person plays Eketorp."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.hands import ask, moment, my_turn


def sit_down(page: Page, seats: int = 4, bots: str = "random") -> str:
    """A table with bots on all other seats."""
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
    with_the_mouse(page, asked(page))


def with_the_mouse(page: Page, kind: str) -> None:
    """Clicks places, cards and bricks of the board, and buttons of the status line; touches no key."""
    if kind == "deploy":
        for place in ("G", "F", "1/boat"):
            cell = page.locator(f"[data-place='{place}']")
            if "may" in (cell.get_attribute("class") or ""):
                cell.click()
    elif kind == "cards" and page.locator(".pick").count():
        page.locator(".pick").first.click()
    elif kind == "loot" and page.locator("[data-brick$='/1']").count():
        page.locator("[data-brick$='/1']").first.click()
    elif kind == "build":
        while page.locator("[role=gridcell].may").count():
            page.locator("[role=gridcell].may").first.click()
    page.locator(".status .btn.go").first.click()


def with_keys(page: Page, kind: str) -> None:
    """Presses keys; touches no mouse."""
    if kind == "deploy":
        for key in ("g", "f", "2", "r"):
            page.keyboard.press(key)
        return
    if kind == "cards":
        page.keyboard.press(page.locator(".acts .btn:not(.undo) kbd").first.inner_text())
        expect(page.locator(".acts .btn.sel")).to_have_count(1)
    elif kind == "loot":
        page.keyboard.press("0")
        return
    elif kind == "build":
        while sites := page.locator("[role=gridcell].may").evaluate_all("all => all.map(at => at.dataset.place)"):
            page.keyboard.press(sites[0].rpartition("/")[2])
    elif kind not in ("call", "exchange"):
        page.keyboard.press("1")
        return
    page.keyboard.press("Enter")


def with_a_thumb(page: Page, kind: str) -> None:
    """Taps places that are in sight on a phone, and the bar at the bottom."""
    bar = page.locator(".bar .btn:not(.undo)")
    if kind == "deploy":
        for place in ("G", "F"):
            cell = page.locator(f"[data-place='{place}']")
            if "may" in (cell.get_attribute("class") or ""):
                cell.tap()
    elif kind == "cards":
        bar.first.tap()
    elif kind == "build":
        while page.locator("[role=gridcell].may").count():
            page.locator("[role=gridcell].may").first.tap()
    page.locator(".bar .btn.go").first.tap()


Hand = Callable[[Page, str], None]


def one_decision(page: Page, hand: Hand = with_the_mouse) -> str:
    my_turn(page)
    kind = asked(page)
    if kind == "deploy":
        wait_for_the_bots(page)
    before = moment(page)
    hand(page, kind)
    page.wait_for_function("n => Number(document.querySelector('[data-moment]').dataset.moment) > n", arg=before)
    return kind


def to_the_end(page: Page, hand: Hand) -> set[str]:
    """Plays until the end screen shows; what was asked on the way."""
    kinds: set[str] = set()
    my_turn(page)
    while not page.locator(".end").count():
        kinds.add(one_decision(page, hand))
        my_turn(page)
    return kinds


def until(page: Page, kinds: tuple[str, ...]) -> str:
    """Plays until one of these is asked."""
    for _ in range(80):
        my_turn(page)
        if asked(page) in kinds:
            return asked(page)
        one_decision(page)
    raise AssertionError(f"never asked: {kinds}")
