"""Payment (GR-122 to GR-133)."""

import itertools
from collections import Counter

import pytest
from hypothesis import given as over
from hypothesis import strategies

from skali.games.graenaland import payment
from skali.kit.rule import rule
from skali.kit.table import Table
from tests.games.graenaland.given import GAME, Given, builds, given, hand, hand_size, phase, player, territory

RESOURCES = ("grain", "cattle", "wood", "ore")


def alone(cards: str, markets: int = 0, site: str = "P1") -> Given:
    """The leader has one village, in a territory of his own, and market uses elsewhere."""
    position = given(5).nobody_anywhere().villages(site, 1).hand(0, cards)
    for name in [each for each in ("P2", "F2", "I2") if each != site][:markets]:
        position.villages(name, 1).works(name, "market")
    return position


def ways(table: Table, seat: int = 0) -> list[dict[str, int]]:
    """All the ways to pay what is being paid."""
    shown: list[dict[str, int]] = table.view(seat)["project"]["ways"]
    return shown


def paid(table: Table) -> Counter[str]:
    return Counter(table.happened("paid")[0]["cards"])


@rule("GR-122")
def test_exactly_the_price_one_card_a_unit() -> None:
    table = alone("wood 5 ore 5").build(supply_taken=True)
    table.plays("build keep")
    assert paid(table) == {"ore": 3, "wood": 2}
    assert hand(table, 0) == {"wood": 3, "ore": 2}
    assert not alone("wood 5 ore 2").build(supply_taken=True).offers("build keep")


@rule("GR-123")
@pytest.mark.parametrize("gold", [1, 2, 5])
def test_gold_replaces_any_units(gold: int) -> None:
    left = {"ore": max(0, 3 - gold), "wood": min(2, 5 - gold)}
    table = alone(f"gold {gold} " + " ".join(f"{face} {count}" for face, count in left.items())).build(True)
    table.plays("build keep")
    assert paid(table)["gold"] == gold
    assert hand_size(table, 0) == 0


@rule("GR-124", "EX-GR-09")
def test_a_market_use_replaces_a_unit_by_any_card() -> None:
    """A village on P1 costs wood 2 cattle 2."""
    for other in ("ore", "grain", "grain/ore"):
        table = alone(f"wood 2 cattle 1 {other} 1 gold 1", markets=1).build(True)
        builds(table, "village", "P1")
        if other == "grain/ore":
            table.plays("spend 1 grain/ore")
        table.plays("spend 0 gold")
        assert paid(table) == {"wood": 2, "cattle": 1, other: 1}
        assert table.view(0)["project"]["market_uses"] == 1
    assert not alone("wood 2 cattle 1 ore 1").build(True).offers("build village")


@rule("GR-124")
def test_several_uses_may_go_into_one_project() -> None:
    table = alone("ore 3 grain 2", markets=2).build(True)
    builds(table, "keep", "P1")
    assert paid(table) == {"ore": 3, "grain": 2}
    assert not alone("ore 3 grain 2", markets=1).build(True).offers("build keep")


@rule("GR-125")
def test_a_supply_card_through_a_market_is_one_card_for_one_unit() -> None:
    """Keep: ore 3 wood 2. The card grain/grain can only go through the market, and then covers one unit."""
    assert not alone("ore 3 grain/grain 1", markets=2).display().build(True).offers("build keep")
    table = alone("ore 3 wood 1", markets=1).display().hand(0, "grain/grain 1").build()
    builds(table, "keep", "P1")
    assert paid(table) == {"ore": 3, "wood": 1, "grain/grain": 1}


@rule("GR-126")
def test_a_payment_is_its_cards_however_they_are_assigned() -> None:
    """Two gold for one missing grain and one missing ore: one payment, not two."""
    assert ways_for(alone("grain 1 ore 1 gold 2"), "road") == [{"gold": 2, "grain": 1, "ore": 1}]
    listed = [tuple(sorted(way.items())) for way in ways_for(alone("grain 2 ore 1 gold 2", markets=1), "road")]
    assert len(listed) == len(set(listed)) > 1


@rule("GR-126")
def test_it_uses_as_few_market_uses_as_the_cards_allow() -> None:
    table = alone("grain 2 ore 2", markets=2).build(True)
    builds(table, "road", "P1")
    assert paid(table) == {"grain": 2, "ore": 2}
    assert table.view(0)["project"]["market_uses"] == 0


def ways_for(position: Given, project: str) -> list[dict[str, int]]:
    """The ways to pay a project, asked or not."""
    table = position.build(supply_taken=True)
    price = {"road": 7, "market": 9, "keep": 0, "church": 1, "hall": 2}[project]
    prices = GAME.tables.prices
    uses = table.view(0)["project"]["markets_left"]
    found = payment.payments(table.state, 0, prices[price], uses, 0)  # type: ignore[arg-type]
    return [payment.spelled(way) for way in found]


