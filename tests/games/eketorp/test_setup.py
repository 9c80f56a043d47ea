"""Components and setup (EK-001 to EK-017)."""

from collections import Counter

import pytest

from skali.core import ComponentError, Components, OptionError
from skali.games.eketorp import Eketorp
from skali.kit.rule import rule
from tests.games.eketorp.given import (
    BRICKS,
    COLOURS,
    ENGINES,
    FIELDS,
    GAME,
    VIKINGS,
    find,
    game_with,
    position,
    random_game,
    start,
)

SIZES = (3, 4, 5, 6)

CARDS = """
K01 | A g2   | B b2+1 | C g1+1 | D b2   |        | F c1 |
K02 | A b1+1 | B g2+1 | C b2   | D b1   | E g1   | F c1 |
K03 | A g2+1 | B g2   | C b2+1 | D b1   |        | F c1 |
K04 | A b2   | B g1+1 | C b1+1 | D g3   |        | F c2 |
K05 | A g3   | B g1+1 | C g1   | D b2+1 | E b1   | F c1 |
K06 | A b2+1 | B b2   | C g2   | D g1+1 | E g1   | F c1 |
K07 | A g2   | B b2+1 | C g2+1 | D b1   |        | F c1 | G s1
K08 | A g2+1 | B g2   | C g1   | D b1+1 | E b1   | F c1 | G s1
K09 | A b1   | B g3+1 | C b2+1 | D g1   |        |      | G s1
K10 | A g1   | B b2+1 | C g2+1 | D g1   | E b1   |      | G s1
K11 | A g2+1 | B b2+1 |        | D g2   |        | F c2 | G s1
K12 | A b1+1 | B g2   | C b1   | D g2+1 |        | F c1 | G s1
"""
LETTERS = {"g": "grass", "b": "wood", "c": "clay", "s": "stone"}


def printed_cards() -> dict[str, dict[str, tuple[str, int, int]]]:
    """By card and field: the kind of brick, how many always, how many more with 5 or 6 players."""
    cards: dict[str, dict[str, tuple[str, int, int]]] = {}
    for line in CARDS.strip().splitlines():
        name, *entries = [part.strip() for part in line.split("|")]
        cards[name] = {}
        for entry in filter(None, entries):
            letter, bricks = entry.split()
            always, _, more = bricks[1:].partition("+")
            cards[name][letter] = (LETTERS[bricks[0]], int(always), int(more or 0))
    return cards


@rule("EK-001")
@pytest.mark.parametrize("seats", SIZES)
def test_three_to_six_can_play(seats: int) -> None:
    table = start(seats)
    assert table.awaits == list(range(seats))
    assert len(table.now["players"]) == seats


@rule("EK-001", "EK-112")
@pytest.mark.parametrize("seats", [0, 1, 2, 7])
def test_no_other_number_can(seats: int) -> None:
    with pytest.raises(OptionError):
        GAME.start(seats, 1)


@rule("EK-001")
def test_next_is_clockwise_round_the_table() -> None:
    """With yellow as start player the calls go yellow, green, red, blue."""
    table = position(start="yellow", fields="A 1 grass")
    table.deploy(red="A A A", blue="A A A", yellow="A A A", green="A A A")
    order = []
    for _ in range(5):
        order.append(table.caller)
        table.by(table.caller, table.offered(table.caller)[0])
        battle = table.now["battle"]
        hands = [table.hand(COLOURS[battle[side]]) for side in ("initiator", "opponent")]
        table.fight(max(hands[0]), min(hands[1]))
    assert order == ["yellow", "green", "red", "blue", "yellow"]


@rule("EK-002")
def test_the_board() -> None:
    view = start(6).now
    assert [field["field"] for field in view["fields"]] == list(FIELDS)
    assert len(view["hospital"]) == 4
    assert len(view["castles"]) == 6
    for castle in view["castles"]:
        assert len(castle["sites"]) == 6
        assert [field["engine"] for field in castle["siege_fields"]] == list(ENGINES)


