// The base of a game's part of the page: what most games say in the same way. A game overrides what it knows better.

import type { AnyView, Legal } from '../../lib/types';
import { m } from '../../paraglide/messages';
import type { Play } from '../../table/play.svelte';
import { minus } from '../minus';
import { textOf, type Act, type Count, type Track, type Ui } from '../../table/ui';

export abstract class BoardUi<View = AnyView> implements Ui {
  /** The place whose click was refused. */
  refused = $state('');

  constructor(readonly play: Play) {}

  /** The position as it stands or as one looks at it, without what is drafted. */
  get view(): View {
    return this.play.stands as View;
  }
  /** The seat through which one looks; the first for who watches. */
  get me(): number {
    return Math.max(0, this.play.seat);
  }
  /** What I am asked, '' when nothing is. */
  get kind(): string {
    return this.play.myTurn ? (this.play.position?.prompt?.kind ?? '') : '';
  }
  /** What I may do, before anything is drafted. */
  get choices(): Legal[] {
    return this.play.myTurn ? (this.play.position?.legal ?? []) : [];
  }

  /** Asks the hall why something is not allowed, instead of what is drafted or after these moves, and marks the place. */
  protected why(move: string, place: string, at?: { x: number; y: number }, before: (number | string)[] = []): void {
    this.refused = place;
    void this.play.why(move, at, before);
  }

  /** Something else is asked now: the hall's question is the answer. */
  protected elsewhere(place: string, at?: { x: number; y: number }): void {
    const prompt = this.play.position?.prompt;
    this.refused = place;
    this.play.refusal = { rule: prompt?.decision ?? '', words: prompt?.words ?? '', at };
  }

  /** The red button: what is drafted is played, as soon as it is whole. */
  protected confirm(label: string = m.confirm()): Act {
    const { play } = this;
    return {
      id: 'go',
      label,
      key: '↵',
      icon: 'check',
      look: play.whole || play.pending ? 'go' : undefined,
      off: !play.whole,
      run: () => play.confirm(),
    };
  }

  say(): { title: string; sub: string } | null {
    return null;
  }
  abstract acts(): Act[];
  track(): Track | null {
    return null;
  }
  counts(_seat: number): Count[] {
    return [];
  }
  number(seat: number): { value: string; sub: string } {
    const scores = this.play.stands?.scores;
    return Array.isArray(scores) ? { value: minus(scores[seat] ?? 0), sub: m.points() } : { value: '', sub: '' };
  }
  notation(): string {
    return this.play.draft.map((step) => step.notation).join('; ');
  }
  key(_event: KeyboardEvent): boolean {
    return false;
  }
  back(): boolean {
    if (this.refused) {
      this.refused = '';
      return true;
    }
    if (!this.play.draft.length) return false;
    void this.play.unselect();
    return true;
  }
  summary(): string {
    return this.play
      .table!.seats.map((s) =>
        [s.name, this.number(s.seat).value, ...this.counts(s.seat).map(textOf)].filter(Boolean).join(', '),
      )
      .join('. ');
  }
}
