// Fjords at the speed limit: the rules and the moves of src/skali/games/fjords, by nothing but what makes random games fast.
//
// A library for bench/limit/fjords.py, which compiles it, compares it with the engine and times it. Tiles are drawn and moves picked
// with the engine's generator (sfc32), so that one seed draws the same tiles in both. What fits a cell is looked up by what its
// neighbours ask; moves are counted and picked without a list; a game in full flight jumps from decision to decision.
#ifdef __BMI2__
#include <immintrin.h>
#endif

#include <cstdint>
#include <string>

using u8 = uint8_t; using u16 = uint16_t; using u32 = uint32_t; using u64 = uint64_t;

// The components, as components.toml has them: types in canonical rotation, corners clockwise from the north

constexpr int TYPES = 22, PILE = 37, TILES = 40, W = 44, CELLS = W * W, HUTS = 4, FIELDS = 20, ROUNDS = 3;
constexpr const char* NAMES[TYPES] = {"MMMMMM", "MMMMMP", "MMMMPP", "MMMPPP", "MMMPSP", "MMPMMP", "MMPMPP", "MMPPMP",
                                      "MMPPPP", "MMPPSP", "MMPSPP", "MMPSSP", "MPMPPP", "MPPPPP", "MPSSPP", "MPPSSP",
                                      "MPSSSP", "PPPPPP", "PPPPPS", "PPPSSS", "PPSSSS", "PSSSSS"};
constexpr int COUNT[TYPES] = {1, 1, 2, 3, 1, 1, 1, 1, 3, 2, 1, 2, 2, 1, 1, 1, 2, 1, 2, 4, 3, 1};
constexpr int START_CELL[3] = {990, 1033, 1034}, START_TURN[3] = {4, 0, 0}, START_TYPE[3] = {10, 13, 17};
constexpr int STEP[6] = {1 - W, 1, W, W - 1, -1, -W};

// Moves as the engine numbers them
enum { DRAW = 0, TAKE = 1, PLACE = 41, HUT = PLACE + CELLS * 6, NO_HUT = HUT + 4, FIELD = NO_HUT + 1 };
enum Phase : u8 { SOURCE, PLACING, HUTTING, FIELDING, OVER };

static inline u64 bit(int n) { return u64(1) << n; }
static inline int low(u64 set) { return __builtin_ctzll(set); }
static inline int size(u64 set) { return __builtin_popcountll(set); }
static inline u64 nth(u64 set, int n) {  // as a set of one
#ifdef __BMI2__
    return _pdep_u64(bit(n), set);
#else
    for (; n > 0; n--) set &= set - 1;
    return set & -set;
#endif
}

struct alignas(32) Demand {  // what fits an empty cell whose neighbours ask so
    u8 turns[24];            // by type: the turns that fit
    u32 types;               // the types with such a turn
};

struct Tables {
    u16 corners[TYPES][8] = {};  // two bits a corner: 1 farmland, 2 mountain, 3 sea; 0 for a turn that looks like another
    u16 asks[TYPES * 6][6];      // what a laid tile asks of the neighbour across each edge
    u8 farm[TYPES * 6] = {};     // the edges with a farmland corner
    u8 type_of[TILES], distinct[TYPES] = {};
    u64 tiles_of[TYPES] = {};
    Demand demand[4096] = {};

    Tables() {
        int tile = 0;
        for (int t = 0; t < TYPES; t++)
            for (int i = 0; i < COUNT[t]; i++) tiles_of[t] |= bit(tile), type_of[tile++] = t;
        for (int t : START_TYPE) type_of[tile++] = t;
        for (int t = 0; t < TYPES; t++) {
            std::string name = NAMES[t], now = name;
            for (int turn = 0; turn < 6; turn++, now = now[5] + now.substr(0, 5)) {
                u16 c = 0;
                for (int k = 0; k < 6; k++) c |= (now[k] == 'P' ? 1 : now[k] == 'M' ? 2 : 3) << (2 * k);
                if (distinct[t] == turn && (turn == 0 || now != name)) corners[t][distinct[t]++] = c;
                for (int e = 0; e < 6; e++) {
                    int here = c >> (2 * e) & 3, next = c >> (2 * ((e + 1) % 6)) & 3;
                    asks[t * 6 + turn][e] = here << (2 * ((e + 4) % 6)) | next << (2 * ((e + 3) % 6));
                    farm[t * 6 + turn] |= (here == 1 || next == 1) << e;
                }
            }
        }
        for (int a = 1; a < 4096; a++) {
            const int touched = ((a | a >> 1) & 0x555) * 3, sea = (a & a >> 1 & 0x555) * 3;
            if (touched == sea) continue;  // no tile fits where only sea joins (FJ-034)
            for (int t = 0; t < TYPES; t++)
                for (int turn = 0; turn < distinct[t]; turn++)
                    if ((corners[t][turn] & touched) == a) demand[a].turns[t] |= 1 << turn, demand[a].types |= 1u << t;
        }
    }
};
static const Tables T;

