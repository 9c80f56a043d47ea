"""Options: the values that the rules know, and a clear word about all others."""

from dataclasses import FrozenInstanceError, dataclass

import pytest

from skali.core import OptionError, Options
from skali.core.options import choice, show_value, switch


@dataclass(frozen=True)
class Variants(Options):
    layout: str = choice("printed", "mirrored")
    rounds: int = choice(3, 5, 1)
    fast: bool = switch(True)


def test_the_first_value_is_the_default() -> None:
    assert Variants().to_texts() == {"layout": "printed", "rounds": "3", "fast": "on"}
    assert Variants.allowed() == {"layout": ("printed", "mirrored"), "rounds": (3, 5, 1), "fast": (True, False)}


def test_options_are_read_from_texts() -> None:
    assert Variants.parse({"rounds": "5", "fast": "off"}) == Variants(rounds=5, fast=False)
    assert Variants.parse({}) == Variants()
    assert Variants.parse(Variants(layout="mirrored").to_texts()) == Variants(layout="mirrored")


def test_all_combinations_the_defaults_first() -> None:
    every = list(Variants.every())
    assert every[0] == Variants()
    assert len(set(every)) == len(every) == 12


def test_options_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Variants().rounds = 5  # type: ignore[misc]


@pytest.mark.parametrize(
    ("texts", "error"),
    [
        ({"size": "2"}, "there is no option 'size'; the options are: layout, rounds, fast"),
        ({"rounds": "4"}, "rounds can be 3, 5, 1; not '4'"),
        ({"fast": "True"}, "fast can be on, off; not 'True'"),
    ],
)
def test_what_there_is_not_is_told_what_there_is(texts: dict[str, str], error: str) -> None:
    with pytest.raises(OptionError, match=error):
        Variants.parse(texts)


def test_a_game_without_variants() -> None:
    assert Options.allowed() == {}
    assert Options().to_texts() == {}
    assert len(list(Options.every())) == 1
    with pytest.raises(OptionError, match="the options are: none"):
        Options.parse({"fast": "on"})


def test_switches_are_on_or_off() -> None:
    assert [show_value(value) for value in (True, False, 1, 0, "x")] == ["on", "off", "1", "0", "x"]
