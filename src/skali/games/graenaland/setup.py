"""Setup: the island, the decks, the supply display and the start places (GR-018 to GR-031, GR-232)."""

from __future__ import annotations

from mypy_extensions import i64

from skali.core.bits import full
from skali.core.protocol import Event
from skali.core.rng import Rng
from skali.games.graenaland import cards, components, land
from skali.games.graenaland.components import Tables
from skali.games.graenaland.position import GraenalandPosition


def random_tiles(tables: Tables, players: int, rng: Rng) -> list[int]:
    """Both rows of a random island (GR-232)."""
    drawn: list[int] = []
    for row, length in ((0, players), (1, players - 1)):
        left = [tile for tile in range(len(tables.tile_names)) if int(tables.inland[tile]) == row]
        for _ in range(length):
            drawn.append(left.pop(int(rng.below(len(left)))))
    return drawn


def lay_out(position: GraenalandPosition, events: list[Event] | None) -> None:
    """Everything but the start places."""
    for type in range(i64(cards.TYPES)):
        position.cards[cards.DECK + type] = position.agreed.tables.deck[type]
    position.supply_deck = full(components.SUPPLY_CARDS)
    cards.refill_display(position, events)
    for seat in range(position.agreed.seats):
        position.land[land.ARMY + seat] = 1
    position.first = position.leader = position.rng.below(position.agreed.seats)
    if events is not None:
        events.append(Event("first_player", {"seat": int(position.first)}, rule="GR-022"))


def take_start_places(position: GraenalandPosition, events: list[Event] | None) -> None:
    """Two villages, a warrior and a card of each of the two terrains (GR-027, GR-028)."""
    seats = position.agreed.seats
    places = position.agreed.tables.starts[int(seats)]
    for step in range(seats):
        seat = (position.first + step) % seats
        for site in places[int(step)]:
            land.add_village(position, site, seat)
            back = i64(position.agreed.island.terrain[site])
            cards.receive_hidden(position, seat, back, cards.draw(position, back), events, "GR-028")
        land.put_hero(position, seat, land.WARRIOR, places[int(step)][0])
