"""What a seat may see: everything but other hands, the pile and the luck to come."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from skali.core.bits import members_of, popcount
from skali.games.odin import (
    boards,
    card_rules,
    components,
    conditions,
    counting,
    covering,
    dice,
    items,
    moves,
    naming,
    operations,
    phases,
    plans,
    prices,
    scoring,
    supply,
)
from skali.games.odin.decisions import feast, programs
from skali.games.odin.position import OdinPosition

WEAPON_NAMES: Final = ("bow", "snare", "spear", "long_sword")
DICE: Final = {
    operations.HUNTING: phases.HUNT,
    operations.SNARE: phases.SNARING,
    operations.WHALING: phases.WHALE_3,
    operations.RAIDING: phases.RAID,
    operations.PILLAGING: phases.PILLAGE,
}


# What is seen


def view(position: OdinPosition, seat: i64, awaiting: list[int]) -> dict[str, Any]:
    """The table, then each player; hands only to their owners."""
    return {
        "game": "odin",
        "awaiting": awaiting,
        "seats": int(position.seats),
        "length": "short" if position.short else "long",
        "decks": position.decks,
        "phase": naming.PHASE_NAMES[position.phase],
        "round": int(position.round),
        "rounds": int(position.rounds()),
        "starter": int(position.starter),
        "active": int(position.active),
        "spaces": [space(position, each, seat) for each in range(components.SPACES)],
        "imitation": [imitation(position, column) for column in members_of(position.imitation)],
        "strips": [strip(position, each) for each in range(8) if int(position.counts[items.STRIP_LEFT + each])],
        "strips_left": int(popcount(position.strip_pile)),
        "strip_pile": [each + 1 for each in members_of(position.strip_pile)],
        "exploration": [exploration(position, number) for number in range(4)],
        "ship_prices": {name: int(position.tables.ship_price[ship]) for ship, name in enumerate(moves.SHIPS)},
        "oval": [
            naming.ITEM_NAMES[items.SPECIAL + tile]
            for tile in range(items.SPECIALS)
            if int(position.counts[items.OVAL + tile])
        ],
        "buildings_left": {
            naming.ITEM_NAMES[48 + each]: int(supply.houses_left(position, 48 + each)) for each in range(3)
        },
        "weapon_pile": weapons(position, items.PILE),
        "weapon_discard": weapons(position, items.DISCARD),
        "occupations_left": sum(int(place) == phases.IN_PILE for place in position.cards),
        "players": [player(position, each, seat) for each in range(int(position.seats))],
        "die": die(position),
        "feast": table_set(position),
        "doing": doing(position),
        "scores": [int(scoring.score(position, each)) for each in range(int(position.seats))],
    }


def doing(position: OdinPosition) -> dict[str, Any]:
    """Where the pending decision stands, so that two positions with the same view have the same choices."""
    return {
        "frames": position.frames.to_list(),
        "space": None if position.space < 0 else position.tables.space_names[position.space],
        "queue": int(position.queue),
        "last_placer": int(position.last_placer),
    }


def space(position: OdinPosition, number: i64, seat: i64) -> dict[str, Any]:
    """An action space: what it needs and gives, who stands there, and what it would cost and give this seat now."""
    tables = position.tables
    on = int(position.counts[items.ON_SPACE + number])
    other = int(tables.other_program[number])
    shown: dict[str, Any] = {
        "name": tables.space_names[number],
        "column": int(tables.column[number]),
        "groups": [components.GROUPS[group] for group in members_of(i64(tables.groups[number]))],
        "needs": components.NEEDS[int(tables.needs[number])],
        "does": tables.effects.texts[int(tables.program[number])],
        "or": tables.effects.texts[other] if other >= 0 else [],
        "seat": None if on == 0 else (on & 7) - 1,
        "vikings": (on >> 3) & 7,
        "blocked": on >= 64,
    }
    if seat >= 0 and position.phase != phases.OVER:
        fault = conditions.sending_fault(position, seat, number)
        shown["fault"] = "" if fault == 0 else f"OD-{int(fault):03d}"
        shown["at_hand"] = conditions.needs_fault(position, seat, number) == 0
        offered = [int(tables.program[number])] + ([other] if other >= 0 else [])
        shown["now"] = [
            [_step_now(position, seat, number, step) for step in _steps(position, program)] for program in offered
        ]
    return shown


def _steps(position: OdinPosition, program: int) -> range:
    first = position.tables.effects.program_first
    return range(int(first[program]), int(first[program + 1]))


def _step_now(position: OdinPosition, seat: i64, space: i64, which: int) -> list[dict[str, Any]]:
    """The ways of a which: what this seat would pay and get now, the chances of a die, and the rule that stands in the way."""
    table = position.tables.effects
    ways = []
    for operation in range(int(table.step_first[which]), int(table.step_first[which + 1])):
        verb, a, b = (int(row[operation]) for row in (table.verb, table.a, table.b))
        way: dict[str, Any] = {}
        if verb == operations.GAIN:
            times = int(counting.count(position, seat, b))
            way = {"get": {name: count * times for name, count in programs.named(table.bundles[a]).items()}}
        elif verb == operations.SWAP:
            cost = [
                (item, int(prices.price_of(position, seat, item, number, space))) for item, number in table.bundles[a]
            ]
            way = {"pay": programs.named(cost), "get": programs.named(table.bundles[b])}
        elif verb == operations.TIER:
            way = {"get": programs.named(table.bundles[int(prices.tier_bundle(position, seat, operation))])}
        elif verb == operations.EMIGRATE:
            way = {"pay": {"silver": int(prices.emigration_price(position, seat, operations.PRICE_OF_SPACE))}}
        elif verb in DICE:
            kind = DICE[verb] if verb != operations.WHALING or a == 3 else phases.WHALE_1
            won = {naming.ITEM_NAMES[prize]: 1 for prize in dice.prizes(kind)}
            way = {"odds": odds(position, seat, kind), **({"get": won} if won else {})}
        fault = int(conditions.operation_fault(position, seat, operation, space))
        ways.append({**way, "fault": f"OD-{fault:03d}" if fault else ""})
    return ways


def imitation(position: OdinPosition, column: i64) -> dict[str, Any]:
    on = int(position.counts[items.ON_SPACE + components.SPACES + column - 1])
    return {"column": int(column), "seat": None if on == 0 else (on & 7) - 1, "vikings": (on >> 3) & 7}


def strip(position: OdinPosition, number: i64) -> dict[str, Any]:
    left = int(position.counts[items.STRIP_LEFT + number])
    names = [components.STRIP_ITEMS[int(position.tables.strip_items[number * 7 + at])] for at in range(7 - left, 7)]
    return {"strip": int(number) + 1, "items": names}


def exploration(position: OdinPosition, number: i64) -> dict[str, Any]:
    grid = boards.grid_of(position, components.FIRST_EXPLORATION + number)
    owner = boards.owner(position, components.FIRST_EXPLORATION + number)
    return {
        "board": components.FACES[grid - 1],
        "silver": int(position.counts[items.BOARD_SILVER + number]),
        "owner": None if owner < 0 else int(owner),
        "points": int(position.tables.grids.points[grid]),
        "column": int(conditions.board_column(grid)),
    }


def weapons(position: OdinPosition, first: i64) -> dict[str, int]:
    return {WEAPON_NAMES[kind]: int(position.counts[first + kind]) for kind in range(4)}


def player(position: OdinPosition, seat: i64, viewer: i64) -> dict[str, Any]:
    numbers = position.tables.card_numbers
    hand = [numbers[card] for card in range(components.CARDS) if int(position.cards[card]) == phases.IN_HAND + seat]
    return {
        "items": {
            naming.ITEM_NAMES[item]: int(position.get(seat, item))
            for item in range(items.ITEMS)
            if position.get(seat, item)
        },
        "vikings": int(position.get(seat, items.THING)),
        "passed": bool(position.get(seat, items.PASSED)),
        "hand": sorted(hand) if seat == viewer else None,
        "hand_size": int(position.get(seat, items.HAND)),
        "played": [
            numbers[card]
            for card in range(components.CARDS)
            if int(position.cards[card]) in (phases.IN_PLAY + seat, phases.SPENT + seat)
        ],
        "spent": [
            numbers[card] for card in range(components.CARDS) if int(position.cards[card]) == phases.SPENT + seat
        ],
        "emigrated": {
            "knarr": int(position.get(seat, items.EMIGRATED_KNARR)),
            "longship": int(position.get(seat, items.EMIGRATED_LONGSHIP)),
        },
        "slots": {
            name: [int(position.get(seat, items.SHED_WOOD + at)), int(supply.free_slots(position, seat, at))]
            for at, name in enumerate(items.SLOT_NAMES)
        },
        "penalties": int(position.get(seat, items.PENALTIES)),
        "income": int(covering.income(position, seat)),
        "to_serve": int(feast.spaces_to_serve(position, seat)),
        "minus": int(position.get(seat, items.MINUS)),
        "boards": [board(position, each) for each in range(components.BOARDS) if boards.owner(position, each) == seat],
        "score": int(scoring.score(position, seat)),
        "lines": {line.key: line.points for line in scoring.score_sheet(position, seat)},
    }


def board(position: OdinPosition, number: i64) -> dict[str, Any]:
    """A board cell by cell: the printed text, and the piece that covers it, numbered in reading order."""
    grids = position.tables.grids
    grid = int(boards.grid_of(position, number))
    pieces, covered = pieces_on(position, number)
    bonuses: list[dict[str, Any]] = []
    for bonus in range(int(grids.bonus_first[grid]), int(grids.bonus_first[grid + 1])):
        cell = [int(grids.bonus_row[bonus]), int(grids.bonus_column[bonus])]
        names = [
            naming.ITEM_NAMES[int(grids.bonus_items[bonus * 2 + at])]
            for at in range(2)
            if int(grids.bonus_items[bonus * 2 + at]) >= 0
        ]
        around = [(row, int(grids.bonus_around[bonus * 3 + row])) for row in range(3)]
        missing = [spot for row, mask in around for spot in open_cells(position, number, cell[0] + row - 1, mask)]
        enclosed = covering.is_enclosed(position, number, bonus)
        bonuses.append({"cell": cell, "items": names, "enclosed": enclosed, "missing": missing})
    return {
        "name": moves.BOARD_NAMES[boards.board_name(position, number)],
        "grid": grids.texts[grid],
        "covered": covered,
        "pieces": pieces,
        "income": int(covering.income_of(position, number)) if number < components.FIRST_STONE_HOUSE else 0,
        "next_income": next_incomes(position, number),
        "bonuses": bonuses,
        "minus": int(covering.open_minus(position, number)),
    }


def next_incomes(position: OdinPosition, number: i64) -> list[dict[str, Any]]:
    """By diagonal: its next number, what covering it would change, and the cells that must be covered for that."""
    grids = position.tables.grids
    grid = int(boards.grid_of(position, number))
    found: list[dict[str, Any]] = []
    for track in range(int(grids.track_first[grid]), int(grids.track_first[grid + 1])):
        steps = range(int(grids.track_cells[track]), int(grids.track_cells[track + 1]))
        cells = [divmod(int(grids.step_cell[step]), components.COLUMNS) for step in steps]
        values = [*(int(grids.step_value[step]) for step in steps), int(grids.track_end[track])]
        still = [at for at, (row, column) in enumerate(cells) if open_cells(position, number, row, 2**column)]
        if still:
            row, column = cells[still[0]]
            after = values[still[1] if len(still) > 1 else len(cells)]
            left = 2 ** (column + 1) - 1
            below = range(row, int(grids.height[grid]))
            masks = [(each, int(grids.asked[grid * components.ROWS + each]) & left) for each in below]
            missing = [spot for each, mask in masks for spot in open_cells(position, number, each, mask)]
            found.append({"cell": [row, column], "now": values[still[0]], "then": after, "missing": missing})
    return found


def open_cells(position: OdinPosition, number: i64, row: int, mask: int) -> list[list[int]]:
    """The cells of a row, given as bits, that nothing covers yet."""
    rest = mask & ~int(position.rows[number * components.ROWS + row]) if mask else 0
    return [[row, column] for column in range(components.COLUMNS) if rest >> column & 1]


def pieces_on(position: OdinPosition, number: i64) -> tuple[list[dict[str, Any]], list[list[int]]]:
    """The pieces on a board, and for each cell the number of its piece, -1 if it is open."""
    grids = position.tables.grids
    shapes = position.tables.shapes
    grid = int(boards.grid_of(position, number))
    covered = [[-1] * int(grids.width[grid]) for _ in range(int(grids.height[grid]))]
    pieces: list[dict[str, Any]] = []
    for packed in position.placed:
        if int(packed) >> 18 == number:
            anchor, item, turn = int(packed) >> 10 & 255, int(packed) >> 3 & 127, int(packed) & 7
            shape = int(shapes.first[item]) + turn
            top, left = anchor // components.COLUMNS, anchor % components.COLUMNS - int(shapes.offset[shape])
            for row in range(int(shapes.height[shape])):
                for column in range(int(shapes.width[shape])):
                    if int(shapes.rows[shape * components.SHAPE_ROWS + row]) >> column & 1:
                        covered[top + row][left + column] = len(pieces)
            pieces.append(
                {
                    "item": naming.ITEM_NAMES[item],
                    "cell": [anchor // components.COLUMNS, anchor % components.COLUMNS],
                    "turn": turn + 1,
                }
            )
    return pieces, covered


def die(position: OdinPosition) -> dict[str, Any] | None:
    """The roll that waits for an answer, and how likely a further roll can still succeed."""
    if position.phase == phases.OVER or position.frames.kind() != phases.ASK_DIE:
        return None
    shown = position.decision(position.active).prompt(position, position.active).data
    found = odds(position, position.active, int(position.frames.get(0)), shown["left"])
    return {**shown, "odds": found}


def odds(position: OdinPosition, seat: i64, kind: int, rolls: int = -1) -> dict[str, Any]:
    """A die action with what the seat holds: faces that can succeed, and the chance of one in all rolls, in percent.

    ``faces`` is what each face leaves to pay, or its battle result; ``cost`` is what a low roll that can be paid costs on
    average, in hundredths of an item. In a battle also the least and the most that a roll can come to.
    """
    judged = position.copy()
    judged.active = seat
    sides = 12 if kind in (phases.WHALE_3, phases.WHALE_1, phases.PILLAGE) else 8
    rolls = int(dice.most_rolls(judged)) if rolls < 0 else rolls
    payable = [roll for roll in range(1, sides + 1) if can_succeed(judged, kind, roll)]
    good = len(payable)
    shown: dict[str, Any] = {
        "sides": sides,
        "rolls": rolls,
        "good": good,
        "percent": round(100 * (1 - (1 - good / sides) ** rolls)),
    }
    judge = dice.battle_base if kind >= phases.RAID else dice.missing
    faces = [int(judge(judged, kind, roll)) for roll in range(1, sides + 1)]
    shown["faces"] = faces
    if kind < phases.RAID:
        shown["cost"] = round(100 * sum(faces[roll - 1] for roll in payable) / max(1, good))
    else:
        help = int(dice.most_battle(judged))
        shown["least"] = int(dice.battle_base(judged, kind, 1)) + help
        shown["most"] = int(dice.battle_base(judged, kind, sides)) + help
    return shown


def can_succeed(position: OdinPosition, kind: i64, roll: i64) -> bool:
    if kind < phases.RAID:
        weapons = position.get(position.active, dice.weapon_of(kind)) * dice.weapon_value(position, kind)
        help = weapons + position.get(position.active, items.WOOD)
        return dice.missing(position, kind, roll) <= help
    least = 5 if position.hook(position.active, card_rules.LOOT_GREEN_GOODS) else 6  # OD-169, OD-238
    return dice.battle_base(position, kind, roll) + dice.most_battle(position) >= least


def table_set(position: OdinPosition) -> dict[str, Any] | None:
    """The Banquet Table while a feast is going on."""
    if position.phase == phases.OVER or position.frames.kind() not in (phases.ASK_FOOD, phases.ASK_COINS):
        return None
    return plans.banquet(position, position.active, [])
