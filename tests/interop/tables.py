"""The tables that the environments are tested at: every size of every registered game, or a slice of them."""

import os

from skali.core import game_keys, load_game

TABLES = [(key, seats) for key in game_keys() for seats in load_game(key).seats]
"""Every registered game at every size."""

EVERYTHING = bool(os.environ.get("SKALI_TEST_ALL"))
SOME = TABLES if EVERYTHING else [(key, max(load_game(key).seats)) for key in game_keys()]
"""The largest table of each game; with SKALI_TEST_ALL=1, all of them."""
CYCLES = 1000 if EVERYTHING else 12
"""How long PettingZoo's tests play; twelve rounds of all agents stay inside a second."""
