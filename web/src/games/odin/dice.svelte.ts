// A roll that waits for an answer: again, stop and pay, take loot, or fail.

import type { Legal, View } from '../../lib/types';
import type { Act } from '../../table/ui';
import { capital } from './goods.svelte';
import { type Counts, phrase } from './phrases';
import type { OdinUi } from './ui.svelte';

type Die = NonNullable<View<'odin'>['die']>;
const ROLLED = ['low_roll', 'high_roll'];

export class Dice {
  constructor(readonly ui: OdinUi) {}

  text(key: string, data: Counts = {}): string {
    return phrase(this.ui.play.words, 'dice', key, data);
  }
  get on(): boolean {
    const { asked, kind, play } = this.ui;
    return ROLLED.includes(asked) || (!asked && ROLLED.includes(kind) && play.draft.length === 1);
  }
  get die(): Die | null {
    return this.ui.view.die;
  }
  /** The rolls of this action so far, the last one among them. */
  get rolls(): number[] {
    const lines = this.ui.play.told;
    const from = lines.findLastIndex((line) => line.kind === 'rolled' && line.data.number === 1);
    return from < 0
      ? []
      : lines
          .slice(from)
          .filter((line) => line.kind === 'rolled')
          .map((line) => line.data.roll as number);
  }
  of(kind: string): Legal[] {
    return ROLLED.includes(this.ui.kind) ? this.ui.choices.filter(({ data }) => data.kind === kind) : [];
  }
  /** What a battle can win, the most valuable first. */
  get loot(): Legal[] {
    const { die } = this;
    const sword = ({ data }: Legal): number => (die && 'swords' in die ? (die.swords[data.tile] ?? 0) : 0);
    return this.of('loot').sort((a, b) => sword(b) - sword(a));
  }
  /** What is drafted. */
  get chosen(): number | string | null {
    return this.ui.play.draft[0]?.move ?? null;
  }
  async choose(choice: Legal): Promise<void> {
    await this.ui.play.propose(this.chosen === choice.move ? [] : [choice]);
  }

  say(): { title: string; sub: string } | null {
    const { die, ui } = this;
    if (!die) return null;
    const title = this.text('title', { action: capital(ui.name(die.action, 'action') ?? ''), n: die.roll });
    return { title, sub: this.text(die.left ? 'hint' : 'hint_last') };
  }
  acts(): Act[] {
    const { play } = this.ui;
    const [again] = this.of('roll');
    const [fail] = this.of('fail');
    const ways = [...this.of('succeed'), ...this.loot];
    const only = ways.length === 1 && !play.draft.length ? ways[0] : null;
    const ready = play.whole || only !== null;
    return [
      ...(fail
        ? [
            {
              id: 'fail',
              label: this.text('fail'),
              key: 'X',
              look: look(this.chosen === fail.move),
              run: () => void this.choose(fail),
            },
          ]
        : []),
      ...(again
        ? [
            {
              id: 'roll',
              label: this.text('again', { n: this.die?.left ?? 0 }),
              key: 'R',
              icon: 'dice' as const,
              run: () => void play.commit([again.move]),
            },
          ]
        : []),
      {
        id: 'go',
        label: this.text('take'),
        key: ready ? '↵' : '',
        icon: 'check',
        look: ready ? 'go' : undefined,
        off: !ready,
        run: () => {
          if (only) void play.commit([only.move]);
          else if (play.whole) void play.commit();
        },
      },
    ];
  }
  key(event: KeyboardEvent): boolean {
    const key = event.key.toUpperCase();
    const listed = [...this.of('succeed'), ...this.loot];
    const choice = key === 'X' ? this.of('fail')[0] : listed[Number(key) - 1];
    const [again] = this.of('roll');
    if (choice) void this.choose(choice);
    else if (key === 'R' && again) void this.ui.play.commit([again.move]);
    else return false;
    return true;
  }
}
const look = (on: boolean): 'sel' | undefined => (on ? 'sel' : undefined);
