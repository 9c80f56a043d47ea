// How a game has ended, in words: who has won, or how far somebody came alone.

import { m } from '../paraglide/messages';
import type { Play } from './play.svelte';

export function outcome(play: Play): string {
  const { scores, winners } = play.table!.result!;
  if (scores.length === 1) return m.alone_points({ n: scores[0] });
  if (winners.length === 1) return winners[0] === play.seat ? m.you_win() : m.wins({ name: play.name(winners[0]) });
  return winners.length ? m.shared({ names: winners.map((s) => play.name(s)).join(', ') }) : m.game_over();
}

/** Alone the aim is one's own best: how near this game came to it. Empty for several, and for those who look on. */
export function against(play: Play): string {
  const { scores } = play.table!.result!;
  const { best, results, seat } = play;
  if (scores.length > 1 || seat !== 0) return '';
  if (best === null) return results.length ? m.alone_first_options() : m.alone_first();
  if (scores[0] === best) return m.alone_equal();
  return scores[0] > best ? m.alone_beaten({ n: scores[0] - best }) : m.alone_short({ best, n: best - scores[0] });
}
