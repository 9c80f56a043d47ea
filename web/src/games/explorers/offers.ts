// What a hand on the board can do: something that moves, a place to which it goes, and the action that this is. Which actions there are
// is the hall's to say; here they are only found by what is clicked.

import { key, type Cell } from '../../land/coast';
import { landId, shipId, type Action, type XView } from './layout';

export type Cargo = { piece: string; place: string }[];
/** An action that is planned, and what could have been done in its place. */
export type Planned = { action: Action; before: Action[] };
/** `instead` puts it in place of the last planned action: a cargo grows piece by piece. */
export type Offer = { mover: string; target: string; action: Action; instead: boolean };

export const ALL = 'aboard';
export const cellId = (cell: Cell): string => `cell:${key(cell)}`;
export const MAINLAND = 'mainland';
/** Where cargo goes ashore. */
export const placeId = (place: string): string => (place === MAINLAND ? MAINLAND : `place:${place}`);
export const siteId = (cell: Cell, corner: string): string => `site:${key(cell)}/${corner}`;
export const aboardId = (piece: string): string => `${ALL}:${piece}`;

/** What one cargo has more than another; null if it lacks something of it. */
function beyond(cargo: Cargo, base: Cargo): Cargo | null {
  const left = [...cargo];
  for (const each of base) {
    const at = left.findIndex((other) => other.piece === each.piece && other.place === each.place);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

/** The cargoes that can be taken or put now, each with what it adds to what is named already. */
export function cargoes(
  view: XView,
  actions: Action[],
  last: Planned | undefined,
  kind: 'load' | 'unload',
): { action: Action; extra: Cargo; instead: boolean }[] {
  const grows = last?.action.kind === kind;
  const base = grows ? last.action.pieces! : (view.chosen.pieces ?? []);
  return (grows ? last.before : actions)
    .filter((action) => action.kind === kind)
    .flatMap((action) => {
      const extra = beyond(action.pieces!, base);
      return extra?.length ? [{ action, extra, instead: grows }] : [];
    });
}

/** The one largest cargo; of several the one that comes from a single place, then that from the mainland. Null if it is not one. */
export function fullest(found: ReturnType<typeof cargoes>): (typeof found)[number] | null {
  const most = Math.max(0, ...found.map((each) => each.extra.length));
  const largest = found.filter((each) => each.extra.length === most);
  const whole = largest.filter(({ extra }) => extra.every(({ place }) => place === extra[0].place));
  const home = whole.filter(({ extra }) => extra[0].place === MAINLAND);
  return [largest, whole, home].find((each) => each.length === 1)?.[0] ?? null;
}

export function offersOf(view: XView, actions: Action[], last: Planned | undefined): Offer[] {
  if (view.active === null) return [];
  const harbour = view.players[view.active].longship.cell;
  const out: Offer[] = [];
  const source = (place: string, piece: string): string =>
    place === MAINLAND ? MAINLAND : landId(harbour, Number(place.split('-')[1]), piece);
  for (const action of actions) {
    const [from, to] = [action.way[0], action.way.at(-1)];
    const add = (mover: string, target: string): number => out.push({ mover, target, action, instead: false });
    if (action.kind === 'sail') add(shipId(view.active), cellId(to!.cell));
    else if (action.kind === 'march') add(landId(from.cell, from.region, 'viking'), cellId(to!.cell));
    else if (action.kind === 'herd') add(landId(from.cell, from.region, action.animal!), cellId(to!.cell));
    else if (action.kind === 'build') add('', siteId(action.cell!, action.corner!));
  }
  for (const { action, extra, instead } of cargoes(view, actions, last, 'load'))
    if (extra.length === 1)
      out.push({ mover: source(extra[0].place, extra[0].piece), target: shipId(view.active), action, instead });
  const unloads = cargoes(view, actions, last, 'unload');
  const most = Math.max(0, ...unloads.map((each) => each.extra.length));
  for (const { action, extra, instead } of unloads) {
    const target = placeId(extra[0].place);
    if (extra.length === 1) out.push({ mover: aboardId(extra[0].piece), target, action, instead });
    if (extra.length === most && extra.every((each) => each.place === extra[0].place))
      out.push({ mover: ALL, target, action, instead });
  }
  return out;
}
