"""The engine against the slow, obvious one: bodies kept tile by tile, placements, actions and scores, all through random games."""

from collections import Counter
from typing import Any

import pytest

from skali.core import State
from skali.games.explorers.state import ExplorersState
from skali.kit.rule import rule
from tests.games.explorers.given import GAME, random_game
from tests.games.explorers.reference import Reference, Region, all_tiles, read

GAMES = [(1, 1, "A-front"), (2, 2, "A-back"), (3, 3, "B-front"), (4, 4, "B-back"), (2, 5, "A-front")]


def after_tiles(states: tuple[State, ...]) -> list[State]:
    """The first position after each tile that was laid, and the last."""
    found: dict[int, State] = {}
    for state in states:
        found.setdefault(len(state.to_dict()["tiles"]), state)
    return [*found.values(), states[-1]]


def asked(states: tuple[State, ...], phase: str) -> list[State]:
    return [state for state in states if state.to_dict()["phase"] == phase]


def bodies_of(view: dict[str, Any]) -> dict[str, set[frozenset[Region]]]:
    """Islands and seas as the engine keeps them."""
    found: dict[str, dict[int, set[Region]]] = {"land": {}, "sea": {}}
    for tile in view["tiles"]:
        for number, land in enumerate(tile["lands"]):
            found["land"].setdefault(land["island"], set()).add((tuple(tile["cell"]), "land", number))
        for number, sea in enumerate(tile["seas"]):
            found["sea"].setdefault(sea["sea"], set()).add((tuple(tile["cell"]), "sea", number))
    return {terrain: {frozenset(each) for each in bodies.values()} for terrain, bodies in found.items()}


@rule("XN-014", "XN-020", "XN-128")
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_islands_and_seas_kept_tile_by_tile_are_those_found_by_flooding(game: tuple[int, int, str]) -> None:
    for state in after_tiles(random_game(*game)):
        view, reference = state.view(-1), read(state.to_dict())
        bodies = bodies_of(view)
        assert bodies["land"] == set(reference.board.bodies("land"))
        assert bodies["sea"] == set(reference.board.bodies("sea"))
        completed = {
            frozenset(tuple(cell) for cell in island["cells"]): island["completed"] for island in view["islands"]
        }
        for island in reference.board.bodies("land"):
            cells = frozenset(region[0] for region in island)
            assert completed[cells] == reference.board.is_completed(island), f"{sorted(cells)}"


@rule("XN-135")
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_distances_kept_tile_by_tile_are_those_found_by_walking(game: tuple[int, int, str]) -> None:
    for state in after_tiles(random_game(*game)):
        ways = read(state.to_dict()).board.distances()
        assert {tuple(tile["cell"]): tile["distance"] for tile in state.view(-1)["tiles"]} == ways


@rule("XN-039", "XN-040", "XN-041", "XN-042", "XN-043")
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_tile_is_offered_where_trying_every_cell_and_turn_lets_it_lie(game: tuple[int, int, str]) -> None:
    for state in asked(random_game(*game), "tile"):
        seat = state.to_act()[0]
        board = read(state.to_dict()).board
        names = GAME.tables.type_names
        hand = {GAME.tables.type_of[tile] for tile in state.to_dict()["players"][seat]["hand"]}
        fitting = {type: board.placements(all_tiles()[GAME.tables.tile_names.index(names[type])]) for type in hand}
        offered = [GAME.moves.show(move) for move in state.legal_moves(seat)]
        assert sorted(offered) == sorted(f"tile {names[type]}" for type in hand if fitting[type])
        for notation in offered:
            chosen = state.copy()
            chosen.apply(seat, GAME.moves.read(notation))
            if chosen.to_dict()["phase"] == "cell":
                cells = {tuple(GAME.moves.to_data(move)["cell"]) for move in chosen.legal_moves(seat)}  # type: ignore[arg-type]
                assert cells == {cell for cell, _ in fitting[names.index(notation.split()[1])]}


def actions_of(state: State) -> tuple[Reference, int, set[str]]:
    seat = state.to_act()[0]
    return read(state.to_dict()), seat, {GAME.moves.show(move) for move in state.legal_moves(seat)}


