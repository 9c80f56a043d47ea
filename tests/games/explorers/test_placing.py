"""Turns and placing a tile (XN-034 to XN-048)."""

from collections import Counter
from collections.abc import Iterable

from skali.core import Rng
from skali.games.explorers.pieces import KNOWN, WORDS
from skali.kit.play import canonical
from skali.kit.rule import rule
from tests.games.explorers.given import (
    GAME,
    NAMES,
    THREE,
    A,
    B,
    ExplorersTable,
    begun,
    given,
    random_game,
)
from tests.games.explorers.test_setup import places_something

STUCK = "X19 X28 X38"
"""Three tiles that fit nowhere on A-front while nothing is laid (EX-XN-05)."""


def placements(table: ExplorersTable, tile: str) -> dict[str, list[int]]:
    """The cells where a tile of the hand may lie, each with its turns."""
    table.plays(f"tile {tile}")
    found = {}
    for move in table.offers():
        trial = ExplorersTable(table.state.copy())
        cell = move.removeprefix("place at ")
        events = trial.plays(move)
        turns = [event.data["turn"] for event in events if event.kind == "placed"]
        found[cell] = turns or [int(each.split()[1]) for each in trial.offers()]
    return found


def types(tiles: Iterable[int]) -> list[str]:
    return [GAME.tables.type_names[GAME.tables.type_of[tile]] for tile in tiles]


def stack_of(table: ExplorersTable, tiles: Iterable[str]) -> None:
    """Makes these tiles the whole stack: no game leads there, so the others are simply gone."""
    table.state.stack = sum(1 << NAMES.index(name) for name in tiles)


def before_b(hand: str, stack: Iterable[str], laid: str = "", seats: int = 2) -> ExplorersTable:
    """A has placed nothing and is about to end the turn; then B begins with this hand and stack."""
    table = given(laid, seats=seats, hands=("X01 X02 X03", hand))
    table.state.placed = 0
    stack_of(table, stack)
    return table


# Turns


@rule("XN-034")
def test_turns_go_round_and_each_is_finished_before_the_next() -> None:
    table = begun(3, 4)
    first = table.now["first"]
    for turn in range(7):
        assert table.awaits == [(first + turn) % 3]
        places_something(table)
        assert table.awaits == [(first + turn) % 3]
        table.ends_turn()
        assert table.now["turn"] == turn + 2


@rule("XN-035")
def test_a_turn_is_place_token_actions_draw() -> None:
    table = given(phase="tile", hands=("X23 X30 X35",))
    events = table.plays_all("tile X23", "place at 1,-1", "sail", "sail to 1,-1", "end turn")
    told = [event.kind for event in events if event.seen_by(A)]
    assert told == ["placed", "livestock", "sailed", "stopped", "drew", "turn"]


@rule("XN-036")
def test_only_the_active_player_decides_and_moves_only_own_pieces() -> None:
    table = given(THREE, vikings={A: {"aboard": 2}, B: {"1,-1": 2}}, longships={A: "1,-1", B: "1,0"})
    assert table.refuses("sail", because="CORE-1", seat=B)
    assert table.refuses("march from 1,-1 land 1", because="XN-091")
    assert table.refuses("take viking from land-1", because="XN-068")
    assert table.refuses("build", because="XN-108")
    table.plays_all("sail", "sail to 1,0")
    assert table.player(B)["longship"]["cell"] == [1, 0]
    assert table.player(A)["longship"]["cell"] == [1, 0]


@rule("XN-037")
def test_no_action_before_the_tile_and_placing_is_compulsory() -> None:
    table = given(phase="tile", hands=("X23 X30 X35",))
    for move in ("sail", "unload", "end turn", "place nothing"):
        assert table.refuses(move, because="XN-037")
    table.plays("tile X23")
    assert table.refuses("end turn", because="XN-037")
    table.plays("place at 1,-1")
    assert table.offers("sail")


@rule("XN-038")
def test_exactly_one_tile_of_the_own_hand_is_placed() -> None:
    table = given(phase="tile", hands=("X23 X30 X35", "X40 X41 X42"))
    assert table.refuses("tile X40", because="XN-038")
    table.plays_all("tile X23", "place at 1,-1")
    assert len(table.view(A)["hand"]) == 2
    assert table.refuses("tile X30", because="XN-038")


# Where a tile may lie


