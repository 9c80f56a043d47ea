"""Where a game stands: the decision that is asked (GR-D01 to GR-D22), or what follows by itself (course.py)."""

from __future__ import annotations

from typing import Final

# What is asked
START_PLACE: Final = 0
"""Free start: put a village on the coast (GR-D01, GR-D02)."""
CAMP: Final = 1
"""Free start: stay in a crowded territory or break camp (GR-D03)."""
VICTORY_CARD: Final = 2
HERO_ORDERS: Final = 3
PROPOSAL: Final = 4
ALLOTMENT: Final = 5
VOTE: Final = 6
CLAIMS: Final = 7
MENU: Final = 8
"""What to build next (GR-D10, GR-D21, GR-D22)."""
SUPPLY_CARD: Final = 9
BUILDING_SITE: Final = 10
UNIT: Final = 11
PAYMENT: Final = 12
GIFT: Final = 13
HERO_SEAT: Final = 14
"""Another church or hall: move the hero there or leave it (GR-D16)."""
JOINT_KIND: Final = 15
JOINT_SITE: Final = 16
PLEDGES: Final = 17
JOINT_DECISION: Final = 18
GRANTEE: Final = 19
OVER: Final = 20
# What follows by itself
VILLAGE_PLACED: Final = 21
"""Free start: a village has come, and nobody is to be asked about its territory."""
START_TAKEN: Final = 22
"""Everybody has a start position."""
CARDS_KEPT: Final = 23
ORDERS_GIVEN: Final = 24
PROPOSAL_ENDED: Final = 25
"""A player has passed, or his proposal has been voted on."""
CLAIMS_MADE: Final = 26
PAID: Final = 27
"""A price has been paid; entry gifts may still be due."""
PROJECT_ENDED: Final = 28
"""The builder, or after a granted build the leader, may go on."""
BUILD_ENDED: Final = 29
FINAL_BUILD_ENDED: Final = 30

NAMES: Final = (
    "start_place",
    "camp",
    "victory_card",
    "hero_orders",
    "proposal",
    "allotment",
    "vote",
    "claims",
    "menu",
    "supply_card",
    "building_site",
    "unit",
    "payment",
    "gift",
    "hero_seat",
    "joint_kind",
    "joint_site",
    "pledges",
    "joint_decision",
    "grantee",
    "over",
)

LEADING: Final = 0
"""The leader's own build phase."""
GRANTED: Final = 1
"""One project of a player whom the leader let build (GR-252)."""
FINAL: Final = 2
"""Final building (GR-199), and a claim plan, which is one tried on a copy (GR-242)."""
MODE_NAMES: Final = ("leading", "granted", "final")
