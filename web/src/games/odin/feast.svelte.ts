// The feast: what lies on my table, and what is drafted for it. The hall says what may be served and offers ways to fill the table.

import type { Legal, Prompts } from '../../lib/types';
import type { Step } from '../../table/play.svelte';
import type { Act } from '../../table/ui';
import { type Counts, phrase } from './phrases';
import type { OdinUi, OdinView } from './ui.svelte';

const STEPS = ['serve', 'finish', 'coins'];
export type Food = Prompts<'odin'>['food'];
export type Plan = Food['plans'][number];
type Table = NonNullable<OdinView['feast']>;
/** A ship or a good on the table; `step` is its place in the draft, -1 if it lies there already. */
export type Served = Table['table'][number] & { step: number };

export class Feast {
  /** Coins that I would put beside the food. */
  coins = $state(0);
  /** The table as it was last told, while a change of the draft is tried. */
  private told: Table | null = null;

  constructor(readonly ui: OdinUi) {}

  text(key: string, data: Counts = {}): string {
    return phrase(this.ui.play.words, 'feast', key, data);
  }

  get on(): boolean {
    return ['food', 'coins'].includes(this.ui.asked) || this.steps.length > 0;
  }
  private get steps(): Step[] {
    return this.ui.play.draft.filter((step) => STEPS.includes(step.data?.kind));
  }
  /** The question before anything is drafted. The step that fills the table may end the feast: it is tried only when it is sent. */
  private get data(): Food | null {
    const { play } = this.ui;
    const prompts = [play.position?.prompt, play.now?.prompt];
    const prompt = prompts.find((each) => each && ['food', 'coins'].includes(each.kind));
    return prompt ? (prompt.data as Food) : null;
  }
  /** The table with the draft. The last step may end the feast, so it brings with it what the hall says of it. */
  private get set(): Table | null {
    const { play, drafted } = this.ui;
    const after: Table | undefined = this.steps.at(-1)?.data?.after;
    if (after || !play.trying) this.told = after ?? drafted.feast ?? this.told;
    return this.told;
  }
  /** What stays empty with no coin, with one, and so on. */
  private get short(): Table['short'] {
    return this.set?.short ?? [];
  }
  /** Places without Vikings and ships. */
  get places(): number {
    return this.ui.mine.to_serve;
  }
  /** What is in the supply, without what is drafted. */
  held(item: string): number {
    const served = this.steps.filter(({ data }) => data?.kind === 'serve' && data.good === item).length;
    return (this.ui.view.players[this.ui.me].items[item] ?? 0) - served;
  }
  get laid(): number {
    return Math.max(0, Math.min(this.coins, this.short.length - 1));
  }
  get penalties(): number {
    return this.short[this.laid]?.penalties ?? 0;
  }
  get points(): number {
    return this.short[this.laid]?.points ?? 0;
  }
  /** Coins that could lie there besides. */
  get more(): number {
    return this.short.length - 1 - this.laid;
  }
  get price(): number {
    return this.data?.price ?? 0;
  }
  get plans(): Plan[] {
    return this.data?.plans ?? [];
  }
  /** Food in the supply with its two widths. */
  get foods(): [string, number[]][] {
    return Object.entries(this.data?.widths ?? {});
  }
  may(item: string, lying: boolean): Legal | undefined {
    return this.ui.of('serve').find(({ data }) => data.good === item && data.lies === (lying ? 'lying' : 'upright'));
  }
  /** What lies on the table, from the left. */
  get table(): Served[] {
    const { draft } = this.ui.play;
    const left = new Set(this.steps);
    return (this.set?.table ?? []).map((laid) => {
      const step = [...left].find(({ data }) => data?.good === laid.item && data?.lies === laid.lies);
      if (step) left.delete(step);
      return { ...laid, step: step ? draft.indexOf(step) : -1 };
    });
  }

  // Serving

