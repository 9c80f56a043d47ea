// What A Feast for Odin tells the page: the question at hand, the draft that is being made of spaces, goods and cards, and its words.

import { Standing } from '../../kit/board/standing.svelte';
import { BoardUi } from '../../kit/board/ui.svelte';
import { minus } from '../../kit/minus';
import type { Legal, Prompt, View } from '../../lib/types';
import { m } from '../../paraglide/messages';
import type { Play } from '../../table/play.svelte';
import type { Act, Track } from '../../table/ui';
import { box } from './components.svelte';
import { Laying } from './laying.svelte';
import { type Counts, phrase } from './phrases';
import { gives, missing } from './steps';

export type OdinView = View<'odin'>;
export type Space = OdinView['spaces'][number];
export type Player = OdinView['players'][number];
export type Pane = 'actions' | 'boards' | 'others';

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const SENDING = ['send', 'send_for', 'imitate', 'imitate_for'];
const CLOSING = ['pass', 'done', 'skip', 'stop'];
const ANYTIME = ['buy', 'arm', 'slot', 'exchange', 'use'];
/** Questions whose answers can be given at any time elsewhere. */
const OFFERING = ['offers', 'arm', 'fish'];
/** The phases that a round passes through in the header. */
const TRACK = ['harvest', 'actions', 'income', 'feast'];

export class OdinUi extends BoardUi<OdinView> {
  /** On a phone: which part of the table is in sight. */
  pane = $state<Pane>('actions');
  /** Whose boards are looked at, -1 for mine. */
  looked = $state(-1);
  /** What lies over the boards: the occupations, or everybody beside everybody. */
  panel = $state<'' | 'cards' | 'compare'>('');
  /** A good that is pointed at: its spaces and its places light up. */
  good = $state('');
  /** A space that is pointed at or has the focus. */
  space = $state('');
  readonly standing: Standing;
  readonly laying: Laying;
  /** The choices among which the space of the draft was chosen, and how many steps came before it. */
  private before: { steps: number; legal: Legal[] } | null = null;

  constructor(play: Play) {
    super(play);
    this.standing = new Standing(play);
    this.laying = new Laying(this);
  }

  // Words

  /** The name of a thing in one of the tables of the game's words. */
  name(value: string | number, table: string): string | undefined {
    return this.play.words[table]?.[String(value)]?.split('|')[0];
  }
  item(item: string): string {
    return this.name(item, 'item') ?? item;
  }
  /** A phrase of the board, with what it counts. */
  text(key: string, data: Counts = {}): string {
    return phrase(this.play.words, 'table', key, data);
  }
  /** Items with their numbers, in words. */
  items(counts: Record<string, number>): string {
    return Object.entries(counts)
      .filter(([, n]) => n)
      .map(([item, n]) => {
        const word = n === 1 ? 'item_one' : 'item_many';
        return `${n} ${this.name(item, word) ?? this.item(item)}`;
      })
      .join(', ');
  }

  // The question at hand, after what is drafted

  /** The position with the draft. */
  get drafted(): OdinView {
    return this.play.view as unknown as OdinView;
  }
  /** The seat whose boards are shown. */
  get shown(): number {
    return this.looked < 0 ? this.me : this.looked;
  }
  get mine(): Player {
    return this.drafted.players[this.me];
  }
  get legal(): Legal[] {
    return this.play.myTurn ? this.play.legal : [];
  }
  get prompt(): Prompt | null {
    return this.legal.length ? (this.play.now?.prompt ?? null) : null;
  }
  /** What is asked now, '' when nothing is. */
  get asked(): string {
    return this.prompt?.kind ?? '';
  }
  of(...kinds: string[]): Legal[] {
    return this.legal.filter((choice) => kinds.includes(choice.data.kind));
  }

  // The action board

