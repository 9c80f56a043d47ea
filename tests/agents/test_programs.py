"""Programs as agents: they get view and moves only, and nothing they do takes the game down."""

from __future__ import annotations

import json
import shlex
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from skali.agents import AgentError, AgentFault, ExecAgent, Perspective, make_agent
from skali.arena import play_match
from skali.core import Saga, load_game, replay
from tests.agents.sealed import Sealed

ROOT = Path(__file__).resolve().parents[2]
LOOP = "import json, sys, time\nfor line in sys.stdin:\n    question = json.loads(line)\n    "
FIRST = "print(json.dumps({'move': question['moves'][0]['move']}), flush=True)"


def program(tmp_path: Path, body: str) -> str:
    """The command of a small bot."""
    file = tmp_path / "bot.py"
    file.write_text(body)
    return shlex.join([sys.executable, str(file)])


def perspective(seed: int = 1) -> Perspective:
    state = load_game("fjords").start(2, seed)
    state.apply(state.to_act()[0], state.legal_moves(state.to_act()[0])[0])
    return Perspective(state, state.to_act()[0], 2, seed)


def test_it_answers_with_a_number_or_a_notation(tmp_path: Path) -> None:
    asked = perspective()
    for key in ("move", "notation"):
        agent = ExecAgent(
            program(tmp_path, LOOP + f"print(json.dumps({{'move': question['moves'][-1]['{key}']}}), flush=True)")
        )
        assert agent.choose(asked) == asked.legal_moves[-1]
        agent.close()


def test_it_is_told_what_its_seat_may_know_and_no_more(tmp_path: Path) -> None:
    told = tmp_path / "told.json"
    agent = ExecAgent(program(tmp_path, LOOP + f"open({str(told)!r}, 'w').write(line); " + FIRST))
    truth = Sealed().start(3, 5)
    agent.choose(Perspective(truth, 1, 3, seed=1))
    agent.close()
    question = json.loads(told.read_text())
    assert set(question) == {"game", "seat", "seats", "seconds", "prompt", "view", "moves", "story"}
    assert question["view"] == truth.view(1)
    assert [move["move"] for move in question["moves"]] == truth.legal_moves(1)
    assert question["moves"][0]["notation"].startswith("seal ")


FAULTS = {
    "crash": ("raise SystemExit(3)", "it ended with code 3"),
    "exit before reading": ("", "it ended with code 0"),
    "hang": ("time.sleep(60)", "it did not answer within 0.4 s"),
    "illegal move": ("print(json.dumps({'move': 999999}), flush=True)", "999999, which is no legal move"),
    "not a number": ("print(json.dumps({'move': [1]}), flush=True)", "which is no legal move"),
    "a truth value": ("print(json.dumps({'move': False}), flush=True)", "which is no legal move"),
    "bad notation": ("print(json.dumps({'move': 'castle long'}), flush=True)", "castle long"),
    "no JSON": ("print('e4', flush=True)", 'not {"move": ...}'),
    "a flood": ("print('x' * 3000000, flush=True)", 'not {"move": ...}'),
    "another shape": ("print('[1]', flush=True)", 'not {"move": ...}'),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_reported_and_the_next_question_is_asked_of_a_fresh_process(tmp_path: Path, fault: str) -> None:
    body, complaint = FAULTS[fault]
    mark = tmp_path / "mark"
    once = (
        f"import os\n    if os.path.exists({str(mark)!r}):\n        {FIRST}\n"
        f"    else:\n        open({str(mark)!r}, 'w').close(); {body}"
    )
    agent = ExecAgent("0.4s:" + program(tmp_path, LOOP + once if body else ""))
    asked = perspective()
    with pytest.raises(AgentFault, match=complaint.replace("{", r"\{").replace("(", r"\(")):
        agent.choose(asked)
    if body:
        agent.seconds = 10
        assert agent.choose(asked) == asked.legal_moves[0]
    agent.close()


def test_a_program_that_cannot_be_started_is_a_fault() -> None:
    with pytest.raises(AgentFault, match="cannot be started"):
        ExecAgent("./there-is-no-such-bot").choose(perspective())
    with pytest.raises(AgentError, match=r"exec:\./mybot"):
        make_agent("exec:")


def test_a_program_that_keeps_failing_is_given_up(tmp_path: Path) -> None:
    agent = ExecAgent(program(tmp_path, "raise SystemExit(1)"))
    complaints = []
    for _ in range(7):
        with pytest.raises(AgentFault) as fault:
            agent.choose(perspective())
        complaints.append(str(fault.value))
    assert "not started again" in complaints[-1]
    agent.begin()
    with pytest.raises(AgentFault, match="code 1"):
        agent.choose(perspective())


def test_a_child_that_holds_the_pipes_does_not_hold_us(tmp_path: Path) -> None:
    """A wrapper that forks and hangs: all that it started ends with it."""
    body = "import subprocess, sys, time\nsubprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\ntime.sleep(60)"
    agent = ExecAgent("0.5s:" + program(tmp_path, body))
    began = time.monotonic()
    with pytest.raises(AgentFault, match="did not answer"):
        agent.choose(perspective())
    assert time.monotonic() - began < 5


@pytest.mark.parametrize(
    "body", [LOOP + "raise SystemExit(3)", LOOP + "time.sleep(60)", LOOP + "print('{}', flush=True)"]
)
def test_a_match_goes_on_to_its_end(tmp_path: Path, body: str) -> None:
    game = load_game("fjords")
    names = ["exec:0.2s:" + program(tmp_path, body), "random"]
    result = play_match(game, game.options(), 4, [make_agent(name) for name in names], names)
    assert result.seats[0].forfeits == result.seats[0].decisions > 20
    assert result.seats[1].forfeits == 0
    assert len(result.faults) == result.seats[0].forfeits
    assert "forfeits a decision" in result.saga
    assert replay(Saga.read(result.saga), game).digest() == result.digest


def test_the_example_in_the_docs_plays_and_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    file = ROOT / "docs" / "examples" / "eager_bot.py"
    assert len(file.read_text(encoding="utf-8").splitlines()) < 40
    game = load_game("fjords")
    names = [f"exec:{sys.executable} {file}", "random"]
    result = play_match(game, game.options(), 4, [make_agent(name) for name in names], names)
    assert result.seats[0].forfeits == 0
    assert result.seats[0].decisions > 20


class Guest:
    """A user's own agents, good and bad."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, perspective: Perspective, budget: object = None) -> Any:
        return self.answer(perspective)


def last() -> Guest:
    return Guest(lambda perspective: perspective.legal_moves[-1])


def broken(text: str = "") -> Guest:
    return Guest(lambda perspective: 1 // 0 if not text else int(text))


def not_an_agent() -> int:
    return 5


def test_a_factory_of_the_users_own() -> None:
    asked = perspective()
    assert make_agent(f"{__name__}:last").choose(asked) == asked.legal_moves[-1]
    with pytest.raises(AgentFault, match="ZeroDivisionError"):
        make_agent(f"{__name__}:broken").choose(asked)
    with pytest.raises(AgentFault, match="-7, which is no legal move"):
        make_agent(f"{__name__}:broken:-7").choose(asked)
    with pytest.raises(AgentError, match="cannot choose"):
        make_agent(f"{__name__}:not_an_agent")
    with pytest.raises(AgentError, match="no agent 'nowhere:nothing'"):
        make_agent("nowhere:nothing")
