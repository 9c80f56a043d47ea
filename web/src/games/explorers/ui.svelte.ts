// What is being prepared at sea: a tile and how it lies, or the actions of a turn. They are the draft of the table; the hall tries it.

import { Carry } from '../../kit/board/carry.svelte';
import { Turning } from '../../kit/board/turning.svelte';
import { BoardUi } from '../../kit/board/ui.svelte';
import { fill } from '../../kit/board/words';
import { key, type Cell } from '../../land/coast';
import { prefs } from '../../lib/prefs.svelte';
import type { Data, Legal } from '../../lib/types';
import { m } from '../../paraglide/messages';
import type { Step } from '../../table/play.svelte';
import type { Act, Count, Track } from '../../table/ui';
import { landId, shipId, type Action, type Held, type XView } from './layout';
import { tiles } from './tiles.svelte';
import { ALL, MAINLAND, cargoes, cellId, fullest, offersOf, type Offer, type Planned } from './offers';

const PLACING = ['tile', 'cell', 'turn'];
const STOPS = ['captain', 'nothing_fits', ...PLACING];
const step = (move: string): Step => ({ move, notation: move, words: move });
const isCell = (id: string): boolean => id.startsWith('cell:');
export const cellOf = (id: string): Cell => id.split(/[:/]/)[1].split(',').map(Number) as Cell;

export type Shown = 'moves' | 'islands' | 'sites' | 'left' | 'targets';

export class ExplorersUi extends BoardUi<XView> {
  on = $state<Record<Shown, boolean>>({
    moves: true,
    islands: false,
    sites: false,
    left: false,
    targets: innerWidth >= 1600,
  });
  /** What was clicked to be moved, and with how many Vikings. */
  mover = $state('');
  many = $state(2);
  /** A place was clicked to which several lead: they are asked for there. */
  asked = $state.raw<{ id: string; offers: Offer[]; movers: string[] } | null>(null);
  turning = new Turning(6, () => this.lies.map(({ turn }) => ({ turn })));
  carry = new Carry<string>((piece, place) => this.drop(piece, place));
  /** The island that the list points at; 0 for none. */
  marked = $state(0);
  /** The place that the list of targets points at. */
  pointed = $state('');
  /** Set by the board: brings a place into sight; puts the keys there, too; says where an answer about it stands. */
  reveal: (id: string) => void = () => {};
  show: (id: string) => void = () => {};
  beside: (id: string) => { x: number; y: number } | undefined = () => undefined;

  private picked = $state('');
  private cell = $state.raw<Cell | null>(null);
  private plan = $state.raw<Planned[]>([]);
  private made = $state.raw<Step[]>([]);
  private queue: Promise<unknown> = Promise.resolve();

  /** Shows an island on the map, or no longer. */
  mark(island: number): void {
    this.marked = this.marked === island ? 0 : island;
    const tile = this.shown.tiles.find((each) => each.lands.some((land) => land.island === island));
    if (this.marked && tile) this.reveal(cellId(tile.cell));
  }

  // Words

  t(word: string, data: Data = {}): string {
    return fill(this.play.words, prefs.language, 'board', word, data, (seat) => this.play.name(seat));
  }
  name(table: string, word: string): string {
    return this.play.words[table]?.[word] ?? '';
  }

  // The position

  /** With what is planned, as far as the hall could try it. */
  get shown(): XView {
    return this.play.view as XView;
  }
  /** Whose turn it is, also when what is planned ends the game. */
  get player(): number {
    return this.view.active ?? this.me;
  }
  get placing(): boolean {
    return PLACING.includes(this.kind);
  }
  get acting(): boolean {
    return this.kind !== '' && !STOPS.includes(this.kind);
  }

  // A tile

