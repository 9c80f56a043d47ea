"""What the lab reports of Eketorp alone: how much there is to gain against the mix by which the heuristic deploys.

In positions of its own games a player draws deployments from the mix, takes the one that does best against drawn
deployments of the rivals, and plays the round with it and with one left to luck, against rivals drawn anew.
"""

from __future__ import annotations

from statistics import fmean
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from skali.core.moves import Moves
from skali.core.protocol import Finding
from skali.core.rng import derive_seed
from skali.games.eketorp import course, phases
from skali.games.eketorp.heuristic import deployments, evaluation, policy
from skali.games.eketorp.state import EketorpState

DRAWN: Final = 200
"""Deployments to choose the best of."""
_RIVALS: Final = 24
"""Deployments of the rivals by which they are judged."""
ROUNDS: Final = 48
"""Rounds played with the best, and as many with luck."""


def gain_of_the_best(games: list[EketorpState], seed: int, drawn: int = DRAWN, rounds: int = ROUNDS) -> Finding:
    """Of every round of these games, each begun and then played by the heuristic's weights."""
    values: list[float] = []
    for number, state in enumerate(games):
        while state.phase != phases.OVER:
            name = derive_seed("lab", seed, number, int(state.round))
            seat = i64(name % int(state.seats))
            if state.home[seat]:
                values.append(gain(state, seat, name, drawn, rounds))
            state.reseed(name)
            deploy(state)
            play_round(state)
    return Finding(
        f"The best of {drawn} deployments",
        f"What the best of {drawn} deployments sampled from the heuristic's mix gains against that mix, beside one sampled "
        "deployment: the round is played out by the heuristic, and judged by what each player may then expect.",
        "points a round",
        values,
    )


def gain(state: EketorpState, seat: i64, seed: int, drawn: int, rounds: int) -> float:
    best = best_of(state, seat, seed, drawn)
    chosen: list[float] = []
    by_luck: list[float] = []
    for number in range(rounds):
        rivals = state.copy()
        rivals.reseed(derive_seed("rivals", seed, number))
        deploy_rivals(rivals, seat)
        for lucky, found in ((False, chosen), (True, by_luck)):
            played = rivals.copy()
            if lucky:
                deployments.draw(played, seat)
            else:
                take_over(played, best, seat)
            played.reseed(derive_seed("battles", seed, number))
            begin_battles(played)
            play_round(played)
            found.append(evaluation.margin_as_it_stands(played, seat, None))
    return fmean(chosen) - fmean(by_luck)


def best_of(state: EketorpState, seat: i64, seed: int, drawn: int) -> EketorpState:
    """The deployment of the seat that stands best on average when the rivals deploy by the mix."""
    worlds: list[EketorpState] = []
    for number in range(_RIVALS):
        world = state.copy()
        world.reseed(derive_seed("worlds", seed, number))
        deploy_rivals(world, seat)
        world.phase = phases.CALL
        worlds.append(world)
    best = state
    highest = 0.0
    for number in range(drawn):
        planned = state.copy()
        planned.reseed(derive_seed("drawn", seed, number))
        deployments.draw(planned, seat)
        total = 0.0
        for world in worlds:
            take_over(world, planned, seat)
            total += evaluation.margin_as_it_stands(world, seat, None)
        if number == 0 or total > highest:
            highest = total
            best = planned
    return best


def take_over(state: EketorpState, planned: EketorpState, seat: i64) -> None:
    """The seat deploys as it did in another state of the same position."""
    state.home[seat] = planned.home[seat]
    state.storage[seat] = planned.storage[seat]
    state.siege[seat] = planned.siege[seat]


def deploy_rivals(state: EketorpState, seat: i64) -> None:
    for other in range(state.seats):
        if other != seat:
            deployments.draw(state, other)


def deploy(state: EketorpState) -> None:
    for seat in range(state.seats):
        deployments.draw(state, seat)
    begin_battles(state)


def begin_battles(state: EketorpState) -> None:
    """All have submitted."""
    state.deploying = 0
    state.phase = phases.DEPLOYED
    course.go_on(state, None)


def play_round(state: EketorpState) -> None:
    """Battles and building by the heuristic's weights, to the next deployment or the end."""
    moves = Moves()
    while state.phase != phases.DEPLOY and state.phase != phases.OVER:
        seat = state.actor()
        moves.clear()
        state.fill_legal(seat, moves)
        chances = vec[float](capacity=int(moves.count))
        for _ in range(moves.count):
            chances = append(chances, 0.0)
        policy.weigh(state, seat, moves, chances)
        state.advance(seat, moves.at(deployments.pick(chances, state.rng)))
