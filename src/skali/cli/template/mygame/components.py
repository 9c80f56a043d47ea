"""Loads components.toml into tables, and refuses a set that the rules could not be played with."""

from skali.core import ComponentError, Components

from mygame.moves import KINDS


class Tables:
    def __init__(self, components: Components) -> None:
        items = components.items("shell")
        self.names = [item.text("name") for item in items]
        self.counts = [item.number_of("count", 1, 50) for item in items]
        if len(set(self.names)) != KINDS:
            raise ComponentError(f"{components.file}: there are {KINDS} kinds of shell (MG-002), not {self.names}")
        if sum(self.counts) < 20:
            raise ComponentError(f"{components.file}: four players need 20 shells to start (MG-003)")
