// On which sites of my castle the bricks come to lie.

import type { Legal } from '../../lib/types';
import type { Step } from '../../table/play.svelte';
import type { Act } from '../../table/ui';
import { siege, siteOf, type Brick, type Built, type Place } from './castles';
import { Question, step } from './question.svelte';
import type { EketorpUi } from './ui.svelte';

export class Building extends Question<{ built: Built[]; brick: Brick | '' }> {
  constructor(ui: EketorpUi) {
    super(ui, { built: [], brick: '' });
  }

  private get asked(): boolean {
    return this.ui.kind === 'build';
  }
  get built(): Built[] {
    return this.asked ? this.now.built : [];
  }
  builtOn(castle: number, site: number): Brick[] {
    return castle === this.ui.play.seat ? this.built.filter((b) => b.site === site).map((b) => b.brick) : [];
  }
  get toBuild(): Brick[] {
    if (!this.asked) return [];
    const rest = [...this.ui.asks('build').bricks];
    for (const { brick } of this.built) rest.splice(rest.indexOf(brick), 1);
    return rest;
  }
  get brick(): Brick | '' {
    const rest = this.toBuild;
    return rest.includes(this.now.brick as Brick) ? this.now.brick : (rest[rest.length - 1] ?? '');
  }
  private get kinds(): Brick[] {
    return [...new Set(this.toBuild)];
  }
  get moves(): Step[] {
    return [...this.built].sort((a, b) => a.site - b.site).map((b) => step(`build ${b.brick} on ${b.site}`));
  }

  pickBrick(brick: Brick): void {
    this.change({ brick });
  }
  override may(place: Place): boolean {
    const at = siteOf(place);
    return (
      this.asked &&
      at !== null &&
      at[0] === this.ui.play.seat &&
      this.toBuild.length > 0 &&
      this.builtOn(...at).length < this.ui.asks('build').room[at[1] - 1]
    );
  }
  override pick(place: Place): boolean {
    const at = siteOf(place);
    if (!at) return false;
    const [castle, site] = at;
    if (this.may(place)) this.change({ built: [...this.built, { brick: this.brick as Brick, site }] });
    else if (castle !== this.ui.play.seat || !this.toBuild.length || this.builtOn(castle, site).length)
      this.ui.askElsewhere(place);
    else this.ui.ask(`build ${this.brick} on ${site}`, place);
    return true;
  }
  override suggest({ data }: Legal): void {
    this.pickBrick(data.brick);
    this.pick(siege(this.ui.play.seat, String(data.site)));
  }
  override unpick(place: Place): boolean {
    const at = siteOf(place);
    return at !== null && at[0] === this.ui.play.seat && this.unbuild(at[1]);
  }
  private unbuild(site?: number): boolean {
    const at = this.built.findLastIndex((b) => site === undefined || b.site === site);
    if (at >= 0) this.change({ built: this.built.filter((_, i) => i !== at) });
    return at >= 0;
  }
  get steps(): number {
    return this.built.length;
  }
  unstep(): void {
    this.unbuild();
  }
  /** All bricks at once. What the rules leave no choice about is done by itself, and its move is left out. */
  private async finish(): Promise<void> {
    const moves = this.moves.map((each) => each.move);
    for (let tries = moves.length; tries > 0; tries--) {
      const answer = await this.ui.play.test(moves).catch(() => null); // then the hall answers what is sent
      if (!answer?.refused) break;
      moves.splice(answer.tried, 1);
    }
    await this.ui.send(moves);
  }

  say(): { title: string; sub: string } {
    const { ui, brick } = this;
    const left = this.toBuild.length;
    return { title: ui.t('build'), sub: left ? ui.t('build_how', { left, brick }) : ui.t('build_done') };
  }
  acts(): Act[] {
    const { ui, kinds } = this;
    const done = !this.toBuild.length;
    const bricks = kinds.map((brick): Act => ({
      id: brick,
      label: ui.name('brick', brick),
      look: this.brick === brick ? 'sel' : undefined,
      run: () => this.pickBrick(brick),
    }));
    return [
      ...(kinds.length > 1 ? bricks : []),
      {
        id: 'go',
        label: ui.t('build_go'),
        key: '↵',
        icon: 'check',
        look: done ? 'go' : undefined,
        off: !done,
        run: () => {
          if (done) void this.finish();
        },
      },
    ];
  }
  override key(event: KeyboardEvent): boolean {
    const digit = Number(event.key);
    if (digit >= 1 && digit <= 6) return this.pick(siege(this.ui.play.seat, event.key));
    if (event.key.toUpperCase() !== 'B') return false;
    const { kinds } = this;
    if (kinds.length) this.pickBrick(kinds[(kinds.indexOf(this.brick as Brick) + 1) % kinds.length]);
    return true;
  }
}
