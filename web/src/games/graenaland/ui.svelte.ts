// What is being prepared at the island: an order, a proposal, a vote, a building, a pledge. What is allowed is the hall's to say: it
// tries the draft, and nobody else hears of it before it is confirmed.

import { BoardUi } from '../../kit/board/ui.svelte';
import { prefs } from '../../lib/prefs.svelte';
import type { Data, Legal, LogLine, Position, Prompts, View } from '../../lib/types';
import { m } from '../../paraglide/messages';
import type { Step } from '../../table/play.svelte';
import type { Act, Track } from '../../table/ui';
import { fill } from '../../kit/board/words';
import { listed } from './art';
import type { Box, Territory } from './layout';
import { movements, proposals, type Movement, type Proposed } from './record';
import { Shares, type Start } from './shares.svelte';

export type Counts = Record<string, number>;
export type Offer = NonNullable<NonNullable<View<'graenaland'>['project']>['offers']>[number];
export type SupplyCard = View<'graenaland'>['supply']['display'][number];
export type ShipCard = {
  card: SupplyCard;
  x: number;
  y: number;
  w: number;
  h: number;
  may: boolean;
  chosen: boolean;
  label: string;
};
/** What the next steps of a draft are to be; what it does not say is asked. */
type Want = {
  territory?: string;
  unit?: string;
  work?: string;
  supply?: string;
  way?: Counts;
  cards?: Record<string, Record<number, number>>;
};
type Picked = { moment: number; project: string; place: string; hero: string; tall: boolean | null };
/** The ways to pay for what is drafted, and the steps before them. */
type Paying = { moment: number; before: Step[]; ways: Counts[]; way: number; price: string[] };

/** Answers that stand in the status line, with their keys. */
const ANSWERS: Record<string, string> = {
  stay: 'T',
  pass: 'P',
  accept: 'A',
  refuse: 'R',
  keep_camp: 'K',
  no_claim: 'N',
  plan: 'L',
  claim: 'C',
  withdraw: 'W',
  end: 'E',
  decline: 'D',
  done: 'D',
  carry_out: 'B',
  abandon: 'X',
  relocate: 'M',
  leave: 'V',
  grant: 'G',
};
/** What is answered in secret, and can't be taken back: it is always confirmed. */
const SECRET = ['hero_order', 'vote', 'claim', 'plan', 'victory_card'];
const TALL = [
  ...['vote', 'allotment', 'payment', 'gift', 'pledge', 'joint_decision', 'victory_card', 'claim'],
  ...['grantee', 'unit', 'joint_kind', 'hero_seat', 'supply_card'],
];
const PHASES: Record<string, string[]> = {
  setup: ['start_place', 'camp', 'victory_card'],
  heroes: ['hero_orders'],
  distribution: ['proposal', 'allotment', 'vote'],
  claims: ['claims'],
  over: ['over'],
};
const NONE: Picked = { moment: -1, project: '', place: '', hero: '', tall: null };

export class GraenalandUi extends BoardUi<View<'graenaland'>> {
  shares = new Shares();
  /** Steps are being tried: what is drafted is not yet what is shown. */
  busy = $state(false);
  paying = $state.raw<Paying | null>(null);
  /** Set by the island: where an answer about a place is shown, and how the cursor gets to a place. */
  beside: (id: string) => { x: number; y: number } | undefined = () => undefined;
  cursor: (id: string) => void = () => {};
  private chosenNow = $state.raw<Picked>(NONE);
  private turn = 0;
  private preset = -1;

  // Words

  t(key: string, data: Data = {}): string {
    return fill(this.play.words, prefs.language, 'board', key, data, (seat) => this.play.name(seat));
  }
  /** How something is called. */
  name(table: string, key: string): string {
    return this.play.words[table]?.[key] ?? key;
  }
  card(card: string): string {
    return this.name('card', card || 'face_down');
  }
  terrain(terrain: string): string {
    const name = this.name('back', terrain);
    return name.charAt(0).toUpperCase() + name.slice(1);
  }
  /** Cards by kind: "2 grain, 1 ore". */
  counted(counts: Counts): string {
    return Object.entries(counts)
      .map(([card, count]) => `${count} ${this.card(card)}`)
      .join(', ');
  }
  /** A move in notation by the names of what it is about: "hall", "F1", "2 grain". */
  spoken(notation: string): string {
    const tables = ['project', 'unit', 'card', 'hero', 'direction'].map((table) => this.play.words[table] ?? {});
    const [verb, ...rest] = notation.split(' ');
    const named = rest.map((word) => tables.find((table) => word in table)?.[word] ?? word);
    return named.join(' ') || this.name('move', verb);
  }
  who(seat: number): string {
    return seat === this.play.seat ? this.t('you') : this.play.name(seat);
  }

