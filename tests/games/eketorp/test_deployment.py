"""Phases 2 and 3: deployment and reveal (EK-024 to EK-033)."""

import pytest

from skali.core import SPECTATOR, State, commit, try_moves
from skali.kit.rule import rule
from tests.games.eketorp.given import COLOURS, ENGINES, GAME, EketorpTable, named, position, seat_of, start


def seen_by_others(state: State, seat: int) -> list[dict[str, object]]:
    return [state.view(viewer) for viewer in (0, 1, 2, 3, SPECTATOR) if viewer != seat]


@rule("EK-024")
def test_all_deploy_at_the_same_time() -> None:
    table = position()
    assert table.awaits == [0, 1, 2, 3]
    table.by("green", "send to A")
    table.by("red", "send to B")
    table.by("green", "done")
    assert table.awaits == [0, 1, 2]


@rule("EK-024")
def test_nobody_sees_how_far_another_has_got() -> None:
    table = position(castles={"red": "1 grass"})
    before = seen_by_others(table.state, 1)
    for move in ("send to A", "send to A", "send to D", "send to red ram", "send to red ram"):
        if table.offers(named(move), seat_of("blue")):
            events = table.by("blue", move)
            assert events == []
            assert seen_by_others(table.state, 1) == before
    assert table.view(1)["plan"]["fields"] == [2, 0, 0, 1, 0, 0, 0]
    assert table.view(1)["plan"]["left"] == 2
    assert all(view["plan"] is None or view["plan"]["left"] == 6 for view in before)


@rule("EK-024")
def test_that_a_player_has_submitted_is_public_and_nothing_else() -> None:
    """Two very different deployments look the same to all others."""
    near, far = position(), position()
    near.by("blue", "done")
    far.by("blue", "send to A", "send to G", "send to green ram", "done")
    assert seen_by_others(near.state, 1) == seen_by_others(far.state, 1)
    assert [player["ready"] for player in near.now["players"]] == [False, True, False, False]
    assert near.now["awaiting"] == [0, 2, 3]
    assert near.happened("submitted") == far.happened("submitted") == [{"seat": 1}]


@rule("EK-024")
def test_a_submitted_deployment_is_final() -> None:
    table = position()
    table.by("blue", "send to A")
    draft = table.state.barrier()
    table.by("blue", "done")
    assert table.state.barrier() > draft
    assert table.refused("blue", "send to A", because="CORE-1")
    assert table.refused("blue", "done", because="CORE-1")


@rule("EK-024")
def test_until_it_is_submitted_a_deployment_is_a_draft() -> None:
    """All Vikings placed, nothing is final: only `done` would raise the barrier."""
    table = position()
    moves = [GAME.moves.read("send to A")] * 6 + [GAME.moves.read("done")]
    draft = try_moves(table.state, 1, moves)
    assert (draft.tried, draft.reveals, draft.refused) == (6, True, None)
    assert draft.view["plan"] == {"left": 0, "fields": [6, 0, 0, 0, 0, 0, 0], "sieges": [], "from": 0}
    assert draft.prompt.kind == "ready"
    after = EketorpTable(commit(table.state, 1, moves))  # type: ignore[arg-type]
    assert after.awaits == [0, 2, 3]


@rule("EK-025", "EK-027", "EK-029", "EK-010", "EX-EK-06")
def test_what_can_be_deployed_and_where() -> None:
    """Red has 4 Vikings at home and 2 in the hospital: 2 to A, 1 to blue's boat, 1 to blue's ram, and no defender is left."""
    table = position(hospital={"red": [1, 0, 1, 0]})
    table.by("red", "send to A", "send to A", "send to blue boat", "send to blue ram")
    assert table.refused("red", "send to blue ram", because="EK-027")
    assert table.refused("red", "send to red boat", because="EK-029")
    assert table.refused("red", "send to black ram", because="EK-010")
    assert table.refused("red", "send to green ram", because="EK-025")
    assert table.offered("red") == ["done"]
    table.by("red", "done")
    table.deploy()
    assert table.home("red") == 0
    assert table.on("A") == {"red": 2}
    assert table.at("blue", "boat") == table.at("blue", "ram") == ["red"]
    assert table.hospital("red") == [1, 0, 1, 0]


@rule("EK-025")
def test_vikings_in_the_hospital_stay_there() -> None:
    table = position(hospital={"red": [3, 0, 0, 2]})
    table.by("red", "send to A")
    assert table.refused("red", "send to A", because="EK-025")
    assert table.refused("red", "send to G", because="EK-025")


@rule("EK-026", "EK-030")
def test_any_number_on_any_storage_field_with_or_without_bricks() -> None:
    table = position(seats=3, fields="B 1 grass")
    table.by("red", *["send to E"] * 8, "done")
    table.by("blue", "send to A", "send to B", "send to B", "send to G", "done")
    table.by("yellow", "done")
    assert table.happened("revealed_at_field") == [
        {"seat": 0, "count": 8, "field": "E"},
        {"seat": 1, "count": 1, "field": "A"},
        {"seat": 1, "count": 2, "field": "B"},
        {"seat": 1, "count": 1, "field": "G"},
    ]


@rule("EK-027")
def test_one_viking_for_each_siege_field_but_several_fields_of_a_castle() -> None:
    table = position()
    table.by("red", "send to blue catapult", "send to blue boat", "send to blue ram", "send to green ram")
    for move in ("send to blue catapult", "send to blue ram", "send to green ram"):
        assert table.refused("red", move, because="EK-027")
    table.deploy()
    assert table.at("blue", "catapult") == table.at("blue", "boat") == table.at("blue", "ram") == ["red"]


