"""Phase 3: proposals (GR-077 to GR-090)."""

import itertools

from skali.kit.rule import rule
from skali.kit.table import Table
from tests.games.graenaland.given import (
    Given,
    all_vote,
    cards_at,
    everybody_passes,
    given,
    hand,
    phase,
    player,
    territory,
)


def shared_forest(up: str = "wood grain", down: str = "") -> Given:
    """Seats 0, 1 and 2 have a village on F1, seat 0 leads; nobody has anything elsewhere."""
    position = given().nobody_anywhere().villages("F1", 1, 1, 1).works("F1", "road")
    return position.lying("F1", up, down)


@rule("GR-077")
def test_chances_go_round_from_the_leaders_left_each_voted_at_once() -> None:
    table = shared_forest("wood").leader(1).distribution()
    assert table.awaits == [2]
    table.plays("propose F1")
    table.plays("allot to 2")
    assert phase(table) == "vote"
    all_vote(table, "refuse")
    assert table.awaits == [0]
    table.plays("propose F1")
    table.plays("allot to 0")
    all_vote(table, "refuse")
    assert phase(table) == "menu" and table.awaits == [1]


@rule("GR-078")
def test_one_proposal_each_or_a_pass() -> None:
    table = shared_forest("wood").distribution()
    proposers = []
    while phase(table) == "proposal":
        proposers += table.awaits
        table.plays("propose F1")
        table.plays(f"allot to {proposers[-1]}")
        all_vote(table, "refuse")
    assert proposers == [1, 2]
    table = shared_forest("wood").distribution()
    assert "pass" in table.offers()
    table.plays("pass")
    assert table.awaits == [2]


@rule("GR-079")
def test_only_where_he_has_a_vote_and_a_card_lies() -> None:
    table = shared_forest().villages("P1", 0, 1).villages("P2", 1).lying("P2", "grain").distribution()
    assert table.awaits == [1]
    assert table.offers() == ["pass", "propose F1"]
    assert table.refuses("propose P1", because="GR-079")  # a vote, no card
    assert table.refuses("propose P2", because="GR-079")  # a card, no vote


@rule("GR-080")
def test_who_can_propose_nothing_is_passed() -> None:
    table = shared_forest().distribution()
    everybody_passes(table)
    assert [event["seat"] for event in table.happened("passed")] == [2, 3]
    assert phase(table) == "menu"


@rule("GR-081")
def test_a_proposal_covers_every_card_face_up_and_face_down() -> None:
    table = shared_forest("wood grain", "cattle").distribution()
    table.plays("propose F1")
    for receiver in (1, 2, 0):
        assert phase(table) == "proposal", "not complete before every card is allotted"
        table.plays(f"allot to {receiver}")
    shares = table.view(3)["proposal"]["shares"]
    assert shares == [["face_down"], ["grain"], ["wood"], []]
    assert phase(table) == "vote"


@rule("GR-082")
def test_cards_go_to_voters_and_any_split_is_legal() -> None:
    table = shared_forest("wood").distribution()
    table.plays("propose F1")
    assert table.offers() == ["allot to 1", "allot to 2", "allot to 0"]
    assert table.refuses("allot to 3", because="GR-082")
    assert table.refuses("allot to 4", because="GR-001")
    for receiver in (0, 1, 2):  # the leader, himself, or nothing for himself
        trial = shared_forest("wood").distribution()
        trial.plays("propose F1")
        trial.plays(f"allot to {receiver}")
        assert trial.view(3)["proposal"]["shares"][receiver] == ["wood"]


@rule("GR-083")
def test_the_oldest_face_down_card_goes_to_the_first_receiver() -> None:
    table = shared_forest("", "wood cattle").distribution()
    table.plays("propose F1")
    assert "cattle" not in str(table.view(1)["proposal"]) and "wood" not in str(table.view(1)["proposal"])
    table.plays("allot to 1")
    table.plays("allot to 2")
    all_vote(table, "accept")
    assert hand(table, 1) == {"wood": 1} and hand(table, 2) == {"cattle": 1}


@rule("GR-084")
def test_a_complete_proposal_is_shown_and_frozen() -> None:
    table = shared_forest("wood").distribution()
    table.plays("propose F1")
    barrier = table.state.barrier()
    table.plays("allot to 1")
    assert table.state.barrier() > barrier
    assert table.view(3)["proposal"]["territory"] == "F1"
    assert [event["cards"] for event in table.happened("share", seat=3)] == [["wood"]]
    for move in ("propose F1", "pass", "allot to 2"):
        assert table.refuses(move, because="GR-084", seat=1)


