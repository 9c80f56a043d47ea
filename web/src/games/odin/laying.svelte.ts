// A tile in hand and where it would lie. Which places there are, which rule forbids the others and which answers lead to one of them is
// in the data of the hall's question; what it would bring is the difference between two views of the hall.

import type { Legal, Prompts, View } from '../../lib/types';
import type { Step } from '../../table/play.svelte';
import type { Act } from '../../table/ui';
import { Dice } from './dice.svelte';
import { Feast } from './feast.svelte';
import { type Cells, cellsOf } from './goods.svelte';
import { type Counts, phrase } from './phrases';
import type { OdinUi } from './ui.svelte';

export type Cell = [number, number];
type Player = View<'odin'>['players'][number];
export type LaidBoard = Player['boards'][number];
type Way = Prompts<'odin'>['board']['places'][number];
type Hand = { item: string; steps: Step[]; places: Way[] };
/** What a placement changes: open minus points, income, bonuses that it encloses. */
export type Gain = { minus: number; income: number; bonuses: string[] };
export const ASKED = ['board', 'shape', 'cell'];
/** How far from the pointer a place may be to catch the tile, in cells. */
const CATCH = 1.6;

export class Laying {
  /** The board that is shown large, by its name. */
  board = $state('');
  /** The cell under the first cell of the tile, and how the tile lies. */
  cell = $state.raw<Cell | null>(null);
  turn = $state(1);
  gain = $state.raw<Gain | null>(null);
  readonly feast: Feast;
  readonly dice: Dice;
  private picked = $state.raw<(Hand & { draft: Step[]; moment: number }) | null>(null);
  /** What was drafted by the best fill, and what it says of itself. */
  private filled = $state.raw<{ draft: Step[]; n: number; points: number; exact: boolean } | null>(null);
  private known = new Map<string, Gain>();
  private timer = 0;
  /** Where the pointer holds the middle of the tile, in cells; null where keys move it. */
  private held: Cell | null = null;

  constructor(readonly ui: OdinUi) {
    this.feast = new Feast(ui);
    this.dice = new Dice(ui);
  }

  text(key: string, data: Counts = {}): string {
    return phrase(this.ui.play.words, 'laying', key, data);
  }

  /** Help with packing, as this table was laid: none, legality or best. */
  get help(): string {
    return this.ui.play.aid('packing');
  }
  private get blind(): boolean {
    return this.help === 'none';
  }

  // The tile in hand

  /** Picked from the supply, or the one about which the hall asks. */
  get hand(): Hand | null {
    const { play, prompt } = this.ui;
    const { picked } = this;
    if (picked && picked.draft === play.draft && picked.moment === play.position?.moment && play.myTurn) return picked;
    if (!prompt || !ASKED.includes(prompt.kind)) return null;
    const data = prompt.data as Prompts<'odin'>['board'];
    return { item: data.item, steps: [], places: data.places };
  }
  /** Whether the question at hand is answered on my boards. */
  get on(): boolean {
    return this.hand !== null || this.feast.on || this.dice.on;
  }
  /** What can be laid now, by its name. */
  get puts(): Map<string, Legal> {
    return new Map(this.ui.of('put').map((choice) => [choice.data.tile, choice]));
  }
  /** The ways in which the tile in hand can lie on the board that is shown. */
  get ways(): Way[] {
    return this.hand?.places.filter((way) => way.board === this.board) ?? [];
  }
  get way(): Way | null {
    return this.ways.find((way) => way.turn === this.turn) ?? null;
  }
  /** The cells of the ghost. */
  get ghost(): Cells {
    const { way, cell } = this;
    return way && cell ? shifted(way, cell) : [];
  }
  /** The rule that forbids the place of the ghost, '' if none does. */
  get rule(): string {
    const { way, cell } = this;
    return way && cell ? (way.rules[cell[0]]?.[cell[1]] ?? '') : '';
  }
  /** The same where it is told: without help it is, once the tile has been let go. */
  get told(): string {
    return this.blind && this.ui.refused !== 'ghost' ? '' : this.rule;
  }
  get fits(): boolean {
    return this.cell !== null && this.way !== null && !this.rule;
  }
  /** The first cells of all places where the tile fits as it lies. */
  get places(): Cell[] {
    return this.way ? open(this.way) : [];
  }

