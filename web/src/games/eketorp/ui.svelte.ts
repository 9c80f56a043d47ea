// What is being prepared at the fort: a deployment, a call, a card, loot, a building. What is allowed is the hall's to say: it tries the
// draft, and nobody else hears of it before it is confirmed.

import { Carry } from '../../kit/board/carry.svelte';
import { BoardUi } from '../../kit/board/ui.svelte';
import { api } from '../../lib/api';
import { prefs } from '../../lib/prefs.svelte';
import type { Data, Legal, LogLine, Prompts, View } from '../../lib/types';
import type { Play, Step } from '../../table/play.svelte';
import type { Act, Track } from '../../table/ui';
import { BRICKS, ENGINES, FIELDS, fromTop, total, worth, type Brick, type Built } from './castles';
import { fill, type Tables } from '../../kit/board/words';

export type Castle = View<'eketorp'>['castles'][number];
export type StorageField = View<'eketorp'>['fields'][number];
export type Player = View<'eketorp'>['players'][number];

/** A field by its letter, a siege field as castle/engine, a site as castle/number. */
export type Place = string;
export type Scene = { kind: 'reveal' | 'duel'; line: LogLine | null };
type Chosen = {
  asked: string;
  plan: Place[];
  place: Place;
  card: number;
  loot: [number, number];
  keep: string;
  built: Built[];
  brick: Brick | '';
};

const BATTLES = ['call', 'opponent', 'exchange', 'cards', 'loot', 'keep'];
const OUTCOMES = ['fight_won', 'fight_lost', 'siege_won', 'siege_lost', 'tied', 'undefended'];
const FAST = 'skali.eketorp.fast';
const KEEP = 'skali.eketorp.keep';
export const siege = (castle: number, engine: string): Place => `${castle}/${engine}`;
const step = (notation: string): Step => ({ move: notation, notation, words: notation });

export class EketorpUi extends BoardUi<View<'eketorp'>> {
  tables = $state.raw<Tables>({});
  scene = $state.raw<Scene | null>(null);
  /** The places where something has just come to stand. */
  fresh = $state.raw<Place[]>([]);
  fast = $state(localStorage.getItem(FAST) !== 'off');
  /** My cards are never exchanged: it is not asked. */
  keeps = $state(localStorage.getItem(KEEP) === 'on');
  /** A brick that is dragged from the holdings to a site. */
  carry = new Carry<Brick>((brick, place) => {
    this.change({ brick });
    this.pick(place);
  });
  /** The castle that a phone shows, -1 for the one that matters now. */
  looked = $state(-1);
  /** Set by the board: where an answer about a place is shown. */
  beside: (place: Place) => { x: number; y: number } | undefined = () => undefined;
  private chosen = $state.raw<Chosen | null>(null);
  private timer = 0;
  private answered = -1;
  private against = $state.raw<{ place: Place; choices: Legal[] }>({ place: '', choices: [] });

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
  placeName(place: Data): string {
    return place.field ?? this.t('at_castle', place);
  }

  // The position

  /** What is asked of me, which the caller knows to be of this kind. */
  private asks<K extends keyof Prompts<'eketorp'>>(_kind: K): Prompts<'eketorp'>[K] {
    return this.play.position!.prompt!.data as Prompts<'eketorp'>[K];
  }
  override get kind(): string {
    const kind = super.kind;
    return kind === 'ready' ? 'deploy' : kind.startsWith('card_') ? 'cards' : kind;
  }
  get myHand(): number[] {
    return this.play.seat >= 0 ? (this.view.players[this.play.seat].hand ?? []) : [];
  }
  get battling(): boolean {
    return BATTLES.includes(this.view.phase);
  }
  /** Where the battle that is going on takes place. */
  get battlePlace(): Place {
    const place = this.view.battle?.place;
    return !place ? '' : (place.field ?? siege(place.castle!, place.engine!));
  }
  /** Whether nothing that can still happen before building concerns my Vikings, my castle or my cards. */
  get settled(): boolean {
    const { view, play } = this;
    if (!this.battling || play.seat < 0) return false;
    if (view.battle && [view.battle.initiator, view.battle.opponent].includes(play.seat)) return false;
    const open = (status: string): boolean => status === 'contested' || status === 'pending';
    return (
      !view.fields.some((f) => f.status === 'contested' && f.vikings[play.seat]) &&
      !view.castles.some((c) =>
        c.siege_fields.some((s) => open(s.status) && (c.seat === play.seat || s.vikings.includes(play.seat))),
      )
    );
  }

