"""What a seat cannot see: sampled positions that look the same to it, and the key of what it knows.

Every card shows its back, so the unseen cards of each back are dealt anew: to the other hands, face down beside territories, and
the rest to the deck. Unfinished secret steps of others are rewound to their start. A builder who has named a project can pay it:
if no deal gives that by luck, his cards are chosen so that he can.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from skali.core.bits import bit, full, lowest, mix, nth, popcount
from skali.games.graenaland import cards, components, land, moves, payment, phases, sites
from skali.games.graenaland.decisions import claims, distribution, hero_orders, joint_works, paying
from skali.games.graenaland.position import GraenalandPosition

TRIES: Final = 40


def determinize(position: GraenalandPosition, viewer: i64, seed: int) -> GraenalandPosition:
    """A random position that the viewer cannot tell from the true one."""
    twin = position.copy()
    twin.rng.seed(seed)
    forget_private(twin, viewer)
    rewind(twin, viewer)
    builder = paying_builder(twin, viewer)
    deal(twin, viewer)
    if builder >= 0:
        tries: i64 = 0
        while tries < TRIES and not can_build(twin):
            deal(twin, viewer)
            tries += 1
        if tries == TRIES and not can_build(twin):
            deal_payable(twin, viewer, builder)
        if twin.phase == phases.PAYMENT:
            paying.ask(twin, paying.all_ways(twin))
    if twin.agreed.cards:
        deal_victory_cards(twin, viewer)
    if twin.phase == phases.CLAIMS:
        answer_hopeless(twin, viewer)
    return twin


def forget_private(twin: GraenalandPosition, viewer: i64) -> None:
    """What the others have seen of each other's hands, the viewer does not know: in the sample they know what everybody knows."""
    seats = twin.agreed.seats
    counts = twin.known.counts
    for seat in range(seats):
        if seat != viewer:
            public = (seats * seats + seat) * cards.KNOWN_TYPES
            for who in range(seats):
                if who != viewer:
                    row = (who * seats + seat) * cards.KNOWN_TYPES
                    for type in range(i64(cards.KNOWN_TYPES)):
                        counts[row + type] = counts[public + type]


# Secret steps of others


def seen_phase(position: GraenalandPosition, viewer: i64) -> i64:
    """The phase as the viewer may know it: which territory is proposed for, or which work is named, is not out yet."""
    if position.phase == phases.ALLOTMENT and viewer != position.proposer:
        return phases.PROPOSAL
    if (
        position.phase == phases.JOINT_SITE
        and viewer != position.builder
        and popcount(joint_works.open_works(position)) > 1
    ):
        return phases.JOINT_KIND
    return position.phase


def rewind(twin: GraenalandPosition, viewer: i64) -> None:
    """Takes back what the other seats have answered or put together in secret."""
    phase = seen_phase(twin, viewer)
    if phase != twin.phase:
        twin.phase = phase
        if phase == phases.PROPOSAL:
            twin.site = -1
            twin.card_kind = twin.cards_left = twin.floor = 0
            distribution.clear_proposal(twin)
        else:
            twin.work = 0
    elif twin.asked:
        own = bit(viewer) if viewer >= 0 else i64(0)
        twin.answered &= own
        twin.answers &= own_answer_bits(phase, viewer)
        if phase == phases.CLAIMS:
            claims.drop_plans(twin, ~own)


def own_answer_bits(phase: i64, viewer: i64) -> i64:
    """Where the viewer's own answer stands among those of a secret decision."""
    if viewer < 0:
        return 0
    if phase == phases.HERO_ORDERS:
        return hero_orders.answer_bits(viewer)
    if phase == phases.CLAIMS:
        return claims.answer_bits(viewer)
    return bit(viewer)


def answer_hopeless(twin: GraenalandPosition, viewer: i64) -> None:
    """The ledger answers for hopeless seats (GR-258); but somebody must still be awaited."""
    for seat in range(twin.agreed.seats):
        if seat != viewer and claims.hopeless(twin, seat):
            twin.answered |= bit(seat)
    if twin.answered == twin.asked:
        twin.answered ^= bit(i64(1) if viewer == 0 else i64(0))


# Cards


def deal(twin: GraenalandPosition, viewer: i64) -> None:
    for back in range(i64(cards.BACKS)):
        deal_back(twin, viewer, back, -1)
    deal_supply(twin, viewer, -1)


def known_row(twin: GraenalandPosition, viewer: i64, seat: i64) -> i64:
    """Where the knowledge of a viewer about a hand begins; the spectators know what everybody knows."""
    seats = twin.agreed.seats
    who = seats if viewer < 0 else viewer
    return (who * seats + seat) * cards.KNOWN_TYPES


