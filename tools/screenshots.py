"""Pictures of the hall for the documentation, from real games in a real browser, into docs/_static/screenshots.

python tools/screenshots.py plays Fjords against a bot at both sizes and some turns of Explorers; it takes a few minutes.
"""

import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from tests.hall.halls import ThreadHall  # noqa: E402
from tests.hall.people import Person  # noqa: E402
from tests.web.conftest import FLAGS, find_chromium  # noqa: E402
from tests.web.hands import PHONE, my_turn, one_step, sit_down_against_a_bot, with_a_thumb, with_keys  # noqa: E402
from tests.web.test_plain import choose, sit_down  # noqa: E402

FOLDER = ROOT / "docs" / "_static" / "screenshots"
WANTED = {
    *("lobby-1280", "discovery-1280", "end-1280", "explorers-1280", "odin-1280"),
    *("lobby-390", "colonisation-390", "end-390", "colonisation-1280-night"),
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


def open_page(browser: Browser, hall: ThreadHall, **settings: Any) -> Page:
    look: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}, "locale": "en-GB", "reduced_motion": "reduce"}
    return browser.new_context(base_url=hall.url, **{**look, **settings}).new_page()


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        hall = ThreadHall(str(Path(folder) / "hall.db"), games={})
        for name, table in OTHERS:
            Person(hall.url, name).post("/api/tables", table)
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        for size, phone, settings in (
            ("1280", False, {}),
            ("390", True, PHONE),
            ("1280-night", False, {"color_scheme": "dark"}),
        ):
            page = open_page(browser, hall, **settings)
            enter(page, size)
            play_fjords(page, size, phone)
            page.context.close()
        page = open_page(browser, hall)
        play_without_a_board(page, "explorers", 3, 50)
        play_without_a_board(page, "odin", 2, 9)
        browser.close()
        hall.close()


if __name__ == "__main__":
    main()
