// The fort as the page knows it: the position, the question at hand, and what is said of both. What is allowed is the hall's to say: it
// tries the draft, and nobody else hears of it before it is confirmed. Each question has a module of its own.

import { Carry } from '../../kit/board/carry.svelte';
import { BoardUi } from '../../kit/board/ui.svelte';
import { api } from '../../lib/api';
import { prefs } from '../../lib/prefs.svelte';
import type { Data, Legal, Prompts, View } from '../../lib/types';
import type { Play } from '../../table/play.svelte';
import { textOf, type Act, type Count, type Track } from '../../table/ui';
import { Building } from './building.svelte';
import { Calling } from './calling.svelte';
import { Cards } from './cards.svelte';
import { siege, siteOf, written, type Brick, type Place } from './castles';
import { Deployment } from './deployment.svelte';
import { Labels } from './labels';
import { Looting } from './looting.svelte';
import type { Question } from './question.svelte';
import { Staging } from './staging.svelte';
import { fill, type Tables } from '../../kit/board/words';

export type Castle = View<'eketorp'>['castles'][number];
export type StorageField = View<'eketorp'>['fields'][number];
export type Player = View<'eketorp'>['players'][number];

const BATTLES = ['call', 'opponent', 'exchange', 'cards', 'loot', 'keep'];

export class EketorpUi extends BoardUi<View<'eketorp'>> {
  tables = $state.raw<Tables>({});
  /** The castle that a phone shows, -1 for the one that matters now. */
  looked = $state(-1);
  /** Set by the board: where an answer about a place is shown. */
  beside: (place: Place) => { x: number; y: number } | undefined = () => undefined;

  readonly deployment = new Deployment(this);
  readonly calling = new Calling(this);
  readonly cards = new Cards(this);
  readonly looting = new Looting(this);
  readonly building = new Building(this);
  readonly staging = new Staging(this);
  readonly labels = new Labels(this);
  private readonly questions: Record<string, Question<object>> = {
    deploy: this.deployment,
    call: this.calling,
    exchange: this.cards,
    cards: this.cards,
    loot: this.looting,
    build: this.building,
  };
  /** A brick that is dragged from the holdings to a site. */
  readonly carry = new Carry<Brick>((brick, place) => {
    this.building.pickBrick(brick);
    this.pick(place);
  });

  constructor(play: Play) {
    super(play);
    api.words('eketorp').then(
      (tables) => (this.tables = tables),
      () => {},
    );
  }

  // Words

  t(key: string, data: Data = {}): string {
    return fill(this.tables, prefs.language, 'board', key, data, (seat) => this.play.name(seat));
  }
  name(table: 'brick' | 'engine' | 'station' | 'status', key: string): string {
    return this.tables[table]?.[key] ?? '';
  }

  // The position

  override get kind(): string {
    const kind = super.kind;
    return kind === 'ready' ? 'deploy' : kind.startsWith('card_') ? 'cards' : kind;
  }
  get battling(): boolean {
    return BATTLES.includes(this.view.phase);
  }
  /** Where the battle that is going on takes place. */
  get battlePlace(): Place {
    const place = this.view.battle?.place;
    return place ? this.placeOf(place) : '';
  }
  /** The other castles, clockwise from mine. */
  get rivals(): number[] {
    const count = this.view.castles.length;
    return Array.from({ length: count - 1 }, (_, i) => (this.me + 1 + i) % count);
  }
  stack(castle: number, site: number): Brick[] {
    return this.view.castles[castle].sites[site - 1];
  }
  placeOf(at: { field?: string; castle?: number; engine?: string }): Place {
    return at.field ?? siege(at.castle!, at.engine!);
  }

  // The question at hand

  private get question(): Question<object> | undefined {
    return this.questions[this.kind];
  }
  /** What is asked, so that two moments can be told to ask the same. */
  get asked(): string {
    const b = this.view.battle;
    const about = b ? JSON.stringify([b.place, b.initiator, b.opponent]) : '';
    return [this.kind, this.play.seat, this.view.round, about].join('|');
  }
  get asking(): string {
    return this.play.position?.prompt?.words ?? '';
  }
  /** What is asked of me, which the caller knows to be of this kind. */
  asks<K extends keyof Prompts<'eketorp'>>(_kind: K): Prompts<'eketorp'>[K] {
    return this.play.position!.prompt!.data as Prompts<'eketorp'>[K];
  }
  async send(moves: (string | number)[]): Promise<void> {
    if (!(await this.play.commit(moves))) return;
    for (const each of Object.values(this.questions)) each.forget();
    this.refused = '';
  }
  /** Why a move is not allowed. */
  ask(move: string, place: Place, before: (string | number)[] = []): void {
    this.why(move, place, this.beside(place), before);
  }
  askElsewhere(place: Place): void {
    this.elsewhere(place, this.beside(place));
  }
  prepare(): void {
    this.question?.prepare();
  }

