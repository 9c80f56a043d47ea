// The names of places and bricks, and what is written on them.

export const FIELDS = ['A', 'B', 'C', 'D', 'E', 'F', 'G'] as const;
export const ENGINES = ['catapult', 'boat', 'ram'] as const;
export const BRICKS = ['grass', 'wood', 'clay', 'stone'] as const;
export type Brick = (typeof BRICKS)[number];
export type Built = { brick: Brick; site: number };
export const worth = (brick: string): number => BRICKS.indexOf(brick as Brick) + 1;
export const total = (bricks: string[]): number => bricks.reduce((sum, brick) => sum + worth(brick), 0);
/** So many bricks from the top of a stack. */
export const fromTop = (stack: string[], count: number): string[] => (count ? stack.slice(-count) : []);

/** A field by its letter, a siege field as castle/engine, a site as castle/number. */
export type Place = string;
export const siege = (castle: number, engine: string): Place => `${castle}/${engine}`;
/** The castle and the number of a site; null for other places. */
export function siteOf(place: Place): [castle: number, site: number] | null {
  const [castle, part = ''] = place.split('/');
  return /^\d$/.test(part) ? [Number(castle), Number(part)] : null;
}
/** A place as notation writes it. */
export const written = (place: Place): string => (place.includes('/') ? `castle ${place.replace('/', ' ')}` : place);
