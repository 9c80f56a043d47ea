"""Pictures of the hall for the documentation, from real games in a real browser, into docs/_static/screenshots.

python tools/screenshots.py plays against bots at both sizes; it takes a few minutes. Name a game to have only its pictures.
"""

import sys
import tempfile
from pathlib import Path
from typing import Any, Literal

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from tests.hall.halls import ThreadHall  # noqa: E402
from tests.hall.people import Person  # noqa: E402
from tests.web.conftest import FLAGS, find_chromium  # noqa: E402
from tests.web.eketorp_hands import sit_down as sit_down_at_eketorp  # noqa: E402
from tests.web.eketorp_hands import until  # noqa: E402
from tests.web.explorers_hands import in_sight, settled, take_the_seat  # noqa: E402
from tests.web.graenaland_hands import drafted, take_seat  # noqa: E402
from tests.web.hands import (  # noqa: E402
    PHONE,
    ask,
    go_on_from,
    moment,
    my_turn,
    one_step,
    saga,
    sit_down_against_a_bot,
    with_a_thumb,
    with_keys,
)
from tests.web.test_odin_laying import FEAST  # noqa: E402
from tests.web.test_odin_laying import before as odin_before  # noqa: E402
from tests.web.test_plain import choose, sit_down  # noqa: E402

FOLDER = ROOT / "docs" / "_static" / "screenshots"
SIZES: list[tuple[str, int, int, Literal["light", "dark"]]] = [
    ("1280", 1280, 720, "light"),
    ("390", 390, 844, "light"),
    ("1280-night", 1280, 720, "dark"),
    ("1920", 1920, 1080, "light"),
    ("1920-night", 1920, 1080, "dark"),
    ("390-night", 390, 844, "dark"),
]
WANTED = {
    *("lobby-1280", "discovery-1280", "end-1280", "explorers-1280"),
    *("odin-1280", "odin-1280-night", "odin-1920", "odin-1920-night", "odin-390", "odin-390-night"),
    *("odin-laying-1280", "odin-laying-390", "odin-feast-1280", "odin-feast-1280-night", "odin-dice-1280"),
    *("lobby-390", "colonisation-390", "end-390", "colonisation-1280-night"),
    *("explorers-390", "explorers-1280-night", "explorers-1920", "explorers-1920-night", "explorers-390-night"),
    *("explorers-tile-1280", "explorers-sides-1280"),
    *("eketorp-deployment-1280-night", "eketorp-cards-1280", "eketorp-battle-390"),
    *("graenaland-share-1280", "graenaland-share-390", "graenaland-build-1280-night", "graenaland-build-1920"),
    *("graenaland-heroes-1280", "graenaland-heroes-1920-night", "graenaland-vote-390-night"),
}
OTHERS = [
    ("Sigrid", {"game": "graenaland", "seats": 4}),
    ("Yrsa", {"game": "fjords"}),
    (
        "Ketil",
        {"game": "eketorp", "seats": 5, "players": [{"kind": "me"}, *({"kind": "bot"},) * 2, *({"kind": "open"},) * 2]},
    ),
    ("Bjarni", {"game": "odin", "seats": 2, "players": [{"kind": "me"}, {"kind": "bot", "agent": "easy"}]}),
]


def take(page: Page, name: str) -> None:
    if name in WANTED:
        page.mouse.move(0, 0)
        page.wait_for_timeout(400)
        page.screenshot(path=FOLDER / f"{name}.png")


def enter(page: Page, size: str) -> None:
    page.goto("/")
    page.wait_for_selector(".gcard")
    page.get_by_role("button", name="Guest").click()
    page.get_by_label("Your name").fill("Astrid")
    page.keyboard.press("Enter")
    page.wait_for_selector(".row")
    take(page, f"lobby-{size}")


