"""What is saved of a position, and what must be true of it beyond the bounds of each value."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from skali.core.bits import bit, popcount
from skali.core.layout import (
    Form,
    Items,
    Layout,
    Luck,
    Members,
    Name,
    Number,
    Packed,
    Seats,
    Special,
    Value,
    must_have_a_choice,
    with_errors_named,
)
from skali.core.protocol import LoadError
from skali.core.reading import list_of, one_of, within
from skali.games.eketorp import battles, bricks, cards, components, moves, phases, storage
from skali.games.eketorp.decisions import deploy, exchange
from skali.games.eketorp.position import GIVEN_UP, SHOWN_SEAT, EketorpPosition

_STATIONS: Final = 4
_VIKINGS: Final = Number(0, 8)
_CARD: Final = Number(0, cards.VALUES)
_CARDS: Final = Packed(cards.VALUES, 4, cards.COPIES)
_BRICKS: Final = Packed(bricks.KINDS, 8, 99)


class Castle(Form):
    """Six stacks as lists of names, the lowest brick first."""

    def write(self, value: Any) -> Any:
        return stacks(value)

    def read(self, saved: Any, name: str) -> Any:
        castle: i64 = 0
        for site, stack in enumerate(list_of(saved, name, bricks.SITES)):
            if len(list_of(stack, "site")) > bricks.HEIGHT:
                raise LoadError(f"a site holds at most {bricks.HEIGHT} bricks (EK-092)")
            for brick in stack:
                castle = bricks.put(castle, site, one_of(brick, bricks.NAMES, "brick") + 1)
        return int(castle)


def layout(position: EketorpPosition) -> Layout:
    seats = int(position.seats)
    siege_fields = seats * moves.ENGINE_COUNT
    seat, seat_or_nobody = Number(0, seats - 1), Number(-1, seats - 1)
    return Layout(
        Value("seats", Number(seats, seats)),
        Value("phase", Name(phases.NAMES)),
        Value("round", Number(1, int(position.tables.rounds))),
        Value("start_player", seat),
        Value("active", seat),
        Value("barrier", Number(0, 1 << 30), "barriers"),
        Value("material", Number(0, components.CARDS - 1)),
        Value("unturned", Members(components.CARDS)),
        Value("supply", _BRICKS),
        Special("fields", write_fields, read_fields),
        Value("deploying", Members(seats)),
        Value("besieged", Members(siege_fields)),
        Value("place", Number(-1, moves.STORAGE_FIELDS + siege_fields - 1)),
        Value("initiator", seat_or_nobody),
        Value("opponent", seat_or_nobody),
        Special("cards", write_battle_cards, read_battle_cards),
        Value("damage", _CARD),
        Value("removed", _BRICKS),
        Value("site", Number(0, bricks.SITES - 1)),
        Value("draw_pile", _CARDS),
        Value("discards", _CARDS),
        Value("open_hands", Members(seats)),
        Value("promised", Members(seats + GIVEN_UP)),
        Seats(
            "players",
            seats,
            {
                "home": _VIKINGS,
                "hospital": Packed(_STATIONS, 4, 8),
                "storage": Packed(moves.STORAGE_FIELDS, components.FIELD_BITS, 8),
                "siege": Members(siege_fields),
                "castle": Castle(),
                "kept": Packed(moves.SIEGE_FIELDS, bricks.BRICK_BITS, bricks.KINDS),
                "carried": _BRICKS,
                "hand": _CARDS,
                "tray": _CARDS,
                "given_up": _CARDS,
                "amulets": Number(0, int(position.tables.amulets)),
            },
        ),
        Items("memory", seats + 1, _CARDS),
        Special("weak_hands", write_weak_hands, read_weak_hands),
        Luck(),
    )


def to_dict(position: EketorpPosition) -> dict[str, Any]:
    return layout(position).write(position, position.options)


def read(position: EketorpPosition, data: dict[str, Any]) -> None:
    """Fills a new position from saved data; a ``LoadError`` says what is wrong."""
    layout(position).read(position, data)
    with_errors_named(position, lambda: check(position))
    battles.survey(position)
    set_cursors(position)
    must_have_a_choice(position)


def set_cursors(position: EketorpPosition) -> None:
    """While a seat deploys, the place chosen last is the one furthest on in its order (EK-D1)."""
    for seat in range(position.seats):
        if position.deploying & bit(seat):
            for place in range(moves.STORAGE_FIELDS + position.seats * moves.ENGINE_COUNT):
                order = deploy.order_of(position, seat, place)
                if position.stands_at(seat, place) and order > deploy.cursor(position, seat):
                    deploy.set_cursor(position, seat, order)


# Fields


def write_fields(position: EketorpPosition) -> list[list[int]]:
    """Kind and number of the bricks on each storage field."""
    fields = range(moves.STORAGE_FIELDS)
    return [[int(position.kind_on(field)), int(position.bricks_on(field))] for field in fields]


def read_fields(position: EketorpPosition, saved: Any) -> None:
    for field, (kind, count) in enumerate(list_of(saved, "fields", moves.STORAGE_FIELDS)):
        within(kind, 0, bricks.KINDS, "kind of brick")
        within(count, 0, components.FIELD_LIMIT, "bricks of a field")
        if (kind == 0) != (count == 0):
            raise LoadError("a field has a kind of brick exactly when it has bricks")
        storage.lay(position, field, kind, count)


def write_battle_cards(position: EketorpPosition) -> list[int]:
    return [int(position.initiator_card), int(position.opponent_card)]


def read_battle_cards(position: EketorpPosition, saved: Any) -> None:
    first, second = list_of(saved, "cards", 2)
    position.initiator_card = _CARD.read(first, "card")
    position.opponent_card = _CARD.read(second, "card")


def write_weak_hands(position: EketorpPosition) -> list[list[Any]]:
    return [[int(hand >> SHOWN_SEAT), cards.listed(hand & cards.EVERY_COUNT)] for hand in position.shown]


def read_weak_hands(position: EketorpPosition, saved: Any) -> None:
    shown = vec[i64]()
    for seat, values in list_of(saved, "weak_hands"):
        hand = bundle(list_of(values, "weak hand", cards.HAND))
        shown = append(shown, (i64(within(seat, 0, int(position.seats) - 1, "seat")) << SHOWN_SEAT) | hand)
    position.shown = shown


def bundle(values: list[int]) -> i64:
    """The cards of a list of values."""
    found: i64 = 0
    for value in values:
        if not 1 <= value <= cards.VALUES:
            raise ValueError(f"there is no battle card {value!r}")
        found += cards.card(value)
    return found


def stacks(castle: i64) -> list[list[str]]:
    """The names of the bricks on each site, the lowest first."""
    sites: list[list[str]] = []
    for site in range(bricks.SITES):
        each = bricks.stack(castle, site)
        levels = range(bricks.height(each))
        sites.append([bricks.NAMES[int(bricks.brick_at(each, level)) - 1] for level in levels])
    return sites


def in_station(position: EketorpPosition, seat: i64, station: i64) -> i64:
    """The seat's Vikings on a station of the hospital (0 to 3)."""
    return (position.hospital[seat] >> (4 * station)) & 15


