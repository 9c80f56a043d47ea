"""Everything that a person reads has words in every language of the game, and every template names only what is there."""

import re
import tomllib
from typing import Any

from skali.core import Game, MoveSpace, Words
from skali.core.options import show_value
from skali.core.words import WordsError
from skali.kit.legality import CORE_IDS, one_of_each_refusal
from skali.kit.play import Record, Spot, some

_MOVES = 100
_WORD = re.compile("[a-z]{3}")


def words_are_complete(game: Game) -> None:
    """Title and blurb, every kind of move and its heading, every option and value; the same keys in every language."""
    assert "en" in game.languages, f"{game.key} has no words/en.toml"
    for language in game.languages:
        words = game.words(language)
        for key in ("title", "blurb"):
            _said(words, "game", key, {})
        for name, values in game.options.allowed().items():
            _said(words, "option", name, {})
            for value in values:
                _said(words, "value", f"{name}.{show_value(value)}", {})
        for kind in game.moves.kinds:
            _said(words, "move", kind.name, game.moves.to_data(kind.first), only_fields=True)
            _said(words, "kind", kind.name, {})
        remarks = game.remarks or MoveSpace()
        for kind in remarks.kinds:
            _said(words, "remark", kind.name, remarks.to_data(kind.first), only_fields=True)


def languages_have_the_same_keys(game: Game) -> None:
    """All files have the same tables and keys; only rules and chapters may be left to the ledger in English."""
    keys = {language: _keys(game, language) for language in game.languages}
    for language in keys:
        for other in keys:
            missing = keys[other] - keys[language]
            if language == "en":
                missing = {key for key in missing if not key.startswith(("rule.", "section."))}
            assert not missing, f"{language}.toml has no {', '.join(sorted(missing))}, which {other}.toml has"
    known = set(game.rulebook.entries) | set(CORE_IDS)
    cited = {key.partition(".")[2] for language in keys for key in keys[language] if key.startswith("rule.")}
    assert cited <= known, f"words for {', '.join(sorted(cited - known))}, which the ledger does not have"


def every_rule_has_a_sentence(game: Game) -> None:
    """In the languages that the game declares, every rule is told to players, and every chapter of rules has its name."""
    rules = game.rulebook.of_kind("rule")
    for language in game.rule_languages:
        assert language in game.languages, f"rules in '{language}' are declared, but there is no words/{language}.toml"
        words = game.words(language)
        silent = [rule.id for rule in rules if not words.rule(rule.id).strip()]
        assert not silent, f"no sentence in '{language}' for {', '.join(silent)}"
        unnamed = {rule.section for rule in rules if language != "en" and not words.has("section", rule.section)}
        assert not unnamed, f"no name in '{language}' for the {len(unnamed)} chapters {sorted(unnamed)}"


def what_is_shown_has_words(spot: Spot) -> None:
    """Prompts, legal moves, score lines and cited refusals can be said in every language."""
    moves = spot.game.moves
    refusals: set[str] = set()
    for seat in spot.state.to_act():
        refusals |= {rule for _, rule in one_of_each_refusal(spot, seat)}
    for language in spot.game.languages:
        words = spot.game.words(language)
        for viewer in spot.viewers:
            prompt = spot.state.prompt(viewer)
            _said(words, "prompt", prompt.kind, prompt.data)
            for seat in range(spot.seats):
                for line in spot.state.score_sheet(seat, viewer):
                    _said(words, "score", line.key, line.data)
        for seat in spot.state.to_act():
            for move in some(spot.state.legal_moves(seat), _MOVES, spot.rng("words")):
                _said(words, "move", moves.kind_of(move).name, moves.to_data(move))
        for id in sorted(refusals):
            said = words.has("rule", id) or (language == "en" and spot.game.rulebook.entries[id].text)
            assert said, f"no words in '{language}' for the refusal by {id}"


def score_lines_have_one_name(spot: Spot) -> None:
    """A line of the score sheet is called the same for every seat, so that a table of all seats has one row for it."""
    for language in spot.game.languages:
        words = spot.game.words(language)
        for viewer in spot.viewers:
            called: dict[str, list[str]] = {}
            for seat in range(spot.seats):
                names: dict[str, list[str]] = {}
                for line in spot.state.score_sheet(seat, viewer):
                    names.setdefault(line.key, []).append(words.score_line(line.key, line.data)[0])
                for key, own in names.items():
                    other = called.setdefault(key, own)
                    assert own == other, (
                        f"score.{key} in '{language}' is '{own[0]}' and '{other[0]}': put it behind ' | '"
                    )


def what_is_seen_has_words(spot: Spot) -> None:
    """A board that knows nothing of the game can name every key of a view, and every name in it, in every language."""
    for language in spot.game.languages:
        words = spot.game.words(language)
        for viewer in spot.viewers:
            _named(words, spot.state.view(viewer), None)


def _named(words: Words, value: Any, table: str | None) -> None:
    """``table`` is where the names of the value are: None if nowhere, "" if it stands for itself."""
    if isinstance(value, dict):
        for key, each in value.items():
            if table == "" or key.isdecimal() or _has(words, table, key):
                _named(words, each, table)
            else:
                assert words.has("view", key), f"no words in '{words.language}' for view.{key}"
                text, at, names = words.template("view", key).partition("@")
                if text:
                    _named(words, each, names if at else None)
    elif isinstance(value, list):
        for each in value:
            _named(words, each, table)
    elif isinstance(value, str) and value and table != "":
        where = f"a table for its names, view.… = '… @table', and there '{value}'"
        said = not _WORD.search(value) or _has(words, table, value)
        assert said, f"'{value}' stands in a view and has no words in '{words.language}': the key needs {where}"


def _has(words: Words, tables: str | None, key: str) -> bool:
    return any(words.has(table, key) for table in (tables or "").split("+"))


def what_happens_has_words(record: Record) -> None:
    """Every event can be said in every language, and cites a rule of the ledger if it cites one."""
    said: set[tuple[str, str]] = set()
    for turn in record.turns:
        for event in turn.events:
            known = not event.rule or event.rule in record.game.rulebook.entries
            assert known, f"the event {event.kind} cites {event.rule!r}: no such rule"
            if (event.kind, repr(event.data)) not in said:
                said.add((event.kind, repr(event.data)))
                for language in record.game.languages:
                    _said(record.game.words(language), "event", event.kind, event.data)


def _said(words: Words, table: str, key: str, data: dict[str, Any], only_fields: bool = False) -> None:
    try:
        if only_fields:
            unknown = words.fields_of(table, key) - set(data)
            assert not unknown, f"{table}.{key} in '{words.language}' names {unknown}: there is only {list(data)}"
        else:
            assert words.say(table, key, data).strip(), f"{table}.{key} is empty in '{words.language}'"
    except WordsError as error:
        raise AssertionError(f"{error} (data: {data})") from error


def _keys(game: Game, language: str) -> set[str]:
    """The keys in the game's own file, as ``table.key``."""
    file = game.folder / "words" / f"{language}.toml"
    tables = tomllib.loads(file.read_text(encoding="utf-8"))
    return {f"{table}.{key}" for table, entries in tables.items() for key in entries}
