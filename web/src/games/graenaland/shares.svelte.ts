// A proposal that is being composed: who is to get each card. Nobody else sees it before it is shown.

export type Share = { card: string; to: number; fixed: boolean };
export type Start = 'mine' | 'votes' | 'last';
type Given = Record<number, string[]>;

export class Shares {
  territory = $state('');
  rows = $state.raw<Share[]>([]);
  start = $state<Start | ''>('');
  /** Who has votes there, the proposer first and on clockwise, with how many. */
  voters = $state.raw<{ seat: number; votes: number }[]>([]);

  open(territory: string, cards: string[], votes: number[], proposer: number, fixed: Given = {}): void {
    const left = Object.fromEntries(Object.entries(fixed).map(([seat, list]) => [seat, [...list]]));
    this.territory = territory;
    this.voters = votes
      .map((_, i) => (proposer + i) % votes.length)
      .filter((seat) => votes[seat])
      .map((seat) => ({ seat, votes: votes[seat] }));
    this.rows = cards.map((card) => {
      for (const [seat, list] of Object.entries(left)) {
        const at = list.indexOf(card);
        if (at < 0) continue;
        list.splice(at, 1);
        return { card, to: Number(seat), fixed: true };
      }
      return { card, to: proposer, fixed: false };
    });
    this.byVotes();
  }
  close(): void {
    this.territory = '';
    this.rows = [];
  }

  give(at: number, to: number): void {
    if (this.rows[at]?.fixed !== false) return;
    this.start = '';
    this.rows = this.rows.map((row, i) => (i === at ? { ...row, to } : row));
  }
  /** On to the next receiver. */
  turn(at: number, by = 1): void {
    const { voters } = this;
    const now = voters.findIndex(({ seat }) => seat === this.rows[at]?.to);
    if (now >= 0) this.give(at, voters[(now + by + voters.length) % voters.length].seat);
  }

  allTo(seat: number): void {
    this.rows = this.rows.map((row) => (row.fixed ? row : { ...row, to: seat }));
    this.start = 'mine';
  }
  /** Card by card to whoever has the most votes for each card got so far. */
  byVotes(): void {
    const got = new Map(this.voters.map(({ seat }) => [seat, 0]));
    this.rows = this.rows.map((row) => {
      const share = ({ seat, votes }: { seat: number; votes: number }): number => votes / (got.get(seat)! + 1);
      const to = row.fixed ? row.to : this.voters.reduce((a, b) => (share(b) > share(a) ? b : a)).seat;
      got.set(to, (got.get(to) ?? 0) + 1);
      return { ...row, to };
    });
    this.start = 'votes';
  }
  /** As it was shared before, as far as the same cards lie there; the rest by votes. */
  like(given: Given): void {
    const left = Object.entries(given).map(([seat, cards]) => ({ seat: Number(seat), cards: [...cards] }));
    this.byVotes();
    this.rows = this.rows.map((row) => {
      const from = left.find(
        ({ seat, cards }) => cards.includes(row.card) && this.voters.some((voter) => voter.seat === seat),
      );
      if (!from || row.fixed) return row;
      from.cards.splice(from.cards.indexOf(row.card), 1);
      return { ...row, to: from.seat };
    });
    this.start = 'last';
  }

  /** The cards of a seat. */
  of(seat: number): string[] {
    return this.rows.filter((row) => row.to === seat).map((row) => row.card);
  }
  /** How many cards of a kind each seat is still to get. */
  quota(): Record<string, Record<number, number>> {
    const quota: Record<string, Record<number, number>> = {};
    for (const { card, to, fixed } of this.rows) {
      const row = (quota[card] ??= {});
      if (!fixed) row[to] = (row[to] ?? 0) + 1;
    }
    return quota;
  }
}
