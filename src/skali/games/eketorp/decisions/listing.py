"""All decisions of Eketorp, by the phase that asks."""

from __future__ import annotations

from typing import Final

from skali.core.protocol import decision_list
from skali.games.eketorp.decisions import build, call, deploy, exchange, lay_card, loot

DECISIONS: Final = decision_list(
    deploy.Deploy(),
    call.CallBattle(),
    call.ChooseOpponent(),
    exchange.ExchangeHand(),
    lay_card.LayCard(),
    loot.TakeLoot(),
    loot.KeepBrick(),
    build.BuildBrick(),
)
