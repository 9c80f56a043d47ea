"""Recorded games as a dataset: sagas in, Parquet out, and a loader that gives numpy arrays to programs that learn.

A dataset is a folder. ``games.parquet`` has a row for each game: its saga, players, scores, places and rewards.
``decisions.parquet`` has a row for each move that was asked: the game, seat, kind of question, the action and the legal ones.
Observations are stored with the decisions if that was asked for; otherwise the loader plays the sagas again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from skali.core import Game, NotationError, Saga, SagaError, State, load_game
from skali.core.saga import Step, fork_seed, open_saga
from skali.interop.table import Table, observation_of, rewards_by_place

GAMES = "games.parquet"
DECISIONS = "decisions.parquet"
_GAME = b"skali.game"

Source = str | Path | Saga
"""A saga, the file of one, or a folder with files such as ``skali arena --out`` leaves."""


class DatasetError(ValueError):
    """A dataset that cannot be written or read; the message says which game is wrong and why."""


class Counted(NamedTuple):
    """How much a dataset holds."""

    games: int
    decisions: int


def write(
    folder: str | Path,
    sources: Iterable[Source],
    observations: bool = False,
    tell: Callable[[Counted], None] | None = None,
) -> Counted:
    """Makes a dataset of games of one kind. ``tell`` is called after each game."""
    folder = Path(folder)
    if any((folder / name).exists() for name in (GAMES, DECISIONS)):
        raise DatasetError(f"{folder} already holds a dataset")
    sagas = _sagas(sources)
    first = next(sagas, None)
    if first is None:
        raise DatasetError("there are no sagas: name files, or a folder with files that end in .saga")
    game = load_game(first[1].game)
    folder.mkdir(parents=True, exist_ok=True)
    kept: list[dict[str, Any]] = []
    counted = Counted(0, 0)
    parts = [folder / f"{name}.part" for name in (DECISIONS, GAMES)]
    try:
        with pq.ParquetWriter(parts[0], _decision_schema(game, observations), compression="zstd") as writer:
            for name, saga in _chained(first, sagas):
                rows, about = _played(game, name, saga, len(kept), observations)
                kept.append(about)
                writer.write_table(pa.table(rows, writer.schema))
                counted = Counted(len(kept), counted.decisions + about["decisions"])
                if tell is not None:
                    tell(counted)
        pq.write_table(pa.Table.from_pylist(kept, _GAME_SCHEMA), parts[1], compression="zstd")
        for part, whole in zip(parts, (DECISIONS, GAMES), strict=True):
            part.replace(folder / whole)
    finally:
        for part in parts:
            part.unlink(missing_ok=True)
    return counted


class Dataset:
    """A dataset that was written: tables of Arrow, and arrays for programs that learn."""

    def __init__(self, folder: str | Path) -> None:
        folder = Path(folder)
        try:
            self.games = pq.read_table(folder / GAMES)
            self.decisions = pq.read_table(folder / DECISIONS, memory_map=True)
        except FileNotFoundError:
            raise DatasetError(f"{folder} holds no dataset: there is no {GAMES} with {DECISIONS}") from None
        self.game = load_game(self.decisions.schema.metadata[_GAME].decode())
        self._row = observation_of(self.game).size
        self.action_count = Table(self.game, None, {}, None).action_count

    def __len__(self) -> int:
        """The number of decisions."""
        return int(self.decisions.num_rows)

    def saga(self, game: int) -> Saga:
        """One of the games, to replay."""
        return Saga.read(self.games["saga"][game].as_py())

    def observations(self, rows: NDArray[np.int64] | None = None) -> NDArray[np.int16]:
        """What the seats saw before these decisions, all of them by default: read, or found by playing their games again."""
        wanted = np.arange(len(self)) if rows is None else np.asarray(rows)
        if "observation" in self.decisions.schema.names:
            found = self.decisions["observation"].take(pa.array(wanted)).combine_chunks()
            return np.asarray(found.flatten()).reshape(len(wanted), self._row)
        seen = np.zeros((len(wanted), self._row), np.int16)
        games = np.asarray(self.decisions["game"])
        for game in np.unique(games[wanted]):
            own = np.flatnonzero(games[wanted] == game)
            first = int(np.searchsorted(games, game))
            asked = {int(wanted[at]) - first: at for at in own}
            seen_once = {}
            for ply, row in enumerate(self._replayed(int(game))):
                if ply in asked:
                    seen_once[ply] = row
            for at in own:
                seen[at] = seen_once[int(wanted[at]) - first]
        return seen

    def masks(self, rows: NDArray[np.int64]) -> NDArray[np.uint8]:
        """1 for every action that was legal."""
        legal = self.decisions["legal"].take(pa.array(np.asarray(rows))).combine_chunks()
        counts = np.diff(np.asarray(legal.offsets))
        masks = np.zeros((len(counts), self.action_count), np.uint8)
        masks[np.repeat(np.arange(len(counts)), counts), np.asarray(legal.flatten())] = 1
        return masks

    def batches(self, size: int, seed: int | None = None) -> Iterator[dict[str, NDArray[Any]]]:
        """All decisions once, so many at a time (the last may be fewer): in their order, or shuffled by a seed.

        Without stored observations whole games are shuffled rather than decisions, so that each is played again only once.
        """
        order = np.arange(len(self))
        if seed is not None:
            random = np.random.default_rng(seed)
            if "observation" in self.decisions.schema.names:
                random.shuffle(order)
            else:
                games = np.asarray(self.decisions["game"])
                places = random.permutation(self.games.num_rows)
                order = np.argsort(places[games], kind="stable")
        for first in range(0, len(order), size):
            rows = order[first : first + size]
            table = self.decisions.select(["seat", "action", "reward"]).take(pa.array(rows))
            yield {
                "observation": self.observations(rows),
                "action_mask": self.masks(rows),
                **{name: np.asarray(table[name]) for name in table.schema.names},
            }

    def _replayed(self, number: int) -> Iterator[NDArray[np.int16]]:
        saga = self.saga(number)
        table = _table(self.game, saga)
        for state, step, _ in _decisions(self.game, saga):
            if step is not None:
                yield table.observe(state, step.seat)["observation"]


def _decision_schema(game: Game, observations: bool) -> pa.Schema:
    columns = [
        ("game", pa.int32()),
        ("ply", pa.int32()),
        ("seat", pa.int8()),
        ("kind", pa.string()),
        ("move", pa.int32()),
        ("notation", pa.string()),
        ("action", pa.int32()),
        ("legal", pa.list_(pa.int32())),
        ("reward", pa.float32()),
    ]
    if observations:
        columns.append(("observation", pa.list_(pa.int16(), observation_of(game).size)))
    return pa.schema(columns, {_GAME: game.key.encode()})


_GAME_SCHEMA = pa.schema(
    [
        ("name", pa.string()),
        ("seats", pa.int8()),
        ("seed", pa.uint64()),
        ("options", pa.map_(pa.string(), pa.string())),
        ("players", pa.list_(pa.string())),
        ("scores", pa.list_(pa.int32())),
        ("places", pa.list_(pa.int8())),
        ("rewards", pa.list_(pa.float32())),
        ("decisions", pa.int32()),
        ("digest", pa.string()),
        ("saga", pa.string()),
    ]
)


def _sagas(sources: Iterable[Source]) -> Iterator[tuple[str, Saga]]:
    for source in sources:
        if isinstance(source, Saga):
            yield "", source
            continue
        path = Path(source)
        if not path.exists():
            raise DatasetError(f"there is no {path}")
        for file in sorted(path.rglob("*.saga")) if path.is_dir() else [path]:
            try:
                yield file.name, Saga.read(file.read_text(encoding="utf-8"))
            except (SagaError, UnicodeDecodeError) as error:
                raise DatasetError(f"{file}: {error}") from None


def _chained(first: tuple[str, Saga], rest: Iterator[tuple[str, Saga]]) -> Iterator[tuple[str, Saga]]:
    yield first
    yield from rest


def _table(game: Game, saga: Saga) -> Table:
    return Table(game, saga.seats, dict(saga.options), None)


def _decisions(game: Game, saga: Saga) -> Iterator[tuple[State, Step | None, int]]:
    """The position before each move that was asked, with its line and its number; in the end the last position, with None."""
    state = open_saga(saga, game)
    for step in saga.steps:
        if step.kind == "fork":
            state.reseed(fork_seed(saga, int(step.text)))
        elif step.kind == "move":
            try:
                move = game.moves.read(step.text)
            except NotationError as error:
                raise SagaError(step.line, str(error)) from None
            refusal = state.why_not(step.seat, move)
            if refusal is not None:
                raise SagaError(step.line, f"seat {step.seat} may not play '{step.text}' ({refusal.rule})")
            yield state, step, move
            state.advance(step.seat, move)
    yield state, None, -1


def _played(
    game: Game, name: str, saga: Saga, number: int, observations: bool
) -> tuple[dict[str, list[Any]], dict[str, Any]]:
    """The rows of a game's decisions, and what is told of the game."""
    rows: dict[str, list[Any]] = {column: [] for column in _decision_schema(game, observations).names}
    try:
        state = open_saga(saga, game)
        table = _table(game, saga)
        for state, step, move in _decisions(game, saga):
            if step is None:
                break
            legal = sorted(table.legal_actions(state, step.seat))
            rows["ply"].append(len(rows["ply"]))
            rows["seat"].append(step.seat)
            rows["kind"].append(state.prompt(step.seat).kind)
            rows["move"].append(move)
            rows["notation"].append(step.text)
            rows["action"].append(int(table.actions.action(move)))
            rows["legal"].append(legal)
            if observations:
                rows["observation"].append(table.observe(state, step.seat)["observation"])
        if saga.digest and state.digest() != saga.digest:
            raise SagaError(0, "its moves do not lead to its digest")
    except SagaError as error:
        raise DatasetError(f"{name or f'game {number}'}: {error}") from None
    over = state.is_over()
    rewards = rewards_by_place(state, saga.seats) if over else [None] * saga.seats
    count = len(rows["ply"])
    rows["game"] = [number] * count
    rows["reward"] = [rewards[seat] for seat in rows["seat"]]
    about = {
        "name": name,
        "seats": saga.seats,
        "seed": saga.seed,
        "options": list(saga.options.items()),
        "players": [saga.players.get(seat, "") for seat in range(saga.seats)],
        "scores": [int(state.score(seat)) for seat in range(saga.seats)],
        "places": state.ranking() if over else None,
        "rewards": rewards if over else None,
        "decisions": count,
        "digest": saga.digest,
        "saga": saga.write(),
    }
    return rows, about
