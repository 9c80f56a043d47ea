// The reach that the browser draws while the land is discovered is the reach that the hall gives in colonisation. The positions come
// from games that the engine played, with and without divided farmland.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type Land, type Piece, reach } from '../src/games/fjords/reach.ts';

type Position = { landscape: Land[]; huts: Piece[][]; fields: Piece[][]; reach: Piece[][] };
const positions: Position[] = JSON.parse(readFileSync(new URL('reach.json', import.meta.url), 'utf8'));
const names = (pieces: Piece[]): string[] => pieces.map((p) => `${p.cell}/${p.region}`).sort();

test('reach is as the engine says', () => {
  assert.ok(
    positions.some((p) => p.landscape.some((t) => t.regions > 1)) && positions.some((p) => p.reach[0].length > 4),
  );
  for (const { landscape, huts, fields, reach: said } of positions)
    for (const seat of [0, 1]) {
      const pieces = [0, 1].map((s) => [...huts[s], ...fields[s]]);
      assert.deepEqual(names(reach(landscape, pieces[seat], pieces[1 - seat])), names(said[seat]));
    }
});
