"""A Feast for Odin: a Viking saga of hunting, trading, raiding and exploring, for one to four players."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from skali.core.components import Components
from skali.core.options import Options, choice
from skali.core.protocol import Advice, Game, LoadError, State
from skali.core.rng import Rng
from skali.core.weights import weights_or_none
from skali.games.odin import boards, components, course, moves, naming, saved, setup, solver
from skali.games.odin.heuristic import card_values, features
from skali.games.odin.heuristic.evaluation import OdinHeuristic
from skali.games.odin.observation import OdinObservation
from skali.games.odin.position import OdinPosition
from skali.games.odin.presenter import OdinPresenter
from skali.games.odin.solver import OdinSolver
from skali.games.odin.state import OdinState
from skali.games.odin.view_types import PROMPTS, View

RULES_VERSION = "1.1"
POSITIONS_OF_ADVICE = 2_000
"""A hundredth of a second; more proves little."""


@dataclass(frozen=True)
class OdinOptions(Options):
    length: str = choice("long", "short")
    decks: str = choice("A", "B", "C", "AB", "AC", "BC", "ABC")
    solo_start: str = choice("random", "choose")


class Odin(Game):
    def __init__(self, box: Components | None = None) -> None:
        box = box or Components.load(Path(__file__).with_name("components.toml"), "odin")
        self.tables = components.Tables(box)
        self.tables.card_values = card_values.of_all(self.tables)
        weights = weights_or_none(
            Path(__file__).with_name("weights.json"), features.NAMES, features.ROWS, box.digest, RULES_VERSION
        )
        super().__init__(
            key="odin",
            title="A Feast for Odin",
            prefix="OD",
            seats=(1, 2, 3, 4),
            rules_version=RULES_VERSION,
            options=OdinOptions,
            moves=moves.move_space(self.tables.space_names, self.tables.card_numbers),
            components=box,
            package=__name__,
            observation=OdinObservation(),
            presenter=OdinPresenter(),
            rule_languages=("en", "fr", "nl"),
            view_type=View,
            prompt_types=PROMPTS,
            heuristic=OdinHeuristic(self.tables, weights),
            solver=OdinSolver(),
            solo_aim="OD-222",
            aids={"packing": ("legality", "none", "best")},
            parts=(
                *(
                    "board",
                    "shape",
                    "cell",
                    "swords",
                    "spears",
                    "upgrade",
                    "strip",
                    "alternative",
                    "card_before",
                    "trade",
                ),
                *("sale", "forge", "explore", "emigrate", "swap_boat", "return", "play", "draw", "weapon", "follow"),
                *("shift", "call_back", "inspect", "second", "fourth", "flip", "more_loot", "outfit"),
            ),
        )

    def refuse_options(self, seats: int, options: Options) -> str:
        if seats > 1 and getattr(options, "solo_start", "random") == "choose":
            return "only a solo player may choose the starting occupation (OD-220)"
        return ""

    def start(self, seats: int, seed: int, options: Options | None = None) -> OdinState:
        state = self._empty(seats, self.check_table(seats, options), Rng(seed))
        setup.set_up(state)
        course.go_on(state, None)
        return state

    def load(self, data: dict[str, Any]) -> OdinState:
        options = self.load_options(data)
        seats = data.get("seats")
        if seats not in self.seats or isinstance(seats, bool) or self.refuse_options(seats, options):
            raise LoadError(f"this is no table of A Feast for Odin: {seats!r} seats with {options}")
        state = self._empty(seats, options, Rng(0))
        saved.read(state, data)
        return state

    def best_fill(self, state: OdinState, seat: int, positions: int = 20_000) -> dict[str, Any]:
        """A hint for the end of the game: what to place where, in order, the points that it gains, and whether none gains more."""
        side = state.side(seat)
        fill = solver.best_fill(side, seat, positions)
        placements = [placement(side, int(packed)) for packed in fill.placements]
        return {"points": int(fill.points), "exact": fill.exact, "placements": placements}

    def advice(self, state: State, seat: int, aid: str, degree: str) -> Advice | None:
        """The best fill of the boards, as moves that lay it; ``best`` is the only degree that suggests anything."""
        assert isinstance(state, OdinState)
        if aid != "packing" or degree != "best":
            return None
        fill = solver.best_fill(state.side(seat), seat, POSITIONS_OF_ADVICE)
        answers, laid, after = solver.laid(state, seat, fill)
        placements = [placement(state.side(seat), packed) for packed in laid]
        points = after.score(seat) - state.score(seat)
        return Advice(answers, {"points": points, "exact": fill.exact, "placements": placements})

    def _empty(self, seats: int, options: Any, rng: Rng) -> OdinState:
        short, choose = options.length == "short", options.solo_start == "choose"
        return OdinState(self, self.tables, seats, short, choose, options.decks, rng)


def placement(position: OdinPosition, packed: int) -> dict[str, Any]:
    """What lies where and how, by names."""
    board, anchor, item, turn = saved.placement(packed)
    name = moves.BOARD_NAMES[boards.board_name(position, board)]
    cell = [anchor // components.COLUMNS, anchor % components.COLUMNS]
    return {"item": naming.ITEM_NAMES[item], "board": name, "cell": cell, "turn": turn + 1}
