"""Taking back: free to the barrier, beyond it by consent with fresh luck, and always a row of its own."""

import random

from skali.core import Saga, replay
from tests.games_under_test import find_game
from tests.hall.halls import ThreadHall
from tests.hall.people import Person, Viewer, table_of
from tests.hall.test_play import play_to_the_end
from tests.hall.test_tables import everything


def fjords(hall: ThreadHall, **settings: object) -> tuple[Viewer, Viewer, str]:
    """Two viewers, the one who is awaited first."""
    people, table = table_of(hall.url, "fjords", 2, **settings)
    viewers = [person.look(table, seat) for seat, person in enumerate(people)]
    if not viewers[0].position["legal"]:
        viewers.reverse()
    return viewers[0], viewers[1], table


def draw_and_place(viewer: Viewer) -> None:
    """Plays until the seat has placed a tile and is asked about a hut, or its turn is over."""
    while viewer.position["prompt"]["kind"] in ("draw", "source", "place"):
        viewer.plays(viewer.position["legal"][0]["move"])


def until_a_tile_can_be_placed(first: Viewer, second: Viewer) -> tuple[Viewer, Viewer]:
    for _ in range(80):
        first.settle(), second.settle()
        asked, other = (first, second) if first.position["legal"] else (second, first)
        if asked.position["prompt"]["kind"] == "place" and len(asked.position["legal"]) > 1:
            return asked, other
        asked.plays(asked.position["legal"][0]["move"])
    raise AssertionError("no tile could be placed")


def test_a_placement_is_taken_back_at_once_and_everybody_sees_it(hall: ThreadHall) -> None:
    asked, other = until_a_tile_can_be_placed(*fjords(hall)[:2])
    before, lines = asked.position, list(asked.log)
    asked.plays(before["legal"][0]["move"])
    assert asked.position["undo"] == "free"
    assert asked.ask("undo")["undo"] == "done"
    other.settle()
    for viewer in (asked, other):
        assert viewer.position["view"] == before["view"] and viewer.position["moment"] == before["moment"]
        assert viewer.log[:-1] == lines and viewer.log[-1]["kind"] == "hall.undo"
    assert asked.position["legal"] == before["legal"]
    asked.plays(before["legal"][1]["move"])


def test_several_moves_sent_together_come_back_together(hall: ThreadHall) -> None:
    people, table = table_of(hall.url, "moot", 2)
    viewer = people[0].look(table, 0)
    viewer.plays("omen")
    before = viewer.position
    first = next(move["move"] for move in before["legal"] if move["data"]["kind"] == "offer")
    tried = viewer.ask("try", moves=[first], moment=before["moment"])["position"]["legal"]
    second = next(move["move"] for move in tried if move["data"]["kind"] == "offer")
    viewer.plays(first, second)
    assert len(viewer.position["view"]["offer"]) == 2
    viewer.ask("undo")
    assert viewer.position["view"] == before["view"]


def test_a_drawn_tile_needs_the_others_consent_and_brings_new_luck(hall: ThreadHall) -> None:
    first, second, table = fjords(hall)
    before = first.position
    first.plays("draw")
    assert first.position["undo"] == "ask"
    assert first.ask("undo")["undo"] == "offered"
    second.settle()
    assert second.info["offer"]["kind"] == "undo" and second.info["offer"]["words"]
    assert first.ask("answer", agree=True)["error"] == "not_now"
    assert second.ask("answer", agree=True)["type"] == "ack"
    first.settle()
    assert first.position["view"] == before["view"] and first.info["offer"] is None
    assert first.log[-1]["kind"] == "hall.undo" and first.log[-1]["data"]["fork"] == 1
    play_to_the_end([first, second])
    text = first.person.http.get(f"/api/tables/{table}/saga").text
    assert "\nfork 1\n" in text
    saga = Saga.read(text)
    assert replay(saga, find_game("fjords")).digest() == saga.digest
    # The luck after it is not the luck before it.
    assert text.split("---\n")[1].startswith("fork 1\n")


