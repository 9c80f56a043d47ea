"""A game that draws pictures of itself draws them of every position, for whoever looks."""

from math import isfinite
from xml.etree import ElementTree

from skali.core import SPECTATOR
from skali.kit.play import Spot


def pictures_can_be_drawn(spot: Spot) -> None:
    """Spectators and a seat that is asked get a picture, in one of the game's languages, and it is sound."""
    languages = spot.game.languages
    words = spot.game.words(languages[spot.step % len(languages)])
    for viewer in (SPECTATOR, *spot.state.to_act()[:1]):
        drawing = spot.game.presenter.picture(spot.state.view(viewer), words, [])
        if drawing is None:
            return
        assert drawing.shapes, f"the picture for viewer {viewer} is empty"
        assert all(isfinite(number) for number in drawing.bounds()), f"the picture for viewer {viewer} has no bounds"
        ElementTree.fromstring(drawing.svg())
