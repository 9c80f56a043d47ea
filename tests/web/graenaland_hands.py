"""Hands at Graenaland: every prompt of the game, answered on the board with the mouse, or with keys alone."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.web.hands import PLAYED, ask, moment

SETTLED = ".both:has(.desk[data-busy=false])"
GO = ".acts .btn.go, .bar .btn.go"
DRAFTED = f"""n => ({PLAYED})(n) ||
    (document.querySelector('[data-trying=false]') && document.querySelector('.desk[data-busy=false]'))"""
MAP = ("first_place", "second_place", "hero_order", "proposal", "building_site", "joint_site")


def sit_down(page: Page, seats: int = 3, **settings: object) -> str:
    """A table with bots that play at random, and the page goes there."""
    players = [{"kind": "me"}, *({"kind": "bot", "agent": "random"} for _ in range(seats - 1))]
    body = {"game": "graenaland", "seats": seats, "players": players, **settings}
    table: str = ask(page, "/api/tables", body)["table"]["id"]
    page.goto(f"/t/{table}")
    page.wait_for_selector(".both")
    return table


def take_seat(page: Page) -> None:
    """Until my seat is asked; at a table whose seats are all mine, the one that is asked is taken."""
    page.wait_for_selector("[data-mine=true] .both, .curtain")
    if page.locator(".curtain").count():
        page.locator(".curtain .btn").click()
        page.wait_for_selector("[data-mine=true] .both")


def asked(page: Page) -> str:
    """What the board says is asked; the planning of a claim asks as building does."""
    return page.locator(".both").get_attribute("data-asked") or ""


def drafted(page: Page, before: int) -> None:
    """Until the hall has said what the draft does, or it is played."""
    page.wait_for_function(DRAFTED, arg=before)


def act(page: Page, letter: str) -> Locator:
    """A button of the status line, by the key that it shows."""
    return page.locator(f".btn:has(kbd:text-is('{letter}'))")


def first(page: Page, *places: str) -> Locator:
    """The first of these that is on the page."""
    return next(found.first for each in places if (found := page.locator(each)).count())


Press = Callable[[Locator], None]


def click(item: Locator) -> None:
    item.click()


def tap(item: Locator) -> None:
    item.tap()


def with_the_mouse(page: Page, kind: str) -> None:
    """Clicks on the island, on the desk and on buttons; touches no key."""
    touch(page, kind, click)


def with_a_thumb(page: Page, kind: str) -> None:
    """Taps on a phone, and does nothing else."""
    touch(page, kind, tap)


def touch(page: Page, kind: str, press: Press) -> None:
    before = moment(page)
    place = page.locator(".island [role=gridcell].may:not([data-place^=ship])")
    if kind in MAP and page.locator(GO).count():
        pass  # what was chosen before is still drafted
    elif kind in MAP:
        press(place.first if place.count() else act(page, "T"))
    elif kind in ("camp", "vote", "joint_decision", "hero_seat"):
        press(act(page, {"camp": "K", "vote": "A", "joint_decision": "X", "hero_seat": "V"}[kind]))
    elif kind == "claim":
        press(act(page, "N"))
    elif kind == "plan":
        press(act(page, "W"))
    elif kind == "payment":
        press(first(page, ".way:not([aria-pressed=true])", ".way", ".desk"))
    elif kind == "allotment":
        press(page.locator(".desk .cell[aria-pressed=false]").first)
    elif kind == "victory_card":
        press(page.locator(".desk .card").first)
    elif kind.startswith("menu"):
        build(page, before, press)
    elif page.locator(".pick").count():
        press(page.locator(".pick").first)
    else:
        press(act(page, "D"))
    finish(page, before, press)


def finish(page: Page, before: int, press: Press) -> None:
    """What is left to choose, and the red button."""
    drafted(page, before)
    for _ in range(8):
        if moment(page) > before or page.locator(GO).count():
            break
        press(first(page, ".desk .pick", ".island [role=gridcell].may"))
        drafted(page, before)
    drafted(page, before)
    if moment(page) == before:
        press(page.locator(GO))


def bargain(page: Page, kind: str) -> None:
    """Plays to get on with others: accepts what brings a card, refuses what brings none, and builds together what it can."""
    before = moment(page)
    if kind == "vote":
        nothing = "you would get nothing" in page.locator(".status h1").inner_text()
        click(act(page, "R" if nothing else "A"))
    elif kind == "joint_decision":
        builds = act(page, "B")
        click(act(page, "X") if builds.get_attribute("aria-disabled") == "true" else builds)
    elif kind == "menu_leading" and page.locator(".desk [data-key=j]").count():
        click(page.locator(".desk [data-key=j]"))
    else:
        return with_the_mouse(page, kind)
    finish(page, before, click)


def build(page: Page, before: int, press: Press) -> None:
    """A project that can be paid, at its first place; without one a supply card, or the end."""
    row = page.locator(".desk .row.may")
    if row.count():
        press(row.first)
        drafted(page, before)
        place = page.locator(".island [role=gridcell].may:not([data-place^=ship])")
        if not page.locator(GO).count() and place.count():
            press(place.first)
    elif page.locator(".desk .supply").count():
        press(page.locator(".desk .supply").first)
    else:
        press(act(page, "D" if asked(page) == "menu_granted" else "E"))


def one_answer(page: Page, hand: Callable[[Page, str], None]) -> str:
    """Answers what is asked and waits until the hall has it; which prompt it was."""
    page.wait_for_selector("[data-mine=true] .both:not([data-asked='']), .end")
    before, kind = moment(page), asked(page)
    expect(page.locator(".choice")).to_have_count(0)
    drafted(page, before)
    hand(page, kind)
    page.wait_for_function(PLAYED, arg=before)
    return kind


def with_keys(page: Page, kind: str) -> None:
    """Presses keys; touches no mouse."""
    before = moment(page)
    letters = {"camp": "k", "vote": "r", "joint_decision": "x", "hero_seat": "m", "claim": "n", "plan": "w"}
    if kind in letters:
        page.keyboard.press(letters[kind])
    elif kind in MAP and kind != "hero_order":
        walk_to_a_place(page)
    elif kind.startswith("menu"):
        row = page.locator(".desk .row.may[data-key]")
        ends = "d" if kind == "menu_granted" else "e"
        page.keyboard.press(
            row.first.get_attribute("data-key") or "1"
            if row.count()
            else "0"
            if page.locator(".desk .supply").count()
            else ends
        )
    else:
        page.keyboard.press("1" if page.locator(".desk [data-key='1']").count() else "d")
    for _ in range(8):
        drafted(page, before)
        if moment(page) > before or page.locator(GO).count():
            break
        if page.locator(".both").get_attribute("data-step") in ("building_site", "joint_site") or kind.startswith(
            "menu"
        ):
            walk_to_a_place(page)
        else:
            page.keyboard.press("1")
    if moment(page) == before:
        page.keyboard.press("Enter")


def walk_to_a_place(page: Page) -> None:
    """The arrows go over the island until something may be chosen there."""
    page.locator(".island [role=gridcell][tabindex='0']").focus()
    for way in (
        "ArrowUp",
        *["ArrowLeft"] * 5,
        *["ArrowRight"] * 5,
        "ArrowDown",
        *["ArrowLeft"] * 5,
        *["ArrowRight"] * 5,
    ):
        if page.locator(".island .may:focus:not([data-place^=ship])").count():
            break
        page.keyboard.press(way)
    page.keyboard.press("Enter")
