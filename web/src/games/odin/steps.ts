// What a space or card does, as a line of pictures: the steps of the components (`2 wood -> shed`, `upgrade 3`), with what they cost
// and give here and now.

import type { Space } from './ui.svelte';

export type Token =
  | { is: 'item'; item: string; n: string; short?: boolean }
  | { is: 'verb'; verb: string; n: string }
  | { is: 'sign'; text: string };
type Way = NonNullable<Space['now']>[number][number][number];

const sign = (text: string): Token => ({ is: 'sign', text });
/** `2 wood + ore`, each with its number; one is not written. */
function goods(text: string, held?: Record<string, number>): Token[] {
  if (text === 'nothing') return [];
  return text.split(' + ').map((part) => {
    const [, n, item] = /^(?:(\d+) )?(.*)$/.exec(part)!;
    return { is: 'item', item, n: n ?? '', short: !!held && (held[item] ?? 0) < Number(n ?? 1) };
  });
}
const counted = (counts: Record<string, number>, held?: Record<string, number>): Token[] =>
  Object.entries(counts).map(([item, n]) => ({
    is: 'item',
    item,
    n: n === 1 ? '' : String(n),
    short: !!held && (held[item] ?? 0) < n,
  }));
const written = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([item, n]) => `${n} ${item}`)
    .join(' + ');

/** `cattle: 1 = milk, 2 = 2 milk, 3+ = 3 milk`: from how many to how many. */
function tier(text: string, held?: Record<string, number>): Token[] {
  const [by, rows] = text.split(': ');
  const gains = rows.split(', ').map((row) => goods(row.split(' = ')[1])[0] as Extract<Token, { is: 'item' }>);
  const [least, most] = [gains[0].n || '1', gains[gains.length - 1].n || '1'];
  return [
    { is: 'item', item: by, n: '', short: !!held && !held[by] && !held[`pregnant_${by}`] },
    sign('⇒'),
    { is: 'item', item: gains[0].item, n: least === most ? (most === '1' ? '' : most) : `${least}–${most}` },
  ];
}

function operation(text: string, way: Way | undefined, held?: Record<string, number>): Token[] {
  if (text.includes(' -> ')) {
    const [pay, get] = text.split(' -> ');
    const cost = way?.pay ? counted(way.pay, held) : goods(pay, held);
    return [...cost, ...(cost.length ? [sign('→')] : []), ...goods(get)];
  }
  if (text.startsWith('gain ')) return way?.get ? counted(way.get) : goods(text.slice(5).split(' per ')[0]);
  if (text.startsWith('tier ')) return tier(text.slice(5), held);
  const [, verb, n, twice] = /^(\w+)(?: (\d+))?(.*)$/.exec(text)!;
  const shown: Token = { is: 'verb', verb: twice.includes('twice') ? `${verb}_twice` : verb, n: n ?? '' };
  if (way?.odds) return [shown, ...counted(way.get ?? {})];
  return way?.pay ? [...counted(way.pay, held), sign('→'), shown] : [shown];
}

/** One step: what all its ways have in common is shown once. */
export function step(text: string, ways: Way[] = [], held?: Record<string, number>): Token[] {
  const parts = text.replace(/^may /, '').split(' | ');
  if (parts.length < 2) return operation(parts[0], ways[0], held);
  const halves = parts.map((part) => part.split(' -> '));
  const either = parts.some((_, i) => !ways[i]?.fault);
  const need = either ? undefined : held;
  if (halves.every(([, get]) => get === halves[0][1])) {
    const pays = halves.flatMap(([pay], i) => [...(i ? [sign('/')] : []), ...goods(pay, need)]);
    return [...pays, sign('→'), ...goods(halves[0][1])];
  }
  if (halves.every(([pay]) => pay === halves[0][0])) {
    const gets = halves.flatMap(([, get], i) => [...(i ? [sign('/')] : []), ...goods(get)]);
    return [...goods(ways[0]?.pay ? written(ways[0].pay) : halves[0][0], need), sign('→'), ...gets];
  }
  return parts.flatMap((part, i) => [...(i ? [sign('/')] : []), ...operation(part, ways[i], need)]);
}

/** Ships of any kind are drawn as the smallest that will do. */
const SHIPS: Record<string, string> = { ship: 'whaling_boat', large_ship: 'knarr' };
/** What must be there without being paid. */
function needed(space: Space): Token[] {
  const [, n, ship] = /^(?:(\d+) )?(.*)$/.exec(space.needs)!;
  return [{ is: 'item', item: SHIPS[ship] ?? ship, n: n ?? '', short: space.at_hand === false }, sign(':')];
}

