"""What the heuristic of Graenaland claims: it judges every position, wants what wins, and bargains."""

from math import exp
from typing import Any

import pytest
from librt.vecs import append, vec
from mypy_extensions import u8

from skali.core import Moves, State, Weights
from skali.core.weights import FRACTION
from skali.games.graenaland import land
from skali.games.graenaland.heuristic import bargaining, forecast
from skali.games.graenaland.heuristic.evaluation import GraenalandHeuristic
from skali.games.graenaland.heuristic.numbers import LEAST_DIVISOR, TUNABLES, Tuning
from skali.games.graenaland.state import GraenalandState
from skali.kit.table import Table
from tests.games.graenaland.given import GAME, given, phase, start

HEURISTIC = GAME.heuristic
assert isinstance(HEURISTIC, GraenalandHeuristic)
TUNING = HEURISTIC.tuning


def weights(state: State, seat: int) -> dict[str, float]:
    moves = Moves()
    state.search_moves(seat, moves)
    found = vec[float]()
    for _ in range(moves.count):
        found = append(found, 0.0)
    HEURISTIC.weigh(state, seat, moves, found)
    return {GAME.moves.show(int(moves.at(at))): found[at] for at in range(moves.count)}


def evaluate(state: State, seat: int) -> float:
    return HEURISTIC.evaluate(state, seat)


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
        assert isinstance(state, GraenalandState)
        if state.builder < 0:  # a builder takes what he has begun for done, the others do not
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
    """When the players know each other: he gets about his share of the votes, and nobody gets a card for nothing."""
    position = given().nobody_anywhere().villages("F1", *villages).lying("F1", lying)
    position.data["voted"] = [[15, 5, 0, 0], [0, 0, 1, 2]]
    table = position.distribution()
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
    table = position.lying("F1", "grain grain grain").lying("P1", "grain grain").lying("F2", "grain").distribution()
    assert best(table, 1) == "propose P1"


def test_it_proposes_nothing_where_it_would_keep_nothing() -> None:
    position = given().nobody_anywhere().villages("F1", 3, 1, 2).villages("P1", 1, 1)
    table = position.lying("F1", "wood").lying("P1", "grain").distribution()
    found = weights(table.state, 1)
    least = found["pass"] * HEURISTIC.unlikely(table.state)
    assert found["propose F1"] < least and found["propose P1"] < least, "one card would not buy the votes it takes"
    rich = given().nobody_anywhere().villages("F1", 3, 1, 2).villages("P1", 1, 3)
    found = weights(rich.lying("F1", "wood").lying("P1", "grain grain").distribution().state, 1)
    assert found["propose F1"] < least < found["propose P1"]


def hopes(leader: int) -> list[float]:
    """What five cards promise three voters with a vote each if the proposal of seat 1 fails."""
    position = given().nobody_anywhere().villages("F1", 1, 1, 1).lying("F1", "wood wood wood grain grain")
    table = position.leader(leader).distribution()
    while table.awaits != [1]:
        table.plays("pass")
    table.plays("propose F1")
    assert isinstance(table.state, GraenalandState)
    return list(bargaining.Table(table.state, TUNING).hopes(table.state.site))


def test_a_refusal_is_worth_less_when_nobody_proposes_after_and_more_to_him_who_does() -> None:
    first, last = hopes(leader=0), hopes(leader=2)
    assert first[0] > last[0] > last[2], "seat 2 leads then, and could build at once"
    assert first[2] > first[0], "seat 2 proposes next"


def test_players_differ_in_what_they_want_and_are_known_by_how_they_vote() -> None:
    state = start(4, 2).state
    assert isinstance(state, GraenalandState)
    tempers = [bargaining.temper(state, seat, TUNING) for seat in range(4)]
    assert len(set(tempers)) == 4
    assert [bargaining.believed_temper(state, seat, TUNING) for seat in range(4)] == [1.0] * 4
    state.land[land.REFUSED + 1] = u8(1)
    state.land[land.AGREED + 2] = u8(3)
    believed = [bargaining.believed_temper(state, seat, TUNING) for seat in range(4)]
    assert believed[1] > believed[0] == 1.0 > believed[2]
    assert [bargaining.temper(state, seat, TUNING) for seat in range(4)] == tempers


