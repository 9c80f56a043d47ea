// Which battle is called, and against whom.

import type { Legal, Position } from '../../lib/types';
import type { Step } from '../../table/play.svelte';
import type { Act } from '../../table/ui';
import type { Place } from './castles';
import { Question } from './question.svelte';
import type { EketorpUi } from './ui.svelte';

export class Calling extends Question<{ place: Place }> {
  private against = $state.raw<{ at: Position | null; place: Place; choices: Legal[] }>({
    at: null,
    place: '',
    choices: [],
  });

  constructor(ui: EketorpUi) {
    super(ui, { place: '' });
  }

  private get calls(): Map<Place, Legal> {
    return new Map(this.ui.kind === 'call' ? this.ui.choices.map((c) => [this.ui.placeOf(c.data), c]) : []);
  }
  get called(): Place {
    const { calls } = this;
    return calls.has(this.now.place) ? this.now.place : ([...calls.keys()][0] ?? '');
  }
  get moves(): Step[] {
    return [];
  }
  override get notation(): string {
    return this.calls.get(this.called)?.notation ?? '';
  }
  /** Finds out against whom the chosen battle can be. */
  override prepare(): void {
    const { called } = this;
    const choice = this.calls.get(called);
    const at = this.ui.play.position;
    if (!choice) return;
    this.ui.play.test([choice.move]).then(
      ({ position }) => {
        const choices = position.prompt?.kind === 'opponent' ? position.legal : [];
        this.against = { at, place: called, choices };
      },
      () => {},
    );
  }

  override may(place: Place): boolean {
    return this.calls.has(place);
  }
  override isChosen(place: Place): boolean {
    return this.called === place;
  }
  override pick(place: Place): boolean {
    const found = this.calls.has(place);
    if (found) this.change({ place });
    return found;
  }
  private next(by: number): void {
    const places = [...this.calls.keys()];
    if (places.length)
      this.change({ place: places[(places.indexOf(this.called) + by + places.length) % places.length] });
  }
  get steps(): number {
    return 0;
  }
  unstep(): void {}

  say(): { title: string; sub: string } {
    return { title: this.ui.asking, sub: this.ui.t('calls', { n: this.calls.size }) };
  }
  acts(): Act[] {
    const { ui, calls, called, against } = this;
    const choice = calls.get(called);
    const next: Act = { id: 'next', label: ui.t('next'), key: 'N', run: () => this.next(1) };
    const others = against.at === ui.play.position && against.place === called ? against.choices : [];
    return [
      ...(calls.size > 1 ? [next] : []),
      ...(!choice
        ? []
        : others.length
          ? others.map((other, i): Act => ({
              id: other.notation,
              label: other.words,
              key: i ? String(i + 1) : '↵',
              look: i ? undefined : 'go',
              run: () => void ui.send([choice.move, other.move]),
            }))
          : [
              {
                id: choice.notation,
                label: choice.words,
                key: '↵',
                look: 'go' as const,
                run: () => void ui.send([choice.move]),
              },
            ]),
    ];
  }
  override key(event: KeyboardEvent): boolean {
    if (event.key.toUpperCase() !== 'P') return false;
    this.next(-1);
    return true;
  }
}
