"""The WebSocket under fire: whatever comes, it never crashes, never changes a game, never shows another seat's hand."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from tests.hall.halls import PATIENCE, ThreadHall
from tests.hall.people import Person, open_socket, table_of

NUMBERS = st.one_of(st.integers(-5, 400), st.integers(-(2**70), 2**70), st.floats(allow_nan=False))
WORDS = [
    "hello",
    "commit",
    "try",
    "why",
    "advise",
    "undo",
    "end",
    "answer",
    "sheets",
    "chat",
    "ping",
    "welcome",
    "",
    "drop",
]
FIELDS = ["seat", "language", "resume", "moves", "moment", "move", "agree", "text", "id", "do", "guest", "table", "n"]
VALUES = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        NUMBERS,
        st.text(max_size=30),
        st.sampled_from(["omen", "submit", "offer ash", "give oak to 1", "g_x", "fr", "\ud800", "\x00"]),
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=5), st.dictionaries(st.sampled_from(FIELDS), inner, max_size=4)),
    max_leaves=8,
)
MESSAGES = st.one_of(
    st.builds(
        lambda do, fields: {**fields, "do": do},
        st.sampled_from(WORDS),
        st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=5),
    ),
    VALUES,
)


class Besieged:
    """A table where it is seat 0's turn, an outsider who watches, and what the attack must not change."""

    def __init__(self, hall: ThreadHall) -> None:
        self.hall = hall
        self.people, self.table = table_of(hall.url, "moot", 2)
        self.seated = [person.look(self.table, seat) for seat, person in enumerate(self.people)]
        for viewer in self.seated:
            viewer.settle()
        live = hall.live(self.table)
        self.digest = live.state.digest()
        self.guests = [list(seat.guests) for seat in live.record.seats]

    def check(self) -> None:
        live = self.hall.live(self.table)
        assert live.state.digest() == self.digest
        assert [list(seat.guests) for seat in live.record.seats] == self.guests
        assert live.status == "playing"


@pytest.fixture
def siege(hall: ThreadHall) -> Besieged:
    return Besieged(hall)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(messages=st.lists(MESSAGES, min_size=1, max_size=12), language=st.sampled_from(["en", "fr"]))
def test_an_outsider_can_say_anything_and_nothing_happens(siege: Besieged, messages: list[Any], language: str) -> None:
    outsider = Person(siege.hall.url, "Outsider").look(siege.table, -1, language)
    for number, message in enumerate(messages):
        text = json.dumps({**message, "id": f"z{number}"} if isinstance(message, dict) else message)
        outsider.send(text)
    outsider.send(json.dumps({"do": "ping", "id": "done"}))
    while True:
        answer = json.loads(outsider.socket.recv(timeout=PATIENCE))
        assert answer.get("error") != "unavailable", answer
        if answer["type"] in ("welcome", "update", "tried"):
            view = answer["position"]["view"]
            assert "hand" not in view and "offer" not in view
        if answer.get("re") == "done":
            break
    outsider.close()
    siege.check()


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(raw=st.one_of(st.text(max_size=200), st.binary(max_size=200)))
def test_noise_is_answered_with_an_error_or_a_closed_door(siege: Besieged, raw: str | bytes) -> None:
    outsider = Person(siege.hall.url).look(siege.table)
    try:
        outsider.send(raw.encode("utf-8", "surrogatepass") if isinstance(raw, str) and not raw.isprintable() else raw)
        assert outsider.ask("ping")["type"] == "pong"
    except (ConnectionClosed, UnicodeEncodeError):
        pass
    finally:
        outsider.close()
    siege.check()


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    moves=st.lists(
        st.one_of(st.integers(-3, 40), st.sampled_from(["omen", "submit", "offer ash", "give oak to 1"])), max_size=5
    ),
    moment=st.integers(-1, 5),
)
def test_the_player_who_is_not_asked_cannot_move(siege: Besieged, moves: list[Any], moment: int) -> None:
    answer = siege.seated[1].ask("commit", moves=moves, moment=moment)
    assert answer["type"] == "error" and answer["error"] in ("refused", "stale", "bad_request")
    siege.check()


def test_an_oversized_message_closes_the_connection_only_of_its_sender(siege: Besieged) -> None:
    outsider = Person(siege.hall.url, "Big").look(siege.table)
    outsider.send(json.dumps({"do": "chat", "text": "x" * 70_000}))
    assert outsider.is_closed()
    assert siege.seated[0].ask("ping")["type"] == "pong"
    siege.check()


def test_a_deeply_nested_message_is_refused(siege: Besieged) -> None:
    outsider = Person(siege.hall.url, "Deep").look(siege.table)
    outsider.send('{"do": "chat", "text": ' + "[" * 20_000 + "]" * 20_000 + "}")
    refused = outsider.until(lambda message: message["type"] != "presence")
    assert (refused["type"], refused["error"]) == ("error", "bad_request")
    assert outsider.ask("ping")["type"] == "pong"
    siege.check()


def test_binary_frames_and_floods_are_turned_away(hall: ThreadHall) -> None:
    people, table = table_of(hall.url, "moot", 2)
    viewer = people[0].look(table, 0)
    viewer.send(b"\x00\x01")
    assert viewer.until(lambda message: message["type"] == "error")["error"] == "bad_request"
    viewer.plays("omen")


def test_a_flood_is_cut_off(open_hall: Callable[..., ThreadHall]) -> None:
    people, table = table_of(open_hall(messages_per_second=20.0).url, "moot", 2)
    flooder, other = people[0].look(table, 0), people[1].look(table, 1)
    with pytest.raises(ConnectionClosed):
        for number in range(5000):
            flooder.send({"do": "ping", "id": str(number)})
            if number % 50 == 49:
                flooder.receive()
    assert other.ask("ping")["type"] == "pong"


def test_who_never_says_hello_is_sent_away(open_hall: Callable[..., ThreadHall]) -> None:
    people, table = table_of(open_hall(hello_seconds=0.3).url, "moot", 2)
    mute = open_socket(people[0], table)
    assert json.loads(mute.recv(timeout=PATIENCE)) == {"type": "bye", "reason": "silent"}


def test_who_falls_silent_is_sent_away(open_hall: Callable[..., ThreadHall]) -> None:
    people, table = table_of(open_hall(silence_seconds=0.8).url, "moot", 2)
    viewer = people[0].look(table, 0)
    assert viewer.until(lambda message: message["type"] == "bye")["reason"] == "silent"


def test_the_wrong_table_is_refused_at_the_door(hall: ThreadHall) -> None:
    person = Person(hall.url, "Lost")
    for id in ("nothing12345", "x" * 300, "%00", "..%2f"):
        with pytest.raises(Exception, match=r"40[34]"):
            open_socket(person, id)
