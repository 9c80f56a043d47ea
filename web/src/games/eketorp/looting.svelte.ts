// What a won siege takes from a castle, and which of it is kept.

import type { Legal, Prompts, Tried } from '../../lib/types';
import type { Step } from '../../table/play.svelte';
import type { Act } from '../../table/ui';
import { fromTop, siege, siteOf, type Brick, type Place } from './castles';
import { Question, step } from './question.svelte';
import type { EketorpUi } from './ui.svelte';

const NOTHING = 'loot 0 and 0';

export class Looting extends Question<{ loot: [number, number]; keep: string }> {
  constructor(ui: EketorpUi) {
    super(ui, { loot: [0, 0], keep: '' });
  }

  private get asked(): boolean {
    return this.ui.kind === 'loot';
  }
  private get loot(): [number, number] {
    return this.asked ? this.now.loot : [0, 0];
  }
  private get reach(): { stacks: Brick[][]; sites: number[]; castle: number; damage: number } {
    const data = this.ui.asks('loot');
    return { stacks: data.sites.map((s) => this.ui.stack(data.castle, s)), ...data };
  }
  get taken(): Brick[] {
    return this.asked ? this.reach.stacks.flatMap((stack, i) => fromTop(stack, this.loot[i])) : [];
  }
  get damage(): number {
    return this.ui.view.battle?.damage ?? 0;
  }
  /** How many bricks of a site are being taken from its top. */
  takenFrom(castle: number, site: number): number {
    if (!this.asked || castle !== this.reach.castle) return 0;
    return this.loot[this.reach.sites.indexOf(site)] ?? 0;
  }
  inReach(castle: number, site: number): boolean {
    return this.asked && castle === this.reach.castle && this.reach.sites.includes(site);
  }
  /** The worth of what is taken. */
  get value(): number {
    return this.taken.reduce((sum, brick) => sum + this.ui.view.values[brick], 0);
  }
  /** Of which kinds one is kept when this is taken, the cheapest first; none where the hall does not ask. */
  private kinds(tried: Tried | null): Brick[] {
    const prompt = tried?.position.prompt;
    const bricks = prompt?.kind === 'keep' ? (prompt.data as Prompts<'eketorp'>['keep']).bricks : [];
    return [...new Set(bricks)].sort((a, b) => this.ui.view.values[a] - this.ui.view.values[b]);
  }
  /** The one that was chosen to be kept, else the dearest. */
  private keep(kinds: Brick[]): Brick | undefined {
    return kinds.find((brick) => brick === this.now.keep) ?? kinds.at(-1);
  }
  private get move(): string {
    return `loot ${this.loot[0]} and ${this.loot[1]}`;
  }
  get moves(): Step[] {
    return this.taken.length ? [step(this.move)] : [];
  }

  override may(place: Place): boolean {
    const at = siteOf(place);
    return at !== null && this.inReach(...at) && this.ui.stack(...at).length > 0;
  }
  override pick(place: Place): boolean {
    const at = siteOf(place);
    if (at) this.take(...at);
    return at !== null;
  }
  override suggest({ data }: Legal): void {
    this.change({ loot: [data.first, data.second], keep: '' });
  }
  /** Takes so many bricks from the top of a site; by itself one more, and none after the last that can be paid. */
  take(castle: number, site: number, count?: number): void {
    const { ui } = this;
    const place = siege(castle, String(site));
    if (!this.inReach(castle, site)) return ui.askElsewhere(place);
    const i = this.reach.sites.indexOf(site);
    const move = (n: number): string => `loot ${this.loot.map((c, at) => (at === i ? n : c)).join(' and ')}`;
    const fits = (n: number): boolean => ui.choices.some((choice) => choice.notation === move(n));
    let next = count ?? this.loot[i] + 1;
    if (count !== undefined && count === this.loot[i]) next = count - 1;
    if (!fits(next)) {
      if (count !== undefined || !this.loot[i]) return ui.ask(move(next), place);
      next = 0;
    }
    this.change({ loot: this.loot.map((c, at) => (at === i ? next : c)) as [number, number], keep: '' });
  }
  private async finish(): Promise<void> {
    const keep = this.keep(this.kinds(await this.ui.play.test([this.move]).catch(() => null)));
    void this.ui.send([this.move, ...(keep ? [`keep ${keep}`] : [])]);
  }
  get steps(): number {
    return this.taken.length;
  }
  unstep(): void {
    this.change({ loot: [0, 0] });
  }

  say(): { title: string; sub: string } {
    const { ui, taken, damage, value } = this;
    const running = { value, damage, bricks: taken };
    return { title: ui.asking, sub: taken.length ? ui.t('running', running) : ui.t('loot_how') };
  }
  acts(): Act[] {
    const { ui, taken, value } = this;
    const none: Act = {
      id: NOTHING,
      label: ui.t('take_none'),
      key: '0',
      look: taken.length ? undefined : 'go',
      run: () => void ui.send([NOTHING]),
    };
    if (!taken.length) return [none];
    const kinds = this.kinds(ui.play.tried);
    const keep = this.keep(kinds);
    const keeps = kinds.map((brick): Act => ({
      id: brick,
      label: ui.t('keep_one', { brick }),
      look: keep === brick ? 'sel' : undefined,
      run: () => this.change({ keep: brick }),
    }));
    return [
      none,
      ...keeps,
      {
        id: 'take',
        label: ui.t('take', { value }),
        key: '↵',
        icon: 'check',
        look: 'go',
        run: () => void this.finish(),
      },
    ];
  }
  override key(event: KeyboardEvent): boolean {
    const digit = Number(event.key);
    if (digit !== 1 && digit !== 2) return false;
    this.take(this.reach.castle, this.reach.sites[digit - 1]);
    return true;
  }
}
