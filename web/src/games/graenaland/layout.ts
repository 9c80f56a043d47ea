// Where the territories lie: two staggered rows in the water, with borders that wander a little and are the same from both sides.

import type { View } from '../../lib/types';

export type Territory = View<'graenaland'>['territories'][number];
export type Spot = { id: string; x: number; y: number; w: number; h: number; path: string };
export type Layout = { spots: Map<string, Spot>; outline: string; width: number; height: number; ship: Box; army: Box };
export type Box = { x: number; y: number; w: number; h: number } | null;
type Point = [number, number];

const WATER = 16;
const NARROW_WATER = 7;
/** The strip for the supply ship where the corners of the sea are too narrow. */
const STRIP = 54;

/** A number from 0 to 1 that is always the same for the same words. */
export function chance(...parts: (string | number)[]): number {
  let hash = 2166136261;
  for (const sign of parts.join('|')) hash = Math.imul(hash ^ sign.charCodeAt(0), 16777619);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 2246822519);
  hash ^= hash >>> 13;
  return (hash >>> 0) / 4294967296;
}

/** A border between two corners. */
function wander(from: Point, to: Point, by: number): Point[] {
  const [a, b] = from[0] < to[0] || (from[0] === to[0] && from[1] < to[1]) ? [from, to] : [to, from];
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = Math.hypot(dx, dy) || 1;
  const knots = Array.from({ length: 7 }, (_, i) => (chance(...a.map(Math.round), ...b.map(Math.round), i) - 0.5) * 2);
  const points = Array.from({ length: 17 }, (_, j): Point => {
    const t = j / 16;
    const at = Math.min(5, Math.floor(t * 6));
    const u = t * 6 - at;
    const soft = u * u * (3 - 2 * u);
    const off = (knots[at] * (1 - soft) + knots[at + 1] * soft) * by * Math.sin(Math.PI * t) ** 0.7;
    return [a[0] + dx * t - (dy / length) * off, a[1] + dy * t + (dx / length) * off];
  });
  return a === from ? points : points.reverse();
}
function closed(corners: Point[], by: number): string {
  const points = corners.flatMap((corner, i) => wander(corner, corners[(i + 1) % corners.length], by).slice(0, -1));
  return `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`;
}

export function layOut(territories: Territory[], width: number, height: number): Layout {
  const coast = territories.filter((each) => each.row === 'coast').length;
  const water = width < 500 ? NARROW_WATER : WATER;
  const w = (width - 2 * water) / Math.max(coast, 1);
  const narrow = w / 2 < 58;
  const h = (height - 2 * water - (narrow ? STRIP : 0)) / 2;
  const by = Math.min(6, w / 26);
  const spots = new Map<string, Spot>();
  for (const { id, row, column } of territories) {
    const x = water + w * column + (row === 'inland' ? w / 2 : 0);
    const y = water + (row === 'inland' ? 0 : h);
    const around: Point[] = [
      [x, y],
      [x + w / 2, y],
      [x + w, y],
      [x + w, y + h],
      [x + w / 2, y + h],
      [x, y + h],
    ];
    spots.set(id, { id, x, y, w, h, path: closed(around, by) });
  }
  const half = (n: number, y: number, from: number): Point[] =>
    Array.from({ length: n + 1 }, (_, i): Point => [from + (w / 2) * i, y]);
  const [left, top, right] = [water, water, water + w * coast];
  const around: Point[] = [
    ...half(2 * (coast - 1), top, left + w / 2),
    [right - w / 2, top + h],
    [right, top + h],
    ...half(2 * coast, top + 2 * h, left).reverse(),
    [left, top + h],
    [left + w / 2, top + h],
  ];
  const corner = { y: 8, w: w / 2 - 2, h: h - 14 };
  return {
    spots,
    outline: closed(around, by),
    width,
    height,
    ship: narrow ? { x: 8, y: height - STRIP - 2, w: width - 16, h: STRIP } : { x: 8, ...corner },
    army: narrow ? null : { x: width - w / 2 - 6, ...corner },
  };
}
