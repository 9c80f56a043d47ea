"""The little language in which rule tests are written: given a table, when somebody plays, then so it stands.

For example ``table.plays("draw")``, then ``assert table.refuses("place at 3,0 turn 0", because="FJ-032")`` and
``assert table.offers("place at 1,-1 turn 0")``.
"""

from collections.abc import Sequence
from typing import Any, overload

from skali.core import Event, IllegalMove, State


class Table:
    """A state with seats around it that speak notation. Where no seat is named, the one to act is meant."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []
        """What the last play made happen, for every audience."""

    def plays(self, move: str | int, seat: int | None = None) -> list[Event]:
        """The seat plays a move, which must be allowed."""
        self.events = []
        who = self._seat(seat)
        try:
            self.state.apply(who, self._read(move), self.events)
        except IllegalMove as error:
            raise AssertionError(f"{error}; offered are: {self._offered(who)}") from None
        return self.events

    def plays_all(self, *moves: str | int) -> list[Event]:
        """One move after the other, each by the seat that is then to act; all that happened."""
        happened: list[Event] = []
        for move in moves:
            happened += self.plays(move)
        self.events = happened
        return happened

    def refuses(
        self, move: str | int, because: str, seat: int | None = None, concerns: dict[str, Any] | None = None
    ) -> bool:
        """The move is refused, everywhere and without a trace; this is the rule that forbids it, and what that concerns."""
        who, number = self._seat(seat), self._read(move)
        refusal = self.state.why_not(who, number)
        if refusal is None:
            raise AssertionError(f"seat {who} may play '{move}', which {because} should forbid")
        if refusal.rule != because:
            raise AssertionError(f"'{move}' of seat {who} is refused by {refusal.rule}, not by {because}")
        if concerns is not None and refusal.data != concerns:
            raise AssertionError(f"{because} concerns {refusal.data}, not {concerns}")
        before = self.state.digest()
        try:
            self.state.apply(who, number)
        except IllegalMove as error:
            if error.refusal.rule != because:
                why = f"apply refuses '{move}' by {error.refusal.rule}, not by {because}"
                raise AssertionError(why) from None
        else:
            raise AssertionError(f"why_not refuses '{move}' by {because}, but apply plays it")
        if self.state.digest() != before:
            raise AssertionError(f"'{move}' was refused, but it changed the state")
        if number in self.state.legal_moves(who):
            raise AssertionError(f"'{move}' is refused by {because}, but offered")
        return True

    @overload
    def offers(self, move: None = None, seat: int | None = None) -> list[str]: ...

    @overload
    def offers(self, move: str | int, seat: int | None = None) -> bool: ...

    def offers(self, move: str | int | None = None, seat: int | None = None) -> list[str] | bool:
        """The notations of all that the seat may play; or whether one move is among them."""
        who = self._seat(seat)
        legal = self.state.legal_moves(who)
        if move is not None:
            return self._read(move) in legal
        return [self.state.game().moves.show(each) for each in legal]

    def view(self, seat: int) -> dict[str, Any]:
        return self.state.view(seat)

    @property
    def awaits(self) -> list[int]:
        """The seats that owe a decision."""
        return self.state.to_act()

    def score(self, seat: int) -> int:
        return int(self.state.score(seat))

    def happened(self, kind: str, seat: int | None = None) -> list[dict[str, Any]]:
        """The data of the last play's events of a kind, for every audience or as one seat saw them."""
        return [event.data for event in self.events if event.kind == kind and (seat is None or event.seen_by(seat))]

    def _seat(self, seat: int | None) -> int:
        if seat is not None:
            return seat
        awaited = self.state.to_act()
        if len(awaited) > 1:
            raise AssertionError(f"seats {awaited} are all to act: say which one is meant")
        return awaited[0] if awaited else 0

    def _read(self, move: str | int) -> int:
        return move if isinstance(move, int) else self.state.game().moves.read(move)

    def _offered(self, seat: int) -> str:
        offered: Sequence[str] = self.offers(seat=seat)
        return "; ".join(offered[:40]) or "nothing"