  // What is chosen, as long as the same thing is asked

  private get asked(): string {
    const b = this.view.battle;
    return [
      this.kind,
      this.play.seat,
      this.view.round,
      b ? JSON.stringify([b.place, b.initiator, b.opponent]) : '',
    ].join('|');
  }
  private get now(): Chosen {
    const kept = this.chosen;
    if (kept && (kept.asked === this.asked || this.carriesOver(kept.asked))) return kept;
    return { asked: this.asked, plan: [], place: '', card: 0, loot: [0, 0], keep: '', built: [], brick: '' };
  }
  /** A card that was looked at before the exchange is still the one when the cards are asked. */
  private carriesOver(asked: string): boolean {
    return this.kind === 'cards' && asked === this.asked.replace('cards', 'exchange');
  }
  private change(part: Partial<Chosen>): void {
    this.refused = '';
    this.chosen = { ...this.now, asked: this.asked, ...part };
    void this.play.propose(this.moves);
  }
  /** The moves of what is chosen. */
  private get moves(): Step[] {
    switch (this.kind) {
      case 'deploy':
        return this.sorted.map((place) => step(`send to ${this.spoken(place)}`));
      case 'exchange':
        return this.card ? [step('stop'), step(`card ${this.card}`)] : [];
      case 'cards':
        return this.card ? [step(`card ${this.card}`)] : [];
      case 'loot':
        return this.taken.length ? [step(this.lootMove)] : [];
      case 'build':
        return [...this.built].sort((a, b) => a.site - b.site).map((b) => step(`build ${b.brick} on ${b.site}`));
      default:
        return [];
    }
  }
  clear(): void {
    this.chosen = null;
    this.refused = '';
    void this.play.propose([]);
  }
  private async send(moves: (string | number)[]): Promise<void> {
    if (await this.play.commit(moves)) {
      this.chosen = null;
      this.refused = '';
    }
  }
  private ask(move: string, place: Place, before: (string | number)[] = []): void {
    this.why(move, place, this.beside(place), before);
  }
  private spoken(place: Place): string {
    return place.includes('/') ? `castle ${place.replace('/', ' ')}` : place;
  }

  // Deployment

  /** The places of my draft, one for each Viking, in the order in which they were sent. */
  get plan(): Place[] {
    return this.kind === 'deploy' ? this.now.plan : [];
  }
  get vikings(): number {
    return this.play.seat < 0 ? 0 : this.view.castles[this.play.seat].home;
  }
  get left(): number {
    return this.vikings - this.plan.length;
  }
  planned(place: Place): number {
    return this.plan.filter((each) => each === place).length;
  }
  /** The other castles, clockwise from mine. */
  get rivals(): number[] {
    const count = this.view.castles.length;
    return Array.from({ length: count - 1 }, (_, i) => (this.me + 1 + i) % count);
  }
  /** Where one more Viking could go, in the order in which the hall takes them. */
  private get sends(): Place[] {
    return this.kind === 'deploy'
      ? this.choices.filter((c) => c.data.field || c.data.engine).map((c) => this.placeOf(c))
      : [];
  }
  private get sorted(): Place[] {
    const order = this.sends;
    return [...this.plan].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  }
  mayDeploy(place: Place): boolean {
    return this.left > 0 && !(place.includes('/') && this.planned(place)) && this.sends.includes(place);
  }
  deploy(place: Place): void {
    if (this.mayDeploy(place)) return this.change({ plan: [...this.plan, place] });
    const before = this.moves.map((each) => each.move);
    this.ask(`send to ${this.spoken(place)}`, place, before);
  }
  callBack(place: Place): boolean {
    const at = this.plan.lastIndexOf(place);
    if (at >= 0) this.change({ plan: this.plan.filter((_, i) => i !== at) });
    return at >= 0;
  }
  ready(): void {
    void this.send([...this.moves.map((each) => each.move), 'done']);
  }

  // Battles

