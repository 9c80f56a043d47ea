"""Whoever could know the luck or the hands of a game in play is shown to all, for good; and a change of hands brings new luck."""

from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from skali.cli import app
from skali.core import Saga, load_game, replay
from skali.core.saga import commitment, commitments
from skali.hall.config import Config
from skali.hall.record import Record, read_known
from skali.hall.rows import Row
from tests.games_under_test import find_game
from tests.hall.halls import ThreadHall
from tests.hall.people import Person, Viewer, table_of
from tests.hall.test_play import play_to_the_end


def known(viewer: Viewer) -> list[tuple[str, list[int], str]]:
    """What the table tells a viewer of who could have known more than one seat may."""
    viewer.settle()
    assert all(each["words"] for each in viewer.info["known"])
    return [(each["name"], each["seats"], each["luck"]) for each in viewer.info["known"]]


def saga_of(person: Person, table: str) -> Any:
    return person.http.get(f"/api/tables/{table}/saga")


def is_renewed(hall: ThreadHall, table: str, text: str) -> bool:
    """Whether the luck to come cannot be foreseen by who has that saga."""
    live = hall.live(table)
    told = replay(Saga.read(text), find_game(live.config.game), verify=False)
    return str(live.state.to_dict()) != str(told.to_dict())


def test_a_fair_table_names_nobody_and_keeps_its_luck(hall: ThreadHall) -> None:
    people, table = table_of(hall.url, "moot", 3)
    watcher = Person(hall.url, "Watcher").look(table)
    assert known(watcher) == [] and hall.live(table).record.lucks == []
    # Another device of the same person is no other hands.
    phone = Person(hall.url, "Phone")
    phone.sit(table, 1, key=people[1].get(f"/api/tables/{table}/seats/1/link")["key"])
    assert known(watcher) == [] and hall.live(table).record.lucks == []


def test_a_saga_with_a_chosen_seed_is_marked_and_its_luck_does_not_come(hall: ThreadHall) -> None:
    cheat, victim = Person(hall.url, "Cheat"), Person(hall.url, "Victim")
    game = load_game("fjords")
    text = Saga("fjords", game.rules_version, game.components.digest, 2, 42, game.options().to_texts()).write()
    table = cheat.post("/api/sagas", {"saga": text})["table"]
    id = table["id"]
    assert is_renewed(hall, id, text)
    assert [(each["name"], each["luck"]) for each in table["known"]] == [("Cheat", "before")]
    promised = table["commitment"]
    assert promised != commitment(42, "")
    # The seat is given away: the victim sees the mark, and the luck begins anew once more.
    cheat.post(f"/api/tables/{id}/seats/1/leave")
    seen = victim.sit(id, 1)
    assert seen["commitment"] not in (promised, commitment(42, ""))
    viewers = [cheat.look(id, 0), victim.look(id, 1)]
    assert known(viewers[1]) == [("Cheat", [0, 1], "before")]
    play_to_the_end(viewers)
    # The result and the saga have the mark for good, and every promise can be checked.
    assert known(viewers[1]) == [("Cheat", [0, 1], "before")]
    result = viewers[1].info["result"]
    assert [each["name"] for each in result["known"]] == ["Cheat"]
    assert [luck["commitment"] for luck in result["lucks"]] == [promised, seen["commitment"]]
    saga = Saga.read(saga_of(victim, id).text)
    assert replay(saga, game).digest() == saga.digest
    assert commitments(saga) == [commitment(42, ""), promised, seen["commitment"]]
    remarks = [step.text for step in saga.steps if step.kind == "remark"]
    assert "known luck by Cheat" in remarks and "known seats 0 1 by Cheat" in remarks
    # Also when it goes out and comes in again.
    again = victim.post("/api/sagas", {"saga": saga.write()})["table"]
    assert ("Cheat", [], "before") in [(each["name"], each["seats"], each["luck"]) for each in again["known"]]
    assert ("Cheat", [0, 1], "no") in [(each["name"], each["seats"], each["luck"]) for each in again["known"]]


