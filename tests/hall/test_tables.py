"""Tables over time: snapshots, long games, other rules, import and export, backup, closing and opening again."""

import random
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from skali.core import Saga, load_game, replay
from skali.hall.backup import BackupError, read_backup, write_backup
from skali.hall.checkpoints import CHECKPOINT_EVERY
from skali.hall.clock import Clock
from skali.hall.rows import Row
from skali.hall.settings import Settings
from skali.hall.snapshots import open_from, snapshot_of
from skali.hall.table import LiveTable
from skali.hall.undo import undo_for, undo_row
from tests.hall.halls import ThreadHall
from tests.hall.people import Person, Viewer, table_of
from tests.hall.test_play import play_to_the_end
from tests.hall.test_secrecy import live_table, play_randomly, told_to

OpenHall = Callable[..., ThreadHall]


def everything(table: LiveTable) -> list[Any]:
    told = [(viewer.n, viewer.moment, viewer.log_length, viewer.key, list(viewer.log)) for viewer in table.viewers]
    return [table.state.digest(), told, table.status]


def test_a_snapshot_knows_that_a_secret_answer_is_not_out_yet() -> None:
    table, _ = live_table("moot", 3, 3)
    rows: list[Row] = []
    for at, (seat, move) in enumerate([(0, "omen"), (1, ""), (1, "submit")]):
        chosen = table.state.game().moves.read(move) if move else table.state.legal_moves(seat)[0]
        plan = table.plan_moves(seat, [chosen])
        rows += table.rows_of(plan, "", float(at))
        table.take(rows[-1:], plan)
    again, _ = live_table("moot", 3, 3)
    open_from(again, rows, (table.record.ply, snapshot_of(table)))
    for each in (table, again):
        assert undo_for(each, 1).how == "no"
        assert undo_for(each, 0).how == "ask"


@pytest.mark.parametrize(("game", "seats"), [("moot", 3), ("fjords", 2)])
def test_a_table_opened_from_any_snapshot_is_the_table_that_was_left(game: str, seats: int) -> None:
    luck = random.Random(8)
    table, teller = live_table(game, seats, 3)
    rows: list[Row] = []
    shots: list[tuple[int, str]] = []
    at = 0.0
    while table.is_playing:
        at += 1.0
        seat = luck.choice(table.state.to_act())
        undo = undo_for(table, seat)
        if undo.how != "no" and luck.random() < 0.2:
            new = [undo_row(table, seat, undo, at)]
            table.take(new)
        else:
            plan = table.plan_moves(seat, [luck.choice(table.state.legal_moves(seat))])
            new = table.rows_of(plan, "", at)
            table.take(new, plan)
        rows += new
        if len(rows) % 41 == 0:
            shots.append((table.record.ply, snapshot_of(table)))
    said = [told_to(table, teller, viewer) for viewer in table.everybody]
    for shot in [None, *shots]:
        again, _ = live_table(game, seats, 3)
        open_from(again, rows, shot)
        assert everything(again) == everything(table)
        assert [told_to(again, teller, viewer) for viewer in again.everybody] == said
        # Even what a snapshot leaves out can be looked up.
        walked = [(moment, state.view(0)) for moment, state, _ in again.look_back(0).moments()]
        assert len(walked) == table.viewers[0].moment + 1 and walked[-1][1] == table.state.view(0)


def test_opening_plays_only_what_came_after_the_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = live_table("fjords", 2, 1)
    rows: list[Row] = []
    shot: tuple[int, str] | None = None
    for _, happenings in play_randomly(table, random.Random(1)):
        step = happenings[0].told[-1][0]
        rows.append(Row("t", step.ply, "move", step.seat, step.move, f"\t{step.notation}", 1.0))
        if table.record.ply == 200:
            shot = (200, snapshot_of(table))
    played: list[int] = []
    for name in ("play", "replay_step"):
        real = getattr(LiveTable, name)
        counted = lambda self, *args, real=real: (played.append(1), real(self, *args))[1]  # noqa: E731
        monkeypatch.setattr(LiveTable, name, counted)
    again, _ = live_table("fjords", 2, 1)
    open_from(again, rows, shot)
    # A snapshot reaches back to the last checkpoint before the oldest free undo.
    assert len(played) <= len(rows) - 200 + 2 * CHECKPOINT_EVERY and everything(again) == everything(table)


