// Plays any game from prompt, legal choices and view alone.

import { m } from '../../paraglide/messages';
import type { Play } from '../../table/play.svelte';
import type { Act, Track, Ui } from '../../table/ui';

export const FEW = 5;

export class PlainUi implements Ui {
  constructor(readonly play: Play) {}

  say(): { title: string; sub: string } | null {
    const { play } = this;
    if (!play.draft.length) return null;
    const last = play.draft[play.draft.length - 1];
    const sub = play.tried?.reveals ? m.reveals() : play.draft.length > 1 ? m.draft_n({ n: play.draft.length }) : m.draft_one();
    return { title: last.words, sub };
  }

  acts(): Act[] {
    const { play } = this;
    if (play.draft.length)
      return [
        { id: 'back', label: m.back_out(), key: 'Esc', look: 'quiet', run: () => void play.unselect() },
        { id: 'confirm', label: m.confirm(), key: '↵', icon: 'check', look: 'go', run: () => void play.commit() },
      ];
    if (play.legal.length > FEW) return [];
    return play.legal.map((choice, i) => ({
      id: choice.notation, label: choice.words, key: String(i + 1), look: play.legal.length === 1 ? 'go' : undefined,
      run: () => void play.commit([choice.move]),
    }));
  }

  track(): Track | null {
    const view = this.play.view;
    if (!view) return null;
    const lead = typeof view.round === 'number' ? m.round_n({ n: view.round }) : '';
    return typeof view.phase === 'string' ? { lead, steps: [{ name: spell(view.phase), state: 'on' }] } : lead ? { lead, steps: [] } : null;
  }

  counts(seat: number): string[] {
    const view = this.play.view ?? {};
    return Object.entries(view)
      .filter(([k, v]) => k !== 'scores' && k !== 'awaiting' && Array.isArray(v) && v.length === this.play.seats && v.every((x) => typeof x === 'number'))
      .slice(0, 3)
      .map(([k, v]) => `${spell(k).toLowerCase()} ${v[seat]}`);
  }

  number(seat: number): { value: string; sub: string } {
    const scores = this.play.view?.scores;
    return Array.isArray(scores) ? { value: String(scores[seat] ?? ''), sub: m.points() } : { value: '', sub: '' };
  }

  notation(): string {
    return this.play.draft.map((c) => c.notation).join('; ');
  }

  key(event: KeyboardEvent): boolean {
    const n = Number(event.key);
    if (n >= 1 && n <= 9 && this.play.legal.length > FEW && this.play.legal[n - 1]) {
      void this.play.select(this.play.legal[n - 1]);
      return true;
    }
    return false;
  }

  back(): boolean {
    if (!this.play.draft.length) return false;
    void this.play.unselect();
    return true;
  }

  summary(): string {
    return this.play.table!.seats.map((s) => [s.name, this.number(s.seat).value, ...this.counts(s.seat)].filter(Boolean).join(', ')).join('. ');
  }
}

/** A key of a view as words: fields_left is "Fields left". */
export const spell = (name: string): string => {
  const words = name.replace(/[_.]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
