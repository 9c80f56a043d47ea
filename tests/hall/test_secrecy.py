"""Non-interference at the level of messages: a step that a seat may not see changes nothing that it is sent or can ask for."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

import skali.hall.viewers
from skali.core import SPECTATOR, State, load_game
from skali.hall.catalogue import Catalogue
from skali.hall.config import Config
from skali.hall.messages import Teller
from skali.hall.rows import Row
from skali.hall.snapshots import open_from, snapshot_of
from skali.hall.table import LiveTable, Plan
from skali.hall.undo import undo_for, undo_row
from skali.hall.viewers import Happening, read_number, written
from tests.hall.halls import TOYS, ThreadHall
from tests.hall.people import Person, Viewer, table_of


def everything_asked(viewer: Viewer) -> dict[str, Any]:
    """All that a viewer can learn by asking, without the time of day."""
    person, table, seat = viewer.person, viewer.table, viewer.seat
    position = person.get(f"/api/tables/{table}/position?seat={seat}")
    del position["time"]
    if position["clock"]:
        position["clock"] = position["clock"]["running"]
    return {
        "position": position,
        "card": person.get("/api/tables")["tables"],
        "mine": person.get("/api/me/tables")["tables"],
        "table": person.get(f"/api/tables/{table}"),
        "sheets": person.get(f"/api/tables/{table}/sheets?seat={seat}"),
        "moments": person.get(f"/api/tables/{table}/moments?seat={seat}&views=true"),
        "why": viewer.ask("why", move="submit")["rule"],
    }


def offers(viewer: Viewer) -> list[int]:
    return [move["move"] for move in viewer.position["legal"] if move["data"]["kind"] == "offer"]


def test_a_secret_step_gives_the_others_no_message_no_number_and_no_time(hall: ThreadHall) -> None:
    people, table = table_of(hall.url, "moot", 3, clock={"base": 1000, "increment": 0})
    viewers = [person.look(table, seat) for seat, person in enumerate(people)]
    watcher = Person(hall.url, "Watcher").look(table)
    viewers[0].plays("omen")
    others = [viewers[0], viewers[2], watcher]
    for viewer in [*viewers, watcher]:
        viewer.settle()
    before = [everything_asked(viewer) for viewer in others]
    numbers = [viewer.n for viewer in others]
    viewers[1].plays(offers(viewers[1])[0])
    viewers[1].ask("try", moves=["submit"], moment=viewers[1].position["moment"])
    assert [viewer.settle() for viewer in others] == [[], [], []]
    assert [everything_asked(viewer) for viewer in others] == before
    assert [viewer.n for viewer in others] == numbers
    resumed = people[2].look(table, 2, resume=viewers[2].n)
    assert resumed.first["type"] == "resumed" and resumed.settle() == []
    # Taking the secret step back is as secret as the step.
    assert viewers[1].ask("undo")["type"] == "ack"
    assert viewers[1].position["view"]["offer"] == []
    assert [viewer.settle() for viewer in others] == [[], [], []]
    assert [everything_asked(viewer) for viewer in others] == before


def test_secret_steps_do_not_move_the_beginning_of_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat 1 makes up its mind again and again, more often than lines are kept; nobody else's log changes."""
    monkeypatch.setattr(skali.hall.viewers, "LOG_LINES", 3)
    table, teller = live_table("moot", 3, 1)
    rows = rows_taken(table)
    luck = random.Random(1)
    played = 0
    for _ in play_randomly(table, luck, 12):
        played += 1
    while not (1 in table.awaited and 0 in table.awaited):
        seat = table.awaited[0]
        table.take(table.rows_of(table.plan_moves(seat, [luck.choice(table.state.legal_moves(seat))]), "", 0.0))
    others = [0, 2, -1]
    before = [teller.log(table, viewer, "en") for viewer in others]
    assert played == 12 and all(log["from"] > 0 and len(log["lines"]) == 3 for log in before)
    space = table.state.game().moves
    for _ in range(100):
        offers = [move for move in table.state.legal_moves(1) if space.to_data(move)["kind"] == "offer"]
        table.take(table.rows_of(table.plan_moves(1, [offers[0]]), "", 0.0))
        assert [teller.log(table, viewer, "en") for viewer in others] == before
        table.take([undo_row(table, 1, undo_for(table, 1), 0.0)])
        assert [teller.log(table, viewer, "en") for viewer in others] == before
    # What is kept of the log is the same when it comes from a snapshot.
    again, _ = live_table("moot", 3, 1)
    assert open_from(again, rows, (table.record.ply, snapshot_of(table))) == len(rows)
    assert [teller.log(again, viewer, "en") for viewer in table.everybody] == [
        teller.log(table, viewer, "en") for viewer in table.everybody
    ]