@rule("EK-003")
@pytest.mark.parametrize(("engine", "sites"), [("catapult", [1, 2]), ("boat", [3, 4]), ("ram", [5, 6])])
def test_each_siege_field_adjoins_two_sites(engine: str, sites: list[int]) -> None:
    castle = "; ".join(f"{site} grass" for site in range(1, 7))
    table = position(castles={"blue": castle}, hands={"red": "6 6 6 6"})
    table.deploy(red=f"blue {engine}", blue="A A A A A A")
    table.calls("red", f"blue {engine}")
    table.fight(6, 2)
    assert table.now["battle"]["sites"] == sites
    table.by("red", "loot 1 and 1")
    left = [site for site, stack in enumerate(table.castle("blue"), 1) if stack]
    assert left == [site for site in range(1, 7) if site not in sites]


@rule("EK-003")
def test_a_set_whose_siege_fields_share_a_site_is_refused() -> None:
    data = dict(GAME.components.data)
    data["siege_field"] = [dict(item) for item in data["siege_field"]]
    data["siege_field"][1]["sites"] = [2, 3]
    with pytest.raises(ComponentError, match="EK-003"):
        Eketorp(Components("changed", data))


@rule("EK-004", "EK-012")
@pytest.mark.parametrize("seats", SIZES)
def test_all_bricks_begin_in_the_supply(seats: int) -> None:
    """Before the first decision the bricks of the first card have left it; nothing lies in a castle."""
    for seed in range(5):
        view = start(seats, seed).now
        found = Counter(view["supply"])
        for field in view["fields"]:
            if field["brick"]:
                found[field["brick"]] += field["bricks"]
        assert found == Counter(BRICKS)
        assert sum(BRICKS.values()) == 112
        assert all(not stack for castle in view["castles"] for stack in castle["sites"])


@rule("EK-004")
def test_the_values_of_the_bricks() -> None:
    for kind, value in {"grass": 1, "wood": 2, "clay": 3, "stone": 4}.items():
        assert position(castles={"red": f"1 {kind}"}).points("red") == value


@rule("EK-005", "EK-013")
@pytest.mark.parametrize("seats", SIZES)
def test_nine_cards_of_each_value_and_four_for_each_player(seats: int) -> None:
    table = start(seats, 3)
    saved = table.state.to_dict()
    hands = [player["hand"] for player in saved["players"]]
    assert [sum(counts) for counts in zip(saved["draw_pile"], *hands)] == [9] * 6
    assert all(sum(hand) == 4 for hand in hands)
    assert table.now["piles"]["draw"] == 54 - 4 * seats
    assert table.now["piles"]["discard"] == 0
    assert all(player["tray"] == [] for player in table.now["players"])


@rule("EK-005")
def test_cards_of_equal_value_are_interchangeable() -> None:
    """Three equal cards are one choice."""
    table = position(fields="A 1 grass", hands={"red": "5 5 5 2"})
    table.deploy(red="A", blue="A")
    assert table.offered("red") == ["card 2", "card 5"]


@rule("EK-013")
def test_a_hand_is_seen_by_its_owner_only() -> None:
    state = start(4, 3).state
    for viewer in (0, 1, 2, 3, -1):
        for player in state.view(viewer)["players"]:
            if player["seat"] == viewer:
                assert len(player["hand"]) == 4
            else:
                assert player["hand"] is None and player["known"] == []
            assert player["hand_size"] == 4


@rule("EK-006")
def test_the_twelve_material_cards_are_those_of_the_data() -> None:
    tables = GAME.tables
    expected = printed_cards()
    assert tables.names == list(expected)
    for number, fields in enumerate(expected.values()):
        for at, letter in enumerate(FIELDS):
            kind, always, more = fields.get(letter, ("", 0, 0))
            assert (tables.few[number] >> (6 * at)) & 63 == always
            assert (tables.many[number] >> (6 * at)) & 63 == always + more
            assert (tables.kinds[number] >> (3 * at)) & 7 == (list(BRICKS).index(kind) + 1 if kind else 0)
    contents = [(tables.few[number], tables.many[number], tables.kinds[number]) for number in range(12)]
    assert len(set(contents)) == 12


@rule("EK-006")
def test_another_number_of_cards_is_refused() -> None:
    data = dict(GAME.components.data)
    data["material_card"] = data["material_card"][:11]
    with pytest.raises(ComponentError, match="EK-006"):
        Eketorp(Components("changed", data))


