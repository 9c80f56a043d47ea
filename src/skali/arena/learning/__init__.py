"""Learning the value of positions from play: games, a fit, a trial against the champion, and again (``skali learn``)."""

from pathlib import Path

from skali.arena.learning.again import begun_with, courses_of, is_the_same
from skali.arena.learning.course import WEIGHTS, Course, LearnPlan, Watch
from skali.arena.learning.forecasting import FORECAST
from skali.arena.learning.games import learning_heuristic
from skali.arena.learning.page import page
from skali.arena.learning.tuning import TuningCourse
from skali.core import load_game

__all__ = [
    "FORECAST",
    "WEIGHTS",
    "Course",
    "LearnPlan",
    "TuningCourse",
    "begun_with",
    "course_for",
    "courses_of",
    "is_the_same",
    "page",
]


def course_for(plan: LearnPlan, folder: Path, jobs: int, ray: str, watch: Watch) -> Course:
    """The course that fits the game's judgement: of features to weigh, or of numbers to tune."""
    heuristic = learning_heuristic(load_game(plan.game, Path(plan.components) if plan.components else None))
    kind = TuningCourse if heuristic.tunables() else Course
    return kind(plan, folder, jobs, ray, watch)
