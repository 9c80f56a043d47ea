"""Damage in the database is a matter of the table it befell: all others are played, and the lobby is read, as ever."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.hall.halls import ThreadHall
from tests.hall.people import Person
from tests.hall.test_tables import person_at

OpenHall = Callable[..., ThreadHall]

DAMAGED = {
    "half a row": "UPDATE rows SET data = '{' WHERE table_id = ? AND kind = 'sit'",
    "an unknown kind": "UPDATE rows SET kind = 'nonsense' WHERE table_id = ? AND ply = 1",
    "a seat too many": "UPDATE rows SET seat = 17 WHERE table_id = ? AND ply = 1",
    "a missing row": "DELETE FROM rows WHERE table_id = ? AND ply = 1",
    "another move": "UPDATE rows SET move = 99999 WHERE table_id = ? AND kind = 'move'",
    "a name that is a number": """UPDATE rows SET data = '{"name": 5, "guest": "g"}' WHERE table_id = ? AND ply = 1""",
    "an undo of nothing": "UPDATE rows SET kind = 'undo', data = '{}' WHERE table_id = ? AND ply = 2",
    "no config": "UPDATE game_tables SET config = '{' WHERE id = ?",
    "a config of another kind": "UPDATE game_tables SET config = '[]' WHERE id = ?",
    "players without a kind": """UPDATE game_tables SET config = '{"players": [{}, {}]}' WHERE id = ?""",
    "a clock of another kind": """UPDATE game_tables SET config = '{"players": [], "clock": {"base": "x"}}' WHERE id = ?""",
    "no options": "UPDATE game_tables SET options = 'null' WHERE id = ?",
    "an unknown option": """UPDATE game_tables SET options = '{"none": "such"}' WHERE id = ?""",
    "no seed": "UPDATE game_tables SET seed = 'seed' WHERE id = ?",
    "too many seats": "UPDATE game_tables SET seats = 70 WHERE id = ?",
    "no number of seats": "UPDATE game_tables SET seats = 'many' WHERE id = ?",
}
STILL_GOOD = {
    "a snapshot that is none": "INSERT INTO snapshots (table_id, ply, data) VALUES (?, 2, 'x')",
    "a snapshot of an older hall": """INSERT INTO snapshots (table_id, ply, data) VALUES (?, 2, '{"state": {}}')""",
    "a snapshot of something else": """INSERT INTO snapshots (table_id, ply, data) VALUES (?, 2, '{"at": 5}')""",
}


def test_a_damaged_table_is_shown_as_damaged_and_by_itself(open_hall: OpenHall, tmp_path: Path) -> None:
    hall = open_hall(snapshot_rows=10**9)  # none is kept
    host, other = Person(hall.url, "Host"), Person(hall.url, "Other")
    tables = {}
    for what in [*DAMAGED, *STILL_GOOD, "nothing"]:
        tables[what] = host.lay("moot", seats=2)["id"]
        other.sit(tables[what], 1)
        host.look(tables[what], 0).plays("omen")
    hall.close()
    with sqlite3.connect(tmp_path / "hall.db") as database:
        for what, statement in {**DAMAGED, **STILL_GOOD}.items():
            assert database.execute(statement, (tables[what],)).rowcount == 1, what
        rows = database.execute("SELECT * FROM rows ORDER BY 1, 2").fetchall()
    again = open_hall()
    host, other = person_at(again, host), person_at(again, other)
    cards = {card["id"]: card["status"] for card in host.get("/api/tables")["tables"]}
    assert {what: cards.get(id) for what, id in tables.items()} == {
        what: "damaged" if what in DAMAGED else "playing" for what in tables
    }
    mine = {card["id"] for card in host.get("/api/me/tables")["tables"]}
    assert {tables[what] for what in [*STILL_GOOD, "nothing"]} <= mine
    for what in DAMAGED:
        id = tables[what]
        info = host.get(f"/api/tables/{id}")["table"]
        assert info["status"] == "damaged" and "damaged" in info["cannot_go_on"], what
        for path in ("close", "fill", "seats/1/leave", "seats/0/bot", "rematch", "settings"):
            answer = host.http.post(f"/api/tables/{id}/{path}", json={})
            assert answer.status_code < 500, (what, path, answer.text)
        for path in ("position", "moments", "moments/0", "drawing", "sheets", "why?move=omen", "saga", "qr.svg"):
            assert host.http.get(f"/api/tables/{id}/{path}").status_code < 500, (what, path)
        viewer = other.look(id)
        assert viewer.position["view"] is None
        assert viewer.ask("chat", text="hello")["error"] == "cannot_go_on"
        viewer.close()
    with sqlite3.connect(tmp_path / "hall.db") as database:
        assert database.execute("SELECT * FROM rows ORDER BY 1, 2").fetchall() == rows
    for what in [*STILL_GOOD, "nothing"]:
        viewer = host.look(tables[what], 0)
        viewer.plays(viewer.position["legal"][0]["move"])


def test_why_a_record_is_damaged_is_told_to_nobody_but_the_log(
    open_hall: OpenHall, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The move that departs from the rules may be a secret one."""
    hall = open_hall(snapshot_rows=10**9)
    person = Person(hall.url, "Host")
    table = person.lay("moot", seats=2, pass_and_play=True)["id"]
    person.look(table, 0).plays("omen")
    hall.close()
    with sqlite3.connect(tmp_path / "hall.db") as database:
        database.execute("UPDATE rows SET move = 3")
    again = open_hall()
    info = Person(again.url).get(f"/api/tables/{table}")["table"]
    assert info["cannot_go_on"] == "The record of this table is damaged. It is kept as it is and cannot go on."
    assert "departs from the rules" in capfd.readouterr().err
