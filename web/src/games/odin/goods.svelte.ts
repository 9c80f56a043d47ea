// Goods and other tiles: colour and shape from the game's components, names and two-letter codes from its words. Asked for once.

import { api } from '../../lib/api';
import { getLocale } from '../../paraglide/runtime';

export type Colour = 'orange' | 'red' | 'green' | 'blue' | 'plain';
export type Cells = [number, number][];
/** A tile as it lies flat, row by row: x is a part of it. */
type Printed = { colour: Colour; shape: string[] };
type Good = { name: string; colour: Colour; long: number; short: number };
type Special = { name: string; shape: string[]; price?: number; sword?: number };
type Face = { name: string; letter?: string; back?: boolean; grid: string[] };

class Goods {
  private known = $state.raw<Record<string, Printed>>({});
  private words = $state.raw<Record<string, Record<string, string>>>({});
  private faces = $state.raw<Face[]>([]);
  private special = $state.raw<Record<string, Special>>({});
  private asked = false;
  private spoken = '';

  load(): void {
    if (!this.asked) {
      this.asked = true;
      api.components('odin').then(
        (found) => {
          const goods = (found.good as Good[]).map(({ name, colour, long, short }): [string, Printed] => [
            name,
            { colour, shape: Array<string>(short).fill('x'.repeat(long)) },
          ]);
          const special = (found.special_tile as Special[]).map(({ name, shape }): [string, Printed] => [
            name,
            { colour: 'blue', shape },
          ]);
          this.faces = found.board as Face[];
          this.special = Object.fromEntries((found.special_tile as Special[]).map((each) => [each.name, each]));
          this.known = Object.fromEntries([...goods, ...special]);
        },
        () => (this.asked = false),
      );
    }
    if (this.spoken === getLocale()) return;
    this.spoken = getLocale();
    api.words('odin').then(
      (words) => (this.words = words),
      () => (this.spoken = ''),
    );
  }

  /** A young one to come changes nothing in an animal's tile. */
  private of(item: string): Printed | undefined {
    return this.known[item] ?? this.known[item.replace(/^pregnant_/, '')];
  }
  colour(item: string): Colour {
    return this.of(item)?.colour ?? 'plain';
  }
  shape(item: string): string[] {
    return this.of(item)?.shape ?? ['x'];
  }
  /** What is printed on the cells of a board. */
  grid(board: string): string[][] {
    return this.faces.find(({ name }) => name === board)?.grid.map((line) => line.split(/ +/)) ?? [];
  }
  /** What an exploration board is turned to; '' where it has been turned. */
  back(board: string): string {
    const front = this.faces.find(({ name }) => name === board);
    return (front?.letter && !front.back && this.faces.find((f) => f.letter === front.letter && f.back)?.name) || '';
  }
  price(item: string): number | undefined {
    return this.special[item]?.price;
  }
  name(item: string): string {
    return this.words.item?.[item] ?? '';
  }
  code(item: string): string {
    return this.words.code?.[item] ?? '';
  }
}
export const goods = new Goods();

export const ORDER: Colour[] = ['orange', 'red', 'green', 'blue', 'plain'];
/** Which of the colours of the page a tile has; things without a class of their own are silver, ore is dark. */
export const tint = (item: string): string => {
  const colour = goods.colour(item);
  return colour !== 'plain' ? colour : item === 'ore' ? 'ore' : 'silver';
};
export const fill = (item: string): string => `var(--g-${tint(item)})`;
export const ink = (item: string): string => `var(--on-g-${tint(item)})`;
/** The colour with its pattern; TileDefs must be on the page. */
export const woven = (item: string): string =>
  goods.colour(item) === 'plain' ? fill(item) : `url(#good-${goods.colour(item)}) ${fill(item)}`;

/** The cells [row, column] of a drawing. */
export const cellsOf = (drawing: string[]): Cells =>
  drawing.flatMap((line, row) => [...line].flatMap((sign, column): Cells => (sign === 'x' ? [[row, column]] : [])));
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
