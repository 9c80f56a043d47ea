// Coastlines for hexes that are told by the terrain of their six corners. Plain functions that give points and path data.
// Corners run clockwise from the north, edge i joins corners i and i + 1, axial coordinates, pointy top.

export type Point = [number, number];
export type Cell = [number, number];
export type Curve = { from: string; to: string; pts: Point[] };
export type Tile = { cell: Cell; corners: string; join?: 'sea' | 'land' };

export const R = 50;
export const A = (R * Math.sqrt(3)) / 2;
export const NEIGHBOURS: Cell[] = [
  [1, -1],
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
];
const SIX = [0, 1, 2, 3, 4, 5];

export const key = (cell: Cell): string => `${cell[0]},${cell[1]}`;
export const centre = (q: number, r: number): Point => [R * Math.sqrt(3) * (q + r / 2), R * 1.5 * r];
export function corner(q: number, r: number, i: number): Point {
  const [x, y] = centre(q, r);
  const a = ((-90 + 60 * i) * Math.PI) / 180;
  return [x + R * Math.cos(a), y + R * Math.sin(a)];
}
export const corners = (q: number, r: number): Point[] => SIX.map((i) => corner(q, r, i));
export const neighbour = (cell: Cell, edge: number): Cell => [
  cell[0] + NEIGHBOURS[edge][0],
  cell[1] + NEIGHBOURS[edge][1],
];
/** The corners of a tile after it was turned clockwise by `turn` sixths. */
export const turned = (c: string, turn: number): string => (turn ? c.slice(-turn) + c.slice(0, -turn) : c);

