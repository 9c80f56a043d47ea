"""A game at the hall: moves, drafts, why not, numbers, resuming."""

import json
import random
import re
import socket
from contextlib import suppress
from typing import Any

import orjson
import pytest
from websockets.exceptions import ConnectionClosed

from skali.core import Saga, game_keys, load_game, replay
from skali.core.saga import commitment
from skali.hall.catalogue import Speaker
from skali.hall.news import ViewParts
from tests.hall.halls import PATIENCE, ThreadHall, wait_for
from tests.hall.people import Person, Viewer, open_socket, table_of


def play_to_the_end(viewers: list[Viewer], seed: int = 1) -> None:
    luck = random.Random(seed)
    for _ in range(3000):
        for viewer in viewers:
            viewer.settle()
        if viewers[0].info["status"] == "over":
            return
        awaited = [viewer for viewer in viewers if viewer.position["legal"]]
        viewer = luck.choice(awaited)
        viewer.plays(luck.choice(viewer.position["legal"])["move"])
    raise AssertionError("the game has no end")


def test_two_people_play_fjords_to_the_end(hall: ThreadHall) -> None:
    people, table = table_of(hall.url, "fjords", 2)
    viewers = [person.look(table, seat) for seat, person in enumerate(people)]
    watcher = Person(hall.url).look(table)
    promised = watcher.info["commitment"]
    play_to_the_end([*viewers])
    watcher.settle()
    assert watcher.info["status"] == "over"
    assert watcher.position["view"] == viewers[0].position["view"]
    assert watcher.position["over"] and not watcher.position["legal"]
    result = watcher.info["result"]
    text = Person(hall.url).http.get(f"/api/tables/{table}/saga").text
    saga = Saga.read(text)
    state = replay(saga, load_game("fjords"))
    assert [int(state.score(seat)) for seat in range(2)] == result["scores"] and saga.digest
    assert commitment(saga.seed, saga.nonce) == promised == result["commitment"]
    public = [line["words"] for line in viewers[1].log if not line["notice"]]
    assert [line["words"] for line in watcher.log] == public


def test_choices_say_what_they_cost_and_give_where_a_game_tells(hall: ThreadHall) -> None:
    people, table = table_of(hall.url, "odin", 2)
    viewers = [person.look(table, seat) for seat, person in enumerate(people)]
    viewer = next(viewer for viewer in viewers if viewer.position["legal"])
    words = {choice["notation"]: choice["words"] for choice in viewer.position["legal"]}
    assert re.fullmatch(r"Hunting game \(1 Viking; \d+ %\)", words["send hunting_game_1"])
    chosen = next(choice["move"] for choice in viewer.position["legal"] if choice["notation"] == "send upgrade_2")
    drafted = viewer.ask("try", moves=[chosen], moment=viewer.position["moment"])
    assert "mead → oil" in {choice["words"] for choice in drafted["position"]["legal"]}


def test_choices_say_where_they_lead_and_the_others_are_told_in_plain_words() -> None:
    game = load_game("graenaland")
    state = game.start(3, 5)
    prompt, legal = state.prompt(0), state.legal_moves(0)
    told = orjson.loads(
        orjson.dumps(Speaker(game, "en").legal(legal, lambda: state.view(0), prompt, ["Astrid", "Bjorn", "Cnut"]))
    )
    assert [choice["move"] for choice in told] == legal
    words = {choice["notation"]: choice["words"] for choice in told}
    assert words["stay"] == "All heroes stay"
    for direction, target in prompt.data["to"]["warrior"].items():
        assert words[f"move warrior {direction}"].endswith(f" → {target}")


def test_a_hidden_game_to_the_end_and_its_moments(hall: ThreadHall) -> None:
    people, table = table_of(hall.url, "moot", 3)
    viewers = [person.look(table, seat) for seat, person in enumerate(people)]
    play_to_the_end(viewers, 5)
    for seat, person in enumerate(people):
        told = person.get(f"/api/tables/{table}/moments?seat={seat}&views=true")["moments"]
        last = told[-1]
        assert last["moment"] == viewers[seat].position["moment"] == len(told) - 1
        assert last["view"] == viewers[seat].position["view"]
        lines = [line for moment in told for line in moment["lines"]]
        assert [line["words"] for line in lines] == [line["words"] for line in viewers[seat].log]
        one = person.get(f"/api/tables/{table}/moments/3?seat={seat}")
        assert one["view"] == told[3]["view"] and one["of"] == last["moment"]
    people[0].get(f"/api/tables/{table}/moments/9999", 404)
    people[0].get(f"/api/tables/{table}/moments/1?seat=1", 403)


