"""Phase 4: sieges and loot (EK-070, EK-071, EK-073 to EK-087)."""

import pytest

from skali.kit.rule import rule
from tests.games.eketorp.given import EketorpTable, position

RULEBOOK = {"red": "1 grass grass; 2 wood"}


def siege(
    castle: str = "", red: str = "6 5 4 3", blue: str = "6 3 2 1", defenders: int = 6, engine: str = "catapult"
) -> EketorpTable:
    """Red besieges blue, who has so many defenders."""
    table = position(castles={"blue": castle}, hands={"red": red, "blue": blue})
    table.deploy(red=f"blue {engine}", blue="G " * (6 - defenders))
    return table


@rule("EX-EK-09", "EK-073", "EK-070", "EK-082", "EK-083", "EK-084", "EK-087")
def test_the_siege_of_the_rulebook() -> None:
    """Blue besieges red: [grass, grass] and [wood] adjoin, red has one defender, blue plays 5, red 3."""
    table = position(castles=RULEBOOK, hands={"blue": "5 5 5 5"})
    table.deploy(blue="red catapult", red="G G G G G")
    assert table.home("red") == 1
    table.fight(5, 3)
    assert table.offered("blue") == ["loot 0 and 0", "loot 0 and 1", "loot 1 and 0", "loot 2 and 0"]
    assert table.refused("blue", "loot 1 and 1", because="EK-084")
    assert table.hospital("red") == [0, 0, 1, 0], "station 2, and one step on at once"
    supply = table.now["supply"]
    table.by("blue", "loot 0 and 1")
    assert table.now["supply"] == supply
    assert table.castle("red") == ["grass grass", "", "", "", "", ""]
    assert table.happened("kept") == [{"seat": 1, "brick": "wood"}]
    assert table.phase == "build"
    assert table.carried("blue") == ["wood"]


@rule("EX-EK-10", "EK-086")
def test_of_two_removed_bricks_one_goes_to_the_supply() -> None:
    table = position(castles=RULEBOOK, hands={"blue": "5 5 5 5"})
    table.deploy(blue="red catapult", red="G G G G G")
    table.fight(5, 3)
    supply = table.now["supply"]["grass"]
    table.by("blue", "loot 2 and 0")
    assert table.now["supply"]["grass"] == supply + 1
    assert table.carried("blue") == ["grass"]
    assert table.castle("red") == ["", "wood", "", "", "", ""]


@rule("EK-070", "EX-EK-14", "EK-097")
def test_a_beaten_defender_moves_on_one_station_at_once() -> None:
    """Damage 4: station 1, then 2 at once; after phase 6 station 3."""
    table = siege(red="6 5 4 3", blue="2 2 2 2")
    table.fight(6, 2)
    assert table.happened("hospital") == [{"seat": 1, "station": 2}]
    assert table.now["round"] == 2
    assert table.hospital("blue") == [0, 0, 1, 0]


@rule("EK-071")
def test_a_losing_besieger_takes_no_extra_step() -> None:
    for card, station in ((3, 1), (5, 2)):
        table = siege(red=f"{card} 4 4 4", blue="6 2 2 2")
        table.fight(card, 6)
        assert table.happened("hospital") == [{"seat": 0, "station": station}]


@rule("EX-EK-15", "EK-071", "EK-079", "EK-075")
def test_a_tied_siege() -> None:
    """Both play 4: both enter station 3, no brick is removed, cards are swapped; a second siege finds an empty castle."""
    table = position(
        castles={"blue": "1 grass; 5 wood"}, hands={"red": "4 4 4 4", "blue": "4 4 4 4", "yellow": "6 1 1 1"}
    )
    table.deploy(red="blue catapult", yellow="blue ram", blue="G G G G G")
    table.calls("red", "blue catapult")
    table.fight(4, 4)
    assert table.happened("hospital") == [{"seat": 0, "station": 3}, {"seat": 1, "station": 3}]
    assert table.hospital("blue") == [0, 0, 1, 0]
    assert table.castle("blue")[0] == "grass"
    assert table.tray("red") == table.tray("blue") == [4]
    assert table.now["battle"]["initiator"] == 2
    assert table.now["battle"]["defended"] is False


@rule("EK-073")
def test_a_siege_is_a_battle_of_besieger_and_owner() -> None:
    table = siege()
    battle = table.now["battle"]
    assert (battle["kind"], battle["initiator"], battle["opponent"]) == ("siege", 0, 1)
    assert table.awaits == [0, 1]
    assert table.siege_field("blue", "catapult")["status"] == "pending"
    assert table.happened("besieged") == [{"seat": 0, "castle": 1, "engine": "catapult"}]


