"""What is shown has the shape that the game declares, so that a client made from the declaration fits."""

from skali.core import Game
from skali.core.shapes import fields_of, json_schemas, shape_fault
from skali.kit.play import Spot


def views_are_as_declared(spot: Spot) -> None:
    """Every key of a view is declared, and everything in it is as declared. A game may leave the declaration out."""
    if spot.game.view_type is not None:
        for viewer in spot.viewers:
            fault = shape_fault(spot.state.view(viewer), spot.game.view_type, "the view")
            assert not fault, f"seat {viewer}: {fault}"


def prompts_are_as_declared(spot: Spot) -> None:
    """Every kind of prompt is declared, and its data is as declared."""
    if spot.game.view_type is not None:
        for seat in spot.state.to_act():
            prompt = spot.state.prompt(seat)
            declared = spot.game.prompt_types.get(prompt.kind)
            assert declared is not None, f"the prompt '{prompt.kind}' is not declared"
            fault = shape_fault(prompt.data, declared, f"the data of '{prompt.kind}'")
            assert not fault, f"seat {seat}: {fault}"


def shapes_are_shapes(game: Game) -> None:
    """The declarations can be made into types of a client; a view names who is awaited."""
    if game.view_type is not None:
        assert fields_of(game.view_type).get("awaiting") == (list[int], True), "a view has 'awaiting', a list of seats"
        for shape in (game.view_type, *game.prompt_types.values(), *game.refusal_types.values()):
            json_schemas(shape, f"{game.key}.", {})
