"""Which occupations of A Feast for Odin are too strong? A design question, asked of games that bots play.

Open it with `marimo edit docs/notebooks/odin_occupations.py`, or run it: `python docs/notebooks/odin_occupations.py`.
"""

import marimo

__generated_with = "0.25.2"
app = marimo.App(width="medium", app_title="Which occupations are too strong?")


@app.cell
def _():
    import tempfile
    from pathlib import Path

    import marimo as mo
    import matplotlib.pyplot as plt
    import numpy as np
    import pyarrow.parquet as pq

    from skali.arena import Plan, cores, run_arena
    from skali.arena.lab import things
    from skali.arena.measures import difference, false_discoveries
    from skali.arena.observe import observe
    from skali.core import load_game
    from skali.core.saga import open_saga
    from skali.interop import datasets
    from skali.interop.widget import SagaBoard

    return (
        Path, Plan, SagaBoard, cores, datasets, difference, false_discoveries, load_game, mo, np, observe, open_saga, plt, pq,
        run_arena, tempfile, things,
    )  # fmt: skip


@app.cell
def _(mo):
    mo.md("""
    # Which occupations are too strong?

    A designer of *A Feast for Odin* wants to know which cards of deck A lift whoever has them. We let `greedy` play against
    itself, keep every game, and look twice: first at who *played* a card, then at who was *dealt* it. The second look is the
    honest one: a card that is played has found a player who could use it, but cards are dealt by luck alone.
    """)


@app.cell
def _(mo):
    given = mo.cli_args()
    GAMES = int(given.get("games", 500))
    AGENT = str(given.get("agent", "greedy"))
    KEEP = str(given.get("keep", ""))  # a folder for the games; without one they are forgotten in the end
    SAVE = str(given.get("save", ""))  # where the picture is kept, if anywhere
    return AGENT, GAMES, KEEP, SAVE


@app.cell
def _(AGENT, GAMES, KEEP, Path, Plan, cores, datasets, pq, run_arena, tempfile):
    folder = Path(KEEP or tempfile.mkdtemp())
    plan = Plan("odin", [AGENT], 2, GAMES, seed=1)
    run_arena(plan, folder / "arena", resume=True, jobs=cores())
    if not (folder / "data" / datasets.GAMES).exists():
        datasets.write(folder / "data", [folder / "arena"])
    data = datasets.Dataset(folder / "data")
    results = pq.read_table(folder / "arena" / "results.parquet")
    print(
        f"{data.games.num_rows} games with {len(data):,} decisions; {AGENT} has {results['score'].to_numpy().mean():.1f} points"
    )
    return data, results


@app.cell
def _(mo):
    mo.md("""
    ## Who played it

    The lab's own measure (`skali lab odin --things played:`): how many more first places go to seats that played the card, with
    an interval at 95 % and the share of false findings if this card and all surer ones are believed.
    """)


@app.cell
def _(data, load_game, observe, results, things):
    game = load_game("odin")
    CARDS = game.words("en")

    def name_of(card):
        return CARDS.template("card", card)

    _seats = results.select(["game", "seat", "score", "share"]).to_pylist()
    records = [{"game": number, "seats": _seats[2 * number : 2 * number + 2]} for number in range(len(_seats) // 2)]
    for _record in records:
        _record["observed"] = observe(game, data.saga(_record["game"]))
    played = things(records, "played:")
    for _row in played[:10]:
        _low, _high = _row["interval"]
        _name = name_of(_row["thing"].removeprefix("played: ").partition(" (")[0])
        print(
            f"{_name:34} {_row['lift']:+.2f} ({_low:+.2f} to {_high:+.2f}), {_row['seats']} seats, q {_row['false_discovery']:.3f}"
        )
    return game, name_of, played, records


@app.cell
def _(mo):
    mo.md("""
    ## Who was dealt it

    Each player is dealt one occupation before the game begins. That is an experiment: luck has chosen who gets the card. What
    it adds to the final score, beside all other cards, is what the card itself is worth to this player.
    """)


@app.cell
def _(data, difference, false_discoveries, game, name_of, np, open_saga, records):
    dealt = []
    for _record in records:
        _start = open_saga(data.saga(_record["game"]), game)
        for _seat in range(2):
            dealt.append(_start.view(_seat)["players"][_seat]["hand"][0])
    scores = np.array([float(seat["score"]) for record in records for seat in record["seats"]])
    scores -= np.tile([scores[0::2].mean(), scores[1::2].mean()], len(records))  # what the seat is worth
    lifts = []
    for _card in sorted(set(dealt)):
        _had = [card == _card for card in dealt]
        if sum(_had) >= 10:
            _gap, _interval, _chance = difference(scores.tolist(), _had, [at // 2 for at in range(len(dealt))])
            lifts.append({"card": _card, "seats": sum(_had), "lift": _gap, "interval": _interval, "chance": _chance})
    for _row, _rate in zip(lifts, false_discoveries([row["chance"] for row in lifts])):
        _row["false_discovery"] = _rate
    lifts.sort(key=lambda row: -row["lift"])
    for _row in [*lifts[:6], *lifts[-4:]]:
        _low, _high = _row["interval"]
        print(
            f"{name_of(_row['card']):34} {_row['lift']:+5.1f} points ({_low:+.1f} to {_high:+.1f}), "
            f"{_row['seats']} seats, q {_row['false_discovery']:.3f}"
        )
    return (lifts,)


@app.cell
def _(SAVE, lifts, name_of, plt):
    _shown = lifts if len(lifts) <= 24 else [*lifts[:12], *lifts[-12:]]
    figure, _axes = plt.subplots(figsize=(7, 0.24 * len(_shown) + 1), layout="constrained")
    for _at, _row in enumerate(reversed(_shown)):
        _sure = _row["false_discovery"] <= 0.05
        _axes.plot(_row["interval"], [_at, _at], color="tab:red" if _sure else "tab:grey")
        _axes.plot(_row["lift"], _at, "o", color="tab:red" if _sure else "tab:grey")
    _axes.set_yticks(range(len(_shown)), [name_of(row["card"]) for row in reversed(_shown)], fontsize=7)
    _axes.axvline(0, color="black", linewidth=0.8)
    _axes.set(xlabel="points that the dealt card adds (95 %); red: at most 5 % false findings")
    if SAVE:
        figure.savefig(SAVE)
    figure
    return


@app.cell
def _(lifts, mo, name_of):
    _strong = [name_of(row["card"]) for row in lifts if row["lift"] > 0 and row["false_discovery"] <= 0.05]
    mo.md(
        f"""
    ## What we would tell the designer

    Dealt at the start, these lift the score of this player more than luck explains: **{", ".join(_strong) or "none of them"}**.
    An interval that reaches far over zero asks for more games, not for a change of the card. And it is an answer about this
    player: ask a stronger one, with `--agent rollout:100`, before a card is changed.
    """
    )


@app.cell
def _(mo):
    mo.md("""
    ## A game to look at

    Every game is kept: step through the one with the highest score.
    """)


@app.cell
def _(SagaBoard, data, np, results):
    _best = int(results["game"].to_numpy()[np.argmax(results["score"].to_numpy())])
    board = SagaBoard(data.saga(_best))
    board.step = board.last
    board
    return


if __name__ == "__main__":
    app.run()
