"""Pictures of the hall for the documentation, from a real game in a real browser, into docs/_static/screenshots.

python tools/screenshots.py plays Fjords against a bot at both sizes; it takes a minute or two.
"""

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Page, sync_playwright  # noqa: E402

from tests.hall.halls import ThreadHall  # noqa: E402
from tests.web.conftest import FLAGS, find_chromium  # noqa: E402
from tests.web.hands import my_turn, one_step, sit_down_against_a_bot, with_a_thumb, with_keys  # noqa: E402

FOLDER = ROOT / "docs" / "_static" / "screenshots"


def take(page: Page, name: str) -> None:
    page.mouse.move(0, 0)
    page.wait_for_timeout(400)
    page.screenshot(path=FOLDER / f"{name}.png")


def tour(page: Page, hall: ThreadHall, size: str, phone: bool) -> None:
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


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        hall = ThreadHall(str(Path(folder) / "hall.db"), games={})
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        for size, width, height, theme, phone in (
            ("1280", 1280, 720, "light", False),
            ("390", 390, 844, "light", True),
            ("1280-night", 1280, 720, "dark", False),
        ):
            context = browser.new_context(
                base_url=hall.url,
                viewport={"width": width, "height": height},
                color_scheme=theme,
                has_touch=phone,
                is_mobile=phone,
                locale="en-GB",
                reduced_motion="reduce",
            )
            tour(context.new_page(), hall, size, phone)
            context.close()
        browser.close()
        hall.close()


if __name__ == "__main__":
    main()