def rows_taken(table: LiveTable) -> list[Row]:
    """The rows that a table takes in from now on."""
    rows: list[Row] = []
    real = table.take

    def take(new: list[Row], plan: Plan | None = None) -> list[Happening]:
        rows.extend(new)
        return real(new, plan)

    table.take = take  # type: ignore[method-assign]
    return rows


def test_a_line_of_the_log_is_kept_once_for_all_who_saw_it() -> None:
    table, _ = live_table("fjords", 2, 1)
    assert len(list(play_randomly(table, random.Random(1), 20))) == 20
    kept: dict[tuple[int, int], set[int]] = {}
    for viewer in table.viewers:
        for line in viewer.log:
            kept.setdefault(line[:2], set()).add(id(line))
    assert len(kept) >= 20 and all(len(copies) == 1 for copies in kept.values())


def test_a_snapshot_that_tells_the_moment_of_each_line_is_read() -> None:
    """As halls wrote it before these followed from the steps."""
    table, teller = live_table("moot", 3, 1)
    rows = rows_taken(table)
    assert len(list(play_randomly(table, random.Random(1), 12))) == 12
    data = json.loads(snapshot_of(table))
    data["log"] = [[*line, [0] * 4] for line in data["log"]]
    again, _ = live_table("moot", 3, 1)
    assert open_from(again, rows, (table.record.ply, json.dumps(data))) == table.record.ply
    logs = [[teller.log(each, viewer, "en") for viewer in table.everybody] for each in (table, again)]
    assert logs[0] == logs[1] and all(log["lines"] for log in logs[0])


def test_a_table_with_a_snapshot_of_an_older_hall_is_opened_from_its_rows() -> None:
    """Such a snapshot kept the last steps, each with all that had happened in it, and not what undo needs."""
    table, teller = live_table("moot", 3, 1)
    rows = rows_taken(table)
    assert len(list(play_randomly(table, random.Random(1), 12))) == 12
    data = json.loads(snapshot_of(table))
    del data["at"]
    steps: dict[int, list[Any]] = {}
    for ply, _, event in data.pop("log"):
        steps.setdefault(ply, [ply, [], [0] * 4])[1].append(event)
    data["recent"] = list(steps.values())
    again, _ = live_table("moot", 3, 1)
    assert open_from(again, rows, (table.record.ply, json.dumps(data))) == 0
    logs = [[teller.log(each, viewer, "en") for viewer in table.everybody] for each in (table, again)]
    assert logs[0] == logs[1] and all(log["lines"] for log in logs[0])
    assert again.state.digest() == table.state.digest()


def metrics(hall: ThreadHall) -> str:
    answer = httpx.get(f"{hall.url}/metrics")
    assert answer.status_code == 200
    return answer.text


def test_no_figure_of_the_metrics_moves_with_a_secret_step(hall: ThreadHall) -> None:
    people, table = table_of(hall.url, "moot", 3)
    viewers = [person.look(table, seat) for seat, person in enumerate(people)]
    quiet = metrics(hall)
    viewers[0].plays("omen")
    for viewer in viewers:
        viewer.settle()
    before = metrics(hall)
    assert before != quiet
    viewers[1].plays(offers(viewers[1])[0])
    assert metrics(hall) == before
    assert viewers[1].ask("undo")["type"] == "ack"
    assert metrics(hall) == before
    viewers[1].plays(offers(viewers[1])[-1])
    assert metrics(hall) == before


def test_the_metrics_are_for_who_runs_the_hall(
    hall: ThreadHall, open_hall: Callable[..., ThreadHall], tmp_path: Path
) -> None:
    url = f"{hall.url}/metrics"
    assert httpx.get(url).status_code == 200
    for header in ("X-Forwarded-For", "Forwarded", "Via"):  # a proxy on this machine speaks for others
        assert httpx.get(url, headers={header: "203.0.113.7"}).status_code == 403
    with_token = open_hall(str(tmp_path / "other.db"), metrics_token="a-long-token")
    url = f"{with_token.url}/metrics"
    assert httpx.get(url).status_code == 403
    assert httpx.get(url, headers={"Authorization": "Bearer wrong"}).status_code == 403
    assert httpx.get(url, headers={"Authorization": "Bearer a-long-token"}).status_code == 200


def test_what_an_undo_answers_depends_only_on_what_the_seat_has_seen(hall: ThreadHall) -> None:
    """Seat 0 takes its draft back the same way whether or not seat 1 has secretly begun, and seat 1 loses nothing."""
    people, table = table_of(hall.url, "moot", 3)
    viewers = [person.look(table, seat) for seat, person in enumerate(people)]
    viewers[0].plays("omen")
    for viewer in viewers:
        viewer.settle()
    viewers[0].plays(offers(viewers[0])[0])
    viewers[1].plays(offers(viewers[1])[0])
    offer = viewers[1].position["view"]["offer"]
    assert viewers[0].ask("undo")["undo"] == "done"
    assert viewers[0].position["view"]["offer"] == []
    assert viewers[1].settle() == [] and viewers[1].position["view"]["offer"] == offer
    viewers[1].plays("submit")
    assert people[1].get(f"/api/tables/{table}/position?seat=1")["position"]["view"]["offer"] == offer