  /** All cells that the tile could cover as it lies. */
  get reach(): Cells {
    const { way } = this;
    const found = new Map<string, Cell>();
    if (way && !this.blind)
      for (const cell of open(way)) for (const each of shifted(way, cell)) found.set(String(each), each);
    return [...found.values()];
  }

  /** Takes a tile from the supply; the same one again puts it back. */
  async pick(item: string): Promise<void> {
    const { ui } = this;
    const { play } = ui;
    if (play.past || play.scene) return;
    if (this.picked && this.hand?.item === item) return this.drop();
    const choice = this.puts.get(item);
    ui.refused = '';
    play.refusal = null;
    if (!choice) return void play.why(`put ${item}`);
    const { draft } = play;
    const tried = await play.test([...draft.map((step) => step.move), choice.move]).catch(() => null);
    const prompt = tried?.position.prompt;
    if (play.draft !== draft || !tried || tried.refused) return;
    if (!prompt || !ASKED.includes(prompt.kind) || prompt.data.item !== item) return play.propose([...draft, choice]);
    ui.pane = 'boards';
    const { places } = prompt.data as Prompts<'odin'>['board'];
    this.picked = { item, steps: [choice], places, draft, moment: play.position!.moment };
    this.known.clear();
    this.open();
  }
  /** The first way to lie that fits, and the place where the tile covers most that costs points; without help anywhere. */
  begin(): void {
    if (this.blind) {
      this.turn = this.way?.turn ?? this.ways[0]?.turn ?? 1;
      this.cell = this.way ? [Math.floor(this.way.rules.length / 2), Math.floor(this.way.rules[0].length / 2)] : null;
      return;
    }
    const way = this.way && open(this.way).length ? this.way : this.ways.find((each) => open(each).length);
    this.turn = way?.turn ?? 1;
    const board = this.ui.drafted.players[this.ui.me].boards.find((each) => each.name === this.board);
    const worth = (cell: Cell): number =>
      way && board ? shifted(way, cell).filter(([r, c]) => board.grid[r]?.[c] === '-').length * 100 + cell[0] : 0;
    this.cell = way
      ? open(way).reduce<Cell | null>((best, each) => (best && worth(best) >= worth(each) ? best : each), null)
      : null;
    this.measure();
  }
  /** A place for the tile about which the hall asks, on a board where it fits. */
  open(): void {
    if (!this.blind && !this.ways.some((way) => open(way).length))
      this.board = this.hand?.places.find((way) => open(way).length)?.board ?? this.board;
    this.begin();
  }
  /** Something else is asked, or there is nothing in hand: the question is the answer. */
  ask(): void {
    const { play, prompt } = this.ui;
    if (prompt) play.refusal = { rule: '', words: this.text('pick_first') };
  }
  drop(): void {
    this.picked = null;
    this.held = null;
    this.gain = null;
    this.cell = null;
  }
  show(board: string): void {
    this.board = board;
    if (this.hand) this.begin();
  }

  // Where it lies

