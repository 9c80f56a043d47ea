"""What a game knows about good play, where it offers it: its stages, the parts of its judgement, and what can be learned."""

from skali.core import LearningHeuristic, Numbers, derive_seed
from skali.kit.play import Record, Spot

MOST_MOVES = 20


def judgement_adds_up(spot: Spot) -> None:
    """The parts of a judgement add up to it, and judging changes nothing."""
    heuristic = spot.game.heuristic
    if heuristic is None:
        return
    before = spot.state.digest()
    for seat in range(spot.seats):
        whole, parts = heuristic.evaluate(spot.state, seat), heuristic.parts(spot.state, seat)
        total = sum(parts.values())
        assert abs(total - whole) < 1e-6, f"seat {seat} is judged {whole}, but its parts {parts} add up to {total}"
    assert spot.state.digest() == before, "judging a position changes it"


def reasons_have_words(spot: Spot) -> None:
    """Every part of a judgement, of positions and of moves, can be told as a reason in every language."""
    heuristic = spot.game.heuristic
    if heuristic is None:
        return
    named = {name for seat in range(spot.seats) for name in heuristic.parts(spot.state, seat)}
    for seat in spot.state.to_act():
        for move in spot.state.legal_moves(seat)[:MOST_MOVES]:
            named |= set(heuristic.parts_of_move(spot.state, seat, move))
    for language in spot.game.languages:
        words = spot.game.words(language)
        silent = sorted(name for name in named if not words.has("reason", name))
        assert not silent, f"no words in '{language}' for reason.{', reason.'.join(silent)}"


def stages_are_known_to_all(spot: Spot) -> None:
    """The stage depends on nothing hidden: every sample of every seat that is asked has the same."""
    heuristic = spot.game.heuristic
    if heuristic is None:
        return
    stage = heuristic.stage(spot.state)
    for seat in spot.state.to_act():
        sample = spot.state.determinize(seat, derive_seed("stage", spot.seed, spot.step))
        found = heuristic.stage(sample)
        assert found == stage, f"the stage is {stage}, but {found} in a sample of seat {seat}"


def stages_never_fall(record: Record) -> None:
    """Lines of play that go on to a later stage get there, or to the end."""
    heuristic = record.game.heuristic
    if heuristic is None:
        return
    last = -1
    for step, state in enumerate(record.states[:-1]):
        stage = int(heuristic.stage(state))
        assert stage == -1 or stage >= last, f"after {step} moves the stage falls from {last} to {stage}"
        last = max(last, stage)
    assert last >= 0, "no turn of the whole game is a stage"


def used_buffers(size: int) -> list[Numbers]:
    """Buffers with room for one number too many, and different things in them."""
    found = []
    for old in (0, 99):
        numbers = Numbers(size + 1)
        for at in range(size + 1):
            numbers.items[at] = old
        found.append(numbers)
    return found


def features_fit_their_names(spot: Spot) -> None:
    """What is learned from is written whole, whatever stood there before, and has weights of its own."""
    heuristic = spot.game.heuristic
    if not isinstance(heuristic, LearningHeuristic):
        return
    size = len(heuristic.features)
    tunables = heuristic.tunables()
    if tunables:
        assert tuple(each.name for each in tunables) == heuristic.features, "the numbers have other names than features"
        assert len(heuristic.rows) == 1, "numbers are the same for all kinds of position"
    for each in tunables:
        assert each.within(each.by_hand) == each.by_hand, f"'{each.name}' was set to {each.by_hand}, beyond its bounds"
    for seat in range(spot.seats):
        rows = []
        for numbers in used_buffers(size):
            kind = heuristic.observe(spot.state, seat, numbers)
            if kind >= 0:
                assert kind < len(heuristic.rows), f"seat {seat} is of kind {kind}, there are {len(heuristic.rows)}"
                assert numbers.at == size, f"seat {seat} has {numbers.at} features, their names are {size}"
                assert numbers.to_list()[0] == 1, "the first feature is always 1"
            rows.append(numbers.to_list()[:size] if kind >= 0 else [])
        assert rows[0] == rows[1], f"the features of seat {seat} depend on what the buffer held before"


def forecasts_fit_their_names(spot: Spot) -> None:
    """A forecast notes of every seat what its names say, and noting changes nothing."""
    heuristic = spot.game.heuristic
    if not isinstance(heuristic, LearningHeuristic) or heuristic.forecast is None:
        return
    names = heuristic.forecast.features
    size = len(names)
    assert len(set(names)) == size, "two features of the forecast have the same name"
    before = spot.state.digest()
    for seat in range(spot.seats):
        rows = []
        for numbers in used_buffers(size):
            heuristic.forecast.observe(spot.state, seat, numbers)
            assert numbers.at == size, f"{numbers.at} features are forecast from, their names are {size}"
            rows.append(numbers.to_list()[:size])
        assert rows[0] == rows[1], f"what is forecast of seat {seat} depends on what the buffer held before"
    assert spot.state.digest() == before, "a forecast changes the position"
