"""Set-up, goods and supply (OD-001 to OD-024) and what runs out (OD-223 to OD-226)."""

import pytest

from skali.core.options import OptionError
from skali.games.odin import OdinOptions, boards, items, naming, phases, supply
from skali.kit.rule import rule
from tests.games.odin.given import GAME, after_phase, table


@rule("OD-001", "OD-211")
def test_one_to_four_players_in_six_or_seven_rounds():
    for seats in (1, 2, 3, 4):
        assert int(GAME.start(seats, 1).rounds()) == 7
        assert int(GAME.start(seats, 1, OdinOptions(length="short")).rounds()) == 6
    with pytest.raises(OptionError):
        GAME.start(5, 1)


@rule("OD-002")
@pytest.mark.parametrize("decks", ["A", "B", "C", "AB", "AC", "BC", "ABC"])
def test_only_cards_of_the_chosen_decks_are_in_play(decks):
    tables = GAME.tables
    for seats in (1, 4):
        state = GAME.start(seats, 1, OdinOptions(decks=decks))
        for card, place in enumerate(state.cards):
            assert (place == phases.OUT) == (tables.card_decks[card] not in decks)
        for seat in range(seats):
            (number,) = state.view(seat)["players"][seat]["hand"]
            card = tables.card(number)
            assert int(tables.starting[card]) and tables.card_decks[card] in decks
        assert GAME.load(state.to_dict()).digest() == state.digest()
    assert [tables.card_decks.count(deck) for deck in "ABC"] == [72, 59, 59]
    with pytest.raises(OptionError):
        OdinOptions.parse({"decks": "D"})


@rule("OD-220")
@pytest.mark.parametrize(("decks", "cards"), [("A", 15), ("BC", 30), ("ABC", 45)])
def test_a_solo_player_may_choose_any_starting_card_of_the_decks(decks, cards):
    state = GAME.start(1, 3, OdinOptions(decks=decks, solo_start="choose"))
    offered = [GAME.moves.show(move).removeprefix("play ") for move in state.legal_moves(0)]
    assert len(offered) == cards and all(number[-1] in decks.lower() for number in offered)


@rule("OD-003")
def test_there_are_61_spaces_in_four_columns():
    columns = [int(column) for column in GAME.tables.column]
    assert [columns.count(number) for number in (1, 2, 3, 4)] == [18, 18, 16, 9]


@rule("OD-004")
def test_imitation_spaces_only_with_four_players_on_random_sides():
    for seats in (1, 2, 3):
        assert GAME.start(seats, 3).view(0)["imitation"] == []
    seen = set()
    for seed in range(40):
        columns = [each["column"] for each in GAME.start(4, seed).view(0)["imitation"]]
        assert columns[0] in (1, 2) and columns[1] in (3, 4) and len(columns) == 2
        seen |= set(columns)
    assert seen == {1, 2, 3, 4}


@rule("OD-005", "OD-024")
def test_fifteen_special_tiles_lie_open_and_count_as_blue():
    there = table()
    assert len(there.view(1)["oval"]) == 15
    assert all(boards.colour(naming.ITEM_NAMES.index(name)) == 3 for name in there.view(1)["oval"])
    there.give(silver=9, knarr=1).plays_all("send special_sale", "take belt", "stop")
    assert "belt" not in there.view(1)["oval"] and there.has("belt") == 1


@rule("OD-006", "OD-017", "OD-225")
def test_ships_and_goods_never_run_out():
    there = table(4)
    for seat in range(4):
        there.state.active = seat
        there.give(seat, silver=40)
        for _ in range(4):
            there.plays("buy knarr")
    assert sum(there.has("knarr", seat) for seat in range(4)) == 16
    there.state.active = 0
    there.give(oil=200, knarr=1, silver=3)
    there.plays_all("send upgrade_2", "upgrade oil")  # the first oil was the only choice
    assert there.has("oil") == 198 and there.has("rune_stone") == 2


