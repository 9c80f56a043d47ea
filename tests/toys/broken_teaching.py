"""Toys that teach wrongly: a guide in one language only, a picture that is not what it says, a lesson of one step."""

import shutil
from pathlib import Path

from skali.kit import teaching
from tests.toys.breakage import breaks
from tests.toys.broken_files import CairnsElsewhere
from tests.toys.broken_pictures import Blank
from tests.toys.cairns.game import Cairns


def cairns_and(folder: Path, **files: str) -> Cairns:
    """Cairns with more files, each named by its path with ``__`` for a slash and ``_`` for a dot. What is there is added to."""
    shutil.copytree(Cairns().folder, folder, dirs_exist_ok=True)
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_", ".")
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(before + text, encoding="utf-8")
    return CairnsElsewhere(folder)


@breaks(teaching.guide_is_whole, "no words in 'en' for game.goal, the one sentence")
def a_guide_without_a_goal(folder: Path) -> Cairns:
    return cairns_and(folder, words__guide_en_md="# Cairns\n\n## aim: The aim\n\nStones. [CA-001]\n", guide_toml="")


@breaks(teaching.pictures_are_true, "in guide.toml or in the text, not in both: {'start'}")
def a_picture_that_is_not_there(folder: Path) -> Cairns:
    text = "# Cairns\n\n## aim: The aim\n\n![The start.](start) [CA-001]\n"
    return cairns_and(folder, words__guide_en_md=text, guide_toml="")


@breaks(teaching.pictures_are_true, "start: seat 0 is asked 'stone', not 'nothing'")
def a_picture_of_another_question(folder: Path) -> Cairns:
    text = "# Cairns\n\n## aim: The aim\n\n![The start.](start) [CA-001]\n"
    positions = '[position.start]\nseats = 2\nseed = 1\n\n[diagram.start]\nseat = 0\nasked = "nothing"\n'
    return cairns_and(folder, words__guide_en_md=text, guide_toml=positions)


@breaks(teaching.pictures_are_true, "start: the game's picture has no ['9'] to be marked")
def a_mark_on_a_place_that_is_not_drawn(folder: Path) -> Cairns:
    text = "# Cairns\n\n## aim: The aim\n\n![The start.](start) [CA-001]\n"
    positions = '[position.start]\nseats = 2\nseed = 1\n\n[diagram.start]\nmarks = { 9 = "yes" }\n'
    game = cairns_and(folder, words__guide_en_md=text, guide_toml=positions)
    game.presenter = Blank()
    return game


@breaks(teaching.lesson_can_be_played, "a lesson of 1 steps")
def a_lesson_of_one_step(folder: Path) -> Cairns:
    return cairns_and(folder, lesson_toml='seats = 2\nseed = 1\nseat = 0\n\n[[step]]\nwords = "welcome"\n')


@breaks(teaching.box_can_be_unpacked, "box.toml has no steps or no pad")
def an_empty_box(folder: Path) -> Cairns:
    return cairns_and(folder, box_toml="[numbers]\n")


@breaks(teaching.terms_have_meanings, "term.stone in 'en' is not 'forms | meaning'")
def a_term_without_a_meaning(folder: Path) -> Cairns:
    return cairns_and(folder, words__en_toml='\n[term]\nstone = "stone, stones"\n')
