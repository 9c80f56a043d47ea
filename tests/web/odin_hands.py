"""Hands at A Feast for Odin: whatever is asked, one answer by keys alone or by a thumb alone."""

import random

from playwright.sync_api import Page

SPACE = ".lattice .space.may"
ASKED = "[data-mine=true][data-trying=false], [data-paused=true], .end"
STATE = """() => {
    const data = selector => ({...document.querySelector(selector)?.dataset});
    return JSON.stringify([data('[data-moment]'), data('.odin'), !!document.querySelector('.end')]);
}"""
"""All that an answer can change on the page."""


def state(page: Page) -> str:
    found: str = page.evaluate(STATE)
    return found


def until_changed(page: Page, before: str) -> None:
    page.wait_for_function(f"before => ({STATE})() !== before", arg=before)


def asked(page: Page) -> str:
    """What is asked of me now; '' at a pause, 'end' at the end."""
    page.wait_for_selector(ASKED)
    if page.locator(".end").count():
        return "end"
    if page.locator("[data-paused=true]").count():
        return ""
    return page.locator(".odin").get_attribute("data-asked") or "drafted"


def tab_to(page: Page, selector: str) -> None:
    """Tab until the focus is there, back where it is not far ahead."""
    for key in ["Tab"] * 12 + ["Shift+Tab"] * 60:
        if page.evaluate("selector => !!document.activeElement?.matches(selector)", selector):
            return
        page.keyboard.press(key)
    raise AssertionError(f"no Tab leads to {selector}")


def send_by_keys(page: Page, rng: random.Random) -> None:
    """To the action board, over it with arrows to a space that may be used, and Enter."""
    tab_to(page, ".lattice [role=gridcell]")
    for _ in range(rng.randrange(20)):
        page.keyboard.press(rng.choice(["ArrowDown", "ArrowDown", "ArrowRight", "ArrowLeft", "ArrowUp"]))
    for step in range(200):
        if page.evaluate("document.activeElement.matches('.lattice .space.may')"):
            page.keyboard.press("Enter")
            return
        page.keyboard.press("ArrowRight" if step % 20 == 19 else "ArrowUp" if step // 20 % 2 else "ArrowDown")
    raise AssertionError("arrows lead to no space that may be used")


def one_answer_by_keys(page: Page, rng: random.Random) -> str:
    """Answers what is asked; what it was."""
    what = asked(page)
    if what == "end":
        return what
    before = state(page)
    if what in ("turn", "follow", "late") and page.locator(SPACE).count():
        send_by_keys(page, rng)
    elif page.locator(".acts .btn.go").count():
        page.keyboard.press("Enter")
    elif page.locator(".chooser .strips").count():
        tab_to(page, ".chooser .answer")
        for _ in range(rng.randrange(3)):
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
    elif page.locator(".chooser .answer").count():
        page.keyboard.press(str(1 + rng.randrange(min(9, page.locator(".chooser .answer").count()))))
    elif page.locator(".dice .way").count():
        page.keyboard.press("1")
    elif what == "turn":
        page.keyboard.press("p")
    elif what.endswith("_roll"):
        page.keyboard.press("x")
    else:
        page.keyboard.press("g" if what != "" else "Enter")
    until_changed(page, before)
    return what


def one_answer_by_thumb(page: Page, rng: random.Random) -> str:
    """Answers what is asked with taps; what it was."""
    what = asked(page)
    if what == "end":
        return what
    before = state(page)
    for selector in (".bar .btn.go", ".chooser .answer", ".dice .way"):
        found = page.locator(selector)
        if found.count():
            found.nth(rng.randrange(found.count())).tap()
            break
    else:
        spaces = page.locator(SPACE)
        if what in ("turn", "follow", "late") and spaces.count():
            spaces.nth(rng.randrange(spaces.count())).tap()
        else:
            page.locator(".bar .btn:not(.undo):not([aria-disabled=true])").first.tap()
    until_changed(page, before)
    return what
