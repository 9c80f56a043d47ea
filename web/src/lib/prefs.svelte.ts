// What a person likes, kept on this device.

import { getLocale, setLocale } from '../paraglide/runtime';
import type { Language } from './types';

export type Theme = 'system' | 'day' | 'night';
export type Palette = 'clear' | 'strong' | 'soft';
export const SPEEDS = [0, 0.5, 1, 2, 4];
const KEY = 'skali.preferences';

/** With `confirm` every choice waits for Confirm; without it a single one that can be taken back is played at once. */
type Kept = { theme: Theme; palette: Palette; speed: number; sound: boolean; confirm: boolean; coordinates: boolean };
const DEFAULTS: Kept = {
  theme: 'system',
  palette: 'clear',
  speed: 1,
  sound: false,
  confirm: false,
  coordinates: false,
};

function kept(): Kept {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return DEFAULTS;
  }
}

class Preferences {
  kept = $state(kept());
  language: Language = $state(getLocale());
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

/** Two soft notes, made here: no file, no request. */
export function chime(): void {
  const sound = new AudioContext();
  [523.25, 783.99].forEach((pitch, i) => {
    const tone = sound.createOscillator();
    const volume = sound.createGain();
    const at = sound.currentTime + i * 0.14;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, at);
    volume.gain.exponentialRampToValueAtTime(0.12, at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.5);
    tone.connect(volume).connect(sound.destination);
    tone.start(at);
    tone.stop(at + 0.55);
  });
  setTimeout(() => void sound.close(), 1200);
}
