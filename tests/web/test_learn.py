"""What teaches: guides with pictures, guided first games, rules that open where one is asked."""

import itertools
import os
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from skali.core import game_keys, load_game
from skali.teaching.box import has_box
from skali.teaching.guide import has_guide, load_guide
from skali.teaching.lesson import has_lesson, load_lesson
from tests.web.hands import PHONE, PLAYED, ask, faults, go_on_from, moment, my_turn
from tests.web.questions import asked_in, questions

EVERYTHING = bool(os.environ.get("SKALI_TEST_ALL"))
LOCALES = {"en": "en-GB", "fr": "fr-FR", "nl": "nl-NL"}
TAUGHT = [key for key in game_keys() if has_lesson(load_game(key))]
GUIDED = [key for key in game_keys() if has_guide(load_game(key))]
LESSONS = [
    (key, language) for key in TAUGHT for language in LOCALES if EVERYTHING or language == "en" or key == "fjords"
]

SIZES = ((1280, 720), (1920, 1080), (390, 844))
LOOKS = (
    [
        (key, tuple(LOCALES)[(at + number) % 3], scheme, size, text)
        for at, key in enumerate(GUIDED)
        for number, (scheme, size, text) in enumerate(itertools.product(("light", "dark"), SIZES, (1, 2)))
    ]
    if EVERYTHING
    else [("fjords", "fr", "dark", SIZES[2], 2), ("eketorp", "nl", "light", SIZES[0], 1)]
)

NEXT, STEP, RINGS = ".lesson .acts .sel", ".lesson .says p:not(.s, .feedback)", ".ring"


def position(page: Page) -> dict[str, Any]:
    """What the hall says to the learner now."""
    found: dict[str, Any] = page.evaluate(
        "id => fetch(`/api/tables/${id}`).then(a => a.json()).then(({table}) => "
        "fetch(`/api/tables/${id}/position?seat=${table.mine[0]}`)).then(a => a.json()).then(a => a.position)",
        page.url.rsplit("/", 1)[1],
    )
    return found


def type_move(page: Page, move: str) -> None:
    page.locator("#typed").fill(move)
    page.locator("#typed").press("Enter")


def walk_to_the_end(page: Page, key: str) -> int:
    """Does what every step of a lesson asks for, by the line of notation; how many moves that took."""
    lesson = load_lesson(load_game(key))
    moves = 0
    while True:
        page.wait_for_selector(f"[data-mine=true] {STEP}, [data-paused=true]")
        if page.locator("[data-paused=true]").count():
            page.locator("[data-act=on]").click()
            continue
        told = position(page)["lesson"]
        for step in told["steps"]:
            expect(page.locator(".lesson .n")).to_contain_text(str(step["number"]))
            expect(page.locator(RINGS)).to_have_count(len(step["at"]))
            if step is not told["steps"][-1]:
                page.locator(NEXT).click()
        if told["done"]:
            assert told["steps"][-1]["number"] == len(lesson.steps)
            return moves
        allowed = told["allowed"] or [position(page)["legal"][0]["notation"]]
        before = moment(page)
        type_move(page, allowed[0])
        moves += 1
        page.wait_for_function(PLAYED, arg=before)


@pytest.mark.parametrize(("key", "language"), LESSONS)
def test_a_first_game_is_guided_from_the_lobby_to_its_end(room: Callable[..., Page], key: str, language: str) -> None:
    page = room(locale=LOCALES[language])
    page.goto("/")
    page.locator(f'a[href="/guide/{key}"]').click()
    page.locator("article .btn.go").click()
    page.wait_for_selector(".lesson")
    assert walk_to_the_end(page, key) >= 3
    page.locator(NEXT).click()
    expect(page.locator(".lesson")).to_have_count(0)
    before = moment(page)
    type_move(page, position(page)["legal"][0]["notation"])  # and one plays on
    page.wait_for_function(PLAYED, arg=before)


def test_a_lesson_asks_for_its_own_move_and_is_resumed(room: Callable[..., Page]) -> None:
    page = room()
    page.goto("/")
    page.get_by_role("button", name="First time? Learn Fjords").click()
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Draw a tile").click()
    expect(page.locator(".lesson .n")).to_have_text("Step 4 of 15")
    type_move(page, "place at -1,0 turn 1")
    expect(page.get_by_text("That is for later.")).to_be_visible()
    page.goto("/")
    page.get_by_role("button", name="Go on with your first game: Fjords").click()
    expect(page.locator(".lesson .n")).to_have_text("Step 4 of 15")


