"""A solo game in the terminal, as a person plays it."""

import os
import subprocess
import sys


def play(typed: str, *arguments: str) -> str:
    command = "from skali.cli import main; main()"
    arguments = ("play", "odin", "--seats", "1", "--seed", "5", "--option", "length=short", *arguments)
    environment = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1"}
    return subprocess.run(
        [sys.executable, "-c", command, *arguments], input=typed, capture_output=True, text=True, env=environment
    ).stdout


def test_spaces_are_listed_by_the_vikings_they_take():
    shown = play("quit\n")
    assert shown.index("1 Viking\n") < shown.index("1 stockfish") < shown.index("2 Vikings\n") < shown.index("Laying")
    assert max(len(line) for line in shown.splitlines()) <= 100


def test_the_table_is_not_drawn_again_inside_an_action():
    shown = play("send hunting_game_1\nquit\n")
    assert shown.count("Mountain strips") == 1 and "Roll again" in shown


def test_who_stands_is_not_asked_where_there_is_nothing_to_gain():
    """One ore is left to place, but the next number of the diagonal asks for three cells."""
    typed = "send market_1\nput silver\nat 11,0\nsend wood_per_player\npass\n"
    assert "Before income" in play(typed)
    assert "Before income" not in play("stand\n" + typed)
    assert "Before income" in play("stand\nstand\n" + typed)


def test_choices_are_listed_once_until_they_are_asked_for():
    assert play("fly\n? send raiding\nscore\nquit\n").count("Or\n") == 1
    assert play("fly\n\nquit\n").count("Or\n") == 2
    assert play("send market_1; fly\nquit\n").count("Or\n") == 2  # the second question was not seen yet


def test_the_table_is_drawn_once_for_a_feast():
    shown = play("pass\nserve peas lying\nquit\n")
    assert shown.count("Serve food") == 2 and shown.count("Round 1 of 6, feast") == 1


def test_words_of_a_single_choice_are_that_choice():
    shown = play("hunting\nMarket: beans\nquit\n")
    assert "Several choices say so: 1, 9." in shown and "Player 1 gains 1 tile of beans." in shown


def test_alone_even_luck_can_be_taken_back_and_begins_anew(tmp_path):
    file = tmp_path / "saga"
    shown = play("send hunting_game_1\nundo\n" * 5 + f"undo\nsave {file}\nquit\n")
    assert shown.count("Taken back. What comes from now on by luck is drawn anew.") == 5
    assert "There is nothing to take back." in shown and "fork 4\nfork 5\n" in file.read_text()
    assert len({line for line in shown.splitlines() if "roll 1 is" in line}) > 1


def test_a_short_solo_game_to_its_end_by_numbers():
    shown = play("1\n" * 2000)
    assert "Round 6 of 6" in shown and "OD-209" in shown
