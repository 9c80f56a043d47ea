"""Hands on the page: how a person plays Explorers, and how a recorded game is played again by inputs."""

from typing import Any

from playwright.sync_api import Page

from skali.core import Game, State
from tests.web.hands import ask, moment

PLACED = "n => Number(document.querySelector('[data-moment]').dataset.moment) > n || document.querySelector('.end, .curtain')"
ACTIONS = ("load", "unload", "sail", "march", "herd", "build")
BARE = """selector => {
    const spots = [[5, 5]];
    for (let down = 1; down < 10; down++) for (let across = 1; across < 10; across++) spots.push([across, down]);
    for (const place of document.querySelectorAll(selector)) {
        const {x, y, width, height} = place.getBoundingClientRect();
        for (const [across, down] of spots) {
            const at = [x + across * width / 10, y + down * height / 10];
            const there = document.elementFromPoint(...at);
            if (there && (place === there || place.contains(there))) return at;
        }
    }
    return null;
}"""
"""A point of one of the places on which nothing else stands."""
TILE = ("tile", "cell", "turn")


def asked(page: Page) -> str:
    return page.locator("[data-asked]").get_attribute("data-asked") or ""


def settled(page: Page) -> None:
    """Until the hall has said what the draft does."""
    page.wait_for_selector("[data-trying=false]")


def key_of(cell: list[int]) -> str:
    return f"{cell[0]},{cell[1]}"


def land_id(spot: dict[str, Any], piece: str) -> str:
    return f"land:{key_of(spot['cell'])}/{spot['region']}:{piece}"


def confirm(page: Page) -> None:
    """The red button, and the hall has it."""
    settled(page)
    before = moment(page)
    page.keyboard.press("Enter")
    page.wait_for_function(PLACED, arg=before)


class Again:
    """Plays the moves of a recorded turn on the page and counts the inputs: a click, a key, a drag."""

    def __init__(self, page: Page, game: Game) -> None:
        self.page = page
        self.game = game
        self.inputs = 0
        self.mover = ""
        self.vikings = 0

    # Inputs

    def key(self, key: str) -> None:
        self.inputs += 1
        self.page.keyboard.press(key)
        settled(self.page)

    def click(self, place: str) -> None:
        self.inputs += 1
        self.page.mouse.click(*self.bare(f"[data-place='{place}']"))
        settled(self.page)

    def drag(self, from_: str, to: str) -> None:
        """One gesture: down, over, up."""
        self.inputs += 1
        if to.startswith("cell:"):
            self.bare(f"[data-place='{to}']")  # in sight before anything is taken up
        x, y = self.bare(from_)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + 9, y + 9)
        self.page.wait_for_selector(".carried")
        self.page.mouse.move(*self.bare(f"[data-place='{to}']"))
        self.page.mouse.up()
        settled(self.page)

    def bare(self, selector: str) -> tuple[float, float]:
        """A point of a place; if it is out of sight, the whole map is shown first."""
        if self.page.evaluate(BARE, selector) is None:
            self.inputs += 1
        return in_sight(self.page, selector)

    # A turn

    def turn(self, state: State, seat: int, moves: list[int]) -> tuple[State, int]:
        """All moves of a turn; the position after them, and how many points were spent on actions."""
        self.inputs, self.mover, self.vikings = 0, "", 0
        shown = [self.game.moves.show(move) for move in moves]
        actions = 0
        while shown:
            kind = state.prompt(seat).kind
            if kind in TILE:
                taken = self.tile(state, seat, shown)
            elif shown[0] == "end turn":
                self.key("t" if self.planned() else "Enter")
                taken = 1
            else:
                taken, spent = self.action(state, seat, shown)
                actions += spent
            for move in shown[:taken]:
                state.apply(seat, self.game.moves.read(move))
            shown = shown[taken:]
        return state, actions

    def planned(self) -> int:
        return self.page.locator(".pip.planned").count()

    def tile(self, state: State, seat: int, shown: list[str]) -> int:
        """Dragged from the hand to its cell, turned, confirmed."""
        wanted = [move for move in shown[:3] if move.startswith(("tile", "place", "turn "))]
        view = state.view(seat)
        tile = view["chosen"].get("tile") or wanted[0].removeprefix("tile ")
        at = next(i for i, held in enumerate(view["hand"]) if held["tile"] == tile)
        places = view["hand"][at]["places"]
        cell = next((move.removeprefix("place at ") for move in wanted if move.startswith("place")), "")
        self.drag(f".hand li:nth-child({at + 1}) button", f"cell:{cell or key_of(places[0]['cell'])}")
        for _ in range(6):
            if self.page.locator("#typed").get_attribute("placeholder") == "; ".join(wanted):
                break
            self.key("e")
        self.inputs += 1
        confirm(self.page)
        return len(wanted)

    def action(self, state: State, seat: int, shown: list[str]) -> tuple[int, int]:
        """The action, or the journey of several, that the next moves are; the longest that is one input."""
        view = state.view(seat)
        fitting = [each for each in view["actions"] if each["moves"] == shown[: len(each["moves"])]]
        best = max(fitting, key=lambda each: len(each["moves"]))
        kind = best["kind"]
        if kind in ("load", "unload"):
            self.cargo(view, seat, best)
        elif kind == "build":
            self.click(f"site:{key_of(best['cell'])}/{best['corner']}")
        else:
            self.journey(view, seat, best)
        last = len(best["moves"]) == len(shown)
        if best["fights"] or last:
            self.inputs += 1
            confirm(self.page)
        return len(best["moves"]), best["cost"]

    def journey(self, view: dict[str, Any], seat: int, action: dict[str, Any]) -> None:
        piece = {"sail": "", "march": "viking", "herd": action.get("animal", "")}[action["kind"]]
        mover = land_id(action["way"][0], piece) if piece else f"ship:{seat}"
        target = f"cell:{key_of(action['way'][-1]['cell'])}"
        vikings = action.get("vikings", 0) if action["kind"] == "march" else 0
        most = max(
            each.get("vikings", 0)
            for each in view["actions"]
            if each["kind"] == action["kind"] and each["way"][0] == action["way"][0]
        )
        if self.mover == mover and (not vikings or self.vikings == vikings):
            self.click(target)
        elif not vikings or vikings == most:
            self.drag(f"[data-place='{mover}']", target)
        else:
            self.click(mover)
            self.click(mover)
            self.click(target)
        self.mover = land_id(action["way"][-1], piece) if piece else mover
        self.vikings = vikings

    def cargo(self, view: dict[str, Any], seat: int, action: dict[str, Any]) -> None:
        """All at once where that is what was done, else piece by piece."""
        same = [each for each in view["actions"] if each["kind"] == action["kind"]]
        most = max(len(each["pieces"]) for each in same)
        fullest = [each for each in same if len(each["pieces"]) == most]
        places = {each["place"] for each in action["pieces"]}
        loads = action["kind"] == "load"
        whole = [each for each in fullest if len({piece["place"] for piece in each["pieces"]}) == 1]
        if fullest == [action] if loads else whole == [action]:
            self.key("l" if loads else "o")
        elif not loads and action in whole:
            self.key("o")
            self.click(place_id(places.pop()))
        else:
            cell = view["players"][seat]["longship"]["cell"]
            for each in action["pieces"]:
                place = each["place"]
                if loads:
                    region = {"cell": cell, "region": place.split("-")[-1]}
                    from_ = "mainland" if place == "mainland" else land_id(region, each["piece"])
                    self.drag(f"[data-place='{from_}']", f"ship:{seat}")
                else:
                    self.drag(f".cargo button[title='{each['piece'].capitalize()}']", place_id(place))
        self.mover = f"ship:{seat}" if loads else ""