  /** Only spaces with these words, or that give this good, or that I can use. */
  search = $state('');
  payable = $state(false);
  atMost = $state(0);
  /** A good that is looked for until something else is. */
  picked = $state('');
  finding = $state(false);
  get wanted(): boolean {
    return !!(this.search || this.payable || this.atMost || this.picked);
  }
  findAll(): void {
    this.search = this.picked = '';
    this.payable = this.finding = false;
    this.atMost = 0;
  }
  private isUsable(space: Space): boolean {
    return (space.seat === null || this.imitates(space.name)) && !space.fault && space.column <= this.mine.vikings;
  }
  get usable(): number {
    return this.drafted.spaces.filter((space) => this.isUsable(space)).length;
  }
  isWanted(space: Space): boolean {
    if (this.payable && !this.isUsable(space)) return false;
    if (this.atMost && space.column > this.atMost) return false;
    if (this.picked && !gives(space).includes(this.picked)) return false;
    return this.sentence(space).toLowerCase().includes(this.search.toLowerCase());
  }
  /** Whether a space that is taken can be used all the same. */
  imitates(name: string): boolean {
    return (this.sending.get(name) ?? []).some((choice) => choice.data.kind.startsWith('imitate'));
  }
  /** A space in one sentence: Vikings, cost and gain, and how it stands. */
  sentence(space: Space): string {
    const head = `${this.text('vikings_n', { n: space.column })}: ${this.name(space.name, 'space')}`;
    return [head, this.won(space)].filter(Boolean).join('; ') + `. ${this.standsAs(space)}`;
  }
  /** What a roll that succeeds brings. */
  private won(space: Space): string {
    const won = (space.now ?? []).flat(2).find((way) => way.odds && way.get)?.get;
    return won ? this.text('won', { items: this.items(won) }) : '';
  }
  private standsAs(space: Space): string {
    if (space.seat !== null && !this.imitates(space.name))
      return this.text(space.blocked ? 'blocked' : this.view.seats > 1 ? 'taken' : 'taken_alone', {
        name: this.play.name(space.seat),
      });
    if (this.play.seat < 0) return '';
    if (space.fault) {
      const lack = space.at_hand === false ? this.needed(space.needs) : this.items(missing(space, this.mine.items));
      return lack ? this.text('lacks', { items: lack }) : (this.play.words.rule?.[space.fault] ?? '');
    }
    if (space.column > this.mine.vikings) return this.text('few', { n: this.mine.vikings });
    return this.text(this.imitates(space.name) ? 'imitable' : 'usable');
  }

  /** The ships that a space needs: `2 longship`, or any `ship`. */
  private needed(needs: string): string {
    const [, n, ship] = /^(?:(\d+) )?(.*)$/.exec(needs)!;
    return this.text(`any_${ship}`) || this.items({ [ship]: Number(n ?? 1) });
  }

  /** The step of the draft that sends Vikings, and what can still be sent. */
  get sent(): Legal | null {
    return (this.play.draft.find((step) => SENDING.includes(step.data?.kind)) as Legal | undefined) ?? null;
  }
  /** By space: what may be chosen there, before a space was drafted. */
  get sending(): Map<string, Legal[]> {
    const found = new Map<string, Legal[]>();
    const at = this.play.draft.findIndex((step) => SENDING.includes(step.data?.kind));
    const legal = at < 0 ? this.legal : at === this.before?.steps ? this.before.legal : at === 0 ? this.choices : [];
    for (const choice of legal)
      if (SENDING.includes(choice.data.kind))
        found.set(choice.data.space, [...(found.get(choice.data.space) ?? []), choice]);
    return found;
  }
  /** Drafts a space in place of the one that is drafted; the same one again takes the next way. */
  async send(name: string, at?: { x: number; y: number }): Promise<void> {
    const { play } = this;
    if (play.past || play.scene) return;
    const ways = this.sending.get(name) ?? [];
    const back = this.callable.get(name);
    this.refused = '';
    if (back) return this.choose(back);
    if (!ways.length) {
      if (play.myTurn && this.kind !== 'turn') return this.elsewhere(name, at);
      return this.why(`send ${name}`, name, at, []);
    }
    const chosen = this.sent;
    const same = chosen ? ways.findIndex((way) => way.move === chosen.move) : -1;
    const choice = ways[(same + 1) % ways.length];
    if (choice.move === chosen?.move) return;
    const steps = play.draft.findIndex((step) => SENDING.includes(step.data?.kind));
    if (steps < 0) this.before = { steps: play.draft.length, legal: this.legal };
    await play.propose([...(steps < 0 ? play.draft : play.draft.slice(0, steps)), choice]);
  }

