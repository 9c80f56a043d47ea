"""A Feast for Odin on its board: every question has a place there, for the mouse and for keys."""

import random
import re
import tomllib
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from skali.core import load_game
from tests.web.hands import PHONE, ROOT, faults, go_on_from, moment, my_turn, saga
from tests.web.odin_hands import SPACE, state, until_changed
from tests.web.odin_positions import BEFORE_INCOME, SPOTS, saga_of

Room = Callable[..., Page]
WORDS = ROOT / "src" / "skali" / "games" / "odin" / "words" / "en.toml"
CHOOSER = ".chooser .answer"
STATUS = ".acts .btn:not(.undo):not([aria-disabled=true])"
PLACES = {
    **dict.fromkeys(["turn", "follow", "late"], SPACE),
    **dict.fromkeys([prompt for prompt in SPOTS if prompt.endswith("_window")], STATUS),
    **dict.fromkeys(["board", "shape", "cell"], ".laying"),
    **dict.fromkeys(["food", "coins"], ".feast"),
    **dict.fromkeys(["low_roll", "high_roll"], ".dice"),
}
"""Where a prompt is answered; all others in the chooser."""
ELSEWHERE = [prompt for prompt, place in PLACES.items() if place in (".laying", ".feast", ".dice")]


def sit(page: Page, prompt: str) -> None:
    """At a table where this is asked of me."""
    go_on_from(page, saga_of(prompt))
    page.wait_for_selector("[data-mine=true], .curtain")
    if page.locator(".curtain").count():
        page.locator(".curtain button").first.click()
    page.wait_for_selector(f".odin[data-asked={prompt}]")


def settled(page: Page) -> None:
    page.wait_for_selector("[data-trying=false]")


def drafted_or_played(page: Page, before: int) -> None:
    """The answer is in the draft, or has been played at once."""
    page.wait_for_function(
        """n => !document.querySelector('[data-trying=true]') &&
            (document.querySelector('.btn.go') || Number(document.querySelector('[data-moment]').dataset.moment) > n ||
             document.querySelector('.odin').dataset.drafted > 0)""",
        arg=before,
    )


def test_every_prompt_has_a_position_and_a_place() -> None:
    prompts = set(tomllib.loads(WORDS.read_text(encoding="utf-8"))["prompt"])
    assert prompts == set(SPOTS)


@pytest.mark.parametrize("half", [0, 1])
def test_every_question_is_answered_on_the_board_by_mouse_and_by_keys(room: Room, half: int) -> None:
    page = room()
    prompts = [prompt for prompt in sorted(SPOTS) if prompt not in ELSEWHERE][half::2]
    answered = 0
    for prompt in prompts:
        sit(page, prompt)
        place = PLACES.get(prompt, CHOOSER)
        expect(page.locator(place).first).to_be_visible()
        expect(page.locator(".choices, .choice")).to_have_count(0)
        before = moment(page)
        by_keys(page, place)
        drafted_or_played(page, before)
        if moment(page) == before:
            page.keyboard.press("u")
            page.wait_for_selector(f".odin[data-asked={prompt}][data-drafted='0']")
            page.locator(place).first.click()
            drafted_or_played(page, before)
        answered += 1
    assert answered == len(prompts) > 15


def by_keys(page: Page, place: str) -> None:
    if place == SPACE:
        page.locator(".lattice [tabindex='0']").focus()
        page.evaluate(f"document.querySelector({place!r}).focus()")
        page.keyboard.press("Enter")
    elif place == STATUS:
        page.keyboard.press("Enter")
    elif page.locator(".chooser .strips").count():
        page.locator(".chooser [tabindex='0']").first.focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
    else:
        page.keyboard.press("1")


# The action board


def at_the_action_board(page: Page) -> None:
    """The fifth round of two players: much is taken, and there is little wood."""
    go_on_from(page, saga("odin-two-sensible.saga", without=197))
    my_turn(page)
    page.wait_for_selector(".lattice .space.may")


def space(page: Page, name: str) -> Locator:
    return page.locator(f"[data-space={name}]")


