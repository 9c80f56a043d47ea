"""Phase 1: production (GR-044 to GR-053). Nobody decides anything."""

from __future__ import annotations

from mypy_extensions import i64

from skali.core.protocol import Event
from skali.games.graenaland import cards, components, land, moves
from skali.games.graenaland.position import GraenalandPosition


def produce(position: GraenalandPosition, events: list[Event] | None) -> None:
    """Every colonised territory in canonical order, each finishing before the next (GR-044, GR-049)."""
    for site in range(position.agreed.island.count):
        colonies = land.settled(position, site)
        if colonies > 0:
            produce_at(position, site, colonies + 1, events)


def produce_at(position: GraenalandPosition, site: i64, limit: i64, events: list[Event] | None) -> None:
    """Base card, road card, improvement card; at the limit the rest is skipped (GR-047, GR-048)."""
    back = i64(position.agreed.island.terrain[site])
    works = i64(position.land[land.WORKS + site])
    lying = cards.cards_at(position, site)
    if lying >= limit:
        return
    face = cards.draw(position, back)
    if face != cards.NO_CARD:
        cards.lay_up(position, site, face)
        lying += 1
        tell(position, "produced", site, face, events, "GR-045")
    if lying < limit and (works >> land.ROAD) & 1:
        face = cards.draw(position, back)
        if face != cards.NO_CARD:
            cards.lay_down(position, site, face)
            lying += 1
            if events is not None:
                data = {"territory": position.territory(site), "back": components.TERRAINS[back]}
                events.append(Event("produced_down", data, rule="GR-050"))
    if lying < limit and (works >> land.IMPROVEMENT) & 1:
        face = cards.draw(position, back)
        if face != cards.NO_CARD:
            if face == i64(position.agreed.island.symbol[site]):
                cards.lay_up(position, site, face)
                tell(position, "improved", site, face, events, "GR-051")
            else:
                cards.discard(position, back, face)
                tell(position, "test_failed", site, face, events, "GR-051")


def tell(position: GraenalandPosition, kind: str, site: i64, face: i64, events: list[Event] | None, rule: str) -> None:
    if events is not None:
        data = {"territory": position.territory(site), "card": moves.RESOURCES[face]}
        events.append(Event(kind, data, rule=rule))
