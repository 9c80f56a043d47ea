"""Games of Graenaland in the browser, to their end with `make test-all`; else as far as a turn or two.

Bots play at random, from the hall's seed: nothing here rests on how well they play.
"""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.hall.halls import PATIENCE
from tests.web.graenaland_hands import (
    bargain,
    one_answer,
    sit_down,
    take_seat,
    with_a_thumb,
    with_keys,
    with_the_mouse,
)
from tests.web.hands import PHONE, ask, go_on_from, lay, play, up_to
from tests.web.test_talk import CLOSED, open_chat, say

Room = Callable[..., Page]
Hand = Callable[[Page, str], None]
WHOLE = bool(os.environ.get("SKALI_TEST_ALL"))
MOST = 1000
"""Answers of a whole game at the most."""
SHORT = {"cap": "20"}
"""A game ends after twenty turns, whoever plays."""
ASKED = "[data-mine=true] .both:not([data-asked=''])"


def next_asked(pages: list[Page]) -> Page | None:
    """Whoever is asked, as soon as somebody is; nobody when the game is over."""
    for _ in range(int(PATIENCE * 20)):
        if pages[0].locator(".end").count():
            return None
        for page in pages:
            if page.locator(ASKED).count():
                return page
        pages[0].wait_for_timeout(50)
    raise AssertionError("nobody is asked, and the game is not over")


def turns(pages: list[Page], hand: Hand, most: int) -> Iterator[str]:
    """Whoever is asked answers, until the game is over or so many answers are given: what was asked."""
    for _ in range(most):
        page = next_asked(pages)
        if page is None:
            return
        page.bring_to_front()
        yield one_answer(page, hand)


@pytest.mark.parametrize(
    ("hand", "settings", "seats"),
    [(with_the_mouse, {}, 4), (with_keys, {}, 3), (with_a_thumb, PHONE, 5)],
    ids=["mouse", "keys", "thumb"],
)
def test_a_game_by_one_kind_of_hand(room: Room, hand: Hand, settings: dict[str, Any], seats: int) -> None:
    page = room(**settings)
    sit_down(page, seats, options=SHORT)
    page.evaluate("addEventListener('pointerdown', () => (document.body.dataset.pointed = 'yes'))")
    kinds = set(turns([page], hand, MOST if WHOLE else 10))
    assert {"hero_order", "proposal"} <= kinds
    assert page.locator("body[data-pointed]").count() == (hand is not with_keys)
    if WHOLE:
        assert {"vote", "menu_leading"} <= kinds
        expect(page.locator(".end tbody tr").first).to_be_visible()


def two_people_and_two_bots(room: Room) -> list[Page]:
    pages = [room(), room()]
    for page, name in zip(pages, ("Astrid", "Bjorn"), strict=True):
        ask(page, "/api/me", {"name": name})
    bot = {"kind": "bot", "agent": "random"}
    players = [{"kind": "me"}, {"kind": "open"}, bot, bot]
    table = lay(pages[0], "graenaland", seats=4, players=players, options=SHORT)
    ask(pages[1], f"/api/tables/{table}/seats/1/sit", {})
    pages[1].goto(f"/t/{table}")
    for page in pages:
        page.wait_for_selector(".both")
    return pages


def test_two_people_and_two_bots(room: Room) -> None:
    """A message out of its time is refused with its rule; both go on to the same end."""
    pages = two_people_and_two_bots(room)
    hushed: list[Page] = []

    def hand(page: Page, kind: str) -> None:
        if kind == "proposal" and not hushed:
            open_chat(page)
            say(page, "give me the wood, and I build you a road")
            expect(page.get_by_role("alert")).to_have_text(f"{CLOSED} GR-102")
            page.get_by_role("tab", name="Log").click()
            hushed.append(page)
        bargain(page, kind)

    kinds = set(turns(pages, hand, MOST if WHOLE else 8))
    assert hushed and {"hero_order", "proposal"} <= kinds
    if WHOLE:
        for page in pages:
            expect(page.locator(".end tbody tr").first).to_be_visible()


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ("accepted", "is accepted"),
        ("refused", "is refused"),
        ("joint_built", "Built together"),
        ("joint_abandoned", "Not built"),
    ],
)
def test_what_becomes_of_shares_and_works_is_told_to_all(room: Room, event: str, words: str) -> None:
    """The last answer of a recorded bargain is given, and who looks on reads the same."""
    page, watching = room(), room()
    text, move, _ = up_to("graenaland-by-hand.saga", lambda _, __, events: any(each.kind == event for each in events))
    table = go_on_from(page, text)
    take_seat(page)
    watching.goto(f"/t/{table}")
    watching.wait_for_selector(".both")
    before = watching.locator(".log li", has_text=words).count()
    play(page, move)
    for each in (page, watching):
        expect(each.locator(".log li", has_text=words)).to_have_count(before + 1)


def test_three_settle_where_they_like(room: Room) -> None:
    """A free start against bots, on the board: two places, and an answer wherever it is crowded."""
    page = room()
    sit_down(page, 3, options={"start": "free"})
    kinds = []
    for kind in turns([page], bargain, 10):
        if kind not in ("first_place", "second_place", "camp"):
            break
        kinds.append(kind)
    assert {"first_place", "second_place"} <= set(kinds)
    mine = page.locator(".island [role=gridcell][aria-label*='Guest 1']")
    assert mine.count() == 2
