"""The shape of what a game shows: TypedDicts that say which keys a view has and what is in them.

The hall makes JSON Schema of them, from which the client's types are made; the kit checks that every view is as declared. A shape
is made of ``TypedDict`` (with ``NotRequired``), ``list[T]``, ``dict[str, T]``, ``Literal``, ``T | None`` and other unions, ``int``,
``str``, ``bool``, ``float`` and ``Any``; ``Annotated[list[T], n]`` is a list of exactly n. TypedDicts stand in a module that is not
compiled (``view_types.py``): compiled code forgets what is inside of brackets.
"""

from __future__ import annotations

import types
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

_PLAIN: Final[dict[Any, str]] = {int: "integer", str: "string", bool: "boolean", float: "number", type(None): "null"}


class ShapeError(ValueError):
    """A type that is no shape."""


def shape_fault(value: Any, shape: Any, where: str = "it") -> str:
    """Where the value is not as the shape says, and how; empty if it is. A key that was not declared is a fault."""
    if shape is Any:
        return ""
    if shape in _PLAIN:
        return "" if type(value) is shape else f"{where} is {value!r}, not {_PLAIN[shape]}"
    if is_typeddict(shape):
        return _fields_fault(value, shape, where)
    origin, parts = get_origin(shape), get_args(shape)
    if origin is Literal:
        return "" if value in parts else f"{where} is {value!r}, not one of {', '.join(map(repr, parts))}"
    if origin is Annotated:
        if isinstance(value, list) and len(value) != parts[1]:
            return f"{where} has {len(value)} parts, not {parts[1]}"
        return shape_fault(value, parts[0], where)
    if origin is list:
        if not isinstance(value, list):
            return f"{where} is {value!r}, not a list"
        return _first(shape_fault(each, parts[0], f"{where}[{at}]") for at, each in enumerate(value))
    if origin is dict and parts[0] is str:
        if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
            return f"{where} is {value!r}, not an object"
        return _first(shape_fault(each, parts[1], f"{where}.{key}") for key, each in value.items())
    if origin is Union or origin is types.UnionType:
        faults = [shape_fault(value, part, where) for part in parts]
        return "" if "" in faults else max(faults, key=len)
    raise ShapeError(f"{where}: {shape!r} is no shape")


def _fields_fault(value: Any, shape: Any, where: str) -> str:
    if not isinstance(value, dict):
        return f"{where} is {value!r}, not a {shape.__name__}"
    fields = fields_of(shape)
    unknown = [key for key in value if key not in fields]
    if unknown:
        return f"{where} has '{unknown[0]}', which {shape.__name__} does not have"
    for key, (part, needed) in fields.items():
        if key in value:
            fault = shape_fault(value[key], part, f"{where}.{key}")
            if fault:
                return fault
        elif needed:
            return f"{where} has no '{key}', which {shape.__name__} has"
    return ""


def _first(faults: Any) -> str:
    return next((fault for fault in faults if fault), "")


def fields_of(shape: Any) -> dict[str, tuple[Any, bool]]:
    """The keys of a TypedDict: the shape of each, and whether it is always there."""
    found: dict[str, tuple[Any, bool]] = {}
    for key, hint in get_type_hints(shape, include_extras=True).items():
        optional = get_origin(hint) is NotRequired
        found[key] = (get_args(hint)[0] if optional else hint, not optional)
    return found


def json_schemas(shape: Any, prefix: str, schemas: dict[str, Any]) -> dict[str, Any]:
    """The JSON Schema of a shape. Each TypedDict becomes one of ``schemas``, named ``prefix`` and its own name."""
    if shape is Any:
        return {}
    if shape in _PLAIN:
        return {"type": _PLAIN[shape]}
    if is_typeddict(shape):
        name = prefix + shape.__name__
        if name not in schemas:
            schemas[name] = {}
            schemas[name] = _object_schema(shape, prefix, schemas)
        return {"$ref": f"#/components/schemas/{name}"}
    origin, parts = get_origin(shape), get_args(shape)
    if origin is Literal:
        return {"enum": list(parts)}
    if origin is Annotated:
        part, number = json_schemas(get_args(parts[0])[0], prefix, schemas), parts[1]
        return {"type": "array", "prefixItems": [part] * number, "minItems": number, "maxItems": number}
    if origin is list:
        return {"type": "array", "items": json_schemas(parts[0], prefix, schemas)}
    if origin is dict and parts[0] is str:
        return {"type": "object", "additionalProperties": json_schemas(parts[1], prefix, schemas)}
    if origin is Union or origin is types.UnionType:
        return {"anyOf": [json_schemas(part, prefix, schemas) for part in parts]}
    raise ShapeError(f"{shape!r} is no shape")


def _object_schema(shape: Any, prefix: str, schemas: dict[str, Any]) -> dict[str, Any]:
    fields = fields_of(shape)
    return {
        "type": "object",
        "properties": {key: json_schemas(part, prefix, schemas) for key, (part, _) in fields.items()},
        "required": [key for key, (_, needed) in fields.items() if needed],
        "additionalProperties": False,
    }
