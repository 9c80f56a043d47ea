// Which empty farmland a player's pieces can reach from tile to tile, as the rules link them (FJ-055, FJ-077): for the eye, while the
// land is being discovered. In colonisation the hall says it.

import { type Cell, NEIGHBOURS, key, runs } from '../../land/coast.ts';

export type Piece = { cell: Cell; region: number };
export type Land = { cell: Cell; corners: string; regions: number };

/** The farmland region, from 1, of a corner; 0 if it is none. */
function regionAt(tile: Land, corner: number): number {
  if (tile.corners[corner] !== 'P') return 0;
  return tile.regions > 1 ? runs(tile.corners, 'P').findIndex((run) => run.includes(corner)) + 1 : 1;
}

export function reach(tiles: Land[], own: Piece[], others: Piece[]): Piece[] {
  const at = new Map(tiles.map((t) => [key(t.cell), t]));
  const name = (p: Piece): string => `${key(p.cell)}/${p.region}`;
  const seen = new Set([...own, ...others].map(name));
  const found: Piece[] = [];
  const go = [...own];
  for (let from = go.pop(); from; from = go.pop()) {
    const tile = at.get(key(from.cell))!;
    NEIGHBOURS.forEach(([dq, dr], edge) => {
      const next = at.get(key([tile.cell[0] + dq, tile.cell[1] + dr]));
      for (const end of next ? [0, 1] : []) {
        if (regionAt(tile, (edge + end) % 6) !== from.region) continue;
        const to = { cell: next!.cell, region: regionAt(next!, (edge + 4 - end) % 6) };
        if (!to.region || seen.has(name(to))) continue;
        seen.add(name(to));
        found.push(to);
        go.push(to);
      }
    });
  }
  return found;
}