  get hand(): Held[] {
    return this.view.hand;
  }
  /** The tile in hand that is to be laid. */
  get held(): Held | null {
    if (!this.placing) return null;
    const name = this.view.chosen.tile ?? this.picked;
    return this.hand.find((each) => each.tile === name && each.places.length) ?? null;
  }
  /** Where the tile goes, once that is drafted. */
  get chosen(): Cell | null {
    return this.placing && this.play.draft.length && this.play.draft === this.made ? this.cell : null;
  }
  private get lies(): Held['places'][number]['turns'] {
    const { chosen } = this;
    return this.held?.places.find((each) => chosen && key(each.cell) === key(chosen))?.turns ?? [];
  }
  get ways(): number {
    return this.lies.length;
  }
  get wayNumber(): number {
    return this.lies.findIndex(({ turn }) => turn === this.turning.turn) + 1;
  }
  /** What the tile would complete as it lies. */
  get completes(): number[] {
    return this.lies.find(({ turn }) => turn === this.turning.turn)?.completes ?? [];
  }
  /** Where a tile can go: the one in hand, or before one is picked any of them. */
  get cells(): Map<string, Held['places'][number]> {
    const found = new Map<string, Held['places'][number]>();
    if (this.placing)
      for (const tile of this.held ? [this.held] : this.hand)
        for (const place of tile.places) if (!found.has(key(place.cell))) found.set(key(place.cell), place);
    return found;
  }

  take(tile: string): void {
    if (!this.placing || this.play.past || this.play.scene) return;
    const { chosen } = this;
    this.refused = '';
    const held = this.hand.find((each) => each.tile === tile);
    if (!held?.places.length) return this.why(`tile ${tile}`, '');
    if (this.picked !== tile) this.turning.reset();
    this.picked = tile;
    if (chosen && held.places.some((each) => key(each.cell) === key(chosen))) void this.lay(chosen);
    else if (this.play.draft.length) void this.play.propose([]);
  }

  private lay(cell: Cell): Promise<void> {
    const at = (tile: Held): boolean => tile.places.some((each) => key(each.cell) === key(cell));
    if (!this.held || !at(this.held)) {
      const other = this.held ? undefined : this.hand.find(at);
      if (!other) {
        const tile = this.held ? this.choices.find((c) => c.data.tile === this.held!.tile) : undefined;
        this.why(`place at ${key(cell)}`, cellId(cell), this.beside(cellId(cell)), tile ? [tile.move] : []);
        return Promise.resolve();
      }
      this.picked = other.tile;
    }
    const { places } = this.held!;
    const { turns } = places.find((each) => key(each.cell) === key(cell))!;
    if (!turns.some(({ turn }) => turn === this.turning.turn)) {
      const most = (each: (typeof turns)[number]): number => each.completes.reduce((sum, n) => sum + n, 0);
      this.turning.turn = turns.reduce((best, each) => (most(each) > most(best) ? each : best)).turn;
    }
    const asked = PLACING.indexOf(this.kind);
    const steps: (Step | undefined)[] = [
      asked < 1 ? this.choices.find((c) => c.data.tile === this.held!.tile) : undefined,
      asked === 1 || (asked < 1 && places.length > 1) ? step(`place at ${key(cell)}`) : undefined,
      asked === 2 || turns.length > 1 ? step(`turn ${this.turning.turn}`) : undefined,
    ];
    this.cell = cell;
    return this.propose(steps.filter((each) => each !== undefined));
  }
  private propose(steps: Step[]): Promise<void> {
    this.made = steps;
    return this.play.propose(steps);
  }

  rotate(by: number): void {
    if (!this.held) return;
    this.turning.rotate(by);
    if (this.chosen) void this.lay(this.chosen);
  }

  // Actions

  get planned(): Planned[] {
    return this.acting && this.play.draft.length && this.play.draft === this.made ? this.plan : [];
  }
  /** What can still be done after what is planned. */
  get actions(): Action[] {
    const { play } = this;
    return this.acting && !play.past && !play.scene && !play.tried?.reveals ? this.shown.actions : [];
  }
  get offers(): Offer[] {
    return this.acting ? offersOf(this.shown, this.actions, this.planned.at(-1)) : [];
  }
  /** What the chosen mover can do, or everything if none is chosen; an outpost can be built in any case. */
  get open(): Offer[] {
    const { offers, mover } = this;
    const own = mover ? offers.filter((each) => each.mover === mover) : [];
    if (own.length) return [...own, ...offers.filter((each) => each.action.kind === 'build')];
    return offers.filter((each) => !each.mover.startsWith(ALL));
  }
  get movers(): Set<string> {
    return new Set(this.offers.map((each) => each.mover).filter(Boolean));
  }
  get targets(): Set<string> {
    return new Set(this.open.map((each) => each.target));
  }
  /** The points of a whole turn. */
  get full(): number {
    return Math.max(tiles.pieces.points ?? 0, this.view.points);
  }
  /** Points left after what is planned. */
  get points(): number {
    return this.view.points - this.planned.reduce((sum, { action }) => sum + action.cost, 0);
  }