@rule("XN-058", "XN-061")
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_an_action_is_offered_exactly_when_it_can_be_paid_and_completed(game: tuple[int, int, str]) -> None:
    for state in asked(random_game(*game), "action"):
        reference, seat, offered = actions_of(state)
        points = state.view(-1)["points"]
        possible = {
            "load": bool(reference.cargoes_to_load(seat)),
            "unload": bool(reference.cargoes_to_unload(seat)),
            "sail": bool(reference.sail_targets(seat)),
            "march": bool(reference.marches(seat)),
            "herd": bool(reference.herds(seat)),
            "build": points >= 2 and bool(reference.building_sites(seat)),
        }
        assert points > 0
        assert offered == {action for action, can in possible.items() if can} | {"end turn"}


@rule("XN-063", "XN-065", "XN-066", "XN-067", "XN-070", "XN-071", "XN-072")
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_cargo_can_be_named_in_exactly_one_way(game: tuple[int, int, str]) -> None:
    checked = 0
    for action in ("load", "unload"):
        for state in asked(random_game(*game), "action")[::5]:
            reference, seat, offered = actions_of(state)
            if action in offered:
                cargoes = reference.cargoes_to_load(seat) if action == "load" else reference.cargoes_to_unload(seat)
                named = list(cargoes_named(state, seat, action))
                assert sorted(named) == sorted(cargoes)
                checked += 1
    assert checked > 10


def cargoes_named(state: State, seat: int, action: str) -> list[tuple[tuple[str, str], ...]]:
    """The cargo of every sequence of picks, read from what was told of it."""
    found = []

    def go(state: State, move: int) -> None:
        after = state.copy()
        events: list[Any] = []
        after.apply(seat, move, events)
        for event in events:
            if event.kind in ("loaded", "unloaded"):
                found.append(tuple(sorted(zip(event.data["places"], event.data["pieces"]))))
                return
        for further in after.legal_moves(seat):
            go(after, further)

    go(state, GAME.moves.read(action))
    return found


@rule("XN-079", "XN-082", "XN-091", "XN-099", "XN-106")
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_moves_and_sites_are_those_found_region_by_region(game: tuple[int, int, str]) -> None:
    checked: Counter[str] = Counter()
    for state in random_game(*game):
        data = state.to_dict()
        phase = data["phase"]
        if phase not in ("sail", "march_from", "march_to", "herd_from", "herd_animal", "herd_to", "build"):
            continue
        checked[phase] += 1
        reference, seat = read(data), state.to_act()[0]
        offered = [GAME.moves.to_data(move) for move in state.legal_moves(seat)]
        cells: Any = {tuple(move["cell"]) for move in offered if "cell" in move}  # type: ignore[arg-type]
        chosen = state.view(-1)["chosen"]
        if phase == "sail":
            assert cells == reference.sail_targets(seat)
        elif phase.endswith("_from"):
            walks: Any = reference.marches(seat) if phase == "march_from" else reference.herds(seat)
            places = {(tuple(move["cell"]), "land", int(str(move["land"])) - 1) for move in offered}  # type: ignore[arg-type]
            assert places == {walk[0] for walk in walks}
        elif phase == "build":
            board = reference.board
            sites = {
                frozenset(cell for cell, _ in board.around_vertex(tuple(move["cell"]), 2 + (move["corner"] == "S")))  # type: ignore[arg-type]
                for move in offered
            }
            assert sites == reference.building_sites(seat)
            assert len(offered) == len(sites)
        else:
            origin = (tuple(chosen["from"]), "land", chosen["land"] - 1)
            if phase == "march_to":
                assert cells == {cell for place, cell, _ in reference.marches(seat) if place == origin}
            elif phase == "herd_animal":
                herds = reference.herds(seat)
                assert {move["animal"] for move in offered} == {animal for place, animal, _ in herds if place == origin}
            else:
                assert cells == {cell for place, _, cell in reference.herds(seat) if place == origin}
    assert {"sail", "march_to"} <= checked.keys() and checked.total() > 20, checked


@rule("XN-120", "XN-130", "XN-131", "XN-132", "XN-134")
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_scores_are_those_counted_by_hand(game: tuple[int, int, str]) -> None:
    for state in random_game(*game)[::9]:
        assert isinstance(state, ExplorersState)
        view, reference = state.view(-1), read(state.to_dict())
        for seat, player in enumerate(view["players"]):
            assert player["points"] == reference.points(seat)
            assert state.score(seat) == sum(reference.points(seat).values()) == view["scores"][seat]
            for each in player["captains"]:
                assert each["points"] == reference.bonus(seat, each["captain"])
