"""For every question of every game a saga that stops where it is asked."""

from skali.core import load_game
from skali.core.saga import Saga, open_saga
from tests.web.hands import ROOT
from tests.web.odin_positions import saga_of
from tests.web.test_graenaland import ASKED, asks, until


def questions(key: str) -> list[str]:
    """The kinds of prompt of a game, as its words have them."""
    return sorted(load_game(key).words("en").tables["prompt"].keys() - {"waiting"})


def asked_in(key: str, kind: str) -> str:
    if key == "odin":
        return saga_of(kind)
    if key == "graenaland":
        seats, options, seed = ASKED[kind]
        return until(seats, options, seed, asks(kind))
    return recorded(key, kind)


def recorded(key: str, kind: str) -> str:
    """A recorded game up to the question, of the seat that is asked first."""
    game = load_game(key)
    for file in sorted((ROOT / "tests" / "sagas").glob(f"{key}*.saga")):
        saga = Saga.read(file.read_text(encoding="utf-8"))
        state = open_saga(saga, game)
        for at, step in enumerate(saga.steps):
            if kind in [state.prompt(seat).kind for seat in state.to_act()[:1]]:
                saga.steps, saga.score, saga.digest = saga.steps[:at], [], ""
                return saga.write()
            if step.kind == "move":
                state.apply(step.seat, game.moves.read(step.text))
    raise AssertionError(f"no recorded game of {key} asks '{kind}'")
