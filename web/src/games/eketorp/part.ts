import type { GamePart } from '../../table/ui';
import Board from './Board.svelte';
import Holdings from './Holdings.svelte';
import { EketorpUi } from './ui.svelte';

export const part: GamePart = { make: (play) => new EketorpUi(play), Board, Holdings };
