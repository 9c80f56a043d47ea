import { m } from '../../paraglide/messages';
import { coded, places, type Pictures } from '../../table/pictures';
import Picture from './Picture.svelte';

const terrains: [string, () => string][] = [
  ['P', m.terrain_P],
  ['M', m.terrain_M],
  ['S', m.terrain_S],
];
/** A tile by what is at its six corners: "farmland ×4, sea ×2". */
export const tileName = (tile: string): string =>
  terrains
    .map(([sign, word]) => [tile.split(sign).length - 1, word()] as const)
    .filter(([count]) => count)
    .map(([count, word]) => (count === 6 ? word : `${word} ×${count}`))
    .join(', ');

export const pictures: Pictures = {
  things: (data) => [...coded(data, ['tile'], 'tile', tileName), ...places(data, ['cell'])],
  Picture,
};
