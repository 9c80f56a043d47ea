"""Setup of a round, and how the rounds follow each other (FJ-009 to FJ-016)."""

from collections import Counter

import pytest

from skali.kit.rule import rule
from tests.games.fjords.given import GAME, A, B, FjordsTable, find, position, random_game, start
from tests.games.fjords.reference import LAYOUTS, PILE

TWO = "PMMPPP at -1,0; SSPPPS at 1,0"
REST = ""
"""No tile hidden: all the others are open, and discovery ends with this turn."""


def is_fresh(table: FjordsTable) -> bool:
    now = table.now
    return (
        table.landscape() == LAYOUTS["printed"]
        and Counter(now["hidden"]) == PILE
        and not now["open"]
        and now["hand"] is None
        and now["huts_left"] == [4, 4]
        and now["fields_left"] == [20, 20]
        and now["huts"] == now["fields"] == [[], []]
    )


@rule("FJ-009", "FJ-012", "FJ-069")
@pytest.mark.parametrize("round", [1, 2, 3])
def test_every_round_begins_with_an_empty_table(round: int) -> None:
    begun = find(lambda state: state.view(A)["round"] == round)
    assert is_fresh(begun)
    assert len(begun.now["rounds"]) == round - 1


@rule("FJ-010")
@pytest.mark.parametrize("round", [1, 2, 3])
def test_the_start_tiles_lie_as_in_the_picture(round: int) -> None:
    begun = find(lambda state: state.view(A)["round"] == round)
    assert begun.landscape() == {(0, 0): "PSPPMM", (-1, 1): "MPPPPP", (0, 1): "PPPPPP"}
    assert all(tile["start"] for tile in begun.now["landscape"])


@rule("FJ-011")
def test_tiles_left_over_or_out_of_a_round_are_hidden_again_in_the_next() -> None:
    table = position(TWO, hut_on="1,0", hidden=REST)
    assert len(table.now["open"]) == 35
    table.plays("no hut")
    assert table.now["round"] == 2
    assert Counter(table.now["hidden"]) == PILE
    assert table.now["open"] == []


@rule("FJ-011")
def test_every_hidden_tile_is_equally_likely_to_be_drawn() -> None:
    table, draws = start(), 1850
    first = Counter[str]()
    for seed in range(draws):
        trial = table.copy()
        trial.state.reseed(seed)
        first[trial.plays("draw")[0].data["tile"]] += 1
    assert set(first) == set(PILE)
    for tile, count in PILE.items():
        expected = draws * count / 37
        assert abs(first[tile] - expected) < 5 * expected**0.5, f"{tile} came {first[tile]} times, not {expected}"


@rule("FJ-011")
def test_nothing_but_the_hidden_pile_is_random() -> None:
    others = set()
    for before, move, _, after in random_game(1):
        if move != "draw":
            assert before.to_dict()["rng"] == after.to_dict()["rng"], f"'{move}' used luck"
            others.add(move.split()[0])
    assert others >= {"place", "hut", "no", "field"}


@rule("FJ-013")
def test_the_first_starter_is_chosen_at_random() -> None:
    starters = Counter(GAME.start(2, seed).to_act()[0] for seed in range(200))
    assert 70 <= starters[A] <= 130
    assert starters[A] + starters[B] == 200


@rule("FJ-014")
@pytest.mark.parametrize("starter", [A, B])
@pytest.mark.parametrize("winner", [A, B])
def test_the_loser_starts_the_next_round(starter: int, winner: int) -> None:
    pieces = ("", "-1,0") if winner == B else ("-1,0", "")
    tiles = TWO if winner == starter else f"{TWO}; PPPPPP at -1,2"
    table = position(tiles, huts=pieces, hut_on=tiles.split()[-1], active=1 - winner, hidden=REST, starter=starter)
    table.plays("no hut")
    first, second = table.now["rounds"][0]
    assert (first > second) == (winner == A)
    assert first != second
    assert table.awaits == [1 - winner]
    assert table.now["starter"] == 1 - winner


@rule("FJ-015", "FJ-068")
@pytest.mark.parametrize("starter", [A, B])
def test_after_a_tied_round_starts_who_did_not_start_it(starter: int) -> None:
    table = position(TWO, hut_on="1,0", hidden=REST, active=1 - starter, starter=starter)
    table.plays("no hut")
    assert table.now["rounds"] == [[0, 0]]
    assert table.awaits == [1 - starter]
    assert table.now["starter"] == 1 - starter


@rule("FJ-016")
def test_a_round_is_discovery_then_colonisation_then_scoring() -> None:
    order = [start().now["phase"]]
    rounds = [1]
    for _, _, _, after in random_game(3, fast_finish="off"):
        phase = {"place": "source", "hut": "source"}.get(after.view(A)["phase"], after.view(A)["phase"])
        if phase != order[-1]:
            order.append(phase)
            rounds.append(after.view(A)["round"])
    assert order == ["source", "field"] * 3 + ["over"]
    assert rounds == [1, 1, 2, 2, 3, 3, 3]


@rule("FJ-016")
def test_no_field_in_discovery() -> None:
    table = start()
    assert table.refuses("field at 0,0", because="FJ-016")
    table.draws("PPPSSS")
    assert table.refuses("field at 0,0", because="FJ-016")
    table.places("SSPPPS", at="1,0")
    assert table.refuses("field at 0,0", because="FJ-016")
    table.plays("hut")
    assert table.refuses("field at 0,0", because="FJ-016")


@rule("FJ-016")
@pytest.mark.parametrize("move", ["draw", "take MMMMPP", "place at -1,2 turn 0", "hut", "no hut"])
def test_no_tile_and_no_hut_in_colonisation(move: str) -> None:
    table = position(TWO, huts=("1,0", "-1,0"), phase="field")
    assert table.refuses(move, because="FJ-016")
