"""The directive ``guide``: a game's guide as a page, with its positions drawn by the engine."""

from __future__ import annotations

from html import escape

from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.statemachine import StringList

from skali.core import Game, load_game
from skali.teaching.guide import Block, Guide, load_guide

AS_TEXT = {"en": "As text", "fr": "En texte", "nl": "Als tekst"}


class GuidePage(Directive):
    """In a MyST page: a fence ``{guide} fjords en``."""

    required_arguments = 2

    def run(self) -> list[nodes.Node]:
        game, language = load_game(self.arguments[0]), self.arguments[1]
        guide = load_guide(game, language)
        assert guide.language == language, f"there is no guide to {game.title} in '{language}'"
        lines = [f"**{game.words(language).template('game', 'goal')}**", ""]
        for chapter in guide.chapters:
            lines += ["```{rubric} " + chapter.title, "```", ""]
            for block in chapter.blocks:
                lines += told(block, guide, game)
        holder = nodes.section()
        holder.document = self.state.document
        self.state.nested_parse(StringList(lines, source=f"guide.{language}.md"), 0, holder)
        return holder.children


def told(block: Block, guide: Guide, game: Game) -> list[str]:
    rules = f" <small>{' '.join(block.rules)}</small>" if block.rules else ""
    if block.kind == "item":
        return [f"- {block.text}{rules}", ""]
    if block.kind == "table":
        rows = ["| " + " | ".join(row) + " |" for row in block.rows]
        return [rows[0], "|" + "---|" * len(block.rows[0]), *rows[1:], "", rules, ""]
    if block.kind == "diagram":
        return [*drawn(block, guide, game), f"*{block.text}*{rules}", ""]
    return [block.text + rules, ""]


def drawn(block: Block, guide: Guide, game: Game) -> list[str]:
    """The position of a picture with its marks, and as text below; as text alone where only a seat's holdings are shown."""
    diagram = guide.diagrams[block.diagram]
    words = game.words(guide.language)
    players = [words.player(seat) for seat in range(diagram.position.seats)]
    view = diagram.position.play(game).view(diagram.seat)
    text = game.presenter.draw(view, words, False, players)
    picture = game.presenter.picture(view, words, players) if diagram.part == "board" else None
    if picture is None:
        return ["```text", *text.splitlines(), "```", ""]
    for place, sign in diagram.marks:
        picture.mark(place, sign)
    look = f'<svg role="img" aria-label="{escape(block.text)}" style="max-width: 100%; height: auto"'
    below = f"<details><summary>{AS_TEXT[guide.language]}</summary><pre>{escape(text)}</pre></details>"
    return ["```{raw} html", picture.svg().replace("<svg", look, 1), *below.splitlines(), "```", ""]


def setup(app: object) -> dict[str, bool]:
    app.add_directive("guide", GuidePage)  # type: ignore[attr-defined]
    return {"parallel_read_safe": True}