  /** Whether the turn is over when what is planned is played. */
  get ends(): boolean {
    const last = this.planned.at(-1)?.action;
    return last !== undefined && !last.fights && (this.points === 0 || (this.play.tried?.reveals ?? false));
  }

  /** Clicks wait for each other: each is about the position after the one before. */
  pick(id: string): void {
    this.queue = this.queue.then(() => this.click(id)).catch(() => {});
  }
  private async click(id: string): Promise<void> {
    const { play } = this;
    if (play.past || play.scene || !play.myTurn) return;
    this.refused = '';
    this.asked = null;
    if (this.placing) {
      if (!isCell(id) && !id.includes(':')) return;
      const cell = cellOf(id);
      if (this.chosen && key(cell) === key(this.chosen)) this.rotate(1);
      else await this.lay(cell);
      return;
    }
    if (!this.acting) return;
    const { offers, mover } = this;
    const here = offers.filter((each) => each.target === id || (each.mover === mover && this.ashore(each, id)));
    const own = here.filter((each) => each.mover === mover);
    if (mover && own.length && new Set(own.map((each) => each.target)).size === 1) return this.carryOut(this.best(own));
    if (mover === id) return this.again(id);
    if (this.movers.has(id)) return this.choose(id);
    const free = here.filter((each) => !each.mover.startsWith(ALL));
    const ways = new Set(free.map((each) => each.mover + (each.action.vikings ?? '')));
    if (ways.size === 1) return this.carryOut(free[0]);
    if (ways.size > 1) {
      this.asked = { id, offers: distinct(free), movers: [] };
      return;
    }
    const inside = isCell(id) ? [...this.movers].filter((each) => this.standsOn(each, cellOf(id))) : [];
    if (inside.length === 1) return this.choose(inside[0]);
    if (inside.length > 1) this.asked = { id, offers: [], movers: inside };
    else this.refuse(id);
  }
  /** Whether a place is the land where something aboard would go: the longship's own cell, or what stands there. */
  private ashore(offer: Offer, id: string): boolean {
    const { shown } = this;
    const harbour = shown.players[this.player].longship.cell;
    const [, land] = offer.target.split('place:land-');
    return land !== undefined && (id === cellId(harbour) || id.startsWith(`land:${key(harbour)}/${land}:`));
  }
  private standsOn(mover: string, cell: Cell): boolean {
    const { shown } = this;
    if (mover === shipId(this.player)) return key(shown.players[this.player].longship.cell) === key(cell);
    return mover.startsWith('land:') && key(cellOf(mover)) === key(cell);
  }

  /** A hint names the first step of an action: the tile is taken up, or who would act. */
  async suggest({ data, notation }: Legal): Promise<void> {
    if (this.placing && data.tile) return this.take(data.tile);
    if (this.steps) await this.draft([]);
    const offers = this.offers.filter((each) => each.action.moves[0] === notation);
    const [first] = offers;
    if (offers.length === 1) await this.carryOut(first);
    else if (first?.mover) await this.choose(first.mover);
    else if (first) this.on.sites = true;
    else await this.play.propose(this.choices.filter((each) => each.notation === notation));
  }
  /** Takes something up. What can only come aboard or ashore in one way does so. */
  async choose(mover: string): Promise<void> {
    this.asked = null;
    const offers = this.offers.filter((each) => each.mover === mover);
    if (!offers.length) return;
    const [only] = offers;
    if (offers.length === 1 && /load/.test(only.action.kind)) return this.carryOut(only);
    this.mover = mover;
    this.many = Math.max(1, ...offers.map((each) => each.action.vikings ?? 0));
  }
  /** The mover is clicked again: one Viking instead of two, or it is let go. */
  private again(mover: string): void {
    const counts = new Set(this.offers.filter((each) => each.mover === mover).map((each) => each.action.vikings ?? 0));
    if (counts.has(1) && counts.has(2) && this.many === 2) this.many = 1;
    else this.mover = '';
  }
  private best(offers: Offer[]): Offer {
    return offers.find((each) => each.action.vikings === this.many) ?? offers[0];
  }