  /** The middle of the tile is held at a point, in cells from the top left; a place nearby catches it. */
  aim(row: number, column: number): void {
    const { way } = this;
    if (!way) return;
    this.held = [row, column];
    const [high, wide] = [way.drawing.length, way.drawing[0].length];
    const at: Cell = [row - high / 2, column - wide / 2 + first(way)];
    const far = (cell: Cell): number => Math.hypot(cell[0] - at[0], cell[1] - at[1]);
    const near = this.places.reduce<Cell | null>((best, each) => (best && far(best) <= far(each) ? best : each), null);
    this.put(near && far(near) < CATCH && !this.blind ? near : [Math.round(at[0]), Math.round(at[1])]);
  }
  /** The first cell of the tile goes here, by keys. */
  move(cell: Cell): void {
    this.held = null;
    this.put(cell);
  }
  private put(cell: Cell): void {
    const { way } = this;
    if (!way) return;
    const to: Cell = [within(cell[0], way.rules.length), within(cell[1], way.rules[0].length)];
    if (String(to) === String(this.cell)) return;
    if (this.blind) this.ui.refused = '';
    this.cell = to;
    this.measure();
  }
  next(by = 1): void {
    const { places } = this;
    if (!places.length) return;
    const at = places.findIndex((each) => String(each) === String(this.cell));
    this.move(places[(at + by + places.length) % places.length]);
  }
  /** A quarter turn on or back, or over; ways that fit nowhere are passed over. */
  rotate(by: number): void {
    this.change((drawing) => (by > 0 ? turned(drawing) : turned(turned(turned(drawing)))));
  }
  flip(): void {
    this.change((drawing) => drawing.map((line) => [...line].reverse().join('')));
  }
  private change(step: (drawing: string[]) => string[]): void {
    const { way, ways, cell } = this;
    if (!way) return;
    const fitting = this.blind ? ways : ways.filter((each) => open(each).length);
    let drawing = way.drawing;
    for (let n = 0; n < 4; n++) {
      drawing = step(drawing);
      const to = ways.find((each) => String(each.drawing) === String(drawing));
      if (!to || (fitting.length && !fitting.includes(to))) continue;
      if (to === way) return;
      const middle =
        this.held ?? (cell && [cell[0] + way.drawing.length / 2, cell[1] - first(way) + way.drawing[0].length / 2]);
      this.turn = to.turn;
      this.cell = null;
      if (middle) this.aim(middle[0], middle[1]);
      return;
    }
  }

  // Laying it

  /** The steps that lay the tile where the ghost is. */
  private get steps(): Step[] {
    const { hand, way, cell } = this;
    if (!hand || !way || !cell) return [];
    const [put, ...rest] = hand.steps;
    const lies = { board: way.board, cell, turn: way.turn, cells: shifted(way, cell) };
    const words = put?.words ?? this.ui.prompt?.words ?? '';
    const answers = way.answers.map((each): Step => {
      const notation = each === 'at' ? `at ${cell.join(',')}` : each;
      return { move: notation, notation, words, data: { kind: each.split(' ')[0] } };
    });
    return [...(put ? [{ ...put, data: { ...put.data, lies } }] : []), ...rest, ...answers];
  }
  /** Into the draft; what does not fit is answered with its rule. */
  async lay(at?: { x: number; y: number }): Promise<void> {
    const { ui, rule, steps } = this;
    if (!this.hand || !this.cell) return;
    if (rule) {
      ui.refused = 'ghost';
      ui.play.refusal = { rule, words: ui.name(rule, 'rule') ?? '', at };
      return;
    }
    const { item } = this.hand;
    this.drop();
    await ui.play.propose([...ui.play.draft, ...steps]);
    if (item === 'silver' && this.puts.has(item)) await this.pick(item); // coins go one after the other
  }
  /** What the best fill lays goes into the draft, each tile to be taken up again by itself. */
  async fill(): Promise<void> {
    const { play } = this.ui;
    const { draft } = play;
    this.drop();
    const advice = await play.advise('packing').catch(() => null);
    if (!advice || play.draft !== draft) return;
    const { placements, points, exact } = advice.data;
    let n = 0;
    const steps = advice.moves.map((move): Step =>
      move.data.kind === 'put' ? { ...move, data: { ...move.data, lies: placements[n++] } } : move,
    );
    if (!n) {
      play.refusal = { rule: '', words: this.text('fill_nothing') };
      return;
    }
    const filled = [...draft, ...steps];
    this.filled = { draft: filled, n, points, exact };
    await play.propose(filled);
  }
  /** What the best fill says, while the draft is as it left it. */
  get fillSays(): string {
    const { filled } = this;
    if (!filled || filled.draft !== this.ui.play.draft) return '';
    return this.text(filled.exact ? 'filled_best' : 'filled', { n: filled.n, points: filled.points });
  }
  /** At once with all that is drafted. */
  private async finish(): Promise<void> {
    const { play } = this.ui;
    if (!this.fits) return this.lay();
    const moves = [...play.draft, ...this.steps].map((step) => step.move);
    if (await play.commit(moves)) this.drop();
  }
  /** Takes up again what is drafted and lies here; false if nothing is. */
  takeUp(board: string, cell: Cell): boolean {
    const { play } = this.ui;
    const laid = this.ui.drafted.players[this.ui.me].boards.find((each) => each.name === board);
    const piece = laid?.pieces[laid.covered[cell[0]]?.[cell[1]] ?? -1];
    const at = play.draft.findIndex(
      ({ data }) => data?.lies?.board === board && String(data.lies.cell) === String(piece?.cell),
    );
    if (at < 0 || !piece) return false;
    let to = at + 1;
    while (ASKED_MOVES.includes(play.draft[to]?.data?.kind)) to++;
    const before = play.draft.slice(0, at);
    void play.propose([...before, ...play.draft.slice(to)]).then(async () => {
      if (play.tried && play.tried.tried < play.draft.length) await play.propose(before); // what came after needed it
      this.turn = piece.turn;
      await this.pick(piece.item);
      this.move(piece.cell as Cell);
    });
    return true;
  }
  /** What is drafted for a board and not on it yet: the step that ends a decision is tried only when it is sent. */
  waiting(board: LaidBoard): { item: string; cells: Cells }[] {
    return this.ui.play.draft.flatMap(({ data }) =>
      data?.lies?.cells &&
      data.lies.board === board.name &&
      !board.pieces.some((piece) => String(piece.cell) === String(data.lies.cell))
        ? [{ item: data.tile as string, cells: data.lies.cells as Cells }]
        : [],
    );
  }
  /** Whether a piece that lies on a board is only drafted. */
  isDrafted(board: string, cell: number[]): boolean {
    const stands = this.ui.view.players[this.ui.me].boards.find((each) => each.name === board);
    return !!stands && !stands.pieces.some((piece) => String(piece.cell) === String(cell));
  }

