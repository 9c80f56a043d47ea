// How strong a bot is, in words; one that has no such name is called by its own.

import { m } from '../paraglide/messages';
import type { SeatInfo } from './types';

const levels: Record<string, () => string> = {
  beginner: m.beginner,
  easy: m.easy,
  medium: m.medium,
  hard: m.hard,
  expert: m.expert,
};
export const levelOf = (key: string): string => levels[key]?.() ?? key;

/** Who sits at a table, bots with how strong they are. */
export const players = (seats: SeatInfo[]): string =>
  seats
    .filter((s) => s.name)
    .map((s) => (s.kind === 'bot' && s.level ? `${s.name} (${levelOf(s.level)})` : s.name))
    .join(', ');
