"""Sagas: written, read and replayed; whatever is wrong in one is told with its line."""

import re

import pytest

from skali.core import Event, Saga, SagaError, State, replay
from skali.core.saga import Step, fork_seed
from skali.kit.configurations import Configuration
from skali.kit.play import play
from skali.kit.sagas import written
from tests.toys.moot.game import Moot, MootOptions

GAME = Moot()
TEXT = written(play(Configuration(GAME, 2, MootOptions()), 5))
LINES = TEXT.splitlines()
FIRST = LINES.index("---") + 1  # of the moves; lines are counted from 1, so this one is line FIRST + 1


def with_line(number: int, text: str) -> str:
    """The saga with another text in one of its lines, counted from 1."""
    return "\n".join([*LINES[: number - 1], text, *LINES[number:]])


def line_of(beginning: str) -> int:
    return next(number for number, line in enumerate(LINES, 1) if line.startswith(beginning))


def test_what_is_written_is_read_and_replayed() -> None:
    saga = Saga.read(TEXT)
    assert saga.write() == TEXT
    assert (saga.game, saga.seats, saga.seed, saga.options) == ("moot", 2, 5, {"rounds": "2", "hoard": "on"})
    assert saga.players == {0: "player 0", 1: "player 1"}
    end = replay(saga, GAME)
    assert end.is_over()
    assert end.digest() == saga.digest
    assert [end.score(seat) for seat in (0, 1)] == saga.score


def test_seeds_have_sixteen_digits() -> None:
    saga = Saga("moot", "1.0", "c", 2, 2**64 - 1)
    assert "seed ffffffffffffffff\n" in saga.write()
    assert Saga.read(saga.write()).seed == 2**64 - 1


def test_a_game_is_told_while_it_is_played() -> None:
    state = GAME.start(2, 9)
    saga = Saga.begin(state, 9, 2, {"rounds": "2"}, ["Astrid", "mcts:400"])
    saga.remark("a quiet\nopening")
    state.apply(0, GAME.moves.read("omen"))
    saga.record(0, "omen")
    text = saga.write()
    assert text.endswith("player 0 Astrid\nplayer 1 mcts:400\n---\n# a quiet opening\n0 omen\n")
    assert replay(Saga.read(text), GAME).digest() == state.digest(), "an unfinished saga has no result to verify"


def test_remarks_and_empty_lines_change_nothing() -> None:
    remarked = [
        LINES[0],
        "# a remark",
        "",
        *LINES[1:FIRST],
        "",
        "#so",
        "# said",
        *LINES[FIRST:-2],
        LINES[-2],
        "# well",
        LINES[-1],
    ]
    saga = Saga.read("\n".join(remarked))
    assert [step.text for step in saga.steps if step.kind == "remark"] == ["so", "said"]
    assert replay(saga, GAME).digest() == saga.digest


def test_whoever_watches_sees_every_step() -> None:
    seen: list[tuple[str, int]] = []

    def watch(step: Step, state: State, events: list[Event]) -> None:
        seen.append((step.text, len(events)))

    replay(Saga.read(TEXT), GAME, watch)
    assert [text for text, _ in seen] == [step.text for step in Saga.read(TEXT).steps]
    assert seen[0][1] == 1


def test_a_fork_begins_other_luck() -> None:
    header = "\n".join(LINES[:FIRST])
    plain = replay(Saga.read(f"{header}\n0 omen\n"), GAME)
    forks = [replay(Saga.read(f"{header}\nfork {number}\n0 omen\n"), GAME) for number in (1, 2)]
    assert len({state.digest() for state in (plain, *forks)}) == 3
    again = Saga.read(f"{header}\nfork 1\n0 omen\n")
    assert again.write() == f"{header}\nfork 1\n0 omen\n"
    assert replay(again, GAME).digest() == forks[0].digest()


def test_the_luck_of_a_fork_depends_on_seed_nonce_and_number() -> None:
    sagas = [Saga("moot", "1", "c", 2, seed, nonce=nonce) for seed, nonce in ((1, ""), (2, ""), (1, "ab"))]
    assert len({fork_seed(saga, number) for saga in sagas for number in (1, 2)}) == 6
    assert Saga.read(sagas[2].write()).nonce == "ab"


