"""Graenaland in the browser: every prompt on the board, whole games, secrets that stay secret, and how few inputs a turn takes."""

import json
import random
import re
import tomllib
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, WebSocket, expect

from skali.core import load_game
from skali.core.saga import Saga
from tests.web.graenaland_hands import GO, act, bargain, drafted, one_answer, take_seat, with_keys, with_the_mouse
from tests.web.hands import PHONE, PLAYED, ROOT, faults, go_on_from, moment
from tests.web.test_talk import before_the_first_proposal, propose

Room = Callable[..., Page]
GAME = load_game("graenaland")
FREE = {"start": "free", "victory": "cards"}
GRANT = {"start": "free", "grant": "on"}
CARDS = {"victory": "cards"}
ASKED: dict[str, tuple[int, dict[str, str], int]] = {
    "first_place": (3, FREE, 1),
    "second_place": (3, FREE, 1),
    "camp": (3, FREE, 2),
    "victory_card": (4, CARDS, 1),
    "hero_order": (3, {}, 1),
    "proposal": (3, {}, 1),
    "allotment": (3, {}, 3),
    "vote": (3, {}, 3),
    "joint_kind": (3, {}, 41),
    "joint_site": (3, {}, 41),
    "pledge": (3, {}, 41),
    "joint_decision": (3, {}, 127),
    "menu_leading": (3, {}, 24),
    "menu_granted": (5, GRANT, 246),
    "menu_final": (3, FREE, 172),
    "supply_card": (3, {}, 24),
    "building_site": (3, {}, 143),
    "unit": (3, {}, 466),
    "payment": (3, {}, 60),
    "gift": (3, FREE, 348),
    "hero_seat": (3, FREE, 95),
    "grantee": (5, GRANT, 239),
    "claim": (3, FREE, 191),
    "plan": (3, FREE, 191),
    "plan_building_site": (4, CARDS, 448),
    "plan_unit": (3, FREE, 95),
    "plan_payment": (4, CARDS, 448),
    "plan_gift": (4, CARDS, 316),
}
"""Seats, options and seed of a game in which random play comes to be asked this."""


def until(
    seats: int, options: dict[str, str], seed: int, there: Callable[[Any, int], bool], names: list[str] | None = None
) -> str:
    """The saga of random play up to the first position in which a seat is asked what is wanted."""
    chosen = GAME.options.parse(options)
    state = GAME.start(seats, seed, chosen)
    saga = Saga.begin(state, seed, seats, chosen.to_texts(), names or [f"Player {seat}" for seat in range(seats)])
    luck = random.Random(seed)
    while not state.is_over():
        seat = next(seat for seat in range(seats) if len(state.legal_moves(seat)))
        if there(state, seat):
            return saga.write()
        legal = list(state.legal_moves(seat))
        drawn = luck.choice(legal)
        move = legal[-1] if state.prompt(seat).kind == "claim" else drawn
        saga.record(seat, GAME.moves.show(move))
        state.apply(seat, move)
    raise AssertionError(f"the game with seed {seed} never comes there")


def asks(kind: str) -> Callable[[Any, int], bool]:
    return lambda state, seat: state.prompt(seat).kind == kind and len(state.legal_moves(seat)) > 1


def test_every_prompt_of_the_game_has_its_place() -> None:
    words = tomllib.loads((ROOT / "src/skali/games/graenaland/words/en.toml").read_text(encoding="utf-8"))
    assert set(words["prompt"]) == set(ASKED)


@pytest.mark.parametrize("hand", [with_the_mouse, with_keys])
def test_every_prompt_is_answered_on_the_board(room: Room, hand: Callable[[Page, str], None]) -> None:
    page = room()
    answered = 0
    for kind, (seats, options, seed) in ASKED.items():
        go_on_from(page, until(seats, options, seed, asks(kind)))
        take_seat(page)
        asked = one_answer(page, hand)
        assert asked == kind.removeprefix("plan_"), kind
        answered += 1
    assert answered == 28


def many_cards(state: Any, seat: int) -> bool:
    """A proposal is asked, and in one territory four cards can be shared among two or more."""
    return state.prompt(seat).kind == "proposal" and bool(rich(state, seat))


