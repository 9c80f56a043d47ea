"""Phase 4: playing cards and the hospital (EK-059 to EK-072)."""

import pytest

from skali.core import SPECTATOR
from skali.kit.rule import rule
from tests.games.eketorp.given import COLOURS, EketorpTable, position, random_game


def fight(red: str = "2 3 4 5", blue: str = "2 3 4 5", **given: object) -> EketorpTable:
    """Red has called blue to A, and both choose a card."""
    table = position(fields="A 1 stone", hands={"red": red, "blue": blue}, **given)  # type: ignore[arg-type]
    table.deploy(red="A", blue="A")
    return table


# Cards


@rule("EK-059")
def test_both_choose_at_the_same_time_and_in_secret() -> None:
    """In either order; the first choice shows nothing but that it was made, and looks the same whatever it was."""
    for first, other in ((0, 1), (1, 0)):
        table = fight()
        assert table.awaits == [0, 1]
        views = set()
        for card in (2, 5):
            trial = table.copy()
            trial.plays(f"card {card}", first)
            assert trial.awaits == [other]
            assert trial.happened("card_laid") == [{"seat": first}]
            views.add(str([trial.view(viewer) for viewer in (other, 2, 3, SPECTATOR)]))
            assert trial.view(first)["battle"]["my_card"] == card
            assert trial.now["players"][first]["ready"]
        assert len(views) == 1


@rule("EK-059")
def test_both_cards_are_revealed_together() -> None:
    table = fight()
    table.plays("card 5", 1)
    assert table.kinds() == ["card_laid"]
    table.plays("card 3", 0)
    [data] = table.happened("fight_lost")
    assert (data["card"], data["other_card"]) == (3, 5)


@rule("EK-059")
def test_a_card_must_be_in_hand_and_one_must_be_played() -> None:
    table = fight(red="2 2 5 5")
    assert table.offered("red") == ["card 2", "card 5"]
    for card in (1, 3, 4, 6):
        assert table.refused("red", f"card {card}", because="EK-059")
    assert table.refused("red", "stop", because="EK-054")
    table.by("red", "card 5")
    assert table.refused("red", "card 2", because="CORE-1")


@rule("EK-059")
def test_a_card_on_the_tray_cannot_be_played() -> None:
    table = position(fields="A 1 stone", hands={"red": "2 3"}, trays={"red": "6 6"})
    table.deploy(red="A", blue="A")
    assert table.refused("red", "card 6", because="EK-059")


@rule("EK-059")
def test_a_single_value_is_asked_for_all_the_same() -> None:
    table = fight(red="4 4 4 4")
    assert table.awaits == [0, 1]
    assert table.offered("red") == ["card 4"]


@rule("EK-060", "EK-061", "EK-062")
@pytest.mark.parametrize("red", range(1, 7))
@pytest.mark.parametrize("blue", range(1, 7))
def test_every_pair_of_cards(red: int, blue: int) -> None:
    """The higher card wins, the damage is the difference, the loser leaves for the hospital; with equal cards both do."""
    table = fight(red=f"{red} 1 2 6", blue=f"{blue} 1 2 6")
    events = table.fight(red, blue)
    result = next(event for event in events if event.kind in ("fight_won", "fight_lost", "tied"))
    assert result.kind == ("fight_won" if red > blue else "fight_lost" if red < blue else "tied")
    assert result.data["damage"] == abs(red - blue)
    assert sum(table.hospital("red")) == (red <= blue)
    assert sum(table.hospital("blue")) == (blue <= red)
    winner = "red" if red > blue else "blue" if blue > red else None
    assert [colour for colour in COLOURS[:4] if table.carried(colour)] == ([winner] if winner else [])


@rule("EK-068", "EK-069")
@pytest.mark.parametrize(("damage", "station"), [(1, 2), (2, 2), (3, 1), (4, 1), (5, 1)])
def test_the_damage_decides_the_station(damage: int, station: int) -> None:
    table = fight(red=f"{1 + damage} 3 3 3", blue="1 3 3 3")
    table.fight(1 + damage, 1)
    assert table.happened("hospital") == [{"seat": 1, "station": station}]
    assert table.hospital("blue")[station - 1] == 1


@rule("EK-068", "EK-069")
def test_a_tie_leads_both_to_the_third_station_and_the_path_goes_on() -> None:
    """Stations 3•4•5, 1•2, 0, the last one, home."""
    table = fight()
    table.fight(3, 3)
    assert table.happened("hospital") == [{"seat": 0, "station": 3}, {"seat": 1, "station": 3}]
    assert table.now["round"] == 2
    assert table.hospital("red") == table.hospital("blue") == [0, 0, 0, 1]
    table.deploy()
    assert table.hospital("red") == [0, 0, 0, 0] and table.home("red") == 6


