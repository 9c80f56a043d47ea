// The players: raw WebSockets, no compression, no parsing beyond what the next move needs; the same for both servers.
// node load.mjs '{"target": "skali"|"rival", "url": ..., "matches": N, "seconds": S, "rate": 0, "game": "counter", "seats": 2}'
// rate 0: closed loop, one move in flight per match, the other seat moves when it has seen the move.
// rate R: R moves a second over all matches. Latency: from sending a move of the counter to the other seat seeing it, of a real game to its
// acknowledgement. When a game is over, a table is played that was opened beforehand ("spares": N); without one left, the run says so.
import { readFileSync } from 'node:fs';
import WebSocket from 'ws';

const job = JSON.parse(process.argv[2]);
const headers = { 'Content-Type': 'application/json' };

async function post(path, body, cookie) {
  const answer = await fetch(job.url + path, {
    method: 'POST', body: JSON.stringify(body), headers: cookie ? { ...headers, Cookie: cookie } : headers,
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return { data: await answer.json(), cookie: (answer.headers.get('set-cookie') || '').split(';')[0] };
}

function number(text, key) {
  const at = text.indexOf(key);
  return at < 0 ? -1 : parseInt(text.substr(at + key.length, 12), 10);
}

/** What a seat was told last, as far as the next move needs it: whether it is asked, and what it may do. */
class Position {
  constructor(text) {
    this.moment = number(text, '"position":{"moment":');
    this.text = text;
    this.legal = text.indexOf('"legal":[') + 9;
    this.isAsked = text[this.legal] !== ']';
  }
  anyMove() {
    const end = this.text.indexOf('],"remarks":[', this.legal);
    const found = [];
    for (let at = this.legal; at >= 0 && at < end; at = this.text.indexOf('{"move":', at + 1)) found.push(at);
    return parseInt(this.text.substr(found[Math.floor(Math.random() * found.length)] + 8, 12), 10);
  }
}

class Match {
  constructor() { this.sent = 0; this.moves = 0; this.latencies = []; this.turn = -1; this.timer = null; }
  seen(seat, measuring) {
    if (this.sent && measuring) { this.moves++; this.latencies.push(performance.now() - this.sent); }
    this.sent = 0;
    this.turn = seat;
  }
}

class Ours extends Match {
  async open(guests) {
    this.guests = guests;
    const made = await post('/api/tables', { game: job.game, seats: guests.length, listed: false }, guests[0]);
    this.id = made.data.table.id;
    for (let seat = 1; seat < guests.length; seat++) await post(`/api/tables/${this.id}/seats/${seat}/sit`, {}, guests[seat]);
    this.sockets = [];
    this.positions = [];
    for (let seat = 0; seat < guests.length; seat++) this.sockets.push(await this.connect(seat));
    this.turn = 0;
  }
  connect(seat) {
    return new Promise((done, fail) => {
      const url = job.url.replace('http', 'ws') + `/api/tables/${this.id}/ws`;
      const socket = new WebSocket(url, { headers: { Cookie: this.guests[seat] }, perMessageDeflate: false });
      socket.on('open', () => socket.send(JSON.stringify({ do: 'hello', id: 'h', seat, changes: true })));
      socket.on('error', fail);
      socket.on('close', () => { if (!closing) faults.push('closed'); });
      socket.on('message', (data) => {
        const text = data.toString();
        if (text.startsWith('{"type":"update"')) this.update(seat, text);
        else if (text.startsWith('{"type":"ack"')) this.stored(seat);
        else if (text.startsWith('{"type":"error"')) this.refused(text);
        else if (text.startsWith('{"type":"welcome"')) { this.positions[seat] = new Position(text); done(socket); }
        else if (text.includes('"status":"over"') && !this.over) this.finish();
      });
    });
  }
  /** The counter is seen by the other seat; in a real game not everybody sees every move, so it counts when it is acknowledged. */
  update(seat, text) {
    if (job.game === 'counter') {
      const moment = number(text, '"moment":');
      if (seat === this.turn || moment <= (this.moment || 0)) return;  // the mover's own copy
      this.moment = moment;
      this.seen(seat, measuring);
      if (!job.rate) this.play();
      return;
    }
    this.positions[seat] = new Position(text);
    if (this.isIdle && !job.rate) this.play();
  }
  stored(seat) {
    if (job.game === 'counter') return;
    this.seen(seat, measuring);
    if (!job.rate) setImmediate(() => this.play());  // when the others have heard of it, too, if they hear it now
  }
  /** A seat that had not heard yet what another did meanwhile is refused, and tries again. */
  refused(text) {
    if (!/"error":"(stale|refused|not_now)"/.test(text)) faults.push(text);
    this.sent = 0;
    again++;
    setTimeout(() => this.play(), 5);
  }
  play() {
    if (closing || this.over) return;
    let move = 0, moment = this.moment || 0;
    if (job.game !== 'counter') {
      const asked = this.positions.map((_, seat) => seat).filter((seat) => this.positions[seat].isAsked);
      this.isIdle = !asked.length;
      if (this.isIdle) return;  // until the seat that is asked has heard of it
      this.turn = asked[Math.floor(Math.random() * asked.length)];
      const position = this.positions[this.turn];
      move = position.anyMove();
      moment = position.moment;
    }
    this.sent = performance.now();
    this.serial = (this.serial || 0) + 1;
    this.sockets[this.turn].send(`{"do":"commit","id":"c${this.serial}","moves":[${move}],"moment":${moment}}`);
  }
  finish() {
    this.over = true;
    if (closing) return;
    if (spares.length) { playing.push(spares.pop()); playing.at(-1).play(); } else ranOut = true;
  }
  end() { this.sockets.forEach((socket) => socket.close()); }
}

class Rival extends Match {
  async open() {
    const made = await post('/games/counter/create', { numPlayers: 2 });
    this.id = made.data.matchID;
    this.keys = [];
    this.state = 0;
    for (const seat of ['0', '1']) {
      this.keys.push((await post(`/games/counter/${this.id}/join`, { playerID: seat, playerName: `p${seat}` })).data.playerCredentials);
    }
    this.sockets = [];
    for (const seat of [0, 1]) this.sockets.push(await this.connect(seat));
    this.turn = 0;
  }
  connect(seat) {
    return new Promise((done, fail) => {
      const url = job.url.replace('http', 'ws') + '/socket.io/?EIO=4&transport=websocket';
      const socket = new WebSocket(url, { perMessageDeflate: false, headers: { Origin: 'http://localhost:3000' } });
      socket.on('error', fail);
      socket.on('close', () => { if (!closing) faults.push('closed'); });
      socket.on('message', (data) => {
        const text = data.toString();
        if (text[0] === '0') socket.send('40/counter,');
        else if (text === '2') socket.send('3');
        else if (text.startsWith('40/counter')) socket.send(`42/counter,["sync","${this.id}","${seat}","${this.keys[seat]}",2]`);
        else if (text.startsWith('42/counter,["sync"')) { this.state = number(text, '"_stateID":'); done(socket); }
        else if (text.startsWith('42/counter,["update"')) {
          const state = number(text, '"_stateID":');
          if (seat === this.turn || state <= this.state) return;
          this.state = state;
          this.seen(seat, measuring);
          if (!job.rate) this.play();
        } else if (!text.startsWith('42/counter,["matchData"')) faults.push(text.slice(0, 200));
      });
    });
  }
  play() {
    if (closing) return;
    this.sent = performance.now();
    const action = `{"type":"MAKE_MOVE","payload":{"type":"count","args":[],"playerID":"${this.turn}","credentials":"${this.keys[this.turn]}"}}`;
    this.sockets[this.turn].send(`42/counter,["update",${action},${this.state},"${this.id}","${this.turn}"]`);
  }
  end() { this.sockets.forEach((socket) => socket.close()); }
}

/** Time that a process and all that it has started have worked so far. */
function seconds(pid) {
  if (!pid) return 0;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + seconds(child), (Number(fields[11]) + Number(fields[12])) / 100);
}

/** Memory of a process and all that it has started, in kB. */
function memory(pid) {
  const own = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + memory(child), own);
}

