// What is being prepared on the landscape: the tile's place and turn, or the field's place. It is the draft of the table.

import { Carry } from '../../kit/board/carry.svelte';
import { BoardUi } from '../../kit/board/ui.svelte';
import { Turning } from '../../kit/board/turning.svelte';
import { type Cell, key } from '../../land/coast';
import { prefs } from '../../lib/prefs.svelte';
import type { Concerned, Legal, View } from '../../lib/types';
import { m } from '../../paraglide/messages';
import type { Act, Count, Track } from '../../table/ui';

export type Piece = { cell: Cell; region: number };
export type LaidTile = View<'fjords'>['landscape'][number];
/** The corners of a hex as the hall names them, in the order in which they are drawn. */
const CORNERS = ['N', 'NE', 'SE', 'S', 'SW', 'NW'];

const n = (count: number, many: (p: { n: number }) => string, one: () => string): string =>
  count === 1 ? one() : many({ n: count });

export class FjordsUi extends BoardUi<View<'fjords'>> {
  turning = new Turning(6, () => this.here.map((c) => ({ turn: c.data.turn as number })));
  /** The tile in hand, dragged from the holdings to a place. */
  carry = new Carry<string>((_, place) => this.pick(place.split(',').map(Number) as Cell));
  links = $state(true);
  contested = $state(false);
  reached = $state(false);
  sealed = $state(false);
  territories = $state(true);
  /** Set by the board: brings a place into sight and under the cursor; and says where an answer about it stands. */
  show: (cell: Cell) => void = () => {};
  beside: (cell: Cell) => { x: number; y: number } | undefined = () => undefined;

  /** On the board, and then also in the log. */
  get coordinates(): boolean {
    return prefs.kept.coordinates;
  }
  set coordinates(on: boolean) {
    prefs.kept.coordinates = on;
  }

  get tiles(): LaidTile[] {
    return this.view.landscape;
  }
  get phase(): string {
    return this.view.phase;
  }
  get hand(): string | null {
    return this.view.hand;
  }
  get turn(): number {
    return this.turning.turn;
  }
  /** The edges of the refused place on which the tile does not match, as the hall says. */
  get clash(): number[] {
    return (this.play.refusal?.data as Concerned<'fjords'> | undefined)?.edges ?? [];
  }

  /** The choices on the board, by cell. */
  get byCell(): Map<string, Legal[]> {
    const found = new Map<string, Legal[]>();
    if (this.kind !== 'place' && this.kind !== 'field') return found;
    for (const choice of this.choices) {
      const name = key(choice.data.cell);
      found.set(name, [...(found.get(name) ?? []), choice]);
    }
    return found;
  }
  get picked(): Legal | null {
    return this.kind === 'place' || this.kind === 'field' ? ((this.play.draft[0] as Legal | undefined) ?? null) : null;
  }
  get chosen(): Cell | null {
    return this.picked?.data.cell ?? null;
  }
  private get here(): Legal[] {
    return this.chosen ? (this.byCell.get(key(this.chosen)) ?? []) : [];
  }

  // Choosing

  pick(cell: Cell): void {
    const { play } = this;
    if (play.past || play.scene) return;
    const list = this.byCell.get(key(cell)) ?? [];
    this.refused = '';
    if (!list.length) {
      if (this.kind === 'hut' && this.view.last && key(cell) === key(this.view.last)) return; // the choice stands in the status line
      const what =
        this.phase === 'field' || this.phase === 'over'
          ? `field at ${key(cell)}`
          : this.phase === 'hut'
            ? 'draw'
            : `place at ${key(cell)} turn ${this.turn}`;
      return this.why(what, key(cell), this.beside(cell));
    }
    if (this.chosen && key(cell) === key(this.chosen)) return this.rotate(1);
    void play.propose([list.find((c) => c.data.turn === this.turn) ?? list[0]]);
    if (this.kind === 'place') this.turning.settle();
    this.lie();
  }
  /** The choice at the chosen place that lies as the piece is turned. */
  private lie(): void {
    const choice = this.here.find((c) => c.data.turn === this.turn);
    if (choice && choice !== this.picked) void this.play.propose([choice]);
  }

  /** On to the next turn, or to the next region of the tile. */
  rotate(by: number): void {
    if (this.kind === 'field') {
      const { here, picked } = this;
      if (here.length > 1) void this.play.propose([here[(here.indexOf(picked!) + 1) % here.length]]);
    } else if (this.hand) {
      this.turning.rotate(by);
      this.lie();
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
    if (await this.play.commit()) this.turning.reset();
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
      if (this.kind === 'place' && (!this.chosen || this.here.length > 1))
        out.push({ id: 'turn', label: m.turn(), key: 'E', icon: 'turn', run: () => this.rotate(1) });
      if (this.byCell.size > 1 || !this.chosen)
        out.push({ id: 'next', label: m.next_place(), key: 'N', run: () => this.next() });
      if (this.picked)
        out.push({
          id: 'go',
          label: m.place_here(),
          key: '↵',
          icon: 'check',
          look: 'go',
          run: () => void this.commit(),
        });
      return out;
    }
    // "No hut" comes last: the first choice is the red one
    const choices = [...this.choices].sort(
      (a, b) => Number(a.data.kind === 'no_hut') - Number(b.data.kind === 'no_hut'),
    );
    return choices.map((choice, i) => ({
      id: choice.notation,
      label: choice.words,
      data: choice.data,
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
      lead: m.round_of({ n: this.view.round, of: this.view.round_count }),
      steps: [
        { name: m.discovery(), tip: m.discovery_more(), state: field || over ? 'done' : 'on' },
        { name: m.colonisation(), tip: m.colonisation_more(), state: field ? 'on' : over ? 'done' : '' },
        { name: m.score(), tip: m.score_more(), state: over ? 'on' : '' },
      ],
    };
  }

  counts(seat: number): Count[] {
    if (!this.play.stands) return [];
    const { huts_left: huts, fields_left: fields } = this.view;
    const out = [{ text: n(fields[seat], m.fields_n, m.fields_one), tip: m.field_more() }];
    if (this.phase !== 'field' && this.phase !== 'over')
      out.unshift({ text: n(huts[seat], m.huts_n, m.huts_one), tip: m.hut_more() });
    return out;
  }

  key(event: KeyboardEvent): boolean {
    const key = event.key.toUpperCase();
    if (!this.byCell.size) return false;
    if (key === 'E' || key === 'R') this.rotate(1);
    else if (key === 'Q') this.rotate(-1);
    else if (key === 'N') this.next(1);
    else if (key === 'P') this.next(-1);
    else return false;
    return true;
  }
}

/** The corners of the farmland region of a piece, null where all farmland is one. */
export function groupOf(tile: LaidTile, region: number): number[] | null {
  return tile.regions > 1 ? (tile.region_corners[region - 1]?.map((at) => CORNERS.indexOf(at)) ?? null) : null;
}
