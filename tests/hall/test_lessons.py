"""Guides and guided first games over the API: what is told, what is refused, how one goes on where one left."""

from typing import Any

import pytest

from skali.core import game_keys, load_game
from skali.hall.models import DiagramAnswer, GuideAnswer
from skali.teaching.guide import has_guide, load_guide
from skali.teaching.lesson import has_lesson, load_lesson
from tests.hall.halls import ThreadHall
from tests.hall.people import Person, Viewer

GUIDED = [key for key in game_keys() if has_guide(load_game(key))]
TAUGHT = [key for key in game_keys() if has_lesson(load_game(key))]


@pytest.mark.parametrize("key", GUIDED)
def test_a_guide_and_its_pictures_are_told(hall: ThreadHall, key: str) -> None:
    person = Person(hall.url)
    told = GuideAnswer.model_validate(person.get(f"/api/games/{key}/guide?lang=nl"))
    guide = load_guide(load_game(key), "nl")
    assert told.language == "nl" and told.goal
    assert [chapter.title for chapter in told.chapters] == [chapter.title for chapter in guide.chapters]
    questions = load_game(key).words("nl").tables["prompt"].keys() - {"waiting"}
    assert sorted(kind for chapter in told.chapters for kind in chapter.prompts) == sorted(questions)
    seen = 0
    for name, diagram in guide.diagrams.items():
        drawn = DiagramAnswer.model_validate(person.get(f"/api/games/{key}/diagrams/{name}?lang=nl"))
        assert drawn.seat == diagram.seat and bool(drawn.legal) == bool(diagram.asked) and drawn.text
        seen += 1
    assert seen == len(guide.diagrams) > 3
    person.get(f"/api/games/{key}/diagrams/nothing", 404)
    assert person.get(f"/api/games/{key}/terms?lang=fr")["terms"]


def test_a_game_without_a_guide_says_so(hall: ThreadHall) -> None:
    person = Person(hall.url)
    person.get("/api/games/moot/guide", 404)
    assert person.get("/api/games/moot/terms")["terms"] == []
    person.post("/api/lessons", {"game": "moot"}, 404)


def learner(hall: ThreadHall, key: str) -> tuple[Person, Viewer]:
    person = Person(hall.url, "Astrid")
    table = person.post("/api/lessons", {"game": key})["table"]
    assert table["lesson"] and not table["listed"] and table["undo"] == "barrier"
    return person, person.look(table["id"], table["mine"][0])


def until_asked(viewer: Viewer) -> Any:
    while not viewer.position["legal"] or not viewer.position["lesson"]["steps"]:
        viewer.receive()
    return viewer.position["lesson"]


def to_the_free_choice(viewer: Viewer) -> None:
    """Plays what the lesson asks for until it leaves the choice to the learner."""
    told = until_asked(viewer)
    while told["allowed"] is not None:
        before = viewer.position["moment"]
        viewer.plays(told["allowed"][0])
        while viewer.position["moment"] == before:
            viewer.receive()
        told = until_asked(viewer)


@pytest.mark.parametrize("key", TAUGHT)
def test_a_lesson_is_played_to_its_end_and_then_on(hall: ThreadHall, key: str) -> None:
    _, viewer = learner(hall, key)
    steps = len(load_lesson(load_game(key)).steps)
    asked = 0
    told = until_asked(viewer)
    while not told["done"]:
        allowed = told["allowed"] or [each["notation"] for each in viewer.position["legal"]]
        before = viewer.position["moment"]
        viewer.plays(allowed[-1])
        asked += 1
        while viewer.position["moment"] == before:
            viewer.receive()
        told = until_asked(viewer)
    assert asked >= 3 and told["steps"][-1]["number"] == steps
    before = viewer.position["moment"]
    viewer.plays(viewer.position["legal"][0]["notation"])
    while viewer.position["moment"] == before:
        viewer.receive()
    assert viewer.position["lesson"] is None


def test_what_a_step_does_not_ask_for_is_refused_and_the_lesson_is_resumed(hall: ThreadHall) -> None:
    person, viewer = learner(hall, "fjords")
    assert until_asked(viewer)["allowed"] == ["draw"]
    viewer.plays("draw")
    refused = viewer.play("place at -1,0 turn 1")
    assert (refused["type"], refused["error"]) == ("error", "not_now") and "later" in refused["message"]
    again = person.post("/api/lessons", {"game": "fjords"})["table"]["id"]
    assert again == viewer.table
    assert person.post("/api/lessons", {"game": "fjords", "again": True})["table"]["id"] != viewer.table
    spectator = Person(hall.url, "Bjarni").look(viewer.table)
    assert spectator.position["lesson"] is None


def test_feedback_stays_until_the_learner_has_moved_on(hall: ThreadHall) -> None:
    _, viewer = learner(hall, "fjords")
    to_the_free_choice(viewer)
    viewer.plays("field at -1,3")
    while not viewer.position["legal"]:  # the bot has answered
        viewer.receive()
    assert "five points" in viewer.position["lesson"]["feedback"]


