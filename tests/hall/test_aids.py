"""What a table offers beside the rules: help, the same for every seat; and what one plays for, alone."""

from typing import Any

from tests.hall.halls import ThreadHall
from tests.hall.people import Person
from tests.web.hands import saga


def aid_of(table: dict[str, Any]) -> str:
    found: str = next(each["value"] for each in table["aids"] if each["name"] == "packing")
    return found


def test_help_is_chosen_when_a_table_is_laid_and_shown_to_everybody(hall: ThreadHall) -> None:
    host, guest = Person(hall.url, "Host"), Person(hall.url, "Guest")
    games = {game["key"]: game for game in host.get("/api/games")["games"]}
    assert [value["value"] for value in games["odin"]["aids"][0]["values"]] == ["legality", "none", "best"]
    assert games["fjords"]["aids"] == []
    assert aid_of(host.lay("odin")) == "legality"
    table = host.lay("odin", seats=2, aids={"packing": "best"})
    seen = guest.get(f"/api/tables/{table['id']}?lang=nl")["table"]
    assert aid_of(seen) == "best" and seen["aids"][0]["words"] == "Hulp bij het leggen"
    for wrong in ({"packing": "all"}, {"cards": "best"}):
        refused = host.post("/api/tables", {"game": "odin", "aids": wrong}, 400)
        assert "packing: legality, none, best" in refused["message"]


def test_the_best_fill_is_told_only_where_the_table_has_it(hall: ThreadHall) -> None:
    person = Person(hall.url, "A")
    text = saga("odin-two-sensible.saga", without=197)
    told = []
    for degree in ("best", "legality"):
        table = person.post("/api/sagas", {"saga": text})["table"]["id"]
        hall.live(table).config.aids = {"packing": degree}
        viewer = next(each for each in (person.look(table, 0), person.look(table, 1)) if each.position["legal"])
        moment = viewer.position["moment"]
        told.append(viewer.ask("advise", aid="packing", moment=moment))
        assert viewer.ask("advise", aid="cards", moment=moment)["error"] == "not_now"
        assert viewer.ask("advise", aid="packing", moment=moment, moves=["pass", "pass"])["error"] == "not_now"
        if degree == "best":
            moves = [each["move"] for each in told[0]["moves"]]
            tried = viewer.ask("try", moves=moves, moment=moment)
            before, after = (each["view"]["scores"][viewer.seat] for each in (viewer.position, tried["position"]))
            assert tried["tried"] == len(moves) > 3 and after - before == told[0]["data"]["points"] > 5
            assert len(told[0]["data"]["placements"]) == sum(each["data"]["kind"] == "put" for each in told[0]["moves"])
            rest = viewer.ask("advise", aid="packing", moment=moment, moves=moves)
            assert rest["data"]["points"] == 0 and rest["moves"] == []
    assert told[1]["error"] == "not_now"


def test_help_is_not_of_the_rules(hall: ThreadHall) -> None:
    person = Person(hall.url, "A")
    players = [{"kind": "me"}]
    for degree in ("none", "best"):
        table = person.lay("odin", seats=1, players=players, aids={"packing": degree})["id"]
        assert "packing" not in person.http.get(f"/api/tables/{table}/saga").text
        person.look(table, 0).ask("end")
        again = person.post(f"/api/tables/{table}/rematch")["table"]
        assert aid_of(again) == degree


def test_alone_one_is_told_the_aim(hall: ThreadHall) -> None:
    person = Person(hall.url, "A")
    text = saga("odin-solo-short-by-hand.saga", without=2)
    last = saga("odin-solo-short-by-hand.saga").split("---\n")[1].splitlines()[-2:]
    table = person.post("/api/sagas", {"saga": text})["table"]["id"]
    viewer = person.look(table, 0)
    for line in last:
        viewer.plays(line.removeprefix("0 "))
        viewer.settle()
    result = person.get(f"/api/tables/{table}?lang=fr")["table"]["result"]
    assert result["aim"] == {
        "rule": "OD-222",
        "words": "En solo, vous jouez pour les points ; 100 est un très bon score.",
    }
