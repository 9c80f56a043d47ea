"""What a seat may know, and what determinize guesses (EK-024, EK-057, EK-059, EK-064)."""

from collections import Counter

import pytest

from skali.core import SPECTATOR
from skali.kit.rule import rule
from tests.games.eketorp.given import COLOURS, EketorpTable, counted, position, random_game, start


def samples(table: EketorpTable, viewer: int, number: int = 60) -> list[EketorpTable]:
    return [EketorpTable(table.state.determinize(viewer, seed)) for seed in range(number)]  # type: ignore[arg-type]


@rule("EK-064")
def test_a_known_hand_is_kept_in_every_sample() -> None:
    table = position(hands={"red": "1 2 3 6"}, known=("red",))
    for sample in samples(table, 1):
        assert sample.hand("red") == [1, 2, 3, 6]
        assert sample.hand("blue") == table.hand("blue")
    assert len({tuple(sample.hand("yellow")) for sample in samples(table, 1)}) > 20


@rule("EK-064", "EK-057")
def test_known_discards_never_come_back_to_a_hand() -> None:
    """Everybody saw red's four sixes go; five more lie elsewhere."""
    table = position(fields="A 1 grass", hands={"red": "6 6 6 6"}, known=("red",), amulets={"red": 4})
    table.deploy(red="A", blue="A")
    table.by("red", "exchange")
    for sample in samples(table, 1):
        sixes = sum(sample.hand(colour).count(6) for colour in ("red", "yellow", "green"))
        assert sixes + sample.state.to_dict()["draw_pile"][5] == 5


@rule("EK-057")
def test_unseen_discards_are_guessed_by_others_and_kept_by_their_owner() -> None:
    table = position(fields="A 1 grass", hands={"red": "6 6 6 6"}, amulets={"red": 4})
    table.deploy(red="A", blue="A")
    table.by("red", "exchange")
    given = counted([6, 6, 6, 6])
    assert all(sample.state.to_dict()["players"][0]["given_up"] == given for sample in samples(table, 0, 10))
    guesses = {str(sample.state.to_dict()["players"][0]["given_up"]) for sample in samples(table, 1)}
    assert len(guesses) > 20


@rule("EK-014")
def test_a_kept_opening_hand_holds_a_four_or_more_in_every_sample() -> None:
    for seed in range(10):
        table = start(6, seed)
        for sample in samples(table, 2, 20):
            assert all(max(sample.hand(colour)) >= 4 for colour in COLOURS)


@rule("EK-014")
def test_the_promise_lasts_until_a_high_card_is_played() -> None:
    """Red plays three low cards of his opening hand: the last one must be high. Afterwards nothing is known."""
    table = start(3, 0)
    data = position(
        seats=3, fields="A 1 grass; B 1 grass; C 1 grass; D 1 grass", hands={"red": "1 2 3 4"}
    ).state.to_dict()
    data["promised"] = [0]
    table = EketorpTable(table.state.game().load(data))  # type: ignore[arg-type]
    table.deploy(red="A B C D", blue="A B C D")
    cards = iter((1, 2, 3))
    for card in cards:
        if table.phase == "call":
            table.plays(table.offers()[0])
        battle = table.now["battle"]
        mine = "initiator" if battle["initiator"] == 0 else "opponent"
        assert table.view(1)["players"][0]["holds_high"]
        other = table.hand("blue")[0]
        table.fight(card, other) if mine == "initiator" else table.fight(other, card)
    assert table.hand("red") == [4]
    seen = Counter(sample.hand("red")[0] for sample in samples(table, 1))
    assert set(seen) == {4, 5, 6}
    battle = table.now["battle"]
    other = table.hand("blue")[0]
    table.fight(4, other) if battle["initiator"] == 0 else table.fight(other, 4)
    assert not table.view(1)["players"][0]["holds_high"]


@rule("EK-014", "EK-057")
def test_a_promised_hand_that_is_given_up_keeps_its_promise_among_the_discards() -> None:
    data = position(fields="A 1 grass", hands={"red": "1 1 1 4"}, amulets={"red": 4}).state.to_dict()
    data["promised"] = [0, 1, 2, 3]
    table = EketorpTable(position().state.game().load(data))  # type: ignore[arg-type]
    table.deploy(red="A", blue="A")
    table.by("red", "exchange")
    assert not table.view(1)["players"][0]["holds_high"]
    assert table.view(1)["players"][0]["given_up_high"]
    for sample in samples(table, 1):
        assert sum(sample.state.to_dict()["players"][0]["given_up"][3:]) >= 1


