"""What holds at every moment of a game of Explorers: the chapter Invariants of the ledger, as far as one position shows it."""

from typing import Any

from skali.core import State
from skali.games.explorers.state import ExplorersState
from tests.games.explorers.reference import BARRED, FIXED, LIVESTOCK, MAINLAND, Reference, all_tiles, neighbours, read

LIVESTOCK_TOTAL = dict(zip(LIVESTOCK, (6, 5, 5, 4, 3, 3), strict=True))
SETTLEMENT_TOTAL = {2: 3, 3: 4, 4: 4, 5: 3}


def check(state: State) -> None:
    assert isinstance(state, ExplorersState)
    saved = state.to_dict()
    reference = read(saved)
    tiles_are_conserved(saved)
    board_is_sound(reference)
    livestock_is_conserved(saved, reference)
    tokens_are_conserved(saved, reference)
    vikings_are_conserved(saved, reference)
    longships_are_at_sea(reference)
    outposts_stand_where_they_may(reference)
    captains_are_different(saved)


def tiles_are_conserved(saved: dict[str, Any]) -> None:
    """INV-01 to INV-03."""
    hands = [tile for player in saved["players"] for tile in player["hand"]]
    laid = [row[0] for row in saved["tiles"] if row[0] < 48]
    assert sorted([*saved["stack"], *saved["discarded"], *hands, *laid]) == list(range(48)), "a tile is lost or double"
    assert all(len(player["hand"]) <= 3 for player in saved["players"]), "a hand of more than three"
    seats = len(saved["players"])
    if seats == 1 and saved["phase"] != "over":
        assert len(saved["stack"]) == 48 - 3 * (saved["turn"] + 1)
    assert saved["turn"] <= (16 if seats == 1 else 48), "INV-19"
    assert 0 <= saved["points"] <= 4, "INV-16"


def board_is_sound(reference: Reference) -> None:
    """INV-04."""
    board = reference.board.tiles
    for cell, tile in board.items():
        assert cell not in MAINLAND and cell not in BARRED, f"a tile lies at {cell}"
        for edge, near in enumerate(neighbours(cell)):
            if near in board:
                other = board[near]
                assert tile.corners[edge] == other.corners[(edge + 4) % 6], f"{cell} does not match {near}"
    joined, new = set(FIXED), list(FIXED)
    while new:
        for near in neighbours(new.pop()):
            if near in board and near not in joined:
                joined.add(near)
                new.append(near)
    assert joined == set(board), "a tile lies apart"


def livestock_is_conserved(saved: dict[str, Any], reference: Reference) -> None:
    """INV-05."""
    for kind, animal in enumerate(LIVESTOCK):
        ashore = sum(there.get(animal, 0) for there in reference.livestock.values())
        held = sum(seat.cargo.get(animal, 0) + seat.delivered.get(animal, 0) for seat in reference.seats)
        supply = saved["supply"][kind]
        assert supply + ashore + held == LIVESTOCK_TOTAL[animal], f"{animal} is lost or double"
        unlaid = [tile for tile in all_tiles() if tile.item == animal]
        laid = {row[0] for row in saved["tiles"]}
        assert supply == sum(all_tiles().index(tile) not in laid for tile in unlaid)


def tokens_are_conserved(saved: dict[str, Any], reference: Reference) -> None:
    """INV-06, INV-07, INV-13, INV-15."""
    for strength, total in SETTLEMENT_TOTAL.items():
        held = sum(seat.settlements.count(strength) for seat in reference.seats)
        standing = list(reference.settlements.values()).count(strength)
        assert saved["settlements"][strength - 2] + standing + held == total, f"settlements of {strength}"
    for region, strength in reference.settlements.items():
        assert reference.board.tiles[region[0]].item == "settlement"
        assert all(seat.vikings.get(region, 0) < strength for seat in reference.seats), "a raid is overdue"
    sunk = sum(seat.ships for seat in reference.seats)
    assert sum(saved["unturned"]) + sunk == 12
    assert len(reference.enemies) <= sum(saved["unturned"])
    for region in reference.enemies:
        assert reference.board.tiles[region[0]].item == "enemy_ship"
    dead = [seat.vikings.get("dead", 0) for seat in reference.seats]
    assert sum(dead) == 6 - saved["unturned"][0]
    assert all(number <= seat.ships for number, seat in zip(dead, reference.seats, strict=True))


def vikings_are_conserved(saved: dict[str, Any], reference: Reference) -> None:
    """INV-08, INV-10."""
    for player, seat in zip(saved["players"], reference.seats, strict=True):
        assert sum(seat.vikings.values()) == 7
        assert player["vikings"] == sorted(player["vikings"])
        assert seat.vikings.get("aboard", 0) + sum(seat.cargo.values()) <= 3


def longships_are_at_sea(reference: Reference) -> None:
    """INV-11, INV-12."""
    for seat in reference.seats:
        assert seat.longship[1] == "sea" and seat.longship in reference.board.regions("sea")
        assert seat.longship not in reference.enemies, "a longship lies with an enemy ship"


def outposts_stand_where_they_may(reference: Reference) -> None:
    """INV-09, INV-14."""
    closed: set[tuple[int, int]] = set()
    for cell, corner, _ in reference.outposts:
        around = reference.board.around_vertex(cell, corner)
        for each, its in around:
            assert reference.board.tiles[each].corners[its] == "L", "an outpost stands at sea"
            assert each not in closed, "a tile touches two outposts"
        closed |= {each for each, _ in around}
    for seat in range(len(reference.seats)):
        assert sum(who == seat for _, _, who in reference.outposts) <= 5


def captains_are_different(saved: dict[str, Any]) -> None:
    """INV-17."""
    held = [captain for player in saved["players"] for captain in player["captains"] if captain >= 0]
    assert len(held) == len(set(held)), "a captain is there twice"
    if len(saved["players"]) == 1:
        assert len(held) == 2 and not {5, 6} & set(held), "Queen and Scout are not for one player"
    elif saved["phase"] != "captain":
        assert len(held) == len(saved["players"])
