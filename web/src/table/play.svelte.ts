// One table as one viewer sees it: the connection, the position, the draft, and the look back.

import { api, HallError } from '../lib/api';
import { prefs } from '../lib/prefs.svelte';
import { router } from '../lib/router.svelte';
import * as sounds from '../lib/sounds';
import { m } from '../paraglide/messages';
import type {
  ChatLine,
  Clock,
  Data,
  Legal,
  LogLine,
  Moment,
  Position,
  ScoreLine,
  TableInfo,
  Tried,
  Why,
} from '../lib/types';

import type { Pictures, Tables, Thing } from './pictures';

export type Refusal = { rule: string; words: string; at?: { x: number; y: number } };
type Waiting = { message: Data; resolve: (answer: any) => void; reject: (error: HallError) => void; again: boolean };

export class Play {
  table = $state.raw<TableInfo | null>(null);
  seat = $state(-1);
  position = $state.raw<Position | null>(null);
  log = $state.raw<LogLine[]>([]);
  /** How many lines of the log came before those at hand. */
  earlier = $state(0);
  chat = $state.raw<ChatLine[]>([]);
  clock = $state.raw<Clock | null>(null);
  /** When the clock came, in seconds, by a clock that nobody sets: the hall's time of day need not be ours. */
  clockCame = 0;
  online = $state.raw<boolean[]>([]);
  link = $state<'joining' | 'on' | 'lost' | 'gone'>('joining');
  bye = $state('');
  error = $state.raw<HallError | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  curtain = $state<number | null>(null);
  draft = $state.raw<Legal[]>([]);
  tried = $state.raw<Tried | null>(null);
  sending = $state(false);
  past = $state.raw<Moment | null>(null);
  unread = $state(0);
  /** Kinds of events that sound like a fight; the game's part names them. */
  fights: string[] = [];
  /** The words of the game, and the pictures of what they name; empty until they have come. */
  words = $state.raw<Tables>({});
  pictures = $state.raw<Pictures | null>(null);

  private socket: WebSocket | null = null;
  private n = 0;
  private waiting = new Map<string, Waiting>();
  private tries = 0;
  private timer = 0;
  private beat = 0;
  private moments = new Map<number, Moment>();
  private shut = false;
  private wanted: number | null = null;

  constructor(readonly id: string) {}

  // What is shown

  /** The position at hand: of the draft while there is one, else as it stands. */
  get now(): Position | null {
    return this.tried && !this.tried.refused ? this.tried.position : this.position;
  }
  get view(): Data | null {
    return this.past ? this.past.view : (this.now?.view ?? null);
  }
  get legal(): Legal[] {
    return this.past || this.tried?.reveals ? [] : (this.now?.legal ?? []);
  }
  /** Whether the rules of the game let us talk now, and by which of them; null where they say nothing of it, or do not play. */
  get talk(): { open: boolean; rule: string } | null {
    return this.table?.status === 'playing' ? (this.position?.view?.talk ?? null) : null;
  }
  get myTurn(): boolean {
    return !this.past && (this.position?.legal.length ?? 0) > 0;
  }
  get awaited(): number[] {
    return this.view?.awaiting ?? [];
  }
  get seats(): number {
    return this.table?.seats.length ?? 0;
  }
  /** What looks through a seat of mine; nothing for the others'. */
  devices(seat: number): TableInfo['devices'] {
    return this.table?.devices.filter((d) => d.seat === seat) ?? [];
  }
  name(seat: number): string {
    return this.table?.seats[seat]?.name ?? String(seat + 1);
  }

  /** What a sentence with this data may name. */
  things(data: Data): Thing[] {
    return this.pictures?.things(data, this.words) ?? [];
  }

  // The connection

  async open(): Promise<void> {
    try {
      this.table = await api.table(this.id);
      this.choose();
      this.connect();
    } catch (error) {
      this.error = error as HallError;
    }
  }

  close(): void {
    this.shut = true;
    clearTimeout(this.timer);
    clearInterval(this.beat);
    this.socket?.close();
  }

  /** Which of my seats I look through. */
  private choose(): void {
    const mine = this.table!.mine;
    const asked = this.position?.view?.awaiting?.find((seat: number) => mine.includes(seat));
    if (!mine.includes(this.seat)) this.seat = asked ?? mine[0] ?? -1;
  }

  private connect(): void {
    if (this.shut) return;
    clearTimeout(this.timer);
    const socket = new WebSocket(
      `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/tables/${this.id}/ws`,
    );
    this.socket = socket;
    socket.onopen = () => this.hello(true);
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = () => {
      if (this.socket !== socket) return;
      clearInterval(this.beat);
      for (const [id, asked] of this.waiting)
        if (!asked.again) {
          this.waiting.delete(id);
          asked.reject(new HallError('unavailable', ''));
        }
      if (this.shut || this.link === 'gone') return;
      this.link = 'lost';
      this.timer = window.setTimeout(() => this.connect(), Math.min(8000, 300 * 2 ** this.tries++));
    };
  }

  /** I have sat down: the line is opened anew, because it was opened by somebody without a seat or a name. */
  adopt(table: TableInfo): void {
    this.table = table;
    this.choose();
    this.rejoin();
  }

