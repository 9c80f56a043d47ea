"""The games in other people's tools: PettingZoo, Gymnasium, OpenSpiel, batches for numpy, and the Model Context Protocol.

Every registered game that offers an observation is there by being registered. Each module needs a library that Skáli alone does
not: ``pip install 'skali[rl]'`` for the environments, ``skali[openspiel]`` for OpenSpiel, ``skali[mcp]`` for ``skali mcp``.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from skali.core import Game


def batch(game: str | Game, count: int, seats: int | None = None, workers: int = 1, **settings: Any) -> Any:
    """Many games stepped together: a ``batches.GameBatch``, or with several ``workers`` a ``spread.SpreadBatch`` over processes.

    ``settings`` are ``seed``, ``reward`` and the game's options.
    """
    # By name: who compiles ``native`` must read this file, and would read all types of numpy with it.
    if workers == 1:
        return import_module("skali.interop.batches").GameBatch(game, count, seats, **settings)
    return import_module("skali.interop.spread").SpreadBatch(game, count, seats, workers, **settings)
