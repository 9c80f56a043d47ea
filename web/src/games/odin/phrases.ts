// Phrases of the board from the game's words: {n} is a count, {n:tile|tiles} goes with it.

import type { Tables } from '../../table/pictures';

export type Counts = Record<string, string | number>;
export const phrase = (words: Tables, table: string, key: string, data: Counts = {}): string =>
  (words[table]?.[key] ?? '').replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (_, name, one, many) =>
    one === undefined ? String(data[name] ?? '') : Number(data[name]) === 1 ? one : many,
  );
