"""Phase 5: Vikings bring bricks home and players build, brick by brick in rising order of sites (EK-088 to EK-096, EK-D9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from skali.core.moves import Moves
from skali.core.protocol import DECISION_FAULT, Event
from skali.games.eketorp import bricks, rounds
from skali.games.eketorp.bricks import BRICKS, HEIGHT, KINDS, PLACES, SITES
from skali.games.eketorp.components import FIELD_BITS, KIND_BITS
from skali.games.eketorp.loot import KEPT_BITS
from skali.games.eketorp.moves import BUILD_BRICK, STORAGE_FIELDS
from skali.games.eketorp.phases import BUILD, NOBODY

if TYPE_CHECKING:
    from skali.games.eketorp.state import EketorpState

EK_018_PHASES: Final = 18
EK_090_BROUGHT_HOME: Final = 90
EK_092_HEIGHT_THREE: Final = 92
EK_D9_ORDER: Final = DECISION_FAULT + 9


# What may be done


def fill(state: EketorpState, seat: i64, out: Moves) -> None:
    """Each kind on each site from the last one on, as long as the rest still fits from there on."""
    castle = state.castle[seat]
    carried = state.carried[seat]
    room = bricks.room_from(castle, state.site) - bricks.size(carried)
    for site in range(state.site, SITES):
        if room < 0:
            return
        free = HEIGHT - bricks.height(bricks.stack(castle, site))
        if free:
            for kind in range(KINDS):
                if bricks.count_of(carried, kind + 1):
                    out.add(BUILD_BRICK + kind * SITES + site)
        room -= free


def choices(state: EketorpState, seat: i64) -> i64:
    """How many different bricks and sites there are to choose from."""
    castle = state.castle[seat]
    room = bricks.room_from(castle, state.site) - bricks.size(state.carried[seat])
    sites: i64 = 0
    for site in range(state.site, SITES):
        if room < 0:
            break
        free = HEIGHT - bricks.height(bricks.stack(castle, site))
        if free:
            sites += 1
        room -= free
    return sites * bricks.kinds(state.carried[seat])


def fault(state: EketorpState, seat: i64, move: i64) -> i64:
    """The rule that a step of building breaks, 0 if none."""
    if move < BUILD_BRICK:
        return EK_018_PHASES
    kind = (move - BUILD_BRICK) // SITES + 1
    site = (move - BUILD_BRICK) % SITES
    castle = state.castle[seat]
    if not bricks.count_of(state.carried[seat], kind):
        return EK_090_BROUGHT_HOME
    if bricks.height(bricks.stack(castle, site)) == HEIGHT:
        return EK_092_HEIGHT_THREE
    if site < state.site or bricks.room_from(castle, site) < bricks.size(state.carried[seat]):
        return EK_D9_ORDER
    return 0


# What happens


def begin(state: EketorpState, events: list[Event] | None) -> None:
    """All Vikings who are not in the hospital go home with their bricks (EK-088, EK-089)."""
    for field in range(STORAGE_FIELDS):
        share_field(state, field)
    for seat in range(state.seats):
        state.home[seat] += state.away(seat)
        state.storage[seat] = 0
        state.siege[seat] = 0
        kept = state.kept[seat]
        while kept:
            if kept & 7:
                state.carried[seat] += bricks.brick(kept & 7)
            kept >>= KEPT_BITS
        state.kept[seat] = 0
        if state.carried[seat] and events is not None:
            data = {"seat": int(seat), "bricks": bricks.listed(state.carried[seat])}
            events.append(Event("brought_home", data, rule="EK-088"))
    state.besieged = 0
    state.initiator = NOBODY
    state.active = state.start_player
    begin_castle(state, events)


def share_field(state: EketorpState, field: i64) -> None:
    """Every Viking takes a brick while there are any; the field is peaceful, so only one owner can go short (EK-089)."""
    left = state.bricks_on(field)
    if not left:
        return
    kind = (state.kinds >> (KIND_BITS * field)) & 7
    for seat in range(state.seats):
        here = state.on_field(seat, field)
        if here:
            taken = here if here < left else left
            left -= taken
            state.bricks -= taken << (FIELD_BITS * field)
            state.carried[seat] += taken * bricks.brick(kind)
    if not left:
        state.kinds -= kind << (KIND_BITS * field)


def begin_castle(state: EketorpState, events: list[Event] | None) -> None:
    """The active player builds, if he brought anything; enough for all free places is placed for him (EK-094, EK-096)."""
    for _ in range(state.seats):
        seat = state.active
        carried = state.carried[seat]
        if carried and bricks.size(carried) < PLACES - bricks.bricks_in(state.castle[seat]):
            state.phase = BUILD
            state.site = 0
            if go_on(state, events):
                return
        elif carried:
            complete(state, seat, events)
        state.active = (seat + 1) % state.seats
        if state.active == state.start_player:
            break
    end(state, events)


def go_on(state: EketorpState, events: list[Event] | None) -> bool:
    """Whether the active player has a choice; single ones are not asked."""
    seat = state.active
    while state.carried[seat]:
        if choices(state, seat) > 1:
            return True
        kind = bricks.lowest_kind(state.carried[seat])
        site = state.site
        while bricks.height(bricks.stack(state.castle[seat], site)) == HEIGHT:
            site += 1
        build(state, seat, kind, site, "EK-091", events)
    return False


def play(state: EketorpState, move: i64, events: list[Event] | None) -> None:
    kind = (move - BUILD_BRICK) // SITES + 1
    build(state, state.active, kind, (move - BUILD_BRICK) % SITES, "EK-091", events)
    if go_on(state, events):
        return
    state.active = (state.active + 1) % state.seats
    if state.active == state.start_player:
        end(state, events)
    else:
        begin_castle(state, events)


def end(state: EketorpState, events: list[Event] | None) -> None:
    state.site = 0
    rounds.end_phase_5(state, events)


def build(state: EketorpState, seat: i64, kind: i64, site: i64, rule: str, events: list[Event] | None) -> None:
    state.castle[seat] = bricks.put(state.castle[seat], site, kind)
    state.carried[seat] -= bricks.brick(kind)
    state.site = site
    if events is not None:
        data = {"seat": seat, "brick": BRICKS[kind - 1], "site": int(site) + 1}
        events.append(Event("built", data, rule=rule))


def complete(state: EketorpState, seat: i64, events: list[Event] | None) -> None:
    """Cheapest first, each on the lowest site with room; what is left over lies beside the castle (EK-095, EK-096)."""
    for site in range(SITES):
        while bricks.height(bricks.stack(state.castle[seat], site)) < HEIGHT:
            build(state, seat, bricks.lowest_kind(state.carried[seat]), site, "EK-096", events)
    if state.carried[seat] and events is not None:
        data = {"seat": seat, "bricks": bricks.listed(state.carried[seat])}
        events.append(Event("beside", data, rule="EK-095"))
