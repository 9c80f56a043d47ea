"""Who sits where: keys, bots, stand-ins, the host's tools, rematch, ending by agreement."""

from tests.hall.halls import ThreadHall
from tests.hall.people import Person, table_of
from tests.hall.test_play import play_to_the_end

EASY = "mcts:10"
"""Who plays the easy level of a game that has no levels of its own and no heuristic."""


def test_a_seat_is_taken_once_and_taken_up_again_with_its_key(hall: ThreadHall) -> None:
    host, friend, stranger = (Person(hall.url, name) for name in ("Host", "Friend", "Stranger"))
    table = host.lay("moot", seats=2)
    assert (
        table["status"] == "waiting"
        and table["host"]
        and [seat["kind"] for seat in table["seats"]] == ["person", "open"]
    )
    id = table["id"]
    seated = friend.sit(id, 1, name="Bjorn")
    assert seated["status"] == "playing" and seated["mine"] == [1] and seated["seats"][1]["name"] == "Bjorn"
    stranger.post(f"/api/tables/{id}/seats/1/sit", {}, 409)
    stranger.post(f"/api/tables/{id}/seats/5/sit", {}, 404)
    stranger.post(f"/api/tables/{id}/seats/1/sit", {"key": "0" * 32}, 403)
    stranger.get(f"/api/tables/{id}/seats/1/link", 403)
    link = friend.get(f"/api/tables/{id}/seats/1/link")
    assert link["url"].endswith(f"/t/{id}#seat=1&key={link['key']}") and "?" not in link["url"]
    phone = Person(hall.url, "Phone")
    assert phone.sit(id, 1, key=link["key"])["mine"] == [1]
    assert phone.look(id, 1).position["view"]["hand"]
    # The key of one seat does not open another.
    phone.post(f"/api/tables/{id}/seats/0/sit", {"key": link["key"]}, 403)


def test_a_removed_player_loses_seat_view_and_key(hall: ThreadHall) -> None:
    people, table = table_of(hall.url, "moot", 2)
    key = people[1].get(f"/api/tables/{table}/seats/1/link")["key"]
    viewer = people[1].look(table, 1)
    people[1].post(f"/api/tables/{table}/seats/0/remove", {}, 403)
    people[0].post(f"/api/tables/{table}/seats/1/remove")
    assert viewer.until(lambda message: message["type"] == "bye")["reason"] == "removed"
    assert viewer.is_closed()
    people[1].post(f"/api/tables/{table}/seats/1/sit", {"key": key}, 403)
    people[1].get(f"/api/tables/{table}/position?seat=1", 403)
    assert people[1].get("/api/me/tables")["tables"] == []
    # A seat left for good is handed on.
    heir = Person(hall.url, "Heir")
    assert heir.sit(table, 1)["mine"] == [1]
    assert heir.look(table, 1).position["view"]["hand"]


def test_sitting_down_makes_the_keys_of_an_open_seat_void(hall: ThreadHall) -> None:
    host, stranger = Person(hall.url, "Host"), Person(hall.url, "Stranger")
    table = host.lay("moot", seats=2)["id"]
    key = host.get(f"/api/tables/{table}/seats/1/link")["key"]
    stranger.sit(table, 1)
    host.post(f"/api/tables/{table}/seats/1/sit", {"key": key}, 403)
    host.get(f"/api/tables/{table}/position?seat=1", 403)
    host.get(f"/api/tables/{table}/seats/1/link", 403)
    assert host.http.get(f"/api/tables/{table}/saga").status_code == 403
    # Who was invited by the key sits down with it, and then it is void as well.
    second = host.lay("moot", seats=2)["id"]
    key = host.get(f"/api/tables/{second}/seats/1/link")["key"]
    assert stranger.sit(second, 1, key=key)["mine"] == [1]
    host.post(f"/api/tables/{second}/seats/1/sit", {"key": key}, 403)
    # So it is after the table was opened again from its rows.
    del hall.hall.rooms[second]
    host.post(f"/api/tables/{second}/seats/1/sit", {"key": key}, 403)


