"""Adding the token (XN-049 to XN-055)."""

from collections import Counter

import pytest

from skali.kit.play import canonical
from skali.kit.rule import rule
from tests.games.explorers.given import NAMES, A, ExplorersTable, begun, given
from tests.games.explorers.reference import all_tiles
from tests.games.explorers.test_components import with_change


def lay_first(tile: str, side: str = "A-front") -> ExplorersTable | None:
    """Lays a tile at the first place where it fits; None if it fits nowhere at the start."""
    others = [name for name in ("X29", "X30", "X35") if name != tile]
    table = given(side=side, phase="tile", hands=(" ".join([tile, *others[:2]]),))
    name = next(
        (move for move in table.offers() if NAMES.index(move.split()[1]) <= NAMES.index(tile) and same(move, tile)),
        None,
    )
    if name is None:
        return None
    table.plays(name)
    while table.now["phase"] in ("tile", "cell", "turn"):
        table.plays(table.offers()[0])
    return table


def same(move: str, tile: str) -> bool:
    """Whether a move names the type of a tile."""
    one, two = all_tiles()[NAMES.index(move.split()[1])], all_tiles()[NAMES.index(tile)]
    return (one.corners, one.lands, one.item, one.on) == (two.corners, two.lands, two.item, two.on)


@rule("XN-049")
def test_the_token_is_put_on_the_region_of_the_tile_at_once_and_nobody_chooses() -> None:
    laid = 0
    for tile in all_tiles():
        table = lay_first(tile.name) or lay_first(tile.name, "A-back")
        if table is None:
            continue
        laid += 1
        new = next(each for each in table.now["tiles"] if not each["fixed"])
        lands = [bool(land["livestock"]) or bool(land["settlement"]) for land in new["lands"]]
        seas = [sea["enemy_ship"] for sea in new["seas"]]
        at_sea = tile.item == "enemy_ship"
        assert lands == [not at_sea and number == tile.on for number in range(len(tile.lands))], tile.name
        assert seas == [at_sea and number == tile.on for number in range(len(tile.seas))], tile.name
    assert laid >= 44


@rule("XN-050", "EX-XN-08")
@pytest.mark.parametrize(
    ("tile", "animal"),
    [("X23", "pig"), ("X29", "chicken"), ("X34", "goat"), ("X39", "sheep"), ("X43", "cattle"), ("X46", "horse")],
)
def test_a_livestock_tile_gets_exactly_one_of_its_type(tile: str, animal: str) -> None:
    table = lay_first(tile)
    assert table is not None
    new = next(each for each in table.now["tiles"] if not each["fixed"])
    assert next(land["livestock"] for land in new["lands"]) == {animal: 1}
    full = begun().now["supply"]["livestock"]
    assert table.now["supply"]["livestock"].get(animal, 0) == full[animal] - 1


@rule("XN-051")
def test_a_settlement_tile_gets_a_random_settlement_turned_up() -> None:
    table = given(phase="tile", hands=("X11 X29 X30",))
    table.plays_all("tile X11", "place at 2,-1")
    strengths: Counter[int] = Counter()
    for seed in range(280):
        trial = ExplorersTable(table.state.copy())
        trial.state.reseed(seed)
        trial.plays(trial.offers()[0])
        strength = trial.land("2,-1")["settlement"]
        assert [event.data["strength"] for event in trial.events if event.kind == "settlement"] == [strength]
        left = trial.now["supply"]["settlements"]
        assert left[str(strength)] == {2: 3, 3: 4, 4: 4, 5: 3}[strength] - 1
        strengths[strength] += 1
    # 3, 4, 4, 3 of 14 tokens
    assert all(40 <= strengths[each] <= 80 for each in (2, 5))
    assert all(55 <= strengths[each] <= 105 for each in (3, 4))


@rule("XN-052")
def test_an_enemy_ship_tile_gets_an_enemy_ship_unturned() -> None:
    table = given(phase="tile", hands=("X01 X29 X30",))
    events = table.plays_all("tile X01", "place at 0,-1")
    assert table.tile("0,-1")["seas"][0]["enemy_ship"] is True
    assert table.now["supply"]["enemy_ships"] == 11
    assert table.now["supply"]["unturned"] == {"viking_dies": 6, "safe": 6}
    assert [event.data for event in events if event.kind == "enemy_ship"] == [{"cell": [0, -1]}]


@rule("XN-053")
def test_nobody_can_see_the_back_of_an_enemy_ship_before_it_is_destroyed() -> None:
    """The back is drawn when it is turned up: with other luck the same position, saved or seen, shows another back."""
    table = given("X01 at 0,-1 turn 2")
    positions, backs = set(), set()
    for seed in range(12):
        trial = ExplorersTable(table.state.copy())
        trial.state.reseed(seed)
        saved = trial.state.to_dict()
        saved.pop("rng")
        positions.add(canonical([saved, *(trial.view(seat) for seat in (-1, 0, 1))]))
        trial.plays_all("sail", "sail to 0,-1")
        backs.add(trial.happened("fought")[0]["back"])
    assert len(positions) == 1
    assert backs == {"viking_dies", "safe"}


@rule("XN-054")
def test_where_the_supply_is_empty_nothing_is_added() -> None:
    def no_tokens(data):  # type: ignore[no-untyped-def]
        data["livestock"].update({name: 0 for name in ("pig", "chicken", "goat", "sheep", "cattle", "horse")})
        data["settlements"].update({f"strength_{strength}": 0 for strength in range(2, 6)})
        data["enemy_ships"].update(viking_dies=0, safe=0)

    state = with_change(no_tokens).start(2, 3)
    table = ExplorersTable(state)
    for seat in (0, 1):
        table.plays(table.offers(seat=seat)[0], seat)
    for _ in range(12):
        while table.now["phase"] in ("tile", "cell", "turn"):
            table.plays(table.offers()[0])
        table.ends_turn()
    tiles = table.now["tiles"]
    assert len(tiles) == 15
    assert not any(land["livestock"] or land["settlement"] for tile in tiles for land in tile["lands"])
    assert not any(sea["enemy_ship"] for tile in tiles for sea in tile["seas"])
    # With the standard tokens it cannot happen: there are as many as tiles, or more.
    items = Counter(tile.item for tile in all_tiles())
    assert (items["pig"], items["settlement"] <= 14, items["enemy_ship"] <= 12) == (6, True, True)


@rule("XN-055")
@pytest.mark.parametrize("side", ["A-front", "A-back", "B-front", "B-back"])
def test_the_fixed_tiles_are_bare(side: str) -> None:
    table = begun(2, 1, side)
    for tile in table.now["tiles"]:
        assert all(not land["livestock"] and land["settlement"] is None for land in tile["lands"])
        assert all(not sea["enemy_ship"] for sea in tile["seas"])
    assert table.player(A)["enemy_ships"] == 0
