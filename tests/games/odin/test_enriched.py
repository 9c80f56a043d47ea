"""The enriched starts of the kit: what they hold, and that a fault in play from them is found."""

import pytest

from skali.core import Event
from skali.games.odin import items
from skali.kit import conservation
from skali.kit.enriched import load_keeps_the_state, play_from, repeating_a_move_is_no_loophole
from skali.kit.rule import rule
from tests.games.odin import enriched
from tests.games.odin.conservation import check_events
from tests.games.odin.given import GAME, table


@rule("OD-008")
def test_every_two_cards_that_one_player_may_have_are_together_in_some_start():
    missing = enriched.wanted_pairs()
    assert len(missing) > 15_000
    for hands in enriched.deals(None):
        assert len({card for hand in hands for card in hand}) == sum(map(len, hands))
        for hand in hands:
            missing -= {(one, two) for two in hand for one in hand}
    assert not missing


def test_the_share_that_is_always_played_begins_the_whole():
    assert enriched.deals(enriched.SHARE) == enriched.deals(None)[: enriched.SHARE]
    assert list(enriched.starts(False)) == list(enriched.starts(True))[: enriched.SHARE]


def test_what_goes_below_zero_is_found():
    record = play_from(GAME, enriched.start(0), 0)
    assert len(record.turns) > 50
    conservation.components_are_conserved(record)
    last = record.states[-1].copy()
    last.side(0).put(0, items.SILVER, -1)
    record.states[-1] = last
    with pytest.raises(AssertionError, match="INV-06"):
        conservation.components_are_conserved(record)
    with pytest.raises(AssertionError, match="cannot be loaded"):
        load_keeps_the_state(record.spot(len(record.turns)))


@rule("OD-043")
def test_a_space_used_without_effect_is_found():
    there = table(2)
    events = [Event("no_effect", {"seat": 0, "space": "play_occupations_1_4"})]
    with pytest.raises(AssertionError, match="INV-15"):
        check_events(there.state, events)
    check_events(there.plays_cards("5A").state, events)  # its feast may have taken what the space needs


def test_what_repeated_moves_lead_to_is_counted(monkeypatch):
    def refuse(state):
        raise AssertionError("counted")

    record = play_from(GAME, enriched.start(2), 2)
    monkeypatch.setattr("tests.games.odin.conservation.check", refuse)
    found = 0
    for step in range(20):
        try:
            repeating_a_move_is_no_loophole(record.spot(step))
        except AssertionError as error:
            assert str(error).endswith("times: counted")
            found += 1
    assert found >= 5
