"""Non-interference: nobody can tell from what they are shown more than they may know.

`determinize` gives worlds that a viewer cannot tell from the true one. So whatever that viewer is shown must be the same in all of
them; and because sampling may use nothing else, sampling from a sample must be the same as sampling from the truth.
"""

from skali.core import SPECTATOR, WAITING, Event, State
from skali.kit.games import notes
from skali.kit.legality import others
from skali.kit.play import Record, Spot, canonical, play_on, some

_REFUSALS = 60
_EVENT_MOVES = 8
_GUESSED_MOVES = 60
_LISTENERS = 3
_VIEWS = 60


def views_are_data(spot: Spot) -> None:
    """Views are ready for JSON and name who is awaited; a prompt is put to the awaited seats and to no others."""
    decisions = {rule.id for rule in spot.game.rulebook.of_kind("decision")}
    awaited = spot.state.to_act()
    for viewer in spot.viewers:
        view = spot.state.view(viewer)
        canonical(view)
        awaiting = view.get("awaiting")
        assert isinstance(awaiting, list), f"view of {viewer} does not say who is awaited"
        assert awaited or not awaiting, f"the game is over, but {viewer} sees {awaiting} awaited"
        prompt = spot.state.prompt(viewer)
        if viewer not in awaited:
            assert prompt == WAITING, f"seat {viewer} is not awaited, but is asked {prompt}"
            continue
        assert viewer in awaiting, f"seat {viewer} is to act, but its view says {awaiting} are"
        assert prompt != WAITING, f"seat {viewer} is to act, but told to wait"
        assert prompt.decision in decisions, f"seat {viewer} is asked {prompt.kind}: {prompt.decision!r} is no decision"
        assert awaiting == spot.state.awaiting(viewer), f"the view of seat {viewer} awaits others than the state"


def open_games_have_one_view(spot: Spot) -> None:
    """In a game that calls itself open every seat and the spectators see the same."""
    if spot.game.is_open:
        seen = {canonical(spot.state.view(viewer)) for viewer in spot.viewers}
        assert len(seen) == 1, "the game is open, but not all see the same"


def samples_look_the_same(spot: Spot) -> None:
    """View, its stamps, observation, prompt, legal moves, remarks, refusals, score sheets and key are the same in a sample."""
    for viewer in spot.viewers:
        sample = spot.state.determinize(viewer, spot.step)
        probes = _probes(spot, viewer)
        truth, guess = _shown(spot, spot.state, viewer, probes), _shown(spot, sample, viewer, probes)
        for what, shown in truth.items():
            assert shown == guess[what], f"{what} of viewer {viewer} tells truth from sample: {shown} and {guess[what]}"


def sampling_uses_no_secrets(spot: Spot) -> None:
    """A sample from a sample, or after other luck, is the sample from the truth; and sampling changes nothing."""
    before = spot.state.digest()
    relucked = spot.state.copy()
    relucked.reseed(spot.step + 1)
    for viewer in spot.viewers:
        wanted = spot.state.determinize(viewer, 7)
        assert spot.state.digest() == before, f"determinize for {viewer} changed the state"
        again = spot.state.determinize(viewer, 7)
        assert again.digest() == wanted.digest(), f"determinize for {viewer} gives two samples for one seed"
        twice = spot.state.determinize(viewer, 3).determinize(viewer, 7)
        assert twice.digest() == wanted.digest(), f"determinize for {viewer} uses what {viewer} may not know"
        other = relucked.determinize(viewer, 7)
        assert other.digest() == wanted.digest(), f"determinize for {viewer} keeps the true luck"


def samples_can_be_played(spot: Spot) -> None:
    """In a sample every awaited seat has a legal move, and random play reaches the end."""
    for viewer in spot.viewers:
        sample = spot.state.determinize(viewer, spot.step)
        assert sample.is_over() == spot.state.is_over(), f"the sample of viewer {viewer} is over, or no longer"
        for seat in sample.to_act():
            assert sample.legal_moves(seat), f"in the sample of viewer {viewer} seat {seat} has no legal move"
        if viewer == spot.viewers[spot.step % len(spot.viewers)]:
            _reaches_the_end(spot, sample, viewer)


