"""Bit sets: right to the last bit, compiled and interpreted."""

from hypothesis import given
from hypothesis import strategies as st

from skali.core.bits import WORD_BITS, bit, full, lowest, members_of, mix, nth, popcount
from tests.core.interpreted import interpreted

BITS = range(WORD_BITS)
sets = st.sets(st.integers(0, WORD_BITS - 1))


def word(members: set[int]) -> int:
    return sum(2**member for member in members)


def test_a_bit_for_every_member() -> None:
    assert [bit(n) for n in BITS] == [2**n for n in BITS]


def test_full_sets_from_none_to_all() -> None:
    assert [full(n) for n in range(WORD_BITS + 1)] == [2**n - 1 for n in range(WORD_BITS + 1)]


@given(sets)
def test_sets_count_and_list_their_members(members: set[int]) -> None:
    assert popcount(word(members)) == len(members)
    assert members_of(word(members)) == sorted(members)


@given(sets.filter(bool))
def test_members_by_rank(members: set[int]) -> None:
    assert lowest(word(members)) == min(members)
    assert [nth(word(members), n) for n in range(len(members))] == sorted(members)


@given(st.integers(0, 2**62 - 1), st.integers(0, 2**62 - 1))
def test_keys_stay_in_62_bits(key: int, value: int) -> None:
    assert 0 <= mix(key, value) < 2**62


def test_keys_tell_every_bit_apart() -> None:
    for key in (0, 1, 2**61, 123456789):
        assert len({mix(key, 2**n) for n in BITS} | {mix(key, 0)}) == WORD_BITS + 1
        assert mix(key, 5) != mix(5, key) or key == 5
        assert len({mix(mix(key, a), b) for a in range(40) for b in range(40)}) == 1600


def test_keys_spread_over_all_bits() -> None:
    """Of 4,000 neighbouring values every bit of the key is set about half of the time."""
    keys = [mix(mix(1, value), 7) for value in range(4000)]
    for n in BITS:
        assert 1600 < sum(key >> n & 1 for key in keys) < 2400, f"bit {n}"


def facts() -> list[list[int]]:
    """Everything above for every bit, as numbers."""
    words = [2**n - k for n in BITS for k in (0, 1) if 2**n > k]
    return [
        [bit(n) for n in BITS],
        [full(n) for n in range(WORD_BITS + 1)],
        [popcount(each) for each in words],
        [lowest(each) for each in words],
        [nth(full(WORD_BITS), n) for n in BITS],
        [mix(a, b) for a in words for b in (0, 1, 2**61, 987654321)],
        [mix(mix(a, 3), 2**61 + 5) for a in words],
    ]


def test_compiled_and_interpreted_agree() -> None:
    assert interpreted("tests.core.test_bits", "facts") == facts()
