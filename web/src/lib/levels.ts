// How strong a bot is, in words; one that has no such name is called by its own.

import { m } from '../paraglide/messages';

const levels: Record<string, () => string> = { easy: m.easy, medium: m.medium, hard: m.hard };
export const levelOf = (key: string): string => levels[key]?.() ?? key;