def play_fjords(page: Page, size: str, phone: bool) -> None:
    hand = with_a_thumb if phone else with_keys
    sit_down_against_a_bot(page)
    taken: set[str] = set()
    steps = 0
    while not page.locator(".end").count():
        my_turn(page)
        if page.locator(".end").count():
            break
        title = page.locator(".status h1").inner_text()
        steps += 1
        for sentence, name, after in (("Place your tile", "discovery", 20), ("Place a field", "colonisation", 40)):
            if title.startswith(sentence) and name not in taken and steps > after:
                page.keyboard.press("n")
                take(page, f"{name}-{size}")
                page.keyboard.press("Escape")
                taken.add(name)
        one_step(page, hand)
    page.wait_for_selector(".end table")
    take(page, f"end-{size}")


def play_without_a_board(page: Page, game: str, seats: int, turns: int) -> None:
    sit_down(page, game, seats)
    for turn in range(turns):
        choose(page, turn * 7)
    my_turn(page)
    take(page, f"{game}-1280")


def odin(page: Page) -> None:
    """The fifth round of two players with a space drafted, a tile in hand, a filled feast, a roll: at every size."""
    go_on_from(page, saga("odin-two-sensible.saga", without=197))
    my_turn(page)
    page.locator("[data-space=market_3]").click()
    take_all(page, "odin")
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    page.wait_for_selector(".large [aria-selected=true]")
    take_all(page, "odin-laying")
    go_on_from(page, odin_before(FEAST))
    page.wait_for_selector(".feast")
    page.keyboard.press("Enter")
    take_all(page, "odin-feast")
    go_on_from(page, odin_before("send pillaging_3", after=True))
    page.wait_for_selector(".dice")
    take_all(page, "odin-dice")


def eketorp(page: Page) -> None:
    """A bot plays for us until the castles stand; then a deployment, a card, and two cards turned up, at every size."""
    table = sit_down_at_eketorp(page, bots="greedy")
    ask(page, "/api/me", {"name": "Astrid"})
    ask(page, f"/api/tables/{table}/seats/0/bot", {"agent": "greedy"})
    page.wait_for_selector("text=/Round [56] of 10/", timeout=400_000)
    ask(page, f"/api/tables/{table}/seats/0/back", {})
    page.reload()
    page.wait_for_selector("[data-asked]")
    until(page, ("deploy",))
    for key in ("b", "g", "1", "6"):
        page.keyboard.press(key)
    take_all(page, "eketorp-deployment")
    page.keyboard.press("r")
    until(page, ("cards",))
    page.keyboard.press("Escape")
    page.locator(".pick").last.click()
    take_all(page, "eketorp-battle")
    page.locator(".status .btn.go").click()
    page.wait_for_selector(".duel")
    take(page, "eketorp-cards-1280")


def graenaland(page: Page) -> None:
    """From recorded games: heroes have moved, four cards are shared and voted on, and a turn of building, at every size."""
    go_on_from(page, saga("graenaland-three-objectives-4.saga", without=32))
    take_seat(page)
    take_all(page, "graenaland-heroes")
    go_on_from(page, saga("graenaland-three-objectives-4.saga", without=107))
    take_seat(page)
    page.locator(".island [data-place=P2]").click()
    drafted(page, moment(page))
    take_all(page, "graenaland-share")
    page.get_by_role("button", name="Show proposal").click()
    take_seat(page)
    page.locator(".chips .chip").last.click()
    page.wait_for_selector(".said li")
    take_all(page, "graenaland-vote")
    go_on_from(page, saga("graenaland-three-objectives-4.saga", without=17))
    take_seat(page)
    page.locator(".desk .row.may", has_text="hall").click()
    drafted(page, moment(page))
    take_all(page, "graenaland-build")


