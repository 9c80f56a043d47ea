// The goods in their order, the boards and the ships, and what is printed on the cards: the game's components, asked for once.

import { api } from '../../lib/api';

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

  /** The cells of a board as they are printed, row by row. */
  grid(board: string): string[] {
    return this.boards[board] ?? [];
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
