"""One game between agents, played by the book: each gets its own perspective, and the truth stays here."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from skali.agents import Agent, AgentFault, Perspective, Story, forfeited, speakers, spoken
from skali.core import SPECTATOR, Event, Game, Options, Saga, State, derive_seed


@dataclass
class SeatResult:
    """What became of one seat."""

    agent: str
    score: int = 0
    rank: int = 0
    share: float = 0.0
    """Of the first place: 1, or less if it is shared."""
    lines: list[dict[str, Any]] = field(default_factory=list)
    decisions: int = 0
    forfeits: int = 0
    seconds: float = 0.0


@dataclass
class MatchResult:
    """A finished game: its saga and, by seat, its results. Only ``seconds`` depend on anything but the seeds."""

    seed: int
    seats: list[SeatResult]
    saga: str
    digest: str
    faults: list[str]


def play_match(game: Game, options: Options, seed: int, agents: list[Agent], names: list[str]) -> MatchResult:
    """Plays a game to its end. An agent's fault forfeits the decision to a random legal move and is told in the saga."""
    seats = len(agents)
    state = game.start(seats, seed, options)
    saga = Saga.begin(state, seed, seats, options.to_texts(), names)
    results = [SeatResult(name) for name in names]
    stories = [Story(seat) for seat in range(seats)]
    faults: list[str] = []
    for agent in agents:
        agent.begin()
    ply = 0
    talking = False
    while not state.is_over():
        was_talking, talking = talking, bool(speakers(state, seats))
        if talking and not was_talking:
            faults += hold_talk(state, derive_seed("remarks", seed, ply), agents, names, stories, saga)
        seat = state.to_act()[0]
        legal = state.legal_moves(seat)
        move = legal[0]
        if len(legal) > 1:
            perspective = Perspective(state, seat, seats, derive_seed("decision", seed, ply), stories[seat])
            began = time.perf_counter()
            try:
                move = agents[seat].choose(perspective)
            except AgentFault as fault:
                move = forfeited(perspective)
                results[seat].forfeits += 1
                faults.append(f"{names[seat]} on seat {seat} forfeits a decision: {fault}")
                saga.remark(faults[-1])
            results[seat].seconds += time.perf_counter() - began
            results[seat].decisions += 1
        events: list[Event] = []
        state.apply(seat, move, events)
        notation = game.moves.show(move)
        saga.record(seat, notation)
        for story in stories:
            story.move(seat, notation)
            story.events(events)
        ply += 1
    saga.finish(state)
    places = state.ranking()
    for seat, result in enumerate(results):
        result.score = int(state.score(seat))
        result.rank = places[seat]
        result.share = 1 / places.count(1) if places[seat] == 1 else 0.0
        sheet = state.score_sheet(seat, SPECTATOR)
        result.lines = [{"key": line.key, "points": line.points, **_plain(line.data)} for line in sheet if line.summed]
    return MatchResult(seed, results, saga.write(), saga.digest, faults)


def hold_talk(
    state: State, seed: int, agents: list[Agent], names: list[str], stories: list[Story], saga: Saga
) -> list[str]:
    """One round of remarks: every agent in seat order may speak, all others hear it. The faults, which silence an agent."""
    space = state.game().remarks
    assert space is not None
    faults: list[str] = []

    def fault(seat: int, what: AgentFault) -> None:
        faults.append(f"{names[seat]} on seat {seat} fails in talk: {what}")
        saga.remark(faults[-1])

    for seat in speakers(state, len(agents)):
        perspective = Perspective(state, seat, len(agents), derive_seed("remark", seed, seat), stories[seat])
        try:
            said = spoken(agents[seat], perspective)
        except AgentFault as error:
            fault(seat, error)
            continue
        for remark in said:
            notation = space.show(remark)
            saga.says(seat, notation)
            for other, listener in enumerate(agents):
                stories[other].remark(seat, notation)
                if other != seat:
                    try:
                        listener.hear(seat, remark)
                    except AgentFault as error:
                        fault(other, error)
    return faults


def _plain(data: dict[str, Any]) -> dict[str, Any]:
    return {"of": " ".join(f"{name} {value}" for name, value in data.items())} if data else {}
