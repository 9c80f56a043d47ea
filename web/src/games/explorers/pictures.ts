import { coded, named, places, type Pictures, type Tables } from '../../table/pictures';
import Picture from './Picture.svelte';
import { tiles } from './tiles.svelte';

/** A tile by what is found on it. */
const name =
  (words: Tables) =>
  (tile: string): string => {
    const item = tiles.known[tile]?.item ?? '';
    return words.item?.[item] ?? words.view?.tile?.split(' @')[0] ?? tile;
  };

export const pictures: Pictures = {
  things: (data, words) => [
    ...coded(data, Array.isArray(data.tiles) ? ['tile', 'tiles', 'returned'] : ['tile'], 'tile', name(words)),
    ...named(data, words, { animal: 'a_piece', pieces: 'piece', item: 'item' }, 'piece'),
    ...places(data, ['cell', 'from', 'to']),
  ],
  Picture,
};
