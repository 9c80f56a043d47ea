"""The games of the hall, what they say in each language, and the bots that can sit at their tables."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Sequence
from typing import Any

import orjson

from skali.agents.levels import KEYS, level_named, level_of, levels_of
from skali.core import WAITING, Event, Game, Prompt, ScoreLine, Words, game_keys, load_game
from skali.core.options import show_value
from skali.core.shapes import json_schemas
from skali.core.words import LANGUAGES, WordsError
from skali.hall.errors import HallError
from skali.teaching.guide import has_guide
from skali.teaching.lesson import has_lesson

AGENT = re.compile(r"random|greedy(?::error=[0-9]{1,3}(?:\.[0-9]{1,3})?)?|(?:mcts|rollout):([0-9]{1,5})")
"""The agents that may be asked for over the network: nothing that names a program or a module."""
MOST_ITERATIONS = 20000
CACHED_MOVES = 20000


def load_named(key: str, where: str) -> Game:
    """A game that is not registered, by ``module:Class``."""
    module, _, name = where.partition(":")
    game: Game = getattr(importlib.import_module(module), name)()
    if game.key != key:
        raise ValueError(f"{where} is the game '{game.key}', not '{key}'")
    return game


class Catalogue:
    def __init__(self, extra: dict[str, str] | None = None) -> None:
        self.extra = extra or {}
        self.games: dict[str, Game] = {key: load_game(key) for key in game_keys()}
        for key, where in self.extra.items():
            self.games[key] = load_named(key, where)
        self.speakers: dict[tuple[str, str], Speaker] = {}

    def find(self, key: str) -> Game:
        if key not in self.games:
            raise HallError("not_found", f"There is no game '{key[:40]}' in this hall.")
        return self.games[key]

    def speaker(self, game: Game, language: str) -> Speaker:
        found = self.speakers.get((game.key, language))
        if found is None:
            found = self.speakers[game.key, language] = Speaker(game, language)
        return found

    def describe(self, game: Game, language: str) -> dict[str, Any]:
        words = game.words(language)
        return {
            "key": game.key,
            "title": said(words, "game", "title", game.title),
            "blurb": said(words, "game", "blurb", ""),
            "goal": said(words, "game", "goal", ""),
            "guide": has_guide(game),
            "lesson": has_lesson(game),
            "seats": list(game.seats),
            "rules_version": game.rules_version,
            "components": game.components.digest,
            "options": [
                self.choice(words, name, values, sizes_with(game, name, values))
                for name, values in game.options.allowed().items()
            ],
            "aids": [self.choice(words, name, values, list(game.seats)) for name, values in game.aids.items()],
            "bots": [
                {"key": level.key, "agent": level.agent, "rating": level.rating, "games": level.games}
                for level in levels_of(game)
            ],
        }

    def choice(self, words: Words, name: str, values: Sequence[object], seats: list[int]) -> dict[str, Any]:
        """What can be chosen when a table of one of these sizes is laid."""
        return {
            "name": name,
            "words": said(words, "option", name, name),
            "default": show_value(values[0]),
            "values": [self.value(words, name, show_value(value)) for value in values],
            "seats": seats,
        }

    def value(self, words: Words, name: str, value: str) -> dict[str, str]:
        return {"value": value, "words": said(words, "value", f"{name}.{value}", value)}

    def agent(self, game: Game, name: str) -> str:
        """The agent of a level or name, if it may sit here."""
        if level := level_named(game, name) or level_of(game, name):
            return level.agent
        found = AGENT.fullmatch(name)
        if not found or int(found[1] or 1) > MOST_ITERATIONS:
            raise HallError(
                "bad_request",
                f"'{name[:40]}' is no bot here: write {', '.join(KEYS)}, "
                f"or random, greedy, mcts:N, rollout:N with N to {MOST_ITERATIONS}.",
            )
        return name


def sizes_with(game: Game, name: str, values: Sequence[object]) -> list[int]:
    """The table sizes at which an option can be anything but its default; all of them where that hangs on other options."""
    others = [game.options(**{name: value}) for value in values[1:]]
    sizes = [size for size in game.seats if any(not game.refuse_options(size, options) for options in others)]
    return sizes or list(game.seats)


def level_key(game: Game | None, agent: str) -> str:
    """How strong an agent is at a game: the name of its level; its own name where it is none of them."""
    level = level_of(game, agent) if game else None
    return level.key if level else agent


def game_schemas(game: Game) -> dict[str, Any]:
    """What the views, prompts and refusals of a game look like, as JSON Schema by name; nothing where it declares nothing."""
    schemas: dict[str, Any] = {}
    if game.view_type is not None:
        prefix = f"{game.key}."
        json_schemas(game.view_type, prefix, schemas)
        kinds = {kind: json_schemas(shape, prefix, schemas) for kind, shape in game.prompt_types.items()}
        rules = {rule: json_schemas(shape, prefix, schemas) for rule, shape in game.refusal_types.items()}
        for name, each in (("Prompts", kinds), ("Refusals", rules)):
            schemas[f"{prefix}{name}"] = {"type": "object", "properties": each, "required": list(each)}
    return schemas


def said(words: Words, table: str, key: str, otherwise: str) -> str:
    return words.template(table, key) if words.has(table, key) else otherwise


class KnownMove:
    """A move as it is sent but for its words; ``plain`` has it with those that it has everywhere, if it has such."""

    def __init__(self, game: Game, move: int) -> None:
        self.data = game.moves.to_data(move)
        self.kind = str(self.data["kind"])
        told = orjson.dumps({"move": move, "data": self.data, "notation": game.moves.show(move)})
        self.beginning: bytes = told[:-1] + b',"words":'
        self.plain: orjson.Fragment | None = None

    def saying(self, words: str) -> orjson.Fragment:
        return orjson.Fragment(self.beginning + orjson.dumps(words) + b"}")


class Speaker:
    """One game in one language: prompts, moves, events and rules as they are sent. Of moves is kept what is always the same."""

    def __init__(self, game: Game, language: str) -> None:
        self.game = game
        self.words = game.words(language)
        self.known_moves: dict[int, KnownMove] = {}
        self.names_players = {
            kind.name: "@player" in said(self.words, "move", kind.name, "") for kind in game.moves.kinds
        }
        self.waiting = orjson.Fragment(orjson.dumps(self.prompt(WAITING, ())))
        self.described = {kind.name for kind in game.moves.kinds if game.presenter.describes(kind.name)}

    def legal(
        self, moves: list[int], view: Callable[[], dict[str, Any]], prompt: Prompt, players: Sequence[str]
    ) -> list[orjson.Fragment]:
        """What may be played; a game may tell by position what a move costs and gives, and only then is the view made."""
        told: list[orjson.Fragment] = []
        for move in moves:
            known = self.known(move)
            words = ""
            if known.kind in self.described:
                words = self.game.presenter.choice(known.data, view(), prompt.data, self.words)
            told.append(known.saying(words) if words else self.move(move, players))
        return told

    def known(self, move: int) -> KnownMove:
        """What is the same of a move in every position, which is put together once."""
        found = self.known_moves.get(move)
        if found is None:
            if len(self.known_moves) >= CACHED_MOVES:
                self.known_moves.clear()
            found = self.known_moves[move] = KnownMove(self.game, move)
            if not self.names_players[found.kind]:
                found.plain = found.saying(self.say("move", found.kind, found.data, ()))
                if found.kind not in self.described:  # then nobody needs the rest
                    found.data, found.beginning = {}, b""
        return found

    def move(self, move: int, players: Sequence[str]) -> orjson.Fragment:
        known = self.known(move)
        if known.plain is not None:
            return known.plain
        return known.saying(self.say("move", known.kind, known.data, players))

    def remark(self, remark: int, players: Sequence[str]) -> dict[str, Any]:
        space = self.game.remarks
        assert space is not None
        data = space.to_data(remark)
        words = self.say("remark", str(data["kind"]), data, players)
        return {"remark": remark, "data": data, "notation": space.show(remark), "words": words}

    def prompt(self, prompt: Prompt, players: Sequence[str]) -> dict[str, Any]:
        return {
            "kind": prompt.kind,
            "decision": prompt.decision,
            "data": prompt.data,
            "default_answer": self.game.moves.show(prompt.default_answer) if prompt.default_answer >= 0 else "",
            "part": prompt.kind in self.game.parts,
            "words": self.say("prompt", prompt.kind, prompt.data, players),
        }

    def event(self, event: Event, mark: tuple[int, str], words: str) -> dict[str, Any]:
        return {
            "moment": mark[0],
            "number": mark[1],
            "kind": event.kind,
            "data": event.data,
            "rule": event.rule,
            "words": words,
            "notice": event.notice,
        }

    def event_words(self, event: Event, players: Sequence[str]) -> str:
        if event.kind in ("hall.undo", "hall.luck"):
            name = self.words.player(event.data["seat"], players) if event.data["seat"] >= 0 else ""
            kind = event.kind if name or event.kind == "hall.undo" else "hall.saga"
            return HALL_WORDS[self.words.language][kind].format(name=name)
        return self.say("event", event.kind, event.data, players)

    def progress(self, view: dict[str, Any]) -> str:
        """How far a game has come, by its own words over a view; nothing where it has none."""
        return self.say("game", "progress", view, ()) if self.words.has("game", "progress") else ""

    def score_line(self, line: ScoreLine, players: Sequence[str]) -> dict[str, Any]:
        name, _, detail = self.say("score", line.key, line.data, players).partition(" | ")
        return {
            "key": line.key,
            "points": line.points,
            "rule": line.rule,
            "data": line.data,
            "summed": line.summed,
            "words": name,
            "detail": detail,
            "rule_words": self.rule(line.rule),
        }

    def rule(self, id: str) -> str:
        entry = self.game.rulebook.entries.get(id)
        return self.words.rule(id, entry.text if entry else "")

    def say(self, table: str, key: str, data: dict[str, Any], players: Sequence[str]) -> str:
        """The sentence; the bare key where a game has no words for it, so that a missing phrase stops no game."""
        try:
            return self.words.say(table, key, data, players)
        except WordsError:
            return key


HALL_WORDS = {
    "en": {
        "hall.undo": "{name} takes a move back.",
        "hall.luck": "{name} has sat down in a game in play: the luck to come begins anew.",
        "hall.saga": "The game goes on from a saga: the luck to come begins anew.",
        "known.seats": "{name} has looked through the seats of: {seats}.",
        "known.luck.now": "{name} could know the luck of this game.",
        "known.luck.before": "{name} could know the luck of this game until it began anew.",
        "offer.undo": "{name} asks to take a move back.",
        "offer.end": "{name} proposes to end the game here.",
        "typed.near": "'{text}' is no move here. Try: {moves}.",
        "lesson.other": "That is for later. Do what the lesson asks for first.",
        "typed.none": "'{text}' is no move here.",
    },
    "fr": {
        "hall.undo": "{name} reprend un coup.",
        "hall.luck": "{name} s'est assis dans une partie en cours : le hasard à venir est renouvelé.",
        "hall.saga": "La partie reprend une saga : le hasard à venir est renouvelé.",
        "known.seats": "{name} a vu le jeu depuis les places de : {seats}.",
        "known.luck.now": "{name} a pu connaître le hasard de cette partie.",
        "known.luck.before": "{name} a pu connaître le hasard de cette partie jusqu'à son renouvellement.",
        "offer.undo": "{name} demande à reprendre un coup.",
        "offer.end": "{name} propose de terminer la partie ici.",
        "typed.near": "« {text} » n’est pas un coup ici. Essayez : {moves}.",
        "lesson.other": "Ce sera pour plus tard. Faites d’abord ce que demande la leçon.",
        "typed.none": "« {text} » n’est pas un coup ici.",
    },
    "nl": {
        "hall.undo": "{name} neemt een zet terug.",
        "hall.luck": "{name} is tijdens het spel gaan zitten: het komende toeval begint opnieuw.",
        "hall.saga": "Het spel gaat verder vanuit een saga: het komende toeval begint opnieuw.",
        "known.seats": "{name} heeft het spel gezien vanaf de plaatsen van: {seats}.",
        "known.luck.now": "{name} kon het toeval van dit spel kennen.",
        "known.luck.before": "{name} kon het toeval van dit spel kennen tot het opnieuw begon.",
        "offer.undo": "{name} vraagt een zet terug te mogen nemen.",
        "offer.end": "{name} stelt voor het spel hier te beëindigen.",
        "typed.near": "‘{text}’ is hier geen zet. Probeer: {moves}.",
        "lesson.other": "Dat komt later. Doe eerst wat de les vraagt.",
        "typed.none": "‘{text}’ is hier geen zet.",
    },
}


def known_language(text: str) -> str:
    return text if text in LANGUAGES else "en"


def bot_name(seat: int) -> str:
    return ("Huginn", "Muninn", "Sleipnir", "Ratatoskr", "Fenrir", "Sæhrímnir")[seat % 6]
