"""The list of broken toys: each with the check that must notice it, and what that check must say."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from skali.core import Game
from tests.toys.cairns.game import Cairns, CairnsState
from tests.toys.moot.game import Moot
from tests.toys.moot.state import MootState

Toy = TypeVar("Toy")


@dataclass(frozen=True)
class Breakage:
    check: Callable[..., Any]
    says: str
    toy: Any
    """A broken state, a broken game, or what makes a broken game in an empty folder."""

    def game(self, folder: Path) -> Game:
        if isinstance(self.toy, type) and issubclass(self.toy, CairnsState):
            return type("BrokenCairns", (Cairns,), {"state_class": self.toy})()  # type: ignore[no-any-return]
        if isinstance(self.toy, type) and issubclass(self.toy, MootState):
            return type("BrokenMoot", (Moot,), {"state_class": self.toy})()  # type: ignore[no-any-return]
        game: Game = self.toy() if isinstance(self.toy, type) else self.toy(folder)
        return game

    def __str__(self) -> str:
        return f"{self.toy.__name__}-{self.check.__name__}"


BREAKAGES: list[Breakage] = []


def breaks(check: Callable[..., Any], says: str) -> Callable[[Toy], Toy]:
    """Says of a toy that this check must notice it, with these words."""

    def note(toy: Toy) -> Toy:
        BREAKAGES.append(Breakage(check, says, toy))
        return toy

    return note
