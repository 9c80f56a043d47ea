"""No input gives a 500: what the schema of the API cannot say, byte by byte."""

import json
import re
import socket
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.hall.halls import ThreadHall
from tests.hall.people import Person, table_of
from tests.hall.test_limits import saga_of

OpenHall = Callable[..., ThreadHall]


def ask(
    hall: ThreadHall, method: str, path: str, headers: dict[str, str | bytes] | None = None, body: bytes = b""
) -> int:
    """A request as it is, whatever a proper client would say to it; 0 where the connection is closed without an answer."""
    given: dict[str, str | bytes] = {"Host": f"127.0.0.1:{hall.port}", "Connection": "close", **(headers or {})}
    if body:
        given = {"Content-Type": "application/json", "Content-Length": str(len(body)), **given}
    head = f"{method} {path} HTTP/1.1\r\n".encode("latin-1")
    for name, value in given.items():
        head += name.encode() + b": " + (value if isinstance(value, bytes) else value.encode("latin-1")) + b"\r\n"
    with socket.create_connection(("127.0.0.1", hall.port), timeout=30) as connection:
        connection.sendall(head + b"\r\n" + body)
        answer = b""
        try:
            while b"\r\n" not in answer:
                more = connection.recv(4096)
                if not more:
                    return 0
                answer += more
        except ConnectionResetError:
            return 0
        return int(answer.split(b" ", 2)[1])


PATHS = {
    "/%00": 404,
    "/a%00b.js": 404,
    "/" + "x" * 4000: 404,
    "/" + "x" * 4000 + ".js": 404,
    "/" + "x/" * 2000 + "a.js": 404,
    "/%ff%fe": 404,
    "/..%2f..%2fetc%2fpasswd": 404,
    "/%2e%2e/%2e%2e/pyproject.toml": 404,
    "/t/%f0%9f%92%a9": 404,
    "/api/tables/%00": 404,
    "/api/tables/%00/moments/" + "9" * 5000: 422,
    "/api/tables?game=%00": 200,
    "/api/tables?page=" + "9" * 5000: 422,
    "/api/tables?lang=%ed%a0%80": 422,
    "/api/games/%00/rules": 404,
    "/api/games/fjords/rules?q=%00%ff(": 200,
    "/api/games/fjords/words?lang=..": 422,
}


@pytest.mark.parametrize("path", PATHS)
def test_paths(hall: ThreadHall, path: str) -> None:
    assert ask(hall, "GET", path) == PATHS[path]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "http://["}, 403),
        ({"Origin": "http://[::1"}, 403),
        ({"Origin": b"\xff\xfe"}, 403),
        ({"Host": "["}, 400),
        ({"Host": "x" * 3000}, 400),
        ({"Host": "a b"}, 400),
        ({"Host": "a/b@c"}, 400),
        ({"Host": "x:99999999"}, 400),
        ({"Host": b"\xff"}, 400),
        ({"Content-Length": "9" * 400}, 400),
        ({"Content-Type": b"\xff"}, 400),
        ({"Cookie": b"skali_guest=\xff\x80; ==;"}, 200),
        ({"Cookie": "skali_guest=" + "." * 5000}, 200),
        ({"Sec-Fetch-Site": b"\xff"}, 403),
        ({"X-Forwarded-For": b"\xff, ["}, 200),
        ({"Range": "bytes=-"}, 200),
    ],
)
def test_headers(hall: ThreadHall, headers: dict[str, str | bytes], status: int) -> None:
    assert ask(hall, "POST", "/api/me", headers, b'{"name": "A"}') == status


@pytest.mark.parametrize("host", ["x" * 3000, "[", "x:99999", "a.b" * 100])
def test_hosts_in_invitations(hall: ThreadHall, host: str) -> None:
    table = Person(hall.url, "A").lay("moot")["id"]
    for path in ("", "/qr.svg", "/position"):
        assert ask(hall, "GET", f"/api/tables/{table}{path}", {"Host": host}) in (200, 400)
    upgrade: dict[str, str | bytes] = {
        "Host": host,
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    }
    assert ask(hall, "GET", f"/api/tables/{table}/ws", upgrade) in (101, 400, 403)
    assert ask(hall, "GET", f"/api/tables/{table}/ws", {**upgrade, "Host": "x", "Origin": "http://["}) == 403


