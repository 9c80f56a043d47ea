"""What a viewer is told: every message is built for one seat, from what that seat may know, in one language.

A change reaches the viewers in four steps, and each has a name:

- ``Happening`` (``viewers``): ``LiveTable.take`` answers with what there is to tell, and to which viewers. It has no words yet.
- ``Told`` (``viewers``): a step in a happening, with its events and the moment of each viewer after it.
- ``Teller`` (here): makes a happening into a message for one viewer; picks what that one may know.
- ``Speaker`` (``catalogue``): puts the moves, events and prompts of one game into words of one language.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any, NamedTuple

import orjson

from skali.core import SPECTATOR, Advice, Game, State
from skali.core.drafts import Draft
from skali.core.saga import commitment
from skali.hall import lessons
from skali.hall.catalogue import HALL_WORDS, Catalogue, Speaker, level_key, said
from skali.hall.clock import now
from skali.hall.config import PERSON
from skali.hall.errors import HallError
from skali.hall.line import framed
from skali.hall.news import News, ViewParts
from skali.hall.room import Ring, Room, ViewerConnection
from skali.hall.table import LiveTable
from skali.hall.undo import undo_for, who_must_agree
from skali.hall.viewers import Happening, Told, unpack, written

MOST_SHOWN = 500


def encode(message: dict[str, Any]) -> bytes:
    encoded: bytes = orjson.dumps(message)
    return encoded


class Shown(NamedTuple):
    """What a viewer is shown of the position after a row, as finished JSON."""

    ply: int
    position: orjson.Fragment
    log: orjson.Fragment


class Teller:
    """Puts tables into messages."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.shown: OrderedDict[tuple[str, int, str], Shown] = OrderedDict()
        self.progresses: OrderedDict[tuple[str, str], tuple[int, str]] = OrderedDict()

    def speaker(self, table: LiveTable, language: str) -> Speaker:
        if table.game is None:
            raise HallError("cannot_go_on", table.cannot_go_on)
        return self.catalogue.speaker(table.game, language)

    # Positions

    def position(
        self, table: LiveTable, seat: int, language: str, seen: ViewParts | None = None, news: News | None = None
    ) -> dict[str, Any]:
        """What a seat sees and is asked. ``seen`` is its view, where that is at hand; ``news`` what is told in its place."""
        if not table.has_position or not table.record.started:
            return {
                "moment": table.viewers[seat].moment,
                "number": table.viewers[seat].mark[1],
                "view": None,
                "prompt": None,
                "legal": [],
                "remarks": [],
                "undo": "no",
                "over": table.status not in ("waiting", "playing"),
            }
        state = table.state
        speaker = self.speaker(table, language)
        players = table.record.names
        playing = table.is_playing
        seen = ViewParts(state, seat) if seen is None else seen
        asked: orjson.Fragment | dict[str, Any] = speaker.waiting
        legal: list[orjson.Fragment] = []
        if playing and seat in table.awaited:
            prompt = state.prompt(seat)
            legal = speaker.legal(state.legal_moves(seat), seen.whole, prompt, players)
            asked = speaker.prompt(prompt, players)
        moment, number = table.viewers[seat].mark
        return {
            "moment": moment,
            "number": number,
            "view": seen.whole() if news is None else news.view,
            "prompt": asked,
            "legal": legal,
            "remarks": self.remarks(table, seat, language),
            "undo": self.undo(table, seat) if playing and seat != SPECTATOR else "no",
            "over": not playing,
            "lesson": lessons.tell(table, seat, speaker),
        }

    def remarks(self, table: LiveTable, seat: int, language: str) -> list[dict[str, Any]]:
        """What the seat may say to the table now."""
        if table.game is None or table.game.remarks is None or not table.is_playing or seat == SPECTATOR:
            return []
        speaker = self.speaker(table, language)
        return [speaker.remark(each, table.record.names) for each in table.state.remarks(seat)]

    def undo(self, table: LiveTable, seat: int) -> str:
        undo = undo_for(table, seat)
        if undo.how == "ask" and not who_must_agree(table, seat):
            return "free"
        return undo.how

    def draft(self, table: LiveTable, seat: int, language: str, draft: Draft) -> dict[str, Any]:
        speaker = self.speaker(table, language)
        players = table.record.names
        return {
            "type": "tried",
            "tried": draft.tried,
            "position": {
                "moment": table.viewers[seat].moment,
                "number": table.viewers[seat].mark[1],
                "view": draft.view,
                "prompt": speaker.prompt(draft.prompt, players),
                "legal": speaker.legal(draft.legal_moves, lambda: draft.view, draft.prompt, players),
                "remarks": self.remarks(table, seat, language),
                "undo": "no",
                "over": False,
            },
            "refused": {"rule": draft.refused.rule, "words": speaker.rule(draft.refused.rule)}
            if draft.refused
            else None,
            "reveals": draft.reveals,
        }

    def advice(self, table: LiveTable, language: str, given: Advice) -> dict[str, Any]:
        speaker, players = self.speaker(table, language), table.record.names
        return {"type": "advice", "moves": [speaker.move(move, players) for move in given.moves], "data": given.data}

    def why_not(self, table: LiveTable, state: State, seat: int, move: int, language: str) -> dict[str, Any]:
        speaker = self.speaker(table, language)
        assert table.game is not None
        refusal = state.why_not(seat, move)
        return {
            "legal": refusal is None,
            "rule": refusal.rule if refusal else "",
            "words": speaker.rule(refusal.rule) if refusal else "",
            "data": refusal.data if refusal else {},
            "notation": table.game.moves.show(move) if move in table.game.moves else str(move),
        }

    def sheets(self, table: LiveTable, seat: int, language: str) -> list[list[dict[str, Any]]]:
        if not table.record.started:
            return [[] for _ in range(table.config.seats)]
        return sheets_of(table.state, table.config.seats, seat, self.speaker(table, language), table.record.names)

    def clock(self, table: LiveTable, seat: int) -> dict[str, Any] | None:
        if table.clock is None:
            return None
        awaiting = table.state.awaiting(seat) if table.is_playing else []
        people = [each for each in awaiting if table.record.seats[each].kind == PERSON]
        return table.clock.show(seat, [each for each in people if not table.record.seats[each].stand_in], now())

    # Messages

    def welcome(self, room: Room, seat: int, language: str, guest: str, public_address: str) -> dict[str, Any]:
        table = room.table
        shown = self.show(table, seat, language)
        return {
            "type": "welcome",
            "n": table.viewers[seat].n,
            "seat": seat,
            "table": self.table(room, language, guest, public_address),
            "position": shown.position,
            "log": shown.log,
            "chat": [self.chat_line(table, line, language) for line in table.record.chat],
            "clock": self.clock(table, seat),
            "time": now(),
        }

    def show(self, table: LiveTable, seat: int, language: str) -> Shown:
        """Position and log of a viewer, kept until the next row: repeated requests are answered from memory."""
        key = (table.id, seat, language)
        found = self.shown.get(key)
        if found is None or found.ply != table.record.ply:
            position = self.position(table, seat, language)
            log = self.log(table, seat, language)
            found = Shown(table.record.ply, orjson.Fragment(encode(position)), orjson.Fragment(encode(log)))
            self.shown[key] = found
            if len(self.shown) > MOST_SHOWN:
                self.shown.popitem(last=False)
        return found

    def log(self, table: LiveTable, seat: int, language: str) -> dict[str, Any]:
        """The end of the seat's log: as many of its own lines as are kept, whatever happened that it may not know of."""
        lines: list[dict[str, Any]] = []
        if table.has_position:
            speaker = self.speaker(table, language)
            players = table.record.names
            viewer = table.viewers[seat]
            for line, moment in zip(viewer.log, viewer.log_moments(table.record.line)):
                event, mark = unpack(line), (moment, written(viewer.numbers[moment]))
                lines.append(speaker.event(event, mark, speaker.event_words(event, players)))
        return {"from": max(table.viewers[seat].log_length - len(lines), 0), "lines": lines}

    def lines(
        self, table: LiveTable, seat: int, language: str, told: Iterable[Told], said: dict[tuple[str, int], str]
    ) -> list[dict[str, Any]]:
        """What the seat may know of what was told. ``said`` keeps sentences for the next who is told the same."""
        lines: list[dict[str, Any]] = []
        if not table.has_position:
            return lines
        speaker = self.speaker(table, language)
        players = table.record.names
        for _, events, marks in told:
            for event in events:
                if event.seen_by(seat):
                    words = said.get((language, id(event)))
                    if words is None:
                        words = said[language, id(event)] = speaker.event_words(event, players)
                    line = speaker.event(event, marks[seat], words)
                    if event.then is not None:  # only as it happens: whoever looks back has the moments
                        line["then"] = event.then.view(seat)
                        line["pause"] = event.pause
                    lines.append(line)
        return lines

    def tell(self, room: Room, happenings: list[Happening]) -> int:
        """Sends what has happened to those who look on, to each what it may know; how many moves a whole table has seen."""
        open_moves = 0
        for happening in happenings:
            if happening.why == "move" and len(happening.viewers) == len(room.table.viewers):
                open_moves += 1
            made: dict[Ring, bytes | None] = {}
            for ring in room.rings.values():
                if ring.seat in happening.viewers:
                    message = None if happening.kind == "table" else framed(self.message(room.table, happening, ring))
                    ring.add(happening.numbers[ring.seat], message, happening.why)
                    made[ring] = message
            for socket in room.sockets:
                if socket.ring in made:
                    frame = made[socket.ring]
                    if frame is not None:
                        socket.push(frame)
                    else:
                        number = happening.numbers[socket.seat]
                        socket.send(self.table_message(room, happening.why, number, socket))
            if happening.kind == "table":
                room.show_out()
        return open_moves

    def message(self, table: LiveTable, happening: Happening, ring: Ring) -> bytes:
        if happening.kind == "chat":
            line = self.chat_line(table, table.record.chat[-1], ring.language)
            return encode({"type": "chat", "n": happening.numbers[ring.seat], "line": line})
        return self.update(table, happening, ring)

    def table_message(self, room: Room, why: str, n: int, socket: ViewerConnection) -> bytes:
        info = self.table(room, socket.language, socket.guest, socket.public_address)
        return encode({"type": "table", "n": n, "why": why, "table": info})

    def update(self, table: LiveTable, happening: Happening, ring: Ring) -> bytes:
        seat, language = ring.seat, ring.language
        seen: ViewParts | None = None
        news: News | None = None
        if table.has_position and table.record.started:
            seen = self.seen(table, happening, seat)
            if ring.changes:
                news = seen.news(ring.known)
                ring.known = seen.marks
        position = self.position(table, seat, language, seen, news)
        if news is not None:
            position["same"] = news.same
        lines = self.lines(table, seat, language, happening.told, happening.said)
        return encode(
            {
                "type": "update",
                "n": happening.numbers[seat],
                "why": happening.why,
                "position": position,
                "log": {"from": happening.cut[seat], "lines": lines},
                "clock": self.clock(table, seat),
            }
        )

    def seen(self, table: LiveTable, happening: Happening, seat: int) -> ViewParts:
        """What a seat sees after a happening; in an open game the same for all."""
        whose = SPECTATOR if table.state.game().is_open else seat
        seen = happening.views.get(whose)
        if seen is None:
            seen = happening.views[whose] = ViewParts(table.state, whose)
        return seen

    def chat_line(self, table: LiveTable, line: dict[str, Any], language: str) -> dict[str, Any]:
        """A line of chat without the guest's id, which is nobody else's to know. A remark is said in the viewer's language."""
        said = {name: line[name] for name in ("name", "seat", "text", "time")}
        number, remarks = line["remark"], table.game.remarks if table.game else None
        if number is None or remarks is None or number not in remarks or remarks.show(number) != line["text"]:
            return {**said, "remark": None}  # nothing that the game, as it is now, knows by this number
        remark = self.speaker(table, language).remark(number, table.record.names)
        return {**said, "text": remark["words"], "remark": remark}

    # Tables

    def table(self, room: Room, language: str, guest: str, public_address: str) -> dict[str, Any]:
        table = room.table
        config, record = table.config, table.record
        offer = record.offer
        return {
            "id": table.id,
            "game": config.game,
            "title": said(table.game.words(language), "game", "title", config.game) if table.game else config.game,
            "rules_version": config.rules,
            "components": config.components,
            "options": self.options(table, language),
            "aids": self.chosen(table, config.aids, language),
            "status": table.status,
            "seats": self.seats(room),
            "mine": record.seats_of(guest),
            "host": bool(guest) and guest == config.host,
            "listed": record.listed,
            "spectators": record.spectators,
            "undo": config.undo,
            "clock": config.clock,
            "pass_and_play": config.pass_and_play,
            "stand_in": config.stand_in,
            "lesson": config.lesson,
            "hints": config.hints,
            "commitment": table.commitment,
            "known": self.known(table, language),
            "devices": self.devices(table, guest),
            "created": config.created,
            "offer": {
                "kind": offer.kind,
                "by": offer.by,
                "needs": offer.needs,
                "agreed": offer.agreed,
                "words": HALL_WORDS[language][f"offer.{offer.kind}"].format(name=record.names[offer.by]),
            }
            if offer
            else None,
            "rematch": record.rematch or None,
            "result": self.result(table, language),
            "muted": guest in record.muted,
            "cannot_go_on": table.cannot_go_on or None,
            "reach": {"url": f"{public_address}/t/{table.id}", "qr": f"/api/tables/{table.id}/qr.svg"},
        }

    def options(self, table: LiveTable, language: str) -> list[dict[str, str]]:
        return self.chosen(table, table.config.options, language)

    def chosen(self, table: LiveTable, values: dict[str, str], language: str) -> list[dict[str, str]]:
        """Options or aids of a table in words."""
        words = table.game.words(language) if table.game else None
        return [
            {
                "name": name,
                "words": said(words, "option", name, name) if words else name,
                "value": value,
                "value_words": said(words, "value", f"{name}.{value}", value) if words else value,
            }
            for name, value in values.items()
        ]

    def earlier(self, table: LiveTable, than: LiveTable, language: str) -> dict[str, Any]:
        """The result of a game played alone, and in which options it was another game."""
        usual = {**than.config.options, **than.config.aids}
        chosen = self.chosen(table, {**table.config.options, **table.config.aids}, language)
        others = [each for each in chosen if usual.get(each["name"]) != each["value"]]
        return {
            "table": table.id,
            "score": int(table.state.score(0)),
            "at": table.record.at,
            "same": not others and table.config.hints == than.config.hints,
            "options": ", ".join(f"{each['words']}: {each['value_words']}" for each in others),
        }

    def result(self, table: LiveTable, language: str) -> dict[str, Any] | None:
        """Scores and places, and the luck laid open, once nothing more is played."""
        status, config = table.status, table.config
        if status not in ("over", "ended") or not table.has_position:
            return None
        ranking = table.state.ranking()
        return {
            "scores": [int(table.state.score(seat)) for seat in range(config.seats)],
            "ranking": ranking,
            "winners": [seat for seat, place in enumerate(ranking) if place == 1],
            "by": "rules" if status == "over" else "agreement",
            "seed": f"{config.seed:016x}",
            "nonce": config.nonce,
            "commitment": commitment(config.seed, config.nonce),
            "lucks": [
                {"number": str(luck.number), "nonce": luck.nonce, "commitment": commitment(luck.number, luck.nonce)}
                for luck in table.record.lucks
            ],
            "known": self.known(table, language),
            "aim": self.aim(table, language),
        }

    def aim(self, table: LiveTable, language: str) -> dict[str, str] | None:
        if table.config.seats > 1 or table.game is None or not table.game.solo_aim:
            return None
        rule = table.game.solo_aim
        return {"rule": rule, "words": self.speaker(table, language).rule(rule)}

    def known(self, table: LiveTable, language: str) -> list[dict[str, Any]]:
        """Who could have known more of the game than one seat may, for everybody."""
        words, names = HALL_WORDS[language], table.record.names
        told = []
        for known in table.record.known():
            said = []
            if known.seats:
                seats = ", ".join(names[seat] for seat in known.seats)
                said.append(words["known.seats"].format(name=known.name, seats=seats))
            if known.luck != "no":
                said.append(words[f"known.luck.{known.luck}"].format(name=known.name))
            told.append({**asdict(known), "words": said})
        return told

    def devices(self, table: LiveTable, guest: str) -> list[dict[str, Any]]:
        """Through what else one's own seats are looked at: nobody else's to know."""
        record = table.record
        return [
            {"seat": seat, "name": record.device_names.get(each) or record.names[seat], "this": each == guest}
            for seat in record.seats_of(guest)
            for each in record.seats[seat].guests
        ]

    def seats(self, room: Room) -> list[dict[str, Any]]:
        table, online = room.table, room.online_seats()
        return [
            {
                "seat": number,
                "kind": seat.kind,
                "name": seat.name or None,
                "agent": seat.agent or None,
                "stand_in": seat.stand_in or None,
                "level": level_key(table.game, seat.agent or seat.stand_in) or None,
                "online": number in online,
                "local": seat.local,
                "host": table.config.host in seat.guests,
            }
            for number, seat in enumerate(table.record.seats)
        ]

    def progress(self, table: LiveTable, language: str) -> str:
        """How far the game has come, as spectators see it; kept until the next row."""
        if not table.is_playing:
            return ""
        key = (table.id, language)
        found = self.progresses.get(key)
        if found is None or found[0] != table.record.ply:
            told = self.speaker(table, language).progress(table.state.view(SPECTATOR))
            found = self.progresses[key] = (table.record.ply, told)
            if len(self.progresses) > MOST_SHOWN:
                self.progresses.popitem(last=False)
        return found[1]

    def card(self, room: Room, language: str, guest: str) -> dict[str, Any]:
        """The table as the lobby shows it."""
        table = room.table
        mine = table.record.seats_of(guest)
        awaited = table.awaited if table.is_playing else []
        return {
            "id": table.id,
            "game": table.config.game,
            "title": said(table.game.words(language), "game", "title", table.config.game)
            if table.game
            else table.config.game,
            "status": table.status,
            "lesson": table.config.lesson,
            "seats": self.seats(room),
            "created": table.config.created,
            "since": since(table),
            "progress": self.progress(table, language),
            "open": sum(seat.kind == "open" for seat in table.record.seats),
            "spectators": table.record.spectators,
            "your_turn": any(seat in awaited and not table.record.seats[seat].stand_in for seat in mine),
            "mine": mine,
            "result": self.result(table, language),
        }


