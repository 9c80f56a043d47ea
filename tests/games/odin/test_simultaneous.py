"""Windows and feasts of several players at the same time, and standing answers (OD-270, OD-271)."""

import itertools

import pytest

from skali.core import LoadError
from skali.games.odin import moves, phases
from skali.kit.rule import rule
from tests.games.odin.given import GAME, OdinTable, after_phase, table

INCOME = 7


def before_income(seats=2):
    """All have oil to place; the actions are over, seat 0 is start player."""
    there = table(seats)
    for seat in range(seats):
        there.give(seat, oil=1, silver=2)
    after_phase(there, INCOME)
    return there


def place_oil(there, seat, cell):
    for move in ("put oil", "shape 1", f"at {cell}", "done"):
        there.plays(move, seat)


@rule("OD-270")
def test_all_windows_before_income_are_open_at_once():
    there = before_income(3)
    assert there.awaits == [0, 1, 2]
    assert {there.state.prompt(seat).kind for seat in range(3)} == {"income_window"}
    there.plays("done", 1)
    assert there.awaits == [0, 2] and there.state.prompt(1).kind == "waiting"
    assert there.refuses("done", because="CORE-1", seat=1)


@rule("OD-270")
def test_the_order_of_the_answers_makes_no_difference():
    answers = {0: "0,0", 1: "3,4", 2: "1,1"}
    digests = set()
    for order in itertools.permutations(answers):
        there = before_income(3)
        for seat in order:
            place_oil(there, seat, answers[seat])
        digests.add(there.state.digest())
    assert len(digests) == 1


@rule("OD-270")
def test_answers_that_overlap_lose_nothing():
    there = before_income()
    for move in ("put oil", "shape 1", "at 0,0"):
        there.plays(move, 0)
    place_oil(there, 1, "3,4")
    assert [board["covered"][3][4] for board in there.view(0)["players"][1]["boards"]] == [0]
    there.plays("done", 0)
    pieces = [there.view(-1)["players"][seat]["boards"][0]["pieces"] for seat in (0, 1)]
    assert pieces == [[{"item": "oil", "cell": cell, "turn": 1}] for cell in ([0, 0], [3, 4])]


@rule("OD-270")
def test_answers_together_lead_where_answers_in_turn_lead():
    """Played alone or at the same time as somebody else: the seat has the same afterwards."""
    together = before_income()
    place_oil(together, 1, "3,4")
    place_oil(together, 0, "0,0")
    for seat, cell in ((0, "0,0"), (1, "3,4")):
        alone = before_income(1)
        place_oil(alone, 0, cell)
        mine, theirs = together.view(seat)["players"][seat], alone.view(0)["players"][0]
        assert mine["boards"] == theirs["boards"] and mine["minus"] == theirs["minus"]
        assert mine["items"] == theirs["items"]


@rule("OD-270")
def test_nobody_sees_an_answer_before_it_is_complete():
    there = before_income()
    before = there.view(1)["players"][0]
    for move in ("put oil", "shape 1", "at 0,0"):
        there.plays(move, 0)
        assert there.view(1)["players"][0] == before == there.view(-1)["players"][0]
        assert not [event for event in there.events if event.seen_by(1) or event.seen_by(-1)]
    assert there.view(0)["players"][0]["boards"][0]["pieces"]
    assert there.happened("placed", seat=0)
    there.plays("done", 0)
    assert there.view(1)["players"][0]["boards"][0]["pieces"] == [{"item": "oil", "cell": [0, 0], "turn": 1}]
    assert there.happened("placed", seat=1) and not there.happened("placed", seat=0)


@rule("OD-270")
def test_a_finished_answer_can_not_be_taken_back_and_an_unfinished_one_can():
    there = before_income()
    begun = there.state.barrier()
    for move in ("put oil", "shape 1", "at 0,0"):
        there.plays(move, 0)
        assert there.state.barrier() == begun
    there.plays("done", 0)
    assert there.state.barrier() > begun


@rule("OD-270")
def test_the_feasts_are_held_at_once():
    there = table(2).give(mead=2, silver=3).give(1, peas=2, silver=3)
    after_phase(there, phases.FEAST)
    assert there.awaits == [0, 1]
    there.plays("serve peas upright", 1)
    there.plays("serve mead upright", 0)
    there.plays("finish", 0)
    there.plays("coins 3", 0)
    assert there.awaits == [1] and there.has("mead", 0) == 1
    assert there.view(0)["players"][1]["items"]["peas"] == 2
    there.plays("finish", 1)
    there.plays("coins 0", 1)
    assert there.has("peas", 1) == 1
    assert [there.view(0)["players"][seat]["penalties"] for seat in (0, 1)] == [2, 5]