def test_the_command_checks_every_promise(hall: ThreadHall, tmp_path: Path) -> None:
    people, table = table_of(hall.url, "fjords", 2)
    first = people[0].get(f"/api/tables/{table}")["table"]["commitment"]
    people[1].post(f"/api/tables/{table}/seats/1/leave")
    heir = Person(hall.url, "Heir")
    second = heir.sit(table, 1)["commitment"]
    play_to_the_end([people[0].look(table, 0), heir.look(table, 1)])
    file = tmp_path / "game.saga"
    file.write_text(saga_of(heir, table).text)
    codes = [
        CliRunner().invoke(app, ["replay", str(file), "--verify", promise]).exit_code
        for promise in (first, second, "0" * 64)
    ]
    assert codes == [0, 0, 1]


def test_reading_the_record_of_a_game_in_play_is_told_and_a_seat_given_away_has_new_luck(hall: ThreadHall) -> None:
    host, friend = Person(hall.url, "Host"), Person(hall.url, "Friend")
    table = host.lay("fjords", seats=2, pass_and_play=True)["id"]
    watcher = Person(hall.url, "Watcher").look(table)
    assert known(watcher) == []
    text = saga_of(host, table).text
    assert known(watcher) == [("Host", [], "now")]
    rows = hall.live(table).record.ply
    saga_of(host, table)
    assert hall.live(table).record.ply == rows, "what is known already is told once"
    assert not is_renewed(hall, table, text)
    host.post(f"/api/tables/{table}/seats/1/leave")
    friend.sit(table, 1)
    assert known(watcher) == [("Host", [0, 1], "before")]
    assert is_renewed(hall, table, text)
    assert saga_of(host, table).status_code == 403
    assert watcher.log[-1]["kind"] == "hall.luck" and "Friend" in watcher.log[-1]["words"]
    # So it is when the table is opened again from its rows.
    del hall.hall.rooms[table]
    assert known(Person(hall.url, "Late").look(table)) == [("Host", [0, 1], "before")]


def test_a_local_seat_handed_on_by_its_key_has_new_luck(hall: ThreadHall) -> None:
    host, friend = Person(hall.url, "Host"), Person(hall.url, "Friend")
    table = host.lay("fjords", seats=2, pass_and_play=True)["id"]
    text = saga_of(host, table).text
    friend.sit(table, 1, key=host.get(f"/api/tables/{table}/seats/1/link")["key"])
    assert is_renewed(hall, table, text)
    assert known(friend.look(table, 1)) == [("Host", [0, 1], "before")]


def test_a_glance_through_the_seat_that_a_rival_left_is_told_for_good(hall: ThreadHall) -> None:
    people, table = table_of(hall.url, "moot", 2)
    people[1].post(f"/api/tables/{table}/seats/1/leave")
    people[0].sit(table, 1, name="Somebody else")
    text = saga_of(people[0], table).text
    people[0].post(f"/api/tables/{table}/seats/1/leave")
    people[1].sit(table, 1, name="Rival")
    rival = people[1].look(table, 1)
    assert known(rival) == [("Player0", [0, 1], "before")]
    assert is_renewed(hall, table, text)
    # Who left and looks on from elsewhere has seen that hand as well.
    people[1].post(f"/api/tables/{table}/seats/1/leave")
    Person(hall.url, "Heir").sit(table, 1)
    assert ("Player1", [1], "no") in known(people[0].look(table, 0))