def kept_on(position: EketorpPosition, seat: i64, field: i64) -> i64:
    """The kind of the brick under the seat's Viking on a siege field, 0 if there is none."""
    return (position.kept[seat] >> (bricks.BRICK_BITS * field)) & 7


# What must be true of every position


def check(position: EketorpPosition) -> None:
    check_bricks(position)
    check_cards(position)
    for seat in range(position.seats):
        check_vikings(position, seat)
    if popcount(position.unturned) != components.CARDS - position.round or position.unturned & bit(position.material):
        raise LoadError(f"in round {position.round} so many cards are turned up, the last one too (EK-019, EK-020)")
    if (position.phase == phases.DEPLOY) != (position.deploying != 0):
        raise LoadError("players owe a deployment exactly while they deploy")
    if phases.CALL <= position.phase <= phases.KEEP:
        check_battle(position)


def check_bricks(position: EketorpPosition) -> None:
    """None is lost and none is added."""
    total = position.supply + position.removed
    for kind, count in write_fields(position):
        if kind:
            total += count * bricks.brick(kind)
    for seat in range(position.seats):
        total += bricks.bundle_of(position.castle[seat]) + bricks.bundle_of(position.kept[seat])
        total += position.carried[seat]
    if total != position.tables.supply:
        found, supply = bricks.counted(total), bricks.counted(position.tables.supply)
        raise LoadError(f"the bricks add up to {found}, not to {supply}")


