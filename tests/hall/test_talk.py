"""Talk at a table whose rules open and close it: chat, remarks, what bots say, and what the saga keeps of it."""

from collections.abc import Callable
from typing import Any

import pytest

from skali.core import Saga, load_game, replay
from skali.hall.sagas import saga_of
from tests.hall.halls import ThreadHall
from tests.hall.people import Person, Viewer, table_of

OpenHall = Callable[..., ThreadHall]
REFUSES = "I refuse 0 on P1: plainly"


def watch(hall: ThreadHall, languages: tuple[str, ...] = ("en", "en", "en"), **settings: Any) -> list[Viewer]:
    """Three people at a table of Graenaland, and a spectator."""
    people, table = table_of(hall.url, "graenaland", 3, **settings)
    viewers = [each.look(table, seat, languages[seat]) for seat, each in enumerate(people)]
    return [*viewers, Person(hall.url, "Onlooker").look(table)]


def settle(viewers: list[Viewer]) -> None:
    for viewer in viewers:
        viewer.settle()


def phase(viewers: list[Viewer]) -> str:
    settle(viewers)
    return str(viewers[-1].position["view"]["phase"])


def orders(viewers: list[Viewer]) -> None:
    """Everybody's heroes stay: then somebody may propose."""
    settle(viewers)
    for viewer in viewers[:-1]:
        if viewer.position["prompt"]["kind"] == "hero_order":
            viewer.plays("stay")


def propose(viewers: list[Viewer]) -> Viewer:
    """The first proposer offers all cards of a territory that is not his alone to himself."""
    settle(viewers)
    proposer = next(each for each in viewers[:-1] if each.position["prompt"]["kind"] == "proposal")
    shared = [
        each["id"]
        for each in proposer.position["view"]["territories"]
        if sum(map(bool, each["votes"])) > 1 and each["votes"][proposer.seat] and each["cards"]
    ]
    proposer.plays(f"propose {shared[0]}")
    while proposer.position["prompt"]["kind"] == "allotment":
        proposer.plays(f"allot to {proposer.seat}")
    settle(viewers)
    return proposer


def voters(viewers: list[Viewer]) -> list[Viewer]:
    return [each for each in viewers[:-1] if each.position["prompt"]["kind"] == "vote"]