def test_undo_behind_new_luck_cannot_be_foreseen_and_tells_only_its_count(hall: ThreadHall) -> None:
    person = Person(hall.url, "Astrid")
    table = person.lay("fjords", seats=2, pass_and_play=True)["id"]
    text = saga_of(person, table).text
    new = person.post("/api/sagas", {"saga": text})["table"]["id"]
    seat = person.get(f"/api/tables/{new}/position")["position"]["view"]["awaiting"][0]
    viewer = person.look(new, seat)
    viewer.plays("draw")
    assert viewer.ask("undo")["undo"] == "done"
    record = hall.live(new).record
    assert viewer.log[-1]["data"]["fork"] == 1 and record.line[-1].fork > 2**40
    viewer.plays("draw")
    saga = Saga.read(saga_of(person, new).text)
    assert replay(saga, load_game("fjords")).digest() == hall.live(new).state.digest()
    told = str(viewer.received)
    secrets = [str(luck.number) for luck in record.lucks] + [luck.nonce for luck in record.lucks]
    assert record.lucks and not [secret for secret in [*secrets, str(record.line[-2].fork)] if secret in told]


def test_an_undo_over_a_change_of_hands_stays_unforeseen_and_is_the_same_from_the_rows(hall: ThreadHall) -> None:
    people, table = table_of(hall.url, "fjords", 2)
    viewers = [person.look(table, seat) for seat, person in enumerate(people)]
    mover = next(viewer for viewer in viewers if viewer.position["legal"])
    other = viewers[1 - mover.seat]
    before = mover.position["view"]
    mover.plays("draw")
    other.person.post(f"/api/tables/{table}/seats/{other.seat}/leave")
    heir = Person(hall.url, "Heir")
    heir.sit(table, other.seat)
    viewer = heir.look(table, other.seat)
    mover.settle()
    assert mover.position["undo"] == "ask" and mover.ask("undo")["undo"] == "offered"
    assert viewer.ask("answer", agree=True)["type"] == "ack"
    mover.settle()
    live = hall.live(table)
    assert mover.position["view"] == before and [step.kind for step in live.record.line] == ["undo"]
    assert live.record.line[0].fork > 2**40 and mover.log[-1]["data"]["fork"] == 1
    digest, log = live.state.digest(), mover.log
    mover.close(), viewer.close()
    del hall.hall.rooms[table]
    again = heir.look(table, other.seat)
    assert hall.live(table).state.digest() == digest
    assert [line["words"] for line in again.log] == [line["words"] for line in log]
    play_to_the_end([again, mover.person.look(table, mover.seat)])
    saga = Saga.read(saga_of(heir, table).text)
    assert replay(saga, load_game("fjords")).digest() == saga.digest and len(commitments(saga)) == 2


def test_rows_of_older_halls_say_who_has_looked_through_which_seats() -> None:
    """Undos without a count, seats without a name for the device: everything still folds."""
    players = [{"kind": "person", "name": f"P{seat}", "guest": f"g{seat}"} for seat in range(2)]
    record = Record(Config("t", "moot", "1", "x", 2, {}, 1, "00", "g0", 0.0, players))
    rows = [
        ("leave", 1, "{}"),
        ("sit", 1, '{"guest": "g0", "name": "P0"}'),
        ("sit", 0, '{"guest": "g2", "again": true}'),
        ("undo", 0, '{"gone": [], "fork": 3, "seen": 7}'),
    ]
    for number, (kind, seat, data) in enumerate(rows):
        record.add(Row("t", number + 1, kind, seat, -1, data, 0.0))
    assert [(each.name, each.seats) for each in record.known()] == [("P0", [0, 1]), ("P1", [1])]
    assert record.forks == 3 and record.next_fork() == (4, 4) and record.line[-1].count == 3


def test_remarks_of_a_saga_say_what_was_known() -> None:
    remarks = [
        "known luck by A",
        "known seats 0 1 by Bjorn the Red",
        "known seats 7 by C",
        "seat 0 says: known luck by X",
    ]
    assert read_known(remarks, 2) == [
        {"name": "A", "seats": [], "luck": True},
        {"name": "Bjorn the Red", "seats": [0, 1], "luck": False},
    ]