def since(table: LiveTable) -> float:
    """Since when the table is what it is: open, in play, or over. The time of a move could be that of a secret answer."""
    if table.status == "waiting":
        return table.config.created
    return table.record.started_at if table.is_playing else table.record.at


def sheets_of(
    state: State, seats: int, viewer: int, speaker: Speaker, players: list[str]
) -> list[list[dict[str, Any]]]:
    """The score sheet of each seat, as the viewer may know it."""
    return [[speaker.score_line(line, players) for line in state.score_sheet(seat, viewer)] for seat in range(seats)]


def score_totals(state: State, seats: int, viewer: int) -> list[int]:
    """The score of each seat as far as the viewer may know it."""
    return [sum(line.points for line in state.score_sheet(seat, viewer) if line.summed) for seat in range(seats)]


def rules_of(game: Game, language: str, query: str) -> list[dict[str, Any]]:
    words = game.words(language)
    entries = game.rulebook.search(query) if query.strip() else list(game.rulebook.entries.values())
    if query.strip():
        wanted = query.casefold().split()
        known = {entry.id for entry in entries}
        entries += [
            entry
            for entry in game.rulebook.entries.values()
            if entry.id not in known and all(word in words.rule(entry.id).casefold() for word in wanted)
        ]
    return [
        {
            "id": entry.id,
            "kind": entry.kind,
            "title": entry.title,
            "text": entry.text,
            "words": words.rule(entry.id, entry.text),
            "marks": list(entry.marks),
            "section": words.section(entry.section),
        }
        for entry in entries
    ]