def test_a_simple_action_takes_two_inputs(room: Room) -> None:
    page = room()
    at_the_action_board(page)
    before = moment(page)
    space(page, "buy_cattle_and_milk").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Send 2 Vikings: 3 silver → cattle, milk")
    expect(page.locator(".status .sub")).to_contain_text("−3 silver, +1 milk, +1 head of cattle; 1 Viking stays")
    page.get_by_role("button", name="Send 2").click()
    page.wait_for_function("n => Number(document.querySelector('[data-moment]').dataset.moment) > n", arg=before)


def test_a_space_says_what_it_costs_who_stands_there_and_what_is_missing(room: Room) -> None:
    page = room()
    at_the_action_board(page)
    assert page.locator(".lattice .space").count() == len(load_game("odin").tables.space_names)
    expect(space(page, "market_products_4")).to_contain_text(re.compile("4 Vikings: .* Taken by Astrid"))
    expect(space(page, "mountain_2")).to_contain_text(re.compile("Taken by Bjorn"))
    expect(space(page, "build_shed")).to_contain_text("1 Viking: 2 wood → shed. Missing: 2 wood.")
    expect(space(page, "buy_sheep")).to_contain_text(re.compile("Free, you can use it"))
    expect(space(page, "sheep_and_cattle")).to_contain_text(re.compile("only 3 Vikings left"))
    space(page, "build_shed").click()
    expect(page.get_by_role("alert")).to_contain_text("OD-")
    page.keyboard.press("Escape")
    space(page, "buy_sheep").hover()
    expect(page.locator(".status .sub")).to_contain_text("2 Vikings: 1 silver → sheep")


def test_spaces_are_found_by_what_they_give_and_what_i_can_pay(room: Room) -> None:
    page = room()
    at_the_action_board(page)
    bright = page.locator(".lattice .space:not(.aside)")
    page.keyboard.press("x")
    page.get_by_role("search").get_by_role("button", name="wood", exact=True).click()
    expect(bright).to_have_count(1)
    page.get_by_role("search").get_by_role("button", name="wood", exact=True).click()
    page.get_by_role("button", name=re.compile("I can use")).click()
    assert bright.count() == page.locator(".lattice .space.may").count() > 10
    page.get_by_role("searchbox").fill("stockfish")
    expect(space(page, "catch_stockfish")).not_to_have_class(re.compile("aside"))
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator(".lattice .aside")).to_have_count(0)


def test_the_action_board_is_one_tab_stop_and_arrows_walk_it(room: Room) -> None:
    page = room()
    at_the_action_board(page)
    assert page.locator(".lattice [tabindex='0']").count() == 1
    page.locator(".lattice [tabindex='0']").focus()
    seen = set()
    for key in ["ArrowRight"] * 3 + ["ArrowDown"] * 7:
        page.keyboard.press(key)
        seen.add(page.evaluate("document.activeElement.dataset.space"))
    assert len(seen) == 10
    page.locator("[data-space=buy_sheep]").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Send 2")).to_be_visible()
    before = moment(page)
    page.keyboard.press("Enter")
    page.wait_for_function("n => Number(document.querySelector('[data-moment]').dataset.moment) > n", arg=before)


def test_occupations_are_read_and_searched_and_everybody_is_compared(room: Room) -> None:
    page = room()
    at_the_action_board(page)
    page.keyboard.press("o")
    expect(page.locator(".odin .panel .card-text").first).to_be_visible()
    assert (
        page.locator(".odin .panel .card-text .text").first.evaluate("each => getComputedStyle(each).fontSize")
        == "16px"
    )
    page.get_by_role("button", name="All 190").click()
    expect(page.locator(".odin .panel .card-text")).to_have_count(190)
    page.get_by_role("searchbox", name="Search the occupations").fill("peddler")
    expect(page.locator(".odin .panel .card-text")).to_have_count(1)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    expect(page.get_by_role("row", name=re.compile("Income"))).to_contain_text("2")
    page.get_by_role("button", name="Look at the boards of Bjorn").first.click()
    expect(page.locator(".odin .panel")).to_have_count(0)


