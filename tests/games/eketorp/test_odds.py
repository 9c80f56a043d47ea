"""The odds of a battle, told to its two players (EK-113)."""

from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod

from hypothesis import given
from hypothesis import strategies as st

from skali.core import SPECTATOR
from skali.games.eketorp.odds import shares
from skali.kit.rule import rule
from tests.games.eketorp.given import EketorpTable, position


def odds(table: EketorpTable, seat: int) -> dict[int, tuple[int, int, int]]:
    told = table.state.view(seat)["battle"]["odds"]
    return {each["card"]: (each["win"], each["tie"], each["lose"]) for each in told}


def fight(**given: object) -> EketorpTable:
    table = position(fields="A 1 grass", **given)  # type: ignore[arg-type]
    table.deploy(red="A", blue="A")
    return table


@rule("EK-113")
def test_against_a_known_hand_the_odds_are_counted() -> None:
    table = fight(hands={"red": "2 3 5 5", "blue": "1 3 5 6"}, known=("blue",))
    assert odds(table, 0) == {2: (250, 0, 750), 3: (250, 250, 500), 5: (500, 250, 250)}


@rule("EK-113")
def test_against_an_unknown_hand_every_card_that_is_not_seen_is_as_likely() -> None:
    """Of 54 cards red sees his own four: 8 ones, twos, threes and fours are left, 9 fives and sixes."""
    table = fight(hands={"red": "1 2 3 4"})
    assert odds(table, 0) == {
        1: (0, 160, 840),
        2: (160, 160, 680),
        3: (320, 160, 520),
        4: (480, 160, 360),
    }


@rule("EK-113", "EK-014")
def test_an_opening_hand_is_known_to_hold_a_four_or_more() -> None:
    """The same by going through every hand that blue may have."""
    data = fight(hands={"red": "1 2 3 4"}).state.to_dict()
    data["promised"] = [1]
    state = fight().state.game().load(data)
    pool = {1: 8, 2: 8, 3: 8, 4: 8, 5: 9, 6: 9}
    wins = total = Fraction(0)
    for hand in combinations_with_replacement(range(1, 7), 4):
        if max(hand) >= 4:
            ways = prod(comb(pool[value], hand.count(value)) for value in set(hand))
            total += ways
            wins += ways * Fraction(sum(value < 4 for value in hand), 4)
    told = {each["card"]: each for each in state.view(0)["battle"]["odds"]}
    assert told[4]["win"] == round(1000 * wins / total) == 455
    assert all(each["win"] + each["tie"] + each["lose"] == 1000 for each in told.values())


@rule("EK-113")
def test_what_cannot_happen_has_no_chance_and_what_can_happen_has_one() -> None:
    """Blue has three cards, and none is a 2: thirds leave a rest, and no tie gets it."""
    table = fight(hands={"red": "2 3 5 5", "blue": "1 3 5"}, trays={"blue": "4"}, known=("blue",))
    assert odds(table, 0)[2] == (333, 0, 667)
    assert [shares(weights, 1000) for weights in ([2, 0, 4], [1, 1, 1], [9, 0, 0])] == [
        [333, 0, 667],
        [334, 333, 333],
        [1000, 0, 0],
    ]
    assert shares([1, 0, 99_999], 1000) == [1, 0, 999]
    assert shares([1, 99_998, 1], 1000) == [1, 998, 1]


@given(st.lists(st.integers(0, 10**6), min_size=3, max_size=3).filter(any), st.sampled_from([100, 1000]))
def test_shares_add_up_and_are_near_the_truth(weights: list[int], whole: int) -> None:
    parts = shares(weights, whole)
    assert sum(parts) == whole
    assert [part == 0 for part in parts] == [weight == 0 for weight in weights]
    assert all(
        abs(part - Fraction(whole * weight, sum(weights))) <= 2 for part, weight in zip(parts, weights, strict=True)
    )


@rule("EK-113")
def test_they_are_told_to_the_two_players_only_and_before_the_cards_too() -> None:
    table = fight(amulets={"red": 5, "blue": 5})
    assert table.state.view(0)["phase"] == "exchange"
    assert len(odds(table, 0)) == len(odds(table, 1)) == 4
    for seat in (2, 3, SPECTATOR):
        assert table.state.view(seat)["battle"]["odds"] is None


@rule("EK-113")
def test_nothing_is_told_by_option_or_where_the_castle_is_empty() -> None:
    assert fight(odds="hidden").state.view(0)["battle"]["odds"] is None
    table = position()
    table.deploy(red="blue catapult", blue="A A A A A A")
    assert table.state.view(0)["battle"]["defended"] is False
    assert table.state.view(0)["battle"]["odds"] is None