def about_the_vote(viewer: Viewer) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the viewer may say without a reason: that it refuses, and that it accepts."""
    plain = [each for each in viewer.position["remarks"] if each["data"].get("reason") == "plainly"]
    accepts, refuses = plain
    return refuses, accepts


def refusal(answer: Any) -> tuple[str, str]:
    assert answer["type"] == "error", answer
    return answer["error"], answer.get("rule", "")


def test_chat_is_closed_while_a_proposal_is_awaited_and_open_in_the_vote(hall: ThreadHall) -> None:
    viewers = watch(hall, ("en", "fr", "nl"))
    everybody = range(4)
    for each in everybody:
        assert viewers[each].ask("chat", text="anything")["type"] == "ack", "hero movement (GR-106)"
    orders(viewers)
    assert phase(viewers) == "proposal"
    for each in everybody:
        answer = viewers[each].ask("chat", text="who would agree to...?")
        assert refusal(answer) == ("refused", "GR-102")
    for each, language in enumerate(("en", "fr", "nl")):
        told = viewers[each].ask("chat", text="cattle or wood?")["message"]
        assert told == load_game("graenaland").words(language).rule("GR-102") != ""
    propose(viewers)
    assert phase(viewers) == "vote"
    for each in everybody:
        assert viewers[each].ask("chat", text="next time you may take the wood")["type"] == "ack", "GR-103"


def test_on_honour_the_chat_stays_open(hall: ThreadHall) -> None:
    viewers = watch(hall, options={"talk": "honour"})
    orders(viewers)
    assert phase(viewers) == "proposal"
    assert viewers[1].ask("chat", text="I say nothing of proposals")["type"] == "ack"
    assert viewers[3].ask("chat", text="nor do I")["type"] == "ack"


def test_a_table_that_is_not_played_at_may_always_talk(hall: ThreadHall) -> None:
    host = Person(hall.url, "Host")
    table = host.lay("graenaland", seats=3)["id"]
    viewer = host.look(table, 0)
    assert viewer.ask("chat", text="who joins?")["type"] == "ack"
    viewers = watch(hall)
    orders(viewers)
    assert viewers[0].ask("chat", text="hush")["type"] == "error"
    viewers[0].ask("end")
    settle(viewers)
    for other in viewers[1:3]:
        other.ask("answer", agree=True)
    settle(viewers)
    assert viewers[0].info["status"] == "ended"
    assert viewers[0].ask("chat", text="well played")["type"] == "ack"


def test_remarks_are_offered_to_voters_and_said_in_everybodys_language(hall: ThreadHall) -> None:
    viewers = watch(hall, ("en", "fr", "nl"))
    assert all(each.position["remarks"] == [] for each in viewers)
    orders(viewers)
    settle(viewers)
    assert all(each.position["remarks"] == [] for each in viewers)
    assert refusal(viewers[0].ask("remark", remark=REFUSES)) == ("refused", "GR-102")
    proposer = propose(viewers)
    assert viewers[3].position["remarks"] == []
    speaker = voters(viewers)[0]
    refuses, accepts = about_the_vote(speaker)
    quoted = {name: refuses["data"][name] for name in ("seat", "territory")}
    assert quoted == {"seat": proposer.seat, "territory": proposer.position["view"]["proposal"]["territory"]}
    assert refuses["data"]["kind"] == "will_refuse"
    assert speaker.ask("remark", remark=refuses["notation"])["type"] == "ack"
    assert speaker.ask("remark", remark=accepts["remark"])["type"] == "ack"
    settle(viewers)
    name, land = viewers[0].info["seats"][proposer.seat]["name"], quoted["territory"]
    english, dutch = f"{name}’s share of {land}: I refuse.", f"{land}, verdeling van {name}: ik weiger."
    said = {0: english, 1: f"{land}, partage de {name} : je refuse.", 2: dutch, 3: english}
    for viewer in viewers:
        first, second = viewer.chat[-2:]
        assert (first["seat"], first["remark"]["notation"]) == (speaker.seat, refuses["notation"])
        assert first["text"] == first["remark"]["words"] == said[viewer.seat % 4]
        assert second["remark"]["notation"] == accepts["notation"]
        assert "guest" not in first
    again = viewers[2].person.look(viewers[2].table, 2, "nl")
    assert [line["text"] for line in again.chat] == [dutch, f"{land}, verdeling van {name}: ik aanvaard."]
    hall.live(speaker.table).record.chat[-1]["text"] = "I will accept"  # as an older game wrote it, with other numbers
    older = viewers[2].person.look(viewers[2].table, 2, "nl").chat[-1]
    assert (older["text"], older["remark"]) == ("I will accept", None)


def test_nobody_says_what_is_not_offered(hall: ThreadHall) -> None:
    viewers = watch(hall)
    speaker = viewers[0]
    assert refusal(speaker.ask("remark", remark=REFUSES))[0] == "not_now", "talk is open, but not on a vote"
    orders(viewers)
    propose(viewers)
    speaker = voters(viewers)[0]
    taken = [each["notation"] for each in speaker.position["remarks"]]
    gold = "I ask for gold at P1"
    assert gold not in taken, "no coast territory has gold"
    assert refusal(speaker.ask("remark", remark=gold))[0] == "not_now"
    assert refusal(speaker.ask("remark", remark="mumble"))[0] == "bad_request"
    assert refusal(speaker.ask("remark", remark=10**6))[0] == "not_now"
    assert refusal(viewers[3].ask("remark", remark=REFUSES))[0] == "forbidden", "a spectator"
    silent = next((each for each in viewers[:3] if not each.position["remarks"]), None)
    if silent is not None:
        assert refusal(silent.ask("remark", remark=REFUSES))[0] == "not_now", "without votes there"
    viewers[0].person.post(f"/api/tables/{speaker.table}/mute", {"seat": speaker.seat, "on": True})
    assert refusal(speaker.ask("remark", remark=REFUSES))[0] == "forbidden"
    assert all(each.chat == [] for each in viewers)


@pytest.mark.parametrize("game", ["fjords", "moot"])
def test_other_games_have_nothing_to_remark_and_no_closed_chat(hall: ThreadHall, game: str) -> None:
    people, table = table_of(hall.url, game, 2)
    viewer = people[0].look(table, 0)
    assert viewer.position["remarks"] == []
    assert refusal(viewer.ask("remark", remark=0))[0] == "not_now"
    assert refusal(viewer.ask("remark", remark=REFUSES))[0] == "not_now"
    assert viewer.ask("chat", text="well met")["type"] == "ack"


def test_the_saga_has_what_was_said_where_it_was_said(open_hall: OpenHall) -> None:
    """Also after the hall was closed and opened again; and it replays, because remarks are no moves."""
    hall = open_hall()
    host = Person(hall.url, "Host")
    table = host.lay("graenaland", seats=3, pass_and_play=True)["id"]
    viewers = [host.look(table, seat) for seat in (0, 1, 2, -1)]
    orders(viewers)
    propose(viewers)
    speakers = voters(viewers)
    refuses = about_the_vote(speakers[0])[0]["notation"]
    speakers[0].ask("remark", remark=refuses)
    speakers[0].plays("refuse")
    speakers[1].ask("remark", remark=about_the_vote(speakers[1])[1]["notation"])
    text = host.http.get(f"/api/tables/{table}/saga").text
    hall.close()
    again = open_hall()
    host.http.base_url = again.url  # type: ignore[assignment]
    assert host.http.get(f"/api/tables/{table}/saga").text == text
    lines = text.splitlines()
    said = lines.index(f"# seat {speakers[0].seat} says: {refuses}")
    assert lines[said + 1] == f"{speakers[0].seat} refuse"
    assert lines[said + 2].startswith(f"# seat {speakers[1].seat} says: I ")
    replay(Saga.read(text), load_game("graenaland"))


def test_bots_have_one_round_of_remarks_before_they_vote(hall: ThreadHall) -> None:
    """Greedy bots say how they will vote, each once for each vote, and then vote so."""
    person = Person(hall.url, "Astrid")
    players = [{"kind": "me"}, {"kind": "bot", "agent": "greedy"}, {"kind": "bot", "agent": "greedy"}]
    table = person.lay("graenaland", seats=3, players=players)["id"]
    viewer = person.look(table, 0)
    for _ in range(60):
        if any(line["kind"] in ("accepted", "refused") for line in viewer.log if line) and viewer.chat:
            break
        legal = viewer.position["legal"]
        if legal:
            wanted = {"stay", "pass", "refuse"}
            chosen = next((each for each in legal if each["notation"] in wanted), legal[-1])
            viewer.plays(chosen["move"])
        else:
            viewer.until(lambda message: message["type"] == "update" and message["position"]["legal"])
    said = [line for line in viewer.chat if line["remark"]]
    assert said and {line["seat"] for line in said} <= {1, 2}
    text = saga_of(hall.live(table)).write()
    assert f"# seat {said[0]['seat']} says: {said[0]['remark']['notation']}" in text
    check_rounds(text.splitlines())


def check_rounds(lines: list[str]) -> None:
    """Between two votes no bot speaks twice; what it says it votes."""
    promised: dict[str, str] = {}
    for line in lines:
        if line.startswith("# seat") and " says: " in line:
            seat, word = line.split()[2], line.split()[5]
            assert seat not in promised, lines
            promised[seat] = word
        elif line.endswith(("accept", "refuse")):
            seat, word = line.split()
            assert promised.get(seat, word) == word, lines
        elif "propose" in line:
            promised = {}
