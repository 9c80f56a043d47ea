"""Moot: a toy game with hidden hands, secret simultaneous offers and gifts that only two see."""

from tests.toys.moot.game import Moot
from tests.toys.moot.state import MootState

__all__ = ["Moot", "MootState"]
