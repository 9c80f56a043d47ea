"""Agents in another process: any program that reads and writes JSON lines. It gets view and moves, never a position.

We write one line for each decision; the program answers with one line, ``{"move": ...}``, in time. A program that crashes, hangs or
answers with what is no legal move forfeits the decision (``AgentFault``); it is started again for the next one. One that says so
may also talk: it is asked for remarks in the same way and answers ``{"remarks": [...]}``. What others say stands in the story.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shlex
import signal
import subprocess
import threading
from dataclasses import asdict
from typing import Any

from skali.agents.agent import Agent, AgentError, AgentFault, Budget
from skali.agents.perspective import Perspective
from skali.core import NotationError

SECONDS = 10.0
"""How long a program may think about one decision, unless a budget says otherwise."""
MOST_STARTS = 5
"""How often a program is started in one game; one that keeps failing forfeits the rest of it."""
_LONGEST_LINE = 1 << 20


class ExecAgent(Agent):
    """``exec:./mybot``, ``exec:2s:./mybot --deep`` with a time limit of its own, ``exec:talk:./mybot`` for one that talks."""

    def __init__(self, command: str) -> None:
        self.seconds = SECONDS
        self.talks = False
        head, colon, rest = command.partition(":")
        if colon and head.endswith("s") and head[:-1].replace(".", "", 1).isdigit():
            self.seconds, command = Budget.read(head).seconds, rest
        if command.startswith("talk:"):
            self.talks, command = True, command.removeprefix("talk:")
        self.command = shlex.split(command)
        if not self.command:
            raise AgentError("write the program behind exec:, such as exec:./mybot")
        self.process: subprocess.Popen[str] | None = None
        self.talking = threading.Thread()
        self.starts = 0
        self.told = 0

    def begin(self) -> None:
        self.close()
        self.starts = 0
        self.told = 0

    def choose(self, perspective: Perspective, budget: Budget | None = None) -> int:
        seconds = budget.seconds if budget is not None and budget.seconds else self.seconds
        line = self.ask(json.dumps(self.question(perspective, seconds), ensure_ascii=False), seconds)
        self.told = len(perspective.story)
        return self.read(line, perspective)

    def remarks(self, perspective: Perspective) -> list[int]:
        if not self.talks:
            return []
        space = perspective.game.remarks
        assert space is not None
        offered = [{"remark": each, "notation": space.show(each)} for each in perspective.remarks]
        question = {**self.question(perspective, self.seconds), "moves": [], "remarks": offered}
        line = self.ask(json.dumps(question, ensure_ascii=False), self.seconds)
        self.told = len(perspective.story)
        try:
            said = json.loads(line)["remarks"]
            return [space.read(each) if isinstance(each, str) else each for each in said]
        except (ValueError, TypeError, KeyError, NotationError) as error:
            self.close()
            raise AgentFault(f'it answered {line.strip()[:80]!r}, not {{"remarks": [...]}} ({error})') from None

    def question(self, perspective: Perspective, seconds: float) -> dict[str, Any]:
        """All that the program gets to know: ``story`` is what has happened since it was last asked."""
        moves = perspective.game.moves
        return {
            "game": perspective.game.key,
            "seat": perspective.seat,
            "seats": perspective.seats,
            "seconds": seconds,
            "prompt": asdict(perspective.prompt),
            "view": perspective.view,
            "moves": [{"move": each, "notation": moves.show(each)} for each in perspective.legal_moves],
            "story": perspective.story[self.told :],
        }

    def ask(self, line: str, seconds: float) -> str:
        """Writes the line and waits for one. A thread does both, because a hung program blocks either."""
        process = self.running()
        answers: queue.Queue[str | OSError] = queue.Queue()

        def talk() -> None:
            try:
                assert process.stdin and process.stdout
                process.stdin.write(line + "\n")
                process.stdin.flush()
                answers.put(process.stdout.readline(_LONGEST_LINE))
            except (OSError, ValueError) as error:
                answers.put(OSError(str(error)))

        self.talking = threading.Thread(target=talk, daemon=True)
        self.talking.start()
        try:
            answer = answers.get(timeout=seconds)
        except queue.Empty:
            self.close()
            raise AgentFault(f"it did not answer within {seconds:g} s") from None
        if isinstance(answer, OSError) or not answer:
            raise AgentFault(f"it ended {self.how_it_ended()}")
        return answer

    def read(self, line: str, perspective: Perspective) -> int:
        try:
            answer = json.loads(line)["move"]
            move = perspective.game.moves.read(answer) if isinstance(answer, str) else answer
        except (ValueError, TypeError, KeyError, NotationError) as error:
            self.close()  # whatever else it has written would be taken for its next answer
            raise AgentFault(f'it answered {line.strip()[:80]!r}, not {{"move": ...}} ({error})') from None
        if type(move) is not int or move not in perspective.legal_moves:
            raise AgentFault(f"it answered {answer!r}, which is no legal move")
        return move

    def running(self) -> subprocess.Popen[str]:
        if self.process is not None and self.process.poll() is None:
            return self.process
        self.close()
        if self.starts == MOST_STARTS:
            raise AgentFault(f"it failed {MOST_STARTS} times in this game and is not started again")
        self.starts += 1
        self.told = 0  # a new process knows nothing yet
        try:
            self.process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                start_new_session=True,
            )
        except OSError as error:
            raise AgentFault(f"it cannot be started: {error}") from None
        return self.process

    def how_it_ended(self) -> str:
        assert self.process is not None
        try:
            code = self.process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            self.close()
            return "its output"
        return f"with code {code}"

    def close(self) -> None:
        """Ends the program and all that it started."""
        process, self.process = self.process, None
        if process is None:
            return
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
        process.wait()
        self.talking.join(timeout=1)
        if not self.talking.is_alive():  # else somebody else holds its pipes open, and closing them would wait for that
            for pipe in (process.stdin, process.stdout):
                with contextlib.suppress(OSError):
                    pipe and pipe.close()
