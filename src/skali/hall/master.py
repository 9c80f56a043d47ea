"""The command that keeps several workers running. It ends when it is told to, and only then.

uvicorn's own master gives up for good when a replacement cannot start, and then says that all went well.
"""

from __future__ import annotations

import logging
import socket
import time

from uvicorn.config import STARTUP_FAILURE, Config
from uvicorn.supervisors.multiprocess import Multiprocess, Process

log = logging.getLogger("skali.hall.master")
STEADY_SECONDS = 30.0
"""A worker that has lived so long is replaced at once when it dies."""
LONGEST_WAIT = 30.0


class Master(Multiprocess):
    def __init__(self, config: Config, sockets: list[socket.socket]) -> None:
        super().__init__(config, sockets)
        self.has_served = False
        self.failed = False
        self.begun: dict[int, float] = {}
        """When the worker in each place was started."""
        self.waits: dict[int, float] = {}
        """How long the last replacement in each place was put off."""
        self.due: dict[int, float] = {}
        """Places without a worker, and when they get one."""

    def keep_subprocess_alive(self) -> None:
        for place, process in enumerate(self.processes):
            if self.should_exit.is_set():
                return
            if place in self.due:
                self.replace(place)
            elif not process.is_alive(timeout=self.config.timeout_worker_healthcheck):
                self.bury(place, process)
            elif not self.has_served:
                self.has_served = process.is_ready(timeout=self.config.timeout_worker_healthcheck)

    def bury(self, place: int, process: Process) -> None:
        """A worker has died or hangs: decides when it is replaced."""
        process.kill()
        process.join()
        if process.exitcode == STARTUP_FAILURE and not self.has_served:
            log.error("no worker can start; the hall does not open")
            self.failed = True
            self.should_exit.set()
            return
        now = time.monotonic()
        lived = now - self.begun.get(place, 0.0)
        wait = 0.0 if lived > STEADY_SECONDS else min(max(2 * self.waits.get(place, 0.0), 0.5), LONGEST_WAIT)
        self.waits[place] = wait
        self.due[place] = now + wait
        log.error("worker %s has died (%s); the next one comes in %.1f s", process.pid, process.exitcode, wait)

    def replace(self, place: int) -> None:
        if time.monotonic() >= self.due[place]:
            del self.due[place]
            self.begun[place] = time.monotonic()
            self.processes[place] = Process(self.config, self.sockets)
            self.processes[place].start()

    def restart_all(self) -> None:
        super().restart_all()
        self.due.clear()


def run_workers(config: Config) -> int:
    """Runs until told to end; the exit code."""
    master = Master(config, [config.bind_socket()])
    master.run()
    return STARTUP_FAILURE if master.failed else 0
