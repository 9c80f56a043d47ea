// Goods by their colour.

const GOODS: Record<string, string[]> = {
  orange: ['peas', 'flax', 'beans', 'grain', 'cabbage', 'fruits'],
  red: [
    'mead',
    'stockfish',
    'milk',
    'salt_meat',
    'game_meat',
    'whale_meat',
    'sheep',
    'pregnant_sheep',
    'cattle',
    'pregnant_cattle',
  ],
  green: ['oil', 'hide', 'wool', 'linen', 'skin_and_bones', 'fur', 'robe', 'clothing'],
  plain: [
    'silver',
    'ore',
    'wood',
    'stone',
    'bow',
    'snare',
    'spear',
    'long_sword',
    'whaling_boat',
    'knarr',
    'longship',
    'shed',
    'stone_house',
    'long_house',
  ],
};
export const kindOf = (item: string): string => Object.keys(GOODS).find((kind) => GOODS[kind].includes(item)) ?? 'blue';
export const tint = (item: string): string =>
  kindOf(item) !== 'plain' ? kindOf(item) : item === 'ore' ? 'ore' : 'silver';
export const fill = (item: string): string => `var(--g-${tint(item)})`;
export const ink = (item: string): string => `var(--on-g-${tint(item)})`;