/** A string as a number in [0, 1), the same on every machine: the only source of chance in a picture. */
export function hash01(s: string): number {
  let h = 2166136261;
  for (let i = 0; i < s.length; i++) h = Math.imul(h ^ s.charCodeAt(i), 16777619);
  h = Math.imul(h ^ (h >>> 16), 2246822507);
  h = Math.imul(h ^ (h >>> 13), 3266489909);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** One name for an edge, whichever side asks. */
export function edgeKey(q: number, r: number, i: number): string {
  const [nq, nr] = neighbour([q, r], i);
  return q < nq || (q === nq && r < nr) ? `${q},${r}|${nq},${nr}` : `${nq},${nr}|${q},${r}`;
}

/** Where the terrain changes on an edge, and the direction square to the edge into the tile. */
export function crossing(q: number, r: number, i: number, placed = true): { at: Point; n: Point } {
  const p = corner(q, r, i);
  const s = corner(q, r, (i + 1) % 6);
  const k = edgeKey(q, r, i);
  const j = placed ? (hash01('x' + k) - 0.5) * 0.22 : 0;
  const t = 0.5 + (k.startsWith(`${q},${r}|`) ? j : -j);
  const [cx, cy] = centre(q, r);
  return {
    at: [p[0] + (s[0] - p[0]) * t, p[1] + (s[1] - p[1]) * t],
    n: [(cx - (p[0] + s[0]) / 2) / A, (cy - (p[1] + s[1]) / 2) / A],
  };
}

/** The maximal runs of a letter round the tile, as corner numbers. */
export function runs(c: string, letter: string): number[][] {
  if ([...c].every((x) => x === letter)) return [[...SIX]];
  const out: number[][] = [];
  for (let i = 0; i < 6; i++)
    if (c[i] === letter && c[(i + 5) % 6] !== letter) {
      const run = [i];
      for (let j = (i + 1) % 6; c[j] === letter; j = (j + 1) % 6) run.push(j);
      out.push(run);
    }
  return out;
}

/** From the crossing on one edge to that on another: a cubic that stands square to both, with noise that fades at the ends. */
export function curve(q: number, r: number, i0: number, i1: number, seed: string, placed = true, rough = 1): Point[] {
  const a = crossing(q, r, i0, placed);
  const b = crossing(q, r, i1, placed);
  const d = Math.hypot(b.at[0] - a.at[0], b.at[1] - a.at[1]);
  const k = Math.min(0.62 * A, Math.max(0.36 * A, 0.5 * d));
  const P: Point[] = [
    a.at,
    [a.at[0] + a.n[0] * k, a.at[1] + a.n[1] * k],
    [b.at[0] + b.n[0] * k, b.at[1] + b.n[1] * k],
    b.at,
  ];
  const amp = R * 0.075 * rough * Math.min(1, d / (1.5 * A));
  const waves = [0, 1, 2, 3].map((o) => [(0.5 + hash01(`${seed}a${o}`)) / (o + 1) ** 0.9, hash01(`${seed}p${o}`)]);
  const pts: Point[] = [];
  for (let s = 0; s <= 18; s++) {
    const t = s / 18;
    const u = 1 - t;
    const B = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
    const D = [3 * u * u, 6 * u * t, 3 * t * t];
    let x = 0,
      y = 0,
      dx = 0,
      dy = 0;
    for (let i = 0; i < 4; i++) {
      x += P[i][0] * B[i];
      y += P[i][1] * B[i];
    }
    for (let i = 0; i < 3; i++) {
      dx += D[i] * (P[i + 1][0] - P[i][0]);
      dy += D[i] * (P[i + 1][1] - P[i][1]);
    }
    const L = Math.hypot(dx, dy) || 1;
    const w = amp * Math.sin(Math.PI * t) ** 2;
    let noise = 0;
    for (let o = 0; o < 4; o++) noise += waves[o][0] * Math.sin(2 * Math.PI * ((o + 1) * t + waves[o][1]));
    pts.push([x - (dy / L) * noise * w, y + (dx / L) * noise * w]);
  }
  return pts;
}

/** The polygons of one terrain on a tile and the open curves that bound them. */
export function regions(
  q: number,
  r: number,
  c: string,
  letter: string,
  joined: boolean,
  placed = true,
  rough = 1,
  tag = '',
): { polys: Point[][]; curves: Curve[] } {
  const all = corners(q, r);
  const polys: Point[][] = [];
  const curves: Curve[] = [];
  if ([...c].every((x) => x === letter)) return { polys: [all], curves };
  const rs = runs(c, letter);
  const cut = (b: number, a: number, seed: string): Point[] => {
    const pts = curve(q, r, b, a, seed, placed, rough);
    curves.push({ from: edgeKey(q, r, b), to: edgeKey(q, r, a), pts });
    return pts;
  };
  if (!rs.length) return { polys, curves };
  if (!joined || rs.length === 1) {
    for (const run of rs) {
      const a = (run[0] + 5) % 6;
      const b = run[run.length - 1];
      polys.push([crossing(q, r, a, placed).at, ...run.map((i) => all[i]), ...cut(b, a, `${tag}${q},${r},${run[0]}`)]);
    }
  } else {
    const poly: Point[] = [];
    rs.forEach((run, k) => {
      const next = rs[(k + 1) % rs.length];
      poly.push(...run.map((i) => all[i]), ...cut(run[run.length - 1], (next[0] + 5) % 6, `${tag}${q},${r},${run[0]}`));
    });
    polys.push(poly);
  }
  return { polys, curves };
}

/** Curves that meet on an edge become one line. */
export function chain(segs: Curve[]): { pts: Point[]; closed: boolean }[] {
  const at = new Map<string, number[]>();
  const put = (k: string, i: number): void => void (at.get(k)?.push(i) ?? at.set(k, [i]));
  segs.forEach((s, i) => {
    put(s.from, i);
    put(s.to, i);
  });
  const ends = (i: number): number => Math.min(at.get(segs[i].from)!.length, at.get(segs[i].to)!.length);
  const used = new Set<number>();
  const out: { pts: Point[]; closed: boolean }[] = [];
  for (const start of segs.map((_, i) => i).sort((i, j) => ends(i) - ends(j))) {
    if (used.has(start)) continue;
    const first = at.get(segs[start].from)!.length === 1 ? segs[start].from : segs[start].to;
    let here = first;
    let i: number | undefined = start;
    const line: Point[] = [];
    while (i !== undefined) {
      used.add(i);
      const s: Curve = segs[i];
      const forward = s.from === here;
      line.push(...(forward ? s.pts : [...s.pts].reverse()).slice(line.length ? 1 : 0));
      here = forward ? s.to : s.from;
      i = at.get(here)!.find((j) => !used.has(j));
    }
    out.push({ pts: line, closed: here === first });
  }
  return out;
}

const f = (v: number): string => v.toFixed(1);
export const polygon = (p: Point[]): string => 'M' + p.map(([x, y]) => `${f(x)} ${f(y)}`).join('L') + 'Z';
export function hexPath(cell: Cell, size = 1): string {
  const [cx, cy] = centre(...cell);
  return polygon(corners(...cell).map(([x, y]) => [cx + (x - cx) * size, cy + (y - cy) * size]));
}

/** Catmull–Rom through the points, as cubic path data. */
export function smooth(p: Point[], closed: boolean): string {
  const n = p.length;
  const g = (i: number): Point => (closed ? p[(i + n) % n] : p[Math.max(0, Math.min(n - 1, i))]);
  let s = `M${f(p[0][0])} ${f(p[0][1])}`;
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    const [a, b, c, d] = [g(i - 1), g(i), g(i + 1), g(i + 2)];
    s += `C${f(b[0] + (c[0] - a[0]) / 6)} ${f(b[1] + (c[1] - a[1]) / 6)} ${f(c[0] - (d[0] - b[0]) / 6)} ${f(c[1] - (d[1] - b[1]) / 6)} ${f(c[0])} ${f(c[1])}`;
  }
  return s + (closed ? 'Z' : '');
}

export function inside([x, y]: Point, poly: Point[]): boolean {
  let c = false;
  for (let i = 0, j = poly.length - 1; i < poly.length; j = i++) {
    const [xi, yi] = poly[i];
    const [xj, yj] = poly[j];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) c = !c;
  }
  return c;
}

export function bounds(cells: Cell[]): [number, number, number, number] {
  let x0 = Infinity,
    y0 = Infinity,
    x1 = -Infinity,
    y1 = -Infinity;
  for (const [q, r] of cells) {
    const [x, y] = centre(q, r);
    x0 = Math.min(x0, x - A);
    x1 = Math.max(x1, x + A);
    y0 = Math.min(y0, y - R);
    y1 = Math.max(y1, y + R);
  }
  return cells.length ? [x0, y0, x1, y1] : [-A, -R, A, R];
}
