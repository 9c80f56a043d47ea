"""What a game teaches with, where it has it: a guide with pictures, a guided first game, a glossary."""

from typing import Any

from skali.core import Game
from skali.core.options import show_value
from skali.core.words import WordsError
from skali.teaching.box import has_box, load_box, score_pad, unpack
from skali.teaching.guide import Diagram, Guide, has_guide, load_guide
from skali.teaching.lesson import Lesson, has_lesson, load_lesson, paths
from skali.teaching.prepared import PreparedError

FEWEST_STEPS, MOST_STEPS, MOST_PATHS = 8, 15, 5000
PARTS = ("board", "holdings")


def guide_is_whole(game: Game) -> None:
    """It has the same chapters, pictures and rules in every language, and tells every rule and where every question belongs."""
    if not has_guide(game):
        return
    guides = {language: load_guide(game, language) for language in game.languages}
    for language, guide in guides.items():
        assert guide.language == language, f"there is no words/guide.{language}.md"
        assert game.words(language).has("game", "goal"), f"no words in '{language}' for game.goal, the one sentence"
    first = guides["en"]
    for language, guide in guides.items():
        for one, other in zip(_shape(first), _shape(guide), strict=False):
            assert one == other, f"guide.{language}.md has {other} where guide.en.md has {one}"
        assert len(_shape(first)) == len(_shape(guide)), f"guide.{language}.md is not as long as guide.en.md"
    rules = {rule.id for rule in game.rulebook.of_kind("rule")}
    told = set(first.rules())
    assert told <= set(game.rulebook.entries), f"no such rules: {sorted(told - set(game.rulebook.entries))}"
    assert first.untold <= rules, f"untold, but no rules: {sorted(first.untold - rules)}"
    silent = sorted(rules - told - first.untold)
    assert not silent, f"the guide tells nothing of {', '.join(silent)}"
    opened = [kind for chapter in first.chapters for kind in chapter.prompts]
    twice = {kind for kind in opened if opened.count(kind) > 1}
    assert not twice, f"several chapters are opened at the prompts {sorted(twice)}"
    lost = set(game.words("en").tables["prompt"]) - {"waiting"} - set(opened)
    assert not lost, f"no chapter is opened at the prompts {sorted(lost)}: name them in guide.toml"


def _shape(guide: Guide) -> list[tuple[Any, ...]]:
    """What a guide has in every language."""
    shape: list[tuple[Any, ...]] = []
    for chapter in guide.chapters:
        shape.append(("chapter", chapter.key))
        for block in chapter.blocks:
            shape.append((chapter.key, block.kind, block.diagram, block.rules, [len(row) for row in block.rows]))
    return shape


def pictures_are_true(game: Game) -> None:
    """The position of every picture can be reached by the rules, and what is said of it holds."""
    if not has_guide(game):
        return
    guide = load_guide(game, "en")
    shown = {block.diagram for chapter in guide.chapters for block in chapter.blocks if block.diagram}
    assert shown == set(guide.diagrams), f"in guide.toml or in the text, not in both: {shown ^ set(guide.diagrams)}"
    for diagram in guide.diagrams.values():
        _is_true(game, diagram)


def _is_true(game: Game, diagram: Diagram) -> None:
    name = diagram.name
    assert diagram.part in PARTS, f"{name}: there is no '{diagram.part}' to draw, only {PARTS}"
    try:
        state = diagram.position.play(game)
    except PreparedError as error:
        raise AssertionError(f"{name}: {error}") from error
    seat, view = diagram.seat, state.view(diagram.seat)
    kind = state.prompt(seat).kind
    assert not diagram.asked or kind == diagram.asked, f"{name}: seat {seat} is asked '{kind}', not '{diagram.asked}'"
    for move in diagram.legal:
        refusal = state.why_not(seat, move)
        assert refusal is None, f"{name}: '{game.moves.show(move)}' is refused by {refusal and refusal.rule}"
    for move, rule in diagram.refused:
        refusal = state.why_not(seat, move)
        found = refusal.rule if refusal else "no rule"
        assert found == rule, f"{name}: '{game.moves.show(move)}' is refused by {found}, not by {rule}"
    picture = game.presenter.picture(view, game.words("en"), []) if diagram.part == "board" else None
    if picture is not None:
        lost = {place for place, _ in diagram.marks} - set(picture.places)
        assert not lost, f"{name}: the game's picture has no {sorted(lost)} to be marked"
    for path, value in diagram.view:
        found = _at(view, path)
        assert found == value, f"{name}: {path} is {found!r}, not {value!r}"


