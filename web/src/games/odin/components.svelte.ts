// The goods in their order, the boards and the ships, and what is printed on the cards: the game's components, asked for once.

import { api } from '../../lib/api';
import type { Player } from './ui.svelte';

export type Good = {
  name: string;
  colour: 'orange' | 'red' | 'green' | 'blue';
  long: number;
  short: number;
  harvest?: number;
  sword?: number;
};
export type Ship = { name: string; price: number; points: number; ore?: number; emigrated?: number };
export type Occupation = {
  number: string;
  name: string;
  deck: string;
  starting: boolean;
  points: number;
  kind: 'each_time' | 'immediate' | 'anytime' | 'as_soon_as';
};

class Box {
  goods = $state.raw<Good[]>([]);
  ships = $state.raw<Ship[]>([]);
  occupations = $state.raw<Record<string, Occupation>>({});
  private boards = $state.raw<Record<string, string[]>>({});
  /** What the rulebook's table says: rounds, harvests, places of the banquet. */
  table = $state.raw<Record<string, number | number[]>>({});
  private asked = false;

  load(): void {
    if (this.asked) return;
    this.asked = true;
    api.components('odin').then(
      (found) => {
        this.goods = found.good as Good[];
        this.ships = found.ship as Ship[];
        this.occupations = Object.fromEntries((found.occupation as Occupation[]).map((card) => [card.number, card]));
        const boards = found.board as { name: string; grid: string[] }[];
        this.boards = Object.fromEntries(boards.map(({ name, grid }) => [name, grid]));
        this.table = found.table as Record<string, number | number[]>;
      },
      () => (this.asked = false),
    );
  }

  /** A board as it is printed, with nothing on it. */
  board(name: string): Player['boards'][number] {
    const grid = (this.boards[name] ?? []).map((line) => line.trim().split(/\s+/));
    const covered = grid.map((row) => row.map(() => -1));
    return { name, grid, covered, pieces: [], income: 0, next_income: [], bonuses: [], minus: 0 };
  }
  /** What a good is upgraded to. */
  next(good: Good): string {
    const row = this.sizes.find((each) => each.includes(good)) ?? [];
    return row[row.indexOf(good) + 1]?.name ?? '';
  }
  /** The goods by size: what stands on one line is an upgrade of what stands before it. */
  get sizes(): Good[][] {
    const found = new Map<string, Good[]>();
    for (const good of this.goods) {
      const size = `${good.long} ${good.short}`;
      found.set(size, [...(found.get(size) ?? []), good]);
    }
    return [...found.values()];
  }
}
export const box = new Box();
