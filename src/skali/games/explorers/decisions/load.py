"""Load, unload and deliver (XN-063 to XN-078; XN-D07, XN-D08).

A cargo is named piece by piece in the order of the places (mainland, then land regions), within a place Vikings before livestock,
so that each cargo has exactly one sequence. A pick is place * 7 + piece + 1, five bits each; nothing moves before the last one.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Final

from mypy_extensions import i32, i64

from skali.core.moves import Moves
from skali.core.protocol import DECISION_FAULT, Event, Prompt
from skali.games.explorers import components, islands, moves, phases, pieces, tokens
from skali.games.explorers.decisions import step
from skali.games.explorers.decisions.step import Action
from skali.games.explorers.position import ExplorersPosition

XN_064_CAPACITY: Final = 64
XN_065_SAME_TILE: Final = 65
XN_066_MAINLAND_LOADING: Final = 66
XN_067_VIKING_ASHORE: Final = 67
XN_068_OWN_VIKINGS: Final = 68
XN_069_OWN_LONGSHIP: Final = 69
XN_070_FROM_THE_LONGSHIP: Final = 70
XN_071_SAME_TILE: Final = 71
XN_072_MAINLAND_UNLOADING: Final = 72
XN_073_VIKING_ABOARD: Final = 73
XN_074_DELIVERED: Final = 74

PICK: Final = 5
"""Bits of a pick."""
ANY: Final = -1
ANIMAL: Final = 8
"""Pieces are packed as livestock is, three bits for each kind, with the Vikings before the livestock."""


class Cargo(Action):
    """The next piece of a cargo, or `done` after at least one."""

    def is_answer(self, move: i64) -> bool:
        return self.first <= move < self.end or move == moves.DONE

    def fill(self, position: ExplorersPosition, seat: i64, out: Moves) -> None:
        if self.may_name_more(position):
            last = last_pick(position)
            piece = last % moves.PIECE_KINDS
            for place in range(last // moves.PIECE_KINDS, i64(moves.PLACE_COUNT)):
                left = self.pieces_left(position, place) >> (3 * piece)
                while left:
                    if left & 7:
                        out.add(self.first + piece * moves.PLACE_COUNT + place)
                    left >>= 3
                    piece += 1
                piece = 0
        if position.picks:
            out.add(moves.DONE)

    @abstractmethod
    def may_name_more(self, position: ExplorersPosition) -> bool:
        """Whether one more piece may be named, whichever."""

    @abstractmethod
    def pieces_left(self, position: ExplorersPosition, place: i64) -> i64:
        """The pieces that have not been named yet for a place, packed."""

    def answer_fault(self, position: ExplorersPosition, move: i64) -> i64:
        if move == moves.DONE:
            return 0 if position.picks else step.XN_061_WHOLE_ACTIONS
        pick = pick_of(move, self.first)
        why = self.pick_fault(position, pick)
        if why == 0 and position.picks and pick < last_pick(position):
            return DECISION_FAULT + self.decision
        return why

    @abstractmethod
    def pick_fault(self, position: ExplorersPosition, pick: i64) -> i64:
        """The rule that naming this piece breaks, 0 if none; its order aside."""

    def play(self, position: ExplorersPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        if move != moves.DONE:
            position.picks = (position.picks << PICK) | (pick_of(move, self.first) + 1)
            return
        if events is not None:
            events.append(Event("loaded" if self.phase == phases.LOADING else "unloaded", cargo(position)))
        left = count_picks(position)
        while left > 0:
            left -= 1
            pick = ((position.picks >> (PICK * left)) & 31) - 1
            node = place_node(position, pick // moves.PIECE_KINDS)
            self.move_piece(position, pick % moves.PIECE_KINDS, node, events)
        step.finish(position)

    @abstractmethod
    def move_piece(self, position: ExplorersPosition, piece: i64, node: i64, events: list[Event] | None) -> None:
        """Moves one piece between the longship and a place."""

    def chosen(self, position: ExplorersPosition) -> dict[str, Any]:
        return {"pieces": [{"piece": piece, "place": place} for piece, place in named(position)]}

    def prompt(self, position: ExplorersPosition, seat: i64) -> Prompt:
        asked = super().prompt(position, seat)
        if position.picks == 0:
            return asked
        data = {**asked.data, "named": [piece for piece, _ in named(position)]}
        return Prompt(f"{asked.kind}_more", asked.decision, data)


class Load(Cargo):
    """A piece to take aboard (XN-063 to XN-069)."""

    def __init__(self) -> None:
        super().__init__(phases.LOADING, moves.TAKE, moves.PUT)

    def action_fault(self, position: ExplorersPosition) -> i64:
        if position.free_places(position.active) == 0:
            return XN_064_CAPACITY
        fault: i64 = XN_065_SAME_TILE
        for place in range(i64(moves.PLACE_COUNT)):
            node = place_node(position, place)
            if node != islands.NO_NODE:
                if position.vikings_at(position.active, node):
                    return 0
                if place != moves.MAINLAND_PLACE and animals_on(position, node):
                    fault = XN_067_VIKING_ASHORE
        return fault

    def may_name_more(self, position: ExplorersPosition) -> bool:
        return count_picks(position) < position.free_places(position.active)

    def pieces_left(self, position: ExplorersPosition, place: i64) -> i64:
        node = place_node(position, place)
        own = position.vikings_at(position.active, node) if node != islands.NO_NODE else i64(0)
        if own == 0:
            return 0
        animals = i64(0) if place == moves.MAINLAND_PLACE else animals_on(position, node)
        return own + animals * ANIMAL - picked(position, place)

    def pick_fault(self, position: ExplorersPosition, pick: i64) -> i64:
        place = pick // moves.PIECE_KINDS
        piece = pick % moves.PIECE_KINDS
        node = place_node(position, place)
        if node == islands.NO_NODE:
            return XN_066_MAINLAND_LOADING if place == moves.MAINLAND_PLACE else XN_065_SAME_TILE
        own = position.vikings_at(position.active, node)
        there: i64 = own
        if piece == moves.VIKING_PIECE:
            if own == 0 and others_at(position, node):
                return XN_068_OWN_VIKINGS
        elif place == moves.MAINLAND_PLACE:
            return XN_074_DELIVERED
        else:
            there = pieces.number_of(animals_on(position, node), piece - 1)
            if there and own == 0:
                return XN_067_VIKING_ASHORE
            if there == 0 and is_aboard_another(position, harbour(position), piece - 1):
                return XN_069_OWN_LONGSHIP
        if pieces.number_of(picked(position, place), piece) >= there:
            return XN_065_SAME_TILE
        return 0 if self.may_name_more(position) else XN_064_CAPACITY

    def move_piece(self, position: ExplorersPosition, piece: i64, node: i64, events: list[Event] | None) -> None:
        seat = position.active
        if piece == moves.VIKING_PIECE:
            position.move_viking(seat, node, pieces.ABOARD)
        else:
            animal = pieces.one_of(piece - 1)
            position.land[node] = i32(i64(position.land[node]) - animal)
            position.put_word(seat, pieces.CARGO, position.word(seat, pieces.CARGO) + animal)


class Unload(Cargo):
    """A piece to put ashore, and where (XN-070 to XN-078)."""

    def __init__(self) -> None:
        super().__init__(phases.UNLOADING, moves.PUT, moves.DONE)

    def action_fault(self, position: ExplorersPosition) -> i64:
        if not self.may_name_more(position):
            return XN_073_VIKING_ABOARD if position.word(position.active, pieces.CARGO) else step.XN_061_WHOLE_ACTIONS
        tile = harbour(position)
        return 0 if islands.is_fixed(tile) or islands.lands_of(position, tile) else XN_071_SAME_TILE

    def may_name_more(self, position: ExplorersPosition) -> bool:
        return position.vikings_at(position.active, pieces.ABOARD) > 0

    def pieces_left(self, position: ExplorersPosition, place: i64) -> i64:
        return i64(0) if place_node(position, place) == islands.NO_NODE else aboard(position) - picked(position, ANY)

    def pick_fault(self, position: ExplorersPosition, pick: i64) -> i64:
        place = pick // moves.PIECE_KINDS
        piece = pick % moves.PIECE_KINDS
        if place_node(position, place) == islands.NO_NODE:
            return XN_072_MAINLAND_UNLOADING if place == moves.MAINLAND_PLACE else XN_071_SAME_TILE
        there = pieces.number_of(aboard(position), piece)
        if there and not self.may_name_more(position):
            return XN_073_VIKING_ABOARD
        return 0 if pieces.number_of(picked(position, ANY), piece) < there else XN_070_FROM_THE_LONGSHIP

    def play(self, position: ExplorersPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        """After the last piece, settlements that enough Vikings have reached are raided (XN-076)."""
        super().play(position, seat, move, events)
        if move == moves.DONE:
            tile = harbour(position)
            for region in range(islands.lands_of(position, tile)):
                tokens.raid(position, tile * components.REGIONS + region, events)

    def move_piece(self, position: ExplorersPosition, piece: i64, node: i64, events: list[Event] | None) -> None:
        """Livestock on the mainland is delivered (XN-074, XN-075, XN-077)."""
        seat = position.active
        if piece == moves.VIKING_PIECE:
            position.move_viking(seat, pieces.ABOARD, node)
            return
        animal = pieces.one_of(piece - 1)
        position.put_word(seat, pieces.CARGO, position.word(seat, pieces.CARGO) - animal)
        if node != pieces.MAINLAND:
            position.land[node] = i32(i64(position.land[node]) + animal)
            return
        position.put_word(seat, pieces.DELIVERED, position.word(seat, pieces.DELIVERED) + animal)
        if events is not None:
            events.append(Event("delivered", {"seat": int(seat), "animal": moves.PIECES[piece]}, rule="XN-074"))


# Where the longship lies, and what is there


def harbour(position: ExplorersPosition) -> i64:
    """The tile where the active longship is."""
    return position.word(position.active, pieces.LONGSHIP) // components.REGIONS


def place_node(position: ExplorersPosition, place: i64) -> i64:
    """The land region of a place beside the longship (XN-015), the mainland, or -1 if there is no such place here."""
    tile = harbour(position)
    if place == moves.MAINLAND_PLACE:
        return pieces.MAINLAND if islands.is_fixed(tile) else islands.NO_NODE
    if place > islands.lands_of(position, tile):
        return islands.NO_NODE
    return tile * components.REGIONS + place - 1


def animals_on(position: ExplorersPosition, node: i64) -> i64:
    return i64(position.land[node]) & pieces.ANIMALS


def aboard(position: ExplorersPosition) -> i64:
    """What the active longship carries, packed."""
    vikings = position.vikings_at(position.active, pieces.ABOARD)
    return vikings + position.word(position.active, pieces.CARGO) * ANIMAL


def others_at(position: ExplorersPosition, node: i64) -> bool:
    """Whether Vikings of another seat are in a place."""
    for seat in range(position.seats):
        if seat != position.active and position.vikings_at(seat, node):
            return True
    return False


def is_aboard_another(position: ExplorersPosition, tile: i64, animal: i64) -> bool:
    """Whether another longship on a tile carries a livestock type."""
    for seat in range(position.seats):
        if seat != position.active and position.word(seat, pieces.LONGSHIP) // components.REGIONS == tile:
            if pieces.number_of(position.word(seat, pieces.CARGO), animal):
                return True
    return False


# Picks


def pick_of(move: i64, first: i64) -> i64:
    """The pick that a move names: moves count pieces first, then places."""
    return (move - first) % moves.PLACE_COUNT * moves.PIECE_KINDS + (move - first) // moves.PLACE_COUNT


def move_of(pick: i64, first: i64) -> i64:
    return first + pick % moves.PIECE_KINDS * moves.PLACE_COUNT + pick // moves.PIECE_KINDS


def last_pick(position: ExplorersPosition) -> i64:
    """The last piece named, as place * 7 + piece; 0 if none is."""
    if position.picks == 0:
        return 0
    return (position.picks & 31) - 1


def picked(position: ExplorersPosition, place: i64) -> i64:
    """The pieces that have been named already for one place, or for ``ANY``, packed."""
    picks = position.picks
    named: i64 = 0
    while picks:
        pick = (picks & 31) - 1
        if place == ANY or pick // moves.PIECE_KINDS == place:
            named += pieces.one_of(pick % moves.PIECE_KINDS)
        picks >>= PICK
    return named


def count_picks(position: ExplorersPosition) -> i64:
    """How many pieces have been named already."""
    return pieces.number_of_all(picked(position, ANY), pieces.LIVESTOCK_BITS)


def picks_of(position: ExplorersPosition) -> list[int]:
    """The picks so far, the first one first."""
    picks = int(position.picks)
    return [((picks >> (PICK * at)) & 31) - 1 for at in range(int(count_picks(position)) - 1, -1, -1)]


def named(position: ExplorersPosition) -> list[tuple[str, str]]:
    """The pieces named so far, each with where it comes from or goes to."""
    picks = picks_of(position)
    return [(moves.PIECES[pick % moves.PIECE_KINDS], moves.PLACES[pick // moves.PIECE_KINDS]) for pick in picks]


def cargo(position: ExplorersPosition) -> dict[str, object]:
    """A cargo for an event."""
    names, places = [piece for piece, _ in named(position)], [place for _, place in named(position)]
    cell = islands.axial_of(position, harbour(position))
    return {"seat": int(position.active), "pieces": names, "places": places, "cell": cell}
