"""Phase 5: players build, brick by brick in rising order of sites (EK-090 to EK-096, EK-D9)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from skali.core.bits import bit, lowest, popcount
from skali.core.moves import Moves
from skali.core.protocol import DECISION_FAULT, Decision, Event, Prompt
from skali.games.eketorp import bricks, moves, phases
from skali.games.eketorp.position import EketorpPosition

EK_090_BROUGHT_HOME: Final = 90
EK_092_HEIGHT_THREE: Final = 92
EK_D9_ORDER: Final = DECISION_FAULT + 9


class BuildBrick(Decision[EketorpPosition]):
    """The next brick: which kind, and on which site (EK-090 to EK-093)."""

    def fill(self, position: EketorpPosition, seat: i64, out: Moves) -> None:
        carried = position.carried[seat]
        sites = open_sites(position, seat)
        while sites:
            site = lowest(sites)
            for kind in range(i64(bricks.KINDS)):
                if bricks.count_of(carried, kind + 1):
                    out.add(moves.BUILD_BRICK + kind * bricks.SITES + site)
            sites &= sites - 1

    def fault(self, position: EketorpPosition, seat: i64, move: i64) -> i64:
        site = (move - moves.BUILD_BRICK) % bricks.SITES
        if not bricks.count_of(position.carried[seat], (move - moves.BUILD_BRICK) // bricks.SITES + 1):
            return EK_090_BROUGHT_HOME
        if bricks.height(bricks.stack(position.castle[seat], site)) == bricks.HEIGHT:
            return EK_092_HEIGHT_THREE
        return 0 if open_sites(position, seat) & bit(site) else EK_D9_ORDER

    def play(self, position: EketorpPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        kind = (move - moves.BUILD_BRICK) // bricks.SITES + 1
        build(position, seat, kind, (move - moves.BUILD_BRICK) % bricks.SITES, "EK-091", events)
        position.phase = phases.BUILD if has_a_choice(position, seat, events) else phases.BUILDING

    def prompt(self, position: EketorpPosition, seat: i64) -> Prompt:
        carried = bricks.listed(position.carried[seat])
        data = {"bricks": carried, "left": len(carried), "site": int(position.site) + 1, "room": room(position, seat)}
        return Prompt("build", "EK-D9", data)


def room(position: EketorpPosition, seat: i64) -> list[int]:
    """How many bricks each site still takes, from the site at which building goes on (EK-092, EK-D9)."""
    free = [int(bricks.HEIGHT - bricks.height(bricks.stack(position.castle[seat], i))) for i in range(bricks.SITES)]
    return [0] * int(position.site) + free[int(position.site) :]


def open_sites(position: EketorpPosition, seat: i64) -> i64:
    """The sites with room from the last one on, as far as all bricks still fit from there on (EK-092, EK-D9)."""
    castle = position.castle[seat]
    site = position.site
    room = bricks.room_from(castle, site) - bricks.size(position.carried[seat])
    sites: i64 = 0
    while site < bricks.SITES and room >= 0:
        free = bricks.HEIGHT - bricks.height(bricks.stack(castle, site))
        if free:
            sites |= bit(site)
        room -= free
        site += 1
    return sites


def has_a_choice(position: EketorpPosition, seat: i64, events: list[Event] | None) -> bool:
    """Whether the player has a brick and a site to choose; single choices, and a last fill, are not asked (EK-096)."""
    while position.carried[seat]:
        carried = position.carried[seat]
        if bricks.size(carried) >= bricks.PLACES - bricks.bricks_in(position.castle[seat]):
            complete(position, seat, events)
            return False
        sites = open_sites(position, seat)
        if popcount(sites) * bricks.kinds(carried) > 1:
            return True
        build(position, seat, bricks.lowest_kind(carried), lowest(sites), "EK-091", events)
    return False


def build(position: EketorpPosition, seat: i64, kind: i64, site: i64, rule: str, events: list[Event] | None) -> None:
    position.castle[seat] = bricks.put(position.castle[seat], site, kind)
    position.carried[seat] -= bricks.brick(kind)
    position.site = site
    if events is not None:
        data = {"seat": seat, "brick": bricks.NAMES[kind - 1], "site": int(site) + 1}
        events.append(Event("built", data, rule=rule))


def complete(position: EketorpPosition, seat: i64, events: list[Event] | None) -> None:
    """Cheapest first, each on the lowest site with room; what is left over lies beside the castle (EK-095, EK-096)."""
    for site in range(i64(bricks.SITES)):
        while bricks.height(bricks.stack(position.castle[seat], site)) < bricks.HEIGHT:
            build(position, seat, bricks.lowest_kind(position.carried[seat]), site, "EK-096", events)
    if position.carried[seat] and events is not None:
        data = {"seat": seat, "bricks": bricks.listed(position.carried[seat])}
        events.append(Event("beside", data, rule="EK-095"))