  private placeOf(choice: Legal): Place {
    return choice.data.field ?? siege(choice.data.castle, choice.data.engine);
  }
  get calls(): Map<Place, Legal> {
    return new Map(this.kind === 'call' ? this.choices.map((c) => [this.placeOf(c), c]) : []);
  }
  get called(): Place {
    const calls = this.calls;
    return calls.has(this.now.place) ? this.now.place : ([...calls.keys()][0] ?? '');
  }
  get card(): number {
    return (this.kind === 'cards' || this.kind === 'exchange') && this.myHand.includes(this.now.card)
      ? this.now.card
      : 0;
  }
  /** A second click on the same card plays it. */
  pickCard(value: number): void {
    if (this.kind !== 'cards' && this.kind !== 'exchange') return this.ask(`card ${value}`, '');
    if (this.card === value) return this.playCard();
    this.change({ card: value });
  }
  get values(): number[] {
    return [...new Set(this.myHand)];
  }
  get odds(): { card: number; win: number; tie: number; lose: number }[] {
    return this.view.battle?.odds ?? [];
  }
  get rival(): number {
    const b = this.view.battle;
    return !b || b.opponent === null ? -1 : b.initiator === this.play.seat ? b.opponent : b.initiator;
  }
  playCard(): void {
    if (!this.card) return;
    if (this.kind === 'cards' || this.play.whole) void this.send(this.moves.map((each) => each.move));
    else void this.keepCards();
  }
  /** What is chosen stays chosen. */
  private async keepCards(): Promise<void> {
    await this.play.commit(['stop']);
  }
  keepAlways(): void {
    this.keeps = !this.keeps;
    localStorage.setItem(KEEP, this.keeps ? 'on' : 'off');
  }
  /** Called in an effect: answers what need not be asked, and finds out against whom the chosen battle can be. */
  prepare(): void {
    const { play, kind, called } = this;
    if (kind === 'exchange' && this.keeps && !play.sending && play.position!.moment !== this.answered) {
      this.answered = play.position!.moment;
      void this.keepCards();
    }
    const choice = kind === 'call' ? this.calls.get(called) : undefined;
    if (!choice) return;
    play.test([choice.move]).then(
      ({ position }) => {
        const choices = position.prompt?.kind === 'opponent' ? position.legal : [];
        this.against = { place: called, choices };
      },
      () => {},
    );
  }

  // Loot

  get loot(): [number, number] {
    return this.kind === 'loot' ? this.now.loot : [0, 0];
  }
  private get reach(): { stacks: string[][]; sites: number[]; castle: number; damage: number } {
    const data = this.asks('loot');
    return { stacks: data.sites.map((s) => this.view.castles[data.castle].sites[s - 1]), ...data };
  }
  get taken(): string[] {
    if (this.kind !== 'loot') return [];
    return this.reach.stacks.flatMap((stack, i) => fromTop(stack, this.loot[i]));
  }
  get damage(): number {
    return this.view.battle?.damage ?? 0;
  }
  /** How many bricks of a site are being taken from its top. */
  takenFrom(castle: number, site: number): number {
    if (this.kind !== 'loot' || castle !== this.reach.castle) return 0;
    return this.loot[this.reach.sites.indexOf(site)] ?? 0;
  }
  inReach(castle: number, site: number): boolean {
    return this.kind === 'loot' && castle === this.reach.castle && this.reach.sites.includes(site);
  }
  private get lootMove(): string {
    return `loot ${this.loot[0]} and ${this.loot[1]}`;
  }
  /** Takes so many bricks from the top of a site; by itself one more, and none after the last that can be paid. */
  take(castle: number, site: number, count?: number): void {
    const place = siege(castle, String(site));
    if (!this.inReach(castle, site)) return this.elsewhere(place, this.beside(place));
    const i = this.reach.sites.indexOf(site);
    const move = (n: number): string => `loot ${this.loot.map((c, at) => (at === i ? n : c)).join(' and ')}`;
    const fits = (n: number): boolean => this.choices.some((choice) => choice.notation === move(n));
    let next = count ?? this.loot[i] + 1;
    if (count !== undefined && count === this.loot[i]) next = count - 1;
    if (!fits(next)) {
      if (count !== undefined || !this.loot[i]) return this.ask(move(next), place);
      next = 0;
    }
    this.change({ loot: this.loot.map((c, at) => (at === i ? next : c)) as [number, number], keep: '' });
  }
  get keep(): string {
    const kinds = this.taken;
    return kinds.includes(this.now.keep) ? this.now.keep : ([...kinds].sort((a, b) => worth(b) - worth(a))[0] ?? '');
  }
  private async takeLoot(): Promise<void> {
    const { position } = await this.play.test([this.lootMove]);
    void this.send([this.lootMove, ...(position.prompt?.kind === 'keep' ? [`keep ${this.keep}`] : [])]);
  }

