"""What pictures are made of: shapes, what they cover, and how they are written."""

from xml.etree import ElementTree

import pytest

from skali.drawing import panels
from skali.drawing.shapes import SEAT_COLOURS, Drawing, kite, regular


def test_a_drawing_covers_all_that_is_in_it_and_a_margin() -> None:
    drawing = Drawing()
    drawing.circle(0, 0, 10, "#000000")
    drawing.box(20, 30, 5, 6, "#000000")
    assert drawing.bounds() == (-22, -22, 37, 48)


@pytest.mark.parametrize(("anchor", "left", "right"), [("start", 0, 56), ("middle", -28, 28), ("end", -56, 0)])
def test_a_label_reaches_from_its_anchor(anchor: str, left: float, right: float) -> None:
    drawing = Drawing()
    drawing.label(0, 0, "0123456789", 10, anchor=anchor)
    assert drawing.bounds()[0] == pytest.approx(left - 12)
    assert drawing.bounds()[2] == pytest.approx(right + 12)


def test_svg_is_sound_whatever_a_player_is_called() -> None:
    drawing = Drawing()
    drawing.label(0, 0, "<script>&", 10)
    drawing.polygon([(0, 0), (1, 0), (0, 1)], "", "#000000")
    drawing.path([(0, 0), (5, 5)], "#000000")
    found = ElementTree.fromstring(drawing.svg())
    kinds = [each.tag.partition("}")[2] for each in found]
    assert kinds == ["rect", "text", "polygon", "polyline"]
    assert found[1].text == "<script>&"
    assert found[2].get("fill") == "none"


def test_every_seat_has_a_sign_of_its_own_beside_its_colour() -> None:
    signs = set()
    for seat in range(6):
        drawing = Drawing()
        drawing.token(0, 0, 10, seat)
        signs.add(tuple(drawing.shapes[-1].points))
        assert SEAT_COLOURS[seat] in drawing.svg()
    assert len(signs) == 6


def test_six_kites_make_a_hexagon() -> None:
    corners = regular(0, 0, 10, 6)
    assert corners[0] == pytest.approx((0, -10)), "the first corner is the north"
    assert corners[1][0] > 0, "then clockwise"
    for corner in range(6):
        made = kite(0, 0, 10, corner)
        assert made[0] == pytest.approx(corners[corner])
        assert made[2] == (0, 0)
        assert made[1] == pytest.approx(kite(0, 0, 10, (corner + 1) % 6)[3]), "neighbours share an edge"


def test_an_empty_drawing_is_a_drawing() -> None:
    assert ElementTree.fromstring(Drawing().svg()).get("viewBox") == "-12.0 -12.0 24.0 24.0"


def test_lines_are_broken_between_words() -> None:
    assert panels.wrapped("one two three four", 9) == ["one two", "three", "four"]
    assert panels.wrapped("", 9) == []


def test_a_place_is_marked_with_a_sign() -> None:
    drawing = Drawing()
    drawing.places["A"] = (5, 7)
    for sign in ("yes", "no", "3"):
        drawing.mark("A", sign)
    assert [shape.text for shape in drawing.shapes if shape.kind == "label"] == ["✓", "✗", "3"]
    assert {shape.points[0] for shape in drawing.shapes} == {(5, 7)}
