"""Fairness: the hash of seed and nonce is shown before the first move, and the finished saga keeps the promise."""

from pathlib import Path

from typer.testing import CliRunner

from skali.cli import app
from skali.core.saga import commitment
from tests.hall.halls import ThreadHall
from tests.hall.people import table_of
from tests.hall.test_play import play_to_the_end


def test_the_promise_is_checked_by_the_command(hall: ThreadHall, tmp_path: Path) -> None:
    people, table = table_of(hall.url, "fjords", 2)
    viewers = [person.look(table, seat) for seat, person in enumerate(people)]
    promised = viewers[0].info["commitment"]
    assert len(promised) == 64 and viewers[0].info["result"] is None
    play_to_the_end(viewers)
    file = tmp_path / "game.saga"
    file.write_text(people[0].http.get(f"/api/tables/{table}/saga").text)
    run = CliRunner().invoke
    assert run(app, ["replay", str(file), "--verify", promised]).exit_code == 0
    assert run(app, ["replay", str(file), "--verify", "0" * 64]).exit_code == 1
    # Another seed that would have dealt another game does not pass.
    seed = viewers[0].info["result"]["seed"]
    file.write_text(file.read_text().replace(seed, f"{int(seed, 16) ^ 1:016x}"))
    assert run(app, ["replay", str(file), "--verify", promised]).exit_code == 1


def test_a_commitment_binds_seed_and_nonce() -> None:
    made = {commitment(seed, nonce) for seed in (0, 1, 2**64 - 1) for nonce in ("", "00", "ff")}
    assert len(made) == 9
