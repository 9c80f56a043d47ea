"""Plans: who sits where, with whose luck."""

from __future__ import annotations

from collections import Counter

import pytest

from skali.agents import AgentError
from skali.arena import ArenaError, Plan
from skali.core import OptionError, UnknownGame


def plan(agents: str, seats: int = 2, games: int = 12) -> Plan:
    return Plan("fjords", agents.split(","), seats, games, 1)


def test_every_agent_sits_everywhere_equally_often_with_the_same_luck() -> None:
    for agents, seats in (("a,b", 2), ("a,b,c", 2), ("a,b,c,d", 3), ("a,b,c", 3), ("a,b", 3), ("a,b", 4), ("a", 3)):
        made = plan(agents, seats)
        round = len(made.seatings())
        seatings = [made.seating(number) for number in range(round)]
        assert len(set(seatings)) == round
        places = Counter((agent, seat) for seating in seatings for seat, agent in enumerate(seating))
        assert len(set(places.values())) == 1, f"{agents} at {seats}: {places}"
        assert len({made.seed_of(number) for number in range(round)}) == 1, "a deal is shared by all seatings"
        assert made.seed_of(round) != made.seed_of(0)
        assert [made.deal(number) for number in (0, round - 1, round)] == [0, 0, 1]


def test_one_agent_sits_alone_against_the_rest_on_every_seat_with_the_same_luck() -> None:
    made = Plan("eketorp", ["greedy", "random"], 4, 8, 1, alone=True)
    first = [made.seating(number) for number in range(4)]
    assert all(seating.count("greedy") == 1 and seating.count("random") == 3 for seating in first)
    assert {seating.index("greedy") for seating in first} == {0, 1, 2, 3}
    assert [made.deal(number) for number in range(8)] == [0, 0, 0, 0, 1, 1, 1, 1]


def test_the_luck_depends_on_the_seed() -> None:
    assert Plan("fjords", ["a"], 2, 1, 1).seed_of(0) != Plan("fjords", ["a"], 2, 1, 2).seed_of(0)


def test_a_plan_is_plain_data() -> None:
    made = Plan("fjords", ["random"], 2, 3, 4, {"fast_finish": "off"})
    assert Plan.from_data(made.to_data()) == made


@pytest.mark.parametrize(
    ("broken", "error"),
    [
        (Plan("chess", ["random"], 2, 1, 1), UnknownGame),
        (Plan("fjords", ["random"], 3, 1, 1), OptionError),
        (Plan("fjords", ["random"], 2, 1, 1, {"weather": "on"}), OptionError),
        (Plan("fjords", ["wizard"], 2, 1, 1), AgentError),
        (Plan("fjords", [], 2, 1, 1), ArenaError),
        (Plan("fjords", ["random", "random"], 2, 1, 1), ArenaError),
        (Plan("fjords", ["random"], 2, 1, 1, alone=True), ArenaError),
        (Plan("fjords", ["random", "greedy", "mcts:1"], 2, 1, 1, alone=True), ArenaError),
    ],
)
def test_what_cannot_be_played_is_refused_before_the_first_game(broken: Plan, error: type[Exception]) -> None:
    with pytest.raises(error):
        broken.check()
