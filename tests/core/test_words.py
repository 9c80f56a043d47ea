"""Words: templates over fields, plurals, tables of names, players; and an error that says what is missing."""

from pathlib import Path

import pytest

from skali.core import Words
from skali.core.words import LANGUAGES, WordsError, languages_in

TABLES = {
    "seat": {"player": "Player {number}"},
    "card": {"oak": "chêne", "1": "one"},
    "event": {
        "drew": "{seat:@player} draws {count} {count:card|cards}",
        "showed": "{cards:@card}!",
        "at": "at {cell}",
        "list": "{parts}",
        "scored": "ends {points:/ : }",
        "plain": "Nothing to fill in.",
    },
    "rule": {"AB-001": "No."},
    "section": {"Setup": "Mise en place"},
}


@pytest.fixture
def words() -> Words:
    return Words("en", TABLES)


def test_fields_are_filled_in(words: Words) -> None:
    assert words.say("event", "plain") == "Nothing to fill in."
    assert words.say("event", "at", {"cell": [2, -1]}) == "at 2,-1"
    assert words.say("event", "list", {"parts": ["a", "b"]}) == "a, b"
    assert words.say("event", "scored", {"points": [12, 12]}) == "ends 12 : 12"
    assert words.say("event", "showed", {"cards": ["oak", 1]}) == "Chêne, one!"
    assert words.say("event", "showed", {"cards": "oak"}) == "Chêne!"


@pytest.mark.parametrize(
    ("language", "count", "form"),
    [
        ("en", 0, "cards"),
        ("en", 1, "card"),
        ("en", 2, "cards"),
        ("fr", 0, "card"),
        ("fr", 1, "card"),
        ("nl", 0, "cards"),
    ],
)
def test_the_form_goes_with_the_number(language: str, count: int, form: str) -> None:
    said = Words(language, TABLES).say("event", "drew", {"seat": 0, "count": count}, ["Astrid"])
    assert said == f"Astrid draws {count} {form}"


@pytest.mark.parametrize(
    ("language", "count", "said"),
    [("en", 1, "1 tile of peas"), ("en", 2, "2 peas"), ("en", 0, "0 peas"), ("fr", 0, "0 tile of peas")],
)
def test_a_name_has_a_form_that_goes_with_the_number(language: str, count: int, said: str) -> None:
    names = {"item": {"peas": "peas", "bow": "bow"}, "item_one": {"peas": "tile of peas"}, "item_many": {"bow": "bows"}}
    words = Words(language, {**names, "move": {"take": "{count} {item:@item#count}"}})
    assert words.say("move", "take", {"count": count, "item": "peas"}) == said
    assert words.say("move", "take", {"count": 2, "item": "bow"}) == "2 bows"
    assert words.fields_of("move", "take") == {"count", "item"}


def test_a_sentence_begins_with_a_capital_and_a_heading_ends_as_the_language_wants() -> None:
    names = {"board": {"home": "the home board"}, "event": {"full": "{board:@board} is full."}}
    words = Words("en", {**names, "move": {"on": "{board:@board}"}})
    assert words.say("event", "full", {"board": "home"}) == "The home board is full."
    assert words.say("move", "on", {"board": "home"}) == "the home board"
    assert Words("en", TABLES).say("event", "drew", {"seat": 0, "count": 2}, ["random"]) == "random draws 2 cards"
    assert (words.heading("Supply"), Words("fr", {}).heading("Réserve")) == ("Supply:", "Réserve :")


def test_players_have_their_names_or_numbers(words: Words) -> None:
    assert words.player(1, ["Astrid", "Bjørn"]) == "Bjørn"
    assert words.player(2, ["Astrid", "Bjørn"]) == "Player 3"
    assert words.say("event", "drew", {"seat": 1, "count": 1}) == "Player 2 draws 1 card"


def test_a_rule_is_said_by_the_ledger_where_there_are_no_words(words: Words) -> None:
    assert words.rule("AB-001", "The ledger's.") == "No."
    assert words.rule("AB-002", "The ledger's.") == "The ledger's."
    assert words.rule("AB-002") == ""


def test_a_chapter_has_its_heading_where_there_are_no_words(words: Words) -> None:
    assert words.section("Setup") == "Mise en place"
    assert words.section("Scoring") == "Scoring"


def test_templates_name_their_fields(words: Words) -> None:
    assert words.fields_of("event", "drew") == {"seat", "count"}
    assert words.has("event", "drew")
    assert not words.has("event", "danced")
    assert not words.has("dance", "drew")


@pytest.mark.parametrize(
    ("key", "data", "error"),
    [
        ("danced", {}, "no words in 'en' for event.danced"),
        ("drew", {"seat": 0}, "event.drew in 'en' names 'count', which is not there"),
        ("showed", {"cards": ["elm"]}, "no words in 'en' for card.elm"),
    ],
)
def test_what_has_no_words_is_named(words: Words, key: str, data: dict[str, object], error: str) -> None:
    with pytest.raises(WordsError, match=error):
        words.say("event", key, data)


def test_a_games_words_come_on_top_of_the_common_ones(tmp_path: Path) -> None:
    (tmp_path / "fr.toml").write_text('[prompt]\nask = "Quoi ?"\n', encoding="utf-8")
    words = Words.load(tmp_path, "fr")
    assert words.say("prompt", "ask") == "Quoi ?"
    assert words.say("prompt", "waiting") == "En attente des autres."
    assert words.player(0) == "Joueur 1"


def test_languages_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(WordsError, match="there are no words in 'de'; languages are en, fr, nl"):
        Words.load(tmp_path, "de")
    with pytest.raises(WordsError, match=r"there is no en\.toml in"):
        Words.load(tmp_path, "nl")


def test_a_language_that_the_game_does_not_speak_falls_back_to_english_as_a_whole(tmp_path: Path) -> None:
    (tmp_path / "en.toml").write_text('[prompt]\nask = "What?"', encoding="utf-8")
    (tmp_path / "fr.toml").write_text('[prompt]\nask = "Quoi ?"', encoding="utf-8")
    assert languages_in(tmp_path) == ("en", "fr")
    words = Words.load(tmp_path, "nl")
    assert words.language == "en"
    assert words.say("prompt", "ask") == "What?"
    assert words.say("prompt", "waiting") == Words.load(tmp_path, "en").say("prompt", "waiting")
    assert Words.load(tmp_path, "fr").say("prompt", "ask") == "Quoi ?"


def test_the_common_words_are_the_same_everywhere(tmp_path: Path) -> None:
    for language in LANGUAGES:
        (tmp_path / f"{language}.toml").write_text("", encoding="utf-8")
    tables = [Words.load(tmp_path, language).tables for language in LANGUAGES]
    keys = [{(table, key) for table, entries in each.items() for key in entries} for each in tables]
    assert keys[0] == keys[1] == keys[2]
    assert ("rule", "CORE-1") in keys[0]