def test_who_has_refused_is_offered_more() -> None:
    """Seats 1 and 2 share six cards, a vote each; seat 1 proposes."""
    offers = []
    for refusals in (0, 3):
        position = given().nobody_anywhere().villages("F1", 0, 1, 1).lying("F1", "wood wood wood wood wood wood")
        table = position.distribution()
        assert isinstance(table.state, GraenalandState)
        table.state.land[land.REFUSED + 2] = u8(refusals)
        table.plays("propose F1")
        while phase(table) == "proposal":
            table.plays(best(table, 1))
        offers.append(len(table.view(1)["proposal"]["shares"][2]))
    assert offers == [2, 3]


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


def test_heroes_reckon_with_where_the_others_go() -> None:
    """Three cards lie at F1, two at I1, and with his warrior seat 1 has a majority at either, until a strong one comes to F1."""
    orders = []
    for strong in (False, True):
        position = given().nobody_anywhere().villages("F1", 0, 1, 1).villages("I1", 0, 1, 0, 1).hero(1, "warrior", "P1")
        if strong:
            position = position.hero(2, "warrior", "F2").army(2, 4)
        table = position.lying("F1", "wood grain wood").lying("I1", "ore cattle").leader(0).orders()
        orders.append(best(table, 1))
    assert orders == ["move warrior E", "move warrior NE"]


def test_every_rival_counts_not_only_the_nearest() -> None:
    """Seat 2 is no nearer to a victory than seat 1, but two such rivals are worse than one."""
    worth = []
    for third in (1, 4):
        position = given().nobody_anywhere().villages("P1", 4).villages("F1", 0, 4).villages("F2", 0, 0, third)
        worth.append(evaluate(position.villages("P2", 0, 0, 0, 1).build(True).state, 0))
    assert worth[0] > worth[1] + 0.1


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


def test_who_has_a_majority_alone_waits_for_his_own_proposal() -> None:
    """Seat 2 has three of five votes and proposes after seat 1: three cards of four are more than fair, and too few."""
    answers = []
    for first in (1, 2):
        table = given().nobody_anywhere().villages("F1", 1, 1, 3).lying("F1", "wood wood grain grain").distribution()
        table.plays_all("propose F1", f"allot to {first}")
        while phase(table) == "proposal":
            table.plays("allot to 2")
        answers.append(weights(table.state, 2)["accept"])
    assert answers[0] < 0.5 < answers[1]


def test_nobody_votes_for_nothing() -> None:
    """However little he may hope for: seat 0 has one vote of thirteen, and nobody proposes after seat 1."""
    position = given().nobody_anywhere().villages("F1", 1, 12).lying("F1", "wood").leader(2)
    table = position.distribution()
    while table.awaits != [1]:
        table.plays("pass")
    table.plays_all("propose F1", "allot to 1")
    assert weights(table.state, 0)["accept"] < 0.5


def test_a_proposer_never_leaves_himself_out() -> None:
    """What he has given away, he cannot take back; and where one card lies that another can wait for, he passes."""
    table = given().nobody_anywhere().villages("F1", 3, 2).lying("F1", "wood grain").distribution()
    table.plays_all("propose F1", "allot to 0")
    assert best(table, 1) == "allot to 1"
    table = given().nobody_anywhere().villages("F1", 3, 1).lying("F1", "wood").distribution()
    assert best(table, 1) == "pass"


def test_he_pays_in_cards_that_he_can_do_without() -> None:
    position = given().nobody_anywhere().villages("P1", 1, 1).hand(1, "grain 9").lying("P1", "ore grain")
    table = position.distribution()
    table.plays("propose P1")
    while phase(table) == "proposal":
        table.plays(best(table, 1))
    assert table.view(1)["proposal"]["shares"][:2] == [["grain"], ["ore"]]


