"""Phase 4: where battles happen and who calls which (EK-034 to EK-050)."""

import pytest

from skali.kit.rule import rule
from tests.games.eketorp.given import COLOURS, EketorpTable, position, random_game

HIGH = {"red": "6 5 4 3", "blue": "6 5 4 3", "yellow": "6 5 4 3", "green": "6 5 4 3"}


# Where battles happen


@rule("EK-034")
@pytest.mark.parametrize(
    ("bricks", "status"), [(1, "contested"), (2, "contested"), (3, "peaceful"), (4, "peaceful"), (9, "peaceful")]
)
def test_vikings_of_several_players_fight_while_they_outnumber_the_bricks(bricks: int, status: str) -> None:
    table = position(fields=f"D {bricks} wood; A 1 grass; B 1 grass")
    table.deploy(red="D D A B", blue="D A B")
    assert table.status("D") == status
    assert ("call at D" in table.offered("red")) == (status == "contested")


@rule("EK-034")
@pytest.mark.parametrize("seats", [3, 6])
def test_all_vikings_of_all_players_may_meet_on_one_field(seats: int) -> None:
    """With one brick fewer than Vikings it is contested, with as many it is not."""
    vikings = {3: 24, 6: 30}[seats]
    for bricks, status in ((vikings - 1, "contested"), (vikings, "peaceful")):
        table = position(seats=seats, fields=f"G {bricks} grass")
        table.deploy(**{colour: "G " * (vikings // seats) for colour in COLOURS[:seats]})
        before = table.copy()
        assert before.phase == ("opponent" if status == "contested" else "build")
        assert before.status("G") == ("contested" if status == "contested" else "quiet")


@rule("EK-035", "EX-EK-04")
def test_enough_bricks_for_all() -> None:
    """C has 2 bricks, one red and one blue Viking: no fight, each takes one."""
    table = position(fields="C 2 wood")
    table.deploy(red="C", blue="C")
    assert table.phase == "build"
    assert table.carried("red") == table.carried("blue") == ["wood"]
    assert "called_at_field" not in table.kinds()


@rule("EK-035")
def test_no_fight_may_be_called_where_there_is_enough() -> None:
    table = position(fields="C 2 wood; A 1 grass; B 1 grass")
    table.deploy(red="A B C", blue="A B C")
    assert table.refused("red", "call at C", because="EK-035")


@rule("EK-036", "EX-EK-04")
def test_one_owner_alone_does_not_fight() -> None:
    """D has 2 bricks and 3 yellow Vikings: yellow takes 2 bricks and one returns with nothing."""
    table = position(fields="D 2 wood")
    table.deploy(yellow="D D D")
    assert table.phase == "build"
    assert table.carried("yellow") == ["wood", "wood"]
    assert table.home("yellow") == 6
    assert table.bricks("D") == ""


@rule("EK-036")
def test_nobody_calls_a_fight_where_he_is_alone() -> None:
    table = position(fields="A 1 grass; B 1 grass; D 1 wood")
    table.deploy(red="A B D D", blue="A B")
    assert table.refused("red", "call at D", because="EK-036")


@rule("EK-037", "EX-EK-21")
def test_without_bricks_several_owners_fight_all_the_same() -> None:
    table = position()
    table.deploy(red="E", green="E")
    assert table.phase == "cards"
    assert table.now["battle"]["place"] == {"field": "E"}
    table.fight(5, 2)
    assert table.now["round"] == 2
    assert table.happened("brought_home") == []


@rule("EK-037")
def test_such_a_field_stays_contested_until_one_owner_is_left() -> None:
    table = position(hands=HIGH)
    table.deploy(red="E E", blue="E", yellow="E")
    table.calls("red", "E", "blue")
    table.fight(6, 5)
    assert table.status("E") == "contested"
    table.calls("yellow", "E", "red")
    table.fight(3, 5)
    assert table.now["round"] == 2


@rule("EK-038", "EX-EK-05")
def test_a_siege_field_with_several_vikings_is_fought_over_first() -> None:
    """One Viking on the catapult: a pending siege. Yellow and blue on the boat: they fight, the survivor besieges later."""
    table = position(hands=HIGH)
    table.deploy(blue="red boat", yellow="red boat", green="red catapult")
    assert table.siege_field("red", "catapult")["status"] == "pending"
    assert table.siege_field("red", "boat")["status"] == "contested"
    table.calls("blue", "red boat", "yellow")
    assert table.now["battle"]["kind"] == "fight"
    table.fight(6, 4)
    assert table.at("red", "boat") == ["blue"]
    assert table.siege_field("red", "boat")["status"] == "pending"


@rule("EK-038")
def test_fights_on_a_siege_field_go_on_until_at_most_one_is_left() -> None:
    table = position(hands=HIGH)
    table.deploy(red="green boat", blue="green boat", yellow="green boat")
    table.calls("red", "green boat", "blue")
    table.fight(6, 5)
    assert table.siege_field("green", "boat")["status"] == "contested"
    table.calls("yellow", "green boat", "red")
    table.fight(6, 5)
    assert table.at("green", "boat") == ["yellow"]


@rule("EK-039", "EK-074")
def test_a_single_viking_has_a_pending_siege_until_it_is_carried_out() -> None:
    table = position(fields="A 1 grass; B 1 grass", hands=HIGH)
    table.deploy(red="A B, blue ram", blue="A B")
    assert table.siege_field("blue", "ram")["status"] == "pending"
    table.calls("red", "blue ram")
    table.fight(6, 3)
    assert table.at("blue", "ram") == ["red"]
    assert table.siege_field("blue", "ram")["status"] == "carried_out"


@rule("EK-040")
def test_the_survivor_of_a_siege_field_attacks_in_a_later_turn() -> None:
    """Red wins the boat field; then blue, next in order, calls his own battle before red may call the siege."""
    table = position(hands=HIGH, fields="A 1 grass")
    table.deploy(red="green boat", blue="A, green boat", yellow="A")
    table.calls("red", "green boat", "blue")
    table.fight(6, 3)
    assert table.now["battle"]["initiator"] == 1
    table.calls("blue", "A", "yellow")
    table.fight(6, 3)
    table.calls("red", "green boat")
    assert table.now["battle"]["kind"] == "siege"
    assert table.now["battle"]["opponent"] == 3


@rule("EK-041")
def test_after_a_tie_on_a_siege_field_there_is_no_siege() -> None:
    table = position(hands=HIGH)
    table.deploy(red="green boat", blue="green boat")
    table.fight(4, 4)
    assert table.now["round"] == 2
    assert "besieged" not in table.kinds()
    assert table.home("green") == 6


@rule("EX-EK-07", "EK-042", "EK-047", "EK-048")
def test_three_on_a_boat_field() -> None:
    """Red calls against blue, both play 2; blue is skipped; yellow, alone now, calls the siege. Green could not."""
    table = position()
    table.deploy(red="green boat", blue="green boat", yellow="green boat")
    table.calls("red", "green boat", "blue")
    table.fight(2, 2)
    assert table.hospital("red") == table.hospital("blue") == [0, 0, 1, 0]
    assert table.now["battle"]["kind"] == "siege"
    assert (table.now["battle"]["initiator"], table.now["battle"]["opponent"]) == (2, 3)


@rule("EK-042")
def test_all_fields_are_judged_anew_after_each_battle() -> None:
    """3 Vikings against 2 bricks: after one fight it is peaceful and stays so."""
    table = position(fields="A 2 grass; B 1 wood", hands=HIGH)
    table.deploy(red="A B", blue="A B", yellow="A")
    assert table.status("A") == "contested"
    table.by("red", "call at A", "against blue")
    table.fight(6, 3)
    assert table.status("A") == "peaceful"
    table.calls("blue", "B", "red")
    table.fight(6, 3)
    assert table.phase == "build"
    assert table.carried("red") == ["grass"] and table.carried("yellow") == ["grass"]


@rule("EK-042")
def test_a_peaceful_field_stays_peaceful() -> None:
    """In random games no field becomes contested again within a phase 4."""
    for seed in range(6):
        calm: set[str] = set()
        for before, _, _, _, after in random_game(4, seed):
            if before.view(-1)["phase"] == "deploy":
                calm = set()
            for field in after.view(-1)["fields"]:
                assert not (field["status"] == "contested" and field["field"] in calm)
                if field["status"] == "peaceful":
                    calm.add(field["field"])


# Who calls which


@rule("EK-043")
def test_the_start_player_calls_first_and_each_battle_is_finished_before_the_next() -> None:
    table = position(start="blue", fields="A 1 grass; B 1 grass; C 1 grass", hands=HIGH)
    table.deploy(red="A B C", blue="A B C", yellow="A B C")
    assert table.caller == "blue" and table.phase == "call"
    table.by("blue", "call at B")
    assert table.awaits == [1]
    assert table.refused("blue", "call at A", because="EK-067")
    table.by("blue", "against red")
    assert table.awaits == [0, 1]
    table.fight(6, 3)
    assert table.caller == "yellow" and table.phase == "call"


@rule("EK-044")
def test_only_own_battles_are_called() -> None:
    table = position(fields="A 1 grass; B 1 grass; C 1 grass", hands=HIGH)
    table.deploy(red="A B", blue="A B C, yellow ram", yellow="C", green="yellow boat")
    assert table.offered("red") == ["call at A", "call at B"]
    for move in ("call at C", "call at D", "call at yellow ram", "call at yellow boat", "call at blue ram"):
        assert table.refused("red", move, because="EK-044")
    table.by("red", "call at A")
    table.fight(6, 3)
    assert table.caller == "blue"
    assert table.offered("blue") == ["call at B", "call at C", "call at castle 2 ram"]


@rule("EK-045", "EK-046")
def test_the_initiator_chooses_his_opponent_among_those_on_the_field() -> None:
    table = position(fields="A 1 grass", hands=HIGH)
    table.deploy(red="A A", blue="A", yellow="A", green="")
    assert table.offered("red") == ["against 1", "against 2"]
    assert table.refused("red", "against green", because="EK-045")
    assert table.refused("red", "against black", because="EK-045")
    assert table.refused("red", "against red", because="EK-046")
    table.by("red", "against yellow")
    assert table.awaits == [0, 2]


@rule("EK-045")
def test_a_single_opponent_is_not_asked_for() -> None:
    table = position(fields="A 1 grass", hands=HIGH)
    table.deploy(red="A A", blue="A")
    assert table.phase == "cards"
    assert table.now["battle"]["opponent"] == 1


@rule("EK-046")
def test_other_vikings_on_the_field_are_not_affected() -> None:
    table = position(fields="A 1 grass", hands=HIGH)
    table.deploy(red="A A A", blue="A A", yellow="A")
    table.calls("red", "A", "blue")
    table.fight(3, 6)
    assert table.on("A") == {"red": 2, "blue": 2, "yellow": 1}
    assert sum(table.hospital("red")) == 1
    assert sum(table.hospital("blue")) == sum(table.hospital("yellow")) == 0


@rule("EK-047")
def test_calling_is_compulsory() -> None:
    """There is nothing but battles to choose from, and a single one is called at once."""
    table = position(fields="A 1 grass; B 1 grass", hands=HIGH)
    table.deploy(red="A B", blue="A B")
    assert all(move.startswith("call at") for move in table.offered("red"))
    table.by("red", "call at A")
    table.fight(6, 3)
    assert table.phase == "cards"
    assert table.now["battle"]["initiator"] == 1
    assert table.now["battle"]["place"] == {"field": "B"}


@rule("EK-047", "EX-EK-22", "EK-048")
def test_who_can_call_none_is_skipped() -> None:
    """C: 1 brick, red, blue, yellow; green at red's boat. Red calls C against blue, both play 4: then green must call."""
    table = position(fields="C 1 grass")
    table.deploy(red="C", blue="C", yellow="C", green="red boat")
    table.calls("red", "C", "blue")
    table.fight(4, 4)
    assert table.hospital("red") == table.hospital("blue") == [0, 0, 1, 0]
    assert table.status("C") == "peaceful"
    assert table.now["battle"]["kind"] == "siege"
    assert table.now["battle"]["initiator"] == 3


@rule("EK-048")
def test_the_owner_of_a_castle_never_calls_the_siege() -> None:
    table = position(fields="A 1 grass; B 1 grass")
    table.deploy(red="A B", blue="A B", green="red boat")
    assert table.refused("red", "call at red boat", because="EK-048")
    assert table.offered("red") == ["call at A", "call at B"]


@rule("EK-049")
def test_phase_four_goes_on_while_anything_is_unsettled_and_no_longer() -> None:
    """In random games of every size; after the Vikings have gone home no battle is called."""
    home = ("brought_home", "built", "recovered", "leftovers", "round_began", "game_over")
    for seats in (3, 4, 5, 6):
        for _, _, _, events, after in random_game(seats, seats):
            kinds = [event.kind for event in events]
            view = after.view(-1)
            fields = [each for castle in view["castles"] for each in castle["siege_fields"]]
            unsettled = [each for each in [*view["fields"], *fields] if each["status"] in ("contested", "pending")]
            if view["phase"] in ("call", "opponent"):
                assert unsettled
            if view["phase"] in ("deploy", "build", "over"):
                assert not unsettled
            gone = [at for at, kind in enumerate(kinds) if kind in home]
            later = kinds[gone[0] :] if gone else []
            assert not {"called_at_field", "called_at_castle", "besieged"} & set(later)


@rule("EK-049")
def test_every_pending_siege_is_carried_out() -> None:
    table = position(hands=HIGH)
    table.deploy(red="blue catapult boat ram")
    sieges = 0
    while table.phase in ("call", "cards"):
        if table.phase == "call":
            table.plays(table.offers()[0])
        table.fight(max(table.hand("red")), min(table.hand("blue")))
        sieges += 1
    assert sieges == 3
    assert table.now["round"] == 2


@rule("EK-050", "EX-EK-18")
def test_a_winner_may_have_to_fight_again() -> None:
    """D: 2 wood, 2 red, 1 blue, 1 yellow. Red beats blue 5 to 2; yellow calls against red, 3 to 4; red takes both bricks."""
    table = position(fields="D 2 wood", hands={"red": "5 4 4 4", "blue": "2 5 5 5", "yellow": "3 4 6 6"})
    table.deploy(red="D D", blue="D", yellow="D")
    table.calls("red", "D", "blue")
    table.fight(5, 2)
    assert table.hospital("blue") == [1, 0, 0, 0]
    assert table.on("D") == {"red": 2, "yellow": 1}
    assert table.status("D") == "contested"
    table.calls("yellow", "D", "red")
    table.fight(3, 4)
    assert table.hospital("yellow") == [0, 1, 0, 0]
    assert table.phase == "build"
    assert table.carried("red") == ["wood", "wood"]


@rule("EX-EK-19", "EK-099")
def test_a_tie_may_leave_a_brick_over() -> None:
    """The same, but yellow and red both play 4: the last red Viking takes one brick, the other goes to the supply."""
    table = position(fields="D 2 wood", hands={"red": "5 4 4 4", "blue": "2 5 5 5", "yellow": "3 4 6 6"})
    table.deploy(red="D D", blue="D", yellow="D")
    table.calls("red", "D", "blue")
    table.fight(5, 2)
    table.calls("yellow", "D", "red")
    table.fight(4, 4)
    assert table.hospital("yellow") == table.hospital("red") == [0, 0, 1, 0]
    assert table.carried("red") == ["wood"]
    assert table.bricks("D") == "1 wood"
    table.plays("build wood on 1")
    assert table.happened("leftovers") == [{"bricks": ["wood"]}]


@rule("EX-EK-20")
def test_two_against_two_for_two_bricks() -> None:
    table = position(fields="A 2 grass")
    table.deploy(red="A A", blue="A A")
    table.calls("red", "A", "blue")
    table.fight(2, 5)
    assert table.on("A") == {"red": 1, "blue": 2}
    table.calls("blue", "A", "red")
    table.fight(2, 5)
    assert table.phase == "build"
    assert table.carried("red") == table.carried("blue") == ["grass"]


@rule("EK-067")
def test_the_steps_of_a_battle_come_in_order() -> None:
    """Call, amulets of the initiator, of the opponent, cards, reveal, hospital, swap, tray, loot."""
    table = position(
        fields="A 1 grass; B 1 grass",
        castles={"blue": "3 grass"},
        hands={"red": "6", "blue": "1"},
        trays={"red": "2 3 4", "blue": "2 3 5"},
        amulets={"red": 1, "blue": 1},
    )
    table.deploy(red="A B, blue boat", blue="A B")
    for move in ("card 6", "exchange", "stop", "loot 0 and 0", "keep grass", "against blue"):
        assert table.refused("red", move, because="EK-067")
    table.by("red", "call at blue boat")
    assert table.phase == "exchange" and table.caller == "red"
    for move in ("call at A", "card 6", "loot 0 and 0", "keep grass", "against blue"):
        assert table.refused("red", move, because="EK-067")
    table.by("red", "stop")
    assert table.phase == "exchange" and table.caller == "blue"
    table.by("blue", "stop")
    assert table.phase == "cards"
    for move in ("call at A", "loot 0 and 0", "keep grass", "against blue"):
        assert table.refused("red", move, because="EK-067")
    table.fight(6, 1)
    assert table.kinds() == ["card_laid", "siege_won", "hospital", "took_up", "took_up"]
    assert table.phase == "loot"
    for move in ("call at A", "card 2", "exchange", "keep grass"):
        assert table.refused("red", move, because="EK-067")


def test_positions_come_from_play_not_from_the_builder() -> None:
    """The builder's position is one the game can load, and its deployment is played by ordinary moves."""
    table = position(fields="A 1 grass")
    assert isinstance(table, EketorpTable)
    assert table.awaits == [0, 1, 2, 3]
