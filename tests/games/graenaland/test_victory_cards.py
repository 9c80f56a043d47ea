"""Victory cards, claims and the five-player grant (GR-234 to GR-258)."""

from typing import Any

import pytest

from skali.core import Event, Rng
from skali.kit.rule import rule
from skali.kit.table import Table
from tests.games.graenaland.given import (
    GAME,
    VICTORY_CARDS,
    Given,
    builds,
    everybody_passes,
    everybody_stays,
    given,
    hand,
    phase,
    player,
    start,
    territory,
)


def points(table: Table, seat: int) -> int:
    return table.score(seat)


def with_cards(seats: int = 4, **options: Any) -> Given:
    return given(seats, victory="cards", **options)


def strong(position: Given, seat: int, name: str, army: int) -> Given:
    """Eight villages in one territory and none elsewhere: with V01 they give 2 + 0 + 3 points; the army gives the rest."""
    for row in position.data["villages"]:
        row[seat] = 0
    position.data["villages"][position.site(name)][seat] = 8
    return position.army(seat, army)


# Cards


@rule("GR-234")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_three_cards_are_dealt_to_each(seats: int) -> None:
    table = start(seats, victory="cards")
    assert phase(table) == "victory_card"
    dealt = [table.view(seat)["victory"]["dealt"] for seat in range(seats)]
    assert all(len(cards) == 3 for cards in dealt)
    assert len({card for cards in dealt for card in cards}) == 3 * seats
    assert start(seats, start="free", victory="cards").view(0)["phase"] == "start_place", "after the start positions"


@rule("GR-235")
def test_each_keeps_one_in_secret_at_the_same_time() -> None:
    table = start(4, victory="cards")
    assert table.awaits == [0, 1, 2, 3]
    dealt = table.view(2)["victory"]["dealt"]
    assert table.offers(seat=2) == [f"keep {card}" for card in dealt]
    foreign = next(card for card in VICTORY_CARDS if card not in dealt)
    assert table.refuses(f"keep {foreign}", because="GR-235", seat=2)
    before = [table.view(viewer) for viewer in (0, 1, 3, -1)]
    table.plays(f"keep {dealt[1]}", seat=2)
    assert [table.view(viewer) for viewer in (0, 1, 3, -1)] == before
    assert list(table.view(2)["victory"]["cards"]) == ["2"]
    for seat in table.awaits:
        table.plays(table.offers(seat=seat)[0], seat=seat)
    assert phase(table) == "hero_orders"
    assert table.refuses(f"keep {dealt[0]}", because="GR-235", seat=table.awaits[0])


@rule("GR-236")
def test_a_kept_card_is_seen_by_its_owner_only() -> None:
    table = with_cards().keeps(1, "V07").orders()
    assert table.view(1)["victory"]["cards"]["1"]["id"] == "V07"
    for viewer in (0, 2, 3, -1):
        assert "1" not in table.view(viewer)["victory"]["cards"]
        assert "V07" not in str(table.view(viewer))
        assert all("levels" not in line.data and line.points == 0 for line in table.state.score_sheet(1, viewer))
    assert sum(line.summed for line in table.state.score_sheet(1, 1)) == 5


@rule("GR-237")
def test_five_columns_with_three_rising_thresholds() -> None:
    table = with_cards().keeps(0, "V01").orders()
    levels = table.view(0)["victory"]["cards"]["0"]["levels"]
    assert levels == {
        "colonies": [5, 7, 9],
        "territories": [3, 4, 5],
        "major": [4, 6, 8],
        "buildings": [2, 3, 4],
        "army": [3, 4, 5],
    }


def rulebook_player() -> Given:
    """8 colonies, 2 territories with two or more, 5 in one, 3 buildings, army 3."""
    position = with_cards().nobody_anywhere().keeps(0, "V01").army(0, 3)
    position = position.villages("F1", 3).building("keep", "F1", 0).building("church", "F1", 0).villages("I1", 1)
    position = position.building("keep", "I1", 0).villages("P1", 1).hero(0, "priest", "M1")
    return position.villages("P2", 0, 1, 1, 1)


@rule("GR-238", "EX-GR-14", "EX-GR-15")
def test_the_example_of_the_rulebook() -> None:
    table = rulebook_player().orders()
    assert player(table, 0)["standing"] == {"colonies": 8, "territories": 2, "major": 5, "buildings": 3, "army": 3}
    lines = {line.key: line.points for line in table.state.score_sheet(0, 0)}
    assert lines == {"colonies": 2, "territories": 0, "major": 1, "buildings": 2, "army": 1, "total": 6}


