"""Random games with every mix of decks: whatever cards come together, nothing appears or disappears and every game ends."""

import pytest

from skali.core import Moves, Rng
from skali.games.odin import OdinOptions, presenter
from tests.games.odin import conservation
from tests.games.odin.given import GAME

MIXES = GAME.options.allowed()["decks"]


@pytest.mark.parametrize("decks", MIXES)
def test_random_games_with_every_mix_of_decks(decks):
    seats = MIXES.index(decks) % 4 + 1
    state = GAME.start(seats, 7, OdinOptions(decks=decks, length="short"))
    rng, moves, steps = Rng(7), Moves(), 0
    while not state.is_over():
        awaited = state.to_act()
        seat = awaited[int(rng.below(len(awaited)))]
        moves.clear()
        state.search_moves(seat, moves)
        plays = [move for move in moves.to_list() if GAME.moves.kind_of(move).name in ("play", "use")]
        choices = plays or moves.to_list()
        state.apply(seat, choices[int(rng.below(len(choices)))])
        steps += 1
        if steps % 20 == 0:
            conservation.check(state)
    assert sum(len(player["played"]) for player in state.view(-1)["players"]) >= seats
    conservation.check(state)


def test_few_cards_have_code_of_their_own():
    own = [card for card in range(190) if presenter.is_bespoke(GAME.tables.effects, card)]
    assert 0 < len(own) <= 25
    told = (GAME.folder.parents[3] / "docs" / "games" / "odin.md").read_text(encoding="utf-8")
    assert all(GAME.tables.card_numbers[card] in told for card in own)


def test_every_card_can_be_browsed_and_has_a_worth():
    for card in presenter.browse(GAME, GAME.words("en")):
        assert card["verb"] and card["when"] and card["text"]
        number = GAME.tables.card(card["number"])
        assert GAME.tables.card_values[number] > 0 or card["when"] == ["played"]


def test_two_pairs_of_cards_share_a_name():
    names = GAME.tables.card_names
    twins = {name: [GAME.tables.card_numbers[at] for at in range(190) if names[at] == name] for name in set(names)}
    assert {name: found for name, found in twins.items() if len(found) > 1} == {
        "Spice Merchant": ["94A", "148C"],
        "Tutor": ["52a", "99A"],
    }
