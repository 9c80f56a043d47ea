"""The end of a turn and of the game (XN-113 to XN-119), and conduct (XN-150, XN-151)."""

import pytest

from skali.core import State
from skali.games.explorers.pieces import HAND
from skali.kit.play import canonical
from skali.kit.rule import rule
from tests.games.explorers.given import GAME, THREE, A, B, begun, given, random_game
from tests.games.explorers.test_placing import STUCK, before_b


def lazy_game(seats: int, seed: int) -> list[State]:
    """The position at the beginning of every turn of a game in which everybody places the first tile that fits and stops."""
    table = begun(seats, seed)
    positions = [table.state.copy()]
    turn = table.now["turn"]
    while not table.state.is_over():
        table.plays("end turn" if table.now["phase"] == "action" else table.offers()[0])
        if table.state.is_over() or table.now["turn"] != turn:
            turn = table.now["turn"]
            positions.append(table.state.copy())
    return positions


@rule("XN-113")
def test_after_the_actions_one_tile_is_drawn_unseen_by_the_others() -> None:
    table = given(hands=("X29 X30", "X40 X41 X42"))
    stack = table.now["stack"]
    events = table.ends_turn()
    drawn = next(event for event in events if event.kind == "drew")
    assert [seat for seat in (-1, A, B) if drawn.seen_by(seat)] == [A]
    told = next(event for event in events if event.kind == "drew_unseen")
    assert [seat for seat in (-1, A, B) if told.seen_by(seat)] == [-1, B]
    assert told.data == {"seat": A, "left": stack - 1}
    hand = [tile["tile"] for tile in table.view(A)["hand"]]
    assert sorted(hand) == sorted(["X29", "X30", drawn.data["tile"]])
    assert table.now["stack"] == stack - 1


@rule("XN-114", "XN-117", "EX-XN-02")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_last_tiles_are_played_from_the_hand_and_the_game_has_48_turns(seats: int) -> None:
    positions = lazy_game(seats, 5)
    assert len(positions) == 49
    last_draw = 48 - 3 * seats
    for turn, state in enumerate(positions):
        view = state.view(-1)
        assert view["stack"] == max(0, last_draw - turn), "INV-02"
        assert len(view["tiles"]) == 3 + turn
    # The winter token holder plays the last tile.
    last = positions[-2].view(-1)
    assert last["active"] == last["winter"]
    assert [player["hand"] for player in last["players"]].count(1) == 1
    assert [player["hand"] for player in positions[-1].view(-1)["players"]] == [0] * seats
    turns = [state.view(-1)["active"] for state in positions[:-1]]
    assert [turns.count(seat) for seat in range(seats)] == [48 // seats] * seats


@rule("XN-115")
def test_who_placed_nothing_draws_nothing() -> None:
    table = before_b(STUCK, ["X20"])
    table.ends_turn()
    table.plays("place nothing")
    events = table.ends_turn()
    assert not [event for event in events if event.kind in ("drew", "drew_unseen")]
    assert (table.now["stack"], table.player(B)["hand"]) == (1, 3)


@rule("XN-116")
def test_the_game_ends_with_the_turn_after_which_the_winter_player_has_no_tile() -> None:
    # First is A, so B holds the winter token. B has placed the last tile of its hand, A still holds one.
    table = given(active=B, hands=("X29", "X30"))
    table.state.stack = 0
    table.state.put_word(B, HAND, 0)
    assert table.now["winter"] == B
    table.ends_turn()
    assert table.state.is_over()
    assert table.player(A)["left_in_hand"] == ["X29"]
    # With a tile left in that hand the game goes on.
    table = given(active=B, hands=("X29", "X30"))
    table.state.stack = 0
    table.ends_turn()
    assert not table.state.is_over()


@rule("XN-118")
def test_after_48_turns_the_game_ends_whatever_is_left() -> None:
    table = given(active=B, hands=("X29 X30", "X31"), turn=47)
    before = [table.score(A), table.score(B)]
    table.ends_turn()
    assert table.state.is_over()
    assert table.now["stack"] > 0
    assert [table.score(A), table.score(B)] == before, "tiles left are worth nothing"
    late = given(active=B, hands=("X29 X30", "X31"), turn=48)
    late.ends_turn()
    assert late.state.is_over(), "a position that was saved too late ends too"
    assert not given(active=A, hands=("X29 X30", "X31"), turn=46).state.is_over()


@rule("XN-119")
def test_after_the_end_nobody_acts_and_everything_is_scored() -> None:
    state = random_game(3, 3, "B-front")[-1]
    assert state.is_over() and state.to_act() == []
    refusal = state.why_not(0, GAME.moves.read("sail"))
    assert refusal is not None and refusal.rule == "CORE-3"
    for seat in range(3):
        sheet = state.score_sheet(seat, -1)
        keys = [line.key for line in sheet if line.summed]
        assert keys == ["livestock", "outposts", "enemy_ships", "settlements", "dead_vikings", "islands", "captain"]
        assert sum(line.points for line in sheet if line.summed) == state.score(seat)


# Conduct


@rule("XN-150")
def test_nothing_is_ever_given_or_traded() -> None:
    """Whatever a player does, the tiles, Vikings, outposts, cargo and trophies of the others stay as they are."""
    kinds = {kind.name for kind in GAME.moves.kinds}
    assert not kinds & {"give", "trade", "offer"}
    states = random_game(3, 3, "B-front")
    for before, after in zip(states, states[1:], strict=False):
        if before.to_dict()["phase"] == "captain":
            continue
        seat = before.to_act()[0]
        old, new = before.to_dict()["players"], after.to_dict()["players"]
        for other in range(3):
            if other != seat:
                changed = {key for key in old[other] if old[other][key] != new[other][key]}
                # The hand can only be exchanged when the other's own turn begins (XN-045); nobody else's memory counts.
                assert changed <= {"known", "hand"} if after.to_act() == [other] else changed <= {"known"}


@rule("XN-151")
def test_counts_cargo_trophies_and_strengths_are_open() -> None:
    table = given(
        THREE,
        vikings={A: {"aboard": 1}},
        cargo={A: "pig goat"},
        livestock={"1,-1": "horse"},
        delivered={A: "sheep"},
        sunk={A: "safe viking_dies"},
        settlements={A: [3, 5]},
    )
    for seat in (A, B, -1):
        view = table.view(seat)
        player = view["players"][A]
        assert player["hand"] == 3
        assert player["aboard"] == {"viking": 1, "pig": 1, "goat": 1}
        assert player["delivered"] == {"sheep": 1}
        assert (player["enemy_ships"], player["vikings"]["dead"]) == (2, 1)
        assert player["settlements"] == [3, 5]
        assert player["outposts_left"] == 5
        assert view["stack"] == 40
        assert view["supply"]["livestock"]["pig"] == 5
        assert view["supply"]["settlements"] == {"2": 3, "3": 3, "4": 4, "5": 2}
        assert view["supply"]["enemy_ships"] == 9
    assert len({canonical(table.view(seat)["players"]) for seat in (A, B, -1)}) == 1
