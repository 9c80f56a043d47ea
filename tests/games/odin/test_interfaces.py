"""What interfaces get: card texts, the terminal drawing, view and heuristic; names of numbers; components."""

import re
from importlib import import_module
from pkgutil import walk_packages

import pytest
from librt.vecs import append, vec

from skali.core import Moves, Rng
from skali.core.components import ComponentError, Components
from skali.games import odin
from skali.games.odin import Odin, effects_reader, items, naming, operations, phases, presenter, quantities
from skali.games.odin.components import Tables
from tests.games.odin.given import GAME, table

LANGUAGES = ("en", "fr", "nl")


def walked(seats: int, seed: int, steps: int):
    state = GAME.start(seats, seed)
    rng = Rng(seed)
    for _ in range(steps):
        if not state.is_over():
            moves = state.legal_moves(state.actor())
            state.advance(state.actor(), moves[int(rng.below(len(moves)))])
    return state


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["A gains 1 bow.", "A gains 2 bows.", "A gains 1 tile of peas.", "A upgrades peas to mead."]),
        (
            "fr",
            [
                "A reçoit 1 arc et flèche.",
                "A reçoit 2 arcs et flèches.",
                "A reçoit 1 tuile de petits pois.",
                "A améliore : petits pois → hydromel.",
            ],
        ),
        ("nl", ["A krijgt 1 boog.", "A krijgt 2 bogen.", "A krijgt 1 tegel erwten.", "A verbetert erwten tot mede."]),
    ],
)
def test_goods_are_told_in_the_form_that_goes_with_their_number(language: str, said: list[str]) -> None:
    words = GAME.words(language)
    events = [
        ("gained", {"seat": 0, "count": 1, "item": "bow"}),
        ("gained", {"seat": 0, "count": 2, "item": "bow"}),
        ("gained", {"seat": 0, "count": 1, "item": "peas"}),
        ("upgraded", {"seat": 0, "item": "peas", "result": "mead"}),
    ]
    assert [words.say("event", kind, data, ["A"]) for kind, data in events] == said
    turned = words.say("event", "board_turned", {"board": "faroe_islands", "back": "baffin_island"})
    assert turned[0].isupper() and " est retourné" not in turned.partition(":")[2]
    for number in GAME.tables.card_numbers:
        assert not re.search(
            r"\b[2-9]\d* (weapon|bow|snare|spear|arc|collet|lance|boog|strik|speer)\b",
            words.template("card_text", number),
        )


def test_every_fault_is_a_rule_with_words():
    modules = [import_module(each.name) for each in walk_packages(odin.__path__, "skali.games.odin.")]
    numbers = {number for each in modules for name, number in vars(each).items() if re.match(r"(OD_|D)\d+_", name)}
    rules = {f"OD-{number:03d}" if number < 1000 else f"OD-D{number - 1000:02d}" for number in numbers}
    assert len(rules) > 80 and rules <= GAME.rulebook.entries.keys()
    for language in LANGUAGES:
        assert rules <= GAME.words(language).tables["rule"].keys()


