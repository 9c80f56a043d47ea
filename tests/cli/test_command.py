"""The command as a person meets it: run as a process, with what it prints and the exit code it leaves."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from skali import __version__
from skali.core import Saga, load_game, replay

COMPONENTS = load_game("fjords").folder / "components.toml"


def skali(*arguments: str, typed: str = "", pure: bool = False) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "COLUMNS": "120", "NO_COLOR": "1"}
    if pure:
        environment["SKALI_PURE"] = "1"
    return subprocess.run(
        [sys.executable, "-c", "from skali.cli import main; main()", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        env=environment,
    )


def one_line(result: subprocess.CompletedProcess[str]) -> str:
    """The one line of an error that a person can mend."""
    assert result.returncode == 2, result.stderr
    assert result.stdout == ""
    lines = result.stderr.strip().splitlines()
    assert len(lines) == 1, result.stderr
    return lines[0]


def changed_components(folder: Path, old: str, new: str) -> str:
    text = COMPONENTS.read_text(encoding="utf-8")
    assert old in text
    file = folder / "mine.toml"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    return str(file)


@pytest.mark.parametrize(
    "arguments, says",
    [
        (["play", "chess"], "there is no game 'chess'; the games are:"),
        (["simulate", "fjords", "--seats", "3"], "Fjords is for 2 players, not 3"),
        (["simulate", "fjords", "-o", "fast=on"], "there is no option 'fast'"),
        (["simulate", "fjords", "-o", "fast_finish=maybe"], "fast_finish can be on, off; not 'maybe'"),
        (["simulate", "fjords", "-o", "fast_finish"], "write an option as name=value"),
        (["simulate", "fjords", "--seed", "-1"], "a seed is a number from 0"),
        (["play", "fjords", "--bots", "wizard"], "there is no agent 'wizard'; agents are: random, greedy"),
        (["replay", "nowhere.saga"], "nowhere.saga cannot be read"),
        (["components", "fjords", "--components", "nowhere.toml"], "nowhere.toml: there is no such file"),
    ],
)
def test_a_mistake_is_answered_by_one_line_that_says_what_to_do(arguments: list[str], says: str) -> None:
    assert says in one_line(skali(*arguments))


def test_a_component_file_with_an_unknown_terrain_is_refused_with_its_place(tmp_path: Path) -> None:
    file = changed_components(tmp_path, 'corners = "MMPMMP"', 'corners = "MMXMMP"')
    assert "mine.toml: [[tile_type]] number 6: there is no terrain 'X'" in one_line(
        skali("play", "fjords", "--components", file)
    )


def test_a_component_file_with_a_missing_tile_is_refused(tmp_path: Path) -> None:
    file = changed_components(tmp_path, "count = 4", "count = 3")
    assert "there must be 37 tiles (FJ-003), not 36" in one_line(skali("play", "fjords", "--components", file))


def test_the_audit_names_what_is_reconstructed() -> None:
    data = json.loads(skali("components", "fjords", "--json").stdout)
    counts = {line["value"] for line in data["components"] if line["provenance"] == "reconstructed"}
    assert counts and data["provenance"]["reconstructed"] > 20


def test_cards_can_be_searched_and_filtered() -> None:
    found = json.loads(skali("components", "odin", "--cards", "--json").stdout)["cards"]
    assert len(found) == 190 and sum(card["own_code"] for card in found) <= 25
    wanted = ("--deck", "B", "--kind", "anytime", "--verb", "exchange", "--search", "rune stone")
    assert [card["number"] for card in json.loads(skali("components", "odin", *wanted, "--json").stdout)["cards"]] == [
        "51B"
    ]
    assert "Meester" in skali("components", "odin", "--search", "51B", "--language", "nl").stdout
    assert "cards by declaration alone" in skali("components", "odin").stdout
    assert "there is no deck 'D'; there are: A, B, C" in one_line(skali("components", "odin", "--deck", "D"))
    assert "has no cards to browse" in one_line(skali("components", "fjords", "--cards"))


def test_simulate_gives_one_digest_for_one_seed_compiled_and_interpreted() -> None:
    arguments = ["simulate", "fjords", "--games", "6", "--seed", "1", "--json"]
    results = [json.loads(skali(*arguments, pure=pure).stdout) for pure in (False, False, True)]
    assert len({result["digest"] for result in results}) == 1
    assert results[0]["games"] == 6 and results[0]["decisions"] > 600
    assert not results[2]["compiled"]
    other = json.loads(skali("simulate", "fjords", "--games", "6", "--seed", "2", "--json").stdout)
    assert other["digest"] != results[0]["digest"]


def test_simulate_takes_agents_by_name() -> None:
    arguments = ["simulate", "fjords", "--games", "2", "--seed", "1", "--json", "--agents"]
    result = json.loads(skali(*arguments, "greedy,random").stdout)
    assert result["scores"][0]["mean"] > result["scores"][1]["mean"]
    assert "name one agent for all seats or 2, not 3" in one_line(skali(*arguments, "greedy,random,random"))


def test_rules_are_found_by_id_and_by_words() -> None:
    assert "at least two placed tiles" in skali("rules", "fjords", "32").stdout
    assert "FJ-014" in skali("rules", "fjords", "loser", "starts").stdout
    french = skali("rules", "fjords", "FJ-032", "--language", "fr").stdout
    assert french.index("poser une tuile") < french.index("au moins deux tuiles") < french.index("two placed tiles")
    assert skali("rules", "fjords", "zebra").returncode == 2


def test_the_version_is_told() -> None:
    result = skali("--version")
    assert (result.returncode, result.stdout) == (0, f"Skáli {__version__}\n")


def test_doctor_is_content() -> None:
    result = skali("doctor")
    assert result.returncode == 0 and "All is well" in result.stdout


def test_games_are_listed_with_their_rules_and_tests() -> None:
    fjords = next(game for game in json.loads(skali("games", "--json").stdout)["games"] if game["key"] == "fjords")
    assert fjords["rules"] == fjords["tested"] == 80


def test_a_whole_game_in_the_terminal_by_numbers() -> None:
    result = skali("play", "fjords", "--bots", "greedy", "--seed", "3", typed="2\n1\n" * 1000)
    assert result.returncode == 0
    assert "Rounds won FJ-072" in result.stdout


def test_choices_are_told_in_words_of_the_language_and_an_unchanged_board_is_drawn_once() -> None:
    typed = "1\nboard\nquit\n"
    result = skali("play", "explorers", "--seats", "1", "--seed", "21", "--language", "fr", typed=typed)
    assert "  1 Placer la tuile X01 : bateau ennemi" in result.stdout
    assert result.stdout.count("Tuiles piochées") == 2, "at the beginning, and when it is asked for"


def test_a_score_sheet_tells_what_is_different_player_by_player() -> None:
    typed = "1\nscore\nquit\n"
    result = skali("play", "explorers", "--seats", "2", "--seed", "3", "--bots", "random", typed=typed)
    captains = {name: result.stdout.split(f"{name} keeps the ")[1].split(".")[0] for name in ("Player 1", "random")}
    row = next(line for line in result.stdout.splitlines() if line.startswith("│ Captain"))
    assert [cell.strip() for cell in row.strip("│").split("│")] == [
        "Captain",
        *(f"0 ({name})" for name in captains.values()),
    ]


def test_a_refused_move_is_answered_with_its_rule() -> None:
    result = skali("play", "fjords", "--seed", "12", typed="draw\n? place at 3,0 turn 0\nplace at 3,0 turn 0\n")
    assert result.stdout.count("A new tile must touch at least two tiles. FJ-032") == 2


def test_notation_that_is_none_is_answered_with_what_would_be() -> None:
    result = skali("play", "fjords", "--seed", "12", typed="dance\nplace at x turn 9\ndraw\n99\n")
    assert "'dance' is no move here. Type a number, or: draw. Type ? for help." in result.stdout
    assert "cell is a cell such as 2,-1, not 'x'" in result.stdout
    assert "Choose a number from 1 to" in result.stdout


def test_undo_goes_back_to_the_last_luck_and_no_further() -> None:
    typed = "draw\nplace at -1,2 turn 2\nundo\nplace at -1,2 turn 3\nundo\nundo\n"
    result = skali("play", "fjords", "--seed", "12", "--name", "A", "--name", "B", typed=typed)
    assert result.stdout.count("Taken back.") == 2
    assert "it can't be taken back" in result.stdout


def test_several_moves_in_one_line() -> None:
    """They are played one after the other, up to the first that is refused."""
    result = skali(
        "play",
        "eketorp",
        "--seats",
        "4",
        "--bots",
        "random",
        "--seed",
        "3",
        typed="send to B; send to B; send to A; done\n",
    )
    assert "4 are still at home" in result.stdout
    assert "5 are still at home" not in result.stdout, "what is typed ahead is not asked for"
    assert "EK-D1" in result.stdout, "A comes before B in the order of deployment"
    assert "has deployed" not in result.stdout, "what comes after a refused move is not played"
    assert "random 1" in result.stdout and "random 3" in result.stdout


def test_the_rest_of_a_line_is_dropped_when_somebody_else_has_moved() -> None:
    typed = "stay; pass; refuse; refuse; refuse\n"
    result = skali(
        "play", "graenaland", "--seats", "3", "--seed", "2", "--bots", "random", "--name", "Astrid", typed=typed
    )
    assert "The heroes of Astrid stay." in result.stdout
    assert "Astrid refuses" not in result.stdout and "Astrid makes no proposal" not in result.stdout


def test_a_vote_is_asked_in_brief_and_says_what_may_be_said() -> None:
    """The territory, the shares and the hand, but not the whole table again."""
    result = skali(
        *("play", "graenaland", "--seats", "3", "--seed", "2", "--name", "Astrid", "--name", "Bjorn", "--name", "Cnut"),
        typed="stay\nstay\n2\n1\nsay\nsay 2\n",
    )
    vote = result.stdout.partition("proposes a share of")[2].partition("> ")[0]
    assert "Proposal of" in vote and "Your hand:" in vote and "To win" not in vote
    assert "Talk is open: `say` lists what you may say." in vote
    (remark,) = re.findall(r"2 (.*’s share of ..: I (?:accept|refuse).*)", result.stdout)
    assert f": “{remark}”" in result.stdout


def test_a_saved_game_goes_on_and_replays(tmp_path: Path) -> None:
    file = tmp_path / "game.saga"
    skali(
        "play",
        "fjords",
        "--bots",
        "random",
        "--seed",
        "12",
        typed=f"draw\nplace at -1,2 turn 2\nhut\nsave {file}\nquit\n",
    )
    saga = Saga.read(file.read_text(encoding="utf-8"))
    assert [step.text for step in saga.steps[:3]] == ["draw", "place at -1,2 turn 2", "hut"]
    assert "unfinished" in skali("replay", str(file)).stdout
    done = tmp_path / "done.saga"
    went_on = skali(
        "play", "fjords", "--bots", "random", "--load", str(file), typed="1\n" * 60 + f"save {done}\nquit\n"
    )
    assert went_on.returncode == 0
    assert len(Saga.read(done.read_text(encoding="utf-8")).steps) > len(saga.steps)


def finished_saga() -> Saga:
    game = load_game("fjords")
    state = game.start(2, 5)
    saga = Saga.begin(state, 5, 2, game.options().to_texts(), ["A", "B"])
    while not state.is_over():
        seat = state.to_act()[0]
        move = state.legal_moves(seat)[-1]
        saga.record(seat, game.moves.show(move))
        state.apply(seat, move)
    saga.finish(state)
    return saga


def test_replay_verifies_a_finished_saga_and_tells_its_story(tmp_path: Path) -> None:
    file = tmp_path / "a.saga"
    file.write_text(finished_saga().write(), encoding="utf-8")
    result = skali("replay", str(file), "--log")
    assert result.returncode == 0 and "The saga is true" in result.stdout and "places the first field" in result.stdout
    assert json.loads(skali("replay", str(file), "--json").stdout)["result"] == "verified"


def test_replay_names_the_line_at_which_a_saga_departs(tmp_path: Path) -> None:
    lines = finished_saga().write().splitlines()
    at = lines.index("---") + 20
    lines[at] = f"{lines[at][0]} place at 9,9 turn 0"
    file = tmp_path / "bent.saga"
    file.write_text("\n".join(lines), encoding="utf-8")
    result = skali("replay", str(file))
    assert result.returncode == 1
    assert result.stderr.startswith(f"skali: bent.saga: line {at + 1}: ")


def test_replay_notices_a_forged_score(tmp_path: Path) -> None:
    saga = finished_saga()
    saga.score[0] += 1
    file = tmp_path / "forged.saga"
    file.write_text(saga.write(), encoding="utf-8")
    result = skali("replay", str(file))
    assert result.returncode == 1 and "the saga's score is" in result.stderr
    saga.score[0] -= 1
    assert replay(saga, load_game("fjords")).is_over()