def test_one_click_and_a_game_against_a_bot_is_on(hall: ThreadHall) -> None:
    person = Person(hall.url)
    table = person.post("/api/quick", {"game": "fjords"})["table"]
    assert table["status"] == "playing" and table["mine"] == [0]
    viewer = person.look(table["id"], 0)
    luck = random.Random(3)
    while viewer.info["status"] == "playing":
        if viewer.position["legal"]:
            viewer.plays(luck.choice(viewer.position["legal"])["move"])
        else:
            viewer.receive()
    assert viewer.info["result"]["by"] == "rules"


def test_an_update_comes_before_its_acknowledgement_and_says_everything(hall: ThreadHall) -> None:
    people, table = table_of(hall.url, "moot", 2)
    viewer = people[0].look(table, 0)
    assert viewer.position["prompt"]["words"] and viewer.position["legal"][0] == {
        "move": 0,
        "data": {"kind": "omen"},
        "notation": "omen",
        "words": viewer.position["legal"][0]["words"],
    }
    before = len(viewer.received)
    viewer.plays("omen")
    kinds = [message["type"] for message in viewer.received[before:] if message["type"] != "presence"]
    assert kinds == ["update", "ack"]
    assert viewer.log[-1]["kind"] == "omen" and viewer.log[-1]["rule"] == "MO-004"


def test_drafts_are_tried_and_nobody_learns_of_them(hall: ThreadHall) -> None:
    people, table = table_of(hall.url, "moot", 2)
    first, second = people[0].look(table, 0), people[1].look(table, 1)
    first.plays("omen")
    second.settle()
    card = next(move for move in first.position["legal"] if move["data"]["kind"] == "offer")
    rows = hall.live(table).record.ply
    tried = first.ask("try", moves=[card["move"], "submit"], moment=first.position["moment"])
    assert tried["tried"] == 1 and tried["reveals"] and tried["refused"] is None
    assert tried["position"]["view"]["offer"] and not first.position["view"]["offer"]
    refused = first.ask("try", moves=["submit"], moment=first.position["moment"])
    assert refused["tried"] == 0 and refused["refused"]["rule"] == "MO-007" and refused["refused"]["words"]
    assert hall.live(table).record.ply == rows
    assert second.settle() == []
    first.plays(card["move"], "submit")
    assert [message["type"] for message in second.settle()] == ["update"]


def test_a_commit_is_all_or_nothing_and_cites_the_rule(hall: ThreadHall) -> None:
    people, table = table_of(hall.url, "moot", 2)
    first = people[0].look(table, 0, language="fr")
    rows = hall.live(table).record.ply
    refused = first.play("omen", "omen")
    assert (refused["type"], refused["error"], refused["rule"], refused["at"]) == ("error", "refused", "MO-014", 1)
    assert refused["message"]
    assert hall.live(table).record.ply == rows and first.settle() == []


