"""The judgement of A Feast for Odin: what it looks at, and which turns it takes for likely."""

import pytest
from librt.vecs import vec

from skali.core import Moves, Numbers
from skali.games.odin import items
from skali.games.odin.heuristic import features, usual
from tests.games.odin.given import GAME, OdinTable, table


def seen(there: OdinTable, seat: int = 0) -> dict[str, int]:
    heuristic = GAME.heuristic
    numbers = Numbers(len(heuristic.features))
    heuristic.observe(there.state, seat, numbers)
    return dict(zip(features.NAMES, numbers.to_list(), strict=True))


def test_every_feature_speaks_of_something_and_has_a_name_of_its_own() -> None:
    assert len(features.PARTS) == len(features.NAMES) == len(set(features.NAMES))


@pytest.mark.parametrize(("seats", "size"), [(1, "alone"), (2, "two"), (3, "three or four"), (4, "three or four")])
def test_tables_of_a_size_have_weights_of_their_own(seats: int, size: str) -> None:
    heuristic = GAME.heuristic
    row = heuristic.observe(table(seats).state, 0, Numbers(len(heuristic.features)))
    assert heuristic.rows[row] == f"{size}, 6 rounds left"
    weights = heuristic.weights
    assert weights is not None and len({tuple(each) for each in weights.to_rows()}) == len(heuristic.rows)


def test_alone_a_space_that_is_used_is_closed_now_and_in_the_next_round() -> None:
    there = table(1)
    before = seen(there)
    assert before["emigration now"] == before["emigration next"] == 3
    space = items.ON_SPACE + GAME.tables.space("emigrate_2")
    there.state.counts[space] = 1 + 8 * 2
    used = seen(there)
    assert (used["emigration now"], used["emigration next"]) == (2, 2)
    there.state.counts[space] += features.OF_LAST_ROUND
    blocked = seen(there)
    assert (blocked["emigration now"], blocked["emigration next"]) == (2, 3)


def test_with_others_all_vikings_go_home_and_few_vikings_reach_few_spaces() -> None:
    there = table(2)
    found = seen(there)
    assert found["voyages now"] == 3 and found["voyages next"] == 0
    there.state.put(0, items.THING, 2)
    assert seen(there)["voyages now"] == 2


def test_ships_can_be_sent_as_far_as_there_are_spaces() -> None:
    there = table(1).give(knarr=1, longship=1, spear=2, long_sword=9, silver=20)
    found = seen(there)
    assert found["ships to send now"] == found["ships to send next"] == 2
    assert found["longships and swords"] == 6
    assert found["silver to 12"] == 12


def test_what_is_usual_is_known_of_every_space() -> None:
    names = set(GAME.tables.space_names)
    assert set(usual.SPACES) <= names
    likely = usual.Usual(GAME.tables)
    assert len(likely.last) == len(likely.more) == len(names) + len(usual.OTHERS)


def test_a_turn_is_weighed_by_what_is_usual() -> None:
    """In the first round two from the mountain are welcome; to pass is for those who have no Vikings left."""
    there = table(1)
    moves = Moves()
    there.state.search_moves(0, moves)
    weights = vec[float]([0.0] * int(moves.count))
    GAME.heuristic.weigh(there.state, 0, moves, weights)
    by_name = {GAME.moves.show(int(moves.at(at))): weights[at] for at in range(int(moves.count))}
    assert by_name["send mountain_2"] > 5 * by_name["pass"]
    assert min(by_name.values()) > 0.0
