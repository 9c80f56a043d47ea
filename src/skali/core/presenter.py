"""How a game shows itself in words and text: one source for the browser and the terminal. Knows no game."""

from __future__ import annotations

from typing import Any

from mypy_extensions import mypyc_attr

from skali.core.words import Words
from skali.drawing.shapes import Drawing

Group = tuple[str, list[tuple[int, str]]]
"""A heading, and under it the choices: the place of each in the list of legal moves, and what it says."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Presenter:
    """Draws positions and describes choices, always from a view. A game overrides what it can say better than the default."""

    def draw(self, view: dict[str, Any], words: Words, colour: bool, players: list[str]) -> str:
        """The position as text, with ANSI colours if asked for; empty if the game has no drawing."""
        return ""

    def picture(self, view: dict[str, Any], words: Words, players: list[str]) -> Drawing | None:
        """The position as a picture; None if the game has none."""
        return None

    def brief(self, view: dict[str, Any], words: Words, colour: bool, players: list[str]) -> str:
        """What matters during the steps of one turn, in place of the whole drawing; empty if the game has none."""
        return ""

    def is_worth_drawing(self, asked: str, before: str) -> bool:
        """Whether the whole position should be drawn for this kind of question, after that one."""
        return True

    def describes(self, kind: str) -> bool:
        """Whether ``choice`` may have something to say about moves of this kind."""
        return False

    def choice(self, move: dict[str, Any], view: dict[str, Any], asked: dict[str, Any], words: Words) -> str:
        """What a choice says in this position; empty where the words of the move say it all."""
        return ""

    def groups(
        self, moves: list[dict[str, Any]], view: dict[str, Any], asked: dict[str, Any], words: Words
    ) -> list[Group]:
        """The legal moves in the order and under the headings in which a person looks for them."""
        return [("", [(at, self.choice(move, view, asked, words)) for at, move in enumerate(moves)])]
