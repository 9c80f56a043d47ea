import { named, type Pictures } from '../../table/pictures';
import Picture from './Picture.svelte';

export const pictures: Pictures = {
  things: (data, words) => named(data, words, { item: 'item', items: 'item', result: 'item', ship: 'item' }, 'item'),
  Picture,
};
