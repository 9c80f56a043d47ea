// One table as one viewer sees it: the connection, the position, the draft, and the look back.

import { api, HallError } from '../lib/api';
import { prefs } from '../lib/prefs.svelte';
import { router } from '../lib/router.svelte';
import * as sounds from '../lib/sounds';
import { m } from '../paraglide/messages';
import type {
  Advice,
  AnyView,
  ChatLine,
  Clock,
  Data,
  Earlier,
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

/** Why not, where the answer stands, and what on the table it concerns. */
export type Refusal = { rule: string; words: string; at?: { x: number; y: number }; data?: Data };
/** A step of a draft: a choice that the hall offered, or a move in notation. */
export type Step = Omit<Legal, 'move' | 'data'> & { move: number | string; data?: Data };
/** A position on the way to the one that stands, shown for a while, longer `by` so much; with `pause` until the viewer goes on. */
export type Scene = { view: AnyView; lines: LogLine[]; pause: boolean; by?: number };
/** Milliseconds for which a step is seen at normal speed, and the longest for all that are waiting. */
const HELD = 750;
const LONGEST = 6000;
type Waiting = { message: Data; resolve: (answer: any) => void; reject: (error: HallError) => void; again: boolean };

export class Play {
  table = $state.raw<TableInfo | null>(null);
  seat = $state(-1);
  position = $state.raw<Position | null>(null);
  /** Grows whenever something else is asked than before: not when somebody else answers what we were asked together. */
  questions = $state(0);
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
  draft = $state.raw<Step[]>([]);
  tried = $state.raw<Tried | null>(null);
  /** The hall has not said yet what the draft does. */
  trying = $state(false);
  /** The draft that was confirmed while the hall was still trying it; any other draft is not. */
  private confirmed = $state.raw<Step[] | null>(null);
  /** What is yet to be seen before the position that stands; the first is on the board. */
  scenes = $state.raw<Scene[]>([]);
  /** Something that happened by itself, told to this seat alone, until it plays. */
  notice = $state.raw<LogLine | null>(null);
  sending = $state(false);
  past = $state.raw<Moment | null>(null);
  playing = $state(false);
  unread = $state(0);
  /** Kinds of events that sound like a fight; the game's part names them. */
  fights: string[] = [];
  /** The words of the game, and the pictures of what they name; empty until they have come. */
  words = $state.raw<Tables>({});
  pictures = $state.raw<Pictures | null>(null);
  /** At a table for one: what I have reached alone in this game before, newest first. */
  results = $state.raw<Earlier[]>([]);

  private socket: WebSocket | null = null;
  private n = 0;
  private waiting = new Map<string, Waiting>();
  private tries = 0;
  private timer = 0;
  private beat = 0;
  private moments = new Map<number, Moment>();
  private shut = false;
  private wanted: number | null = null;
  private held = 0;
  private shown = -Infinity;

  constructor(readonly id: string) {}

  // What is shown

  /** The position at hand: of the draft while there is one, else as it stands. */
  get now(): Position | null {
    return this.tried && !this.tried.refused ? this.tried.position : this.position;
  }
  /** What is on the board instead of the position that stands: what happened before it. */
  get scene(): Scene | null {
    return this.past ? null : (this.scenes[0] ?? null);
  }
  get view(): AnyView | null {
    return this.past?.view ?? this.scene?.view ?? this.now?.view ?? null;
  }
  /** The same without the draft. */
  get stands(): AnyView | null {
    return this.past?.view ?? this.scene?.view ?? this.position?.view ?? null;
  }
  get legal(): Legal[] {
    return this.past || this.scene || this.tried?.reveals ? [] : (this.now?.legal ?? []);
  }
  /** Whether nothing is missing in the draft: the game says where a move goes on. */
  get whole(): boolean {
    if (!this.draft.length || this.trying) return false;
    const { tried } = this;
    if (!tried || tried.reveals) return true;
    return !tried.refused && !(tried.position.prompt?.part && tried.position.legal.length);
  }
  /** Whether the draft is played as soon as the hall says that it is whole. */
  get pending(): boolean {
    return this.trying && this.draft === this.confirmed;
  }
  /** The log as far as it has been seen on the board. */
  get told(): LogLine[] {
    const later = this.past ? [] : this.scenes.slice(1).flatMap((each) => each.lines);
    return later.length ? this.log.slice(0, -later.length) : this.log;
  }
  /** What the others have done since I did something myself. */
  get since(): LogLine[] {
    const mine = this.log.findLastIndex((line) => line.data.seat === this.seat);
    return this.seat < 0 ? [] : this.log.slice(mine + 1);
  }
  /** Whether the rules of the game let us talk now, and by which of them; null where they say nothing of it, or do not play. */
  get talk(): { open: boolean; rule: string } | null {
    return this.table?.status === 'playing' ? (this.position?.view?.talk ?? null) : null;
  }
  get myTurn(): boolean {
    return !this.past && !this.scene && (this.position?.legal.length ?? 0) > 0;
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
  /** The score to beat alone: the best of my earlier ones with the same options; null if there is none. */
  get best(): number | null {
    const scores = this.results.filter((each) => each.same).map((each) => each.score);
    return scores.length ? Math.max(...scores) : null;
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
      this.chooseSeat();
      this.connect();
    } catch (error) {
      this.error = error as HallError;
      return;
    }
    if (this.seats === 1 && this.seat === 0)
      api.earlier(this.id).then(
        (results) => (this.results = results),
        () => {},
      );
  }

  close(): void {
    this.shut = true;
    clearTimeout(this.held);
    clearTimeout(this.timer);
    clearInterval(this.beat);
    this.socket?.close();
  }

  /** Which of my seats I look through. */
  private chooseSeat(): void {
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
    this.chooseSeat();
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
      changes: true,
      ...(resume && this.n ? { resume: this.n } : {}),
    });
    clearInterval(this.beat);
    this.beat = window.setInterval(() => this.send({ do: 'ping', id: 'ping' }), 20000);
  }

  /** Looks through another of my seats, or says everything in another language. A curtain goes up when the new view has come. */
  look(seat: number): void {
    if (seat !== this.seat) {
      this.moments.clear();
      this.notice = null;
    }
    this.seat = seat;
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
        if (this.curtain === this.seat || !this.table!.mine.includes(this.curtain ?? -1)) this.curtain = null;
        this.log = message.log.lines;
        this.earlier = message.log.from;
        this.chat = message.chat;
        this.setClock(message.clock);
        this.online = message.table.seats.map((s: { online: boolean }) => s.online);
        this.scenes = [];
        this.stand(message.position);
        this.joined();
        break;
      case 'resumed':
        this.joined();
        break;
      case 'update':
        for (const key of message.position.same ?? []) message.position.view[key] = this.position!.view![key];
        this.log = [...this.log.slice(0, Math.max(0, message.log.from - this.earlier)), ...message.log.lines];
        this.earlier = Math.min(this.earlier, message.log.from);
        this.setClock(message.clock);
        if (message.why === 'undo') this.moments.clear();
        this.sound(message.log.lines);
        this.stage(message.log.lines, message.position, message.why === 'undo');
        this.stand(message.position);
        break;
      case 'table': {
        const before = this.table?.mine.length;
        const names = this.names;
        this.table = message.table;
        if (names !== this.names && this.position?.view) this.tellAgain();
        if (before !== message.table.mine.length || (this.seat >= 0 && !message.table.mine.includes(this.seat))) {
          const seat = this.seat;
          this.chooseSeat();
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
    const number = router.marks.get('moment') ?? '';
    if (/^\d+(\.\d+)?$/.test(number) && !this.past) void this.openAt(number);
  }

  private stand(position: Position): void {
    const mine = (this.position?.legal.length ?? 0) > 0;
    const known = this.position !== null;
    // somebody else's answer changes nothing in what I am asked: what I have chosen stays chosen
    const same = question(position) === question(this.position);
    if (!same) this.questions += 1;
    const stays = same && this.draft.length > 0;
    if (!stays) this.drop();
    this.position = position;
    this.refusal = null;
    if (stays) void this.preview(this.draft);
    if (known && !mine && position.legal.length > 0) sounds.play('turn');
  }

  // What happens is seen one step at a time

  /** Queues what an update tells: the positions on the way, and then the new one. Whoever is asked already is not kept waiting. */
  private stage(lines: LogLine[], position: Position, undone: boolean): void {
    this.notice = lines.findLast((line) => line.notice) ?? (undone ? null : this.notice);
    if (undone || !position.view) return this.show([]);
    const scenes: Scene[] = [];
    let from = 0;
    lines.forEach((line, i) => {
      if (!line.then || (!line.pause && !prefs.pace)) return;
      scenes.push({ view: line.then, lines: lines.slice(from, i + 1), pause: line.pause ?? false, by: 3 });
      from = i + 1;
    });
    const before = this.position;
    const others = lines.some((line) => typeof line.data.seat === 'number' && line.data.seat !== this.seat);
    const watched = others && prefs.pace > 0 && !before?.legal.length;
    const early = watched && performance.now() - this.shown < HELD / prefs.pace;
    if (early && !this.scenes.length && before?.view) this.scenes = [{ view: before.view, lines: [], pause: false }]; // the move before is still being looked at
    if (this.scenes.length || scenes.length)
      this.show([...this.scenes, ...scenes, { view: position.view, lines: lines.slice(from), pause: false }]);
    else if (watched) this.shown = performance.now();
  }

  /** The first of the scenes is on the board for a while; the last is the position that stands. */
  private show(scenes: Scene[]): void {
    clearTimeout(this.held);
    if (scenes[0] !== this.scenes[0]) this.shown = performance.now();
    this.scenes = scenes.length > 1 ? scenes : [];
    if (!this.scenes.length || scenes[0].pause) return;
    const ms = (Math.min(HELD, LONGEST / scenes.length) * (scenes[0].by ?? 1)) / (prefs.pace || Infinity);
    this.held = window.setTimeout(() => this.goOn(), Math.max(0, ms - (performance.now() - this.shown)));
  }

  /** On to the next scene, or to the position that stands. */
  goOn(): void {
    this.show(this.scenes.slice(1));
  }

  /** All that is yet to be seen, up to the next pause. */
  skip(): void {
    const pause = this.scenes.findIndex((each, i) => each.pause && i > 0);
    this.show(pause < 0 ? [] : this.scenes.slice(pause));
  }

  /** Shows again what the others have done since I did something myself. */
  async replay(): Promise<void> {
    const { since, last, seat } = this;
    if (!since.length) return;
    const scenes: Scene[] = [];
    for (let moment = Math.max(0, since[0].moment - 1); moment <= last; moment++) {
      const found = await this.find(moment);
      if (!found || seat !== this.seat || last !== this.last) return;
      scenes.push({ view: found.view, lines: since.filter((line) => line.moment === moment), pause: false });
    }
    this.show(scenes);
  }

  // Moves

  /** One choice: drafted, and played at once where that is enough, can be taken back and is wanted so. */
  async choose(choice: Legal): Promise<void> {
    const alone = !this.draft.length;
    await this.select(choice);
    if (!alone || !prefs.kept.playAtOnce || this.draft.length !== 1 || this.draft[0] !== choice) return;
    if (this.whole && this.tried && !this.tried.reveals && this.table?.undo !== 'off') await this.commit();
  }

  /** Puts these steps in place of the draft and asks the hall what they do. */
  async propose(draft: Step[]): Promise<void> {
    if (!this.position || this.past) return;
    this.refusal = null;
    this.draft = draft;
    if (draft.length) return this.preview(draft);
    this.tried = null;
    this.trying = false;
  }

  /** What the hall says of moves that nobody has chosen yet. */
  test(moves: (number | string)[]): Promise<Tried> {
    return this.ask<Tried>({ do: 'try', moves, moment: this.position!.moment });
  }

  /** Whether I may take back whatever I like without asking anybody: nobody else decides here. */
  get freely(): boolean {
    const { table } = this;
    return table?.undo === 'agree' && table.seats.every((s) => s.kind !== 'person' || table.mine.includes(s.seat));
  }
  /** What the help of this table suggests after the draft. */
  advise(aid: string): Promise<Advice> {
    const moves = this.draft.map((step) => step.move);
    return this.ask<Advice>({ do: 'advise', aid, moves, moment: this.position!.moment });
  }
  /** The degree of a help at this table. */
  aid(name: string): string {
    return this.table?.aids.find((each) => each.name === name)?.value ?? '';
  }

  /** Adds a choice to the draft and shows what it would do; nothing is played yet. What follows a step is known when it has been tried. */
  async select(choice: Legal): Promise<void> {
    if (!this.trying) await this.propose([...this.draft, choice]);
  }

  /** Takes the last choice of the draft back. */
  async unselect(): Promise<boolean> {
    if (!this.draft.length) return false;
    await this.propose(this.draft.slice(0, -1));
    return true;
  }

  private async preview(draft: Step[]): Promise<void> {
    this.trying = true;
    try {
      const tried = await this.test(draft.map((c) => c.move));
      // a step that reveals something is the last one: it waits for the commit, and the position before it stays in sight
      if (this.draft === draft) this.tried = tried;
    } catch {
      if (this.draft === draft) this.tried = null; // the draft stands, without a picture of what it does
    } finally {
      if (this.draft === draft) {
        const pending = this.pending;
        this.trying = false;
        this.confirmed = null;
        if (pending && this.tried && this.whole) void this.commit();
      }
    }
  }

  /** Plays the draft if it is whole; while the hall still tries it, as soon as it turns out to be. */
  confirm(): void {
    if (this.whole) void this.commit();
    else if (this.trying) this.confirmed = this.draft;
  }

  drop(): void {
    this.draft = [];
    this.tried = null;
    this.trying = false;
    this.refusal = null;
  }

  /** Plays: acknowledged when it is durable. */
  async commit(moves: (number | string)[] = this.draft.map((c) => c.move)): Promise<boolean> {
    if (!this.position || this.past || !moves.length || this.sending) return false;
    const { draft } = this;
    this.sending = true;
    this.refusal = null;
    this.notice = null;
    try {
      await this.ask({ do: 'commit', moves, moment: this.position.moment }, true);
      if (this.draft === draft) this.drop(); // unless another one has been begun
      return true;
    } catch (error) {
      this.refuse(error as HallError);
      return false;
    } finally {
      this.sending = false;
    }
  }

  /** Why something is not allowed, after the moves of the draft or others. */
  async why(
    move: number | string,
    at?: { x: number; y: number },
    before: (number | string)[] = this.draft.map((c) => c.move),
  ): Promise<void> {
    if (this.past) return;
    try {
      const answer = await this.ask<Why>({ do: 'why', move, ...(before.length ? { moves: before } : {}) });
      if (!answer.legal) this.refusal = { rule: answer.rule, words: answer.words, data: answer.data, at };
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
  /** How the moment is called, for every viewer the same: 200, or 200.1 for a step that not everybody saw. */
  get number(): string {
    return this.past?.number ?? this.lastNumber;
  }
  get lastNumber(): string {
    return this.position?.number ?? '0';
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
      this.playing = false;
      return router.mark('');
    }
    this.drop();
    void this.recall();
    const found = await this.find(to);
    if (found && this.wanted === to) this.lookAt(found);
  }

  private async find(moment: number): Promise<Moment | null> {
    const found = this.moments.get(moment) ?? (await api.moment(this.id, this.seat, moment).catch(() => null));
    if (found) this.moments.set(moment, found);
    return found;
  }

  /** What a link says. */
  private async openAt(number: string): Promise<void> {
    const found = await api.numbered(this.id, this.seat, number).catch(() => null);
    if (!found || found.moment >= this.last) return;
    this.moments.set(found.moment, found);
    this.wanted = found.moment;
    this.drop();
    void this.recall();
    this.lookAt(found);
  }

  private lookAt(moment: Moment): void {
    this.past = moment;
    router.mark(`moment=${moment.number}`);
  }

  /** Goes on by itself, step by step, until now or until it is stopped. At now it begins at the beginning. */
  async watch(): Promise<void> {
    if (this.playing) {
      this.playing = false;
      return;
    }
    if (this.last === 0) return;
    this.playing = true;
    if (!this.past) await this.seek(0);
    while (this.playing && !this.shut) {
      await new Promise((resolve) => setTimeout(resolve, 900 / (prefs.kept.speed || 4)));
      if (this.playing) await this.step(1);
    }
  }
}

/** What is asked, so that two positions can be told to ask the same. */
const question = (position: Position | null): string =>
  JSON.stringify([position?.prompt, position?.legal.map((choice) => choice.move)]);
