"""The luck of a hall: nobody's to know, unless a test has fixed it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from skali.core import load_game
from skali.hall.bots import Bots
from skali.hall.luck import Luck
from skali.hall.settings import Settings
from tests.hall.halls import ThreadHall
from tests.hall.people import Person

OpenHall = Callable[..., ThreadHall]


def saga_against_a_bot(hall: ThreadHall, moves: int) -> str:
    """The first moves of a game, always by the first choice, against the bot that a newcomer meets."""
    person = Person(hall.url, "Astrid")
    table = person.post("/api/quick", {"game": "fjords", "bots": "easy"})["table"]["id"]
    viewer = person.look(table, 0)
    for _ in range(moves):
        while not viewer.position["legal"]:
            viewer.receive()
        viewer.plays(viewer.position["legal"][0]["move"])
    live = hall.live(table)
    return f"{live.config.seed} {live.config.nonce}\n" + "\n".join(line["words"] for line in viewer.log)


def test_a_fixed_seed_brings_the_same_tables_and_the_same_bots(open_hall: OpenHall, tmp_path: Path) -> None:
    first, again, other = (
        saga_against_a_bot(open_hall(str(tmp_path / f"{name}.db"), seed=seed), 12)
        for name, seed in (("first", 7), ("again", 7), ("other", 8))
    )
    assert first == again
    assert first != other


def test_the_tables_of_one_hall_differ() -> None:
    luck = Luck(7)
    assert len({luck.of_table() for _ in range(100)}) == 100


def test_without_a_seed_no_two_halls_are_alike() -> None:
    assert Settings().seed is None
    assert len({Luck(Settings().seed).of_table() for _ in range(100)}) == 100


def test_seeds_and_nonces_are_as_long_as_they_should_be() -> None:
    for luck in (Luck(), Luck(7)):
        made = [luck.of_table() for _ in range(200)]
        assert {len(nonce) for _, nonce in made} == {32}
        assert max(seed for seed, _ in made).bit_length() == 64


@pytest.mark.parametrize("game", ["eketorp", "graenaland"])
def test_what_a_bot_plays_does_not_depend_on_who_answers_first(game: str) -> None:
    """Simultaneous decisions: the seed of each is the same before and after another seat has begun to answer."""
    bots = Bots(1, 1.0, {}, Luck(7))
    state = load_game(game).start(3, 1)
    waiting = state.to_act()
    assert len(waiting) > 1
    before = bots.seed("choose", state, waiting[1])
    state.apply(waiting[0], state.legal_moves(waiting[0])[0])
    assert waiting[1] in state.to_act()
    assert bots.seed("choose", state, waiting[1]) == before
