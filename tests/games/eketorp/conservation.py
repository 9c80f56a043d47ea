"""What holds at every moment of a game of Eketorp: the chapter Invariants of the ledger, as far as one position shows it."""

from collections import Counter
from typing import Any

from skali.core import State
from skali.games.eketorp.state import EketorpState

BRICKS = Counter({"grass": 52, "wood": 42, "clay": 12, "stone": 6})
VALUES = {"grass": 1, "wood": 2, "clay": 3, "stone": 4}
VIKINGS = {3: 8, 4: 6, 5: 6, 6: 5}


def check(state: State) -> None:
    assert isinstance(state, EketorpState)
    seen, saved = state.view(-1), state.to_dict()
    bricks_are_conserved(seen, saved)
    cards_are_conserved(saved)
    vikings_are_conserved(seen, saved)
    fields_are_sound(seen)
    castles_are_sound(seen)
    rounds_are_sound(seen, saved)
    scores_add_up(seen)


def bricks_are_conserved(seen: dict[str, Any], saved: dict[str, Any]) -> None:
    names = list(BRICKS)
    found = Counter(seen["supply"])
    for field in seen["fields"]:
        found[field["brick"]] += field["bricks"]
    for castle in seen["castles"]:
        found.update(brick for stack in castle["sites"] for brick in stack)
        found.update(castle["beside"])
        found.update(each["loot"]["brick"] for each in castle["siege_fields"] if each["loot"])
    for player in seen["players"]:
        found.update(player["carried"])
    found.update({name: count for name, count in zip(names, saved["removed"])})
    found.pop(None, None)  # type: ignore[call-overload]
    assert +found == BRICKS, f"the 112 bricks are now {+found}"
    assert all(count >= 0 for count in seen["supply"].values()), "the supply is negative"


def cards_are_conserved(saved: dict[str, Any]) -> None:
    piles = [saved["draw_pile"], saved["discards"]]
    for player in saved["players"]:
        piles += [player["hand"], player["tray"], player["given_up"]]
        assert sum(player["hand"]) + sum(player["tray"]) == 4, "hand and tray are four cards (EK-066)"
        assert sum(player["hand"]) >= 1, "an empty hand (EK-065)"
        assert 0 <= player["amulets"] <= 5
    assert [sum(counts) for counts in zip(*piles)] == [9] * 6, "nine cards of each value (EK-005)"
    given_up = sum(sum(player["given_up"]) for player in saved["players"])
    spent = sum(5 - player["amulets"] for player in saved["players"])
    assert sum(saved["discards"]) + given_up == spent, "as many discards as spent amulets"


def vikings_are_conserved(seen: dict[str, Any], saved: dict[str, Any]) -> None:
    for seat, player in enumerate(saved["players"]):
        there = player["home"] + sum(player["hospital"]) + sum(player["storage"]) + len(player["siege"])
        assert there == VIKINGS[saved["seats"]], f"seat {seat} has {there} vikings"
        assert all(field // 3 != seat for field in player["siege"]), "nobody besieges himself (EK-029)"
        assert all(field // 3 < saved["seats"] for field in player["siege"]), "an unowned castle (EK-010)"
        away = sum(player["storage"]) + len(player["siege"])
        assert not away or seen["phase"] not in ("build", "over"), "a viking is away outside phases 2 to 4"
    if saved["options"]["hospital_exit"] == "reach_last":
        assert not any(seen["hospital"][3]), "with reach_last nobody stands on station 4"


def fields_are_sound(seen: dict[str, Any]) -> None:
    for field in seen["fields"]:
        assert (field["brick"] is None) == (field["bricks"] == 0)
    if seen["phase"] in ("build", "over"):
        assert all(field["status"] == "quiet" for field in seen["fields"])


def castles_are_sound(seen: dict[str, Any]) -> None:
    for castle in seen["castles"]:
        assert len(castle["sites"]) == 6 and all(len(stack) <= 3 for stack in castle["sites"])
        complete = sum(len(stack) for stack in castle["sites"]) == 18
        assert not complete or seen["phase"] in ("build", "over"), "a complete castle in a later round (EK-101)"
        assert not castle["beside"] or complete, "bricks beside an unfinished castle (EK-095)"


def rounds_are_sound(seen: dict[str, Any], saved: dict[str, Any]) -> None:
    assert 1 <= seen["round"] <= 10
    assert len(seen["material"]["turned"]) == seen["round"]
    assert len(saved["unturned"]) == 12 - seen["round"]


def scores_add_up(seen: dict[str, Any]) -> None:
    for castle, player, score in zip(seen["castles"], seen["players"], seen["scores"]):
        bricks = [brick for stack in castle["sites"] for brick in stack]
        points = sum(VALUES[brick] for brick in [*bricks, *castle["beside"]])
        assert score == points + (5 if len(bricks) == 18 else 0) + player["amulets"]
