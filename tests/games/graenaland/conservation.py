"""Nothing is lost and nothing appears: the ledger's invariants, counted in every position."""

from typing import Any

from skali.core import State

DECKS = {"plains": 36, "forest": 36, "hills": 30, "mountains": 24}
TOKENS = (6, 9, 6, 6)
BACKS = list(DECKS)
SETUP = ("start_place", "camp")


def check(state: State) -> None:
    data = state.to_dict()
    territories = state.view(-1)["territories"]
    cards_of_each_back_stay(data, territories)
    supply_cards_stay(data)
    houses_stay(data)
    piles_keep_their_limit(data, territories)
    buildings_and_works_stand_where_they_may(data, territories)
    heroes_stand_apart(data)
    colonies_are_connected(data, territories)
    victory_cards_stay(data)


def cards_of_each_back_stay(data: dict[str, Any], territories: list[dict[str, Any]]) -> None:
    """Invariant 1."""
    for back, name in enumerate(BACKS):
        own = slice(back * 5, back * 5 + 5)
        found = sum(data["deck"][own]) + sum(data["discard"][own])
        found += sum(sum(hand[own]) for hand in data["hands"]) + sum(sum(hand[own]) for hand in data["pledged"])
        for site, territory in enumerate(territories):
            if territory["terrain"] == name:
                found += sum(data["up"][site]) + len(data["down"][site])
        assert found == DECKS[name], f"{found} cards of {name}, not {DECKS[name]}"


def supply_cards_stay(data: dict[str, Any]) -> None:
    """Invariant 2."""
    places = [
        data["supply_deck"],
        data["display"],
        data["supply_discard"],
        *data["supplies"],
        *data["pledged_supplies"],
    ]
    assert sorted(card for place in places for card in place) == list(range(16)), f"supply cards lie at {places}"
    assert len(data["display"]) <= 4
    if data["phase"] == "hero_orders" and data["supply_deck"] + data["supply_discard"]:
        assert len(data["display"]) == 4, "the display is not full at the start of a turn"


def colonies(data: dict[str, Any], seat: int) -> list[int]:
    """Colonies of a seat in each territory."""
    return [villages[seat] + data["buildings"][site].count(seat) for site, villages in enumerate(data["villages"])]


def houses_stay(data: dict[str, Any]) -> None:
    """Invariant 3."""
    for seat in range(data["seats"]):
        own = sum(colonies(data, seat))
        assert own <= 13, f"seat {seat} has {own} colonies"
        assert own >= 2 or data["phase"] in SETUP, f"seat {seat} has {own} colonies"


def piles_keep_their_limit(data: dict[str, Any], territories: list[dict[str, Any]]) -> None:
    """Invariants 4, 5 and 17."""
    for site, territory in enumerate(territories):
        all_colonies = sum(territory["colonies"])
        lying = sum(data["up"][site]) + len(data["down"][site])
        if data["phase"] not in SETUP:
            assert lying <= all_colonies + 1, f"{lying} cards at {territory['id']} with {all_colonies} colonies"
            assert lying == 0 or all_colonies, f"{lying} cards at {territory['id']}, which nobody has settled"
            assert not data["down"][site] or "road" in territory["works"], f"{territory['id']} has no road"
        elif territory["row"] == "coast" and data["phase"] == "start_place":
            assert len(data["down"][site]) == max(0, 2 - all_colonies), f"start cards at {territory['id']}"


def buildings_and_works_stand_where_they_may(data: dict[str, Any], territories: list[dict[str, Any]]) -> None:
    """Invariants 6 and 7."""
    for site, owners in enumerate(data["buildings"]):
        for owner in owners:
            if owner >= 0:
                assert territories[site]["terrain"] != "mountains", "a building stands in mountains"
                assert data["villages"][site][owner], f"seat {owner} has a building without a village"
    for work, tokens in enumerate(TOKENS):
        assert sum((works >> work) & 1 for works in data["works"]) <= tokens


def heroes_stand_apart(data: dict[str, Any]) -> None:
    """Invariants 8 to 10."""
    for seat in range(data["seats"]):
        standing = [site for site in data["heroes"][seat] if site >= 0]
        assert len(set(standing)) == len(standing), f"two heroes of seat {seat} share a territory"
        for hero in (1, 2):
            built = any(owners[hero] == seat for owners in data["buildings"])
            come = data["heroes"][seat][hero] >= 0, data["waiting"][seat][hero] >= 0
            assert sum(come) == built, f"hero {hero} of seat {seat} is in play or waits: {come}"
            waits = data["waiting"][seat][hero]
            assert waits < 0 or data["buildings"][waits][hero] == seat, f"hero {hero} of seat {seat} waits in vain"
        assert data["heroes"][seat][0] >= 0 or data["phase"] in SETUP, f"seat {seat} has no warrior"
        assert 1 <= data["armies"][seat] <= 10


def colonies_are_connected(data: dict[str, Any], territories: list[dict[str, Any]]) -> None:
    """Invariant 11: whatever is settled is reached from the coast, where everybody starts."""
    for seat in range(data["seats"]):
        own = {territories[site]["id"] for site, count in enumerate(colonies(data, seat)) if count}
        reached = {territory["id"] for territory in territories if territory["row"] == "coast"} & own
        while True:
            more = {
                territory["id"]
                for territory in territories
                if territory["id"] in own and set(territory["adjacent"]) & reached
            }
            if more <= reached:
                break
            reached |= more
        assert own == reached, f"{own - reached} of seat {seat} are cut off"


def victory_cards_stay(data: dict[str, Any]) -> None:
    """Invariant 18."""
    dealt = [card for cards in data["dealt"] for card in cards]
    assert len(set(dealt)) == len(dealt), f"a victory card was dealt twice: {data['dealt']}"
    for seat, kept in enumerate(data["kept"]):
        assert kept < 0 or kept in data["dealt"][seat], f"seat {seat} kept {kept} of {data['dealt'][seat]}"
