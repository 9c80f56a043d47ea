// How the things of Graenaland look: goods, terrains, heroes, buildings and works, each drawn around its middle.

export type Good = 'grain' | 'cattle' | 'wood' | 'ore' | 'gold';

/** The colour of a good and its sign, about 18 wide. */
export const GOODS: Record<string, { colour: string; sign: string }> = {
  grain: {
    colour: '#e0b544',
    sign: '<path d="M0 7V-6M0 -1L-4 -5M0 -1L4 -5M0 3L-4 -1M0 3L4 -1M0 -6L-2 -8.5M0 -6L2 -8.5" fill="none" stroke="#5b4108" stroke-width="1.7" stroke-linecap="round"/>',
  },
  cattle: {
    colour: '#c98a6a',
    sign: '<path d="M-5 -3Q-9 -5 -8 -8Q-5 -7 -4 -5Q0 -7 4 -5Q5 -7 8 -8Q9 -5 5 -3Q5 3 2.5 6H-2.5Q-5 3 -5 -3Z" fill="#4a2415"/>',
  },
  wood: {
    colour: '#9fb37f',
    sign: '<path d="M0 -9L5 -2H3L6.5 4H1.3V8H-1.3V4H-6.5L-3 -2H-5Z" fill="#274021"/>',
  },
  ore: {
    colour: '#b4bcc2',
    sign: '<path d="M-8 5L-5 -3L0 -6L5 -4L8 5Z" fill="#3d464d"/><path d="M-2 -1L2 -3L4 2Z" fill="#8d979e"/>',
  },
  gold: {
    colour: '#f0d36a',
    sign: '<path d="M-7 4L-4.5 -2H4.5L7 4ZM-3 -3L-1.5 -7H3L4.5 -3Z" fill="#8a6407"/>',
  },
};

/** The colour of a terrain and the motif that is strewn over it. */
export const TERRAINS: Record<string, { colour: string; motif: string; size: number }> = {
  plains: { colour: '#cfcb88', motif: 'M-6 6V0M-2 6V-4M2 6V-2M6 6V1', size: 0.8 },
  forest: { colour: '#8fab7e', motif: 'M0 -8L5 1H-5ZM0 1V6', size: 0.9 },
  hills: { colour: '#c4b48a', motif: 'M-8 4Q-3 -6 2 4M-1 4Q4 -3 8 4', size: 0.8 },
  mountains: { colour: '#b9b6b0', motif: 'M-8 5L-2 -6L2 1L4 -2L8 5Z', size: 1.2 },
  ship: { colour: '#6b4a3a', motif: 'M-8 2H8L5 6H-5ZM0 2V-7L6 0Z', size: 0.8 },
};

export const HEROES: Record<string, { sign: string; width: number }> = {
  warrior: { sign: 'M0 -6V4M-3 1.5H3M-1.2 4.5H1.2', width: 1.8 },
  priest: { sign: 'M0 -6V6M-3.5 -2.5H3.5', width: 2 },
  minstrel: { sign: 'M-3.5 -5Q-5 3 0 5Q5 3 3.5 -5M-3 -3H3M-1 -3V3.5M1.2 -3V3.5', width: 1.3 },
};

/** Buildings and works as outlines, about 18 high. */
export const BUILT: Record<string, string> = {
  village: 'M-8 8V-1L0 -8L8 -1V8ZM-2 8V2H2V8',
  keep: 'M-6 8V-5H-8V-9H-5V-7H-1.5V-9H1.5V-7H5V-9H8V-5H6V8ZM-1.5 8V4H1.5V8',
  church: 'M-7 8V0L0 -4L7 0V8ZM0 -4V-9M-2.4 -7H2.4M-1.5 8V4H1.5V8',
  hall: 'M-9 8V1Q0 -9 9 1V8ZM-5 8V3M0 8V1M5 8V3',
  army: 'M-7 8L6 -7M6 -7L7 -9L5 -8.5ZM7 8L-6 -7M-6 -7L-7 -9L-5 -8.5ZM-8 4L-4 8M8 4L4 8',
  road: 'M-4 9Q-6 2 0 0Q6 -2 3 -9M4 9Q2 3 6 1Q10 -3 9 -9',
  improvement: 'M0 9V-3M0 -3Q-8 -2 -7 -9Q0 -9 0 -3Q0 -9 7 -9Q8 -2 0 -3M-6 9H6',
  market: 'M-8 -3L-6 -8H6L8 -3ZM-7 -3V8M7 -3V8M-8 3H8',
  palisade: 'M-8 9V-5L-6 -9L-4 -5V9M-2 9V-5L0 -9L2 -5V9M4 9V-5L6 -9L8 -5V9M-8 2H8',
};
export const UNITS: Record<string, string> = {
  peasants: 'M-5 9L5 -4M5 -4L2 -8M5 -4L8 -8M5 -4L5 -9',
  archers: 'M-4 -9Q9 0 -4 9M-4 -9V9M-8 0H5',
  swordsmen: 'M0 -9V5M-4 3H4M-1.5 9H1.5M0 5V9',
  cavalry: 'M-6 9V2Q-6 -8 4 -8L3 -5L8 -2L5 1Q1 0 1 9',
};

/** The goods of a card: two of a supply card, the one that gold stands for, none of a back. */
export const goodsOf = (card: string): string[] => {
  const as = /^gold-as-(\w+)$/.exec(card);
  return as ? ['gold', as[1]] : card.split('/').filter((good) => good in GOODS);
};
/** A price or a holding, card by card. */
export const listed = (counts: Record<string, number>): string[] =>
  Object.entries(counts).flatMap(([card, count]) => Array<string>(count).fill(card));