@rule("GR-239")
def test_shades_are_shown_and_change_nothing() -> None:
    table = with_cards().keeps(0, "V01").orders()
    assert table.view(0)["victory"]["cards"]["0"]["shades"] == {"territories": "dark", "colonies": "light"}
    counts = player(table, 0)["standing"]
    levels = table.view(0)["victory"]["cards"]["0"]["levels"]
    assert points(table, 0) == sum(counts[column] >= level for column in levels for level in levels[column])


# Claims


@rule("GR-240", "EX-GR-39")
def test_six_points_win_only_by_a_claim() -> None:
    """The leader reaches six points in his build phase: nothing happens; in the next window he may claim."""
    position = strong(with_cards().keeps(0, "V01"), 0, "P1", 2).hand(0, "grain 2 ore 1")
    table = position.build()
    assert points(table, 0) == 5
    table.plays("supply")
    table.plays("take grain/grain")
    table.plays("build army")
    assert points(table, 0) == 6 and table.view(-1)["winner"] is None
    table.plays("end")
    assert table.view(-1)["winner"] is None and table.view(-1)["leader"] == 1
    everybody_stays(table)
    everybody_passes(table)
    assert phase(table) == "claims" and table.awaits == [0]
    table.plays("plan", seat=0)
    table.plays("claim", seat=0)
    assert table.view(-1)["winner"] == 0


@rule("GR-241")
def test_everybody_may_claim_between_distribution_and_build() -> None:
    position = with_cards().leader(2)
    for seat, name, card in ((0, "P1", "V01"), (1, "F1", "V02"), (2, "F2", "V03"), (3, "P2", "V04")):
        strong(position.keeps(seat, card), seat, name, 5)
    table = position.claims()
    assert phase(table) == "claims"
    assert table.awaits == [0, 1, 2, 3], "the leader included"
    for seat in range(4):
        table.plays("no claim", seat=seat)
    assert phase(table) in ("menu", "supply_card") and table.awaits == [2]
    assert table.refuses("claim", because="GR-241")
    assert with_cards().orders().refuses("claim", because="GR-241", seat=1)


def planner(cards: str, army: int = 2) -> Table:
    """Seat 0 has five points by V01 and these cards; he is the only one who is asked."""
    return strong(with_cards().keeps(0, "V01"), 0, "P1", army).hand(0, cards).claims()


@rule("GR-242")
def test_a_plan_is_a_final_building_on_a_private_copy() -> None:
    table = planner("grain 4 ore 1 wood 2 cattle 2")
    assert table.awaits == [0]
    assert table.refuses("build army", because="GR-242", seat=0)
    table.plays("plan")
    offered = table.offers()
    assert offered == ["build village", "build hall", "build army", "withdraw"]
    for move in ("supply", "joint work", "take ore/ore"):
        assert table.refuses(move, because="GR-040")
    assert table.refuses("build road", because="GR-200")
    before = {viewer: table.view(viewer) for viewer in (1, 2, 3, -1)}
    barrier = table.state.barrier()
    table.plays("build army")
    assert table.state.barrier() == barrier
    assert {viewer: table.view(viewer) for viewer in before} == before
    assert player(table, 0)["army"] == 2 and hand(table, 0) == {"grain": 4, "ore": 1, "wood": 2, "cattle": 2}
    assert table.view(0)["plan"]["army"] == 3 and table.view(0)["plan"]["points"] == 6


@rule("GR-242")
def test_points_already_held_count_and_an_empty_plan_is_allowed() -> None:
    table = planner("", army=3)
    table.plays("plan")
    assert table.offers() == ["claim", "withdraw"]
    table.plays("claim")
    assert table.happened("claimed") == [{"seat": 0, "points": 6}]


@rule("GR-243")
def test_only_what_the_plan_proves_can_be_claimed() -> None:
    table = planner("grain 8 ore 2")
    table.plays("plan")
    assert table.refuses("claim", because="GR-243")
    table.plays("build army")
    assert table.offers("claim")
    table.plays("build army")
    assert table.view(0)["plan"]["points"] == 7
    table.plays("claim")
    assert table.happened("claimed", seat=3) == [{"seat": 0, "points": 7}]