  // Building

  get built(): Built[] {
    return this.kind === 'build' ? this.now.built : [];
  }
  get toBuild(): Brick[] {
    if (this.kind !== 'build') return [];
    const rest = [...this.asks('build').bricks];
    for (const { brick } of this.built) rest.splice(rest.indexOf(brick), 1);
    return rest;
  }
  get brick(): Brick | '' {
    const rest = this.toBuild;
    return rest.includes(this.now.brick as Brick) ? this.now.brick : (rest[rest.length - 1] ?? '');
  }
  pickBrick(brick: Brick): void {
    this.change({ brick });
  }
  mayBuild(castle: number, site: number): boolean {
    return (
      this.kind === 'build' &&
      castle === this.play.seat &&
      this.toBuild.length > 0 &&
      this.builtOn(castle, site).length < this.asks('build').room[site - 1]
    );
  }
  build(castle: number, site: number): void {
    const place = siege(castle, String(site));
    if (this.mayBuild(castle, site))
      return this.change({ built: [...this.built, { brick: this.brick as Brick, site }] });
    if (castle !== this.play.seat || !this.toBuild.length || this.builtOn(castle, site).length)
      return this.elsewhere(place, this.beside(place));
    this.ask(`build ${this.brick} on ${site}`, place);
  }
  /** All bricks at once. What the rules leave no choice about is done by itself, and its move is left out. */
  private async finish(): Promise<void> {
    const moves = this.moves.map((each) => each.move);
    for (let tries = moves.length; tries > 0; tries--) {
      const { tried, refused } = await this.play.test(moves);
      if (!refused) break;
      moves.splice(tried, 1);
    }
    await this.send(moves);
  }
  unbuild(site?: number): boolean {
    const at = this.built.findLastIndex((b) => site === undefined || b.site === site);
    if (at >= 0) this.change({ built: this.built.filter((_, i) => i !== at) });
    return at >= 0;
  }
  builtOn(castle: number, site: number): Brick[] {
    return castle === this.play.seat ? this.built.filter((b) => b.site === site).map((b) => b.brick) : [];
  }

  // A click or Enter somewhere on the board

  may(place: Place): boolean {
    if (this.play.past) return false;
    const [castle, part] = place.split('/');
    if (/^\d$/.test(part ?? ''))
      return (
        this.mayBuild(Number(castle), Number(part)) ||
        (this.inReach(Number(castle), Number(part)) && this.stack(Number(castle), Number(part)).length > 0)
      );
    if (this.kind === 'deploy') return this.mayDeploy(place);
    return this.calls.has(place);
  }
  isChosen(place: Place): boolean {
    return this.planned(place) > 0 || (this.kind === 'call' && this.called === place);
  }
  stack(castle: number, site: number): string[] {
    return this.view.castles[castle].sites[site - 1];
  }
  pick(place: Place): void {
    if (this.play.past || this.play.scene) return;
    const [castle, part] = place.split('/');
    if (/^\d$/.test(part ?? '')) {
      if (this.kind === 'build') this.build(Number(castle), Number(part));
      else if (this.kind === 'loot') this.take(Number(castle), Number(part));
      else this.ask(`build grass on ${part}`, place);
    } else if (this.kind === 'deploy') this.deploy(place);
    else if (this.calls.has(place)) this.change({ place });
    else this.ask(`call at ${this.spoken(place)}`, place);
  }
  unpick(place: Place): boolean {
    const [castle, part] = place.split('/');
    if (/^\d$/.test(part ?? '')) return Number(castle) === this.play.seat && this.unbuild(Number(part));
    return this.callBack(place);
  }

  // What happens: seen once, and skipped with one press

