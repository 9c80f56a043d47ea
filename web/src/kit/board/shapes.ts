// Outlines of places: whatever has an outline can be a place on a board. Hexagons are in land/coast.

const f = (n: number): string => n.toFixed(1);

/** A rectangle around its middle, with round corners. */
export function slab(x: number, y: number, w: number, h: number, r = 0): string {
  const [a, b] = [w / 2, h / 2];
  if (!r) return `M${f(x - a)} ${f(y - b)}h${f(w)}v${f(h)}h${f(-w)}Z`;
  const turn = (dx: number, dy: number): string => `a${r} ${r} 0 0 1 ${f(dx)} ${f(dy)}`;
  return (
    `M${f(x - a + r)} ${f(y - b)}h${f(w - 2 * r)}${turn(r, r)}v${f(h - 2 * r)}${turn(-r, r)}` +
    `h${f(2 * r - w)}${turn(-r, -r)}v${f(2 * r - h)}${turn(r, -r)}Z`
  );
}

export const disc = (x: number, y: number, r: number): string =>
  `M${f(x - r)} ${f(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

/** The outline of cells [row, column] of a grid that belong together: only the sides that no other cell of them shares. */
export function cells(list: [number, number][], size: number): string {
  const has = new Set(list.map(String));
  const side = (row: number, column: number, line: string): string => (has.has(String([row, column])) ? '' : line);
  return list
    .map(([row, column]) => {
      const [x, y] = [column * size, row * size];
      return (
        side(row - 1, column, `M${x} ${y}h${size}`) +
        side(row + 1, column, `M${x} ${y + size}h${size}`) +
        side(row, column - 1, `M${x} ${y}v${size}`) +
        side(row, column + 1, `M${x + size} ${y}v${size}`)
      );
    })
    .join('');
}