  async serve(item: string, lying: boolean): Promise<void> {
    const { play, prompt } = this.ui;
    const choice = this.may(item, lying);
    const after = choice && (prompt?.data as Food).after[choice.notation];
    if (choice) await play.select({ ...choice, data: { ...choice.data, after } });
    else await play.why(`serve ${item} ${lying ? 'lying' : 'upright'}`);
  }
  /** Takes one back that is only drafted. */
  async take(step: number): Promise<void> {
    const { play } = this.ui;
    const rest = play.draft
      .filter((_, i) => i !== step)
      .map((each) => ({ ...each, data: { ...each.data, after: null } }));
    if (step >= 0) await play.propose(rest);
  }
  coin(by: number): void {
    this.coins = Math.max(0, this.laid + Math.min(by, this.more));
  }
  /** Clears what is drafted and serves as planned. */
  async fill(plan: Plan): Promise<void> {
    const { play } = this.ui;
    const before = play.draft.filter((step) => !STEPS.includes(step.data?.kind));
    const steps = plan.serve.map((notation, i): Step => {
      const [, good, lies] = notation.split(' ');
      return {
        move: notation,
        notation,
        words: this.text('title', { n: this.places }),
        data: { kind: 'serve', good, lies, after: i === plan.serve.length - 1 ? plan : null },
      };
    });
    this.coins = plan.coins;
    await play.propose([...before, ...steps]);
  }
  async empty(): Promise<void> {
    this.coins = 0;
    await this.ui.play.propose(this.ui.play.draft.filter((step) => !STEPS.includes(step.data?.kind)));
  }
  /** All of it: the food, the end of serving if that is asked, the coins if they are. */
  private async finish(): Promise<void> {
    const { play, asked } = this.ui;
    const moves = play.draft.map((step) => step.move);
    const { laid } = this;
    let next = asked;
    if (asked === 'food') {
      moves.push('finish');
      const tried = await play.test(moves).catch(() => null);
      next = tried && !tried.refused && !tried.reveals ? (tried.position.prompt?.kind ?? '') : '';
    }
    if (next === 'coins') moves.push(`coins ${laid}`);
    if (await play.commit(moves)) this.coins = 0;
  }

  // What the page asks

  say(): { title: string; sub: string } {
    const sub = this.penalties ? this.text('open', { n: this.penalties, points: this.points }) : this.text('full');
    return { title: this.text('title', { n: this.places }), sub };
  }
  acts(): Act[] {
    const [plan] = this.plans;
    const ready = !this.ui.play.trying;
    // An empty table is filled first: the red button never costs points that food or silver could save
    const empty = !this.table.some(({ lies }) => lies);
    const first = plan && empty && !this.laid && plan.penalties < this.penalties;
    const fill = (key: string, look?: 'go'): Act => ({
      id: 'fill',
      label: this.text('fill'),
      key,
      look,
      run: () => void this.fill(plan),
    });
    return [
      ...(plan && !first ? [fill('A')] : []),
      ...(this.table.some(({ step }) => step >= 0)
        ? [{ id: 'empty', label: this.text('empty'), key: 'C', run: () => void this.empty() }]
        : []),
      {
        id: 'go',
        label: this.penalties ? this.text('serve_short', { n: this.penalties }) : this.text('serve'),
        key: first ? 'G' : '↵',
        icon: 'check',
        look: ready && !first ? 'go' : undefined,
        off: !ready,
        run: () => void this.finish(),
      },
      ...(first ? [fill('↵', 'go')] : []),
    ];
  }
  key(event: KeyboardEvent): boolean {
    const key = event.key.toUpperCase();
    const plan = key === 'A' ? this.plans[0] : this.plans[Number(key) - 1];
    if (plan) void this.fill(plan);
    else if (key === 'C') void this.empty();
    else if (key === '+' || key === '=') this.coin(1);
    else if (key === '-') this.coin(-1);
    else return false;
    return true;
  }
}
