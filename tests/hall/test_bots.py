"""Bots think in processes of their own; a hall that lets go of them leaves none at work."""

import asyncio
import multiprocessing
import os
import time
from pathlib import Path
from typing import Any

import pytest

from skali.core import load_game
from skali.hall.bots import Bots
from skali.hall.luck import Luck

STARTED = "SKALI_TEST_BOT_STARTED"


class Dreamer:
    """Says that it has begun, and never answers."""

    def choose(self, perspective: Any, budget: Any = None) -> int:
        Path(os.environ[STARTED]).touch()
        time.sleep(600)
        return 0


def test_a_bot_that_does_not_answer_forfeits_its_move_and_its_process_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(STARTED, str(tmp_path / "started"))
    state = load_game("fjords").start(2, 1)
    while len(state.legal_moves(state.actor())) < 2:
        state.apply(state.actor(), state.legal_moves(state.actor())[0])
    bots = Bots(1, 600.0, {}, Luck())
    others = set(multiprocessing.active_children())

    async def lose_patience() -> int:
        answer = asyncio.create_task(bots.choose(state, state.actor(), 2, "tests.hall.test_bots:Dreamer"))
        while not (tmp_path / "started").exists() and not answer.done():
            await asyncio.sleep(0.05)
        thinking.extend(set(multiprocessing.active_children()) - others)
        bots.close()
        return await answer

    thinking: list[Any] = []
    assert asyncio.run(lose_patience()) in state.legal_moves(state.actor())
    assert bots.forfeits == 1
    assert len(thinking) == 1
    thinking[0].join(60)
    assert not thinking[0].is_alive()
