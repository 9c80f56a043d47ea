"""One round of remarks for each vote, carried beside the moves."""

from __future__ import annotations

import itertools
import re
from typing import Any

from skali.agents import Agent, Budget, Perspective, make_agent, speakers
from skali.arena import Plan, play_match, run_arena
from skali.arena.play import play_numbered
from skali.core import Event, Saga, State, load_game, replay
from skali.core.saga import Step

GAME = load_game("graenaland")
OPTIONS = GAME.options(cap=20)  # type: ignore[call-arg]


class Talker(Agent):
    """Plays like greedy, says all that it may, and remembers what it hears and when it is asked."""

    def __init__(self) -> None:
        self.greedy = make_agent("greedy")
        self.heard: list[tuple[int, int]] = []
        self.rounds: list[list[dict[str, Any]]] = []

    def choose(self, perspective: Perspective, budget: Budget | None = None) -> int:
        return self.greedy.choose(perspective)

    def remarks(self, perspective: Perspective) -> list[int]:
        self.rounds.append([each for each in perspective.story if each["kind"] == "remark"])
        return perspective.remarks[:2]

    def hear(self, seat: int, remark: int) -> None:
        self.heard.append((seat, remark))


class Liar(Talker):
    def remarks(self, perspective: Perspective) -> list[int]:
        return [10**6]


def said_lines(saga: Saga) -> list[str]:
    return [step.text for step in saga.steps if step.kind == "remark"]


def test_every_voter_speaks_once_for_each_vote_and_all_others_hear_it() -> None:
    talkers = [Talker() for _ in range(4)]
    result = play_match(GAME, OPTIONS, 5, list(talkers), ["talker"] * 4)
    saga = Saga.read(result.saga)
    said = [re.fullmatch(r"seat (\d) says: (.+)", line) for line in said_lines(saga)]
    assert said and all(said)
    by_seat = [sum(int(each[1]) == seat for each in said if each) for seat in range(4)]
    for seat, talker in enumerate(talkers):
        assert by_seat[seat] == 2 * len(talker.rounds)
        assert len(talker.heard) == len(said) - by_seat[seat]
        assert seat not in {speaker for speaker, _ in talker.heard}
    votes = 0
    open_round: list[int] = []
    for step in saga.steps:
        if step.kind == "remark":
            open_round.append(int(step.text[5]))
        elif open_round:
            assert step.text in ("accept", "refuse"), "remarks stand before the first vote"
            assert open_round == sorted(open_round) and len(open_round) == 2 * len(set(open_round))
            votes += 1
            open_round = []
    assert votes == windows(saga) > 3


def windows(saga: Saga) -> int:
    """How often talk opened in a game."""
    talking = [False]

    def watch(step: Step, state: State, events: list[Event]) -> None:
        talking.append(bool(speakers(state, saga.seats)))

    replay(saga, GAME, watch)
    return sum(now and not before for before, now in itertools.pairwise(talking))


def test_remarks_change_no_game_and_the_saga_replays() -> None:
    """Nothing that is said stands in the position."""
    talk = play_match(GAME, OPTIONS, 7, [Talker() for _ in range(3)], ["talker"] * 3)
    quiet = play_match(GAME, OPTIONS, 7, [make_agent("greedy") for _ in range(3)], ["talker"] * 3)
    assert talk.digest == quiet.digest
    assert ": plainly" in talk.saga
    assert replay(Saga.read(talk.saga), GAME).digest() == talk.digest


def test_a_fault_in_talk_is_told_and_forfeits_nothing() -> None:
    agents: list[Agent] = [Liar(), Talker(), Talker(), Talker()]
    result = play_match(GAME, OPTIONS, 5, agents, ["liar", "a", "b", "c"])
    assert result.faults and all(fault.startswith("liar on seat 0 fails in talk:") for fault in result.faults)
    assert result.seats[0].forfeits == 0
    assert f"# {result.faults[0]}" in result.saga


def test_the_story_of_a_seat_has_what_was_said() -> None:
    talkers = [Talker() for _ in range(4)]
    play_match(GAME, OPTIONS, 5, list(talkers), ["talker"] * 4)
    later = [talker.rounds[-1] for talker in talkers if len(talker.rounds) > 1]
    assert later and all(each[0].keys() == {"kind", "seat", "notation"} for each in later)


def test_two_processes_hear_the_same() -> None:
    plan = Plan("graenaland", ["greedy", "random"], 4, 4, 3)
    records: list[dict[str, Any]] = []
    run_arena(plan, jobs=2, watch=records.append)
    alone = [play_numbered(plan.to_data(), number) for number in range(4)]
    sagas = sorted((each["game"], each["saga"]) for each in records)
    assert sagas == [(each["game"], each["saga"]) for each in alone]
    assert any("says: I " in saga for _, saga in sagas)
