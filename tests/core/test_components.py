"""Component files: every fault is one line that says what and where."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from skali.core import ComponentError, Components

GOOD = """
game = "moot"
about = "two kinds"
sources = ["the box"]

[[tile]]
name = "oak"
count = 3
edges = [1, 2]
provenance = "rulebook"

[[tile]]
name = "ash"
count = 4
edges = [3, 4]
rare = true
note = "read from a photograph"
[tile.provenance]
name = "rulebook"
count = "printed component"
edges = "reconstructed"
rare = "derived"

[board]
width = 7
provenance = "secondary source"
"""


def load(folder: Path, text: str = GOOD) -> Components:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return Components.load(path, "moot")


def test_fields_are_read_one_by_one(tmp_path: Path) -> None:
    oak, ash = load(tmp_path).items("tile")
    assert (oak.text("name"), oak.number_of("count", 1, 9), oak.numbers("edges", 2)) == ("oak", 3, [1, 2])
    assert (oak.flag("rare"), ash.flag("rare")) == (False, True)
    assert load(tmp_path).item("board").number_of("width", 1, 7) == 7


def test_the_audit_names_the_provenance_of_every_field(tmp_path: Path) -> None:
    lines = load(tmp_path).audit()
    assert [(line.section, line.item, line.field, line.value, line.provenance) for line in lines] == [
        ("tile", "oak", "name", "oak", "rulebook"),
        ("tile", "oak", "count", "3", "rulebook"),
        ("tile", "oak", "edges", "[1, 2]", "rulebook"),
        ("tile", "ash", "name", "ash", "rulebook"),
        ("tile", "ash", "count", "4", "printed component"),
        ("tile", "ash", "edges", "[3, 4]", "reconstructed"),
        ("tile", "ash", "rare", "True", "derived"),
        ("board", "", "width", "7", "secondary source"),
    ]


def test_the_digest_follows_what_is_played_with(tmp_path: Path) -> None:
    digest = load(tmp_path).digest
    assert load(tmp_path, GOOD.replace("photograph", "scan").replace('"derived"', '"rulebook"')).digest == digest
    assert load(tmp_path, GOOD.replace("two kinds", "kinds").replace("the box", "a box")).digest == digest
    assert load(tmp_path, GOOD.replace("count = 3", "count = 2")).digest != digest


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ('game = "moot"', "game = ", "mine.toml: this is not TOML: "),
        ('game = "moot"', 'game = "fjords"', "mine.toml: the file must begin with game = \"moot\", not 'fjords'"),
        ('game = "moot"', "", 'mine.toml: the file must begin with game = "moot", not None'),
        ('provenance = "rulebook"', "", "mine.toml: [[tile]] number 1: 'provenance' is missing"),
        (
            'provenance = "rulebook"',
            'provenance = "hearsay"',
            "[[tile]] number 1: the provenance of 'name' must be one of rulebook",
        ),
        ('edges = "reconstructed"', "", "mine.toml: [[tile]] number 2: the provenance of 'edges' must be one of"),
        ('provenance = "secondary source"', "", "mine.toml: [board]: 'provenance' is missing"),
        ('about = "two kinds"', "loose = 5", "mine.toml: [loose]: must be a table with a provenance"),
        ('about = "two kinds"', "loose = [5, 6]", "mine.toml: [[loose]] number 1: must be a table with a provenance"),
    ],
)
def test_a_faulty_file_is_refused_whole(old: str, new: str, error: str, tmp_path: Path) -> None:
    assert old in GOOD
    with pytest.raises(ComponentError, match=re.escape(error)) as caught:
        load(tmp_path, GOOD.replace(old, new, 1))
    assert "\n" not in str(caught.value)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(ComponentError, match=r"none\.toml: there is no such file"):
        Components.load(tmp_path / "none.toml", "moot")
    with pytest.raises(ComponentError, match="cannot be read: "):
        Components.load(tmp_path, "moot")
    (tmp_path / "latin.toml").write_bytes('game = "mööt"'.encode("latin-1"))
    with pytest.raises(ComponentError, match="cannot be read: "):
        Components.load(tmp_path / "latin.toml", "moot")


def test_sections_that_are_missing(tmp_path: Path) -> None:
    components = load(tmp_path)
    with pytest.raises(ComponentError, match=re.escape("mine.toml: [[card]] is missing")):
        components.items("card")
    with pytest.raises(ComponentError, match=re.escape("mine.toml: [[board]] is missing")):
        components.items("board")
    with pytest.raises(ComponentError, match=re.escape("mine.toml: [tile] is missing")):
        components.item("tile")


def test_fields_that_are_wrong_are_named_with_their_place(tmp_path: Path) -> None:
    ash = load(tmp_path).items("tile")[1]
    board = load(tmp_path).item("board")
    faults: list[tuple[Callable[[], object], str]] = [
        (lambda: ash.get("colour"), "mine.toml: [[tile]] number 2: 'colour' is missing"),
        (lambda: ash.text("count"), "[[tile]] number 2: 'count' must be text, not 4"),
        (lambda: ash.text("name", ("elm", "oak")), "'name' must be one of elm, oak; not 'ash'"),
        (lambda: ash.number_of("name", 0, 9), "'name' must be a whole number from 0 to 9, not 'ash'"),
        (lambda: ash.number_of("count", 0, 3), "'count' must be a whole number from 0 to 3, not 4"),
        (lambda: ash.number_of("rare", 0, 3), "'rare' must be a whole number from 0 to 3, not True"),
        (lambda: ash.numbers("count"), "'count' must be a list of whole numbers, not 4"),
        (lambda: ash.numbers("edges", 3), "'edges' must have 3 numbers, not 2"),
        (lambda: ash.flag("count"), "'count' must be true or false, not 4"),
        (lambda: board.text("width"), "mine.toml: [board]: 'width' must be text, not 7"),
    ]
    for read, error in faults:
        with pytest.raises(ComponentError, match=re.escape(error)):
            read()
