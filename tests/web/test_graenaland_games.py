"""Whole games of Graenaland in the browser, to their end with `make test-all`; else as far as a turn or two."""

import os
from collections.abc import Callable, Iterator

from playwright.sync_api import Page, expect

from tests.web.graenaland_hands import asked, bargain, one_answer, sit_down, with_a_thumb, with_keys
from tests.web.hands import PHONE, ask, lay
from tests.web.test_talk import CLOSED, open_chat, say

Room = Callable[..., Page]
Hand = Callable[[Page, str], None]
WHOLE = bool(os.environ.get("SKALI_TEST_ALL"))
ASKED = "[data-mine=true] .both:not([data-asked=''])"
HAPPENED = {
    "accepted": "is accepted",
    "refused": "is refused",
    "joint work": "Built together",
    "failed work": "Not built",
}


def turns(pages: list[Page], hand: Hand) -> Iterator[tuple[Page, str]]:
    """Whoever is asked answers, until the game is over: who it was, and what was asked."""
    while not pages[0].locator(".end").count():
        page = next((each for each in pages if each.locator(ASKED).count()), None)
        if page is None:
            pages[0].wait_for_timeout(50)
            continue
        page.bring_to_front()
        kind = asked(page)
        one_answer(page, hand)
        yield page, kind


def two_people_and_two_bots(room: Room) -> list[Page]:
    pages = [room(), room()]
    for page, name in zip(pages, ("Astrid", "Bjorn"), strict=True):
        ask(page, "/api/me", {"name": name})
    bot = {"kind": "bot", "agent": "medium"}
    table = lay(pages[0], "graenaland", seats=4, players=[{"kind": "me"}, {"kind": "open"}, bot, bot])
    ask(pages[1], f"/api/tables/{table}/seats/1/sit", {})
    pages[1].goto(f"/t/{table}")
    for page in pages:
        page.wait_for_selector(".both")
    return pages


def test_two_people_and_two_bots(room: Room) -> None:
    """A message out of its time is refused with its rule; shares are accepted and refused; works are built together, or not."""
    pages = two_people_and_two_bots(room)
    happened: set[str] = set()
    hushed: list[Page] = []

    def hand(page: Page, kind: str) -> None:
        if kind == "proposal" and not hushed:
            open_chat(page)
            say(page, "give me the wood, and I build you a road")
            expect(page.get_by_role("alert")).to_have_text(f"{CLOSED} GR-102")
            page.get_by_role("tab", name="Log").click()
            hushed.append(page)
        bargain(page, kind)

    for page, _ in turns(pages, hand):
        text = page.locator(".log").inner_text()
        happened |= {each for each, words in HAPPENED.items() if words in text}
        if not WHOLE and hushed and {"accepted", "refused"} <= happened:
            return
    assert hushed
    assert happened == set(HAPPENED)
    for page in pages:
        expect(page.locator(".end tbody tr").first).to_be_visible()


def test_three_settle_where_they_like(room: Room) -> None:
    """A free start against bots, on the board: two places, and an answer wherever it is crowded."""
    page = room()
    sit_down(page, 3, options={"start": "free"})
    kinds = []
    while page.locator(".track .on").inner_text() == "Setting up":
        if page.locator(ASKED).count():
            kinds.append(one_answer(page, bargain))
        else:
            page.wait_for_timeout(50)
    assert {"first_place", "second_place"} <= set(kinds) <= {"first_place", "second_place", "camp"}
    mine = page.locator(".island [role=gridcell][aria-label*='Guest 1']")
    assert mine.count() == 2


def test_five_on_a_phone_by_thumb(room: Room) -> None:
    """Two rounds against four bots: ten turns, each led by another; a part of the first one where time is short."""
    page = room(**PHONE)
    sit_down(page, 5)
    kinds: list[str] = []
    for _, kind in turns([page], with_a_thumb):
        kinds.append(kind)
        if "Round 3" in page.locator(".top .tn").inner_text() or (not WHOLE and len(kinds) == 8):
            break
    assert {"hero_order", "proposal", "vote"} <= set(kinds)
    assert not WHOLE or "menu_leading" in kinds


def test_a_game_by_keys_alone(room: Room) -> None:
    """No pointer is used, to the result."""
    page = room()
    sit_down(page, 3)
    page.evaluate("addEventListener('pointerdown', () => (document.body.dataset.pointed = 'yes'))")
    kinds = []
    for _, kind in turns([page], with_keys):
        kinds.append(kind)
        if not WHOLE and len(kinds) == 12:
            break
    assert {"hero_order", "proposal", "vote"} <= set(kinds)
    assert page.locator("body[data-pointed]").count() == 0
    if WHOLE:
        expect(page.locator(".end tbody tr").first).to_be_visible()