def unseen(twin: GraenalandPosition, viewer: i64, back: i64) -> i64:
    """The cards of a back that the viewer cannot place, eight bits a face."""
    pool: i64 = 0
    counts = twin.cards
    terrain = twin.agreed.island.terrain
    for face in range(i64(cards.FACES)):
        type = back * cards.FACES + face
        count = i64(twin.agreed.tables.deck[type]) - i64(counts[cards.DISCARD + type])
        for seat in range(twin.agreed.seats):
            count -= i64(counts[cards.PLEDGED + seat * cards.TYPES + type])
            if seat == viewer:
                count -= i64(counts[cards.HAND + seat * cards.TYPES + type])
            else:
                count -= i64(twin.known.counts[known_row(twin, viewer, seat) + type])
        for site in range(twin.agreed.island.count):
            if i64(terrain[site]) == back:
                count -= i64(counts[cards.UP + site * cards.FACES + face])
        pool += count * bit(8 * face)
    return pool


def pool_size(pool: i64) -> i64:
    return (pool & 255) + ((pool >> 8) & 255) + ((pool >> 16) & 255) + ((pool >> 24) & 255) + ((pool >> 32) & 255)


def pick(twin: GraenalandPosition, pool: i64) -> i64:
    """A random face of a pool."""
    left = twin.rng.below(pool_size(pool))
    face: i64 = 0
    while left >= (pool >> (8 * face)) & 255:
        left -= (pool >> (8 * face)) & 255
        face += 1
    return face


def deal_back(twin: GraenalandPosition, viewer: i64, back: i64, fixed: i64) -> None:
    """Deals the unseen cards of one back anew, but not those of a seat whose hand is fixed already."""
    pool = unseen(twin, viewer, back)
    if fixed >= 0:
        row = known_row(twin, viewer, fixed) + back * cards.FACES
        base = cards.HAND + fixed * cards.TYPES + back * cards.FACES
        for face in range(i64(cards.FACES)):
            pool -= (i64(twin.cards[base + face]) - i64(twin.known.counts[row + face])) * bit(8 * face)
    for seat in range(twin.agreed.seats):
        if seat != viewer and seat != fixed:
            held = cards.back_count(twin, seat, back)
            pool = deal_hand(twin, viewer, seat, back, held, pool)
    for site in range(twin.agreed.island.count):
        if i64(twin.agreed.island.terrain[site]) == back:
            for at in range(i64(twin.cards[cards.DOWN_COUNT + site])):
                face = pick(twin, pool)
                pool -= bit(8 * face)
                twin.cards[cards.DOWN + site * components.LARGEST_DECK + at] = u8(face)
    for face in range(i64(cards.FACES)):
        twin.cards[cards.DECK + back * cards.FACES + face] = u8((pool >> (8 * face)) & 255)


def deal_hand(twin: GraenalandPosition, viewer: i64, seat: i64, back: i64, held: i64, pool: i64) -> i64:
    """A hand's cards of one back: those that the viewer knows, and random ones. What is left of the pool."""
    known = twin.known.counts
    row = known_row(twin, viewer, seat) + back * cards.FACES
    base = cards.HAND + seat * cards.TYPES + back * cards.FACES
    for face in range(i64(cards.FACES)):
        twin.hands[seat] -= i64(twin.cards[base + face]) * bit(8 * face)
        twin.cards[base + face] = known[row + face]
        twin.hands[seat] += i64(known[row + face]) * bit(8 * face)
        held -= i64(known[row + face])
    for _ in range(held):
        face = pick(twin, pool)
        pool -= bit(8 * face)
        twin.cards[base + face] += 1
        twin.hands[seat] += bit(8 * face)
    return pool


def known_supply(twin: GraenalandPosition, viewer: i64, seat: i64) -> i64:
    """The supply cards that the viewer knows in a hand."""
    row = known_row(twin, viewer, seat) + cards.TYPES
    held: i64 = 0
    for card in range(i64(components.SUPPLY_CARDS)):
        if twin.known.counts[row + card] > 0:
            held |= bit(card)
    return held


def supply_pool(twin: GraenalandPosition, viewer: i64) -> i64:
    """The supply cards that the viewer cannot place."""
    pool = full(components.SUPPLY_CARDS) & ~(twin.display | twin.supply_discard)
    for seat in range(twin.agreed.seats):
        pool &= ~twin.pledged_supplies[seat]
        pool &= ~(twin.supplies[seat] if seat == viewer else known_supply(twin, viewer, seat))
    return pool


