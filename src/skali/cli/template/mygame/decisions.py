"""The two decisions: gather a shell, lay a shell (MG-D1, MG-D2).

Each says what may be done, why not, what it does, and what is asked.
"""

from typing import Final

from skali.core import Decision, Event, Moves, Prompt
from skali.core.protocol import all_but, decision_list, only

from mygame import moves, phases
from mygame.position import MyGamePosition

MG_005_GATHER_THEN_LAY: Final = 5
MG_006_DRAW: Final = 6
MG_007_TAKE: Final = 7
MG_009_LAY: Final = 9


class Gather(Decision[MyGamePosition]):
    """Draw from the bag, or take from the beach (MG-006, MG-007)."""

    def fill(self, position: MyGamePosition, seat: int, out: Moves) -> None:
        for move in range(moves.LAY):
            if not self.fault(position, seat, move):
                out.add(move)

    def fault(self, position: MyGamePosition, seat: int, move: int) -> int:
        if move >= moves.LAY:
            return MG_005_GATHER_THEN_LAY
        if move == moves.DRAW:
            return 0 if position.bag.total else MG_006_DRAW
        return 0 if position.beach[move - moves.TAKE] else MG_007_TAKE

    def play(self, position: MyGamePosition, seat: int, move: int, events: list[Event] | None) -> None:
        if move == moves.DRAW:
            draw(position, seat, events)
        else:
            take(position, seat, move - moves.TAKE, events)

    def prompt(self, position: MyGamePosition, seat: int) -> Prompt:
        return Prompt("gather", "MG-D1", {"left": int(position.bag.total)})


class Lay(Decision[MyGamePosition]):
    """Lay a shell from the hand in the own row (MG-009)."""

    def fill(self, position: MyGamePosition, seat: int, out: Moves) -> None:
        for kind in kinds_in(position.hands[seat]):
            out.add(moves.LAY + kind)

    def fault(self, position: MyGamePosition, seat: int, move: int) -> int:
        if move < moves.LAY:
            return MG_005_GATHER_THEN_LAY
        return 0 if position.hands[seat][move - moves.LAY] else MG_009_LAY

    def play(self, position: MyGamePosition, seat: int, move: int, events: list[Event] | None) -> None:
        kind = move - moves.LAY
        position.hands[seat][kind] -= 1
        position.rows[seat][kind] += 1
        position.known.shown_leaving(seat, kind)
        position.barriers += 1  # the others learn something: no undo beyond this
        position.phase = phases.TURN_ENDED
        if events is not None:
            events.append(Event("laid", {"seat": seat, "shell": position.tables.names[kind]}))

    def prompt(self, position: MyGamePosition, seat: int) -> Prompt:
        return Prompt("lay", "MG-D2")


def kinds_in(counts: list[int]) -> list[int]:
    return [kind for kind, count in enumerate(counts) if count]


def draw(position: MyGamePosition, seat: int, events: list[Event] | None) -> None:
    """One event for the player, who sees the shell, and one for everybody else."""
    kind = position.bag.draw(position.rng)
    position.hands[seat][kind] += 1
    position.barriers += 1
    position.phase = phases.LAY
    if events is not None:
        events.append(Event("drew_shell", {"shell": position.tables.names[kind]}, audience=only(seat)))
        events.append(Event("drew", {"seat": seat}, audience=all_but(seat)))


def take(position: MyGamePosition, seat: int, kind: int, events: list[Event] | None, rule: str = "") -> None:
    """Everybody sees it: nothing is revealed, so it can be undone."""
    position.beach[kind] -= 1
    position.hands[seat][kind] += 1
    position.known.learn_all(seat, kind)
    position.phase = phases.LAY
    if events is not None:
        events.append(Event("took", {"seat": seat, "shell": position.tables.names[kind]}, rule=rule))


DECISIONS: Final = decision_list(Gather(), Lay())
"""By the phase that asks."""