@rule("GR-243")
def test_withdrawing_at_any_step_is_no_claim() -> None:
    for steps in ((), ("build village",), ("build army",)):
        table = planner("grain 4 ore 1 wood 3 cattle 3 gold 1")
        table.plays("plan")
        for step in steps:
            table.plays(step)
        assert table.offers("withdraw")
        table.plays("withdraw")
        assert table.happened("no_claims", seat=1) == [{}]
        assert phase(table) == "menu" and table.awaits == [0]
        assert hand(table, 0) == {"grain": 4, "ore": 1, "wood": 3, "cattle": 3, "gold": 1}


@rule("GR-258", "EX-GR-43")
def test_hopeless_claims_are_not_asked() -> None:
    """Four points; with 8 cards k = 2 and he is asked, with 5 cards k = 1 and he is not."""

    def position(cards: str) -> Given:
        made = with_cards().nobody_anywhere().keeps(0, "V01").army(0, 2).villages("P2", 0, 1, 1, 1)
        made = made.villages("F1", 3).building("keep", "F1", 0).villages("P1", 2).building("hall", "P1", 0)
        return made.hero(0, "minstrel", "M1").hand(0, cards)

    poor = position("grain 2 wood 1 ore 2").claims()
    assert points(poor, 0) == 4
    assert phase(poor) != "claims"
    table = position("grain 3 wood 2 ore 3").claims()
    assert phase(table) == "claims" and table.awaits == [0]
    table.plays("plan")
    table.plays("build army")
    if table.state.prompt(0).kind == "plan_unit":
        table.plays("recruit archers")
    assert table.view(0)["plan"]["points"] == 5
    assert not table.offers("claim")
    table.plays("build church")
    table.plays("at P1")
    assert table.view(0)["plan"]["points"] == 6
    table.plays("claim")
    assert table.view(-1)["winner"] == 0
    assert player(table, 0)["standing"] == {"colonies": 8, "territories": 2, "major": 4, "buildings": 3, "army": 3}


@rule("GR-258")
def test_a_supply_card_counts_as_two() -> None:
    """Four points, four resource cards and one supply card: k = 6 ÷ 3, and he is asked."""
    made = with_cards().nobody_anywhere().keeps(0, "V01").army(0, 2).villages("P2", 0, 1, 1, 1)
    made = made.villages("F1", 3).building("keep", "F1", 0).villages("P1", 2).building("hall", "P1", 0)
    table = made.hero(0, "minstrel", "M1").hand(0, "grain 2 wood 1 ore 1 grain/ore 1").claims()
    assert phase(table) == "claims" and table.awaits == [0]


@rule("GR-258", "GR-211")
@pytest.mark.parametrize("three", [True, False])
def test_of_three_players_the_first_free_building_is_not_counted(three: bool) -> None:
    """Nine colonies, five of them in P1: four points. Two free colonies add one; as two buildings, another where all count."""
    made = given(3, victory="cards", three_player_rules=three).nobody_anywhere().keeps(0, "V01")
    for name in made.data["island"]:
        made.villages(name, 5 if name == "P1" else 1, 1, 1)
    table = made.hand(0, "grain 2 wood 2 ore 2").claims()
    assert points(table, 0) == 4
    assert (phase(table) == "claims") is not three


@rule("GR-258")
def test_hopeless_answers_look_like_the_others() -> None:
    """Seats 0 and 1 could claim; nobody can see that 2 and 3 were answered for."""
    position = strong(strong(with_cards().keeps(0, "V01").keeps(1, "V02"), 0, "P1", 5), 1, "F1", 5)
    table = position.claims()
    assert table.awaits == [0, 1]
    for viewer in (-1, 0, 1):
        assert table.view(viewer)["awaiting"] == [0, 1, 2, 3]
    assert table.view(2)["awaiting"] == [0, 1, 3], "who was answered for knows that he cannot win"


@rule("GR-244")
def test_claims_are_secret_until_the_last_answer() -> None:
    position = strong(strong(with_cards().keeps(0, "V01").keeps(1, "V02"), 0, "P1", 5), 1, "F1", 5)
    table = position.claims()
    before = {viewer: table.view(viewer) for viewer in (1, 2, 3, -1)}
    table.plays("plan", seat=0)
    table.plays("claim", seat=0)
    assert table.events == []
    assert {viewer: table.view(viewer) for viewer in before} == before
    assert table.view(0)["plan"] == {"claimed": points(table, 0)}
    table.plays("no claim", seat=1)
    assert [event["seat"] for event in table.happened("claimed", seat=2)] == [0]