  // Everything else that is chosen

  /** Whether it may be done now although something else is asked. */
  private isAnytime(choice: Legal): boolean {
    return ANYTIME.includes(choice.data.kind) && !OFFERING.includes(this.asked);
  }
  /** What is asked of me and has no place on the boards: shown in the chooser. */
  get answers(): Legal[] {
    if (this.laying.on) return [];
    return this.legal.filter(
      (choice) => ![...CLOSING, ...SENDING, 'put'].includes(choice.data.kind) && !this.isAnytime(choice),
    );
  }
  /** What may be done at any time, besides laying tiles. */
  get anytime(): Legal[] {
    return this.legal.filter((choice) => this.isAnytime(choice));
  }
  /** By space: whose Viking may come back. */
  get callable(): Map<string, Legal> {
    return new Map(this.of('call_back').map((choice) => [choice.data.place, choice]));
  }
  /** What a good turns into by this choice: as the question says, else so many steps further in its row. */
  becomes(choice: Legal): string {
    const { kind } = choice.data;
    const good = String(choice.data.good ?? '').replace(/^pregnant_/, '');
    const data = this.prompt?.data ?? {};
    const told = (data.becomes as Record<string, Record<string, string>> | undefined)?.[kind]?.[good];
    if (told) return told;
    const row = box.sizes.find((each) => each.some(({ name }) => name === good)) ?? [];
    const at = row.findIndex(({ name }) => name === good);
    const far = kind === 'upgrade_far' || data.steps === 'twice' ? 2 : 1;
    return (data.steps === 'to_blue' ? row[row.length - 1] : row[at + far])?.name ?? '';
  }
  /** Whether a card can be played, used or exchanged with now. */
  isOffered(card: string): boolean {
    return this.legal.some((choice) => choice.data.card === card);
  }
  open(panel: '' | 'cards' | 'compare'): void {
    this.panel = this.panel === panel ? '' : panel;
  }
  lookAt(seat: number): void {
    this.looked = seat === this.me || seat === this.looked ? -1 : seat;
    this.panel = '';
    this.pane = 'boards';
  }
  /** A good of the ladder: what may be done with it, else its spaces. */
  pickGood(good: string): void {
    const choices = this.answers.filter((choice) => choice.data.good === good);
    if (choices.length) void this.choose(choices[0]);
    else this.picked = this.picked === good ? '' : good;
  }
  async choose(choice: Legal): Promise<void> {
    await this.play.select(choice);
  }

  // What the page asks

  say(): { title: string; sub: string } | null {
    const { play } = this;
    if (this.laying.on) return this.laying.say();
    const pointed = this.sending.size ? this.view.spaces.find((each) => each.name === this.space) : undefined;
    if (!play.draft.length && !pointed && this.asked === 'turn' && !this.mine.vikings)
      return { title: this.text('no_vikings'), sub: '' };
    if (!play.draft.length)
      return pointed ? { title: play.position?.prompt?.words ?? '', sub: this.sentence(pointed) } : null;
    const final = play.freely ? '' : m.reveals();
    const shown = !play.tried || play.tried.tried === play.draft.length;
    const told = shown ? this.changes() : this.planned();
    const sub = [told && `${told}.`, play.tried?.reveals ? final : ''].filter(Boolean).join(' ');
    if (this.prompt && play.tried?.position.prompt?.part) return { title: this.prompt.words, sub };
    const last = play.draft[play.draft.length - 1];
    const { sent } = this;
    if (play.position?.prompt?.kind === 'start_card')
      return { title: this.text('take_card', { card: this.name(last.data?.card, 'card') ?? '' }), sub };
    if (this.laying.fillSays) return { title: this.laying.fillSays, sub };
    const title =
      sent && last === sent ? this.text('send', { n: this.columnOf(sent.data.space), space: sent.words }) : '';
    return { title: title || last.words, sub };
  }
  private columnOf(name: string): number {
    return this.view.spaces.find((each) => each.name === name)?.column ?? 0;
  }
  /** What the drafted space itself costs and gives, where the hall does not tell what follows. */
  private planned(): string {
    const { sent, play } = this;
    const space = this.view.spaces.find((each) => each.name === sent?.data.space);
    if (!sent || play.draft[play.draft.length - 1] !== sent || !space?.now) return '';
    const ways = space.now[0].map((step, i) => step[i === 0 && sent.data.way ? sent.data.way - 1 : 0]);
    const sum = (key: 'pay' | 'get'): string => this.items(Object.assign({}, ...ways.map((way) => way?.[key] ?? {})));
    return [
      this.won(space) || [sum('pay'), sum('get')].filter(Boolean).join(' → '),
      this.text('vikings_stay', { n: this.mine.vikings - space.column }),
    ]
      .filter(Boolean)
      .join('; ');
  }
  /** What the draft changes for me: goods, income, points. */
  private changes(): string {
    const [before, after] = [this.view.players[this.me], this.mine];
    const items = [...new Set([...Object.keys(before.items), ...Object.keys(after.items)])]
      .map((item): [string, number] => [item, (after.items[item] ?? 0) - (before.items[item] ?? 0)])
      .filter(([, by]) => by)
      .sort(([, a], [, b]) => Math.sign(a) - Math.sign(b))
      .map(([item, by]) => `${by > 0 ? '+' : '−'}${this.items({ [item]: Math.abs(by) })}`);
    const told: string[] = [];
    if (after.score !== before.score)
      told.push(this.text('points_to', { from: minus(before.score), to: minus(after.score) }));
    if (after.income !== before.income) told.push(this.text('income_to', { from: before.income, to: after.income }));
    told.push(items.join(', '));
    if (after.vikings !== before.vikings) told.push(this.text('vikings_stay', { n: after.vikings }));
    return told.filter(Boolean).join('; ');
  }

