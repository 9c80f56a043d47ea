// The coastlines of every tile of Fjords and Explorers, in every turn, wherever it may lie: they join across tiles, keep to their
// tiles and do not cross, and pieces stand on the land that they belong to.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  A,
  R,
  chain,
  centre,
  corner,
  crossing,
  inside,
  key,
  neighbour,
  regions,
  runs,
  turned,
  type Cell,
  type Curve,
  type Point,
  type Tile,
} from '../src/land/coast.ts';
import { anchor, partsOf } from '../src/land/scene.ts';

const cells: Cell[] = [];
for (let q = -3; q <= 3; q++) for (let r = -3; r <= 3; r++) cells.push([q, r]);

/** The tiles that a game is played with, each kind once. */
function tilesOf(game: string): { corners: string; join?: 'sea' | 'land' }[] {
  const text = readFileSync(new URL(`../../src/skali/games/${game}/components.toml`, import.meta.url), 'utf8');
  const found = new Map<string, { corners: string; join?: 'sea' | 'land' }>();
  for (const entry of text.split(/^\[\[/m)) {
    const corners = /^corners = "([A-Z]{6})"/m.exec(entry)?.[1];
    const join = /^join = "(sea|land)"/m.exec(entry)?.[1] as 'sea' | 'land' | undefined;
    if (corners) found.set(corners + join, { corners, join });
  }
  assert.ok(found.size > 10, `tiles of ${game} were not read`);
  return [...found.values()];
}

function* everywhere(game: string, where = cells): Generator<Tile> {
  for (const { corners, join } of tilesOf(game))
    for (let turn = 0; turn < 6; turn++) for (const cell of where) yield { cell, corners: turned(corners, turn), join };
}

const apart = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
const side = (a: Point, b: Point, c: Point): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
const cross = (a: Point, b: Point, c: Point, d: Point): boolean =>
  side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;

function meets(one: Point[], two: Point[]): boolean {
  for (let i = 1; i < one.length; i++)
    for (let j = one === two ? i + 2 : 1; j < two.length; j++)
      if (cross(one[i - 1], one[i], two[j - 1], two[j])) return true;
  return false;
}
/** How far a point is outside a hex. */
function beyond([x, y]: Point, cell: Cell): number {
  const [cx, cy] = centre(...cell);
  return (
    Math.max(
      ...[0, 1, 2].map((i) =>
        Math.abs((x - cx) * Math.cos((i * Math.PI) / 3) + (y - cy) * Math.sin((i * Math.PI) / 3)),
      ),
    ) - A
  );
}

test('two tiles find the same crossing on the edge between them, and go through it in one direction', () => {
  for (const cell of cells)
    for (let edge = 0; edge < 6; edge++) {
      const here = crossing(...cell, edge);
      const there = crossing(...neighbour(cell, edge), (edge + 3) % 6);
      assert.ok(apart(here.at, there.at) < 1e-9, `${cell} edge ${edge}`);
      assert.ok(Math.hypot(here.n[0] + there.n[0], here.n[1] + there.n[1]) < 1e-9, `${cell} edge ${edge}`);
      const [a, b] = [corner(...cell, edge), corner(...cell, (edge + 1) % 6)];
      assert.ok(Math.abs(side(a, b, here.at)) < 1e-6 && apart(a, here.at) > 0.3 * R && apart(b, here.at) > 0.3 * R);
    }
});

for (const game of ['fjords', 'explorers']) {
  test(`the curves of a tile of ${game} begin and end on its edges, stay inside, and neither cross themselves nor each other`, () => {
    let curves = 0;
    for (const tile of everywhere(game)) {
      const { coast, foot } = partsOf(tile, true, game === 'fjords' ? 1 : 1.25);
      const all = [...coast, ...foot].map((c) => c.pts);
      curves += all.length;
      all.forEach((pts, i) => {
        const where = `${tile.corners} ${tile.join} at ${tile.cell}`;
        for (const end of [pts[0], pts[pts.length - 1]])
          assert.ok(Math.abs(beyond(end, tile.cell)) < 1e-6, `${where} does not end on an edge`);
        assert.ok(
          pts.every((p) => beyond(p, tile.cell) < 1e-6),
          `${where} leaves its hex`,
        );
        assert.ok(!meets(pts, pts), `${where} crosses itself`);
        for (const other of all.slice(i + 1)) assert.ok(!meets(pts, other), `${where} has two curves that cross`);
      });
    }
    assert.ok(curves > 1000);
  });
}

test('coasts join across tiles: every line ends on the rim of the land or closes, and its tiles meet without a corner', () => {
  // A field of tiles whose corners agree, as they do on a table: one letter for each corner of the grid
  const letter = ([x, y]: Point): string => 'SPP'[Math.abs(Math.round(x * 7 + y * 13)) % 3];
  const at = new Set(cells.map(key));
  const tiles: Tile[] = cells.map((cell) => ({
    cell,
    corners: [0, 1, 2, 3, 4, 5]
      .map((i) => letter(corner(...cell, i).map((v) => Math.round(v * 100) / 100) as Point))
      .join(''),
  }));
  const curves: Curve[] = tiles.flatMap((tile) => partsOf(tile, true, 1).coast);
  const lines = chain(curves);
  assert.ok(lines.length > 3 && lines.some((line) => line.closed) && lines.some((line) => !line.closed));
  const rim = (p: Point): boolean =>
    cells.some((cell) =>
      [0, 1, 2, 3, 4, 5].some((i) => !at.has(key(neighbour(cell, i))) && apart(crossing(...cell, i).at, p) < 1e-6),
    );
  for (const { pts, closed } of lines) {
    const [first, last] = [pts[0], pts[pts.length - 1]];
    assert.ok(closed ? apart(first, last) < 1e-6 : rim(first) && rim(last), `a coast breaks off at ${last}`);
    for (let i = 1; i < pts.length; i++) assert.ok(apart(pts[i - 1], pts[i]) < R / 2, `a coast jumps at ${pts[i]}`);
  }
  // Every crossing inside the land belongs to two curves, which leave it in opposite directions
  const ends = new Map<string, Point[]>();
  for (const { from, to, pts } of curves)
    for (const [name, a, b] of [
      [from, pts[0], pts[1]],
      [to, pts[pts.length - 1], pts[pts.length - 2]],
    ] as const)
      ends.set(name, [...(ends.get(name) ?? []), [(b[0] - a[0]) / apart(a, b), (b[1] - a[1]) / apart(a, b)]]);
  for (const [name, ways] of ends)
    if (ways.length === 2)
      assert.ok(Math.hypot(ways[0][0] + ways[1][0], ways[0][1] + ways[1][1]) < 0.35, `a corner at ${name}`);
    else
      assert.ok(
        name.split('|').some((cell) => !at.has(cell)),
        `a coast ends inside the land at ${name}`,
      );
});

test('a hut or field stands on the farmland of its region, with room around it', () => {
  for (const tile of everywhere('fjords', [
    [0, 0],
    [2, -3],
  ])) {
    if (!tile.corners.includes('P')) continue;
    const { land, rock } = partsOf(tile, true, 1);
    for (const group of [null, ...runs(tile.corners, 'P')]) {
      const spot = anchor(tile, group);
      const where = `${tile.corners} at ${tile.cell}, corners ${group}`;
      assert.ok(
        land.some((l) => inside(spot, l)),
        `${where}: in the sea`,
      );
      assert.ok(!rock.some((m) => inside(spot, m)), `${where}: on a mountain`);
      if (group) {
        const near = [0, 1, 2, 3, 4, 5]
          .filter((i) => tile.corners[i] === 'P')
          .sort((a, b) => apart(spot, corner(...tile.cell, a)) - apart(spot, corner(...tile.cell, b)));
        assert.ok(group.includes(near[0]), `${where}: on another region`);
      }
    }
  }
});

test('a tile of one terrain has no coast, and land joined through the middle is one polygon', () => {
  assert.equal(regions(0, 0, 'SSSSSS', 'L', false).polys.length, 0);
  assert.equal(regions(0, 0, 'LLLLLL', 'L', false).curves.length, 0);
  assert.equal(regions(0, 0, 'LSSLSS', 'L', true).polys.length, 1);
  assert.equal(regions(0, 0, 'LSSLSS', 'L', false).polys.length, 2);
});