def test_nobody_lets_the_leader_win_and_who_refuses_says_so() -> None:
    """The leader has two objectives and builds next; with the wood that he is offered he may have the third."""
    assert GAME.remarks is not None
    answers, said = [], []
    for hand in ("grain 1 cattle 2", "ore 3"):
        position = given().nobody_anywhere().villages("F1", 1, 1, 1).villages("P1", 4).villages("F2", 2).army(0, 3)
        table = position.hand(0, hand).lying("F1", "wood grain grain grain").distribution()
        table.plays("propose F1")
        for receiver in (1, 2, 2, 0):
            table.plays(f"allot to {receiver}")
        answers.append(weights(table.state, 2)["accept"])
        said.append(GAME.remarks.show(int(HEURISTIC.remark(table.state, 2))))
        said.append(GAME.remarks.show(int(HEURISTIC.remark_with(table.state, 2, GAME.moves.read("refuse")))))
    assert answers[0] < 0.5 < answers[1]
    assert said[:2] == ["I refuse 1 on F1: leader"] * 2
    assert said[2:] == ["I accept 1 on F1: fair", "I refuse 1 on F1: later"], "who fears nothing has reasons of his own"


def shared_road(hand: str, helper: str, *villages: int) -> Table:
    """Seat 0 leads, has taken his supply card, and could use a road at P1."""
    position = given().nobody_anywhere().villages("P1", *villages).villages("F1", 1).villages("P2", 0, 0, 4, 4)
    return position.hand(0, hand).hand(1, helper).build(True)


def after(table: Table, *moves: str) -> float:
    """How the first to be asked judges what he has done."""
    twin = table.state.copy()
    seat = twin.to_act()[0]
    for move in moves:
        twin.apply(seat, GAME.moves.read(move))
    return evaluate(twin, seat)


def test_a_joint_work_is_announced_if_somebody_will_help() -> None:
    """The road costs two of grain and two of ore; seat 1 lives there, too, and has ore."""
    helped = shared_road("grain 6", "ore 4", 2, 2)
    assert after(helped, "joint work") > after(helped, "end")
    alone = shared_road("grain 6", "wood 5", 2, 2)
    assert after(alone, "joint work") < after(alone, "end")


def test_who_profits_pledges_and_the_work_is_built() -> None:
    table = shared_road("grain 6", "ore 4", 2, 2)
    table.plays_all("joint work", "name road", "at P1")
    while table.awaits == [1]:
        assert evaluate(table.state, 1) == after(table, best(table, 1)), "he pledges by what the work brings him"
        table.plays(best(table, 1))
    while phase(table) == "build" and table.awaits != [0]:
        table.plays("done")
    assert after(table, "carry out") > after(table, "abandon")
    table.plays("carry out")
    assert table.happened("joint_built")


def test_who_lives_elsewhere_pledges_nothing() -> None:
    table = shared_road("grain 6", "ore 4", 4, 0)
    table.plays_all("joint work", "name road", "at P1")
    assert table.awaits == [1] and best(table, 1) == "done"


def learned(*numbers: float) -> Weights:
    return Weights([[int(number * FRACTION) for number in numbers]], {})


def test_without_weights_every_number_is_as_people_set_it() -> None:
    tuning = Tuning(None)
    assert [getattr(tuning, each.name) for each in TUNABLES] == [each.by_hand for each in TUNABLES]
    assert [each.within(each.by_hand) for each in TUNABLES] == [each.by_hand for each in TUNABLES]


def test_every_number_has_a_name_and_stands_at_its_place() -> None:
    tuning = Tuning(learned(*range(1, len(TUNABLES) + 1)))
    assert [getattr(tuning, each.name) for each in TUNABLES] == list(range(1, len(TUNABLES) + 1))
    assert sorted(each.name for each in TUNABLES) == [name for name in dir(tuning) if not name.startswith("_")]


