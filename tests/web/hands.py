"""Hands on the page: how a person plays Fjords with a mouse, with keys, with a thumb; and eyes that need much contrast."""

import itertools
import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from skali.core import Event, Saga, State, load_game
from skali.core.saga import open_saga

ROOT = Path(__file__).resolve().parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
PLAYED = """n => Number(document.querySelector('[data-moment]').dataset.moment) > n ||
    document.querySelector('.end, .curtain')"""
PLAYED_OR_DRAFTED = f"""([n, steps]) => ({PLAYED})(n) || (!document.querySelector('[data-trying=true]') &&
    (document.querySelectorAll('.draft li').length >= steps || document.querySelector('.btn.go')))"""
DAY_AND_NIGHT = pytest.mark.parametrize(
    ("scheme", "size"),
    list(itertools.product(("light", "dark"), ((1280, 720), (390, 844))))
    if os.environ.get("SKALI_TEST_ALL")
    else [("light", (1280, 720)), ("dark", (390, 844))],
)
"""Both themes and both sizes; all of them together with `make test-all`."""
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def sit_down_against_a_bot(page: Page) -> str:
    """A game of Fjords against a bot that need not think; its address."""
    table = ask(page, "/api/quick", {"game": "fjords", "bots": "random"})["table"]["id"]
    page.goto(f"/t/{table}")
    page.wait_for_selector("[role=grid]")
    return page.url


def ask(page: Page, path: str, body: dict[str, Any]) -> Any:
    """What the page could ask of the hall, as its guest; no page need be open for it."""
    return page.request.post(path, data=body).json()


def lay(page: Page, game: str = "fjords", **settings: Any) -> str:
    """A table, and the page goes there; its id."""
    table: str = ask(page, "/api/tables", {"game": game, **settings})["table"]["id"]
    page.goto(f"/t/{table}")
    return table


def two_people(first: Page, second: Page, **settings: Any) -> tuple[Page, Page]:
    """A table of Fjords with a person at each; who is to play comes first."""
    table = lay(first, **settings)
    ask(second, f"/api/tables/{table}/seats/1/sit", {})
    second.goto(f"/t/{table}")
    for page in (first, second):
        page.wait_for_selector("[role=grid]")
    return (first, second) if first.locator("[data-mine=true]").count() else (second, first)


def saga(name: str, without: int = 0) -> str:
    """A recorded game; without its last moves, and then without its result."""
    text = (ROOT / "tests" / "sagas" / name).read_text(encoding="utf-8")
    if not without:
        return text
    header, moves, _ = text.split("---\n")
    return header + "---\n" + "".join(moves.splitlines(keepends=True)[:-without])


def up_to(name: str, found: Callable[[State, int, list[Event]], bool]) -> tuple[str, str, list[str]]:
    """A recorded game up to the first move of which this is true when it has been played; that move, and those after it."""
    text = saga(name)
    header, moves, _ = text.split("---\n")
    game = load_game(header.split("game ", 1)[1].split()[0])
    state = open_saga(Saga.read(text), game)
    lines = moves.splitlines(keepends=True)
    for at, line in enumerate(lines):
        if not line.startswith("#"):
            seat, move = line.strip().split(" ", 1)
            events: list[Event] = []
            state.apply(int(seat), game.moves.read(move), events)
            if found(state, int(seat), events):
                return header + "---\n" + "".join(lines[:at]), move, [each.strip() for each in lines[at + 1 :]]
    raise AssertionError("it never happens")


def go_on_from(page: Page, text: str) -> str:
    """A table that goes on from a saga, all its seats mine; its id."""
    table: str = ask(page, "/api/sagas", {"saga": text})["table"]["id"]
    page.goto(f"/t/{table}")
    return table


def play(page: Page, move: str) -> None:
    """Types a move."""
    page.wait_for_selector("[data-mine=true]")
    page.keyboard.press(":")
    page.keyboard.type(move)
    page.keyboard.press("Enter")


class HeldTries:
    """A line on which the hall hears of what is tried (or of another request) only when the test lets it; all else goes through
    at once."""

    def __init__(self, page: Page, what: str = "try") -> None:
        self.what = what
        self.held: list[tuple[WebSocketRoute, str | bytes]] | None = None
        self.commits = 0
        page.route_web_socket(re.compile("/ws$"), self._through)

    def _through(self, line: WebSocketRoute) -> None:
        hall = line.connect_to_server()

        def hear(message: str | bytes) -> None:
            what = json.loads(message)["do"]
            self.commits += what == "commit"
            if what == self.what and self.held is not None:
                self.held.append((hall, message))
            else:
                hall.send(message)

        line.on_message(hear)

    def hold(self) -> None:
        self.held = []

    def let_go(self) -> None:
        held, self.held = self.held or [], None
        for hall, message in held:
            hall.send(message)


