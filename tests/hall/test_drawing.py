"""The hall serves the position as the game draws it, to everybody what they may know."""

from xml.etree import ElementTree

from tests.hall.halls import ThreadHall
from tests.hall.people import Person


def test_a_position_is_served_as_text_and_picture(hall: ThreadHall) -> None:
    astrid = Person(hall.url, "Astrid <b>")
    table = astrid.lay("eketorp", seats=3, players=[{"kind": "me"}, *[{"kind": "bot", "agent": "easy"}] * 2])["id"]
    own = astrid.get(f"/api/tables/{table}/drawing?seat=0&lang=fr")
    public = astrid.get(f"/api/tables/{table}/drawing")
    for shown in (own, public):
        texts = [each.text for each in ElementTree.fromstring(shown["svg"]).iter() if each.text]
        assert "Astrid <b>" in texts
        assert shown["text"]
    assert own["svg"] != public["svg"], "a seat sees its own cards"


def test_a_game_without_a_picture_has_none(hall: ThreadHall) -> None:
    astrid = Person(hall.url, "Astrid")
    table = astrid.lay("cairns", seats=2, players=[{"kind": "me"}, {"kind": "bot", "agent": "easy"}])["id"]
    assert astrid.get(f"/api/tables/{table}/drawing")["svg"] == ""