@rule("XN-039")
def test_the_cell_must_be_free() -> None:
    table = given(THREE, phase="tile", hands=("X29 X30 X31",))
    table.plays("tile X29")
    for cell in ("0,-1", "1,-1", "0,0", "-1,0", "0,1", "-1,2"):
        assert table.refuses(f"place at {cell}", because="XN-039")


@rule("XN-040")
def test_the_tile_must_share_an_edge() -> None:
    table = given(phase="tile", hands=("X29 X30 X31",))
    table.plays("tile X29")
    for cell in ("5,-5", "0,-2", "3,-1", "-2,-1"):
        assert table.refuses(f"place at {cell}", because="XN-040")


@rule("XN-041")
def test_every_shared_edge_must_match() -> None:
    # 2,-1 touches F3 with its corners S and SW, which are sea on A-front; X05 has land at two corners.
    table = given(phase="tile", hands=("X19 X05 X29",))
    assert table.refuses("tile X19", because="XN-041", concerns={"edges": []})
    table.plays_all("tile X05", "place at 2,-1")
    assert table.offers() == ["turn 0", "turn 1", "turn 5"]
    for turn in (2, 3, 4):
        assert table.refuses(f"turn {turn}", because="XN-041")
    # On A-back the corners S and SE of 0,-1 are sea; X28 has no two sea corners side by side.
    table = given(side="A-back", phase="tile", hands=("X28 X29 X30",))
    table.plays("tile X28")
    assert table.refuses("place at 0,-1", because="XN-041")
    assert table.offers("place at 2,-1")


@rule("XN-041")
def test_a_refusal_names_the_edges_that_do_not_match_in_each_turn() -> None:
    # On A-back the corners SE and S of 0,-1 are sea, SW is land; X28 has land at every second corner.
    table = given(side="A-back", phase="tile", hands=("X28 X29 X30",))
    table.plays("tile X28")
    south_east, both = [2], [2, 3]
    turns = {"edges": [south_east, both, south_east, both, south_east, both]}
    assert table.refuses("place at 0,-1", because="XN-041", concerns=turns)
    assert table.refuses("place at 5,-5", because="XN-040", concerns={})


@rule("XN-042")
def test_no_tile_touches_the_mainland() -> None:
    table = given(phase="tile", hands=("X29 X30 X31",))
    table.plays("tile X29")
    for cell in ("-2,0", "2,0", "2,1", "0,3"):
        assert table.refuses(f"place at {cell}", because="XN-042")


@rule("XN-043", "EX-XN-04")
def test_the_first_enemy_ship_tile_has_ten_placements_on_a_front() -> None:
    found = placements(given(phase="tile", hands=("X01 X30 X31",)), "X01")
    assert found == {"-1,-1": [0, 1, 4, 5], "0,-1": [2], "1,-1": [4], "2,-1": [0, 1, 2, 5]}
    assert sum(len(turns) for turns in found.values()) == 10
    # Nothing asks that the tile extend the land of F2: at -1,-1 it begins an island of its own.
    table = given(phase="tile", hands=("X01 X30 X31",))
    table.plays_all("tile X01", "place at -1,-1", "turn 0")
    assert table.island("-1,-1")["tiles"] == 1


@rule("XN-044")
def test_a_laid_tile_stays_where_and_as_it_lies() -> None:
    for seats, seed in ((2, 1), (1, 1)):
        before: dict[tuple[int, int], object] = {}
        for state in random_game(seats, seed):
            now = {tuple(tile["cell"]): (tile["tile"], tile["turn"]) for tile in state.view(-1)["tiles"]}
            assert before.items() <= now.items()
            before = now  # type: ignore[assignment]


@rule("EX-XN-06")
def test_three_tiles_around_f2_n_are_a_completed_island() -> None:
    table = given("X01 at 0,-1 turn 2", phase="tile", hands=("X23 X30 X31",))
    events = table.plays_all("tile X23", "place at 1,-1")
    assert table.tile("1,-1")["turn"] == 4
    assert table.island("1,-1") == table.island("0,-1") == table.island("0,0")
    assert (table.island("1,-1")["tiles"], table.island("1,-1")["completed"]) == (3, True)
    assert table.land("1,-1")["livestock"] == {"pig": 1}
    assert [event.data["tiles"] for event in events if event.kind == "completed"] == [3]


