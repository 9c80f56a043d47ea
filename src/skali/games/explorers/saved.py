"""Positions as saved data: to_dict and its inverse, which refuses what the rules could not have led to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mypy_extensions import i16, i32, i64

from skali.core.bits import bit, members_of, popcount
from skali.core.moves import Moves
from skali.core.protocol import LoadError
from skali.core.reading import list_of, one_of, set_of, within
from skali.games.explorers import actions, building, islands, loading, placing, sailing, setup
from skali.games.explorers.components import ENEMY_SHIP, NODES, REGIONS, SEA, SETTLEMENT, SIDES
from skali.games.explorers.moves import CAPTAINS, CARGOES, CELLS, GRID, PUT, TAKE, TILES, TURNS
from skali.games.explorers.phases import (
    CHOOSE_ACTION,
    CHOOSE_CAPTAIN,
    CHOOSE_CELL,
    CHOOSE_TURN,
    HERD_LIVESTOCK,
    HERD_TARGET,
    LOADING,
    MARCH_NUMBER,
    MARCH_TARGET,
    OVER,
    PHASE_NAMES,
    SAILING,
    UNLOADING,
)
from skali.games.explorers.pieces import (
    ABOARD,
    ANIMALS,
    CAPTAIN,
    CARGO,
    CHOSEN,
    DEAD,
    DELIVERED,
    HAND,
    HOLD,
    KNOWN,
    LIVESTOCK_TYPES,
    LONGSHIP,
    MAINLAND,
    NO_CAPTAIN,
    OTHER_CAPTAIN,
    OUTPOSTS,
    SETTLEMENTS,
    SHIPS,
    STRENGTH,
    VIKINGS,
    number_of_all,
    outposts_built,
    packed,
    unpacked,
    vikings_at,
)

if TYPE_CHECKING:
    from skali.games.explorers.state import ExplorersState


def to_dict(state: ExplorersState) -> dict[str, Any]:
    return {
        "game": "explorers",
        "seats": int(state.seats),
        "options": {"start_side": "random" if state.random_side else SIDES[state.side]},
        "side": SIDES[state.side],
        "phase": PHASE_NAMES[state.phase],
        "active": int(state.active),
        "first": int(state.first),
        "turn": int(state.turn),
        "placed": int(state.placed),
        "points": int(state.points),
        "barrier": int(state.raised),
        "step": [int(each) for each in (state.tile, state.cell, state.origin, state.target, state.animal, state.picks)],
        "stack": members_of(state.stack),
        "discarded": members_of(state.discarded),
        "supply": unpacked(state.supply),
        "settlements": [int(state.strengths >> (4 * at)) & 15 for at in range(4)],
        "unturned": [int(state.deadly), int(state.safe)],
        "enemy_ships": members_of(state.enemies),
        "tiles": [[tile, int(lies) // TURNS, int(lies) % TURNS] for tile, lies in enumerate(state.lies) if lies >= 0],
        "land": [[node, *on_land(int(there))] for node, there in enumerate(state.land) if there],
        "outposts": [[int(each) // 4, int(each) % 4] for each in state.outposts],
        "players": [player(state, seat) for seat in range(state.seats)],
        "rng": state.rng.to_list(),
    }


def on_land(there: int) -> list[int]:
    """The livestock of a land region by type, and the strength of its settlement."""
    return [*unpacked(there & ANIMALS), there >> STRENGTH]


def player(state: ExplorersState, seat: i64) -> dict[str, Any]:
    strengths = state.word(seat, SETTLEMENTS)
    return {
        "hand": members_of(state.word(seat, HAND)),
        "known": members_of(state.word(seat, KNOWN)),
        "captains": [int(state.word(seat, CAPTAIN)), int(state.word(seat, OTHER_CAPTAIN))],
        "chosen": int(state.word(seat, CHOSEN)),
        "longship": int(state.word(seat, LONGSHIP)),
        "cargo": unpacked(state.word(seat, CARGO)),
        "delivered": unpacked(state.word(seat, DELIVERED)),
        "ships": int(state.word(seat, SHIPS)),
        "settlements": [int(strengths >> (4 * at)) & 15 for at in range(4)],
        "vikings": [int(state.vikings[at]) for at in range(seat * VIKINGS, seat * VIKINGS + VIKINGS)],
    }


# Loading


def fill(state: ExplorersState, data: dict[str, Any]) -> None:
    """Fills a new state from saved data; a ``LoadError`` says what is wrong."""
    try:
        _fill(state, data)
    except (KeyError, TypeError, IndexError, ValueError) as error:
        if isinstance(error, LoadError):
            raise
        raise LoadError(f"this is no position of Explorers: {type(error).__name__} {error}") from None


def _fill(state: ExplorersState, data: dict[str, Any]) -> None:
    seats = int(state.seats)
    setup.lay_start_board(state)
    setup.fill_supplies(state)
    setup.give_pieces(state)
    state.active = within(data["active"], 0, seats - 1, "active")
    state.first = within(data["first"], 0, seats - 1, "first")
    state.turn = within(data["turn"], 0, TILES, "turn")
    state.placed = within(data["placed"], 0, 2, "placed")
    state.points = within(data["points"], 0, 4, "points")
    state.raised = within(data["barrier"], 0, 1 << 30, "barrier")
    state.rng.load(data["rng"])
    _check_tiles_once(data)
    _fill_board(state, [list(row) for row in data["tiles"]])
    _fill_supplies(state, data)
    if len(data["players"]) != seats:
        raise LoadError(f"there must be {seats} players")
    for seat, each in enumerate(data["players"]):
        _fill_player(state, seat, each)
    _fill_outposts(state, data["outposts"])
    _check_counts(state)
    state.phase = one_of(data["phase"], PHASE_NAMES, "phase")
    _check_captains(state)
    _fill_step(state, data["step"])


def _check_tiles_once(data: dict[str, Any]) -> None:
    """Every tile exactly once: in the stack, a hand, the discard or on the board."""
    hands = [tile for each in data["players"] for tile in each["hand"]]
    loose = [*data["stack"], *data["discarded"], *hands]
    laid = [row[0] for row in data["tiles"]]
    for tile in loose:
        within(tile, 0, TILES - 1, "tile")
    if sorted([*loose, *laid]) != list(range(TILES + 3)):
        raise LoadError(f"each of the {TILES} tiles and the fixed tiles must be there exactly once")


def _fill_board(state: ExplorersState, rows: list[list[int]]) -> None:
    """The fixed tiles where they belong, and some order of placing that leads to the rest."""
    for number, cell in enumerate(state.tables.fixed_cells):
        row = [TILES + number, cell, 0]
        if row not in rows:
            raise LoadError(f"the fixed tile F{number + 1} is not where it belongs")
        rows.remove(row)
    while rows:
        for row in rows:
            tile, cell, turn = row
            within(cell, 0, CELLS - 1, "cell")
            within(turn, 0, int(state.tables.distinct[tile]) - 1, "turn")
            entry = placing.asked_of(state, cell)
            if entry >= 0 and placing.fits_turned(state, tile, entry, turn):
                rows.remove(row)
                placing.lay(state, tile, cell, turn)
                break
        else:
            q, r = GRID.axial(rows[0][1])
            raise LoadError(f"no order of placing leads to tile {rows[0][0]} at {q},{r}")


def _fill_supplies(state: ExplorersState, data: dict[str, Any]) -> None:
    tables = state.tables
    state.stack = set_of(data["stack"], TILES, "stack")
    state.discarded = set_of(data["discarded"], TILES, "discarded")
    if state.discarded and not state.is_solo():
        raise LoadError("tiles are discarded in the solo game only")
    state.supply = packed(_numbers(data["supply"], tables.livestock, "supply"))
    state.strengths = _strengths(_numbers(data["settlements"], tables.settlements, "settlements"))
    ships = [int(tables.deadly_ships), int(tables.safe_ships)]
    unturned = _numbers(data["unturned"], ships, "unturned")
    state.deadly = unturned[0]
    state.safe = unturned[1]
    state.enemies = set_of(data["enemy_ships"], TILES, "enemy_ships")
    for tile in members_of(state.enemies):
        if state.lies[tile] < 0 or state.tables.item[tile] != ENEMY_SHIP:
            raise LoadError(f"tile {tile} cannot hold an enemy ship")
    for node, *there in data["land"]:
        _check_land(state, node)
        animals = packed(_numbers(there[:LIVESTOCK_TYPES], tables.livestock, "land"))
        strength = within(there[LIVESTOCK_TYPES], 0, 5, "strength")
        settled = node == (node // REGIONS) * REGIONS + _item_region(state, node // REGIONS, SETTLEMENT)
        if strength == 1 or (strength and not settled) or len(there) != LIVESTOCK_TYPES + 1:
            raise LoadError(f"land region {node} cannot hold a settlement of strength {strength}")
        state.land[node] = i32(animals | (strength << STRENGTH))


def _item_region(state: ExplorersState, tile: int, item: int) -> int:
    """Where the token of a tile lies if it is of this kind, else nowhere."""
    if tile >= TILES or state.tables.item[tile] != item:
        return -1
    return state.tables.item_region[tile]


def _check_land(state: ExplorersState, node: Any) -> None:
    if within(node, 0, NODES - 1, "land") % REGIONS >= SEA or state.body[node] < 0:
        raise LoadError(f"there is no land region {node} on the board")


def _fill_player(state: ExplorersState, seat: i64, data: dict[str, Any]) -> None:
    tables = state.tables
    state.put_word(seat, HAND, set_of(data["hand"], TILES, "hand"))
    state.put_word(seat, KNOWN, set_of(data["known"], TILES, "known"))
    if state.word(seat, KNOWN) & ~state.stack or popcount(state.word(seat, HAND)) > 3:
        raise LoadError(f"seat {seat} has more than three tiles or knows tiles that are not in the stack")
    one, two = data["captains"]
    state.put_word(seat, CAPTAIN, within(one, 0, len(CAPTAINS) - 1, "captain"))
    state.put_word(seat, OTHER_CAPTAIN, within(two, NO_CAPTAIN, len(CAPTAINS) - 1, "captain"))
    state.put_word(seat, CHOSEN, within(data["chosen"], 0, 2, "chosen"))
    state.put_word(seat, CARGO, packed(_numbers(data["cargo"], tables.livestock, "cargo")))
    state.put_word(seat, DELIVERED, packed(_numbers(data["delivered"], tables.livestock, "delivered")))
    state.put_word(seat, SETTLEMENTS, _strengths(_numbers(data["settlements"], tables.settlements, "settlements")))
    state.put_word(seat, SHIPS, within(data["ships"], 0, int(tables.deadly_ships + tables.safe_ships), "ships"))
    longship = within(data["longship"], 0, NODES - 1, "longship")
    if longship % REGIONS < SEA or state.body[longship] < 0 or sailing.holds_enemy_ship(state, longship):
        raise LoadError(f"the longship of seat {seat} cannot be in region {longship}")
    state.put_word(seat, LONGSHIP, longship)
    vikings = sorted(data["vikings"])
    if len(vikings) != VIKINGS:
        raise LoadError(f"seat {seat} must have {VIKINGS} Vikings")
    for at, place in enumerate(vikings):
        if place not in (MAINLAND, ABOARD, DEAD):
            _check_land(state, place)
        state.vikings[seat * VIKINGS + at] = i16(place)
    if vikings_at(state, seat, ABOARD) + number_of_all(state.word(seat, CARGO)) > HOLD:
        raise LoadError(f"the longship of seat {seat} carries more than {HOLD} (XN-064)")


def _fill_outposts(state: ExplorersState, rows: list[list[int]]) -> None:
    for vertex, seat in rows:
        within(vertex, 0, 2 * CELLS - 1, "outpost")
        within(seat, 0, int(state.seats) - 1, "outpost")
        if islands.tile_at(state, vertex // 2) == islands.NO_TILE:
            raise LoadError(f"there is no tile at vertex {vertex}")
        why = building.vertex_fault(state, seat, vertex)
        if why not in (0, building.XN_108_TWO_VIKINGS) or outposts_built(state, seat) == OUTPOSTS:
            raise LoadError(f"seat {seat} cannot have an outpost at vertex {vertex} (XN-{why or 110})")
        building.put_outpost(state, seat, vertex)


def _check_counts(state: ExplorersState) -> None:
    """No token too many, no token lost (INV-05 to INV-08, INV-13, INV-15)."""
    tables = state.tables
    for kind, number in enumerate(tables.livestock):
        words = [state.supply, *(i64(there) for there in state.land)]
        for seat in range(state.seats):
            words += [state.word(seat, CARGO), state.word(seat, DELIVERED)]
        if sum(unpacked(word)[kind] for word in words) != number:
            raise LoadError(f"there must be {number} livestock of type {kind} in all")
    for strength in range(2, 6):
        words = [state.strengths, *(state.word(seat, SETTLEMENTS) for seat in range(state.seats))]
        count = sum(int(word >> (4 * (strength - 2))) & 15 for word in words)
        count += sum(int(there) >> STRENGTH == strength for there in state.land)
        if count != tables.settlements[strength - 2]:
            raise LoadError(f"there must be {tables.settlements[strength - 2]} settlements of strength {strength}")
    dead = sum(int(vikings_at(state, seat, DEAD)) for seat in range(state.seats))
    sunk = sum(int(state.word(seat, SHIPS)) for seat in range(state.seats))
    if dead + state.deadly != tables.deadly_ships or sunk - dead + state.safe != tables.safe_ships:
        raise LoadError("dead Vikings and destroyed ships do not agree with the ships that are left (XN-089)")
    if popcount(state.enemies) > state.deadly + state.safe:
        raise LoadError("more enemy ships are on the board than are left")
    for seat in range(state.seats):
        if vikings_at(state, seat, DEAD) > state.word(seat, SHIPS):
            raise LoadError(f"seat {seat} has more dead Vikings than destroyed ships")
        for node in range(NODES):
            strength = int(state.land[node]) >> STRENGTH
            if strength and vikings_at(state, seat, node) >= strength:
                raise LoadError(f"seat {seat} has enough Vikings at a settlement that still stands (XN-095)")


def _check_captains(state: ExplorersState) -> None:
    """All different; two each while they are chosen and alone, else one (INV-17)."""
    held: list[int] = []
    for seat in range(state.seats):
        pair = [int(state.word(seat, CAPTAIN)), int(state.word(seat, OTHER_CAPTAIN))]
        held += [captain for captain in pair if captain != NO_CAPTAIN]
        two = state.is_solo() or state.phase == CHOOSE_CAPTAIN
        if (pair[1] != NO_CAPTAIN) != two:
            raise LoadError(f"seat {seat} must have {2 if two else 1} captain cards")
        if (state.word(seat, CHOSEN) != 1) and state.phase != CHOOSE_CAPTAIN and not state.is_solo():
            raise LoadError(f"seat {seat} has not chosen a captain")
    if len(set(held)) != len(held):
        raise LoadError("a captain is there twice")
    if state.phase == CHOOSE_CAPTAIN and (state.is_solo() or setup.next_to_choose(state) < 0):
        raise LoadError("captains are being chosen, but nobody has to")


def _fill_step(state: ExplorersState, step: list[int]) -> None:
    """The unfinished decision, which must be one that could be asked."""
    phase = state.phase
    tile, cell, origin, target, animal, picks = (within(each, -1, 1 << 20, "step") for each in step)
    if phase >= CHOOSE_ACTION:
        state.offered = actions.possible_actions(state) if phase == CHOOSE_ACTION else 0
    if (tile >= 0) != (phase in (CHOOSE_CELL, CHOOSE_TURN)) or (cell >= 0) != (phase == CHOOSE_TURN):
        raise LoadError("a tile is chosen exactly while it is being placed")
    if tile >= 0:
        if not state.word(state.active, HAND) & bit(tile) or not placing.fits_somewhere(state, tile):
            raise LoadError(f"tile {tile} cannot be placed")
        if cell >= 0 and (
            placing.asked_of(state, cell) < 0 or not placing.fits_in(state, tile, placing.asked_of(state, cell))
        ):
            raise LoadError(f"tile {tile} does not fit cell {cell}")
    if (origin >= 0) != (phase in (MARCH_TARGET, MARCH_NUMBER, HERD_LIVESTOCK, HERD_TARGET)):
        raise LoadError("an origin is chosen exactly while pieces walk")
    if origin >= 0:
        _check_land(state, origin)
        if not vikings_at(state, state.active, origin) or not islands.has_link(state, origin):
            raise LoadError("no Viking can walk from the origin")
    if (target >= 0) != (phase == MARCH_NUMBER) or (animal >= 0) != (phase == HERD_TARGET):
        raise LoadError("the step does not fit the phase")
    if target >= 0:
        _check_land(state, target)
        if islands.linked_towards(state, origin, islands.cell_of(state, target // REGIONS)) != target:
            raise LoadError("the target is not linked with the origin")
    if animal >= 0 and (animal >= LIVESTOCK_TYPES or not unpacked(i64(state.land[origin]))[animal]):
        raise LoadError("the livestock is not there")
    if picks and phase not in (LOADING, UNLOADING):
        raise LoadError("a cargo is named exactly while it is loaded or unloaded")
    state.tile, state.cell, state.origin, state.target, state.animal = tile, cell, origin, target, animal
    _fill_picks(state, picks)
    if phase > CHOOSE_ACTION and phase != OVER:
        _check_action(state)


def _fill_picks(state: ExplorersState, picks: int) -> None:
    """Names the cargo again, piece by piece, so that no impossible one gets in."""
    named: list[int] = []
    while picks > 0:
        named.append((picks & 31) - 1)
        picks >>= loading.PICK
    for pick in reversed(named):
        within(pick, 0, CARGOES - 1, "cargo")
        if state.phase == LOADING:
            why = loading.take_fault(state, loading.move_of(pick, TAKE))
        else:
            why = loading.put_fault(state, loading.move_of(pick, PUT))
        if why:
            raise LoadError(f"the cargo cannot be named so ({state.game().rule_id(int(why))})")
        state.picks = (state.picks << loading.PICK) | (pick + 1)


def _check_action(state: ExplorersState) -> None:
    """The action that is being carried out could be chosen, and there is something to answer."""
    cost = actions.BUILD_COST if PHASE_NAMES[state.phase] == "build" else 1
    if state.points < cost:
        raise LoadError("there are not enough action points for this action")
    if state.phase == SAILING and sailing.sail_fault(state):
        raise LoadError(f"the longship cannot sail (XN-{sailing.sail_fault(state):03d})")
    moves = Moves()
    state.fill_legal(state.active, moves)
    if moves.count == 0:
        raise LoadError("there is nothing to answer to this decision")


# Reading values


def _numbers(values: Any, most: list[int], name: str) -> list[int]:
    return [within(value, 0, top, name) for value, top in zip(list_of(values, name, len(most)), most)]


def _strengths(numbers: list[int]) -> int:
    return sum(number << (4 * at) for at, number in enumerate(numbers))
