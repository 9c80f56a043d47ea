// What a game's own part of the table page offers to the page around it. The plain one plays any game.

import type { Component } from 'svelte';
import type { IconName } from '../kit/icons';
import type { Data, Legal } from '../lib/types';
import type { Play } from './play.svelte';

export type Act = {
  id: string;
  label: string;
  /** What the label names: it is shown as pictures. */
  data?: Data;
  key?: string;
  icon?: IconName;
  look?: 'go' | 'sel' | 'quiet';
  off?: boolean;
  run: () => void;
};
export type Track = { lead: string; steps: { name: string; tip?: string; state: 'done' | 'on' | '' }[] };
/** One of the counts of a seat, and what it means. */
export type Count = string | { text: string; tip: string };
export const textOf = (count: Count): string => (typeof count === 'string' ? count : count.text);

export interface Ui {
  /** The status sentence and the line under it, when I am asked; null leaves it to the prompt's words. */
  say(): { title: string; sub: string } | null;
  /** The buttons of the status line, besides undo. */
  acts(): Act[];
  /** The phases in the header. */
  track(): Track | null;
  /** What a seat's card says under the name, and its number. */
  counts(seat: number): Count[];
  number(seat: number): { value: string; sub: string; tip?: string };
  /** The notation of what is being prepared. */
  notation(): string;
  /** A key that the page itself has no use for; true if it was used. */
  key(event: KeyboardEvent): boolean;
  /** Shows a move that a hint names, where there is more to it than drafting that move. */
  suggest?(choice: Legal): void | Promise<void>;
  /** How many steps are prepared on this page alone; undo takes them back, one by one, before anything that is played. */
  readonly steps?: number;
  unstep?(): void;
  /** What the game itself stages is over. */
  skip?(): void;
  /** Backs out one step; false if there is nothing to back out of. */
  back(): boolean;
  /** The position in a few sentences, for the ear. */
  summary(): string;
}

type Props<U extends Ui> = { play: Play; ui: U; phone: boolean };
type SeatProps<U extends Ui> = { play: Play; ui: U; seat: number };
/** A component that shows what its game's own Ui knows. As a method it fits where the page knows only that there is a Ui. */
type Shows<P extends Record<string, unknown>> = { of(...given: Parameters<Component<P>>): ReturnType<Component> }['of'];

/** A game's part of the page: what is made for a table, and the board and holdings that show it. */
export type GamePart<U extends Ui = Ui> = {
  make: (play: Play) => U;
  Board: Shows<Props<U>>;
  Holdings: Shows<Props<U>> | null;
  /** A seat's place at the table in small, in its card. */
  Seat?: Shows<SeatProps<U>>;
  /** Kinds of events that sound like a fight. */
  fights?: string[];
  /** Everybody sees the same: no curtain when a device is passed on. */
  open?: boolean;
};

/** A game's part as the page has it: it hands to the components what `make` of the same part has made. */
export type Part = Omit<GamePart, 'Board' | 'Holdings'> & {
  Board: Component<Props<Ui>>;
  Holdings: Component<Props<Ui>> | null;
};

/** The boards drawn so far; a game without one is played by the plain part. */
const boards: Record<string, () => Promise<{ part: GamePart }>> = {
  eketorp: () => import('../games/eketorp/part'),
  explorers: () => import('../games/explorers/part'),
  fjords: () => import('../games/fjords/part'),
  graenaland: () => import('../games/graenaland/part'),
  odin: () => import('../games/odin/part'),
};

export const partOf = (game: string): Promise<Part> =>
  (boards[game] ?? (() => import('../games/plain/part')))().then((module) => module.part as Part);