def faults(page: Page, where: str) -> list[str]:
    """What axe finds, and whether the page scrolls. The page's context must bypass the content policy."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate(
        "axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations']})"
    )
    scrolls = page.evaluate(
        "Math.max(document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth)"
    )
    return [f"{where}: {each['id']} {each['nodes'][0]['target']}" for each in found["violations"]] + (
        [f"{where}: scrolls by {scrolls}"] if scrolls > 0 else []
    )


CUT = """() => {
    const found = new Set();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const hides = (overflow) => overflow === 'hidden' || overflow === 'clip';
    const cut = (box, element) => {
        let { left, right, top, bottom } = box;
        for (let at = element; at && at !== document.body; at = at.parentElement) {
            const style = getComputedStyle(at);
            if (style.overflowX === 'visible' || style.display === 'inline' || style.display === 'contents') continue;
            if (style.textOverflow === 'ellipsis' && at.scrollWidth > at.clientWidth + 1) return true;
            const clip = at.getBoundingClientRect();
            if (right <= clip.left || left >= clip.right || bottom <= clip.top || top >= clip.bottom) return false;
            if (hides(style.overflowX) && (right > clip.right + 1.5 || left < clip.left - 1.5)) return true;
            if (hides(style.overflowY) && (bottom > clip.bottom + 4 || top < clip.top - 4)) return true;
            [left, right] = [Math.max(left, clip.left), Math.min(right, clip.right)];
            [top, bottom] = [Math.max(top, clip.top), Math.min(bottom, clip.bottom)];
        }
        return right > innerWidth + 1 || left < -1;
    };
    while (texts.nextNode()) {
        const { currentNode: node } = texts;
        const element = node.parentElement;
        if (!node.data.trim() || element.closest('.sr, .newest, title, style, script, dialog:not([open])')) continue;
        if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const clamped = element.closest('h1, .sub, .title');
        const short = clamped && clamped.scrollHeight > clamped.clientHeight + 4;
        if (short || [...range.getClientRects()].some((box) => cut(box, element)))
            found.add(`${element.tagName}.${element.getAttribute('class') ?? ''}: ${node.data.trim()}`);
    }
    return [...found];
}"""

LOOKS_AGAIN = 10
"""Before a word counts as cut."""


def cut_words(page: Page) -> list[str]:
    """Texts of which a part stays hidden, by their own box, one around it or the window.

    Not what can be scrolled into sight, nor the newest line of the log, which stands whole in the log. What is on its way, such
    as a note that slides in, gets the time to arrive.
    """
    found: list[str] = page.evaluate(CUT)
    for _ in range(LOOKS_AGAIN):
        if found:
            page.wait_for_timeout(200)
            found = page.evaluate(CUT)
    return found


def moment(page: Page) -> int:
    """The number of the position that stands."""
    return int(page.locator("[data-moment]").get_attribute("data-moment") or 0)


def my_turn(page: Page) -> None:
    """Until something is asked; where a round has ended, one goes on."""
    while True:
        page.wait_for_selector("[data-mine=true], [data-paused=true], .end")
        if not page.locator("[data-paused=true]").count():
            return
        page.get_by_role("button", name="Go on").click()


def one_step(page: Page, hand: Callable[[Page, str], None]) -> None:
    """Makes one decision and waits until the hall has it."""
    my_turn(page)
    before = moment(page)
    hand(page, page.locator(".status h1").inner_text())
    page.wait_for_function("n => Number(document.querySelector('[data-moment]').dataset.moment) > n", arg=before)


def to_the_end(page: Page, hand: Callable[[Page, str], None]) -> None:
    """Plays until the end screen shows."""
    my_turn(page)
    while not page.locator(".end").count():
        one_step(page, hand)
        my_turn(page)


def with_the_mouse(page: Page, title: str) -> None:
    """Clicks cells of the board, and buttons; touches no key."""
    if title.startswith("Place"):
        page.locator("[role=gridcell].may").first.click()
        page.get_by_role("button", name="Place here").click()
    else:
        page.locator(".status .btn.go").click()


def with_keys(page: Page, title: str) -> None:
    """Presses keys; touches no mouse."""
    if title.startswith("Place"):
        page.keyboard.press("n")
        expect(page.get_by_role("button", name="Place here")).to_be_visible()
        page.keyboard.press("Enter")
    elif title.startswith("Put a hut"):
        page.keyboard.press("1")
    else:
        page.keyboard.press("Enter")


def with_a_thumb(page: Page, title: str) -> None:
    """Taps the bar at the bottom of a phone, nothing else."""
    bar = page.locator(".bar")
    if title.startswith("Place"):
        bar.get_by_role("button", name="Next place").tap()
    bar.locator(".btn.go").tap()


def choose(page: Page, which: int = 0) -> None:
    """One decision: choices from the list until the draft is whole, and the red button where it is not played at once."""
    page.wait_for_selector("[data-mine=true], .end")
    before = moment(page)
    for steps in range(1, 20):
        choices = page.locator(".choice")
        if choices.count():
            choices.nth(which % choices.count()).click()
        page.wait_for_function(PLAYED_OR_DRAFTED, arg=[before, steps])
        go = page.locator(".acts .btn.go, .bar .btn.go")
        if moment(page) == before and go.count():
            go.first.click()
        elif moment(page) == before and not page.locator(".end, .curtain").count():
            continue
        page.wait_for_function(PLAYED, arg=before)
        return
    raise AssertionError("the draft never becomes whole")
