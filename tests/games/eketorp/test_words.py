"""What the board in the browser says has words in every language."""

import re
from pathlib import Path

import pytest

from skali.core.words import LANGUAGES
from tests.games.eketorp.given import GAME

BOARD = Path(__file__).resolve().parents[3] / "web" / "src" / "games" / "eketorp"


def said_on_the_board() -> set[str]:
    """The keys of all sentences: t('key'), and the two of t(condition ? 'one' : 'other')."""
    text = "".join(path.read_text(encoding="utf-8") for path in sorted(BOARD.iterdir()))
    keys = set(re.findall(r"\bt\('(\w+)'", text))
    for one, other in re.findall(r"\bt\([^'()]*\? '(\w+)' : '(\w+)'", text):
        keys |= {one, other}
    return keys | set(re.findall(r"'(phase_\w+)'", text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_the_board_has_words_and_none_is_idle(language: str) -> None:
    assert said_on_the_board() == set(GAME.words(language).tables["board"])


def test_bricks_go_by_the_names_of_the_rulebook() -> None:
    names = {language: list(GAME.words(language).tables["brick"].values()) for language in LANGUAGES}
    assert names["en"] == list(GAME.words("en").tables["brick"]) == ["grass", "wood", "clay", "stone"]
    assert names["fr"] == ["herbe", "bois", "argile", "pierre"]
    assert names["nl"] == ["gras", "hout", "klei", "steen"]