@rule("GR-245", "EX-GR-37")
@pytest.mark.parametrize(
    ("claims", "winner"), [({2: 6, 3: 7}, 3), ({0: 6, 1: 6}, 0), ({1: 7, 3: 7}, 1), ({3: 6, 1: 6}, 1)]
)
def test_the_highest_claim_wins_the_nearest_among_equals(claims: dict[int, int], winner: int) -> None:
    """Leader A, then B, C, D. With V01 to V04 and eight villages in one territory the army gives the points."""
    position = with_cards().nobody_anywhere()
    sites = ("P1", "F1", "F2", "P2")
    cards = ("V01", "V05", "V09", "V13")
    for seat in range(4):
        position.keeps(seat, cards[seat])
        strong(position, seat, sites[seat], 1)
    base = [points(position.orders(), seat) for seat in range(4)]
    for seat, wanted in claims.items():
        position.army(seat, 2 + wanted - base[seat])  # each of these cards has army 3 4 5
    table = position.claims()
    for seat in table.awaits:
        if seat in claims:
            table.plays("plan", seat=seat)
            table.plays("claim", seat=seat)
        else:
            table.plays("no claim", seat=seat)
    assert {event["seat"]: event["points"] for event in table.happened("claimed")} == claims
    assert table.view(-1)["winner"] == winner
    equal = len(set(claims.values())) == 1
    assert table.happened("claims_equal") == ([{"seat": winner}] if equal else [])


@rule("GR-246", "GR-247")
def test_the_winner_shows_his_card_and_builds_his_plan_first() -> None:
    position = strong(with_cards().keeps(0, "V01"), 0, "P1", 2).leader(2).hand(0, "grain 4 ore 1")
    for seat in (1, 2, 3):
        position.hand(seat, "grain 4 ore 1")
    table = position.claims()
    table.plays("plan", seat=0)
    table.plays("build army", seat=0)
    table.plays("claim", seat=0)
    assert table.happened("claim_won", seat=3) == [{"seat": 0, "card": "V01"}]
    assert table.view(3)["victory"]["cards"]["0"]["id"] == "V01"
    assert table.happened("recruits") == [{"seat": 0, "unit": "peasants"}]
    assert player(table, 0)["army"] == 3 and hand(table, 0) == {}
    builders = []
    while not table.state.is_over():
        builders += table.awaits
        assert table.refuses("supply", because="GR-200")
        table.plays("end")
    assert builders == [1, 2, 3], "the leader's ordinary build phase is not played"


@rule("GR-247")
def test_other_plans_are_dropped_unseen() -> None:
    position = strong(strong(with_cards().keeps(0, "V01").keeps(1, "V02"), 0, "P1", 5), 1, "F1", 5)
    table = position.hand(1, "grain 4 ore 1").claims()
    table.plays("plan", seat=0)
    table.plays("plan", seat=1)
    table.plays("build army", seat=1)
    table.plays("withdraw", seat=1)
    table.plays("claim", seat=0)
    assert player(table, 1)["army"] == 5 and hand(table, 1) == {"grain": 4, "ore": 1}
    assert table.state.to_dict()["plans"] == [[], [], [], []]


@rule("GR-248")
def test_the_others_are_ranked_by_points() -> None:
    position = strong(with_cards().nobody_anywhere().keeps(2, "V01"), 2, "P1", 5).army(1, 4)
    table = position.villages("F1", 0, 1).villages("F2", 1).villages("P2", 0, 0, 0, 1).claims()
    table.plays("plan", seat=2)
    table.plays("claim", seat=2)
    assert table.state.is_over()
    scores = [points(table, seat) for seat in range(4)]
    places = table.state.ranking()
    assert places[2] == 1
    assert places == [
        1 + sum(o == 2 or (o != s and scores[o] > scores[s]) for o in range(4) if s != 2) for s in range(4)
    ]
    assert places[0] == places[3] == 3 and places[1] == 2
    assert len(table.happened("card_revealed")) == 4
    assert sorted(table.view(-1)["victory"]["cards"]) == ["0", "1", "2", "3"]


