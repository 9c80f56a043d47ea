"""The score sheet (MG-012, MG-013)."""

from skali.core import ScoreLine

from mygame.position import MyGamePosition


def points(count: int) -> int:
    """1 + 2 + ... for so many shells of one kind."""
    return count * (count + 1) // 2


def score(position: MyGamePosition, seat: int) -> int:
    return sum(points(count) for count in position.rows[seat])


def score_sheet(position: MyGamePosition, seat: int) -> list[ScoreLine]:
    return [
        ScoreLine("shells", points(count), "MG-012", {"shell": name, "count": count})
        for name, count in zip(position.tables.names, position.rows[seat])
    ]


def ranking(position: MyGamePosition) -> list[int]:
    scores = [score(position, seat) for seat in range(position.seats)]
    return [1 + sum(other > mine for other in scores) for mine in scores]
