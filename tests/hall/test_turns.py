"""Fair shares of the bots' time, counted in turns and in time that is only reckoned."""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from skali.agents import Budget, make_agent
from skali.core import load_game
from skali.hall.bots import Bots, choose_move
from skali.hall.luck import Luck
from skali.hall.turns import Turns
from tests.hall.halls import ThreadHall
from tests.hall.people import Person

Played = list[tuple[str, str]]


def play_turns(parties: dict[tuple[str, str], float], places: int, turns: int) -> Played:
    """So many turns with every party always asking for the next one: who had them. ``parties`` says how long each one thinks."""

    async def run() -> Played:
        order = Turns(places)
        had: Played = []
        now = 0.0
        thinking: list[tuple[float, str, str]] = []

        async def ask(guest: str, table: str) -> None:
            await order.take(guest, table)
            had.append((guest, table))
            thinking.append((now + parties[guest, table], guest, table))

        waiting = {asyncio.ensure_future(ask(guest, table)) for guest, table in parties}
        while len(had) < turns:
            await asyncio.sleep(0)
            if not thinking:
                continue
            thinking.sort()
            now, guest, table = thinking.pop(0)
            waiting.add(asyncio.ensure_future(ask(guest, table)))
            await asyncio.sleep(0)
            order.give_back(guest, table, parties[guest, table])
        for each in waiting:
            each.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        return had[:turns]

    return asyncio.run(run())


def test_who_thinks_for_long_does_not_starve_who_thinks_briefly() -> None:
    """Three tables of deep thinkers and one of another guest: that one has half of the time, so nearly all of the turns."""
    parties = {("deep", "a"): 8.0, ("deep", "b"): 8.0, ("deep", "c"): 8.0, ("brief", "d"): 0.1}
    had = play_turns(parties, 1, 400)
    between: list[int] = []
    for guest, _ in had:
        if guest == "brief":
            between.append(0)
        elif between:
            between[-1] += 1
    assert max(between) == 1, "more than one long turn before it was the brief one's again"
    share = Counter(guest for guest, _ in had)
    assert abs(share["deep"] * 8.0 - share["brief"] * 0.1) <= 2 * 8.0
    tables = Counter(table for guest, table in had if guest == "deep")
    assert max(tables.values()) - min(tables.values()) <= 1


def test_a_guest_gains_nothing_by_many_tables() -> None:
    parties = {("many", f"t{number}"): 1.0 for number in range(20)} | {("one", "x"): 1.0, ("two", "y"): 1.0}
    for places in (1, 2):
        share = Counter(guest for guest, _ in play_turns(parties, places, 300))
        assert all(abs(count - 100) <= 2 for count in share.values()), share


def test_who_was_away_has_saved_nothing_up_and_is_not_remembered() -> None:
    async def run() -> None:
        order = Turns(1)
        for number in range(100):
            await order.take("busy", "a")
            order.give_back("busy", "a", 1.0)
            await order.take(f"guest{number}", "b")
            order.give_back(f"guest{number}", "b", 0.01)
        assert len(order.guests.had) <= 3 and len(order.tables) <= 3 and not order.waiting
        # The newcomer is first once, not a hundred times.
        await order.take("busy", "a")
        had: list[str] = []

        async def ask(guest: str) -> None:
            await order.take(guest, "t")
            had.append(guest)
            order.give_back(guest, "t", 10.0)

        asked = [asyncio.ensure_future(ask(guest)) for guest in ("new", "new", "new", "busy", "busy", "busy")]
        await asyncio.sleep(0)
        order.give_back("busy", "a", 1.0)
        await asyncio.gather(*asked)
        assert had == ["new", "busy", "new", "busy", "new", "busy"]

    asyncio.run(run())


def test_who_gives_up_waiting_leaves_the_turn_to_the_next() -> None:
    async def run() -> None:
        order = Turns(1)
        await order.take("a", "1")
        gone = asyncio.ensure_future(order.take("b", "2"))
        next_one = asyncio.ensure_future(order.take("c", "3"))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        order.give_back("a", "1", 1.0)
        await asyncio.wait_for(next_one, 60)
        order.give_back("c", "3", 1.0)
        assert order.free == 1 and not order.waiting

    asyncio.run(run())


