"""The lobby in every language, what it says of tables, and the way from one table that waits to the next."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.hall.halls import ThreadHall
from tests.hall.people import Person
from tests.web.hands import PHONE, ask

Room = Callable[..., Page]

CUT = """() => {
  const cut = [];
  const inside = (at, box) => {
    const a = at.getBoundingClientRect(), b = box.getBoundingClientRect();
    return a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
  };
  const hero = document.querySelector('.hero');
  for (const at of hero.querySelectorAll('h1, p, button')) if (!inside(at, hero)) cut.push('hero: ' + at.textContent);
  for (const card of document.querySelectorAll('.gcard, .box'))
    for (const at of card.querySelectorAll('h3, p, button, input:not(.sr), .n'))
      if (!inside(at, card) || at.scrollWidth > at.clientWidth + 1) cut.push(card.className + ': ' + at.textContent);
  for (const at of document.querySelectorAll('.top > *, aside > *, .tables'))
    if (at.getBoundingClientRect().right > innerWidth) cut.push('page: ' + at.textContent);
  return cut;
}"""


@pytest.mark.parametrize("text", [1, 2])
@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "nl-NL"])
@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
@pytest.mark.hall(games={})
def test_nothing_of_the_lobby_is_cut(room: Room, locale: str, size: tuple[int, int], text: int) -> None:
    page = room(viewport={"width": size[0], "height": size[1]}, locale=locale)
    page.add_init_script(f"localStorage.setItem('skali.preferences', '{{\"text\": {text}}}')")
    page.goto("/")
    expect(page.locator(".gcard")).to_have_count(5)
    assert page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)") == 13 * text
    assert page.evaluate(CUT) == []


def test_the_name_can_be_read_while_it_is_written(room: Room) -> None:
    page = room()
    page.goto("/")
    page.get_by_role("button", name="Guest").click()
    name = page.get_by_label("Your name")
    colours = name.evaluate("at => [getComputedStyle(at).color, getComputedStyle(at).backgroundColor]")
    assert colours == ["rgb(20, 34, 43)", "rgb(250, 251, 250)"]


@pytest.mark.hall(games={})
def test_tables_say_how_far_they_are_and_since_when(room: Room, hall: ThreadHall) -> None:
    host = Person(hall.url, "Astrid")
    said = {"fjords": "Round 1 of 3", "odin": "Round 1 of 7", "explorers": "Turn 1 of 48", "eketorp": "Round 1 of 10"}
    for game in said:
        seats = 3 if game == "eketorp" else 2
        host.lay(game, players=[{"kind": "me"}] * 1 + [{"kind": "local"}] * (seats - 1))
    host.lay("fjords")
    page = room(locale="en-GB")
    page.goto("/")
    rows = page.locator(".tables .row")
    expect(rows).to_have_count(5)
    titles = {"fjords": "Fjords", "odin": "A Feast for Odin", "explorers": "Explorers", "eketorp": "Eketorp"}
    for game, progress in said.items():
        row = rows.filter(has_text=titles[game]).filter(has_text="In play")
        expect(row).to_contain_text(f"{progress} · now")
    expect(rows.filter(has_text="1 seat free")).to_contain_text("now")


@pytest.mark.parametrize("look", [{}, PHONE])
def test_the_next_table_that_waits_is_a_click_away(room: Room, hall: ThreadHall, look: dict[str, object]) -> None:
    page = room(**look)
    tables = []
    for _ in range(2):
        laid = ask(page, "/api/tables", {"game": "fjords", "players": [{"kind": "me"}, {"kind": "local"}]})
        tables.append(laid["table"]["id"])
    page.goto(f"/t/{tables[0]}")
    link = page.get_by_role("link", name="Next table 1 It waits for you: Fjords")
    link.click()
    page.wait_for_url(f"**/t/{tables[1]}")
    page.wait_for_selector("[role=grid]")
    expect(link).to_have_attribute("href", f"/t/{tables[0]}")
