// What a game's own part of the table page offers to the page around it. The plain one plays any game.

import type { Component } from 'svelte';
import type { IconName } from '../kit/icons';
import type { Play } from './play.svelte';

export type Act = {
  id: string;
  label: string;
  key?: string;
  icon?: IconName;
  look?: 'go' | 'sel' | 'quiet';
  off?: boolean;
  run: () => void;
};
export type Track = { lead: string; steps: { name: string; state: 'done' | 'on' | '' }[] };

export interface Ui {
  /** The status sentence and the line under it, when I am asked; null leaves it to the prompt's words. */
  say(): { title: string; sub: string } | null;
  /** The buttons of the status line, besides undo. */
  acts(): Act[];
  /** The phases in the header. */
  track(): Track | null;
  /** What a seat's card says under the name, and its number. */
  counts(seat: number): string[];
  number(seat: number): { value: string; sub: string };
  /** The notation of what is being prepared. */
  notation(): string;
  /** A key that the page itself has no use for; true if it was used. */
  key(event: KeyboardEvent): boolean;
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

export type GamePart = {
  make: (play: Play) => Ui;
  Board: Component<{ play: Play; ui: any; phone: boolean }>;
  Holdings: Component<{ play: Play; ui: any; phone: boolean }> | null;
  /** Kinds of events that sound like a fight. */
  fights?: string[];
  /** Everybody sees the same: no curtain when a device is passed on. */
  open?: boolean;
};

/** The boards drawn so far; a game without one is played by the plain part. */
const boards: Record<string, () => Promise<{ part: GamePart }>> = {
  eketorp: () => import('../games/eketorp/part'),
  explorers: () => import('../games/explorers/part'),
  fjords: () => import('../games/fjords/part'),
  graenaland: () => import('../games/graenaland/part'),
  odin: () => import('../games/odin/part'),
};

export const partOf = (game: string): Promise<GamePart> =>
  (boards[game] ?? (() => import('../games/plain/part')))().then((module) => module.part);
