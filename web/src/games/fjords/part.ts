import type { GamePart } from '../../table/ui';
import Board from './Board.svelte';
import Holdings from './Holdings.svelte';
import { FjordsUi } from './ui.svelte';

export const part: GamePart<FjordsUi> = { make: (play) => new FjordsUi(play), Board, Holdings, open: true };
