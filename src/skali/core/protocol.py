"""The game protocol: what every game offers and every interface uses. Knows no game.

``Game`` is immutable: rules and components. ``State`` is one position: data that is cheap to copy. ``Decision`` is one question of
a game; a state finds the decision at hand and leaves the rest to it. The vocabulary is the field's (OpenSpiel, PettingZoo).
Everything that a seat gets to see goes through ``view``, ``prompt``, ``legal_moves``, ``why_not``, ``score_sheet``, ``key`` and
the events addressed to it.
"""

from __future__ import annotations

import hashlib
import json
from abc import ABCMeta, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from importlib import resources
from math import exp
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from skali.core.bits import bit
from skali.core.components import Components
from skali.core.moves import Moves, MoveSpace
from skali.core.observation import Numbers, Part
from skali.core.options import OptionError, Options
from skali.core.presenter import Presenter
from skali.core.rulebook import Rulebook
from skali.core.weights import Tunable, Weights
from skali.core.words import Words, languages_in

SPECTATOR: Final = -1
"""The seat of those who only watch."""

EVERYONE: Final = -1
"""The audience of a public event."""

NOT_AWAITED: Final = -1
NO_SUCH_MOVE: Final = -2
GAME_OVER: Final = -3
CORE_REFUSALS: Final = {
    NOT_AWAITED: "CORE-1",
    NO_SUCH_MOVE: "CORE-2",
    GAME_OVER: "CORE-3",
}
DECISION_FAULT: Final = 1000
"""A fault of 1000 + n cites decision n of the ledger: the step is refused only by its canonical order."""


def only(seat: i64) -> i64:
    """The audience of one seat."""
    return bit(seat)


def all_but(seat: i64) -> i64:
    """Everybody, spectators too, except one seat."""
    return EVERYONE ^ bit(seat)


NOT_COUNTED: Final = -1
"""The answer of ``count_legal`` where only the list of the moves tells how many there are."""
NO_MOVE: Final = -1
"""The answer of ``pick_legal`` for a number that stands for no move."""


@dataclass(frozen=True)
class Prompt:
    """What is asked of a seat: the kind, the decision of the ledger, and what the sentence needs. ``waiting`` when nothing is.

    ``default_answer`` is the move for a seat that does not want to be asked where nothing can be gained; -1 if there is none.
    """

    kind: str
    decision: str = ""
    data: dict[str, Any] = dataclass_field(default_factory=dict)
    default_answer: int = -1


WAITING: Final = Prompt("waiting")


@dataclass(frozen=True)
class Talk:
    """Whether the table may talk now, and the rule that opens or closes it."""

    open: bool
    rule: str


@dataclass(frozen=True)
class Event:
    """Something that happened, as one audience may know it. ``rule`` cites the rule that made it happen, where one did.

    ``notice``: its audience is told on the board too, not in the log alone. ``then`` is a copy of the position as it was, for what
    would be gone again before anybody is asked; with ``pause`` a page stays there until its viewer goes on.
    """

    kind: str
    data: dict[str, Any]
    audience: int = EVERYONE
    rule: str = ""
    notice: bool = False
    then: State | None = dataclass_field(default=None, compare=False, repr=False)
    pause: bool = False

    def seen_by(self, seat: int) -> bool:
        """The sign of the audience stands for the spectators, the other bits for the seats."""
        if seat == SPECTATOR:
            return self.audience < 0
        return bool((self.audience >> seat) & 1)


@dataclass(frozen=True)
class Refusal:
    """Why a move is not allowed: the id of the rule that forbids it, and what on the table it concerns."""

    rule: str
    data: dict[str, Any] = dataclass_field(default_factory=dict)


@dataclass(frozen=True)
class ScoreLine:
    """One line of a score sheet: a key for its words, the points, the rule it is scored by. Totals and remarks are not summed."""

    key: str
    points: int
    rule: str
    data: dict[str, Any] = dataclass_field(default_factory=dict)
    summed: bool = True


class IllegalMove(ValueError):
    """A move that was refused; nothing has changed."""

    def __init__(self, seat: int, move: str, refusal: Refusal) -> None:
        super().__init__(f"seat {seat} may not play '{move}' ({refusal.rule})")
        self.seat = seat
        self.move = move
        self.refusal = refusal


