import type { GamePart } from '../../table/ui';
import Board from './Board.svelte';
import Holdings from './Holdings.svelte';
import { EketorpUi } from './ui.svelte';

const fights = ['fight_won', 'fight_lost', 'siege_won', 'siege_lost', 'tied', 'undefended'];
export const part: GamePart<EketorpUi> = { make: (play) => new EketorpUi(play), Board, Holdings, fights };
