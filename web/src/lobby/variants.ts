// Games that show the options of a new table in their own way; the others are left to the page.

import type { Component } from 'svelte';
import type { GameInfo } from '../lib/types';

export type Variants = Component<{ game: GameInfo; seats: number; options: Record<string, string> }, object, 'options'>;

const known: Record<string, () => Promise<{ default: Variants }>> = {
  explorers: () => import('../games/explorers/Variants.svelte'),
  graenaland: () => import('../games/graenaland/Variants.svelte'),
};
export const variantsOf = async (game: string): Promise<Variants | null> => (await known[game]?.())?.default ?? null;