  private measure(): void {
    clearTimeout(this.timer);
    this.gain = null;
    if (!this.fits || this.blind) return;
    const { play } = this.ui;
    const { steps } = this;
    const moves = [...play.draft, ...steps].map((step) => step.move);
    const name = moves.join(' ');
    this.gain = this.known.get(name) ?? null;
    if (this.gain) return;
    this.timer = window.setTimeout(async () => {
      const before = this.ui.mine;
      const tried = await play.test(moves).catch(() => null);
      if (!tried || tried.refused) return;
      const after = (tried.position.view as unknown as View<'odin'>).players[this.ui.me];
      this.known.set(name, difference(before, after));
      if (this.fits && [...play.draft, ...this.steps].map((step) => step.move).join(' ') === name)
        this.gain = this.known.get(name)!;
    }, 60);
  }

  // What the page asks

  say(): { title: string; sub: string } | null {
    if (this.feast.on) return this.feast.say();
    if (this.dice.on) return this.dice.say();
    const { hand } = this;
    if (!hand) return null;
    const title = this.text('lay', { item: this.ui.item(hand.item) });
    if (this.told) return { title, sub: this.ui.name(this.told, 'rule') ?? '' };
    if (this.blind) return { title, sub: this.turnings.join(' ') };
    if (!this.places.length) return { title, sub: this.text('nowhere') };
    return { title, sub: [this.text('places', { n: this.places.length }), ...this.turnings].join(' ') };
  }
  /** Whether another way to lie is not reached by turning. */
  private get mirrored(): boolean {
    return this.ways.some((way) => this.way && !spins(this.way.drawing).includes(String(way.drawing)));
  }
  private get turnings(): string[] {
    return [...(this.ways.length > 1 ? [this.text('turning')] : []), ...(this.mirrored ? [this.text('flipping')] : [])];
  }
  acts(): Act[] {
    if (this.feast.on) return this.feast.acts();
    if (this.dice.on) return this.dice.acts();
    const narrow = innerWidth < 700;
    const { mirrored } = this;
    const turns = this.ways.length > 1;
    return [
      ...(this.picked && !narrow ? [{ id: 'keep', label: this.text('keep'), key: 'Esc', run: () => this.drop() }] : []),
      ...(turns
        ? [{ id: 'turn', label: this.text('turn'), key: 'R', icon: 'turn' as const, run: () => this.rotate(1) }]
        : []),
      ...(mirrored
        ? [{ id: 'flip', label: this.text('flip'), key: 'F', icon: 'flip' as const, run: () => this.flip() }]
        : []),
      ...(this.places.length > 1 && !this.blind && !(narrow && mirrored)
        ? [{ id: 'next', label: this.text('next'), key: 'N', run: () => this.next() }]
        : []),
      {
        id: 'go',
        label: this.gain?.minus ? this.text('place_for', { n: this.gain.minus }) : this.text('place'),
        key: '↵',
        icon: 'check',
        look: this.fits || this.blind ? 'go' : undefined,
        off: !this.fits && !this.blind,
        run: () => void this.finish(),
      },
    ];
  }
  key(event: KeyboardEvent): boolean {
    if (this.feast.on) return this.feast.key(event);
    if (this.dice.on) return this.dice.key(event);
    const key = event.key.toUpperCase();
    if (key === 'L') {
      const puts = [...this.puts.keys()];
      if (!puts.length) return false;
      void this.pickNext(puts);
      return true;
    }
    if (key === 'B' && this.help === 'best' && this.puts.size) {
      void this.fill();
      return true;
    }
    if (!this.hand) return false;
    if (key === 'R' || key === 'E') this.rotate(1);
    else if (key === 'Q') this.rotate(-1);
    else if (key === 'F') this.flip();
    else if (key === 'N' && !this.blind) this.next(1);
    else if (key === 'P' && !this.blind) this.next(-1);
    else return false;
    return true;
  }
  private async pickNext(puts: string[]): Promise<void> {
    const to = puts[(puts.indexOf(this.hand?.item ?? '') + 1) % puts.length];
    if (to !== this.hand?.item) await this.pick(to);
  }
  /** Backs out one step; false if there is nothing to back out of. */
  back(): boolean {
    if (this.feast.on || this.dice.on || !this.picked || !this.hand) return false;
    this.drop();
    return true;
  }
}

