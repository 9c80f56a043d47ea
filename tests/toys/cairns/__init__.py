"""Cairns: an open toy game with a board and no luck."""

from tests.toys.cairns.game import Cairns, CairnsState

__all__ = ["Cairns", "CairnsState"]
