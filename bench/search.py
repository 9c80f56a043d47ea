"""Tree search: iterations per second of our mcts, beside OpenSpiel's C++ `MCTSBot` on its games, and the time of our solvers.

One iteration of either descends the tree, plays one random game to its end and writes back what came of it. Ours deals the hidden
part of the position anew for each; OpenSpiel's bot looks at the true one.
"""

from itertools import cycle
from random import Random
from time import process_time
from typing import Any

from bench.cell import Cell, Sample, need
from bench.ours import middle_states
from bench.peers import spiel_dealt, spiel_game

ITERATIONS = 200
"""In one search."""
POSITIONS = 3


def ours(seed: int, wanted: list[str]) -> list[Cell]:
    """Every registered game: with random playouts, like the peers; and as `mcts` plays by default, guided by its heuristic."""
    registry = need("skali.core.registry", "-e .")
    search = need("skali.agents.search_mcts", "-e .")
    agents = need("skali.agents", "-e .")
    cells = []
    for key in wanted or registry.game_keys():
        game = registry.load_game(key)
        seats = max((seats for seats in game.seats if seats <= 4), default=min(game.seats))
        states = middle_states(game.start(seats, seed), seed)[:POSITIONS]
        states = [state for state in states if len(state.legal_moves(state.to_act()[0])) > 1] or states[:1]
        plain = search.Settings(1.0, False, search.RANDOM, search.TO_THE_END, False, None)
        cells.append(searches(key, f"{seats} seats, random playouts", search, plain, seats, states))
        if game.heuristic is not None:
            own = agents.MctsSettings()
            guided = search.Settings(own.explore, own.prior, search.RANDOM, own.cutoff, False, game.heuristic)
            cells.append(searches(f"{key}, guided", f"{seats} seats, as mcts plays", search, guided, seats, states))
    return cells


def searches(name: str, note: str, search: Any, settings: Any, seats: int, states: list[Any]) -> Cell:
    turns = cycle(states)
    seeds = iter(range(1, 1 << 60))

    def measure(seconds: float) -> Sample:
        done = 0
        start = process_time()
        while (elapsed := process_time() - start) < seconds:
            state = next(turns)
            search.Search(settings, seats).choose(state, state.to_act()[0], next(seeds), ITERATIONS, 0.0)
            done += ITERATIONS
        return Sample(done, elapsed)

    return Cell(name, "iterations", note, measure)


def openspiel(seed: int, _wanted: list[str]) -> list[Cell]:
    """OpenSpiel's own search in C++, from the middle of random games."""
    pyspiel = need("pyspiel", "open_spiel")
    rng = Random(seed)
    return [spiel_search(pyspiel, key, rng) for key in ("gin_rummy", "backgammon", "chess")]


def spiel_search(pyspiel: Any, key: str, rng: Random) -> Cell:
    game = pyspiel.load_game(key)
    middles = []
    while len(middles) < POSITIONS:
        state = spiel_game(spiel_dealt(game.new_initial_state(), rng), rng)[1]
        if not state.is_chance_node() and len(state.legal_actions()) > 1:
            middles.append(state)
    evaluator = pyspiel.RandomRolloutEvaluator(1, rng.getrandbits(30))
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, ITERATIONS, 1000, False, rng.getrandbits(30), False)
    turns = cycle(middles)

    def measure(seconds: float) -> Sample:
        done = 0
        start = process_time()
        while (elapsed := process_time() - start) < seconds:
            bot.step(next(turns))
            done += ITERATIONS
        return Sample(done, elapsed)

    return Cell(key.replace("_", " "), "iterations", "2 seats, random playouts", measure)
