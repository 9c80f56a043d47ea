import type { GamePart } from '../../table/ui';
import Board from './Board.svelte';
import Holdings from './Holdings.svelte';
import { GraenalandUi } from './ui.svelte';

export const part: GamePart = { make: (play) => new GraenalandUi(play), Board, Holdings };