  // The position

  /** The position with what is drafted. */
  get shown(): View<'graenaland'> {
    return this.play.view as View<'graenaland'>;
  }
  /** What is asked after the steps that are drafted; the planning of a claim asks as building does. */
  get step(): string {
    const { play } = this;
    if (!play.myTurn || play.tried?.reveals) return '';
    return plain(play.now?.prompt?.kind ?? '');
  }
  override get kind(): string {
    return plain(super.kind);
  }
  get planning(): boolean {
    return super.kind.startsWith('plan');
  }
  /** Between projects: everything that can be built is on offer. */
  get building(): boolean {
    return this.kind.startsWith('menu') || this.kind === 'plan';
  }
  territory(id: string): Territory | undefined {
    return this.view.territories.find((each) => each.id === id);
  }
  get myHand(): View<'graenaland'>['hand'] {
    const { plan } = this.shown;
    return plan && 'hand' in plan ? plan.hand : this.shown.hand;
  }
  /** What is being built, or planned. */
  get project(): View<'graenaland'>['project'] {
    const { plan, project } = this.view;
    return plan && 'project' in plan ? plan.project : project;
  }
  get offers(): Offer[] {
    return this.building ? (this.project?.offers ?? []) : [];
  }
  private get lines(): LogLine[] {
    const { told, past } = this.play;
    return past ? told.filter((line) => line.moment <= past.moment) : told;
  }
  get told(): Proposed[] {
    return proposals(this.lines);
  }
  /** The orders that were revealed in this turn. */
  readonly movement = $derived.by(() => movements(this.lines));
  /** Those that are shown on the island: until the first proposal of the turn has ended. */
  get arrows(): Movement[] {
    const { moves, fresh } = this.movement;
    return fresh ? moves.filter(({ from }) => from) : [];
  }
  /** The seats in the order in which they propose, and how far it has come. */
  get order(): { seat: number; state: 'done' | 'on' | '' }[] {
    const { proposers, proposal } = this.view;
    const at = proposal ? proposers.indexOf(proposal.proposer) : -1;
    return proposers.map((seat, i) => ({ seat, state: i < at ? 'done' : i === at ? 'on' : '' }));
  }
  /** The territory of what happened last. */
  get newest(): string {
    const line = this.play.told.findLast(({ data }) => typeof data.territory === 'string');
    return this.play.scene && line ? String(line.data.territory) : '';
  }
  fresh(id: string): number[] {
    if (id !== this.newest) return [];
    const seat = this.play.told.at(-1)?.data.seat;
    return typeof seat === 'number' ? [seat] : [];
  }

  // What is chosen, as long as the same is asked

  private get picked(): Picked {
    const moment = this.play.position?.moment ?? -1;
    return this.chosenNow.moment === moment ? this.chosenNow : { ...NONE, moment };
  }
  private change(part: Partial<Picked>): void {
    this.refused = '';
    this.play.refusal = null;
    this.chosenNow = { ...this.picked, ...part };
  }
  get wanted(): string {
    return this.picked.project;
  }
  get place(): string {
    return this.picked.place;
  }
  /** The hero who is to be ordered: the one chosen, or the only one who can go. */
  get hero(): string {
    const heroes = Object.keys(this.ways);
    return this.picked.hero || (heroes.length === 1 ? heroes[0] : '');
  }
  /** On a phone: whether the desk takes the place of the island. */
  get tall(): boolean {
    const { tall, project } = this.picked;
    if (tall !== null) return tall;
    if (this.step === 'building_site' || this.step === 'joint_site') return false;
    if (this.building) return !project || this.play.draft.length > 0;
    return TALL.includes(this.kind) || (this.kind === 'proposal' && this.play.draft.length > 0);
  }
  set tall(on: boolean) {
    this.chosenNow = { ...this.picked, tall: on };
  }
  /** The territory that is chosen. */
  get chosen(): string {
    const { play } = this;
    if (!play.myTurn) return this.view.proposal?.territory ?? this.view.joint?.territory ?? '';
    const step = play.draft.findLast(({ data }) => typeof data?.territory === 'string');
    const open = this.kind === 'vote' || this.kind === 'allotment' ? this.view.proposal?.territory : '';
    return step?.data?.territory ?? (open || this.place || this.view.joint?.territory || this.project?.territory || '');
  }
  /** The territories that may be chosen now. */
  get mays(): string[] {
    const { play } = this;
    if (!play.myTurn || play.past || this.busy) return [];
    if (this.kind === 'hero_order') {
      const { hero, ways } = this;
      return [
        ...new Set(Object.values(hero ? (ways[hero] ?? {}) : Object.assign({}, ...Object.values(ways)))),
      ] as string[];
    }
    if (this.building && (!play.draft.length || play.whole)) {
      const { wanted } = this;
      const offers = this.offers.filter((each) => !wanted || each.project === wanted);
      return [...new Set(offers.flatMap((each) => each.sites))];
    }
    if (this.kind === 'proposal') return this.at(this.choices);
    return this.at(play.draft.length && play.whole ? this.choices : play.legal);
  }
  private at(choices: Legal[]): string[] {
    return choices.map((each) => each.data.territory).filter((id) => typeof id === 'string');
  }

