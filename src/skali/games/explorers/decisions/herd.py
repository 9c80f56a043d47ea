"""Herd: where from, which livestock, where to (XN-099 to XN-104; XN-D13 to XN-D15)."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i32, i64

from skali.core.moves import Moves
from skali.core.protocol import Event
from skali.games.explorers import components, islands, moves, phases, pieces, tokens
from skali.games.explorers.decisions import load, march, step
from skali.games.explorers.decisions.march import WalkFrom, WalkTo
from skali.games.explorers.decisions.step import Step
from skali.games.explorers.position import ExplorersPosition

XN_100_ONE_EACH: Final = 100
XN_101_NO_SWIMMING: Final = 101
XN_103_NO_THEFT: Final = 103
XN_104_NOT_ONTO_THE_MAINLAND: Final = 104


class HerdFrom(WalkFrom):
    """Where a herd begins (XN-100, XN-101, XN-D13)."""

    def __init__(self) -> None:
        rules = (XN_100_ONE_EACH, XN_100_ONE_EACH, XN_101_NO_SWIMMING)
        super().__init__(phases.HERD_ORIGIN, moves.HERD_FROM, moves.HERD_ANIMAL, True, rules)


class HerdAnimal(Step):
    """A livestock type that is there (XN-100, XN-D14)."""

    def __init__(self) -> None:
        super().__init__(phases.HERD_LIVESTOCK, moves.HERD_ANIMAL, moves.HERD_TO)

    def fill(self, position: ExplorersPosition, seat: i64, out: Moves) -> None:
        animals = i64(position.land[position.origin])
        for kind in range(i64(pieces.LIVESTOCK_TYPES)):
            if pieces.number_of(animals, kind):
                out.add(moves.HERD_ANIMAL + kind)

    def answer_fault(self, position: ExplorersPosition, move: i64) -> i64:
        kind = move - moves.HERD_ANIMAL
        if pieces.number_of(i64(position.land[position.origin]), kind):
            return 0
        stolen = load.is_aboard_another(position, position.origin // components.REGIONS, kind)
        return XN_103_NO_THEFT if stolen else XN_100_ONE_EACH

    def play(self, position: ExplorersPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        position.animal = move - moves.HERD_ANIMAL
        position.phase = phases.HERD_TARGET

    def chosen(self, position: ExplorersPosition) -> dict[str, Any]:
        return march.origin(position)


class HerdTo(WalkTo):
    """Where a herd is led (XN-D15)."""

    def __init__(self) -> None:
        super().__init__(phases.HERD_TARGET, moves.HERD_TO, moves.BUILD_AT)

    def answer_fault(self, position: ExplorersPosition, move: i64) -> i64:
        cell = move - moves.HERD_TO
        if islands.linked_towards(position, position.origin, cell) != islands.NO_NODE:
            return 0
        return XN_104_NOT_ONTO_THE_MAINLAND if cell in position.tables.mainland_cells else XN_101_NO_SWIMMING

    def play(self, position: ExplorersPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        """One Viking and one livestock walk to the next land region together (XN-099, XN-100)."""
        position.target = islands.linked_towards(position, position.origin, move - moves.HERD_TO)
        animal = pieces.one_of(position.animal)
        position.move_viking(seat, position.origin, position.target)
        position.land[position.origin] = i32(i64(position.land[position.origin]) - animal)
        position.land[position.target] = i32(i64(position.land[position.target]) + animal)
        if events is not None:
            events.append(Event("herded", {"animal": moves.LIVESTOCK[position.animal], **march.way(position)}))
        tokens.raid(position, position.target, events)
        step.finish(position)

    def chosen(self, position: ExplorersPosition) -> dict[str, Any]:
        return {**super().chosen(position), "animal": moves.LIVESTOCK[position.animal]}