def test_it_judges_by_the_numbers_that_were_learned() -> None:
    """If neither the way nor the turns count, four players have the same chance, wherever they stand."""
    by_hand = GraenalandHeuristic(None)
    assert by_hand.features == tuple(each.name for each in by_hand.tunables())
    numbers = [0.0 if each.name in ("odds", "wait") else each.by_hand for each in by_hand.tunables()]
    other = by_hand.with_weights(learned(*numbers))
    state = given().nobody_anywhere().villages("P1", 4).villages("F1", 0, 1, 1, 1).build(True).state
    assert by_hand.line_worth(state, 0) > 0.4 > 0.2 > by_hand.line_worth(state, 1)
    assert [other.line_worth(state, seat) for seat in range(4)] == pytest.approx([0.25] * 4)
    assert other.with_weights(None).evaluate(state, 0) == by_hand.evaluate(state, 0)


def test_lines_end_with_the_chance_that_was_forecast() -> None:
    """Who has more colonies is expected to win; the chances of all add up to one, and nobody's is lost to rounding."""
    numbers = [FRACTION if name == "colonies" else 0 for name in forecast.NAMES]
    judge = GraenalandHeuristic(None, Weights([numbers], {}))
    state = given().nobody_anywhere().villages("P1", 4).villages("F1", 0, 2, 1, 1).build(True).state
    found = [judge.line_worth(state, seat) for seat in range(4)]
    odds = [exp(count) for count in (4, 2, 1, 1)]
    assert found == pytest.approx([each / sum(odds) for each in odds])
    far = GraenalandHeuristic(None, Weights([[100 * number for number in numbers]], {}))
    assert far.line_worth(state, 0) == pytest.approx(1.0) and 0.0 < far.line_worth(state, 3) < 1e-20
    assert judge.evaluate(state, 0) == GraenalandHeuristic(None).evaluate(state, 0), "one ply goes without it"
    without = judge.with_weights(None)
    assert without.line_worth(state, 0) == pytest.approx(1 / (1 + exp(-without.evaluate(state, 0))))


def test_who_has_won_is_not_forecast_any_more() -> None:
    """The numbers of a forecast that favours those without an army do not matter then."""
    numbers = [-FRACTION if name == "army" else 0 for name in forecast.NAMES]
    judge = GraenalandHeuristic(None, Weights([numbers], {}))
    for seed in range(3):
        state = start(3, seed).state
        step = 0
        while not state.is_over():
            seat = state.to_act()[0]
            legal = state.legal_moves(seat)
            state.apply(seat, legal[step * 7 % len(legal)])
            step += 1
        for seat, place in enumerate(state.ranking()):
            assert (judge.line_worth(state, seat) > 0.5) is (place == 1)


def test_with_victory_cards_nothing_is_forecast() -> None:
    """It was learned from games without them."""
    state = start(3, 2, victory="cards", start="free").state
    without = HEURISTIC.with_weights(HEURISTIC.weights)
    assert HEURISTIC.line_worth(state, 1) == without.line_worth(state, 1)
    plain = start(3, 2).state
    assert HEURISTIC.line_worth(plain, 1) != without.line_worth(plain, 1)


def test_with_numbers_that_are_all_0_it_still_judges() -> None:
    """Some of them are divisors."""
    none = GraenalandHeuristic(learned(*[0.0] * len(TUNABLES)))
    assert none.tuning.vote_heat == none.tuning.order_heat == none.tuning.supply == LEAST_DIVISOR
    state = start(4, 2).state
    moves = Moves()
    judged = 0
    while not state.is_over() and judged < 400:
        seat = state.to_act()[0]
        moves.count = 0
        state.search_moves(seat, moves)
        found = vec[float]([0.0] * int(moves.count))
        none.weigh(state, seat, moves, found)
        assert all(-1000 < none.evaluate(state, each) < 1000 for each in range(4))
        legal = state.legal_moves(seat)
        state.apply(seat, legal[judged * 7 % len(legal)])
        judged += 1
    assert judged > 100
