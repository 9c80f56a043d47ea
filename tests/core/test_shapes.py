"""Shapes: what they refuse, and the JSON Schema that is made of them."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

import pytest

from skali.core.shapes import ShapeError, json_schemas, shape_fault


class Stone(TypedDict):
    cell: Annotated[list[int], 2]
    colour: Literal["red", "blue"]
    carved: NotRequired[str]


class Shown(TypedDict):
    stones: list[Stone]
    counts: dict[str, int]
    last: Stone | None
    done: bool


STONE: dict[str, Any] = {"cell": [1, 2], "colour": "red"}
SHOWN: dict[str, Any] = {"stones": [STONE], "counts": {"oak": 1}, "last": None, "done": False}


def test_what_is_as_declared_has_no_fault() -> None:
    assert shape_fault(SHOWN, Shown) == ""
    assert shape_fault(SHOWN | {"last": STONE | {"carved": "ᚠ"}}, Shown) == ""


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"done": 0}, "it.done is 0, not boolean"),
        ({"counts": {"oak": True}}, "it.counts.oak is True, not integer"),
        ({"counts": {1: 1}}, "it.counts is {1: 1}, not an object"),
        ({"stones": STONE}, "not a list"),
        ({"stones": [STONE | {"cell": [1, 2, 3]}]}, "it.stones[0].cell has 3 parts, not 2"),
        ({"stones": [STONE | {"colour": "green"}]}, "it.stones[0].colour is 'green', not one of 'red', 'blue'"),
        ({"stones": [STONE | {"secret": 1}]}, "it.stones[0] has 'secret', which Stone does not have"),
        ({"stones": [{"cell": [1, 2]}]}, "it.stones[0] has no 'colour', which Stone has"),
        ({"last": "none"}, "it.last is 'none', not a Stone"),
        ({"more": 1}, "it has 'more', which Shown does not have"),
    ],
)
def test_what_is_not_as_declared_is_named(change: dict[str, Any], says: str) -> None:
    assert says in shape_fault(SHOWN | change, Shown)


def test_shapes_become_json_schema() -> None:
    schemas: dict[str, Any] = {}
    assert json_schemas(Shown, "game.", schemas) == {"$ref": "#/components/schemas/game.Shown"}
    assert schemas["game.Stone"] == {
        "type": "object",
        "properties": {
            "cell": {"type": "array", "prefixItems": [{"type": "integer"}] * 2, "minItems": 2, "maxItems": 2},
            "colour": {"enum": ["red", "blue"]},
            "carved": {"type": "string"},
        },
        "required": ["cell", "colour"],
        "additionalProperties": False,
    }
    assert schemas["game.Shown"]["properties"]["last"] == {
        "anyOf": [{"$ref": "#/components/schemas/game.Stone"}, {"type": "null"}]
    }


def test_what_is_no_shape_is_refused() -> None:
    with pytest.raises(ShapeError):
        json_schemas(set[int], "", {})
    with pytest.raises(ShapeError):
        shape_fault({1}, set[int])
