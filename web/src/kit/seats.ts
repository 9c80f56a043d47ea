// A seat is always colour, shape, weave and name; any two of them are enough to tell it. Seats count from 0.

const NAMES = ['circle', 'triangle', 'square', 'diamond', 'star', 'cross'] as const;
export const BONE = '#fffdf6';
export const INK = '#14222b';
export const colour = (seat: number): string => `var(--seat${(seat % 6) + 1})`;
export const on = (seat: number): string => `var(--on-seat${(seat % 6) + 1})`;
export const weave = (seat: number): string => `url(#wv${(seat % 6) + 1})`;

/** The path of a seat's shape, all six of the same optical weight. */
export function shape(seat: number, r = 6, x = 0, y = 0): string {
  const path = (pts: number[][]): string =>
    'M' + pts.map(([a, b]) => `${(x + a * r).toFixed(2)} ${(y + b * r).toFixed(2)}`).join('L') + 'Z';
  const a = 0.34,
    b = 0.98;
  switch (NAMES[seat % 6]) {
    case 'circle': {
      const q = r * 0.88;
      return `M${x - q} ${y}a${q} ${q} 0 1 0 ${2 * q} 0a${q} ${q} 0 1 0 ${-2 * q} 0Z`;
    }
    case 'triangle':
      return path([
        [0, -1.02],
        [1, 0.78],
        [-1, 0.78],
      ]);
    case 'square':
      return path([
        [-0.78, -0.78],
        [0.78, -0.78],
        [0.78, 0.78],
        [-0.78, 0.78],
      ]);
    case 'diamond':
      return path([
        [0, -1.08],
        [1, 0],
        [0, 1.08],
        [-1, 0],
      ]);
    case 'star':
      return path(
        Array.from({ length: 10 }, (_, i) => {
          const l = i % 2 ? 0.5 : 1.1;
          return [l * Math.sin((i * Math.PI) / 5), -l * Math.cos((i * Math.PI) / 5)];
        }),
      );
    default:
      return path([
        [-a, -b],
        [a, -b],
        [a, -a],
        [b, -a],
        [b, a],
        [a, a],
        [a, b],
        [-a, b],
        [-a, a],
        [-b, a],
        [-b, -a],
        [-a, -a],
      ]);
  }
}
