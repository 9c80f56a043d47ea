"""What the pages of the hall cost a browser that has seen none of them: bytes, requests, first paint, the board.

Prints the table of docs/hall.md. Times are the middle of five openings, on this machine, over loopback.
"""

import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, sync_playwright  # noqa: E402

from tests.hall.halls import ThreadHall  # noqa: E402
from tests.hall.people import Person  # noqa: E402
from tests.web.conftest import FLAGS, find_chromium  # noqa: E402

TIMES = 5
READ = """() => {
  const files = performance.getEntriesByType('resource').filter((each) => each.name.includes('/assets/'));
  const size = (ending) => files.filter((each) => each.name.endsWith(ending)).reduce((n, each) => n + each.encodedBodySize, 0);
  return {
    scripts: size('.js'), styles: size('.css'), requests: files.length,
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0, ready: performance.now(),
  };
}"""


def measure(browser: Browser, url: str, path: str, ready: str) -> dict[str, Any]:
    found = []
    for _ in range(TIMES):
        page = browser.new_context(base_url=url, viewport={"width": 1280, "height": 720}).new_page()
        page.goto(path)
        page.wait_for_selector(ready)
        found.append(page.evaluate(READ))
        page.context.close()
    return {name: statistics.median(each[name] for each in found) for name in found[0]}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        hall = ThreadHall(str(Path(folder) / "hall.db"), games={}, log_format="text")
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        pages = [("lobby", "/", ".gcard")]
        for game in hall.hall.catalogue.games:
            table = Person(hall.url, "Astrid").post("/api/quick", {"game": game})["table"]["id"]
            pages.append((game, f"/t/{table}", ".board svg, .board pre, .board section"))
        print(
            "| page | scripts, kB | styles, kB | files | first paint, ms | all there, ms |\n|---|---|---|---|---|---|"
        )
        for name, path, ready in pages:
            it = measure(browser, hall.url, path, ready)
            print(
                f"| {name} | {it['scripts'] / 1000:.0f} | {it['styles'] / 1000:.0f} | {it['requests']:.0f} "
                f"| {it['paint']:.0f} | {it['ready']:.0f} |"
            )
        browser.close()
        hall.close()


if __name__ == "__main__":
    main()
