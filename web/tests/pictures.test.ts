import assert from 'node:assert/strict';
import { test } from 'node:test';
import { places, split, spoken, type Thing } from '../src/table/pictures.ts';

const tile: Thing = { kind: 'tile', id: 'MPSSSP', text: 'MPSSSP', name: 'a coast', code: true };
const wood: Thing = { kind: 'brick', id: 'wood', text: 'wood', name: 'wood' };

test('a sentence is parted where something is named, and says the same', () => {
  const words = 'Astrid draws MPSSSP; 36 hidden.';
  const parts = split(words, [tile]);
  assert.deepEqual(
    parts.map((part) => [part.text, part.thing?.kind]),
    [
      ['Astrid draws ', undefined],
      ['MPSSSP', 'tile'],
      ['; 36 hidden.', undefined],
    ],
  );
  assert.equal(parts.map((part) => part.text).join(''), words);
  assert.equal(spoken(words, [tile]), 'Astrid draws a coast; 36 hidden.');
});

test('what is only a part of a word is not taken for it', () => {
  assert.equal(split('Eastwood builds wood.', [wood]).filter((part) => part.thing).length, 1);
  assert.deepEqual(split('woodland', [wood]), [{ text: 'woodland' }]);
});

test('equal things are found one after the other', () => {
  const named = split('Wood, wood and clay.', [wood, wood]).filter((part) => part.thing);
  assert.deepEqual(
    named.map((part) => part.text),
    ['Wood', 'wood'],
  );
  assert.equal(split('wood', [wood, wood]).length, 1);
});

test('a place is no part of a longer number', () => {
  const [place] = places({ cell: [1, -1] }, ['cell', 'from']);
  assert.equal(place.text, '1,-1');
  assert.deepEqual(split('at 11,-12', [place]), [{ text: 'at 11,-12' }]);
  assert.equal(split('at 1,-1.', [place])[1].thing, place);
});
