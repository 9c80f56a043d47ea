"""Recorded games: one for each way in which the rules let a game be won, told by what happened in it."""

from pathlib import Path

import pytest

from skali.core import Event, Saga, State, replay
from skali.core.saga import Step
from skali.kit.rule import rule
from tests.games.graenaland.given import GAME

SAGAS = Path(__file__).parents[2] / "sagas"


def played(name: str) -> tuple[State, list[Event]]:
    """A recorded game: its last position and all that happened."""
    happened: list[Event] = []

    def watch(step: Step, state: State, events: list[Event]) -> None:
        happened.extend(events)

    text = (SAGAS / f"graenaland-{name}.saga").read_text(encoding="utf-8")
    return replay(Saga.read(text), GAME, watch), happened


def told(happened: list[Event], kind: str) -> list[dict[str, object]]:
    return [event.data for event in happened if event.kind == kind]


@rule("GR-190", "GR-197", "GR-198")
@pytest.mark.parametrize("name", ["three-objectives-3", "three-objectives-4", "free-start-5", "by-hand"])
def test_a_leader_who_meets_three_objectives_wins(name: str) -> None:
    state, happened = played(name)
    won = told(happened, "announced_win")
    assert len(won) == 1
    winner = int(str(won[0]["seat"]))
    assert state.ranking()[winner] == 1 and state.ranking().count(1) == 1
    assert state.score(winner) >= 3


@rule("GR-240", "GR-246")
def test_a_claim_wins() -> None:
    state, happened = played("claim")
    claims = told(happened, "claimed")
    assert len(claims) == 1
    assert [place for place in state.ranking() if place == 1] == [1]
    assert state.score(state.ranking().index(1)) >= 6


@rule("GR-245")
def test_the_highest_of_several_claims_wins() -> None:
    state, happened = played("highest-claim")
    claims = told(happened, "claimed")
    assert len({str(claim["points"]) for claim in claims}) > 1
    best = max(claims, key=lambda claim: int(str(claim["points"])))
    assert state.ranking().index(1) == best["seat"]


@rule("GR-245")
def test_of_equal_claims_the_nearest_to_the_leader_wins() -> None:
    """Claims are told from the leader on, so the first of them is the nearest."""
    state, happened = played("equal-claims")
    claims = told(happened, "claimed")
    assert len(claims) > 1 and len({str(claim["points"]) for claim in claims}) == 1
    leader = int(str(told(happened, "turn_began")[-1]["seat"]))
    seats = 4
    nearest = min((int(str(claim["seat"])) for claim in claims), key=lambda seat: (seat - leader) % seats)
    assert state.ranking().index(1) == nearest


@rule("GR-205")
@pytest.mark.parametrize(("name", "firsts"), [("cap", 1), ("cap-shared", 3), ("cap-cards", 1)])
def test_at_the_cap_the_most_objectives_or_points_win(name: str, firsts: int) -> None:
    state, happened = played(name)
    assert told(happened, "cap_reached") == [{"round": 20}]
    scores = [int(state.score(seat)) for seat in range(3)]
    assert [place == 1 for place in state.ranking()] == [score == max(scores) for score in scores]
    assert state.ranking().count(1) == firsts
    assert len(told(happened, "card_revealed")) == (3 if name == "cap-cards" else 0)


@rule("GR-184", "GR-185")
def test_a_game_by_hand_against_three_bots_has_works_built_together_and_abandoned() -> None:
    state, happened = played("by-hand")
    assert state.ranking()[0] == 1
    assert len(told(happened, "joint_built")) == 1
    assert len(told(happened, "joint_abandoned")) == 3
