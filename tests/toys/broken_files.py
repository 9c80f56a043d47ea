"""Toys whose files are wrong: words that one language lacks, rules that no test carries."""

import shutil
from pathlib import Path

from skali.kit import coverage, wording
from tests.toys.breakage import breaks
from tests.toys.cairns.game import Cairns


class CairnsElsewhere(Cairns):
    """Cairns with the files of another folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.place = folder

    @property
    def folder(self) -> Path:
        return self.place


def cairns_with(folder: Path, file: str, old: str, new: str) -> Cairns:
    """Cairns, but in one of its files another text."""
    if not (folder / file).exists():
        shutil.copytree(Cairns().folder, folder, dirs_exist_ok=True)
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    return CairnsElsewhere(folder)


def telling_its_rules_in(folder: Path, language: str) -> Cairns:
    game = cairns_with(folder, f"words/{language}.toml", "[rule]", "[rule]")
    game.rule_languages = (language,)
    return game


def sentences_for(*numbers: str) -> str:
    return "".join(f'CA-{number} = "."\n' for number in numbers)


@breaks(wording.languages_have_the_same_keys, "nl.toml has no event.over, which en.toml has")
def nothing_to_say_in_dutch(folder: Path) -> Cairns:
    return cairns_with(folder, "words/nl.toml", "over =", "# over =")


@breaks(wording.languages_have_the_same_keys, "nl.toml has no rule.CA-005, which fr.toml has")
def no_reason_in_dutch(folder: Path) -> Cairns:
    return cairns_with(folder, "words/nl.toml", "CA-005 =", "# CA-005 =")


@breaks(wording.languages_have_the_same_keys, "words for CA-222, which the ledger does not have")
def words_for_no_rule(folder: Path) -> Cairns:
    for language in ("fr", "nl"):
        game = cairns_with(folder, f"words/{language}.toml", "[rule]", '[rule]\nCA-222 = "?"')
    return game


@breaks(wording.words_are_complete, "no words in 'fr' for value.board.large")
def no_words_for_a_value(folder: Path) -> Cairns:
    return cairns_with(folder, "words/fr.toml", '"board.large"', '"board.huge"')


@breaks(wording.words_are_complete, "no words in 'nl' for option.apart")
def no_words_for_an_option(folder: Path) -> Cairns:
    return cairns_with(folder, "words/nl.toml", 'apart = "', 'together = "')


@breaks(wording.words_are_complete, "no words in 'en' for game.blurb")
def no_blurb(folder: Path) -> Cairns:
    return cairns_with(folder, "words/en.toml", "blurb", "blurr")


@breaks(wording.words_are_complete, "cairns has no words/en.toml")
def nothing_to_say_in_english(folder: Path) -> Cairns:
    game = cairns_with(folder, "words/en.toml", "over =", "over =")
    (folder / "words" / "en.toml").unlink()
    return game


@breaks(wording.words_are_complete, "no words in 'nl' for kind.lay")
def no_heading_for_a_move(folder: Path) -> Cairns:
    return cairns_with(folder, "words/nl.toml", "[kind]", "[sort]")


@breaks(wording.words_are_complete, "names {'weight'}")
def a_template_with_a_field_too_many(folder: Path) -> Cairns:
    return cairns_with(folder, "words/fr.toml", "en {cell}", "en {cell} ({weight} kg)")


@breaks(wording.every_rule_has_a_sentence, "no sentence in 'fr' for CA-001, CA-002")
def a_rule_without_a_sentence(folder: Path) -> Cairns:
    return telling_its_rules_in(folder, "fr")


@breaks(wording.every_rule_has_a_sentence, "no name in 'fr' for the 1 chapters ['Rules']")
def a_chapter_without_a_name(folder: Path) -> Cairns:
    cairns_with(
        folder, "words/fr.toml", "[rule]", "[rule]\n" + sentences_for("001", "002", "006", "007", "008", "009", "010")
    )
    return telling_its_rules_in(folder, "fr")


@breaks(wording.every_rule_has_a_sentence, "there is no words/nl.toml")
def rules_in_a_language_without_words(folder: Path) -> Cairns:
    game = telling_its_rules_in(folder, "nl")
    (folder / "words" / "nl.toml").unlink()
    return game


@breaks(wording.score_lines_have_one_name, "score.low in 'en' is 'Low stones: ")
def a_count_in_the_name_of_a_score_line(folder: Path) -> Cairns:
    return cairns_with(folder, "words/en.toml", "Low stones | ×{count}", "Low stones: {count}")


@breaks(coverage.every_rule_has_a_test, "have no test: CA-011")
def a_rule_without_a_test(folder: Path) -> Cairns:
    return cairns_with(folder, "rules.md", "## Decisions", "- **CA-011 More.** There is more.\n\n## Decisions")


@breaks(coverage.every_rule_has_a_test, "have no test: EX-CA-02")
def an_example_without_a_test(folder: Path) -> Cairns:
    return cairns_with(folder, "rules.md", "- **EX-CA-01**", "- **EX-CA-02** Another.\n- **EX-CA-01**")


@breaks(coverage.every_rule_has_a_test, "ids that the ledger does not have: CA-004")
def a_test_without_a_rule(folder: Path) -> Cairns:
    return cairns_with(folder, "rules.md", "- **CA-004", "- **CB-004")
