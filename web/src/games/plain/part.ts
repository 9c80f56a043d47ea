import type { GamePart } from '../../table/ui';
import Board from './Board.svelte';
import { PlainUi } from './ui.svelte';

export const part: GamePart<PlainUi> = { make: (play) => new PlainUi(play), Board, Holdings: null };