  async carryOut(offer: Offer): Promise<void> {
    const { planned, actions } = this;
    this.asked = null;
    const before = offer.instead ? planned.at(-1)!.before : actions;
    const kept = offer.instead ? planned.slice(0, -1) : planned;
    await this.draft([...kept, { action: offer.action, before }]);
    this.follow(offer.action);
  }
  /** What has moved stays in hand. */
  private follow(action: Action): void {
    const end = action.way.at(-1);
    if (action.kind === 'sail' || action.kind === 'load') this.mover = shipId(this.player);
    else if (end) this.mover = landId(end.cell, end.region, action.animal ?? 'viking');
    else this.mover = '';
    if (action.vikings && action.kind === 'march') this.many = action.vikings;
    if (!this.offers.some((each) => each.mover === this.mover)) this.mover = '';
  }
  private async draft(plan: Planned[]): Promise<void> {
    this.plan = plan;
    await this.propose(plan.flatMap(({ action }) => action.moves).map(step));
  }

  /** Everything beside the longship that finds room, if that is one cargo. */
  get loadAll(): Offer | null {
    const all = fullest(cargoes(this.shown, this.actions, this.planned.at(-1), 'load'));
    return all && { mover: '', target: '', ...all };
  }
  get unloadAll(): Offer[] {
    return this.offers.filter((each) => each.mover === ALL);
  }
  unload(): void {
    const all = this.unloadAll;
    if (all.length === 1) void this.carryOut(all[0]);
    else if (all.length) this.mover = this.mover === ALL ? '' : ALL;
  }

  /** A piece was dragged to a place. */
  private drop(piece: string, place: string): void {
    (document.activeElement as HTMLElement | null)?.blur(); // so that Enter confirms what was dragged there
    if (this.placing) this.take(piece);
    const stands = /^(land|enemy|ship):/.test(place) && place !== piece && !this.targets.has(place);
    this.pick(stands && !piece.startsWith(ALL) ? this.cellUnder(place) : place);
  }
  /** The cell on which something stands. */
  private cellUnder(id: string): string {
    return cellId(id.startsWith('ship:') ? this.shown.players[Number(id.slice(5))].longship.cell : cellOf(id));
  }
  /** What is being dragged is in hand, so that its targets show. */
  hold(piece: string): void {
    if (this.placing || this.mover === piece) return;
    this.asked = null;
    this.mover = piece;
    this.many = Math.max(1, ...this.offers.filter((o) => o.mover === piece).map((o) => o.action.vikings ?? 0));
  }
  /** For a pointer that goes down on a place: whether what is there is taken up. */
  lift(id: string, event: PointerEvent): boolean {
    if (!this.movers.has(id) || this.play.past || this.play.scene) return false;
    this.carry.take(event, id);
    return true;
  }

  /** Asks the hall why nothing leads there. */
  private refuse(id: string): void {
    const { mover } = this;
    const before = this.play.draft.map((each) => each.move);
    const at = this.beside(id);
    if (this.play.tried?.reveals) {
      const words = this.t(this.ends ? 'turn_ends' : 'fight_waits');
      this.play.refusal = { rule: '', words, at };
      return;
    }
    if (!isCell(id)) return this.elsewhere(id, at);
    const to = key(cellOf(id));
    if (this.kind !== 'action') return this.elsewhere(id, at);
    if (mover.startsWith('land:')) {
      const verb = mover.endsWith(':viking') ? 'march' : 'herd';
      const [cell, land] = mover.split(':')[1].split('/');
      return this.why(`${verb} to ${to}`, id, at, [...before, verb, ...this.fromThere(verb, cell, land)]);
    }
    this.why(`sail to ${to}`, id, at, before);
  }
  /** The origin is said only where there are several. */
  private fromThere(verb: string, cell: string, land: string): string[] {
    const from = new Set(this.actions.filter((a) => a.kind === verb).map((a) => JSON.stringify(a.way[0])));
    return from.size > 1 ? [`${verb} from ${cell} land ${land}`] : [];
  }