def events_tell_no_secrets(spot: Spot) -> None:
    """What a viewer is told of another seat's move it could have been told in every world that looks the same to it.

    Where a move leaves a viewer's view equal in the truth and in a sample, it is told the same in both. And whatever it is
    told, some move in the sample that leads to that view must tell it the same: else the telling alone gave away a secret.
    Left out are the events that `kit.toml` calls shown: what a rule lays open to all, though the views need not keep it.
    """
    for viewer in some(spot.viewers, _LISTENERS, spot.rng("listeners")):
        samples = [spot.state.determinize(viewer, seed) for seed in (1, 2)]
        for seat in spot.state.to_act():
            if seat != viewer:
                _told_alike(spot, viewer, seat, samples)


def not_asking_tells_no_secrets(spot: Spot) -> None:
    """A game never goes on by itself because of what another seat's secrets leave it to choose.

    A move is played in the truth and in a sample. If a viewer is told the same of it, and then in one of the two something more,
    the game went on there and waits in the other: who is asked and who is not has given a secret away. `kit.toml` names the
    events with which a rule lets a game go on all the same (``[unasked]``), and the decisions that several seats may answer at
    the same time (``[simultaneous]``): what they did is told when the last has answered, and a sample begins their answers anew.
    """
    allowed = notes(spot.game, "unasked")
    simultaneous = notes(spot.game, "simultaneous")
    for viewer in some(spot.viewers, _LISTENERS, spot.rng("listeners")):
        for seed in (1, 2):
            sample = spot.state.determinize(viewer, seed)
            awaited = spot.state.view(viewer)["awaiting"]
            for seat in awaited if len(awaited) == 1 else []:  # of simultaneous decisions any answer may be the last
                if spot.state.prompt(seat).decision in simultaneous:
                    continue
                possible = set(sample.legal_moves(seat)) if seat != viewer else set()
                for move in some(spot.state.legal_moves(seat), _EVENT_MOVES, spot.rng("events")):
                    if move in possible:
                        lines = [_heard(state, seat, move, viewer) for state in (spot.state, sample)]
                        short, long = sorted(lines, key=len)
                        goes_on = len(short) < len(long) and long[: len(short)] == short
                        assert not goes_on or long[len(short)][0] in allowed, (
                            f"after {spot.show(move)} of seat {seat} the game waits, or goes on by itself with "
                            f"{long[len(short)]}: so viewer {viewer} learns of the secrets of another"
                        )


