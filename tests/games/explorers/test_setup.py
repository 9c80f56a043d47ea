"""Setting up (XN-021 to XN-033)."""

from collections import Counter
from itertools import permutations

import pytest

from skali.kit.play import canonical
from skali.kit.rule import rule
from tests.games.explorers.given import GAME, begun, start
from tests.games.explorers.reference import CAPTAINS, MAINLAND


@rule("XN-021")
def test_the_start_board_is_laid_first() -> None:
    view = start(3).now
    assert [tile["tile"] for tile in view["tiles"]] == ["F1", "F2", "F3"]
    assert [tuple(cell) for cell in view["mainland"]["cells"]] == list(MAINLAND)


@rule("XN-022")
def test_settlements_and_enemy_ships_are_mixed_and_nobody_sees_the_next_one() -> None:
    table = begun(2)
    views = set()
    for seed in range(5):
        table.state.reseed(seed)
        views.add(canonical(table.now))
    assert len(views) == 1, "nothing of the luck to come can be seen"
    assert "strengths" not in canonical(table.now["supply"])
    assert table.now["supply"]["livestock"]["pig"] == 6, "livestock lies open by type"


@rule("XN-023", "EX-XN-01")
@pytest.mark.parametrize(("seats", "stack"), [(2, 42), (3, 39), (4, 36)])
def test_three_tiles_each_and_the_rest_is_the_stack(seats: int, stack: int) -> None:
    table = begun(seats)
    assert table.now["stack"] == stack
    for seat, player in enumerate(table.now["players"]):
        assert player["hand"] == len(table.view(seat)["hand"]) == 3
        assert player["longship"]["cell"] == [0, 0]
        assert (player["vikings"]["aboard"], player["vikings"]["mainland"]) == (2, 5)


@rule("XN-023")
def test_every_tile_can_be_dealt() -> None:
    dealt = {
        tile for seed in range(60) for player in start(4, seed).state.to_dict()["players"] for tile in player["hand"]
    }
    assert dealt == set(range(48))


@rule("XN-024")
def test_a_player_sees_the_own_hand_and_no_other_hand_nor_the_stack() -> None:
    table = begun(3)
    saved = table.state.to_dict()
    for seat in range(3):
        own = sorted(GAME.tables.type_names[GAME.tables.type_of[tile]] for tile in saved["players"][seat]["hand"])
        assert sorted(tile["tile"] for tile in table.view(seat)["hand"]) == own
        # In another world the others hold other tiles, and this player sees the same.
        other = table.state.determinize(seat, 5)
        assert canonical(other.view(seat)) == canonical(table.view(seat))
        hands = [other.to_dict()["players"][each]["hand"] for each in range(3) if each != seat]
        assert hands != [saved["players"][each]["hand"] for each in range(3) if each != seat]
    assert table.view(-1)["hand"] == []


@rule("XN-025")
def test_each_player_is_dealt_two_captains_seen_by_nobody_else() -> None:
    table = start(4)
    for seat in range(4):
        assert len(table.view(seat)["captains"]) == 2
        assert table.offers(seat=seat) == [f"captain {captain}" for captain in table.view(seat)["captains"]]
        other = table.state.determinize(seat, 1)
        assert other.view(seat)["captains"] == table.view(seat)["captains"]
        assert any(other.view(each)["captains"] != table.view(each)["captains"] for each in range(4))
    assert table.view(-1)["captains"] == []
    for seed in range(20):
        dealt = start(4, seed)
        assert len({captain for seat in range(4) for captain in dealt.view(seat)["captains"]}) == 8, "no card twice"


