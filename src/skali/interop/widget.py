"""A board for notebooks on which a saga is stepped through: ``SagaBoard(saga)``, with anywidget, in Jupyter and marimo alike."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anywidget
import traitlets

from skali.core import SPECTATOR, Game, Saga, State, load_game, replay
from skali.core.saga import open_saga

_HERE = Path(__file__).parent


class SagaBoard(anywidget.AnyWidget):
    """A game, position by position, drawn as one viewer may see it: spectators by default. ``step`` is the position that is shown.

    The moves are told as they stand in the saga, secret ones too.
    """

    _esm = _HERE / "widget.js"
    _css = _HERE / "widget.css"

    step = traitlets.Int(0, help="The position that is shown: 0 is the start, 1 the one after the first move.").tag(
        sync=True
    )
    last = traitlets.Int(0).tag(sync=True)
    svg = traitlets.Unicode("").tag(sync=True)
    said = traitlets.Unicode("", help="The move that led here, in words, as the saga has it.").tag(sync=True)

    def __init__(self, saga: Saga | str | Path, viewer: int = SPECTATOR, language: str = "en", **settings: Any) -> None:
        """``saga`` is a saga, its text, or the file of one."""
        self.saga = saga if isinstance(saga, Saga) else Saga.read(_text(saga))
        self.game: Game = load_game(self.saga.game)
        if not SPECTATOR <= viewer < self.saga.seats:
            raise ValueError(f"viewer is a seat from 0 to {self.saga.seats - 1}, or {SPECTATOR} for spectators")
        self.viewer = viewer
        self._words = self.game.words(language)
        self._names = [self.saga.players.get(seat, f"player {seat}") for seat in range(self.saga.seats)]
        self._states: list[State] = [open_saga(self.saga, self.game)]
        self._said = [""]
        replay(self.saga, self.game, self._keep)
        super().__init__(last=len(self._states) - 1, **settings)
        self._show(None)
        self.observe(self._show, "step")

    @property
    def state(self) -> State:
        """The position that is shown."""
        return self._states[self.step]

    @traitlets.validate("step")
    def _inside(self, proposal: Any) -> int:
        return min(max(int(proposal["value"]), 0), len(self._states) - 1)

    def _keep(self, step: Any, state: State, events: Any) -> None:
        if step.kind == "move":
            move = self.game.moves.to_data(self.game.moves.read(step.text))
            words = self._words.say("move", str(move["kind"]), move, self._names)
            self._states.append(state.copy())
            self._said.append(f"{self._names[step.seat]}: {words}")

    def _show(self, _: Any) -> None:
        drawing = self.game.presenter.picture(self.state.view(self.viewer), self._words, self._names)
        if drawing is None:
            raise ValueError(f"{self.game.title} draws no picture of itself")
        self.said = self._said[self.step]
        self.svg = drawing.svg()


def _text(source: str | Path) -> str:
    """The text itself, or that of a file; a saga has many lines, a path one."""
    if isinstance(source, str) and "\n" in source:
        return source
    return Path(source).read_text(encoding="utf-8")
