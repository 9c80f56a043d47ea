"""From an empty box to the first decision (OD-001 to OD-015)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from skali.core.bits import bit, full, nth, popcount
from skali.core.protocol import Event
from skali.games.odin import boards, components, items, phases, supply
from skali.games.odin.position import OdinPosition


def set_up(position: OdinPosition) -> None:
    """OD-001 to OD-015."""
    position.counts = position.tables.zeros[: items.SIZE]
    position.rows = position.tables.zeros[: boards.LAYERS * boards.LAYER]
    counts = position.counts
    for tile in range(i64(items.SPECIALS)):
        counts[items.OVAL + tile] = i16(1)
    for kind in range(i64(4)):
        counts[items.PILE + kind] = i16(position.tables.weapons[kind] - (position.seats if kind < 3 else 0))
    for seat in range(position.seats):
        counts[items.BOARD_OWNER + seat] = i16(seat + 1)
        position.put(seat, items.MINUS, i64(position.tables.grids.minus_total[0]))
        position.put(seat, items.MEAD, 1)
        for weapon in range(i64(items.BOW), items.SPEAR + 1):
            position.put(seat, weapon, 1)
    deal_cards(position)
    position.strip_pile = full(8)
    for _ in range(3 if position.seats == 4 else 2):
        reveal_strip(position, None)
    if position.seats == 4:
        position.imitation = bit(1 + position.rng.below(2)) | bit(3 + position.rng.below(2))
    position.starter = position.rng.below(position.seats) if position.seats > 1 else 0
    position.phase = phases.SETUP


def deal_cards(position: OdinPosition) -> None:
    """A starting card each, the other starting cards out of the game, the regular cards in a pile (OD-002, OD-008 to OD-010)."""
    tables = position.tables
    cards = vec[u8](capacity=components.CARDS)
    for card in range(i64(components.CARDS)):
        place: i64 = phases.OUT
        if tables.card_decks[card] in position.decks:
            place = phases.UNDEALT if i64(tables.starting[card]) else phases.IN_PILE
        cards = append(cards, u8(place))
    position.cards = cards
    if position.choose:
        return
    for seat in range(position.seats):
        position.cards[supply.pick_card(position, phases.UNDEALT)] = u8(phases.IN_HAND + seat)
        position.add(seat, items.HAND, 1)


def reveal_strip(position: OdinPosition, events: list[Event] | None) -> None:
    """The top strip of the pile, full; nothing from an empty pile (OD-012, OD-080)."""
    if position.strip_pile == 0:
        return
    strip = nth(position.strip_pile, position.rng.below(popcount(position.strip_pile)))
    position.strip_pile ^= bit(strip)
    position.barriers += 1
    position.counts[items.STRIP_LEFT + strip] = i16(7)
    if events is not None:
        events.append(Event("strip_revealed", {"strip": int(strip) + 1}, rule="OD-080"))