struct Rng {  // as in skali.core.rng
    u32 a, b, c, d;
    void seed(u64 seed) {
        a = 0, b = u32(seed), c = u32(seed >> 32), d = 1;
        for (int i = 0; i < 12; i++) word();
    }
    u32 word() {
        u32 t = a + b + d++;
        a = b ^ b >> 9;
        b = c + (c << 3);
        c = (c << 21 | c >> 11) + t;
        return t;
    }
    u32 below(u32 n) {
        u64 product = u64(word()) * n;
        if (__builtin_expect(u32(product) < n, 0))
            for (u32 least = -n % n; u32(product) < least;) product = u64(word()) * n;
        return product >> 32;
    }
};

struct Played { u64 decisions = 0, steps = 0; };

// The frontier is a list of the empty cells with two or more laid neighbours. Each of the 40 tiles has 6 edges, and every tile laid
// joins at least two others, so it has at most (240 - 2 * 77) / 2 = 43 cells.
struct Game {
    struct Board {
        u16 frontier[56];   // behind the last: cell 0, where nothing fits
        u64 links[TILES];   // between tiles, in the order of laying
        u8 laid_as[TILES];  // type * 6 + turn
        u16 cell[TILES];
        u64 own[2];
        u64 hidden, open;
        u32 open_types, open_fits;
        int edges, laid, huts[2], left[2];
        u16 grid[CELLS];  // empty: what is asked, neighbours from bit 12 on; laid: 0x8000 | number of the tile
    } b;
    u64 edge[2], free;
    Rng rng;
    int phase, active, round, starter, hand, raised, points[2][ROUNDS];
    int placements;  // of the tile in hand
    u64 fits[7];  // PLACING: where and how the hand fits, eight bits for each cell of the frontier, a bit for each turn

    void lay(int type, int turn, int cell) {
        const int tt = type * 6 + turn, me = b.laid++;
        int n = b.edges;
#pragma GCC unroll 6
        for (int e = 0; e < 6; e++) {
            const int at = cell + STEP[e];
            const u32 v = b.grid[at], is_laid = v >> 15;
            const u32 asked = is_laid ? v : (v | T.asks[tt][e]) + 4096;
            b.grid[at] = asked;
            b.frontier[n] = at;
            n += asked >> 12 == 2;
        }
        b.frontier[n] = 0, b.edges = n;
        b.grid[cell] = 0x8000 | me, b.cell[me] = cell, b.laid_as[me] = tt;
    }

    const Demand& demand(int i) const { return T.demand[b.grid[b.frontier[i]] & 4095]; }

    u32 fitting() const {  // the types that fit somewhere
        u32 all = 0;
        for (int i = 0; i < b.edges; i += 8)
#pragma GCC unroll 8
            for (int j = 0; j < 8; j++) all |= demand(i + j).types;
        return all;
    }

    int find(int type) {  // fills fits, returns the number of placements
        int count = 0;
        for (int i = 0; i < b.edges; i += 8) {
            u64 word = 0;
#pragma GCC unroll 8
            for (int j = 0; j < 8; j++) word |= u64(demand(i + j).turns[type]) << (8 * j);
            fits[i / 8] = word;
            count += size(word);
        }
        return count;
    }

    int pick(int k) const {  // the k-th placement, as place in the frontier * 8 + turn
        int word = 0, past = 0;
        for (int i = 8, sum = size(fits[0]); i < b.edges; i += 8) {
            word = k >= sum ? i / 8 : word, past = k >= sum ? sum : past;
            sum += size(fits[i / 8]);
        }
        return word * 64 + low(nth(fits[word], k - past));
    }

