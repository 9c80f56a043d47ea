// Where things are drawn: the land of a region, the spots where its pieces stand, the shore of the mainland.

import {
  R,
  centre,
  corner,
  hash01,
  inside,
  key,
  neighbour,
  polygon,
  runs,
  type Cell,
  type Point,
} from '../../land/coast';
import { partsOf } from '../../land/scene';
import type { View } from '../../lib/types';

export type XView = View<'explorers'>;
export type Tile = XView['tiles'][number];
export type Action = XView['actions'][number];
export type Held = XView['hand'][number];
export type Spot = Action['way'][number];

/** How rough the coasts are. */
export const ROUGH = 1.25;
const CORNERS = ['N', 'NE', 'SE', 'S', 'SW', 'NW'];
type Shape = { cell: Cell; corners: string; join: string };

export const drawn = ({ cell, corners, join }: Shape) => ({
  cell,
  corners,
  join: (join || undefined) as 'sea' | 'land' | undefined,
});
export const vertex = (cell: Cell, name: string): Point => corner(...cell, CORNERS.indexOf(name));
export const middle = (points: Point[]): Point =>
  [0, 1].map((i) => points.reduce((sum, p) => sum + p[i], 0) / (points.length || 1)) as Point;

/** The land of a region; what is joined through the middle is one. */
function landOf(tile: Shape, corners: number[]): Point[][] {
  const { land } = partsOf(drawn(tile), true, ROUGH);
  const all = runs(tile.corners, 'L');
  return all.length > 1 && tile.join !== 'sea' ? land : land.filter((_, i) => corners.includes(all[i][0]));
}
export const landPath = (tile: Shape, corners: number[]): string => landOf(tile, corners).map(polygon).join('');

/** The coast of a region. */
export function coastOf(tile: Shape, corners: number[]): Point[][] {
  const { coast } = partsOf(drawn(tile), true, ROUGH);
  const all = runs(tile.corners, 'L');
  if (!coast.length) return [];
  return all.length > 1 && tile.join !== 'sea'
    ? coast.map((c) => c.pts)
    : coast.filter((_, i) => corners.includes(all[i][0])).map((c) => c.pts);
}

type Sample = { at: Point; land: number; sea: number; room: number; far: number };
const samples = new Map<string, Sample[]>();

/** Points all over a tile, each with the region in which it lies and the room around it. */
function samplesOf(tile: Shape & { lands: { corners: number[] }[]; seas: { corners: number[] }[] }): Sample[] {
  const name = `${key(tile.cell)} ${tile.corners} ${tile.join}`;
  const known = samples.get(name);
  if (known) return known;
  const [cx, cy] = centre(...tile.cell);
  const lands = tile.lands.map((land) => landOf(tile, land.corners));
  const border = partsOf(drawn(tile), true, ROUGH).coast.flatMap((c) => c.pts);
  const made: Sample[] = [];
  for (let k = 0; k < 360; k++) {
    const a = k * 2.39996;
    const far = R * 0.82 * Math.sqrt((k + 0.5) / 360);
    const at: Point = [cx + far * Math.cos(a), cy + far * Math.sin(a)];
    const land = lands.findIndex((polys) => polys.some((poly) => inside(at, poly)));
    const away = (i: number): number => Math.hypot(...(corner(...tile.cell, i).map((v, j) => v - at[j]) as Point));
    const nearest = tile.seas.map((sea) => Math.min(...sea.corners.map(away)));
    let room = R * 0.9 - far * 0.9;
    for (const [x, y] of border) room = Math.min(room, Math.hypot(at[0] - x, at[1] - y));
    made.push({ at, land, sea: land < 0 ? nearest.indexOf(Math.min(...nearest)) : -1, room, far });
  }
  if (samples.size > 400) samples.clear();
  samples.set(name, made);
  return made;
}

/** Spots in a region for so many pieces, far from the shore and from what stands there already. */
export function stand(tile: Tile, kind: 'land' | 'sea', region: number, n: number, keep: Point[] = []): Point[] {
  const wide = kind === 'sea' ? 44 : 26;
  const taken = [...keep];
  const free = samplesOf(tile).filter((s) => s[kind] === region);
  const found: Point[] = [];
  for (let i = 0; i < n; i++) {
    let best = centre(...tile.cell);
    let most = -Infinity;
    for (const s of free) {
      let apart = wide;
      for (const [x, y] of taken) apart = Math.min(apart, Math.hypot(s.at[0] - x, s.at[1] - y));
      const worth = Math.min(s.room, 17) - 0.1 * s.far + 1.4 * apart;
      if (worth > most) [best, most] = [s.at, worth];
    }
    found.push(best);
    taken.push(best);
  }
  return found;
}

