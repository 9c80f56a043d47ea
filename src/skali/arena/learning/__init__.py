"""Learning the value of positions from play: games, a fit, a trial against the champion, and again (``skali learn``)."""

from skali.arena.learning.course import Course, LearnPlan
from skali.arena.learning.page import page

__all__ = ["Course", "LearnPlan", "page"]
