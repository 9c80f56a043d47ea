"""All decisions of Explorers, by the phase that asks."""

from __future__ import annotations

from typing import Final

from skali.core.protocol import decision_list
from skali.games.explorers.decisions import action, captain, place

DECISIONS: Final = decision_list(
    captain.ChooseCaptain(),
    place.ChooseTile(),
    place.ChooseCell(),
    place.ChooseTurn(),
    action.ChooseAction(),
    *action.STEPS,
)
