"""The guides of the games as they are sent: chapters, terms, and pictures drawn from positions of the engine."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from skali.core import Game, Words
from skali.hall.catalogue import Catalogue, Speaker, said
from skali.hall.errors import HallError
from skali.teaching.box import has_box, options_of, score_pad, unpack
from skali.teaching.guide import Diagram, Guide, has_guide, load_guide
from skali.teaching.lesson import has_lesson


class Guides:
    """The guides of a hall, read once."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.read: dict[tuple[str, str], Guide] = {}
        self.drawn: dict[tuple[str, str, str], dict[str, Any]] = {}

    def find(self, game: Game, language: str) -> Guide:
        if not has_guide(game):
            raise HallError("not_found", f"There is no guide to {game.title}.")
        key = (game.key, language)
        if key not in self.read:
            self.read[key] = load_guide(game, language)
        return self.read[key]

    def tell(self, game: Game, language: str) -> dict[str, Any]:
        """The guide in words; its pictures are asked for one by one."""
        guide = self.find(game, language)
        words = game.words(language)
        return {
            "game": game.key,
            "title": said(words, "game", "title", game.title),
            "goal": said(words, "game", "goal", ""),
            "language": guide.language,
            "chapters": [asdict(chapter) for chapter in guide.chapters],
            "lesson": has_lesson(game),
            "box": has_box(game),
        }

    def draw(self, game: Game, name: str, language: str) -> dict[str, Any]:
        """A picture: what its seat sees and is asked."""
        diagram = self.find(game, language).diagrams.get(name)
        if diagram is None:
            raise HallError("not_found", f"There is no picture '{name[:40]}' in this guide.")
        key = (game.key, name, language)
        if key not in self.drawn:
            self.drawn[key] = drawn(diagram, self.catalogue.speaker(game, language))
        return self.drawn[key]


def box_of(game: Game, language: str, seats: int, options: dict[str, str]) -> dict[str, Any]:
    """How a real table is set up, and the rows of its score pad."""
    if not has_box(game):
        raise HallError("not_found", f"There is no help for a real table of {game.title}.")
    if seats not in game.seats:
        raise HallError("bad_request", f"{game.title} is not played by {seats}.")
    words = game.words(language)
    return {
        "setup": [{"words": text, "rules": list(rules)} for text, rules in unpack(game, words, seats, options)],
        "pad": [{"words": text, "rules": list(rules)} for text, rules in score_pad(game, words, seats, options)],
        "options": options_of(game, seats),
    }


def drawn(diagram: Diagram, speaker: Speaker) -> dict[str, Any]:
    game, words = speaker.game, speaker.words
    state = diagram.position.play(game)
    seats, seat = diagram.position.seats, diagram.seat
    players = [words.player(number) for number in range(seats)]
    view = state.view(seat)
    question: dict[str, Any] = {"prompt": None, "legal": []}
    if diagram.asked:
        prompt = state.prompt(seat)
        legal = speaker.legal(state.legal_moves(seat), lambda: view, prompt, players)
        question = {"prompt": speaker.prompt(prompt, players), "legal": legal}
    return {
        "game": game.key,
        "name": diagram.name,
        "seat": seat,
        "part": diagram.part,
        "size": list(diagram.size),
        "marks": [{"at": at, "sign": sign} for at, sign in diagram.marks],
        "players": players,
        "options": diagram.position.options,
        "view": view,
        **question,
        "text": game.presenter.draw(view, words, False, players),
    }


def terms_of(words: Words) -> list[dict[str, Any]]:
    """The glossary: of each term the forms in which it stands in sentences, the first as its name, and what it means."""
    found = []
    for key, text in words.tables.get("term", {}).items():
        forms, _, meaning = text.partition(" | ")
        found.append({"key": key, "forms": forms.split(", "), "text": meaning})
    return found