  // Taking back

  get steps(): number {
    return this.planned.length;
  }
  unstep(): void {
    this.takeBack(this.planned.length - 1);
  }
  /** Nothing is in hand or asked at a place any more. */
  private letGo(): void {
    this.mover = '';
    this.asked = null;
  }
  /** Only so many planned actions stay. */
  takeBack(to: number): void {
    this.letGo();
    void this.draft(this.planned.slice(0, to));
  }
  back(): boolean {
    if (this.asked || this.mover) {
      this.letGo();
      return true;
    }
    if (this.steps) {
      this.unstep();
      return true;
    }
    return super.back();
  }

  // On to the next place

  next(by = 1): void {
    const order = (a: Cell, b: Cell): number => a[1] - b[1] || a[0] - b[0];
    if (this.placing) {
      const cells = [...this.cells.values()].map((each) => each.cell).sort(order);
      if (!cells.length) return;
      const at = this.chosen ? cells.findIndex((c) => key(c) === key(this.chosen!)) : by > 0 ? -1 : 0;
      const cell = cells[(at + by + cells.length) % cells.length];
      if (!this.chosen || key(cell) !== key(this.chosen)) this.pick(cellId(cell));
      return this.show(cellId(cell));
    }
    const places = [...this.targets, ...[...this.movers].filter((id) => /^(land|ship|mainland)/.test(id))];
    const near = [...new Set(places)].sort();
    if (!near.length) return;
    const at = near.indexOf(this.cursor);
    this.cursor = near[(at + by + near.length) % near.length];
    this.show(this.cursor);
  }
  /** Where the keys are. */
  cursor = $state('');

  async commit(): Promise<void> {
    this.letGo();
    if (!(await this.play.commit())) return;
    this.turning.reset();
    this.picked = '';
  }
  private endTurn(): void {
    const end = this.choices.find((each) => each.data.kind === 'end_turn');
    const moves = this.play.draft.map((each) => each.move);
    this.letGo();
    if (this.planned.length || end) void this.play.commit([...moves, 'end turn']);
  }

  // What the page asks

  say(): { title: string; sub: string } | null {
    const { kind, play } = this;
    if (kind === 'captain') return { title: this.t('captain'), sub: this.t('captain_how') };
    if (kind === 'nothing_fits') return { title: this.t('nothing_fits'), sub: this.t('nothing_fits_why') };
    if (this.placing) {
      const count = this.view.placed + 1;
      const title = this.view.solo ? this.t('place_solo', { count }) : this.t('place');
      if (this.chosen)
        return {
          title,
          sub: this.completes.length
            ? this.t('completes', { tiles: this.completes })
            : this.t('turns_how', { n: this.ways }),
        };
      return { title, sub: this.held ? this.t('fits', { n: this.cells.size }) : this.t('place_how') };
    }
    if (!this.acting) return null;
    const title =
      kind === 'action' ? this.t('actions', { points: this.points }) : this.t(`ask_${kind.replace('_more', '')}`);
    if (this.ends) return { title, sub: this.t('turn_ends') };
    if (play.tried?.reveals) return { title, sub: this.t('fight_waits') };
    if (this.mover) return { title, sub: this.t('mover_how', { piece: this.moverName(this.mover) }) };
    return { title, sub: this.open.length ? this.t('act_how') : this.t('nothing_left') };
  }
  moverName(mover: string): string {
    if (mover.startsWith('ship:')) return this.t('longship');
    if (mover === ALL) return this.t('all_aboard');
    const piece = mover.split(':').at(-1)!;
    if (mover === MAINLAND || piece === 'viking')
      return this.t('vikings', { n: mover.startsWith('land:') ? this.many : 1 });
    return this.name('the_piece', piece);
  }

