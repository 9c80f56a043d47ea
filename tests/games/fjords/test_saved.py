"""Saved positions: what is damaged, out of bounds or missing is refused with a ``LoadError``."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from skali.core import LoadError
from skali.kit.rule import rule
from tests.games.fjords.given import GAME, PILE, A, B, FjordsTable, find, position, random_game

Data = dict[str, Any]
Edit = Callable[[Data], object]
TWO = "PMMPPP at -1,0; SSPPPS at 1,0"


def discovery() -> Data:
    return position(TWO, huts=("-1,0", ""), open="MPSSSP MMMMMM").state.to_dict()


def colonisation() -> Data:
    line = "PMMPPP at -1,0; SSPPPS at 1,0; PPPPPP at -1,2; PPSPPP at 0,2"
    return position(line, huts=("1,0", "-1,0"), fields=("0,1", "-1,1"), phase="field").state.to_dict()


def hut() -> Data:
    return position(TWO, hut_on="1,0", huts=("", "-1,0")).state.to_dict()


def cell_of(q: int, r: int) -> int:
    return (r + 22) * 44 + q + 22


def row(data: Data, tile: int) -> list[int]:
    return next(each for each in data["landscape"] if each[1] == tile)


def put(data: Data, **changes: Any) -> None:
    data.update(changes)


DAMAGED: dict[str, tuple[Callable[[], Data], Edit, str]] = {
    "another game": (discovery, lambda data: put(data, game="odin"), "no position of Fjords"),
    "an unknown option": (discovery, lambda data: data["options"].update(winds="on"), "options must be"),
    "a missing option": (discovery, lambda data: data["options"].pop("fast_finish"), "options must be"),
    "an unknown layout": (
        discovery,
        lambda data: data["options"].update(start_layout="round"),
        "start_layout cannot be",
    ),
    "a switch as text": (discovery, lambda data: data["options"].update(fast_finish="on"), "fast_finish cannot be"),
    "an unknown phase": (discovery, lambda data: put(data, phase="harvest"), "phase must be one of"),
    "a fourth round": (discovery, lambda data: put(data, round=3), "round must be"),
    "a third seat": (discovery, lambda data: put(data, active=2), "active must be"),
    "a barrier below zero": (discovery, lambda data: put(data, barrier=-1), "barrier must be"),
    "taken as text": (discovery, lambda data: put(data, taken="no"), "taken must be"),
    "a generator of three words": (discovery, lambda data: put(data, rng=[1, 2, 3]), "generator"),
    "a generator out of bounds": (discovery, lambda data: put(data, rng=[1, 2, 3, 1 << 32]), "generator"),
    "a missing hidden tile": (discovery, lambda data: data["hidden"].pop(), "1 of the 40 tiles are missing"),
    "a tile twice": (discovery, lambda data: data["open"].append(data["hidden"][0]), "is there twice"),
    "a tile hidden and laid": (discovery, lambda data: data["hidden"].append(PILE.index("PPPSSS")), "twice"),
    "a start tile hidden": (discovery, lambda data: data["hidden"].append(39), "hidden must be"),
    "a tile that does not exist": (discovery, lambda data: data["hidden"].append(40), "hidden must be"),
    "a tile off the grid": (
        discovery,
        lambda data: row(data, PILE.index("PPPSSS")).__setitem__(0, 1936),
        "cell must be",
    ),
    "two tiles on one cell": (
        discovery,
        lambda data: row(data, PILE.index("PPPSSS")).__setitem__(0, cell_of(-1, 0)),
        "cannot lie on cell",
    ),
    "a seventh turn": (discovery, lambda data: row(data, PILE.index("PPPSSS")).__setitem__(2, 6), "turn must be"),
    "a tile with four numbers": (discovery, lambda data: data["landscape"][0].append(0), "a list of 3"),
    "a tile in hand while choosing": (
        discovery,
        lambda data: put(data, hand=data["hidden"].pop()),
        "a tile is in hand exactly",
    ),
    "no tile in hand while placing": (discovery, lambda data: put(data, phase="place"), "a tile is in hand exactly"),
    "a tile in hand that fits nowhere": (
        discovery,
        lambda data: put(data, phase="place", hand=data["open"].pop(0)),
        "nothing to decide",
    ),
    "a hut on no tile": (discovery, lambda data: put(data, huts=[[[cell_of(5, 5), 0]], []]), "where none may"),
    "a hut on a second region": (discovery, lambda data: put(data, huts=[[[cell_of(-1, 0), 1]], []]), "where none may"),
    "five huts": (discovery, lambda data: put(data, huts=[[[cell_of(-1, 0), 0]] * 5, []]), "5 huts"),
    "fields in discovery": (discovery, lambda data: put(data, fields=[[[cell_of(-1, 1), 0]], []]), "where none may"),
    "a history of two rounds": (
        discovery,
        lambda data: put(data, history=[[0, 0], [0, 0]]),
        "a list of 3",
    ),
    "twenty-one points": (
        discovery,
        lambda data: put(data, round=1, history=[[21, 0], [0, 0], [0, 0]], starter=B),
        "history of round 1",
    ),
    "discovery without hidden tiles": (
        discovery,
        lambda data: put(data, open=sorted(data["open"] + data["hidden"]), hidden=[]),
        "only while there are hidden",
    ),
    "a field on a hut": (colonisation, lambda data: data["fields"][A].append([cell_of(-1, 0), 0]), "where none may"),
    "a field twice": (colonisation, lambda data: data["fields"][A].append(data["fields"][A][0]), "where none may"),
    "a field of each on a tile": (
        colonisation,
        lambda data: data["fields"][B].append(data["fields"][A][0]),
        "where none may",
    ),
    "a field on no tile": (colonisation, lambda data: data["fields"][A].append([cell_of(8, 8), 0]), "where none may"),
    "a seat that cannot place": (
        colonisation,
        lambda data: put(data, huts=[[], data["huts"][B]], fields=[[], data["fields"][B]]),
        "seat 0 has nothing to decide",
    ),
    "no tile for a hut": (hut, lambda data: put(data, last=-1), "no tile to put a hut on"),
    "a tile on the rim": (
        discovery,
        lambda data: row(data, PILE.index("PPPSSS")).__setitem__(0, 43),
        "cannot lie on cell",
    ),
}


@pytest.mark.parametrize("what", DAMAGED)
def test_damaged_data_is_refused(what: str) -> None:
    make, edit, complaint = DAMAGED[what]
    data = json.loads(json.dumps(make()))
    GAME.load(json.loads(json.dumps(data)))
    edit(data)
    with pytest.raises(LoadError) as error:
        GAME.load(data)
    assert complaint in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("data", [{}, {"game": "fjords"}, {"game": "fjords", "options": 3}])
def test_what_is_no_position_at_all_is_refused(data: Any) -> None:
    with pytest.raises(LoadError):
        GAME.load(data)


@rule("FJ-059")
@pytest.mark.parametrize("regions", ["tile", "segment"])
def test_every_position_of_a_game_loads_and_looks_the_same(regions: str) -> None:
    for state, *_ in random_game(3, farmland_regions=regions):
        loaded = GAME.load(json.loads(json.dumps(state.to_dict())))
        assert loaded.digest() == state.digest()
        assert loaded.view(A) == state.view(A)
        assert loaded.key(A) == state.key(A)


def test_equal_views_have_equal_keys() -> None:
    """Which of two tiles of a type was drawn shows nowhere."""
    keys: dict[str, int] = {}
    opening = FjordsTable(
        find(lambda state: state.view(A)["hidden_left"] == 30 and state.view(A)["phase"] == "source").state
    )
    for seed in range(200):
        trial = opening.copy()
        trial.state.reseed(seed)
        trial.plays("draw")
        seen = json.dumps(trial.now, sort_keys=True)
        assert keys.setdefault(seen, trial.state.key(A)) == trial.state.key(A)
    assert len(set(keys.values())) == len(keys) > 15
