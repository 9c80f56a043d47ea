// What happens at the fort is seen once, and skipped with one press.

import { prefs } from '../../lib/prefs.svelte';
import type { LogLine } from '../../lib/types';
import { siege, type Place } from './castles';
import type { EketorpUi } from './ui.svelte';

export type Scene = { kind: 'reveal' | 'duel'; line: LogLine | null };
const OUTCOMES = ['fight_won', 'fight_lost', 'siege_won', 'siege_lost', 'tied', 'undefended'];
const FAST = 'skali.eketorp.fast';

export class Staging {
  scene = $state.raw<Scene | null>(null);
  /** The places where something has just come to stand. */
  fresh = $state.raw<Place[]>([]);
  /** Battles that no longer concern me are not shown. */
  fast = $state(localStorage.getItem(FAST) !== 'off');
  private timer = 0;

  constructor(private readonly ui: EketorpUi) {}

  /** New lines of the log. */
  watch(lines: LogLine[]): void {
    if (lines.some((line) => line.kind.startsWith('revealed_'))) {
      this.fresh = lines.flatMap((l) =>
        l.kind === 'revealed_at_field'
          ? [l.data.field]
          : l.kind === 'revealed_at_castle'
            ? [siege(l.data.castle, l.data.engine)]
            : [],
      );
      this.stage({ kind: 'reveal', line: null }, 1500);
    } else this.fresh = [];
    const outcome = lines.findLast((line) => OUTCOMES.includes(line.kind));
    if (!outcome) return;
    const { play } = this.ui;
    const mine = [outcome.data.seat, outcome.data.other].includes(play.seat);
    if (mine || !this.fast || !this.ui.view.settled) this.stage({ kind: 'duel', line: outcome }, mine ? 3200 : 2200);
    else play.skip();
  }
  private stage(scene: Scene, ms: number): void {
    clearTimeout(this.timer);
    this.scene = scene;
    this.timer = window.setTimeout(() => (this.scene = null), ms / Math.max(prefs.kept.speed, 0.5));
  }
  skip(): void {
    clearTimeout(this.timer);
    this.scene = null;
  }
  hurry(): void {
    this.fast = !this.fast;
    localStorage.setItem(FAST, this.fast ? 'on' : 'off');
    if (this.fast) this.skip();
  }
}
