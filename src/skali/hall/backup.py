"""Backup and restore: all tables as gzipped JSON lines, from one consistent reading, for either kind of database."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import orjson
from sqlalchemy import Connection, func, insert, select, text

from skali.hall.migrations import migrate
from skali.hall.schema import metadata
from skali.hall.storage import make_engine

FORMAT = "skali hall backup 1"
CHUNK = 1000


class BackupError(ValueError):
    """A file that is no backup, or a database that is not empty."""


def private(path: str, flags: int) -> int:
    """Opens a file that only its owner may read: a backup has the hall's secret and the luck of all games."""
    return os.open(path, flags, 0o600)


def write_backup(url: str, file: Path) -> int:
    """Writes everything; returns the number of rows. The file appears whole or not at all."""
    engine = make_engine(url)
    migrate(engine)
    part = file.with_name(file.name + ".part")
    count = 0
    try:
        with engine.connect() as connection, open(part, "xb", opener=private) as raw, gzip.open(raw, "wb") as out:
            if connection.dialect.name == "postgresql":
                connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"))
            out.write(orjson.dumps({"format": FORMAT}) + b"\n")
            for table in metadata.sorted_tables:
                names = [str(column.name) for column in table.columns]
                for row in connection.execute(select(table)):
                    entry = {"table": str(table.name), "row": dict(zip(names, row, strict=True))}
                    out.write(orjson.dumps(entry) + b"\n")
                    count += 1
            out.write(orjson.dumps({"end": count}) + b"\n")
        with open(part, "rb") as written:
            os.fsync(written.fileno())
        os.link(part, file)  # refuses to write over what is there
    finally:
        part.unlink(missing_ok=True)
        engine.dispose()
    return count


def read_backup(url: str, file: Path) -> int:
    """Fills an empty database, in one transaction."""
    engine = make_engine(url)
    migrate(engine)
    tables = {table.name: table for table in metadata.sorted_tables}
    try:
        with engine.connect().execution_options(writer=True) as connection, connection.begin():
            if any(connection.execute(select(func.count()).select_from(table)).scalar() for table in tables.values()):
                raise BackupError("the database is not empty: restore into a new one")
            count = 0
            ended = False
            waiting: dict[str, list[dict[str, object]]] = {}
            try:
                with gzip.open(file, "rb") as lines:
                    if orjson.loads(next(lines, b"{}")).get("format") != FORMAT:
                        raise BackupError(f"{file} is no backup of a hall")
                    for line in lines:
                        entry = orjson.loads(line)
                        if "end" in entry:
                            ended = entry["end"] == count
                            break
                        waiting.setdefault(entry["table"], []).append(entry["row"])
                        count += 1
                        if len(waiting[entry["table"]]) >= CHUNK:
                            connection.execute(insert(tables[entry["table"]]), waiting.pop(entry["table"]))
            except (OSError, EOFError, orjson.JSONDecodeError, KeyError) as error:
                raise BackupError(f"{file} is damaged: {error}") from None
            if not ended:
                raise BackupError(f"{file} is cut short")
            store(connection, waiting)
            return count
    finally:
        engine.dispose()


def store(connection: Connection, waiting: dict[str, list[dict[str, object]]]) -> None:
    for name, rows in waiting.items():
        connection.execute(insert(metadata.tables[name]), rows)
