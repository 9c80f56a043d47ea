// A landscape as path data in layers: sea, shallows, beach, meadow, tufts, rock in bands, hachures, peaks.

import {
  type Cell,
  type Curve,
  type Point,
  type Tile,
  R,
  centre,
  chain,
  corner,
  corners,
  hash01,
  hexPath,
  inside,
  key,
  polygon,
  regions,
  runs,
  smooth,
} from './coast.ts'; // with its ending, so that Node reads it too, for the tests

export type Scene = {
  hex: string;
  land: string;
  rock: string;
  coast: string;
  foot: string;
  tufts: string;
  hachures: string;
  peaks: string;
  shade: string;
};
type Parts = { land: Point[][]; rock: Point[][]; coast: Curve[]; foot: Curve[]; tufts: string };

const parts = new Map<string, Parts>();

/** What one tile adds; remembered, because a tile never changes once it is laid. */
export function partsOf({ cell: [q, r], corners: c, join }: Tile, placed: boolean, rough: number): Parts {
  const name = `${q},${r},${c},${join},${placed},${rough}`;
  const known = parts.get(name);
  if (known) return known;
  const two = [...c].map((x) => (x === 'S' ? 'S' : 'L')).join('');
  const many = runs(two, 'L').length > 1 && two.includes('S');
  const L = regions(q, r, two, 'L', many && join !== 'sea', placed, rough, 'c');
  const M = regions(q, r, c, 'M', false, placed, rough * 1.1, 'm');
  const made = {
    land: L.polys,
    rock: M.polys,
    coast: L.curves,
    foot: M.curves,
    tufts: tufts([q, r], L.polys, M.polys),
  };
  if (parts.size > 2000) parts.clear();
  parts.set(name, made);
  return made;
}

function tufts([q, r]: Cell, land: Point[][], rock: Point[][]): string {
  const [cx, cy] = centre(q, r);
  let out = '';
  for (let k = 0; k < 16; k++) {
    const a = hash01(`t${q},${r},${k}`) * 2 * Math.PI;
    const d = R * 0.86 * Math.sqrt(hash01(`u${q},${r},${k}`));
    if (d < R * 0.34) continue;
    const x = cx + d * Math.cos(a);
    const y = cy + d * Math.sin(a);
    const round: Point[] = [
      [x - 6, y],
      [x + 6, y],
      [x, y - 6],
      [x, y + 6],
    ];
    if (round.every((p) => land.some((l) => inside(p, l)) && !rock.some((m) => inside(p, m))))
      out += `M${(x - 2.2).toFixed(1)} ${y.toFixed(1)}l1.1 -3.2M${x.toFixed(1)} ${y.toFixed(1)}v-4M${(x + 2.2).toFixed(1)} ${y.toFixed(1)}l-1.1 -3.2`;
  }
  return out;
}

export function scene(tiles: Tile[], { placed = true, rough = 1 } = {}): Scene {
  let hex = '',
    land = '',
    rock = '',
    grass = '';
  const coast: Curve[] = [];
  const foot: Curve[] = [];
  const rocks: Point[][] = [];
  const mountains = new Map<string, Point>();
  for (const tile of tiles) {
    const p = partsOf(tile, placed, rough);
    hex += hexPath(tile.cell);
    land += p.land.map(polygon).join('');
    rock += p.rock.map(polygon).join('');
    grass += p.tufts;
    coast.push(...p.coast);
    foot.push(...p.foot);
    rocks.push(...p.rock);
    const spots = corners(...tile.cell).filter((_, i) => tile.corners[i] === 'M');
    if (spots.length === 6) spots.push(centre(...tile.cell));
    for (const spot of spots) mountains.set(key([Math.round(spot[0]), Math.round(spot[1])]), spot);
  }
  const feet = chain(foot);
  let hachures = '';
  for (const { pts } of feet)
    for (let k = 2; k < pts.length - 2; k += 2) {
      const [x, y] = pts[k];
      const tx = pts[k + 1][0] - pts[k - 1][0];
      const ty = pts[k + 1][1] - pts[k - 1][1];
      const n = Math.hypot(tx, ty) || 1;
      let nx = -ty / n,
        ny = tx / n;
      if (!rocks.some((m) => inside([x + nx * 3, y + ny * 3], m))) [nx, ny] = [-nx, -ny];
      if (nx * -0.5 + ny * -0.86 < 0.15) continue; // the lit side has none
      const l = 4 + 4 * hash01(`h${Math.round(x)},${Math.round(y)}`);
      hachures += `M${(x + nx * 2).toFixed(1)} ${(y + ny * 2).toFixed(1)}l${(nx * l).toFixed(1)} ${(ny * l).toFixed(1)}`;
    }
  let peaks = '',
    shade = '';
  for (const [name, spot] of [...mountains].sort((a, b) => a[1][1] - b[1][1])) {
    const z = 0.82 + 0.45 * hash01('pk' + name);
    const x = spot[0] + (hash01('px' + name) - 0.5) * 5;
    const y = spot[1];
    const w = 12.5 * z,
      h = 18 * z;
    const p = (dx: number, dy: number): string => `${(x + dx * w).toFixed(1)} ${(y + dy * h).toFixed(1)}`;
    peaks += `M${p(-1, 0.42)}L${p(-0.28, -0.5)}L${p(0, -0.72)}L${p(0.34, -0.34)}L${p(1, 0.42)}Z`;
    shade += `M${p(0, -0.72)}L${p(0.34, -0.34)}L${p(1, 0.42)}L${p(0.1, 0.42)}L${p(0.22, 0)}L${p(-0.06, -0.2)}Z`;
  }
  const lines = (segs: { pts: Point[]; closed: boolean }[]): string =>
    segs.map((l) => smooth(l.pts, l.closed)).join('');
  return { hex, land, rock, coast: lines(chain(coast)), foot: lines(feet), tufts: grass, hachures, peaks, shade };
}

/** Where a piece stands: far from every shore and foot, near the middle, on the farmland of the region. */
export function anchor(tile: Tile, group: number[] | null, keep: Point[] = []): Point {
  const [q, r] = tile.cell;
  const [cx, cy] = centre(q, r);
  const { land, rock, coast, foot } = partsOf(tile, true, 1);
  const border = [...coast, ...foot].flatMap((c) => c.pts);
  const farmland = [0, 1, 2, 3, 4, 5].filter((i) => tile.corners[i] === 'P');
  let best: Point = [cx, cy];
  let most = -Infinity;
  for (let k = 0; k < 420; k++) {
    const a = k * 2.39996;
    const d = R * 0.8 * Math.sqrt((k + 0.5) / 420);
    const at: Point = [cx + d * Math.cos(a), cy + d * Math.sin(a)];
    if (!land.some((l) => inside(at, l)) || rock.some((m) => inside(at, m))) continue;
    if (group) {
      const near = (i: number): number => Math.hypot(at[0] - corner(q, r, i)[0], at[1] - corner(q, r, i)[1]);
      if (!group.includes(farmland.reduce((x, y) => (near(y) < near(x) ? y : x)))) continue;
    }
    let room = R * 0.86 - d * 0.9;
    for (const [x, y] of border) room = Math.min(room, Math.hypot(at[0] - x, at[1] - y));
    let apart = 24;
    for (const [x, y] of keep) apart = Math.min(apart, Math.hypot(at[0] - x, at[1] - y));
    const worth = Math.min(room, 17) - 0.1 * d + 0.9 * apart;
    if (worth > most) {
      most = worth;
      best = at;
    }
  }
  return best;
}
