"""The tables of the database, for SQLAlchemy and Alembic."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Double, Index, Integer, MetaData, String, Table, Text

metadata = MetaData()

settings = Table(
    "settings",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

guests = Table(
    "guests",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("language", String(2), nullable=False),
    Column("created", Double, nullable=False),
)

game_tables = Table(
    "game_tables",
    metadata,
    Column("id", String(20), primary_key=True),
    Column("game", String(60), nullable=False),
    Column("rules", String(40), nullable=False),
    Column("components", String(80), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("seed", String(16), nullable=False),
    Column("nonce", String(32), nullable=False),
    Column("host", String(40), nullable=False),
    Column("config", Text, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("status", String(10), nullable=False),
    Column("created", Double, nullable=False),
)
Index("game_tables_listed", game_tables.c.listed, game_tables.c.created)

sitting = Table(
    "sitting",
    metadata,
    Column("guest", String(40), primary_key=True),
    Column("table_id", String(20), primary_key=True),
)

rows = Table(
    "rows",
    metadata,
    Column("table_id", String(20), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(10), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("move", Integer, nullable=False),
    Column("data", Text, nullable=False),
    Column("at", Double, nullable=False),
    sqlite_with_rowid=False,
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", String(20), primary_key=True),
    Column("ply", Integer, nullable=False),
    Column("data", Text, nullable=False),
)
