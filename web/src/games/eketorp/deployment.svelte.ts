// Where my Vikings are sent.

import type { Step } from '../../table/play.svelte';
import type { Act } from '../../table/ui';
import { ENGINES, FIELDS, siege, siteOf, written, type Place } from './castles';
import { Question, step } from './question.svelte';
import type { EketorpUi } from './ui.svelte';

export class Deployment extends Question<{ plan: Place[] }> {
  constructor(ui: EketorpUi) {
    super(ui, { plan: [] });
  }

  private get asked(): boolean {
    return this.ui.kind === 'deploy';
  }
  /** The places of my draft, one for each Viking, in the order in which they were sent. */
  get plan(): Place[] {
    return this.asked ? this.now.plan : [];
  }
  private get vikings(): number {
    return this.asked ? this.ui.asks('deploy').left : 0;
  }
  private get left(): number {
    return this.vikings - this.plan.length;
  }
  planned(place: Place): number {
    return this.plan.filter((each) => each === place).length;
  }
  /** How many Vikings could go where, in the order in which the hall takes them. */
  private get room(): Map<Place, number> {
    return new Map(this.asked ? this.ui.asks('deploy').room.map((each) => [this.ui.placeOf(each), each.room]) : []);
  }
  get moves(): Step[] {
    const order = [...this.room.keys()];
    const sorted = [...this.plan].sort((a, b) => order.indexOf(a) - order.indexOf(b));
    return sorted.map((place) => step(`send to ${written(place)}`));
  }
  override get notation(): string {
    return [...this.moves.map((each) => each.notation), 'done'].join('; ');
  }

  /** Where there is room for one alone, a click puts him there and takes him back. */
  takesBack(place: Place): boolean {
    return this.room.get(place) === 1 && this.planned(place) > 0;
  }

  override may(place: Place): boolean {
    return this.left > 0 && this.planned(place) < (this.room.get(place) ?? 0);
  }
  override isChosen(place: Place): boolean {
    return this.planned(place) > 0;
  }
  override pick(place: Place): boolean {
    if (siteOf(place)) return false;
    if (this.may(place)) this.change({ plan: [...this.plan, place] });
    else
      this.ui.ask(
        `send to ${written(place)}`,
        place,
        this.moves.map((each) => each.move),
      );
    return true;
  }
  override unpick(place: Place): boolean {
    const at = this.plan.lastIndexOf(place);
    if (at >= 0) this.change({ plan: this.plan.filter((_, i) => i !== at) });
    return at >= 0;
  }
  get steps(): number {
    return this.plan.length;
  }
  unstep(): void {
    this.change({ plan: this.plan.slice(0, -1) });
  }
  private clear(): void {
    this.forget();
    this.ui.refused = '';
    void this.ui.play.propose([]);
  }

  say(): { title: string; sub: string } {
    const { ui, left } = this;
    return { title: ui.t(left ? 'deploy' : 'deployed'), sub: ui.t('left', { left, of: this.vikings }) };
  }
  acts(): Act[] {
    const { ui, left } = this;
    const clear: Act = { id: 'clear', label: ui.t('clear'), key: 'X', look: 'quiet', run: () => this.clear() };
    return [
      ...(this.plan.length ? [clear] : []),
      {
        id: 'done',
        label: left ? ui.t('ready_home', { left }) : ui.t('ready'),
        key: 'R',
        icon: 'check',
        look: 'go',
        run: () => void ui.send([...this.moves.map((each) => each.move), 'done']),
      },
    ];
  }
  override key(event: KeyboardEvent): boolean {
    const letter = event.key.toUpperCase();
    if ((FIELDS as readonly string[]).includes(letter)) {
      if (event.shiftKey) this.unpick(letter);
      else this.pick(letter);
      return true;
    }
    const place = this.siegeKeys()[Number(event.key) - 1];
    if (!place) return false;
    if (!this.unpick(place)) this.pick(place);
    return true;
  }
  /** The siege fields behind the keys 1 to 9: of the castles clockwise, catapult, boat, ram. */
  siegeKeys(): Place[] {
    return this.ui.rivals.flatMap((castle) => ENGINES.map((engine) => siege(castle, engine))).slice(0, 9);
  }
}