@rule("EK-015")
def test_returned_weak_hands_lie_in_the_draw_pile_in_every_sample() -> None:
    table = next(
        table for table in (start(4, seed) for seed in range(100)) if len(table.now["piles"]["weak_hands"]) >= 2
    )
    returned = Counter(value for hand in table.now["piles"]["weak_hands"] for value in hand["cards"])
    for viewer in (0, 1, 2, 3, SPECTATOR):
        for sample in samples(table, viewer, 20):
            pile = sample.state.to_dict()["draw_pile"]
            assert all(pile[value - 1] >= count for value, count in returned.items())


@rule("EK-015", "EK-057")
def test_what_another_remembers_of_the_draw_pile_is_not_known() -> None:
    """Red draws four cards after weak hands were returned: he knows better than the others what is left of them."""
    data = position(fields="A 1 grass", amulets={"red": 4}).state.to_dict()
    data["memory"] = [[3, 3, 2, 0, 0, 0]] * 5
    data["weak_hands"] = [[1, [1, 1, 2, 3]], [2, [1, 2, 2, 3]]]
    table = EketorpTable(position().state.game().load(data))  # type: ignore[arg-type]
    table.deploy(red="A", blue="A")
    differ = 0
    for seed in range(20):
        trial = table.copy()
        trial.state.reseed(seed)
        trial.by("red", "exchange")
        drawn = counted(trial.hand("red"))
        mine = [max(known - gone, 0) for known, gone in zip([3, 3, 2, 0, 0, 0], drawn)]
        assert trial.view(0)["piles"]["draw_known"] == mine
        assert trial.view(1)["piles"]["draw_known"] == trial.view(-1)["piles"]["draw_known"] == [0] * 6
        differ += mine != [0] * 6
        for sample in samples(trial, 1, 5):
            assert sample.view(0)["piles"]["draw_known"] == [0] * 6
        for sample in samples(trial, 0, 5):
            pile = sample.state.to_dict()["draw_pile"]
            assert all(there >= known for there, known in zip(pile, mine))
    assert differ > 10


@rule("EK-024")
def test_drafts_of_others_go_back_to_their_start_and_submitted_ones_are_guessed() -> None:
    table = position(fields="A 2 grass; F 1 clay", castles={"green": "1 stone"})
    table.by("red", "send to A", "send to F")
    table.by("blue", "send to A", "send to A", "done")
    table.by("green", "send to F")
    plans = set()
    for sample in samples(table, 3):
        assert sample.awaits == [0, 2, 3]
        saved = sample.state.to_dict()["players"]
        assert sum(saved[0]["storage"]) == 0 and saved[0]["home"] == 6
        assert saved[3]["storage"] == [0, 0, 0, 0, 0, 1, 0]
        plans.add(str((saved[1]["storage"], saved[1]["siege"])))
    assert len(plans) > 20


@rule("EK-059")
def test_a_card_laid_face_down_may_be_any_of_the_hand() -> None:
    table = position(fields="A 1 grass", hands={"red": "1 2 6 6"}, known=("red",))
    table.deploy(red="A", blue="A")
    table.by("red", "card 2")
    laid = Counter(sample.state.to_dict()["cards"][0] for sample in samples(table, 1, 200))
    assert set(laid) == {1, 2, 6}
    assert laid[6] > laid[1]
    assert all(sample.state.to_dict()["cards"][0] == 2 for sample in samples(table, 0, 10))


@pytest.mark.parametrize("seats", [3, 6])
def test_samples_deal_exactly_the_unseen_cards(seats: int) -> None:
    checked = 0
    for step, (_, _, _, _, state) in enumerate(random_game(seats, 5)):
        if step % 25 == 0:
            checked += 1
            for viewer in (0, SPECTATOR):
                sample = state.determinize(viewer, step)
                unseen = state.view(viewer)["piles"]["unseen"]
                saved = sample.to_dict()
                hidden = [saved["draw_pile"]]
                for seat, player in enumerate(saved["players"]):
                    if seat != viewer:
                        hidden.append(player["given_up"])
                        hidden += [player["hand"]] if seat not in saved["open_hands"] else []
                assert [sum(counts) for counts in zip(*hidden)] == unseen
    assert checked > 5


def test_guessed_hands_follow_the_odds() -> None:
    """Eight of the nine sixes are seen: the ninth is in one of three hands or, more likely, in the draw pile."""
    table = position(hands={"red": "6 6 6 6", "blue": "6 6 6 6"}, known=("blue",), seats=5)
    owners: Counter[str] = Counter()
    for sample in samples(table, 0, 600):
        holder = [colour for colour in ("yellow", "green", "black") if 6 in sample.hand(colour)]
        owners[holder[0] if holder else "pile"] += 1
    assert 0.55 < owners["pile"] / 600 < 0.90
    assert all(owners[colour] > 20 for colour in ("yellow", "green", "black"))
