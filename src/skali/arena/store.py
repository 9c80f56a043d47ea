"""What an arena leaves behind: a journal of finished games, their sagas, and in the end the results as Parquet.

A game counts as finished when its line is in the journal; the line is written last and reaches the disk before the next.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from skali.arena.plan import ArenaError, Plan, need

PLAN = "plan.json"
JOURNAL = "games.jsonl"
RESULTS = "results.parquet"
STANDINGS = "standings.json"
SAGAS = "sagas"


class Store:
    """The folder of one arena."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.records: dict[int, dict[str, Any]] = {}

    def open(self, plan: Plan, resume: bool) -> None:
        """Begins a folder, or takes it up again if it holds games of the same plan. More games than before are welcome."""
        path = self.folder / PLAN
        if path.exists():
            if not resume:
                raise ArenaError(f"{self.folder} already holds an arena: go on with --resume, or name another folder")
            self._check_plan(json.loads(path.read_text(encoding="utf-8")), plan)
            self._read_journal()
        elif resume and self.folder.exists() and any(self.folder.iterdir()):
            raise ArenaError(f"{self.folder} holds no arena to resume: there is no {PLAN}")
        (self.folder / SAGAS).mkdir(parents=True, exist_ok=True)
        _replace(path, json.dumps(plan.to_data(), indent=1, ensure_ascii=False) + "\n")

    def add(self, record: dict[str, Any]) -> None:
        """Keeps a finished game: first its saga, then its line."""
        number = record["game"]
        if number in self.records:
            return
        _replace(self.folder / SAGAS / f"{number:06d}.saga", record["saga"])
        kept = {name: value for name, value in record.items() if name != "saga"}
        with open(self.folder / JOURNAL, "a", encoding="utf-8") as journal:
            journal.write(json.dumps(kept, ensure_ascii=False) + "\n")
            journal.flush()
            os.fsync(journal.fileno())
        self.records[number] = kept

    def finish(self, standings: list[dict[str, Any]]) -> None:
        """Writes the results, and the journal in the order of the games: the same however they were spread."""
        records = [self.records[number] for number in sorted(self.records)]
        _replace(self.folder / JOURNAL, "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in records))
        _replace(self.folder / STANDINGS, json.dumps(standings, indent=1, ensure_ascii=False) + "\n")
        write_parquet(self.folder / RESULTS, records)

    def _check_plan(self, old: dict[str, Any], plan: Plan) -> None:
        for name, value in plan.to_data().items():
            if name != "games" and old.get(name) != value:
                raise ArenaError(f"{self.folder} was begun with {name} {old.get(name)!r}, not {value!r}")
        if plan.games < old["games"]:
            raise ArenaError(f"{self.folder} was begun for {old['games']} games; resume it with as many or more")

    def _read_journal(self) -> None:
        """The finished games. A line that was cut short by a crash is dropped, so that its game is played again."""
        path = self.folder / JOURNAL
        if not path.exists():
            return
        whole = []
        for line in path.read_text(encoding="utf-8").splitlines(keepends=True):
            try:
                record = json.loads(line)
                self.records[record["game"]] = record
                whole.append(line if line.endswith("\n") else line + "\n")
            except (ValueError, KeyError, TypeError):
                continue
        _replace(path, "".join(whole))


def write_parquet(path: Path, records: list[dict[str, Any]]) -> None:
    """One row per seat per game."""
    pa, pq = need("pyarrow", "arena"), need("pyarrow.parquet", "arena")
    line = pa.struct([("key", pa.string()), ("of", pa.string()), ("points", pa.int32())])
    schema = pa.schema(
        [
            ("game", pa.int32()),
            ("deal", pa.int32()),
            ("seed", pa.uint64()),
            ("digest", pa.string()),
            ("seat", pa.int8()),
            ("agent", pa.string()),
            ("score", pa.int32()),
            ("rank", pa.int8()),
            ("share", pa.float64()),
            ("decisions", pa.int32()),
            ("forfeits", pa.int32()),
            ("lines", pa.list_(line)),
            ("seconds", pa.float64()),
        ]
    )
    rows = []
    for record in records:
        game = {name: record[name] for name in ("game", "deal", "seed", "digest")}
        rows += [{**game, "seat": seat, **result} for seat, result in enumerate(record["seats"])]
    part = path.with_suffix(".part")
    pq.write_table(pa.Table.from_pylist(rows, schema=schema), part, compression="zstd")
    os.replace(part, path)


def _replace(path: Path, text: str) -> None:
    """The whole file or none of it."""
    part = path.with_name(path.name + ".part")
    part.write_text(text, encoding="utf-8")
    os.replace(part, path)