class Watched(LiveTable):
    """A table that a test may change and follow, which it cannot do with a compiled one."""


def live_table(game: str, seats: int, seed: int) -> tuple[LiveTable, Teller]:
    catalogue = Catalogue(TOYS)
    found = catalogue.find(game)
    players = [{"kind": "person", "name": f"P{seat}", "guest": f"g{seat}"} for seat in range(seats)]
    options = found.options().to_texts()
    config = Config(
        "t", game, found.rules_version, found.components.digest, seats, options, seed, "00", "g0", 0.0, players
    )
    return Watched(config, found), Teller(catalogue)


def play_randomly(table: LiveTable, luck: random.Random, most: int = 400) -> Any:
    """Random play by commits of one move; yields what there was to tell, with the state before."""
    at = 0.0
    while table.is_playing and most:
        most -= 1
        at += 1.0
        seat = luck.choice(table.state.to_act())
        before = table.state.copy()
        plan = table.plan_moves(seat, [luck.choice(table.state.legal_moves(seat))])
        yield before, table.take(table.rows_of(plan, "", at), plan if luck.random() < 0.5 else None)


GAMES = [("moot", 2), ("moot", 3), ("cairns", 2), ("fjords", 2)]


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_a_message_comes_exactly_when_a_viewer_may_know_of_a_change(game: str, seats: int) -> None:
    for seed in range(2):
        table, _ = live_table(game, seats, seed)
        unseen = 0
        for before, happenings in play_randomly(table, random.Random(seed)):
            told = {viewer for each in happenings if each.kind == "update" for viewer in each.viewers}
            for viewer in table.everybody:
                events = [event for each in happenings for _, all, _ in each.told for event in all]
                changed = (
                    before.view(viewer) != table.state.view(viewer)
                    or before.prompt(viewer) != table.state.prompt(viewer)
                    or before.legal_moves(viewer) != table.state.legal_moves(viewer)
                    or any(event.seen_by(viewer) for event in events)
                )
                assert changed == (viewer in told), (viewer, [each.kind for each in events])
                unseen += not changed
        assert unseen or game != "moot"


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_what_a_viewer_is_sent_is_the_same_from_any_position_it_cannot_tell_apart(game: str, seats: int) -> None:
    """The messages are built on the true position and on a sample of it: not a byte differs."""
    checked = 0
    for seed in range(2):
        luck = random.Random(seed)
        table, teller = live_table(game, seats, seed)
        for number, _ in enumerate(play_randomly(table, luck)):
            if number % 5:
                continue
            truth = table.state
            for viewer in table.everybody:
                said = told_to(table, teller, viewer)
                sample: State = truth.determinize(viewer, luck.getrandbits(60))
                table.set_state(sample)
                assert told_to(table, teller, viewer) == said
                table.set_state(truth)
                checked += 1
    assert checked > 10


@pytest.mark.parametrize(
    ("game", "seats", "moves"),
    [("moot", 3, 400), ("graenaland", 4, 250), ("explorers", 3, 60), ("eketorp", 3, 250), ("odin", 2, 150)],
)
def test_no_offer_to_take_back_tells_the_others_of_a_secret_answer(game: str, seats: int, moves: int) -> None:
    """Whoever would be asked knows that there is something to take back: from that move on it has seen something."""
    asked = secret = 0
    for seed in range(2):
        table, _ = live_table(game, seats, seed)
        for _ in play_randomly(table, random.Random(seed), moves):
            if not table.is_playing:
                break
            for seat in range(seats):
                undo = undo_for(table, seat)
                gone = [step for step in table.record.line if step.ply in undo.gone]
                if undo.how == "no":
                    secret += any(step.seat == seat for step in table.record.line)
                if undo.how != "ask":
                    continue
                asked += 1
                for viewer, index in zip(table.everybody, range(seats + 1), strict=True):
                    assert viewer == seat or any((step.seen >> index) & 1 for step in gone), (game, seat, viewer)
    assert asked and secret


