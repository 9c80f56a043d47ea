"""What is said at a table: chat, and the remarks that a game's rules offer."""

from __future__ import annotations

from skali.hall import play
from skali.hall.errors import HallError
from skali.hall.guests import Guest, clean_text
from skali.hall.hall import Hall
from skali.hall.room import Room
from skali.hall.rows import Row
from skali.hall.table import LiveTable


async def chat(hall: Hall, room: Room, guest: Guest, seat: int, text: str, language: str, address: str) -> None:
    table = room.table
    line = clean_text(text, 500)
    if not line:
        raise HallError("bad_request", "There is nothing to say in that.")
    origin = hall.keys.origin(address)
    check_pace(hall, table, guest.id, seat, address)

    def check() -> None:
        if not table.record.may_view(guest.id, seat):
            raise HallError("forbidden", "You are not at this table.")
        check_talk(hall, table, guest.id, seat, language, origin)

    name = table.record.seats[seat].name if seat >= 0 else guest.name
    await hall.add(room, "chat", seat, check, name=name, text=line, guest=guest.id, origin=origin)


async def remark(hall: Hall, room: Room, guest: str, seat: int, remark: int | str, language: str, address: str) -> None:
    """Says one of the remarks that the rules offer the seat now."""
    table = room.table
    check_pace(hall, table, guest, seat, address)

    def decide(at: float) -> tuple[list[Row], None]:
        play.check_turn(table, guest, seat)
        check_talk(hall, table, guest, seat, language)
        number = table.read_remark(remark)
        if number not in table.state.remarks(seat):
            raise HallError("not_now", "This cannot be said now.")
        return [table.remark_row(seat, number, guest, at)], None

    await hall.act(room, decide)


def check_pace(hall: Hall, table: LiveTable, guest: str, seat: int, address: str) -> None:
    """How fast somebody may speak; a new cookie from the same address gains nothing, nor do many spectators together."""
    fast = not hall.chat_of_guest.take(guest) or not hall.chat_of_address.take(address)
    if fast or (seat < 0 and not hall.chat_of_spectators.take(table.id)):
        raise HallError("too_many", "Too many lines at once. Wait a moment.")


def check_talk(hall: Hall, table: LiveTable, guest: str, seat: int, language: str, origin: str = "") -> None:
    """Whether the guest may speak: not muted by the host, nor silenced by a rule of the game."""
    if guest in table.record.muted or (seat < 0 and origin in table.record.muted_origins):
        raise HallError("forbidden", "The host has muted you.")
    talk = table.state.talk(seat) if table.is_playing else None
    if talk is not None and not talk.open:
        raise HallError("refused", hall.teller.speaker(table, language).rule(talk.rule), rule=talk.rule)
