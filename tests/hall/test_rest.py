"""The REST API: shapes, safety, limits; and every operation under a fuzz of its own schema."""

from collections.abc import Callable, Iterator

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from skali.core import game_keys
from skali.hall.app import create_app
from skali.hall.settings import Settings
from tests.hall.halls import TOYS, ProcessHall, ThreadHall
from tests.hall.people import Person, open_socket, table_of

OpenHall = Callable[..., ThreadHall]


def test_the_games_their_words_rules_and_components(hall: ThreadHall) -> None:
    person = Person(hall.url)
    games = {game["key"]: game for game in person.get("/api/games?lang=fr")["games"]}
    assert games["fjords"]["options"][0]["values"][0]["words"]
    bots = games["fjords"]["bots"]
    assert [bot["key"] for bot in bots] == ["beginner", "easy", "medium", "hard", "expert"]
    assert all(below["rating"] < bot["rating"] and bot["games"] for below, bot in zip(bots, bots[1:]))
    dutch = person.get("/api/games/fjords/words?lang=nl")
    assert dutch["language"] == "nl" and dutch["tables"]["prompt"]["waiting"]
    assert person.get("/api/games/fjords/components")["components"]["game"] == "fjords"
    all_rules = person.get("/api/games/fjords/rules")["rules"]
    some = person.get("/api/games/fjords/rules?q=hut")["rules"]
    assert 0 < len(some) < len(all_rules)
    french = {rule["id"]: rule for rule in person.get("/api/games/fjords/rules?lang=fr")["rules"]}
    english = {rule["id"]: rule for rule in all_rules}
    assert french["FJ-032"]["words"] != english["FJ-032"]["words"]
    assert french["FJ-032"]["text"] == english["FJ-032"]["text"]
    assert (french["FJ-032"]["section"], english["FJ-032"]["section"]) == (
        "Découverte : poser une tuile",
        "Discovery: placing a tile",
    )
    for language, sentence in (
        ("en", "flip it over"),
        ("fr", "jamais la retourner"),
    ):  # words that the ledger does not have
        found = person.get(f"/api/games/fjords/rules?lang={language}&q={sentence}")["rules"]
        assert [rule["id"] for rule in found] == ["FJ-005"]
    person.get("/api/games/nothing/rules", 404)


def test_a_guest_is_a_signed_cookie_and_nothing_else_will_do(hall: ThreadHall) -> None:
    person = Person(hall.url)
    assert person.get("/api/me") == {"guest": None}
    answer = person.http.post("/api/me", json={"name": "  Astrid\n the   Red ", "language": "fr"})
    assert answer.json()["guest"] | {"id": ""} == {"id": "", "name": "Astrid the Red", "language": "fr"}
    flags = answer.headers["set-cookie"].lower()
    assert "httponly" in flags and "samesite=lax" in flags
    people, table = table_of(hall.url, "moot", 2)
    owner = hall.live(table).record.seats[0].guests[0]
    said, _, signature = person.cookie.rpartition(".")
    resigned = f"{said}.{'B' if signature[0] == 'A' else 'A'}{signature[1:]}"
    for forged in (owner, f'"{owner}"', resigned, "", "a" * 5000, people[0].cookie + "."):
        thief = Person(hall.url)
        thief.http.cookies.set("skali_guest", forged)
        assert thief.get("/api/me") == {"guest": None}
        thief.get(f"/api/tables/{table}/position?seat=0", 403)
    person.post("/api/me", {"name": " \u200b "}, 400)
    person.post("/api/me", {"name": "x" * 300}, 422)