@rule("EK-074")
def test_each_besieger_attacks_once() -> None:
    """Whatever the defenders and the result: after the siege blue's castle is left alone by this Viking."""
    table = position(
        fields="A 1 grass; B 1 grass; C 1 grass",
        hands={"red": "6 5 4 3", "green": "1 1 1 1", "yellow": "1 2 2 2"},
    )
    table.deploy(red="A B C, blue ram", green="A B C")
    table.by("red", "call at blue ram")
    table.fight(6, 2)
    assert table.home("blue") == 5
    table.by("green", "call at A")
    table.fight(1, 5)
    assert table.at("blue", "ram") == ["red"]
    assert table.offered("red") == ["call at B", "call at C"]
    assert table.refused("red", "call at blue ram", because="EK-074")


@rule("EK-075")
def test_one_defender_at_most_is_hurt_and_the_others_stay() -> None:
    table = position(hands={"red": "6 6 6 6", "blue": "2 2 2 2", "yellow": "6 6 6 6"})
    table.deploy(red="blue catapult", yellow="blue ram", blue="G G G G")
    assert table.home("blue") == 2
    table.fight(6, 2)
    assert table.home("blue") == 1
    assert table.now["battle"]["defended"] is True
    table.fight(6, 2)
    assert table.happened("siege_won")
    assert sum(table.hospital("blue")) == 2


@rule("EK-076", "EK-077")
@pytest.mark.parametrize("card", range(1, 7))
def test_against_an_empty_castle_the_besieger_always_wins(card: int) -> None:
    """Also with the 1 against the 6: the owner's card counts 0 and is swapped all the same."""
    table = siege("1 stone", red=f"{card} 3 3 3", blue="6 1 1 1", defenders=0)
    assert table.awaits == [0, 1]
    table.fight(card, 6)
    assert table.happened("undefended")[0]["damage"] == card
    assert table.happened("hospital") == []
    assert table.tray("red") == [6] and table.tray("blue") == [card]
    assert (table.phase == "loot") == (card >= 4)


@rule("EX-EK-16", "EK-077", "EK-082", "EK-083", "EK-084", "EK-085")
def test_the_choices_of_loot() -> None:
    """[wood, clay] and [grass, wood, grass], six against an empty castle: nine choices."""
    table = siege("1 wood clay; 2 grass wood grass", red="6 6 6 6", blue="6 6 6 6", defenders=0)
    table.fight(6, 6)
    assert sum(table.hospital("blue")) == 0
    assert table.tray("red") == table.tray("blue") == [6]
    assert table.offered("red") == [
        f"loot {pair}"
        for pair in (
            "0 and 0",
            "0 and 1",
            "0 and 2",
            "0 and 3",
            "1 and 0",
            "1 and 1",
            "1 and 2",
            "2 and 0",
            "2 and 1",
        )
    ]
    assert table.refused("red", "loot 1 and 3", because="EK-084")
    assert table.refused("red", "loot 2 and 2", because="EK-084")
    assert table.refused("red", "loot 3 and 0", because="EK-082")


@rule("EX-EK-17", "EK-081", "EK-083", "EK-084")
def test_nothing_is_affordable() -> None:
    """[grass, stone] and [clay], damage 2: both tops are worth more, and the grass lies under the stone."""
    table = siege("1 grass stone; 2 clay", red="5 5 5 5", blue="3 3 3 3")
    table.fight(5, 3)
    assert table.happened("no_loot") == [{"seat": 0}]
    assert table.castle("blue")[:2] == ["grass stone", "clay"]
    assert table.happened("hospital") == [{"seat": 1, "station": 3}]
    assert table.tray("red") == [3]


@rule("EK-079")
def test_a_lost_siege_costs_the_castle_nothing() -> None:
    table = siege("1 grass", red="3 3 3 3", blue="6 6 6 6")
    table.fight(3, 6)
    assert table.castle("blue")[0] == "grass"
    assert table.happened("hospital") == [{"seat": 0, "station": 1}]
    assert table.at("blue", "catapult") == []


@rule("EK-080")
def test_the_winner_may_loot_though_defenders_remain() -> None:
    table = siege("1 grass", red="5 5 5 5", blue="3 3 3 3", defenders=4)
    table.fight(5, 3)
    assert table.home("blue") == 3
    assert table.phase == "loot"
    assert table.at("blue", "catapult") == ["red"]


