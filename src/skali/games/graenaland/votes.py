"""Votes in a territory: colonies, armies, priests, minstrels and palisades (GR-069 to GR-076, GR-207 to GR-210)."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64, u8

from skali.core.bits import bit
from skali.games.graenaland import land
from skali.games.graenaland.position import GraenalandPosition


def count(position: GraenalandPosition) -> None:
    """Makes the public table of votes, which stands until the next distribution (GR-076)."""
    board = position.land
    priests: i64 = 0
    """Territories with a priest."""
    heroes: i64 = 0
    """Heroes in each territory, four bits a territory."""
    seats = position.agreed.seats
    for at in range(seats * 3):
        site = i64(board[land.HERO + at]) - 1
        if site >= 0:
            heroes += bit(4 * site)
            if at % 3 == land.PRIEST:
                priests |= bit(site)
    for site in range(position.agreed.island.count):
        for seat in range(seats):
            board[land.VOTES + site * land.SEATS + seat] = board[land.COLONIES + site * land.SEATS + seat]
    three = position.agreed.three
    for seat in range(seats):
        for hero in range(i64(3)):
            site = i64(board[land.HERO + seat * 3 + hero]) - 1
            if site >= 0:
                votes: i64 = 1 if three else 0  # GR-207 to GR-209
                if hero == land.WARRIOR:
                    if not priests & bit(site):  # GR-071, GR-208
                        votes += i64(board[land.ARMY + seat])
                elif hero == land.MINSTREL:
                    votes += ((heroes >> (4 * site)) & 15) - 1  # GR-072
                fenced = (i64(board[land.WORKS + site]) >> land.PALISADE) & 1
                if fenced and board[land.COLONIES + site * land.SEATS + seat] == 0:
                    if votes > 0 and (three or hero == land.WARRIOR):  # GR-210, GR-074
                        votes -= 1
                board[land.VOTES + site * land.SEATS + seat] += u8(votes)


def of(position: GraenalandPosition, site: i64, seat: i64) -> i64:
    return i64(position.land[land.VOTES + site * land.SEATS + seat])


def total(position: GraenalandPosition, site: i64) -> i64:
    """All votes of all players in a territory."""
    board = position.land
    sum: i64 = 0
    for seat in range(position.agreed.seats):
        sum += i64(board[land.VOTES + site * land.SEATS + seat])
    return sum


def voters(position: GraenalandPosition, site: i64) -> i64:
    """The set of players with a vote in a territory."""
    board = position.land
    seats: i64 = 0
    for seat in range(position.agreed.seats):
        if board[land.VOTES + site * land.SEATS + seat] > 0:
            seats |= bit(seat)
    return seats


def sources(position: GraenalandPosition, site: int) -> list[dict[str, Any]]:
    """What the votes of a territory come from, as they stand now: seat by seat, each with its rule."""
    board, three = position.land, position.agreed.three
    standing = [
        (seat, hero)
        for seat in range(int(position.agreed.seats))
        for hero in range(3)
        if land.hero_at(position, seat, hero) == site
    ]
    priest = any(hero == land.PRIEST for _, hero in standing)
    found: list[dict[str, Any]] = []
    for seat in range(int(position.agreed.seats)):
        colonies = int(board[land.COLONIES + site * land.SEATS + seat])
        if colonies:
            found.append({"seat": seat, "source": "colonies", "votes": colonies, "rule": "GR-069"})
        for hero in (hero for owner, hero in standing if owner == seat):
            if hero == land.PRIEST:
                source, count, rules = "priest", 0, ("GR-071", "GR-208")
            elif hero == land.MINSTREL:
                source, count, rules = "minstrel", len(standing) - 1, ("GR-072", "GR-209")
            elif priest:
                source, count, rules = "silenced", 0, ("GR-071", "GR-208")
            else:
                source, count, rules = "warrior", int(land.army(position, seat)), ("GR-070", "GR-207")
            count += int(three)
            found.append({"seat": seat, "source": source, "votes": count, "rule": rules[three]})
            fenced = land.has_work(position, site, land.PALISADE) and colonies == 0
            if fenced and count and (three or hero == land.WARRIOR):
                found.append({"seat": seat, "source": "palisade", "votes": -1, "rule": "GR-210" if three else "GR-074"})
    return found


def table(position: GraenalandPosition) -> list[list[int]]:
    """The votes as they stand now, by territory and seat, whatever the phase: for views."""
    twin = position.copy()
    count(twin)
    sites = range(int(position.agreed.island.count))
    return [[int(of(twin, site, seat)) for seat in range(int(position.agreed.seats))] for site in sites]
