"""What is saved of a position, and what must be true of it beyond the bounds of each value."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import append
from mypy_extensions import i16, i64, u8

from skali.core.bits import bit, full, popcount
from skali.core.layout import (
    Field,
    Flag,
    Form,
    Items,
    Layout,
    Luck,
    Members,
    Name,
    Number,
    Special,
    Value,
    must_have_a_choice,
    with_errors_named,
)
from skali.core.protocol import LoadError
from skali.core.reading import list_of, within
from skali.games.graenaland import cards, components, land, moves, phases, sites, votes
from skali.games.graenaland.decisions import claims, distribution, paying
from skali.games.graenaland.position import GraenalandPosition

VOTED: Final = "voted"
NAMED: Final = {
    "active": (phases.START_PLACE, phases.CAMP, phases.PROPOSAL, phases.ALLOTMENT, *range(phases.MENU, phases.OVER)),
    "proposer": (phases.PROPOSAL, phases.ALLOTMENT, phases.VOTE),
    "site": (
        phases.CAMP,
        phases.ALLOTMENT,
        phases.VOTE,
        phases.GIFT,
        phases.HERO_SEAT,
        phases.PLEDGES,
        phases.JOINT_DECISION,
    ),
    "builder": tuple(range(phases.MENU, phases.OVER)),
    "project": (phases.BUILDING_SITE, phases.UNIT, phases.GIFT, phases.HERO_SEAT),
}
"""What must not be -1 in which phases."""


class OneLess(Form):
    """A number that is kept one higher, so that 0 is none; saved as it is named, with -1 for none."""

    def __init__(self, high: int) -> None:
        self.high = high

    def write(self, value: Any) -> Any:
        return int(value) - 1

    def read(self, saved: Any, name: str) -> Any:
        return within(saved, -1, self.high, name) + 1


class Rows(Field):
    """So many rows of values in one vec, each so far after the one before."""

    def __init__(self, key: str, rows: int, length: int, form: Form, attribute: str, first: int, step: int) -> None:
        super().__init__(key)
        self.rows = [Items(key, length, form, attribute, first + row * step) for row in range(rows)]

    def write(self, position: Any) -> Any:
        return [row.write(position) for row in self.rows]

    def read(self, position: Any, saved: Any) -> None:
        for row, each in zip(self.rows, list_of(saved, self.key, len(self.rows))):
            row.read(position, each)


def layout(position: GraenalandPosition) -> Layout:
    tables = position.agreed.tables
    seats, places = int(position.agreed.seats), int(position.agreed.island.count)
    seat, seat_or_none, some_seats = Number(0, seats - 1), Number(-1, seats - 1), Members(seats)
    count, owner, place = Number(0, components.LARGEST_DECK), OneLess(seats - 1), OneLess(places - 1)
    supplies, types, faces = Members(components.SUPPLY_CARDS), cards.TYPES, cards.FACES
    return Layout(
        Special("seats", lambda position: int(position.agreed.seats), read_already),
        Special("island", lambda position: list(position.agreed.island.names), read_already),
        Value("phase", Name(phases.NAMES)),
        Value("barrier", Number(0, 1 << 40), "barriers"),
        Value("turn", Number(0, 1000)),
        Value("first", seat),
        Value("leader", seat),
        Value("active", seat_or_none),
        Value("asked", some_seats),
        Value("answered", some_seats),
        Value("answers", Number(0, (1 << 25) - 1)),
        Value("placements", Number(0, 10)),
        Value("arrivals", Number(0, 20)),
        Value("proposer", seat_or_none),
        Value("emptied", Members(places)),
        Value("site", Number(-1, places - 1)),
        Value("card_kind", Number(0, distribution.CARD_KINDS - 1)),
        Value("cards_left", Number(0, 80)),
        Value("floor", Number(0, 17)),
        Value("builder", seat_or_none),
        Value("mode", Name(phases.MODE_NAMES)),
        Value("supply_taken", Flag()),
        Value("joint_used", Flag()),
        Value("uses_made", Number(0, 9)),
        Value("project", Number(-1, sites.ALL_PROJECTS - 1)),
        Value("unit", Number(0, 3)),
        Value("work", Number(0, 3)),
        Value("price", Number(0, (1 << 32) - 1)),
        Value("gifts", some_seats),
        Value("pay_kind", Number(0, moves.KINDS - 1)),
        Special("spent", write_spent, read_already),
        Value("winner", seat_or_none),
        Value("final_left", Number(0, 5)),
        Value("planning", some_seats),
        Special("plans", write_plans, read_plans),
        Special("kept", write_kept, read_kept),
        Items("dealt", seats, Members(moves.VICTORY_CARDS)),
        Value("revealed", some_seats),
        Value("supply_deck", supplies),
        Value("display", supplies),
        Value("supply_discard", supplies),
        Items("supplies", seats, supplies),
        Items("pledged_supplies", seats, supplies),
        Items("deck", types, count, "cards", cards.DECK),
        Items("discard", types, count, "cards", cards.DISCARD),
        Rows("hands", seats, types, count, "cards", cards.HAND, types),
        Rows("pledged", seats, types, count, "cards", cards.PLEDGED, types),
        Rows("up", places, faces, count, "cards", cards.UP, faces),
        Special("down", write_down, read_down),
        Rows(
            "allotted", seats, distribution.CARD_KINDS, Number(0, 80), "cards", cards.ALLOTTED, distribution.CARD_KINDS
        ),
        Special("known", lambda position: position.known.to_list(), lambda position, saved: position.known.load(saved)),
        Rows("villages", places, seats, Number(0, int(tables.houses)), "land", land.VILLAGES, land.SEATS),
        Rows("buildings", places, 3, owner, "land", land.BUILDING, 3),
        Items("works", places, Number(0, 15), "land", land.WORKS),
        Rows("heroes", seats, 3, place, "land", land.HERO, 3),
        Rows("waiting", seats, 3, place, "land", land.WAITING, 3),
        Items("minstrel_first", seats, Number(0, 1), "land", land.MINSTREL_FIRST),
        Items("armies", seats, Number(1, int(tables.army_track)), "land", land.ARMY),
        Rows("arrived", places, seats, Number(0, 20), "land", land.ARRIVED, land.SEATS),
        Luck(),
    )


def to_dict(position: GraenalandPosition) -> dict[str, Any]:
    data = layout(position).write(position, position.agreed.options)
    if position.phase != phases.OVER:
        data[VOTED] = votes_remembered(position)
    return data


def read(position: GraenalandPosition, data: dict[str, Any]) -> None:
    """Fills a new position from saved data; a ``LoadError`` says what is wrong."""
    layout(position).read(position, data)
    if position.phase != phases.OVER:
        with_errors_named(position, lambda: read_voted(position, data[VOTED]))
    with_errors_named(position, lambda: complete(position, data["spent"]))


def complete(position: GraenalandPosition, spent: Any) -> None:
    """What follows from the saved data, and the checks."""
    count_colonies(position)
    pack_hands(position)
    votes.count(position)
    check_pieces(position)
    check_cards(position)
    check_supply_cards(position)
    check_victory_cards(position)
    check_phase(position)
    if position.phase == phases.PAYMENT:
        find_payments(position, within(spent, 0, 1 << 60, "spent"))
    else:
        within(spent, 0, 0, "spent")
    must_have_a_choice(position)


def count_colonies(position: GraenalandPosition) -> None:
    for site in range(position.agreed.island.count):
        for seat in range(position.agreed.seats):
            for _ in range(i64(position.land[land.VILLAGES + site * land.SEATS + seat])):
                land.add_colony(position, site, seat)
        for building in range(i64(3)):
            if land.builder_of(position, site, building) >= 0:
                land.add_colony(position, site, land.builder_of(position, site, building))


def pack_hands(position: GraenalandPosition) -> None:
    for seat in range(position.agreed.seats):
        for type in range(i64(cards.TYPES)):
            count = i64(position.cards[cards.HAND + seat * cards.TYPES + type])
            position.hands[seat] += count * (bit(8 * (type % cards.FACES)) + bit(cards.TOTAL_AT))


def find_payments(position: GraenalandPosition, spent: int) -> None:
    """The payments that agree with what has been spent so far."""
    kind = position.pay_kind
    paying.ask(position, paying.all_ways(position))
    fixed = full(4 * kind)
    if kind == position.pay_kind and spent == position.payments[0] & fixed:
        return
    ways = paying.agreeing(position.payments, fixed, spent)
    if len(ways) == 0:
        raise LoadError("no payment agrees with what has been spent (GR-131)")
    if paying.next_kind(ways, 0) != kind:
        raise LoadError("another kind of card is to be asked for (GR-130)")
    position.payments = ways
    position.pay_kind = kind


# What must be true


def check_pieces(position: GraenalandPosition) -> None:
    """No more pieces than there are."""
    for seat in range(position.agreed.seats):
        if land.own_colonies(position, seat) > position.agreed.tables.houses - 1:
            raise LoadError(f"seat {seat} has more colonies than houses (GR-013)")
    for work in range(i64(4)):
        if land.works_built(position, work) > i64(position.agreed.tables.tokens[work]):
            raise LoadError("more works stand than there are tokens (GR-015)")


def check_cards(position: GraenalandPosition) -> None:
    """Every card of every deck exactly once; hands at least as the others know them."""
    agreed, lying = position.agreed, position.cards
    for type in range(i64(cards.TYPES)):
        back, face = type // cards.FACES, type % cards.FACES
        found = i64(lying[cards.DECK + type]) + i64(lying[cards.DISCARD + type])
        for seat in range(agreed.seats):
            held = i64(lying[cards.HAND + seat * cards.TYPES + type])
            found += held + i64(lying[cards.PLEDGED + seat * cards.TYPES + type])
            check_known(position, seat, type, held)
        for site in range(agreed.island.count):
            if i64(agreed.island.terrain[site]) == back:
                found += i64(lying[cards.UP + site * cards.FACES + face])
                for at in range(i64(lying[cards.DOWN_COUNT + site])):
                    found += i64(1) if i64(lying[cards.DOWN + site * components.LARGEST_DECK + at]) == face else i64(0)
        if found != i64(agreed.tables.deck[type]):
            raise LoadError(f"there are {found} cards of type {type}, not {agreed.tables.deck[type]} (GR-011)")


def check_known(position: GraenalandPosition, seat: i64, type: i64, held: i64) -> None:
    for viewer in range(position.agreed.seats + 1):
        if viewer != seat and position.known.count(viewer, seat, type) > held:
            raise LoadError(f"more is known of the hand of seat {seat} than is there")


def check_supply_cards(position: GraenalandPosition) -> None:
    seen: i64 = 0
    places = [position.supply_deck, position.display, position.supply_discard]
    for seat in range(position.agreed.seats):
        places += [position.supplies[seat], position.pledged_supplies[seat]]
        for card in range(i64(components.SUPPLY_CARDS)):
            check_known(position, seat, cards.TYPES + card, i64(1) if position.supplies[seat] & bit(card) else i64(0))
    for place in places:
        if seen & place:
            raise LoadError("a supply card is there twice")
        seen |= place
    if seen != full(components.SUPPLY_CARDS):
        raise LoadError("a supply card is missing (GR-012)")


def check_victory_cards(position: GraenalandPosition) -> None:
    """Three cards of their own to each seat once they are dealt, one of them kept by each that has chosen."""
    seen: i64 = 0
    wanted = claims.DEALT if position.agreed.cards and position.phase > phases.CAMP else 0
    for seat in range(position.agreed.seats):
        dealt = position.dealt[seat]
        if popcount(dealt) != wanted or dealt & seen:
            raise LoadError(f"seat {seat} was not dealt {wanted} cards of its own (GR-234)")
        seen |= dealt
        chosen = wanted > 0 and (position.phase != phases.VICTORY_CARD or position.answered & bit(seat) != 0)
        kept = position.kept(seat)
        if (kept >= 0) != chosen or (kept >= 0 and not dealt & bit(kept)):
            raise LoadError(f"seat {seat} must have kept one of its cards exactly when it has chosen (GR-235)")


def check_phase(position: GraenalandPosition) -> None:
    """Somebody is asked, and what the question needs is there."""
    phase = position.phase
    simultaneous = phase in (phases.VICTORY_CARD, phases.HERO_ORDERS, phases.VOTE, phases.CLAIMS)
    if simultaneous != (position.asked != 0) or position.answered & ~position.asked:
        raise LoadError("seats answer together exactly in the phases that ask them together")
    if simultaneous and position.answered == position.asked:
        raise LoadError("everybody has answered already")
    if phase == phases.CLAIMS and not position.agreed.cards:
        raise LoadError("nobody claims in a game with the condition card (GR-241)")
    for name, when in NAMED.items():
        if phase in when and getattr(position, name) < 0:
            raise LoadError(f"'{name}' must be named in the phase {phases.NAMES[phase]}")
    if phase in (phases.BUILDING_SITE, phases.UNIT) and (position.project == sites.ARMY_STEP) != (phase == phases.UNIT):
        raise LoadError("an army step has a unit, and every other project a territory")
    if phase == phases.PAYMENT and (position.price == 0 or (position.site < 0 and position.project != sites.ARMY_STEP)):
        raise LoadError("there must be something to pay")
    if phase == phases.GIFT and not position.gifts:
        raise LoadError("there is nobody to give to")


# Fields


def votes_remembered(position: GraenalandPosition) -> list[list[int]]:
    """How often each seat has accepted and refused what it was offered."""
    seats = range(int(position.agreed.seats))
    return [[int(position.land[first + seat]) for seat in seats] for first in (land.AGREED, land.REFUSED)]


def read_voted(position: GraenalandPosition, saved: Any) -> None:
    """Saved until the game is over, when it is forgotten: so the digests of finished games are as they always were."""
    for first, row in zip((land.AGREED, land.REFUSED), list_of(saved, VOTED, 2)):
        for seat, count in enumerate(list_of(row, VOTED, int(position.agreed.seats))):
            position.land[first + seat] = u8(within(count, 0, 255, VOTED))


def read_already(position: GraenalandPosition, saved: Any) -> None:
    """Seats and island are read before there is a position, and what was spent after it."""


def write_spent(position: GraenalandPosition) -> int:
    return int(position.payments[0] & full(4 * position.pay_kind)) if len(position.payments) else 0


def write_plans(position: GraenalandPosition) -> list[list[int]]:
    return [claims.planned_moves(position, seat) for seat in range(position.agreed.seats)]


def read_plans(position: GraenalandPosition, saved: Any) -> None:
    for seat, plan in enumerate(list_of(saved, "plans", int(position.agreed.seats))):
        if list_of(plan, "plans") and not position.planning & bit(seat):
            raise LoadError(f"seat {seat} has a plan, but is not planning (GR-242)")
        for move in plan:
            planned = seat * claims.PLANNED + within(move, 0, moves.SIZE - 1, "plans")
            position.plan = append(position.plan, i16(planned))


def write_kept(position: GraenalandPosition) -> list[int]:
    return [int(position.kept(seat)) for seat in range(position.agreed.seats)]


def read_kept(position: GraenalandPosition, saved: Any) -> None:
    for seat, card in enumerate(list_of(saved, "kept", int(position.agreed.seats))):
        position.keep(seat, within(card, -1, moves.VICTORY_CARDS - 1, "kept"))


def write_down(position: GraenalandPosition) -> list[list[int]]:
    """The face-down cards beside each territory, from the oldest to the newest."""
    found: list[list[int]] = []
    for site in range(int(position.agreed.island.count)):
        first = cards.DOWN + site * components.LARGEST_DECK
        found.append([int(position.cards[first + at]) for at in range(int(position.cards[cards.DOWN_COUNT + site]))])
    return found


def read_down(position: GraenalandPosition, saved: Any) -> None:
    for site, faces in enumerate(list_of(saved, "down", int(position.agreed.island.count))):
        if len(list_of(faces, "down")) > components.LARGEST_DECK:
            raise LoadError("more cards lie face down than a deck has")
        for face in faces:
            cards.lay_down(position, site, within(face, 0, cards.FACES - 1, "down"))