def test_a_finished_secret_answer_is_not_taken_back_before_the_reveal(hall: ThreadHall) -> None:
    """To ask the table would tell it that the seat has answered. When all is out, it can be asked for like everything else."""
    people, table = table_of(hall.url, "moot", 3)
    viewers = [person.look(table, seat) for seat, person in enumerate(people)]
    viewers[0].plays("omen")
    for viewer in viewers:
        viewer.settle()
        viewer.plays(next(move["move"] for move in viewer.position["legal"] if move["data"]["kind"] == "offer"))
    for viewer in viewers[:2]:
        viewer.settle()
        assert viewer.position["undo"] == "free", "an unfinished answer is taken back although another has answered"
        viewer.plays("submit")
        assert viewer.position["undo"] == "no" and viewer.ask("undo")["error"] == "not_now"
    for viewer in viewers:
        viewer.settle()
        assert viewer.info["offer"] is None
    viewers[2].plays("submit")
    viewers[0].settle()
    assert viewers[0].position["undo"] == "ask" and viewers[0].ask("undo")["undo"] == "offered"


def test_what_is_declined_stays(hall: ThreadHall) -> None:
    first, second, _ = fjords(hall)
    first.plays("draw")
    drawn = first.position["view"]
    first.ask("undo")
    assert second.ask("answer", agree=False)["type"] == "ack"
    first.settle()
    assert first.info["offer"] is None and first.position["view"] == drawn
    assert second.ask("answer", agree=True)["error"] == "not_now"
    assert second.ask("undo")["error"] == "not_now"


def test_a_table_may_forbid_to_go_beyond_the_barrier_or_undo_at_all(hall: ThreadHall) -> None:
    first, _, _ = fjords(hall, undo="barrier")
    first.plays("draw")
    assert first.position["undo"] == "no" and first.ask("undo")["error"] == "not_now"
    asked, _ = until_a_tile_can_be_placed(*fjords(hall, undo="off")[:2])
    asked.plays(asked.position["legal"][0]["move"])
    assert asked.position["undo"] == "no" and asked.ask("undo")["error"] == "not_now"


def test_bots_agree_to_everything(hall: ThreadHall) -> None:
    person = Person(hall.url, "Alone")
    table = person.post("/api/quick", {"game": "fjords"})["table"]["id"]
    viewer = person.look(table, 0)
    while not viewer.position["legal"]:
        viewer.receive()
    before = viewer.position["view"]
    viewer.plays("draw")
    assert viewer.position["undo"] == "free"
    assert viewer.ask("undo")["undo"] == "done"
    assert viewer.position["view"] == before and viewer.log[-1]["data"]["fork"] == 1


def test_a_game_full_of_undos_is_the_same_when_it_is_opened_again(hall: ThreadHall) -> None:
    """Live, from the rows alone and from a snapshot: the same position, numbers, log and moments for everybody."""
    people, table = table_of(hall.url, "moot", 3)
    viewers = [person.look(table, seat) for seat, person in enumerate(people)]
    luck = random.Random(4)
    for _ in range(300):
        for viewer in viewers:
            viewer.settle()
        if viewers[0].info["status"] == "over":
            break
        viewer = luck.choice([each for each in viewers if each.position["legal"]])
        viewer.plays(luck.choice(viewer.position["legal"])["move"])
        if luck.random() < 0.4:
            if viewer.ask("undo").get("undo") == "offered":
                for other in viewers:
                    if other is not viewer:
                        other.ask("answer", agree=luck.random() < 0.8)
    live = hall.live(table)
    before = everything(live)
    logs = [[line["words"] for line in viewer.log] for viewer in viewers]
    for viewer in viewers:
        viewer.close()
    del hall.hall.rooms[table]
    again = [person.look(table, seat) for seat, person in enumerate(people)]
    opened = hall.live(table)
    assert everything(opened) == before
    assert [[line["words"] for line in viewer.log[-150:]] for viewer in again] == [log[-150:] for log in logs]
