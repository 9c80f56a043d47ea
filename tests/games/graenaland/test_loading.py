"""Saved positions: what the rules cannot have led to is refused with a ``LoadError``."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from skali.core import LoadError
from skali.kit.rule import rule
from skali.kit.table import Table
from tests.games.graenaland.given import GAME, all_vote, builds, given, phase, start

Data = dict[str, Any]
Edit = Callable[[Data], object]


def orders() -> Data:
    return given().hand(0, "grain 2").hand(1, "gold 1 grain/ore 1").lying("F1", "wood").orders().state.to_dict()


def building() -> Data:
    return given().villages("F1", 2).building("church", "F1", 0).hero(0, "priest", "M1").build().state.to_dict()


def paying() -> Data:
    table = given().nobody_anywhere().villages("P1", 1).hand(0, "wood 3 cattle 3 gold 2").build(True)
    builds(table, "village", "P1")
    assert phase(table) == "payment"
    return table.state.to_dict()


def voting() -> Data:
    table = given().villages("F1", 1, 1).lying("F1", "wood").distribution()
    table.plays("propose F1")
    table.plays("allot to 1")
    return table.state.to_dict()


def cards() -> Data:
    return given(victory="cards").orders().state.to_dict()


def put(data: Data, **changes: Any) -> None:
    data.update(changes)


IMPOSSIBLE: dict[str, tuple[Callable[[], Data], Edit, str]] = {
    "another game": (orders, lambda data: put(data, game="odin"), "no position of Graenaland"),
    "a missing option": (orders, lambda data: data["options"].pop("cap"), "options must be"),
    "an option out of bounds": (orders, lambda data: data["options"].update(cap=201), "cap cannot be"),
    "options that do not go together": (orders, lambda data: data["options"].update(grant=True), "not played by"),
    "another number of seats": (orders, lambda data: put(data, seats=6), "not played by"),
    "another island": (orders, lambda data: data["island"].reverse(), "coast|inland"),
    "a tile moved": (orders, lambda data: put(data, island=["F1", "P1", "F2", "P2", "I1", "M1", "I2"]), "GR-020"),
    "an unknown phase": (orders, lambda data: put(data, phase="harvest"), "phase must be one of"),
    "a fifth seat": (orders, lambda data: put(data, leader=4), "leader must be"),
    "a card too many": (orders, lambda data: data["hands"][0].__setitem__(0, 9), "GR-011"),
    "a card of another back": (orders, lambda data: data["up"][1].__setitem__(4, 1), "GR-011"),
    "a missing card": (orders, lambda data: data["discard"].__setitem__(0, 1), "GR-011"),
    "too much known": (
        orders,
        lambda data: put(data, known=[1, *data["known"][1:36], 3, *data["known"][37:]]),
        "known",
    ),
    "knowledge of another size": (orders, lambda data: put(data, known=[0] * 7), "knowledge"),
    "a supply card twice": (orders, lambda data: data["supply_deck"].append(data["display"][0]), "twice"),
    "a supply card missing": (orders, lambda data: data["supply_deck"].pop(), "missing"),
    "too many colonies": (orders, lambda data: data["villages"][0].__setitem__(0, 13), "GR-013"),
    "an army of eleven": (orders, lambda data: data["armies"].__setitem__(0, 11), "armies must be"),
    "too many roads": (
        lambda: given(5).orders().state.to_dict(),
        lambda data: put(data, works=[1] * 9),
        "GR-015",
    ),
    "a building in the mountains": (building, lambda data: data["buildings"][5].__setitem__(0, 0), "GR-141"),
    "a building without a village": (building, lambda data: data["buildings"][3].__setitem__(0, 0), "GR-139"),
    "a priest without a church": (orders, lambda data: data["heroes"][0].__setitem__(1, 3), "GR-145"),
    "a church without a priest": (building, lambda data: data["heroes"][0].__setitem__(1, -1), "GR-145"),
    "two heroes in one place": (building, lambda data: data["heroes"][0].__setitem__(1, 0), "GR-062"),
    "a priest that waits and stands": (building, lambda data: data["waiting"][0].__setitem__(1, 1), "GR-068"),
    "a waiting warrior": (orders, lambda data: data["waiting"][0].__setitem__(0, 1), "GR-068"),
    "everybody has answered": (voting, lambda data: put(data, answered=data["asked"]), "answered already"),
    "an answer that is not asked": (voting, lambda data: put(data, answered=[3]), "answer together"),
    "a vote without a proposer": (voting, lambda data: put(data, proposer=-1), "propose"),
    "a payment that was not made so": (paying, lambda data: put(data, spent=3), "GR-131|GR-130"),
    "another kind asked": (paying, lambda data: put(data, pay_kind=12), "GR-130"),
    "spent without a payment": (orders, lambda data: put(data, spent=1), "spent must be"),
    "a builder of nothing": (building, lambda data: put(data, builder=-1), "must build"),
    "a plan without planning": (cards, lambda data: data["plans"][0].append(86), "GR-242"),
    "a victory card dealt twice": (cards, lambda data: data["dealt"].__setitem__(1, data["dealt"][0]), "GR-234"),
    "a card kept that was not dealt": (cards, lambda data: data["kept"].__setitem__(0, 19), "GR-235"),
    "victory cards with conditions": (orders, lambda data: put(data, dealt=[[0, 1, 2], [], [], []]), "GR-234"),
    "claims with conditions": (orders, lambda data: put(data, phase="claims"), "not played|GR-234"),
    "a generator of three words": (orders, lambda data: put(data, rng=[1, 2, 3]), "generator"),
    "a switch as text": (building, lambda data: put(data, supply_taken="no"), "true or false"),
}


@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_the_impossible_is_refused(what: str) -> None:
    make, edit, message = IMPOSSIBLE[what]
    good = make()
    assert GAME.load(json.loads(json.dumps(good))).digest()
    bad = json.loads(json.dumps(good))
    edit(bad)
    with pytest.raises(LoadError, match=message):
        GAME.load(bad)


@rule("GR-017")
def test_a_saved_position_goes_on_as_it_was() -> None:
    """In the middle of a payment: the same cards are asked for and the same ones leave."""
    state = GAME.load(json.loads(json.dumps(paying())))
    moves = [state.game().moves.show(move) for move in state.legal_moves(0)]
    assert moves == ["spend 0 gold", "spend 1 gold", "spend 2 gold"]


def test_samples_can_be_saved_and_loaded() -> None:
    """What an agent is handed can be sent to another process: every sample of every phase loads."""
    for options in ({}, {"victory": "cards", "start": "free"}):
        table = start(4, 3, **options)
        step = 0
        while not table.state.is_over():
            seat = table.awaits[0]
            legal = table.state.legal_moves(seat)
            table.state.apply(seat, legal[step * 13 % len(legal)])
            step += 1
            for viewer in (step % 4, -1):
                sample = table.state.determinize(viewer, step)
                assert GAME.load(json.loads(json.dumps(sample.to_dict()))).digest() == sample.digest()


def test_votes_are_counted_again_when_a_position_is_loaded() -> None:
    table = Table(GAME.load(voting()))
    assert table.awaits == [0, 1]
    all_vote(table, "accept")
    assert table.happened("accepted")
