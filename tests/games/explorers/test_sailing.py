"""Sail and fight (XN-079 to XN-090)."""

from collections import Counter

from skali.kit.rule import rule
from tests.games.explorers.given import THREE, A, B, ExplorersTable, given
from tests.games.explorers.test_geometry import TWO_SEAS


@rule("XN-079")
def test_a_longship_sails_to_a_linked_sea_with_everything_aboard() -> None:
    table = given(THREE, vikings={A: {"aboard": 1}}, cargo={A: "goat horse"})
    table.plays("sail")
    assert set(table.offers()) == {"sail to -1,0", "sail to 1,0", "sail to 1,-1"}
    events = table.plays("sail to 1,-1")
    assert [event.data for event in events] == [{"seat": A, "from": [0, 0], "to": [1, -1]}]
    assert table.player(A)["longship"]["cell"] == [1, -1]
    assert table.player(A)["aboard"] == {"viking": 1, "goat": 1, "horse": 1}
    assert table.now["points"] == 3


@rule("XN-080")
def test_without_a_viking_aboard_a_longship_does_not_sail() -> None:
    table = given(vikings={A: {}}, cargo={A: "goat"})
    assert table.refuses("sail", because="XN-080")
    assert table.refuses("sail to 1,0", because="XN-080")
    assert given(vikings={A: {"aboard": 1}}).offers("sail")


@rule("XN-081")
def test_a_longship_does_not_cross_land() -> None:
    # The seas of X10 are apart: towards F2 lies one, in the corner towards -1,-1 the other.
    calm = {"calm": "0,-1", "sunk": {A: "safe"}, "side": "A-back"}
    corner = given(TWO_SEAS, longships={A: "0,-1/1"}, **calm)  # type: ignore[arg-type]
    assert corner.refuses("sail to 0,0", because="XN-081")
    corner.plays("sail")
    assert corner.player(A)["longship"]["cell"] == [-1, -1], "the only way"
    south = given(TWO_SEAS, longships={A: "0,-1/2"}, **calm)  # type: ignore[arg-type]
    south.plays("sail")
    assert set(south.offers()) == {"sail to -1,0", "sail to 0,0"}
    assert south.refuses("sail to -1,-1", because="XN-081")
    seas = [sea["sea"] for sea in south.tile("0,-1")["seas"]]
    assert seas[0] == seas[1], "one can sail round, by F1"


@rule("XN-082")
def test_each_sail_goes_one_tile() -> None:
    table = given(longships={A: "-1,0"})
    assert table.refuses("sail to 1,0", because="XN-082")
    table.plays_all("sail", "sail", "sail to 1,0")
    assert table.now["points"] == 2


@rule("XN-083")
def test_any_number_of_longships_share_a_sea() -> None:
    table = given(seats=4, longships={A: "1,0", B: "0,0", 2: "0,0", 3: "0,0"})
    table.plays_all("sail")
    assert table.tile("0,0")["seas"][0]["longships"] == [0, 1, 2, 3]
    assert all(player["aboard"] == {"viking": 2} for player in table.now["players"])


@rule("XN-084")
def test_a_longship_enters_neither_empty_cells_nor_the_mainland() -> None:
    table = given()
    for cell in ("0,-1", "1,-1", "0,1", "-1,1"):
        assert table.refuses(f"sail to {cell}", because="XN-084")
    edge = given(longships={A: "1,0"})
    assert edge.refuses("sail to 2,0", because="XN-084")
    assert edge.refuses("sail to 2,-1", because="XN-084")


@rule("XN-085", "EX-XN-17")
def test_two_vikings_are_needed_against_an_enemy_ship() -> None:
    weak = given(THREE, vikings={A: {"aboard": 1}}, cargo={A: "pig pig"})
    assert weak.refuses("sail to 0,-1", because="XN-085")
    weak.plays("sail")
    assert weak.refuses("sail to 0,-1", because="XN-085")
    # Where the enemy ship lies in the only sea there is, nothing is offered at all.
    corner = given("X01 at 0,-1 turn 2; X02 at 2,-1 turn 0", longships={A: "1,0"}, vikings={A: {"aboard": 1}})
    assert corner.offers("sail")
    alone = given(TWO_SEAS.replace("X23", "X02"), side="A-back", vikings={A: {"aboard": 1}}, longships={A: "0,-1/1"})
    assert alone.refuses("sail", because="XN-085")


@rule("XN-086", "EX-XN-18")
def test_an_enemy_ship_concerns_only_its_own_sea() -> None:
    table = given(TWO_SEAS, side="A-back", vikings={A: {"aboard": 1}}, longships={A: "-1,-1"})
    seas = table.tile("0,-1")["seas"]
    assert [sea["enemy_ship"] for sea in seas] == [False, True]
    table.plays("sail")
    events = table.plays("sail to 0,-1")
    assert not [event for event in events if event.kind == "fought"]
    assert table.tile("0,-1")["seas"][0]["longships"] == [A]
    assert table.tile("0,-1")["seas"][1]["enemy_ship"]
    south = given(TWO_SEAS, side="A-back", vikings={A: {"aboard": 1}})
    assert south.refuses("sail to 0,-1", because="XN-085")


@rule("XN-087", "XN-088", "XN-090")
def test_entering_with_two_vikings_destroys_the_ship_which_all_can_see() -> None:
    table = given(THREE)
    table.plays("sail")
    events = table.with_luck("sail to 0,-1", lambda after: after.happened("fought")[0]["back"] == "safe")
    fought = next(event for event in events if event.kind == "fought")
    assert all(fought.seen_by(seat) for seat in (-1, A, B))
    assert not table.tile("0,-1")["seas"][0]["enemy_ship"]
    assert table.tile("0,-1")["seas"][0]["longships"] == [A]
    assert table.player(A)["enemy_ships"] == 1
    assert table.now["supply"]["unturned"] == {"viking_dies": 6, "safe": 5}
    assert table.awaits == [A] and table.now["points"] == 3
    table.plays_all("sail", "sail to 1,-1")


@rule("XN-089", "EX-XN-17")
def test_the_back_may_cost_a_viking_and_never_livestock() -> None:
    for back, vikings, dead in (("viking_dies", 1, 1), ("safe", 2, 0)):
        table = given(THREE, vikings={A: {"aboard": 2}}, cargo={A: "pig"})
        table.plays("sail")
        table.with_luck("sail to 0,-1", lambda after, back=back: after.happened("fought")[0]["back"] == back)  # type: ignore[misc]
        assert table.player(A)["aboard"] == {"viking": vikings, "pig": 1}
        assert table.player(A)["vikings"]["dead"] == dead
        assert table.player(A)["enemy_ships"] == 1
        assert table.points(A, "dead_vikings") == dead
    # Dead for the rest of the game: six live.
    assert sum(table.player(A)["vikings"].values()) == 7


def test_backs_come_up_as_often_as_there_are_tokens() -> None:
    backs: Counter[str] = Counter()
    table = given(THREE, sunk={B: "viking_dies viking_dies viking_dies viking_dies"})
    for seed in range(400):
        trial = ExplorersTable(table.state.copy())
        trial.state.reseed(seed)
        trial.plays_all("sail", "sail to 0,-1")
        backs[trial.happened("fought")[0]["back"]] += 1
    # 2 of the 8 left kill
    assert 70 <= backs["viking_dies"] <= 130, backs