@rule("GR-127")
def test_no_card_may_be_superfluous() -> None:
    """Road: grain 2 ore 2, hand two supply cards grain/ore and grain, ore: never all four cards."""
    assert all(sum(way.values()) < 4 for way in ways_for(alone("grain/ore 2 grain 1 ore 1"), "road"))
    assert {"grain/ore": 2, "grain": 1} not in ways_for(alone("grain/ore 2 grain 1"), "road")
    assert ways_for(alone("grain/ore 2 gold 1"), "road") == [{"grain/ore": 2}], "nor gold beside what is enough"


@rule("GR-127")
def test_a_needed_second_symbol_is_paid() -> None:
    """Market with grain/cattle and a grain card: the supply card pays both symbols, so the grain card stays."""
    assert ways_for(alone("grain/cattle 1 grain 1 wood 1"), "market") == [{"grain/cattle": 1, "wood": 1}]


@rule("GR-128")
def test_the_first_back_is_spent() -> None:
    table = alone("ore@plains 1 ore@mountains 1 ore@hills 3 wood@mountains 1 wood@forest 2").build(True)
    table.plays("build keep")
    decks = table.view(-1)["decks"]
    assert decks["plains"]["discard"] == {"ore": 1}
    assert decks["hills"]["discard"] == {"ore": 2}
    assert decks["forest"]["discard"] == {"wood": 2}
    assert decks["mountains"]["discard"] == {}


@rule("GR-129")
def test_cards_leave_the_hand_only_when_the_payment_is_complete() -> None:
    table = alone("grain 1 cattle 2 wood 1 gold 1", markets=1, site="F1").build(True)
    builds(table, "village", "F1")
    before = [table.view(viewer) for viewer in (1, 2, -1)]
    table.plays("spend 1 gold")
    assert hand_size(table, 0) == 5
    assert [table.view(viewer) for viewer in (1, 2, -1)] == before
    assert table.events == []
    table.plays("spend 0 grain")
    assert paid(table) == {"gold": 1, "cattle": 2, "wood": 1}
    assert hand(table, 0) == {"grain": 1}


@rule("GR-130", "GR-131", "EX-GR-25")
def test_kind_by_kind_only_completable_counts() -> None:
    """Village at F1: grain 2 cattle 2. Hand grain 1, cattle 2, wood 1, gold 1; one market use left."""

    def paying() -> Table:
        table = alone("grain 1 cattle 2 wood 1 gold 1", markets=1, site="F1").build(True)
        builds(table, "village", "F1")
        return table

    table = paying()
    assert sorted(tuple(sorted(way.items())) for way in ways(table)) == sorted(
        tuple(sorted(way.items()))
        for way in (
            {"grain": 1, "cattle": 2, "gold": 1},
            {"grain": 1, "cattle": 2, "wood": 1},
            {"grain": 1, "cattle": 1, "wood": 1, "gold": 1},
            {"cattle": 2, "wood": 1, "gold": 1},
        )
    )
    assert sorted(table.offers()) == ["spend 0 gold", "spend 1 gold"]
    assert table.refuses("spend 1 grain", because="GR-130")
    assert table.refuses("spend 2 gold", because="GR-131")
    table.plays("spend 1 gold")
    assert sorted(table.offers()) == ["spend 0 grain", "spend 1 grain"]
    table.plays("spend 1 grain")
    assert sorted(table.offers()) == ["spend 1 cattle", "spend 2 cattle"]
    for first, rest in ((0, []), (1, [0]), (1, [1, 1]), (1, [1, 2])):
        trial = paying()
        trial.plays(f"spend {first} gold")
        for kind, count in zip(("grain", "cattle"), rest, strict=False):
            trial.plays(f"spend {count} {kind}")
        assert phase(trial) != "payment"
        assert hand_size(trial, 0) == 1


@rule("GR-132", "EX-GR-26")
def test_a_single_payment_is_not_asked() -> None:
    table = alone("grain 1 cattle 2 wood 1 gold 1", site="F1").build(True)
    builds(table, "village", "F1")
    assert paid(table) == {"grain": 1, "cattle": 2, "gold": 1}


@rule("EX-GR-27", "GR-130")
def test_a_road_with_two_equal_supply_cards() -> None:
    table = alone("grain/ore 2 grain 1 ore 1").build(True)
    table.plays("build road")
    assert sorted(map(str, ways(table))) == sorted(map(str, [{"grain/ore": 2}, {"grain/ore": 1, "grain": 1, "ore": 1}]))
    assert table.offers() == ["spend 1 grain/ore", "spend 2 grain/ore"]
    table.plays("spend 2 grain/ore")
    assert hand(table, 0) == {"grain": 1, "ore": 1}


@rule("EX-GR-28")
def test_peasants_with_a_supply_card() -> None:
    table = alone("grain/ore 1 grain 3").build(True)
    table.plays("build army")
    assert paid(table) == {"grain/ore": 1, "grain": 3}
    assert player(table, 0)["army"] == 2