def test_other_sites_can_neither_write_nor_listen(hall: ThreadHall) -> None:
    people, table = table_of(hall.url, "moot", 2)
    client = people[0].http
    for headers in ({"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
        assert client.post(f"/api/tables/{table}/close", json={}, headers=headers).status_code == 403
    assert (
        client.post(f"/api/tables/{table}/close", json={}, headers={"Origin": "http://127.0.0.1:1"}).status_code == 403
    )
    form = client.post("/api/quick", content="game=moot", headers={"Content-Type": "text/plain"})
    assert form.status_code == 400
    with pytest.raises(Exception, match="403"):
        open_socket(people[0], table, Origin="https://evil.example")
    assert people[0].get(f"/api/tables/{table}")["table"]["status"] == "playing"
    same = client.post("/api/me", json={"name": "A"}, headers={"Origin": hall.url, "Sec-Fetch-Site": "same-origin"})
    assert same.status_code == 200


def test_every_answer_has_the_security_headers(hall: ThreadHall) -> None:
    for path in ("/", "/api/me", "/api/nothing", "/t/abc", "/healthz", "/missing.js"):
        headers = httpx.get(hall.url + path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "script-src 'self';" in policy and "http" not in policy
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers
    assert httpx.get(hall.url + "/api/me").headers["cache-control"] == "no-store"


def test_the_page_without_a_client_says_how_to_build_it(
    hall: ThreadHall, monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    from pathlib import Path

    import skali.hall.app

    folder = Path(str(tmp_path))
    monkeypatch.setattr(skali.hall.app, "WEB", folder / "none")
    assert "make" in httpx.get(f"{hall.url}/t/whatever").text
    (folder / "web" / "assets").mkdir(parents=True)
    (folder / "web" / "index.html").write_text("<p>the client")
    (folder / "web" / "assets" / "a.js").write_text("1")
    (folder / "secret.txt").write_text("secret")
    monkeypatch.setattr(skali.hall.app, "WEB", folder / "web")
    assert httpx.get(f"{hall.url}/t/whatever").text == "<p>the client"
    assert "immutable" in httpx.get(f"{hall.url}/assets/a.js").headers["cache-control"]
    assert httpx.get(f"{hall.url}/..%2fsecret.txt").status_code == 404
    assert httpx.get(f"{hall.url}/%2e%2e/secret.txt").status_code == 404
    assert httpx.get(f"{hall.url}/none.js").status_code == 404


def test_bodies_are_bounded(hall: ThreadHall) -> None:
    client = Person(hall.url).http
    assert client.post("/api/me", json={"name": "x" * 70000}).status_code == 413

    def chunks() -> object:
        for _ in range(80):
            yield b" " * 1024

    streamed = client.post("/api/me", content=chunks(), headers={"Content-Type": "application/json"})  # type: ignore[arg-type]
    assert streamed.status_code == 413
    for broken in ("", "{", "[]", "null", '{"name": 5}', '{"name": "a", "more": 1}'):
        answer = client.post("/api/me", content=broken, headers={"Content-Type": "application/json"})
        assert answer.status_code == 422 and answer.json()["error"] == "bad_request"


def test_too_many_requests_are_refused_for_a_while(open_hall: OpenHall) -> None:
    hall = open_hall(requests_per_second=2.0)
    client = Person(hall.url).http
    answers = [client.post("/api/me", json={"name": "A"}) for _ in range(40)]
    refused = [answer for answer in answers if answer.status_code == 429]
    assert refused and refused[0].json()["error"] == "too_many" and refused[0].headers["retry-after"]
    assert answers[0].status_code == 200


def test_bad_tables_are_refused_in_words(hall: ThreadHall) -> None:
    person = Person(hall.url, "A")
    for body in (
        {"game": "nothing"},
        {"game": "fjords", "seats": 9},
        {"game": "fjords", "seats": -3},
        {"game": "fjords", "options": {"nonsense": "on"}},
        {"game": "fjords", "options": {"fast_finish": "perhaps"}},
        {"game": "moot", "seats": 3, "options": {"rounds": "3"}},
        {"game": "fjords", "players": [{"kind": "me"}]},
        {"game": "fjords", "players": [{"kind": "me"}, {"kind": "bot", "agent": "exec:/bin/sh"}]},
    ):
        answer = person.http.post("/api/tables", json=body)
        assert answer.status_code in (400, 404) and answer.json()["message"], body


def test_health_metrics_and_qr(hall: ThreadHall) -> None:
    person = Person(hall.url, "A")
    table = person.lay("moot", seats=2)["id"]
    health = person.get("/healthz")
    assert health["status"] == "ok" and health["database"] == "sqlite"
    text = person.http.get("/metrics").text
    assert "skali_open_moves_total" in text and "skali_tables_open" in text
    picture = person.http.get(f"/api/tables/{table}/qr.svg")
    assert picture.headers["content-type"] == "image/svg+xml" and picture.text.startswith("<svg")
    person.get("/api/tables/unknown12345", 404)
    person.get("/api/tables/..%2f..%2fx", 404)


schema = schemathesis.openapi.from_dict(create_app(Settings(games=TOYS)).openapi())


def test_the_description_of_the_api_has_the_views_and_prompts_of_every_game() -> None:
    schemas = create_app(Settings(games=TOYS)).openapi()["components"]["schemas"]
    for key in (*game_keys(), "cairns", "moot"):
        assert "awaiting" in schemas[f"{key}.View"]["required"], key
        assert schemas[f"{key}.Prompts"]["properties"], key
    assert schemas["cairns.View"]["properties"]["stones"]["items"] == {"$ref": "#/components/schemas/cairns.Stone"}


class Door:
    """Where to knock, as a guest with a table, so that not everything ends at the door."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.person = Person(url, "Fuzz")
        self.table = ""

    def open_table(self) -> str:
        """A table of the guest's that is still alive: the fuzz closes them."""
        if not self.table or self.person.get(f"/api/tables/{self.table}")["table"]["status"] not in (
            "waiting",
            "playing",
        ):
            self.table = self.person.lay("moot", seats=2)["id"]
        return self.table


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ProcessHall]:
    """In a process of its own: what fuzzes parses sources as it goes, which Python 3.11 cannot do beside another thread."""
    hall = ProcessHall(f"{tmp_path_factory.mktemp('fuzzed')}/hall.db")
    hall.start()
    yield hall
    hall.kill()


@pytest.fixture
def door(fuzzed: ProcessHall) -> Door:
    return Door(fuzzed.url)


@schema.parametrize()
@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_request_crashes_the_hall_or_leaves_its_schema(case: schemathesis.Case, door: Door) -> None:
    """No 5xx, no answer that the OpenAPI does not describe. Half of the tables asked for exist."""
    if "id" in case.path_parameters and case.path_parameters["id"][:1] < "Z":
        case.path_parameters["id"] = door.open_table()
    case.headers["Cookie"] = f"skali_guest={door.person.cookie}"
    answer = case.call(base_url=door.url, session=SESSION)
    case.validate_response(answer, checks=[not_a_server_error, response_schema_conformance, status_code_conformance])
    if answer.status_code >= 400:
        assert set(answer.json()) >= {"error", "message"}


SESSION = requests.Session()
