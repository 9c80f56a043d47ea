import type { GamePart } from '../../table/ui';
import Board from './Board.svelte';
import Holdings from './Holdings.svelte';
import { ExplorersUi } from './ui.svelte';

export const part: GamePart = { make: (play) => new ExplorersUi(play), Board, Holdings, fights: ['fought', 'raided'] };
