"""What a move costs the hall, part by part: `python -m bench.hall.profile [GAME]`.

Plays the same game several times in this process and takes for each move the quickest time of each part, so that whatever else the
machine does disappears. What is left to the load test is what this leaves out: the loop, the sockets and the kernel.
"""

import random
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from skali.hall.catalogue import Catalogue
from skali.hall.config import PERSON, Config
from skali.hall.messages import Teller, encode
from skali.hall.migrations import migrate
from skali.hall.rows import Row
from skali.hall.settings import Settings
from skali.hall.socket import DECODER
from skali.hall.storage import Job, Storage
from skali.hall.table import LiveTable, Plan

GAMES = 12
TOGETHER = 30
"""Rows in one transaction, as at 100 live tables."""


class Watch:
    """Times the parts of one move."""

    def __init__(self) -> None:
        self.parts: dict[str, float] = defaultdict(float)

    def time(self, part: str, work: Callable[[], Any]) -> Any:
        began = time.thread_time_ns()
        result = work()
        self.parts[part] += (time.thread_time_ns() - began) / 1000
        return result


def lay(catalogue: Catalogue, key: str) -> LiveTable:
    game = catalogue.find(key)
    seats = 2 if 2 in game.seats else game.seats[0]
    players = [{"kind": PERSON, "name": f"Player{seat}", "guest": f"g{seat}"} for seat in range(seats)]
    return LiveTable(
        Config(
            id="table",
            game=key,
            rules=game.rules_version,
            components=game.components.digest,
            seats=seats,
            options=game.options().to_texts(),
            seed=42,
            nonce="",
            host="g0",
            created=0.0,
            players=players,
        ),
        game,
    )


def play(table: LiveTable, teller: Teller, luck: random.Random) -> Watch:
    """One move of the seat that is asked, as the hall handles it; told to every seat."""
    watch = Watch()
    seat = table.awaited[0]
    move = luck.choice(table.state.legal_moves(seat))
    text = (
        f'{{"do":"commit","id":"{luck.getrandbits(128):032x}","moves":[{move}],"moment":{table.viewers[seat].moment}}}'
    )
    request = watch.time("read the request", lambda: DECODER.decode(text))
    plan: Plan = watch.time("play it on a copy, see who learns what", lambda: table.plan_moves(seat, request.moves))
    rows: list[Row] = watch.time("take it in", lambda: table.rows_of(plan, request.id, 0.0))
    happenings = watch.time("take it in", lambda: table.take(rows, plan))
    for happening in happenings:
        if happening.kind == "table":
            continue
        for viewer in range(table.config.seats):
            position = watch.time(
                "position: view, prompt, choices, undo", lambda viewer=viewer: teller.position(table, viewer, "en")
            )
            lines = watch.time(
                "log in words",
                lambda viewer=viewer, each=happening: teller.lines(table, viewer, "en", each.told, each.said),
            )
            message = {
                "type": "update",
                "n": 1,
                "why": "move",
                "position": position,
                "log": {"from": 0, "lines": lines},
            }
            watch.time("JSON", lambda message=message: encode(message))
    return watch


def storing() -> float:
    """Microseconds of the writer for a row, one of many in a transaction."""
    with tempfile.TemporaryDirectory() as folder:
        storage = Storage(Settings(database=f"{folder}/hall.db").database_url(), "profile")
        migrate(storage.engine)
        connection = None
        costs = []
        for ply in range(1, 101):
            data = f"{ply:032x}\tplace at 1,-1 turn 3"
            jobs = [Job(rows=[Row(f"table{each}", ply, "move", 0, 17, data, 1.5)]) for each in range(TOGETHER)]
            began = time.thread_time_ns()
            connection = storage._write(connection, jobs)
            costs.append((time.thread_time_ns() - began) / 1000 / TOGETHER)
        if connection is not None:
            connection.close()
        storage.engine.dispose()
        return sorted(costs)[len(costs) // 10]


def main(game: Annotated[str, typer.Argument(help="The key of a game.")] = "fjords") -> None:
    catalogue = Catalogue({"counter": "bench.hall.counter:Counter"})
    teller = Teller(catalogue)
    best: list[dict[str, float]] = []
    for number in range(GAMES):
        table, luck = lay(catalogue, game), random.Random(1)
        at = 0
        while table.is_playing and at < 300:
            parts = play(table, teller, luck).parts
            if number == 0:
                best.append(dict(parts))
            else:
                best[at] = {part: min(cost, best[at][part]) for part, cost in parts.items()}
            at += 1
    totals: dict[str, float] = defaultdict(float)
    for parts in best:
        for part, cost in parts.items():
            totals[part] += cost / len(best)
    totals[f"store it, {TOGETHER} in a transaction (another thread)"] = storing()
    shown = Table(f"a move of {game}, told to {table.config.seats} seats", "us")
    for part, cost in totals.items():
        shown.add_row(part, f"{cost:.0f}")
    shown.add_row("together", f"{sum(totals.values()):.0f}")
    Console().print(shown)


if __name__ == "__main__":
    typer.run(main)
