"""The drawing for the terminal: made of the view alone, in three languages, within the width of a screen."""

import random
import re
from collections import Counter
from typing import Any

import pytest

from skali.kit.rule import rule
from skali.kit.table import Table
from tests.games.graenaland.given import GAME, builds, given, start

NAMES = ["Astrid", "Bjorn", "Cnut", "Dagny", "Eirik"]


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
@pytest.mark.parametrize("options", [{}, {"start": "free", "victory": "cards"}])
def test_every_position_can_be_drawn(language: str, options: dict[str, Any]) -> None:
    table = start(5, 4, **options)
    words = GAME.words(language)
    phases, prompts = set(), set()
    step = 0
    while not table.state.is_over():
        seat = table.awaits[0]
        view = table.view(seat)
        if view["phase"] not in phases or step % 40 == 0:
            phases.add(view["phase"])
            drawing = GAME.presenter.draw(view, words, False, NAMES)
            assert "\x1b" not in drawing
            assert max(len(line) for line in drawing.splitlines()) <= 120
            assert "\x1b" in GAME.presenter.draw(view, words, True, NAMES)
            GAME.presenter.draw(table.view(-1), words, False, NAMES)
        legal = table.state.legal_moves(seat)
        prompt = table.state.prompt(seat)
        if prompt.kind not in prompts:
            prompts.add(prompt.kind)
            ((_, shown),) = GAME.presenter.groups(
                [GAME.moves.to_data(move) for move in legal], view, prompt.data, words
            )
            assert sorted(at for at, _ in shown) == list(range(len(legal)))
            assert GAME.presenter.is_worth_drawing(prompt.kind, "") or "\x1b" not in GAME.presenter.brief(
                view, words, False, NAMES
            )
        table.state.apply(seat, legal[step * 7 % len(legal)])
        step += 1
    GAME.presenter.draw(table.view(-1), words, False, NAMES)
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
    drawing = GAME.presenter.draw(table.view(0), GAME.words("en"), False, NAMES)
    lines = drawing.splitlines()
    forest = next(line for line in lines if line.startswith("F1"))
    assert "A1 B2k" in forest and "Aw" in forest and "A3 B3 ≥4" in forest and "2/5 1 wood, 1 ?" in forest
    assert "Proposal of Bjorn for F1 (votes):" in lines
    assert "  B Bjorn (3): 1 wood" in lines and "  A Astrid (3): 1 ?" in lines
    assert "  passes with 4 of 6 votes" in lines
    assert "Your hand: grain 2" in lines
    assert "Talk is open: the vote; the proposal is frozen." in lines
    assert "A* Astrid" in drawing
    at = lines.index("Proposal of Bjorn for F1 (votes):")
    shown = GAME.presenter.brief(table.view(0), GAME.words("en"), False, NAMES)
    assert shown.split()[6:] == " ".join([forest, *lines[at : at + 5]]).split()


def test_it_shows_what_a_player_needs_without_the_rulebook() -> None:
    """How the tiles lie, what things cost, what wins."""
    lines = GAME.presenter.draw(given().orders().view(0), GAME.words("en"), False, NAMES).splitlines()
    at = lines.index("     I1    M1    I2")
    assert lines[at + 1] == "  P1    F1    F2    P2"
    prices = next(line for line in lines if line.startswith("keep"))
    assert re.fullmatch("keep 2wo 3or: cheaper army steps +road 2gr 2or: a card more, face down", prices)
    assert "army +1 with a keep: archers 1gr 1wo 1or, swordsmen 1gr 2or, cavalry 1gr 1ca 1or" in lines
    goal = "To win, 3 of: 8 colonies, 3 territories with two, 4 in one territory, 2 buildings, army 3."
    assert goal in lines
    cards = GAME.presenter.draw(given(victory="cards").keeps(0, "V01").orders().view(0), GAME.words("en"), False, NAMES)
    assert "To win: 6 points of your card, by a claim before building." in cards
    assert "A V01: colonies 5 7 9;" in cards


