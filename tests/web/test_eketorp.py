"""Eketorp in the browser: a whole game against bots, two people who deploy at once, everybody's eyes, hands and ears."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.web.eketorp_hands import (
    Hand,
    asked,
    decide,
    one_decision,
    sit_down,
    to_the_end,
    until,
    with_a_thumb,
    with_keys,
    with_the_mouse,
)
from tests.web.hands import DAY_AND_NIGHT, PHONE, ask, faults

Room = Callable[..., Page]


@pytest.mark.parametrize(
    ("hand", "settings"),
    [(with_the_mouse, {}), (with_keys, {}), (with_a_thumb, PHONE)]
    if os.environ.get("SKALI_TEST_ALL")
    else [(with_the_mouse, {})],
)
def test_a_whole_game_against_three_bots(room: Room, hand: Hand, settings: dict[str, Any]) -> None:
    page = room(**settings)
    sit_down(page)
    kinds = to_the_end(page, hand)
    assert {"deploy", "cards", "exchange", "build"} <= kinds
    end = page.locator(".end")
    expect(end.get_by_role("row", name=re.compile("^Total"))).to_be_attached()
    expect(end.locator(".rid", has_text="EK-106").first).to_be_attached()
    with page.expect_download() as download:
        end.get_by_role("link", name="Download the saga").click()
    assert "game eketorp" in Path(download.value.path()).read_text(encoding="utf-8")


class Line:
    """All that a page sends and hears on its WebSocket."""

    def __init__(self, page: Page) -> None:
        self.sent: list[dict[str, Any]] = []
        self.heard: list[dict[str, Any]] = []
        page.on("websocket", self.record)

    def record(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: self.sent.append(json.loads(frame)))
        socket.on("framereceived", lambda frame: self.heard.append(json.loads(frame)))

    def plans_of_others(self, seat: int) -> list[str]:
        """Everything heard during a deployment that tells more of another player than whether he is ready."""
        found = []
        last: dict[str, Any] = {}
        for message in self.heard:
            position = message.get("position") or {}
            view = position.get("view")
            if message["type"] in ("welcome", "update") and view:
                last = view = {**view, **{key: last[key] for key in position.get("same", ())}}
            if not view or view["phase"] != "deploy":
                continue
            for other in set(range(len(view["players"]))) - {seat}:
                away = view["players"][other]["vikings"] - sum(station[other] for station in view["hospital"])
                if view["castles"][other]["home"] != away:
                    found.append(f"{other} has {view['castles'][other]['home']} of {away} at home")
                if any(field["vikings"][other] for field in view["fields"]):
                    found.append(f"{other} stands on a storage field")
                if any(other in field["vikings"] for castle in view["castles"] for field in castle["siege_fields"]):
                    found.append(f"{other} stands before a castle")
        return found


def test_two_people_deploy_at_once_and_neither_sees_the_other(room: Room) -> None:
    astrid, bjarni = room(), room()
    hers, his = Line(astrid), Line(bjarni)
    players = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "agent": "random"}]
    table = ask(astrid, "/api/tables", {"game": "eketorp", "seats": 3, "players": players})["table"]["id"]
    ask(bjarni, f"/api/tables/{table}/seats/1/sit", {"name": "Bjarni"})
    for page in (astrid, bjarni):
        page.goto(f"/t/{table}")
        page.wait_for_selector("[data-asked=deploy]")
    expect(astrid.locator(".seat", has_text="Bot")).to_contain_text("ready")

    sent, heard = len(hers.sent), len(his.heard)
    for key in ("a", "a", "b", "2", "g", "U"):
        astrid.keyboard.press(key.lower())
    expect(astrid.locator("[data-place=A]")).to_have_attribute("aria-selected", "true")
    expect(astrid.locator(".status .sub")).to_contain_text("4 of 8 at home")
    assert {each["do"] for each in hers.sent[sent:]} <= {"ping", "try"}, "a draft is only tried"
    assert [each for each in his.heard[heard:] if each["type"] != "pong"] == [], "nothing is heard of a draft"

    bjarni.keyboard.press("c")
    bjarni.keyboard.press("r")
    expect(astrid.locator(".seat", has_text="Bjarni")).to_contain_text("ready")
    expect(astrid.locator("[data-place=A]")).to_have_attribute("aria-selected", "true")
    expect(astrid.locator("[data-place=C]")).not_to_have_attribute("aria-label", re.compile("Bjarni"))
    astrid.keyboard.press("r")
    for page in (astrid, bjarni):
        expect(page.locator(".log")).to_contain_text("Bjarni: 1 Viking at C.")
        expect(page.locator(".log")).to_contain_text("2 Vikings at A.")
    for _ in range(1200):
        asked_now = [page for page in (astrid, bjarni) if page.locator("[data-mine=true]").count()]
        if astrid.locator("[data-asked=deploy]").count() and bjarni.locator("[data-asked=deploy]").count():
            break
        for page in asked_now:
            if asked(page) not in ("", "deploy"):
                one_decision(page)
        for page in (astrid, bjarni):
            if page.locator("[data-paused=true]").count():
                page.get_by_role("button", name="Go on").click()
        astrid.wait_for_timeout(50)
    expect(bjarni.locator(".track")).to_contain_text("Round 2 of 10")
    assert hers.plans_of_others(0) == []
    assert his.plans_of_others(1) == []
    assert len([each for each in his.heard if each.get("type") == "update"]) > 3, "he did hear of what happened"


def test_deployment_by_keys_alone(room: Room) -> None:
    page = room()
    sit_down(page)
    page.locator("[role=gridcell][tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[role=gridcell]:focus")).to_have_attribute("data-place", "B")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".status .sub")).to_contain_text("4 of 6 at home")
    page.keyboard.press("-")
    expect(page.locator(".status .sub")).to_contain_text("5 of 6 at home")
    page.keyboard.press("ArrowDown")
    expect(page.locator("[role=gridcell]:focus")).to_have_attribute("data-place", re.compile(r"^0/"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="Not allowed")).to_contain_text("EK-029")
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    expect(page.locator(".log")).to_contain_text(re.compile(": 1 Viking at B"))


def test_the_reveal_and_the_cards_can_be_skipped(room: Room) -> None:
    page = room(reduced_motion="no-preference")
    sit_down(page)
    page.keyboard.press("r")
    page.locator(".reveal, .duel").get_by_role("button", name="Skip").first.click()
    until(page, ("cards",))
    decide(page)
    duel = page.locator(".duel")
    expect(duel.locator(".front svg")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(duel).to_have_count(0)


@DAY_AND_NIGHT
def test_everybody_can_use_it(room: Room, scheme: str, size: tuple[int, int]) -> None:
    page = room(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, bypass_csp=True)
    found: list[str] = []

    def look(where: str) -> None:
        found.extend(faults(page, where))

    sit_down(page, 4 if scheme == "light" else 6)
    page.keyboard.press("b")
    look("deployment")
    if size[0] < 900:
        page.get_by_role("navigation").get_by_role("button", name="Mine").click()
        look("mine")
        page.get_by_role("navigation").get_by_role("button", name="Board").click()
    page.keyboard.press("r")
    page.wait_for_selector("[data-mine=true]")
    look("battles")
    assert found == []