  private rejoin(): void {
    const old = this.socket;
    this.n = 0;
    this.link = 'lost';
    this.connect();
    old?.close();
  }

  /** Connects again at once, e.g. when the browser says that the network is back. */
  nudge(): void {
    if (this.link === 'lost') {
      this.tries = 0;
      this.connect();
    }
  }

  private hello(resume: boolean): void {
    this.send({
      do: 'hello',
      id: crypto.randomUUID(),
      seat: this.seat,
      language: prefs.language,
      ...(resume && this.n ? { resume: this.n } : {}),
    });
    clearInterval(this.beat);
    this.beat = window.setInterval(() => this.send({ do: 'ping', id: 'ping' }), 20000);
  }

  /** Looks through another of my seats, or says everything in another language. */
  look(seat: number): void {
    if (seat !== this.seat) this.moments.clear();
    this.seat = seat;
    this.curtain = null;
    this.n = 0;
    this.drop();
    this.hello(false);
  }

  private get names(): string {
    return this.table?.seats.map((s) => s.name).join('\n') ?? '';
  }
  /** Another name for me at this table, and for the next ones. */
  async rename(seat: number, name: string): Promise<void> {
    await api.rename(name);
    this.table = await api.renameSeat(this.id, seat, name);
    this.tellAgain();
  }
  /** Somebody is called otherwise: all that was told is told again in the new words. */
  private tellAgain(): void {
    this.moments.clear();
    this.n = 0;
    this.hello(false);
  }