def explorers(page: Page) -> None:
    """A game played by hand goes on: a tile is tried, a voyage is planned, at every size; and the start sides of a new table."""
    go_on_from(page, saga("explorers-by-hand-3.saga", without=296))
    take_the_seat(page)
    page.locator(".hand button.may").last.click()
    page.keyboard.press("n")
    page.wait_for_selector("[role=gridcell][aria-selected=true]")
    take(page, "explorers-tile-1280")
    go_on_from(page, saga("explorers-by-hand-3.saga", without=256))
    take_the_seat(page)
    page.keyboard.press("l")
    page.wait_for_selector(".pip.planned")
    settled(page)
    page.mouse.click(*in_sight(page, "[data-place='cell:-1,-1']"))
    page.wait_for_selector(".pip.planned >> nth=2")
    take_all(page, "explorers")
    page.goto("/")
    page.get_by_role("button", name="Open a table").first.click()
    page.get_by_role("dialog").get_by_text("Explorers of the North Sea").click()
    page.wait_for_selector("input[name=start_side]", state="attached")
    take(page, "explorers-sides-1280")


def take_all(page: Page, name: str) -> None:
    for size, width, height, theme in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        take(page, f"{name}-{size}")
    page.set_viewport_size({"width": 1280, "height": 720})
    page.emulate_media(color_scheme="light", reduced_motion="reduce")


def pages(browser: Browser, hall: ThreadHall) -> None:
    """Four pages beside what they were: the lobby in French, a score sheet, looking back, an end."""
    small = {"device_scale_factor": 0.5}
    page = open_page(browser, hall, locale="fr-FR", **small)
    page.goto("/")
    page.wait_for_selector(".row")
    keep(page, "lobby")
    page = open_page(browser, hall, **small)
    look_at_the_end(page, "eketorp-sensible-4.saga")
    keep(page, "end")
    page = open_page(browser, hall)
    look_at_the_end(page, "eketorp-sensible-4.saga")
    page.get_by_role("button", name="Look at the board").last.click()
    page.get_by_role("tab", name="Score").click()
    page.wait_for_selector(".pad table")
    keep(page, "sheet", clip={"x": 960, "y": 48, "width": 320, "height": 672})
    page = open_page(browser, hall, **small)
    look_at_the_end(page, "fjords-by-hand.saga")
    page.get_by_role("button", name="Look at the board").last.click()
    for _ in range(40):
        page.keyboard.press("[")
    page.wait_for_selector(".status.past")
    keep(page, "replay")


def look_at_the_end(page: Page, name: str) -> None:
    go_on_from(page, saga(name))
    page.wait_for_selector(".end table")


def keep(page: Page, name: str, **settings: Any) -> None:
    page.mouse.move(0, 0)
    page.wait_for_timeout(1500)
    page.screenshot(path=FOLDER / f"{name}-after.png", **settings)


def open_page(browser: Browser, hall: ThreadHall, **settings: Any) -> Page:
    look: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}, "locale": "en-GB", "reduced_motion": "reduce"}
    return browser.new_context(base_url=hall.url, **{**look, **settings}).new_page()


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        hall = ThreadHall(str(Path(folder) / "hall.db"), games={}, bot_pace=0.1)
        for name, table in OTHERS:
            Person(hall.url, name).post("/api/tables", table)
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        wanted = sys.argv[1:] or ["eketorp", "explorers", "fjords", "graenaland", "odin", "pages"]
        sizes = (("1280", False, {}), ("390", True, PHONE), ("1280-night", False, {"color_scheme": "dark"}))
        for size, phone, settings in sizes if "fjords" in wanted else ():
            page = open_page(browser, hall, **settings)
            enter(page, size)
            play_fjords(page, size, phone)
            page.context.close()
        page = open_page(browser, hall)
        if "explorers" in wanted:
            explorers(page)
        if "odin" in wanted:
            odin(page)
        if "eketorp" in wanted:
            eketorp(page)
        if "graenaland" in wanted:
            graenaland(page)
        if "pages" in wanted:
            pages(browser, hall)
        browser.close()
        hall.close()


if __name__ == "__main__":
    main()
