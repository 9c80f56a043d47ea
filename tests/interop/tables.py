"""The tables that the environments are tested at: every registered game at every size."""

import os

from skali.core import game_keys, load_game

TABLES = [(key, seats) for key in game_keys() for seats in load_game(key).seats]
EVERYTHING = bool(os.environ.get("SKALI_TEST_ALL"))
CYCLES = 1000 if EVERYTHING else 20
"""For how many turns of all agents PettingZoo's tests play: whole games, with SKALI_TEST_ALL=1."""
