"""The same rooms in every game: which modules a game's folder may have, and that imports among them go one way."""

import ast
from pathlib import Path

import pytest

import skali.games
from skali.core import load_game
from skali.core.words import LANGUAGES

GAMES = Path(skali.games.__path__[0])
ROOMS = {
    *("__init__", "components", "moves", "phases", "position", "setup", "course", "decisions", "scoring", "state"),
    *("saved", "hidden", "view", "view_types", "observation", "picture", "presenter", "heuristic", "solver", "lab"),
}
"""The rooms of every game."""
NEEDED = ROOMS - {"heuristic", "solver", "lab", "phases"}
OWN = {
    "eketorp": {"battles", "bricks", "cards", "hospital", "odds", "storage"},
    "explorers": {"captains", "islands", "outposts", "pieces", "placement", "plans", "stack", "tokens"},
    "fjords": {"landscape", "farmland"},
    "graenaland": {"cards", "heroes", "land", "payment", "production", "sites", "talk", "votes"},
    "odin": {
        "naming",
        *(
            "items",
            "boards",
            "supply",
            "prices",
            "dice",
            "actions",
            "anytime",
            "effects",
            "conditions",
            "counting",
            "covering",
            "plans",
            "simultaneous",
        ),
        *("operations", "triggers", "quantities", "card_rules", "effects_reader"),
    },
}
"""What the decisions of a game share, named as its rulebook names it."""


def modules_of(game: str) -> dict[str, Path]:
    """The compiled and interpreted modules of a game by their names inside its folder, such as ``decisions.feast``."""
    folder = GAMES / game
    found = {".".join(path.relative_to(folder).with_suffix("").parts): path for path in folder.rglob("*.py")}
    return {name.removesuffix(".__init__"): path for name, path in found.items()}


def imports_of(game: str, name: str, modules: dict[str, Path]) -> set[str]:
    """The modules of the same game that a module imports."""
    prefix = f"skali.games.{game}"
    found: set[str] = set()
    for node in ast.walk(ast.parse(modules[name].read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(prefix):
            inside = (node.module or "").removeprefix(prefix).removeprefix(".")
            for alias in node.names:
                whole = f"{inside}.{alias.name}".removeprefix(".")
                found.add(whole if whole in modules else inside)
    return found - {"", name}


@pytest.mark.parametrize("game", sorted(path.parent.name for path in GAMES.glob("*/__init__.py")))
def test_a_game_of_the_house_speaks_every_language(game: str) -> None:
    """The kit asks only for English, because a game of somebody else may have no more."""
    assert load_game(game).languages == LANGUAGES


@pytest.mark.parametrize("game", OWN)
def test_a_game_has_the_rooms_of_the_house_and_names_its_own(game: str) -> None:
    rooms = {name.split(".")[0] for name in modules_of(game)}
    assert rooms <= ROOMS | OWN[game], f"no such rooms: {sorted(rooms - ROOMS - OWN[game])}"
    assert rooms >= NEEDED | OWN[game], f"these are missing: {sorted((NEEDED | OWN[game]) - rooms)}"


@pytest.mark.parametrize("game", OWN)
def test_imports_inside_a_game_go_one_way(game: str) -> None:
    modules = modules_of(game)
    edges = {name: imports_of(game, name, modules) for name in modules}
    order: list[str] = []
    while len(order) < len(edges):
        free = [name for name in edges if name not in order and edges[name] <= set(order)]
        assert free, f"an import cycle among {sorted(set(edges) - set(order))}"
        order += free
    assert order.index("position") < order.index("decisions.listing" if "decisions.listing" in order else "decisions")
    assert order.index("course") < order.index("state")


@pytest.mark.parametrize("game", OWN)
def test_no_import_is_only_for_types(game: str) -> None:
    checking = [name for name, path in modules_of(game).items() if "TYPE_CHECKING" in path.read_text(encoding="utf-8")]
    assert not checking
