import { PlainUi } from '../plain/ui.svelte';
import type { GamePart } from '../../table/ui';
import Board from './Board.svelte';

export const part: GamePart = {
  make: (play) => new PlainUi(play),
  Board,
  Holdings: null,
  fights: ['rolled', 'plundered'],
};
