"""``skali replay``: plays a saga again and checks it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from skali.cli.common import ComponentFile, Json, Language, open_game, out, print_json
from skali.core import SPECTATOR, Event, Saga, SagaError, State, replay
from skali.core.saga import Step, commitments


def read_saga(file: Path) -> Saga:
    try:
        return Saga.read(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise SagaError(0, f"{file} cannot be read: {error}") from None


def replay_file(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saga, as `save` in `skali play` writes it.")],
    log: Annotated[bool, typer.Option("--log", help="Tell what happens, move by move.")] = False,
    verify: Annotated[
        str | None,
        typer.Option(
            "--verify",
            metavar="COMMITMENT",
            help="Check that seed and nonce are those that the hall committed itself to.",
        ),
    ] = None,
    components: ComponentFile = None,
    language: Language = "en",
    as_json: Json = False,
) -> None:
    """Replays a saga to the identical result, or says at which line it departs (exit code 1)."""
    saga = read_saga(file)
    if verify is not None and verify.strip().lower() not in commitments(saga):
        typer.echo(f"skali: {file.name}: its seed and nonce do not give the commitment {verify}", err=True)
        raise typer.Exit(1)
    game = open_game(saga.game, components)
    words = game.words(language)
    players = [saga.players.get(seat, words.player(seat)) for seat in range(saga.seats)]

    def tell(step: Step, state: State, events: list[Event]) -> None:
        if step.kind == "move":
            out.print(f"[dim]{step.line:5}[/]  [bold]{players[step.seat]}[/]: {step.text}", highlight=False)
        for event in events:
            if event.seen_by(SPECTATOR):
                out.print(f"       {words.say('event', event.kind, event.data, players)}", markup=False)

    try:
        state = replay(saga, game, tell if log and not as_json else None)
    except SagaError as error:
        typer.echo(f"skali: {file.name}: {error}", err=True)
        raise typer.Exit(1) from None
    scores = [int(state.score(seat)) for seat in range(saga.seats)]
    moves = sum(step.kind == "move" for step in saga.steps)
    verdict = "verified" if saga.digest else "unfinished"
    if as_json:
        print_json({"game": saga.game, "moves": moves, "scores": scores, "over": state.is_over(), "result": verdict})
        return
    out.print(
        f"{game.title}, {moves} moves: "
        + ", ".join(f"{name} {score}" for name, score in zip(players, scores, strict=True))
    )
    if verify is not None:
        out.print("[green]The luck is the one that was committed to before it was drawn.[/]")
    if saga.digest:
        out.print("[green]The saga is true: same scores, same digest.[/]")
    else:
        out.print("The saga is unfinished; its moves are legal as far as they go.")
