"""A small policy learns Fjords by playing against itself, with JAX on the CPU.

Open it with `marimo edit docs/notebooks/train_fjords.py`, or run it: `python docs/notebooks/train_fjords.py`.
"""

import marimo

__generated_with = "0.25.2"
app = marimo.App(width="medium", app_title="A policy for Fjords by self-play")


@app.cell
def _():
    import time
    from functools import partial
    from itertools import product

    import jax
    import jax.numpy as jnp
    import marimo as mo
    import matplotlib.pyplot as plt
    import numpy as np
    import optax

    from skali.core import load_game
    from skali.core.hexes import turned
    from skali.interop import batch

    return batch, jax, jnp, load_game, mo, np, optax, partial, plt, product, time, turned


@app.cell
def _(mo):
    mo.md("""
    # A policy for Fjords by self-play

    Fjords has 19,000 moves, of which a decision allows four on average. So the network does not give a number to each of
    19,000 moves: it gives one to each *legal* move, from what lies around the cell that the move names. The same small network
    judges every move, wherever it is, and learns from 26,000 decisions in a round of 128 games.

    It plays against itself, and learns by proximal policy optimization: a move is worth the fields that its seat places from
    then on, less those of the other seat. After each round it meets `random`, and the notebook stops when it wins nine games
    of ten. It always plays by its chances: that it may leave a good place for a hut to a better one later is part of its play.
    """)


@app.cell
def _(mo):
    given = mo.cli_args()
    GAMES = int(given.get("games", 128))  # of self-play in a round
    ROUNDS = int(given.get("rounds", 100))  # at most
    TRIALS = int(given.get("trials", 200))  # games against random after a round
    GOAL = 0.92  # the mean of the last three trials at which learning stops: a little more than the nine of ten that we want
    SAVE = str(given.get("save", ""))  # where the curve is kept, if anywhere
    return GAMES, GOAL, ROUNDS, SAVE, TRIALS


@app.cell
def _(mo):
    mo.md("""
    ## What the network sees of a move

    `batch` plays many games together and `legal()` lists their legal moves: game, action, and the number of the move. The
    number says what kind of move it is and which cell it names. Around that cell we look at 19 cells: is a tile there, and
    whose hut or field stands on it. Of the tile itself we see the corners as they lie, of its neighbours which corners are
    farmland.
    """)


