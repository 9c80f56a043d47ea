"""Phase 4: which battle is called, and against whom (EK-043 to EK-050, EK-073, EK-D2, EK-D3)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from skali.core.bits import bit, lowest, nth, popcount
from skali.core.protocol import Decision, Event, Prompt
from skali.games.eketorp import battles, components, moves, phases
from skali.games.eketorp.position import EketorpPosition

EK_035_ENOUGH_BRICKS: Final = 35
EK_036_ONE_OWNER: Final = 36
EK_044_OWN_BATTLES: Final = 44
EK_045_OPPONENT_THERE: Final = 45
EK_046_ONE_AGAINST_ONE: Final = 46
EK_048_DEFENDER: Final = 48
EK_074_ONCE: Final = 74


class CallBattle(Decision[EketorpPosition]):
    """One of the own battles must be called (EK-044, EK-047)."""

    def count(self, position: EketorpPosition, seat: i64) -> i64:
        return popcount(battles.open_to(position, seat))

    def pick(self, position: EketorpPosition, seat: i64, n: i64) -> i64:
        return moves.CALL_AT + battles.place_of(nth(battles.open_to(position, seat), n))

    def fault(self, position: EketorpPosition, seat: i64, move: i64) -> i64:
        if move >= moves.CALL_SIEGE:
            return siege_fault(position, seat, move - moves.CALL_SIEGE)
        place = move - moves.CALL_AT
        if not position.on_field(seat, place):
            return EK_044_OWN_BATTLES
        if position.fights & bit(components.FIELD_BITS * place + battles.TOP_BIT):
            return 0
        return EK_035_ENOUGH_BRICKS if battles.opponents(position, seat, place) else EK_036_ONE_OWNER

    def play(self, position: EketorpPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        call(position, seat, move - moves.CALL_AT, events)

    def prompt(self, position: EketorpPosition, seat: i64) -> Prompt:
        return Prompt("call", "EK-D2")


def siege_fault(position: EketorpPosition, seat: i64, field: i64) -> i64:
    castle = field // moves.ENGINE_COUNT
    if castle >= position.seats:
        return moves.EK_010_UNUSED_CASTLE
    if castle == seat:
        return EK_048_DEFENDER
    if not position.siege[seat] & bit(field):
        return EK_044_OWN_BATTLES
    return 0 if position.open_sieges & bit(field) else EK_074_ONCE


def call(position: EketorpPosition, seat: i64, place: i64, events: list[Event] | None) -> None:
    """The opponent is asked for next; a single Viking attacks the castle, whose owner is the opponent (EK-045, EK-073)."""
    position.place = place
    others = battles.opponents(position, seat, place)
    if events is not None:
        data = {"seat": seat} | moves.place_data(place)
        if place < moves.STORAGE_FIELDS:
            events.append(Event("called_at_field", data, rule="EK-034"))
        elif others:
            events.append(Event("called_at_castle", data, rule="EK-038"))
        else:
            events.append(Event("besieged", data, rule="EK-073"))
    if not others:
        position.opponent = (place - moves.STORAGE_FIELDS) // moves.ENGINE_COUNT
        position.phase = phases.BATTLE_BEGINS
    elif others & (others - 1):
        position.phase = phases.OPPONENT
    else:
        choose_opponent(position, lowest(others), events)


class ChooseOpponent(Decision[EketorpPosition]):
    """One of several players who stand at the place (EK-045, EK-046)."""

    def count(self, position: EketorpPosition, seat: i64) -> i64:
        return popcount(battles.opponents(position, seat, position.place))

    def pick(self, position: EketorpPosition, seat: i64, n: i64) -> i64:
        return moves.AGAINST + nth(battles.opponents(position, seat, position.place), n)

    def fault(self, position: EketorpPosition, seat: i64, move: i64) -> i64:
        if move - moves.AGAINST == seat:
            return EK_046_ONE_AGAINST_ONE
        others = battles.opponents(position, seat, position.place)
        return 0 if others & bit(move - moves.AGAINST) else EK_045_OPPONENT_THERE

    def play(self, position: EketorpPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        choose_opponent(position, move - moves.AGAINST, events)

    def prompt(self, position: EketorpPosition, seat: i64) -> Prompt:
        return Prompt("opponent", "EK-D3")


def choose_opponent(position: EketorpPosition, other: i64, events: list[Event] | None) -> None:
    position.opponent = other
    position.phase = phases.BATTLE_BEGINS
    if events is not None:
        events.append(Event("opponent", {"seat": position.initiator, "other": other}, rule="EK-045"))
