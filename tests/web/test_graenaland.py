"""Graenaland in the browser: every prompt on the board, whole games, secrets that stay secret, and how few inputs a turn takes."""

import random
import tomllib
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from skali.core import load_game
from skali.core.saga import Saga
from tests.web.graenaland_hands import drafted, one_answer, take_seat, with_keys, with_the_mouse
from tests.web.hands import ROOT, go_on_from, moment

Room = Callable[..., Page]
GAME = load_game("graenaland")
FREE = {"start": "free", "victory": "cards"}
GRANT = {"start": "free", "grant": "on"}
CARDS = {"victory": "cards"}
ASKED: dict[str, tuple[int, dict[str, str], int]] = {
    "first_place": (3, FREE, 1),
    "second_place": (3, FREE, 1),
    "camp": (3, FREE, 2),
    "victory_card": (4, CARDS, 1),
    "hero_order": (3, {}, 1),
    "proposal": (3, {}, 1),
    "allotment": (3, {}, 3),
    "vote": (3, {}, 3),
    "joint_kind": (3, {}, 41),
    "joint_site": (3, {}, 41),
    "pledge": (3, {}, 41),
    "joint_decision": (3, {}, 127),
    "menu_leading": (3, {}, 24),
    "menu_granted": (5, GRANT, 246),
    "menu_final": (3, FREE, 172),
    "supply_card": (3, {}, 24),
    "building_site": (3, {}, 143),
    "unit": (3, {}, 466),
    "payment": (3, {}, 60),
    "gift": (3, FREE, 348),
    "hero_seat": (3, FREE, 95),
    "grantee": (5, GRANT, 239),
    "claim": (3, FREE, 191),
    "plan": (3, FREE, 191),
    "plan_building_site": (4, CARDS, 448),
    "plan_unit": (3, FREE, 95),
    "plan_payment": (4, CARDS, 448),
    "plan_gift": (4, CARDS, 316),
}
"""Seats, options and seed of a game in which random play comes to be asked this."""


def until(
    seats: int, options: dict[str, str], seed: int, there: Callable[[Any, int], bool], names: list[str] | None = None
) -> str:
    """The saga of random play up to the first position in which a seat is asked what is wanted."""
    chosen = GAME.options.parse(options)
    state = GAME.start(seats, seed, chosen)
    saga = Saga.begin(state, seed, seats, chosen.to_texts(), names or [f"Player {seat}" for seat in range(seats)])
    luck = random.Random(seed)
    while not state.is_over():
        seat = next(seat for seat in range(seats) if len(state.legal_moves(seat)))
        if there(state, seat):
            return saga.write()
        legal = list(state.legal_moves(seat))
        drawn = luck.choice(legal)
        move = legal[-1] if state.prompt(seat).kind == "claim" else drawn
        saga.record(seat, GAME.moves.show(move))
        state.apply(seat, move)
    raise AssertionError(f"the game with seed {seed} never comes there")


def asks(kind: str) -> Callable[[Any, int], bool]:
    return lambda state, seat: state.prompt(seat).kind == kind and len(state.legal_moves(seat)) > 1


def test_every_prompt_of_the_game_has_its_place() -> None:
    words = tomllib.loads((ROOT / "src/skali/games/graenaland/words/en.toml").read_text(encoding="utf-8"))
    assert set(words["prompt"]) == set(ASKED)


@pytest.mark.parametrize("hand", [with_the_mouse, with_keys])
def test_every_prompt_is_answered_on_the_board(room: Room, hand: Callable[[Page, str], None]) -> None:
    page = room()
    answered = 0
    for kind, (seats, options, seed) in ASKED.items():
        go_on_from(page, until(seats, options, seed, asks(kind)))
        take_seat(page)
        asked = one_answer(page, hand)
        assert asked == kind.removeprefix("plan_"), kind
        answered += 1
    assert answered == 28
