// Land that nobody played: any labelling of the grid's corners can be drawn; here the labels come from smooth noise.

import { type Cell, type Point, type Tile, corners, hash01 } from '../land/coast';

function height([x, y]: Point, seed: number): number {
  const at = (i: number, j: number): number => hash01(`hero${i},${j},${seed}`);
  const ease = (t: number): number => t * t * (3 - 2 * t);
  const i = Math.floor(x / 118),
    j = Math.floor(y / 96);
  const u = ease(x / 118 - i),
    v = ease(y / 96 - j);
  return (at(i, j) * (1 - u) + at(i + 1, j) * u) * (1 - v) + (at(i, j + 1) * (1 - u) + at(i + 1, j + 1) * u) * v;
}

/** The strip over the hall. */
export function horizon(): Tile[] {
  const cells: Cell[] = [];
  for (let r = -1; r < 4; r++) for (let q = Math.floor(-r / 2) - 1; q < 17 - Math.floor(r / 2); q++) cells.push([q, r]);
  return land(cells, 104);
}

export function land(cells: Cell[], seed: number): Tile[] {
  const letter = (p: Point): string => {
    const h = height(p, seed);
    return h > 0.69 ? 'M' : h > 0.47 ? 'P' : 'S';
  };
  const name = (p: Point): string => `${Math.round(p[0])},${Math.round(p[1])}`;
  const shore = new Set<string>(); // a mountain never stands in the sea
  for (const cell of cells) {
    const at = corners(...cell);
    const c = at.map(letter);
    at.forEach((p, i) => {
      if (c[i] === 'M' && (c[(i + 5) % 6] === 'S' || c[(i + 1) % 6] === 'S')) shore.add(name(p));
    });
  }
  return cells.map((cell) => ({
    cell,
    corners: corners(...cell)
      .map((p) => (shore.has(name(p)) ? 'P' : letter(p)))
      .join(''),
  }));
}
