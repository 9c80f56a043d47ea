// Where everything stands: the fort in the middle, the castles around it, clockwise from mine at the lower left.

import { hash01 } from '../../land/coast';

const chance = (...parts: (string | number)[]): number => hash01(parts.join());

export type Spot = { x: number; y: number };
export type CastleSpot = Spot & { k: number; side: -1 | 1; plate: Spot & { w: number } };
export type Layout = {
  w: number;
  h: number;
  phone: boolean;
  fort: Spot & { rx: number; ry: number };
  slab: { w: number; h: number };
  fields: Spot[];
  hospital: Spot & { w: number; h: number };
  castles: CastleSpot[];
};

/** A castle at scale 1: what it takes above, below and beside its middle. */
export const RING = 100;
export const SIEGE_AT = 113;
export const SIEGE_R = 22;
const ABOVE = SIEGE_AT + SIEGE_R + 3,
  BELOW = RING + 9,
  BESIDE = SIEGE_AT * 0.866 + SIEGE_R + 3;

/** Sites 1 to 6 clockwise from the upper left; the catapult stands between 1 and 2, the boat between 3 and 4, the ram between 5 and 6. */
export const site = (number: number, r = 66): Spot => polar(-120 + 60 * (number - 1), r);
export const engine = (number: number, r = SIEGE_AT): Spot => polar(-90 + 120 * number, r);
const polar = (degrees: number, r: number): Spot => ({
  x: r * Math.cos((degrees * Math.PI) / 180),
  y: r * Math.sin((degrees * Math.PI) / 180),
});

/** The slots of a table, clockwise from the lower left: 0 to 2 up the left side, 3 to 5 down the right. */
const SLOTS: Record<number, number[]> = { 3: [0, 2, 3], 4: [0, 2, 3, 5], 5: [0, 1, 2, 3, 5], 6: [0, 1, 2, 3, 4, 5] };

export function desk(seats: number, me: number, width: number, height: number): Layout {
  const scale = Math.min(width / 980, height / 500);
  const w = width / scale,
    h = height / scale;
  const three = seats > 4;
  const rows = three ? 3 : 2;
  const cell = h / rows;
  const k = Math.min((cell - 2) / (ABOVE + BELOW), three ? 0.86 : 1.14);
  const hospital = { x: w / 2, y: h - 62, w: 404, h: 54 };
  const fort = { x: w / 2, y: (h - 62) / 2, rx: 0, ry: (h - 62) / 2 - 8 };
  fort.rx = Math.min(fort.ry * 1.16, w / 2 - 2 * BESIDE * k + 6);
  const slab = { w: Math.min(130, fort.rx * 0.52), h: Math.min(116, fort.ry * 0.5) };
  const dx = slab.w + 8,
    dy = slab.h + 9;
  const fields = [
    [-0.5, -1],
    [0.5, -1],
    [-1, 0],
    [0, 0],
    [1, 0],
    [-0.5, 1],
    [0.5, 1],
  ].map(([a, b]) => ({ x: fort.x + a * dx, y: fort.y + b * dy }));
  const castles: CastleSpot[] = [];
  SLOTS[seats].forEach((slot, i) => {
    const left = slot < 3;
    const row = left ? 2 - slot : slot - 3;
    const column = SLOTS[seats].filter((s) => s < 3 === left).length;
    // two on a side stand in the upper and the lower half, three in thirds
    const high = column === 3 ? h / 3 : h / 2;
    const at = column === 3 ? row : row ? 1 : 0;
    const y = at * high + (high - (ABOVE + BELOW) * k) / 2 + ABOVE * k;
    const x = left ? BESIDE * k + 2 : w - BESIDE * k - 2;
    const free = x - SIEGE_R * k - 12;
    const plate = three
      ? { x: left ? x + BESIDE * k - 14 : x - BESIDE * k - 82, y: y - ABOVE * k + 9, w: 96 }
      : { x: left ? 6 : x + SIEGE_R * k + 6, y: y - ABOVE * k + 7, w: left ? free : w - x - SIEGE_R * k - 12 };
    castles[(me + i) % seats] = { x, y, k, side: left ? -1 : 1, plate };
  });
  return { w, h, phone: false, fort, slab, fields, hospital, castles };
}