def test_a_seat_is_told_who_else_looks_through_it_and_can_put_them_out(hall: ThreadHall) -> None:
    people, table = table_of(hall.url, "moot", 2)
    owner, other = people[1].look(table, 1), people[0].look(table, 0)
    assert owner.info["devices"] == [{"seat": 1, "name": "Player1", "this": True}]
    key = people[1].get(f"/api/tables/{table}/seats/1/link")["key"]
    phone = Person(hall.url, "Phone")
    phone.sit(table, 1, key=key)
    owner.settle(), other.settle()
    assert owner.info["devices"] == [
        {"seat": 1, "name": "Player1", "this": True},
        {"seat": 1, "name": "Phone", "this": False},
    ]
    assert other.info["devices"] == [{"seat": 0, "name": "Player0", "this": True}]
    # The key was good for one device.
    Person(hall.url, "Thief").post(f"/api/tables/{table}/seats/1/sit", {"key": key}, 403)
    looking = phone.look(table, 1)
    key = phone.get(f"/api/tables/{table}/seats/1/link")["key"]
    people[0].post(f"/api/tables/{table}/seats/1/only", {}, 403)
    people[1].post(f"/api/tables/{table}/seats/1/only")
    assert looking.until(lambda message: message["type"] == "bye")["reason"] == "removed"
    phone.post(f"/api/tables/{table}/seats/1/sit", {"key": key}, 403)
    owner.settle()
    assert [device["name"] for device in owner.info["devices"]] == ["Player1"]


def test_a_bot_stands_in_for_who_is_away_and_gives_the_seat_back(hall: ThreadHall) -> None:
    people, table = table_of(hall.url, "moot", 2, stand_in="easy")
    first, second = people[0].look(table, 0), people[1].look(table, 1)
    first.plays("omen")
    people[0].post(f"/api/tables/{table}/seats/1/bot", {"agent": "random"}, 409)
    Person(hall.url, "X").post(f"/api/tables/{table}/seats/1/bot", {"agent": "random"}, 403)
    second.close()
    first.until(lambda message: message["type"] == "presence" and message["online"] == [True, False])
    # A broken line is no absence: the other may not seat a bot at once, and never one of its own choice.
    hurry = people[0].post(f"/api/tables/{table}/seats/1/bot", {"agent": "random"}, 409)
    assert hurry["error"] == "not_now" and "only just gone" in hurry["message"]
    hall.hall.rooms[table].present_since[1] -= hall.settings.stand_in_grace
    answer = people[0].post(f"/api/tables/{table}/seats/1/bot", {"agent": "mcts:1"})["table"]
    assert answer["stand_in"] == "easy"
    assert answer["seats"][1]["stand_in"] == EASY and answer["seats"][1]["kind"] == "person"
    first.until(lambda message: message["type"] == "update" and 1 not in message["position"]["view"]["awaiting"])
    back = people[1].look(table, 1)
    assert back.play("submit")["error"] == "not_now"
    people[1].post(f"/api/tables/{table}/seats/1/back")
    back.settle()
    assert back.info["seats"][1]["stand_in"] is None
    # One's own seat is handed over at once, to the bot agreed on.
    mine = people[1].post(f"/api/tables/{table}/seats/1/bot", {"agent": "mcts:1"})["table"]
    assert mine["seats"][1]["stand_in"] == EASY
    # The grace begins anew with each absence.
    people[1].post(f"/api/tables/{table}/seats/1/back")
    back.close()
    first.until(lambda message: message["type"] == "presence" and message["online"] == [True, False])
    people[0].post(f"/api/tables/{table}/seats/1/bot", {}, 409)


def test_the_stand_in_is_agreed_on_when_the_table_is_laid(hall: ThreadHall) -> None:
    host = Person(hall.url, "Host")
    assert host.lay("moot", seats=2)["stand_in"] == "medium"
    table = host.lay("moot", seats=2, stand_in="mcts:7")
    assert Person(hall.url, "Guest").get(f"/api/tables/{table['id']}")["table"]["stand_in"] == "mcts:7"
    host.post("/api/tables", {"game": "moot", "stand_in": "exec:rm"}, 400)


def test_the_host_fills_seats_with_bots_and_only_with_honest_ones(hall: ThreadHall) -> None:
    host = Person(hall.url, "Host")
    table = host.lay("moot", seats=3)["id"]
    for wicked in ("exec:rm", "os:system", "module:factory", "mcts:99999999", "mcts:1s", "", "random:1"):
        host.post(f"/api/tables/{table}/seats/1/bot", {"agent": wicked}, 400)
    Person(hall.url, "Other").post(f"/api/tables/{table}/fill", {"agent": "random"}, 403)
    seated = host.post(f"/api/tables/{table}/seats/1/bot", {"agent": "easy"})["table"]
    assert seated["seats"][1] == {**seated["seats"][1], "kind": "bot", "agent": EASY}
    opened = host.post(f"/api/tables/{table}/seats/1/back")["table"]
    assert opened["seats"][1]["kind"] == "open"
    filled = host.post(f"/api/tables/{table}/fill", {"agent": "easy"})["table"]
    assert filled["status"] == "playing"