  acts(): Act[] {
    const { play, kind } = this;
    if (kind === 'captain') return [this.confirm(this.t('keep'))];
    if (kind === 'nothing_fits')
      return this.choices.map((choice) => this.go('nothing', choice.words, () => void play.commit([choice.move])));
    if (this.placing) {
      const out: Act[] = [];
      if (this.held && (!this.chosen || this.ways > 1))
        out.push({ id: 'turn', label: m.turn(), key: 'E', icon: 'turn', run: () => this.rotate(1) });
      out.push({ id: 'next', label: m.next_place(), key: 'N', run: () => this.next() });
      if (this.chosen) out.push(this.go('go', this.t('lay'), () => void this.commit(), !play.whole));
      return out;
    }
    if (!this.acting) return [];
    const out: Act[] = [];
    const { ends } = this;
    if (kind === 'action' && !play.tried?.reveals && !ends)
      out.push({
        id: 'end',
        label: this.t('end_turn'),
        key: this.planned.length ? 'T' : '↵',
        look: this.planned.length ? undefined : 'go',
        run: () => this.endTurn(),
      });
    if (this.planned.length)
      out.push(this.go('go', ends ? this.t('end_turn') : m.confirm(), () => void this.commit(), !play.whole));
    return out;
  }
  private go(id: string, label: string, run: () => void, off = false): Act {
    return { id, label, key: '↵', icon: 'check', look: off ? undefined : 'go', off, run: () => off || run() };
  }

  track(): Track {
    const { view } = this;
    const placing = ['tile', 'cell', 'turn'].includes(view.phase);
    const captain = view.phase === 'captain';
    const over = view.phase === 'over';
    return {
      lead: captain ? this.t('before') : this.t('turn_of', { turn: view.turn, turns: view.turns }),
      steps: captain
        ? [{ name: this.t('captain'), state: 'on' }]
        : [
            { name: this.t('phase_tile'), state: placing ? 'on' : 'done' },
            { name: this.t('phase_actions'), state: placing ? '' : over ? 'done' : 'on' },
          ],
    };
  }

  counts(seat: number): Count[] {
    const { view } = this;
    const player = view.players[seat];
    if (!player) return [];
    const sum = Object.values(player.delivered).reduce((a, b) => a + b, 0);
    return [
      this.t('n_livestock', { n: sum }),
      this.t('n_outposts', { n: view.outposts.filter((each) => each.seat === seat).length }),
      ...(view.winter === seat ? [{ text: '❄', tip: this.t('winter') }] : []),
    ];
  }

  key(event: KeyboardEvent): boolean {
    const letter = event.key.toUpperCase();
    const n = Number(event.key);
    if (n >= 1 && n <= 9) return this.digit(n - 1);
    if (this.placing && (letter === 'E' || letter === 'R')) this.rotate(1);
    else if (this.placing && letter === 'Q') this.rotate(-1);
    else if ((this.placing || this.acting) && letter === 'N') this.next(1);
    else if ((this.placing || this.acting) && letter === 'P') this.next(-1);
    else if (this.acting && letter === 'L' && this.loadAll) void this.carryOut(this.loadAll);
    else if (this.acting && letter === 'O' && this.unloadAll.length) this.unload();
    else if (letter === 'I') this.on.islands = !this.on.islands;
    else return false;
    return true;
  }
  /** The digits: a tile in hand, a captain, an answer to what is asked at a place, something aboard. */
  private digit(at: number): boolean {
    if (this.asked) {
      const { offers, movers } = this.asked;
      if (offers[at]) void this.carryOut(offers[at]);
      else if (movers[at]) void this.choose(movers[at]);
      else return false;
      return true;
    }
    if (this.kind === 'captain' && this.choices[at]) void this.keep(this.choices[at]);
    else if (this.placing && this.hand[at]) this.take(this.hand[at].tile);
    else return false;
    return true;
  }
  keep(choice: Legal): Promise<void> {
    return this.play.propose([choice]);
  }
}

/** Of journeys that differ by their way alone, one. */
function distinct(offers: Offer[]): Offer[] {
  const seen = new Set<string>();
  return offers.filter((each) => {
    const name = each.mover + (each.action.vikings ?? '') + each.action.kind;
    return !seen.has(name) && seen.add(name);
  });
}
