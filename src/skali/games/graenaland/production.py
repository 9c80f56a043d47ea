"""Phase 1: production (GR-044 to GR-053). Nobody decides anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from skali.core.protocol import Event
from skali.games.graenaland import cards, land
from skali.games.graenaland.cards import NO_CARD
from skali.games.graenaland.components import TERRAINS
from skali.games.graenaland.land import IMPROVEMENT, ROAD, WORKS
from skali.games.graenaland.moves import RESOURCES

if TYPE_CHECKING:
    from skali.games.graenaland.state import GraenalandState


def produce(state: GraenalandState, events: list[Event] | None) -> None:
    """Every colonised territory in canonical order, each finishing before the next (GR-044, GR-049)."""
    for site in range(state.agreed.island.count):
        colonies = land.settled(state, site)
        if colonies > 0:
            produce_at(state, site, colonies + 1, events)


def produce_at(state: GraenalandState, site: i64, limit: i64, events: list[Event] | None) -> None:
    """Base card, road card, improvement card; at the limit the rest is skipped (GR-047, GR-048)."""
    back = i64(state.agreed.island.terrain[site])
    works = i64(state.land[WORKS + site])
    lying = cards.cards_at(state, site)
    if lying >= limit:
        return
    face = cards.draw(state, back)
    if face != NO_CARD:
        cards.lay_up(state, site, face)
        lying += 1
        tell(state, "produced", site, face, events, "GR-045")
    if lying < limit and (works >> ROAD) & 1:
        face = cards.draw(state, back)
        if face != NO_CARD:
            cards.lay_down(state, site, face)
            lying += 1
            if events is not None:
                data = {"territory": state.agreed.island.names[site], "back": TERRAINS[back]}
                events.append(Event("produced_down", data, rule="GR-050"))
    if lying < limit and (works >> IMPROVEMENT) & 1:
        face = cards.draw(state, back)
        if face != NO_CARD:
            if face == i64(state.agreed.island.symbol[site]):
                cards.lay_up(state, site, face)
                tell(state, "improved", site, face, events, "GR-051")
            else:
                cards.discard(state, back, face)
                tell(state, "test_failed", site, face, events, "GR-051")


def tell(state: GraenalandState, kind: str, site: i64, face: i64, events: list[Event] | None, rule: str) -> None:
    if events is not None:
        data = {"territory": state.agreed.island.names[site], "card": RESOURCES[face]}
        events.append(Event(kind, data, rule=rule))