  acts(): Act[] {
    const { play } = this;
    if (this.laying.on) return this.laying.acts();
    const closing = this.of(...CLOSING).map((choice): Act => {
      const last = this.legal.length === 1 || this.asked.endsWith('_window');
      return {
        id: choice.notation,
        label: capital(choice.words),
        key: choice.data.kind === 'pass' ? 'P' : last && !play.draft.length ? '↵' : 'G',
        look: last && !play.draft.length ? 'go' : undefined,
        run: () =>
          void (play.draft.length ? play.select(choice) : last ? play.commit([choice.move]) : play.choose(choice)),
      };
    });
    const trades = this.of('trade');
    if (trades.length > 1)
      closing.unshift({
        id: 'all',
        label: this.text('all_of_them'),
        key: 'A',
        run: () => void play.propose([...play.draft, ...trades]),
      });
    if (!play.draft.length) return closing;
    const { sent } = this;
    const label = sent ? this.text('send_n', { n: this.columnOf(sent.data.space) }) : undefined;
    return [...closing, this.confirm(label || undefined)];
  }

  track(): Track | null {
    const { view } = this;
    const at = TRACK.indexOf(view.phase);
    return {
      lead: m.round_of({ n: view.round, of: view.rounds }),
      steps: (at < 0 ? [view.phase] : TRACK).map((phase, i) => ({
        name: capital(this.name(phase, 'phase') ?? ''),
        state: at < 0 || i === at ? 'on' : i < at ? 'done' : '',
      })),
    };
  }

  counts(seat: number): string[] {
    const player = (this.play.stands as OdinView | null)?.players[seat];
    if (!player) return [];
    return [
      this.text('vikings_n', { n: player.vikings }),
      this.text('income_n', { n: player.income }),
      this.text('silver_n', { n: player.items.silver ?? 0 }),
    ];
  }

  key(event: KeyboardEvent): boolean {
    if (this.laying.key(event)) return true;
    const key = event.key.toUpperCase();
    if (key === 'O' || key === 'C') {
      this.open(key === 'O' ? 'cards' : 'compare');
      return true;
    }
    if (key === 'X') {
      this.finding = !this.finding;
      return true;
    }
    const n = Number(event.key);
    const choice = n >= 1 && n <= 9 ? this.answers[n - 1] : undefined;
    if (choice) void this.choose(choice);
    return !!choice;
  }

  back(): boolean {
    if (this.panel || this.finding || this.wanted) {
      this.panel = '';
      this.findAll();
      return true;
    }
    if (this.laying.back() || super.back()) return true;
    if (this.looked < 0) return false;
    this.looked = -1;
    return true;
  }
}
