// The standing answer: a seat that is asked only where it could gain something. Kept on this device, sent as the move that it is,
// known to nobody else.

import { prefs } from '../../lib/prefs.svelte';
import type { Play } from '../../table/play.svelte';

export class Standing {
  private seats = $state.raw<number[]>([]);
  private answered = -1;

  constructor(readonly play: Play) {
    this.seats = (localStorage.getItem(this.keptAs) ?? '').split(' ').filter(Boolean).map(Number);
  }
  private get keptAs(): string {
    return `skali.standing.${this.play.id}`;
  }
  /** Whether my seat is asked only where it could gain something. */
  get on(): boolean {
    return prefs.kept.answerByDefault || this.seats.includes(this.play.seat);
  }
  /** What my seat would answer where there is nothing to gain. */
  get usual(): string {
    const { play } = this;
    return play.past || play.draft.length || play.sending || play.link !== 'on'
      ? ''
      : (play.position?.prompt?.default_answer ?? '');
  }
  /** Whether there is something to switch here and now. */
  get offered(): boolean {
    return (this.on || !!this.usual) && !prefs.kept.answerByDefault;
  }

  set(on: boolean): void {
    const { seat } = this.play;
    this.seats = on ? [...this.seats, seat] : this.seats.filter((each) => each !== seat);
    localStorage.setItem(this.keptAs, this.seats.join(' '));
  }

  /** Once for each moment: what is taken back is asked. Called in an effect. */
  answer(): void {
    const { play, usual } = this;
    if (!this.on || !usual || play.position!.moment === this.answered) return;
    this.answered = play.position!.moment;
    void play.commit([usual]);
  }
}
