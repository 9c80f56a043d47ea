"""The ledger: rules, decisions and examples out of its Markdown."""

import pytest

from skali.core import Rulebook

LEDGER = """# A game

## Rules

- **AB-001 Two players.** The game has two players. [decision]
- **AB-002 Long rule.** It begins here
  and goes on here, with **bold** words. [data] [clarified]

A paragraph that belongs to no rule, about AB-001.
- **XY-003 Of another game.** Not ours.
- a list without an id

## Decisions (what a player chooses, in order)

| id | who | when |
|---|---|---|
| AB-D1 | active player | always |
| AB-D02 window | window owner | W0-W7 |

## Worked examples

- **EX-AB-01** (picture) Given. When. Then.
- **EX-AB-02b Title.** Another.
"""


@pytest.fixture
def book() -> Rulebook:
    return Rulebook.parse(LEDGER, "AB")


def test_entries_in_the_order_of_the_ledger(book: Rulebook) -> None:
    assert list(book.entries) == ["AB-001", "AB-002", "AB-D1", "AB-D02", "EX-AB-01", "EX-AB-02b"]
    assert [len(book.of_kind(kind)) for kind in ("rule", "decision", "example")] == [2, 2, 2]


def test_a_rule_has_title_sentence_marks_and_section(book: Rulebook) -> None:
    rule = book.entries["AB-001"]
    assert (rule.title, rule.text, rule.marks, rule.section) == (
        "Two players",
        "The game has two players.",
        ("decision",),
        "Rules",
    )
    long = book.entries["AB-002"]
    assert long.text == "It begins here and goes on here, with **bold** words."
    assert long.marks == ("data", "clarified")


def test_a_decision_has_its_cells(book: Rulebook) -> None:
    assert book.entries["AB-D1"].text == "active player; always"
    window = book.entries["AB-D02"]
    assert (window.title, window.text) == ("window", "window owner; W0-W7")
    assert (book.decision_id(1), book.decision_id(2)) == ("AB-D1", "AB-D02")


def test_examples_with_and_without_a_title(book: Rulebook) -> None:
    assert book.entries["EX-AB-01"].text == "(picture) Given. When. Then."
    assert book.entries["EX-AB-02b"].title == "Title"


@pytest.mark.parametrize("wanted", ["AB-001", "ab-001", "001", "1", " 1 "])
def test_a_rule_is_found_by_what_people_type(book: Rulebook, wanted: str) -> None:
    assert book.find(wanted).id == "AB-001"


def test_decisions_and_examples_are_found(book: Rulebook) -> None:
    assert book.find("d1").id == "AB-D1"
    assert book.find("ex-ab-01").id == "EX-AB-01"
    assert book.find("EX-AB-02b").id == "EX-AB-02b"


def test_what_is_not_there_says_what_ids_look_like(book: Rulebook) -> None:
    with pytest.raises(KeyError, match="there is no rule '77'; ids look like AB-001, AB-002"):
        book.find("77")


def test_search_wants_every_word(book: Rulebook) -> None:
    assert [rule.id for rule in book.search("two PLAYERS")] == ["AB-001"]
    assert book.search("two zebras") == []


def test_an_id_may_stand_only_once() -> None:
    with pytest.raises(ValueError, match="the ledger has AB-001 twice"):
        Rulebook.parse(LEDGER + "\n- **AB-001 Again.** Again.\n", "AB")