HALF = "\\ud800"
BODIES = [
    ("me", f'{{"name": "{HALF}"}}', 422),
    ("me", f'{{"{HALF}": 1}}', 422),
    ("me", '{"name": "A", "language": "\\u0000"}', 422),
    ("me", '{"name": ' + "9" * 5000 + "}", 400),
    ("me", '{"name": ' + "[" * 20000 + "]" * 20000 + "}", 400),
    ("me", '{"name": "\\u0000"}', 400),
    ("tables", '{"game": "fjords", "seats": ' + "9" * 30 + "}", 422),
    ("tables", f'{{"game": "{HALF}"}}', 422),
    ("tables", '{"game": "\\u0000"}', 404),
    ("tables", f'{{"game": "fjords", "options": {{"{HALF}": "x"}}}}', 422),
    ("tables", '{"game": "fjords", "options": {"\\u0000": "x"}}', 400),
    ("tables", '{"game": "fjords", "clock": {"base": NaN}}', 422),
    ("tables", '{"game": "fjords", "clock": {"base": 1e400}}', 422),
    ("tables", '{"game": "fjords", "players": [{"kind": "local", "name": "\\u0000"}, {"kind": "me"}]}', 400),
    ("quick", '{"game": "odin", "options": {"deck": "' + "9" * 5000 + '"}}', 400),
    ("quick", '{"game": "fjords", "bots": "mcts:٣"}', 400),
    ("sagas", '{"saga": "\\ud800"}', 422),
    ("sagas", '{"saga": "\\u0000"}', 400),
    ("sagas", '{"saga": ""}', 400),
]


@pytest.mark.parametrize(("path", "body", "status"), BODIES)
def test_bodies(hall: ThreadHall, path: str, body: str, status: int) -> None:
    assert ask(hall, "POST", f"/api/{path}", body=body.encode()) == status


@pytest.mark.parametrize("line", ["fork 100000000000000000000", "fork 18446744073709551615", "9" * 5000 + " draw"])
def test_sagas(hall: ThreadHall, line: str) -> None:
    person = Person(hall.url, "A")
    answer = person.post("/api/sagas", {"saga": saga_of(3) + line + "\n"}, 400)
    assert answer["error"] == "bad_request" and answer["message"].startswith("line ")


def test_the_largest_fork_that_is_let_in_can_be_undone(hall: ThreadHall) -> None:
    person = Person(hall.url, "A")
    table = person.post("/api/sagas", {"saga": saga_of(3) + "fork 9999999999999999999\n"})["table"]["id"]
    live = hall.live(table)
    viewer = person.look(table, next(step.seat for step in live.record.line if step.kind == "move"))
    assert viewer.ask("undo")["undo"] == "done"
    again = person.http.get(f"/api/tables/{table}/saga").text
    forks = re.findall(r"^fork (\d+)$", again, re.M)
    assert len(forks) == 1, "that of the undo: the saga's own and the new luck of the table went with the moves"
    assert forks != ["9999999999999999999"]
    assert person.post("/api/sagas", {"saga": again})["table"]["status"] == "playing"


@pytest.mark.parametrize("number", [2**31, 2**63, 2**70, -(2**70), 10**300])
def test_numbers_of_moves_and_remarks(hall: ThreadHall, number: int) -> None:
    people, table = table_of(hall.url, "fjords", 2)
    looking = [person.look(table, seat) for seat, person in enumerate(people)]
    viewer = next(each for each in looking if each.position["legal"])
    for message in (
        {"do": "commit", "moves": [number], "moment": viewer.position["moment"]},
        {"do": "commit", "moves": ["draw"], "moment": number},
        {"do": "try", "moves": [number], "moment": viewer.position["moment"]},
        {"do": "why", "move": number},
        {"do": "why", "move": "draw", "moves": [number]},
        {"do": "remark", "remark": number},
        {"do": "hello", "seat": number},
    ):
        answer = viewer.ask(message.pop("do"), **message)  # type: ignore[arg-type]
        assert answer["type"] in ("error", "tried", "why") and answer.get("error") != "unavailable", (message, answer)
    assert viewer.ask("hello", seat=viewer.seat, resume=number)["type"] == "welcome"


