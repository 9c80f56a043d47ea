import type { Data } from '../../lib/types';
import { coded, named, type Pictures, type Tables, type Thing } from '../../table/pictures';
import Picture from './Picture.svelte';

/** Cards of a battle are numbers, hands lists of them; the card of a round has a code. */
function cards(data: Data, words: Tables): Thing[] {
  const called = (id: string): string => (words.board?.card ?? '{card}').replace('{card}', id);
  const material = words.board?.material ?? '';
  const hands = ['cards', 'given', 'drawn']
    .map((field) => data[field])
    .filter((hand) => Array.isArray(hand) && hand.every((card) => typeof card === 'number'))
    .map((hand) => ({ text: hand.join(','), name: called(hand.join(', ')) }))
    .map(({ text, name }) => ({ kind: 'battle', id: text, text, name, code: true }));
  const one = coded(data, ['card', 'other_card'], 'battle', called).map((thing) =>
    /^\d+$/.test(thing.id) ? thing : { ...thing, kind: 'material', name: material },
  );
  return [...hands, ...one];
}

export const pictures: Pictures = {
  things: (data, words) => [
    ...cards(data, words),
    ...named(data, words, { brick: 'brick', bricks: 'brick', engine: 'engine' }),
  ],
  Picture,
};
