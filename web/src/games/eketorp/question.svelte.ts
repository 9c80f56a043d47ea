// The base of what can be asked at the fort: what is chosen for it on the board, the moves of that, and what the page says and offers.

import type { Legal } from '../../lib/types';
import type { Step } from '../../table/play.svelte';
import type { Act } from '../../table/ui';
import type { Place } from './castles';
import type { EketorpUi } from './ui.svelte';

export const step = (notation: string): Step => ({ move: notation, notation, words: notation });

export abstract class Question<Chosen extends object> {
  private kept = $state.raw<{ asked: string; chosen: Chosen } | null>(null);

  constructor(
    readonly ui: EketorpUi,
    private readonly nothing: Chosen,
  ) {}

  /** What is chosen, as long as the same thing is asked. */
  protected get now(): Chosen {
    return this.kept && this.isAsked(this.kept.asked) ? this.kept.chosen : this.nothing;
  }
  protected isAsked(asked: string): boolean {
    return asked === this.ui.asked;
  }
  /** Another choice: it is drafted, and the hall tries it. */
  protected change(part: Partial<Chosen>): void {
    this.ui.refused = '';
    this.kept = { asked: this.ui.asked, chosen: { ...this.now, ...part } };
    void this.ui.play.propose(this.moves);
  }
  forget(): void {
    this.kept = null;
  }

  /** The moves of what is chosen. */
  abstract get moves(): Step[];
  get notation(): string {
    return this.moves.map((each) => each.notation).join('; ');
  }
  abstract say(): { title: string; sub: string };
  abstract acts(): Act[];
  /** Called in an effect: answers what need not be asked, and asks the hall what must be known. */
  prepare(): void {}
  key(_event: KeyboardEvent): boolean {
    return false;
  }

  may(_place: Place): boolean {
    return false;
  }
  isChosen(_place: Place): boolean {
    return false;
  }
  /** A click or Enter; false if this question has no use for the place. */
  pick(_place: Place): boolean {
    return false;
  }
  unpick(_place: Place): boolean {
    return false;
  }

  /** Shows a move that a hint names: by itself that of a place. What names none is a button, which the page rings. */
  suggest({ data }: Legal): void {
    if (data.field !== undefined || data.castle !== undefined) this.pick(this.ui.placeOf(data));
  }

  /** How many steps are prepared, which undo takes back one by one. */
  abstract get steps(): number;
  abstract unstep(): void;
}