let measuring = false, closing = false, again = 0, ranOut = false;
const faults = [];
const guests = [];
if (job.target === 'skali') for (let seat = 0; seat < job.seats; seat++) guests.push((await post('/api/me', { name: `P${seat}` })).cookie);
const empty = memory(job.pid);
const matches = [];
const tables = job.matches + (job.spares || 0);
for (let start = 0; start < tables; start += 20) {
  await Promise.all(Array.from({ length: Math.min(20, tables - start) }, async () => {
    const match = job.target === 'skali' ? new Ours() : new Rival();
    await match.open(guests);
    matches.push(match);
  }));
}
const playing = matches.slice(0, job.matches), spares = matches.slice(job.matches);
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
if (job.rate) {
  const gap = (1000 * playing.length) / job.rate;
  playing.forEach((match, index) => setTimeout(() => {
    match.timer = setInterval(() => { if (!match.sent) match.play(); }, gap);
  }, (gap * index) / playing.length));
} else [...playing].forEach((match) => match.play());
await wait(1000);                               // warm-up
const cpu = process.cpuUsage();
const server = seconds(job.pid);
const database = seconds(job.database);
measuring = true;
const began = performance.now();
await wait(job.seconds * 1000);
measuring = false;
const ranOutInTime = ranOut;
const took = (performance.now() - began) / 1000;
const used = process.cpuUsage(cpu);
const serverUsed = seconds(job.pid) - server;
const databaseUsed = seconds(job.database) - database;
const full = memory(job.pid);
closing = true;
matches.forEach((match) => { clearInterval(match.timer); match.end(); });
const all = matches.flatMap((match) => match.latencies).sort((a, b) => a - b);
const at = (share) => all.length ? all[Math.min(all.length - 1, Math.floor(share * all.length))] : null;
console.log(JSON.stringify({
  moves: all.length, seconds: took, per_second: all.length / took, p50: at(0.5), p99: at(0.99),
  matches: job.matches,
  stuck: matches.slice(0, job.matches).filter((match) => !match.moves && !match.over).length, faults: faults.length, fault: faults[0] || null,
  again, finished: matches.filter((match) => match.over).length, ran_out: ranOutInTime,
  server_cores: serverUsed / took, server_us_per_move: all.length ? (1e6 * serverUsed) / all.length : null,
  database_us_per_move: all.length ? (1e6 * databaseUsed) / all.length : null,
  table_kb: job.spares ? null : (full - empty) / matches.length, moves_a_table: all.length / playing.length,
  generator_cores: (used.user + used.system) / 1e6 / took,
}));
process.exit(0);