  private send(message: Data): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Asks and waits for the answer; what is asked `again` survives a lost connection under the same id. */
  private ask<T>(message: Data, again = false): Promise<T> {
    const id = crypto.randomUUID();
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(id, { message: { ...message, id }, resolve, reject, again });
      if (this.link !== 'on' && !again) {
        this.waiting.delete(id);
        reject(new HallError('unavailable', ''));
      } else this.send({ ...message, id });
    });
  }

  private hear(message: Data): void {
    if (typeof message.n === 'number' && message.type !== 'welcome' && message.type !== 'resumed') {
      if (message.n <= this.n) return;
      if (message.n > this.n + 1) return this.hello(true);
      this.n = message.n;
    }
    switch (message.type) {
      case 'welcome':
        this.n = message.n;
        this.table = message.table;
        this.seat = message.seat;
        this.log = message.log.lines;
        this.earlier = message.log.from;
        this.chat = message.chat;
        this.setClock(message.clock);
        this.online = message.table.seats.map((s: { online: boolean }) => s.online);
        this.stand(message.position);
        this.joined();
        break;
      case 'resumed':
        this.joined();
        break;
      case 'update':
        this.log = [...this.log.slice(0, Math.max(0, message.log.from - this.earlier)), ...message.log.lines];
        this.earlier = Math.min(this.earlier, message.log.from);
        this.setClock(message.clock);
        if (message.why === 'undo') this.moments.clear();
        this.sound(message.log.lines);
        this.stand(message.position);
        break;
      case 'table': {
        const before = this.table?.mine.length;
        const names = this.names;
        this.table = message.table;
        if (names !== this.names && this.position?.view) this.tellAgain();
        if (before !== message.table.mine.length || (this.seat >= 0 && !message.table.mine.includes(this.seat))) {
          const seat = this.seat;
          this.choose();
          if (this.seat !== seat) this.look(this.seat);
        }
        break;
      }
      case 'chat':
        this.chat = [...this.chat, message.line];
        this.unread += 1;
        if (message.line.seat < 0 || message.line.seat !== this.seat) sounds.play('chat');
        break;
      case 'presence':
        this.online = message.online;
        break;
      case 'pass':
        if (this.link === 'on') this.curtain = message.to[0];
        break;
      case 'bye':
        if (message.reason === 'removed' && this.table?.mine.length) {
          this.rejoin(); // from that seat, but not from the table
          break;
        }
        this.bye = message.reason;
        if (message.reason !== 'restart' && message.reason !== 'slow') this.link = 'gone';
        break;
      case 'error': {
        const asked = this.waiting.get(message.re);
        this.waiting.delete(message.re);
        const error = new HallError(message.error, message.message, message.rule ?? '');
        if (asked) asked.reject(error);
        else if (this.link !== 'on') {
          this.error = error;
          this.link = 'gone';
        }
        break;
      }
      default: {
        const asked = this.waiting.get(message.re);
        this.waiting.delete(message.re);
        asked?.resolve(message);
      }
    }
  }

  private sound(lines: LogLine[]): void {
    if (lines.length) sounds.play(lines.some((l) => this.fights.includes(l.kind)) ? 'fight' : 'place');
  }

  private setClock(clock: Clock | null): void {
    this.clockCame = performance.now() / 1000;
    this.clock = clock;
  }

  private joined(): void {
    this.link = 'on';
    this.tries = 0;
    this.bye = '';
    for (const asked of this.waiting.values()) if (asked.again) this.send(asked.message);
    const moment = Number(router.marks.get('moment') ?? NaN);
    if (!Number.isNaN(moment) && !this.past) void this.seek(moment);
  }

  private stand(position: Position): void {
    const mine = (this.position?.legal.length ?? 0) > 0;
    const known = this.position !== null;
    if (position.moment !== this.position?.moment || !this.draft.length) this.drop();
    this.position = position;
    this.refusal = null;
    if (known && !mine && position.legal.length > 0) sounds.play('turn');
  }

  // Moves

  /** Adds a choice to the draft and shows what it would do; nothing is played yet. */
  async select(choice: Legal): Promise<void> {
    if (!this.position || this.past) return;
    this.refusal = null;
    const draft = [...this.draft, choice];
    this.draft = draft;
    await this.preview(draft);
  }

  /** Takes the last choice of the draft back. */
  async unselect(): Promise<boolean> {
    if (!this.draft.length) return false;
    const draft = this.draft.slice(0, -1);
    this.draft = draft;
    if (draft.length) await this.preview(draft);
    else this.tried = null;
    return true;
  }

  private async preview(draft: Legal[]): Promise<void> {
    try {
      const tried = await this.ask<Tried>({
        do: 'try',
        moves: draft.map((c) => c.move),
        moment: this.position!.moment,
      });
      // a step that reveals something is the last one: it waits for the commit, and the position before it stays in sight
      if (this.draft === draft) this.tried = tried.tried === draft.length - (tried.reveals ? 1 : 0) ? tried : null;
    } catch {
      if (this.draft === draft) this.tried = null; // the draft stands, without a picture of what it does
    }
  }

  drop(): void {
    this.draft = [];
    this.tried = null;
    this.refusal = null;
  }

  /** Plays: acknowledged when it is durable. */
  async commit(moves: (number | string)[] = this.draft.map((c) => c.move)): Promise<boolean> {
    if (!this.position || this.past || !moves.length || this.sending) return false;
    this.sending = true;
    this.refusal = null;
    try {
      await this.ask({ do: 'commit', moves, moment: this.position.moment }, true);
      this.drop();
      return true;
    } catch (error) {
      this.refuse(error as HallError);
      return false;
    } finally {
      this.sending = false;
    }
  }

  /** Why something is not allowed. */
  async why(move: number | string, at?: { x: number; y: number }): Promise<void> {
    if (this.past) return;
    try {
      const draft = this.draft.map((c) => c.move);
      const answer = await this.ask<Why>({ do: 'why', move, ...(draft.length ? { moves: draft } : {}) });
      if (!answer.legal) this.refusal = { rule: answer.rule, words: answer.words, at };
    } catch (error) {
      this.refuse(error as HallError, at);
    }
  }

  private refuse(error: HallError, at?: { x: number; y: number }): void {
    this.refusal = { rule: error.rule, words: error.message, at };
  }

  async undo(): Promise<void> {
    if (await this.unselect()) return;
    try {
      await this.ask({ do: 'undo' });
    } catch (error) {
      this.refuse(error as HallError);
    }
  }
  end = (): Promise<unknown> => this.ask({ do: 'end' }).catch((e) => this.refuse(e));
  answer = (agree: boolean): Promise<unknown> => this.ask({ do: 'answer', agree }).catch((e) => this.refuse(e));
  async say(text: string): Promise<void> {
    try {
      await this.ask({ do: 'chat', text });
    } catch (error) {
      if ((error as HallError).error !== 'no_guest') throw error;
      await api.rename(m.guest());
      this.rejoin();
      await this.ask({ do: 'chat', text }, true);
    }
  }
  remark = (remark: number): Promise<unknown> => this.ask({ do: 'remark', remark }).catch((e) => this.refuse(e));
  sheets = (): Promise<ScoreLine[][]> => this.ask<{ sheets: ScoreLine[][] }>({ do: 'sheets' }).then((a) => a.sheets);

  // Looking back

  get last(): number {
    return this.position?.moment ?? 0;
  }
  get moment(): number {
    return this.past?.moment ?? this.last;
  }

  /** The whole log: the hall sends only its end by itself. */
  async recall(): Promise<void> {
    if (!this.earlier) return;
    const { seat } = this;
    const history = await api.moments(this.id, seat).catch(() => []);
    const lines = history.flatMap((each) => each.lines as LogLine[]);
    if (seat !== this.seat || !this.earlier || lines.length < this.earlier) return;
    this.log = [...lines.slice(0, this.earlier), ...this.log];
    this.earlier = 0;
  }

  /** Back or on from the moment asked for last, so that held keys do not wait for the hall. */
  step(by: number): Promise<void> {
    return this.seek((this.wanted ?? this.last) + by);
  }

  async seek(moment: number): Promise<void> {
    const to = Math.max(0, Math.min(moment, this.last));
    this.wanted = to < this.last ? to : null;
    if (this.wanted === null) {
      this.past = null;
      return router.mark('');
    }
    this.drop();
    void this.recall();
    router.mark(`moment=${to}`);
    let found = this.moments.get(to);
    if (!found) {
      try {
        found = await api.moment(this.id, this.seat, to);
      } catch {
        return;
      }
      this.moments.set(to, found);
    }
    if (this.wanted === to) this.past = found;
  }
}