  // Drafting

  /** Whether what is shown is what would be played. */
  get ready(): boolean {
    return this.play.whole && !this.busy;
  }
  private async go(steps: Step[], want: Want): Promise<void> {
    const { play } = this;
    const turn = ++this.turn;
    const moment = play.position!.moment;
    this.busy = true;
    let paying: Paying | null = null;
    try {
      for (;;) {
        const tried = steps.length ? await play.test(steps.map((each) => each.move)) : null;
        if (turn !== this.turn || moment !== play.position?.moment) return;
        if (tried && (tried.refused || tried.reveals)) break;
        const at = tried?.position ?? play.position!;
        if (plain(at.prompt?.kind ?? '') === 'payment' && !paying) {
          const { ways, price } = at.prompt!.data as Prompts<'graenaland'>['payment'];
          paying = { moment, before: steps, ways, price, way: 0 };
          if (want.way) paying.way = ways.findIndex((way) => same(way, want.way!));
          else want = { ...want, way: ways[0] };
        }
        const next = this.next(at, want);
        if (!next) break;
        steps = [...steps, next];
      }
      this.paying = paying;
      await play.propose(steps);
    } catch {
      if (turn === this.turn) await play.propose(steps);
    } finally {
      if (turn === this.turn) this.busy = false;
    }
  }
  /** The step that is wanted where the hall asks for more. */
  private next(at: Position, want: Want): Legal | undefined {
    const find = (key: string, value: unknown): Legal | undefined => at.legal.find((each) => each.data[key] === value);
    switch (plain(at.prompt?.kind ?? '')) {
      case 'building_site':
      case 'joint_site':
        return want.territory ? find('territory', want.territory) : undefined;
      case 'unit':
        return want.unit ? find('unit', want.unit) : undefined;
      case 'joint_kind':
        return want.work ? find('work', want.work) : undefined;
      case 'supply_card':
        return want.supply ? find('supply', want.supply) : undefined;
      case 'payment':
        return want.way && find('count', want.way[(at.prompt!.data as Prompts<'graenaland'>['payment']).kind] ?? 0);
      case 'allotment': {
        const left = want.cards?.[(at.prompt!.data as Prompts<'graenaland'>['allotment']).card];
        const next = left && at.legal.find((each) => left[each.data.seat] > 0);
        if (next) left[next.data.seat] -= 1;
        return next;
      }
      default:
        return undefined;
    }
  }
  private find(kind: string, key = '', value: unknown = null): Legal | undefined {
    return this.choices.find((each) => each.data.kind === kind && (!key || each.data[key] === value));
  }

  /** What is usual is drafted as soon as it is asked: the plainest payment, the vote for my own proposal, to stay where no hero can
   * go. Called in an effect. */
  prepare(): void {
    const { play, kind } = this;
    const moment = play.position?.moment ?? -1;
    if (!play.myTurn || play.draft.length || play.sending || play.link !== 'on' || this.preset === moment) return;
    this.preset = moment;
    const usual = this.choices.find((each) => each.notation === play.position!.prompt!.default_answer);
    if (usual && prefs.kept.answerByDefault) void play.commit([usual.move]);
    else if (usual) void play.propose([usual]);
    else if (kind === 'payment') void this.go([], {});
    else if (kind === 'allotment') {
      const { territory, shares } = this.view.proposal!;
      this.compose(territory!, shares);
    } else this.shares.close();
  }