@rule("GR-249")
def test_without_a_claim_the_build_phase_follows() -> None:
    table = planner("grain 4 ore 1", army=3)
    table.plays("no claim")
    assert table.happened("no_claims", seat=2) == [{}]
    assert table.view(2)["victory"]["revealed"] == [] and table.view(-1)["winner"] is None
    assert phase(table) == "menu" and table.awaits == [0]


# Five-player grant


def granting() -> Given:
    return given(5, grant=True).nobody_anywhere().villages("P1", 1).villages("F1", 0, 1).villages("P2", 0, 0, 1, 1, 1)


@rule("GR-250")
def test_a_grant_or_a_joint_work_once_a_turn() -> None:
    table = granting().hand(0, "grain 8 ore 2").build()
    assert table.offers("grant") and table.offers("joint work")
    table.plays("build army")
    table.plays("grant")
    table.plays("let 2 build")
    table.plays("decline")
    assert table.refuses("grant", because="GR-250")
    assert table.refuses("joint work", because="GR-250")
    other = granting().hand(0, "grain 8 ore 2").build()
    other.plays("joint work")
    other.plays("name road")
    other.plays("abandon")
    assert other.refuses("grant", because="GR-250")
    off = given(5).build()
    assert off.refuses("grant", because="GR-006")


@rule("GR-251")
def test_the_leader_names_another_player() -> None:
    table = granting().hand(0, "grain 4 ore 1").build()
    table.plays("grant")
    assert table.offers() == ["let 1 build", "let 2 build", "let 3 build", "let 4 build"]
    assert table.refuses("let 0 build", because="GR-251")
    table.plays("let 3 build")
    assert table.awaits == [3]
    assert table.happened("granted", seat=1) == [{"seat": 0, "to": 3}]


@rule("GR-252")
def test_one_project_of_any_kind_or_none() -> None:
    table = granting().hand(1, "grain 8 ore 5 wood 3 cattle 3").hand(0, "grain 4 ore 1").build()
    table.plays("grant")
    table.plays("let 1 build")
    assert table.offers() == [
        "build village",
        "build keep",
        "build church",
        "build hall",
        "build army",
        "build road",
        "build improvement",
        "build market",
        "build palisade",
        "decline",
    ]
    assert table.refuses("end", because="GR-252")
    assert table.refuses("joint work", because="GR-252")
    builds(table, "road", "F1")
    assert "road" in territory(table, "F1")["works"]
    assert table.awaits == [0] and phase(table) == "menu"


@rule("GR-253")
def test_he_pays_alone_without_markets_or_supply() -> None:
    position = granting().works("F1", "market").hand(0, "grain 4 ore 1")
    table = position.hand(1, "grain 4 wood 1").build()
    table.plays("grant")
    table.plays("let 1 build")
    assert not table.offers("build army"), "the market would be needed for the ore"
    assert table.view(1)["project"]["markets_left"] == 0
    assert table.refuses("supply", because="GR-253")


@rule("GR-254")
def test_the_opportunity_is_spent_whether_he_builds_or_not() -> None:
    for answer in ("decline", "build army"):
        table = granting().hand(0, "grain 4 ore 1").hand(2, "grain 4 ore 1").build()
        table.plays("grant")
        table.plays("let 2 build")
        table.plays(answer)
        assert table.refuses("grant", because="GR-250")
        assert table.awaits == [0]


@rule("GR-255")
def test_a_grant_wins_nobody_the_game() -> None:
    position = granting().villages("F2", 0, 4).villages("I2", 0, 4).army(1, 2).hand(1, "grain 4 ore 1")
    table = position.hand(0, "grain 4 ore 1").build()
    table.plays("grant")
    table.plays("let 1 build")
    table.plays("build army")
    assert player(table, 1)["objectives"] == 3
    assert table.view(-1)["winner"] is None and table.awaits == [0]


# Randomness


@rule("GR-256")
@pytest.mark.parametrize("options", [{}, {"start": "free", "island": "random", "victory": "cards"}])
def test_all_chance_comes_from_the_seed(options: dict[str, Any]) -> None:
    def played(seed: int) -> str:
        table = start(4, seed, **options)
        step = 0
        while not table.state.is_over():
            seat = table.awaits[0]
            legal = table.state.legal_moves(seat)
            table.state.apply(seat, legal[step * 11 % len(legal)])
            step += 1
        return table.state.digest()

    assert played(3) == played(3)
    assert played(3) != played(4)