@rule("EK-027")
def test_several_players_may_besiege_the_same_field() -> None:
    table = position()
    table.deploy(red="green boat", blue="green boat", yellow="green boat")
    assert table.at("green", "boat") == ["red", "blue", "yellow"]


@rule("EK-028", "EK-031")
def test_who_is_sent_nowhere_stays_home_and_defends() -> None:
    table = position(fields="A 1 grass")
    table.deploy(red="A", blue="A A, yellow ram")
    assert table.home("red") == 5
    assert table.home("blue") == 3
    assert table.home("green") == 6
    assert table.happened("revealed_at_home")[3] == {"seat": 3, "count": 6}


@rule("EK-028")
def test_defenders_take_part_in_nothing_but_sieges_of_their_castle() -> None:
    """Green keeps everybody home: no battle is his to call, and the fight for A does not concern him."""
    table = position(fields="A 1 grass")
    table.deploy(red="A", blue="A")
    assert table.now["battle"]["opponents"] == [1]
    assert table.awaits == [0, 1]


@rule("EK-029")
@pytest.mark.parametrize("seat", range(4))
def test_nobody_besieges_himself(seat: int) -> None:
    table = position()
    for engine in ENGINES:
        assert table.refused(COLOURS[seat], f"send to {COLOURS[seat]} {engine}", because="EK-029")


@rule("EK-030", "EK-081")
def test_a_castle_without_bricks_may_be_besieged() -> None:
    table = position()
    table.deploy(red="blue boat")
    assert table.now["battle"]["kind"] == "siege"
    table.fight(5, 2)
    assert table.happened("no_loot") == [{"seat": 0}]


@rule("EK-031")
def test_done_at_once_leaves_everybody_home() -> None:
    table = position()
    table.by("red", "done")
    table.by("blue", "done")
    table.by("yellow", "done")
    table.by("green", "done")
    assert table.happened("revealed_at_home") == [{"seat": seat, "count": 6} for seat in range(4)]


@rule("EK-032")
def test_without_available_vikings_there_is_no_deployment() -> None:
    table = position(hospital={"blue": [6, 0, 0, 0]})
    assert table.awaits == [0, 2, 3]
    assert table.now["players"][1]["ready"]
    table.deploy()
    assert table.now["round"] == 2
    assert len(table.now["players"]) == 4
    assert table.hospital("blue") == [0, 6, 0, 0]
    assert table.awaits == [0, 2, 3], "nor is he asked in the round that play has brought about"


@rule("EK-032")
def test_if_nobody_has_any_the_round_goes_by() -> None:
    everybody = {colour: [0, 3, 0, 3] for colour in COLOURS[:4]}
    table = position(hospital=everybody | {"red": [0, 5, 0, 0]}, fields="A 1 grass")
    table.by("red", "done")
    assert table.now["round"] == 2
    assert table.awaits == [0, 1, 2, 3]
    assert table.home("blue") == 3


@rule("EK-033")
def test_all_deployments_become_public_at_once() -> None:
    table = position(fields="A 3 grass; B 3 grass")
    table.by("red", "send to A", "done")
    table.by("blue", "send to A", "done")
    table.by("yellow", "send to B", "done")
    assert table.on("A") == {} and table.at("red", "ram") == []
    table.by("green", "send to A", "send to red ram", "done")
    assert table.on("A") == {"red": 1, "blue": 1, "green": 1}
    assert table.on("B") == {"yellow": 1}
    assert table.at("red", "ram") == ["green"]
    assert table.phase != "deploy"
    assert table.refused(COLOURS[table.awaits[0]], "send to A", because="EK-018")


def test_a_step_back_in_the_order_is_refused_by_the_decision() -> None:
    table = position()
    table.by("blue", "send to C")
    assert table.refused("blue", "send to B", because="EK-D1")
    table.by("blue", "send to C", "send to green boat")
    assert table.refused("blue", "send to C", because="EK-D1")
    assert table.refused("blue", "send to yellow ram", because="EK-D1")
    assert table.refused("blue", "send to green catapult", because="EK-D1")
    assert table.offered("blue") == [
        "send to castle 3 ram",
        "send to castle 0 catapult",
        "send to castle 0 boat",
        "send to castle 0 ram",
        "done",
    ]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_at_most_7_fields_3_for_each_other_castle_and_done(seats: int) -> None:
    table = start(seats)
    for seat in range(seats):
        assert len(table.state.legal_moves(seat)) == 7 + 3 * (seats - 1) + 1


def test_every_deployment_has_exactly_one_sequence() -> None:
    """With two Vikings and three players: all multisets of places, siege fields at most once."""
    table = position(seats=3, hospital={"red": [6, 0, 0, 0]})
    found = []

    def collect(state: State, moves: tuple[int, ...]) -> None:
        for move in state.legal_moves(0):
            if GAME.moves.show(move) == "done":
                found.append(tuple(sorted(moves)))
            else:
                after = state.copy()
                after.apply(0, move)
                collect(after, (*moves, move))

    collect(table.state, ())
    places, sieges = 7 + 6, 6
    assert len(found) == len(set(found)) == 1 + places + places * (places + 1) // 2 - sieges
