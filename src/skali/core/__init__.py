"""What every game is made of. Knows no game."""

from skali.core.components import ComponentError, Components
from skali.core.drafts import Draft, commit, try_moves
from skali.core.hidden import Bag, Known
from skali.core.moves import Moves, MoveSpace, NotationError
from skali.core.observation import Numbers, Part
from skali.core.options import OptionError, Options
from skali.core.playout import Playout, RandomChooser, play_out
from skali.core.presenter import Presenter
from skali.core.protocol import (
    SPECTATOR,
    WAITING,
    Advice,
    Decision,
    Event,
    Finding,
    Forecast,
    Game,
    Heuristic,
    IllegalMove,
    LearningHeuristic,
    LoadError,
    Observation,
    Prompt,
    Refusal,
    ScoreLine,
    Solution,
    Solver,
    State,
    Talk,
)
from skali.core.registry import UnknownGame, game_keys, load_game
from skali.core.rng import Rng, derive_seed
from skali.core.rulebook import Rule, Rulebook
from skali.core.saga import Saga, SagaError, replay
from skali.core.weights import Tunable, Weights, WeightsError, read_weights, write_weights
from skali.core.words import Words

__all__ = [
    "SPECTATOR",
    "WAITING",
    "Advice",
    "Bag",
    "ComponentError",
    "Components",
    "Decision",
    "Draft",
    "Event",
    "Finding",
    "Forecast",
    "Game",
    "Heuristic",
    "IllegalMove",
    "Known",
    "LearningHeuristic",
    "LoadError",
    "MoveSpace",
    "Moves",
    "NotationError",
    "Numbers",
    "Observation",
    "OptionError",
    "Options",
    "Part",
    "Playout",
    "Presenter",
    "Prompt",
    "RandomChooser",
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
    "Talk",
    "Tunable",
    "UnknownGame",
    "Weights",
    "WeightsError",
    "Words",
    "commit",
    "derive_seed",
    "game_keys",
    "load_game",
    "play_out",
    "read_weights",
    "replay",
    "try_moves",
    "write_weights",
]