  // The island

  pick(id: string): void {
    const { play, kind } = this;
    if (play.past || play.scene) return;
    this.refused = '';
    if (id.startsWith('ship ')) return this.take(id.slice(5));
    const here = this.beside(id);
    const chosen = (move: string): void => {
      const choice = this.choices.find((each) => each.data.territory === id);
      if (choice) void play.propose([choice]);
      else this.why(move, id, here);
    };
    if (kind === 'first_place' || kind === 'second_place') chosen(`place at ${id}`);
    else if (kind === 'camp') chosen(`break camp for ${id}`);
    else if (kind === 'hero_order') this.orderTo(id);
    else if (kind === 'proposal') {
      if (this.find('propose', 'territory', id)) this.compose(id);
      else this.why(`propose ${id}`, id, here);
    } else if (kind === 'building_site' || kind === 'joint_site') {
      if (this.find('site', 'territory', id)) void this.go([], { territory: id });
      else this.why(`at ${id}`, id, here);
    } else if (this.step === 'joint_site') {
      const steps = play.draft.filter((step) => step.data?.kind !== 'site');
      if (this.mays.includes(id)) void this.go(steps, { territory: id });
      else
        this.why(
          `at ${id}`,
          id,
          here,
          steps.map((each) => each.move),
        );
    } else if (this.building) this.buildAt(id);
    else this.change({ place: id });
  }

  // Heroes

  /** Where each hero can go, by hero and direction. */
  get ways(): Record<string, Record<string, string>> {
    if (this.kind !== 'hero_order') return {};
    return (this.play.position!.prompt!.data as Prompts<'graenaland'>['hero_order']).to;
  }
  get ordered(): { hero: string; from: string; to: string } | null {
    const step = this.kind === 'hero_order' ? this.play.draft[0] : undefined;
    if (step?.data?.kind !== 'move_hero') return null;
    const { hero, direction } = step.data;
    return { hero, from: this.view.players[this.me].heroes[hero], to: this.ways[hero][direction] };
  }
  chooseHero(hero: string): void {
    this.change({ hero });
    if (this.play.draft.length) void this.play.propose([]);
  }
  command(hero: string, direction: string): void {
    const choice = this.choices.find((each) => each.data.hero === hero && each.data.direction === direction);
    this.change({ hero });
    if (choice) void this.play.propose([choice]);
    else this.why(`move ${hero} ${direction}`, '', undefined);
  }
  private orderTo(id: string): void {
    const goes = (hero: string): string | undefined =>
      Object.entries(this.ways[hero] ?? {}).find(([, to]) => to === id)?.[0];
    const hero = [this.hero, ...Object.keys(this.ways)].find((each) => each && goes(each));
    if (hero) return this.command(hero, goes(hero)!);
    const own = Object.entries(this.view.players[this.me].heroes).find(([, at]) => at === id);
    if (own) this.chooseHero(own[0]);
    else this.elsewhere(id, this.beside(id));
  }

  // Distribution

  compose(id: string, fixed: string[][] = []): void {
    const here = this.territory(id)!;
    const cards = [...listed(here.cards), ...Array<string>(here.face_down).fill('face_down')];
    this.change({ place: id });
    this.shares.open(id, cards, here.votes, this.view.proposal!.proposer, { ...fixed });
    if (!this.shares.of(this.me).length) this.shares.allTo(this.me);
    this.lay();
  }
  private lay(): void {
    const choice = this.find('propose', 'territory', this.shares.territory);
    void this.go(choice ? [choice] : [], { cards: this.shares.quota() });
  }
  give(at: number, to: number): void {
    this.shares.give(at, to);
    this.lay();
  }
  begin(start: Start): void {
    if (start === 'mine') this.shares.allTo(this.me);
    else if (start === 'votes') this.shares.byVotes();
    else if (this.before) this.shares.like(this.before.shares);
    this.lay();
  }
  /** The last proposal for the territory for which one is composed. */
  get before(): Proposed | undefined {
    return this.told.findLast((each) => each.territory === this.shares.territory && each.passed !== null);
  }
  get composing(): boolean {
    return (
      !!this.shares.territory && (this.kind === 'allotment' || (this.kind === 'proposal' && this.play.draft.length > 0))
    );
  }

