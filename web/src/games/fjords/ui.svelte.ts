// What is being prepared on the landscape: the tile's place and turn, or the field's place.

import { type Cell, type Tile, NEIGHBOURS, key, runs, turned } from '../../land/coast';
import { prefs } from '../../lib/prefs.svelte';
import type { Legal } from '../../lib/types';
import { m } from '../../paraglide/messages';
import type { Play } from '../../table/play.svelte';
import type { Act, Track, Ui } from '../../table/ui';
import { type Piece, reach } from './reach';

export type LaidTile = Tile & {
  tile: string;
  turn: number;
  start: boolean;
  regions: number;
  region_corners: string[][];
};

const n = (count: number, many: (p: { n: number }) => string, one: () => string): string =>
  count === 1 ? one() : many({ n: count });

export class FjordsUi implements Ui {
  chosen = $state.raw<Cell | null>(null);
  turn = $state(0);
  region = $state(0);
  refused = $state.raw<Cell | null>(null);
  links = $state(true);
  contested = $state(false);
  reached = $state(false);
  sealed = $state(false);
  territories = $state(true);
  /** Set by the board: brings a cell into sight and under the cursor. */
  show: (cell: Cell) => void = () => {};

  constructor(readonly play: Play) {}

  /** On the board, and then also in the log. */
  get coordinates(): boolean {
    return prefs.kept.coordinates;
  }
  set coordinates(on: boolean) {
    prefs.kept.coordinates = on;
  }

  get view() {
    return this.play.view!;
  }
  get tiles(): LaidTile[] {
    return this.view.landscape;
  }
  get phase(): string {
    return this.view.phase;
  }
  get kind(): string {
    return this.play.myTurn ? (this.play.position?.prompt?.kind ?? '') : '';
  }
  get hand(): string | null {
    return this.view.hand;
  }

  /** The choices on the board, by cell. */
  get byCell(): Map<string, Legal[]> {
    const found = new Map<string, Legal[]>();
    if (this.kind !== 'place' && this.kind !== 'field') return found;
    for (const choice of this.play.legal) {
      const name = key(choice.data.cell);
      found.set(name, [...(found.get(name) ?? []), choice]);
    }
    return found;
  }
  get picked(): Legal | null {
    const list = this.chosen ? (this.byCell.get(key(this.chosen)) ?? []) : [];
    return this.kind === 'place'
      ? (list.find((c) => c.data.turn === this.turn) ?? null)
      : (list[this.region % list.length] ?? null);
  }

  /** For each seat the empty farmland that its huts can reach over the land as it lies. */
  get reaches(): Piece[][] {
    const { huts } = this.view;
    return [0, 1].map((seat) => reach(this.tiles, huts[seat], huts[1 - seat]));
  }

  // Choosing

  pick(cell: Cell, at?: { x: number; y: number }): void {
    const { play } = this;
    if (play.past) return;
    const list = this.byCell.get(key(cell)) ?? [];
    play.refusal = null;
    this.refused = null;
    if (!list.length) {
      if (this.kind === 'hut' && this.view.last && key(cell) === key(this.view.last)) return; // the choice stands in the status line
      this.refused = cell;
      const what =
        this.phase === 'field' || this.phase === 'over'
          ? `field at ${key(cell)}`
          : this.phase === 'hut'
            ? 'draw'
            : `place at ${key(cell)} turn ${this.turn}`;
      void play.why(what, at);
      return;
    }
    if (this.chosen && key(cell) === key(this.chosen)) return this.rotate(1);
    this.chosen = cell;
    this.region = 0;
    if (this.kind === 'place' && !list.some((c) => c.data.turn === this.turn)) this.rotate(1);
  }

  /** On to the next turn; through those that fit once a place is chosen. */
  rotate(by: number): void {
    if (this.kind === 'field') {
      this.region += 1;
      return;
    }
    if (!this.hand) return;
    const list = this.chosen ? (this.byCell.get(key(this.chosen)) ?? []) : [];
    const fits = list.map((c) => c.data.turn as number);
    for (let step = 1; step <= 6; step++) {
      const turn = (((this.turn + by * step) % 6) + 6) % 6;
      if (!fits.length || fits.includes(turn)) {
        this.turn = turn;
        return;
      }
    }
  }

  next(by = 1): void {
    const cells = [...this.byCell.values()]
      .map((list) => list[0].data.cell as Cell)
      .sort((a, b) => a[1] - b[1] || a[0] - b[0]);
    if (!cells.length) return;
    const at = this.chosen ? cells.findIndex((c) => key(c) === key(this.chosen!)) : by > 0 ? -1 : 0;
    const cell = cells[(at + by + cells.length) % cells.length];
    if (!this.chosen || key(this.chosen) !== key(cell)) this.pick(cell);
    this.show(cell);
  }

  async commit(): Promise<void> {
    const move = this.picked?.move;
    if (move === undefined) return;
    if (await this.play.commit([move])) this.clear();
  }