@rule("EK-082")
def test_only_the_two_adjoining_sites() -> None:
    table = siege("1 grass; 3 grass; 4 wood; 6 grass", red="6 6 6 6", blue="1 1 1 1", engine="boat")
    table.fight(6, 1)
    assert table.now["battle"]["sites"] == [3, 4]
    table.by("red", "loot 1 and 1", "keep wood")
    assert table.castle("blue") == ["grass", "", "", "", "", "grass"]


@rule("EK-083")
def test_bricks_come_off_from_the_top() -> None:
    table = siege("1 stone clay grass", red="6 6 6 6", blue="2 2 2 2")
    table.fight(6, 2)
    assert table.offered("red") == ["loot 0 and 0", "loot 1 and 0", "loot 2 and 0"]
    table.by("red", "loot 2 and 0")
    assert table.castle("blue")[0] == "stone"
    assert table.offered("red") == ["keep grass", "keep clay"]


@rule("EK-084")
def test_more_than_two_bricks_may_be_removed() -> None:
    """Only the value is limited."""
    table = siege("1 grass grass grass; 2 grass grass grass", red="6 6 6 6", blue="1 1 1 1", defenders=0)
    table.fight(6, 1)
    assert len(table.offered("red")) == 16
    table.by("red", "loot 3 and 3")
    assert table.castle("blue") == [""] * 6
    assert table.carried("red") == ["grass"]
    assert table.now["supply"]["grass"] == 51


@rule("EK-085")
def test_the_winner_may_take_nothing() -> None:
    table = siege("1 grass", red="6 6 6 6", blue="1 1 1 1")
    table.fight(6, 1)
    table.by("red", "loot 0 and 0")
    assert table.happened("no_loot") == [{"seat": 0}]
    assert table.castle("blue")[0] == "grass"
    assert table.now["round"] == 2


@rule("EK-086")
def test_exactly_one_removed_brick_is_kept_by_choice() -> None:
    table = siege("1 grass; 2 wood", red="6 6 6 6", blue="1 1 1 1")
    table.fight(6, 1)
    table.by("red", "loot 1 and 1")
    assert table.phase == "keep"
    assert table.refused("red", "keep clay", because="EK-086")
    assert table.offered("red") == ["keep grass", "keep wood"]
    supply = table.now["supply"]
    table.by("red", "keep grass")
    assert table.carried("red") == ["grass"]
    assert table.now["supply"] == supply | {"wood": supply["wood"] + 1}


@rule("EK-087")
def test_loot_lies_under_the_viking_until_phase_five() -> None:
    """Nobody can take it: no battle is left on this field, and it is brought home."""
    table = position(castles={"blue": "1 grass"}, fields="A 1 wood", hands={"red": "6 5 5 5", "blue": "1 1 1 1"})
    table.deploy(red="blue catapult", yellow="A", green="A")
    table.fight(6, 1)
    table.by("red", "loot 1 and 0")
    field = table.siege_field("blue", "catapult")
    assert field["loot"] == {"seat": 0, "brick": "grass"}
    assert field["status"] == "carried_out"
    assert table.castle("red") == [""] * 6
    table.fight(5, 2)
    assert table.phase == "build"
    assert table.carried("red") == ["grass"]
    assert table.siege_field("blue", "catapult")["loot"] is None


@rule("EX-EK-25", "EK-075", "EK-076", "EK-077")
def test_the_second_siege_of_a_round() -> None:
    """Red has one defender; blue (catapult) wins with damage 1, then green (ram) finds the castle empty."""
    table = position(
        castles={"red": "1 wood; 5 grass; 6 clay"},
        hands={"red": "3 6 6 6", "blue": "4 4 4 4", "green": "4 4 4 4"},
    )
    table.deploy(blue="red catapult", green="red ram", red="G G G G G")
    table.calls("blue", "red catapult")
    table.fight(4, 3)
    assert table.hospital("red") == [0, 0, 1, 0]
    assert table.now["battle"]["initiator"] == 3
    assert table.now["battle"]["defended"] is False
    table.fight(4, 6)
    assert table.now["battle"]["damage"] == 4
    assert table.now["battle"]["sites"] == [5, 6]
    assert table.offered("green") == ["loot 0 and 0", "loot 0 and 1", "loot 1 and 0", "loot 1 and 1"]


@rule("EK-088", "EK-087")
def test_a_tied_or_beaten_besieger_brings_nothing_home() -> None:
    for defence in (3, 5):
        table = siege("1 grass", red="3 4 4 4", blue="3 5 5 5")
        table.fight(3, defence)
        assert table.happened("brought_home") == []
        assert table.castle("blue")[0] == "grass"
