// A position that nobody plays: what a board needs to draw it.

import type { Drawn, Position, TableInfo } from '../lib/types';
import { Play } from '../table/play.svelte';

export function still(drawn: Drawn): Play {
  const play = new Play('');
  play.seat = drawn.seat;
  play.table = {
    id: '',
    game: drawn.game,
    status: 'playing',
    mine: [],
    seats: drawn.players.map((name, seat) => ({ seat, name, kind: 'bot' })),
    options: Object.entries(drawn.options).map(([name, value]) => ({ name, value, words: '', value_words: '' })),
    devices: [],
    aids: [],
  } as unknown as TableInfo;
  play.position = {
    moment: 0,
    number: '0',
    view: drawn.view,
    prompt: drawn.prompt,
    legal: drawn.legal,
    remarks: [],
    undo: 'no',
    over: false,
  } as unknown as Position;
  return play;
}
