// The table of all score sheets, and the axis of the chart.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { marksOf, rowsOf } from '../src/table/sheet.ts';

const line = (key: string, points: number, rule: string, detail = '', summed = true, words = key) => ({
  key,
  points,
  rule,
  data: {},
  summed,
  words,
  detail,
  rule_words: '',
});

test('a line is one row for all seats, whatever is counted', () => {
  const rows = rowsOf([
    [line('wood', 16, 'EK-104', '8'), line('total', 16, 'EK-108', '', false)],
    [line('wood', 4, 'EK-104', '2'), line('total', 4, 'EK-108', '', false)],
  ]);
  assert.deepEqual(
    rows.map((r) => [r.key, r.rule, r.cells.map((c) => [c?.points, c?.detail])]),
    [
      [
        'wood',
        'EK-104',
        [
          [16, '8'],
          [4, '2'],
        ],
      ],
      [
        'total',
        'EK-108',
        [
          [16, ''],
          [4, ''],
        ],
      ],
    ],
  );
});

test('a line that only another seat has stands where it has it, before the total', () => {
  const rows = rowsOf([
    [line('prizes', 1, 'A'), line('total', 1, 'T', '', false), line('tie', 0, 'R', '', false)],
    [line('prizes', 2, 'A'), line('hoard', 3, 'B'), line('total', 5, 'T', '', false), line('tie', 0, 'R', '', false)],
  ]);
  assert.deepEqual(
    rows.map((r) => r.key),
    ['prizes', 'hoard', 'total', 'tie'],
  );
  assert.equal(rows[1].cells[0], null);
});

test('two lines of one name are two rows; a rule that differs by seat stands in the cells', () => {
  const rows = rowsOf([
    [line('round', 1, 'R', '', true, 'Round 1'), line('round', 2, 'R', '', true, 'Round 2'), line('captain', 1, 'X1')],
    [line('round', 3, 'R', '', true, 'Round 1'), line('round', 4, 'R', '', true, 'Round 2'), line('captain', 2, 'X2')],
  ]);
  assert.deepEqual(
    rows.map((r) => [r.words, r.rule]),
    [
      ['Round 1', 'R'],
      ['Round 2', 'R'],
      ['captain', ''],
    ],
  );
});

test('the axis has round numbers, and 0, also below zero', () => {
  assert.deepEqual(marksOf(-108, 31), [-150, -100, -50, 0, 50]);
  assert.deepEqual(marksOf(0, 46), [0, 10, 20, 30, 40, 50]);
  assert.deepEqual(marksOf(0, 0), [0, 1]);
  assert.deepEqual(marksOf(-58, -8), [-60, -40, -20, 0]);
  for (let low = -230; low <= 0; low += 7)
    for (let high = 0; high < 300; high += 11) {
      const marks = marksOf(low, high);
      assert.ok(marks.includes(0) && marks[0] <= low && marks.at(-1)! >= high && marks.length <= 6);
    }
});
