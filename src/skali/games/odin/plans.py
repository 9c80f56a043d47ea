"""What a player could do now, worked out as a whole: ways to fill the table of the feast, and all places of a tile.

A board shows them; the rules do not need them. What may be done stands in the decisions, by the same checks.
"""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from skali.core.bits import bit
from skali.games.odin import boards, components, items, moves, naming, scoring, supply
from skali.games.odin.position import OdinPosition


def feast_plans(position: OdinPosition, seat: i64) -> list[dict[str, Any]]:
    """Up to three ways to fill what is left of the table, each by another measure of what should be kept."""
    found: list[dict[str, Any]] = []
    for key, animal, coin in (("cheap", 10, 10), ("animals", 40, 10), ("silver", 10, 30)):
        plan = cheapest(position, seat, animal, coin)
        if not any(plan["serve"] == each["serve"] and plan["coins"] == each["coins"] for each in found):
            found.append({"name": key, **plan})
    return found


def cheapest(position: OdinPosition, seat: i64, animal: int, coin: int) -> dict[str, Any]:
    """The food and coins that cost least, in tenths of a point: for a point of an animal ``animal``, for a coin ``coin``."""
    best: dict[tuple[int, int], tuple[int, list[int]]] = {}
    apart = int(position.feast_orange - position.feast_red)
    best[int(position.feast_left), apart] = (0, [])
    for good in range(items.GOODS):
        if position.get(seat, good) and boards.colour(good) <= items.RED:
            for state, (cost, picks) in list(best.items()):
                serve_more(position, seat, good, animal, state, cost, picks, best)
    silver = int(position.get(seat, items.SILVER))

    def total(state: tuple[int, int]) -> int:
        coins = min(state[0], silver)
        return best[state][0] + coin * coins + 40 * (state[0] - coins)

    left, apart = min((state for state in best if abs(state[1]) <= state[0] + 1), key=total)
    picks = alternating(best[left, apart][1], apart > 0)
    coins = min(left, silver)
    table = banquet(position, seat, picks)
    return {"serve": [notation(pick) for pick in picks], "coins": coins, "penalties": left - coins, **table}