def deal_supply(twin: GraenalandPosition, viewer: i64, fixed: i64) -> None:
    pool = supply_pool(twin, viewer)
    if fixed >= 0:
        pool &= ~twin.supplies[fixed]
    for seat in range(twin.agreed.seats):
        if seat != viewer and seat != fixed:
            count = popcount(twin.supplies[seat])
            held = known_supply(twin, viewer, seat)
            while popcount(held) < count:
                card = nth(pool, twin.rng.below(popcount(pool)))
                held |= bit(card)
                pool ^= bit(card)
            twin.supplies[seat] = held
    twin.supply_deck = pool


def deal_victory_cards(twin: GraenalandPosition, viewer: i64) -> None:
    """The other seats' three cards, and the one that each kept, unless it has been revealed."""
    if twin.dealt[0] == 0:
        return
    pool = full(moves.VICTORY_CARDS)
    for seat in range(twin.agreed.seats):
        if seat == viewer:
            pool &= ~twin.dealt[seat]
        elif twin.revealed & bit(seat):
            pool &= ~bit(twin.kept(seat))
    for seat in range(twin.agreed.seats):
        if seat != viewer:
            revealed = twin.revealed & bit(seat) != 0
            three = bit(twin.kept(seat)) if revealed else i64(0)
            while popcount(three) < claims.DEALT:
                card = nth(pool, twin.rng.below(popcount(pool)))
                three |= bit(card)
                pool ^= bit(card)
            twin.dealt[seat] = three
            if twin.phase == phases.VICTORY_CARD:
                twin.keep(seat, -1)
            elif not revealed:
                twin.keep(seat, nth(three, twin.rng.below(claims.DEALT)))


# A builder who can pay


def paying_builder(twin: GraenalandPosition, viewer: i64) -> i64:
    """The other seat that has named a project, and so is known to be able to pay it; -1 if there is none."""
    if twin.builder != viewer and twin.phase in (phases.BUILDING_SITE, phases.UNIT, phases.PAYMENT):
        return twin.builder
    return -1


def can_build(twin: GraenalandPosition) -> bool:
    uses = payment.uses_left(twin)
    if twin.phase == phases.PAYMENT:
        return payment.payable_with_gifts(twin, twin.builder, twin.price, uses, popcount(twin.gifts))
    return sites.is_open(twin, twin.builder, twin.project, uses)


def deal_payable(twin: GraenalandPosition, viewer: i64, builder: i64) -> None:
    """Searches for a hand that can pay; the true one can, so there is one. Then the others are dealt the rest."""
    chosen = vec[u8]([u8(0)] * cards.TYPES)
    for back in range(i64(cards.BACKS)):
        row = known_row(twin, viewer, builder) + back * cards.FACES
        base = cards.HAND + builder * cards.TYPES + back * cards.FACES
        for face in range(i64(cards.FACES)):
            twin.hands[builder] -= i64(twin.cards[base + face]) * bit(8 * face)
            chosen[back * cards.FACES + face] = twin.known.counts[row + face]
            twin.hands[builder] += i64(chosen[back * cards.FACES + face]) * bit(8 * face)
    supply_slots = popcount(twin.supplies[builder])
    twin.supplies[builder] = known_supply(twin, viewer, builder)
    supply_slots -= popcount(twin.supplies[builder])
    choose_supply(twin, viewer, builder, chosen, supply_slots, supply_pool(twin, viewer))
    for type in range(i64(cards.TYPES)):
        twin.cards[cards.HAND + builder * cards.TYPES + type] = chosen[type]
    for back in range(i64(cards.BACKS)):
        deal_back(twin, viewer, back, builder)
    deal_supply(twin, viewer, builder)


def choose_supply(twin: GraenalandPosition, viewer: i64, builder: i64, chosen: vec[u8], slots: i64, pool: i64) -> bool:
    """Every choice of unseen supply cards, and for each every choice of faces."""
    if slots == 0:
        return choose_faces(twin, viewer, builder, chosen, 0, -1)
    while pool:
        card = lowest(pool)
        pool &= pool - 1
        twin.supplies[builder] ^= bit(card)
        if choose_supply(twin, viewer, builder, chosen, slots - 1, pool):
            return True
        twin.supplies[builder] ^= bit(card)
    return False


