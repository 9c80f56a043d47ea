"""What every process that the hall starts does first."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading


def prepare_process() -> None:
    """Leaves Ctrl-C to the hall, gives way to it, and ends with it, however that ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)
    threading.Thread(target=_end_with_the_hall, daemon=True).start()


def _end_with_the_hall() -> None:
    hall = multiprocessing.parent_process()
    assert hall is not None
    hall.join()
    os._exit(0)