@rule("EK-007")
@pytest.mark.parametrize(("card", "field", "kind"), [(0, "F", "grass"), (2, "G", "clay"), (3, "A", "stone")])
def test_cards_that_could_mix_kinds_are_refused(card: int, field: str, kind: str) -> None:
    """Clay and stone stay lying, so another kind may never come to where they can lie."""
    data = dict(GAME.components.data)
    data["material_card"] = [dict(item) for item in data["material_card"]]
    data["material_card"][card][field] = {"brick": kind, "bricks": 1, "marked": 0}
    with pytest.raises(ComponentError, match="EK-007"):
        Eketorp(Components("changed", data))


@rule("EK-007")
def test_grass_and_wood_may_share_a_letter() -> None:
    """They never stay lying: A has grass on K01 and wood on K02, and no game mixes them."""
    for seed in range(3):
        for _, _, _, _, after in random_game(5, seed):
            for field in after.view(-1)["fields"]:
                assert (field["brick"] is None) == (field["bricks"] == 0)


@rule("EK-008")
@pytest.mark.parametrize("seats", SIZES)
def test_five_amulets_each(seats: int) -> None:
    assert [player["amulets"] for player in start(seats).now["players"]] == [5] * seats


@rule("EK-009")
@pytest.mark.parametrize("seats", SIZES)
def test_castles_go_by_the_seats(seats: int) -> None:
    table = start(seats)
    assert [castle["seat"] for castle in table.now["castles"]] == list(range(seats))
    for seat in range(seats):
        assert table.refuses(f"send to castle {seat} boat", because="EK-029", seat=seat)


@rule("EK-009")
def test_a_player_builds_on_his_own_castle() -> None:
    table = position(fields="A 2 grass")
    table.deploy(blue="A A")
    table.by("blue", "build grass on 1", "build grass on 1")
    assert table.castle("blue") == ["grass grass", "", "", "", "", ""]
    assert table.castle("red") == [""] * 6


@rule("EK-010")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_castles_without_an_owner_are_out_of_play(seats: int) -> None:
    table = start(seats)
    assert len(table.now["castles"]) == seats
    for castle in range(seats, 6):
        for engine in ENGINES:
            assert table.refuses(f"send to castle {castle} {engine}", because="EK-010", seat=0)


@rule("EK-010")
def test_nor_is_there_a_battle_at_one() -> None:
    table = position(seats=3, fields="A 1 grass; B 1 grass")
    table.deploy(red="A B", blue="A B")
    assert table.refused("red", "call at green ram", because="EK-010")


@rule("EK-011", "EX-EK-01")
@pytest.mark.parametrize("seats", SIZES)
def test_vikings_amulets_and_cards(seats: int) -> None:
    table = start(seats)
    for castle, player in zip(table.now["castles"], table.now["players"]):
        assert castle["home"] == {3: 8, 4: 6, 5: 6, 6: 5}[seats] == VIKINGS[seats]
        assert player["amulets"] == 5
        assert player["hand_size"] == 4
    assert table.now["hospital"] == [[0] * seats] * 4
    assert table.now["piles"]["draw"] == {3: 42, 4: 38, 5: 34, 6: 30}[seats]


@rule("EK-014")
def test_no_opening_hand_is_weak() -> None:
    shown = 0
    for seats in SIZES:
        for seed in range(60):
            table = start(seats, seed)
            for seat in range(seats):
                assert max(table.hand(COLOURS[seat])) >= 4
            shown += len(table.now["piles"]["weak_hands"])
    assert shown > 30


@rule("EX-EK-02", "EK-014")
def test_three_is_weak_and_four_is_not() -> None:
    """{1,2,3,3} is dealt anew, {1,1,2,4} is kept."""
    redealt = kept = False
    for seed in range(6000):
        table = start(6, seed)
        redealt = redealt or any(hand["cards"] == [1, 2, 3, 3] for hand in table.now["piles"]["weak_hands"])
        kept = kept or any(table.hand(colour) == [1, 1, 2, 4] for colour in COLOURS)
        assert not any(max(hand["cards"]) > 3 for hand in table.now["piles"]["weak_hands"])
        if redealt and kept:
            return
    raise AssertionError(f"redealt: {redealt}, kept: {kept}")