def test_spectators_are_let_in_or_not(hall: ThreadHall) -> None:
    people, table = table_of(hall.url, "moot", 2)
    watcher = Person(hall.url, "W").look(table)
    watcher.person.post(f"/api/tables/{table}/settings", {"spectators": False}, 403)
    people[0].post(f"/api/tables/{table}/settings", {"spectators": False, "listed": False})
    assert watcher.until(lambda message: message["type"] == "bye")["reason"] == "closed"
    watcher.person.get(f"/api/tables/{table}/position", 403)
    watcher.person.get(f"/api/tables/{table}/moments", 403)
    assert table not in [card["id"] for card in watcher.person.get("/api/tables")["tables"]]
    assert people[1].look(table, 1).position["view"]


def test_the_host_mutes_and_closes(hall: ThreadHall) -> None:
    people, table = table_of(hall.url, "moot", 2)
    first, second = people[0].look(table, 0), people[1].look(table, 1)
    people[1].post(f"/api/tables/{table}/mute", {"seat": 0}, 403)
    people[0].post(f"/api/tables/{table}/mute", {"seat": 1})
    assert second.ask("chat", text="hear me")["error"] == "forbidden"
    people[0].post(f"/api/tables/{table}/mute", {"seat": 1, "on": False})
    assert second.ask("chat", text="hear me")["type"] == "ack"
    people[1].post(f"/api/tables/{table}/close", {}, 403)
    people[0].post(f"/api/tables/{table}/close")
    first.settle()
    assert first.info["status"] == "closed" and first.position["legal"] == [] and first.info["result"] is None
    assert first.play("omen")["error"] == "not_now"
    assert people[0].get(f"/api/tables/{table}")["table"]["status"] == "closed"


def test_a_game_ends_by_agreement_only_if_all_agree(hall: ThreadHall) -> None:
    people, table = table_of(hall.url, "moot", 3)
    viewers = [person.look(table, seat) for seat, person in enumerate(people)]
    assert viewers[0].ask("end")["type"] == "ack"
    viewers[1].settle()
    assert viewers[1].info["offer"] == {**viewers[1].info["offer"], "kind": "end", "needs": [1, 2], "agreed": [0]}
    assert viewers[1].ask("end")["error"] == "not_now"
    assert viewers[1].ask("answer", agree=True)["type"] == "ack"
    assert viewers[1].info["status"] == "playing"
    assert viewers[2].ask("answer", agree=True)["type"] == "ack"
    viewers[0].settle()
    result = viewers[0].info["result"]
    assert viewers[0].info["status"] == "ended" and result["by"] == "agreement" and len(result["seed"]) == 16
    text = people[0].http.get(f"/api/tables/{table}/saga").text
    assert "# ended by agreement" in text and "digest" not in text


def test_a_rematch_is_one_table_for_all_with_the_seats_moved_on(hall: ThreadHall) -> None:
    people, table = table_of(hall.url, "moot", 2)
    viewers = [person.look(table, seat) for seat, person in enumerate(people)]
    people[0].post(f"/api/tables/{table}/rematch", {}, 409)
    play_to_the_end(viewers, 2)
    Person(hall.url, "X").post(f"/api/tables/{table}/rematch", {}, 403)
    new = people[0].post(f"/api/tables/{table}/rematch")["table"]
    assert new["id"] != table and new["status"] == "playing" and new["mine"] == [1]
    same = people[1].post(f"/api/tables/{table}/rematch")["table"]
    assert same["id"] == new["id"] and same["mine"] == [0]
    viewers[1].settle()
    assert viewers[1].info["rematch"] == new["id"]
    assert new["commitment"] != viewers[1].info["commitment"]


def test_the_lobby_lists_tables_and_my_turns_come_first(hall: ThreadHall) -> None:
    people, table = table_of(hall.url, "moot", 2)
    second = people[1].lay("moot", seats=2)["id"]
    mine = people[0].get("/api/me/tables")["tables"]
    assert mine[0]["id"] == table and mine[0]["your_turn"]
    other = people[1].get("/api/me/tables")["tables"]
    assert {card["id"]: card["your_turn"] for card in other} == {table: False, second: False}
    listed = Person(hall.url).get("/api/tables?game=moot")["tables"]
    assert [card["id"] for card in listed][:2] == [second, table]
    assert [card["open"] for card in listed][:2] == [1, 0]
    assert Person(hall.url).get("/api/tables?game=nothing")["tables"] == []
    quick = people[0].post("/api/quick", {"game": "moot"})["table"]["id"]
    assert quick not in [card["id"] for card in Person(hall.url).get("/api/tables")["tables"]]


def test_leaving_before_the_game_opens_the_seat(hall: ThreadHall) -> None:
    host, friend = Person(hall.url, "Host"), Person(hall.url, "Friend")
    table = host.lay("moot", seats=3)["id"]
    friend.sit(table, 1)
    host.post(f"/api/tables/{table}/seats/1/leave", {}, 403)
    left = friend.post(f"/api/tables/{table}/seats/1/leave")["table"]
    assert left["seats"][1]["kind"] == "open" and left["mine"] == []


