"""The game of Moot: its moves, options and cards."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from skali.core import Components, Game, LoadError, MoveSpace, Options, State
from skali.core.moves import Kind, Named, Number
from skali.core.options import choice, switch
from tests.toys.moot.state import CARDS, KINDS, MOST_SEATS, MootState
from tests.toys.moot.view_types import PROMPTS, View


@dataclass(frozen=True)
class MootOptions(Options):
    rounds: int = choice(2, 3)
    hoard: bool = switch(True)


class Moot(Game):
    state_class: type[MootState] = MootState

    def __init__(self, components: Components | None = None) -> None:
        components = components or Components.load(Path(__file__).parent / "components.toml", "moot")
        super().__init__(
            key="moot",
            title="Moot",
            prefix="MO",
            seats=(2, 3),
            rules_version="1.0",
            options=MootOptions,
            moves=MoveSpace(
                Kind(0, "omen", "omen"),
                Kind(1, "submit", "submit"),
                Kind(2, "offer", "offer {card}", Named("card", KINDS, CARDS)),
                Kind(2 + KINDS, "show", "show {card}", Named("card", KINDS, CARDS)),
                Kind(
                    2 + 2 * KINDS, "give", "give {card} to {to}", Named("card", KINDS, CARDS), Number("to", MOST_SEATS)
                ),
            ),
            components=components,
            package="tests.toys.moot",
            view_type=View,
            prompt_types=PROMPTS,
        )
        self.counts = components.item("cards").numbers("counts", KINDS)

    def refuse_options(self, seats: int, options: Options) -> str:
        if seats == 3 and options.rounds == 3:  # type: ignore[attr-defined]
            return "Moot for three has two rounds (MO-003)"
        return ""

    def start(self, seats: int, seed: int, options: Options | None = None) -> State:
        state = self.state_class(self, seats, self.check_table(seats, options), seed)
        state.deal()
        return state

    def load(self, data: dict[str, Any]) -> State:
        try:
            options = self.check_table(data["seats"], self.options.parse(data["options"]))
            state = self.state_class(self, data["seats"], options, 0)
            state.restore(data)
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise LoadError(f"this is no state of Moot: {error!r}") from error
        return state