def test_snapshots_are_written_and_used_after_a_restart(open_hall: OpenHall, tmp_path: Path) -> None:
    hall = open_hall(snapshot_rows=8)
    people, table = table_of(hall.url, "fjords", 2)
    viewers = [person.look(table, seat) for seat, person in enumerate(people)]
    for _ in range(30):
        for each in viewers:
            each.settle()
        viewer = next(each for each in viewers if each.position["legal"])
        viewer.plays(viewer.position["legal"][0]["move"])
    for viewer in viewers:
        viewer.settle()
    seen = [viewer.position for viewer in viewers]
    hall.close()
    for viewer in viewers:
        with pytest.raises(ConnectionClosed) as closed:
            viewer.receive()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012  # the hall will be back
    with sqlite3.connect(tmp_path / "hall.db") as database:
        assert database.execute("SELECT ply FROM snapshots").fetchone()[0] >= 8
    again = open_hall()
    back = [person_at(again, person).look(table, seat) for seat, person in enumerate(people)]
    assert [viewer.position for viewer in back] == seen
    assert [viewer.n for viewer in back] == [viewer.n for viewer in viewers]
    assert back[0].info["seats"][0]["name"] == "Player0"


def person_at(hall: ThreadHall, person: Person) -> Person:
    other = Person(hall.url)
    other.http.cookies.set("skali_guest", person.cookie)
    return other


def test_a_table_of_other_rules_is_shown_and_exported_and_says_why_it_cannot_go_on(
    open_hall: OpenHall, tmp_path: Path
) -> None:
    hall = open_hall()
    person = Person(hall.url, "Alone")
    table = person.lay("moot", seats=2, pass_and_play=True)["id"]
    person.look(table, 0).plays("omen")
    hall.close()
    with sqlite3.connect(tmp_path / "hall.db") as database:
        database.execute("UPDATE game_tables SET rules = '0.9'")
    again = open_hall()
    back = person_at(again, person)
    info = back.get(f"/api/tables/{table}")["table"]
    assert "0.9" in info["cannot_go_on"] and "1.0" in info["cannot_go_on"]
    viewer = back.look(table, 0)
    assert viewer.position["view"] is None
    assert viewer.play("submit")["error"] == "cannot_go_on"
    saga = back.http.get(f"/api/tables/{table}/saga").text
    assert "rules 0.9\n" in saga and "\n0 omen\n" in saga
    assert back.get("/api/me/tables")["tables"][0]["id"] == table


def test_a_saga_goes_out_and_comes_in_again(hall: ThreadHall) -> None:
    person = Person(hall.url, "Astrid")
    table = person.lay("fjords", seats=2, pass_and_play=True)["id"]
    for _ in range(12):
        hall_table = person.get(f"/api/tables/{table}/position")["position"]
        viewer = person.look(table, hall_table["view"]["awaiting"][0])
        viewer.plays(viewer.position["legal"][0]["move"])
        viewer.close()
    text = person.http.get(f"/api/tables/{table}/saga").text
    other = Person(hall.url, "Bjorn")
    assert other.http.get(f"/api/tables/{table}/saga").status_code == 403
    new = other.post("/api/sagas", {"saga": text})["table"]
    assert new["mine"] == [0, 1] and new["status"] == "playing"
    live, copied = hall.live(table), hall.live(new["id"])
    assert [live.state.view(seat) for seat in live.everybody] == [copied.state.view(seat) for seat in live.everybody]
    assert live.state.digest() != copied.state.digest(), "the luck to come must not be the one that the saga tells"
    copy = other.http.get(f"/api/tables/{new['id']}/saga").text
    moves = text.split("---\n")[1].split("# ")[0]
    assert copy.split("---\n")[1].startswith(f"{moves}fork ")
    assert replay(Saga.read(copy), load_game("fjords")).digest() == copied.state.digest()
    for broken in ("", "saga 1\n", text.replace("draw", "fly", 1), text.replace("game fjords", "game chess")):
        assert other.http.post("/api/sagas", json={"saga": broken}).status_code in (400, 404)


