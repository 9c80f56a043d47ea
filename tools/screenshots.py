"""Pictures of the hall for the documentation, from a real game in a real browser, into docs/_static/screenshots.

python tools/screenshots.py plays against bots at both sizes; it takes a few minutes. Name a game to have only its pictures.
"""

import sys
import tempfile
from pathlib import Path
from typing import Literal

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Page, sync_playwright  # noqa: E402

from tests.hall.halls import ThreadHall  # noqa: E402
from tests.web.conftest import FLAGS, find_chromium  # noqa: E402
from tests.web.eketorp_hands import ask, sit_down, until  # noqa: E402
from tests.web.hands import my_turn, one_step, sit_down_against_a_bot, with_a_thumb, with_keys  # noqa: E402

FOLDER = ROOT / "docs" / "_static" / "screenshots"
SIZES: list[tuple[str, int, int, Literal["light", "dark"], bool]] = [
    ("1280", 1280, 720, "light", False),
    ("390", 390, 844, "light", True),
    ("1280-night", 1280, 720, "dark", False),
]


def take(page: Page, name: str) -> None:
    page.mouse.move(0, 0)
    page.wait_for_timeout(400)
    page.screenshot(path=FOLDER / f"{name}.png")


def fjords(page: Page, hall: ThreadHall, size: str, phone: bool) -> None:
    hand = with_a_thumb if phone else with_keys
    page.goto(hall.url)
    page.wait_for_selector(".gcard")
    take(page, f"lobby-{size}")
    sit_down_against_a_bot(page)
    taken: set[str] = set()
    steps = 0
    while not page.locator(".end").count():
        my_turn(page)
        if page.locator(".end").count():
            break
        title = page.locator(".status h1").inner_text()
        steps += 1
        for sentence, name, after in (("Place your tile", "discovery", 40), ("Place a field", "colonisation", 70)):
            if title.startswith(sentence) and name not in taken and steps > after:
                page.keyboard.press("n")
                take(page, f"{name}-{size}")
                page.keyboard.press("Escape")
                taken.add(name)
        one_step(page, hand)
    page.wait_for_selector(".end table")
    take(page, f"end-{size}")


def eketorp(page: Page) -> None:
    """A bot plays for us until the castles stand; then a deployment, a card, and two cards turned up, at every size."""
    table = sit_down(page, bots="greedy")
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
    page.screenshot(path=FOLDER / "eketorp-cards-1280.png")


def take_all(page: Page, name: str) -> None:
    for size, width, height, theme, _ in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        take(page, f"{name}-{size}")
    page.set_viewport_size({"width": 1280, "height": 720})
    page.emulate_media(color_scheme="light", reduced_motion="reduce")


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        hall = ThreadHall(str(Path(folder) / "hall.db"), games={}, bot_pace=0.1)
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        wanted = sys.argv[1:] or ["eketorp", "fjords"]
        if "eketorp" in wanted:
            context = browser.new_context(base_url=hall.url, viewport={"width": 1280, "height": 720}, locale="en-GB")
            eketorp(context.new_page())
            context.close()
        for size, width, height, theme, phone in SIZES if "fjords" in wanted else ():
            context = browser.new_context(
                base_url=hall.url,
                viewport={"width": width, "height": height},
                color_scheme=theme,
                has_touch=phone,
                is_mobile=phone,
                locale="en-GB",
                reduced_motion="reduce",
            )
            fjords(context.new_page(), hall, size, phone)
            context.close()
        browser.close()
        hall.close()


if __name__ == "__main__":
    main()
