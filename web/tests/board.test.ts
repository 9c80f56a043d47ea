// The kit of boards: from place to place by the arrow keys, whatever their shape; and the outline of cells that belong together.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Place, Walk } from '../src/kit/board/places.ts';
import { cells, disc, slab } from '../src/kit/board/shapes.ts';
import { centre, hexPath, key } from '../src/land/coast.ts';

const hex = (q: number, r: number): Place => {
  const [x, y] = centre(q, r);
  return { id: key([q, r]), x, y, path: hexPath([q, r]), label: '' };
};
const field = [-2, -1, 0, 1, 2].map((r) => [-2, -1, 0, 1, 2].map((q) => hex(q, r)));
const go = (walk: Walk, from: string, keys: string): string => {
  const ways: Record<string, string> = { r: 'ArrowRight', l: 'ArrowLeft', u: 'ArrowUp', d: 'ArrowDown' };
  let at = field.flat().find((p) => p.id === from)!;
  for (const key of keys) at = walk.next(field, at, ways[key]) ?? at;
  return at.id;
};

test('on hexagons right and left stay in the row, up and down keep to the column one came from', () => {
  assert.equal(go(new Walk(), '0,0', 'r'), '1,0');
  assert.equal(go(new Walk(), '0,0', 'l'), '-1,0');
  assert.equal(go(new Walk(), '0,0', 'uu'), '1,-2');
  assert.equal(go(new Walk(), '0,0', 'dd'), '-1,2');
  assert.equal(go(new Walk(), '0,0', 'udud'), '0,0');
  assert.equal(go(new Walk(), '2,0', 'r'), '2,0', 'there is nothing further');
});

test('on staggered territories of different size the nearest one in the direction is found', () => {
  const at = (id: string, x: number, y: number): Place => ({ id, x, y, path: slab(x, y, 80, 60), label: '' });
  const rows = [
    [at('hills', 50, 0), at('mountains', 190, 4)],
    [at('plains', 0, 90), at('forest', 110, 96), at('coast', 240, 90)],
  ];
  const walk = new Walk();
  assert.equal(walk.next(rows, rows[0][0], 'ArrowRight')?.id, 'mountains');
  assert.equal(walk.next(rows, rows[0][0], 'ArrowDown')?.id, 'plains');
  assert.equal(walk.next(rows, rows[1][2], 'ArrowUp')?.id, 'mountains');
  assert.equal(walk.next(rows, rows[1][2], 'ArrowDown'), null);
  assert.equal(walk.next(rows, rows[0][0], 'x'), null);
});

test('places in rows of their own go by rows', () => {
  const row = (ids: string): Place[] => [...ids].map((id) => ({ id, x: 0, y: 0, path: '', label: '' }));
  const rows = [row('abcdefg'), row('123')];
  const walk = new Walk();
  assert.equal(walk.next(rows, rows[0][6], 'ArrowRight', true)?.id, 'a');
  assert.equal(walk.next(rows, rows[0][6], 'ArrowDown', true)?.id, '3');
  assert.equal(walk.next(rows, rows[1][1], 'ArrowUp', true)?.id, 'b');
});

test('the outline of cells has only the sides that none of them shares', () => {
  const sides = (list: [number, number][]): number => cells(list, 10).split('M').length - 1;
  assert.equal(sides([[0, 0]]), 4);
  assert.equal(
    sides([
      [0, 0],
      [0, 1],
      [1, 0],
    ]),
    8,
  );
  assert.match(slab(10, 10, 20, 10), /^M0\.0 5\.0h20\.0v10\.0h-20\.0Z$/);
  assert.match(disc(0, 0, 5), /^M-5\.0 0\.0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z$/);
});
