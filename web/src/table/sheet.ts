// The score sheets of all seats as one table: a row for each line, a cell for each seat.

import type { ScoreLine } from '../lib/types';

export type Row = {
  id: string;
  key: string;
  words: string;
  summed: boolean;
  /** The rule of the line; empty where it is another one for each seat, and stands in the cells. */
  rule: string;
  ruleWords: string;
  cells: (ScoreLine | null)[];
};

/** In the order of the sheets; what is summed comes first, then the total, then the remarks. A line that only some seats have keeps its place. */
export function rowsOf(sheets: ScoreLine[][]): Row[] {
  const rows: Row[] = [];
  sheets.forEach((sheet, seat) => {
    let after = -1;
    const met = new Map<string, number>();
    for (const line of sheet) {
      const name = `${line.key} ${line.words}`;
      const nth = (met.get(name) ?? 0) + 1;
      met.set(name, nth);
      const id = `${name} ${nth}`;
      let at = rows.findIndex((row) => row.id === id);
      if (at < 0) {
        at = after + 1;
        const { key, words, summed, rule, rule_words: ruleWords } = line;
        rows.splice(at, 0, { id, key, words, summed, rule, ruleWords, cells: sheets.map(() => null) });
      }
      rows[at].cells[seat] = line;
      if (rows[at].rule !== line.rule) rows[at].rule = '';
      after = at;
    }
  });
  const rank = (row: Row): number => (row.summed ? 0 : row.key === 'total' ? 1 : 2);
  return rows.sort((a, b) => rank(a) - rank(b));
}

/** Round numbers from at or below the lowest to at or above the highest, 0 among them: for the axis of a chart. */
export function marksOf(low: number, high: number, most = 5): number[] {
  const from = Math.min(0, low);
  const to = Math.max(from + 1, high, 0);
  let step = 1;
  for (let power = 1; ; power *= 10) {
    const found = [1, 2, 5].find((n) => Math.ceil(to / (n * power)) - Math.floor(from / (n * power)) <= most);
    if (found) {
      step = found * power;
      break;
    }
  }
  const first = Math.floor(from / step);
  return Array.from({ length: Math.ceil(to / step) - first + 1 }, (_, i) => (first + i) * step);
}