@pytest.mark.parametrize("key", GUIDED)
def test_the_pictures_of_a_guide_are_drawn(room: Callable[..., Page], key: str) -> None:
    page = room(locale=LOCALES["fr"])
    page.goto(f"/guide/{key}")
    guide = load_guide(load_game(key), "fr")
    expect(page.locator("figure[data-drawn=true]")).to_have_count(len(guide.diagrams))
    marks = sum(len(diagram.marks) for diagram in guide.diagrams.values())
    expect(page.locator("[data-sign]")).to_have_count(marks)
    expect(page.get_by_role("heading", name=guide.chapters[0].title)).to_be_visible()


def opened_chapter(page: Page) -> Locator:
    """Why one is asked is answered by one open chapter."""
    page.get_by_role("button", name="Why am I asked this?").click()
    return page.locator("details[data-chapter][open]")


def sit_where_it_is_asked(page: Page, key: str, kind: str) -> None:
    go_on_from(page, asked_in(key, kind))
    page.wait_for_selector("[data-mine=true] .asks, .curtain")
    if page.locator(".curtain").count():
        page.locator(".curtain .btn").click()


@pytest.mark.parametrize("key", GUIDED)
def test_rules_open_at_the_chapter_of_the_question(room: Callable[..., Page], key: str) -> None:
    page = room()
    chapters = load_guide(load_game(key), "en").chapters
    kinds = questions(key) if EVERYTHING else questions(key)[:1]
    opened = 0
    for kind in kinds:
        sit_where_it_is_asked(page, key, kind)
        chapter = next(each.key for each in chapters if kind in each.prompts)
        expect(opened_chapter(page)).to_have_attribute("data-chapter", chapter)
        opened += 1
    assert opened == len(kinds) > 0


def test_rules_open_at_what_a_draft_asks(room: Callable[..., Page]) -> None:
    page = room()
    sit_where_it_is_asked(page, "odin", "turn")
    page.locator("[data-space=mountain_2]").click()
    page.wait_for_selector(".odin[data-asked=strip]")
    expect(opened_chapter(page)).to_have_attribute("data-chapter", "mountain")


def test_rules_open_where_one_is_asked(room: Callable[..., Page]) -> None:
    page = room()
    table = ask(page, "/api/lessons", {"game": "fjords"})["table"]["id"]
    page.goto(f"/t/{table}")
    page.get_by_role("button", name="Why am I asked this?").click()
    expect(page.locator("details[data-chapter=tile][open]")).to_be_visible()
    page.get_by_role("button", name="Draw a tile").click()
    expect(page.locator("details[data-chapter=place][open]")).to_be_visible()
    page.locator("details[data-chapter=place] .term").first.hover()
    expect(page.get_by_role("tooltip")).to_be_visible()


@pytest.mark.parametrize(("key", "language", "scheme", "size", "text"), LOOKS)
def test_everybody_can_learn(
    room: Callable[..., Page], key: str, language: str, scheme: str, size: tuple[int, int], text: int
) -> None:
    """Guide, set-up, glossary, lesson, its goal and its rules: nothing that axe can find, and no page that scrolls."""
    phone = size[0] < 900
    look = PHONE if phone else {"viewport": {"width": size[0], "height": size[1]}}
    page = room(locale=LOCALES[language], color_scheme=scheme, bypass_csp=True, **look)
    page.add_init_script(f"localStorage.setItem('skali.preferences', '{{\"text\": {text}}}')")
    page.goto(f"/guide/{key}")
    pictures = len(load_guide(load_game(key), language).diagrams)
    expect(page.locator("figure[data-drawn=true]")).to_have_count(pictures)
    expect(page.locator(".box table")).to_have_count(int(has_box(load_game(key))))
    found = faults(page, "guide")
    page.locator("article .btn.go").click()
    page.wait_for_selector(".lesson")
    found += faults(page, "lesson")
    page.locator(".top .gm").click()
    expect(page.locator("#goal")).to_be_visible()
    found += faults(page, "goal")
    page.keyboard.press("Escape")
    expect(page.locator("#goal")).to_be_hidden()
    if phone:
        page.locator(".tabs4 button").last.click()
    else:
        page.keyboard.press("?")
    page.wait_for_selector("details[data-chapter][open]")
    found += faults(page, "rules")
    assert found == []


