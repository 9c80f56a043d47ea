"""Votes in a territory: colonies, armies, priests, minstrels and palisades (GR-069 to GR-076, GR-207 to GR-210)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64, u8

from skali.core.bits import bit
from skali.games.graenaland.land import (
    ARMY,
    COLONIES,
    HERO,
    MINSTREL,
    PALISADE,
    PRIEST,
    SEATS,
    VOTES,
    WARRIOR,
    WORKS,
)

if TYPE_CHECKING:
    from skali.games.graenaland.state import GraenalandState


def count(state: GraenalandState) -> None:
    """Makes the public table of votes, which stands until the next distribution (GR-076)."""
    board = state.land
    priests: i64 = 0
    """Territories with a priest."""
    heroes: i64 = 0
    """Heroes in each territory, four bits a territory."""
    seats = state.agreed.seats
    for at in range(seats * 3):
        site = i64(board[HERO + at]) - 1
        if site >= 0:
            heroes += bit(4 * site)
            if at % 3 == PRIEST:
                priests |= bit(site)
    for site in range(state.agreed.island.count):
        for seat in range(seats):
            board[VOTES + site * SEATS + seat] = board[COLONIES + site * SEATS + seat]
    three = state.agreed.three
    for seat in range(seats):
        for hero in range(i64(3)):
            site = i64(board[HERO + seat * 3 + hero]) - 1
            if site >= 0:
                votes: i64 = 1 if three else 0  # GR-207 to GR-209
                if hero == WARRIOR:
                    if not priests & bit(site):  # GR-071, GR-208
                        votes += i64(board[ARMY + seat])
                elif hero == MINSTREL:
                    votes += ((heroes >> (4 * site)) & 15) - 1  # GR-072
                fenced = (i64(board[WORKS + site]) >> PALISADE) & 1
                if fenced and board[COLONIES + site * SEATS + seat] == 0:
                    if votes > 0 and (three or hero == WARRIOR):  # GR-210, GR-074
                        votes -= 1
                board[VOTES + site * SEATS + seat] += u8(votes)


def of(state: GraenalandState, site: i64, seat: i64) -> i64:
    return i64(state.land[VOTES + site * SEATS + seat])


def total(state: GraenalandState, site: i64) -> i64:
    """All votes of all players in a territory."""
    sum: i64 = 0
    for seat in range(state.agreed.seats):
        sum += i64(state.land[VOTES + site * SEATS + seat])
    return sum


def voters(state: GraenalandState, site: i64) -> i64:
    """The set of players with a vote in a territory."""
    seats: i64 = 0
    for seat in range(state.agreed.seats):
        if state.land[VOTES + site * SEATS + seat] > 0:
            seats |= bit(seat)
    return seats


def table(state: GraenalandState) -> list[list[int]]:
    """The votes as they stand now, by territory and seat, whatever the phase: for views."""
    twin = state.copy()
    count(twin)
    sites = range(int(state.agreed.island.count))
    return [[int(of(twin, site, seat)) for seat in range(int(state.agreed.seats))] for site in sites]
