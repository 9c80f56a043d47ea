"""Bags, knowledge, and deals that respect it."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skali.core import Bag, Known, Rng
from skali.core.hidden import redeal

counts = st.lists(st.integers(0, 6), min_size=1, max_size=8)


@given(counts, st.integers(0, 2**64 - 1))
def test_a_bag_gives_out_exactly_what_it_holds(held: list[int], seed: int) -> None:
    bag, rng = Bag(held), Rng(seed)
    drawn = Counter(int(bag.draw(rng)) for _ in range(sum(held)))
    assert [drawn[kind] for kind in range(len(held))] == held
    assert bag.total == 0


def test_every_card_is_as_likely_as_another() -> None:
    rng = Rng(3)
    drawn = Counter(int(Bag([1, 0, 3]).draw(rng)) for _ in range(8_000))
    assert drawn[1] == 0
    assert 1_800 < drawn[0] < 2_200


def test_bags_are_filled_emptied_and_copied() -> None:
    bag = Bag([2, 0])
    twin = bag.copy()
    bag.add(1)
    bag.add(0, 3)
    bag.take(0)
    assert (bag.to_list(), bag.total) == ([4, 1], 5)
    assert (twin.to_list(), twin.total) == ([2, 0], 2)
    with pytest.raises(ValueError, match="the bag holds no 1"):
        twin.take(1)


def test_who_saw_it_knows() -> None:
    known = Known(viewers=3, places=2, kinds=4)
    known.learn(0, 1, 3)
    known.learn_all(0, 2)
    assert known.seen(0, 1) == [0, 0, 0, 1]
    assert known.seen(1, 1) == [0, 0, 0, 0]
    assert [known.count(viewer, 0, 2) for viewer in range(3)] == [1, 1, 1]


def test_what_is_shown_leaving_is_no_longer_known_to_be_there() -> None:
    known = Known(2, 1, 2)
    known.learn(0, 0, 1)
    known.learn(0, 0, 1)
    known.shown_leaving(0, 1)
    known.shown_leaving(0, 0)
    assert known.seen(0, 0) == [0, 1]
    assert known.seen(1, 0) == [0, 0]


def test_what_leaves_unseen_may_have_been_anything() -> None:
    known = Known(2, 1, 3)
    for kind in (0, 0, 0, 1):
        known.learn_all(0, kind)
    known.unseen_leaving(0, 0, 2)
    assert known.seen(0, 0) == [1, 0, 0]
    assert known.seen(1, 0) == [3, 1, 0]


def test_knowledge_goes_along_with_what_is_known() -> None:
    known = Known(2, 2, 2)
    known.learn(0, 0, 1)
    known.learn_all(1, 1)
    known.move_all(0, 1)
    assert (known.seen(0, 0), known.seen(0, 1), known.seen(1, 1)) == ([0, 0], [0, 2], [0, 1])
    known.clear(1)
    assert known.to_list() == [0] * 8


def test_knowledge_is_copied_and_saved() -> None:
    known = Known(2, 2, 2)
    twin = known.copy()
    known.learn(1, 0, 1)
    assert twin.to_list() == [0] * 8
    twin.load(known.to_list())
    assert twin.to_list() == known.to_list() == [0, 0, 0, 0, 0, 1, 0, 0]
    for damaged in ([0] * 7, [0] * 7 + [-1], [0] * 7 + [256]):
        with pytest.raises(ValueError, match="8 counts from 0 to 255"):
            twin.load(damaged)


@st.composite
def deals(draw: st.DrawFn) -> tuple[list[int], list[int], list[list[int]]]:
    """Hands dealt from a pool, and something that is known of each."""
    kinds, places = draw(st.integers(1, 5)), draw(st.integers(0, 4))
    hands = [draw(st.lists(st.integers(0, 4), min_size=kinds, max_size=kinds)) for _ in range(places)]
    rest = draw(st.lists(st.integers(0, 4), min_size=kinds, max_size=kinds))
    known = [[draw(st.integers(0, count)) for count in hand] for hand in hands]
    pool = [sum(each) for each in zip(rest, *hands)]
    return pool, [sum(hand) for hand in hands], known


@given(deals(), st.integers(0, 2**64 - 1))
def test_a_redeal_has_the_sizes_and_respects_what_is_known(
    deal: tuple[list[int], list[int], list[list[int]]], seed: int
) -> None:
    counted, sizes, known = deal
    pool = Bag(counted)
    hands = redeal(pool, sizes, known, Rng(seed))
    assert [hand.total for hand in hands] == sizes
    for hand, certain in zip(hands, known):
        assert all(held >= count for held, count in zip(hand.to_list(), certain))
    assert [sum(each) for each in zip(pool.to_list(), *(hand.to_list() for hand in hands))] == counted


def test_a_redeal_reaches_every_deal() -> None:
    seen = {
        redeal(Bag([1, 1, 1]), [1, 1], [[0, 0, 0], [0, 0, 0]], Rng(seed))[0].to_list().index(1) for seed in range(50)
    }
    assert seen == {0, 1, 2}


def test_what_is_known_must_be_in_the_pool() -> None:
    with pytest.raises(ValueError, match="the bag holds no 0"):
        redeal(Bag([0, 3]), [1], [[1, 0]], Rng(1))
