"""Talk: remarks are said only while it is open, and are written like moves."""

from skali.core import SPECTATOR, Talk
from skali.kit.play import Spot


def remarks_fit_the_talk(spot: Spot) -> None:
    """Every offered remark is one of the game's; none is offered to spectators, or while talk is closed."""
    space = spot.game.remarks
    for viewer in spot.viewers:
        offered = spot.state.remarks(viewer)
        talk = spot.state.talk(viewer) or Talk(True, "")
        assert viewer != SPECTATOR or not offered, f"spectators are offered {offered}"
        assert talk.open or not offered, f"talk is closed, but seat {viewer} is offered {offered}"
        assert talk.open or talk.rule in spot.game.rulebook.entries, f"no rule closes talk: {talk}"
        for remark in offered:
            assert space is not None and remark in space, f"seat {viewer} is offered {remark}, which is no remark"
