"""The games of the hall: what they are, what they say, their rules."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response

import skali
from skali.hall import models
from skali.hall.guides import box_of, terms_of
from skali.hall.messages import rules_of
from skali.hall.models import Language
from skali.hall.rest.shared import TheHall, json

router = APIRouter()


@router.get("/games", response_model=models.GamesAnswer)
def games(hall: TheHall, lang: Language = "en") -> Any:
    """The games of this hall, with their options and bots."""
    return {
        "games": [hall.catalogue.describe(game, lang) for game in hall.catalogue.games.values()],
        "version": skali.__version__,
        "compiled": skali.compiled,
    }


@router.get("/games/{key}/words", response_model=models.WordsAnswer)
def words(hall: TheHall, key: str, lang: Language = "en") -> Any:
    """What the game says, as templates; ``language`` is English where the game has no words in the language asked for."""
    words = hall.catalogue.find(key).words(lang)
    return {"language": words.language, "tables": words.tables}


@router.get("/games/{key}/rules", response_model=models.RulesAnswer)
def rules(hall: TheHall, key: str, lang: Language = "en", q: Annotated[str, Query(max_length=200)] = "") -> Any:
    """The rules ledger, or the entries in which all the words of ``q`` occur."""
    game = hall.catalogue.find(key)
    return {"game": key, "rules": rules_of(game, lang, q)}


@router.get("/games/{key}/guide", response_model=models.GuideAnswer)
def guide(hall: TheHall, key: str, lang: Language = "en") -> Response:
    """The guide for newcomers: chapters of paragraphs, each with the rules that it tells, and pictures by name."""
    return json(hall.guides.tell(hall.catalogue.find(key), lang))


@router.get("/games/{key}/diagrams/{name}", response_model=models.DiagramAnswer)
def diagram(hall: TheHall, key: str, name: Annotated[str, Path(max_length=60)], lang: Language = "en") -> Response:
    """A picture of the guide: a position as a seat sees it, with what it may do where it is asked."""
    return json(hall.guides.draw(hall.catalogue.find(key), name, lang))


@router.get("/games/{key}/box", response_model=models.BoxAnswer)
def box(
    hall: TheHall,
    key: str,
    seats: int,
    lang: Language = "en",
    option: Annotated[list[str] | None, Query(max_length=40, description="Options as name=value.")] = None,
) -> Any:
    """For people who play at a real table: how it is set up, and the rows of a score pad."""
    options = dict(each.partition("=")[::2] for each in option or [])
    return box_of(hall.catalogue.find(key), lang, seats, options)


@router.get("/games/{key}/terms", response_model=models.TermsAnswer)
def terms(hall: TheHall, key: str, lang: Language = "en") -> Any:
    """The glossary of the game."""
    return {"terms": terms_of(hall.catalogue.find(key).words(lang))}


@router.get("/games/{key}/components", response_model=models.ComponentsAnswer)
def components(hall: TheHall, key: str) -> Response:
    """The game's component data, for drawing boards."""
    game = hall.catalogue.find(key)
    return json({"game": key, "digest": game.components.digest, "components": game.components.data})
