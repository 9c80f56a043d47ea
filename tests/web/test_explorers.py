"""Explorers in the browser: every question answered on the board, whole games, and how many inputs a turn takes."""

import itertools
import os
import re
import tomllib
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from skali.core import load_game
from skali.core.saga import Saga, open_saga
from tests.web.explorers_hands import (
    ACTIONS,
    PLACED,
    Again,
    answer_with_keys,
    answer_with_the_mouse,
    asked,
    in_sight,
    settled,
    sit_down,
    take_the_seat,
)
from tests.web.hands import PHONE, ROOT, ask, faults, go_on_from, moment, my_turn, saga

Room = Callable[..., Page]
GAME = load_game("explorers")
WHOLE = bool(os.environ.get("SKALI_TEST_ALL"))
WORDS = ROOT / "src" / "skali" / "games" / "explorers" / "words" / "en.toml"
STUCK = "explorers-nothing-fits-2.saga"
SOLO = "explorers-nothing-fits-solo-second.saga"
PREPARED = {
    "captain": (STUCK, 552),
    "tile": (STUCK, 550),
    "cell": (STUCK, 549),
    "action": (STUCK, 548),
    "sail": (STUCK, 547),
    "load_more": (STUCK, 543),
    "unload": (STUCK, 537),
    "unload_more": (STUCK, 536),
    "load": (STUCK, 534),
    "turn": (STUCK, 503),
    "build": (STUCK, 469),
    "march_from": (STUCK, 461),
    "march_to": (STUCK, 460),
    "march_with": (STUCK, 459),
    "nothing_fits": (STUCK, 46),
    "herd_to": (SOLO, 68),
    "herd_from": (SOLO, 44),
    "herd_animal": ("explorers-sensible-2.saga", 458),
}
"""A recorded game for every question, and how many of its moves are left out."""


def test_every_question_is_prepared() -> None:
    assert set(tomllib.loads(WORDS.read_text(encoding="utf-8"))["prompt"]) == set(PREPARED)


@pytest.mark.parametrize("answer", [answer_with_the_mouse, answer_with_keys])
def test_every_question_is_answered_on_the_board(room: Room, answer: Callable[[Page], None]) -> None:
    page = room(bypass_csp=True)
    wrong: list[str] = []
    for kind, (name, without) in PREPARED.items():
        go_on_from(page, saga(name, without))
        take_the_seat(page)
        assert asked(page) == kind
        expect(page.locator(".choice")).to_have_count(0)
        before = moment(page)
        answer(page)
        page.wait_for_function("n => Number(document.querySelector('[data-moment]').dataset.moment) > n", arg=before)
        if answer is answer_with_keys and kind in ("captain", "action", "march_with"):
            wrong += faults(page, kind)
    assert wrong == []


def begun(seed: int, seats: int) -> str:
    """A saga in which nothing has been played yet."""
    players = ["Astrid", "Bjarni"][:seats]
    return Saga.begin(GAME.start(seats, seed), seed, seats, {"start_side": "A-front"}, players).write()


LAST_TURNS = [
    (saga("explorers-sensible-1.saga", 24), answer_with_the_mouse),
    (saga("explorers-sensible-2.saga", 24), answer_with_keys),
]
WHOLE_GAMES = [(begun(3, 1), answer_with_the_mouse), (begun(2, 2), answer_with_keys)]
NAMES = ["alone-with-the-mouse", "two-with-keys"]


@pytest.mark.parametrize(
    ("text", "answer"),
    WHOLE_GAMES if WHOLE else LAST_TURNS,
    ids=NAMES,
)
def test_a_game_goes_on_to_its_end(room: Room, text: str, answer: Callable[[Page], None]) -> None:
    """Alone with the mouse, two at one device with keys alone: nothing stands in the way up to the end screen."""
    page = room()
    go_on_from(page, text)
    for _ in range(600):
        page.wait_for_selector("[data-mine=true][data-trying=false], .curtain, .end")
        if page.locator(".end").count():
            break
        take_the_seat(page, with_keys=answer is answer_with_keys)
        answer(page)
    expect(page.locator(".end")).to_be_visible()


