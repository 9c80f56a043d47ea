// What the hall sends: see the documentation of its API.

export type Language = 'en' | 'fr' | 'nl';
export type Data = Record<string, any>;

export type Bot = { key: string; agent: string };
export type OptionInfo = { name: string; words: string; default: string; values: { value: string; words: string }[] };
export type GameInfo = {
  key: string; title: string; blurb: string; seats: number[]; rules_version: string; options: OptionInfo[]; bots: Bot[];
};
export type Guest = { id: string; name: string; language: Language };
export type SeatInfo = {
  seat: number; kind: 'open' | 'person' | 'bot'; name: string | null; agent: string | null; stand_in: string | null;
  online: boolean; local: boolean; host: boolean;
};
export type Status = 'waiting' | 'playing' | 'over' | 'ended' | 'closed';
export type TableCard = {
  id: string; game: string; title: string; status: Status; seats: SeatInfo[]; created: number; open: number;
  spectators: boolean; your_turn: boolean; mine: number[];
};
export type Result = {
  scores: number[]; ranking: number[]; winners: number[]; by: 'rules' | 'agreement'; seed: string; nonce: string; commitment: string;
};
export type Offer = { kind: 'undo' | 'end'; by: number; needs: number[]; agreed: number[]; words: string };
export type TableInfo = {
  id: string; game: string; title: string; rules_version: string; status: Status; seats: SeatInfo[]; mine: number[];
  options: { name: string; words: string; value: string; value_words: string }[];
  host: boolean; listed: boolean; spectators: boolean; undo: string; clock: unknown; pass_and_play: boolean;
  commitment: string; created: number; offer: Offer | null; rematch: string | null; result: Result | null; muted: boolean;
  cannot_go_on: string | null; reach: { url: string; qr: string };
};
export type Legal = { move: number; data: Data; notation: string; words: string };
export type Prompt = { kind: string; decision: string; data: Data; words: string };
export type Remark = { remark: number; data: Data; notation: string; words: string };
export type Position = {
  moment: number; view: Data | null; prompt: Prompt | null; legal: Legal[]; remarks: Remark[]; undo: 'free' | 'ask' | 'no'; over: boolean;
};
export type LogLine = { moment: number; kind: string; data: Data; rule: string; words: string };
export type ChatLine = { name: string; seat: number; text: string; time: number; remark: Remark | null };
export type Clock = { left: number[]; running: number[]; time: number };
export type ScoreLine = {
  key: string; points: number; rule: string; data: Data; summed: boolean; words: string; rule_words: string;
};
export type Rule = {
  id: string; kind: 'rule' | 'decision' | 'example'; title: string; text: string; words: string; marks: string[]; section: string;
};
export type Moment = { moment: number; of: number; view: Data; prompt: Prompt | null; lines: LogLine[] };
export type Why = { legal: boolean; rule: string; words: string; notation: string };
export type Tried = { tried: number; position: Position; refused: { rule: string; words: string } | null; reveals: boolean };