export type Piece = {
  /** Its place, as a click on it names it. */
  id: string;
  kind: 'viking' | 'animal' | 'settlement' | 'ship' | 'enemy';
  name: string;
  seat: number;
  n: number;
  cell: Cell;
  at: Point;
  cargo: string[];
};
export const landId = (cell: Cell, region: number, piece: string): string => `land:${key(cell)}/${region}:${piece}`;
export const shipId = (seat: number): string => `ship:${seat}`;

export const cargoOf = (view: XView, seat: number): string[] =>
  Object.entries(view.players[seat].aboard).flatMap(([piece, n]) => Array<string>(n).fill(piece));

/** Everything that stands on a tile, and where. */
export function piecesOn(view: XView, tile: Tile, posts: Point[]): Piece[] {
  const out: Piece[] = [];
  const keep = [...posts];
  const put = (kind: 'land' | 'sea', region: number, list: Omit<Piece, 'at' | 'cell'>[]): void => {
    const spots = stand(tile, kind, region, list.length, keep);
    keep.push(...spots);
    list.forEach((piece, i) => out.push({ ...piece, cell: tile.cell, at: spots[i] }));
  };
  const plain = { seat: 0, n: 1, cargo: [] as string[], name: '' };
  tile.lands.forEach((land, i) => {
    const id = (piece: string): string => landId(tile.cell, i + 1, piece);
    put('land', i, [
      ...(land.settlement
        ? [{ ...plain, id: id('settlement'), kind: 'settlement' as const, name: 'settlement', n: land.settlement }]
        : []),
      ...Object.entries(land.livestock).map(([name, n]) => ({
        ...plain,
        id: id(name),
        kind: 'animal' as const,
        name,
        n,
      })),
      ...land.vikings.flatMap((n, seat) =>
        n
          ? [
              {
                ...plain,
                id: id(seat === view.active ? 'viking' : `viking-${seat}`),
                kind: 'viking' as const,
                name: 'viking',
                seat,
                n,
              },
            ]
          : [],
      ),
    ]);
  });
  tile.seas.forEach((sea, i) =>
    put('sea', i, [
      ...(sea.enemy_ship
        ? [{ ...plain, id: `enemy:${key(tile.cell)}`, kind: 'enemy' as const, name: 'enemy_ship' }]
        : []),
      ...sea.longships.map((seat) => ({
        ...plain,
        id: shipId(seat),
        kind: 'ship' as const,
        name: 'longship',
        seat,
        cargo: cargoOf(view, seat),
      })),
    ]),
  );
  return out;
}

export type Island = XView['islands'][number] & {
  id: number;
  letter: string;
  /** Who has influence, the most first. */
  seats: { seat: number; n: number }[];
};
/** The islands that are complete or on which somebody has influence, in the order of the list, with the letter that names each on the map. */
export function islandsOf(view: XView): Island[] {
  return view.islands
    .map((island, i) => ({
      ...island,
      id: i + 1,
      seats: island.influence
        .map((n, seat) => ({ n, seat }))
        .filter(({ n }) => n)
        .sort((a, b) => b.n - a.n),
    }))
    .filter(({ seats, completed }) => seats.length || completed)
    .sort((a, b) => Number(b.completed) - Number(a.completed) || b.tiles - a.tiles)
    .map((island, i) => ({ ...island, letter: (i > 25 ? 'A' : '') + String.fromCharCode(65 + (i % 26)) }));
}

/** The shore of the mainland: through the middles of its outer edges, a little uneven. */
export function shoreOf(cells: Cell[]): Point[] {
  const own = new Set(cells.map(key));
  const next = new Map<string, { to: string; mid: Point }>();
  const name = ([x, y]: Point): string => `${Math.round(x)} ${Math.round(y)}`;
  for (const cell of cells)
    for (let i = 0; i < 6; i++)
      if (!own.has(key(neighbour(cell, i)))) {
        const [a, b] = [corner(...cell, i), corner(...cell, (i + 1) % 6)];
        next.set(name(a), { to: name(b), mid: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] });
      }
  const line: Point[] = [];
  const first = [...next.keys()][0];
  for (let at = first; at && line.length < next.size; at = next.get(at)!.to) {
    const { mid } = next.get(at)!;
    line.push([mid[0] + (hash01(`mx${name(mid)}`) - 0.5) * 9, mid[1] + (hash01(`my${name(mid)}`) - 0.5) * 9]);
  }
  return line;
}