  /** New lines of the log. */
  watch(lines: LogLine[]): void {
    if (lines.some((line) => line.kind.startsWith('revealed_'))) {
      this.fresh = lines.flatMap((l) =>
        l.kind === 'revealed_at_field'
          ? [l.data.field]
          : l.kind === 'revealed_at_castle'
            ? [siege(l.data.castle, l.data.engine)]
            : [],
      );
      this.stage({ kind: 'reveal', line: null }, 1500);
    } else this.fresh = [];
    const outcome = lines.findLast((line) => OUTCOMES.includes(line.kind));
    if (!outcome) return;
    const mine = [outcome.data.seat, outcome.data.other].includes(this.play.seat);
    if (mine || !this.fast || !this.settled) this.stage({ kind: 'duel', line: outcome }, mine ? 3200 : 2200);
    else this.play.skip();
  }
  private stage(scene: Scene, ms: number): void {
    clearTimeout(this.timer);
    this.scene = scene;
    this.timer = window.setTimeout(() => (this.scene = null), ms / Math.max(prefs.kept.speed, 0.5));
  }
  skip(): void {
    clearTimeout(this.timer);
    this.scene = null;
  }
  hurry(): void {
    this.fast = !this.fast;
    localStorage.setItem(FAST, this.fast ? 'on' : 'off');
    if (this.fast) this.skip();
  }

  // What the page asks

  say(): { title: string; sub: string } | null {
    const { play, view } = this;
    const words = play.position?.prompt?.words ?? '';
    switch (this.kind) {
      case 'deploy':
        return {
          title: this.t(this.left ? 'deploy' : 'deployed'),
          sub: this.t('left', { left: this.left, of: this.vikings }),
        };
      case 'call':
        return { title: words, sub: this.t('calls', { n: this.calls.size }) };
      case 'exchange':
      case 'cards': {
        const o = this.odds.find((each) => each.card === this.card);
        const sub = o
          ? this.t('odds_of', { card: o.card, win: percent(o.win), tie: percent(o.tie), lose: percent(o.lose) })
          : view.battle?.defended === false
            ? this.t('empty_castle')
            : this.t('higher_wins');
        return { title: words, sub };
      }
      case 'loot':
        return {
          title: words,
          sub: this.taken.length
            ? this.t('running', { value: total(this.taken), damage: this.damage, bricks: this.taken })
            : this.t('loot_how'),
        };
      case 'build':
        return {
          title: this.t('build'),
          sub: this.toBuild.length
            ? this.t('build_how', { left: this.toBuild.length, brick: this.brick })
            : this.t('build_done'),
        };
      default:
        return null;
    }
  }

