"""Games that have no board of their own in the browser: played from prompt, choices, drawing and view, all in words."""

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from skali.cli.new import make
from tests.web.hands import PHONE, PLAYED, ROOT, HeldTries, ask, choose, faults, moment

Room = Callable[..., Page]
WITHOUT_BOARD = {"moot": 3, "cairns": 2}
"""Games of the tests, and how many sit there: every game of the house has its board."""


def sit_down(page: Page, game: str, seats: int, **options: str) -> None:
    table = ask(page, "/api/quick", {"game": game, "seats": seats, "bots": "random", "options": options})["table"]["id"]
    page.goto(f"/t/{table}")
    page.wait_for_selector("[data-mine=true]")


@pytest.mark.parametrize("game", WITHOUT_BOARD)
def test_a_game_is_played_to_its_end(room: Room, game: str) -> None:
    page = room()
    sit_down(page, game, WITHOUT_BOARD[game])
    for _ in range(400):
        page.wait_for_selector("[data-mine=true], .end")
        if page.locator(".end").count():
            break
        choose(page, 0)
    expect(page.locator(".end")).to_be_visible()


@pytest.fixture
def shoals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A game that `skali new` has just made. Its folder comes last on the path: it has a folder `tests`, too."""
    monkeypatch.setattr(sys, "path", [*sys.path, str(make("shoals", tmp_path))])
    yield
    for name in [name for name in sys.modules if name.partition(".")[0] == "shoals"]:
        del sys.modules[name]


@pytest.mark.usefixtures("shoals")
@pytest.mark.hall(games={"shoals": "shoals:Shoals"})
def test_a_new_game_in_english_alone_is_played_to_its_end_by_a_french_guest(room: Room) -> None:
    page = room(locale="fr-FR")
    sit_down(page, "shoals", 2)
    assert page.request.get("/api/games/shoals/words?lang=fr").json()["language"] == "en"
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.locator("body")).to_contain_text("Draw from the bag")
    for _ in range(50):
        page.wait_for_selector("[data-mine=true], .end")
        if page.locator(".end").count():
            break
        shown = page.locator("body").inner_text()
        assert not re.findall(r"\b[a-z]+_[a-z_]+\b|undefined", shown)
        choose(page, 0)
    expect(page.locator(".end")).to_be_visible()


def test_the_details_of_a_game_are_not_cut(room: Room) -> None:
    page = room()
    sit_down(page, "moot", 3)
    page.get_by_role("button", name="Details").click()
    cards = page.locator(".people .card")
    expect(cards).to_have_count(3)
    wide = page.locator(".people .card, .details .cards > *").evaluate_all(
        "all => all.filter(each => each.scrollWidth > each.clientWidth).map(each => each.innerText.slice(0, 40))"
    )
    assert wide == []


@pytest.mark.parametrize(("game", "locale"), list(zip(WITHOUT_BOARD, ["fr-FR", "nl-NL"], strict=True)))
def test_nothing_but_words_is_shown(room: Room, game: str, locale: str) -> None:
    """No key of a view, no name of a program, whatever is on the table."""
    page = room(locale=locale)
    sit_down(page, game, WITHOUT_BOARD[game])
    choose(page, 0)
    page.wait_for_selector("[data-mine=true]")
    details = page.locator(".views .chip:not(.stand)").last
    details.click()
    expect(page.locator(".details article").first).to_be_visible()
    shown = page.locator(".plain").inner_text() + page.locator(".track").inner_text()
    assert not re.findall(r"\b[a-z]+_[a-z_]+\b", shown)
    assert not re.findall(r"\b(?:undefined|null|NaN|true|false|object Object)\b", shown)


def test_many_choices_can_be_searched_and_reached_by_keys(room: Room) -> None:
    page = room(bypass_csp=True)
    page.goto("/preferences")
    page.evaluate("localStorage.setItem('skali.preferences', JSON.stringify({playAtOnce: false}))")
    sit_down(page, "cairns", 2, board="large")
    expect(page.locator(".choice")).to_have_count(32)
    assert faults(page, "a game without a board of its own") == []
    page.get_by_role("searchbox", name="Search the choices").fill("tall")
    expect(page.get_by_role("button", name=re.compile("tall stone")).first).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("low stone"))).to_have_count(0)
    page.get_by_role("searchbox", name="Search the choices").fill("")
    page.get_by_role("heading", name="Choices").click()
    page.keyboard.press("1")
    expect(page.locator(".draft li")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".draft")).to_have_count(0)
    before = moment(page)
    page.keyboard.press("1")
    page.wait_for_selector(".draft")
    page.keyboard.press("Enter")
    page.wait_for_function(PLAYED, arg=before)


def at_a_slow_hall(room: Room) -> tuple[Page, HeldTries]:
    """Nothing is played at once, and what is tried can be held up."""
    page = room()
    page.add_init_script("localStorage.setItem('skali.preferences', JSON.stringify({playAtOnce: false}))")
    tries = HeldTries(page)
    sit_down(page, "cairns", 2)
    return page, tries


@pytest.mark.parametrize("hand", ["key", "click"])
def test_a_confirmation_waits_for_the_hall_to_try_the_draft(room: Room, hand: str) -> None:
    page, tries = at_a_slow_hall(room)
    before = moment(page)
    tries.hold()
    page.locator(".choice").first.click()
    confirm = page.get_by_role("button", name="Confirm")
    expect(confirm).to_have_attribute("aria-disabled", "true")
    if hand == "key":
        page.get_by_role("heading", name="Choices").click()
        page.keyboard.press("Enter")
    else:
        confirm.click(force=True)  # it is dimmed
    expect(confirm).to_have_class(re.compile(r"\bgo\b"))
    assert moment(page) == before
    tries.let_go()
    page.wait_for_function(PLAYED, arg=before)


def test_a_confirmation_is_dropped_with_the_draft_that_it_was_for(room: Room) -> None:
    page, tries = at_a_slow_hall(room)
    before = moment(page)
    tries.hold()
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.locator(".draft")).to_have_count(0)
    page.keyboard.press("1")
    tries.let_go()
    page.wait_for_selector("[data-trying=false] .draft")
    expect(page.get_by_role("button", name="Confirm")).to_have_attribute("aria-disabled", "false")
    assert moment(page) == before
    assert tries.commits == 0


@pytest.mark.parametrize("game", WITHOUT_BOARD)
def test_it_fits_a_phone(room: Room, game: str) -> None:
    page = room(**PHONE, bypass_csp=True)
    sit_down(page, game, WITHOUT_BOARD[game])
    for turn in range(3):
        choose(page, turn)
    assert faults(page, game) == []


def luminance(colour: str) -> float:
    long = colour if len(colour) == 7 else "#" + "".join(2 * digit for digit in colour[1:])
    parts = [int(long[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", [":root", "[data-theme='night']"])
def test_the_names_of_goods_can_be_read_on_their_colours(theme: str) -> None:
    """Which goods lie on the table is chance, so their colours are measured here, all of them."""
    tokens = (ROOT / "web" / "src" / "tokens.css").read_text(encoding="utf-8")
    inks = dict(re.findall(r"--on-g-(\w+): (#\w+)", tokens))
    fills = dict(re.findall(r" --g-(\w+): (#\w+)", tokens[tokens.index(theme + " {") :].partition("}")[0]))
    assert fills.keys() == inks.keys() != set()
    for good, fill in fills.items():
        low, high = sorted((luminance(fill), luminance(inks[good])))
        assert (high + 0.05) / (low + 0.05) >= 4.5, good


@pytest.mark.usefixtures("shoals")
@pytest.mark.hall(games={"shoals": "shoals:Shoals"})
def test_a_drawing_of_the_past_is_shown_with_the_past(room: Room) -> None:
    page = room()
    sit_down(page, "shoals", 2)
    drawing = page.locator(".drawing pre")
    expect(drawing).not_to_be_empty()
    first, then = drawing.text_content(), moment(page)
    for _ in range(3):
        choose(page, 0)
    expect(drawing).not_to_have_text(first or "")
    page.get_by_role("slider", name="Look back").fill(str(then))
    expect(drawing).to_have_text(first or "")