def test_half_a_character_as_a_key_of_a_seat(hall: ThreadHall) -> None:
    table = Person(hall.url, "A").lay("moot")["id"]
    path = f"/api/tables/{table}/seats/1/sit"
    assert ask(hall, "POST", path, body=b'{"key": "\\ud800"}') == 422
    assert ask(hall, "POST", path, body='{"key": "é"}'.encode()) == 403


@pytest.fixture
def known(hall: ThreadHall) -> tuple[str, str]:
    """A guest's cookie and a table of that guest's."""
    person = Person(hall.url, "Fuzz")
    return person.cookie, person.lay("moot", seats=2, pass_and_play=True)["id"]


BITS = st.sampled_from(
    [
        "%00",
        "%ff",
        "%ed%a0%80",
        "..",
        "%2e%2e",
        "[",
        "]",
        "%5b",
        "\\",
        "9" * 400,
        "-1",
        "%",
        "%zz",
        "#",
        "?",
        "&",
        "=",
        ":",
    ]
    + [
        "api",
        "tables",
        "games",
        "me",
        "seats",
        "moments",
        "fjords",
        "TABLE",
        "position",
        "drawing",
        "0",
        "seat",
        "lang",
    ]
)
HEADERS = st.dictionaries(
    st.sampled_from(
        ["Origin", "Host", "Cookie", "Content-Type", "Accept", "Range", "If-None-Match", "X-Forwarded-For"]
        + ["X-Forwarded-Proto", "Sec-Fetch-Site", "Accept-Encoding", "Transfer-Encoding", "Expect", "Upgrade", "TE"]
    ),
    st.one_of(
        st.sampled_from(
            ["[", "http://[", "null", "bytes=9-1,a", "websocket", "chunked", "100-continue", "", "*" * 900]
        ),
        st.text(st.characters(min_codepoint=32, max_codepoint=255), max_size=20),
    ),
    max_size=4,
)
JSON = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(2**80), 2**80),
        st.floats(),
        st.text(st.characters(), max_size=10),
        st.sampled_from(["fjords", "\ud800", "\x00", "mcts:99999", "local", "9" * 5000]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(
            st.sampled_from(
                ["name", "game", "seats", "options", "players", "kind", "clock", "base", "saga", "key", "\ud800"]
            ),
            inner,
            max_size=4,
        ),
    ),
    max_leaves=10,
)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    method=st.sampled_from(["GET", "POST", "HEAD", "PUT", "OPTIONS", "FOO"]),
    parts=st.lists(BITS, max_size=6),
    between=st.sampled_from(["/", "?", "&", "="]),
    headers=HEADERS,
    body=JSON,
)
def test_anything(
    hall: ThreadHall,
    known: tuple[str, str],
    method: str,
    parts: list[str],
    between: str,
    headers: dict[str, str],
    body: object,
) -> None:
    cookie, table = known
    path = "/" + between.join(parts).replace("TABLE", table)
    text = json.dumps(body).encode()
    sent: dict[str, str | bytes] = {"Cookie": f"skali_guest={cookie}", **headers}
    assert ask(hall, method, path, sent, text if method in ("POST", "PUT") else b"") < 500
    assert ask(hall, "GET", "/api/me") == 200


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    path=st.sampled_from(
        ["me", "quick", "tables", "sagas", "tables/T/mute", "tables/T/settings", "tables/T/seats/0/sit"]
    ),
    body=JSON,
)
def test_any_json(hall: ThreadHall, known: tuple[str, str], path: str, body: object) -> None:
    cookie, table = known
    sent: dict[str, str | bytes] = {"Cookie": f"skali_guest={cookie}"}
    assert ask(hall, "POST", "/api/" + path.replace("T", table), sent, json.dumps(body).encode()) < 500