def serve_more(
    position: OdinPosition,
    seat: i64,
    good: int,
    animal: int,
    state: tuple[int, int],
    cost: int,
    picks: list[int],
    best: dict[tuple[int, int], tuple[int, list[int]]],
) -> None:
    """Adds one, two or more of a good to a plan, the first of them lying if it may."""
    tables = position.tables
    short, long = int(tables.short_side[good]), int(tables.long_side[good])
    kind = int(supply.type_of(good))
    lain = bool(position.feast_lying & bit(kind)) or any(
        pick % 2 and supply.type_of(pick // 2) == kind for pick in picks
    )
    step = 1 if boards.colour(good) == items.ORANGE else -1
    for first in range(1 if short == long or lain else 2):
        left, apart = state
        for number in range(int(position.get(seat, good))):
            lying = first if number == 0 else 0
            left -= long if lying else short
            apart += step
            cost_now = cost + (number + 1) * worth(good, short * long, animal)
            if left < 0:
                break
            served = picks + [good * 2 + first] + [good * 2] * number
            if (left, apart) not in best or cost_now < best[left, apart][0]:
                best[left, apart] = (cost_now, served)


def worth(good: int, cells: int, animal: int) -> int:
    """What is given up with a good, in tenths of a point: by an animal's points, or by its size, since size is kept in upgrades."""
    points = int(scoring.points_of(good))
    return points * animal if points else 3 * cells


def alternating(picks: list[int], orange_first: bool) -> list[int]:
    """The same in an order in which no two of one colour are served in a row as long as there are others (OD-067)."""
    orange = [pick for pick in picks if is_orange(pick)]
    red = [pick for pick in picks if not is_orange(pick)]
    first, second = (orange, red) if orange_first else (red, orange)
    mixed: list[int] = []
    for at in range(max(len(first), len(second))):
        mixed += first[at : at + 1] + second[at : at + 1]
    return mixed


def is_orange(pick: int) -> bool:
    return int(boards.colour(pick // 2)) == items.ORANGE


def banquet(position: OdinPosition, seat: i64, more: list[int]) -> dict[str, Any]:
    """The Banquet Table with what is served and with ``more`` of it: ships from the left, then food so that colours alternate.

    A piece is ``apart`` if a space must stay between it and the one before. ``short`` says for every number of coins what stays
    empty, and what that costs.
    """
    laid: list[dict[str, Any]] = [
        {"item": naming.ITEM_NAMES[ship], "width": 2, "lies": "", "apart": False}
        for ship, emigrated in ((items.LONGSHIP, items.EMIGRATED_LONGSHIP), (items.KNARR, items.EMIGRATED_KNARR))
        for _ in range(int(position.get(seat, emigrated)))
    ]
    food = served(position) + more
    food = alternating(food, 2 * sum(is_orange(pick) for pick in food) >= len(food))
    for at, pick in enumerate(food):
        apart = at > 0 and is_orange(pick) == is_orange(food[at - 1])
        item, lies = naming.ITEM_NAMES[pick // 2], moves.LIES[pick % 2]
        laid.append({"item": item, "width": width(position, pick), "lies": lies, "apart": apart})
    left = int(position.feast_left) - sum(width(position, pick) for pick in more)
    coins = min(left, int(position.get(seat, items.SILVER)))
    empty = range(left, left - coins - 1, -1)
    return {"table": laid, "short": [{"penalties": each, "points": scoring.PENALTY * each} for each in empty]}


def width(position: OdinPosition, pick: int) -> int:
    tables = position.tables
    return int((tables.long_side if pick % 2 else tables.short_side)[pick // 2])


def served(position: OdinPosition) -> list[int]:
    """What lies on the table: of each type the first one lengthwise if one lies so, of peas perhaps the first two."""
    found: list[int] = []
    lying = [kind for kind in range(items.GOODS) if position.feast_lying & bit(kind)]
    if position.feast_lying & items.SECOND_PEAS:
        lying.append(items.PEAS)
    for good in range(items.GOODS):
        kind = int(supply.type_of(good))
        for _ in range(int(position.counts[items.SERVED + good])):
            found.append(good * 2 + (kind in lying))
            if kind in lying:
                lying.remove(kind)
    return found


def notation(pick: int) -> str:
    return f"serve {naming.ITEM_NAMES[pick // 2]} {'lying' if pick % 2 else 'upright'}"


def places(position: OdinPosition, piece: int, board: int = -1, turn: int = -1) -> list[dict[str, Any]]:
    """Every board of the seat and every orientation of the piece, with the answers that lead there from the question at hand.

    ``board`` and ``turn`` are chosen already, -1 if they are not. What has a single answer is not asked (OD-267).
    """
    found: list[dict[str, Any]] = []
    shapes = position.tables.shapes
    for each in range(components.BOARDS):
        if boards.owner(position, each) != position.active:
            continue
        name = moves.BOARD_NAMES[boards.board_name(position, each)]
        ways = [faults(position, each, piece, way) for way in range(int(shapes.count[piece]))]
        fitting = sum(any(0 in row for row in rows) for rows in ways)
        for way, rows in enumerate(ways):
            cells = sum(row.count(0) for row in rows)
            answers: list[str] = []
            if cells and board in (-1, each) and turn in (-1, way):
                answers += [f"on {name}"] if board < 0 else []
                answers += [f"shape {way + 1}"] if turn < 0 and fitting > 1 else []
                answers += ["at"] if cells > 1 else []
            drawing = shapes.drawing(piece, way)
            rules = [[f"OD-{fault:03d}" if fault else "" for fault in row] for row in rows]
            found.append({"board": name, "turn": way + 1, "drawing": drawing, "rules": rules, "answers": answers})
    return found


def faults(position: OdinPosition, board: i64, piece: i64, turn: i64) -> list[list[int]]:
    """For every cell the rule that keeps the piece from lying with its first cell there, 0 if none."""
    shapes = position.tables.shapes
    grids = position.tables.grids
    shape = i64(shapes.first[piece]) + turn
    offset = i64(shapes.offset[shape])
    grid = boards.grid_of(position, board)
    return [
        [
            int(boards.placement_fault(position, board, piece, shape, row, column - offset))
            for column in range(i64(grids.width[grid]))
        ]
        for row in range(i64(grids.height[grid]))
    ]
