"""The peers, each as fast as it can be driven, from positions that are already dealt, as ours are."""

from itertools import cycle
from math import inf
from random import Random
from random import seed as seed_shared_random
from statistics import fmean, stdev
from typing import Any

from bench.cell import Cell, Played, copies, decisions, need

STARTS = 16
COUNTED = 400
ROLLOUTS = 20


def openspiel(seed: int, _wanted: list[str]) -> list[Cell]:
    """OpenSpiel's C++ games, played inside C++."""
    pyspiel = need("pyspiel", "open_spiel")
    rng = Random(seed)
    return [cell for key in ("gin_rummy", "backgammon", "chess") for cell in spiel_cells(pyspiel, key, rng)]


def spiel_cells(pyspiel: Any, key: str, rng: Random) -> list[Cell]:
    """With one simulation, `MCTSBot` grows no tree: its evaluator plays ROLLOUTS games from the position.

    It does not say how long they were, so their mean length is taken beforehand, from COUNTED games that
    Python plays from the same positions. (Rollouts from a chance node would crash the bot.)
    """
    game = pyspiel.load_game(key)
    starts = [spiel_dealt(game.new_initial_state(), rng) for _ in range(STARTS)]
    counted, middles = zip(*(spiel_game(starts[i % STARTS], rng) for i in range(COUNTED)), strict=True)
    asked = [played.decisions for played in counted]
    batch = Played(ROLLOUTS * fmean(asked), ROLLOUTS * fmean(played.steps for played in counted), ROLLOUTS)
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, rng.getrandbits(30))
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1000, False, rng.getrandbits(30), False)
    turns = cycle(starts)

    def play() -> Played:
        bot.step(next(turns))
        return batch

    length = f"{fmean(asked):.0f} ± {stdev(asked) / COUNTED**0.5:.1f} a game"
    name = key.replace("_", " ")
    return [
        decisions(name, f"2 seats, {length}", play),
        copies(name, "clone() from Python", [state.clone for state in middles[:10]]),
    ]


def spiel_chance(state: Any, rng: Random) -> int:
    actions, chances = zip(*state.chance_outcomes(), strict=True)
    return int(rng.choices(actions, chances)[0])


def spiel_dealt(state: Any, rng: Random) -> Any:
    while state.is_chance_node():
        state.apply_action(spiel_chance(state, rng))
    return state


def spiel_game(start: Any, rng: Random) -> tuple[Played, Any]:
    """A random game and the state at its middle."""
    state = start.clone()
    asked = 0
    while not state.is_terminal():
        choices = [spiel_chance(state, rng)] if state.is_chance_node() else state.legal_actions()
        asked += len(choices) > 1
        state.apply_action(rng.choice(choices))
    steps = state.history()[len(start.history()) :]
    middle = start.clone()
    for action in steps[: len(steps) // 2]:
        middle.apply_action(action)
    return Played(asked, len(steps)), middle


def catanatron(seed: int, _wanted: list[str]) -> list[Cell]:
    """Catan: four of catanatron's RandomPlayers, its own `play_tick`, to where its own `play` would end."""
    catan = need("catanatron.game", "catanatron")
    players = need("catanatron.models.player", "catanatron")

    def play(game: Any, limit: float = inf) -> Played:
        asked = steps = 0
        while steps < limit and game.winning_color() is None and game.state.num_turns < catan.TURNS_LIMIT:
            asked += len(game.state.playable_actions) > 1
            steps += 1
            game.play_tick()
        return Played(asked, steps)

    def dealt(number: int) -> Any:
        return catan.Game([players.RandomPlayer(color) for color in players.Color], seed=number)

    starts = [dealt(seed + number) for number in range(1, STARTS + 1)]
    seed_shared_random(seed)
    middles = [game.copy() for game in starts[:10]]
    for game in middles:
        play(game, limit=300)
    turns = cycle(starts)
    return [
        decisions("Catan", "4 seats", lambda: play(next(turns).copy())),
        copies("Catan", "4 seats", [game.copy for game in middles]),
    ]


def python_chess(seed: int, _wanted: list[str]) -> list[Cell]:
    """The list of legal moves, one at random, push. Draws by repetition, dear to find, are left out."""
    chess = need("chess", "chess")
    rng = Random(seed)

    def play(board: Any, limit: float = inf) -> Played:
        asked = steps = 0
        while steps < limit and board.halfmove_clock < 150 and not board.is_insufficient_material():
            moves = list(board.legal_moves)
            if not moves:
                break
            asked += len(moves) > 1
            steps += 1
            board.push(rng.choice(moves))
        return Played(asked, steps)

    middles = [chess.Board() for _ in range(10)]
    for board in middles:
        play(board, limit=150)
    return [
        decisions("chess", "2 seats", lambda: play(chess.Board())),
        copies("chess", "without its history", [board.copy(stack=False).copy for board in middles]),
    ]
