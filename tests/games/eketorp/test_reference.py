"""The engine and the plain reference play the same games: what is legal and how it stands agrees after every move."""

import pytest

from skali.core import Event, Rng, derive_seed
from skali.games.eketorp.state import EketorpState
from tests.games.eketorp.given import GAME, KINDS
from tests.games.eketorp.reference import ENGINES, Reference


def reference_of(state: EketorpState) -> Reference:
    saved = state.to_dict()
    hands = [
        [value for value, count in enumerate(player["hand"], 1) for _ in range(count)] for player in saved["players"]
    ]
    reach_last = saved["options"]["hospital_exit"] == "reach_last"
    return Reference(saved["start_player"], hands, reach_last, state.view(-1)["material"]["shows"])


def differences(state: EketorpState, reference: Reference) -> list[str]:
    seen, saved = state.view(-1), state.to_dict()
    players = reference.players
    pairs: dict[str, tuple[object, object]] = {
        "phase": (seen["phase"], reference.phase),
        "round": (seen["round"], reference.round),
        "start": (seen["start_player"], reference.start),
        "awaiting": (state.to_act(), reference.awaited()),
        "supply": (seen["supply"], {kind: reference.supply[kind] for kind in KINDS}),
        "fields": (
            [[field["brick"]] * field["bricks"] for field in seen["fields"]],
            [reference.fields[field["field"]] for field in seen["fields"]],
        ),
        "home": ([player["home"] for player in saved["players"]], [player.home for player in players]),
        "hospital": ([player["hospital"] for player in saved["players"]], [player.hospital for player in players]),
        "storage": (
            [player["storage"] for player in saved["players"]],
            [[player.away.count(letter) for letter in "ABCDEFG"] for player in players],
        ),
        "siege": (
            [player["siege"] for player in saved["players"]],
            [sorted(3 * at[0] + ENGINES.index(at[1]) for at in each.away if isinstance(at, tuple)) for each in players],
        ),
        "castles": ([castle["sites"] for castle in seen["castles"]], [player.castle for player in players]),
        "beside": ([castle["beside"] for castle in seen["castles"]], [player.beside for player in players]),
        "carried": ([player["carried"] for player in seen["players"]], [player.bricks for player in players]),
        "hands": (
            [state.view(seat)["players"][seat]["hand"] for seat in range(reference.seats)],
            [player.hand for player in players],
        ),
        "trays": ([player["tray"] for player in seen["players"]], [player.tray for player in players]),
        "amulets": ([player["amulets"] for player in seen["players"]], [player.amulets for player in players]),
        "scores": (seen["scores"], [reference.score(seat) for seat in range(reference.seats)]),
        "legal": (
            [{GAME.moves.show(move) for move in state.legal_moves(seat)} for seat in state.to_act()],
            [reference.legal(seat) for seat in reference.awaited()],
        ),
    }
    return [f"{name}: engine {ours}, reference {theirs}" for name, (ours, theirs) in pairs.items() if ours != theirs]


def bring_luck(reference: Reference, state: EketorpState, events: list[Event]) -> None:
    """Tells the reference what luck brought: drawn cards, and the cards that were turned up."""
    tables = state.tables
    for event in events:
        if event.kind == "exchanged_mine":
            reference.drawn.append(event.data["drawn"])
        if event.kind == "round_began":
            card = tables.names.index(event.data["card"])
            bricks = tables.many[card] if reference.seats >= 5 else tables.few[card]
            reference.turned.append(
                [
                    {
                        "field": letter,
                        "brick": KINDS[((tables.kinds[card] >> (3 * at)) & 7) - 1],
                        "bricks": (bricks >> (6 * at)) & 63,
                    }
                    for at, letter in enumerate("ABCDEFG")
                    if (bricks >> (6 * at)) & 63
                ]
            )


@pytest.mark.parametrize("hospital_exit", ["past_last", "reach_last"])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("seed", range(3))
def test_engine_and_reference_agree(seats: int, hospital_exit: str, seed: int) -> None:
    """Random games; every third one lets Vikings gather, so that castles are completed too."""
    rng = Rng(derive_seed("reference", seats, hospital_exit, seed))
    state = GAME.start(seats, seed, GAME.options.parse({"hospital_exit": hospital_exit}))
    reference = reference_of(state)
    history: list[str] = []
    while True:
        wrong = differences(state, reference)
        assert not wrong, f"after {history[-6:]}: {wrong}"
        if state.is_over():
            break
        awaited = state.to_act()
        seat = awaited[rng.below(len(awaited))]
        legal = sorted(GAME.moves.show(move) for move in state.legal_moves(seat))
        if seed == 2:
            legal = peaceful(seat, legal, state)
        move = legal[rng.below(len(legal))]
        events: list[Event] = []
        state.apply(seat, GAME.moves.read(move), events)
        bring_luck(reference, state, events)
        reference.play(seat, move)
        history.append(f"{seat} {move}")
    assert state.ranking() == [
        1 + sum(reference.score(other) > reference.score(seat) for other in range(seats)) for seat in range(seats)
    ]


def peaceful(seat: int, legal: list[str], state: EketorpState) -> list[str]:
    """Only the first player goes out, and only to bricks: his castle is complete before round ten."""
    if state.view(-1)["phase"] != "deploy":
        return legal
    if seat > 0:
        return ["done"]
    room = {f"send to {field['field']}" for field in state.view(0)["fields"] if sum(field["vikings"]) < field["bricks"]}
    return [move for move in legal if move in room] or ["done"]


def test_some_of_these_games_end_with_a_complete_castle() -> None:
    state = GAME.start(3, 2)
    rng = Rng(1)
    while not state.is_over():
        seat = state.to_act()[0]
        legal = peaceful(seat, sorted(GAME.moves.show(move) for move in state.legal_moves(seat)), state)
        state.apply(seat, GAME.moves.read(legal[rng.below(len(legal))]))
    assert state.round < 10
    assert state.view(-1)["castles"][0]["bricks"] == 18
