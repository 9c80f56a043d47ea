"""What an agent is handed: one seat's side of a position, and nothing of the others'.

A ``Perspective`` is made from one determinized state. Because ``determinize`` uses only what the seat may know, everything that can
be asked of the true position can be asked of that sample with the same answer, and sampling it again samples afresh. So the truth
need not be there at all, and no agent can cheat, whatever it digs up.
"""

from __future__ import annotations

import json
from typing import Any

from skali.core import Event, Game, Prompt, State, derive_seed, load_game


class Story:
    """What one seat has been told so far: its events, what was said, and its own moves, as plain data."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.entries: list[dict[str, Any]] = []

    def move(self, seat: int, notation: str) -> None:
        """A move was made: its own seat remembers it, the others learn what the events tell."""
        if seat == self.seat:
            self.entries.append({"kind": "move", "seat": seat, "notation": notation})

    def remark(self, seat: int, notation: str) -> None:
        """Somebody has said something to the whole table."""
        self.entries.append({"kind": "remark", "seat": seat, "notation": notation})

    def events(self, events: list[Event]) -> None:
        for event in events:
            if event.seen_by(self.seat):
                data = json.loads(json.dumps(event.data))  # a copy, so that nothing hangs on the game's own objects
                self.entries.append({"kind": "event", "event": event.kind, "data": data, "rule": event.rule})


class Perspective:
    """One seat's side of a position: ``view``, ``prompt``, ``legal_moves``, ``sample(seed)`` and the ``story`` so far.

    ``seed`` is the agent's luck for this decision: an agent that uses no other is reproducible.
    """

    def __init__(self, state: State, seat: int, seats: int, seed: int, story: Story | None = None) -> None:
        self.seat = seat
        self.seats = seats
        self.seed = seed
        self.story: list[dict[str, Any]] = list(story.entries) if story is not None else []
        self._sample = state.determinize(seat, derive_seed("perspective", seed))

    @property
    def game(self) -> Game:
        return self._sample.game()

    @property
    def view(self) -> dict[str, Any]:
        return self._sample.view(self.seat)

    @property
    def prompt(self) -> Prompt:
        return self._sample.prompt(self.seat)

    @property
    def legal_moves(self) -> list[int]:
        return self._sample.legal_moves(self.seat)

    @property
    def remarks(self) -> list[int]:
        """What the seat may say now, in ``game.remarks``."""
        return self._sample.remarks(self.seat)

    def notation(self, move: int) -> str:
        return self.game.moves.show(move)

    def sample(self, seed: int) -> State:
        """A position that this seat cannot tell from the true one, for the agent to keep."""
        return self._sample.determinize(self.seat, seed)

    def __reduce__(self) -> tuple[Any, ...]:
        game = self.game
        own = {"seat": self.seat, "seats": self.seats, "seed": self.seed, "story": self.story}
        return (_restore, (game.key, game.components.digest, self._sample.to_dict(), own))


def _restore(key: str, components: str, sample: dict[str, Any], own: dict[str, Any]) -> Perspective:
    game = load_game(key)
    if game.components.digest != components:
        raise ValueError(
            f"this perspective is of {key} with components {components}; here are {game.components.digest}"
        )
    made = Perspective.__new__(Perspective)
    made.seat, made.seats, made.seed, made.story = own["seat"], own["seats"], own["seed"], own["story"]
    made._sample = game.load(sample)
    return made
