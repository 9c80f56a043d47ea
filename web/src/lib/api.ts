import type { GameInfo, Guest, LogLine, Moment, Rule, ScoreLine, TableCard, TableInfo, Data, Language } from './types';
import { getLocale } from '../paraglide/runtime';

/** What the hall answered when it did not do what was asked. */
export class HallError extends Error {
  constructor(readonly error: string, message: string, readonly rule = '', readonly status = 0) {
    super(message);
  }
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch('/api' + path, {
      method,
      headers: method === 'GET' ? {} : { 'Content-Type': 'application/json' },
      body: method === 'GET' ? undefined : JSON.stringify(body ?? {}),
    });
  } catch {
    throw new HallError('unavailable', '', '', 0);
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new HallError(answer.error ?? 'unavailable', answer.message ?? response.statusText, answer.rule ?? '', response.status);
  return answer as T;
}
const get = <T>(path: string): Promise<T> => ask('GET', path);
const post = <T>(path: string, body?: unknown): Promise<T> => ask('POST', path, body);
const table = (path: string, body?: unknown): Promise<TableInfo> => post<{ table: TableInfo }>(path, body).then((a) => a.table);
const lang = (): Language => getLocale();
const q = encodeURIComponent;

export const api = {
  games: () => get<{ games: GameInfo[]; version: string; compiled: boolean }>(`/games?lang=${lang()}`),
  words: (game: string) => get<{ tables: Record<string, Record<string, string>> }>(`/games/${game}/words?lang=${lang()}`).then((a) => a.tables),
  rules: (game: string) => get<{ rules: Rule[] }>(`/games/${game}/rules?lang=${lang()}`).then((a) => a.rules),
  components: (game: string) => get<{ components: Data }>(`/games/${game}/components`).then((a) => a.components),
  me: () => get<{ guest: Guest | null }>('/me').then((a) => a.guest),
  rename: (name: string) => post<{ guest: Guest }>('/me', { name, language: lang() }).then((a) => a.guest),
  mine: () => get<{ tables: TableCard[] }>('/me/tables').then((a) => a.tables),
  tables: () => get<{ tables: TableCard[] }>('/tables').then((a) => a.tables),
  quick: (game: string, bots?: string, seats?: number) => table('/quick', { game, ...(bots && { bots }), ...(seats && { seats }) }),
  create: (body: Data) => table('/tables', body),
  table: (id: string) => get<{ table: TableInfo }>(`/tables/${q(id)}`).then((a) => a.table),
  sit: (id: string, seat: number, body: { name?: string; key?: string } = {}) => table(`/tables/${q(id)}/seats/${seat}/sit`, body),
  leave: (id: string, seat: number) => table(`/tables/${q(id)}/seats/${seat}/leave`),
  bot: (id: string, seat: number, agent: string) => table(`/tables/${q(id)}/seats/${seat}/bot`, { agent }),
  back: (id: string, seat: number) => table(`/tables/${q(id)}/seats/${seat}/back`),
  remove: (id: string, seat: number) => table(`/tables/${q(id)}/seats/${seat}/remove`),
  link: (id: string, seat: number) => get<{ url: string; key: string }>(`/tables/${q(id)}/seats/${seat}/link`),
  fill: (id: string, agent: string) => table(`/tables/${q(id)}/fill`, { agent }),
  close: (id: string) => table(`/tables/${q(id)}/close`),
  settings: (id: string, body: Data) => table(`/tables/${q(id)}/settings`, body),
  rematch: (id: string) => table(`/tables/${q(id)}/rematch`),
  saga: (id: string) => `/api/tables/${q(id)}/saga`,
  restore: (saga: string) => table('/sagas', { saga }),
  sheets: (id: string, seat: number) => get<{ sheets: ScoreLine[][] }>(`/tables/${q(id)}/sheets?seat=${seat}&lang=${lang()}`).then((a) => a.sheets),
  moments: (id: string, seat: number) =>
    get<{ moments: { moment: number; lines: LogLine[]; scores: number[] }[] }>(`/tables/${q(id)}/moments?seat=${seat}&lang=${lang()}`).then((a) => a.moments),
  moment: (id: string, seat: number, moment: number) => get<Moment>(`/tables/${q(id)}/moments/${moment}?seat=${seat}&lang=${lang()}`),
};
