"""Names of numbers: components.toml, the notation and the views call a number by the name of its constant."""

from __future__ import annotations

from types import ModuleType
from typing import Final

from skali.games.odin import items, phases


def names_of(module: ModuleType) -> dict[str, int]:
    """The numbers of a module by their names, each number by its first."""
    found: dict[str, int] = {}
    for name, number in vars(module).items():
        if name.isupper() and isinstance(number, int) and number not in found.values():
            found[name.lower()] = number
    return found


def as_name(written: str) -> str:
    """Words of components.toml are the names of numbers: ``after the feast`` is ``triggers.AFTER_THE_FEAST``."""
    return written.replace(" ", "_")


ITEM_NAMES: Final = list(names_of(items))[: items.ITEMS]
PHASE_NAMES: Final = list(names_of(phases))[: phases.OVER + 1]