const ASKED_MOVES = ['on', 'shape', 'at'];
const within = (n: number, size: number): number => Math.max(0, Math.min(size - 1, n));
const first = (way: Way): number => way.drawing[0].indexOf('x');
const shifted = (way: Way, [row, column]: Cell): Cells =>
  cellsOf(way.drawing).map(([r, c]): Cell => [r + row, c + column - first(way)]);
const found = new WeakMap<Way, Cell[]>();
/** The cells where the tile may begin. */
function open(way: Way): Cell[] {
  if (!found.has(way))
    found.set(
      way,
      way.rules.flatMap((line, row) => line.flatMap((rule, column): Cell[] => (rule ? [] : [[row, column]]))),
    );
  return found.get(way)!;
}
const turned = (drawing: string[]): string[] =>
  [...drawing[0]].map((_, column) =>
    drawing
      .map((line) => line[column])
      .reverse()
      .join(''),
  );
const spins = (drawing: string[]): string[] => {
  const out = [drawing];
  for (let n = 0; n < 3; n++) out.push(turned(out[n]));
  return out.map(String);
};

function difference(before: Player, after: Player): Gain {
  const had = new Set(
    before.boards.flatMap((b) => b.bonuses.filter((x) => x.enclosed).map((x) => `${b.name} ${x.cell}`)),
  );
  const bonuses = after.boards.flatMap((b) =>
    b.bonuses.filter((x) => x.enclosed && !had.has(`${b.name} ${x.cell}`)).flatMap((x) => x.items),
  );
  return { minus: before.minus - after.minus, income: after.income - before.income, bonuses };
}