@rule("EK-014")
def test_only_the_opening_deal_is_repaired() -> None:
    """Cards drawn for amulets may all be low."""
    table = position(fields="A 1 grass", amulets={"red": 4})
    table.deploy(red="A", blue="A")
    for seed in range(300):
        trial = table.copy()
        trial.state.reseed(seed)
        trial.by("red", "exchange")
        if max(trial.hand("red")) <= 3:
            return
    raise AssertionError("no exchange brought low cards")


@rule("EK-015")
def test_weak_hands_are_shown_and_then_shuffled_in() -> None:
    """Everybody sees them; afterwards they lie in the draw pile, which is complete again."""
    found = 0
    for seed in range(200):
        table = start(6, seed)
        weak = table.now["piles"]["weak_hands"]
        returned = Counter(value for hand in weak for value in hand["cards"])
        for viewer in (0, 3, -1):
            piles = table.view(viewer)["piles"]
            assert piles["weak_hands"] == weak
            assert piles["draw_known"] == [returned[value] for value in range(1, 7)]
        draw_pile = table.state.to_dict()["draw_pile"]
        assert all(draw_pile[value - 1] >= returned[value] for value in returned)
        assert table.now["piles"]["draw"] == 30
        found += len(weak)
    assert found > 20


@rule("EK-015", "EK-017")
def test_players_are_served_one_after_the_other_from_the_start_player() -> None:
    several = 0
    for seed in range(300):
        view = start(6, seed).now
        order = [(hand["seat"] - view["start_player"]) % 6 for hand in view["piles"]["weak_hands"]]
        assert order == sorted(order)
        several += len(set(order)) > 1
    assert several > 5


@rule("EK-015")
def test_the_draw_pile_suffices_for_every_redeal() -> None:
    """27 low cards make at most six weak hands; with six valid ones that is 48 of 54 cards."""
    assert 27 // 4 * 4 + 6 * 4 <= 54


@rule("EK-016")
def test_two_of_twelve_cards_are_never_seen() -> None:
    for seed in range(3):
        view = start(4, seed).now
        assert view["material"]["removed"] == 2
        assert view["material"]["left"] == 9
    table = find(lambda state: state.is_over() and state.round == 10)
    assert len(table.now["material"]["turned"]) == 10
    assert table.now["material"]["left"] == 0
    assert len(set(table.now["material"]["turned"])) == 10


@rule("EK-016")
def test_the_material_cards_are_shuffled() -> None:
    first = Counter(start(3, seed).now["material"]["card"] for seed in range(600))
    assert set(first) == set(GAME.tables.names)
    assert all(20 <= count <= 90 for count in first.values()), first


@rule("EK-017")
@pytest.mark.parametrize("seats", SIZES)
def test_every_seat_may_be_the_first_start_player(seats: int) -> None:
    starters = Counter(start(seats, seed).now["start_player"] for seed in range(120 * seats))
    assert set(starters) == set(range(seats))
    assert all(80 <= count <= 165 for count in starters.values()), starters


@pytest.mark.parametrize(
    ("section", "fields"),
    [
        ("players", {"amulets": 10}),
        ("players", {"vikings_6": 6}),
        ("bricks", {"clay": 40}),
        ("battle_cards", {"copies": 8}),
        ("rounds", {"rounds": 12}),
    ],
)
def test_a_set_that_cannot_be_played_is_refused(section: str, fields: dict[str, int]) -> None:
    with pytest.raises(ComponentError, match=section):
        game_with(**{section: fields})


@pytest.mark.parametrize(
    "entry",
    [
        {"brick": "gold", "bricks": 1, "marked": 0},
        {"brick": "grass", "bricks": -1, "marked": 0},
        {"brick": "grass", "bricks": 0, "marked": 0},
        {"brick": "grass", "bricks": True, "marked": 0},
        {"brick": "grass", "bricks": 2},
        3,
    ],
)
def test_a_field_of_a_card_must_make_sense(entry: object) -> None:
    data = dict(GAME.components.data)
    data["material_card"] = [dict(item) for item in data["material_card"]]
    data["material_card"][4]["A"] = entry
    with pytest.raises(ComponentError, match="number 5: 'A'"):
        Eketorp(Components("changed", data))