  // Building

  private buildAt(id: string): void {
    const { wanted } = this;
    if (wanted && wanted !== 'army') {
      if (this.offers.some((each) => each.project === wanted && each.sites.includes(id))) this.build(wanted, id);
      else {
        const step = this.find('build', 'project', wanted);
        this.why(step ? `at ${id}` : `build ${wanted}`, id, this.beside(id), step ? [step.move] : []);
      }
      return;
    }
    this.change({ place: this.place === id ? '' : id });
    if (this.play.draft.length) void this.play.propose([]);
  }
  /** A project of the list: it is drafted as soon as its place is known. */
  want(project: string): void {
    const sites = [...new Set(this.offers.filter((each) => each.project === project).flatMap((each) => each.sites))];
    const step = this.find('build', 'project', project);
    if (!step) return this.why(`build ${project}`, '', undefined);
    const at = sites.includes(this.place) ? this.place : sites.length === 1 ? sites[0] : '';
    this.change({ project: this.wanted === project && !this.play.draft.length ? '' : project });
    if (at) this.build(project, at);
    else if (this.play.draft.length) void this.play.propose([]);
  }
  private build(project: string, territory: string): void {
    const step = this.find('build', 'project', project);
    this.change({ project, place: territory });
    if (step) void this.go([step], { territory });
  }
  recruit(unit: string): void {
    const step = this.find('build', 'project', 'army');
    this.change({ project: 'army' });
    if (this.kind === 'unit') void this.go([this.find('recruit', 'unit', unit)!], {});
    else if (step) void this.go([step], { unit });
    else this.why('build army', '', undefined);
  }
  together(work: string): void {
    const step = this.find('joint') ?? this.find('name_work', 'work', work);
    this.change({ project: '', place: '' });
    if (step) void this.go([step], { work });
    else this.why('joint work', '', undefined);
  }
  take(id: string): void {
    const card = this.view.supply.display.find((each) => each.id === id)?.card;
    const step = this.find('supply') ?? this.find('take', 'supply', card);
    this.change({ project: '' });
    if (step && card) void this.go([step], { supply: card });
    else if (this.building) this.why('supply', '', undefined);
    else this.elsewhere('');
  }
  pay(at: number): void {
    const { paying } = this;
    if (paying) void this.go(paying.before, { way: paying.ways[at] });
  }
  /** The next step among those that stand on the desk: a gift, a pledge, a player, a victory card. */
  add(choice: Legal): void {
    const inside = this.play.legal.includes(choice) && !this.choices.includes(choice);
    void this.go(inside ? [...this.play.draft, choice] : [choice], {});
  }

  // The supply ship

  /** Where the cards on display lie: two by two in a corner, or in a row. */
  shipCards(box: NonNullable<Box>): ShipCard[] {
    const { display } = this.shown.supply;
    const strip = box.w > box.h * 2.4;
    const columns = strip ? Math.max(4, display.length) : 2;
    const w = strip ? 32 : Math.min(44, (box.w - 12) / 2, ((box.h - 26) / 2 - 6) * 0.75);
    const h = (w * 38) / 28;
    const due = (this.building && !!this.find('supply')) || this.kind === 'supply_card';
    const taken = this.play.draft.find((step) => step.data?.kind === 'take')?.data?.supply;
    return display.map((card, i) => ({
      card,
      w,
      h,
      x: strip ? box.x + box.w - (columns - i) * (w + 8) + w / 2 : box.x + 2 + w / 2 + (i % columns) * (w + 6),
      y: strip ? box.y + box.h / 2 : box.y + 20 + h / 2 + Math.floor(i / columns) * (h + 6),
      may: due && this.play.myTurn,
      chosen: taken === card.card,
      label: `${this.t('ship')}: ${this.card(card.card)}`,
    }));
  }

  // What the page asks