@rule("OD-007", "OD-223")
def test_buildings_are_limited():
    there = table(3)
    there.owns("shed", "shed", "shed", seat=1)
    there.give(wood=9)
    assert there.refuses("send build_shed", because="OD-223")
    assert GAME.tables.building_count == [3, 3, 5]
    there = table(3)
    there.owns("shed", "shed", seat=1).give(wood=9)
    there.plays("send build_shed")
    assert there.view(0)["buildings_left"]["shed"] == 0


@rule("OD-008", "OD-010", "OD-036")
def test_everybody_starts_with_a_card_three_weapons_and_mead():
    for seats in (1, 2, 3, 4):
        state = GAME.start(seats, 5)
        for seat in range(seats):
            assert state.get(seat, items.HAND) == 1
            held = [int(state.get(seat, items.BOW + kind)) for kind in range(4)]
            assert sum(held) == 4 and all(held[kind] >= 1 for kind in range(3))  # one more from phase 4
            supply_shown = state.view(seat)["players"][seat]["items"]
            assert supply_shown["mead"] == 1
            assert not set(supply_shown) & {
                "silver",
                "wood",
                "stone",
                "ore",
                "sheep",
                "cattle",
                "whaling_boat",
                "knarr",
            }
            assert int(GAME.tables.starting[GAME.tables.card(state.view(seat)["players"][seat]["hand"][0])])
        pile = sum(int(state.counts[items.PILE + kind]) for kind in range(4))
        assert pile == 47 - 4 * seats and sum(int(state.counts[items.DISCARD + kind]) for kind in range(4)) == 0
        assert sum(place == phases.IN_PILE for place in state.cards) == 57


@rule("OD-009")
def test_starting_cards_that_were_not_dealt_never_come():
    there = table(2)
    undealt = sum(place == phases.UNDEALT for place in there.state.cards)
    assert undealt == 15
    for _ in range(60):
        supply.draw_occupation(there.state, 0, None)
    hand = there.view(0)["players"][0]["hand"]
    assert len(hand) == 57 and not any(int(GAME.tables.starting[GAME.tables.card(number)]) for number in hand)


@rule("OD-011", "OD-027", "EX-OD-01", "OD-214", "OD-215", "EX-OD-46")
def test_vikings_of_a_round():
    for seats in (1, 2):
        for length, first in (("long", 6), ("short", 7)):
            there = table(seats, length=length)
            for round in range(1, int(there.state.rounds()) + 1):
                there.state.round = round
                after_phase(there, 1)
                for seat in range(seats):
                    assert there.state.get(seat, items.THING) == first + round - 1
    there = table(round=4)
    after_phase(there, 1)
    assert there.state.get(0, items.THING) == 9 and 12 - int(there.state.vikings()) == 3


@rule("OD-012")
def test_two_strips_lie_open_three_with_four_players():
    for seats, open_strips in ((1, 2), (2, 2), (3, 2), (4, 3)):
        state = GAME.start(seats, 9)
        left = [int(state.counts[items.STRIP_LEFT + strip]) for strip in range(8)]
        assert sorted(left) == [0] * (8 - open_strips) + [7] * open_strips
        assert state.view(0)["strips_left"] == 8 - open_strips


@rule("OD-013", "OD-015")
def test_exploration_boards_show_their_front_without_silver_in_round_one():
    view = GAME.start(3, 2).view(0)
    assert view["round"] == 1
    assert [each["board"] for each in view["exploration"]] == ["shetland", "faroe_islands", "iceland", "greenland"]
    assert all(each["silver"] == 0 and each["owner"] is None for each in view["exploration"])


@rule("OD-014")
def test_the_start_player_is_drawn():
    assert {GAME.start(4, seed).view(0)["starter"] for seed in range(30)} == {0, 1, 2, 3}
    assert {GAME.start(1, seed).view(0)["starter"] for seed in range(9)} == {0}