def test_a_finished_saga_comes_in_as_it_is(hall: ThreadHall) -> None:
    file = sorted((Path(__file__).parents[1] / "sagas").glob("fjords-*.saga"))[0]
    person = Person(hall.url, "Reader")
    table = person.post("/api/sagas", {"saga": file.read_text()})["table"]
    assert table["status"] == "over"
    saga = Saga.read(file.read_text())
    assert table["result"]["scores"] == saga.score
    moments = person.get(f"/api/tables/{table['id']}/moments")["moments"]
    assert moments[-1]["scores"] == saga.score


def test_an_imported_fork_brings_the_same_luck(hall: ThreadHall) -> None:
    person = Person(hall.url, "Astrid")
    table = person.lay("fjords", seats=2, pass_and_play=True)["id"]
    seat = person.get(f"/api/tables/{table}/position")["position"]["view"]["awaiting"][0]
    viewer = person.look(table, seat)
    viewer.plays("draw")
    assert viewer.ask("undo")["undo"] == "done"
    viewer.plays("draw")
    text = person.http.get(f"/api/tables/{table}/saga").text
    assert "\nfork 1\n" in text
    new = person.post("/api/sagas", {"saga": text})["table"]["id"]
    copied = hall.live(new)
    assert [step.fork for step in copied.record.line if step.fork] == [1, copied.record.lucks[0].number]
    assert copied.state.view(-1) == hall.live(table).state.view(-1)
    assert replay(Saga.read(text), load_game("fjords")).digest() == hall.live(table).state.digest()


def test_who_plays_alone_is_told_the_own_earlier_results_and_nobody_elses(hall: ThreadHall) -> None:
    astrid, bjarni = Person(hall.url, "Astrid"), Person(hall.url, "Bjarni")

    def plays_alone(person: Person, side: str, luck: int) -> tuple[str, int]:
        table = person.lay("explorers", seats=1, options={"start_side": side})["id"]
        viewer = person.look(table, 0)
        play_to_the_end([viewer], luck)
        return table, viewer.info["result"]["scores"][0]

    def earlier(person: Person, table: str, lang: str = "en") -> list[tuple[str, int, bool, str]]:
        found = person.get(f"/api/tables/{table}/earlier?lang={lang}")["results"]
        return [(each["table"], each["score"], each["same"], each["options"]) for each in found]

    first, scored = plays_alone(astrid, "A-front", 1)
    other, points = plays_alone(astrid, "B-back", 2)
    plays_alone(bjarni, "A-front", 3)
    saga = astrid.http.get(f"/api/tables/{first}/saga").text
    astrid.post("/api/sagas", {"saga": saga})
    now = astrid.lay("explorers", seats=1)["id"]
    together = astrid.lay("explorers", seats=2)["id"]
    aside = "Startzijde: B, achterkant"
    assert earlier(astrid, now, "nl") == [(other, points, False, aside), (first, scored, True, "")]
    assert [each[0] for each in earlier(astrid, other)] == [first] and earlier(astrid, first) == []
    assert earlier(bjarni, now) == earlier(Person(hall.url), now) == earlier(astrid, together) == []