/** A space, line by line; after `or` its other way. */
export function lines(space: Space, held?: Record<string, number>): Token[][] {
  const does = merged(space.does.map((text, i) => ({ text, tokens: step(text, space.now?.[0]?.[i], held) })));
  const other = space.or.map((text, i) => step(text, space.now?.[1]?.[i], held));
  const all = space.needs && does.length ? [[...needed(space), ...does[0]], ...does.slice(1)] : does;
  return other.length ? [...all, ...other.map((tokens, i) => (i ? tokens : [sign('/'), ...tokens]))] : all;
}

/** Several strips stand in one line: 3+2, or 4×2. */
function merged(steps: { text: string; tokens: Token[] }[]): Token[][] {
  const out: Token[][] = [];
  let strips: Extract<Token, { is: 'verb' }> | null = null;
  for (const { text, tokens } of steps) {
    const [token] = tokens;
    if (text.startsWith('strip ') && token.is === 'verb') {
      if (strips) {
        strips.n += `+${token.n}`;
        continue;
      }
      strips = token;
    }
    out.push(tokens);
  }
  const each = strips?.n.split('+') ?? [];
  if (strips && each.length > 2 && new Set(each).size === 1) strips.n = `${each.length}×${each[0]}`;
  return out;
}

/** The items that a space can give, for the search by good. */
export function gives(space: Space): string[] {
  const won = (space.now ?? []).flat(2).flatMap((way) => (way.odds ? Object.keys(way.get ?? {}) : []));
  const told = [...space.does, ...space.or].flatMap((text) =>
    text.split(' | ').flatMap((part) => {
      const got = part.includes(' -> ') ? part.split(' -> ')[1] : part.replace(/^(may )?(gain |tier [^=]*= )/, '');
      return got.split(/ \+ |, \d\+? = /).map((each) => each.replace(/^\d+ /, '').split(' per ')[0]);
    }),
  );
  return [...told, ...won];
}

/** What is missing of the cheapest way of a space, item by item; a ship that it needs counts too. */
export function missing(space: Space, held: Record<string, number>): Record<string, number> {
  const out: Record<string, number> = {};
  for (const ways of space.now?.[0] ?? []) {
    if (!ways.length || ways.some((way) => !way.fault)) continue;
    for (const [item, n] of Object.entries(ways[0].pay ?? {})) {
      const lack = n - (held[item] ?? 0);
      if (lack > 0) out[item] = lack;
    }
  }
  return out;
}

/** How wide a token is at a size, about. */
function wide(token: Token, size: number): number {
  if (token.is === 'sign') return 10;
  const n = token.n.length * 8;
  return (
    n +
    (token.is === 'item' && /_(boat|house)|knarr|longship|shed|silver$|wood|stone$|ore$/.test(token.item)
      ? size
      : size * 1.34)
  );
}
const across = (tokens: Token[], size: number): number => tokens.reduce((sum, token) => sum + wide(token, size) + 3, 0);

/** How the lines of a space fit best into its room: the largest signs, beside or under each other, or wrapped. */
export function fitted(
  shown: Token[][],
  extra: number,
  room: { w: number; h: number },
  most: number,
): { size: number; way: 'row' | 'column' | 'wrap' } {
  const LEAST = 11;
  const EASY = 13;
  const widthsAt = (size: number): number[] => shown.map((tokens, i) => across(tokens, size) + (i ? 0 : extra));
  const straight = (size: number): 'row' | 'column' | null => {
    const widths = widthsAt(size);
    if (widths.reduce((a, b) => a + b + 6, 0) <= room.w && size <= room.h) return 'row';
    return Math.max(...widths) <= room.w && shown.length * (size + 1) <= room.h ? 'column' : null;
  };
  const wrapped = (size: number): boolean => {
    const rows = Math.floor(room.h / (size + 2));
    return rows > 1 && widthsAt(size).reduce((a, b) => a + b + 6, 0) * 1.25 <= room.w * rows;
  };
  for (const [from, to, wraps] of [
    [most, EASY, false],
    [most, EASY, true],
    [EASY, LEAST, false],
    [EASY, LEAST, true],
  ] as const)
    for (let size = from; size >= to; size--) {
      const way = wraps ? (wrapped(size) ? 'wrap' : null) : straight(size);
      if (way) return { size, way };
    }
  return { size: room.h < 2 * LEAST + 4 ? 9 : LEAST, way: room.h < 2 * LEAST + 4 ? 'row' : 'wrap' };
}
