// The places of a board and the way from one to another by the arrow keys.

export type Place = {
  id: string;
  /** Its middle. */
  x: number;
  y: number;
  /** Its outline, of any shape. */
  path: string;
  /** Said of it. */
  label: string;
  /** Told to the eye: the same, unless it is better said otherwise. */
  tip?: string;
  may?: boolean;
  chosen?: boolean;
};

const WAYS: Record<string, [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/** Remembers the row or column in which one goes, so that the way back leads to where one came from. */
export class Walk {
  private along = '';
  private line = 0;

  /** The nearest place in the direction of the key; rows that are told apart go by rows. */
  next(rows: Place[][], from: Place, key: string, byRows = false): Place | null {
    const way = WAYS[key];
    if (!way) return null;
    if (byRows) return this.inRows(rows, from, way);
    const along = way[0] ? 'x' : 'y';
    if (along !== this.along) {
      this.along = along;
      this.line = way[0] ? from.y : from.x;
    }
    let best: Place | null = null;
    let least = Infinity;
    for (const place of rows.flat()) {
      const ahead = (place.x - from.x) * way[0] + (place.y - from.y) * way[1];
      const aside = Math.abs(way[0] ? place.y - from.y : place.x - from.x);
      if (ahead <= 0.5 || aside > 1.2 * ahead) continue;
      const cost = ahead + 2 * aside + 0.01 * Math.abs((way[0] ? place.y : place.x) - this.line);
      if (cost < least) [best, least] = [place, cost];
    }
    return best;
  }

  private inRows(rows: Place[][], from: Place, [dx, dy]: [number, number]): Place | null {
    const at = rows.findIndex((row) => row.includes(from));
    const column = rows[at].indexOf(from);
    if (dx) return rows[at][(column + dx + rows[at].length) % rows[at].length];
    const row = rows[at + dy];
    return row ? row[Math.min(column, row.length - 1)] : null;
  }
}