@rule("EX-XN-07", "XN-129")
def test_land_on_a_barred_cell_can_never_be_completed() -> None:
    table = given(phase="tile", hands=("X05 X30 X31",))
    table.plays_all("tile X05", "place at -1,-1", "turn 4")
    # Corner SW of -1,-1 is also a corner of -2,0, where no tile may lie.
    assert table.tile("-1,-1")["corners"] == "SSSSLL"
    assert [-2, 0] in table.now["mainland"]["barred"]
    assert not table.island("-1,-1")["completed"]
    # Tiles all around it wherever one may lie do not help.
    closed = given("X05 at -1,-1 turn 4; X06 at -2,-1 turn 1; X29 at -1,-2 turn 3", vikings={A: {"-1,-1": 1}})
    assert closed.island("-1,-1")["tiles"] == 3
    assert (closed.island("-1,-1")["open"], closed.island("-1,-1")["completed"]) == (1, False)
    assert closed.points(A, "islands") == 0


# When nothing fits


@rule("XN-045", "EX-XN-05")
def test_a_hand_of_which_nothing_fits_is_exchanged() -> None:
    table = given(seats=4, hands=("X01 X02 X03", STUCK))
    assert table.now["stack"] == 36
    events = table.ends_turn()  # A draws: 35 are left
    seen = [event for event in events if event.kind == "exchanged"]
    assert next(sorted(event.data["returned"]) for event in seen) == STUCK.split()
    assert all(len(event.data["tiles"]) == 3 for event in seen)
    assert table.now["stack"] == 35
    assert table.now["players"][B]["hand"] == 3
    assert table.awaits == [B]
    assert any(tile["fits"] for tile in table.view(B)["hand"])


@rule("XN-045")
def test_a_player_with_a_tile_that_fits_keeps_the_hand() -> None:
    table = given(hands=("X01 X02 X03", "X19 X28 X29"))
    events = table.ends_turn()
    assert not [event for event in events if event.kind.startswith("exchanged")]
    # Only X29 fits, so that the choice of the tile is not asked.
    assert table.view(B)["chosen"]["tile"] == "X29"


@rule("XN-046")
def test_the_exchange_is_repeated_until_a_tile_fits() -> None:
    table = before_b(STUCK, ["X23", "X20"])
    stuck = given(phase="tile", hands=("X20 X23 X19",))
    assert not stuck.offers("tile X20"), "X20 fits nowhere either"
    table.with_luck("end turn", lambda after: len(after.happened("exchanged")) == 3)
    drawn = [event["tiles"] for event in table.happened("exchanged")]
    assert all("X23" not in tiles for tiles in drawn[:-1])
    assert "X23" in drawn[-1]


@rule("XN-045", "XN-046")
def test_what_was_put_back_in_several_exchanges_is_known_to_lie_in_the_stack() -> None:
    table = before_b(STUCK, ["X18", "X20", "X23", "X24"], seats=3)
    table.with_luck("end turn", lambda after: len(after.happened("exchanged")) == 3)
    put_back = [tile for event in table.happened("exchanged") for tile in event["returned"]]
    in_hand = [tile["tile"] for tile in table.view(B)["hand"]]
    known = set(put_back) - set(in_hand)
    assert known - set(table.happened("exchanged")[-1]["returned"]), "some were put back before the last exchange"
    assert sorted(table.view(B)["known_in_stack"]) == sorted(known)
    for seed in range(20):
        sample = table.state.determinize(B, seed).to_dict()
        assert known <= set(types(sample["stack"])), "no tile that was put back is in another hand"
        assert sorted(types(sample["players"][B]["hand"])) == sorted(in_hand)


@rule("XN-045", "XN-046", "XN-048")
def test_a_seat_knows_of_the_stack_what_its_own_events_say() -> None:
    """Another account of it, kept from the events of each seat alone, by the kind of tile: equal tiles cannot be told apart."""
    compared = repeated = 0
    for seed in range(30):
        table = before_b(STUCK, ["X18", "X20", *NAMES[3 : 4 + seed % 5]], seats=2 + seed % 3)
        table.state.reseed(seed)
        rng = Rng(seed)
        known = [Counter[str]() for _ in range(table.state.seats)]
        while table.now["turn"] < 12 and not table.state.is_over():
            seat = table.awaits[0]
            offered = table.offers(seat=seat)
            move = "end turn" if "end turn" in offered else offered[rng.below(len(offered))]
            events = table.plays(move, seat)
            repeated += [event.kind for event in events].count("exchanged") > 1
            for event in events:
                if event.kind in ("exchanged", "drew"):
                    drawer = event.data["seat"]
                    drawn = event.data["tiles"] if event.kind == "exchanged" else [event.data["tile"]]
                    known = [own if each == drawer else Counter() for each, own in enumerate(known)]
                    known[drawer] = known[drawer] + Counter(event.data.get("returned", [])) - Counter(drawn)
            for each, own in enumerate(known):
                assert Counter(table.view(each)["known_in_stack"]) == own, (seed, each)
                compared += bool(own)
    assert compared > 150 and repeated > 5, (compared, repeated)


