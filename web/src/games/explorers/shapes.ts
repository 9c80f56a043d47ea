// The six animals by their shapes, about 20 units wide, around their middle.

export const ANIMALS: Record<string, string> = {
  pig: 'M-8 1C-8 -4 -4 -5 1 -5C5 -5 7 -3 7.5 0L9.5 1V3.5L7 4C6 5 5 5 4 5V7.5H2V5.5H-3V7.5H-5V5C-7 4.5 -8 3 -8 1ZM-8 .6Q-10.6 -.6 -9.8 -3L-8.8 -2.6Q-9.4 -.9 -7.6 -.4Z',
  chicken:
    'M-8 -5C-5 -3 -3 -3 0 -3C2 -3 3 -5 3 -7C3 -9 6 -9.5 7 -7.5L9 -6.5L7 -5.5C7 0 5 4 1 4.5L1.5 8H-1V4.5C-5 4 -8 0 -8 -5Z',
  goat: 'M-8 -1C-6 -3 -2 -3 3 -2.5L5 -6L3 -9L6 -7.5L9 -4.5V-2.5L7 -2C7 1 6 2 5 2.5V8H3V3H-4V8H-6V2C-8 2 -8.5 0 -8 -1ZM7.4 -2L6.6 1.4L8.4 -1.6Z',
  sheep:
    'M-7 1A3 3 0 0 1 -6 -4A3.2 3.2 0 0 1 -1 -5.5A3.2 3.2 0 0 1 4 -4L6 -5.5L9 -3L8 0L5.5 0A3 3 0 0 1 4 3.5V7.5H2V4H-3V7.5H-5V4A3 3 0 0 1 -7 1Z',
  cattle: 'M-9 -3C-6 -5 0 -5 4 -4.5L4 -8L6 -6H8L10 -8V-5L9 -1H6.5C7 2 6 3 5 3.5V8H3V4H-4V8H-6V3C-8.5 3 -9.5 0 -9 -3Z',
  horse:
    'M-9 -1C-7 -3.5 -2 -3.5 1 -3L5 -9L6.5 -10L7 -8.5L10 -6L9 -4.5L6.5 -5.5C6.5 -2 6.5 0 5.5 2V8H3.5V3H-3V8H-5V2.5C-8 3 -9 6 -9 6Z',
};
export const SIGNS: Record<string, string> = {
  viking: 'M-5 7Q-6 -1 0 -1Q6 -1 5 7ZM-3.4 -4A3.4 3.4 0 1 1 3.4 -4A3.4 3.4 0 1 1 -3.4 -4Z',
  settlement: 'M-8 7V0L0 -7L8 0V7Z',
  enemy_ship: 'M-9 1Q-9 -3 -7 -4Q-7 -1 -5 0H5Q7 -1 7 -4Q9 -3 9 1Q7 6 3 6H-3Q-7 6 -9 1ZM-1 0V-8H5L1 -4V0Z',
};
