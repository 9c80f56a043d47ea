"""What agents say and hear while talk is open."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from skali.agents import AgentFault, ExecAgent, Perspective, Story, make_agent, speakers, spoken
from skali.core import State, load_game
from tests.games.graenaland.given import given

LOOP = "import json, sys\nfor line in sys.stdin:\n    question = json.loads(line)\n    "
ANSWERS = "answer = {'remarks': [each['remark'] for each in question['remarks'][:2]]} if 'remarks' in question else "


def vote() -> State:
    """Seat 1 has proposed to keep the wood of F1; seats 0, 1 and 2 have votes there."""
    table = given().villages("F1", 1, 1, 1).lying("F1", "wood").distribution()
    table.plays("propose F1")
    table.plays("allot to 1")
    return table.state


def program(tmp_path: Path, body: str) -> str:
    file = tmp_path / "bot.py"
    file.write_text(body)
    return shlex.join([sys.executable, str(file)])


class Gossip:
    """Says what it was made to say, and remembers what it heard."""

    def __init__(self, said: Any = ()) -> None:
        self.said = said
        self.heard: list[tuple[int, int]] = []

    def choose(self, perspective: Perspective, budget: object = None) -> int:
        return perspective.legal_moves[0]

    def remarks(self, perspective: Perspective) -> Any:
        if isinstance(self.said, Exception):
            raise self.said
        return self.said

    def hear(self, seat: int, remark: int) -> None:
        self.heard.append((seat, remark))
        if self.said == "deaf":
            raise RuntimeError("too loud")


MADE: list[Gossip] = []


def gossip(text: str = "") -> Gossip:
    """A factory for `module:factory:text`."""
    MADE.append(Gossip(text or [0, 1]))
    return MADE[-1]


def silent() -> Any:
    """A guest from before there were remarks."""

    class Silent:
        def choose(self, perspective: Perspective, budget: object = None) -> int:
            return perspective.legal_moves[0]

    return Silent()


def test_a_perspective_has_the_remarks_of_its_seat() -> None:
    state = vote()
    assert speakers(state, 4) == [0, 1, 2]
    for seat in range(4):
        assert Perspective(state, seat, 4, 1).remarks == state.remarks(seat)
    assert speakers(load_game("fjords").start(2, 1), 2) == []


def test_greedy_says_how_it_will_vote_and_votes_so() -> None:
    """The offer gives seat 0 nothing, so it threatens to refuse; whose proposal it is says nothing."""
    state = vote()
    space = state.game().remarks
    assert space is not None
    for name in ("greedy", "mcts:20"):
        agent = make_agent(name)
        assert [space.show(each) for each in spoken(agent, Perspective(state, 0, 4, 1))] == [
            "I refuse 1 on F1: nothing"
        ]
        assert spoken(agent, Perspective(state, 1, 4, 1)) == []
    chosen = make_agent("greedy").choose(Perspective(state, 0, 4, 1))
    assert state.game().moves.show(chosen) == "refuse"
    assert spoken(make_agent("random"), Perspective(state, 0, 4, 1)) == []


def test_who_searches_votes_as_he_has_said() -> None:
    """Whenever he is asked: what he says is what a search at that time ends in, and it ends so again."""
    told = 0
    for number in range(3):
        state = load_game("graenaland").start(4, number)
        space = state.game().remarks
        assert space is not None
        agent = make_agent("rollout:8")
        for ply in range(50):
            seat = state.to_act()[0]
            said = spoken(agent, Perspective(state, seat, 4, 1)) if seat in speakers(state, 4) else []
            chosen = agent.choose(Perspective(state, seat, 4, 2 + ply))
            if said:
                assert state.game().moves.show(chosen) == space.show(said[0]).split()[1]
                told += 1
            state.apply(seat, chosen)
    assert told >= 5


def test_who_is_generous_is_promised_a_yes() -> None:
    table = given().nobody_anywhere().villages("F1", 1, 1).lying("F1", "wood wood").distribution()
    table.plays("propose F1")
    table.plays("allot to 1")
    table.plays("allot to 0")
    space = table.state.game().remarks
    assert space is not None
    said = spoken(make_agent("greedy"), Perspective(table.state, 0, 4, 1))
    assert [space.show(each) for each in said] == ["I accept 1 on F1: fair"]


@pytest.mark.parametrize("said", [[999], [0, 0], ["I accept 1 on F1: plainly"], [True]])
def test_what_is_not_offered_is_a_fault(said: list[Any]) -> None:
    agent = make_agent("tests.agents.test_remarks:gossip")
    MADE[-1].said = said
    with pytest.raises(AgentFault, match="no remark here"):
        spoken(agent, Perspective(vote(), 0, 4, 1))


def test_a_guest_that_breaks_while_talking_is_at_fault() -> None:
    agent = make_agent("tests.agents.test_remarks:gossip:deaf")
    with pytest.raises(AgentFault, match="too loud"):
        agent.hear(1, 0)
    MADE[-1].said = ValueError("lost for words")
    with pytest.raises(AgentFault, match="lost for words"):
        spoken(agent, Perspective(vote(), 0, 4, 1))
    quiet = make_agent("tests.agents.test_remarks:silent")
    quiet.hear(1, 0)
    assert spoken(quiet, Perspective(vote(), 0, 4, 1)) == []


def test_a_program_that_talks_is_asked_for_remarks(tmp_path: Path) -> None:
    told = tmp_path / "told.json"
    body = LOOP + f"open({str(told)!r}, 'w').write(line); " + ANSWERS + "{}; print(json.dumps(answer), flush=True)"
    agent = ExecAgent(f"2s:talk:{program(tmp_path, body)}")
    state = vote()
    story = Story(0)
    story.remark(2, "I refuse 1 on F1: plainly")
    asked = Perspective(state, 0, 4, 1, story)
    assert agent.seconds == 2
    assert spoken(agent, asked) == asked.remarks[:2]
    agent.close()
    question = json.loads(told.read_text())
    assert question["moves"] == []
    assert question["remarks"][0]["notation"] == "I accept 1 on F1: plainly"
    assert question["story"] == [{"kind": "remark", "seat": 2, "notation": "I refuse 1 on F1: plainly"}]


def test_a_program_may_speak_in_notation_and_one_that_errs_is_at_fault(tmp_path: Path) -> None:
    asked = Perspective(vote(), 0, 4, 1)
    space = asked.game.remarks
    assert space is not None
    for answer, fault in (("['I ask for wood at F1']", ""), ("['mumble']", "mumble"), ("3", "not iterable")):
        body = LOOP + f"print(json.dumps({{'remarks': {answer}}}), flush=True)"
        agent = ExecAgent("talk:" + program(tmp_path, body))
        if fault:
            with pytest.raises(AgentFault, match=fault):
                spoken(agent, asked)
        else:
            assert [space.show(each) for each in spoken(agent, asked)] == ["I ask for wood at F1"]
        agent.close()


def test_a_program_that_does_not_talk_is_never_asked(tmp_path: Path) -> None:
    agent = ExecAgent(program(tmp_path, "raise SystemExit(3)"))
    assert spoken(agent, Perspective(vote(), 0, 4, 1)) == []
    assert agent.process is None
