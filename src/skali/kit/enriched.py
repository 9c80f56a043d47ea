"""Games from positions that random play reaches too rarely: many cards in play, many goods at hand.

A game may put `enriched.py` beside its tests: ``starts(everything)`` gives the numbers of the starts to play, a fixed share or all
of them (`SKALI_TEST_ALL=1`), and ``start(number)`` makes the position. From each the kit plays some moves at random, the kind
of move first and often one that was rare so far; it saves and loads after every move and counts the components at every decision.
At each it also looks for loopholes: what if somebody played the same move again and again?
"""

import json
from collections import Counter, defaultdict

from skali.core import Event, Game, Rng, State, derive_seed
from skali.kit import barriers, conservation, forced, legality, shapes, wording
from skali.kit.configurations import Configuration
from skali.kit.games import hook, plays_everything
from skali.kit.play import Record, Spot, Turn, choose, sampled
from skali.kit.saving import difference

MOVES = 150
"""So many from each start, unless the game is over before."""
AGAIN = 8
"""How often a move is repeated to find a loophole."""
AFTERWARDS = 10
"""And how many other moves follow."""
SPOTS = 2
"""Positions of each game at which the costly checks are made."""


def enriched_starts(game: Game) -> list[int]:
    """The numbers of the starts of a game; none if its author has made none."""
    module = hook(game, "enriched")
    return [] if module is None else list(module.starts(plays_everything()))


def examine_start(game: Game, number: int) -> None:
    """Plays on from one start and makes the checks."""
    module = hook(game, "enriched")
    assert module is not None
    record = play_from(game, module.start(number), number)
    for step in range(len(record.states)):
        spot = record.spot(step)
        legality.awaited_seats_have_moves(spot)
        load_keeps_the_state(spot)
        repeating_a_move_is_no_loophole(spot)
    for check in (
        conservation.components_are_conserved,
        barriers.barrier_never_falls,
        forced.forced_moves_are_not_asked,
        wording.what_happens_has_words,
    ):
        check(record)
    for spot in sampled(record, SPOTS):
        legality.legal_moves_apply(spot)
        legality.refusals_cite_a_rule(spot)
        legality.generator_is_the_filtered_space(spot)
        wording.what_is_shown_has_words(spot)
        shapes.views_are_as_declared(spot)
        shapes.prompts_are_as_declared(spot)


def play_from(game: Game, state: State, number: int) -> Record:
    """Some moves from the position."""
    data = state.to_dict()
    record = Record(Configuration(game, data["seats"], game.load_options(data)), number, "kinds of")
    record.states.append(state)
    rng = Rng(derive_seed("enriched", game.key, number))
    played: Counter[str] = Counter()
    while len(record.turns) < MOVES and not state.is_over():
        seat, move = choose_by_kind(game, state, played, rng)
        played[game.moves.kind_of(move).name] += 1
        events: list[Event] = []
        state = state.copy()
        state.apply(seat, move, events)
        record.states.append(state)
        record.turns.append(Turn(seat, move, events))
    return record


def choose_by_kind(game: Game, state: State, played: Counter[str], rng: Rng) -> tuple[int, int]:
    """A move of the kind played least, or of any kind: both as likely."""
    awaited = state.to_act()
    seat = awaited[rng.below(len(awaited))]
    kinds = moves_by_kind(game, state, seat)
    names = sorted(kinds)
    rarest = min(names, key=lambda name: played[name])
    moves = kinds[rarest if rng.below(2) else names[rng.below(len(names))]]
    return seat, moves[rng.below(len(moves))]


def moves_by_kind(game: Game, state: State, seat: int) -> dict[str, list[int]]:
    kinds: dict[str, list[int]] = defaultdict(list)
    for move in state.legal_moves(seat):
        kinds[game.moves.kind_of(move).name].append(move)
    assert kinds, f"seat {seat} is to act, but has no legal move"
    return kinds


def repeating_a_move_is_no_loophole(spot: Spot) -> None:
    """A move of each kind is played again and again while it is allowed, then some others: the components are still right."""
    rng = spot.rng("loophole")
    count = hook(spot.game, "conservation")
    for seat in spot.state.to_act():
        for moves in moves_by_kind(spot.game, spot.state, seat).values():
            move = moves[rng.below(len(moves))]
            state = spot.state.copy()
            times = 0
            while times < AGAIN and seat in state.to_act() and move in state.legal_moves(seat):
                state.apply(seat, move)
                times += 1
            for _ in range(AFTERWARDS if times > 1 else 0):
                if not state.is_over():
                    state.apply(*choose(state, rng, "legal"))
            if times > 1:
                after = Spot(state, spot.configuration, spot.seed, spot.step)
                try:
                    if count is not None:
                        count.check(state)
                    load_keeps_the_state(after)
                except AssertionError as error:
                    raise AssertionError(f"{spot}: {spot.show(move)} {times} times: {error}") from error


def load_keeps_the_state(spot: Spot) -> None:
    data = spot.state.to_dict()
    try:
        loaded = spot.game.load(json.loads(json.dumps(data)))
    except ValueError as error:
        raise AssertionError(f"{spot}: what was saved cannot be loaded: {error}") from error
    same = loaded.digest() == spot.state.digest()
    assert same, f"{spot}: load changes the digest: {difference(data, loaded.to_dict())}"
