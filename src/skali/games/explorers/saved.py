"""What is saved of a position, and what must be true of it beyond the bounds of each value."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i16, i32, i64

from skali.core.bits import bit, full, popcount
from skali.core.layout import (
    Layout,
    Luck,
    Members,
    Name,
    Number,
    Packed,
    Special,
    Value,
    must_have_a_choice,
    with_errors_named,
)
from skali.core.protocol import LoadError
from skali.core.reading import list_of, within
from skali.games.explorers import components, islands, moves, outposts, phases, pieces, placement, setup
from skali.games.explorers.decisions import action, build, herd, load, march
from skali.games.explorers.position import ExplorersPosition

_TILES: Final = Members(moves.TILES)
_LIVESTOCK: Final = Packed(pieces.LIVESTOCK_TYPES, 3, 7)
_SETTLEMENTS: Final = Packed(4, 4, 15)
_CAPTAIN: Final = Number(pieces.NO_CAPTAIN, len(moves.CAPTAINS) - 1)


def layout(position: ExplorersPosition) -> Layout:
    seats = int(position.seats)
    return Layout(
        Value("seats", Number(seats, seats)),
        Value("side", Name(components.SIDES)),
        Value("phase", Name(phases.NAMES)),
        Value("active", Number(0, seats - 1)),
        Value("first", Number(0, seats - 1)),
        Value("turn", Number(0, moves.TILES)),
        Value("placed", Number(0, 2)),
        Value("points", Number(0, 4)),
        Value("barrier", Number(0, 1 << 30), "barriers"),
        Special("step", write_step, read_step),
        Value("stack", _TILES),
        Value("discarded", _TILES),
        Value("supply", _LIVESTOCK),
        Value("settlements", _SETTLEMENTS, "strengths"),
        Special("unturned", write_unturned, read_unturned),
        Value("enemy_ships", _TILES, "enemies"),
        Special("tiles", write_tiles, read_tiles),
        Special("land", write_land, read_land),
        Special("players", write_players, read_players),
        Special("outposts", write_outposts, read_outposts),
        Luck(),
    )


def to_dict(position: ExplorersPosition) -> dict[str, Any]:
    return layout(position).write(position, position.options)


def read(position: ExplorersPosition, data: dict[str, Any]) -> None:
    """Fills a new position from saved data; a ``LoadError`` says what is wrong."""
    setup.lay_start_board(position)
    setup.give_pieces(position)
    layout(position).read(position, data)
    with_errors_named(position, lambda: check(position))
    if position.phase == phases.CHOOSE_ACTION:
        position.offered = action.possible_actions(position)
    must_have_a_choice(position)


# Fields


def write_step(position: ExplorersPosition) -> list[int]:
    """What has been chosen of an unfinished decision."""
    step = (position.tile, position.cell, position.origin, position.target, position.animal, position.picks)
    return [int(each) for each in step]


def read_step(position: ExplorersPosition, saved: Any) -> None:
    tile, cell, origin, target, animal, picks = list_of(saved, "step", 6)
    position.tile = within(tile, -1, moves.TILES - 1, "tile")
    position.cell = within(cell, -1, moves.CELLS - 1, "cell")
    position.origin = within(origin, -1, components.NODES - 1, "origin")
    position.target = within(target, -1, components.NODES - 1, "target")
    position.animal = within(animal, -1, pieces.LIVESTOCK_TYPES - 1, "animal")
    position.picks = within(picks, 0, int(full(load.PICK * pieces.HOLD)), "cargo")


def write_unturned(position: ExplorersPosition) -> list[int]:
    return [int(position.deadly), int(position.safe)]


def read_unturned(position: ExplorersPosition, saved: Any) -> None:
    deadly, safe = list_of(saved, "unturned", 2)
    position.deadly = within(deadly, 0, int(position.tables.deadly_ships), "unturned")
    position.safe = within(safe, 0, int(position.tables.safe_ships), "unturned")


def write_tiles(position: ExplorersPosition) -> list[list[int]]:
    """Tile, cell and turn of everything laid, by tile."""
    laid = [(tile, int(lies)) for tile, lies in enumerate(position.lies) if lies >= 0]
    return [[tile, lies // moves.TURNS, lies % moves.TURNS] for tile, lies in laid]


def read_tiles(position: ExplorersPosition, saved: Any) -> None:
    """The fixed tiles lie already; the others are laid in some order in which each fits (XN-040, XN-041)."""
    fixed = write_tiles(position)
    rows = [list_of(row, "tile", 3) for row in list_of(saved, "tiles") if row not in fixed]
    while rows:
        for tile, cell, turn in rows:
            within(tile, 0, moves.TILES - 1, "tile")
            entry = placement.asked_of(position, within(cell, 0, moves.CELLS - 1, "cell"))
            within(turn, 0, int(position.tables.distinct[tile]) - 1, "turn")
            if entry >= 0 and position.lies[tile] < 0 and placement.turns_that_fit(position, tile, entry) & bit(turn):
                rows.remove([tile, cell, turn])
                placement.lay(position, tile, cell, turn)
                break
        else:
            raise LoadError(f"no order of placing leads to tile {rows[0][0]}")


def write_land(position: ExplorersPosition) -> list[list[int]]:
    """Land region, livestock by type and strength of the settlement, wherever there is any."""
    found = [(node, int(there)) for node, there in enumerate(position.land) if there]
    return [[node, *pieces.unpacked(there & pieces.ANIMALS), there >> pieces.STRENGTH] for node, there in found]


def read_land(position: ExplorersPosition, saved: Any) -> None:
    for row in list_of(saved, "land"):
        node, *animals, strength = list_of(row, "land region", pieces.LIVESTOCK_TYPES + 2)
        check_region(position, node, 0)
        if within(strength, 0, 5, "strength") == 1:
            raise LoadError("a settlement has a strength from 2 to 5 (XN-005)")
        position.land[node] = i32(_LIVESTOCK.read(animals, "livestock") | (strength << pieces.STRENGTH))


def write_players(position: ExplorersPosition) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for seat in range(position.seats):
        first = seat * pieces.VIKINGS
        found.append(
            {
                "hand": _TILES.write(position.word(seat, pieces.HAND)),
                "known": _TILES.write(position.word(seat, pieces.KNOWN)),
                "captains": [int(position.word(seat, field)) for field in (pieces.CAPTAIN, pieces.OTHER_CAPTAIN)],
                "chosen": int(position.word(seat, pieces.CHOSEN)),
                "longship": int(position.word(seat, pieces.LONGSHIP)),
                "cargo": _LIVESTOCK.write(position.word(seat, pieces.CARGO)),
                "delivered": _LIVESTOCK.write(position.word(seat, pieces.DELIVERED)),
                "ships": int(position.word(seat, pieces.SHIPS)),
                "settlements": _SETTLEMENTS.write(position.word(seat, pieces.SETTLEMENTS)),
                "vikings": [int(position.vikings[at]) for at in range(first, first + pieces.VIKINGS)],
            }
        )
    return found


def read_players(position: ExplorersPosition, saved: Any) -> None:
    ships = int(position.tables.deadly_ships + position.tables.safe_ships)
    for seat, row in enumerate(list_of(saved, "players", int(position.seats))):
        one, two = list_of(row["captains"], "captains", 2)
        words = {
            pieces.HAND: _TILES.read(row["hand"], "hand"),
            pieces.KNOWN: _TILES.read(row["known"], "known"),
            pieces.CAPTAIN: within(one, 0, len(moves.CAPTAINS) - 1, "captain"),
            pieces.OTHER_CAPTAIN: _CAPTAIN.read(two, "captain"),
            pieces.CHOSEN: within(row["chosen"], 0, 2, "chosen"),
            pieces.LONGSHIP: check_region(position, row["longship"], components.SEA),
            pieces.CARGO: _LIVESTOCK.read(row["cargo"], "cargo"),
            pieces.DELIVERED: _LIVESTOCK.read(row["delivered"], "delivered"),
            pieces.SHIPS: within(row["ships"], 0, ships, "ships"),
            pieces.SETTLEMENTS: _SETTLEMENTS.read(row["settlements"], "settlements"),
        }
        for field, value in words.items():
            position.put_word(seat, field, value)
        for at, place in enumerate(sorted(list_of(row["vikings"], "vikings", pieces.VIKINGS))):
            if place not in (pieces.MAINLAND, pieces.ABOARD, pieces.DEAD):
                check_region(position, place, 0)
            position.vikings[seat * pieces.VIKINGS + at] = i16(place)


def check_region(position: ExplorersPosition, node: Any, terrain: int) -> int:
    """A region of a laid tile: land (0) or sea (3)."""
    within(node, 0, components.NODES - 1, "region")
    if node % components.REGIONS // components.SEA * components.SEA != terrain or position.body[node] < 0:
        raise LoadError(f"there is no {'sea' if terrain else 'land'} region {node} on the board")
    return int(node)


def write_outposts(position: ExplorersPosition) -> list[list[int]]:
    return [[int(each) // 4, int(each) % 4] for each in position.outposts]


def read_outposts(position: ExplorersPosition, saved: Any) -> None:
    """Each on three tiles that no other touches: only who built it is not asked (XN-106, XN-107)."""
    for row in list_of(saved, "outposts"):
        vertex, seat = list_of(row, "outpost", 2)
        within(vertex, 0, 2 * moves.CELLS - 1, "outpost")
        within(seat, 0, int(position.seats) - 1, "outpost")
        if islands.tile_at(position, vertex // 2) == islands.NO_TILE:
            raise LoadError(f"there is no tile at vertex {vertex}")
        why = outposts.vertex_fault(position, seat, vertex)
        if why not in (0, outposts.XN_108_TWO_VIKINGS):
            raise LoadError(f"no outpost can stand at vertex {vertex} (XN-{why})")
        outposts.put_outpost(position, seat, vertex)


# What must be true of every position


def check(position: ExplorersPosition) -> None:
    check_tiles(position)
    check_tokens(position)
    check_captains(position)
    for seat in range(position.seats):
        if position.free_places(seat) < 0:
            raise LoadError(f"the longship of seat {seat} carries more than {pieces.HOLD} (XN-064)")
        if position.outposts_built(seat) > pieces.OUTPOSTS:
            raise LoadError(f"seat {seat} has more than {pieces.OUTPOSTS} outposts (XN-110)")
    if position.is_placing() and position.phase != phases.CHOOSE_TILE:
        if position.tile < 0 or not position.word(position.active, pieces.HAND) & bit(position.tile):
            raise LoadError("the tile that is being placed is not in hand")
    if position.is_in_action():
        check_action(position)
    elif position.picks:
        raise LoadError("a cargo is named only while it is loaded or unloaded")


def check_tiles(position: ExplorersPosition) -> None:
    """Every tile exactly once: in the stack, a hand, the discard or on the board; what is known of the stack is true."""
    found = [*_TILES.write(position.stack), *_TILES.write(position.discarded)]
    for seat in range(position.seats):
        found += _TILES.write(position.word(seat, pieces.HAND))
        if position.word(seat, pieces.KNOWN) & ~position.stack:
            raise LoadError(f"seat {seat} knows tiles that are not in the stack")
        if position.stack and not position.word(seat, pieces.HAND) and not position.is_solo():
            raise LoadError(f"seat {seat} has no tile in hand, but there are tiles in the stack (XN-113)")
    if sorted([*found, *(row[0] for row in write_tiles(position))]) != list(range(components.ALL_TILES)):
        raise LoadError(f"each of the {moves.TILES} tiles must be there exactly once")
    if position.is_solo() and popcount(position.stack) % setup.HAND_SIZE:
        raise LoadError("in the solo game the tiles of the stack are drawn three by three (XN-155)")


def check_tokens(position: ExplorersPosition) -> None:
    """No token is lost and none is added; every dead Viking and every destroyed ship has its back."""
    livestock = pieces.unpacked(position.supply)
    settlements = _SETTLEMENTS.write(position.strengths)
    ships = dead = 0
    for row in write_land(position):
        livestock = added(livestock, row[1:-1])
        settlements = added(settlements, [int(row[-1] == strength) for strength in range(2, 6)])
    for seat, player in enumerate(write_players(position)):
        livestock = added(added(livestock, player["cargo"]), player["delivered"])
        settlements = added(settlements, player["settlements"])
        ships += player["ships"]
        dead += int(position.vikings_at(seat, pieces.DEAD))
    tables = position.tables
    if livestock != tables.livestock:
        raise LoadError(f"the livestock adds up to {livestock}, not to {tables.livestock}")
    if settlements != tables.settlements:
        raise LoadError(f"the settlements add up to {settlements}, not to {tables.settlements}")
    if dead + position.deadly != tables.deadly_ships or ships - dead + position.safe != tables.safe_ships:
        raise LoadError("dead Vikings and destroyed ships do not agree with the ships that are left (XN-089)")
    if len(_TILES.write(position.enemies)) > position.deadly + position.safe:
        raise LoadError("more enemy ships are on the board than are left")


def added(one: list[int], other: list[int]) -> list[int]:
    return [a + b for a, b in zip(one, other)]


def check_captains(position: ExplorersPosition) -> None:
    """All different; two each while they are chosen and alone, else one; somebody has still to choose."""
    choosing = position.phase == phases.CHOOSE_CAPTAIN
    held: list[int] = []
    for row in write_players(position):
        held += [captain for captain in row["captains"] if captain != pieces.NO_CAPTAIN]
        if (row["captains"][1] != pieces.NO_CAPTAIN) != (choosing or position.is_solo()):
            raise LoadError("there are two captains each while they are chosen and in the solo game, else one")
    if len(set(held)) != len(held):
        raise LoadError("a captain is there twice")
    if choosing and (position.is_solo() or not position.to_act()):
        raise LoadError("captains are being chosen, but nobody has to")


def check_action(position: ExplorersPosition) -> None:
    """The unfinished action can be paid, and what has been chosen of it could be chosen."""
    phase = position.phase
    if position.points < (build.COST if phase == phases.BUILDING else 1):
        raise LoadError("there are not enough action points for this action (XN-058)")
    why: i64 = 0
    if phase == phases.MARCH_TARGET or phase == phases.MARCH_NUMBER:
        why = march.MarchFrom().answer_fault(position, moves.MARCH_FROM + origin(position))
    elif phase == phases.HERD_LIVESTOCK or phase == phases.HERD_TARGET:
        why = herd.HerdFrom().answer_fault(position, moves.HERD_FROM + origin(position))
    if phase == phases.MARCH_NUMBER and why == 0:
        check_region(position, int(position.target), 0)
        target = islands.linked_towards(
            position, position.origin, islands.cell_of(position, position.target // components.REGIONS)
        )
        if target != position.target:
            raise LoadError("the target is not linked with the origin")
    if phase == phases.HERD_TARGET and why == 0:
        if position.animal < 0:
            raise LoadError("no livestock is chosen")
        why = herd.HerdAnimal().answer_fault(position, moves.HERD_ANIMAL + position.animal)
    if why == 0:
        why = picks_fault(position)
    if why:
        raise LoadError(f"what has been chosen of the action breaks {position.game().rule_id(int(why))}")


def origin(position: ExplorersPosition) -> i64:
    """Where the walk begins, as moves name it: cell * 3 + region."""
    check_region(position, int(position.origin), 0)
    cell = islands.cell_of(position, position.origin // components.REGIONS)
    return cell * moves.LANDS + position.origin % components.REGIONS


def picks_fault(position: ExplorersPosition) -> i64:
    """Names the cargo again, piece by piece, so that no impossible one gets in."""
    picks = load.picks_of(position)
    position.picks = 0
    asked = load.Load() if position.phase == phases.LOADING else load.Unload()
    for pick in picks:
        move = load.move_of(within(pick, 0, moves.CARGOES - 1, "cargo"), asked.first)
        why = asked.fault(position, position.active, move)
        if why:
            return why
        asked.play(position, position.active, move, None)
    return 0
