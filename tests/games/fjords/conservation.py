"""What holds at every moment of a game of Fjords: the chapter Invariants of the ledger, as far as one position shows it."""

from collections import Counter
from typing import Any

from skali.core import State
from skali.games.fjords.state import FjordsState
from tests.games.fjords.reference import (
    LAYOUTS,
    PILE,
    Landscape,
    Region,
    edges_match,
    laid_neighbours,
    land_masses,
    links,
    regions,
)

START_IDS = {37, 38, 39}


def check(state: State) -> None:
    assert isinstance(state, FjordsState)
    seen, saved = state.view(-1), state.to_dict()
    landscape: Landscape = {tuple(tile["cell"]): tile["corners"] for tile in seen["landscape"]}
    tiles_are_conserved(seen, saved)
    landscape_is_sound(landscape, LAYOUTS[saved["options"]["start_layout"]])
    pieces_are_conserved(seen)
    pieces_stand_where_they_may(seen, landscape, saved["options"]["farmland_regions"] == "segment")
    scores_are_fields(seen)


def tiles_are_conserved(seen: dict[str, Any], saved: dict[str, Any]) -> None:
    discovering = seen["phase"] in ("source", "place", "hut")
    ids = [*saved["hidden"], *saved["open"], *(row[1] for row in saved["landscape"])]
    ids += [saved["hand"]] if saved["hand"] >= 0 else []
    assert len(set(ids)) == len(ids), "a tile is in two places"
    assert set(ids) >= START_IDS, "a start tile does not lie"
    placed = Counter(tile["tile"] for tile in seen["landscape"] if not tile["start"])
    held = Counter([seen["hand"]] if seen["hand"] else [])
    tiles = Counter(seen["hidden"]) + Counter(seen["open"]) + placed + held
    if discovering:
        assert tiles == PILE, f"the 37 tiles are now {tiles}"
    else:
        assert not seen["hidden"] and not seen["open"] and not held, "hidden, open or held tiles after discovery"
        assert tiles <= PILE, f"tiles that do not exist: {tiles - PILE}"
    assert seen["hidden_left"] == sum(seen["hidden"].values())
    assert bool(held) == (seen["phase"] == "place"), "a tile is in hand exactly while it is placed"
    assert seen["phase"] != "source" or seen["hidden_left"], "discovery goes on without hidden tiles"


def landscape_is_sound(landscape: Landscape, start: Landscape) -> None:
    assert all(landscape.get(cell) == corners for cell, corners in start.items()), "a start tile has been moved"
    for cell, corners in landscape.items():
        assert edges_match(landscape, cell, corners), f"the tile at {cell} does not match (FJ-033)"
    assert land_masses(landscape) == 1, "the land is not one mass (FJ-034)"
    laid, waiting = dict(start), [cell for cell in landscape if cell not in start]
    while waiting:
        ready = [cell for cell in waiting if laid_neighbours(laid, cell) >= 2]
        assert ready, f"{waiting} cannot each have touched two tiles (FJ-032)"
        for cell in ready:
            waiting.remove(cell)
            laid[cell] = landscape[cell]


def pieces_are_conserved(seen: dict[str, Any]) -> None:
    for seat in range(2):
        assert seen["huts_left"][seat] + len(seen["huts"][seat]) == 4, f"seat {seat} has not four huts"
        assert seen["fields_left"][seat] + len(seen["fields"][seat]) == 20, f"seat {seat} has not twenty fields"
        assert seen["huts_left"][seat] >= 0 and seen["fields_left"][seat] >= 0
    assert seen["phase"] in ("field", "over") or not any(seen["fields"]), "fields during discovery"


def pieces_stand_where_they_may(seen: dict[str, Any], landscape: Landscape, segment: bool) -> None:
    farmland = {region for cell, corners in landscape.items() for region in regions(cell, corners, segment)}
    huts = [regions_of(each) for each in seen["huts"]]
    fields = [regions_of(each) for each in seen["fields"]]
    pieces = [*huts[0], *huts[1], *fields[0], *fields[1]]
    assert len(set(pieces)) == len(pieces), "two pieces on one tile or region (FJ-059)"
    assert set(pieces) <= farmland, "a piece without farmland (FJ-042, FJ-054)"
    hut_tiles = [hut[:2] for hut in (*huts[0], *huts[1])]
    assert len(set(hut_tiles)) == len(hut_tiles), "two huts on one tile (FJ-044)"
    start = {tuple(tile["cell"]) for tile in seen["landscape"] if tile["start"]}
    assert not any((column, row) in start for row, column in hut_tiles), "a hut on a start tile (FJ-043)"
    linked = links(landscape, segment) if any(fields) else {}
    for seat in range(2):
        joined = set(huts[seat])
        waiting = set(fields[seat])
        while waiting:
            near = {region for region in waiting if linked[region] & joined}
            assert near, f"fields of seat {seat} without a chain to a hut: {sorted(waiting)} (FJ-057)"
            joined |= near
            waiting -= near


def regions_of(pieces: list[dict[str, Any]]) -> list[Region]:
    return [(piece["cell"][1], piece["cell"][0], piece["region"] - 1) for piece in pieces]


def scores_are_fields(seen: dict[str, Any]) -> None:
    for seat in range(2):
        finished = [points[seat] for points in seen["rounds"]]
        assert all(0 <= points <= 20 for points in finished), f"round scores {finished}"
        now = 0 if seen["phase"] == "over" else len(seen["fields"][seat])
        assert seen["scores"][seat] == sum(finished) + now <= 60
    if seen["phase"] == "over":
        assert seen["rounds"][2] == [len(each) for each in seen["fields"]]