  // A click or Enter somewhere on the board

  may(place: Place): boolean {
    return !this.play.past && (this.question?.may(place) ?? false);
  }
  isChosen(place: Place): boolean {
    return this.question?.isChosen(place) ?? false;
  }
  pick(place: Place): void {
    if (this.play.past || this.play.scene || this.question?.pick(place)) return;
    const site = siteOf(place);
    this.ask(site ? `build grass on ${site[1]}` : `call at ${written(place)}`, place);
  }
  suggest(choice: Legal): void {
    if (this.question) this.question.suggest(choice);
    else void this.play.propose([choice]);
  }
  unpick(place: Place): boolean {
    return this.question?.unpick(place) ?? false;
  }

  // What the page asks

  say(): { title: string; sub: string } | null {
    return this.question?.say() ?? null;
  }
  acts(): Act[] {
    if (this.question) return this.question.acts();
    return this.choices.map((choice, i) => ({
      id: choice.notation,
      label: choice.words,
      data: choice.data,
      key: String(i + 1),
      look: i === 0 ? 'go' : undefined,
      run: () => void this.send([choice.move]),
    }));
  }
  track(): Track | null {
    if (!this.tables.board) return null;
    const { phase, round, rounds } = this.view;
    const at = phase === 'deploy' ? 0 : this.battling ? 1 : phase === 'build' ? 2 : 3;
    const names = [
      [this.t('phase_deploy'), this.t('deploy_why')],
      [this.t('phase_battles'), this.t('battles_why')],
      [this.t('phase_build'), this.t('build_why')],
    ];
    return {
      lead: this.t('round_of', { round, rounds }),
      steps: names.map(([name, tip], i) => ({ name, tip, state: i < at ? 'done' : i === at ? 'on' : '' })),
    };
  }
  counts(seat: number): Count[] {
    if (!this.play.stands || !this.tables.board) return [];
    const player = this.view.players[seat];
    const home = this.view.castles[seat].home - (seat === this.play.seat ? this.deployment.plan.length : 0);
    return [
      ...(player.ready ? [{ text: this.t('is_ready'), tip: this.t('ready_why') }] : []),
      { text: this.t('home', { home }), tip: this.t('home_why') },
      { text: this.t('cards', { hand: player.hand_size, tray: player.tray.length }), tip: this.t('cards_why') },
      { text: this.t('amulets', { amulets: player.amulets }), tip: this.t('amulets_why') },
    ];
  }
  number(seat: number): { value: string; sub: string; tip?: string } {
    return this.play.stands
      ? {
          value: String(this.view.scores[seat]),
          sub: `${this.view.castles[seat].bricks}/${this.view.places}`,
          tip: this.t('bricks_why'),
        }
      : { value: '', sub: '' };
  }
  notation(): string {
    return this.question?.notation ?? '';
  }
  key(event: KeyboardEvent): boolean {
    // Enter answers what is asked, and only then skips what is shown
    if (this.staging.scene && (event.key === ' ' || (event.key === 'Enter' && !this.play.myTurn))) {
      this.skip();
      return true;
    }
    return this.question?.key(event) ?? false;
  }
  skip(): void {
    this.staging.skip();
  }
  get steps(): number {
    return this.question?.steps ?? 0;
  }
  unstep(): void {
    this.question?.unstep();
  }
  back(): boolean {
    if (this.staging.scene) this.skip();
    else if (this.refused) this.refused = '';
    else if (this.steps) this.unstep();
    else return false;
    return true;
  }
  summary(): string {
    const fields = this.view.fields.filter((f) => f.bricks || f.vikings.some(Boolean));
    const seats = this.play.table!.seats.map(
      (s) => `${s.name}: ${this.number(s.seat).value}, ${this.counts(s.seat).map(textOf).join(', ')}.`,
    );
    return `${fields.map((f) => this.labels.field(f)).join('. ')}. ${seats.join(' ')}`;
  }
}