@rule("XN-046", "XN-048")
def test_a_tile_that_looks_like_the_one_put_back_may_be_that_one() -> None:
    """B put one of two equal tiles back and draws one of them, never mind which: B can't know that the other is there."""
    one, other = (tile for tile, name in enumerate(types(range(48))) if name == "X13")
    for drawn in (one, other):
        table = given(active=B, hands=("X01 X02 X03", "X04 X05"))
        stack_of(table, [NAMES[drawn]])
        table.state.words[WORDS + KNOWN] = 1 << one
        table.ends_turn()
        assert [tile["tile"] for tile in table.view(B)["hand"]].count("X13") == 1
        assert table.view(B)["known_in_stack"] == []


@rule("XN-047")
def test_where_nothing_fits_at_all_nothing_is_placed_and_the_hand_is_kept() -> None:
    for stack in ([], ["X20"]):
        table = before_b(STUCK, stack)
        assert not [event for event in table.ends_turn() if event.kind == "exchanged"]
        assert table.offers() == ["place nothing"]
        assert table.state.prompt(B).kind == "nothing_fits"
        table.plays("place nothing")
        assert table.now["phase"] == "action"
        assert table.now["points"] == 4
        assert [tile["tile"] for tile in table.view(B)["hand"]] == STUCK.split()
        assert len(table.now["tiles"]) == 3
        table.plays_all("sail", "sail to 1,0")


@rule("XN-047")
def test_who_has_nothing_to_place_says_so_before_the_others_learn_it() -> None:
    """So the player before can still take the turn back: nothing of B's hand has shown."""
    table = before_b(STUCK, [])
    table.ends_turn()
    assert canonical(table.view(A)) == canonical(before_played("X29 X30 X31"))
    before = table.state.barrier()
    table.plays("place nothing")
    assert table.state.barrier() > before


def before_played(hand: str) -> dict[str, object]:
    """What A sees after ending the turn, when B holds another hand."""
    table = before_b(STUCK, [])
    table.ends_turn()
    other = before_b(hand, [])
    other.ends_turn()
    view = other.view(A)
    view["unseen"] = table.view(A)["unseen"]  # other tiles are left out of this world
    return view


@rule("XN-048")
def test_the_others_learn_only_that_a_hand_was_exchanged() -> None:
    table = given(seats=3, hands=("X01 X02 X03", STUCK))
    before = [table.state.determinize(seat, 3) for seat in (A, 2)]
    assert all(sample.view(seat) == table.view(seat) for sample, seat in zip(before, (A, 2), strict=True))
    events = table.ends_turn()
    for event in events:
        if event.kind.startswith("exchanged"):
            assert event.seen_by(B) == (event.kind == "exchanged")
            assert event.seen_by(A) == (event.kind == "exchanged_unseen")
            assert event.seen_by(-1) == (event.kind == "exchanged_unseen")
    unseen = next(event.data for event in events if event.kind == "exchanged_unseen")
    assert unseen == {"seat": B, "count": 3}
    # B knows for a while that the returned tiles are in the stack, and nobody else does.
    known = set(table.view(B)["known_in_stack"])
    assert known and known <= {"X19", "X28", "X38"}
    assert not table.view(A)["known_in_stack"]
    for seed in range(5):
        sample = table.state.determinize(B, seed).to_dict()
        in_stack = {GAME.tables.type_names[GAME.tables.type_of[tile]] for tile in sample["stack"]}
        assert known <= in_stack


def test_a_forced_placement_waits_for_its_own_seat() -> None:
    """One tile, one cell, one turn: it is still asked, so that the player before can take the last action back."""

    table = before_b("X19", [], "X23 at -1,-1 turn 1")
    before = table.state.barrier()
    table.ends_turn()
    assert table.awaits == [B]
    assert table.offers() == ["turn 5"]
    chosen = table.state.view(B)["chosen"]
    assert (chosen["tile"], chosen["cell"]) == ("X19", [0, -2])
    assert [(way["turn"], way["corners"]) for way in chosen["turns"]] == [(5, "LLLLSL")]
    assert table.state.view(A)["chosen"] == {}
    assert table.state.barrier() == before
    table.plays("turn 5")
    assert table.state.barrier() > before