@rule("GR-133")
def test_a_chosen_project_cannot_be_taken_back() -> None:
    table = alone("wood 3 cattle 3 ore 3 gold 1").build()
    table.plays("build village")
    for move in ("end", "build keep", "supply", "joint work"):
        assert table.refuses(move, because="GR-133")


@rule("GR-131")
def test_payments_leave_cards_for_the_entry_gifts() -> None:
    """Road cards aside: F1 is fenced, one resident; grain 2 cattle 2 and a gift. The supply card saves a card."""
    position = given().nobody_anywhere().villages("P1", 1).villages("F1", 0, 1).works("F1", "palisade")
    table = position.hand(0, "grain 2 cattle 2 grain/cattle 1").build(supply_taken=True)
    builds(table, "village", "F1")
    assert all(sum(way.values()) <= 4 for way in ways(table))


# Every hand and price: the list of payments is what the definition says


def definition(held: Counter[str], price: Counter[str], uses: int) -> set[tuple[tuple[str, int], ...]]:
    """GR-126 and GR-127 by brute force."""
    kinds = sorted(held)
    found = set()
    for counts in itertools.product(*(range(held[kind] + 1) for kind in kinds)):
        cards = [kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count)]
        if not cards or len(cards) > sum(price.values()):
            continue
        used = fewest_uses(cards, price)
        if used <= uses and all(fewest_uses(cards[:i] + cards[i + 1 :], price) > used for i in range(len(cards))):
            found.add(tuple(sorted(Counter(cards).items())))
    return found


def fewest_uses(cards: list[str], price: Counter[str]) -> int:
    """The fewest market uses, trying for every card: not used, by its symbols, as gold for something, through a market."""
    best = 99
    for roles in itertools.product((0, 1, 2), repeat=len(cards)):
        left = Counter(price)
        wild, used = 0, 0
        for card, role in zip(cards, roles, strict=True):
            if role == 1 and card == "gold":
                wild += 1
            elif role == 1:
                for symbol in card.split("/"):
                    left[symbol] = max(0, left[symbol] - 1)
            elif role == 2:
                used += 1
        if sum(left.values()) <= wild + used:
            best = min(best, used)
    return best


@rule("GR-126", "GR-127", "GR-124", "GR-125")
@over(
    strategies.lists(
        strategies.sampled_from(["gold", *RESOURCES, "grain/ore", "cattle/wood", "wood/wood"]), max_size=6
    ),
    strategies.sampled_from(["keep", "hall", "road", "market"]),
    strategies.integers(0, 2),
)
def test_payments_are_those_of_the_definition(cards: list[str], project: str, markets: int) -> None:
    held = Counter(cards)
    if held["wood/wood"] > 1 or held["grain/ore"] > 2 or held["cattle/wood"] > 2:
        return
    position = given(5).nobody_anywhere().villages("P1", 1).display()
    position.hand(0, " ".join(f"{kind} {count}" for kind, count in held.items()))
    for name in ("P2", "F2")[:markets]:
        position.villages(name, 1).works(name, "market")
    price = Counter(price_of(project))
    listed = {tuple(sorted(way.items())) for way in ways_for(position, project)}
    assert listed == definition(held, price, markets)


def price_of(project: str) -> dict[str, int]:
    item = next(item for item in GAME.components.items("price") if item.get("item") == project)
    return {resource: item.get(resource) for resource in RESOURCES if item.get(resource)}


@rule("GR-113")
@over(
    strategies.lists(
        strategies.sampled_from(["gold", *RESOURCES, "grain/ore", "cattle/wood", "wood/wood"]), max_size=8
    ),
    strategies.sampled_from(["keep", "hall", "road", "market"]),
    strategies.integers(0, 2),
)
def test_what_is_offered_is_what_has_a_payment(cards: list[str], project: str, markets: int) -> None:
    held = Counter(cards)
    if held["wood/wood"] > 1 or held["grain/ore"] > 2 or held["cattle/wood"] > 2:
        return
    position = given(5).nobody_anywhere().villages("P1", 1).display()
    position.hand(0, " ".join(f"{kind} {count}" for kind, count in held.items()))
    for name in ("P2", "F2")[:markets]:
        position.villages(name, 1).works(name, "market")
    possible = bool(ways_for(position, project))
    assert position.build(supply_taken=True).offers(f"build {project}") == possible


@rule("GR-123")
def test_gold_comes_last_among_the_ways_to_pay() -> None:
    table = alone("ore 3 wood 2 gold 2").build(True)
    table.plays("build keep")
    golds = [way.get("gold", 0) for way in ways(table)]
    assert golds == sorted(golds) and golds[0] == 0
    assert table.offers()[0] == "spend 0 gold"
    assert territory(table, "P1")["buildings"]["keep"] is None


@rule("GR-120")
def test_a_payment_that_loses_a_symbol_comes_after_one_that_loses_none() -> None:
    table = alone("cattle 2 wood 2 cattle/ore 1").build(True)
    table.plays("build village")
    assert ways(table)[0] == {"cattle": 2, "wood": 2}
    assert {"cattle/ore": 1, "cattle": 1, "wood": 2} in ways(table)