  clear(): void {
    this.chosen = null;
    this.refused = null;
    this.turn = 0;
    this.region = 0;
  }

  // What the page asks

  say(): { title: string; sub: string } | null {
    const count = this.byCell.size;
    if (this.kind === 'place')
      return { title: m.place_tile(), sub: count === 1 ? m.fits_one() : m.fits_n({ n: count }) };
    if (this.kind === 'field') {
      const left = this.view.fields_left[this.play.seat];
      return { title: m.place_field(), sub: count === 1 ? m.links_one({ left }) : m.links_n({ n: count, left }) };
    }
    if (this.kind === 'hut')
      return {
        title: this.play.position!.prompt!.words,
        sub: this.view.last ? m.hut_question() : '',
      };
    return null;
  }

  acts(): Act[] {
    const { play } = this;
    if (this.kind === 'place' || this.kind === 'field') {
      const out: Act[] = [];
      const list = this.chosen ? (this.byCell.get(key(this.chosen)) ?? []) : [];
      if (this.kind === 'place' && (!this.chosen || list.length > 1))
        out.push({ id: 'turn', label: m.turn(), key: 'E', icon: 'turn', run: () => this.rotate(1) });
      if (this.byCell.size > 1 || !this.chosen)
        out.push({ id: 'next', label: m.next_place(), key: 'N', run: () => this.next() });
      if (this.picked)
        out.push({
          id: 'go',
          label: m.place_at({ cell: key(this.chosen!) }),
          key: '↵',
          icon: 'check',
          look: 'go',
          run: () => void this.commit(),
        });
      return out;
    }
    // "No hut" comes last: the first choice is the red one
    const choices = [...play.legal].sort((a, b) => Number(a.data.kind === 'no_hut') - Number(b.data.kind === 'no_hut'));
    return choices.map((choice, i) => ({
      id: choice.notation,
      label: choice.words,
      key: choice.data.kind === 'draw' ? '↵' : String(i + 1),
      look: i === 0 ? 'go' : undefined,
      icon: choice.data.kind.startsWith('hut') ? 'hut' : undefined,
      run: () => void play.commit([choice.move]),
    }));
  }

  track(): Track {
    const field = this.phase === 'field',
      over = this.phase === 'over';
    return {
      lead: m.round_of({ n: this.view.round, of: 3 }),
      steps: [
        { name: m.discovery(), state: field || over ? 'done' : 'on' },
        { name: m.colonisation(), state: field ? 'on' : over ? 'done' : '' },
        { name: m.score(), state: over ? 'on' : '' },
      ],
    };
  }

  counts(seat: number): string[] {
    if (!this.play.view) return [];
    const { huts_left: huts, fields_left: fields } = this.view;
    const out = [n(fields[seat], m.fields_n, m.fields_one)];
    if (this.phase !== 'field' && this.phase !== 'over') out.unshift(n(huts[seat], m.huts_n, m.huts_one));
    return out;
  }

  number(seat: number): { value: string; sub: string } {
    return this.play.view ? { value: String(this.view.scores[seat]), sub: m.points() } : { value: '', sub: '' };
  }

  notation(): string {
    return this.picked?.notation ?? '';
  }

  key(event: KeyboardEvent): boolean {
    switch (event.key) {
      case 'e':
      case 'E':
      case 'r':
      case 'R':
        this.rotate(1);
        return this.kind === 'place' || this.kind === 'field';
      case 'q':
      case 'Q':
        this.rotate(-1);
        return this.kind === 'place';
      case 'n':
      case 'N':
        this.next(1);
        return this.byCell.size > 0;
      case 'p':
      case 'P':
        this.next(-1);
        return this.byCell.size > 0;
      default:
        return false;
    }
  }

  back(): boolean {
    if (!this.chosen && !this.refused) return false;
    this.chosen = null;
    this.refused = null;
    return true;
  }

  summary(): string {
    return this.play
      .table!.seats.map((s) => `${s.name}: ${this.number(s.seat).value}, ${this.counts(s.seat).join(', ')}.`)
      .join(' ');
  }
}

/** The corners of the farmland region of a piece, null where all farmland is one. */
export function groupOf(tile: LaidTile, region: number): number[] | null {
  return tile.regions > 1 ? (runs(tile.corners, 'P')[region - 1] ?? null) : null;
}

/** The edges on which a tile laid here would not match. */
export function mismatches(tiles: LaidTile[], cell: Cell, corners: string): number[] {
  const at = new Map(tiles.map((t) => [key(t.cell), t.corners]));
  return NEIGHBOURS.flatMap(([dq, dr], i) => {
    const b = at.get(key([cell[0] + dq, cell[1] + dr]));
    return b && (corners[i] !== b[(i + 4) % 6] || corners[(i + 1) % 6] !== b[(i + 3) % 6]) ? [i] : [];
  });
}

export { turned, type Piece };
