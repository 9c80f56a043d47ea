"""Values of saved positions: what is right comes back, what is wrong is named."""

import pytest

from skali.core import LoadError
from skali.core.reading import flag, list_of, one_of, set_of, within


def test_what_is_right_comes_back():
    assert within(3, 3, 4, "round") == 3
    assert within(4, 3, 4, "round") == 4
    assert one_of("second", ("first", "second"), "phase") == 1
    assert flag(True, "taken") is True
    assert list_of([], "pile") == []
    assert list_of([7, 8], "pile", 2) == [7, 8]
    assert set_of([0, 61], 62, "pile") == 1 + 2**61


@pytest.mark.parametrize(
    ("read", "says"),
    [
        (lambda: within(5, 3, 4, "round"), "round must be a whole number from 3 to 4, not 5"),
        (lambda: within(2, 3, 4, "round"), "not 2"),
        (lambda: within(True, 0, 4, "round"), "not True"),
        (lambda: within("3", 3, 4, "round"), "not '3'"),
        (lambda: one_of("third", ("first", "second"), "phase"), "phase must be one of first, second; not 'third'"),
        (lambda: flag(1, "taken"), "taken must be true or false, not 1"),
        (lambda: list_of("abc", "pile"), "pile must be a list, not 'abc'"),
        (lambda: list_of([7], "pile", 2), "pile must be a list of 2, not of 1"),
        (lambda: set_of([62], 62, "pile"), "pile must be a whole number from 0 to 61, not 62"),
        (lambda: set_of([5, 5], 62, "pile"), "pile has 5 twice"),
        (lambda: set_of({}, 62, "pile"), "pile must be a list"),
    ],
)
def test_what_is_wrong_is_named(read, says):
    with pytest.raises(LoadError, match=says):
        read()