def test_why_not(hall: ThreadHall) -> None:
    people, table = table_of(hall.url, "fjords", 2)
    viewers = [person.look(table, seat) for seat, person in enumerate(people)]
    first = next(viewer for viewer in viewers if viewer.position["legal"])
    other = next(viewer for viewer in viewers if viewer is not first)
    why = first.ask("why", move="field at 0,0")
    assert not why["legal"] and why["rule"] == "FJ-016" and why["words"] and why["notation"] == "field at 0,0"
    assert first.ask("why", move=first.position["legal"][0]["move"])["legal"]
    assert other.ask("why", move="draw")["rule"] == "CORE-1"
    assert first.ask("why", move="gibberish")["error"] == "bad_request"
    assert first.ask("why", move=10**12)["rule"] == "CORE-2"
    asked = people[0].get(f"/api/tables/{table}/why?seat=0&move=field+at+0,0&lang=nl")
    assert asked["rule"] in ("FJ-016", "CORE-1") and asked["words"]


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "'hunt' is no move here. Try: "),
        ("fr", "« hunt » n’est pas un coup ici. Essayez : "),
        ("nl", "‘hunt’ is "),
    ],
)
def test_a_mistyped_move_is_answered_in_one_short_line_with_the_nearest(
    hall: ThreadHall, language: str, says: str
) -> None:
    people, table = table_of(hall.url, "odin", 2)
    viewers = [person.look(table, seat, language) for seat, person in enumerate(people)]
    first, other = viewers if viewers[0].position["legal"] else viewers[::-1]
    refused = first.play("hunt")
    assert refused["error"] == "bad_request" and refused["message"].startswith(says)
    near = refused["message"].rstrip(".").rpartition(": ")[2].split("; ")
    assert 1 <= len(near) <= 3 and set(near) <= {move["notation"] for move in first.position["legal"]}
    assert first.ask("why", move="hunt")["message"] == refused["message"]
    legal = [move["notation"] for move in first.position["legal"]]
    mistyped = legal[0][:-1]
    assert legal[0] in first.play(mistyped)["message"]
    # Who is not asked learns nothing of what the other may play.
    told = other.ask("why", move="hunt")["message"]
    assert not [notation for notation in legal if notation in told]


def test_out_of_turn_stale_and_foreign_moves_change_nothing(hall: ThreadHall) -> None:
    people, table = table_of(hall.url, "moot", 2)
    first, second = people[0].look(table, 0), people[1].look(table, 1)
    rows = hall.live(table).record.ply
    assert second.play("omen")["rule"] == "CORE-1"
    assert first.play("omen", moment=first.position["moment"] + 1)["error"] == "stale"
    watcher = Person(hall.url, "Watcher").look(table)
    assert watcher.play("omen")["error"] == "forbidden"
    assert hall.live(table).record.ply == rows
    first.plays("omen")
    assert first.play("omen", moment=0)["error"] == "stale"


def test_a_simultaneous_answer_stands_although_another_came_first(hall: ThreadHall) -> None:
    people, table = table_of(hall.url, "moot", 3)
    viewers = [person.look(table, seat) for seat, person in enumerate(people)]
    early = viewers[1].position["moment"]
    viewers[0].plays("omen")
    for viewer in viewers:
        viewer.settle()
    offers = [
        next(move["move"] for move in viewer.position["legal"] if move["data"]["kind"] == "offer") for viewer in viewers
    ]
    moment = viewers[1].position["moment"]
    viewers[0].plays(offers[0], "submit")  # everybody sees that somebody has answered
    assert viewers[1].play(offers[1], moment=early)["error"] == "stale"  # then nothing was asked of this seat
    assert viewers[1].play(offers[1], moment=moment)["type"] == "ack"
    assert viewers[1].play("submit", moment=moment)["error"] == "stale"  # by now it has itself moved on


def test_a_commit_sent_again_is_acknowledged_and_played_once(hall: ThreadHall) -> None:
    people, table = table_of(hall.url, "moot", 2)
    first = people[0].look(table, 0)
    sent = {"moves": ["omen"], "moment": first.position["moment"], "id": "6a9e-once"}
    assert first.ask("commit", **sent)["type"] == "ack"
    rows = hall.live(table).record.ply
    first.close()
    again = people[0].look(table, 0)
    assert again.ask("commit", **sent)["type"] == "ack"
    assert hall.live(table).record.ply == rows


def test_resuming_from_a_number_brings_what_was_missed(hall: ThreadHall) -> None:
    people, table = table_of(hall.url, "moot", 2)
    first, second = people[0].look(table, 0), people[1].look(table, 1)
    have = second.n
    second.close()
    first.plays("omen")
    first.ask("chat", text="hail")
    back = people[1].look(table, 1, resume=have)
    assert back.first["type"] == "resumed" and back.first["n"] == have
    back.settle()
    assert [each["type"] for each in back.received if "n" in each] == ["resumed", "update", "chat"]
    assert back.n == hall.live(table).viewers[1].n and back.position["view"]["omen"]
    # With a number that never was, or after too long, everything comes anew.
    assert people[1].look(table, 1, resume=have + 1000).first["type"] == "welcome"
    for number in range(30):
        first.ask("chat", text=f"line {number}")
    fresh = people[1].look(table, 1, resume=have)
    assert fresh.first["type"] == "welcome" and fresh.chat[-1]["text"] == "line 29"
    # Nothing missed: nothing sent.
    now = people[1].look(table, 1, resume=fresh.n)
    assert now.first["type"] == "resumed" and now.settle() == []