@rule("GR-085")
def test_the_same_proposal_may_be_made_again() -> None:
    table = shared_forest("wood").distribution()
    table.plays("propose F1")
    table.plays("allot to 1")
    all_vote(table, "refuse")
    assert table.awaits == [2]
    table.plays("propose F1")
    table.plays("allot to 1")
    assert table.view(-1)["proposal"]["shares"] == [[], ["wood"], [], []]


@rule("GR-086")
def test_a_territory_that_was_shared_is_empty_for_this_turn() -> None:
    table = shared_forest("wood").villages("P1", 0, 0, 1).lying("P1", "grain").distribution()
    table.plays("propose F1")
    table.plays("allot to 1")
    all_vote(table, "accept")
    assert cards_at(table, "F1") == 0
    assert table.awaits == [2]
    assert table.refuses("propose F1", because="GR-086")


@rule("GR-087")
def test_card_by_card_in_resource_order_receivers_clockwise() -> None:
    table = shared_forest("wood cattle grain", "wood").distribution()
    table.plays("pass")
    assert table.awaits == [2]
    table.plays("propose F1")
    asked = []
    while phase(table) == "proposal" and table.awaits == [2]:
        asked.append(table.state.prompt(2).data["card"])
        assert table.offers() == ["allot to 2", "allot to 0", "allot to 1"]
        table.plays("allot to 2")
    assert asked == ["grain", "cattle", "wood", "face_down"]


@rule("GR-088")
def test_equal_cards_do_not_go_backwards() -> None:
    table = shared_forest("wood wood grain").distribution()
    table.plays("propose F1")
    table.plays("allot to 2")  # grain: no bearing on the wood
    assert table.offers() == ["allot to 1", "allot to 2", "allot to 0"]
    table.plays("allot to 2")
    assert table.offers() == ["allot to 2", "allot to 0"]
    assert table.refuses("allot to 1", because="GR-088")


def all_splits(table: Table) -> list[tuple[tuple[str, ...], ...]]:
    """Every split that some sequence of choices leads to."""
    found = []
    open_tables = [table.state]
    while open_tables:
        state = open_tables.pop()
        if state.view(-1)["phase"] == "vote":
            found.append(tuple(tuple(share) for share in state.view(-1)["proposal"]["shares"]))
            continue
        for move in state.legal_moves(1):
            further = state.copy()
            further.apply(1, move)
            open_tables.append(further)
    return found


@rule("GR-088", "EX-GR-23")
def test_every_split_is_reached_in_exactly_one_way() -> None:
    """Plains with grain, grain, ore and a face-down card; A leads, B proposes, receivers B, C, A: 54 splits."""
    position = given().nobody_anywhere().villages("P1", 1, 1, 1).works("P1", "road")
    table = position.lying("P1", "grain grain ore", "cattle").distribution()
    table.plays("propose P1")
    assert table.offers() == ["allot to 1", "allot to 2", "allot to 0"]
    splits = all_splits(table)
    assert len(splits) == len(set(splits)) == 54
    every = set()
    for receivers in itertools.product(range(3), repeat=4):
        shares = tuple(
            tuple(
                card for card, to in zip(("grain", "grain", "ore", "face_down"), receivers, strict=True) if to == seat
            )
            for seat in range(3)
        )
        every.add((*shares, ()))
    assert set(splits) == every


@rule("GR-089", "GR-097")
def test_a_sole_voter_takes_all_without_asking() -> None:
    table = given().nobody_anywhere().villages("F1", 0, 1).works("F1", "road").lying("F1", "wood grain", "wood")
    table = table.distribution()
    table.plays("propose F1")
    assert hand(table, 1) == {"wood": 2, "grain": 1}
    assert table.happened("sole_voter") == [{"seat": 1}]
    assert phase(table) == "supply_card" and table.awaits == [0]


@rule("GR-090")
def test_an_unfinished_proposal_shows_to_its_proposer_only() -> None:
    table = shared_forest("wood grain").villages("P1", 0, 1, 1).lying("P1", "grain").distribution()
    before = {viewer: table.view(viewer) for viewer in (0, 2, 3, -1)}
    table.plays("propose F1")
    table.plays("allot to 2")
    for viewer, view in before.items():
        assert table.view(viewer) == view
    assert table.events == []
    assert table.view(1)["proposal"]["shares"] == [[], [], ["grain"], []]
    assert territory(table, "F1", 1)["cards"] == {"wood": 1, "grain": 1}
    assert player(table, 2, 1)["backs"]["forest"] == 0
