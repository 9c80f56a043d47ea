"""A stable page: whatever is asked, the board stays where it is and as large as it is, through whole games of every game."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from skali.core import game_keys, load_game
from tests.web.hands import HeldTries, ask, moment, my_turn, one_step, sit_down_against_a_bot, with_keys

Room = Callable[..., Page]
GAMES = [key for key in game_keys() if key not in ("moot", "cairns")]
WATCH = """() => {
    const seen = window.seen = {boxes: new Set(), scales: [], asked: new Set(), changes: 0};
    const look = () => {
        const board = document.querySelector('.board');
        if (!board) return;
        const {x, y, width, height} = board.getBoundingClientRect();
        seen.boxes.add([x, y, width, height].join());
        const scale = document.querySelector('.board [data-scale]');
        const map = document.querySelector('.track b')?.textContent ?? '';
        const now = scale ? [map, Number(scale.dataset.scale)] : null;
        if (now && String(now) !== String(seen.scales.at(-1))) seen.scales.push(now);
        seen.asked.add(document.querySelector('.status h1')?.textContent);
        seen.changes += 1;
    };
    new MutationObserver(look).observe(document.body, {subtree: true, childList: true, attributes: true, characterData: true});
    look();
}"""
ON = """n => Number(document.querySelector('[data-moment]').dataset.moment) > n ||
    document.querySelector('[data-paused=true], .end')"""
SEEN = "() => ({boxes: [...seen.boxes], scales: seen.scales, asked: seen.asked.size, changes: seen.changes})"


def grown(scales: list[tuple[str, float]]) -> list[Any]:
    """Where the picture became larger by itself: only a new map, in a new round, may be shown larger."""
    pairs = zip(scales, scales[1:], strict=False)
    return [(before, after) for before, after in pairs if before[0] == after[0] and after[1] > before[1]]


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_is_asked_moves_the_board(room: Room, game: str) -> None:
    """The questions of a whole game pass over the page: a bot answers them for the seat that looks on."""
    page = room()
    table = ask(page, "/api/quick", {"game": game, "seats": load_game(game).seats[0], "bots": "random"})["table"]["id"]
    page.goto(f"/t/{table}")
    my_turn(page)
    page.evaluate(WATCH)
    ask(page, f"/api/tables/{table}/seats/0/bot", {"agent": "random"})
    while page.wait_for_selector("[data-paused=true], .end") and not page.locator(".end").count():
        page.get_by_role("button", name="Go on").click()
    seen = page.evaluate(SEEN)
    assert len(seen["boxes"]) == 1, seen["boxes"]
    assert grown(seen["scales"]) == []
    assert seen["asked"] > 5 and seen["changes"] > 50, "the game passed over the page"


def test_choosing_and_turning_does_not_move_the_board(room: Room) -> None:
    page = room()
    sit_down_against_a_bot(page)
    my_turn(page)
    page.evaluate(WATCH)
    while not page.locator(".status h1", has_text="Place your tile").count():
        one_step(page, with_keys)
        my_turn(page)
    for key in ("n", "e", "n", "q", "Escape", "n"):
        page.keyboard.press(key)
    page.locator("[role=gridcell][data-place='0,0']").click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.keyboard.press("Escape")
    seen = page.evaluate(SEEN)
    assert len(seen["boxes"]) == 1
    assert len(seen["scales"]) <= 2


def test_confirm_waits_until_the_draft_is_whole(room: Room) -> None:
    page = room()
    sent = HeldTries(page)
    table = ask(page, "/api/quick", {"game": "explorers", "seats": 2, "bots": "random"})["table"]["id"]
    page.goto(f"/t/{table}")
    confirm = page.get_by_role("button", name="Keep this captain")
    expect(confirm).to_have_attribute("aria-disabled", "true")
    confirm.dispatch_event("click")
    page.locator(".captain").first.click()
    expect(confirm).to_have_attribute("aria-disabled", "false")
    assert sent.commits == 0
    confirm.click()
    expect(confirm).to_have_count(0)
    assert sent.commits == 1


@pytest.mark.parametrize("confirm", [False, True])
def test_a_choice_that_can_be_taken_back_is_played_at_once_unless_one_wants_to_confirm(
    room: Room, confirm: bool
) -> None:
    page = room()
    page.goto("/")
    page.evaluate("at => localStorage.setItem('skali.preferences', JSON.stringify({playAtOnce: at}))", not confirm)
    table = ask(page, "/api/quick", {"game": "cairns", "seats": 2, "bots": "random"})["table"]["id"]
    page.goto(f"/t/{table}")
    my_turn(page)
    before = moment(page)
    page.locator(".choice").first.click()
    if confirm:
        expect(page.locator(".draft li")).to_have_count(1)
        assert moment(page) == before
        page.get_by_role("button", name="Confirm").click()
    page.wait_for_function(ON, arg=before)