@mypyc_attr(allow_interpreted_subclasses=True)
class State(metaclass=ABCMeta):
    """One position of a game: data only, cheap to copy. Native and without attributes of its own, open to plain subclasses."""

    # Decisions

    @abstractmethod
    def game(self) -> Game:
        """The game this is a position of."""

    @abstractmethod
    def actor(self) -> i64:
        """The first seat that owes a decision, -1 when the game is over."""

    def to_act(self) -> list[int]:
        """The seats that owe a decision; several when it is simultaneous; empty when the game is over."""
        seat = self.actor()
        return [] if seat < 0 else [int(seat)]

    @abstractmethod
    def decision(self, seat: i64) -> Decision[Any]:
        """The decision that is asked of the seat. Called only for awaited seats."""

    def prompt(self, seat: i64) -> Prompt:
        """What is asked of the seat; ``WAITING`` if nothing is."""
        if seat not in self.to_act():
            return WAITING
        return self.decision(seat).prompt(self, seat)

    def fill_legal(self, seat: i64, out: Moves) -> None:
        """Adds all the moves that the rules allow the seat now."""
        self.decision(seat).fill(self, seat, out)

    def legal_moves(self, seat: i64) -> list[int]:
        """All that the rules allow the seat now."""
        moves = Moves()
        if seat in self.to_act():
            self.fill_legal(seat, moves)
        return moves.to_list()

    def search_moves(self, seat: i64, out: Moves) -> None:
        """Adds the moves worth searching: the legal ones, less what only repeats another order."""
        self.decision(seat).fill_search(self, seat, out)

    def count_legal(self, seat: i64) -> i64:
        """How many numbers ``pick_legal`` takes, for games that need not list their moves in random play: 1 for a single move."""
        return self.decision(seat).count(self, seat)

    def pick_legal(self, seat: i64, n: i64) -> i64:
        """The move of a number below the count: each that ``search_moves`` gives has one, other numbers have ``NO_MOVE``."""
        return self.decision(seat).pick(self, seat, n)

    def fault(self, seat: i64, move: i64) -> i64:
        """The number of the rule that the move breaks, 0 if none. Asked only of awaited seats and existing moves."""
        return self.decision(seat).fault(self, seat, move)

    def why_not(self, seat: i64, move: int) -> Refusal | None:
        """The rule that forbids the move; None exactly when it is legal."""
        if self.is_over():
            return Refusal(CORE_REFUSALS[GAME_OVER])
        if seat not in self.to_act():
            return Refusal(CORE_REFUSALS[NOT_AWAITED])
        if move not in self.game().moves:
            return Refusal(CORE_REFUSALS[NO_SUCH_MOVE])
        fault = self.fault(seat, move)
        if not fault:
            return None
        return Refusal(self.game().rule_id(int(fault)), self.decision(seat).concerned(self, seat, move, fault))

    def advance(self, seat: i64, move: i64, events: list[Event] | None = None) -> None:
        """Plays a move that is known to be legal: for searches and playouts. Everybody else calls ``apply``."""
        self.decision(seat).play(self, seat, move, events)
        self.go_on(events)

    def go_on(self, events: list[Event] | None) -> None:
        """What follows by itself after a move, until somebody has a choice: the course of the game."""
        return

    def apply(self, seat: i64, move: int, events: list[Event] | None = None) -> None:
        """Plays a move, or raises ``IllegalMove`` and leaves everything as it was."""
        refusal = self.why_not(seat, move)
        if refusal is not None:
            moves = self.game().moves
            raise IllegalMove(int(seat), moves.show(move) if move in moves else str(move), refusal)
        self.advance(seat, move, events)

    @abstractmethod
    def barrier(self) -> i64:
        """Grows when anything is rolled, drawn, revealed or finally answered; undo never crosses it."""

    def luck(self) -> i64:
        """Changes when anything is rolled, drawn or revealed: what no draft may show. Without it the barrier stands for it."""
        return self.barrier()

    # Knowledge

    @abstractmethod
    def view(self, seat: i64) -> dict[str, Any]:
        """What the seat may know, by naming it. Its entry ``awaiting`` is ``awaiting(seat)``."""

    def view_stamps(self, seat: i64) -> dict[str, int]:
        """Of parts of the view that take time to make: a number for each that is another whenever the part is.

        So what has not changed is not made again to be shown. It hangs on nothing that the seat may not know. A game need not
        say it of any part.
        """
        return {}

    def view_without(self, seat: i64, parts: list[str]) -> dict[str, Any]:
        """The view without some of the parts that have stamps."""
        view = self.view(seat)
        for name in parts:
            del view[name]
        return view

    def awaiting(self, seat: i64) -> list[int]:
        """Whom the seat may know to be awaited."""
        return self.to_act()

    @abstractmethod
    def determinize(self, seat: i64, seed: int) -> State:
        """A random position that this seat cannot tell from the true one."""

    @abstractmethod
    def key(self, seat: i64) -> i64:
        """A 62-bit hash of what the seat may know: equal views, equal keys."""

    def remarks(self, seat: i64) -> list[int]:
        """What the seat may say to the table now, in the game's ``remarks``: no moves, and nothing binds anybody to them."""
        return []

    def talk(self, seat: i64) -> Talk | None:
        """Whether the seat may talk to the table now; None where no rule of the game says anything about it."""
        return None

    # Result

    @abstractmethod
    def score(self, seat: i64) -> i64:
        """The true score now."""

    @abstractmethod
    def score_sheet(self, seat: i64, viewer: i64) -> list[ScoreLine]:
        """The score line by line, each with its rule, as the viewer may know it."""

    def is_over(self) -> bool:
        return self.actor() < 0

    @abstractmethod
    def ranking(self) -> list[int]:
        """The places: 1 is first; equal numbers are shared places."""

    # Data

    @abstractmethod
    def copy(self) -> State:
        """A position that shares nothing that can change."""

    @abstractmethod
    def reseed(self, seed: int) -> None:
        """Starts a new stream of luck."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Everything, secrets too, ready for JSON; ``Game.load`` is the inverse."""

    def _repr_svg_(self) -> str | None:
        """How a notebook shows the position: as spectators see it."""
        game = self.game()
        drawing = game.presenter.picture(self.view(SPECTATOR), game.words("en"), [])
        return None if drawing is None else drawing.svg()

    def digest(self) -> str:
        """A hash of everything, stable across machines and Python versions."""
        text = json.dumps(self.to_dict(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


P = TypeVar("P", bound=State)


@mypyc_attr(allow_interpreted_subclasses=True)
class Decision(Generic[P], metaclass=ABCMeta):
    """One question that a game asks: what may be done, why not, what it does and what is asked stand together.

    It has no data of its own: what it has to remember lies in the position, and it alone knows how that is packed.
    """

    def fill(self, position: P, seat: i64, out: Moves) -> None:
        """Adds all that the seat may answer. A decision that cannot count its answers must list them here."""
        for n in range(self.count(position, seat)):
            out.add(self.pick(position, seat, n))

    def fill_search(self, position: P, seat: i64, out: Moves) -> None:
        """Adds the answers worth searching: all of them, less what only repeats another order."""
        self.fill(position, seat, out)

    def count(self, position: P, seat: i64) -> i64:
        """How many numbers ``pick`` takes, for decisions that need not list what is worth searching: 1 for a single answer."""
        return NOT_COUNTED

    def pick(self, position: P, seat: i64, n: i64) -> i64:
        """The answer of a number, ``NO_MOVE`` if it has none: every answer worth searching has one."""
        raise NotImplementedError

    @abstractmethod
    def fault(self, position: P, seat: i64, move: i64) -> i64:
        """The number of the rule that the answer breaks, 0 if none."""

    def concerned(self, position: P, seat: i64, move: i64, fault: i64) -> dict[str, Any]:
        """What on the table the broken rule concerns, for whoever draws it; the game declares it in ``refusal_types``."""
        return {}

    @abstractmethod
    def play(self, position: P, seat: i64, move: i64, events: list[Event] | None) -> None:
        """Does what the answer says. What follows by itself comes after: ``State.go_on``."""

    @abstractmethod
    def prompt(self, position: P, seat: i64) -> Prompt:
        """What is asked."""


def decision_list(*decisions: Decision[Any]) -> vec[Decision[Any]]:
    """The decisions of a game, by the number under which a position names them: quicker to read than a list."""
    listed: vec[Decision[Any]] = vec[Decision]()  # type: ignore[type-arg]
    for each in decisions:
        listed = append(listed, each)
    return listed


@mypyc_attr(allow_interpreted_subclasses=True)
class Heuristic(metaclass=ABCMeta):
    """What a game knows about good play, offered to agents through the game."""

    @abstractmethod
    def evaluate(self, state: State, seat: i64) -> float:
        """How well the seat stands, in points of the final score that it may expect beyond its rivals."""

    def evaluate_all(self, state: State, values: vec[float]) -> None:
        """Puts what ``evaluate`` says of each seat in its place: for heuristics that can judge all seats at once."""
        for seat in range(len(values)):
            values[seat] = self.evaluate(state, seat)

    @abstractmethod
    def weigh(self, state: State, seat: i64, moves: Moves, weights: vec[float]) -> None:
        """Puts a weight above 0 beside each move: how likely a sensible player is to choose it."""

    def parts(self, state: State, seat: i64) -> dict[str, float]:
        """What ``evaluate`` says, in the game's terms: points by where they are expected from. They add up to it.

        ``points`` are those that the seat has by the score sheet of the position that is judged. Every part has words in the
        table ``reason``, for hints. Only explanations ask for parts: they may take their time.
        """
        return {"standing": self.evaluate(state, seat)}

    def parts_of_move(self, state: State, seat: i64, move: i64) -> dict[str, float]:
        """What speaks for a move whose effect the position after it does not show yet, such as a secret order or a vote.

        In points or whatever else the words say.
        """
        return {}

    def least_reason(self) -> float:
        """Points below which a part is no reason for a move."""
        return 0.25

    def stage(self, state: State) -> i64:
        """Where lines of play may stop and be judged: the number of the stage, such as a round, where a turn begins.

        -1 inside a turn: a search that plays on decides whole turns, and what is asked inside one goes with it. It judges a line
        where a later stage begins. The number depends on what everybody knows, and never falls. By default every decision is a
        turn, and lines go on to the end.
        """
        return 0

    def looked_at(self) -> i64:
        """Of how many moves, the likeliest, one-ply play inside lines looks at the positions after them; 0 for all."""
        return 0

    def unlikely(self, state: State) -> float:
        """Moves with less than this part of the weight of the likeliest are not played on from, nor looked at inside lines.

        The best move at one ply is never among them.
        """
        return 0.0

    def is_by_weights(self, state: State) -> bool:
        """Whether weights alone decide inside lines, because the positions right after the moves say nothing more."""
        return False

    def ahead(self, state: State) -> i64:
        """How many stages lines go on for from this position."""
        return 1

    def line_worth(self, state: State, seat: i64) -> float:
        """What a line counts for a seat that ends in this position: by default what ``evaluate`` says."""
        return self.evaluate(state, seat)

    def doubt(self) -> float:
        """By how many standard errors another move must do better in lines than the best at one ply, to be preferred to it.

        With 0 whatever did best is preferred, and half of the moves are given up again and again.
        """
        return 0.0

    def width(self, state: State) -> i64:
        """How many moves, the best at one ply, a search that plays on from this position begins with."""
        return 6

    def remark(self, state: State, seat: i64) -> i64:
        """What a sensible player would say now, one of ``State.remarks``; -1 for nothing."""
        return -1

    def remark_with(self, state: State, seat: i64, move: i64) -> i64:
        """The same of a player who will play this move."""
        return self.remark(state, seat)


_MOST_APART: Final = 60.0
"""No strength counts as further above another: its power is a number still."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Forecast(metaclass=ABCMeta):
    """Who will win from where lines end: a chance for each seat, by what is noted of all of them and weights fitted to games."""

    def __init__(self, features: tuple[str, ...], weights: Weights | None) -> None:
        self.features = features
        self.weights = weights
        self.numbers = Numbers(len(features))

    @abstractmethod
    def observe(self, state: State, seat: i64, out: Numbers) -> None:
        """Writes the features of a seat."""

    def chance(self, state: State, seat: i64, seats: i64) -> float:
        """That the seat wins: its part of the strengths of all."""
        own = self.strength(state, seat)
        total = 1.0
        for other in range(seats):
            if other != seat:
                total += exp(min(self.strength(state, other) - own, _MOST_APART))
        return 1.0 / total

    def strength(self, state: State, seat: i64) -> float:
        """As a logarithm."""
        weights = self.weights
        assert weights is not None
        self.observe(state, seat, self.numbers)
        return weights.value(0, self.numbers)


@mypyc_attr(allow_interpreted_subclasses=True)
class LearningHeuristic(Heuristic):
    """A heuristic whose judgement can be learned: it says what of a position matters, ``weights`` say how much.

    Without weights it judges by what people wrote down. A judgement that is a sum of features is fitted to noted positions
    (``observe``); of any other the numbers in it are learned by play with others near them (``tunables``).
    """

    def __init__(self, features: tuple[str, ...], rows: tuple[str, ...], weights: Weights | None) -> None:
        self.features = features
        """The names of what it looks at."""
        self.rows = rows
        """The names of the kinds of position that have weights of their own."""
        self.weights = weights
        self.forecast: Forecast | None = None
        """Who will win, for games in which lines are not judged like positions after one ply."""

    def observe(self, state: State, seat: i64, out: Numbers) -> i64:
        """Writes the features as the seat has them and returns the row of weights; -1 where nothing is left to learn."""
        return -1

    def tunables(self) -> tuple[Tunable, ...]:
        """The numbers of a judgement that is no sum of features, in the order of ``features``; none of one that is."""
        return ()

    def outcome(self, state: State, seat: i64) -> float:
        """What the end of a game is worth to a seat, for trials of weights against others: by default its score."""
        return float(state.score(seat))

    @abstractmethod
    def with_weights(self, weights: Weights | None) -> LearningHeuristic:
        """The same heuristic with other weights, or with none; a forecast goes with weights and is not kept."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Observation(metaclass=ABCMeta):
    """What a seat may know as a row of numbers of fixed length, for programs that learn. Equal views give equal rows."""

    def __init__(self, *parts: Part) -> None:
        self.parts = parts
        self.size = sum(part.size for part in parts)

    @abstractmethod
    def write(self, state: State, seat: i64, out: Numbers) -> None:
        """Writes all ``size`` numbers from ``out.at`` on, part by part."""

    def row(self, state: State, seat: i64) -> list[int]:
        """The numbers as a list, for everything outside a hot path."""
        numbers = Numbers(self.size)
        self.write(state, seat, numbers)
        return numbers.to_list()


@mypyc_attr(allow_interpreted_subclasses=True)
class Solver(metaclass=ABCMeta):
    """Exact play of a phase that is perfect information and small."""

    @abstractmethod
    def size(self, state: State) -> i64:
        """A measure of the work, -1 if this position cannot be solved."""

    @abstractmethod
    def solve(self, state: State, limit: i64) -> Solution:
        """The best move and its value for the seat to act, looking at no more than ``limit`` positions."""


@dataclass(frozen=True)
class Solution:
    """A move, its value (points ahead at the end of the phase), whether that is proved, and the positions looked at."""

    move: int
    value: int
    exact: bool
    positions: int


@dataclass(frozen=True)
class Finding:
    """What a game finds out about itself for the lab: a question in words, and an answer from each try."""

    title: str
    words: str
    unit: str
    values: list[float]


@dataclass(frozen=True)
class Advice:
    """Moves that an aid suggests, in their order, and what is told with them."""

    moves: list[int]
    data: dict[str, Any]


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(metaclass=ABCMeta):
    """The rules and components of a game. Immutable; every state points to one.

    A game names itself in ``__init__`` and gives ``start`` and ``load``; rulebook, words and components come from its folder.
    """

    def __init__(
        self,
        *,
        key: str,
        title: str,
        prefix: str,
        seats: tuple[int, ...],
        rules_version: str,
        options: type[Options],
        moves: MoveSpace,
        components: Components,
        package: str,
        heuristic: Heuristic | None = None,
        solver: Solver | None = None,
        observation: Observation | None = None,
        presenter: Presenter | None = None,
        remarks: MoveSpace | None = None,
        rule_languages: tuple[str, ...] = (),
        view_type: Any = None,
        prompt_types: Mapping[str, Any] | None = None,
        refusal_types: Mapping[str, Any] | None = None,
        parts: tuple[str, ...] = (),
        solo_aim: str = "",
        aids: Mapping[str, tuple[str, ...]] | None = None,
        is_open: bool = False,
    ) -> None:
        self.key = key
        self.title = title
        self.prefix = prefix
        self.seats = seats
        self.rules_version = rules_version
        self.options = options
        self.moves = moves
        self.components = components
        self.package = package
        self.heuristic = heuristic
        self.solver = solver
        self.observation = observation
        """The position in numbers, for programs that learn; None where a game offers none."""
        self.presenter = presenter or Presenter()
        self.remarks = remarks
        """What can be said to the table, written like moves; None where a game has nothing to talk about."""
        self.rule_languages = rule_languages
        """The languages in which every rule of the ledger has its sentence for players; the kit holds the game to it."""
        self.view_type = view_type
        """The TypedDict of its views; None where a game declares none (``shapes`` says what it can be made of)."""
        self.prompt_types = prompt_types or {}
        """The TypedDict of the data of each kind of prompt."""
        self.refusal_types = refusal_types or {}
        """The TypedDict of the data of refusals, by rule id; the others have none."""
        self.parts = frozenset(parts)
        """Kinds of prompt that go on with a move that has begun: a draft that stops there is not whole."""
        self.solo_aim = solo_aim
        """The rule that says what a player alone plays for; empty where the game has none."""
        self.aids = dict(aids or {})
        """Help that a table may have, each with its degrees, the usual one first. No rule depends on it and no saga tells it."""
        self.is_open = is_open
        """Whether every seat sees what the others and the spectators see: the hall makes one view for all of them."""
        self._rulebook: Rulebook | None = None
        self._words: dict[str, Words] = {}

    @abstractmethod
    def start(self, seats: int, seed: int, options: Options | None = None) -> State:
        """A new game, before the first decision."""

    @abstractmethod
    def load(self, data: dict[str, Any]) -> State:
        """The state of a ``to_dict``; ``LoadError`` if it is damaged or impossible."""

    def findings(self, seats: int, seed: int, options: Options) -> list[Finding]:
        """What the lab should report of this game alone."""
        return []

    def advice(self, state: State, seat: int, aid: str, degree: str) -> Advice | None:
        """What an aid of this degree suggests to a seat that is asked; None where that is not its office."""
        return None

    def refuse_options(self, seats: int, options: Options) -> str:
        """Why the rules do not allow these options at a table of this size; empty if they do."""
        return ""

    def check_table(self, seats: int, options: Options | None) -> Options:
        """The options to play by, or a clear error: every ``start`` begins with this."""
        if seats not in self.seats:
            allowed = ", ".join(str(size) for size in self.seats)
            raise OptionError(f"{self.title} is for {allowed} players, not {seats}")
        if options is None:
            options = self.options()
        if not isinstance(options, self.options):
            raise OptionError(f"{self.title} takes {self.options.__name__}, not {type(options).__name__}")
        why = self.refuse_options(seats, options)
        if why:
            raise OptionError(why)
        return options

    def load_options(self, data: dict[str, Any]) -> Options:
        """The options of saved data, every one of them with a value that it can have: every ``load`` begins with this."""
        if not isinstance(data, dict) or data.get("game") != self.key:
            raise LoadError(f"this is no position of {self.title}: 'game' is not '{self.key}'")
        given = data.get("options")
        allowed = self.options.allowed()
        if not isinstance(given, dict) or set(given) != set(allowed):
            raise LoadError(f"options must be {', '.join(allowed)}; not {given!r}")
        for name in allowed:
            if not self.options.accepts(name, given[name]):
                raise LoadError(f"the option {name} cannot be {given[name]!r}")
        return self.options(**given)

    @property
    def folder(self) -> Path:
        """Where the game's rules.md and words/ lie."""
        return Path(str(resources.files(self.package)))

    @property
    def rulebook(self) -> Rulebook:
        if self._rulebook is None:
            self._rulebook = Rulebook.parse((self.folder / "rules.md").read_text(encoding="utf-8"), self.prefix)
        return self._rulebook

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that the game has words in; ``en`` is always among them."""
        return languages_in(self.folder / "words")

    def words(self, language: str) -> Words:
        """The game's words in a language: ``en``, ``fr`` or ``nl``; in English if the game has none in that language."""
        if language not in self._words:
            self._words[language] = Words.load(self.folder / "words", language)
        return self._words[language]

    def rule_id(self, fault: int) -> str:
        """The id behind a fault number."""
        if fault < 0:
            return CORE_REFUSALS[fault]
        if fault > DECISION_FAULT:
            return self.rulebook.decision_id(fault - DECISION_FAULT)
        return f"{self.prefix}-{fault:03d}"


class LoadError(ValueError):
    """Saved data that is damaged or describes an impossible position; the message says where."""
