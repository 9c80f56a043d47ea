"""What a finished game shows when it is played again from its saga, for the lab. It knows only decisions, scores, events."""

from __future__ import annotations

from collections import Counter
from typing import Any

from skali.arena.plan import Plan
from skali.arena.play import play_numbered
from skali.core import Event, Game, Saga, State
from skali.core.moves import Named
from skali.core.saga import open_saga


def play_and_observe(plan: dict[str, Any], number: int) -> dict[str, Any]:
    """A game of the plan, with what it shows. For any process on any machine."""
    record = play_numbered(plan, number)
    return {**record, "observed": observe(Plan.from_data(plan).load_game(), Saga.read(record["saga"]))}


def observe(game: Game, saga: Saga) -> dict[str, Any]:
    """The decisions in their order (kind, choices, leader after), and by seat what it did and what happened to it."""
    state = open_saga(saga, game)
    decisions: list[dict[str, Any]] = []
    things = [Counter[str]() for _ in range(saga.seats)]
    for step in saga.steps:
        if step.kind != "move":
            continue
        move = game.moves.read(step.text)
        choices = len(state.legal_moves(step.seat))
        kind = state.prompt(step.seat).kind
        events: list[Event] = []
        state.apply(step.seat, move, events)
        if choices > 1:
            decisions.append({"kind": kind, "choices": choices, "leader": leader(state, saga.seats)})
            _count_move(game, move, things[step.seat])
        for event in events:
            _count_event(event, things)
    return {"decisions": decisions, "things": [dict(sorted(each.items())) for each in things]}


def leader(state: State, seats: int) -> int:
    """The seat with the highest score, -1 if it is shared."""
    scores = [int(state.score(seat)) for seat in range(seats)]
    best = max(scores)
    return scores.index(best) if scores.count(best) == 1 else -1


def _count_move(game: Game, move: int, things: Counter[str]) -> None:
    """A move counts by its kind, and by each thing that it names."""
    kind = game.moves.kind_of(move)
    things[f"chose {kind.name}"] += 1
    for each, value in zip(kind.fields, game.moves.values(move)):
        if isinstance(each, Named):
            things[f"chose {kind.name}: {each.show(value)}"] += 1


def _count_event(event: Event, things: list[Counter[str]]) -> None:
    """An event counts for the seat that it names, by each text in it: a card, a tile, a captain."""
    seat = event.data.get("seat")
    if not isinstance(seat, int) or not 0 <= seat < len(things):
        return
    for value in event.data.values():
        for text in value if isinstance(value, list) else [value]:
            if isinstance(text, str):
                things[seat][f"{event.kind}: {text}"] += 1