def test_turns_on_a_phone_with_a_thumb(room: Room) -> None:
    """Five against two bots, or the whole game."""
    page = room(**PHONE, bypass_csp=True)
    sit_down(page, 3)
    my_turn(page)
    page.locator(".captain").first.tap()
    settled(page)
    page.locator(".bar .btn.go").tap()
    wrong: list[str] = []
    for turn in range(48 if WHOLE else 5):
        page.wait_for_selector("[data-mine=true] .strip .hand button.may, [data-asked=nothing_fits], .end")
        if page.locator(".end").count():
            break
        before = moment(page)
        if asked(page) == "nothing_fits":
            page.locator(".bar .btn.go").tap()
            page.wait_for_function(PLACED, arg=before)
            continue
        page.locator(".hand button.may").first.tap()
        page.locator(".bar").get_by_role("button", name="Next place").tap()
        page.wait_for_selector("[role=gridcell][aria-selected=true]")
        settled(page)
        page.locator(".bar .btn.go").tap()
        page.wait_for_function("n => Number(document.querySelector('[data-moment]').dataset.moment) > n", arg=before)
        page.wait_for_selector("[data-asked=action]")
        if page.locator(".all button").count():
            page.locator(".all button").first.tap()
            settled(page)
        if not turn:
            wrong += faults(page, "phone")
        before = moment(page)
        page.locator(".bar").get_by_role("button", name="End turn").first.tap()
        page.wait_for_function(PLACED, arg=before)
    assert wrong == []
    if WHOLE:
        expect(page.locator(".end")).to_be_visible()


def recorded(text: str) -> list[tuple[int, list[int]]]:
    """Who answered, and the answers, turn by turn; the captains come first."""
    return [
        (seat, [GAME.moves.read(step.text) for step in steps])
        for seat, steps in itertools.groupby(Saga.read(text).steps, lambda step: step.seat)
    ]


def test_a_turn_takes_few_inputs(room: Room) -> None:
    """A recorded game of two one-ply bots, played again by inputs: at most 8 in the mean of all turns of three actions or more."""
    page = room()
    text = saga("explorers-greedy-2.saga")
    go_on_from(page, text.split("---\n")[0] + "---\n")
    state = open_saga(Saga.read(text), GAME)
    again = Again(page, GAME)
    counted: list[int] = []
    for seat, moves in recorded(text):
        take_the_seat(page)
        if state.prompt(seat).kind == "captain":
            again.key(str(state.legal_moves(seat).index(moves[0]) + 1))
            again.key("Enter")
            state.apply(seat, moves[0])
            page.wait_for_selector(".curtain, .hand button.may")
            moves = moves[1:]
        if moves:
            again.turn(state, seat, moves)
            if sum(GAME.moves.show(move) in ACTIONS for move in moves) >= 3:
                counted.append(again.inputs)
    assert len(counted) >= 30
    assert sum(counted) / len(counted) <= 8, counted
    page.wait_for_selector(".end")
    scores: Any = [state.score(seat) for seat in range(2)]
    assert page.locator(".status .sub").inner_text() == " : ".join(str(score) for score in scores)


@pytest.mark.parametrize("viewport", [{}, PHONE])
def test_the_captains_can_be_read_before_one_is_chosen(room: Room, viewport: dict[str, Any]) -> None:
    page = room(**viewport)
    table = ask(page, "/api/quick", {"game": "explorers", "seats": 2, "bots": "random"})["table"]["id"]
    page.goto(f"/t/{table}")
    cards = page.locator(".deck .captain")
    expect(cards).to_have_count(2)
    for card in cards.all():
        box = card.bounding_box()
        assert box is not None
        assert box["x"] >= 0 and box["x"] + box["width"] <= page.evaluate("innerWidth")
        assert card.evaluate("card => card.scrollWidth <= card.clientWidth && card.scrollHeight <= card.clientHeight")
    confirm = page.get_by_role("button", name="Keep this captain")
    expect(confirm).to_have_attribute("aria-disabled", "true")
    cards.first.click()
    expect(confirm).to_have_attribute("aria-disabled", "false")


def test_every_start_side_is_seen_before_the_table_is_opened(room: Room) -> None:
    page = room()
    page.goto("/")
    page.get_by_role("button", name="Open a table").first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Explorers of the North Sea").click()
    expect(dialog.locator("label:has(input[name=start_side]) svg")).to_have_count(5)
    for side in ("A-front", "A-back", "B-front", "B-back"):
        expect(dialog.locator(f"label:has(input[value={side}]) svg path").nth(8)).to_be_attached()
    dialog.get_by_text("B, back").click()
    dialog.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile("/t/"))
    table = page.evaluate("fetch('/api' + location.pathname.replace('/t/', '/tables/')).then(answer => answer.json())")
    assert [option["value"] for option in table["table"]["options"]] == ["B-back"]


