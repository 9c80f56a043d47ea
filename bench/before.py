"""An agent of another revision, for matches with the agents of this one: `bench.before:agent:c1383b8 mcts:1000`.

The revision is checked out and compiled beside this tree, as `bench.since` does it, and its agent chooses in a process of its own.
It is handed the same perspective as any agent, as a sample of the position; `exec:` would hand it a view only. Where a game saves
its positions otherwise since, they are brought into the earlier form.
"""

import os
import pickle
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

from bench.since import checked_out, commit_of, compile_there
from skali.agents import Agent, Budget, Perspective

THERE = """
import pickle, sys
from skali.agents import make_agent
from skali.agents.perspective import _restore
agent = make_agent(sys.argv[1])
while True:
    try:
        asked, parts = pickle.load(sys.stdin.buffer)
    except EOFError:
        break
    perspective = _restore(*parts) if parts else None
    answer = agent.begin() if asked == "begin" else getattr(agent, asked)(perspective)
    pickle.dump(answer, sys.stdout.buffer)
    sys.stdout.flush()
"""


@cache
def built(revision: str) -> Path:
    """The tree of the revision, compiled."""
    tree = checked_out(commit_of(revision))
    compile_there(tree)
    return tree


ODIN_SHARED = 204
"""Numbers that all seats of Odin share in c1383b8: those that count what cards brought came later (rules 1.1)."""
ODIN_MARK = 54
"""The frame that notes which anytime action is under way; c1383b8 knows none."""


def in_earlier_form(perspective: Perspective) -> tuple[Any, ...]:
    """What a perspective is restored from, as c1383b8 saved it.

    In Odin it then lists no anytime actions between the effects of an action, which is a part of what may be done there now.
    """
    key, components, sample, own = perspective.__reduce__()[1]
    if key == "odin":
        pending, used, *others = sample["flags"]
        frames = [frame for frame in sample["frames"] if frame[0] != ODIN_MARK]
        flags = [pending, used, False, *others]
        sample = {**sample, "flags": flags, "shared": sample["shared"][:ODIN_SHARED], "frames": frames}
    if key == "graenaland":  # it does not know of remembered votes
        sample = {name: value for name, value in sample.items() if name != "voted"}
    return key, components, sample, own


class Before(Agent):
    """This end of the process."""

    def __init__(self, revision: str, name: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", THERE, name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(built(revision) / "src")},
        )

    def ask(self, what: str, perspective: Perspective | None = None) -> object:
        assert self.process.stdin and self.process.stdout
        pickle.dump((what, in_earlier_form(perspective) if perspective else None), self.process.stdin)
        self.process.stdin.flush()
        return pickle.load(self.process.stdout)

    def begin(self) -> None:
        self.ask("begin")

    def choose(self, perspective: Perspective, budget: Budget | None = None) -> int:
        move = self.ask("choose", perspective)
        assert isinstance(move, int)
        return move

    def remarks(self, perspective: Perspective) -> list[int]:
        said = self.ask("remarks", perspective)
        assert isinstance(said, list)
        return said

    def close(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()


def agent(text: str) -> Before:
    """From `REVISION AGENT`."""
    revision, _, name = text.partition(" ")
    return Before(revision, name)