def check_cards(position: EketorpPosition) -> None:
    """Nine of each value; every hand has a card; what is known of hidden cards is true, or they could not be dealt anew."""
    total = position.draw_pile + position.discards
    for seat in range(position.seats):
        hand, given_up = position.hand[seat], position.given_up[seat]
        total += hand + position.tray[seat] + given_up
        if not hand or cards.size(hand + position.tray[seat]) != cards.HAND:
            raise LoadError(f"hand and tray of seat {seat} hold {cards.HAND} cards together (EK-066)")
        if position.promised & bit(seat) and not hand & cards.HIGH_CARDS:
            raise LoadError(f"the opening hand of seat {seat} holds a 4 or more (EK-014)")
        if position.promised & bit(seat + GIVEN_UP) and not given_up & cards.HIGH_CARDS:
            raise LoadError(f"the given-up cards of seat {seat} hold a 4 or more (EK-014)")
    if total != cards.ALL_CARDS:
        raise LoadError(f"the battle cards add up to {cards.counted(total)}, not to nine of each (EK-005)")
    for memory in position.memory:
        if cards.without(memory, position.draw_pile):
            raise LoadError("a card is remembered that is not in the draw pile")


def check_vikings(position: EketorpPosition, seat: i64) -> None:
    vikings = position.home[seat] + position.away(seat)
    for station in range(_STATIONS):
        vikings += in_station(position, seat, station)
    owned = position.tables.vikings[int(position.seats)]
    if vikings != owned:
        raise LoadError(f"seat {seat} has {vikings} vikings, not {owned} (EK-011)")
    if position.siege[seat] & (7 * bit(seat * moves.ENGINE_COUNT)):
        raise LoadError(f"seat {seat} besieges itself (EK-029)")
    for field in range(moves.SIEGE_FIELDS):
        if kept_on(position, seat, field) and not position.besieged & bit(field):
            raise LoadError(f"seat {seat} keeps loot where it has not besieged (EK-087)")


def check_battle(position: EketorpPosition) -> None:
    """Who fights has a Viking and a card there: the outcome takes them away."""
    phase, seat = position.phase, position.initiator
    if seat < 0 or (phase != phases.EXCHANGE and phase != phases.CARDS and position.active != seat):
        raise LoadError("the initiator decides about his battle")
    if phase == phases.CALL:
        return
    if position.place < 0 or not position.stands_at(seat, position.place):
        raise LoadError(f"seat {seat} has no viking in its battle (EK-044)")
    if phase == phases.OPPONENT:
        return
    if position.is_siege():
        field = position.place - moves.STORAGE_FIELDS
        carried_out = position.besieged & bit(field) != 0
        if carried_out != (phase >= phases.LOOT) or kept_on(position, seat, field):
            raise LoadError("a siege is carried out once (EK-074)")
    elif phase >= phases.LOOT:
        raise LoadError("only a siege brings loot (EK-080)")
    elif position.opponent < 0 or not battles.opponents(position, seat, position.place) & bit(position.opponent):
        raise LoadError("the opponent has no viking in the battle (EK-045)")
    if phase == phases.EXCHANGE and not exchange.can_exchange(position, position.active):
        raise LoadError(f"seat {position.active} cannot exchange cards (EK-052)")
    if phase == phases.CARDS:
        check_battle_cards(position)


def check_battle_cards(position: EketorpPosition) -> None:
    first, second = position.initiator_card, position.opponent_card
    if first and second:
        raise LoadError("both cards are laid but not revealed (EK-059)")
    if first and not cards.count_of(position.hand[position.initiator], first):
        raise LoadError("the initiator's card is not in his hand (EK-059)")
    if second and not cards.count_of(position.hand[position.opponent], second):
        raise LoadError("the opponent's card is not in his hand (EK-059)")
