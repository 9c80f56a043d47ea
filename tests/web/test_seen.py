"""What others do is seen: one step at a time, again on demand; forced moves and the ends of rounds."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from skali.core import Event, State
from tests.web.eketorp_hands import sit_down, until
from tests.web.explorers_hands import take_the_seat
from tests.web.hands import go_on_from, moment, my_turn, one_step, play, saga, sit_down_against_a_bot, up_to, with_keys

Room = Callable[..., Page]


def test_the_end_of_a_round_stops_with_the_finished_board(room: Room) -> None:
    page = room()
    text, last, _ = up_to("fjords-draw.saga", lambda state, seat, events: state.view(0)["round"] == 2)
    go_on_from(page, text)
    play(page, last)
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(r"^Round 1 ends \d+ : \d+"))
    expect(page.locator(".track")).to_contain_text("Round 1 of 3")
    expect(page.locator(".board [role=gridcell]")).not_to_have_count(0)
    assert page.locator(".board [role=gridcell]").count() > 20
    assert page.locator(".acts .btn").all_inner_texts() == ["Go on\n↵"]
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".track")).to_contain_text("Round 2 of 3")
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("^Draw"))


def until_the_bot_has_played(page: Page) -> None:
    """Ends my turn of discovery: the bot answers with several moves."""
    before = page.locator(".log li").count()
    while not page.get_by_role("button", name="Skip").count():
        my_turn(page)
        one_step(page, with_keys)
        page.wait_for_selector("[data-mine=true], .status .btn:has-text('Skip')")
    assert page.locator(".log li").count() > before


def test_moves_of_a_bot_are_seen_one_at_a_time_and_can_be_skipped(room: Room) -> None:
    """The clock of the page stands still: nothing is shown before its time, however slow the machine."""
    page = room(reduced_motion="no-preference")
    page.clock.install()
    sit_down_against_a_bot(page)
    page.clock.pause_at(page.evaluate("Date.now() + 60000"))
    until_the_bot_has_played(page)
    page.wait_for_function("document.querySelector('[data-mine=false]')")
    expect(page.locator(".status .btn", has_text="Skip")).to_be_visible()
    seen = page.locator(".log li").count()
    page.clock.run_for(800)
    expect(page.locator(".log li")).not_to_have_count(seen)
    while not page.locator("[data-mine=true]").count():
        page.keyboard.press("Escape")
        page.wait_for_timeout(50)
    since = page.get_by_role("button", name=re.compile("^Since your turn"))
    since.click()
    lines = page.locator(".since li")
    expect(lines.first).to_contain_text("Muninn")
    before = moment(page)
    page.get_by_role("button", name="Show again").click()
    expect(page.locator("[data-mine=false]")).to_be_visible()
    page.clock.run_for(20000)
    expect(page.locator("[data-mine=true]")).to_be_visible()
    assert moment(page) == before, "only the picture goes back"


def test_a_forced_move_is_told_to_its_own_player_alone(room: Room) -> None:
    page, watching = room(), room()
    url = sit_down_against_a_bot(page)
    watching.goto(url)
    watching.wait_for_selector("[role=grid]")
    notice = page.locator(".why.notice")
    for _ in range(60):
        one_step(page, with_keys)
        my_turn(page)
        expect(watching.locator(".why.notice")).to_have_count(0)
        if notice.count():
            break
    expect(notice).to_contain_text(re.compile(r"^\s*Only one place"))
    expect(notice.locator(".rid")).to_have_text(re.compile("FJ-"))
    expect(notice.locator(".pic svg")).to_have_count(1)
    expect(notice.locator(".pic")).to_have_attribute("title", re.compile("^(farmland|sea|mountain)"))
    expect(notice).not_to_contain_text(re.compile("[PMS]{6}"))
    expect(page.locator(".log")).to_contain_text("Only one place")
    expect(watching.locator(f"[data-moment='{moment(page)}']")).to_have_count(1)
    expect(watching.locator(".log")).not_to_contain_text("Only one place")
    notice.get_by_role("button", name="Close").click()
    expect(notice).to_have_count(0)


def test_what_happens_by_itself_in_a_fight_stays_told_until_its_player_plays(room: Room) -> None:
    """The only battle of a player is called, and his card is asked; that the other one lays his takes nothing away."""

    def told(state: State, seat: int, events: list[Event]) -> bool:
        return len(state.to_act()) > 1 and any(each.notice and each.seen_by(seat) for each in events)

    page = room()
    text, last, after = up_to("eketorp-random-3.saga", told)
    table = go_on_from(page, text)
    take_the_seat(page)
    mine = page.locator(".seat", has_text="you").locator(".name").inner_text()
    play(page, last)
    notice = page.locator(".why.notice")
    expect(notice).to_have_text(re.compile("^\\s*Only one battle is yours to call: it is called."))
    expect(notice.locator(".rid")).to_have_text("EK-047")
    seat, move = next(each.split(" ", 1) for each in after if names(text, each) != mine)
    before = moment(page)
    page.evaluate(ANSWER, [table, int(seat), move])
    page.wait_for_function("n => Number(document.querySelector('[data-moment]').dataset.moment) > n", arg=before)
    expect(notice).to_have_count(1)
    page.locator(".pick").first.click()
    page.locator(".pick").first.click()
    expect(notice).to_have_count(0)


def test_a_called_fight_takes_three_clicks(room: Room) -> None:
    page = room()
    sit_down(page)
    page.get_by_role("button", name="Always keep my cards").click()
    until(page, ("call",))
    fights = page.locator(".log li", has_text=re.compile(r"\d against \d"))
    before = fights.count()
    page.locator(".status .btn.go").click()
    page.wait_for_selector("[data-asked=cards]")
    page.locator(".pick").first.click()
    page.locator(".pick").first.click()
    expect(fights).not_to_have_count(before)


def test_names_fit_their_plates(room: Room) -> None:
    page = room()
    sit_down(page, 4)
    for plate in page.locator("svg text:has(title)").all():
        name = plate.evaluate("t => t.querySelector('title').textContent")
        assert name in plate.evaluate("t => t.lastChild.textContent"), "not cut"
        box = plate.evaluate(
            "t => [t.getBBox().x + t.getBBox().width, t.parentElement.querySelector('rect').width.baseVal.value]"
        )
        assert box[0] <= box[1]
    assert page.locator("svg text:has(title)").count() == 4


ANSWER = """([id, seat, move]) => new Promise((done) => {
    const line = new WebSocket(`ws://${location.host}/api/tables/${id}/ws`);
    line.onopen = () => line.send(JSON.stringify({do: 'hello', id: 'hello', seat, language: 'en'}));
    line.onmessage = (event) => {
        const said = JSON.parse(event.data);
        if (said.type === 'welcome')
            line.send(JSON.stringify({do: 'commit', id: crypto.randomUUID(), moves: [move], moment: said.position.moment}));
        else if (said.re && said.type !== 'pong') done(said.type);
    };
})"""


def test_a_chosen_card_is_not_forgotten_when_the_other_one_is_laid(room: Room) -> None:
    page = room()
    header, moves, _ = saga("eketorp-sensible-4.saga").split("---\n")
    lines = moves.splitlines(keepends=True)
    first = next(n for n, line in enumerate(lines) if " card " in line)
    table = go_on_from(page, header + "---\n" + "".join(lines[:first]))
    take_the_seat(page)
    mine = page.locator(".seat", has_text="you").locator(".name").inner_text()
    seat, move = next(line.strip().split(" ", 1) for line in lines[first : first + 2] if names(header, line) != mine)
    page.locator(".pick").first.click()
    chosen = page.locator(".pick.up")
    expect(chosen).to_have_count(1)
    before = moment(page)
    page.evaluate(ANSWER, [table, int(seat), move])
    page.wait_for_function("n => Number(document.querySelector('[data-moment]').dataset.moment) > n", arg=before)
    expect(chosen).to_have_count(1)
    expect(page.get_by_role("button", name=re.compile("^Play the"))).to_have_attribute("aria-disabled", "false")


def names(header: str, line: str) -> str:
    """Who played this line of a saga."""
    found = re.search(rf"^player {line[0]} (.*)$", header, re.MULTILINE)
    assert found is not None
    return found[1]
