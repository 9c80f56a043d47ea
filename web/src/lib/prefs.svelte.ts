// What a person likes, kept on this device.

import { getLocale, setLocale } from '../paraglide/runtime';
import type { Sound } from './sounds';
import type { Language } from './types';

export type Theme = 'system' | 'day' | 'night';
export type Palette = 'clear' | 'strong' | 'soft';
export const SPEEDS = [0, 0.5, 1, 2, 4];
export const SIZES = [1, 1.25, 1.5, 2];
export const LEVELS = ['beginner', 'easy', 'medium', 'hard', 'expert'];
const KEY = 'skali.preferences';

type Kept = {
  theme: Theme;
  palette: Palette;
  /** How large text is, times its usual size. */
  text: number;
  contrast: boolean;
  speed: number;
  sounds: Record<Sound, boolean>;
  volume: number;
  /** A single click that can be taken back plays, without Confirm. */
  playAtOnce: boolean;
  /** Questions in which nothing can be gained are answered by default. */
  answerByDefault: boolean;
  coordinates: boolean;
  /** How strong the bots of a quick game are. */
  level: string;
};
const DEFAULTS: Kept = {
  theme: 'system',
  palette: 'clear',
  text: 1,
  contrast: matchMedia('(prefers-contrast: more)').matches,
  speed: 1,
  sounds: { turn: false, place: false, fight: false, chat: false },
  volume: 0.5,
  playAtOnce: true,
  answerByDefault: false,
  coordinates: false,
  level: 'medium',
};

function kept(): Kept {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return { ...DEFAULTS, ...found, sounds: { ...DEFAULTS.sounds, ...found.sounds } };
  } catch {
    return DEFAULTS;
  }
}

class Preferences {
  kept = $state(kept());
  language: Language = $state(getLocale());
  /** Whether the dialog is open, over whatever page. */
  shown = $state(false);
  private dark = matchMedia('(prefers-color-scheme: dark)');
  private systemDark = $state(this.dark.matches);
  private still = matchMedia('(prefers-reduced-motion: reduce)');

  constructor() {
    this.dark.addEventListener('change', () => (this.systemDark = this.dark.matches));
  }

  get night(): boolean {
    return this.kept.theme === 'night' || (this.kept.theme === 'system' && this.systemDark);
  }

  /** How fast things are seen to happen: 0 is at once. */
  get pace(): number {
    return this.still.matches ? 0 : this.kept.speed;
  }

  speak(language: Language): void {
    setLocale(language, { reload: false });
    this.language = language;
  }

  /** Puts the preferences on the page; called in an effect. */
  show(): void {
    localStorage.setItem(KEY, JSON.stringify(this.kept));
    const root = document.documentElement;
    root.lang = this.language;
    root.dataset.theme = this.night ? 'night' : 'day';
    root.dataset.palette = this.kept.palette;
    root.dataset.contrast = this.kept.contrast ? 'more' : '';
    root.style.setProperty('--text', String(this.kept.text));
    for (const [name, ms] of [
      ['quick', 120],
      ['step', 220],
      ['sweep', 480],
    ] as const)
      root.style.setProperty(
        `--m-${name}`,
        this.kept.speed === 1 ? '' : `${this.kept.speed ? ms / this.kept.speed : 0}ms`,
      );
  }
}

export const prefs = new Preferences();
