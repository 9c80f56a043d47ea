import type { GamePart } from '../../table/ui';
import Board from './Board.svelte';
import { box } from './components.svelte';
import Holdings from './Holdings.svelte';
import SeatBoard from './SeatBoard.svelte';
import { OdinUi } from './ui.svelte';

export const part: GamePart<OdinUi> = {
  make: (play) => {
    box.load();
    return new OdinUi(play);
  },
  Board,
  Holdings,
  Seat: SeatBoard,
  fights: ['rolled', 'plundered'],
};