def test_nothing_hinders_a_reader_by_day(room: Room) -> None:
    page = room(bypass_csp=True, color_scheme="light")
    at_the_action_board(page)
    found = faults(page, "turn")
    sit(page, "start_card")
    assert found + faults(page, "start_card") == []


def test_nothing_hinders_a_reader_by_night(room: Room) -> None:
    page = room(bypass_csp=True, color_scheme="dark")
    at_the_action_board(page)
    page.keyboard.press("c")
    found = faults(page, "compared")
    sit(page, "strip")
    assert found + faults(page, "strip") == []


def test_a_round_by_thumb(room: Room) -> None:
    page = room(**PHONE, bypass_csp=True)
    at_the_action_board(page)
    assert faults(page, "actions") == []
    for pane in ("My boards", "Others"):
        page.get_by_role("navigation").get_by_role("button", name=pane).tap()
        assert faults(page, pane) == []
    page.get_by_role("navigation").get_by_role("button", name="Actions").tap()
    space(page, "buy_sheep").tap()
    before = moment(page)
    page.locator(".bar").get_by_role("button", name="Send 2").tap()
    page.wait_for_function("n => Number(document.querySelector('[data-moment]').dataset.moment) > n", arg=before)


@pytest.mark.parametrize("locale", ["fr-FR", "nl-NL"])
def test_nothing_but_words_is_shown(room: Room, locale: str) -> None:
    page = room(locale=locale)
    at_the_action_board(page)
    for key in ("", "o", "c"):
        if key:
            page.keyboard.press(key)
        shown = page.locator(".odin").inner_text() + page.locator(".odin-hold").inner_text()
        labels = page.locator(".odin [aria-label]").evaluate_all("all => all.map(each => each.ariaLabel)")
        assert not re.findall(r"\b[a-z]+_[a-z_]+\b|undefined|NaN|\{\w+\}", shown + " ".join(labels))
        assert all(labels)


def test_a_seat_that_stands_is_asked_only_where_it_could_gain(room: Room) -> None:
    """One ore is left to place, but the next number of the diagonal asks for three cells."""
    page = room()
    table = go_on_from(page, BEFORE_INCOME)
    page.wait_for_selector("[data-mine=true]")
    stands = page.get_by_role("button", name="Ask me only where I could gain")
    expect(stands).to_have_count(0)
    page.get_by_role("button", name="Pass").click()
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Before income")
    expect(stands).to_have_attribute("aria-pressed", "false")
    stands.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Serve the feast")
    expect(stands).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(stands).to_have_attribute("aria-pressed", "true")
    written = page.evaluate("id => fetch(`/api/tables/${id}/saga`).then(answer => answer.text())", table)
    assert written.partition("# known")[0].endswith("0 pass\n0 done\n")
    stands.click()
    expect(stands).to_have_count(0)
    page.keyboard.press("u")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Before income")
    expect(stands).to_have_attribute("aria-pressed", "false")


def test_a_whole_short_solo_game_by_mouse(room: Room) -> None:
    """Whatever is asked, something on the board answers it: a space, an answer of the chooser, or the red button."""
    page = room()
    page.goto("/preferences")
    page.evaluate("localStorage.setItem('skali.preferences', JSON.stringify({speed: 0}))")
    go_on_from(page, saga_of("start_card"))
    asked = set()
    rng = random.Random(1)
    while True:
        page.wait_for_selector("[data-mine=true][data-trying=false], [data-paused=true], .end")
        if page.locator(".end").count():
            break
        if page.locator("[data-paused=true]").count():
            page.get_by_role("button", name="Go on").click()
            continue
        stands = state(page)
        prompt = page.locator(".odin").get_attribute("data-asked") or ""
        asked.add(prompt)
        places = page.locator(f"{CHOOSER}, .acts .btn.go")
        if PLACES.get(prompt) == ".laying":
            expect(places.first).to_be_visible()
        if not places.count():
            places = page.locator(SPACE if page.locator(SPACE).count() else STATUS)
        places.nth(rng.randrange(places.count())).click()
        until_changed(page, stands)
    assert {"turn", "food", "strip", "upgrade"} <= asked