@pytest.mark.parametrize(
    ("game", "seats", "moves"),
    [
        ("moot", 3, 400),
        ("fjords", 2, 60),
        ("eketorp", 3, 120),
        ("graenaland", 4, 120),
        ("explorers", 3, 40),
        ("odin", 2, 60),
    ],
)
def test_a_number_is_the_same_position_for_everybody_and_moves_with_no_secret_step(
    game: str, seats: int, moves: int
) -> None:
    """What everybody saw is counted; what only some saw are steps behind the point, and only they have them."""
    table, _ = live_table(game, seats, 1)
    secret = 0
    before = [viewer.numbers[-1] for viewer in table.viewers]
    for _ in play_randomly(table, random.Random(1), moves):
        step = table.record.line[-1]
        watcher = table.viewers[SPECTATOR]
        public = watcher.saw(step)
        secret += not public
        for viewer in table.viewers:
            number = viewer.numbers[-1]
            shared, _, own = written(number).partition(".")
            assert shared == str(watcher.moment), "everybody counts the same"
            assert viewer.saw(step) or not public, "what spectators see, everybody sees"
            if public:
                assert not own
            elif not viewer.saw(step):
                assert number == before[viewer.index], "no number moves with a step that one does not see"
        before = [viewer.numbers[-1] for viewer in table.viewers]
    assert secret or game == "fjords"
    watcher = table.viewers[SPECTATOR]
    assert [written(number) for number in watcher.numbers] == [str(moment) for moment in range(watcher.moment + 1)]
    looks = [list(positions_of(table, viewer.number)) for viewer in table.viewers]
    for viewer, look in zip(table.viewers, looks, strict=True):
        assert [number for number, _ in look] == [written(number) for number in viewer.numbers]
        for number, digest in looks[-1]:
            there = viewer.moment_of(read_number(number))
            assert look[there] == (number, digest), "the same number, the same position"


def positions_of(table: LiveTable, viewer: int) -> Any:
    for (_, number), state, _ in table.look_back(viewer).moments():
        yield number, state.digest()


def test_a_link_to_a_moment_opens_the_same_position_for_a_player_and_a_spectator(hall: ThreadHall) -> None:
    people, table = table_of(hall.url, "moot", 2)
    viewers = [person.look(table, seat) for seat, person in enumerate(people)]
    viewers[0].plays("omen")
    viewers[0].plays(offers(viewers[0])[0])
    for viewer in viewers:
        viewer.settle()
    assert viewers[0].position["number"] == "1.1" and viewers[1].position["number"] == "1"
    viewers[0].plays("submit")
    viewers[1].plays(offers(viewers[1])[0])
    viewers[1].plays("submit")
    viewers[0].settle()
    now = viewers[0].position
    assert now["number"] == "3"  # that somebody has submitted is public
    watched = people[1].get(f"/api/tables/{table}/numbers/1?seat=-1")
    for seat, person in enumerate(people):
        then = person.get(f"/api/tables/{table}/numbers/1?seat={seat}")
        assert then["number"] == "1" and then["view"]["phase"] == watched["view"]["phase"] == "offer"
        assert then["view"]["points"] == watched["view"]["points"] and then["sheets"]
    # The steps of one player are that player's alone; for the others the same link opens the moment before.
    assert people[0].get(f"/api/tables/{table}/numbers/1.9?seat=0")["number"] == "1.1"
    assert people[1].get(f"/api/tables/{table}/numbers/1.9?seat=1")["number"] == "1"
    assert people[1].get(f"/api/tables/{table}/numbers/2.1?seat=1")["number"] == "2.1"
    assert people[1].get(f"/api/tables/{table}/numbers/1.9?seat=-1")["number"] == "1"
    assert people[0].get(f"/api/tables/{table}/numbers/99?seat=0")["moment"] == now["moment"]
    people[0].get(f"/api/tables/{table}/numbers/x?seat=0", 422)
    people[0].get(f"/api/tables/{table}/numbers/1?seat=1", 403)


def told_to(table: LiveTable, teller: Teller, viewer: int) -> bytes:
    from skali.hall.messages import encode

    return encode(
        {
            "position": teller.position(table, viewer, "en"),
            "log": teller.log(table, viewer, "fr"),
            "sheets": teller.sheets(table, viewer, "nl"),
            "n": table.viewers[viewer].n,
        }
    )


def test_the_seed_the_nonce_and_the_digest_stay_in_the_hall_while_a_game_is_on(hall: ThreadHall) -> None:
    people, table = table_of(hall.url, "moot", 2)
    viewer = people[0].look(table, 0)
    viewer.plays("omen")
    viewer.settle()
    live = hall.live(table)
    secrets = [f"{live.config.seed:016x}", live.config.nonce, live.state.digest(), live.config.host]
    secrets += [guest for seat in live.record.seats for guest in seat.guests]
    told = str(viewer.received) + str(everything_asked(viewer))
    assert not [secret for secret in secrets if secret in told]
    for person in people:
        assert person.http.get(f"/api/tables/{table}/saga").status_code == 403


def test_fjords_spectators_see_what_players_see() -> None:
    state = load_game("fjords").start(2, 1)
    assert state.view(SPECTATOR) == state.view(0)
