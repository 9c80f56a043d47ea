"""Talk in the browser, at a table whose rules open and close it: what may be said now, by which rule, and who hears it."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.hands import PHONE, ask, faults, lay

Room = Callable[..., Page]
NAMES = ["Astrid", "Bjorn", "Cnut"]
CLOSED = "Until a proposal is shown nobody discusses proposals or preferences; talk opens with the vote."
QUOTED = re.compile("’s share of ..: I refuse\\.$")
OPEN = "During a vote everybody may talk; the proposal stays as it is."


def asked(pages: list[Page], question: str, many: int) -> list[Page]:
    """Those who are asked it, when so many are."""
    for _ in range(1200):
        found = [page for page in pages if re.search(question, page.locator(".status h1").inner_text())]
        if len(found) == many:
            return found
        pages[0].wait_for_timeout(100)
    raise AssertionError([page.locator(".status h1").inner_text() for page in pages])


def before_the_first_proposal(room: Room, **settings: Any) -> list[Page]:
    """Three people at a table of Graenaland, who all let their heroes stay; who is to propose comes first."""
    pages = [room(bypass_csp=True, **settings) for _ in NAMES]
    for page, name in zip(pages, NAMES, strict=True):
        ask(page, "/api/me", {"name": name})
    table = lay(pages[0], "graenaland", players=[{"kind": "me"}, {"kind": "open"}, {"kind": "open"}])
    for seat in (1, 2):
        ask(pages[seat], f"/api/tables/{table}/seats/{seat}/sit", {})
        pages[seat].goto(f"/t/{table}")
    for page in pages:  # whose hero cannot go anywhere is not asked
        expect(page.locator(".status h1")).to_have_text(re.compile("^Order one hero|to play$"))
        if page.get_by_role("button", name="All heroes stay").count():
            page.get_by_role("button", name="All heroes stay").click()
            page.get_by_role("button", name="Confirm").click()
    (proposer,) = asked(pages, "^Propose how", 1)
    return [proposer, *(page for page in pages if page is not proposer)]


def propose(pages: list[Page]) -> list[Page]:
    """The only card of a territory goes to one of the two who have votes there: these two come first."""
    pages[0].locator(".island [role=gridcell].may").first.click()
    pages[0].get_by_role("button", name="Show proposal").click()
    voters = asked(pages, "proposes a share|^Your share", 2)
    return [*voters, *(page for page in pages if page not in voters)]


def open_chat(page: Page) -> None:
    if page.get_by_role("navigation").count():
        page.get_by_role("navigation").get_by_role("button", name="Log").click()
    page.get_by_role("tab", name="Chat").click()


def say(page: Page, text: str) -> None:
    page.get_by_label("Say something").fill(text)
    page.get_by_role("button", name="Send").click()


def test_a_line_is_refused_until_the_vote_and_the_page_says_by_which_rule(room: Room) -> None:
    pages = before_the_first_proposal(room)
    writer = pages[1]
    expect(writer.get_by_role("tab", name="Chat: closed")).to_be_visible()
    open_chat(writer)
    expect(writer.locator(".talk.closed")).to_have_text(f"{CLOSED} GR-102")
    say(writer, "who would give me the wood?")
    expect(writer.get_by_role("alert")).to_have_text(f"{CLOSED} GR-102")
    expect(writer.locator(".talk")).to_have_count(0)
    expect(writer.get_by_label("Say something")).to_have_value("who would give me the wood?")
    assert faults(writer, "a refused line") == []
    writer.get_by_role("button", name="GR-102").click()
    expect(writer.locator(".rules article", has_text="GR-102").first).to_be_visible()
    writer.keyboard.press("Escape")

    propose(pages)
    expect(writer.get_by_role("alert")).to_have_count(0)
    expect(writer.locator(".talk")).to_have_text(f"{OPEN} GR-103")
    say(writer, "who would give me the wood?")
    open_chat(pages[0])
    expect(pages[0].locator(".chat li")).to_have_text(re.compile("who would give me the wood\\?$"))


@pytest.mark.parametrize("settings", [{}, PHONE], ids=["desk", "phone"])
def test_a_voter_says_a_remark_and_everybody_hears_it(room: Room, settings: dict[str, Any]) -> None:
    pages = before_the_first_proposal(room, **settings)
    for page in pages:
        expect(page.locator(".status .sub")).not_to_contain_text("Talk is open")
    speaker, voter, onlooker = propose(pages)
    expect(speaker.locator(".status .sub")).to_contain_text("Talk is open: see the chat.")
    for page in (speaker, onlooker):
        open_chat(page)
    assert faults(speaker, "remarks") == []
    expect(onlooker.locator(".remarks")).to_have_count(0)
    speaker.locator(".remarks").get_by_role("button", name=QUOTED).click()
    expect(speaker.locator(".chat li")).to_contain_text(QUOTED)
    expect(onlooker.locator(".chat li")).to_contain_text(QUOTED)
    expect(voter.locator(".tabs b, .tabs4 b")).to_have_text("1")
    open_chat(voter)
    expect(voter.locator(".chat li")).to_contain_text(QUOTED)

    for page in (speaker, voter):
        if page.get_by_role("navigation").count():
            page.get_by_role("navigation").get_by_role("button", name="Board").click()
        page.get_by_role("button", name=re.compile("^Refuse")).click()
        page.get_by_role("button", name="Confirm").click()
    open_chat(speaker)
    expect(speaker.locator(".remarks")).to_have_count(0)
    expect(speaker.locator(".talk.closed")).to_be_visible()
