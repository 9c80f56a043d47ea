import { PlainUi } from '../plain/ui.svelte';
import type { GamePart } from '../../table/ui';
import Board from './Board.svelte';
import Holdings from './Holdings.svelte';

export const part: GamePart = { make: (play) => new PlainUi(play), Board, Holdings, fights: ['fought', 'raided'] };
