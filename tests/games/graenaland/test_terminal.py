"""The drawing for the terminal: made of the view alone, in three languages, within the width of a screen."""

from typing import Any

import pytest

from skali.games.graenaland.terminal import draw
from tests.games.graenaland.given import GAME, builds, given, start

NAMES = ["Astrid", "Bjorn", "Cnut", "Dagny", "Eirik"]


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
@pytest.mark.parametrize("options", [{}, {"start": "free", "victory": "cards"}])
def test_every_position_can_be_drawn(language: str, options: dict[str, Any]) -> None:
    table = start(5, 4, **options)
    words = GAME.words(language)
    phases = set()
    step = 0
    while not table.state.is_over():
        seat = table.awaits[0]
        view = table.view(seat)
        if view["phase"] not in phases or step % 40 == 0:
            phases.add(view["phase"])
            drawing = draw(view, words, False, NAMES)
            assert "\x1b" not in drawing
            assert max(len(line) for line in drawing.splitlines()) <= 125
            assert "\x1b" in draw(view, words, True, NAMES)
            draw(table.view(-1), words, False, NAMES)
        legal = table.state.legal_moves(seat)
        table.state.apply(seat, legal[step * 7 % len(legal)])
        step += 1
    draw(table.view(-1), words, False, NAMES)
    assert len(phases) > 8


def test_it_shows_what_decides_a_vote() -> None:
    position = (
        given()
        .nobody_anywhere()
        .villages("F1", 1, 2)
        .villages("P1", 0, 1)
        .works("F1", "road")
        .building("keep", "F1", 1)
    )
    table = position.hero(0, "warrior", "F1").army(0, 2).lying("F1", "wood", "grain").hand(0, "grain 2").distribution()
    table.plays("propose F1")
    table.plays("allot to 1")
    table.plays("allot to 0")
    drawing = draw(table.view(0), GAME.words("en"), False, NAMES)
    lines = drawing.splitlines()
    forest = next(line for line in lines if line.startswith("F1"))
    assert "A1 B2k" in forest and "Aw" in forest and "A3 B3 ≥4" in forest and "2/5 1 wood, 1 ?" in forest
    assert "Proposal of Bjorn for F1 (votes):" in lines
    assert "  B (3): wood" in lines and "  A (3): a face-down card" in lines
    assert "  passes with 4 of 6 votes" in lines
    assert "Your hand: grain 2" in lines
    assert "Talk is open: the vote; the proposal is frozen." in lines
    assert "A* 0" in drawing


def test_it_shows_what_a_player_needs_without_the_rulebook() -> None:
    """How the tiles lie, what things cost, what wins."""
    lines = draw(given().orders().view(0), GAME.words("en"), False, NAMES).splitlines()
    at = lines.index("     I1    M1    I2")
    assert lines[at + 1] == "  P1    F1    F2    P2"
    prices = " ".join(lines)
    assert "keep 2wo 3or, church 2gr 1wo 2or," in prices and "peasants 4gr 1or," in prices and "road 2gr 2or" in prices
    assert "To win: 3 of these: colonies 8, pairs 3, in one 4, buildings 2, army 3." in lines
    cards = draw(given(victory="cards").keeps(0, "V01").orders().view(0), GAME.words("en"), False, NAMES)
    assert "To win: 6 points of your card, by a claim before building." in cards
    assert "A V01: colonies 5 7 9;" in cards


def test_it_lists_the_ways_to_pay_the_plainest_first() -> None:
    table = given().nobody_anywhere().villages("P1", 1).hand(0, "wood 2 cattle 2 gold 1").build(True)
    builds(table, "village", "P1")
    lines = draw(table.view(0), GAME.words("en"), False, NAMES).splitlines()
    at = lines.index("Ways to pay, the plainest first:")
    assert lines[at + 1 : at + 3] == ["  cattle 2, wood 2", "  gold 1, cattle 2, wood 1"]
    assert "Ways to pay" not in draw(table.view(1), GAME.words("en"), False, NAMES)