def test_a_second_hello_changes_seat_and_language(hall: ThreadHall) -> None:
    person = Person(hall.url, "Astrid")
    table = person.lay("moot", seats=2, pass_and_play=True)
    assert [seat["kind"] for seat in table["seats"]] == ["person", "person"] and table["mine"] == [0, 1]
    viewer = person.look(table["id"], 0)
    viewer.plays("omen")
    card = next(move for move in viewer.position["legal"] if move["data"]["kind"] == "offer")
    viewer.plays(card["move"], "submit")
    viewer.settle()
    assert any(message["type"] == "pass" and message["to"] == [1] for message in viewer.received)
    hand = viewer.position["view"]["hand"]
    viewer.seat = 1
    viewer.send({"do": "hello", "id": "h2", "seat": 1, "language": "nl"})
    welcome = viewer.answer("h2")
    assert welcome["seat"] == 1 and welcome["position"]["legal"]
    assert welcome["position"]["view"]["hand"] != hand or welcome["position"]["view"]["offer"] == []


def test_score_sheets_are_for_their_viewer(hall: ThreadHall) -> None:
    people, table = table_of(hall.url, "moot", 2)
    first = people[0].look(table, 0)
    sheets = first.ask("sheets")["sheets"]
    assert [line["key"] for line in sheets[0]] == ["prizes", "hoard"]
    assert [line["key"] for line in sheets[1]] == ["prizes"]
    assert sheets[0][0]["rule"] == "MO-008" and sheets[0][0]["words"] and sheets[0][0]["rule_words"]
    assert people[1].get(f"/api/tables/{table}/sheets?seat=-1")["sheets"][0] == sheets[1]


def test_nothing_is_shown_before_everybody_sits(hall: ThreadHall) -> None:
    host, guest = Person(hall.url, "Host"), Person(hall.url, "Guest")
    table = host.lay("moot", seats=2)["id"]
    viewer = host.look(table, 0)
    assert viewer.position["view"] is None and viewer.position["legal"] == []
    assert viewer.play("omen")["error"] == "not_now"
    guest.sit(table, 1)
    viewer.settle()
    assert [each.get("why") for each in viewer.received if each["type"] in ("table", "update")] == ["sit", "start"]
    assert viewer.position["view"]["hand"]


def test_chat_is_plain_bounded_and_to_all(hall: ThreadHall) -> None:
    people, table = table_of(hall.url, "moot", 2)
    first, second = people[0].look(table, 0), people[1].look(table, 1)
    assert first.ask("chat", text="  <b>hail</b>\x00\u202e\n all ")["type"] == "ack"
    second.settle()
    assert second.chat[-1] == {
        "name": "Player0",
        "seat": 0,
        "text": "<b>hail</b> all",
        "time": second.chat[-1]["time"],
        "remark": None,
    }
    assert first.ask("chat", text="x" * 1999)["type"] == "ack"
    second.settle()
    assert len(second.chat[-1]["text"]) == 500
    assert first.ask("chat", text=" \u200b ")["error"] == "bad_request"
    assert "guest" not in str(second.received[-3:]).replace("guests", "")


def test_three_languages(hall: ThreadHall) -> None:
    people, table = table_of(hall.url, "fjords", 2)
    words = {
        language: people[0].look(table, 0, language).position["prompt"]["words"] for language in ("en", "fr", "nl")
    }
    assert len(set(words.values())) == 3
    assert people[0].get(f"/api/tables/{table}?lang=nl")["table"]["options"][0]["words"]