@rule("XN-026")
def test_captains_are_chosen_secretly_and_together_with_the_hand_in_view() -> None:
    table = start(3)
    assert table.awaits == [0, 1, 2]
    assert len(table.view(1)["hand"]) == 3
    offered = table.view(1)["captains"]
    stranger = next(captain for captain in CAPTAINS if captain not in offered)
    assert table.refuses(f"captain {stranger}", because="XN-026", seat=1)
    assert table.refuses(f"tile {table.view(1)['hand'][0]['tile']}", because="XN-026", seat=1)
    others = []
    for captain in offered:
        trial = type(table)(table.state.copy())
        events = trial.plays(f"captain {captain}", seat=1)
        assert trial.awaits == [0, 2]
        assert trial.view(0)["players"][1]["chosen"]
        others.append(canonical([trial.view(0), trial.view(-1), [event.data for event in events]]))
    assert others[0] == others[1], "the others learn that a choice was made, not which"


@rule("XN-027")
def test_the_kept_captains_are_turned_up_together_and_stay() -> None:
    table = start(3)
    kept = [table.view(seat)["captains"][1] for seat in range(3)]
    for seat in (2, 0):
        assert not [event for event in table.plays(f"captain {kept[seat]}", seat) if event.kind == "captain"]
        assert all(player["captains"] == [] for player in table.now["players"])
    events = table.plays(f"captain {kept[1]}", 1)
    assert [event.data["captain"] for event in events if event.kind == "captain"] == kept
    assert [[each["captain"] for each in player["captains"]] for player in table.now["players"]] == [[c] for c in kept]
    assert table.refuses(f"captain {kept[1]}", because="XN-027")


@rule("XN-028")
def test_refused_captains_are_gone_and_shown_to_nobody() -> None:
    table = start(4)
    refused = [table.view(seat)["captains"][1] for seat in range(4)]
    for seat in range(4):
        table.plays(f"captain {table.view(seat)['captains'][0]}", seat)
    everything = canonical([table.view(seat) for seat in (-1, 0, 1, 2, 3)])
    assert not any(f'"{captain}"' in everything for captain in refused)
    assert all(player["captains"][1] == -1 for player in table.state.to_dict()["players"])


@rule("XN-029", "XN-030", "XN-031")
@pytest.mark.parametrize("side", ["A-front", "A-back", "B-front", "B-back"])
def test_longships_start_on_f2_with_two_vikings_and_five_wait_on_the_mainland(side: str) -> None:
    table = begun(4, 3, side)
    assert table.tile("0,0")["seas"][0]["longships"] == [0, 1, 2, 3]
    assert table.now["mainland"]["vikings"] == [5, 5, 5, 5]
    for player in table.now["players"]:
        assert player["aboard"] == {"viking": 2}
        assert player["vikings"] == {"mainland": 5, "aboard": 2, "ashore": 0, "dead": 0}
        assert player["outposts_left"] == 5


@rule("XN-032")
def test_the_first_player_is_drawn_uniformly_after_the_captains() -> None:
    assert start(4).now["first"] is None
    firsts = Counter(begun(4, seed).now["first"] for seed in range(400))
    assert set(firsts) == {0, 1, 2, 3}
    assert all(70 <= count <= 130 for count in firsts.values()), firsts
    # The draw does not depend on who answered first.
    for order in permutations(range(3)):
        table = start(3, 9)
        for seat in order:
            table.plays(table.offers(seat=seat)[0], seat)
        assert table.now["first"] == begun(3, 9).now["first"]


@rule("XN-033", "EX-XN-03")
def test_who_sits_to_the_right_of_the_first_player_has_the_winter_token() -> None:
    for seed in range(12):
        view = begun(4, seed).now
        assert view["winter"] == (view["first"] - 1) % 4
    table = next(table for seed in range(50) if (table := begun(4, seed)).now["first"] == 2)
    order = []
    for _ in range(4):
        order.append(table.awaits[0])
        places_something(table)
        table.ends_turn()
    assert order == [2, 3, 0, 1]
    assert table.now["winter"] == 1


def places_something(table):  # type: ignore[no-untyped-def]
    """The player to act places a tile, whatever and wherever."""
    while table.now["phase"] != "action":
        table.plays(table.offers()[0])