def test_when_the_clock_runs_out_a_bot_takes_the_seat(hall: ThreadHall) -> None:
    host, friend = Person(hall.url, "Host"), Person(hall.url, "Friend")
    table = host.lay("moot", seats=2, clock={"base": 1, "increment": 0})["id"]
    viewer = host.look(table, 0)  # before the clock starts, so that all of it is heard, however slow we are
    friend.sit(table, 1)
    began = viewer.until(lambda message: message["type"] == "update")
    assert began["clock"]["running"] == [0] and began["clock"]["left"][1] == 1
    taken = viewer.until(lambda message: message["type"] == "table" and message["table"]["seats"][0]["stand_in"])
    assert taken["why"] == "bot"
    viewer.until(lambda message: message["type"] == "update" and message["position"]["view"]["omen"])


def test_equal_names_are_told_apart(hall: ThreadHall) -> None:
    host, friend, third = (Person(hall.url, name) for name in ("Guest", "guest", "Muninn"))
    table = host.lay("moot", seats=3)["id"]
    friend.sit(table, 1)
    third.sit(table, 2)
    host.post(f"/api/tables/{table}/seats/0/rename", {"name": "Muninn"})
    names = [seat["name"] for seat in host.get(f"/api/tables/{table}")["table"]["seats"]]
    assert names == ["Muninn 2", "guest 2", "Muninn"]
    long = "A" * 24
    players = [{"kind": "local", "name": long}, {"kind": "local", "name": long}]
    laid = host.lay("moot", players=players)
    assert [seat["name"] for seat in laid["seats"]] == [long, "A" * 22 + " 2"]


def test_a_bot_does_not_take_the_name_of_a_person(hall: ThreadHall) -> None:
    quick = Person(hall.url, "Muninn").post("/api/quick", {"game": "moot", "seats": 2})["table"]
    assert [seat["name"] for seat in quick["seats"]] == ["Muninn", "Muninn 2"]


def test_who_sits_there_is_renamed_for_everybody_and_for_good(hall: ThreadHall) -> None:
    people, table = table_of(hall.url, "moot", 2)
    watcher = people[1].look(table, 1)
    people[1].post(f"/api/tables/{table}/seats/0/rename", {"name": "Astrid"}, 403)
    people[0].post(f"/api/tables/{table}/seats/0/rename", {"name": "  "}, 400)
    people[0].post(f"/api/tables/{table}/seats/0/rename", {"name": " Astrid "})
    told = watcher.until(lambda message: message["type"] == "table")
    assert told["table"]["seats"][0]["name"] == "Astrid"
    assert people[0].get("/api/me")["guest"]["name"] != "Astrid"  # elsewhere one is called as before
    play_to_the_end([people[0].look(table, 0), watcher])
    assert "player 0 Astrid" in people[0].http.get(f"/api/tables/{table}/saga").text
    people[0].post(f"/api/tables/{table}/seats/0/rename", {"name": "Bera"}, 409)


def test_who_could_know_the_luck_cannot_hide_behind_another_name(hall: ThreadHall) -> None:
    reader, other = Person(hall.url, "Reader"), Person(hall.url, "Other")
    table = reader.post("/api/quick", {"game": "fjords"})["table"]["id"]
    assert reader.http.get(f"/api/tables/{table}/saga").status_code == 200
    reader.post(f"/api/tables/{table}/seats/0/rename", {"name": "Astrid"})
    known = other.get(f"/api/tables/{table}")["table"]["known"]
    assert [(each["name"], each["seat"]) for each in known] == [("Astrid", 0)]


def test_bots_show_how_strong_they_are(hall: ThreadHall) -> None:
    person = Person(hall.url, "Astrid")
    quick = person.post("/api/quick", {"game": "fjords"})["table"]
    assert [(seat["agent"], seat["level"]) for seat in quick["seats"]] == [(None, None), ("greedy", "medium")]
    own = person.lay("fjords", players=[{"kind": "me"}, {"kind": "bot", "agent": "mcts:7"}], stand_in="easy")
    assert own["seats"][1]["level"] == "mcts:7"
    stood = person.post(f"/api/tables/{own['id']}/seats/0/bot")["table"]
    assert stood["seats"][0]["level"] == "easy"
    cards = person.get("/api/me/tables")["tables"]
    card = next(card for card in cards if card["id"] == own["id"])
    assert [seat["level"] for seat in card["seats"]] == ["easy", "mcts:7"]
    assert "# seat 1 is a bot: medium" in person.http.get(f"/api/tables/{quick['id']}/saga").text