def test_a_lesson_keeps_the_step_that_was_read(room: Callable[..., Page]) -> None:
    """While the rules are open, or on a phone another tab, its panel is gone; what was read stays read."""
    page = room()
    page.goto(f"/t/{ask(page, '/api/lessons', {'game': 'fjords'})['table']['id']}")
    page.locator(NEXT).click()
    expect(page.locator(".lesson .n")).to_have_text("Step 2 of 15")
    page.keyboard.press("?")
    expect(page.locator(".lesson")).to_have_count(0)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator(".lesson .n")).to_have_text("Step 2 of 15")
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator(".tabs4 button").nth(2).click()
    page.locator(".tabs4 button").first.click()
    expect(page.locator(".lesson .n")).to_have_text("Step 2 of 15")


def test_a_hint_names_moves_with_reasons_and_shows_them(room: Callable[..., Page]) -> None:
    page = room()
    table = ask(page, "/api/quick", {"game": "fjords"})["table"]["id"]
    page.goto(f"/t/{table}")
    my_turn(page)
    if page.locator("[data-act=draw]").count():
        before = moment(page)
        page.locator("[data-act=draw]").click()
        page.wait_for_function(PLAYED, arg=before)
    my_turn(page)
    page.get_by_role("button", name="What could I do?").click()
    hint = page.locator(".hints ol > li").first
    expect(hint).to_be_visible()
    legal = {each["words"] for each in position(page)["legal"]}
    assert legal and page.locator(".hints ol > li").count() <= 3
    hint.get_by_role("button", name="Show").click()
    expect(page.locator(".btn.go")).to_be_visible()


def show_hint(page: Page, notation: str, data: dict[str, Any]) -> None:
    """The hall hints at this move, and I ask to be shown it."""
    hint = {"move": -1, "notation": notation, "words": notation, "data": data, "reasons": []}
    page.unroute("**/hint?*")
    page.route("**/hint?*", lambda route: route.fulfill(json={"moves": [hint]}))
    if page.locator(".hints").count():
        page.locator(".hints").get_by_role("button", name="Close").click()
    page.get_by_role("button", name="What could I do?").click()
    page.locator(".hints").get_by_role("button", name="Show").click()


def test_a_hint_sends_a_viking_out(room: Callable[..., Page]) -> None:
    page = room()
    table = ask(page, "/api/quick", {"game": "eketorp", "seats": 3, "bots": "random"})["table"]["id"]
    page.goto(f"/t/{table}")
    page.wait_for_selector("[data-asked=deploy]")
    show_hint(page, "send to A", {"kind": "send", "field": "A"})
    expect(page.locator("#typed")).to_have_attribute("placeholder", "send to A; done")
    show_hint(page, "send to castle 1 boat", {"kind": "send_siege", "castle": 1, "engine": "boat"})
    expect(page.locator("#typed")).to_have_attribute("placeholder", "send to A; send to castle 1 boat; done")


def test_a_hint_takes_a_tile_in_hand_and_says_who_acts(room: Callable[..., Page]) -> None:
    page = room(locale="en-GB")
    table = ask(page, "/api/quick", {"game": "explorers", "seats": 1})["table"]["id"]
    page.goto(f"/t/{table}")
    page.wait_for_selector("[data-asked=tile]")
    tile = position(page)["legal"][0]
    show_hint(page, tile["notation"], tile["data"])
    expect(page.locator(".hand [aria-pressed=true]")).to_have_count(1)
    while page.locator("[data-asked=action]").count() == 0:
        before = moment(page)
        type_move(page, position(page)["legal"][0]["notation"])
        page.wait_for_function(PLAYED, arg=before)
    show_hint(page, "sail", {"kind": "sail"})
    expect(page.get_by_text("In hand: the longship.")).to_be_visible()


def test_on_a_phone_a_hint_that_is_shown_leaves_the_board_in_sight(room: Callable[..., Page]) -> None:
    page = room(**PHONE)
    table = ask(page, "/api/quick", {"game": "eketorp", "seats": 3, "bots": "random"})["table"]["id"]
    page.goto(f"/t/{table}")
    page.wait_for_selector("[data-asked=deploy]")
    hints = page.locator(".hints ol > li")
    for _ in range(2):  # who closes the hints and asks again has all of them again
        page.get_by_role("button", name="What could I do?").click()
        expect(hints.nth(1)).to_be_visible()
        hints.first.get_by_role("button", name="Show").click()
        expect(hints).to_have_count(1)
        page.locator(".hints").get_by_role("button", name="Close").click()