def samples_vary(record: Record) -> None:
    """If there is anything that not everybody is told, samples differ from the truth somewhere in the game.

    A notice is no secret: it tells its player what everybody can see.
    """
    told = [event for turn in record.turns for event in turn.events if not event.notice]
    secrets = [event for event in told if event.audience != -1]
    if not secrets:
        return
    stride = max(1, len(record.states) // _VIEWS)
    for step, state in enumerate(record.states[::stride]):
        for viewer in (*range(record.seats), SPECTATOR):
            sample = state.determinize(viewer, step)
            for seat in range(record.seats):
                if seat != viewer and canonical(sample.view(seat)) != canonical(state.view(seat)):
                    return
    raise AssertionError("there are secrets, but determinize never guesses anything but the truth")


def keys_follow_views(record: Record) -> None:
    """Equal views have equal keys of 62 bits; different views nearly always have different keys."""
    stride = max(1, len(record.states) // _VIEWS)
    for viewer in (*range(record.seats), SPECTATOR):
        by_view: dict[str, int] = {}
        for state in record.states[::stride]:
            key = int(state.key(viewer))
            assert 0 <= key < 1 << 62, f"key {key} of viewer {viewer} has more than 62 bits"
            known = by_view.setdefault(canonical(state.view(viewer)), key)
            assert known == key, f"two positions with the same view of viewer {viewer} have the keys {known}, {key}"
        distinct = len(set(by_view.values()))
        assert 2 * distinct > len(by_view), f"{len(by_view)} views of viewer {viewer} share {distinct} keys"


def stamps_follow_views(record: Record) -> None:
    """A part of a view that has the same stamp is the same; and the other parts are the same without those that have one."""
    for viewer in (*range(record.seats), SPECTATOR):
        known: dict[tuple[str, int], str] = {}
        for state in record.states:
            stamps = state.view_stamps(viewer)
            if not stamps:
                continue
            view = state.view(viewer)
            for name, stamp in stamps.items():
                part = canonical(view[name])
                before = known.setdefault((name, int(stamp)), part)
                assert before == part, f"'{name}' of viewer {viewer} has the same stamp as {before} and is {part}"
                del view[name]
            rest = state.view_without(viewer, list(stamps))
            assert canonical(rest) == canonical(view), f"viewer {viewer} is shown other parts where some are left out"


def _probes(spot: Spot, viewer: int) -> list[int]:
    """Moves to ask about: some that are legal for the viewer, some that are not, some at random."""
    rng = spot.rng("probes")
    legal = spot.state.legal_moves(viewer) if viewer in spot.state.to_act() else []
    near = others(spot, viewer, set(legal)) if legal else []
    return some(legal, 10, rng) + some(near, _REFUSALS, rng) + [int(rng.below(spot.game.moves.size)) for _ in range(10)]


def _shown(spot: Spot, state: State, viewer: int, probes: list[int]) -> dict[str, object]:
    """All that the protocol shows a viewer of a state."""
    prompt = state.prompt(viewer)
    refusals = [(move, state.why_not(viewer, move)) for move in probes]
    sheets = [state.score_sheet(seat, viewer) for seat in range(spot.seats)]
    lines = [
        [(line.key, line.points, line.rule, canonical(line.data), line.summed) for line in sheet] for sheet in sheets
    ]
    return {
        "view": canonical(state.view(viewer)),
        "observation": spot.game.observation.row(state, viewer) if spot.game.observation else None,
        "prompt": (prompt.kind, prompt.decision, canonical(prompt.data), prompt.default_answer),
        "legal_moves": sorted(state.legal_moves(viewer)),
        "remarks": state.remarks(viewer),
        "talk": state.talk(viewer),
        "why_not": [(move, (refusal.rule, canonical(refusal.data)) if refusal else "") for move, refusal in refusals],
        "score_sheet": lines,
        "key": int(state.key(viewer)),
        "view_stamps": state.view_stamps(viewer),
    }


def _reaches_the_end(spot: Spot, sample: State, viewer: int) -> None:
    try:
        play_on(sample, spot.rng("sample"))
    except Exception as error:
        raise AssertionError(f"play from the sample of viewer {viewer} does not reach the end: {error!r}") from error


def _told_alike(spot: Spot, viewer: int, seat: int, samples: list[State]) -> None:
    legal = spot.state.legal_moves(seat)
    moves = some(legal, _EVENT_MOVES, spot.rng("events"))
    true = {move: _after(spot.state, seat, move, viewer) for move in moves}
    for sample in samples:
        possible = sample.legal_moves(seat)
        guessed = {move: _after(sample, seat, move, viewer) for move in moves if move in possible}
        for move, (view, heard) in guessed.items():
            assert view != true[move][0] or heard == true[move][1], (
                f"{spot.show(move)} of seat {seat} leaves viewer {viewer} the same view in truth and sample, "
                f"but it is told {true[move][1]} and {heard}"
            )
        if set(possible) != set(legal) and len(possible) <= _GUESSED_MOVES:
            guessed |= {move: _after(sample, seat, move, viewer) for move in possible if move not in guessed}
            _could_be_told(spot, viewer, seat, true, set(guessed.values()))


def _could_be_told(
    spot: Spot, viewer: int, seat: int, true: dict[int, tuple[str, str]], guessed: set[tuple[str, str]]
) -> None:
    views = {view for view, _ in guessed}
    for move, (view, heard) in true.items():
        assert view not in views or (view, heard) in guessed, (
            f"after {spot.show(move)} of seat {seat} viewer {viewer} has a view that it could have in a sample, "
            f"but there it could not be told {heard}"
        )


def _heard(state: State, seat: int, move: int, viewer: int) -> list[tuple[str, str]]:
    """What a viewer is told of a move. The luck is always the same."""
    after = state.copy()
    after.reseed(0)
    events: list[Event] = []
    after.apply(seat, move, events)
    return [(event.kind, canonical(_told(event, viewer))) for event in events if event.seen_by(viewer)]


def _told(event: Event, viewer: int) -> list[object]:
    return [event.data, event.rule, event.notice, event.then.view(viewer) if event.then else None]


def _after(state: State, seat: int, move: int, viewer: int) -> tuple[str, str]:
    """The viewer's view after a move, and what it was told of it. The luck is always the same."""
    after = state.copy()
    after.reseed(0)
    events: list[Event] = []
    after.apply(seat, move, events)
    shown = notes(state.game(), "shown")
    heard = [
        [event.kind, *_told(event, viewer)] for event in events if event.seen_by(viewer) and event.kind not in shown
    ]
    return canonical(after.view(viewer)), canonical(heard)