  acts(): Act[] {
    const { play } = this;
    switch (this.kind) {
      case 'deploy':
        return [
          ...(this.plan.length
            ? [{ id: 'clear', label: this.t('clear'), key: 'X', look: 'quiet' as const, run: () => this.clear() }]
            : []),
          {
            id: 'ready',
            label: this.left ? this.t('ready_home', { left: this.left }) : this.t('ready'),
            key: 'R',
            icon: 'check',
            look: 'go',
            run: () => this.ready(),
          },
        ];
      case 'call': {
        const choice = this.calls.get(this.called);
        return [
          ...(this.calls.size > 1 ? [{ id: 'next', label: this.t('next'), key: 'N', run: () => this.next(1) }] : []),
          ...(choice && this.against.place === this.called && this.against.choices.length
            ? this.against.choices.map((other, i) => ({
                id: other.notation,
                label: other.words,
                key: i ? String(i + 1) : '↵',
                look: i ? undefined : ('go' as const),
                run: () => void this.send([choice.move, other.move]),
              }))
            : choice
              ? [
                  {
                    id: 'go',
                    label: choice.words,
                    key: '↵',
                    look: 'go' as const,
                    run: () => void this.send([choice.move]),
                  },
                ]
              : []),
        ];
      }
      case 'exchange': {
        const { count } = this.asks('exchange');
        const keep: Act =
          this.card && play.whole
            ? {
                id: 'play',
                label: this.t('play', { card: this.card }),
                key: '↵',
                look: 'go',
                run: () => this.playCard(),
              }
            : { id: 'keep', label: this.t('keep_cards'), key: '↵', look: 'go', run: () => void this.keepCards() };
        return [
          { id: 'exchange', label: this.t('new_hand', { count }), key: 'A', run: () => void this.send(['exchange']) },
          keep,
        ];
      }
      case 'cards':
        return [
          ...this.values.map((value) => ({
            id: `card${value}`,
            label: String(value),
            key: String(value),
            look: this.card === value ? ('sel' as const) : undefined,
            run: () => this.pickCard(value),
          })),
          {
            id: 'play',
            label: this.card ? this.t('play', { card: this.card }) : this.t('choose_card'),
            key: '↵',
            look: this.card ? 'go' : undefined,
            off: !this.card,
            run: () => this.playCard(),
          },
        ];
      case 'loot': {
        const none: Act = {
          id: 'none',
          label: this.t('take_none'),
          key: '0',
          look: this.taken.length ? undefined : 'go',
          run: () => void this.send(['loot 0 and 0']),
        };
        if (!this.taken.length) return [none];
        const kinds = BRICKS.filter((brick) => this.taken.includes(brick));
        return [
          none,
          ...(kinds.length > 1
            ? kinds.map((brick) => ({
                id: brick,
                label: this.t('keep_one', { brick }),
                look: this.keep === brick ? ('sel' as const) : undefined,
                run: () => this.change({ keep: brick }),
              }))
            : []),
          {
            id: 'take',
            label: this.t('take', { value: total(this.taken) }),
            key: '↵',
            icon: 'check',
            look: 'go',
            run: () => void this.takeLoot(),
          },
        ];
      }
      case 'build': {
        const done = !this.toBuild.length;
        const kinds = [...new Set(this.toBuild)];
        return [
          ...(kinds.length > 1
            ? kinds.map((brick) => ({
                id: brick,
                label: this.name('brick', brick),
                look: this.brick === brick ? ('sel' as const) : undefined,
                run: () => this.pickBrick(brick),
              }))
            : []),
          {
            id: 'go',
            label: this.t('build_go'),
            key: '↵',
            icon: 'check',
            look: done ? ('go' as const) : undefined,
            off: !done,
            run: () => {
              if (done) void this.finish();
            },
          },
        ];
      }
      default:
        return this.choices.map((choice, i) => ({
          id: choice.notation,
          label: choice.words,
          key: String(i + 1),
          look: i === 0 ? 'go' : undefined,
          run: () => void this.send([choice.move]),
        }));
    }
  }

  next(by: number): void {
    const places = [...this.calls.keys()];
    if (places.length)
      this.change({ place: places[(places.indexOf(this.called) + by + places.length) % places.length] });
  }

  track(): Track | null {
    if (!this.tables.board) return null;
    const { phase, round, rounds } = this.view;
    const at = phase === 'deploy' ? 0 : this.battling ? 1 : phase === 'build' ? 2 : 3;
    const names = ['phase_deploy', 'phase_battles', 'phase_build'];
    return {
      lead: this.t('round_of', { round, rounds }),
      steps: names.map((name, i) => ({ name: this.t(name), state: i < at ? 'done' : i === at ? 'on' : '' })),
    };
  }

  counts(seat: number): string[] {
    if (!this.play.stands || !this.tables.board) return [];
    const player = this.view.players[seat];
    const home = this.view.castles[seat].home - (seat === this.play.seat ? this.plan.length : 0);
    return [
      ...(player.ready ? [this.t('is_ready')] : []),
      this.t('home', { home }),
      this.t('cards', { hand: player.hand_size, tray: player.tray.length }),
      this.t('amulets', { amulets: player.amulets }),
    ];
  }

  number(seat: number): { value: string; sub: string } {
    return this.play.stands
      ? { value: String(this.view.scores[seat]), sub: `${this.view.castles[seat].bricks}/18` }
      : { value: '', sub: '' };
  }

  notation(): string {
    if (this.kind === 'call') return this.calls.get(this.called)?.notation ?? '';
    return [...this.moves.map((each) => each.notation), ...(this.kind === 'deploy' ? ['done'] : [])].join('; ');
  }

