"""Choosing one of two captains, all at the same time and in secret (XN-025 to XN-027, XN-D02)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from skali.core.moves import Moves
from skali.core.protocol import Decision, Event, Prompt
from skali.games.explorers import moves, phases, pieces
from skali.games.explorers.position import ExplorersPosition

XN_026_CAPTAIN_CHOICE: Final = 26


class ChooseCaptain(Decision[ExplorersPosition]):
    """Keep one of the two captains dealt (XN-026)."""

    def fill(self, position: ExplorersPosition, seat: i64, out: Moves) -> None:
        out.add(moves.CAPTAIN + position.word(seat, pieces.CAPTAIN))
        out.add(moves.CAPTAIN + position.word(seat, pieces.OTHER_CAPTAIN))

    def fault(self, position: ExplorersPosition, seat: i64, move: i64) -> i64:
        captain = move - moves.CAPTAIN
        if captain == position.word(seat, pieces.CAPTAIN) or captain == position.word(seat, pieces.OTHER_CAPTAIN):
            return 0
        return XN_026_CAPTAIN_CHOICE

    def play(self, position: ExplorersPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        """Keeps a captain face down; the last answer turns all of them up (XN-027)."""
        position.put_word(seat, pieces.CHOSEN, 1 if move - moves.CAPTAIN == position.word(seat, pieces.CAPTAIN) else 2)
        position.barriers += 1
        if events is not None:
            events.append(Event("chose_captain", {"seat": int(seat)}, rule="XN-026"))
        if position.actor() < 0:
            position.phase = phases.CAPTAINS_CHOSEN

    def prompt(self, position: ExplorersPosition, seat: i64) -> Prompt:
        return Prompt("captain", "XN-D02", {"captains": dealt(position, seat)})


def dealt(position: ExplorersPosition, seat: i64) -> list[str]:
    """The two captains from which a seat chooses."""
    pair = (position.word(seat, pieces.CAPTAIN), position.word(seat, pieces.OTHER_CAPTAIN))
    return [moves.CAPTAINS[captain] for captain in pair]
