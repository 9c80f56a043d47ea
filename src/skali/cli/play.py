"""``skali play``: a game in the terminal, against bots or pass-and-play."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from skali.agents import Agent, AgentFault, Perspective, forfeited, make_agent, speakers, spoken
from skali.agents.names import KNOWN
from skali.cli.common import (
    ComponentFile,
    GameKey,
    Language,
    OptionTexts,
    Seats,
    Seed,
    choose_seed,
    open_game,
    out,
    parse_options,
    table_size,
)
from skali.cli.replay import read_saga
from skali.core import SPECTATOR, Event, Game, NotationError, Refusal, Saga, State, derive_seed, replay
from skali.core.saga import Step, fork_seed

HELP = """Type the number of a choice, some of its words, or a move in its notation.
  Enter        the choices again; if there is only one, it is taken
  ?            this help                    ? MOVE     may I play this move, and if not, why
  undo         take back                    board      draw the board again
  score        the score sheets             log        what has happened
  rules WORDS  look up the rules            save FILE  write the saga (load it with --load FILE)
  say          what you may say to the table; say NUMBER or say REMARK says it
  quit         leave                        stand      do not ask me where I have nothing to gain
Several moves in one line are played one after the other: 2; 1; done"""


def play(
    game: GameKey,
    seats: Seats = None,
    you: Annotated[
        list[str] | None, typer.Option("--name", help="A person at the table; repeat it to pass and play.")
    ] = None,
    bots: Annotated[
        str, typer.Option("--bots", metavar="AGENT", help=f"Who takes the other seats: {KNOWN}.")
    ] = "mcts:1s",
    seed: Seed = None,
    option: OptionTexts = None,
    load: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a saved saga.")] = None,
    components: ComponentFile = None,
    language: Language = "en",
) -> None:
    """A game in the terminal. You sit first; bots take the other seats, or people, one --name each."""
    loaded = open_game(game, components)
    if load:
        table = resume(loaded, load, language, you, bots)
    else:
        options = parse_options(loaded, option)
        size = table_size(loaded, seats)
        number = choose_seed(seed)
        state = loaded.start(size, number, options)
        people = (you or [loaded.words(language).player(0)])[:size]
        names = people + bot_names(bots, size - len(people))
        saga = Saga.begin(state, number, size, options.to_texts(), names)
        table = Terminal(loaded, state, saga, language, set(range(len(people))), make_agent(bots))
    table.run()


def bot_names(agent: str, count: int) -> list[str]:
    """Each can be told from the others."""
    return [agent] if count == 1 else [f"{agent} {number}" for number in range(1, count + 1)]


def resume(game: Game, file: Path, language: str, names: list[str] | None, bots: str) -> Terminal:
    """A saga taken up again: the seats named as people are those whose names are given, or the first."""
    saga = read_saga(file)
    lines: list[str] = []
    words = game.words(language)
    players = [saga.players.get(seat, words.player(seat)) for seat in range(saga.seats)]

    def remember(step: Step, state: State, events: list[Event]) -> None:
        lines.extend(words.say("event", each.kind, each.data, players) for each in events if each.seen_by(SPECTATOR))

    state = replay(saga, game, remember)
    people = {seat for seat, name in saga.players.items() if name in (names or [])} or {0}
    table = Terminal(game, state, saga, language, people, make_agent(bots))
    table.log = lines
    return table


@dataclass
class Moment:
    """A position to which undo can return."""

    state: State
    steps: int
    log: int


@dataclass
class Terminal:
    """A table in the terminal: one screen, several seats."""

    game: Game
    state: State
    saga: Saga
    language: str
    people: set[int]
    bot: Agent
    log: list[str] = field(default_factory=list)
    past: list[Moment] = field(default_factory=list)
    shown_to: int = -1
    talking: bool = False
    standing: bool = False
    """Whether decisions in which nothing can be gained are answered without asking."""
    typed: list[str] = field(default_factory=list)
    """What is left of a line with several moves."""
    drawn: str = ""
    asked: str = ""
    """The kind of the question before."""
    forks: int = 0
    """How often luck has begun anew."""
    offered: list[tuple[int, str]] = field(default_factory=list)
    """The choices as they are listed: move and words."""

    def __post_init__(self) -> None:
        self.words = self.game.words(self.language)
        self.players = [self.saga.players.get(seat, self.words.player(seat)) for seat in range(self.saga.seats)]
        self.forks = max((int(step.text) for step in self.saga.steps if step.kind == "fork"), default=0)
        self.bot.begin()

    def run(self) -> None:
        out.print(f"[bold]{self.words.say('game', 'title')}[/]  {self.words.say('game', 'blurb')}")
        out.print(f"[dim]seed {self.saga.seed}; type ? for help[/]")
        while not self.state.is_over():
            self.talk()
            seat = self.next_seat()
            if seat in self.people:
                if not self.ask(seat):
                    return
            else:
                self.typed.clear()  # the rest of a line was written for another position
                self.apply(seat, self.bot_move(seat))
        self.finish()

    def next_seat(self) -> int:
        """People first, so that nobody waits for a bot in a simultaneous decision."""
        awaited = self.state.to_act()
        return next((seat for seat in awaited if seat in self.people), awaited[0])

    def bot_move(self, seat: int) -> int:
        """What the bot chooses; one that fails forfeits the decision to a random move."""
        seed = derive_seed("decision", self.saga.seed, len(self.saga.steps))
        perspective = Perspective(self.state, seat, self.saga.seats, seed)
        try:
            with out.status(f"[dim]{escape(self.players[seat])} ...[/]"):
                return self.bot.choose(perspective)
        except AgentFault as fault:
            out.print(f"[dim]{escape(self.players[seat])} plays at random: {escape(str(fault))}[/]")
            return forfeited(perspective)

    def talk(self) -> None:
        """When talk opens, every bot may say something, once."""
        able = speakers(self.state, self.saga.seats)
        was_talking, self.talking = self.talking, bool(able)
        for seat in able if not was_talking else []:
            if seat not in self.people:
                seed = derive_seed("remark", self.saga.seed, len(self.saga.steps), seat)
                try:
                    said = spoken(self.bot, Perspective(self.state, seat, self.saga.seats, seed))
                except AgentFault:
                    said = []
                for remark in said:
                    self.speak(seat, remark)

    def speak(self, seat: int, remark: int) -> None:
        space = self.game.remarks
        assert space is not None
        data = space.to_data(remark)
        line = f"{self.players[seat]}: “{self.words.say('remark', str(data['kind']), data, self.players)}”"
        self.saga.says(seat, space.show(remark))
        self.log.append(line)
        out.print(f"  {escape(line)}")

    def say(self, seat: int, text: str) -> None:
        """Says a remark by its number or notation; without either, lists them."""
        space, offered = self.game.remarks, self.state.remarks(seat)
        if space is None or not offered:
            out.print("There is nothing to say now.")
            return
        try:
            remark = offered[int(text) - 1] if text.isdigit() and 0 < int(text) <= len(offered) else space.read(text)
        except NotationError:
            remark = -1
        if remark in offered:
            self.speak(seat, remark)
            return
        for number, each in enumerate(offered, 1):
            data = space.to_data(each)
            words = self.words.say("remark", str(data["kind"]), data, self.players)
            out.print(f"{number:3} {escape(words)}")

    def apply(self, seat: int, move: int) -> None:
        events: list[Event] = []
        self.state.apply(seat, move, events)
        self.saga.record(seat, self.game.moves.show(move))
        watcher = self.only_person()
        for event in events:
            if event.seen_by(watcher):
                line = self.words.say("event", event.kind, event.data, self.players)
                self.log.append(line)
                out.print(f"  {escape(line)}" + (f" [red]{event.rule}[/]" if event.rule else ""))

    def only_person(self) -> int:
        """Whose eyes the log is for: the one person's; with several at one screen, only what all may see."""
        return min(self.people) if len(self.people) == 1 else SPECTATOR

    def ask(self, seat: int) -> bool:
        """Asks a person until a move is played; False to leave."""
        usual = self.state.prompt(seat).default_answer
        if self.standing and usual >= 0:
            self.apply(seat, usual)
            return True
        if self.shown_to != seat:
            self.typed.clear()
        unseen = bool(self.typed)
        if not unseen:
            self.curtain(seat)
            kind = self.state.prompt(seat).kind
            self.board(seat, again=False, whole=self.game.presenter.is_worth_drawing(kind, self.asked))
            self.asked = kind
            self.question(seat)
        else:
            self.offer(seat)
        while True:
            line = self.read_line()
            if line is None or line in ("quit", "exit", "q"):
                out.print("[dim]The game is not finished; `save FILE` before `quit` keeps it.[/]")
                return False
            if not line and len(self.offered) > 1:
                self.question(seat)
                continue
            if self.command(seat, line):
                continue
            if line == "undo":
                if self.undo():
                    return True
                continue
            move = self.move_of(line)
            refusal = self.state.why_not(seat, move) if move is not None else None
            if refusal is not None:
                self.refuse(refusal)
            if move is None or refusal is not None:
                self.typed.clear()
                if unseen:
                    self.question(seat)
                unseen = False
                continue
            self.past.append(Moment(self.state.copy(), len(self.saga.steps), len(self.log)))
            self.apply(seat, move)
            return True

    def curtain(self, seat: int) -> None:
        """With several people at one screen, the hidden hand waits for its owner."""
        if len(self.people) > 1 and self.shown_to != seat and sys.stdin.isatty():
            out.clear()
            self.drawn = ""
            out.input(f"{escape(self.players[seat])}: press Enter when only you look. ")
        self.shown_to = seat

    def board(self, seat: int, again: bool = True, whole: bool = True) -> None:
        """Draws the position as the seat sees it, or what matters in brief; one that looks as before only if asked for."""
        view = self.state.view(seat)
        draw = self.game.presenter.draw if whole else self.game.presenter.brief
        text = draw(view, self.words, out.is_terminal and not out.no_color, self.players)
        if not text:
            if whole:
                out.print_json(data=view)
            return
        if again or text != self.drawn:
            out.print()
            out.print(text, markup=False, soft_wrap=True)
        self.drawn = text

    def question(self, seat: int) -> None:
        """What is asked, and the choices."""
        prompt = self.state.prompt(seat)
        asked = self.words.say("prompt", prompt.kind, prompt.data, self.players)
        out.print(f"\n[bold]{escape(self.players[seat])}[/]: {escape(asked)}")
        number = 1
        for heading, texts in self.offer(seat):
            if heading:
                out.print(f"[bold]{escape(heading)}[/]")
            self.columns([f"{at:3} {text}" for at, text in enumerate(texts, number)])
            number += len(texts)
        if self.state.remarks(seat):
            out.print("[dim]Talk is open: `say` lists what you may say.[/]")

    def offer(self, seat: int) -> list[tuple[str, list[str]]]:
        """The legal moves in words, under the headings that the game has for them."""
        moves = self.state.legal_moves(seat)
        data = [self.game.moves.to_data(move) for move in moves]
        groups = self.game.presenter.groups(data, self.state.view(seat), self.state.prompt(seat).data, self.words)
        self.offered = []
        told = []
        for heading, entries in groups:
            texts = [text or self.in_words(moves[at], len(moves) <= 6) for at, text in entries]
            self.offered += zip([moves[at] for at, _ in entries], texts)
            told.append((heading, texts))
        return told

    def in_words(self, move: int, with_notation: bool) -> str:
        """What a move says, with its notation beside it where that is something else and there is room."""
        data, notation = self.game.moves.to_data(move), self.game.moves.show(move)
        words = self.words.say("move", str(data["kind"]), data, self.players)
        return f"{words}   ({notation})" if with_notation and words.casefold() != notation.casefold() else words

    def columns(self, texts: list[str]) -> None:
        """In as many columns as fit."""
        width = max(len(text) for text in texts) + 2
        columns = max(min(100, out.width) // width, 1) if len(texts) > 6 else 1
        rows = -(-len(texts) // columns)
        for row in range(rows):
            out.print("".join(text.ljust(width) for text in texts[row::rows]).rstrip(), markup=False)

    def read_line(self) -> str | None:
        if not self.typed:
            try:
                self.typed = [part.strip() for part in out.input("> ").split(";")]
            except EOFError:
                return None
        return self.typed.pop(0)

    def move_of(self, line: str) -> int | None:
        """The move of a number, of a notation, or of words that only one of the choices has; the only one for no words."""
        if not line:
            return self.offered[0][0]
        if line.isdigit():
            if 1 <= int(line) <= len(self.offered):
                return self.offered[int(line) - 1][0]
            out.print(f"Choose a number from 1 to {len(self.offered)}, or type a move.")
            return None
        try:
            return self.game.moves.read(line)
        except NotationError as error:
            fault = str(error).partition(": write for example: ")[0]
        told = [(move, text.casefold()) for move, text in self.offered]
        found = [move for move, text in told if text == line.casefold()]
        found = found or [move for move, text in told if line.casefold() in text]
        if len(found) == 1:
            return found[0]
        if found:
            numbers = ", ".join(str(at) for at, (move, _) in enumerate(self.offered, 1) if move in found)
            out.print(f"Several choices say so: {numbers}.")
        else:
            forms = "; ".join(dict.fromkeys(self.game.moves.kind_of(move).notation for move, _ in self.offered))
            out.print(f"{escape(fault)}. Type a number, or: {escape(forms)}. Type ? for help.")
        return None

    def command(self, seat: int, line: str) -> bool:
        """Whether the line was one of the commands that change nothing."""
        word, _, rest = line.partition(" ")
        if word == "?" and rest:
            self.explain(seat, rest)
        elif word in ("?", "help"):
            out.print(HELP, markup=False)
        elif word == "board":
            self.board(seat)
            self.question(seat)
        elif word == "score":
            self.score(seat)
        elif word == "log":
            out.print("\n".join(self.log[-30:]) or "Nothing has happened yet.", markup=False)
        elif word == "rules":
            self.rules(rest)
        elif word == "say":
            self.say(seat, rest)
        elif word == "save":
            self.save(rest)
        elif word == "stand":
            self.standing = not self.standing
            out.print("You are asked only where you could gain." if self.standing else "You are asked everything.")
        else:
            return False
        return True

    def explain(self, seat: int, text: str) -> None:
        move = self.move_of(text)
        if move is None:
            return
        refusal = self.state.why_not(seat, move)
        if refusal is None:
            out.print(f"[green]{self.game.moves.show(move)} is allowed.[/]")
        else:
            self.refuse(refusal)

    def refuse(self, refusal: Refusal) -> None:
        entry = self.game.rulebook.entries.get(refusal.rule)
        sentence = self.words.rule(refusal.rule, entry.text if entry else "")
        out.print(f"Not allowed: {escape(sentence)} [red]{refusal.rule}[/]")

    def rules(self, text: str) -> None:
        found = self.game.rulebook.search(text)
        for rule in found[:12]:
            out.print(f"[red]{rule.id}[/] [bold]{escape(rule.title)}[/] {escape(rule.text)}")
        if not found:
            out.print(f"No rule speaks of '{escape(text)}'.")

    def score(self, viewer: int) -> None:
        table = Table("", *(escape(name) for name in self.players))
        sheets = [self.state.score_sheet(seat, viewer) for seat in range(self.saga.seats)]
        for lines in zip(*sheets, strict=True):
            said = [self.words.score_line(line.key, line.data, self.players) for line in lines]
            points = [
                f"{line.points} ({detail})" if detail else str(line.points) for line, (_, detail) in zip(lines, said)
            ]
            rule = lines[0].rule if len({line.rule for line in lines}) == 1 else ""
            table.add_row(f"{escape(said[0][0])} [red]{rule}[/]", *map(escape, points))
        out.print(table)

    def undo(self) -> bool:
        """Back to the last decision of a person. Luck that has shown itself begins anew, and only where nobody else saw it."""
        if not self.past:
            out.print("There is nothing to take back.")
            return False
        moment = self.past[-1]
        shown = moment.state.barrier() != self.state.barrier()
        if shown and len(self.people) > 1:
            out.print("Your turn has ended, or something was drawn or revealed: it can't be taken back.")
            return False
        anew = shown or any(step.kind == "fork" for step in self.saga.steps[moment.steps :])
        self.past.pop()
        self.state = moment.state
        del self.saga.steps[moment.steps :]
        del self.log[moment.log :]
        if anew:
            self.forks += 1
            self.state.reseed(fork_seed(self.saga, self.forks))
            self.saga.steps.append(Step("fork", str(self.forks)))
        self.asked = ""
        out.print("Taken back." + (" What comes from now on by luck is drawn anew." if anew else ""))
        return True

    def save(self, name: str) -> None:
        if not name:
            out.print("Write: save FILE")
            return
        try:
            Path(name).write_text(self.saga.write(), encoding="utf-8")
        except OSError as error:
            out.print(f"Not saved: {escape(str(error))}")
            return
        out.print(f"Saved to {escape(name)}.")

    def finish(self) -> None:
        self.saga.finish(self.state)
        self.board(SPECTATOR)
        self.score(SPECTATOR)
        if self.saga.seats > 1:
            ranking = self.state.ranking()
            winners = [self.players[seat] for seat in range(self.saga.seats) if ranking[seat] == 1]
            out.print(f"[bold]{' = '.join(escape(name) for name in winners)}[/]")
        if sys.stdin.isatty():
            name = out.input("Save the saga? A file name, or Enter to leave: ").strip()
            if name:
                self.save(name)
