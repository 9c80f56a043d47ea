"""French and Dutch: nothing that has words of its own in a language is shown in English."""

import json
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from skali.core import load_game
from tests.web.hands import ROOT, go_on_from, one_step, saga

Room = Callable[..., Page]
TEXTS = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const ledger = (at) => at.parentElement.closest('[lang=en]:not(html)');  // the ledger is English, and says so
  while (walk.nextNode()) if (!ledger(walk.currentNode)) found.push(walk.currentNode.data);
  for (const at of document.querySelectorAll('*'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) if (at.hasAttribute(name)) found.push(at.getAttribute(name));
  return found.map((text) => text.replace(/\\s+/g, ' ').trim()).filter(Boolean);
}"""
FIELD = re.compile(r"\{[^{}]*\}")


def sentences(language: str) -> dict[str, str]:
    """Everything that can be said at a table of Fjords, by where it stands."""
    file = ROOT / "web" / "messages" / f"{language}.json"
    said = {f"shell.{key}": text for key, text in json.loads(file.read_text(encoding="utf-8")).items()}
    tables = load_game("fjords").words(language).tables
    return said | {f"{table}.{key}": text for table, entries in tables.items() for key, text in entries.items()}


def english_only(language: str) -> Iterator[tuple[str, re.Pattern[str]]]:
    """The English sentences that read otherwise in the language, as patterns of a whole text."""
    own = sentences(language)
    theirs = set(own.values())
    for key, text in sentences("en").items():
        letters = re.sub(r"[^A-Za-z]", "", FIELD.sub("", text))
        if own[key] != text and text not in theirs and len(letters) > 2:
            pattern = ".+".join(re.escape(part) for part in FIELD.split(text))
            yield key, re.compile(pattern)


@pytest.mark.parametrize("locale", ["fr-FR", "nl-NL"])
def test_no_english_is_left(room: Room, locale: str) -> None:
    page = room(locale=locale)
    patterns = list(english_only(locale[:2]))
    left: set[str] = set()

    def look(where: str) -> None:
        for text in page.evaluate(TEXTS):
            left.update(f"{where}: {text} ({key})" for key, pattern in patterns if pattern.fullmatch(text))

    page.goto("/")
    page.wait_for_selector(".gcard")
    expect(page.locator("html")).to_have_attribute("lang", locale[:2])
    look("lobby")
    page.locator(".hero .btn").nth(1).click()
    page.wait_for_selector("dialog form")
    look("opening a table")
    page.locator("dialog .btn.go").click()
    page.wait_for_selector(".wait")
    look("waiting")
    page.goto("/preferences")
    page.wait_for_selector("fieldset")
    look("preferences")

    go_on_from(page, saga("fjords-by-hand.saga", without=300))
    for _ in range(4):
        one_step(page, lambda page, _: next_choice(page))
        look("table")
    page.locator("[role=gridcell][data-place='0,0']").click()
    page.wait_for_selector(".why")
    look("refusal")
    page.keyboard.press("Escape")
    for button in (3, 2):  # the table's menu, the invitation
        page.locator(".top .tbtn").nth(button - 1).click()
        page.wait_for_selector("dialog[open]")
        look("dialog")
        page.keyboard.press("Escape")
    for tab in (1, 2):
        page.locator("[role=tab]").nth(tab).click()
        look("rail")
    page.keyboard.press("?")
    page.wait_for_selector(".rules article")
    look("rules")
    go_on_from(page, saga("fjords-by-hand.saga"))
    page.wait_for_selector(".end table")
    look("end")
    page.locator(".log .n").first.click()
    look("looking back")
    assert left == set()


def next_choice(page: Page) -> None:
    """Whatever is asked: the first place, or the red button."""
    if page.locator("[role=gridcell].may").count():
        page.keyboard.press("n")
    page.locator(".status .btn.go").click()


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
def test_the_rules_are_told_to_players_and_the_ledger_is_folded_away(room: Room, language: str) -> None:
    page = room(locale=language)
    go_on_from(page, saga("fjords-by-hand.saga", without=300))
    page.wait_for_selector("[role=grid]")
    page.locator(".top .tbtn", has_text="?").click()
    game = load_game("fjords")
    words = game.words(language)
    chapters = list(dict.fromkeys(words.section(rule.section) for rule in game.rulebook.of_kind("rule")))
    chips = page.locator(".rules .list > .chips .chip")
    expect(chips).to_have_count(1 + len(chapters))
    assert chips.all_inner_texts()[1:] == chapters
    article = page.locator(".rules article", has=page.get_by_text("FJ-004", exact=True))
    expect(article.locator(".w")).to_have_text(words.rule("FJ-004"))
    exactly = article.locator("details p")
    expect(exactly).to_be_hidden()
    article.locator("summary").click()
    expect(exactly).to_contain_text("(mod 6)")
    page.locator("#rules-search").fill("EX-FJ-01")  # worked examples are pictures of the guide, not texts of tests
    expect(page.locator(".rules article")).to_have_count(0)


def test_the_check_would_notice(room: Room) -> None:
    page = room(locale="en-GB")
    page.goto("/")
    page.wait_for_selector(".gcard")
    texts = page.evaluate(TEXTS)
    seen = {key for key, pattern in english_only("fr") if any(pattern.fullmatch(text) for text in texts)}
    assert {"shell.hero", "shell.play_bot_now", "shell.open_table", "shell.open_seats"} <= seen