/** On a phone the storage fields lie in two rows, and one castle at a time stands below them. */
export function hand(seats: number, width: number, height: number): Layout {
  const scale = width / 390;
  const w = 390,
    h = height / scale;
  const slab = { w: 90, h: Math.min(96, Math.max(72, (h - 330) / 2)) };
  const top = slab.h / 2 + 8;
  const fields = Array.from({ length: 7 }, (_, i) => ({
    x: i < 4 ? 51 + i * 96 : 99 + (i - 4) * 96,
    y: top + (i < 4 ? 0 : slab.h + 7),
  }));
  const below = 2 * slab.h + 22;
  const hospital = { x: w / 2, y: below, w: 372, h: 48 };
  const room = h - below - 56;
  const k = Math.min((room - 4) / (ABOVE + BELOW), 1.2);
  const spot: CastleSpot = {
    x: BESIDE * k + 6,
    y: below + 56 + (room - (ABOVE + BELOW) * k) / 2 + ABOVE * k,
    k,
    side: -1,
    plate: { x: 0, y: 0, w: 0 },
  };
  return {
    w,
    h,
    phone: true,
    fort: { x: w / 2, y: below / 2, rx: w / 2 + 30, ry: below / 2 + 18 },
    slab,
    fields,
    hospital,
    castles: Array.from({ length: seats }, () => spot),
  };
}

/** A wall laid of stones along an ellipse, with three gates in it: the paths of the light, the middle and the dark stones. */
export function wall(
  x: number,
  y: number,
  rx: number,
  ry: number,
  thick: number,
  gates: number[],
  tag: string,
): [string, string, string] {
  const out: [string, string, string] = ['', '', ''];
  const around = Math.PI * (3 * (rx + ry) - Math.sqrt((3 * rx + ry) * (rx + 3 * ry)));
  for (let course = 0; course < 2; course++) {
    const count = Math.round(around / (course ? 13 : 17));
    for (let i = 0; i < count; i++) {
      const a = ((i + 0.5 * course) / count) * 2 * Math.PI,
        step = Math.PI / count;
      const degrees = (a * 180) / Math.PI;
      if (gates.some((g) => Math.abs(((degrees - g + 540) % 360) - 180) < (15 / Math.min(rx, ry)) * 57)) continue;
      const r0 = course ? 0.5 : -0.5;
      const corner = (da: number, dr: number, n: number): string => {
        const b = a + da * step * (0.78 + 0.18 * chance(tag, course, i, n)),
          r = (r0 + dr * (0.4 + 0.12 * chance(tag, i, course, n))) * thick;
        return `${(x + (rx + r) * Math.cos(b)).toFixed(1)} ${(y + (ry + r) * Math.sin(b)).toFixed(1)}`;
      };
      out[Math.floor(chance(tag, i, course) * 3)] +=
        `M${corner(-1, -1, 1)}L${corner(1, -1, 2)}L${corner(1, 1, 3)}L${corner(-1, 1, 4)}Z`;
    }
  }
  return out;
}

/** Tufts of grass over a field, the same at every look. */
export function tufts(w: number, h: number, count: number): string {
  let d = '';
  for (let i = 0; i < count; i++) {
    const x = chance('tuft', i, 'x') * w,
      y = chance('tuft', i, 'y') * h;
    d += `M${x.toFixed(0)} ${y.toFixed(0)}l1.5 -5M${(x + 3).toFixed(0)} ${y.toFixed(0)}l-.6 -6M${(x + 6).toFixed(0)} ${y.toFixed(0)}l-1.6 -4.5`;
  }
  return d;
}
