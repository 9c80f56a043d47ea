"""The drawing for the terminal: text from the view alone, readable at 100 columns."""

import json
import re

import pytest

from tests.games.eketorp.given import GAME, position, random_game

NAMES = ["Astrid", "Bjarni", "Sigrid", "Ketil", "Una", "Leif"]
ANSI = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
@pytest.mark.parametrize("seats", [3, 6])
def test_every_position_can_be_drawn_in_a_hundred_columns(language: str, seats: int) -> None:
    words = GAME.words(language)
    drawn = 0
    for step, (_, _, _, _, state) in enumerate(random_game(seats, 2)):
        if step % 20 == 0 or state.is_over():
            drawn += 1
            for viewer in (0, -1):
                view = json.loads(json.dumps(state.view(viewer)))
                plain = GAME.presenter.draw(view, words, False, NAMES[:seats])
                assert max(len(line) for line in plain.splitlines()) <= 100
                assert "\x1b" not in plain
                assert ANSI.sub("", GAME.presenter.draw(view, words, True, NAMES[:seats])) == plain
    assert drawn > 5


def test_it_shows_what_lies_and_stands_where() -> None:
    table = position(fields="A 2 grass; F 1 clay", castles={"blue": "3 wood stone"}, hospital={"green": [0, 2, 0, 0]})
    table.deploy(red="F, blue boat", yellow="F", green="A A")
    text = GAME.presenter.draw(table.view(0), GAME.words("en"), False, NAMES[:4])
    assert "1 clay" in text and "2 grass" in text
    assert "● ■" in text, "red and yellow on F"
    assert "contested" in text and "peaceful" in text
    assert "3 wood stone" in text
    assert "● siege to come" in text
    assert "1•2: ◆◆" in text
    assert "hand 2,3,4,5" in text and "hand of 4" in text


def test_it_marks_a_reconstructed_card_and_tells_the_odds() -> None:
    table = position(round=2, fields="A 1 grass", hands={"red": "2 5 5 5", "blue": "1 3 5 6"}, known=("blue",))
    assert "Card K02 (reconstructed)" in GAME.presenter.draw(table.view(0), GAME.words("en"), False, NAMES[:4])
    table.deploy(red="A", blue="A")
    text = GAME.presenter.draw(table.view(0), GAME.words("en"), False, NAMES[:4])
    assert "With the 5: 50 % win, 25 % tie, 25 % lose." in text
    assert "With the" not in GAME.presenter.draw(table.view(2), GAME.words("en"), False, NAMES[:4])
    assert "(reconstructed)" not in GAME.presenter.draw(position().view(0), GAME.words("en"), False, NAMES[:4])


def test_empty_sides_of_a_castle_take_no_line() -> None:
    text = GAME.presenter.draw(position(castles={"red": "3 wood"}).view(0), GAME.words("en"), False, NAMES[:4])
    assert [engine for engine in ("catapult", "boat", "ram") if engine in text] == ["boat"]


def test_a_draft_is_drawn_for_its_owner_only() -> None:
    table = position()
    table.by("blue", "send to C", "send to C", "send to green ram")
    assert "Your draft: 2 × C, ram ◆; 3 at home." in GAME.presenter.draw(
        table.view(1), GAME.words("en"), False, NAMES[:4]
    )
    assert "2 × C" not in GAME.presenter.draw(table.view(0), GAME.words("en"), False, NAMES[:4])
    assert "Your draft" not in GAME.presenter.draw(table.view(-1), GAME.words("en"), False, NAMES[:4])
