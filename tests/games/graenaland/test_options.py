"""Table options (GR-001 to GR-009)."""

import pytest

from skali.core import OptionError
from skali.games.graenaland import GraenalandOptions
from skali.kit.rule import rule
from tests.games.graenaland.given import GAME, start


def refused(seats: int, **options: object) -> str:
    return GAME.refuse_options(seats, GraenalandOptions(**options))  # type: ignore[arg-type]


@rule("GR-001")
@pytest.mark.parametrize("seats", [1, 2, 6])
def test_only_three_to_five_players_sit_down(seats: int) -> None:
    assert GAME.seats == (3, 4, 5)
    with pytest.raises(OptionError, match="3, 4, 5"):
        GAME.start(seats, 1)


@rule("GR-001")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_proposal_names_only_players_who_sit_there(seats: int) -> None:
    table = start(seats)
    assert len(table.view(-1)["players"]) == seats


@rule("GR-002")
def test_the_start_is_standard_unless_free_is_chosen() -> None:
    assert GraenalandOptions().start == "standard"
    assert start().view(-1)["phase"] == "hero_orders"
    assert start(start="free").view(-1)["phase"] == "start_place"
    assert start().refuses("place at P1", because="GR-002", seat=start().awaits[0])


@rule("GR-003")
@pytest.mark.parametrize("island", ["random", "custom"])
def test_another_island_needs_the_free_start(island: str) -> None:
    tiles = "H1,P1,F2,F1/M2,I1,M1" if island == "custom" else ""
    assert GraenalandOptions().island == "standard"
    assert refused(4, island=island, tiles=tiles).startswith("GR-003")
    assert refused(4, island=island, tiles=tiles, start="free") == ""


@rule("GR-004")
@pytest.mark.parametrize("how", [{}, {"start": "free"}, {"start": "free", "island": "random"}])
def test_victory_cards_go_with_any_start_and_island(how: dict[str, str]) -> None:
    assert GraenalandOptions().victory == "conditions"
    for victory in ("conditions", "cards"):
        assert refused(4, victory=victory, **how) == ""
        assert start(4, victory=victory, **how).view(-1)["victory"]["mode"] == victory


@rule("GR-005")
def test_three_player_rules_can_be_switched_off_by_three_only() -> None:
    assert start(3).view(-1)["three_player_rules"]
    assert not start(3, three_player_rules=False).view(-1)["three_player_rules"]
    for seats in (4, 5):
        assert not start(seats).view(-1)["three_player_rules"]
        assert refused(seats, three_player_rules=False).startswith("GR-005")


@rule("GR-006")
def test_the_grant_is_for_five_players_and_off_by_default() -> None:
    assert not GraenalandOptions().grant
    assert refused(5, grant=True) == ""
    assert refused(3, grant=True).startswith("GR-006")
    assert refused(4, grant=True).startswith("GR-006")


@rule("GR-007")
def test_talk_is_strict_unless_honour_is_chosen() -> None:
    assert start().view(0)["talk"]["mode"] == "strict"
    assert start(talk="honour").view(0)["talk"]["mode"] == "honour"


@rule("GR-008")
def test_the_cap_is_a_number_from_20_to_200() -> None:
    assert GraenalandOptions().cap == 60
    for cap in (20, 57, 200):
        assert refused(4, cap=cap) == ""
        assert GraenalandOptions.parse({"cap": str(cap)}) == GraenalandOptions(cap=cap)
    for cap in (19, 201):
        assert refused(4, cap=cap).startswith("GR-008")
        with pytest.raises(OptionError):
            GraenalandOptions.parse({"cap": str(cap)})


@rule("GR-009")
def test_options_are_fixed_when_the_table_is_made() -> None:
    table = start(3, start="free", victory="cards")
    agreed = table.state.to_dict()["options"]
    while not table.state.is_over():
        table.plays(table.state.legal_moves(table.awaits[0])[0], seat=table.awaits[0])
    assert table.state.to_dict()["options"] == agreed
    assert start(4).state.to_dict()["island"] == ["P1", "F1", "F2", "P2", "I1", "M1", "I2"]
