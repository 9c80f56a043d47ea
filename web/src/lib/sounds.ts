// Four short sounds, made here: no file, no request. Each is a few tones: pitch, when it begins, how long it rings, its wave.

import { prefs } from './prefs.svelte';

export type Sound = 'turn' | 'place' | 'fight' | 'chat';
type Tone = [pitch: number, at: number, rings: number, wave: OscillatorType];

const SOUNDS: Record<Sound, Tone[]> = {
  turn: [
    [523.25, 0, 0.5, 'sine'],
    [783.99, 0.14, 0.5, 'sine'],
  ],
  place: [
    [196, 0, 0.09, 'triangle'],
    [130.81, 0.02, 0.14, 'triangle'],
  ],
  fight: [
    [880, 0, 0.07, 'square'],
    [622.25, 0.05, 0.2, 'sawtooth'],
  ],
  chat: [[659.25, 0, 0.18, 'sine']],
};
let context: AudioContext | undefined;

/** Plays a sound at the preferred volume; what has been switched off only when it is asked for by name. */
export function play(sound: Sound, anyway = false): void {
  const { sounds, volume } = prefs.kept;
  if ((!sounds[sound] && !anyway) || volume <= 0) return;
  context ??= new AudioContext();
  void context.resume();
  for (const [pitch, after, rings, wave] of SOUNDS[sound]) {
    const tone = context.createOscillator();
    const loud = context.createGain();
    const at = context.currentTime + after;
    const most = volume * (wave === 'square' || wave === 'sawtooth' ? 0.08 : 0.24);
    tone.type = wave;
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.0001, at);
    loud.gain.exponentialRampToValueAtTime(most, at + 0.015);
    loud.gain.exponentialRampToValueAtTime(0.0001, at + rings);
    tone.connect(loud).connect(context.destination);
    tone.start(at);
    tone.stop(at + rings + 0.05);
  }
}
