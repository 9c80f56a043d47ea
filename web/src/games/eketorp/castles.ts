// The names of places, and what is written on them.

import type { View } from '../../lib/types';

export const FIELDS = ['A', 'B', 'C', 'D', 'E', 'F', 'G'] as const;
export const ENGINES = ['catapult', 'boat', 'ram'] as const;
export type Brick = View<'eketorp'>['castles'][number]['sites'][number][number];
export type Built = { brick: Brick; site: number };
/** So many bricks from the top of a stack. */
export const fromTop = (stack: Brick[], count: number): Brick[] => (count ? stack.slice(-count) : []);

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
