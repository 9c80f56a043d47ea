// The card for a battle, and before it whether my cards are exchanged.

import type { Legal } from '../../lib/types';
import type { Step } from '../../table/play.svelte';
import type { Act } from '../../table/ui';
import { Question, step } from './question.svelte';
import type { EketorpUi } from './ui.svelte';

const KEEP = 'skali.eketorp.keep';

export class Cards extends Question<{ card: number }> {
  /** My cards are never exchanged: it is not asked. */
  keeps = $state(localStorage.getItem(KEEP) === 'on');
  private answered = -1;

  constructor(ui: EketorpUi) {
    super(ui, { card: 0 });
  }

  private get asked(): boolean {
    return this.ui.kind === 'cards' || this.ui.kind === 'exchange';
  }
  /** A card that was looked at before the exchange is still the one when the cards are asked. */
  protected override isAsked(asked: string): boolean {
    const { ui } = this;
    return asked === ui.asked || (ui.kind === 'cards' && asked === ui.asked.replace('cards', 'exchange'));
  }
  private get hand(): number[] {
    const { play, view } = this.ui;
    return play.seat >= 0 ? (view.players[play.seat].hand ?? []) : [];
  }
  private get values(): number[] {
    return [...new Set(this.hand)];
  }
  get card(): number {
    return this.asked && this.hand.includes(this.now.card) ? this.now.card : 0;
  }
  get odds(): { card: number; win: number; tie: number; lose: number }[] {
    return this.ui.view.battle?.odds ?? [];
  }
  get rival(): number {
    const { play, view } = this.ui;
    const b = view.battle;
    return !b || b.opponent === null ? -1 : b.initiator === play.seat ? b.opponent : b.initiator;
  }
  get moves(): Step[] {
    if (!this.card) return [];
    return [...(this.ui.kind === 'exchange' ? [step('stop')] : []), step(`card ${this.card}`)];
  }

  /** A second click on the same card plays it. */
  choose(value: number): void {
    if (!this.asked) this.ui.ask(`card ${value}`, '');
    else if (this.card === value) this.play();
    else this.change({ card: value });
  }
  override suggest({ data }: Legal): void {
    if (data.value) this.change({ card: data.value });
  }
  private play(): void {
    const { ui, card, moves } = this;
    if (!card) return;
    if (ui.kind === 'cards' || ui.play.whole) void ui.send(moves.map((each) => each.move));
    else void this.keep();
  }
  /** What is chosen stays chosen. */
  private async keep(): Promise<void> {
    await this.ui.play.commit(['stop']);
  }
  keepAlways(): void {
    this.keeps = !this.keeps;
    localStorage.setItem(KEEP, this.keeps ? 'on' : 'off');
  }
  override prepare(): void {
    const { play, kind } = this.ui;
    if (kind !== 'exchange' || !this.keeps || play.sending || play.position!.moment === this.answered) return;
    this.answered = play.position!.moment;
    void this.keep();
  }
  get steps(): number {
    return this.card ? 1 : 0;
  }
  unstep(): void {
    this.change({ card: 0 });
  }

  say(): { title: string; sub: string } {
    const { ui } = this;
    const o = this.odds.find((each) => each.card === this.card);
    const sub = o
      ? ui.t('odds_of', { card: o.card, win: percent(o.win), tie: percent(o.tie), lose: percent(o.lose) })
      : ui.t(ui.view.battle?.defended === false ? 'empty_castle' : 'higher_wins');
    return { title: ui.asking, sub };
  }
  acts(): Act[] {
    const { ui, card } = this;
    const play: Act = {
      id: 'play',
      label: card ? ui.t('play', { card }) : ui.t('choose_card'),
      key: '↵',
      look: card ? 'go' : undefined,
      off: !card,
      run: () => this.play(),
    };
    if (ui.kind === 'exchange') {
      const { count } = ui.asks('exchange');
      const keep: Act = { id: 'stop', label: ui.t('keep_cards'), key: '↵', look: 'go', run: () => void this.keep() };
      return [
        { id: 'exchange', label: ui.t('new_hand', { count }), key: 'A', run: () => void ui.send(['exchange']) },
        card && ui.play.whole ? play : keep,
      ];
    }
    const cards = this.values.map((value): Act => ({
      id: `card${value}`,
      label: String(value),
      key: String(value),
      look: card === value ? 'sel' : undefined,
      run: () => this.choose(value),
    }));
    return [...cards, play];
  }
  override key(event: KeyboardEvent): boolean {
    const value = Number(event.key);
    if (this.ui.kind !== 'exchange' || !this.values.includes(value)) return false;
    this.choose(value);
    return true;
  }
}

/** Never 0 for what is possible, never 100 for what is not certain. */
export const percent = (thousandths: number): number =>
  thousandths % 1000 ? Math.min(Math.max(Math.round(thousandths / 10), 1), 99) : thousandths / 10;