@rule("OD-270")
@pytest.mark.parametrize("card", ["52a", "56A"])
def test_who_could_draw_or_play_a_card_is_asked_alone_in_turn_order(card):
    there = table(4)
    for seat in range(4):
        there.give(seat, oil=1, silver=2)
    there.plays_cards(card, seat=1)
    after_phase(there, INCOME)
    asked = []
    while there.state.phase == INCOME:
        asked.append(there.awaits)
        there.plays("done")
    assert asked == [[0], [1], [2, 3], [3]]


@rule("OD-270")
def test_a_feast_that_draws_weapons_is_held_alone():
    there = table(2).plays_cards("158A", seat=1)
    for seat in (0, 1):
        there.give(seat, game_meat=1)
    after_phase(there, phases.FEAST)
    assert there.awaits == [0]
    there.plays("finish")
    assert there.awaits == [1]


@rule("OD-270")
def test_a_table_can_be_saved_in_the_middle_of_the_answers():
    there = OdinTable(GAME.start(3, seed=1))
    for seat in range(3):
        there.give(seat, oil=1, silver=1)
    after_phase(there, INCOME)
    for move in ("put oil", "shape 1", "at 0,0"):
        there.plays(move, there.awaits[2])
    data = there.state.to_dict()
    again = GAME.load(data)
    assert again.digest() == there.state.digest() and again.to_act() == there.awaits
    first, second, third = there.awaits
    for broken in (
        [[first, []], [second, []], [third, [999999]]],
        [[second, []], [first, []], [third, []]],
        [[first, []], [first, []]],
        [[7, []]],
    ):
        with pytest.raises(LoadError):
            GAME.load({**data, "answers": broken})


@rule("OD-270")
def test_others_are_told_all_that_happened_in_an_answer():
    """Also what happened by itself at its beginning: 8a pays before the window opens."""
    there = table(2).plays_cards("8a").give(silver=1).give(1, silver=1)
    there.stands("craft_4", 0).stands("craft_linen", 0)
    happened = after_phase(there, INCOME)
    assert [event.data["item"] for event in happened if event.kind == "gained" and event.seen_by(0)] == ["oil"]
    assert not [event for event in happened if event.kind == "gained" and event.seen_by(1)]
    there.plays("done", 0)
    assert there.happened("gained", seat=1) == [{"seat": 0, "count": 1, "item": "oil"}]


@rule("OD-271")
def test_the_standing_answer_before_income():
    """The next number of the diagonal asks for three cells: oil covers two."""
    there = table(1).cover("home", [(11, 0)]).give(oil=1)
    after_phase(there, INCOME)
    assert (
        there.state.prompt(0).data == {"window": phases.W4}
        and there.state.prompt(0).default_answer == moves.DONE
        and there.offers("done")
    )
    there = table(1).cover("home", [(11, 0)]).give(oil=1, silver=1)
    after_phase(there, INCOME)
    assert there.state.prompt(0).default_answer < 0


@rule("OD-271")
def test_the_standing_answer_before_the_bonus():
    around = [(8, 0), (8, 1), (8, 2), (9, 0), (10, 0), (10, 1), (10, 2), (11, 0), (11, 1), (11, 2)]
    there = table(1).cover("home", around).give(ore=1)
    after_phase(there, phases.FEAST)
    assert there.state.prompt(0).data == {"window": phases.W6}
    there = table(1).cover("home", around[1:]).give(ore=1)
    after_phase(there, phases.FEAST)
    assert there.state.prompt(0).data == {"window": phases.W6} and there.state.prompt(0).default_answer == moves.DONE
    enclosed = [*around, (9, 2)]
    there = table(1).cover("home", enclosed).give(ore=1)
    after_phase(there, phases.FEAST)
    assert (
        there.state.prompt(0).data == {"window": phases.W6} and there.state.prompt(0).default_answer == moves.DONE
    )  # nothing more to enclose


@rule("OD-271")
def test_the_standing_answer_before_the_feast():
    """51B makes milk of a rune stone; 101B pays for one in a house."""
    there = table(1).plays_cards("51B").give(oil=1)
    after_phase(there, phases.BREEDING)
    assert there.state.prompt(0).data == {"window": phases.W5} and there.state.prompt(0).default_answer == moves.DONE
    there = table(1).plays_cards("51B").give(rune_stone=1)
    after_phase(there, phases.BREEDING)
    assert there.state.prompt(0).data == {"window": phases.W5} and there.state.prompt(0).default_answer < 0
    there = table(1).plays_cards("51B", "101B").give(oil=1)
    after_phase(there, phases.BREEDING)
    assert there.state.prompt(0).data == {"window": phases.W5} and there.state.prompt(0).default_answer < 0