@rule("EX-EK-08", "EK-060", "EK-063", "EK-069")
def test_blue_against_red() -> None:
    """Blue plays 3, red plays 5: damage 2, station 2, blue's tray gets the 5 and red's the 3."""
    table = position(start="blue", fields="A 1 stone")
    table.deploy(red="A", blue="A")
    assert table.now["battle"]["initiator"] == 1
    table.fight(3, 5)
    [data] = table.happened("fight_lost")
    assert data == {"seat": 1, "other": 0, "card": 3, "other_card": 5, "damage": 2}
    assert table.hospital("blue") == [0, 1, 0, 0]
    assert table.tray("blue") == [5]
    assert table.tray("red") == [3]


@rule("EK-063")
@pytest.mark.parametrize(("red", "blue"), [(5, 2), (2, 5), (4, 4)])
def test_the_played_cards_change_hands_and_go_to_the_trays(red: int, blue: int) -> None:
    table = fight()
    table.fight(red, blue)
    assert table.tray("red") == [blue] and table.tray("blue") == [red]
    assert sorted([*table.hand("red"), red]) == [2, 3, 4, 5]
    assert sorted([*table.hand("blue"), blue]) == [2, 3, 4, 5]


@rule("EK-063", "EK-076")
def test_the_swap_also_follows_a_siege_of_an_empty_castle() -> None:
    table = position()
    table.deploy(red="blue ram", blue="A A A A A A")
    table.fight(5, 2)
    assert table.tray("red") == [2] and table.tray("blue") == [5]


@rule("EK-064")
def test_a_tray_is_open_to_all() -> None:
    table = fight()
    table.fight(5, 2)
    for viewer in (0, 1, 2, 3, SPECTATOR):
        assert table.view(viewer)["players"][0]["tray"] == [2]
        assert table.view(viewer)["players"][1]["tray"] == [5]


@rule("EK-064", "EK-065", "EX-EK-24")
def test_an_empty_hand_takes_up_the_tray() -> None:
    """Hand {2}, tray {5,1,6}: after playing the 2 against a 4 the hand is {1,4,5,6}."""
    table = position(fields="A 1 stone", hands={"red": "2"}, trays={"red": "5 1 6"})
    table.deploy(red="A", blue="A")
    table.fight(2, 4)
    assert table.hand("red") == [1, 4, 5, 6]
    assert table.tray("red") == []
    assert table.happened("took_up") == [{"seat": 0, "cards": [1, 4, 5, 6]}]


@rule("EK-064")
def test_cards_taken_up_are_hidden_like_any_hand_but_remembered() -> None:
    """Nobody is shown the hand; the memory of the table has it, until its cards are played or given up."""
    table = position(fields="A 1 stone; B 1 stone", hands={"red": "2"}, trays={"red": "5 1 6"})
    table.deploy(red="A B", blue="A B")
    table.calls("red", "A")
    table.fight(2, 4)
    assert table.view(1)["players"][0]["hand"] is None
    for viewer in (1, 2, SPECTATOR):
        assert table.view(viewer)["players"][0]["known"] == [1, 4, 5, 6]
    table.calls("blue", "B")
    table.fight(3, 6)
    assert table.view(1)["players"][0]["known"] == [1, 4, 5]


@rule("EK-065")
def test_with_cards_in_hand_the_tray_stays() -> None:
    table = position(fields="A 1 stone", hands={"red": "2 3"}, trays={"red": "5 6"})
    table.deploy(red="A", blue="A")
    table.fight(2, 4)
    assert table.hand("red") == [3] and table.tray("red") == [4, 5, 6]


@rule("EK-066")
@pytest.mark.parametrize("seats", [3, 5])
def test_hand_and_tray_are_always_four_cards(seats: int) -> None:
    for seed in range(2):
        for _, _, _, _, after in random_game(seats, seed):
            for player in after.view(-1)["players"]:
                assert player["hand_size"] + len(player["tray"]) == 4
                assert player["hand_size"] >= 1


@rule("EK-067")
def test_hospital_before_swap_before_loot() -> None:
    table = position(castles={"blue": "5 grass"}, hands={"red": "6"}, trays={"red": "1 1 1"})
    table.deploy(red="blue ram")
    table.fight(6, 2)
    assert table.kinds() == ["card_laid", "siege_won", "hospital", "took_up"]
    assert table.phase == "loot"
    assert table.hospital("blue") == [0, 1, 0, 0], "damage 4: station 1, one step on"
    assert table.hand("red") == [1, 1, 1, 2]


@rule("EK-061")
def test_the_winner_stays_on_the_field() -> None:
    table = position(fields="A 1 stone; B 1 stone")
    table.deploy(red="A B", blue="A B")
    table.calls("red", "A")
    table.fight(5, 2)
    assert table.on("A") == {"red": 1}
    assert table.on("B") == {"red": 1, "blue": 1}