@rule("GR-257")
def test_a_single_choice_is_carried_out_without_asking() -> None:
    """One territory, one way to pay: the village stands as soon as it is chosen."""
    table = given().nobody_anywhere().villages("P1", 1).hand(0, "wood 2 cattle 2").build(supply_taken=True)
    table.plays("build village")
    assert territory(table, "P1")["villages"][0] == 2


@rule("GR-032", "GR-257")
@pytest.mark.parametrize("held", ["ore@plains 1", "gold@mountains 1", "wood@forest 3"])
def test_a_leader_with_a_hand_is_asked_to_take_a_supply_card_and_to_end(held: str) -> None:
    """He can build nothing, and nobody else may know: he looks like one who still thinks about it."""
    position = given().nobody_anywhere().hand(0, held)
    table = position.build()
    assert table.offers() == ["supply"] and table.awaits == [0]
    table.plays("supply")
    table.plays(table.offers()[0])
    assert table.offers() == ["end"] and table.awaits == [0]
    assert "standing" not in table.state.prompt(0).data
    assert phase(table) == "menu"


@rule("GR-257")
def test_a_leader_with_an_empty_hand_who_can_only_end_is_not_asked() -> None:
    """Everybody sees that there is nothing to pay with."""
    table = given().nobody_anywhere().villages("F1", 1).hand(0, "wood 2 ore 1").build(supply_taken=True)
    table.state.joint_used = True
    table.plays("build palisade")
    assert table.awaits != [0]


@rule("GR-183", "GR-257")
def test_a_leader_with_a_hand_decides_on_a_joint_work_also_if_he_can_only_abandon_it() -> None:
    table = given().nobody_anywhere().villages("F1", 1, 1).hand(1, "cattle@plains 1").hand(0, "ore@plains 1")
    there = table.build(supply_taken=True)
    for move in ("joint work", "name market", "done"):
        there.plays(move)
    assert there.awaits == [0] and there.offers() == ["abandon"]
    there.plays("abandon")


@rule("GR-032", "GR-257")
def test_no_turn_ends_by_itself_while_the_leader_has_cards() -> None:
    """In random games a build phase ends by an answer of the builder, or with an empty hand, which everybody sees."""
    asked = unasked = 0
    for seed, seats in enumerate((3, 4, 5)):
        table = start(seats, seed)
        rng = Rng(seed)
        while not table.state.is_over():
            seat = table.awaits[0]
            move = table.state.legal_moves(seat)[rng.below(len(table.state.legal_moves(seat)))]
            events: list[Event] = []
            table.state.apply(seat, move, events)
            for event in events:
                if event.kind in ("build_done", "final_done"):
                    if GAME.moves.show(move) == "end" and event.data["seat"] == seat:
                        asked += 1
                    else:
                        unasked += 1
                        assert sum(player(table, event.data["seat"])["backs"].values()) == 0, (seed, seat)
    assert asked > 80 and unasked > 10, (asked, unasked)


@rule("GR-257")
def test_secret_decisions_are_asked_of_everybody_who_takes_part() -> None:
    table = given().lying("F1", "wood").villages("F1", 0, 1, 1).distribution()
    table.plays("propose F1")
    table.plays("allot to 1")
    assert table.awaits == [1, 2]


@rule("GR-257")
@pytest.mark.parametrize("held", ["ore@plains 1", "grain@plains 1"])
def test_a_pledge_or_grant_looks_the_same_whatever_the_hand_holds(held: str) -> None:
    """A player with nothing to pledge, or nothing he can build, is awaited like any other."""
    table = given().nobody_anywhere().villages("F1", 1, 1).hand(1, held).hand(0, "gold 3").build(supply_taken=True)
    table.plays("joint work")
    table.plays("name market")
    other = given().nobody_anywhere().villages("F1", 1, 1).hand(1, "cattle@plains 1").hand(0, "gold 3")
    twin = other.build(supply_taken=True)
    twin.plays("joint work")
    twin.plays("name market")
    assert table.view(2) == twin.view(2) and table.awaits == [1]
    table.plays("done")
    twin.plays("done")
    assert table.view(2) == twin.view(2)
    granted = granting().hand(1, held).hand(0, "grain 4 ore 1").build()
    granted.plays("grant")
    granted.plays("let 1 build")
    assert granted.awaits == [1] and "decline" in granted.offers()
