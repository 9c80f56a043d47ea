"""The queue's own measurement: every table has a choice and its level's bot, and every question is answered."""

import asyncio

from bench import queue
from skali.agents import level_named
from skali.core import game_keys, load_game


def test_tables_ask_and_are_answered() -> None:
    keys = game_keys()
    tables = [queue.lay(number, keys, "easy", 1) for number in range(2 * len(keys))]
    assert [table.name.split()[0] for table in tables] == 2 * keys
    for table in tables:
        level = level_named(load_game(table.name.split()[0]), "easy")
        assert level is not None and table.agent == level.agent
        assert len(table.state.legal_moves(table.seat)) > 1
    times, forfeits = asyncio.run(queue.measure(tables[:2], 0.01, 0.1, 1, 1))
    assert len(times) >= 2 and forfeits == 0
