"""Graenaland: settling a new land, sharing its yield by votes, for three to five players."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64, u8

from skali.core.components import Components
from skali.core.hidden import Known
from skali.core.options import Options, choice, switch, text, whole
from skali.core.protocol import Game, LoadError
from skali.core.rng import Rng
from skali.core.weights import weights_or_none
from skali.games.graenaland import cards, course, land, moves, saved, setup, talk
from skali.games.graenaland.components import Agreement, Island, Tables
from skali.games.graenaland.heuristic import forecast, numbers
from skali.games.graenaland.heuristic.evaluation import GraenalandHeuristic
from skali.games.graenaland.observation import GraenalandObservation
from skali.games.graenaland.presenter import GraenalandPresenter
from skali.games.graenaland.state import GraenalandState
from skali.games.graenaland.view_types import PROMPTS, View

RULES_VERSION = "1.1"


@dataclass(frozen=True)
class GraenalandOptions(Options):
    start: str = choice("standard", "free")
    island: str = choice("standard", "random", "custom")
    tiles: str = text("", "F1,P2,H1/M1,I2", "H1,P1,F2,F1/M2,I1,M1", "F2,F1,P1,H1,P2/M1,I2,I1,M2")
    victory: str = choice("conditions", "cards")
    three_player_rules: bool = switch(True)
    grant: bool = switch(False)
    talk: str = choice("strict", "honour")
    cap: int = whole(60, 20, 200)


class Graenaland(Game):
    def __init__(self, components: Components | None = None) -> None:
        components = components or Components.load(Path(__file__).with_name("components.toml"), "graenaland")
        self.tables = Tables(components)
        folder, digest = Path(__file__).parent, components.digest
        weights = weights_or_none(folder / "weights.json", numbers.NAMES, numbers.ROWS, digest, RULES_VERSION)
        expected = None  # a forecast goes with the weights that it was learned with
        if weights is not None:
            expected = weights_or_none(folder / "forecast.json", forecast.NAMES, numbers.ROWS, digest, RULES_VERSION)
        super().__init__(
            key="graenaland",
            title="Graenaland",
            prefix="GR",
            seats=(3, 4, 5),
            rules_version=RULES_VERSION,
            options=GraenalandOptions,
            moves=moves.move_space(self.tables.tile_names, self.tables.victory_names),
            components=components,
            package=__name__,
            observation=GraenalandObservation(),
            presenter=GraenalandPresenter(),
            rule_languages=("en", "fr", "nl"),
            view_type=View,
            prompt_types=PROMPTS,
            heuristic=GraenalandHeuristic(weights, expected),
            remarks=talk.remark_space(self.tables.tile_names),
            parts=(
                *("allotment", "joint_site", "building_site", "unit", "payment", "gift", "supply_card"),
                *("plan_building_site", "plan_unit", "plan_payment", "plan_gift"),
            ),
        )

    def refuse_options(self, seats: int, options: Options) -> str:
        """Which rule forbids these options at a table of this size; empty if none does."""
        assert isinstance(options, GraenalandOptions)
        if options.island != "standard" and options.start != "free":
            return "GR-003: a custom or random island is played only with start=free"
        if options.island == "custom":
            tiles = self._custom_tiles(seats, options.tiles)
            if isinstance(tiles, str):
                return f"GR-231: {tiles}"
        elif options.tiles:
            return "GR-231: tiles are named only for island=custom"
        if seats != 3 and not options.three_player_rules:
            return "GR-005: the three-player rules can be switched off only with 3 players"
        if seats != 5 and options.grant:
            return "GR-006: the grant is played only with 5 players"
        if not 20 <= options.cap <= 200:
            return f"GR-008: the cap is a whole number from 20 to 200, not {options.cap}"
        return ""

    def start(self, seats: int, seed: int, options: Options | None = None) -> GraenalandState:
        chosen = self.check_table(seats, options)
        assert isinstance(chosen, GraenalandOptions)
        rng = Rng(seed)
        if chosen.island == "random":
            tiles = setup.random_tiles(self.tables, seats, rng)
        elif chosen.island == "custom":
            named = self._custom_tiles(seats, chosen.tiles)
            assert not isinstance(named, str)
            tiles = named
        else:
            tiles = self.tables.layouts[seats]
        state = self._empty(seats, tiles, chosen, rng)
        course.begin(state, None)
        return state

    def load(self, data: dict[str, Any]) -> GraenalandState:
        options = self.load_options(data)
        assert isinstance(options, GraenalandOptions)
        seats, names = data.get("seats"), data.get("island")
        if not isinstance(seats, int) or seats not in self.seats or self.refuse_options(seats, options):
            raise LoadError(f"these options are not played by {seats!r}: {options}")
        if not isinstance(names, list):
            raise LoadError("'island' must list the tiles")
        tiles = self.tables.find_tiles(names[:seats], names[seats:], seats)
        if isinstance(tiles, str):
            raise LoadError(tiles)
        state = self._empty(seats, tiles, options, Rng(0))
        saved.read(state, data)
        return state

    def _custom_tiles(self, seats: int, tiles: str) -> list[int] | str:
        coast, _, inland = tiles.partition("/")
        return self.tables.find_tiles(coast.split(","), inland.split(","), seats)

    def _empty(self, seats: int, tiles: list[int], options: GraenalandOptions, rng: Rng) -> GraenalandState:
        agreed = Agreement(self.tables, Island(self.tables, tiles), seats, options)
        state = GraenalandState(self, agreed, rng, Known(seats + 1, seats, cards.KNOWN_TYPES))
        state.cards = vec[u8]([u8(0)] * cards.CARDS_SIZE)
        state.land = vec[u8]([u8(0)] * land.LAND_SIZE)
        no_cards = vec[i64]([i64(0)] * moves.MAX_SEATS)
        state.hands, state.supplies = no_cards[:], no_cards[:]
        state.pledged_supplies, state.dealt = no_cards[:], no_cards[:]
        return state
