"""The tables of the kit: every pair of values that the rules allow, at few tables."""

import itertools
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skali.core import Options
from skali.core.options import choice, switch
from skali.kit.configurations import Row, configurations, cover, every_configuration, pairs_of, pairwise_configurations
from tests.toys.cairns.game import Cairns
from tests.toys.moot.game import Moot


@given(st.lists(st.integers(1, 4), min_size=1, max_size=6), st.integers(0, 2**32))
def test_every_pair_that_can_stand_together_does(sizes: list[int], seed: int) -> None:
    def allowed(row: Row) -> bool:
        return hash((seed, row)) % 4 > 0

    rows = cover(sizes, allowed, [])
    possible = filter(allowed, itertools.product(*map(range, sizes)))
    wanted = {pair for row in possible for pair in pairs_of(row)}
    assert {pair for row in rows for pair in pairs_of(row)} == wanted
    assert all(map(allowed, rows))
    assert len(set(rows)) == len(rows)


def test_few_tables_cover_many_options() -> None:
    rows = cover([4] + [2] * 12, lambda row: True, [])
    assert len(rows) <= 14
    assert rows == cover([4] + [2] * 12, lambda row: True, [])


def test_every_size_is_played_with_the_defaults_first() -> None:
    tables = pairwise_configurations(Moot())
    assert [str(table) for table in tables[:2]] == ["moot seats=2", "moot seats=3"]
    assert not any(table.seats == 3 and table.options.to_texts()["rounds"] == "3" for table in tables)


def test_the_whole_product_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SKALI_TEST_ALL", "1")
    tables = configurations(Cairns())
    assert tables == every_configuration(tables[0].game)
    assert len(set(map(str, tables))) == 4 + 2, "three players may not play with apart off"


@dataclass(frozen=True)
class ManyOptions(Options):
    a: str = choice("x", "y", "z")
    b: bool = switch(True)
    c: int = choice(1, 2, 3)


def test_options_of_all_sorts_are_covered() -> None:
    game = Cairns()
    game.options = ManyOptions
    game.refuse_options = lambda seats, options: ""  # type: ignore[method-assign]
    texts = [table.options.to_texts() for table in pairwise_configurations(game)]
    assert {(each["a"], each["c"]) for each in texts} == set(itertools.product("xyz", "123"))
