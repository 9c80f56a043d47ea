"""Cairns with pictures that nobody could look at."""

from math import nan
from typing import Any

from skali.core import Words
from skali.core.presenter import Presenter
from skali.drawing.shapes import Drawing
from skali.kit import pictures
from tests.toys.breakage import breaks
from tests.toys.cairns.game import Cairns


class Blank(Presenter):
    def picture(self, view: dict[str, Any], words: Words, players: list[str]) -> Drawing:
        return Drawing()


class Boundless(Presenter):
    def picture(self, view: dict[str, Any], words: Words, players: list[str]) -> Drawing:
        drawing = Drawing()
        drawing.circle(nan, 0, 1, "#000000")
        return drawing


@breaks(pictures.pictures_can_be_drawn, "is empty")
class CairnsInTheSnow(Cairns):
    def __init__(self) -> None:
        super().__init__()
        self.presenter = Blank()


@breaks(pictures.pictures_can_be_drawn, "has no bounds")
class CairnsOutOfSight(Cairns):
    def __init__(self) -> None:
        super().__init__()
        self.presenter = Boundless()
