"""Preferences without leaving the table: text, contrast, sounds, answers; all kept on the device."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.hands import faults, go_on_from, one_step, sit_down_against_a_bot, with_keys
from tests.web.odin_positions import BEFORE_INCOME

Room = Callable[..., Page]
LISTEN = """
window.heard = [];
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...at) { window.heard.push(this.type); return start.apply(this, at); };
"""


def test_they_are_changed_at_the_table_and_one_is_still_there(room: Room) -> None:
    page = room(bypass_csp=True)
    url = sit_down_against_a_bot(page)
    page.get_by_role("button", name="Preferences").click()
    dialog = page.get_by_role("dialog", name="Preferences")
    dialog.get_by_role("button", name="150 %").click()
    dialog.get_by_role("button", name="night", exact=True).click()
    dialog.get_by_label("High contrast").check()
    dialog.get_by_label("Play a single click at once").check()
    dialog.get_by_role("button", name="Français").click()
    dialog = page.get_by_role("dialog", name="Préférences")
    expect(dialog).to_be_visible()
    assert faults(page, "preferences") == []
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert page.url == url
    page.wait_for_selector("[role=grid]")
    assert page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)") == 13 * 1.5
    page.reload()
    page.wait_for_selector("[role=grid]")
    expect(page.locator("html")).to_have_attribute("data-theme", "night")
    expect(page.locator("html")).to_have_attribute("data-contrast", "more")
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(255, 255, 255)"
    kept = page.evaluate("JSON.parse(localStorage.getItem('skali.preferences'))")
    assert kept["playAtOnce"] is True and kept["text"] == 1.5


def test_sounds_are_heard_only_where_they_are_wanted(room: Room) -> None:
    page = room()
    page.add_init_script(LISTEN)
    sit_down_against_a_bot(page)
    one_step(page, with_keys)
    assert page.evaluate("heard") == []
    page.get_by_role("button", name="Preferences").click()
    dialog = page.get_by_role("dialog", name="Preferences")
    dialog.get_by_role("checkbox", name="something is placed").check()
    page.keyboard.press("Escape")
    page.locator("main").focus()
    one_step(page, with_keys)
    page.wait_for_function("heard.includes('triangle')")
    page.get_by_role("button", name="Preferences").click()
    dialog.get_by_role("checkbox", name="something is placed").uncheck()
    dialog.get_by_role("checkbox", name="chat").check()
    dialog.get_by_label("Volume").fill("0")
    page.evaluate("heard.length = 0")
    dialog.get_by_role("button", name="Listen: chat").click()
    assert page.evaluate("heard") == []
    dialog.get_by_label("Volume").fill("1")
    dialog.get_by_role("button", name="Listen: chat").click()
    assert page.evaluate("heard") == ["sine"]


def test_questions_without_a_gain_are_answered_by_default(room: Room) -> None:
    """One ore is left to place before income, but nothing can be gained by it: the next question is the feast's."""
    page = room()
    page.goto("/preferences")
    page.get_by_label("Ask me only where I could gain").check()
    go_on_from(page, BEFORE_INCOME)
    page.wait_for_selector("[data-mine=true]")
    page.get_by_role("button", name="Pass").click()
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Serve the feast")
    expect(page.get_by_role("button", name="Ask me only where I could gain")).to_have_count(0)
