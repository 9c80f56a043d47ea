"""What one could do, and why a bot did what it did: thought out in the bots' processes, from what the one who asks may know."""

from __future__ import annotations

from functools import partial
from typing import Any

from skali.agents import Hint, Perspective, Reason, hints_for, reasons_for
from skali.core import State
from skali.hall.bots import load_sample
from skali.hall.catalogue import Speaker
from skali.hall.errors import HallError
from skali.hall.hall import Hall
from skali.hall.lessons import progress_of
from skali.hall.record import Step
from skali.hall.room import Room
from skali.hall.table import LiveTable

WORK = 400.0
"""What a hint costs, in steps that are played again."""


def think_of_moves(
    key: str, where: str, data: dict[str, Any], seat: int, seats: int, agent: str, seed: int, seconds: float
) -> list[Hint]:
    """In a bot's process: good moves of the seat."""
    return hints_for(Perspective(load_sample(key, where, data), seat, seats, seed))


def think_of_reasons(
    actor: int,
    move: int,
    key: str,
    where: str,
    data: dict[str, Any],
    seat: int,
    seats: int,
    agent: str,
    seed: int,
    seconds: float,
) -> Hint | None:
    """In a bot's process: what speaks for a move of another seat."""
    return reasons_for(Perspective(load_sample(key, where, data), seat, seats, seed), actor, move)


async def hint(hall: Hall, room: Room, seat: int, guest: str, language: str) -> list[dict[str, Any]]:
    """Up to three good moves, each with its reasons; none where the game knows nothing of good play."""
    table = room.table
    may_ask(table)
    if seat not in table.awaited:
        raise HallError("not_now", "You are not asked anything now.")
    if progress_of(table).allowed is not None:
        raise HallError("not_now", "The lesson says what to do now.")
    found: list[Hint] | None = await ask(hall, table, think_of_moves, table.state, seat, guest)
    speaker = hall.teller.speaker(table, language)
    return [told(each, speaker, table.record.names) for each in found or []]


async def because(hall: Hall, room: Room, viewer: int, moment: int, guest: str, language: str) -> dict[str, Any] | None:
    """Why a bot played what led to a moment of the viewer; None where that can't be told."""
    table = room.table
    may_ask(table)
    if viewer < 0:
        raise HallError("forbidden", "Only those who play may ask.")
    place = step_of(table, viewer, moment)
    if place < 0:
        return None
    await hall.prepare_history(room, place)
    if step_of(table, viewer, moment) != place:  # taken back meanwhile
        return None
    step = table.record.line[place]
    state, at = table.state_before(place)
    for each in table.record.line[at:place]:
        table.replay_step(state, each)
    found = await ask(hall, table, partial(think_of_reasons, step.seat, step.move), state, viewer, guest)
    return told(found, hall.teller.speaker(table, language), table.record.names) if found else None


def may_ask(table: LiveTable) -> None:
    if not table.config.hints:
        raise HallError("forbidden", "Nobody is given hints at this table.")
    if not table.is_playing or table.state.game().heuristic is None:
        raise HallError("not_now", "There is nothing to say now.")


def step_of(table: LiveTable, viewer: int, moment: int) -> int:
    """Where on the line a bot's move stands that led to a viewer's moment; -1 if no bot's did."""
    seen = table.viewers[viewer]
    if not 1 <= moment <= seen.moment:
        return -1
    for place in range(table.place_of_moment(viewer, moment), len(table.record.line)):
        step = table.record.line[place]
        if step.kind == "move" and seen.saw(step):
            return place if is_a_bots(table, step, viewer) else -1
    return -1


def is_a_bots(table: LiveTable, step: Step, viewer: int) -> bool:
    return step.seat != viewer and bool(table.record.seats[step.seat].player)


async def ask(hall: Hall, table: LiveTable, what: Any, state: State, seat: int, guest: str) -> Any:
    """Thought out in the turn of the one who asks, so that nobody else's bots wait for it."""
    seed = hall.bots.seed("hint", state, seat)
    return await hall.bots.ask(what, state, seat, table.config.seats, "hint", seed, guest, table.id)


def told(found: Hint, speaker: Speaker, players: list[str]) -> dict[str, Any]:
    moves = speaker.game.moves
    data = moves.to_data(found.move)
    return {
        "move": found.move,
        "data": data,
        "notation": moves.show(found.move),
        "words": speaker.say("move", str(data["kind"]), data, players),
        "reasons": [
            {"kind": each.kind, "points": each.points, "words": words_of(each, speaker)}
            for each in found.reasons
            if each.kind == "score" or speaker.words.has("reason", each.key)
        ],
    }


def words_of(reason: Reason, speaker: Speaker) -> str:
    if reason.kind == "score":
        return speaker.say("score", reason.key, reason.data, ()).partition(" | ")[0]
    return speaker.words.template("reason", reason.key)