def rich(state: Any, seat: int) -> list[str]:
    return [
        each["id"]
        for each in state.view(seat)["territories"]
        if sum(each["cards"].values()) + each["face_down"] == 4
        and each["votes"][seat]
        and sum(vote > 0 for vote in each["votes"]) > 1
    ]


class Counted:
    """Clicks, and counts them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.inputs = 0

    def click(self, what: Locator) -> None:
        before = moment(self.page)
        what.click()
        self.inputs += 1
        drafted(self.page, before)


def played(page: Page, before: int) -> bool:
    page.wait_for_function(PLAYED, arg=before)
    return True


def test_a_proposal_of_four_cards_takes_seven_inputs_at_most(room: Room) -> None:
    page = room()
    go_on_from(page, until(3, {}, 12, many_cards))
    take_seat(page)
    before, hand = moment(page), Counted(page)
    places = page.locator(".island [role=gridcell].may")
    ours = [each for each in places.all() if re.search(r"^[^.]*\. Cards: ", each.get_attribute("aria-label") or "")]
    for place in ours:
        place.click()
        drafted(page, before)
        if page.locator(".desk tbody tr").count() == 4:
            hand.click(place)
            break
    expect(page.locator(".desk tbody tr")).to_have_count(4)
    wanted = []
    for row in page.locator(".desk tbody tr").all():  # the worst case: every card goes to somebody else
        other = row.locator(".cell[aria-pressed=false]").first
        wanted.append(other.get_attribute("data-cell"))
        hand.click(other)
    for cell in wanted:
        expect(page.locator(f"[data-cell='{cell}']")).to_have_attribute("aria-pressed", "true")
    hand.click(page.locator(GO))
    assert played(page, before)
    assert hand.inputs <= 7
    line = page.locator(".log li", has_text="proposes a share of").last
    expect(line).to_be_visible()


def test_a_vote_takes_two_inputs(room: Room) -> None:
    page = room()
    go_on_from(page, until(3, {}, 3, asks("vote")))
    take_seat(page)
    before, hand = moment(page), Counted(page)
    hand.click(act(page, "R"))
    assert moment(page) == before, "a vote can't be taken back: it is confirmed"
    hand.click(page.locator(GO))
    assert played(page, before)
    assert hand.inputs == 2


def test_a_building_takes_three_inputs(room: Room) -> None:
    page = room()
    seats, options, seed = ASKED["building_site"]
    go_on_from(
        page,
        until(seats, options, seed, lambda state, seat: asks("menu_leading")(state, seat) and several(state, seat)),
    )
    take_seat(page)
    before, hand = moment(page), Counted(page)
    rows = page.locator(".desk .row.may", has_text="places")
    hand.click(rows.first)
    assert moment(page) == before
    hand.click(page.locator(".island [role=gridcell].may:not([data-place^=ship])").first)
    hand.click(page.locator(GO))
    assert played(page, before)
    assert hand.inputs == 3
    expect(page.locator(".log")).to_contain_text(re.compile("builds at|pays"))


def several(state: Any, seat: int) -> bool:
    """Something can be built in several places."""
    return any(len(each["sites"]) > 1 for each in state.view(seat)["project"]["offers"])


class Line:
    """All that a page hears on its WebSocket, but for the answers to its own questions."""

    def __init__(self, page: Page) -> None:
        self.heard: list[dict[str, Any]] = []
        page.on("websocket", lambda socket: self.record(socket))

    def record(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.heard.append(json.loads(frame)))

    @property
    def news(self) -> list[str]:
        return [each["type"] for each in self.heard if each["type"] not in ("pong", "presence", "tried", "ack")]


def test_nobody_learns_who_has_voted(room: Room) -> None:
    lines: list[Line] = []

    def noted(**settings: Any) -> Page:
        page = room(**settings)
        lines.append(Line(page))
        return page

    pages = propose(before_the_first_proposal(noted))
    first, second, onlooker = pages
    heard = [len(line.news) for line in lines]
    seats = second.locator(".seats").inner_html()
    first.bring_to_front()
    act(first, "R").click()
    first.locator(GO).click()
    expect(first.locator(".desk")).to_contain_text("You have refused")
    for page in (second, onlooker):
        page.evaluate("fetch('/api/me')")  # whatever was sent before has come by now
        expect(page.locator(".desk")).not_to_contain_text("have refused")
    assert second.locator(".seats").inner_html() == seats
    told = [len(line.news) - before for line, before in zip(lines, heard, strict=True)]
    assert sorted(told) == [0, 0, 1], "only who has voted hears of it"
    act(second, "A").click()
    second.locator(GO).click()
    for page in pages:
        expect(page.locator(".log")).to_contain_text(re.compile("(accepts|refuses) \\("))


def test_a_proposal_that_is_composed_is_seen_by_nobody(room: Room) -> None:
    lines: list[Line] = []

    def noted(**settings: Any) -> Page:
        page = room(**settings)
        lines.append(Line(page))
        return page

    proposer, *others = before_the_first_proposal(noted)
    heard = sorted(len(line.news) for line in lines)
    boards = [page.locator(".board").inner_html() for page in others]
    proposer.locator(".island [role=gridcell].may").first.click()
    expect(proposer.get_by_role("button", name="Show proposal")).to_have_attribute("aria-disabled", "false")
    proposer.get_by_role("button", name="All to me").click()
    proposer.wait_for_selector(".desk[data-busy=false]")
    assert sorted(len(line.news) for line in lines) == heard
    assert [page.locator(".board").inner_html() for page in others] == boards


def test_the_vote_for_an_own_proposal_is_preset_and_can_be_changed(room: Room) -> None:
    pages = before_the_first_proposal(room)
    proposer = pages[0]
    propose(pages)
    expect(proposer.get_by_role("button", name="Confirm")).to_have_attribute("aria-disabled", "false")
    expect(act(proposer, "A")).to_have_class(re.compile("sel"))
    proposer.keyboard.press("r")
    expect(act(proposer, "R")).to_have_class(re.compile("sel"))
    proposer.keyboard.press("a")
    expect(act(proposer, "A")).to_have_class(re.compile("sel"))
    expect(proposer.locator(GO)).to_be_visible()
    proposer.keyboard.press("Enter")
    expect(proposer.locator(".desk")).to_contain_text("You have accepted")


def test_a_remark_on_the_desk_is_short_and_quotes_the_proposal_in_the_chat(room: Room) -> None:
    page = room()
    go_on_from(page, until(3, {}, 3, asks("vote")))
    take_seat(page)
    chip = page.locator(".desk .chips .chip", has_text=re.compile("^I refuse$"))
    expect(chip).to_have_accessible_name(re.compile("^Player .’s share of ..: I refuse\\.$"))
    chip.click()
    expect(page.locator(".desk .said li")).to_have_text("I refuse")
    page.get_by_role("tab", name="Chat").click()
    expect(page.locator(".chat li")).to_contain_text(re.compile("’s share of ..: I refuse\\.$"))


def met(state: Any, seat: int) -> bool:
    """A proposal is asked right after the orders, and heroes of two players stand in one territory."""
    view = state.view(seat)
    return (
        state.prompt(seat).kind == "proposal"
        and view["proposers"][0] == seat
        and any(len(each["heroes"]) > 1 for each in view["territories"])
    )


def test_orders_turn_up_at_once_and_the_page_says_who_meets_whom(room: Room) -> None:
    page = room()
    go_on_from(page, until(4, {}, 1, met))
    take_seat(page)
    expect(page.locator(".reveal li")).to_have_count(3)
    expect(page.locator(".reveal")).to_contain_text(re.compile("warrior.*(GR-070|GR-071)"))
    moved = page.locator(".reveal li b").count()
    assert moved > 0
    expect(page.locator(".island .went")).to_have_count(moved)
    act(page, "P").click()
    expect(page.locator(".island .went")).to_have_count(0)


def can_be_built_together(state: Any, seat: int) -> bool:
    return state.prompt(seat).kind == "joint_decision" and len(state.legal_moves(seat)) == 2


def test_a_work_is_built_together(room: Room) -> None:
    page = room()
    go_on_from(page, until(3, {}, 127, can_be_built_together))
    take_seat(page)
    one_answer(page, bargain)
    expect(page.locator(".log")).to_contain_text("Built together at")


def test_building_cannot_end_before_the_supply_card_and_the_button_says_so(room: Room) -> None:
    page = room()
    go_on_from(page, until(3, {}, 24, asks("menu_leading")))
    take_seat(page)
    ends = act(page, "E")
    expect(ends).to_have_attribute("aria-disabled", "true")
    ends.click(force=True)
    expect(page.get_by_role("alert")).to_contain_text(re.compile("GR-11[46]"))


def test_a_place_that_may_not_be_chosen_says_why(room: Room) -> None:
    page = room()
    go_on_from(page, until(3, {}, 1, asks("proposal")))
    take_seat(page)
    page.locator(".island [role=gridcell]:not(.may):not([data-place^=ship])").first.click()
    expect(page.get_by_role("alert")).to_contain_text("GR-079")


def test_the_end_of_a_game_on_the_board(room: Room) -> None:
    """The final building of a game with victory cards, by all who are asked, to the result."""
    page = room()
    seats, options, seed = ASKED["menu_final"]
    go_on_from(page, until(seats, options, seed, asks("menu_final")))
    for _ in range(40):
        page.wait_for_selector("[data-mine=true] .both, .curtain, .end")
        if page.locator(".end").count():
            break
        take_seat(page)
        one_answer(page, with_the_mouse)
    expect(page.locator(".end tbody tr").first).to_be_visible()


@pytest.mark.parametrize(
    ("settings", "kinds"),
    [
        ({}, ("hero_order", "allotment", "vote", "menu_leading")),
        (PHONE, ("proposal", "allotment", "menu_leading", "victory_card")),
        ({"color_scheme": "dark"}, ("vote", "payment", "pledge")),
    ],
    ids=["desk", "phone", "night"],
)
def test_everybody_can_read_it(room: Room, settings: dict[str, Any], kinds: tuple[str, ...]) -> None:
    page = room(bypass_csp=True, **settings)
    found = []
    for kind in kinds:
        seats, options, seed = ASKED[kind]
        go_on_from(page, until(seats, options, seed, asks(kind)))
        take_seat(page)
        drafted(page, moment(page))
        found += faults(page, kind)
    if settings == PHONE:
        page.get_by_role("navigation").get_by_role("button", name="Mine").click()
        found += faults(page, "mine")
    assert found == []


def test_a_round_of_five_by_thumb(room: Room) -> None:
    """All five seats are mine; on a phone the island and the desk take turns."""
    page = room(**PHONE)
    go_on_from(page, until(5, {}, 1, asks("hero_order")))
    kinds = []
    for _ in range(14):
        take_seat(page)
        kinds.append(one_answer(page, with_the_mouse))
    assert kinds[:4] == ["hero_order"] * 4
    assert {"proposal", "vote"} <= set(kinds)


def test_undo_takes_a_whole_draft_back(room: Room) -> None:
    page = room()
    go_on_from(page, until(3, {}, 1, asks("proposal")))
    take_seat(page)
    before = moment(page)
    page.locator(".island [role=gridcell].may").first.click()
    drafted(page, before)
    expect(page.locator(".desk tbody tr").first).to_be_visible()
    page.keyboard.press("u")
    expect(page.locator(".desk tbody")).to_have_count(0)
    expect(page.locator(GO)).to_have_count(0)
    assert moment(page) == before


def test_an_island_of_ones_own_is_laid_by_hand(room: Room) -> None:
    page = room()
    page.goto("/")
    page.locator(".gcard", has_text="Graenaland").get_by_role("button", name="Open a table").click()
    for choice in ("everybody chooses", "of your own"):
        page.locator(".one", has_text=choice).click()
    inland = page.locator("fieldset .inland button")
    laid = [each.get_attribute("aria-label") for each in inland.all()]
    inland.first.click()
    other = page.locator(".pool button").first
    wanted = other.get_attribute("aria-label")
    other.click()
    expect(inland.first).to_have_attribute("aria-label", wanted or "")
    assert wanted not in laid
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    table = page.evaluate("fetch('/api' + location.pathname.replace('/t/', '/tables/')).then(a => a.json())")["table"]
    (tiles,) = (each["value"] for each in table["options"] if each["name"] == "tiles")
    assert tiles.split("/")[1].split(",")[0] == (wanted or "").split()[-1]
