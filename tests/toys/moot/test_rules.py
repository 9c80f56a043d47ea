"""The rules of Moot, one by one."""

import pytest

from skali.core import SPECTATOR, Bag, OptionError
from skali.kit.rule import rule
from skali.kit.table import Table
from tests.toys.moot.game import Moot, MootOptions
from tests.toys.moot.state import CARDS, OFFER, MootState


def table(*hands: str, omen: str = "elm", **options: str) -> Table:
    """A table in its first round at which these hands are about to offer for the omen."""
    state = Moot().start(len(hands), 1, MootOptions.parse(options))
    assert isinstance(state, MootState)
    state.hands = [[hand.split().count(card) for card in CARDS] for hand in hands]
    state.omen = CARDS.index(omen)
    state.phase = OFFER
    left = [count - sum(held) for count, held in zip(state.rules.counts, zip(*state.hands))]
    left[state.omen] -= 1
    state.bag = Bag(left)
    return Table(state)


def offers(given: Table, *seats: str) -> None:
    """Every seat makes its offer, in seat order."""
    for seat, cards in enumerate(seats):
        for card in cards.split():
            given.plays(f"offer {card}", seat)
        given.plays("submit", seat)


@rule("MO-001", "MO-002")
def test_everybody_is_dealt_four_hidden_cards_from_the_bag() -> None:
    state = Moot().start(3, 5)
    assert state.view(0)["hands"] == [4, 4, 4]
    assert state.view(0)["bag"] == 26 - 12
    assert sum(state.view(0)["hand"]) == 4
    assert "hand" not in state.view(SPECTATOR)


@rule("MO-003")
def test_three_play_two_rounds() -> None:
    with pytest.raises(OptionError, match="MO-003"):
        Moot().start(3, 1, MootOptions(rounds=3))
    Moot().start(2, 1, MootOptions(rounds=3))


@rule("MO-004")
def test_the_starter_draws_the_omen_and_its_worth_is_the_prize() -> None:
    given = Table(Moot().start(2, 1))
    assert given.offers() == ["omen"]
    given.plays("omen")
    assert given.view(1)["omen"] == given.happened("omen", seat=1)[0]["card"]
    won = table("oak oak ash ash", "ash ash ash ash", omen="birch")
    offers(won, "oak", "ash")
    assert won.score(0) == 2


@rule("MO-004")
def test_the_next_seat_starts_the_next_round() -> None:
    given = table("oak oak elm ash", "ash birch ash ash")
    offers(given, "oak", "ash")
    given.plays_all("give elm to 1", "show birch")
    assert given.view(0)["starter"] == 1
    assert given.view(0)["round"] == 2
    assert given.view(0)["omen"], "seat 1 showed and starts: the omen needs no asking"


@rule("MO-005")
def test_nobody_sees_an_offer_before_all_are_made() -> None:
    given = table("oak oak ash ash", "ash ash ash ash")
    assert given.awaits == [0, 1]
    before = given.view(1)
    given.plays("offer oak", 0)
    assert given.view(1) == before
    assert not [event for event in given.events if event.seen_by(1)]
    given.plays("submit", 0)
    assert given.view(1)["awaiting"] == [1]
    assert given.happened("revealed") == []


@rule("MO-006")
def test_only_cards_of_the_hand_are_offered() -> None:
    given = table("oak ash ash ash", "ash ash ash ash")
    assert given.refuses("offer elm", because="MO-006", seat=0)
    given.plays("offer oak", 0)
    assert given.refuses("offer oak", because="MO-006", seat=0)


@rule("MO-007")
def test_an_offer_has_one_or_two_cards_in_rising_order() -> None:
    given = table("oak oak oak ash", "ash ash ash ash")
    assert given.refuses("submit", because="MO-007", seat=0)
    given.plays("offer oak", 0)
    assert given.refuses("offer ash", because="MO-D2", seat=0)
    given.plays("offer oak", 0)
    assert given.refuses("offer oak", because="MO-007", seat=0)


@rule("MO-008", "MO-009", "MO-010", "EX-MO-01")
def test_the_winner_gives_and_the_lowest_shows() -> None:
    given = table("oak birch ash ash", "ash birch elm ash")
    offers(given, "oak", "ash birch")
    assert given.score(0) == 3
    assert given.awaits == [0]
    assert given.refuses("give birch to 0", because="MO-009")
    assert given.refuses("give oak to 1", because="MO-009")
    given.plays("give birch to 1")
    assert given.awaits == [1]
    assert given.refuses("show oak", because="MO-010")
    given.plays("show elm")
    assert given.view(0)["known"][1] == [0, 1, 1, 0]
    assert given.view(SPECTATOR)["known"][1] == [0, 0, 1, 0]


@rule("MO-008", "EX-MO-02")
def test_equal_offers_win_nothing() -> None:
    given = table("oak birch ash ash", "oak birch ash ash")
    offers(given, "oak", "oak")
    assert given.happened("tied")
    assert given.awaits == [0]
    assert given.offers() == ["show ash", "show birch"]


@rule("MO-009")
def test_a_third_player_does_not_see_the_gift() -> None:
    given = table("oak birch ash ash", "ash ash ash ash", "ash birch ash ash")
    offers(given, "oak", "ash", "birch")
    given.plays("give ash to 1")
    assert given.happened("gave_card", seat=1) == [{"seat": 0, "to": 1, "card": "ash"}]
    assert given.happened("gave_card", seat=2) == given.happened("gave_card", seat=SPECTATOR) == []
    assert given.happened("gave", seat=2) == [{"seat": 0, "to": 1}]


@rule("MO-011")
def test_hands_are_refilled_to_four() -> None:
    given = table("oak birch ash ash", "ash birch elm ash")
    offers(given, "oak", "ash birch")
    given.plays_all("give birch to 1", "show elm")
    assert given.view(0)["hands"] == [4, 4]
    assert given.happened("drew", seat=1) == [{"seat": 0, "count": 2}]
    assert len(given.happened("drew_cards", seat=1)[0]["cards"]) == 1


@rule("MO-012", "MO-013", "MO-015")
def test_the_game_ends_after_the_last_round_and_oaks_score() -> None:
    for hoard, points in (("on", 1), ("off", 0)):
        given = table("oak oak ash ash", "oak ash birch ash", hoard=hoard)
        assert isinstance(given.state, MootState)
        given.state.round = 2
        offers(given, "ash ash", "oak")
        given.plays("give birch to 0")
        assert given.awaits == [0]
        given.plays("show oak")
        assert given.awaits == []
        assert (given.score(0), given.score(1)) == (2 * points, 3)
        assert given.state.ranking() == [2, 1]


@rule("MO-012")
def test_the_game_ends_when_the_bag_runs_out() -> None:
    given = table("oak oak ash ash", "oak ash birch ash")
    assert isinstance(given.state, MootState)
    given.state.bag = Bag([1, 1, 1, 0])
    offers(given, "ash ash", "oak")
    given.plays_all("give birch to 0", "show oak")
    assert given.happened("over")


@rule("MO-014")
def test_everything_in_its_time() -> None:
    given = table("oak oak ash ash", "oak ash birch ash")
    for move in ("omen", "give oak to 1", "show oak"):
        assert given.refuses(move, because="MO-014", seat=0)
