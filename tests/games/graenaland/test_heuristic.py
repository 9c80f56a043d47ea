"""What the heuristic of Graenaland claims: it judges every position, wants what wins, and bargains."""

from typing import Any

import pytest
from librt.vecs import append, vec

from skali.core import Moves, State
from skali.games.graenaland.heuristic import bargaining
from skali.games.graenaland.state import GraenalandState
from skali.kit.table import Table
from tests.games.graenaland.given import GAME, given, phase, start


def weights(state: State, seat: int) -> dict[str, float]:
    moves = Moves()
    state.search_moves(seat, moves)
    found = vec[float]()
    for _ in range(moves.count):
        found = append(found, 0.0)
    assert GAME.heuristic is not None
    GAME.heuristic.weigh(state, seat, moves, found)
    return {GAME.moves.show(int(moves.at(at))): found[at] for at in range(moves.count)}


def evaluate(state: State, seat: int) -> float:
    assert GAME.heuristic is not None
    return GAME.heuristic.evaluate(state, seat)


@pytest.mark.parametrize("options", [{}, {"victory": "cards", "start": "free"}])
@pytest.mark.parametrize("seats", [3, 5])
def test_it_judges_every_position_and_changes_none(seats: int, options: dict[str, Any]) -> None:
    table = start(seats, 2, **options)
    step = 0
    while not table.state.is_over():
        state = table.state
        before = state.digest()
        worth = [evaluate(state, seat) for seat in range(seats)]
        assert all(-50 < each < 50 for each in worth)
        assert sum(each > 0 for each in worth) <= 1, "only one can be ahead of all others"
        for seat in state.to_act():
            found = weights(state, seat)
            assert all(0 < each < 1e6 for each in found.values()), found
        assert state.digest() == before
        seat = state.to_act()[0]
        legal = state.legal_moves(seat)
        state.apply(seat, legal[step * 7 % len(legal)])
        step += 1


def test_the_winner_is_ahead() -> None:
    for seed in range(6):
        table = start(4, seed)
        step = 0
        while not table.state.is_over():
            seat = table.awaits[0]
            legal = table.state.legal_moves(seat)
            table.state.apply(seat, legal[step * 7 % len(legal)])
            step += 1
        winner = table.state.ranking().index(1)
        assert evaluate(table.state, winner) > 0


def test_a_colony_is_worth_more_than_the_cards_it_costs() -> None:
    before = given().villages("P1", 3).hand(0, "wood 2 cattle 2").build(True)
    after = given().villages("P1", 4).build(True)
    assert evaluate(after.state, 0) > evaluate(before.state, 0)


def test_in_the_middle_of_a_project_it_sees_its_end() -> None:
    table = (
        given().nobody_anywhere().villages("P1", 3).villages("F1", 0, 2).hand(0, "wood 4 cattle 4 gold 1").build(True)
    )
    before = evaluate(table.state, 0)
    table.plays("build village")
    assert phase(table) in ("payment", "building_site")
    assert evaluate(table.state, 0) > before


def proposing(*villages: int) -> Table:
    table = given().nobody_anywhere().villages("F1", *villages).lying("F1", "wood wood grain grain").distribution()
    table.plays("propose F1")
    return table


def test_with_a_majority_it_keeps_everything() -> None:
    table = proposing(1, 4, 1)
    while phase(table) == "proposal":
        found = weights(table.state, 1)
        assert max(found, key=lambda move: found[move]) == "allot to 1"
        table.plays("allot to 1")


def test_without_one_it_shares_with_the_cheapest_partner() -> None:
    """Votes 3, 2, 2, 1: seat 1 has 2 of 8 and needs 3 more; only seat 0 alone is enough."""
    table = proposing(3, 2, 2, 1)
    given_to = set()
    while phase(table) == "proposal" and table.awaits == [1]:
        found = weights(table.state, 1)
        best = max(found, key=lambda move: found[move])
        given_to.add(best)
        table.plays(best)
    assert given_to == {"allot to 1", "allot to 0"}


def best(table: Table, seat: int) -> str:
    found = weights(table.state, seat)
    return max(found, key=lambda move: found[move])


@pytest.mark.parametrize("villages", [(1, 1), (2, 1, 1), (1, 2, 1), (1, 1, 1, 1), (3, 2, 2, 1), (4, 1, 1, 1)])
@pytest.mark.parametrize("lying", ["wood wood grain grain", "wood wood wood", "grain grain cattle wood wood wood"])
def test_what_it_proposes_passes_and_favours_it(villages: tuple[int, ...], lying: str) -> None:
    """Where everybody votes by the same judgement: he gets about his share of the votes, and nobody gets a card for nothing."""
    table = given().nobody_anywhere().villages("F1", *villages).lying("F1", lying).distribution()
    table.plays("propose F1")
    while phase(table) == "proposal":
        table.plays(best(table, 1))
    shares = [len(cards) for cards in table.view(1)["proposal"]["shares"]]
    for seat in table.awaits:
        table.plays(best(table, seat), seat=seat)
    assert table.happened("accepted"), shares
    assert shares[1] + 0.5 >= len(lying.split()) * villages[1] / sum(villages)
    paid = [seat for seat, share in enumerate(shares) if share and seat != 1]
    assert all(2 * (sum(villages[seat] for seat in (1, *paid)) - villages[gone]) <= sum(villages) for gone in paid)