def test_a_hello_must_come_first_and_for_ones_own_seat(hall: ThreadHall) -> None:
    people, table = table_of(hall.url, "moot", 2)
    import json

    socket = open_socket(people[0], table)

    def ask(message: dict[str, Any]) -> Any:
        socket.send(json.dumps(message))
        return json.loads(socket.recv(timeout=PATIENCE))

    assert ask({"do": "commit", "id": "1", "moves": [0], "moment": 0})["error"] == "not_now"
    assert ask({"do": "hello", "id": "2", "seat": 1})["error"] == "forbidden"
    assert ask({"do": "hello", "id": "3", "seat": 7})["error"] == "not_found"
    assert ask({"do": "hello", "id": "4", "seat": 0, "language": "xx"})["error"] == "bad_request"
    assert ask({"do": "hello", "id": "5", "seat": 0})["type"] == "welcome"


def test_a_move_is_told_although_its_player_has_gone_meanwhile(hall: ThreadHall) -> None:
    people, table = table_of(hall.url, "fjords", 2)
    viewers = [person.look(table, seat) for seat, person in enumerate(people)]
    for _ in range(6):
        mover = next(each for each in viewers if each.position["legal"])
        other = viewers[1 - mover.seat]
        move, moment = mover.position["legal"][0]["move"], mover.position["moment"]
        mover.send({"do": "commit", "id": f"last words {moment}", "moves": [move], "moment": moment})
        mover.socket.socket.shutdown(socket.SHUT_RDWR)
        while other.position["moment"] == moment:
            other.receive()
        viewers[mover.seat] = mover.person.look(table, mover.seat)
        assert viewers[mover.seat].position["moment"] == other.position["moment"]


def test_a_client_that_does_not_read_is_cut_off(hall: ThreadHall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skali.hall.line.MOST_UNSENT", 100_000)
    people, table = table_of(hall.url, "fjords", 2)
    deaf = open_socket(people[0], table)
    hello = json.dumps({"do": "hello", "id": "1", "seat": 0})
    deaf.send(hello)
    here = hall.hall.rooms[table].sockets
    wait_for(lambda: here)
    with suppress(ConnectionClosed):
        for _ in range(6000):
            deaf.send(hello)
    wait_for(lambda: not here)


@pytest.mark.parametrize("game", game_keys())
def test_changes_add_up_to_whole_views(hall: ThreadHall, game: str) -> None:
    """Who asks for changes alone is not sent again what is as it was, and has the same view after every move and undo."""
    seats = load_game(game).seats[-1]
    people, table = table_of(hall.url, game, seats)
    whole = [person.look(table, seat) for seat, person in enumerate(people)] + [people[0].look(table)]
    parts = [person.look(table, seat, changes=True) for seat, person in enumerate(people)]
    parts.append(people[0].look(table, changes=True))
    luck = random.Random(1)
    for number in range(24):
        viewer = luck.choice([each for each in whole if each.position["legal"]])
        viewer.plays(luck.choice(viewer.position["legal"])["move"])
        if number == 10:
            viewer.ask("undo")
        away = number in range(16, 18)
        if number == 16:  # a line that breaks: what was missed adds up as well
            parts[0].close()
        elif number == 18:
            parts[0].come_back()
        for one, other in list(zip(whole, parts, strict=True))[away:]:
            one.settle()
            other.settle()
            assert one.position["view"] == other.position["view"]
        if away:
            whole[0].settle()
    assert parts[1].size < 0.8 * whole[1].size


def test_who_was_told_the_same_shares_the_news_and_who_begins_anew_is_told_all() -> None:
    state = load_game("fjords").start(2, 1)
    first = ViewParts(state, 0)
    assert orjson.loads(orjson.dumps(first.news({}).view)) == state.view(0)
    later = state.copy()
    later.apply(0, later.legal_moves(0)[0])
    second = ViewParts(later, 0)
    one, other, new = (second.news(known) for known in (first.marks, first.marks, {}))
    changed, same = orjson.loads(orjson.dumps([one.view, one.same]))
    assert one is other and "huts" in same and "hidden" in changed
    assert {**{name: state.view(0)[name] for name in same}, **changed} == later.view(0)
    assert orjson.loads(orjson.dumps([new.view, new.same])) == [later.view(0), []]
