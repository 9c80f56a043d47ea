"""The stack of decisions inside decisions."""

from hypothesis import given
from hypothesis import strategies as st

from skali.core.frames import Frames

frame = st.lists(st.integers(-(2**31), 2**31 - 1), min_size=4, max_size=4)


def test_the_top_frame_is_asked() -> None:
    frames = Frames()
    assert (frames.kind(), frames.depth) == (-1, 0)
    frames.push(7, 1, 2, 3)
    frames.push(8)
    assert frames.kind() == 8
    frames.pop()
    assert (frames.kind(), [frames.get(argument) for argument in range(3)]) == (7, [1, 2, 3])
    frames.put(1, 20)
    assert frames.to_list() == [[7, 1, 20, 3]]
    frames.clear()
    assert frames.to_list() == []


def test_what_is_pushed_again_is_new() -> None:
    frames = Frames()
    frames.push(1, 5, 5, 5)
    frames.pop()
    frames.push(2)
    assert frames.to_list() == [[2, 0, 0, 0]]


@given(st.lists(frame, max_size=12), st.lists(frame, max_size=5))
def test_copies_share_nothing(first: list[list[int]], more: list[list[int]]) -> None:
    frames = Frames()
    frames.load(first)
    twin = frames.copy()
    for kind, a, b, c in more:
        twin.push(kind, a, b, c)
    if frames.depth:
        frames.put(0, 99)
        frames.pop()
    frames.push(77)
    assert twin.to_list() == first + more


@given(st.lists(frame, max_size=12))
def test_frames_are_saved_and_loaded(saved: list[list[int]]) -> None:
    frames = Frames()
    frames.push(1)
    frames.load(saved)
    assert frames.to_list() == saved