@pytest.mark.parametrize(
    ("number", "text", "error"),
    [
        (1, "saga 2", "line 1: a saga begins with 'saga 1', not 'saga 2'"),
        (3, "tempo 7", "line 3: 'tempo 7' is no line of a header"),
        (3, "rules", "line 3: 'rules' is no line of a header"),
        (7, "option rounds", "line 7: 'option rounds' is no line of a header"),
        (9, "player one Astrid", "line 9: 'player one Astrid' is no line of a header"),
        (9, "player ² Astrid", "line 9: 'player ² Astrid' is no line of a header"),
        (FIRST + 2, "omen", f"line {FIRST + 2}: 'omen' is no move: write the seat, then the move, such as '0 draw'"),
        (FIRST + 2, "² omen", f"line {FIRST + 2}: '² omen' is no move"),
        (FIRST + 2, "0", f"line {FIRST + 2}: '0' is no move"),
        (FIRST + 2, "fork x", f"line {FIRST + 2}: 'fork x' is no move"),
        (len(LINES), "winner 0", f"line {len(LINES)}: 'winner 0' is no line of a result: only score and digest are"),
        (len(LINES) - 1, "score x", f"line {len(LINES) - 1}: 'score x' is no line of a result"),
        (len(LINES) - 1, "score --3 1", f"line {len(LINES) - 1}: 'score --3 1' is no line of a result"),
    ],
)
def test_a_text_that_is_no_saga_names_the_line(number: int, text: str, error: str) -> None:
    with pytest.raises(SagaError, match=re.escape(error)) as caught:
        Saga.read(with_line(number, text))
    assert caught.value.line == number


@pytest.mark.parametrize("name", ["game", "rules", "components", "seats", "seed"])
def test_a_header_needs_all_its_lines(name: str) -> None:
    with pytest.raises(SagaError, match=f"the header has no line '{name} ...'"):
        Saga.read(with_line(line_of(name), "# gone"))


@pytest.mark.parametrize(("name", "value"), [("seats", "two"), ("seed", "xyz")])
def test_a_header_has_numbers_where_they_belong(name: str, value: str) -> None:
    with pytest.raises(SagaError, match=f"'{name} {value}' is no number"):
        Saga.read(with_line(line_of(name), f"{name} {value}"))


def test_a_saga_that_breaks_off() -> None:
    with pytest.raises(SagaError, match="line 1: a saga begins with 'saga 1', not ''"):
        Saga.read("\n")
    with pytest.raises(SagaError, match="line 3: the file ends before the line '---'"):
        Saga.read("\n".join(LINES[:3]))


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("game", "fjords", "this is a saga of fjords, not of moot"),
        ("rules", "0.9", "this saga was played by rules 0.9; this is Moot with rules 1.0"),
        ("components", "00ff", "this saga was played with components 00ff; these are"),
        ("seats", "7", "Moot is for 2, 3 players, not 7"),
        ("option rounds=2", "", "there is no option 'tempo'"),
        ("option hoard=on", "", "hoard can be on, off; not 'maybe'"),
    ],
)
def test_another_game_says_what_is_other(name: str, value: str, error: str) -> None:
    other = {"option rounds=2": "option tempo=7", "option hoard=on": "option hoard=maybe"}
    text = with_line(line_of(name), other.get(name, f"{name} {value}"))
    with pytest.raises(SagaError, match=re.escape(error)):
        replay(Saga.read(text), GAME)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("1 omen", "seat 1 may not play 'omen' (CORE-1): It is not your turn to decide."),
        ("0 submit", "seat 0 may not play 'submit' (MO-014): Omen, offer, gift and show each have their time"),
        ("0 offer yew", "'offer yew': card is one of ash, birch, elm, oak, not 'yew'"),
        ("9 omen", "seat 9 may not play 'omen' (CORE-1)"),
    ],
)
def test_a_move_that_departs_from_the_rules_names_its_line(text: str, error: str) -> None:
    with pytest.raises(SagaError, match=re.escape(f"line {FIRST + 1}: {error}")) as caught:
        replay(Saga.read(with_line(FIRST + 1, text)), GAME)
    assert caught.value.line == FIRST + 1


def test_a_move_after_the_end_names_its_line() -> None:
    end = LINES.index("---", FIRST)
    text = "\n".join([*LINES[:end], "0 omen", *LINES[end:]])
    with pytest.raises(SagaError, match=rf"line {end + 1}: seat 0 may not play 'omen' \(CORE-3\): The game is over"):
        replay(Saga.read(text), GAME)


def test_a_result_that_is_not_the_moves() -> None:
    with pytest.raises(SagaError, match=re.escape("the saga's score is [77, 1], but its moves give")):
        replay(Saga.read(with_line(len(LINES) - 1, "score 77 1")), GAME)
    with pytest.raises(SagaError, match="the saga's digest is 0000, but its moves give"):
        replay(Saga.read(with_line(len(LINES), "digest 0000")), GAME)
    shortened = "\n".join([*LINES[: FIRST + 1], *LINES[-3:]])
    with pytest.raises(SagaError, match="the saga has a result, but its moves do not end the game"):
        replay(Saga.read(shortened), GAME)
    replay(Saga.read(shortened), GAME, verify=False)