def test_hints_are_legal_and_their_reasons_true(hall: ThreadHall) -> None:
    """The hinted field brings what the hint says, by the score sheet after it."""
    person, viewer = learner(hall, "fjords")
    to_the_free_choice(viewer)
    hints = person.get(f"/api/tables/{viewer.table}/hint?seat=0&lang=fr")["moves"]
    legal = {each["notation"] for each in viewer.position["legal"]}
    assert 1 <= len(hints) <= 3 and {each["notation"] for each in hints} <= legal
    assert hints[0]["notation"] == "field at -1,3"
    at_once, expected = hints[0]["reasons"]
    assert (at_once["kind"], at_once["words"]) == ("score", "Champs de la manche 1")
    assert expected["kind"] == "part" and expected["points"] > 2 and "avant le rival" in expected["words"]
    before = person.get(f"/api/tables/{viewer.table}/sheets?seat=0")["sheets"][0][0]["points"]
    viewer.plays(hints[0]["notation"])
    assert (
        person.get(f"/api/tables/{viewer.table}/sheets?seat=0")["sheets"][0][0]["points"] == before + at_once["points"]
    )
    while not viewer.position["legal"]:
        viewer.receive()
    why = person.get(f"/api/tables/{viewer.table}/because?seat=0&moment={viewer.position['moment']}")["because"]
    assert why["notation"].startswith("field at") and why["reasons"]
    mine = next(line["moment"] for line in reversed(viewer.log) if line["data"].get("seat") == 0)
    assert person.get(f"/api/tables/{viewer.table}/because?seat=0&moment={mine}")["because"] is None


def test_hints_are_an_option_that_everybody_sees(hall: ThreadHall) -> None:
    person = Person(hall.url, "Astrid")
    players = [{"kind": "me"}, {"kind": "bot"}]
    without = person.lay("fjords", players=players)
    assert without["hints"] is False
    person.get(f"/api/tables/{without['id']}/hint?seat=0", 403)
    assert person.lay("fjords", players=players, hints=True)["hints"] is True
    assert person.post("/api/quick", {"game": "fjords"})["table"]["hints"] is True
    stranger = Person(hall.url, "Bjarni")
    stranger.get(f"/api/tables/{without['id']}/hint?seat=0", 403)


def test_who_asks_for_a_hint_waits_in_their_own_turn(hall: ThreadHall, monkeypatch: pytest.MonkeyPatch) -> None:
    host, guest = Person(hall.url, "Astrid"), Person(hall.url, "Bjarni")
    table = host.lay("fjords", players=[{"kind": "me"}, {"kind": "open"}], hints=True)["id"]
    guest.sit(table, 1)
    viewers = [host.look(table, 0), guest.look(table, 1)]
    while not viewers[1].position["legal"]:
        if viewers[0].position["legal"]:
            viewers[0].plays(viewers[0].position["legal"][0]["notation"])
        for viewer in viewers:
            viewer.settle()
    taken: list[str] = []
    take = hall.hall.bots.turns.take

    async def noted(guest: str, table: str) -> None:
        taken.append(guest)
        await take(guest, table)

    monkeypatch.setattr(hall.hall.bots.turns, "take", noted)
    assert guest.get(f"/api/tables/{table}/hint?seat=1")["moves"]
    assert taken == [guest.get("/api/me")["guest"]["id"]]


def test_a_real_table_is_set_up_by_its_size_and_options(hall: ThreadHall) -> None:
    person = Person(hall.url)
    box = person.get("/api/games/fjords/box?seats=2&lang=en&option=start_layout=printed")
    assert "4 huts and 20 fields" in box["setup"][0]["words"] and "37 tiles" in box["setup"][2]["words"]
    mirrored = person.get("/api/games/fjords/box?seats=2&option=start_layout=mirrored")["setup"]
    assert "mirror" in mirrored[1]["words"] and len(mirrored) == len(box["setup"])
    assert [row["words"] for row in box["pad"]][:3] == [f"Fields of round {n}" for n in (1, 2, 3)]
    person.get("/api/games/fjords/box?seats=3", 400)
    person.get("/api/games/moot/box?seats=2", 404)


def test_a_real_table_alone_is_set_up_otherwise_and_has_a_pad_of_its_own(hall: ThreadHall) -> None:
    person = Person(hall.url)
    alone = person.get("/api/games/explorers/box?seats=1&option=start_side=random")
    assert "Queen and Scout" in alone["setup"][3]["words"] and "other 9 captains" in alone["setup"][3]["words"]
    assert [row["words"] for row in alone["pad"]][6:8] == ["Captain 1 (do not add)", "Captain 2 (do not add)"]
    assert alone["options"] == ["start_side"]
    four = person.get("/api/games/explorers/box?seats=4")
    assert len(four["pad"]) == 9 and "winter token" in four["setup"][-1]["words"]
    odin = person.get("/api/games/odin/box?seats=4&option=length=short&option=decks=A")
    assert odin["options"] == ["length"]
    assert any("six numbered spaces" in step["words"] for step in odin["setup"])
    three = "/api/games/graenaland/box?seats=3&option=victory=conditions&option=three_player_rules="
    assert person.get(three + "on")["options"] == ["start", "island", "victory", "three_player_rules"]
    rows = [[row["words"] for row in person.get(three + value)["pad"]] for value in ("on", "off")]
    assert rows[0][3] == "Buildings without the first: at least 2" and rows[1][3] == "Buildings: at least 2"


def test_a_lesson_ends_where_luck_begins_anew(hall: ThreadHall) -> None:
    """Who leaves and sits down again has other luck to come: the script fits no more, and one plays on freely."""
    person, viewer = learner(hall, "fjords")
    until_asked(viewer)
    person.get(f"/api/tables/{viewer.table}/hint?seat=0", 409)  # the lesson says what to do
    person.post(f"/api/tables/{viewer.table}/seats/0/leave")
    person.sit(viewer.table, 0)
    again = person.look(viewer.table, 0)
    while not again.position["legal"]:
        again.receive()
    assert again.position["lesson"] is None
    assert person.get(f"/api/tables/{viewer.table}/hint?seat=0")["moves"]
    person.get(f"/api/tables/{viewer.table}/because?seat=-1&moment=1", 403)
