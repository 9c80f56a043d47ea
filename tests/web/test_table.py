"""At a table in the browser: taking back, offers, clocks, another device, a device passed on, sagas; and use by everybody."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.hall.halls import ThreadHall
from tests.hall.people import Person
from tests.web.hands import (
    DAY_AND_NIGHT,
    PHONE,
    ROOT,
    HeldTries,
    ask,
    choose,
    faults,
    go_on_from,
    lay,
    moment,
    my_turn,
    one_step,
    saga,
    sit_down_against_a_bot,
    to_the_end,
    two_people,
    with_a_thumb,
    with_keys,
    with_the_mouse,
)

Room = Callable[..., Page]
SAGA = "fjords-by-hand.saga"
SIZES = pytest.mark.parametrize("size", [(1280, 720), (390, 844)], ids=["desk", "phone"])
NO_TABLES = "No table is listed now. Open one, and send its link to whom you like."


def title(page: Page) -> str:
    return page.locator(".status h1").inner_text()


# Taking back


def test_a_hut_is_taken_back_at_once_because_nothing_was_revealed(room: Room) -> None:
    first, _ = two_people(room(), room())
    while not title(first).startswith("Put a hut"):
        one_step(first, with_keys)
    before = moment(first)
    one_step(first, with_keys)
    first.keyboard.press("u")
    first.wait_for_function("n => Number(document.querySelector('[data-moment]').dataset.moment) === n", arg=before)
    expect(first.locator(".status h1")).to_have_text(re.compile("^Put a hut"))
    expect(first.locator(".log")).to_contain_text("takes a move back")


def test_a_drawn_tile_goes_back_only_if_the_other_agrees(room: Room) -> None:
    first, second = two_people(room(), room())
    one_step(first, with_keys)
    drawn = moment(first)
    first.get_by_role("button", name="Ask to undo").click()
    expect(first.locator(".offer")).to_contain_text("Waiting for the others to answer.")
    second.locator(".offer").get_by_role("button", name="Decline").click()
    expect(first.locator(".offer")).to_have_count(0)
    assert moment(first) == drawn, "refused, and yet taken back"

    first.get_by_role("button", name="Ask to undo").click()
    second.locator(".offer").get_by_role("button", name="Agree").click()
    for page in (first, second):
        page.wait_for_function("n => Number(document.querySelector('[data-moment]').dataset.moment) < n", arg=drawn)
        expect(page.locator(".log")).to_contain_text("takes a move back")
    one_step(first, with_keys)


def test_a_table_without_taking_back_offers_none(room: Room) -> None:
    page = room()
    lay(page, undo="off", players=[{"kind": "me"}, {"kind": "local", "name": "Bjorn"}])
    page.wait_for_selector("[role=grid]")
    one_step(page, with_keys)
    now = moment(page)
    expect(page.get_by_role("button", name=re.compile("ndo"))).to_have_count(0)
    page.keyboard.press("u")
    one_step(page, with_keys)
    assert moment(page) > now


# Offers


def test_two_people_end_a_game_by_agreement_and_play_another(room: Room) -> None:
    first, second = two_people(room(), room())
    one_step(first, with_keys)
    first.get_by_role("button", name="Table", exact=True).click()
    first.get_by_role("button", name="Propose to end the game").click()
    second.locator(".offer").get_by_role("button", name="Agree").click()
    for page in (first, second):
        expect(page.locator(".end")).to_contain_text("Ended by agreement")
    old = first.url
    first.get_by_role("button", name="Play again").click()
    first.wait_for_url(lambda url: url != old)
    second.get_by_role("button", name="To the next game").click()
    second.wait_for_url(first.url)
    for page in (first, second):
        page.wait_for_selector("[role=grid]")


# Clocks


@pytest.mark.hall(bot_pace=600.0)  # whoever stands in thinks for longer than the test looks on
def test_the_clock_runs_for_who_is_to_play_and_a_bot_takes_over_when_it_is_out(room: Room) -> None:
    page = room()
    lay(page, clock={"base": 2, "increment": 0}, players=[{"kind": "me"}, {"kind": "open"}])
    ask(page, page.url.split("/t/")[0] + "/api/tables/" + page.url.split("/t/")[1] + "/fill", {"agent": "easy"})
    page.wait_for_selector("[role=grid]")
    expect(page.locator(".seat").first).to_contain_text(re.compile("0:0[0-2]"))
    expect(page.locator(".seat").first).to_contain_text("bot stands in")


def test_a_clock_is_chosen_when_a_table_is_opened(room: Room) -> None:
    page = room()
    page.goto("/")
    page.get_by_role("button", name="Open a table", exact=True).first.click()
    page.get_by_label("Clock").select_option("5+5")
    page.get_by_label("Seat 2").select_option("bot:easy")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector("[role=grid]")
    clocks = [page.locator(".seat").nth(seat).inner_text() for seat in (0, 1)]
    assert all(re.search(r"[45]:\d\d", clock) for clock in clocks), clocks


# Devices


def test_a_seat_is_taken_up_on_another_device(room: Room) -> None:
    desk, phone = room(permissions=["clipboard-read", "clipboard-write"]), room(**PHONE)
    sit_down_against_a_bot(desk)
    one_step(desk, with_keys)
    desk.get_by_role("button", name="Invite").click()
    desk.get_by_text("My seat on another device").click()
    link = desk.get_by_label("My seat on another device").input_value()
    assert "#seat=0&key=" in link
    desk.keyboard.press("Escape")
    phone.goto(link)
    my_turn(phone)
    assert "key=" not in phone.url, "the key stays in the address, where others may read it"
    one_step(phone, with_a_thumb)
    there = "n => Number(document.querySelector('[data-moment]').dataset.moment) >= n"
    desk.wait_for_function(there, arg=moment(phone))  # or further: the bot goes on


def test_without_a_key_the_seat_stays_its_owners(room: Room) -> None:
    desk, other = room(), room()
    url = sit_down_against_a_bot(desk)
    other.goto(url + "#seat=0&key=guessed")
    other.wait_for_selector("[role=grid]")
    expect(other.locator("[data-mine]")).to_have_attribute("data-mine", "false")
    expect(other.locator(".tag", has_text="you")).to_have_count(0)


def test_a_curtain_hides_a_hand_from_who_passes_the_device_on(room: Room) -> None:
    page = room()
    page.goto("/")
    page.get_by_role("button", name="Open a table: Moot").click()
    for seat in (2, 3):
        if page.get_by_label(f"Seat {seat}").count():
            page.get_by_label(f"Seat {seat}").select_option("local")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector("[data-mine=true]")
    seen: set[str] = set()
    for _ in range(12):
        page.wait_for_selector("[data-mine=true], .curtain")
        if page.locator(".curtain").count():
            curtain = page.locator(".curtain")
            name = re.search("Pass the device to (.*)", curtain.inner_text())
            assert name, curtain.inner_text()
            hidden = page.evaluate(
                "() => { const box = document.querySelector('.plain').getBoundingClientRect();"
                "return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2).closest('.curtain') !== null }"
            )
            assert hidden, "the table shows beside the curtain"
            seen.add(name[1])
            curtain.get_by_role("button", name=re.compile("show")).click()
            expect(page.locator(".curtain")).to_have_count(0)
            expect(page.locator(".seat").first).to_contain_text(name[1])
        else:
            choose(page)
        if len(seen) > 1:
            return
    raise AssertionError(f"the device was passed on to {seen} only")


def test_the_curtain_stays_until_the_next_hand_has_come(room: Room) -> None:
    page = room()
    line = HeldTries(page, "hello")
    lay(page, "moot", players=[{"kind": "me"}, {"kind": "local", "name": "Bjorn"}, {"kind": "local", "name": "Cnut"}])
    page.wait_for_selector("[data-mine=true]")
    for _ in range(6):
        if page.locator(".curtain").count():
            break
        choose(page)
    before = page.locator(".seat").first.inner_text()
    line.hold()
    page.locator(".curtain .btn").click()
    page.keyboard.press("1")
    expect(page.locator(".curtain")).to_have_count(1)
    line.let_go()
    expect(page.locator(".curtain")).to_have_count(0)
    assert page.locator(".seat").first.inner_text() != before


def test_no_curtain_falls_where_everybody_sees_the_same(room: Room) -> None:
    page = room()
    go_on_from(page, saga(SAGA, without=3))
    to_the_end(page, with_the_mouse)
    expect(page.locator(".curtain")).to_have_count(0)
    expect(page.locator(".end")).to_be_visible()


# Sagas


def test_a_saga_is_read_from_a_file_and_comes_back_as_it_was(room: Room) -> None:
    page = room()
    page.goto("/")
    with page.expect_file_chooser() as chooser:
        page.get_by_text("Go on from a saga file").click()
    chooser.value.set_files(ROOT / "tests" / "sagas" / SAGA)
    end = page.locator(".end")
    expect(end.get_by_role("row", name=re.compile("^Total"))).to_be_visible()
    with page.expect_download() as download:
        end.get_by_role("link", name="Download the saga").click()
    moves = saga(SAGA).split("---\n")[1]
    played = [line for line in moves.splitlines() if not line.startswith("#")]
    back = download.value.path().read_text(encoding="utf-8").split("---\n")[1]
    assert [line for line in back.splitlines() if not line.startswith("#")] == played


def test_a_file_that_is_no_saga_is_refused_in_words(room: Room) -> None:
    page = room()
    page.goto("/")
    with page.expect_file_chooser() as chooser:
        page.get_by_text("Go on from a saga file").click()
    chooser.value.set_files({"name": "x.saga", "mimeType": "text/plain", "buffer": b"no saga"})
    expect(page.get_by_role("alert")).to_be_visible()


def test_the_chart_and_the_log_lead_to_a_move_and_a_link_does_too(room: Room) -> None:
    page, other = room(), room()
    table = go_on_from(page, saga(SAGA))
    page.locator(".end").get_by_role("img", name="Score of each player after every move").click()
    expect(page.locator(".status h1")).to_have_text(re.compile(r"^Looking at move \d+$"))
    expect(page.get_by_role("button", name=re.compile("earlier lines"))).to_have_count(0)  # the whole log is there
    page.locator(".log .n").first.click()
    expect(page).to_have_url(re.compile("#moment=1$"))
    page.keyboard.press("ArrowRight")
    expect(page.locator(".status h1")).to_have_text("Looking at move 2")
    expect(page.get_by_role("slider", name="Look back")).to_have_value("2")
    page.keyboard.press("Escape")
    expect(page.locator(".status h1")).not_to_contain_text("Looking at")
    other.goto(f"/t/{table}#moment=20")
    expect(other.locator(".status h1")).to_have_text("Looking at move 20")


# Everybody


@DAY_AND_NIGHT
def test_everybody_can_use_it(room: Room, scheme: str, size: tuple[int, int]) -> None:
    """Every page, every dialog, the end: without a fault that axe can find, and without a page that scrolls."""
    page = room(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, bypass_csp=True)
    desk = size[0] > 900
    page.goto("/")
    page.wait_for_selector(".gcard")
    expect(page.locator(".tables li")).to_have_text(NO_TABLES)
    found = faults(page, "empty lobby")
    page.get_by_role("button", name="Open a table", exact=True).first.click()
    found += faults(page, "opening a table")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".wait")
    found += faults(page, "waiting for players")
    page.goto("/preferences")
    page.wait_for_selector("fieldset")
    found += faults(page, "preferences")

    sit_down_against_a_bot(page)
    page.wait_for_selector("[data-mine=true]")
    found += faults(page, "table")
    page.get_by_role("button", name="Invite").click()
    page.get_by_text("My seat on another device").click()
    found += faults(page, "invitation")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Table", exact=True).click()
    found += faults(page, "table's menu")
    page.get_by_role("button", name="Propose to end the game").click()
    expect(page.locator(".end")).to_be_visible()  # a bot agrees at once
    found += faults(page, "ended")
    if desk:
        page.get_by_role("button", name="Rules").click()
    else:
        page.get_by_role("button", name="Look at the board").first.click()
        page.get_by_role("navigation").get_by_role("button", name="Rules").click()
    page.wait_for_selector(".rules article")
    found += faults(page, "rules")

    go_on_from(page, saga(SAGA))
    expect(page.locator(".end table")).to_be_visible()
    page.get_by_text("Fair play").click()
    found += faults(page, "end")
    page.locator(".end").get_by_role("button", name="Look at the board").first.click()
    if not desk:
        page.get_by_role("navigation").get_by_role("button", name="Log").click()
    page.get_by_role("tab", name="Score").click()
    page.wait_for_selector(".pad table")
    found += faults(page, "score")
    page.get_by_role("tab", name="Chat").click()
    found += faults(page, "chat")
    page.get_by_role("tab", name="Log").click()
    page.locator(".log .n").first.click()
    expect(page.locator(".status h1")).to_contain_text("Looking at")
    found += faults(page, "looking back")
    assert found == []


def is_shown_whole(page: Page) -> bool:
    """Whether all of what has the focus can be seen: nothing cuts it off, nothing lies over it."""
    shown: bool = page.evaluate(
        """() => {
          const at = document.activeElement, { x, y, width, height } = at.getBoundingClientRect();
          const edges = [[width / 2, 1], [width / 2, height - 1], [1, height / 2], [width - 1, height / 2]];
          return edges.every(([right, down]) => at.contains(document.elementFromPoint(x + right, y + down)));
        }"""
    )
    return shown


@SIZES
@pytest.mark.parametrize("tables", [1, 40])
@pytest.mark.parametrize("games", [pytest.param(5, marks=pytest.mark.hall(games={})), 7])  # a full row, and more
def test_every_table_of_a_lobby_can_be_read_and_reached_by_keys(
    room: Room, hall: ThreadHall, tables: int, games: int, size: tuple[int, int]
) -> None:
    for number in range(tables):
        Person(hall.url, f"Player {number}").lay("fjords")
    page = room(viewport={"width": size[0], "height": size[1]}, bypass_csp=True)
    page.goto("/")
    rows = page.locator(".tables .row")
    on_first_page = min(tables, 24)
    expect(rows).to_have_count(on_first_page)
    expect(page.locator(".gcard")).to_have_count(games)
    assert faults(page, f"lobby of {tables}") == []
    sit_down = rows.get_by_role("button", name="Sit down")
    expect(sit_down).to_have_count(on_first_page)
    page.locator(".tables .chip").last.focus()
    for number in range(on_first_page):
        page.keyboard.press("Tab")
        expect(sit_down.nth(number)).to_be_focused()
        assert is_shown_whole(page), number
    page.keyboard.press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Sit down").click()
    page.wait_for_selector("[role=grid]")


def test_a_curtain_and_an_offer_can_be_used_by_everybody(room: Room) -> None:
    first, second = two_people(room(bypass_csp=True), room(bypass_csp=True))
    one_step(first, with_keys)
    first.get_by_role("button", name="Ask to undo").click()
    second.wait_for_selector(".offer")
    found = faults(second, "offer")
    first.locator("[role=gridcell][data-place='0,0']").click()
    first.wait_for_selector(".why")
    found += faults(first, "refusal")
    lay(second, "moot", players=[{"kind": "me"}, {"kind": "local", "name": "Bjorn"}, {"kind": "local", "name": "Cnut"}])
    second.wait_for_selector("[data-mine=true]")
    found += faults(second, "a game without a board of its own")
    for _ in range(6):
        if second.locator(".curtain").count():
            break
        choose(second)
    second.wait_for_selector(".curtain")
    assert found + faults(second, "curtain") == []
