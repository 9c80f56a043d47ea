"""The generator: the published sfc32, without bias, the same everywhere."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skali.core import Rng, derive_seed
from tests.core.interpreted import interpreted

SEEDS = (0, 1, 42, 2**32 - 1, 2**32, 2**63 + 12345, 2**64 - 1)
WORD = 2**32


def sfc32(seed: int, count: int) -> list[int]:
    """Chris Doty-Humphrey's generator as published, with our seeding: a = 0, b and c the seed, counter 1, 12 rounds."""
    a, b, c, counter = 0, seed % WORD, seed // WORD % WORD, 1
    words = []
    for _ in range(12 + count):
        t = (a + b + counter) % WORD
        counter = (counter + 1) % WORD
        a = b ^ (b // 2**9)
        b = (c + c * 8) % WORD
        c = ((c * 2**21 % WORD | c // 2**11) + t) % WORD
        words.append(t)
    return words[12:]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_published_generator(seed: int) -> None:
    rng = Rng(seed)
    assert [rng.word() for _ in range(300)] == sfc32(seed, 300)


def test_fixed_vectors() -> None:
    """These numbers may never change: every saga depends on them."""
    rng = Rng(42)
    assert [rng.word() for _ in range(4)] == [1264412219, 1947509147, 3919439299, 1251167922]
    rng = Rng(2**63 + 5)
    assert [rng.below(100) for _ in range(12)] == [10, 19, 68, 40, 46, 99, 23, 46, 98, 22, 35, 25]


def test_all_64_bits_of_a_seed_matter() -> None:
    streams = {tuple(sfc32(1 << n, 3)) for n in range(64)}
    assert len({Rng(1 << n).word() for n in range(64)}) == len(streams) == 64


@given(st.integers(1, 2**31 - 1), st.integers(0, 2**64 - 1))
def test_below_stays_below(n: int, seed: int) -> None:
    rng = Rng(seed)
    assert all(0 <= rng.below(n) < n for _ in range(20))


def test_below_one_is_nothing() -> None:
    assert [Rng(seed).below(1) for seed in SEEDS] == [0] * len(SEEDS)


def test_below_has_no_bias() -> None:
    """Without rejection every third value below 3 * 2**29 would come up twice where the others come up three times."""
    rng = Rng(7)
    counts = Counter(rng.below(3 * 2**29) % 3 for _ in range(60_000))
    assert all(19_300 < counts[value] < 20_700 for value in range(3)), counts
    dice = Counter(rng.below(6) for _ in range(60_000))
    assert all(9_500 < dice[value] < 10_500 for value in range(6)), dice


def test_below_rejects_exactly_the_surplus() -> None:
    """Of the 2**32 words, those whose low product falls below 2**32 mod n are drawn again."""
    n = 3 * 2**29
    words = sfc32(99, 4000)
    expected = [word * n // WORD for word in words if word * n % WORD >= WORD % n]
    rng = Rng(99)
    assert [rng.below(n) for _ in range(len(expected))] == expected
    assert len(expected) < len(words)


def test_a_copy_goes_its_own_way() -> None:
    rng = Rng(5)
    twin = rng.copy()
    ahead = [rng.word() for _ in range(5)]
    assert [twin.word() for _ in range(5)] == ahead


def test_a_stream_is_saved_and_taken_up_again() -> None:
    rng = Rng(5)
    rng.word()
    saved = rng.to_list()
    ahead = [rng.word() for _ in range(5)]
    other = Rng(1)
    other.load(saved)
    assert [other.word() for _ in range(5)] == ahead


@pytest.mark.parametrize("words", [[], [1, 2, 3], [1, 2, 3, -1], [1, 2, 3, 2**32]])
def test_a_damaged_stream_is_refused(words: list[int]) -> None:
    with pytest.raises(ValueError, match="four words from 0 to 4294967295"):
        Rng(1).load(words)


def test_derived_seeds_depend_on_every_part() -> None:
    assert derive_seed("fork", 1, "ab") == derive_seed("fork", 1, "ab")
    others = {
        derive_seed("fork", 1, "ab"),
        derive_seed("fork", 1, "a", "b"),
        derive_seed("fork", 11, "b"),
        derive_seed("fork", 1),
    }
    assert len(others) == 4
    assert all(0 <= seed < 2**64 for seed in others)


def facts() -> list[object]:
    found: list[object] = []
    for seed in SEEDS:
        rng = Rng(seed)
        found.append(
            [
                [rng.word() for _ in range(50)],
                [rng.below(n) for n in range(1, 200)],
                rng.below(2**31 - 1),
                rng.to_list(),
            ]
        )
    return [*found, derive_seed("a", 1)]


def test_compiled_and_interpreted_agree() -> None:
    assert interpreted("tests.core.test_rng", "facts") == facts()