  say(): { title: string; sub: string } | null {
    const { play } = this;
    const prompt = play.position?.prompt;
    if (!prompt) return null;
    if (this.refused) return { title: prompt.words, sub: '' };
    if (this.composing)
      return { title: this.t('share_of', { territory: this.shares.territory }), sub: this.t('hint_compose') };
    const drafted = play.draft.filter((step) => step.data?.kind !== 'spend').map((step) => this.brief(step.words));
    const next = play.draft.length && !play.whole ? play.now?.prompt?.words : '';
    const talk = play.position?.remarks.length ? m.may_talk() : '';
    const wins =
      this.kind === 'menu_leading' && this.view.players[play.seat]?.missing === 0 ? this.t('end_and_win') : '';
    const hint = [wins || this.t(`hint_${this.kind}`), talk].filter(Boolean).join(' ');
    if (this.kind === 'vote')
      return { title: this.t(prompt.data.seat === play.seat ? 'vote_on_own' : 'vote_on', prompt.data), sub: hint };
    if (this.kind === 'payment') return { title: this.t('choose_payment'), sub: '' };
    if (this.building && play.whole && drafted.length)
      return { title: drafted.join(' · '), sub: this.paying ? this.t('choose_payment') : this.t('no_way_back') };
    return { title: next || prompt.words, sub: drafted.join(' · ') || hint };
  }
  /** What a choice is called, without what it costs: prices are shown in pictures. */
  private brief(words: string): string {
    return words.split(' · ')[0];
  }

  acts(): Act[] {
    const { play } = this;
    const [first] = play.draft;
    const out: Act[] = [];
    for (const choice of this.choices) {
      const key = ANSWERS[choice.data.kind];
      if (!key) continue;
      out.push({
        id: choice.notation,
        label: choice.words,
        key,
        look: first?.move === choice.move ? 'sel' : undefined,
        run: () => this.answer(choice),
      });
    }
    if (this.kind === 'hero_seat') return out;
    // what exists but is not allowed now answers with its rule
    const missing = { menu_leading: 'end', joint_decision: 'carry_out' }[this.kind];
    if (missing && !this.find(missing))
      out.push({
        id: missing,
        label: this.name('move', missing),
        key: ANSWERS[missing],
        off: true,
        run: () => this.why(missing.replace('_', ' '), ''),
      });
    return [...out, this.goOn()];
  }
  private answer(choice: Legal): void {
    const { play } = this;
    this.change({ project: '', place: '' });
    this.shares.close();
    this.turn += 1;
    this.busy = false;
    if (SECRET.includes(this.kind)) void play.propose([choice]);
    else {
      play.draft = [];
      void play.choose(choice).then(() => {
        if (play.draft[0] === choice && !play.whole) void this.go(play.draft, {});
      });
    }
  }
  /** Enter on the place that is chosen, or on one that cannot be, plays what is drafted. */
  enter(id: string): boolean {
    const taken = this.play.draft.find((step) => step.data?.supply)?.data?.supply;
    const card = this.view.supply.display.find((each) => `ship ${each.id}` === id)?.card;
    const chosen = id === (this.ordered?.to ?? this.chosen) || (!!card && card === taken);
    return (chosen || (!card && this.play.draft.length > 0 && !this.mays.includes(id))) && this.send();
  }
  /** Plays what is drafted; false if that is not whole. */
  send(): boolean {
    if (!this.ready) return false;
    void this.play.commit();
    return true;
  }
  private goOn(): Act {
    const { play, ready } = this;
    const label = this.composing
      ? this.t('show_proposal')
      : play.draft.some((step) => step.data?.kind === 'build')
        ? this.t('pay_and_build')
        : m.confirm();
    const act = this.confirm();
    return {
      ...act,
      label,
      look: ready ? 'go' : undefined,
      off: !ready,
      run: () => void this.send(),
    };
  }

  track(): Track {
    const { phase, round, victory } = this.view;
    const now = Object.keys(PHASES).find((each) => PHASES[each].includes(phase)) ?? 'build';
    const lead = this.t('round', { round });
    const steps = ['production', 'heroes', 'distribution', ...(victory.mode === 'cards' ? ['claims'] : []), 'build'];
    const at = steps.indexOf(now);
    if (at < 0) return { lead, steps: [{ name: this.t(`phase_${now}`), state: 'on' }] };
    return {
      lead,
      steps: steps.map((each, i) => ({
        name: this.t(`phase_${each}`),
        state: i < at ? 'done' : i === at ? 'on' : '',
      })),
    };
  }

  counts(seat: number): string[] {
    const player = this.play.stands && this.view.players[seat];
    if (!player) return [];
    const cards = Object.values(player.backs).reduce((sum, each) => sum + each, 0);
    return [
      ...(this.view.leader === seat ? [this.t('leads')] : []),
      this.t('n_cards', { n: cards }),
      this.t('army_n', { n: player.army }),
    ];
  }
  number(seat: number): { value: string; sub: string } {
    if (!this.play.stands) return { value: '', sub: '' };
    const { players, victory } = this.view;
    const met = players[seat]?.objectives;
    if (met !== undefined) return { value: String(met), sub: this.t('of_needed', { needed: victory.needed }) };
    return { value: '', sub: '' };
  }

