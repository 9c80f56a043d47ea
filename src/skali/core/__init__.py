"""What every game is made of. Knows no game."""

from skali.core.components import ComponentError, Components
from skali.core.drafts import Draft, commit, try_moves
from skali.core.hidden import Bag, Known
from skali.core.moves import Moves, MoveSpace, NotationError
from skali.core.options import OptionError, Options
from skali.core.playout import Playout, play_out
from skali.core.protocol import (
    SPECTATOR,
    WAITING,
    Event,
    Finding,
    Game,
    Heuristic,
    IllegalMove,
    LoadError,
    Prompt,
    Refusal,
    ScoreLine,
    Solution,
    Solver,
    State,
)
from skali.core.registry import UnknownGame, game_keys, load_game, terminal_part
from skali.core.rng import Rng, derive_seed
from skali.core.rulebook import Rule, Rulebook
from skali.core.saga import Saga, SagaError, replay
from skali.core.words import Words

__all__ = [
    "SPECTATOR",
    "WAITING",
    "Bag",
    "ComponentError",
    "Components",
    "Draft",
    "Event",
    "Finding",
    "Game",
    "Heuristic",
    "IllegalMove",
    "Known",
    "LoadError",
    "MoveSpace",
    "Moves",
    "NotationError",
    "OptionError",
    "Options",
    "Playout",
    "Prompt",
    "Refusal",
    "Rng",
    "Rule",
    "Rulebook",
    "Saga",
    "SagaError",
    "ScoreLine",
    "Solution",
    "Solver",
    "State",
    "UnknownGame",
    "Words",
    "commit",
    "derive_seed",
    "game_keys",
    "load_game",
    "play_out",
    "replay",
    "terminal_part",
    "try_moves",
]
