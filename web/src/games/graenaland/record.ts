// What was proposed and how it was voted, as the log tells it to everybody.

import type { LogLine } from '../../lib/types';

export type Proposed = {
  seat: number;
  territory: string;
  shares: Record<number, string[]>;
  votes: { seat: number; votes: number; accepts: boolean }[];
  /** Null as long as it is open. */
  passed: boolean | null;
  got: number;
  total: number;
  /** Made in the turn that is going on. */
  current: boolean;
};

export function proposals(lines: LogLine[]): Proposed[] {
  const found: Proposed[] = [];
  for (const { kind, data } of lines) {
    const last = found.at(-1);
    if (kind === 'turn_began') for (const each of found) each.current = false;
    else if (kind === 'proposed')
      found.push({
        seat: data.seat,
        territory: data.territory,
        shares: {},
        votes: [],
        passed: null,
        got: 0,
        total: 0,
        current: true,
      });
    else if (!last || last.passed !== null) continue;
    else if (kind === 'share') last.shares[data.seat] = data.cards;
    else if (kind === 'voted_for' || kind === 'voted_against')
      last.votes.push({ seat: data.seat, votes: data.votes, accepts: kind === 'voted_for' });
    else if (kind === 'sole_voter') last.passed = true;
    else if (kind === 'accepted' || kind === 'refused') {
      last.passed = kind === 'accepted';
      last.got = data.votes;
      last.total = data.total;
    }
  }
  return found;
}

export type Movement = { seat: number; hero: string; other: string; from: string; to: string };
const MOVED = ['stayed', 'moved', 'swapped', 'entered'];

/** The orders of this turn, which were all revealed at once; `fresh` until the first proposal has ended. */
export function movements(lines: LogLine[]): { moment: number; moves: Movement[]; fresh: boolean } {
  const turn = lines.slice(lines.findLastIndex(({ kind }) => kind === 'turn_began') + 1);
  const first = turn.findIndex(({ kind }) => MOVED.includes(kind));
  if (first < 0) return { moment: -1, moves: [], fresh: false };
  const after = turn.slice(first);
  const end = after.findIndex(({ kind }) => !MOVED.includes(kind));
  const moves = (end < 0 ? after : after.slice(0, end)).map(({ data }) => ({
    seat: data.seat,
    hero: data.hero ?? '',
    other: data.other ?? '',
    from: data.from ?? '',
    to: data.territory ?? '',
  }));
  const since = end < 0 ? [] : after.slice(end);
  const fresh = since.every(({ kind }) => kind === 'proposed' || kind === 'share' || kind.startsWith('hall.'));
  return { moment: after[0].moment, moves, fresh };
}

/** The smallest sets of voters that carry a proposal, the fewest first. */
export function coalitions(votes: number[], needed: number): { seats: number[]; votes: number }[] {
  const voters = votes.flatMap((count, seat) => (count ? [seat] : []));
  const all = Array.from({ length: 2 ** voters.length }, (_, set) => {
    const seats = voters.filter((_, i) => set & (1 << i));
    return { seats, votes: seats.reduce((sum, seat) => sum + votes[seat], 0) };
  });
  return all
    .filter(({ seats, votes: sum }) => sum >= needed && seats.every((seat) => sum - votes[seat] < needed))
    .sort((a, b) => a.seats.length - b.seats.length || b.votes - a.votes);
}
