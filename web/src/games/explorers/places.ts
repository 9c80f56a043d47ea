// The places of the sea for pointer, keys and ears: the cells, then what can be taken up or gone to.

import type { Place } from '../../kit/board/places';
import { disc, slab } from '../../kit/board/shapes';
import { centre, hexPath, key, smooth, type Cell, type Point } from '../../land/coast';
import { landPath, middle, stand, vertex, type Piece, type Tile } from './layout';
import { MAINLAND, cellId } from './offers';
import type { ExplorersUi } from './ui.svelte';

export function placesOf(
  ui: ExplorersUi,
  pieces: Piece[],
  posts: { seat: number; at: Point }[],
  shore: Point[],
): Place[][] {
  const view = ui.shown;
  const { targets, movers } = ui;
  const laid = new Map(view.tiles.map((tile) => [key(tile.cell), tile]));
  const cells = [
    ...view.tiles.map((tile) => tile.cell),
    ...(ui.placing ? view.frontier.filter((cell) => !laid.has(key(cell))) : []),
  ].sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  const rows = new Map<number, Place[]>();
  for (const cell of cells) {
    const [x, y] = centre(...cell);
    const id = cellId(cell);
    const place: Place = {
      id,
      x,
      y,
      path: hexPath(cell, 0.96),
      label: cellLabel(ui, cell, laid.get(key(cell)), posts),
      may: ui.placing ? ui.cells.has(key(cell)) : targets.has(id),
      chosen: ui.chosen !== null && key(ui.chosen) === key(cell),
    };
    rows.set(cell[1], [...(rows.get(cell[1]) ?? []), place]);
  }
  const out = [...rows.values()];
  if (!ui.acting) return out;
  const lands = [...targets].filter((id) => id.startsWith('place:'));
  const harbour = laid.get(key(view.players[ui.player].longship.cell))!;
  const ashore = lands.map((id) => {
    const at = Number(id.split('-')[1]) - 1;
    const [x, y] = stand(harbour, 'land', at, 1)[0];
    const label = [ui.t('place_land', { n: at + 1 }), ...onLand(ui, harbour.lands[at])].join(', ');
    return { id, x, y, path: landPath(harbour, harbour.lands[at].corners), label, may: true };
  });
  const [mx, my] = middle(shore);
  const mainland =
    movers.has(MAINLAND) || targets.has(MAINLAND)
      ? [{ id: MAINLAND, x: mx, y: my, path: smooth(shore, true), label: ui.t('place_mainland'), may: true }]
      : [];
  const standing = pieces
    .filter((piece) => movers.has(piece.id) || targets.has(piece.id))
    .map((piece) => ({
      id: piece.id,
      x: piece.at[0],
      y: piece.at[1],
      path: piece.kind === 'ship' ? slab(...piece.at, 54, 32, 12) : disc(...piece.at, 15),
      label: pieceLabel(ui, piece),
      may: true,
      chosen: ui.mover === piece.id,
    }));
  const sites = [...targets]
    .filter((id) => id.startsWith('site:'))
    .map((id) => {
      const [cell, corner] = id.slice('site:'.length).split('/');
      const at = vertex(cell.split(',').map(Number) as Cell, corner);
      const worth = view.players[ui.player].next_outpost;
      return { id, x: at[0], y: at[1], path: disc(...at, 15), label: ui.t('place_site', { n: worth }), may: true };
    });
  return [...out, ...[mainland, ashore, standing, sites].filter((row) => row.length)];
}

function pieceLabel(ui: ExplorersUi, piece: Piece): string {
  const name =
    piece.kind === 'ship'
      ? ui.t('ship_of', { seat: piece.seat, pieces: piece.cargo })
      : piece.kind === 'viking'
        ? ui.t('vikings_of', { seat: piece.seat, n: piece.n })
        : ui.name('Piece', piece.name);
  return [name, ui.mover === piece.id ? ui.t('is_chosen') : ui.t('may_take')].join(', ');
}

/** What stands on a land, in words. */
function onLand(ui: ExplorersUi, land: Tile['lands'][number]): string[] {
  return [
    ...(land.settlement ? [ui.t('settlement', { strength: land.settlement })] : []),
    ...Object.entries(land.livestock).map(([name, n]) =>
      n > 1 ? `${n} ${ui.name('piece', name)}` : ui.name('piece', name),
    ),
    ...land.vikings.flatMap((n, seat) => (n ? [ui.t('vikings_of', { seat, n })] : [])),
  ];
}

function cellLabel(ui: ExplorersUi, cell: Cell, tile: Tile | undefined, posts: { seat: number; at: Point }[]): string {
  const id = cellId(cell);
  const parts = [key(cell)];
  if (!tile) {
    const place = ui.cells.get(key(cell));
    parts.push(ui.t('empty'), place ? ui.t('may_lay', { n: place.turns.length }) : '');
  } else {
    if (tile.seas.length) parts.push(ui.t('sea'));
    for (const sea of tile.seas) {
      if (sea.enemy_ship) parts.push(ui.name('item', 'enemy_ship'));
      for (const seat of sea.longships) parts.push(ui.t('ship_of', { seat, pieces: [] }));
    }
    for (const land of tile.lands) parts.push(ui.t('land'), ...onLand(ui, land));
    const [x, y] = centre(...cell);
    for (const post of posts)
      if (Math.hypot(post.at[0] - x, post.at[1] - y) < 55) parts.push(ui.t('outpost_of', { seat: post.seat }));
    const way = ui.open.find((each) => each.target === id);
    if (way && ui.acting) parts.push(ui.t(`may_${way.action.kind}`, { n: way.action.cost }));
  }
  return parts.filter(Boolean).join(', ');
}