def _at(value: Any, path: str) -> Any:
    for key in path.split("."):
        value = value[int(key)] if isinstance(value, list) else value[key]
    return value


def lesson_can_be_played(game: Game) -> None:
    """Every way through the guided first game is legal, move by move, and all that it says has words."""
    if not has_lesson(game):
        return
    lesson = load_lesson(game)
    assert FEWEST_STEPS <= len(lesson.steps) <= MOST_STEPS, f"a lesson of {len(lesson.steps)} steps"
    for language in game.languages:
        words = game.words(language)
        for key in sorted(_said(lesson)):
            assert words.has("lesson", key), f"no words in '{language}' for lesson.{key}"
    for step in lesson.steps:
        unknown = set(step.rules) - set(game.rulebook.entries)
        assert not unknown, f"step '{step.words}': no such rules: {sorted(unknown)}"
    assert any(len(step.choices) > 1 for step in lesson.steps), "nothing in this lesson is a free choice"
    try:
        for count, (_, state) in enumerate(paths(lesson, game), 1):
            assert count <= MOST_PATHS, f"more than {MOST_PATHS} ways through the lesson"
            assert not state.is_over(), "the game is over with the lesson: there is nothing to play on"
    except PreparedError as error:
        raise AssertionError(str(error)) from error


def _said(lesson: Lesson) -> set[str]:
    steps = {step.words for step in lesson.steps}
    return steps | {choice.feedback for step in lesson.steps for choice in step.choices if choice.feedback}


def box_can_be_unpacked(game: Game) -> None:
    """The steps of the set-up and the rows of the pad can be said for every size of table, in every language."""
    if not has_box(game):
        return
    box = load_box(game)
    assert box.steps and box.pad, "box.toml has no steps or no pad"
    lines = (*box.steps, *box.pad)
    cited = {rule for line in lines for rule in line.rules}
    assert cited <= set(game.rulebook.entries), f"no such rules: {sorted(cited - set(game.rulebook.entries))}"
    silent = [line.words for line in lines if not line.rules]
    assert not silent, f"cites no rule: {silent}"
    chosen = {options for line in lines for options in line.options}
    for option in {option for options in chosen for option in options}:
        name, _, value = option.partition("=")
        known = [show_value(each) for each in game.options.allowed().get(name, ())]
        assert value in known, f"'{option}' is no option: {name} can be {known}"
    for language in game.languages:
        words = game.words(language)
        for seats in game.seats:
            for options in ({}, *(dict(option.split("=", 1) for option in each) for each in chosen)):
                try:
                    told = [*unpack(game, words, seats, options), *score_pad(game, words, seats, options)]
                except (PreparedError, WordsError) as error:
                    raise AssertionError(f"{seats} players, '{language}': {error}") from error
                assert all(text.strip() for text, _ in told)
    for size in {size for line in lines for size in line.seats}:
        assert size in game.seats, f"there is no table of {size}"
    unused = set(game.words("en").tables["box"]) - {line.words for line in lines}
    assert not unused, f"words of the box that nothing says: {sorted(unused)}"


def terms_have_meanings(game: Game) -> None:
    """A term is its forms, then what it means: ``hut = "hut, huts | Where your fields begin."``"""
    for language in game.languages:
        for key, text in game.words(language).tables.get("term", {}).items():
            forms, bar, meaning = text.partition(" | ")
            assert forms.strip() and bar and meaning.strip(), f"term.{key} in '{language}' is not 'forms | meaning'"