def test_it_keeps_the_gold_and_pays_in_plain_cards() -> None:
    table = given().nobody_anywhere().villages("M1", 1, 1).lying("M1", "wood ore gold").distribution()
    table.plays("propose M1")
    while phase(table) == "proposal":
        table.plays(best(table, 1))
    assert "gold" in table.view(1)["proposal"]["shares"][1]
    assert table.view(1)["proposal"]["shares"][0]


def test_it_proposes_where_it_keeps_most() -> None:
    position = given().nobody_anywhere().villages("F1", 3, 1).villages("P1", 1, 3).villages("F2", 0, 1)
    table = position.lying("F1", "wood wood wood").lying("P1", "grain grain").lying("F2", "grain").distribution()
    assert best(table, 1) == "propose P1"


def hopes(leader: int) -> list[float]:
    """What five cards promise three voters with a vote each if the proposal of seat 1 fails."""
    position = given().nobody_anywhere().villages("F1", 1, 1, 1).lying("F1", "wood wood wood grain grain")
    table = position.leader(leader).distribution()
    while table.awaits != [1]:
        table.plays("pass")
    table.plays("propose F1")
    assert isinstance(table.state, GraenalandState)
    return list(bargaining.hopes(table.state, table.state.site))


def test_a_refusal_is_worth_less_when_nobody_proposes_after_and_more_to_him_who_does() -> None:
    first, last = hopes(leader=0), hopes(leader=2)
    assert first[0] > last[0] == last[2]
    assert first[2] > first[0], "seat 2 proposes next"


def test_players_differ_in_what_they_want_and_are_known_by_it_in_time() -> None:
    state = start(4, 2).state
    assert isinstance(state, GraenalandState)
    tempers = [bargaining.temper(state, seat) for seat in range(4)]
    assert len(set(tempers)) == 4
    assert [bargaining.believed_temper(state, seat) for seat in range(4)] == [1.0] * 4
    state.turn = 40
    assert [bargaining.temper(state, seat) for seat in range(4)] == tempers
    assert [bargaining.believed_temper(state, seat) for seat in range(4)] == pytest.approx(tempers)


def test_what_the_hand_lacks_is_worth_more_to_a_voter() -> None:
    """Offered are two cards of grain."""
    answers = []
    for hand in ("wood 4", "grain 4"):
        position = given().nobody_anywhere().villages("F1", 1, 1).lying("F1", "wood wood wood grain grain grain")
        table = position.hand(0, hand).leader(2).distribution()
        while table.awaits != [1]:
            table.plays("pass")
        table.plays("propose F1")
        for receiver in (1, 0, 1, 1, 1):
            table.plays(f"allot to {receiver}")
        answers.append(weights(table.state, 0)["accept"])
    assert answers[0] > answers[1]


def test_it_accepts_what_is_fair_and_refuses_what_is_not() -> None:
    fair = proposing(1, 1)
    for receiver in (1, 0, 1, 0):
        fair.plays(f"allot to {receiver}")
    assert weights(fair.state, 0)["accept"] > 0.5
    greedy = proposing(1, 1)
    while phase(greedy) == "proposal":
        greedy.plays("allot to 1")
    assert weights(greedy.state, 0)["accept"] < 0.1
    assert weights(greedy.state, 1)["accept"] > 0.9, "his own proposal he wants"


def test_heroes_go_where_they_weigh_and_cards_lie() -> None:
    position = given().nobody_anywhere().villages("F1", 0, 1, 1).villages("P1", 0, 0, 1).hero(1, "warrior", "P1")
    table = position.lying("F1", "wood grain wood").leader(0).orders()
    found = weights(table.state, 1)
    assert max(found, key=lambda move: found[move]) == "move warrior E"


def test_it_claims_what_it_can_prove() -> None:
    position = given(victory="cards").nobody_anywhere().villages("P1", 8).villages("P2", 0, 1, 1, 1).keeps(0, "V01")
    table = position.army(0, 2).hand(0, "grain 4 ore 1").claims()
    assert phase(table) == "claims"
    steps = []
    while phase(table) == "claims":
        found = weights(table.state, 0)
        steps.append(max(found, key=lambda move: found[move]))
        table.plays(steps[-1])
    assert steps == ["plan", "build army", "claim"]
