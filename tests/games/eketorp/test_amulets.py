"""Phase 4: amulets (EK-051 to EK-058)."""

from collections import Counter

import pytest

from skali.kit.rule import rule
from tests.games.eketorp.given import COLOURS, EketorpTable, counted, game_with, position, random_game


def before_a_fight(**given: object) -> EketorpTable:
    """Red has called blue to A."""
    table = position(fields="A 1 grass", **given)  # type: ignore[arg-type]
    table.deploy(red="A", blue="A")
    return table


@rule("EK-051", "EK-055")
def test_first_the_initiator_then_the_opponent() -> None:
    table = before_a_fight(amulets={"red": 5, "blue": 5})
    assert table.phase == "exchange" and table.caller == "red"
    assert table.offered("red") == ["exchange", "stop"]
    assert table.refused("blue", "exchange", because="CORE-1")
    table.by("red", "stop")
    assert table.caller == "blue"
    assert table.refused("red", "exchange", because="CORE-1")
    table.by("blue", "exchange")
    assert table.phase == "cards"
    assert table.refused("red", "exchange", because="EK-054")
    assert table.amulets("blue") == 1


@rule("EK-051")
def test_only_the_two_players_of_the_battle_exchange() -> None:
    table = before_a_fight(amulets=dict.fromkeys(COLOURS[:4], 5))
    for move in ("stop", "stop"):
        assert table.refused("yellow", "exchange", because="CORE-1")
        assert table.refused("green", "exchange", because="CORE-1")
        table.plays(move)
    assert table.phase == "cards"


@rule("EK-051", "EK-073")
def test_in_a_siege_the_besieger_is_first() -> None:
    table = position(amulets={"red": 5, "blue": 5})
    table.deploy(blue="red ram")
    assert table.caller == "blue"
    table.by("blue", "stop")
    assert table.caller == "red"


@rule("EK-078", "EK-051")
def test_also_before_a_siege_of_an_empty_castle() -> None:
    table = position(amulets={"red": 5, "blue": 5})
    table.deploy(blue="red ram", red="A A A A A A")
    assert table.home("red") == 0
    table.by("blue", "exchange")
    assert table.caller == "red"
    table.by("red", "exchange")
    assert table.amulets("red") == table.amulets("blue") == 1


@rule("EK-052", "EX-EK-23")
def test_an_exchange_costs_one_amulet_for_each_card_in_hand() -> None:
    """5 amulets and 3 cards: 2 are left and a second exchange is refused. 5 amulets and 2 cards: two exchanges, 1 left."""
    table = before_a_fight(amulets={"red": 5}, hands={"red": "2 3 4"}, trays={"red": "6"})
    table.by("red", "exchange")
    assert table.amulets("red") == 2
    assert table.phase == "cards"
    assert table.refused("red", "exchange", because="EK-052")
    table = before_a_fight(amulets={"red": 5}, hands={"red": "2 3"}, trays={"red": "6 6"})
    table.by("red", "exchange", "exchange")
    assert table.amulets("red") == 1
    assert table.refused("red", "exchange", because="EK-052")


@rule("EK-052")
@pytest.mark.parametrize(("amulets", "asked"), [(0, False), (2, False), (3, True), (5, True)])
def test_with_too_few_amulets_nobody_is_asked(amulets: int, asked: bool) -> None:
    table = before_a_fight(amulets={"red": amulets}, hands={"red": "2 3 4"}, trays={"red": "6"})
    assert (table.phase == "exchange") == asked


@rule("EK-052", "EK-053")
def test_all_cards_in_hand_are_replaced_and_the_tray_is_not() -> None:
    table = before_a_fight(amulets={"red": 5}, hands={"red": "1 1 2"}, trays={"red": "6"})
    pile = table.state.to_dict()["draw_pile"]
    table.by("red", "exchange")
    saved = table.state.to_dict()
    assert len(table.hand("red")) == 3
    assert table.tray("red") == [6]
    assert saved["players"][0]["given_up"] == counted([1, 1, 2])
    drawn = counted(table.hand("red"))
    assert [before - after for before, after in zip(pile, saved["draw_pile"])] == drawn
    assert table.now["piles"]["discard"] == 3
    assert table.now["piles"]["draw"] == sum(pile) - 3


@rule("EK-053")
def test_the_new_cards_are_drawn_at_random_from_the_draw_pile_only() -> None:
    """With only sixes in the draw pile but for one card, an exchanged card never comes back."""
    table = before_a_fight(amulets={"red": 4}, hands={"red": "1 1 1 1"})
    seen: Counter[int] = Counter()
    for seed in range(200):
        trial = table.copy()
        trial.state.reseed(seed)
        trial.by("red", "exchange")
        seen.update(trial.hand("red"))
    assert set(seen) == {1, 2, 3, 4, 5, 6}
    assert seen[1] < seen[6], "the four ones are on the discard pile"


