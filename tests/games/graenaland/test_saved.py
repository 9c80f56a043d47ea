"""Saved positions: damage, what is out of bounds, lost or doubled pieces, and a game that stands still are refused."""

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


def giving() -> Data:
    """A village behind the palisade of another player, who is due a card."""
    table = given().nobody_anywhere().villages("P1", 1).villages("F1", 0, 1).works("F1", "palisade")
    built = table.hand(0, "wood 6 cattle 6 ore 3 grain 3").build(True)
    builds(built, "village", "F1")
    while phase(built) == "payment":
        built.state.apply(0, built.state.legal_moves(0)[0])
    assert phase(built) == "gift"
    return built.state.to_dict()


def voting() -> Data:
    table = given().villages("F1", 1, 1).lying("F1", "wood").distribution()
    table.plays("propose F1")
    table.plays("allot to 1")
    return table.state.to_dict()


def cards() -> Data:
    return given(victory="cards").orders().state.to_dict()


def put(data: Data, **changes: Any) -> None:
    data.update(changes)


REFUSED: dict[str, tuple[Callable[[], Data], Edit, str]] = {
    "another game": (orders, lambda data: put(data, game="odin"), "no position of Graenaland"),
    "a missing option": (orders, lambda data: data["options"].pop("cap"), "options must be"),
    "an option out of bounds": (orders, lambda data: data["options"].update(cap=201), "cap cannot be"),
    "options that do not go together": (orders, lambda data: data["options"].update(grant=True), "not played by"),
    "another number of seats": (orders, lambda data: put(data, seats=6), "not played by"),
    "another island": (orders, lambda data: data["island"].reverse(), "coast|inland"),
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
    "everybody has answered": (voting, lambda data: put(data, answered=data["asked"]), "answered already"),
    "an answer that is not asked": (voting, lambda data: put(data, answered=[3]), "answer together"),
    "a vote without a proposer": (voting, lambda data: put(data, proposer=-1), "'proposer' must be named"),
    "a vote on no territory": (voting, lambda data: put(data, site=-1), "'site' must be named"),
    "a payment for no territory": (paying, lambda data: put(data, site=-1), "something to pay"),
    "a gift to nobody": (giving, lambda data: put(data, gifts=[]), "nobody to give to"),
    "a unit of a village": (building, lambda data: put(data, phase="unit", project=0), "army step"),
    "a payment that was not made so": (paying, lambda data: put(data, spent=3), "GR-131|GR-130"),
    "another kind asked": (paying, lambda data: put(data, pay_kind=12), "GR-130"),
    "spent without a payment": (orders, lambda data: put(data, spent=1), "spent must be"),
    "a builder of nothing": (building, lambda data: put(data, builder=-1), "'builder' must be named"),
    "a plan without planning": (cards, lambda data: data["plans"][0].append(86), "GR-242"),
    "a victory card dealt twice": (cards, lambda data: data["dealt"].__setitem__(1, data["dealt"][0]), "GR-234"),
    "a card kept that was not dealt": (cards, lambda data: data["kept"].__setitem__(0, 19), "GR-235"),
    "victory cards with conditions": (orders, lambda data: put(data, dealt=[[0, 1, 2], [], [], []]), "GR-234"),
    "claims with conditions": (orders, lambda data: put(data, phase="claims"), "GR-241"),
    "a generator of three words": (orders, lambda data: put(data, rng=[1, 2, 3]), "generator"),
    "a switch as text": (building, lambda data: put(data, supply_taken="no"), "true or false"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_damaged_position_is_refused(what: str) -> None:
    make, edit, message = REFUSED[what]
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