@rule("OD-016", "OD-128")
def test_goods_of_one_size_form_a_ladder():
    there = table(1).give(peas=1, stockfish=1, wool=1, sheep=1, cattle=1)
    there.plays_all("send upgrade_4", "upgrade peas", "upgrade stockfish", "upgrade wool", "upgrade sheep")
    assert [there.has(name) for name in ("mead", "hide", "chest", "fur")] == [1, 1, 1, 1]
    sizes = {(int(GAME.tables.long_side[good]), int(GAME.tables.short_side[good])) for good in range(32)}
    assert len(sizes) == 8


@rule("OD-018")
def test_holdings_are_open_and_hands_are_secret():
    there = table(2, hand=("22A",)).give(silver=7, knarr=2).plays_cards("43A")
    seen = there.view(1)["players"][0]
    assert seen["items"]["silver"] == 7 and seen["items"]["knarr"] == 2 and seen["played"] == ["43A"]
    assert seen["hand"] is None and seen["hand_size"] == 1
    assert there.view(0)["players"][0]["hand"] == ["22A"]
    assert there.view(-1)["players"][0]["hand"] is None


@rule("OD-019", "OD-086", "EX-OD-51", "OD-094")
def test_what_is_placed_is_gone_and_covers_minus_cells():
    there = table(2).give(fur=1, silver=1, knarr=1)
    before = there.score(0)
    there.places("fur", "shape 1", "at 0,0")
    assert there.score(0) == before + 8
    assert there.has("fur") == 0
    assert there.refuses("put fur", because="OD-019")
    there.give(oil=1).plays("send overseas_trading_1")
    assert there.offers() == ["trade oil", "stop"] or there.offers("trade oil")
    assert not there.offers("trade fur")


@rule("OD-020", "OD-021")
def test_animals_may_be_spent_pregnant_or_not():
    there = table(2).plays_cards("48A").give(cattle=1, pregnant_cattle=1)
    assert there.offers("exchange 48A way 1") and there.offers("exchange 48A way 2")
    there.plays("exchange 48A way 2")
    assert (there.has("cattle"), there.has("pregnant_cattle"), there.has("jewelry")) == (1, 0, 1)
    there.give(silver=1).plays("send buy_sheep")
    assert (there.has("sheep"), there.has("pregnant_sheep")) == (1, 0)


@rule("OD-022", "OD-093", "OD-263")
def test_silver_is_a_number_and_is_placed_cell_by_cell():
    there = table(2).give(silver=3)
    there.places("silver", "at 0,0")
    assert there.has("silver") == 2
    assert "1×1" not in str(there.offers())
    assert there.view(0)["players"][0]["boards"][0]["covered"][0][:2] == [0, -1]


@rule("OD-023")
def test_there_is_no_move_to_give_or_discard():
    kinds = {kind.name for kind in GAME.moves.kinds}
    assert not kinds & {"give", "discard", "lend"}
    there = table(2).give(silver=5, oil=2)
    for move in there.offers():
        twin = table(2).give(silver=5, oil=2)
        twin.plays(move)
        assert all(twin.has(name, 1) <= there.has(name, 1) + 1 for name in ("silver", "oil"))


@rule("OD-224")
def test_a_taken_tile_or_board_is_gone_for_everybody():
    there = table(2).give(1, helmet=1).give(silver=9, knarr=1)
    there.plays("send special_sale")
    assert there.refuses("take helmet", because="OD-224")
    there = table(2).give(whaling_boat=1)
    there.owns("shetland", seat=1)
    there.plays("send explore_1")
    assert there.view(0)["exploration"][1]["owner"] == 0  # the Faroe Islands were the only choice


@rule("OD-226")
def test_full_boards_free_nothing():
    there = table(2).give(silver=150)
    grid = GAME.tables.grids
    cells = [(row, column) for row in range(12) for column in range(13) if int(grid.cells[row]) >> column & 1]
    there.cover("home", cells)
    assert there.has("silver") == 150 and there.refuses("put silver", because="OD-088")
    assert int(there.state.counts[items.OVAL]) == 1