  /** What stands on the desk has keys of its own: digits, J for works to be built together, 0 for the supply ship. */
  key(event: KeyboardEvent): boolean {
    if (!this.play.myTurn) return false;
    const item = document.querySelector<HTMLElement>(`.desk [data-key="${CSS.escape(event.key.toLowerCase())}"]`);
    item?.focus(); // not the island: Enter there would choose the place on which one stood
    item?.click();
    return !!item;
  }

  /** What is drafted is one thing: it is taken back as a whole. */
  get steps(): number {
    return this.play.draft.length ? 1 : 0;
  }
  unstep(): void {
    this.refused = '';
    this.back();
  }
  override back(): boolean {
    if (!this.refused && this.play.draft.length) {
      this.turn += 1;
      this.busy = false;
      this.shares.close();
      if (this.kind === 'allotment') this.preset = -1; // it is composed anew from where it stands
      this.change({ project: '', place: '' });
      void this.play.propose([]);
      return true;
    }
    if (super.back()) return true;
    if (!this.wanted && !this.place && !this.picked.hero) return false;
    this.change({ project: '', place: '', hero: '' });
    return true;
  }

  /** What the votes of heroes in a territory come from, and by which rules. */
  sources(here: Territory): string[] {
    return here.vote_sources
      .filter(({ source }) => source !== 'colonies')
      .map(({ seat, source, votes, rule }) => this.t(`source_${source}`, { seat, n: votes, rule }));
  }
  /** A territory in sentences, for the ear and for who points at it. */
  sentences(id: string): string[] {
    const here = this.shown.territories.find((each) => each.id === id);
    if (!here) return [];
    const seats = (counts: number[]): string =>
      counts
        .map((count, seat) => (count ? `${this.play.name(seat)} ${count}` : ''))
        .filter(Boolean)
        .join(', ');
    const cards = [this.counted(here.cards), here.face_down ? this.t('face_down_n', { n: here.face_down }) : ''];
    const owned = Object.entries(here.buildings).filter(([, owner]) => owner !== null);
    return [
      this.t('cards_here', { cards: cards.filter(Boolean).join(', ') || '–', limit: here.limit }),
      here.votes_needed
        ? this.t('votes_here', {
            votes: seats(here.votes),
            needed: here.votes_needed,
            total: here.votes.reduce((sum, each) => sum + each, 0),
          })
        : this.t('no_votes_here'),
      here.villages.some(Boolean) ? this.t('villages_here', { villages: seats(here.villages) }) : '',
      ...this.sources(here),
      ...owned.map(([building, seat]) => this.t('building_here', { building, seat, does: this.t(`does_${building}`) })),
      ...here.works.map((work) => this.t('work_here', { work, does: this.t(`does_${work}`) })),
      here.emptied ? this.t('emptied_here') : '',
      this.t('price_here', { price: this.counted(here.village_price) }),
      here.building_slots ? '' : this.t('no_slots_here'),
    ]
      .filter(Boolean)
      .map((line) => line.charAt(0).toUpperCase() + line.slice(1));
  }
  about(id: string, between = ' '): string {
    const here = this.shown.territories.find((each) => each.id === id);
    const chosen = this.chosen === id ? [this.t('is_chosen')] : [];
    return here ? [`${this.terrain(here.terrain)} ${id}.`, ...this.sentences(id), ...chosen].join(between) : '';
  }
  override summary(): string {
    const standing = this.view.players.map(
      ({ standing }, seat) =>
        `${this.play.name(seat)}: ${Object.entries(standing)
          .map(([column, count]) => `${this.name('column', column)} ${count}`)
          .join(', ')}`,
    );
    return [...this.view.territories.map((each) => this.about(each.id)), ...standing].join('. ');
  }
}

/** The planning of a claim asks as building does. */
const plain = (kind: string): string => kind.replace(/^plan_/, '');
const same = (a: Counts, b: Counts): boolean =>
  [...Object.keys(a), ...Object.keys(b)].every((card) => (a[card] ?? 0) === (b[card] ?? 0));