@pytest.mark.parametrize("where", ["absent", "in hand", "in play", "in play, with nothing to pay"])
def test_every_card_refuses_with_a_rule_that_has_words(where):
    """In the turn each card may be named as played, used or exchanged with: it is offered, or the refusal says why not."""
    for number in GAME.start(1, 1).tables.card_numbers:
        there = table(1).give(silver=30, wood=9, stone=9, ore=9, oil=5, peas=5, flax=5, mead=5, milk=5)
        if where == "in hand":
            there.holds_cards(number)
        elif where != "absent":
            there.plays_cards(number)
        if where == "in play, with nothing to pay":
            there = table(1).give(mead=0).plays_cards(number)
        moves = [f"play {number}", f"use {number}", *(f"exchange {number} way {way}" for way in range(1, 11))]
        legal = there.state.legal_moves(0)
        for move in map(GAME.moves.read, moves):
            refusal = there.state.why_not(0, move)
            assert (refusal is None) == (move in legal)
            if refusal is not None:
                assert all(refusal.rule in GAME.words(language).tables["rule"] for language in LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_of_every_card_is_made_from_its_declaration(language):
    words = GAME.words(language)
    for number in GAME.tables.card_numbers:
        text = words.template("card_text", number)
        assert text == presenter.describe(GAME.tables, number, words) != ""
        assert not re.search(r"→|\d ?\+|: [^;.]*:", text.replace(" :", ":")), "a sentence, not a table or a formula"
        assert words.template("card", number).endswith(f"({number})")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_terminal_draws_every_position_within_its_width(language):
    for seats in (1, 2, 4):
        for steps in (0, 40, 150, 5000):
            state = walked(seats, 7, steps)
            for seat in (*range(seats), -1):
                drawn = GAME.presenter.draw(
                    state.view(seat), GAME.words(language), False, ["Astrid", "Björn", "Cnut", "Disa"][:seats]
                )
                assert "\x1b" not in drawn
                lines = [line for line in drawn.splitlines() if not line.startswith("  ")]
                assert max(len(line) for line in lines) <= 110
    coloured = GAME.presenter.draw(walked(1, 7, 60).view(0), GAME.words("en"), True, ["Astrid"])
    plain = GAME.presenter.draw(walked(1, 7, 60).view(0), GAME.words("en"), False, ["Astrid"])
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain


def test_the_drawing_shows_what_lies_on_a_board():
    there = table(1).give(wool=1)
    there.places("wool", "at 0,0")
    drawn = GAME.presenter.draw(there.view(0), GAME.words("en"), False, ["Astrid"])
    assert "  0  W  W  -" in drawn and "  1  W  W  -" in drawn


def test_a_view_tells_why_a_space_cannot_be_used():
    view = table(2).view(0)
    spaces = {space["name"]: space for space in view["spaces"]}
    assert spaces["catch_stockfish"]["fault"] == "" and spaces["raiding"]["fault"] == "OD-135"
    assert spaces["craft_linen"]["does"] == ["flax -> linen"]


def test_a_view_tells_the_odds_of_the_next_roll():
    there = table(2).give(bow=2, wood=1).rolls(8)
    there.plays("send hunting_game_1")
    assert there.view(1)["die"]["odds"]["good"] == 3


# Names of numbers


def test_every_number_of_the_card_language_has_one_name():
    for names, count in ((effects_reader.TRIGGERS, 70), (effects_reader.CARD_RULES, 20)):
        assert sorted(names.values()) == list(range(count))
    counted = [number for number in effects_reader.QUANTITIES.values() if number >= quantities.PLAYER]
    assert counted == list(range(quantities.PLAYER, quantities.PLAYER + 28))
    plain = [name for name, number in effects_reader.OPERATIONS.items() if number >= operations.FIRST_PLAIN]
    assert len(plain) == 24 and plain[0] == "hunting" and "replace_play" in plain


def test_items_and_phases_are_called_by_their_constants():
    assert len(naming.ITEM_NAMES) == items.ITEMS
    assert naming.ITEM_NAMES[items.SILVER] == "silver" and naming.ITEM_NAMES[items.ENGLISH_CROWN] == "english_crown"
    assert naming.ITEM_NAMES[items.LONGSHIP + 2] == "longship_2"
    assert naming.PHASE_NAMES[0] == "setup" and naming.PHASE_NAMES[phases.OVER] == "over"


# Components


def changed(section, number, **fields):
    data = {**GAME.components.data}
    items = [dict(item) for item in data[section]]
    items[number] = {**items[number], **fields}
    data[section] = items
    return Components("changed.toml", data)


@pytest.mark.parametrize(
    ("section", "number", "fields"),
    [
        ("space", 0, {"does": ["2 wood => shed"]}),
        ("space", 0, {"does": ["2 would -> shed"]}),
        ("board", 0, {"minus": 85}),
        ("strip", 0, {"items": ["wood"]}),
        ("good", 0, {"colour": "green"}),
        ("occupation", 0, {"abilities": [{"when": "never", "does": ["gain silver"]}]}),
        ("special_tile", 0, {"shape": ["xxxxxx"]}),
    ],
)
def test_components_that_cannot_be_played_with_are_refused(section, number, fields):
    with pytest.raises(ComponentError):
        Tables(changed(section, number, **fields))


def test_a_corrected_component_file_is_played():
    game = Odin(changed("space", GAME.tables.space("market_1"), does=["gain 2 beans + silver"]))
    state = game.start(1, 1)
    beans = state.view(0)["players"][0]["items"]["beans"]
    state.apply(0, game.moves.read("send market_1"))
    assert state.view(0)["players"][0]["items"]["beans"] == beans + 2


# Heuristic


def greedy(state, seat):
    moves = Moves()
    state.search_moves(seat, moves)
    best, most = 0, None
    for move in moves.to_list():
        after = state.copy()
        after.advance(seat, move)
        worth = GAME.heuristic.evaluate(after, seat)
        if most is None or worth > most:
            best, most = move, worth
    return best


def test_weights_are_positive_and_evaluation_changes_nothing():
    for steps in (0, 30, 80, 200):
        state = walked(2, 3, steps)
        assert not state.is_over()
        before = state.digest()
        moves = Moves()
        state.search_moves(state.actor(), moves)
        weights = vec[float](capacity=moves.count)
        for _ in range(moves.count):
            weights = append(weights, 0.0)
        GAME.heuristic.weigh(state, state.actor(), moves, weights)
        assert all(weight > 0 for weight in weights)
        GAME.heuristic.evaluate(state, 0)
        assert state.digest() == before


def test_at_the_end_the_evaluation_is_the_margin():
    state = walked(3, 5, 9999)
    scores = [int(state.score(seat)) for seat in range(3)]
    for seat in range(3):
        best = max(score for other, score in enumerate(scores) if other != seat)
        assert GAME.heuristic.evaluate(state, seat) == scores[seat] - best


def test_looking_one_move_ahead_beats_luck():
    for seed in (1, 2):
        state = GAME.start(2, seed)
        rng = Rng(seed)
        while not state.is_over():
            seat = state.actor()
            if seat == 0:
                state.apply(0, greedy(state, 0))
            else:
                moves = state.legal_moves(1)
                state.apply(1, moves[int(rng.below(len(moves)))])
        assert state.score(0) > state.score(1) + 50