def test_a_backup_is_everything_and_goes_from_one_database_to_another(
    open_hall: OpenHall, tmp_path: Path, database: str
) -> None:
    hall = open_hall(str(tmp_path / "from.db"))
    people, table = table_of(hall.url, "moot", 2)
    viewers: list[Viewer] = [person.look(table, seat) for seat, person in enumerate(people)]
    play_to_the_end(viewers, 1)
    result = viewers[0].info["result"]
    file = tmp_path / "hall.backup"
    count = write_backup(hall.settings.database_url(), file)  # while the hall is open
    assert count > 5
    with pytest.raises(FileExistsError):
        write_backup(hall.settings.database_url(), file)
    url = Settings(database=database).database_url()
    assert read_backup(url, file) == count
    with pytest.raises(BackupError, match="not empty"):
        read_backup(url, file)
    again = open_hall(database)
    back = person_at(again, people[0])  # the cookie is good: the secret is in the backup
    assert back.get(f"/api/tables/{table}")["table"]["result"] == result


def test_a_damaged_backup_restores_nothing(tmp_path: Path) -> None:
    source, file = f"sqlite:///{tmp_path / 'a.db'}", tmp_path / "b.backup"
    write_backup(source, file)
    whole = file.read_bytes()
    for number, broken in enumerate((b"", b"no gzip", whole[: len(whole) // 2])):
        file.write_bytes(broken)
        with pytest.raises(BackupError):
            read_backup(f"sqlite:///{tmp_path / f'c{number}.db'}", file)


def test_a_clock_runs_only_for_who_is_awaited_and_hides_who_has_secretly_answered() -> None:
    clock = Clock(3, 100.0, 5.0)
    clock.awaited([0, 1], 0.0)
    clock.awaited([0], 10.0)
    assert clock.remaining(1, 50.0) == 95.0 and clock.remaining(0, 50.0) == 50.0 and clock.remaining(2, 50.0) == 100.0
    # Seat 2 may not know that seat 1 has answered: for seat 2 both still run alike.
    assert clock.show(2, [0, 1], 50.0)["left"] == [50.0, 50.0, 100.0]
    assert clock.show(1, [0], 50.0) == {"left": [50.0, 95.0, 100.0], "running": [0], "time": 50.0}
    copy = Clock(3, 1.0, 0.0)
    copy.load(clock.to_dict())
    assert copy.show(2, [0, 1], 50.0) == clock.show(2, [0, 1], 50.0)
    assert clock.next_fall([0], 99.0) == (0, 1.0)


def test_bots_play_whole_games_in_processes_of_their_own(open_hall: OpenHall) -> None:
    hall = open_hall()
    person = Person(hall.url, "Astrid")
    for strength in ("easy", "medium"):
        table = person.post("/api/quick", {"game": "fjords", "bots": strength})["table"]["id"]
        viewer = person.look(table, 0)
        luck = random.Random(1)
        while viewer.info["status"] == "playing":
            if viewer.position["legal"]:
                viewer.plays(luck.choice(viewer.position["legal"])["move"])
            else:
                viewer.receive()
        assert viewer.info["result"]
    assert hall.hall.bots.forfeits == 0 and hall.hall.bots.thinkers[0].pool is not None


def test_a_bot_whose_process_dies_forfeits_a_decision_and_the_game_goes_on(open_hall: OpenHall) -> None:
    hall = open_hall()
    person = Person(hall.url, "Astrid")
    table = person.post("/api/quick", {"game": "fjords", "bots": "mcts:50"})["table"]["id"]
    viewer = person.look(table, 0)
    killed = 0
    for _ in range(40):
        if viewer.position["legal"]:
            viewer.plays(viewer.position["legal"][0]["move"])
            pool = hall.hall.bots.thinkers[0].pool
            if pool is not None and killed < 2:
                for process in list(pool._processes.values()):
                    process.kill()
                    killed += 1
        else:
            viewer.receive()
    assert killed >= 1 and viewer.info["status"] == "playing"