  key(event: KeyboardEvent): boolean {
    const key = event.key.toUpperCase();
    if (this.scene && (key === ' ' || key === 'ENTER')) {
      this.skip();
      return true;
    }
    const digit = Number(event.key);
    if (this.kind === 'deploy') {
      if ((FIELDS as readonly string[]).includes(key)) {
        if (event.shiftKey) this.callBack(key);
        else this.deploy(key);
        return true;
      }
      const place = this.siegeKeys()[digit - 1];
      if (place) {
        if (!this.callBack(place)) this.deploy(place);
        return true;
      }
    }
    if (this.kind === 'build' && digit >= 1 && digit <= 6) {
      this.build(this.play.seat, digit);
      return true;
    }
    if (this.kind === 'build' && key === 'B') {
      const kinds = [...new Set(this.toBuild)];
      if (kinds.length) this.pickBrick(kinds[(kinds.indexOf(this.brick as Brick) + 1) % kinds.length]);
      return true;
    }
    if (this.kind === 'exchange' && this.values.includes(digit)) {
      this.pickCard(digit);
      return true;
    }
    if (this.kind === 'call' && key === 'P') {
      this.next(-1);
      return true;
    }
    if (this.kind === 'loot' && (digit === 1 || digit === 2)) {
      this.take(this.reach.castle, this.reach.sites[digit - 1]);
      return true;
    }
    return false;
  }
  /** The siege fields behind the keys 1 to 9: of the castles clockwise, catapult, boat, ram. */
  siegeKeys(): Place[] {
    return this.rivals.flatMap((castle) => ENGINES.map((engine) => siege(castle, engine))).slice(0, 9);
  }

  /** Steps that are only prepared here: undo takes them back one by one. */
  get steps(): number {
    return this.plan.length + this.built.length + (this.card ? 1 : 0) + this.taken.length;
  }
  unstep(): void {
    if (this.plan.length) this.change({ plan: this.plan.slice(0, -1) });
    else if (!this.unbuild()) this.change({ card: 0, loot: [0, 0] });
  }

  back(): boolean {
    if (this.scene) {
      this.skip();
      return true;
    }
    if (this.refused) {
      this.refused = '';
      return true;
    }
    if (!this.steps) return false;
    this.unstep();
    return true;
  }

  summary(): string {
    const { view } = this;
    const fields = view.fields
      .filter((f) => f.bricks || f.vikings.some(Boolean))
      .map((f) => this.fieldLabel(f))
      .join('. ');
    return (
      `${fields}. ` +
      this.play
        .table!.seats.map((s) => `${s.name}: ${this.number(s.seat).value}, ${this.counts(s.seat).join(', ')}.`)
        .join(' ')
    );
  }

  // Said of places, for those who listen

  private who(vikings: number[]): string[] {
    return vikings.flatMap((count, seat) => (count ? [this.t('stands', { seat, count })] : []));
  }
  fieldLabel(field: StorageField): string {
    const mine = this.planned(field.field);
    const vikings = field.vikings.map((n: number, seat: number) => n + (seat === this.play.seat ? mine : 0));
    const parts = [
      field.bricks
        ? this.t('field_bricks', { field: field.field, count: field.bricks, brick: field.brick })
        : this.t('field_empty', { field: field.field }),
      ...this.who(vikings),
    ];
    if (field.status !== 'quiet') parts.push(this.name('status', field.status));
    return [...parts, ...this.choiceLabel(field.field)].join(', ');
  }
  siegeLabel(castle: number, s: Castle['siege_fields'][number]): string {
    const place = siege(castle, s.engine);
    const parts = [
      this.t('siege_at', { engine: s.engine, castle, sites: s.sites }),
      ...s.vikings.map((seat: number) => this.play.name(seat)),
    ];
    if (this.planned(place)) parts.push(this.play.name(this.play.seat));
    if (s.status !== 'quiet') parts.push(this.name('status', s.status));
    if (s.loot) parts.push(this.name('brick', s.loot.brick));
    return [...parts, ...this.choiceLabel(place)].join(', ');
  }
  siteLabel(castle: number, site: number): string {
    const bricks = [...this.stack(castle, site), ...this.builtOn(castle, site)];
    const parts = [bricks.length ? this.t('site', { site, castle, bricks }) : this.t('site_empty', { site, castle })];
    const taken = this.takenFrom(castle, site);
    if (taken) parts.push(this.t('taken', { n: taken }));
    return [...parts, ...this.choiceLabel(siege(castle, String(site)))].join(', ');
  }
  private choiceLabel(place: Place): string[] {
    return [...(this.isChosen(place) ? [this.t('is_chosen')] : []), ...(this.may(place) ? [this.t('may')] : [])];
  }
}

/** Never 0 for what is possible, never 100 for what is not certain. */
export const percent = (thousandths: number): number =>
  thousandths % 1000 ? Math.min(Math.max(Math.round(thousandths / 10), 1), 99) : thousandths / 10;
