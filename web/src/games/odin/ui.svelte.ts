// What A Feast for Odin tells the page: the question at hand, the draft that is being made of spaces, goods and cards, and its words.

import { Standing } from '../../kit/board/standing.svelte';
import { BoardUi } from '../../kit/board/ui.svelte';
import type { Legal, Prompt, View } from '../../lib/types';
import { m } from '../../paraglide/messages';
import type { Play } from '../../table/play.svelte';
import type { Act, Track } from '../../table/ui';
import { Laying } from './laying.svelte';
import { gives, missing } from './steps';

export type OdinView = View<'odin'>;
export type Space = OdinView['spaces'][number];
export type Player = OdinView['players'][number];
export type Pane = 'actions' | 'boards' | 'others';

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const SENDING = ['send', 'send_for', 'imitate', 'imitate_for'];
const CLOSING = ['pass', 'done', 'skip', 'stop'];
const ANYTIME = ['buy', 'arm', 'slot', 'exchange', 'use'];
/** The phases that a round passes through in the header. */
const TRACK = ['harvest', 'actions', 'income', 'feast'];

export class OdinUi extends BoardUi<OdinView> {
  /** On a phone: which part of the table is in sight. */
  pane = $state<Pane>('actions');
  /** Whose boards are looked at, -1 for mine. */
  looked = $state(-1);
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
  text(key: string, data: Record<string, string | number> = {}): string {
    return (this.play.words.table?.[key] ?? '').replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (_, name, one, many) =>
      one === undefined ? String(data[name] ?? '') : Number(data[name]) === 1 ? one : many,
    );
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
  finding = $state(false);
  get wanted(): boolean {
    return !!(this.search || this.payable || this.good);
  }
  isWanted(space: Space): boolean {
    if (this.payable && (space.seat !== null || space.fault || space.column > this.mine.vikings)) return false;
    if (this.good && !gives(space).includes(this.good)) return false;
    return this.sentence(space).toLowerCase().includes(this.search.toLowerCase());
  }
  /** Whether a space that is taken can be used all the same. */
  imitates(name: string): boolean {
    return (this.sending.get(name) ?? []).some((choice) => choice.data.kind.startsWith('imitate'));
  }
  /** A board by the first letters of its name. */
  short(board: string): string {
    return (this.name(board, 'board') ?? board).split(/[ (]/)[0].slice(0, 5);
  }
  /** A space in one sentence: Vikings, cost and gain, and how it stands. */
  sentence(space: Space): string {
    const head = `${this.text('vikings_n', { n: space.column })}: ${this.name(space.name, 'space')}`;
    return `${head}. ${this.standsAs(space)}`;
  }
  private standsAs(space: Space): string {
    if (space.seat !== null && !this.imitates(space.name))
      return this.text(space.blocked ? 'blocked' : 'taken', { name: this.play.name(space.seat) });
    if (this.play.seat < 0) return '';
    if (space.fault) {
      const lack = this.items(missing(space, this.mine.items));
      return lack ? this.text('lacks', { items: lack }) : (this.play.words.rule?.[space.fault] ?? '');
    }
    if (space.column > this.mine.vikings) return this.text('few', { n: this.mine.vikings });
    return this.text(this.imitates(space.name) ? 'imitable' : 'usable');
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
    this.refused = '';
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

  /** What is asked of me and has no place on the boards: shown in the chooser. */
  get answers(): Legal[] {
    if (this.laying.on || this.asked === 'turn' || this.asked.endsWith('_window')) return [];
    return this.legal.filter((choice) => ![...CLOSING, ...SENDING].includes(choice.data.kind));
  }
  /** What may be done at any time, besides laying tiles. */
  get anytime(): Legal[] {
    return this.asked === 'turn' || this.asked.endsWith('_window') ? this.of(...ANYTIME) : [];
  }
  async choose(choice: Legal): Promise<void> {
    await this.play.select(choice);
  }

  // What the page asks

  say(): { title: string; sub: string } | null {
    const { play } = this;
    if (this.laying.on) return this.laying.say();
    if (!play.draft.length) return null;
    const sub = play.tried?.reveals ? m.reveals() : '';
    if (this.prompt && this.play.tried?.position.prompt?.part) return { title: this.prompt.words, sub };
    return { title: play.draft[play.draft.length - 1].words, sub };
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
        run: () => void (play.draft.length ? play.select(choice) : play.choose(choice)),
      };
    });
    return play.draft.length ? [...closing, this.confirm()] : closing;
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
    const n = Number(event.key);
    const choice = n >= 1 && n <= 9 ? this.answers[n - 1] : undefined;
    if (choice) void this.choose(choice);
    return !!choice;
  }

  back(): boolean {
    return this.laying.back() || super.back();
  }
}