def test_waiting_for_a_turn_is_no_thinking_time_and_the_budget_is_shared() -> None:
    """A bot whose turn comes after all its seconds are gone still plays its own move."""
    bots = Bots(1, 5.0, {}, Luck(), think=4.0)
    assert bots.budget() == 4.0
    state = open_state()

    async def run() -> int:
        await bots.turns.take("other", "t")
        asked = asyncio.ensure_future(bots.choose(state, state.actor(), 2, "greedy", "guest", "u"))
        await asyncio.sleep(0)
        assert bots.budget() == 2.0, "half for each of two"
        bots.turns.give_back("other", "t", 1000.0)
        return await asked

    try:
        assert asyncio.run(run()) in state.legal_moves(state.actor())
        assert bots.forfeits == 0
    finally:
        bots.close()


def open_state() -> Any:
    state = load_game("fjords").start(2, 1)
    while len(state.legal_moves(state.actor())) < 2:
        state.apply(state.actor(), state.legal_moves(state.actor())[0])
    return state


class Failing:
    """An agent that crashes at every decision."""

    def choose(self, perspective: Any, budget: Any = None) -> int:
        raise RuntimeError("no idea")


def test_a_forfeited_decision_is_taken_by_the_games_heuristic() -> None:
    asked: list[str] = []

    class Watched(Bots):
        async def ask(self, what: Callable[..., Any], *arguments: Any) -> Any:
            asked.append(arguments[3])
            return await super().ask(what, *arguments)

    bots = Watched(1, 60.0, {}, Luck())
    state = open_state()
    try:
        move = asyncio.run(bots.choose(state, state.actor(), 2, "tests.hall.test_turns:Failing"))
    finally:
        bots.close()
    assert asked == ["tests.hall.test_turns:Failing", "greedy"] and bots.forfeits == 1
    assert move in state.legal_moves(state.actor())


def test_a_game_without_a_heuristic_forfeits_to_chance() -> None:
    from tests.toys.moot import Moot

    state = Moot().start(2, 1)
    while len(state.legal_moves(seat := state.to_act()[0])) < 2:
        state.apply(seat, state.legal_moves(seat)[0])
    assert state.game().heuristic is None
    bots = Bots(1, 60.0, {"moot": "tests.toys.moot:Moot"}, Luck())
    try:
        assert asyncio.run(bots.choose(state, seat, 2, "tests.hall.test_turns:Failing")) in state.legal_moves(seat)
        assert bots.forfeits == 1
    finally:
        bots.close()


def test_a_deep_search_ends_when_its_time_is_up() -> None:
    """20,000 iterations are not made in a moment; the agent answers with what it has."""
    agent: Any = make_agent("mcts:20000")
    state = open_state()
    made: list[int] = []

    class Watched:
        def choose(self, perspective: Any, budget: Budget) -> int:
            made.append(budget.iterations)
            move: int = agent.choose(perspective, budget)
            return move

        budget = agent.budget

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("skali.hall.bots.make_agent", lambda name: Watched())
        move = choose_move("fjords", "", state.to_dict(), state.actor(), 2, "mcts:20000", 1, 0.01)
    search = agent.searches[state.actor()]
    assert made == [20000] and 1 <= search.iterations < 20000 and move in state.legal_moves(state.actor())


def test_one_table_gets_its_moves_while_three_think_deeply(open_hall: Callable[..., ThreadHall]) -> None:
    hall = open_hall(bot_think=0.5)
    turns = hall.hall.bots.turns
    begun: list[str] = []
    waited: list[int] = []
    first, take = turns.guests.first, turns.take

    def note_first(guests: list[str]) -> str:
        begun.append(first(guests))
        return begun[-1]

    async def note_take(guest: str, table: str) -> None:
        before = len(begun)
        await take(guest, table)
        if guest != deep_id:
            waited.append(len(begun) - before)

    deep, brief = Person(hall.url, "Deep"), Person(hall.url, "Brief")
    deep_id = deep.get("/api/me")["guest"]["id"]
    turns.guests.first, turns.take = note_first, note_take  # type: ignore[method-assign]
    bot = {"kind": "bot", "agent": "mcts:20000"}
    watched = [deep.look(deep.lay("fjords", players=[bot, bot])["id"]) for _ in range(3)]
    viewer = brief.look(brief.post("/api/quick", {"game": "fjords", "bots": "greedy"})["table"]["id"], 0)
    while viewer.info["status"] == "playing" and len(waited) < 20:
        if viewer.position["legal"]:
            viewer.plays(viewer.position["legal"][0]["move"])
        else:
            viewer.receive(timeout=60)
    assert len(waited) == 20 and max(waited) <= 2, "more than one turn of others began before its own"
    assert begun.count(deep_id) >= 3 and all(each.info["status"] == "playing" for each in watched)
    assert hall.hall.bots.forfeits == 0
