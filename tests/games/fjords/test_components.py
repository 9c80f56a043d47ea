"""Components (FJ-001 to FJ-008), and component files that cannot be played with."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from skali.core import ComponentError, Components, play_out
from skali.games.fjords import Fjords
from skali.games.fjords.moves import GRID
from skali.kit.rule import rule
from tests.games.fjords.given import GAME, A, B, discovered, random_game, start, synthetic
from tests.games.fjords.reference import PILE, STEPS, turned, type_of

FILE = GAME.folder / "components.toml"


@rule("FJ-001")
def test_exactly_two_players() -> None:
    assert GAME.seats == (2,)
    assert {state.to_act()[0] for state, *_ in random_game(1)} == {A, B}


@rule("FJ-001")
@pytest.mark.parametrize("seed", [1, 2])
def test_the_colours_have_no_effect_on_play(seed: int) -> None:
    """With all that belongs to the seats exchanged, the same moves are legal and the same game is played."""
    checked = 0
    for number, (state, *_) in enumerate(random_game(seed)):
        if number % 25 == 3:
            checked += 1
            exchanged = GAME.load(exchange(state.to_dict()))
            state = GAME.load(
                state.to_dict()
            )  # because the order of the moves follows the order in which tiles were laid
            assert exchanged.legal_moves(exchanged.to_act()[0]) == state.legal_moves(state.to_act()[0])
            end, other = state.copy(), exchanged.copy()
            play_out(end, 1)
            play_out(other, 1)
            assert [end.score(A), end.score(B)] == [other.score(B), other.score(A)]
    assert checked > 5


def exchange(data: dict[str, Any]) -> dict[str, Any]:
    swapped = {name: 1 - data[name] for name in ("starter", "active")}
    swapped |= {name: data[name][::-1] for name in ("huts", "fields")}
    return data | swapped | {"history": [points[::-1] for points in data["history"]]}


@rule("FJ-002")
def test_each_player_owns_four_huts_and_twenty_fields() -> None:
    now = start().now
    assert now["huts_left"] == [4, 4]
    assert now["fields_left"] == [20, 20]
    table = discovered("SSPPPS at 1,0 hut", "PMMPPP at -1,0 hut")
    assert table.huts(A) == ["1,0"]
    assert table.huts(B) == ["-1,0"]
    assert table.now["huts_left"] == [3, 3]


@rule("FJ-002")
def test_no_piece_is_shared() -> None:
    line = "; ".join(f"PPPPPP at {q},0" for q in range(7))
    table = synthetic(line, huts=("1,0", "5,0"), fast_finish="off")
    table.plays("field at 2,0")
    assert table.now["fields_left"] == [19, 20]


@rule("FJ-003")
def test_forty_tiles() -> None:
    table = start()
    assert table.now["hidden"] == dict(PILE)
    assert sum(table.now["hidden"].values()) == table.now["hidden_left"] == 37
    assert [tile["start"] for tile in table.now["landscape"]] == [True] * 3


@rule("FJ-004", "FJ-033")
@pytest.mark.parametrize(
    ("cell", "corners"),
    [
        ("1,0", {5: "S", 4: "P", 3: "P"}),  # W edge to 0,0: S above, P below; SW edge to 0,1
        ("-1,0", {1: "M", 2: "M", 3: "P"}),  # E edge to 0,0; SE edge to -1,1: M above, P below
        ("-1,2", {5: "P", 0: "P", 1: "P"}),  # NW edge to -1,1; NE edge to 0,1
    ],
)
def test_corners_run_clockwise_from_the_north_and_edges_between_them(cell: str, corners: dict[int, str]) -> None:
    found = set()
    for tile in PILE:
        table = synthetic("PSPPMM at 0,0; MPPPPP at -1,1; PPPPPP at 0,1", hand=tile)
        expected = {look for look in (turned(tile, turn) for turn in range(6)) if matches(look, corners)}
        assert table.offered_tiles().get(cell, set()) == expected
        found |= expected
    assert len(found) > 4


def matches(look: str, corners: dict[int, str]) -> bool:
    return all(look[at] == letter for at, letter in corners.items())


@rule("FJ-005")
def test_a_tile_may_be_placed_in_any_of_its_six_rotations() -> None:
    plain = (
        "PPPPPP at 0,0; PPPPPP at 1,0; PPPPPP at 0,1; PPPPPP at 1,-1; PPPPPP at 0,-1; PPPPPP at -1,0; PPPPPP at -1,1"
    )
    table = synthetic(plain, hand="PPPPPS")
    looks = {look for these in table.offered_tiles().values() for look in these}
    assert looks == {turned("PPPPPS", turn) for turn in range(6)}


@rule("FJ-005")
@pytest.mark.parametrize("tile", ["MPSSPP", "MMPMPP", "MMPPSP"])
def test_a_tile_is_never_flipped(tile: str) -> None:
    flipped = type_of(tile[::-1])
    assert flipped != tile
    laid = 0
    for seed in range(3):
        for _, _, events, after in random_game(seed):
            for event in events:
                if (
                    event.kind == "placed"
                    and event.data["tile"] == tile
                    and after.view(A)["last"] == event.data["cell"]
                ):
                    lies = next(each for each in after.view(A)["landscape"] if each["cell"] == event.data["cell"])
                    assert type_of(lies["corners"]) == tile
                    assert lies["corners"] == turned(tile, event.data["turn"])
                    laid += 1
    assert laid


@rule("FJ-006")
def test_on_a_tile_mountain_never_touches_sea_and_the_sea_is_one_run() -> None:
    for tile in [*start().now["hidden"], *(each["corners"] for each in start().now["landscape"])]:
        ring = tile + tile[0]
        assert "MS" not in ring and "SM" not in ring
        assert sum(ring[at : at + 2] in ("PS", "MS") for at in range(6)) <= 1


@rule("FJ-006")
def test_all_farmland_of_a_tile_is_one_region() -> None:
    """A hut on a tile whose farmland lies in the north and in the south is linked with both sides."""
    table = synthetic("PMMPMM at 0,0; PPPMPP at 1,-1; MPPPPP at 0,1", huts=("0,0", ""))
    assert table.targets() == {"1,-1", "0,1"}


@rule("FJ-007")
def test_exactly_one_tile_has_no_farmland() -> None:
    hidden = start().now["hidden"]
    assert {tile: count for tile, count in hidden.items() if "P" not in tile} == {"MMMMMM": 1}
    assert all("P" in tile["corners"] for tile in start().now["landscape"])


@rule("FJ-008")
def test_neighbours_in_the_order_of_the_edges() -> None:
    """A tile in the middle; of a neighbour across edge i and another one, only the cells between both touch two."""
    for edge, (q, r) in enumerate(STEPS):
        after = STEPS[(edge + 1) % 6]
        table = synthetic(f"PPPPPP at 0,0; PPPPPP at {q},{r}", hand="PPPPPP")
        assert f"{after[0]},{after[1]}" in table.offered_tiles()
        before = STEPS[(edge - 1) % 6]
        assert set(table.offered_tiles()) == {f"{after[0]},{after[1]}", f"{before[0]},{before[1]}"}


@rule("FJ-008")
def test_the_grid_has_no_border_that_a_game_can_reach() -> None:
    """The first tile beyond a row or column needs two neighbouring tiles in it, so each new line costs two tiles: 37 reach 19."""
    farthest = {"q": [0, 0], "r": [0, 0]}
    for direction in STEPS:
        cells = thrust(direction)
        assert len(cells) == 40
        for axis, name in enumerate("qr"):
            farthest[name][0] = min(farthest[name][0], *(cell[axis] for cell in cells))
            farthest[name][1] = max(farthest[name][1], *(cell[axis] for cell in cells))
    low, high = -int(GRID.middle), int(GRID.width - GRID.middle) - 1
    for least, most in farthest.values():
        assert low < least and most < high, "their neighbours are still on the grid"
    assert farthest["r"][1] == 20


def thrust(direction: tuple[int, int]) -> set[tuple[int, int]]:
    """37 tiles laid as far as possible in a direction, terrain aside."""
    cells = {(0, 0), (-1, 1), (0, 1)}
    for _ in range(37):
        around = {(q + dq, r + dr) for q, r in cells for dq, dr in STEPS} - cells
        fits = [cell for cell in around if sum((cell[0] + dq, cell[1] + dr) in cells for dq, dr in STEPS) >= 2]
        cells.add(max(fits, key=lambda cell: (along(cell, direction), cell)))
    return cells


def along(cell: tuple[int, int], direction: tuple[int, int]) -> int:
    """How far a cell lies in a direction, as a product of true vectors (times two)."""
    (q, r), (dq, dr) = cell, direction
    return 2 * q * dq + 2 * r * dr + q * dr + r * dq


@rule("FJ-008")
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("sign", [1, -1])
def test_a_new_row_or_column_costs_two_tiles(axis: int, sign: int) -> None:
    """The proof behind the bound: a cell has exactly two neighbours on the line before it, and they touch each other."""
    behind = [step for step in STEPS if step[axis] == -sign]
    assert len(behind) == 2
    first, second = behind
    assert (first[0] - second[0], first[1] - second[1]) in STEPS
    in_line = [step for step in STEPS if step[axis] == 0]
    assert len(in_line) == 2, "so a line is entered by a tile that touches two of the line before"


# Files that cannot be played with

Edit = Callable[[str], str]


def without(pattern: str) -> Edit:
    return lambda text: re.sub(pattern, "", text, count=1, flags=re.DOTALL)


def instead(old: str, new: str) -> Edit:
    def edit(text: str) -> str:
        assert old in text, old
        return text.replace(old, new, 1)

    return edit


def tile(corners: str, count: int) -> str:
    return f'[[tile_type]]\ncorners = "{corners}"\ncount = {count}\n'


BAD_FILES = {
    "a missing tile": (instead('"PPSSSS"\ncount = 3', '"PPSSSS"\ncount = 2'), "37 tiles (FJ-003), not 36"),
    "a tile too many": (instead('"PPSSSS"\ncount = 3', '"PPSSSS"\ncount = 4'), "37 tiles (FJ-003), not 38"),
    "an unknown terrain": (instead('corners = "PPPPPS"', 'corners = "PPPPPX"'), "number 19: there is no terrain 'X'"),
    "small letters": (instead('corners = "PPPPPS"', 'corners = "pppppS"'), "there is no terrain 'p'"),
    "five corners": (instead('corners = "PPPPPS"', 'corners = "PPPPS"'), "must have six letters, not 'PPPPS'"),
    "mountain beside sea": (instead('corners = "PPPPPS"', 'corners = "MPPPPS"'), "has mountain beside sea (FJ-006)"),
    "two runs of sea": (instead('corners = "PPPPPS"', 'corners = "PPSPPS"'), "its sea in one run (FJ-006)"),
    "no land": (instead('corners = "PPPPPS"', 'corners = "SSSSSS"'), "must have land"),
    "another rotation": (instead('corners = "PPPPPS"', 'corners = "SPPPPP"'), "write 'PPPPPS' for 'SPPPPP'"),
    "a type twice": (instead('corners = "PPPPPS"', 'corners = "PPPPPP"'), "the type 'PPPPPP' is there twice"),
    "no all-mountain tile": (instead('corners = "MMMMMM"', 'corners = "MPMPMP"'), "without farmland (FJ-007), not 0"),
    "two all-mountain tiles": (
        lambda text: instead('"MMMMMM"\ncount = 1', '"MMMMMM"\ncount = 2')(
            instead('"PPSSSS"\ncount = 3', '"PPSSSS"\ncount = 2')(text)
        ),
        "without farmland (FJ-007), not 2",
    ),
    "a count of nothing": (instead("count = 1", "count = 0"), "'count' must be a whole number from 1 to 37, not 0"),
    "a count as text": (instead("count = 1", 'count = "one"'), "'count' must be a whole number from 1 to 37"),
    "no count": (without("count = 1\n"), "'count' is missing"),
    "no corners": (without('corners = "PPPPPS"\n'), "[[tile_type]] number 19: 'corners' is missing"),
    "nothing to split": (
        instead(
            '"PPPPPP"\ncount = 1\nprovenance = {',
            '"PPPPPP"\ncount = 1\nsplit = true\nprovenance = { split = "derived",',
        ),
        "there is nothing to split",
    ),
    "five huts": (instead("huts = 4", "huts = 5"), "[pieces]: 'huts' must be a whole number from 4 to 4, not 5"),
    "other fields": (instead("fields = 20", "fields = 32"), "'fields' must be a whole number from 20 to 20, not 32"),
    "four rounds": (instead("rounds = 3", "rounds = 4"), "'rounds' must be a whole number from 3 to 3, not 4"),
    "no pieces": (without(r"\[pieces\].*?(?=\n# Corners)"), "[pieces] is missing"),
    "no tiles": (without(r"\[\[tile_type\]\].*"), "[[tile_type]] is missing"),
    "a start tile missing": (
        without(r"\[\[start_tile\]\].*?(?=\[\[start)"),
        "2 start tiles of layout printed, not 3",
    ),
    "a start tile elsewhere": (instead("cell = [-1, 1]", "cell = [-1, 2]"), "lies at [-1, 1], not at [-1, 2]"),
    "a start tile nowhere": (instead("cell = [-1, 1]", "cell = [1]"), "'cell' must have 2 numbers, not 1"),
    "a bare start tile": (instead('corners = "MPPPPP"', 'corners = "MMMMMM"'), "must have farmland (FJ-007)"),
    "an unknown layout": (
        instead('layout = "printed"', 'layout = "other"'),
        "must be one of printed, mirrored; not 'other'",
    ),
    "unknown provenance": (
        instead('provenance = "rulebook"', 'provenance = "hearsay"'),
        "[pieces]: the provenance of 'huts' must be one of",
    ),
    "no provenance": (without('provenance = "rulebook"\n'), "[pieces]: 'provenance' is missing"),
    "half a provenance": (
        instead('{ corners = "rulebook", count = "reconstructed" }', '{ corners = "rulebook" }'),
        "[[tile_type]] number 2: the provenance of 'count' must be one of",
    ),
    "another game": (instead('game = "fjords"', 'game = "odin"'), "must begin with game = \"fjords\", not 'odin'"),
    "no TOML": (instead("[pieces]", "[pieces"), "this is not TOML"),
    "too many regions": (
        lambda text: re.sub(
            r"\[\[tile_type\]\].*",
            provenance(tile("MMMMMM", 1) + tile("MPMPMP", 36) + "split = true\n"),
            text,
            flags=re.DOTALL,
        ),
        "farmland regions together; at most 62 fit",
    ),
}


def provenance(types: str) -> str:
    return re.sub(r"(\[\[tile_type\]\]\n(?:(?!\[\[).+\n)+)", r'\1provenance = "reconstructed"\n\n', types)


@rule("FJ-003", "FJ-004", "FJ-006", "FJ-007")
@pytest.mark.parametrize("what", BAD_FILES)
def test_a_bad_file_is_refused_in_one_line_that_says_what_and_where(what: str, tmp_path: Path) -> None:
    edit, complaint = BAD_FILES[what]
    text = FILE.read_text(encoding="utf-8")
    bad = tmp_path / "mine.toml"
    bad.write_text(edit(text), encoding="utf-8")
    assert edit(text) != text
    with pytest.raises(ComponentError) as error:
        Fjords(Components.load(bad, "fjords"))
    message = str(error.value)
    assert complaint in message
    assert message.startswith("mine.toml: ")
    assert "\n" not in message


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ComponentError, match="there is no such file"):
        Components.load(tmp_path / "none.toml", "fjords")


@rule("FJ-003")
def test_a_corrected_file_plays_to_the_end(tmp_path: Path) -> None:
    text = FILE.read_text(encoding="utf-8")
    text = instead('"PPPSSS"\ncount = 4', '"PPPSSS"\ncount = 2')(text)
    text = instead('"MPMPPP"\ncount = 2', '"MPMPPP"\ncount = 3')(text)
    text += '\n[[tile_type]]\ncorners = "MPMPMP"\ncount = 1\nprovenance = "printed component"\n'
    mine = tmp_path / "mine.toml"
    mine.write_text(text, encoding="utf-8")
    game = Fjords(Components.load(mine, "fjords"))
    assert game.components.digest != GAME.components.digest
    state = game.start(2, 1)
    hidden = state.view(A)["hidden"]
    assert (hidden["PPPSSS"], hidden["MPMPPP"], hidden["MPMPMP"]) == (2, 3, 1)
    assert sum(hidden.values()) == 37
    play_out(state, 1)
    assert state.is_over()


def test_a_remark_changes_nothing(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(FILE.read_text(encoding="utf-8").replace("note = ", 'note = "checked: " #', 1), encoding="utf-8")
    assert Components.load(mine, "fjords").digest == GAME.components.digest
