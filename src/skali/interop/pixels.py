"""A drawing as pixels, with Pillow: what ``render_mode="rgb_array"`` gives."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from skali.drawing.shapes import FOG, Drawing, Shape

SIZE = (960, 720)
"""Width and height of every picture of an environment: films want frames of one size."""
_FINER = 2
"""Drawn so many times as large and made smaller again, which smooths the edges."""
_PLAIN = str.maketrans({"→": ">", "−": "-", "–": "-", "×": "x", "’": "'", "…": "..", "≥": ">", "•": "·"})
"""Signs that Pillow's font lacks."""
_ANCHORS = {"start": "lm", "middle": "mm", "end": "rm"}


def pixels(drawing: Drawing, size: tuple[int, int] = SIZE) -> NDArray[np.uint8]:
    """The whole drawing in an image of this width and height, as large as fits: rows, columns, red, green and blue."""
    wide, high = size
    if wide < 1 or high < 1:
        raise ValueError(f"a picture has a width and a height of 1 or more, not {size}")
    left, top, right, bottom = drawing.bounds()
    scale = _FINER * min(wide / (right - left), high / (bottom - top))
    image = Image.new("RGB", (_FINER * wide, _FINER * high), FOG)
    pen = _Pen(
        ImageDraw.Draw(image),
        scale,
        (_FINER * wide - scale * (right - left)) / 2 - scale * left,
        (_FINER * high - scale * (bottom - top)) / 2 - scale * top,
    )
    for shape in drawing.shapes:
        pen.draw(shape)
    return np.asarray(image.resize(size, Image.Resampling.BOX), np.uint8)


class _Pen:
    def __init__(self, canvas: ImageDraw.ImageDraw, scale: float, left: float, top: float) -> None:
        self.canvas = canvas
        self.scale = scale
        self.left = left
        self.top = top

    def draw(self, shape: Shape) -> None:
        points = [(self.left + self.scale * x, self.top + self.scale * y) for x, y in shape.points]
        width = max(1, round(self.scale * shape.width))
        if shape.kind == "label":
            font = _font(max(1, round(self.scale * shape.size)))
            bold = self.scale * shape.size / 30 if shape.bold else 0
            anchor = _ANCHORS[shape.anchor]
            self.canvas.text(
                points[0], shape.text.translate(_PLAIN), shape.fill, font, anchor=anchor, stroke_width=bold
            )
        elif shape.kind == "circle":
            self.canvas.circle(points[0], self.scale * shape.size, shape.fill or None, shape.line or None, width)
        else:
            if shape.fill:
                self.canvas.polygon(points, shape.fill)
            if shape.line:
                outline = [*points, points[0]] if shape.kind == "polygon" else points
                self.canvas.line(outline, shape.line, width, joint="curve")


@lru_cache(maxsize=64)
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Pillow's own font, which is there on every machine."""
    return ImageFont.load_default(size)