def test_it_lists_the_ways_to_pay_the_plainest_first() -> None:
    table = given().nobody_anywhere().villages("P1", 1).hand(0, "wood 2 cattle 2 gold 1").build(True)
    builds(table, "village", "P1")
    lines = GAME.presenter.draw(table.view(0), GAME.words("en"), False, NAMES).splitlines()
    at = lines.index("Ways to pay, the plainest first:")
    assert lines[at + 1 : at + 3] == ["  cattle 2, wood 2", "  gold 1, cattle 2, wood 1"]
    assert "Ways to pay" not in GAME.presenter.draw(table.view(1), GAME.words("en"), False, NAMES)


def test_each_choice_says_what_it_leads_to_or_costs() -> None:
    def listed(table: Table, seat: int) -> list[str]:
        moves = [GAME.moves.to_data(move) for move in table.state.legal_moves(seat)]
        ((_, shown),) = GAME.presenter.groups(moves, table.view(seat), table.state.prompt(seat).data, GAME.words("en"))
        return [text for _, text in shown]

    position = given().nobody_anywhere().villages("F1", 1, 2).villages("P1", 1)
    orders = listed(position.hero(1, "warrior", "F1").orders(), 1)
    assert orders[:3] == ["", "warrior west                      → P1", "warrior east                      → F2"]
    proposals = listed(position.lying("F1", "wood", "grain").distribution(), 1)
    assert "Propose for F1  A1 B3 ≥3  1 wood, 1 ?" in proposals
    table = position.hand(0, "wood 2 cattle 2 grain 2").build(True)
    assert "Build: market  1gr 1ca 1wo" in listed(table, 0)
    table.plays("build village")
    assert "At P1  2ca 2wo" in listed(table, 0)
    table = position.hand(0, "wood 2 cattle 2 gold 1").build(True)
    builds(table, "village", "P1")
    ways = ["Spend 0 × gold  → cattle 2, wood 2", "Spend 1 × gold  → gold 1, cattle 2, wood 1"]
    assert listed(table, 0) == ways


def test_who_does_not_want_to_be_asked_needlessly_votes_for_the_own_proposal() -> None:
    table = given().nobody_anywhere().villages("F1", 1, 2).lying("F1", "wood").distribution()
    table.plays("propose F1")
    table.plays("allot to 1")
    assert table.state.prompt(1).default_answer == GAME.moves.read("accept")
    assert table.state.prompt(0).default_answer < 0


def test_nobody_answers_at_once_who_is_asked_because_hands_are_secret() -> None:
    """A pledge of nothing that comes at once would tell the others what is not in the hand (GR-257)."""
    table = given().nobody_anywhere().villages("P1", 1, 1).hand(1, "cattle 1").build(True)
    for move in ("joint work", "name road"):
        table.plays(move)
    assert table.offers(seat=1) == ["done"]
    assert table.state.prompt(1).default_answer < 0


@rule("GR-257")
def test_a_default_answer_is_offered_only_where_it_tells_the_others_nothing() -> None:
    """In games by chance: only in secret answers that all turn up at once; before that the others' views stay the same."""
    offered: Counter[str] = Counter()
    for seats, options in ((3, {}), (4, {"victory": "cards"}), (5, {"start": "free", "grant": "on"})):
        state, luck = GAME.start(seats, 7, GAME.options.parse(options)), random.Random(seats)
        while not state.is_over():
            seat = luck.choice(state.to_act())
            prompt = state.prompt(seat)
            move = luck.choice(list(state.legal_moves(seat)))
            if prompt.default_answer >= 0:
                offered[prompt.kind] += 1
                move = prompt.default_answer
                last = len(state.to_act()) == 1
                others = [each for each in range(-1, seats) if each != seat]
                before = [state.view(each) for each in others]
                after = state.copy()
                after.apply(seat, move, told := [])
                if not last:
                    assert [after.view(each) for each in others] == before
                    assert told == []
                own = prompt.kind == "vote" and prompt.data["seat"] == seat
                assert own or list(state.legal_moves(seat)) == [move]
            state.apply(seat, move)
    assert set(offered) <= {"hero_order", "vote"}
    assert offered["vote"] > 50
