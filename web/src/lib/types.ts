// What the hall sends. REST and everything that is built of the same parts comes from the hall's own description (hall.d.ts is made
// by `make check`); the WebSocket's own answers are written out below. See the documentation of the API.

import type { components } from './hall';

type Schemas = components['schemas'];
/** The data of moves, events and components. What a view has in it is declared by its game. */
export type Data = Record<string, any>;
/** A view as the page around the boards knows it; the rest is between the game and its board. */
export type AnyView = { awaiting: number[]; talk?: { open: boolean; rule: string }; [key: string]: unknown };
/** The games that declare their views. */
type Declared = { [K in keyof Schemas]: K extends `${infer Game}.View` ? Game : never }[keyof Schemas];
export type View<G extends Declared> = Schemas[`${G}.View`];
/** The data of each kind of prompt of a game. */
export type Prompts<G extends Declared> = Schemas[`${G}.Prompts`];
/** What a refusal of a game may say of the table, whichever rule it is of. */
export type Concerned<G extends Declared> = Partial<Schemas[`${G}.Refusals`][keyof Schemas[`${G}.Refusals`]]>;

export type Language = Schemas['GuestInfo']['language'];
export type GameInfo = Schemas['GameInfo'];
export type Guest = Schemas['GuestInfo'];
export type SeatInfo = Schemas['SeatInfo'];
export type TableCard = Schemas['TableCard'];
export type TableInfo = Schemas['TableInfo'];
export type Result = Schemas['ResultInfo'];
export type Rule = Schemas['RuleInfo'];
export type Guide = Schemas['GuideAnswer'];
export type Box = Schemas['BoxAnswer'];
export type Term = Schemas['TermInfo'];
export type Hint = Omit<Schemas['HintInfo'], 'data'> & { data: Data };
export type ScoreLine = Schemas['ScoreLineInfo'];
export type Earlier = Schemas['EarlierInfo'];
export type Clock = Schemas['ClockInfo'];
export type History = Schemas['MomentInfo'][];
export type TableRequest = Schemas['TableRequest'];
export type SettingsRequest = Schemas['SettingsRequest'];

// Data of a game has the shape that the game gives it.
export type Legal = Omit<Schemas['MoveInfo'], 'data'> & { data: Data };
export type Prompt = Omit<Schemas['PromptInfo'], 'data'> & { data: Record<string, unknown> };
export type Remark = Omit<Schemas['RemarkInfo'], 'data'> & { data: Data };
export type ChatLine = Omit<Schemas['ChatLine'], 'remark'> & { remark: Remark | null };
export type LogLine = Omit<Schemas['LogLine'], 'data' | 'then'> & { data: Data; then?: AnyView | null };
export type Why = Omit<Schemas['WhyAnswer'], 'data'> & { data: Data };
export type Position = Omit<Schemas['PositionInfo'], 'view' | 'prompt' | 'legal' | 'remarks'> & {
  view: AnyView | null;
  prompt: Prompt | null;
  legal: Legal[];
  remarks: Remark[];
};
export type Moment = Omit<Schemas['MomentAnswer'], 'view' | 'prompt' | 'lines'> & {
  view: AnyView;
  prompt: Prompt;
  lines: LogLine[];
};

/** A picture of a guide: a position, and what its seat is asked. */
export type Drawn = Omit<Schemas['DiagramAnswer'], 'view' | 'prompt' | 'legal'> & {
  view: AnyView;
  prompt: Prompt | null;
  legal: Legal[];
};

/** What the help of a table suggests. */
export type Advice = { moves: Legal[]; data: Data };

export type Tried = {
  tried: number;
  position: Position;
  refused: { rule: string; words: string } | null;
  reveals: boolean;
};
