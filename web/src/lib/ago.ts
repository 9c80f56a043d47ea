// How long ago something was, in the language of the page.

import { getLocale } from '../paraglide/runtime';

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86400],
  ['hour', 3600],
  ['minute', 60],
];

/** Of a time in seconds since 1970; "now" within the first minute, and where a clock is wrong. */
export function ago(time: number): string {
  const words = new Intl.RelativeTimeFormat(getLocale(), { numeric: 'auto', style: 'short' });
  const seconds = Math.max(0, Date.now() / 1000 - time);
  for (const [unit, length] of STEPS) if (seconds >= length) return words.format(-Math.floor(seconds / length), unit);
  return words.format(0, 'second');
}