@rule("EK-054", "EK-055")
def test_who_has_stopped_does_not_begin_again() -> None:
    table = before_a_fight(
        amulets={"red": 5, "blue": 5}, hands={"red": "2", "blue": "3"}, trays={"red": "4 5 6", "blue": "4 5 6"}
    )
    table.by("red", "exchange", "exchange", "stop")
    table.by("blue", "exchange", "stop")
    assert table.phase == "cards"
    assert table.amulets("red") == 3 and table.amulets("blue") == 4
    for colour in ("red", "blue"):
        assert table.refused(colour, "exchange", because="EK-054")
        assert table.refused(colour, "stop", because="EK-054")


@rule("EK-056")
def test_spent_amulets_never_come_back() -> None:
    for seed in range(4):
        for before, _, _, events, after in random_game(4, seed):
            exchanged = {event.data["seat"]: event.data["count"] for event in events if event.kind == "exchanged"}
            for seat in range(4):
                assert after.amulets[seat] == before.amulets[seat] - exchanged.get(seat, 0)


@rule("EK-057")
def test_the_act_is_public_and_the_values_are_not() -> None:
    table = before_a_fight(amulets={"red": 4})
    worlds = []
    for seed in (1, 2, 3):
        trial = table.copy()
        trial.state.reseed(seed)
        trial.by("red", "exchange")
        worlds.append(trial)
        assert trial.happened("exchanged", seat=1) == [{"seat": 0, "count": 4}]
        assert trial.happened("exchanged", seat=-1) == [{"seat": 0, "count": 4}]
        assert trial.happened("exchanged_mine", seat=1) == []
        mine = trial.happened("exchanged_mine", seat=0)
        assert mine == [{"count": 4, "given": [2, 3, 4, 5], "drawn": trial.hand("red")}]
    assert len({tuple(world.hand("red")) for world in worlds}) > 1
    for viewer in (1, 2, -1):
        assert len({str(world.view(viewer)) for world in worlds}) == 1


@rule("EK-057", "EK-064")
def test_the_discards_are_known_to_who_gave_them_up() -> None:
    table = before_a_fight(amulets={"red": 4})
    table.by("red", "exchange")
    assert table.view(0)["piles"]["discard_known"] == counted([2, 3, 4, 5])
    assert table.view(1)["piles"]["discard_known"] == [0] * 6
    assert table.view(1)["players"][0]["given_up"] == 4
    assert table.view(1)["players"][0]["given_up_cards"] is None


@rule("EK-057", "EK-064")
def test_a_hand_that_everybody_knew_is_known_among_the_discards() -> None:
    table = before_a_fight(amulets={"red": 4}, known=("red",))
    assert table.view(1)["players"][0]["known"] == [2, 3, 4, 5]
    table.by("red", "exchange")
    assert table.view(1)["players"][0]["known"] == []
    assert table.view(1)["piles"]["discard_known"] == counted([2, 3, 4, 5])
    assert table.view(-1)["piles"]["discard_known"] == counted([2, 3, 4, 5])


@rule("EK-058")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_with_five_amulets_the_draw_pile_never_runs_out(seats: int) -> None:
    assert 54 - 4 * seats >= 5 * seats
    for _, _, _, _, after in random_game(seats, 1):
        piles = after.view(-1)["piles"]
        assert 0 <= piles["draw"] == 54 - 4 * seats - piles["discard"]


@rule("EK-058")
def test_an_exhausted_draw_pile_is_filled_with_the_discards() -> None:
    """A set with nine amulets each: six players give up eight cards each, and 30 cards of the draw pile do not suffice."""
    game = game_with(players={"amulets": 9})
    table = position(
        seats=6,
        game=game,
        fields="A 1 grass; B 1 grass; C 1 grass",
        amulets=dict.fromkeys(COLOURS, 9),
    )
    table.deploy(red="A", blue="A", yellow="B", green="B", black="C", white="C")
    left = [table.now["piles"]["draw"]]
    for _ in range(3):
        for _ in range(2):
            colour = table.caller
            for _ in range(2):
                table.by(colour, "exchange")
                left.append(table.now["piles"]["draw"])
                assert table.now["piles"]["draw"] + table.now["piles"]["discard"] == 30
        battle = table.now["battle"]
        table.fight(table.hand(COLOURS[battle["initiator"]])[0], table.hand(COLOURS[battle["opponent"]])[0])
    assert left[:8] == [30, 26, 22, 18, 14, 10, 6, 2]
    assert left[8] == 30, "the last two cards and two of the 32 discards were drawn; the other 30 are the new pile"
    saved = table.state.to_dict()
    piles = [saved["draw_pile"], saved["discards"]]
    for player in saved["players"]:
        piles += [player["hand"], player["tray"], player["given_up"]]
    assert [sum(counts) for counts in zip(*piles)] == [9] * 6