@pytest.mark.parametrize(
    ("best", "words"),
    [
        (20, r"Your best so far: \d+ more than before"),
        (90, r"Your best is 90: \d+ short of it"),
        (None, "first game alone"),
    ],
)
def test_alone_the_end_is_held_against_the_own_best(room: Room, best: int | None, words: str) -> None:
    page = room()
    earlier = [{"table": "abcdefgh", "score": best, "at": 1.0, "same": True, "options": ""}] if best else []
    page.route("**/earlier?*", lambda route: route.fulfill(json={"results": earlier}))
    go_on_from(page, saga("explorers-sensible-1.saga"))
    end = page.locator(".end")
    expect(end.locator(".head")).to_contain_text(re.compile(words))
    expect(page.locator(".status .sub")).to_have_text(re.compile(words))
    expect(end.get_by_role("listitem").filter(has_text=str(best))).to_have_count(len(earlier))


def test_the_map_at_first_sight(room: Room) -> None:
    """Hexagons are at least 64 px wide; what does not fit is on a small map; the exchange of a hand is told on the board."""
    page = room()
    go_on_from(page, saga("explorers-sensible-2.saga", without=20))
    take_the_seat(page)
    box = page.locator("[role=gridcell]").first.bounding_box()
    assert box is not None and box["width"] >= 0.96 * 64 - 0.5
    expect(page.get_by_role("button", name="Overview")).to_be_visible()


def test_a_refusal_on_the_board_cites_its_rule(room: Room) -> None:
    page = room()
    go_on_from(page, saga(*PREPARED["tile"]))
    take_the_seat(page)
    page.locator(".hand button.may").first.click()
    page.locator("[data-place='cell:0,0']").click()
    expect(page.get_by_role("alert").filter(has_text="Not allowed")).to_contain_text("XN-039")
    expect(page.locator(".clash")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.get_by_role("alert").filter(has_text="Not allowed")).to_have_count(0)


def test_edges_that_do_not_match_are_marked(room: Room) -> None:
    page = room()
    go_on_from(page, saga("explorers-by-hand-3.saga", without=296))
    take_the_seat(page)
    page.locator(".hand button.may").last.click()
    page.mouse.click(*in_sight(page, "[role=gridcell]:not(.may)[aria-label*=empty]"))
    expect(page.get_by_role("alert").filter(has_text="Not allowed")).to_contain_text("XN-041")
    expect(page.locator(".clash").first).to_be_attached()


def test_what_is_asked_at_a_place_goes_with_the_turn(room: Room) -> None:
    """One Viking or two: the question does not stay on the board when the turn has ended."""
    page = room()
    go_on_from(page, saga("explorers-by-hand-3.saga", without=539))
    take_the_seat(page)
    page.mouse.click(*in_sight(page, "[data-place='cell:0,-1']"))
    expect(page.locator(".chooser button")).to_have_count(2)
    page.get_by_role("button", name="End turn").click()
    page.wait_for_selector(".curtain")
    take_the_seat(page)
    expect(page.locator(".chooser")).to_have_count(0)


def test_load_all_takes_a_full_crew_from_one_place(room: Room) -> None:
    """Two Vikings stand beside the longship and five on the mainland: three come from there."""
    page = room()
    go_on_from(page, saga("explorers-by-hand-3.saga", without=539))
    take_the_seat(page)
    page.keyboard.press("l")
    expect(page.locator(".cargo button")).to_have_count(3)
    expect(page.locator("#typed")).to_have_attribute("placeholder", re.compile("take viking from mainland.*" * 3))


def test_a_plan_is_taken_back_pip_by_pip(room: Room) -> None:
    page = room()
    go_on_from(page, saga(*PREPARED["action"]))
    take_the_seat(page)
    before = moment(page)
    for n in (1, 2):
        answer_with_keys(page, confirmed=False)
        expect(page.locator(".pip.planned")).to_have_count(n)
    page.keyboard.press("u")
    expect(page.locator(".pip.planned")).to_have_count(1)
    page.locator(".pip.planned").click()
    expect(page.locator(".pip.planned")).to_have_count(0)
    assert moment(page) == before