@app.cell
def _(load_game, np, product, turned):
    game = load_game("fjords")
    PARTS = {}
    _first = 0
    for _part in game.observation.parts:
        PARTS[_part.name] = (_first, _part.shape)
        _first += _part.size

    def part(rows, name):
        first, shape = PARTS[name]
        return rows[:, first : first + int(np.prod(shape))].reshape(len(rows), *shape)

    KINDS = {kind.name: at for at, kind in enumerate(game.moves.kinds)}
    FIRST = np.array([kind.first for kind in game.moves.kinds])
    WIDTH = 44  # of the grid of cells
    NOWHERE = WIDTH * WIDTH
    RIM = 4 * WIDTH  # so that what lies around a cell is always there
    _around = [(q, r) for q, r in product(range(-2, 3), repeat=2) if abs(q + r) <= 2]
    _around.sort(key=lambda cell: max(abs(cell[0]), abs(cell[1]), abs(cell[0] + cell[1])))
    AROUND = np.array([r * WIDTH + q for q, r in _around])
    _types = next(kind for kind in game.moves.kinds if kind.name == "take").fields[0]
    _terrain = {"P": 1, "M": 2, "S": 3}
    TURNED = np.array(
        [
            [[_terrain[corner] for corner in turned(_types.show(tile), turn)] for turn in range(6)]
            for tile in range(PARTS["hand"][1][0])
        ]
    )

    def look(rows, seats, legal):
        """A row of numbers for each legal move."""
        count = len(rows)
        every = np.arange(count)
        land = part(rows, "landscape").astype(np.int64)
        laid = land[:, :, 2] > 0
        cells = np.where(laid, (land[:, :, 1] + WIDTH // 2) * WIDTH + land[:, :, 0] + WIDTH // 2, NOWHERE)
        pieces, own = land[:, :, 9:].max(2), seats[:, None]
        marks = np.stack([laid, pieces == 1 + own, pieces == 2 - own, pieces == 3 + own, pieces == 4 - own], 2)
        board = np.zeros((count, NOWHERE + 1 + 2 * RIM, 5), np.int8)
        corners = np.zeros((count, NOWHERE + 1 + 2 * RIM, 6), np.int8)
        board[every[:, None], cells + RIM] = marks
        corners[every[:, None], cells + RIM] = land[:, :, 2:8]
        board[:, NOWHERE + RIM] = corners[:, NOWHERE + RIM] = 0
        was_last = land[:, :, 8] == 1
        last = np.where(was_last.any(1), cells[every, was_last.argmax(1)], NOWHERE)

        at, move = legal[:, 0], legal[:, 2]
        kind = np.searchsorted(FIRST, move, side="right") - 1
        inside = move - FIRST[kind]
        placing, farming = kind == KINDS["place"], kind == KINDS["field"]
        cell = np.full(len(move), NOWHERE)
        cell[placing], cell[farming] = inside[placing] // 6, inside[farming]
        settling = (kind == KINDS["hut"]) | (kind == KINDS["no_hut"])
        cell[settling] = last[at[settling]]

        patch = board[at[:, None], cell[:, None] + RIM + AROUND]
        patch[cell == NOWHERE] = 0
        tile = corners[at, cell + RIM].copy()
        tile[placing] = TURNED[part(rows, "hand").argmax(1)[at[placing]], inside[placing] % 6]
        beside = corners[at[:, None], cell[:, None] + RIM + AROUND[1:7]] == 1
        left = part(rows, "fields_left")
        seen = [
            patch.reshape(len(move), -1),
            (tile[:, :, None] == [1, 2, 3]).reshape(len(move), -1),
            beside.reshape(len(move), -1),
            kind[:, None] == np.arange(len(FIRST)),
            part(rows, "phase")[at],
            part(rows, "round")[at],
            np.stack([left[every, seats], left[every, 1 - seats]], 1)[at] / 20,
        ]
        return np.concatenate(seen, 1).astype(np.float32)

    def lead(rows, seats):
        """The fields of each seat so far, less those of the other."""
        placed = part(rows, "past_fields").sum(1) + 20 - part(rows, "fields_left")
        every = np.arange(len(rows))
        return placed[every, seats] - placed[every, 1 - seats]

    return game, lead, look


@app.cell
def _(mo):
    mo.md("""
    ## The network

    Two layers of 64. One head judges a move against the other legal ones of its decision, the other, averaged over them, what
    the position is worth. Rows of many decisions stand one below the other; `decision` says which belong together.
    """)


@app.cell
def _(jax, jnp, np):
    def layer(key, wide, out, scale=1.0):
        return {"w": scale * jax.random.normal(key, (wide, out)) * np.sqrt(2 / wide), "b": jnp.zeros(out)}

    def begin(wide, seed=0):
        keys = jax.random.split(jax.random.key(seed), 4)
        return {
            "one": layer(keys[0], wide, 64),
            "two": layer(keys[1], 64, 64),
            "move": layer(keys[2], 64, 1, 0.01),
            "worth": layer(keys[3], 64, 1, 0.1),
        }

    def judge(net, rows, decision, decisions):
        """The log probability of each row among those of its decision, and the worth of each decision."""
        hidden = jax.nn.relu(rows @ net["one"]["w"] + net["one"]["b"])
        hidden = jax.nn.relu(hidden @ net["two"]["w"] + net["two"]["b"])
        weight = (hidden @ net["move"]["w"] + net["move"]["b"])[:, 0]
        weight -= jax.ops.segment_max(weight, decision, decisions)[decision]
        chances = weight - jnp.log(jax.ops.segment_sum(jnp.exp(weight), decision, decisions))[decision]
        worth = (hidden @ net["worth"]["w"] + net["worth"]["b"])[:, 0]
        many = jax.ops.segment_sum(jnp.ones_like(worth), decision, decisions)
        return chances, jax.ops.segment_sum(worth, decision, decisions) / jnp.maximum(many, 1)

    chances_of = jax.jit(
        lambda net, rows, decision, decisions: judge(net, rows, decision, decisions)[0], static_argnums=3
    )

    def padded(rows, decision, decisions, step):
        """Filled up to a multiple of a step, so that JAX compiles a few sizes only; what is filled in belongs to nobody."""
        size = -(-len(rows) // step) * step
        filled = np.zeros((size, rows.shape[1]), rows.dtype)
        filled[: len(rows)] = rows
        owner = np.full(size, decisions)
        owner[: len(rows)] = decision
        return filled, owner

    def choose(net, rows, decision, decisions, random):
        """The row that is chosen for each decision, as likely as the network says, and its log probability."""
        chances = np.asarray(chances_of(net, *padded(rows, decision, decisions, 512), decisions + 1))[: len(rows)]
        noise = -np.log(-np.log(random.random(len(rows))))  # the largest sum is a draw by these chances
        order = np.lexsort((chances + noise, decision))
        chosen = order[np.append(np.flatnonzero(np.diff(decision[order])), len(order) - 1)]
        return chosen, chances[chosen]

    return begin, choose, judge, padded


@app.cell
def _(mo):
    mo.md("""
    ## Games

    `self_play` plays each game of a batch once to its end and keeps every decision with more than one choice: the rows of its
    legal moves, which one was chosen, and what its seat gained from then on. `trial` lets the policy meet `random`, half of the
    games on each seat.
    """)


@app.cell
def _(batch, choose, lead, look, np):
    def self_play(net, count, seed, random):
        games = batch("fjords", count, seed=seed, reward="score")
        playing, scores, kept = np.ones(count, bool), np.zeros((count, 2)), []
        while playing.any():
            seats, ahead, legal = games.turns.copy(), lead(games.observations, games.turns), games.legal()
            rows = look(games.observations, seats, legal)
            chosen, chance = choose(net, rows, legal[:, 0], count, random)
            asked = playing & (np.bincount(legal[:, 0], minlength=count) > 1)
            of = asked[legal[:, 0]]
            number = np.cumsum(asked) - 1
            at = np.searchsorted(np.flatnonzero(of), chosen[asked])
            about = (chance[asked], np.flatnonzero(asked), seats[asked], ahead[asked])
            kept.append((rows[of].astype(np.float16), number[legal[of, 0]], at, *about))
            games.step(legal[chosen, 1])
            ended = playing & (games.over > 0)
            scores[ended] = games.rewards[ended]
            playing &= ~ended
        decisions = np.cumsum([0] + [len(each[3]) for each in kept])
        starts = np.cumsum([0] + [len(each[0]) for each in kept])
        rows = np.concatenate([each[0] for each in kept])
        decision = np.concatenate([each[1] + before for each, before in zip(kept, decisions)])
        chosen = np.concatenate([each[2] + before for each, before in zip(kept, starts)])
        chance, game_of, seat, ahead = (np.concatenate([each[at] for each in kept]) for at in range(3, 7))
        gained = scores[game_of, seat] - scores[game_of, 1 - seat] - ahead
        return rows, decision, chosen, chance, (gained / 10).astype(np.float32)

    def trial(net, count, seed):
        """The share of games that the policy wins against random; a draw is half."""
        games = batch("fjords", count, seed=seed)
        mine, playing, won, random = np.arange(count) % 2, np.ones(count, bool), 0.0, np.random.default_rng(seed)
        while playing.any():
            seats, legal = games.turns.copy(), games.legal()
            chosen, _ = choose(net, look(games.observations, seats, legal), legal[:, 0], count, random)
            games.step(np.where(seats == mine, legal[chosen, 1], games.sample()))
            ended = playing & (games.over > 0)
            won += (games.rewards[ended, mine[ended]].sum() + ended.sum()) / 2
            playing &= ~ended
        return won / count

    return self_play, trial


@app.cell
def _(mo):
    mo.md("""
    ## Learning

    Proximal policy optimization over the decisions of a round, twice, 2,048 at a time.
    """)


@app.cell
def _(jax, jnp, judge, np, optax, padded, partial):
    TOGETHER = 2048
    optimizer = optax.adam(1e-3)

    def loss(net, rows, decision, chosen, chance, gained):
        chances, worth = judge(net, rows, decision, len(gained) + 1)
        worth = worth[:-1]
        better = gained - jax.lax.stop_gradient(worth)
        better = (better - better.mean()) / (better.std() + 1e-6)
        ratio = jnp.exp(chances[chosen] - chance)
        gain = jnp.minimum(ratio * better, jnp.clip(ratio, 0.8, 1.2) * better)
        variety = -jax.ops.segment_sum(jnp.exp(chances) * chances, decision, len(gained) + 1)[:-1]
        return jnp.mean(-gain + 0.5 * (worth - gained) ** 2 - 0.005 * variety)

    @jax.jit
    def improve(net, memory, rows, decision, chosen, chance, gained):
        slope = jax.grad(loss)(net, rows.astype(jnp.float32), decision, chosen, chance, gained)
        change, memory = optimizer.update(slope, memory)
        return optax.apply_updates(net, change), memory

    def learn(net, memory, played, random):
        rows, decision, chosen, chance, gained = played
        starts = np.searchsorted(decision, np.arange(len(gained) + 1))
        for _ in range(2):
            order = random.permutation(len(gained))
            for first in range(0, len(order) - len(order) % min(TOGETHER, len(order)), TOGETHER):
                some = order[first : first + TOGETHER]
                lengths = starts[some + 1] - starts[some]
                before = np.cumsum(lengths) - lengths
                source = np.arange(lengths.sum()) + np.repeat(starts[some] - before, lengths)
                block, owner = padded(rows[source], np.repeat(np.arange(len(some)), lengths), len(some), 4096)
                net, memory = improve(
                    net, memory, block, owner, before + chosen[some] - starts[some], chance[some], gained[some]
                )
        return net, memory

    return learn, optimizer


@app.cell
def _(GAMES, GOAL, ROUNDS, TRIALS, batch, begin, learn, look, np, optimizer, self_play, time, trial):
    _few = batch("fjords", 1)
    net = begin(look(_few.observations, _few.turns, _few.legal()).shape[1])
    _memory, _random, _began = optimizer.init(net), np.random.default_rng(1), time.monotonic()
    curve = [(0, 0, 0.0, trial(net, TRIALS, 10_000))]  # rounds, decisions, seconds, wins
    while curve[-1][0] < ROUNDS and np.mean([wins for *_, wins in curve[-3:]]) < GOAL:
        _round, _decisions = curve[-1][0] + 1, curve[-1][1]
        _played = self_play(net, GAMES, _round, _random)
        net, _memory = learn(net, _memory, _played, _random)
        _wins, _seconds = trial(net, TRIALS, 10_000 + _round), time.monotonic() - _began
        curve.append((_round, _decisions + len(_played[4]), _seconds, _wins))
        print(f"round {_round}: {curve[-1][1]:,} decisions, {_seconds:.0f} s, wins {_wins:.1%}", flush=True)
    return curve, net


@app.cell
def _(mo):
    mo.md("""
    ## The learning curve
    """)


@app.cell
def _(SAVE, TRIALS, curve, net, np, plt, trial):
    wins = trial(net, 5 * TRIALS, 99)  # games that nothing was chosen by
    _half = 1.96 * np.sqrt(wins * (1 - wins) / (5 * TRIALS))
    print(f"in the end it wins {wins:.1%} ± {_half:.1%} of {5 * TRIALS:,} fresh games against random")
    figure, _axes = plt.subplots(figsize=(7, 3.6), layout="constrained")
    _axes.plot([decisions / 1000 for _, decisions, _, _ in curve], [100 * each for *_, each in curve], marker=".")
    _axes.axhline(90, linestyle="--", linewidth=1, color="grey")
    _axes.set(xlabel="thousand decisions of self-play", ylabel="wins against random, %", ylim=(40, 100))
    _axes.grid(alpha=0.3)
    if SAVE:
        figure.savefig(SAVE)
    figure
    return (wins,)


@app.cell
def _(mo):
    mo.md("""
    ## A game of its own

    The last position of a game that the policy plays against itself.
    """)


@app.cell
def _(choose, game, look, net, np):
    _random, position = np.random.default_rng(7), game.start(2, 7)
    while not position.is_over():
        _seat = position.actor()
        _moves = position.legal_moves(_seat)
        _legal = np.array([[0, 0, move] for move in _moves])
        _seen = np.array([game.observation.row(position, _seat)])
        _chosen, _ = choose(net, look(_seen, np.array([_seat]), _legal), _legal[:, 0], 1, _random)
        position.apply(_seat, _moves[_chosen[0]])
    position
    return


if __name__ == "__main__":
    app.run()
