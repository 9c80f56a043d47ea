"""All decisions of Graenaland, by the phase that asks: the number in the ledger, and the range of moves that answer it."""

from __future__ import annotations

from typing import Final

from skali.core.protocol import decision_list
from skali.games.graenaland import moves
from skali.games.graenaland.decisions import (
    building,
    claims,
    distribution,
    free_start,
    hero_orders,
    joint_works,
    paying,
)

DECISIONS: Final = decision_list(
    free_start.StartPlace(2, moves.PLACE, moves.KEEP_CAMP),
    free_start.Camp(3, moves.KEEP_CAMP, moves.KEEP_CARD),
    claims.KeepVictoryCard(4, moves.KEEP_CARD, moves.STAY),
    hero_orders.HeroOrder(5, moves.STAY, moves.PASS),
    distribution.Propose(6, moves.PASS, moves.ALLOT),
    distribution.Allot(7, moves.ALLOT, moves.ACCEPT),
    distribution.Vote(8, moves.ACCEPT, moves.NO_CLAIM),
    claims.Claim(9, moves.NO_CLAIM, moves.RELOCATE),
    building.Menu(10, moves.SUPPLY, moves.TAKE),
    building.TakeSupply(11, moves.TAKE, moves.SITE),
    building.BuildingSite(12, moves.SITE, moves.RECRUIT),
    building.Recruit(13, moves.RECRUIT, moves.SPEND),
    paying.Pay(14, moves.SPEND, moves.GIVE),
    paying.Give(15, moves.GIVE, moves.RELOCATE),
    building.SeatHero(16, moves.RELOCATE, moves.NAME_WORK),
    joint_works.NameWork(17, moves.NAME_WORK, moves.PLEDGE),
    joint_works.JointSite(17, moves.SITE, moves.RECRUIT),
    joint_works.Pledge(18, moves.PLEDGE, moves.CARRY_OUT),
    joint_works.JointDecision(19, moves.CARRY_OUT, moves.GRANT_TO),
    building.GrantTo(20, moves.GRANT_TO, moves.DECLINE),
)
