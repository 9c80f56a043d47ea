"""A real hall, a real Chromium: found on the machine, or installed here; never skipped."""

import fcntl
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from skali.hall.app import WEB
from tests.hall.halls import PATIENCE, ThreadHall

FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
]
HELP = (
    "The tests of the browser need a Chromium. Install your system's package (Debian: apt-get install chromium-headless-shell), "
    "or run `python -m playwright install chromium`, or name one: SKALI_CHROMIUM=/path/to/chromium."
)

expect.set_options(timeout=PATIENCE * 1000)


def find_chromium() -> str:
    """The one that is named, the system's, Playwright's own, or Debian's package where that can be installed.

    The headless shell comes first: a new page takes it a fifth of a second, the whole browser more than one.
    """
    system = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    for name in (os.environ.get("SKALI_CHROMIUM", ""), *system):
        if found := shutil.which(name):
            return found
    with sync_playwright() as playwright:
        own = Path(playwright.chromium.executable_path)
    if own.exists():
        return str(own)
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        subprocess.run(["apt-get", "update", "-q"], check=False, capture_output=True)
        for package in system[:2]:
            subprocess.run(["apt-get", "install", "-y", "-q", package], check=False, capture_output=True)
            if found := shutil.which(package):
                return found
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False, capture_output=True)
    if own.exists():
        return str(own)
    pytest.fail(HELP)


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Found by one process after the other: two that installed it at once would be in each other's way."""
    with (tmp_path_factory.getbasetemp().parent / "chromium.lock").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        return find_chromium()


@pytest.fixture(scope="package")
def browser(chromium: str) -> Iterator[Browser]:
    """One for all tests of this folder; none is left open for the others, whose thread must be free of its loop."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def hall(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[ThreadHall]:
    """A hall of its own for one test."""
    assert (WEB / "index.html").exists(), "the web client is not built: make web"
    mark = request.node.get_closest_marker("hall")
    settings = {"keep_saga_luck": True, **(mark.kwargs if mark else {})}
    hall = ThreadHall(str(tmp_path / "hall.db"), **settings)
    yield hall
    hall.leave()


class Room:
    """Contexts of one browser, each a person of their own; whatever goes wrong on their pages is kept."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser = browser
        self.url = url
        self.contexts: list[BrowserContext] = []
        self.wrong: list[str] = []

    def page(self, **settings: Any) -> Page:
        options = {
            "viewport": {"width": 1280, "height": 720},
            "locale": "en-GB",
            "reduced_motion": "reduce",
            **settings,
        }
        context = self.browser.new_context(base_url=self.url, **options)
        context.set_default_timeout(PATIENCE * 1000)
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("console", lambda line: self.wrong.append(line.text) if is_wrong(line) else None)
        page.on(
            "request", lambda request: None if self.is_ours(request.url) else self.wrong.append(f"asked {request.url}")
        )
        return page

    def is_ours(self, url: str) -> bool:
        return url.startswith((self.url, self.url.replace("http", "ws"), "blob:"))


def is_wrong(line: ConsoleMessage) -> bool:
    """Anything that the browser or the page complains of, but for the network: a refusal or a cut line is an answer."""
    return line.type in ("error", "warning") and not re.search(
        r"Failed to load resource|WebSocket connection", line.text
    )


@pytest.fixture
def room(browser: Browser, hall: ThreadHall) -> Iterator[Callable[..., Page]]:
    """Opens pages; fails the test if one had an error, complained in its console or asked another host for anything."""
    room = Room(browser, hall.url)
    yield room.page
    for context in room.contexts:
        context.close()
    assert room.wrong == []
