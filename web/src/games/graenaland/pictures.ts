import { named, type Pictures } from '../../table/pictures';
import Picture from './Picture.svelte';

export const pictures: Pictures = {
  things: (data, words) => named(data, words, { card: 'card', cards: 'card', kind: 'card', back: 'back' }, 'card'),
  Picture,
};
