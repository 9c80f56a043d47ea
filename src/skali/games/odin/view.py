"""What a seat may see: everything but other hands, the pile and the luck to come. Also what is asked of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import i64

from skali.core.bits import bit, members_of, popcount
from skali.core.protocol import WAITING, Prompt
from skali.games.odin import (
    actions,
    anytime,
    boards,
    counting,
    dice,
    effects,
    feast,
    possible,
    scoring,
    standing,
    supply,
)
from skali.games.odin.components import (
    BOARDS,
    CARDS,
    COLUMNS,
    FACES,
    FIRST_EXPLORATION,
    FIRST_STONE_HOUSE,
    GROUPS,
    NEEDS,
    ROWS,
    SHAPE_ROWS,
    SPACES,
    STRIP_ITEMS,
)
from skali.games.odin.effects_text import (
    EMIGRATE,
    GAIN,
    HUNTING,
    LAY_SNARE,
    PILLAGING,
    PRICE_OF_SPACE,
    RAIDING,
    SWAP,
    TIER,
    TO_BLUE,
    WHALING,
)
from skali.games.odin.items import (
    BOARD_SILVER,
    DISCARD,
    EMIGRATED_KNARR,
    EMIGRATED_LONGSHIP,
    GOODS,
    HAND,
    ITEM_NAMES,
    ITEMS,
    MINUS,
    OFFERS,
    ON_SPACE,
    OVAL,
    PASSED,
    PENALTIES,
    PILE,
    RED,
    SERVED,
    SHED_WOOD,
    SLOT_NAMES,
    SPECIAL,
    SPECIALS,
    STOCKFISH,
    STRIP_LEFT,
    THING,
    WOOD,
)
from skali.games.odin.moves import BOARD_NAMES, DONE, SHIPS
from skali.games.odin.phases import (
    ASK_ARM,
    ASK_BOARD,
    ASK_BONUS,
    ASK_CALL_BACK,
    ASK_CELL,
    ASK_COINS,
    ASK_COLUMN_4,
    ASK_DIE,
    ASK_DRAW,
    ASK_EMIGRATE,
    ASK_EXPLORE,
    ASK_FISH,
    ASK_FLIP,
    ASK_FOLLOW,
    ASK_FOOD,
    ASK_FORGE,
    ASK_FOURTH,
    ASK_INSPECT,
    ASK_LATE,
    ASK_MORE_LOOT,
    ASK_OFFERS,
    ASK_OUTFIT,
    ASK_PLAY,
    ASK_RETURN,
    ASK_SALE,
    ASK_SECOND,
    ASK_SHAPE,
    ASK_SHIFT,
    ASK_SPEARS,
    ASK_START_CARD,
    ASK_STEP,
    ASK_STRIP,
    ASK_SWAP_BOAT,
    ASK_SWORDS,
    ASK_TRADE,
    ASK_TURN,
    ASK_UPGRADE,
    ASK_WEAPON,
    ASK_WINDOW,
    DIE_NAMES,
    HUNT,
    IN_HAND,
    IN_PILE,
    IN_PLAY,
    OVER,
    PHASE_NAMES,
    PILLAGE,
    RAID,
    SNARING,
    SPENT,
    W0,
    W4,
    W5,
    W6,
    W7,
    WHALE_1,
    WHALE_3,
)

if TYPE_CHECKING:
    from skali.games.odin.state import OdinState

WINDOWS: Final = {W0: "harvest", W4: "income", W5: "feast", W6: "bonus", W7: "last"}
STEPS: Final = {1: "once", 2: "twice", TO_BLUE: "to_blue"}
"""How far the goods of an upgrade rise."""
WEAPON_NAMES: Final = ("bow", "snare", "spear", "long_sword")
DICE: Final = {HUNTING: HUNT, LAY_SNARE: SNARING, WHALING: WHALE_3, RAIDING: RAID, PILLAGING: PILLAGE}


# What is asked


def prompt(state: OdinState, seat: i64) -> Prompt:
    if seat != state.active or state.phase == OVER:
        return WAITING
    kind = state.frames.kind()
    frames = state.frames
    if kind == ASK_TURN:
        return Prompt("turn", "OD-D05", {"vikings": int(state.get(seat, THING))})
    if kind == ASK_WINDOW:
        window = int(frames.get(0))
        answer = DONE if standing.applies(state) else -1
        return Prompt(f"{WINDOWS[window]}_window", "OD-D02", {"window": window}, answer)
    if kind in (ASK_BOARD, ASK_SHAPE, ASK_CELL):
        return _placement_prompt(state, kind)
    if kind == ASK_DIE:
        return _die_prompt(state)
    if kind in (ASK_SWORDS, ASK_SPEARS):
        what = "swords" if kind == ASK_SWORDS else "spears"
        return Prompt(what, "OD-D24", {"item": ITEM_NAMES[frames.get(0) % 128], "count": int(frames.get(1))})
    if kind == ASK_FOOD:
        sides = state.tables.short_side, state.tables.long_side
        foods = [good for good in range(GOODS) if state.get(seat, good) and feast.food_colour(good) <= RED]
        widths = {ITEM_NAMES[good]: [int(side[good]) for side in sides] for good in foods}
        return Prompt("food", "OD-D30", {"left": int(state.feast_left), "widths": widths})
    if kind == ASK_COINS:
        return Prompt("coins", "OD-D31", {"left": int(state.feast_left)})
    if kind == ASK_UPGRADE:
        packed = frames.get(0)
        picks = frames.get(2)
        done = 0
        while picks:
            done += 1
            picks >>= 7
        steps = STEPS[(packed >> 3) & 3]
        return Prompt("upgrade", "OD-D13", {"left": int(packed & 7) - done, "steps": steps})
    if kind == ASK_STRIP:
        return Prompt("strip", "OD-D14", {"count": int(frames.get(0) & 15)})
    if kind == ASK_STEP:
        return Prompt("alternative", "OD-D10", {"ways": ways(state)})
    if kind == ASK_OFFERS:
        cards = [
            state.tables.card_numbers[int(state.tables.effects.ability_card[int(state.h[OFFERS + at])])]
            for at in range(int(frames.get(0)), int(state.offer_count))
        ]
        return Prompt("offers", "OD-D27", {"cards": cards})
    return _small_prompt(state, kind)


def _small_prompt(state: OdinState, kind: i64) -> Prompt:
    number = int(state.frames.get(0))
    if kind == ASK_COLUMN_4:
        return Prompt("card_after" if number else "card_before", "OD-D08")
    if kind == ASK_TRADE:
        return Prompt("trade", "OD-D15")
    if kind == ASK_SALE:
        seat, first = state.active, state.frames.get(1)
        prices = {
            ITEM_NAMES[tile]: int(possible.sale_price(state, seat, tile, first))
            for tile in range(SPECIAL, SPECIAL + SPECIALS)
            if possible.sale_open(state, seat, tile, first)
        }
        return Prompt("sale", "OD-D16", {"prices": prices})
    if kind == ASK_FORGE:
        return Prompt("forge", "OD-D12")
    if kind == ASK_EXPLORE:
        return Prompt("explore", "OD-D17")
    if kind == ASK_EMIGRATE:
        return Prompt(
            "emigrate", "OD-D18", {"price": int(possible.emigration_price(state, state.active, state.frames.get(1)))}
        )
    if kind == ASK_SWAP_BOAT:
        return Prompt("swap_boat", "OD-D19")
    if kind == ASK_RETURN:
        return Prompt("return", "OD-D25", {"count": number})
    if kind == ASK_PLAY:
        return Prompt("play", "OD-D26", {"left": number})
    if kind == ASK_DRAW:
        return Prompt("draw", "OD-D07")
    if kind == ASK_WEAPON:
        return Prompt("weapon", "OD-D04", {"ways": [{"get": {item: 1}} for item in ("weapon", "wood", "stone", "ore")]})
    if kind == ASK_FOLLOW:
        return Prompt("follow", "OD-D27")
    if kind == ASK_SHIFT:
        direction = state.frames.get(0)
        near, far = (
            {
                ITEM_NAMES[good]: ITEM_NAMES[int(possible.shifted(good, steps, direction))]
                for good in range(GOODS)
                if state.get(state.active, good) and possible.shifted(good, steps, direction) >= 0
            }
            for steps in (1, 2)
        )
        return Prompt("shift", "OD-D27", {"becomes": {"upgrade": near, "upgrade_far": far}})
    if kind == ASK_ARM:
        return Prompt("arm", "OD-D20")
    if kind == ASK_CALL_BACK:
        return Prompt("call_back", "OD-D27")
    if kind == ASK_START_CARD:
        return Prompt("start_card", "OD-D01")
    return _own_code_prompt(state, kind)


def _own_code_prompt(state: OdinState, kind: i64) -> Prompt:
    number = int(state.frames.get(0))
    if kind == ASK_INSPECT:
        return Prompt("inspect", "OD-D27")
    if kind == ASK_SECOND:
        return Prompt("second", "OD-D27", {"price": int(state.round)})
    if kind == ASK_FOURTH:
        return Prompt("fourth", "OD-D27")
    if kind == ASK_FLIP:
        goods = [good for good in range(GOODS) if state.get(state.active, good)]
        becomes = {"trade": {ITEM_NAMES[good]: ITEM_NAMES[good ^ 1] for good in goods}}
        return Prompt("flip", "OD-D27", {"left": number % 16, "becomes": becomes})
    if kind == ASK_LATE:
        return Prompt("late", "OD-D28")
    if kind == ASK_FISH:
        return Prompt("fish", "OD-D32", {"count": int(state.h[SERVED + STOCKFISH])})
    if kind == ASK_BONUS:
        board = BOARD_NAMES[anytime.board_name(state, state.frames.get(1))]
        ways = [{"get": {item: 1}} for item in (ITEM_NAMES[number], "silverware")]
        return Prompt("house_bonus", "OD-D33", {"item": ITEM_NAMES[number], "board": board, "ways": ways})
    if kind == ASK_OUTFIT:
        return Prompt("outfit", "OD-D27")
    assert kind == ASK_MORE_LOOT
    left = int(state.frames.get(1))
    reached = swords(state, left)
    if number >= SPECIAL:
        reached.pop(ITEM_NAMES[number], None)  # it is the first tile already (OD-239)
    return Prompt("more_loot", "OD-D23", {"item": ITEM_NAMES[number], "left": left, "swords": reached})


def _placement_prompt(state: OdinState, kind: i64) -> Prompt:
    frames = state.frames
    data: dict[str, Any] = {"item": ITEM_NAMES[frames.get(0)]}
    if kind == ASK_BOARD:
        return Prompt("board", "OD-D34", data)
    board = frames.get(1) if kind == ASK_SHAPE else frames.get(1) // 8
    data["board"] = BOARD_NAMES[anytime.board_name(state, board)]
    turns = state.tables.shapes
    if kind == ASK_SHAPE:
        count = int(turns.count[int(frames.get(0))])
        data["shapes"] = [turns.drawing(int(frames.get(0)), turn) for turn in range(count)]
        return Prompt("shape", "OD-D34", data)
    data["drawing"] = turns.drawing(int(frames.get(0)), int(frames.get(1) % 8))
    return Prompt("cell", "OD-D34", data)


def _die_prompt(state: OdinState) -> Prompt:
    frames = state.frames
    kind = frames.get(0)
    rolled = frames.get(1)
    left = int(dice.most_rolls(state) - frames.get(2) % effects.ROLLED_BY_CARD)
    data: dict[str, Any] = {"action": DIE_NAMES[kind], "roll": int(rolled), "left": left}
    if kind < RAID:
        need = int(dice.missing(state, kind, rolled))
        weapon = ITEM_NAMES[int(dice.weapon_of(kind))]
        data["missing"] = need
        wood = [int(dice.wood_for(state, kind, need, count)) for count in range(need + 1)]
        data["pay"] = {str(count): {weapon: count, "wood": logs} for count, logs in enumerate(wood) if logs >= 0}
        return Prompt("low_roll", "OD-D22", data)
    data["result"] = int(dice.battle_base(state, kind, rolled))
    data["most"] = data["result"] + int(dice.most_battle(state))
    data["swords"] = swords(state, data["most"])
    return Prompt("high_roll", "OD-D23", data)


def swords(state: OdinState, result: int) -> dict[str, int]:
    """The tiles that a battle result reaches, with their sword values."""
    tiles = [*range(GOODS), *range(SPECIAL, SPECIAL + SPECIALS)]
    return {ITEM_NAMES[tile]: int(dice.sword_of(state, tile)) for tile in tiles if dice.can_loot(state, tile, result)}


def ways(state: OdinState) -> list[dict[str, Any]]:
    """The alternatives of the pending step, in order: what is paid, and what is got or the steps it takes."""
    step = state.frames.get(0)
    table = state.tables.effects
    if step < 0:
        other = possible.other_program(state, state.active, state.space)
        programs = [int(state.tables.program[state.space]), int(other)]
        return [{"does": table.texts[program]} for program in programs]
    found: list[dict[str, Any]] = []
    for operation in range(int(table.step_first[int(step)]), int(table.step_first[int(step) + 1])):
        if int(table.verb[operation]) == SWAP:
            pay, get = (
                named([(item, int(counting.amount(state, state.active, count))) for item, count in table.bundles[each]])
                for each in (int(table.a[operation]), int(table.b[operation]))
            )
            action = int(table.c[operation])
            found.append({"pay": pay, "does": table.texts[action - 1]} if action else {"pay": pay, "get": get})
        else:
            found.append({"does": [table.told[operation]]})
    return found


def named(bundle: list[tuple[int, int]]) -> dict[str, int]:
    return {ITEM_NAMES[item] if item < ITEMS else SLOT_NAMES[item - SHED_WOOD]: count for item, count in bundle}


# What is seen


def view(state: OdinState, seat: i64, awaiting: list[int]) -> dict[str, Any]:
    """The table, then each player; hands only to their owners."""
    return {
        "game": "odin",
        "awaiting": awaiting,
        "seats": int(state.seats),
        "length": "short" if state.short else "long",
        "decks": state.decks,
        "phase": PHASE_NAMES[state.phase],
        "round": int(state.round),
        "rounds": int(state.rounds()),
        "starter": int(state.starter),
        "active": int(state.active),
        "spaces": [space(state, each, seat) for each in range(SPACES)],
        "imitation": [imitation(state, column) for column in members_of(state.imitation)],
        "strips": [strip(state, each) for each in range(8) if int(state.h[STRIP_LEFT + each])],
        "strips_left": int(popcount(state.strip_pile)),
        "strip_pile": [each + 1 for each in members_of(state.strip_pile)],
        "exploration": [exploration(state, number) for number in range(4)],
        "ship_prices": {name: int(state.tables.ship_price[ship]) for ship, name in enumerate(SHIPS)},
        "oval": [ITEM_NAMES[SPECIAL + tile] for tile in range(SPECIALS) if int(state.h[OVAL + tile])],
        "buildings_left": {ITEM_NAMES[48 + each]: int(supply.houses_left(state, 48 + each)) for each in range(3)},
        "weapon_pile": weapons(state, PILE),
        "weapon_discard": weapons(state, DISCARD),
        "occupations_left": sum(int(place) == IN_PILE for place in state.cards),
        "players": [player(state, each, seat) for each in range(int(state.seats))],
        "die": die(state),
        "feast": table_set(state),
        "doing": doing(state),
        "scores": [int(scoring.score(state, each)) for each in range(int(state.seats))],
    }


def doing(state: OdinState) -> dict[str, Any]:
    """Where the pending decision stands, so that two positions with the same view have the same choices."""
    return {
        "frames": state.frames.to_list(),
        "space": None if state.space < 0 else state.tables.space_names[state.space],
        "queue": int(state.queue),
        "last_placer": int(state.last_placer),
    }


def space(state: OdinState, number: i64, seat: i64) -> dict[str, Any]:
    """An action space: what it needs and gives, who stands there, and what it would cost and give this seat now."""
    tables = state.tables
    on = int(state.h[ON_SPACE + number])
    other = int(tables.other_program[number])
    shown: dict[str, Any] = {
        "name": tables.space_names[number],
        "column": int(tables.column[number]),
        "groups": [GROUPS[group] for group in members_of(i64(tables.groups[number]))],
        "needs": NEEDS[int(tables.needs[number])],
        "does": tables.effects.texts[int(tables.program[number])],
        "or": tables.effects.texts[other] if other >= 0 else [],
        "seat": None if on == 0 else (on & 7) - 1,
        "vikings": (on >> 3) & 7,
        "blocked": on >= 64,
    }
    if seat >= 0 and state.phase != OVER:
        fault = actions.sending_fault(state, seat, number)
        shown["fault"] = "" if fault == 0 else f"OD-{int(fault):03d}"
        programs = [int(tables.program[number])] + ([other] if other >= 0 else [])
        shown["now"] = [
            [_step_now(state, seat, number, step) for step in _steps(state, program)] for program in programs
        ]
    return shown


def _steps(state: OdinState, program: int) -> range:
    first = state.tables.effects.program_first
    return range(int(first[program]), int(first[program + 1]))


def _step_now(state: OdinState, seat: i64, space: i64, step: int) -> list[dict[str, Any]]:
    """The ways of a step: what this seat would pay and get now, the chances of a die, and the rule that stands in the way."""
    table = state.tables.effects
    ways = []
    for operation in range(int(table.step_first[step]), int(table.step_first[step + 1])):
        verb, a, b = (int(row[operation]) for row in (table.verb, table.a, table.b))
        way: dict[str, Any] = {}
        if verb == GAIN:
            times = int(counting.count(state, seat, b))
            way = {"get": {name: count * times for name, count in named(table.bundles[a]).items()}}
        elif verb == SWAP:
            cost = [
                (item, int(possible.price_of(state, seat, item, number, space))) for item, number in table.bundles[a]
            ]
            way = {"pay": named(cost), "get": named(table.bundles[b])}
        elif verb == TIER:
            way = {"get": named(table.bundles[int(possible.tier_bundle(state, seat, operation))])}
        elif verb == EMIGRATE:
            way = {"pay": {"silver": int(possible.emigration_price(state, seat, PRICE_OF_SPACE))}}
        elif verb in DICE:
            way = {"odds": odds(state, seat, DICE[verb] if verb != WHALING or a == 3 else WHALE_1)}
        fault = int(possible.operation_fault(state, seat, operation, space))
        ways.append({**way, "fault": f"OD-{fault:03d}" if fault else ""})
    return ways


def imitation(state: OdinState, column: i64) -> dict[str, Any]:
    on = int(state.h[ON_SPACE + SPACES + column - 1])
    return {"column": int(column), "seat": None if on == 0 else (on & 7) - 1, "vikings": (on >> 3) & 7}


def strip(state: OdinState, number: i64) -> dict[str, Any]:
    left = int(state.h[STRIP_LEFT + number])
    items = [STRIP_ITEMS[int(state.tables.strip_items[number * 7 + at])] for at in range(7 - left, 7)]
    return {"strip": int(number) + 1, "items": items}


def exploration(state: OdinState, number: i64) -> dict[str, Any]:
    grid = boards.grid_of(state, FIRST_EXPLORATION + number)
    owner = boards.owner(state, FIRST_EXPLORATION + number)
    return {
        "board": FACES[grid - 1],
        "silver": int(state.h[BOARD_SILVER + number]),
        "owner": None if owner < 0 else int(owner),
        "points": int(state.tables.grids.points[grid]),
        "column": int(possible.board_column(grid)),
    }


def weapons(state: OdinState, first: i64) -> dict[str, int]:
    return {WEAPON_NAMES[kind]: int(state.h[first + kind]) for kind in range(4)}


def player(state: OdinState, seat: i64, viewer: i64) -> dict[str, Any]:
    numbers = state.tables.card_numbers
    hand = [numbers[card] for card in range(CARDS) if int(state.cards[card]) == IN_HAND + seat]
    return {
        "items": {ITEM_NAMES[item]: int(state.get(seat, item)) for item in range(ITEMS) if state.get(seat, item)},
        "vikings": int(state.get(seat, THING)),
        "passed": bool(state.get(seat, PASSED)),
        "hand": sorted(hand) if seat == viewer else None,
        "hand_size": int(state.get(seat, HAND)),
        "played": [numbers[card] for card in range(CARDS) if int(state.cards[card]) in (IN_PLAY + seat, SPENT + seat)],
        "spent": [numbers[card] for card in range(CARDS) if int(state.cards[card]) == SPENT + seat],
        "emigrated": {
            "knarr": int(state.get(seat, EMIGRATED_KNARR)),
            "longship": int(state.get(seat, EMIGRATED_LONGSHIP)),
        },
        "slots": {
            name: [int(state.get(seat, SHED_WOOD + at)), int(supply.free_slots(state, seat, at))]
            for at, name in enumerate(SLOT_NAMES)
        },
        "penalties": int(state.get(seat, PENALTIES)),
        "income": int(boards.income(state, seat)),
        "to_serve": int(feast.spaces_to_serve(state, seat)),
        "minus": int(state.get(seat, MINUS)),
        "boards": [board(state, each) for each in range(BOARDS) if boards.owner(state, each) == seat],
        "score": int(scoring.score(state, seat)),
        "lines": {line.key: line.points for line in scoring.score_sheet(state, seat)},
    }


def board(state: OdinState, number: i64) -> dict[str, Any]:
    """A board cell by cell: the printed text, and the piece that covers it, numbered in reading order."""
    grids = state.tables.grids
    grid = int(boards.grid_of(state, number))
    pieces, covered = pieces_on(state, number)
    bonuses: list[dict[str, Any]] = []
    for bonus in range(int(grids.bonus_first[grid]), int(grids.bonus_first[grid + 1])):
        cell = [int(grids.bonus_row[bonus]), int(grids.bonus_column[bonus])]
        items = [
            ITEM_NAMES[int(grids.bonus_items[bonus * 2 + at])]
            for at in range(2)
            if int(grids.bonus_items[bonus * 2 + at]) >= 0
        ]
        around = [(row, int(grids.bonus_around[bonus * 3 + row])) for row in range(3)]
        missing = [spot for row, mask in around for spot in open_cells(state, number, cell[0] + row - 1, mask)]
        enclosed = boards.is_enclosed(state, number, bonus)
        bonuses.append({"cell": cell, "items": items, "enclosed": enclosed, "missing": missing})
    return {
        "name": BOARD_NAMES[anytime.board_name(state, number)],
        "grid": grids.texts[grid],
        "covered": covered,
        "pieces": pieces,
        "income": int(boards.income_of(state, number)) if number < FIRST_STONE_HOUSE else 0,
        "next_income": next_incomes(state, number),
        "bonuses": bonuses,
        "minus": int(boards.open_minus(state, number)),
    }


def next_incomes(state: OdinState, number: i64) -> list[dict[str, Any]]:
    """By diagonal: its next number, what covering it would change, and the cells that must be covered for that."""
    grids = state.tables.grids
    grid = int(boards.grid_of(state, number))
    found: list[dict[str, Any]] = []
    for track in range(int(grids.track_first[grid]), int(grids.track_first[grid + 1])):
        steps = range(int(grids.track_cells[track]), int(grids.track_cells[track + 1]))
        cells = [divmod(int(grids.step_cell[step]), COLUMNS) for step in steps]
        values = [*(int(grids.step_value[step]) for step in steps), int(grids.track_end[track])]
        still = [at for at, (row, column) in enumerate(cells) if open_cells(state, number, row, 2**column)]
        if still:
            row, column = cells[still[0]]
            after = values[still[1] if len(still) > 1 else len(cells)]
            left = 2 ** (column + 1) - 1
            below = range(row, int(grids.height[grid]))
            masks = [(each, int(grids.asked[grid * ROWS + each]) & left) for each in below]
            missing = [spot for each, mask in masks for spot in open_cells(state, number, each, mask)]
            found.append({"cell": [row, column], "now": values[still[0]], "then": after, "missing": missing})
    return found


def open_cells(state: OdinState, number: i64, row: int, mask: int) -> list[list[int]]:
    """The cells of a row, given as bits, that nothing covers yet."""
    rest = mask & ~int(state.rows[number * ROWS + row]) if mask else 0
    return [[row, column] for column in range(COLUMNS) if rest >> column & 1]


def pieces_on(state: OdinState, number: i64) -> tuple[list[dict[str, Any]], list[list[int]]]:
    """The pieces on a board, and for each cell the number of its piece, -1 if it is open."""
    grids = state.tables.grids
    shapes = state.tables.shapes
    grid = int(boards.grid_of(state, number))
    covered = [[-1] * int(grids.width[grid]) for _ in range(int(grids.height[grid]))]
    pieces: list[dict[str, Any]] = []
    for packed in state.placed:
        if int(packed) >> 18 == number:
            anchor, item, turn = int(packed) >> 10 & 255, int(packed) >> 3 & 127, int(packed) & 7
            shape = int(shapes.first[item]) + turn
            top, left = anchor // COLUMNS, anchor % COLUMNS - int(shapes.offset[shape])
            for row in range(int(shapes.height[shape])):
                for column in range(int(shapes.width[shape])):
                    if int(shapes.rows[shape * SHAPE_ROWS + row]) >> column & 1:
                        covered[top + row][left + column] = len(pieces)
            pieces.append({"item": ITEM_NAMES[item], "cell": [anchor // COLUMNS, anchor % COLUMNS], "turn": turn + 1})
    return pieces, covered


def die(state: OdinState) -> dict[str, Any] | None:
    """The roll that waits for an answer, and how likely a further roll can still succeed."""
    if state.phase == OVER or state.frames.kind() != ASK_DIE:
        return None
    found = odds(state, state.active, int(state.frames.get(0)))
    return {**_die_prompt(state).data, "sides": found["sides"], "odds": [found["good"], found["sides"]]}


def odds(state: OdinState, seat: i64, kind: int) -> dict[str, Any]:
    """A die action with what the seat holds: faces that can succeed, and the chance of one in all rolls, in percent.

    In a battle also the least and the most that a roll can come to.
    """
    judged = state.copy()
    judged.active = seat
    sides = 12 if kind in (WHALE_3, WHALE_1, PILLAGE) else 8
    rolls = int(dice.most_rolls(judged))
    good = sum(can_succeed(judged, kind, roll) for roll in range(1, sides + 1))
    shown = {"sides": sides, "rolls": rolls, "good": good, "percent": round(100 * (1 - (1 - good / sides) ** rolls))}
    if kind >= RAID:
        help = int(dice.most_battle(judged))
        shown["least"] = int(dice.battle_base(judged, kind, 1)) + help
        shown["most"] = int(dice.battle_base(judged, kind, sides)) + help
    return shown


def can_succeed(state: OdinState, kind: i64, roll: i64) -> bool:
    if kind < RAID:
        weapons = state.get(state.active, dice.weapon_of(kind)) * dice.weapon_value(state, kind)
        help = weapons + state.get(state.active, WOOD)
        return dice.missing(state, kind, roll) <= help
    return dice.battle_base(state, kind, roll) + dice.most_battle(state) >= dice.least_result(state)


def table_set(state: OdinState) -> dict[str, Any] | None:
    """The Banquet Table while a feast is going on."""
    if state.phase == OVER or state.frames.kind() not in (ASK_FOOD, ASK_COINS):
        return None
    return {
        "left": int(state.feast_left),
        "orange": int(state.feast_orange),
        "red": int(state.feast_red),
        "lying": [ITEM_NAMES[mark] for mark in range(32) if state.feast_lying & bit(mark)],
        "served": {ITEM_NAMES[good]: int(state.h[SERVED + good]) for good in range(32) if int(state.h[SERVED + good])},
    }