def place_id(place: str) -> str:
    return place if place == "mainland" else f"place:{place}"


# Plain play


def sit_down(page: Page, seats: int) -> None:
    """A table with bots on all other seats."""
    table = ask(page, "/api/quick", {"game": "explorers", "seats": seats, "bots": "random"})["table"]["id"]
    page.goto(f"/t/{table}")


def take_the_seat(page: Page, with_keys: bool = False) -> None:
    """Whoever is asked takes the device."""
    page.wait_for_selector("[data-mine=true], .curtain")
    if page.locator(".curtain").count():
        if with_keys:
            page.keyboard.press("Enter")
        else:
            page.locator(".curtain button").click()
        page.wait_for_selector(".curtain", state="detached")
    page.wait_for_selector("[data-mine=true]")


def answer_with_the_mouse(page: Page) -> None:
    """One decision, or the first action that offers itself, by clicks alone."""
    kind = asked(page)
    before = moment(page)
    if kind == "captain":
        page.locator(".captain").first.click()
    elif kind == "tile":
        page.locator(".hand button.may").first.click()
    if kind in TILE:
        page.mouse.click(*in_sight(page, "[role=gridcell].may"))
        page.wait_for_selector("[role=gridcell][aria-selected=true]")
    elif kind not in ("captain", "nothing_fits"):
        pick_an_action(page, kind)
    settled(page)
    page.locator(".status .btn.go").click()
    page.wait_for_function(PLACED, arg=before)


def pick_an_action(page: Page, kind: str) -> None:
    for _ in range(4):
        if page.locator(".pip.planned").count():
            return
        if page.locator(".chooser button").count():
            page.locator(".chooser button").first.click()
        elif kind.startswith("unload") and not page.locator(".cargo button[aria-pressed=true]").count():
            page.locator(".cargo button.may").first.click()
        elif page.locator("[role=gridcell].may").count():
            page.mouse.click(*in_sight(page, "[role=gridcell].may"))
        settled(page)


def in_sight(page: Page, selector: str) -> tuple[float, float]:
    at = page.evaluate(BARE, selector)
    if at is None:
        page.get_by_role("button", name="Show all").click()
        page.wait_for_function(f"selector => ({BARE})(selector)", arg=selector)
        at = page.evaluate(BARE, selector)
    return at[0], at[1]


def answer_with_keys(page: Page, confirmed: bool = True) -> None:
    """One decision, or the first action that offers itself, by keys alone."""
    kind = asked(page)
    before = moment(page)
    planned = page.locator(".pip.planned").count()
    if kind in ("captain", "tile"):
        page.keyboard.press("1")
        for digit in ("2", "3"):
            if kind == "tile" and not page.locator(".hand button[aria-pressed=true]").count():
                page.keyboard.press(digit)
    if kind in TILE:
        page.keyboard.press("n")
        page.wait_for_selector("[role=gridcell][aria-selected=true]")
    elif kind not in ("captain", "nothing_fits"):
        if kind.startswith("unload"):
            page.keyboard.press("o")
            settled(page)
        for _ in range(4):
            if page.locator(".pip.planned").count() > planned:
                break
            if page.locator(".chooser").count():
                page.keyboard.press("1")
            else:
                page.keyboard.press("n")
                page.keyboard.press("Enter")
            settled(page)
    settled(page)
    if confirmed:
        page.keyboard.press("Enter")
        page.wait_for_function(PLACED, arg=before)
