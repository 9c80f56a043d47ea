"""The position in numbers, where a game offers it: every row fits what its parts say, and rows follow views."""

from skali.core import SPECTATOR, Numbers
from skali.kit.play import Record, Spot, canonical

_VIEWS = 60


def observations_fit_their_parts(spot: Spot) -> None:
    """Every viewer's row is written whole, whatever stood there before, and each number keeps the bounds of its part."""
    observation = spot.game.observation
    if observation is None:
        return
    for viewer in spot.viewers:
        numbers = Numbers(observation.size + 1)
        for at in range(observation.size + 1):
            numbers.items[at] = 99
        observation.write(spot.state, viewer, numbers)
        assert numbers.at == observation.size, (
            f"the row of {viewer} has {numbers.at} numbers, its parts {observation.size}"
        )
        row = numbers.to_list()[: observation.size]
        assert row == observation.row(spot.state, viewer), f"the row of {viewer} depends on what the buffer held before"
        first = 0
        for part in observation.parts:
            held = row[first : first + part.size]
            first += part.size
            fits = part.low <= min(held) and max(held) <= part.high
            assert fits, f"{part.name} of {viewer} holds {min(held)} to {max(held)}, not {part.low} to {part.high}"


def observations_follow_views(record: Record) -> None:
    """Equal views give equal rows; different views nearly always give different ones."""
    observation = record.game.observation
    if observation is None:
        return
    stride = max(1, len(record.states) // _VIEWS)
    for viewer in (*range(record.seats), SPECTATOR):
        by_view: dict[str, tuple[int, ...]] = {}
        for state in record.states[::stride]:
            row = tuple(observation.row(state, viewer))
            known = by_view.setdefault(canonical(state.view(viewer)), row)
            assert known == row, f"two positions with the same view of viewer {viewer} have different observations"
        distinct = len(set(by_view.values()))
        assert 10 * distinct > 9 * len(by_view), (
            f"{len(by_view)} views of viewer {viewer} share {distinct} observations"
        )