    void put(int placement) {
        const int i = placement >> 3, cell = b.frontier[i];
        b.frontier[i] = b.frontier[--b.edges];
        b.frontier[b.edges] = 0;
        lay(T.type_of[hand], placement & 7, cell);
    }

    bool hut_asked() const { return b.huts[active] < HUTS && hand != 0; }
    void put_hut(int yes) { b.own[active] |= u64(yes) << (b.laid - 1), b.huts[active] += yes; }

    void begin_turn(int seat) {
        active = seat, phase = SOURCE;
        b.open_fits = b.open_types ? b.open_types & fitting() : 0;
    }

    enum Got { HOLDS, AGAIN, NOTHING };
    Got draw() {  // FJ-019 to FJ-023: the tile in hand fits; or the source is asked again; or discovery is over
        for (;;) {
            const u64 tile = nth(b.hidden, rng.below(size(b.hidden)));
            b.hidden ^= tile;
            raised++;
            hand = low(tile);
            const int type = T.type_of[hand];
            if ((placements = find(type))) return HOLDS;
            b.open |= tile;
            b.open_types |= 1u << type;
            if (!b.hidden) return NOTHING;
            if (b.open_fits) return AGAIN;
        }
    }

    void take(int type) {
        const u64 tiles = b.open & T.tiles_of[type];
        hand = low(tiles);
        b.open ^= tiles & -tiles;
        if (!(tiles & (tiles - 1))) b.open_types ^= 1u << type;
        placements = find(type);
    }

    void begin_fields() {
        b.hidden = b.open = b.open_types = b.open_fits = 0;
        phase = FIELDING;
        for (int me = 0; me < b.laid; me++) {
            const u32 farm = T.farm[b.laid_as[me]];
            u64 linked = 0;
#pragma GCC unroll 6
            for (int e = 0; e < 6; e++) {
                const u32 v = b.grid[b.cell[me] + STEP[e]];
                linked |= u64(farm >> e & v >> 15) << (v & 63);
            }
            b.links[me] = linked;
        }
        for (int seat = 0; seat < 2; seat++) {
            edge[seat] = 0;
            for (u64 set = b.own[seat]; set; set &= set - 1) edge[seat] |= b.links[low(set)];
        }
        free = (bit(b.laid) - 1) & ~(b.own[0] | b.own[1]);
    }

    u64 targets(int seat) const { return b.left[seat] ? edge[seat] & free : 0; }

    void place_field(u64 node) { b.own[active] |= node, free ^= node, edge[active] |= b.links[low(node)], b.left[active]--; }

    u64 reach(u64 set, u64 stop) const {  // the empty tiles joined to the set; may end early at a tile of stop
        u64 reached = set;
        while (set && !(reached & stop)) {
            const u64 linked = b.links[low(set)] & free & ~reached;
            set = (set & (set - 1)) | linked;
            reached |= linked;
        }
        return reached;
    }

    // The next seat to choose has two or more targets; false if the round is over. Unless all is settled, both have a target.
    bool go_on(int seat) {
        for (;; seat ^= 1) {
            const u64 mine = targets(seat), other = targets(1 - seat);
            if (!(mine & other) && !(reach(mine, other) & other)) return finish(), false;
            active = seat;
            if (mine & (mine - 1)) return true;
            place_field(mine);
        }
    }

    void finish() {
        const u64 all[2] = {reach(targets(0), 0), reach(targets(1), 0)};
        for (int s = 0; s < 2; s++)
            if (size(all[s]) <= b.left[s]) {
                b.own[s] |= all[s], free &= ~all[s], b.left[s] -= size(all[s]);
            } else {
                for (active = s; u64 set = targets(s);) {  // the first in the order of the cells
                    int best = low(set);
                    for (; set; set &= set - 1) best = b.cell[low(set)] < b.cell[best] ? low(set) : best;
                    place_field(bit(best));
                }
            }
    }

    void end_round() {
        const int first = FIELDS - b.left[0], second = FIELDS - b.left[1];
        points[0][round] = first, points[1][round] = second;
        if (round + 1 == ROUNDS) phase = OVER;
        else round++, begin_round(first == second ? 1 - starter : first > second);
    }

