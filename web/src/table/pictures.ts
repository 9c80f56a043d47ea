// What the sentences of a game name (tiles, goods, cards, places), found by the data of a line and shown as small pictures.
// A game without pictures says it all in words.

import type { Component } from 'svelte';
import type { Data } from '../lib/types';

export type Tables = Record<string, Record<string, string>>;
/** Something that a sentence names: the text that stands for it there, its picture, and how it is called. A code gives way to the
 * picture; a name stays beside it. */
export type Thing = { kind: string; id: string; text: string; name: string; code?: boolean };
export type Pictures = {
  /** What a sentence with this data may name. */
  things(data: Data, words: Tables): Thing[];
  Picture: Component<{ kind: string; id: string }>;
};
export type Part = { text: string; thing?: Thing };

const known: Record<string, () => Promise<{ pictures: Pictures }>> = {
  eketorp: () => import('../games/eketorp/pictures'),
  explorers: () => import('../games/explorers/pictures'),
  fjords: () => import('../games/fjords/pictures'),
  graenaland: () => import('../games/graenaland/pictures'),
  odin: () => import('../games/odin/pictures'),
};
export const picturesOf = async (game: string): Promise<Pictures | null> => (await known[game]?.())?.pictures ?? null;

const all = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);

/** The things of fields whose values have their names in a table of the game's words. */
export function named(data: Data, words: Tables, fields: Record<string, string>, kind = ''): Thing[] {
  return Object.entries(fields).flatMap(([field, table]) =>
    all(data[field]).flatMap((id) =>
      (words[table]?.[String(id)] ?? '')
        .split('|')
        .filter(Boolean)
        .map((text) => ({ kind: kind || table, id: String(id), text, name: text })),
    ),
  );
}

/** The things of fields whose values are codes; `name` says what a person would call it. */
export function coded(data: Data, fields: string[], kind: string, name: (id: string) => string): Thing[] {
  return fields.flatMap((field) =>
    all(data[field])
      .filter((id) => typeof id === 'string' || typeof id === 'number')
      .map((id) => ({ kind, id: String(id), text: String(id), name: name(String(id)), code: true })),
  );
}

/** Places of a board, by their coordinates. */
export function places(data: Data, fields: string[]): Thing[] {
  return fields
    .map((field) => data[field])
    .filter((cell) => Array.isArray(cell) && cell.every((n) => typeof n === 'number'))
    .map((cell) => ({ kind: 'place', id: cell.join(','), text: cell.join(','), name: cell.join(','), code: true }));
}

const isLetter = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}-]/u.test(sign);

/** The sentence in parts, wherever one of the things is named in it. */
export function split(words: string, things: Thing[]): Part[] {
  const low = words.toLowerCase();
  const found: { from: number; to: number; thing: Thing }[] = [];
  for (const thing of things) {
    const text = thing.text.toLowerCase();
    for (let from = low.indexOf(text); from >= 0; from = low.indexOf(text, from + 1)) {
      const to = from + text.length;
      if (isLetter(words[from - 1]) || isLetter(words[to])) continue;
      if (found.some((each) => from < each.to && each.from < to)) continue;
      found.push({ from, to, thing });
      break;
    }
  }
  found.sort((a, b) => a.from - b.from);
  const parts: Part[] = [];
  let at = 0;
  for (const { from, to, thing } of found) {
    if (from > at) parts.push({ text: words.slice(at, from) });
    parts.push({ text: words.slice(from, to), thing });
    at = to;
  }
  return at < words.length ? [...parts, { text: words.slice(at) }] : parts;
}

/** The sentence for the ear: what is called by a code is called by its name. */
export const spoken = (words: string, things: Thing[]): string =>
  split(words, things)
    .map((part) => (part.thing?.code ? part.thing.name : part.text))
    .join('');
