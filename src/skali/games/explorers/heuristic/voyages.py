"""What a seat could still do: a voyage from where its longship is, from one worthwhile thing to the next.

At every step the voyage goes to what brings most for its action points: livestock to fetch, islands to hold, settlements, sites
for outposts, enemy ships, Vikings ashore who can be spared, or home, where livestock is delivered and Vikings board. So it knows
that Vikings must be fetched before they can land, and that one cannot do everything. Several things are tried as the first, and the
voyage ends where it has brought most; what is done later counts for less.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i32, i64, u8

from skali.core.bits import bit
from skali.core.hexes import EDGES
from skali.games.explorers import captains, components, islands, moves, pieces
from skali.games.explorers.heuristic import charts, prospects
from skali.games.explorers.heuristic.charts import Chart
from skali.games.explorers.state import ExplorersState

WALK: Final = 3
"""Action points, about, until a Viking from elsewhere on the island is aboard."""
LITTLE: Final = 0.01
"""What it is worth to board for those who give up an island by it, but can do nothing else."""
HORIZON: Final = 24
"""Action points that a voyage looks ahead."""
STOPS: Final = 9
UNITS: Final = 1024.0
"""Gains of islands are kept as whole numbers, so many a point."""

# What can be done at a stop
NOTHING: Final = 0
HOLD: Final = 1
FETCH: Final = 2
FETCH_AND_HOLD: Final = 3
RAID: Final = 4
FIGHT: Final = 5
BUILD: Final = 6
GO_HOME: Final = 7
BOARD: Final = 8
RAID_BY_LAND: Final = 9
KINDS: Final = 10


class Starts:
    """The best of each kind that can be done first."""

    def __init__(self, kinds: i64) -> None:
        self.rate: vec[float] = vec[float](capacity=kinds)
        self.worth: vec[float] = vec[float](capacity=kinds)
        self.where: vec[i64] = vec[i64](capacity=kinds)
        self.cost: vec[i64] = vec[i64](capacity=kinds)
        for _ in range(kinds):
            self.rate = append(self.rate, 0.0)
            self.worth = append(self.worth, 0.0)
            self.where = append(self.where, i64(0))
            self.cost = append(self.cost, i64(0))

    def take_best(self) -> i64:
        """The kind with the best rate that has not been taken yet."""
        best: i64 = NOTHING
        for kind in range(i64(len(self.rate))):
            if self.rate[kind] > self.rate[best]:
                best = kind
        self.rate[best] = 0.0
        return best


class Voyage:
    """The voyage of one seat, and what it brings."""

    def __init__(self, state: ExplorersState, seat: i64, chart: Chart, held: vec[i32], budget: i64, later: i64) -> None:
        self.state = state
        self.seat = seat
        self.chart = chart
        self.tuning = chart.tuning
        self.held: vec[i32] = held[:]
        self.budget = budget
        self.later = later
        self.limit: i64 = budget if budget < HORIZON else i64(HORIZON)
        self.crew: i64 = state.vikings_at(seat, pieces.ABOARD)
        self.mainland: i64 = state.vikings_at(seat, pieces.MAINLAND)
        self.built: i64 = state.outposts_built(seat)
        self.animals: i64 = 0
        """Livestock aboard."""
        self.have: i64 = state.word(seat, pieces.DELIVERED)
        """Livestock delivered and aboard."""
        self.pending: float = 0.0
        """What the livestock aboard brings when it is delivered."""
        cargo = state.word(seat, pieces.CARGO)
        for kind in range(i64(pieces.LIVESTOCK_TYPES)):
            for _ in range(pieces.number_of(cargo, kind)):
                self.board(kind)
        self.own: vec[u8] = state.tables.no_bytes[:]
        """The seat's Vikings by land region."""
        self.near: vec[u8] = state.tables.no_bytes[:]
        """By land region: those who can march there in a step."""
        self.ashore: vec[i16] = vec[i16](capacity=16)
        """The land regions where they stand or will."""
        for at in range(seat * pieces.VIKINGS, seat * pieces.VIKINGS + pieces.VIKINGS):
            node = i64(state.vikings[at])
            if node >= components.NODES:
                break
            if self.own[node] == 0:
                self.ashore = append(self.ashore, i16(node))
            self.stand(node, 1)
        self.gain: vec[i32] = state.tables.no_land[:]
        """By island: what it brings to land there and hold it."""
        self.need: vec[u8] = state.tables.no_bytes[:]
        """By island: the Vikings that this takes."""
        self.nodes: vec[i16] = vec[i16](capacity=64)
        """The land regions with something to do."""
        self.done: vec[u8] = state.tables.no_bytes[:]
        """By node: 1 where livestock was fetched, 2 where a settlement was raided, both in 3."""
        self.fought: i64 = 0
        self.touched: i64 = state.touched
        """Tiles, as sets: enemy ships sunk on the way, and those that touch an outpost."""
        self.steps: i64 = 0
        """Action points until now."""
        self.total: float = 0.0
        self.livestock: float = 0.0
        """What of the total is livestock."""
        self.last: float = 0.0
        """The most that it brings wherever it ends, and what of it is livestock."""
        self.last_livestock: float = 0.0
        self.sea: i64 = state.word(seat, pieces.LONGSHIP)
        self.reached: vec[u8] = state.tables.no_bytes
        """By sea: how many sails it is from the longship, and 1; 0 where it cannot go."""
        # The best that can be done next
        self.rate: float = 0.0
        self.what: i64 = NOTHING
        self.where: i64 = 0
        self.cost: i64 = 0
        self.worth: float = 0.0
        self.starts = Starts(KINDS)
        self.is_start = True
        self.find_islands()
        self.find_nodes()
        self.try_starts()

    # What there is to do

    def find_islands(self) -> None:
        state = self.state
        for at in range(len(self.chart.islands)):
            island = i64(self.chart.islands[at])
            own = prospects.influence_of(i64(self.held[island]), self.seat)
            other = prospects.best_of_others(i64(self.held[island]), self.seat)
            lacking = other - own
            if own == 0 and other == 0:
                lacking = 1
            if 0 < lacking <= pieces.HOLD:
                gain = self.share(island, lacking) - self.share(island, 0)
                gain += prospects.wants(state, self.seat, captains.SHIELDMAIDEN) * prospects.hope(
                    state, self.chart, island
                )
                self.gain[island] = i32(i64(gain * UNITS))
                self.need[island] = u8(lacking)

    def find_nodes(self) -> None:
        state = self.state
        for tile in range(i64(components.ALL_TILES)):
            if i64(state.lies[tile]) >= 0:
                first = tile * components.REGIONS
                for node in range(first, first + islands.lands_of(state, tile)):
                    if i64(state.land[node]) or i64(self.gain[i64(state.body[node])]):
                        self.nodes = append(self.nodes, i16(node))

    def board(self, kind: i64) -> None:
        self.pending += prospects.livestock_gain(self.state, self.seat, self.tuning, self.have, kind)
        self.have += pieces.one_of(kind)
        self.animals += 1

    # The voyage

    def try_starts(self) -> None:
        """Of each kind of thing the best is tried as the first; what follows is whatever then brings most for its points.

        Or a first step towards what comes first would often change what comes first, and with it the judgement.
        """
        own, near, held, gain = self.own, self.near, self.held, self.gain
        need, done, ashore, nodes = self.need, self.done, self.ashore, self.nodes
        crew, mainland, built, animals = self.crew, self.mainland, self.built, self.animals
        have, pending = self.have, self.pending
        reached = self.sails()
        self.reached = reached
        self.look()
        self.is_start = False
        starts = self.starts
        while True:
            kind = starts.take_best()
            if kind == NOTHING:
                break
            self.own, self.near, self.held, self.gain = own[:], near[:], held[:], gain[:]
            self.need, self.done, self.ashore, self.nodes = need[:], done[:], ashore[:], nodes[:]
            self.crew, self.mainland, self.built, self.animals = crew, mainland, built, animals
            self.have, self.pending = have, pending
            self.fought = 0
            self.touched = self.state.touched
            self.steps = 0
            self.total = 0.0
            self.livestock = 0.0
            self.sea = self.state.word(self.seat, pieces.LONGSHIP)
            self.reached = reached
            self.what = kind
            self.where = starts.where[kind]
            self.worth = starts.worth[kind]
            self.cost = starts.cost[kind]
            self.go_on()
            self.end_here()
            self.sail()
        self.total = self.last
        self.livestock = self.last_livestock

    def sail(self) -> None:
        for _ in range(i64(STOPS)):
            self.reached = self.sails()
            self.look()
            if self.what == NOTHING:
                break
            self.go_on()
            self.end_here()
        self.bring_home()

    def look(self) -> None:
        """At all that could be done next."""
        self.rate = 0.0
        self.what = NOTHING
        self.look_at_sites()
        self.look_for_crew()
        if self.crew:
            self.look_ashore()
            self.look_at_enemies()
        if self.crew or islands.is_fixed(self.sea // components.REGIONS):
            self.look_home()

    def sails(self) -> vec[u8]:
        """How far the seas are from the longship; with less than two Vikings aboard it keeps clear of enemy ships."""
        state = self.state
        armed = self.crew >= 2
        links = self.chart.links
        queue = state.tables.no_nodes[:]
        reached = state.tables.no_bytes[:]
        queue[0] = i16(self.sea)
        reached[self.sea] = u8(1)
        count: i64 = 1
        at: i64 = 0
        while at < count:
            node = i64(queue[at])
            at += 1
            steps = reached[node] + u8(1)
            for edge in range(node * EDGES, node * EDGES + EDGES):
                other = i64(links[edge])
                if other >= 0 and reached[other] == 0:
                    if armed or not self.is_guarded(other):
                        reached[other] = steps
                        queue[count] = i16(other)
                        count += 1
        return reached

    def is_guarded(self, sea: i64) -> bool:
        """Whether an enemy ship lies there that has not been sunk on the way."""
        tile = sea // components.REGIONS
        if tile >= moves.TILES or not self.state.enemies & ~self.fought & bit(tile):
            return False
        return sea % components.REGIONS == i64(self.state.tables.item_region[tile])

    def nearest_sea(self, tile: i64) -> i64:
        """The sea of a tile that is reached first, -1 if none is."""
        first = tile * components.REGIONS + components.SEA
        best: i64 = -1
        for sea in range(first, first + components.REGIONS - components.SEA):
            if self.reached[sea] and (best < 0 or self.reached[sea] < self.reached[best]):
                best = sea
        return best

    def way_home(self) -> i64:
        """The nearest sea of the fixed tiles, -1 if there is no way."""
        best: i64 = -1
        for tile in range(i64(moves.TILES), i64(components.ALL_TILES)):
            sea = self.nearest_sea(tile)
            if sea >= 0 and (best < 0 or self.reached[sea] < self.reached[best]):
                best = sea
        return best

    # What is best to do next

    def offer(self, what: i64, where: i64, worth: float, cost: i64, patience: float) -> None:
        """One thing that could be done next; ``patience`` are action points that it takes later."""
        rate = worth / (float(cost) + patience)
        if self.is_start and rate > self.starts.rate[what] and cost <= self.limit:
            self.starts.rate[what] = rate
            self.starts.where[what] = where
            self.starts.worth[what] = worth
            self.starts.cost[what] = cost
        if rate > self.rate and self.steps + cost <= self.limit:
            self.rate = rate
            self.what = what
            self.where = where
            self.worth = worth
            self.cost = cost

    def look_ashore(self) -> None:
        for at in range(len(self.nodes)):
            node = i64(self.nodes[at])
            sea = self.nearest_sea(node // components.REGIONS)
            if sea >= 0:
                self.look_at_node(node, i64(self.reached[sea]) - 1)

    def look_at_node(self, node: i64, way: i64) -> None:
        state = self.state
        island = i64(state.body[node])
        hold = float(i64(self.gain[island])) / UNITS
        need = i64(self.need[island])
        there = i64(state.land[node])
        own = i64(self.own[node])
        if self.done[node] & 2 == 0 and there >> pieces.STRENGTH:
            missing = (there >> pieces.STRENGTH) - own
            worth = float(there >> pieces.STRENGTH)
            worth += prospects.wants(state, self.seat, captains.TYRANT)
            worth += 0.5 * prospects.wants(state, self.seat, captains.HERO)
            near = i64(self.near[node])
            if missing < 1:
                missing = 1  # with those who are left ashore on the way
            if near >= missing:
                self.offer(RAID_BY_LAND, node, worth, self.marches(node, missing), 0.0)
            elif self.crew >= missing - near:
                # With somebody left to hold the island, the others board again
                self.offer(RAID, node, worth + hold, way + 1 + self.marches(node, near), 1.0)
                if self.crew == 1:
                    self.end_with(worth + hold, way + 1)
        if hold > 0.0:
            if self.crew > need:
                self.offer(HOLD, node, hold, way + 1, 0.0)
            elif self.crew == need:
                self.end_with(hold, way + 1)
        if self.done[node] & 1 == 0 and there & pieces.ANIMALS:
            back = i64(self.chart.home[node // components.REGIONS])
            if self.steps + way + 3 + back > self.budget:
                return
            kind = self.best_kind(there)
            worth = prospects.livestock_gain(state, self.seat, self.tuning, self.have, kind)
            room = self.crew + self.animals < pieces.HOLD
            if own and room:
                self.offer(FETCH, node, worth, way + 1, 0.5 * float(back) + 0.5)
            elif hold > 0.0 and need == 1 and self.crew >= 2:
                self.offer(FETCH_AND_HOLD, node, worth + hold, way + 2, 0.5 * float(back) + 0.5)
            elif not room and self.crew >= 2:
                # Somebody stays there to make room
                self.offer(FETCH_AND_HOLD, node, worth, way + 2, 0.5 * float(back) + 0.5)
            elif room:
                self.offer(FETCH, node, worth, way + 2, 0.5 * float(back) + 0.5)

    def best_kind(self, animals: i64) -> i64:
        best: i64 = 0
        most = -1.0
        for kind in range(i64(pieces.LIVESTOCK_TYPES)):
            if pieces.number_of(animals, kind):
                found = prospects.livestock_gain(self.state, self.seat, self.tuning, self.have, kind)
                if found > most:
                    most = found
                    best = kind
        return best

    def stand(self, node: i64, number: i64) -> None:
        """So many more Vikings of the seat stand in a land region, or fewer."""
        self.own[node] = u8(i64(self.own[node]) + number)
        edges = islands.edges_of(self.state, node)
        for edge in range(i64(EDGES)):
            if (edges >> edge) & 1:
                other = islands.across(self.state, node, edge)
                if other != islands.NO_NODE:
                    self.near[other] = u8(i64(self.near[other]) + number)

    def marches(self, node: i64, number: i64) -> i64:
        """Action points until so many of the neighbours are here, first those who march in twos."""
        steps: i64 = 0
        if number == 0:
            return 0
        edges = islands.edges_of(self.state, node)
        for least in range(i64(2), i64(0), -1):
            for edge in range(i64(EDGES)):
                if (edges >> edge) & 1:
                    other = islands.across(self.state, node, edge)
                    if other != islands.NO_NODE:
                        left = i64(self.own[other]) if least == 2 else i64(self.own[other]) & 1
                        while number > 0 and left >= least:
                            number -= least
                            left -= least
                            steps += 1
        return steps

    def look_for_crew(self) -> None:
        """Vikings ashore can board, where the longship passes: those who are not needed there, or one who is, if they are few."""
        room = pieces.HOLD - self.animals - self.crew
        if room == 0:
            return
        for at in range(len(self.ashore)):
            node = i64(self.ashore[at])
            own = i64(self.own[node])
            sea = self.nearest_sea(node // components.REGIONS)
            if own == 0 or sea < 0:
                continue
            way = i64(self.reached[sea]) - 1
            if way and self.crew == 0:
                continue
            free = self.free_on(i64(self.state.body[node]))
            if free > 0:
                number = free if free < own else own
                self.offer(BOARD, node, self.tuning.boarding * float(number if number < room else room), way + 1, 0.0)
            elif self.crew < 2:
                self.offer(BOARD, node, LITTLE, way + 1, 0.0)
        if self.crew == 0 and self.what == NOTHING:
            first = self.sea // components.REGIONS * components.REGIONS
            for node in range(first, first + islands.lands_of(self.state, first // components.REGIONS)):
                if self.is_anybody_on(i64(self.state.body[node])):
                    self.offer(BOARD, node, LITTLE, WALK, 0.0)

    def is_anybody_on(self, island: i64) -> bool:
        """Whether a Viking of the seat is on an island."""
        for at in range(self.seat * pieces.VIKINGS, self.seat * pieces.VIKINGS + pieces.VIKINGS):
            node = i64(self.state.vikings[at])
            if node < components.NODES and i64(self.state.body[node]) == island:
                return True
        return False

    def free_on(self, island: i64) -> i64:
        """The influence beyond what it takes to hold an island, or all of it where that is worth nothing."""
        own = prospects.influence_of(i64(self.held[island]), self.seat)
        if self.share(island, 0) == 0.0:
            return own
        other = prospects.best_of_others(i64(self.held[island]), self.seat)
        return own - (other if other > 1 else 1)

    def share(self, island: i64, more: i64) -> float:
        """What an island brings with so much more influence there."""
        held = i64(self.held[island])
        own = prospects.influence_of(held, self.seat) + more
        other = prospects.best_of_others(held, self.seat)
        return prospects.share_of_island(self.state, self.chart, island, own, other, self.later)

    def look_at_enemies(self) -> None:
        """A ship is a point; a death brings more the more there are, and costs a Viking."""
        state = self.state
        if self.crew < 2:
            return
        dead = state.vikings_at(self.seat, pieces.DEAD)
        chance = float(state.deadly) / float(state.deadly + state.safe) if state.deadly else 0.0
        worth = 1.0 + chance * (float(2 * dead + 1) - self.tuning.viking)
        worth += prospects.wants(state, self.seat, captains.BARBARIAN)
        worth += 0.5 * prospects.wants(state, self.seat, captains.HERO)
        for tile in range(i64(moves.TILES)):
            if state.enemies & ~self.fought & bit(tile):
                sea = tile * components.REGIONS + i64(state.tables.item_region[tile])
                if self.reached[sea] > 1:
                    self.offer(FIGHT, sea, worth, i64(self.reached[sea]) - 1, 0.0)

    def look_at_sites(self) -> None:
        if self.built >= pieces.OUTPOSTS:
            return
        for at in range(i64(0), i64(len(self.chart.sites)), charts.SITE):
            self.look_at_site(at)

    def look_at_site(self, at: i64) -> None:
        """An outpost on a site that no other closes, and what it does for its island."""
        state = self.state
        sites = self.chart.sites
        ashore: i64 = 0
        near: i64 = 0
        pair = False
        way: i64 = components.FAR
        for which in range(at, at + charts.SITE):
            node = i64(sites[which])
            if self.touched & bit(node // components.REGIONS):
                return
            ashore += i64(self.own[node])
            sea = self.nearest_sea(node // components.REGIONS)
            if sea >= 0 and i64(self.reached[sea]) - 1 < way:
                way = i64(self.reached[sea]) - 1
        if ashore < 2:
            for which in range(at, at + charts.SITE):
                # Who stands on one of the three is a neighbour of the two others
                node = i64(sites[which])
                beside = i64(self.near[node]) + i64(self.own[node]) - ashore
                if beside > near:
                    near = beside
                if beside >= 2 and self.marches(node, 2) == 1:
                    pair = True
        island = i64(state.body[i64(sites[at])])
        worth = float(2 + self.built) + self.tuning.outpost_hold * (self.share(island, 2) - self.share(island, 0))
        worth += prospects.wants(state, self.seat, captains.WATCHMAN)
        worth += 0.5 * prospects.wants(state, self.seat, captains.HERO)
        worth += self.archer_gain(at)
        if ashore >= 2:
            self.offer(BUILD, at, worth, 2, 0.0)
        elif ashore + near >= 2:
            self.offer(BUILD, at, worth, 3 if ashore or pair else 4, 0.0)
        elif self.crew + ashore >= 2 and self.crew:
            self.offer(BUILD, at, worth, way + 3, 1.0)

    def archer_gain(self, at: i64) -> float:
        """An archer counts the farthest outpost only."""
        care = prospects.wants(self.state, self.seat, captains.ARCHER)
        if care == 0.0:
            return 0.0
        far: i64 = components.FAR
        for which in range(at, at + charts.SITE):
            away = i64(self.state.distance[i64(self.chart.sites[which]) // components.REGIONS])
            if away < far:
                far = away
        more = far - captains.bonus(self.state, self.seat, captains.ARCHER)
        return care * float(more) if more > 0 else 0.0

    def look_home(self) -> None:
        """Livestock is delivered, Vikings board."""
        boarding = pieces.HOLD - self.crew
        if boarding > self.mainland:
            boarding = self.mainland
        if self.animals == 0 and boarding == 0:
            return
        sea = self.way_home()
        if sea < 0:
            return
        cost = i64(self.reached[sea]) - 1
        if self.animals:
            cost += 1
        if self.steps + cost > self.budget:
            return
        if boarding:
            cost += 1
        self.offer(GO_HOME, sea, self.pending + self.tuning.boarding * float(boarding), cost, 0.0)

    def end_with(self, worth: float, cost: i64) -> None:
        """The voyage may end here, with everybody ashore."""
        if self.steps + cost <= self.budget:
            steps = self.steps + cost
            self.end_at(self.total + prospects.faded(worth, self.tuning.fade, steps), steps)

    def end_here(self) -> None:
        """The voyage may end after any stop."""
        if self.steps <= self.budget:
            self.end_at(self.total, self.steps)

    def end_at(self, total: float, steps: i64) -> None:
        found = total - self.tuning.pace * float(steps)
        if found > self.last:
            self.last = found
            self.last_livestock = self.livestock

    # Going on

    def go_on(self) -> None:
        self.steps += self.cost
        what = self.what
        if what == GO_HOME:
            self.sea = self.where
            self.deliver()
            boarding = pieces.HOLD - self.crew
            if boarding > self.mainland:
                boarding = self.mainland
            self.crew += boarding
            self.mainland -= boarding
            return
        if what == FIGHT:
            self.sea = self.where
            self.fought |= bit(self.where // components.REGIONS)
            self.earn(self.worth)
            return
        if what == BUILD:
            self.build()
            return
        node = self.where
        island = i64(self.state.body[node])
        if what == BOARD:
            self.take_aboard(node, island)
            return
        if what == RAID_BY_LAND:
            self.done[node] |= u8(2)
            self.earn(self.worth)
            return
        sea = self.nearest_sea(node // components.REGIONS)
        if sea >= 0:
            self.sea = sea
        if what == RAID:
            self.done[node] |= u8(2)
            self.earn(self.worth)
            if i64(self.gain[island]) and self.crew > 1:
                self.hold(node, island, 1)
            self.steps += 1
        elif what == HOLD:
            self.earn(self.worth)
            self.hold(node, island, i64(self.need[island]))
        else:
            self.done[node] |= u8(1)
            if what == FETCH_AND_HOLD:
                if self.need[island] == 1:
                    self.earn(float(i64(self.gain[island])) / UNITS)
                self.hold(node, island, 1)
            self.board(self.best_kind(i64(self.state.land[node])))

    def take_aboard(self, node: i64, island: i64) -> None:
        """Vikings board, and livestock beside them with them."""
        sea = self.nearest_sea(node // components.REGIONS)
        if sea >= 0:
            self.sea = sea
        number = self.free_on(island)
        if number <= 0:
            number = 1
        ashore = i64(self.own[node]) if self.own[node] else i64(1)
        if number > ashore:
            number = ashore
        room = pieces.HOLD - self.animals - self.crew
        if number > room:
            number = room
        lost = self.share(island, 0) - self.share(island, -number)
        if lost > 0.0:
            self.earn(-lost)
            self.gain[island] = i32(i64(lost * UNITS))
            self.need[island] = u8(number)
            self.nodes = append(self.nodes, i16(node))  # they may come back
        there = i64(self.state.land[node])
        if number < room and there & pieces.ANIMALS and self.own[node] and self.done[node] & 1 == 0:
            self.done[node] |= u8(1)
            self.board(self.best_kind(there))
        self.crew += number
        self.held[island] -= i32(number * bit(5 * self.seat))
        if self.own[node]:
            self.stand(node, -number)

    def hold(self, node: i64, island: i64, number: i64) -> None:
        """Leaves Vikings ashore."""
        if number < i64(self.need[island]):
            self.need[island] -= u8(number)
        else:
            self.gain[island] = i32(0)
        self.held[island] += i32(number * bit(5 * self.seat))
        if self.own[node] == 0:
            self.ashore = append(self.ashore, i16(node))
        self.stand(node, number)
        self.crew -= number

    def build(self) -> None:
        at = self.where
        for which in range(at, at + charts.SITE):
            self.touched |= bit(i64(self.chart.sites[which]) // components.REGIONS)
        island = i64(self.state.body[i64(self.chart.sites[at])])
        self.gain[island] = i32(0)
        self.held[island] += i32(2 * bit(5 * self.seat))
        self.built += 1
        self.earn(self.worth)
        if self.cost > 3:
            self.steps += 1
            best: i64 = -1
            for which in range(at, at + charts.SITE):
                sea = self.nearest_sea(i64(self.chart.sites[which]) // components.REGIONS)
                if sea >= 0 and (best < 0 or self.reached[sea] < self.reached[best]):
                    best = sea
            if best >= 0:
                self.sea = best

    def earn(self, worth: float) -> None:
        self.total += prospects.faded(worth, self.tuning.fade, self.steps)

    def deliver(self) -> None:
        found = prospects.faded(self.pending, self.tuning.fade, self.steps)
        self.total += found
        self.livestock += found
        self.pending = 0.0
        self.animals = 0

    def bring_home(self) -> None:
        """What is still aboard goes home, if there is time."""
        if self.animals and self.crew:
            sea = self.way_home()
            if sea >= 0 and self.steps + i64(self.reached[sea]) <= self.budget:
                self.steps += i64(self.reached[sea])
                self.deliver()
                self.end_here()