    static Board fresh() {
        Game f = {};
        for (int i = 0; i < 3; i++) {
            f.lay(START_TYPE[i], START_TURN[i], START_CELL[i]);
            for (int j = f.b.edges; j-- > 0;)  // the third start cell was in the frontier
                if (f.b.frontier[j] == START_CELL[i]) f.b.frontier[j] = f.b.frontier[--f.b.edges], f.b.frontier[f.b.edges] = 0;
        }
        f.b.hidden = bit(PILE) - 1, f.b.left[0] = f.b.left[1] = FIELDS;
        return f.b;
    }

    void begin_round(int seat) {
        static const Board FRESH = fresh();
        b = FRESH;
        begin_turn(starter = seat);
    }

    void start(u64 seed) {
        *this = {};
        rng.seed(seed);
        begin_round(rng.below(2));
    }

    // One move at a time

    int choices() {
        if (phase == SOURCE) return 1 + size(b.open_fits);
        if (phase == PLACING) return placements;
        return phase == HUTTING ? 2 : size(targets(active));
    }

    int move_at(int k) const {
        if (phase == SOURCE) return k == 0 ? DRAW : TAKE + low(nth(b.open_fits, k - 1));
        if (phase == PLACING) return PLACE + b.frontier[pick(k) >> 3] * 6 + (pick(k) & 7);
        if (phase == HUTTING) return k ? HUT : NO_HUT;
        return FIELD + b.cell[low(nth(targets(active), k))];
    }

    void put_and_go_on(int placement) {
        put(placement);
        if (hut_asked()) phase = HUTTING;
        else end_turn();
    }

    void end_turn() {
        if (b.hidden) return begin_turn(1 - active);
        begin_fields();
        if (!go_on(1 - active)) end_round();
    }

    void play(int k) {
        if (phase == SOURCE) {
            if (k) take(low(nth(b.open_fits, k - 1)));
            else if (Got got = draw(); got != HOLDS) return got == NOTHING ? (active ^= 1, end_turn()) : void();
            b.open_fits = 0, phase = PLACING;
            if (placements == 1) put_and_go_on(pick(0));
        } else if (phase == PLACING) {
            put_and_go_on(pick(k));
        } else if (phase == HUTTING) {
            put_hut(k), end_turn();
        } else {
            place_field(nth(targets(active), k));
            if (!go_on(1 - active)) end_round();
        }
    }

    int score(int seat) const { return points[seat][0] + points[seat][1] + points[seat][2]; }

    // To the end, from any position: the same moves without a detour for each
    Played play_out(u64 seed) {
        Rng picks;
        picks.seed(seed);
        Played p;
        int k = 0;
        auto choose = [&](int count) {
            k = picks.below(count);
            p.decisions++, p.steps++;
        };
        if (phase == PLACING) goto hold;
        if (phase == HUTTING) goto hut;
        if (phase == FIELDING) goto field;
        if (phase == OVER) return p;
    source:
        if (b.open_fits) {
            choose(1 + size(b.open_fits));
            if (k) {
                take(low(nth(b.open_fits, k - 1)));
                goto hold;
            }
        } else {
            p.steps++;
        }
        switch (draw()) {
            case AGAIN: goto source;
            case NOTHING: active ^= 1; goto last;
            case HOLDS: break;
        }
    hold:
        k = 0;
        if (placements > 1) choose(placements);
        put(pick(k));
        if (hut_asked()) {
        hut:
            choose(2);
            put_hut(k);
        }
        if (b.hidden) {
            begin_turn(1 - active);
            goto source;
        }
    last:
        begin_fields();
        while (go_on(1 - active)) {
        field:
            choose(size(targets(active)));
            place_field(nth(targets(active), k));
        }
        end_round();
        if (phase != OVER) goto source;
        return p;
    }
};

// What Python calls

static Game one, starts[16];

extern "C" {
void start(u64 seed) { one.start(seed); }
int choices() { return one.phase == OVER ? 0 : one.choices(); }
int move_at(int k) { return one.move_at(k); }
void play(int k) { one.play(k); }
int score(int seat) { return one.score(seat); }

// From where the game stands to its end; adds up decisions and all steps
void play_out(u64 seed, u64* counted) {
    const Played p = one.play_out(seed);
    counted[0] += p.decisions, counted[1] += p.steps;
}

// So many games, each a copy of one of 16 starts
void play_games(u64 seed, int games, u64* counted) {
    if (starts[0].b.hidden == 0)
        for (int i = 0; i < 16; i++) starts[i].start(1 + i);
    for (; games--; seed++) {
        one = starts[seed % 16];
        play_out(seed, counted);
    }
}
}
