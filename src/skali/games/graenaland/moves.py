"""The kinds of move in Graenaland and their fields.

Territories are named by their tile, so that a move means the same on every island. A composite (a proposal, a payment, a project)
is several moves, split as the ledger's Decisions chapter says.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Final

from skali.core.moves import Kind, MoveSpace, Named, Number

TILES: Final = 9
MAX_SEATS: Final = 5
RESOURCES: Final[tuple[str, ...]] = ("grain", "cattle", "wood", "ore", "gold")
HEROES: Final = ("warrior", "priest", "minstrel")
DIRECTIONS: Final = ("W", "E", "NW", "NE", "SW", "SE", "WW", "EE")
PROJECTS: Final = ("village", "keep", "church", "hall", "army", "road", "improvement", "market", "palisade")
WORKS: Final[tuple[str, ...]] = PROJECTS[5:]
UNITS: Final[tuple[str, ...]] = ("peasants", "archers", "swordsmen", "cavalry")
SUPPLY_KINDS: Final = tuple("/".join(pair) for pair in combinations_with_replacement(RESOURCES[:4], 2))
HAND_KINDS: Final = (*SUPPLY_KINDS, "gold", *RESOURCES[:4])
"""The faces of a hand, in the order in which a payment asks for them (GR-130)."""
PLEDGES: Final = (*SUPPLY_KINDS, *RESOURCES[:4], *[f"gold-as-{name}" for name in RESOURCES[:4]])
"""What can be pledged, in the order of GR-181."""

SUPPLIES: Final = 10
GOLD_KIND: Final = 10
KINDS: Final = 15
COUNTS: Final = 7
"""A project costs at most six units, so a payment spends 0 to 6 cards of a kind."""
VICTORY_CARDS: Final = 20

PLACE: Final = 0
KEEP_CAMP: Final = PLACE + TILES
BREAK_CAMP: Final = KEEP_CAMP + 1
KEEP_CARD: Final = BREAK_CAMP + TILES
STAY: Final = KEEP_CARD + VICTORY_CARDS
MOVE_HERO: Final = STAY + 1
PASS: Final = MOVE_HERO + 24
PROPOSE: Final = PASS + 1
ALLOT: Final = PROPOSE + TILES
ACCEPT: Final = ALLOT + MAX_SEATS
REFUSE: Final = ACCEPT + 1
NO_CLAIM: Final = REFUSE + 1
PLAN: Final = NO_CLAIM + 1
CLAIM: Final = PLAN + 1
WITHDRAW: Final = CLAIM + 1
SUPPLY: Final = WITHDRAW + 1
BUILD: Final = SUPPLY + 1
JOINT: Final = BUILD + 9
GRANT: Final = JOINT + 1
END: Final = GRANT + 1
TAKE: Final = END + 1
SITE: Final = TAKE + SUPPLIES
RECRUIT: Final = SITE + TILES
SPEND: Final = RECRUIT + 4
GIVE: Final = SPEND + COUNTS * KINDS
RELOCATE: Final = GIVE + KINDS
LEAVE: Final = RELOCATE + 1
NAME_WORK: Final = LEAVE + 1
PLEDGE: Final = NAME_WORK + 4
DONE: Final = PLEDGE + 18
CARRY_OUT: Final = DONE + 1
ABANDON: Final = CARRY_OUT + 1
GRANT_TO: Final = ABANDON + 1
DECLINE: Final = GRANT_TO + MAX_SEATS
SIZE: Final = DECLINE + 1


def move_space(tiles: list[str], victory_cards: list[str]) -> MoveSpace:
    territory = Named("territory", TILES, tiles)
    seat = Number("seat", MAX_SEATS)
    card = Named("card", KINDS, list(HAND_KINDS))
    hero, direction = Named("hero", 3, list(HEROES)), Named("direction", 8, list(DIRECTIONS))
    return MoveSpace(
        Kind(PLACE, "place", "place at {territory}", territory),
        Kind(KEEP_CAMP, "keep_camp", "keep camp"),
        Kind(BREAK_CAMP, "break_camp", "break camp for {territory}", territory),
        Kind(KEEP_CARD, "keep_card", "keep {card}", Named("card", VICTORY_CARDS, victory_cards)),
        Kind(STAY, "stay", "stay"),
        Kind(MOVE_HERO, "move_hero", "move {hero} {direction}", hero, direction),
        Kind(PASS, "pass", "pass"),
        Kind(PROPOSE, "propose", "propose {territory}", territory),
        Kind(ALLOT, "allot", "allot to {seat}", seat),
        Kind(ACCEPT, "accept", "accept"),
        Kind(REFUSE, "refuse", "refuse"),
        Kind(NO_CLAIM, "no_claim", "no claim"),
        Kind(PLAN, "plan", "plan"),
        Kind(CLAIM, "claim", "claim"),
        Kind(WITHDRAW, "withdraw", "withdraw"),
        Kind(SUPPLY, "supply", "supply"),
        Kind(BUILD, "build", "build {project}", Named("project", 9, list(PROJECTS))),
        Kind(JOINT, "joint", "joint work"),
        Kind(GRANT, "grant", "grant"),
        Kind(END, "end", "end"),
        Kind(TAKE, "take", "take {supply}", Named("supply", SUPPLIES, list(SUPPLY_KINDS))),
        Kind(SITE, "site", "at {territory}", territory),
        Kind(RECRUIT, "recruit", "recruit {unit}", Named("unit", 4, list(UNITS))),
        Kind(SPEND, "spend", "spend {count} {card}", Number("count", COUNTS), card),
        Kind(GIVE, "give", "give {card}", card),
        Kind(RELOCATE, "relocate", "move hero there"),
        Kind(LEAVE, "leave", "leave hero"),
        Kind(NAME_WORK, "name_work", "name {work}", Named("work", 4, list(WORKS))),
        Kind(PLEDGE, "pledge", "pledge {card}", Named("card", 18, list(PLEDGES))),
        Kind(DONE, "done", "done"),
        Kind(CARRY_OUT, "carry_out", "carry out"),
        Kind(ABANDON, "abandon", "abandon"),
        Kind(GRANT_TO, "grant_to", "let {seat} build", seat),
        Kind(DECLINE, "decline", "decline"),
    )