def choose_faces(twin: GraenalandPosition, viewer: i64, builder: i64, chosen: vec[u8], type: i64, slots: i64) -> bool:
    """Every choice of faces for the unseen cards of each back, from a type on; ``slots`` of its back are left, -1 for all."""
    if type == cards.TYPES:
        return can_build(twin)
    back = type // cards.FACES
    if slots < 0:
        slots = cards.back_count(twin, builder, back)
        for face in range(i64(cards.FACES)):
            slots -= i64(chosen[back * cards.FACES + face])
    face = type % cards.FACES
    here = (unseen(twin, viewer, back) >> (8 * face)) & 255
    count = here if here < slots else slots
    while count >= 0:
        if face < cards.FACES - 1 or count == slots:
            chosen[type] += u8(count)
            twin.hands[builder] += count * bit(8 * face)
            if choose_faces(
                twin, viewer, builder, chosen, type + 1, i64(-1) if face == cards.FACES - 1 else slots - count
            ):
                return True
            chosen[type] -= u8(count)
            twin.hands[builder] -= count * bit(8 * face)
        count -= 1
    return False


# The key


def key(position: GraenalandPosition, viewer: i64) -> i64:
    """A hash of all that the viewer may know."""
    phase = seen_phase(position, viewer)
    own = bit(viewer) if viewer >= 0 else i64(0)
    acting = i64(0) if position.asked else position.active + 1
    hash = mix(
        mix(0, phase + 32 * position.turn), position.leader + 8 * position.first + 64 * acting + 1024 * position.mode
    )
    hash = mix(hash, position.asked + 32 * (position.answered & own) + 1024 * (position.planning & own))
    hash = mix(
        hash, position.builder + 1 + 8 * position.uses_made + 256 * (position.project + 1) + 4096 * position.unit
    )
    hash = mix(hash, position.price)
    hash = mix(
        hash,
        position.display + position.supply_discard * bit(16) + position.gifts * bit(40) + position.emptied * bit(48),
    )
    flags = (1 if position.supply_taken else 0) + (2 if position.joint_used else 0)
    hash = mix(hash, flags + 4 * (position.winner + 1) + 32 * position.final_left + 256 * position.revealed)
    hash = mix(hash, position.placements + 32 * (position.proposer + 1))
    if phase != phases.PROPOSAL and phase != phases.JOINT_KIND:
        hash = mix(hash, position.site + 1 + 16 * position.work + 64 * position.floor + 2048 * position.card_kind)
        hash = mix(hash, position.cards_left)
        hash = mix_bytes(hash, position.cards, cards.ALLOTTED, cards.DOWN)
    if phase == phases.PAYMENT and viewer == position.builder:
        hash = mix(hash, position.pay_kind)
        for i in range(len(position.payments)):
            hash = mix(hash, position.payments[i])
    if viewer >= 0:
        hash = mix(hash, position.supplies[viewer])
        hash = mix(hash, position.hands[viewer])
        hash = mix_bytes(
            hash, position.cards, cards.HAND + viewer * cards.TYPES, cards.HAND + viewer * cards.TYPES + cards.TYPES
        )
        hash = mix(hash, position.dealt[viewer])
        hash = mix(hash, position.kept(viewer) + 1)
        if position.asked and phase != phases.VICTORY_CARD:
            hash = mix(hash, position.answers & own_answer_bits(phase, viewer))
        if phase == phases.CLAIMS:
            for i in range(len(position.plan)):
                if i64(position.plan[i]) // claims.PLANNED == viewer:
                    hash = mix(hash, i64(position.plan[i]))
    for seat in range(position.agreed.seats):
        sizes = popcount(position.supplies[seat])
        for back in range(i64(cards.BACKS)):
            sizes = sizes * 128 + cards.back_count(position, seat, back)
        hash = mix(mix(hash, sizes), position.pledged_supplies[seat])
        if position.revealed & bit(seat):
            hash = mix(hash, position.kept(seat))
        if seat != viewer:
            row = known_row(position, viewer, seat)
            hash = mix_bytes(hash, position.known.counts, row, row + cards.KNOWN_TYPES)
    hash = mix_bytes(hash, position.land, 0, land.VOTES)
    hash = mix_bytes(hash, position.land, land.HERO, land.LAND_SIZE)
    hash = mix_bytes(hash, position.cards, cards.DISCARD, cards.HAND)
    hash = mix_bytes(hash, position.cards, cards.PLEDGED, cards.DOWN_COUNT)
    return mix_bytes(hash, position.cards, cards.DOWN_COUNT, cards.ALLOTTED)


def mix_bytes(hash: i64, data: vec[u8], first: i64, end: i64) -> i64:
    """Folds bytes into a key, seven at a time."""
    word: i64 = 0
    filled: i64 = 0
    for at in range(first, end):
        word = word * 256 + i64(data[at])
        filled += 1
        if filled == 7:
            hash = mix(hash, word)
            word = filled = 0
    return mix(hash, word)
