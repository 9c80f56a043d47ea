// The hall's REST API, by its own description: addresses, parameters, bodies and answers are checked against it.

import { m } from '../paraglide/messages';
import { getLocale } from '../paraglide/runtime';
import type { paths } from './hall';
import type { Box, Drawn, Language, Moment, SettingsRequest, TableRequest } from './types';

/** What the hall answered when it did not do what was asked. */
export class HallError extends Error {
  constructor(
    readonly error: string,
    message: string,
    readonly rule = '',
    readonly status = 0,
  ) {
    super(message);
  }
}

type Verb = 'get' | 'post';
type With<V extends Verb> = { [P in keyof paths]: paths[P] extends { [K in V]: object } ? P : never }[keyof paths];
type Call<V extends Verb, P extends With<V>> = paths[P] extends { [K in V]: infer O } ? O : never;
type Answer<O> = O extends { responses: infer R }
  ? { [S in keyof R & (200 | 201)]: R[S] extends { content: { 'application/json': infer A } } ? A : never }[keyof R &
      (200 | 201)]
  : never;
type Params<O> = O extends { parameters: { path: infer A } } ? A : {};
type Query<O> = O extends { parameters: { query?: infer A } } ? A : never;
type Body<O> = O extends { requestBody: { content: { 'application/json': infer B } } }
  ? B
  : O extends { requestBody?: { content: { 'application/json': infer B } } }
    ? B | undefined
    : undefined;

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: method === 'GET' ? {} : { 'Content-Type': 'application/json' },
      body: method === 'GET' ? undefined : JSON.stringify(body ?? {}),
    });
  } catch {
    throw new HallError('unavailable', '', '', 0);
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok)
    throw new HallError(
      answer.error ?? 'unavailable',
      answer.message ?? response.statusText,
      answer.rule ?? '',
      response.status,
    );
  return answer as T;
}
const fill = (path: string, params: object): string =>
  Object.entries(params).reduce((p, [name, value]) => p.replace(`{${name}}`, encodeURIComponent(String(value))), path);

function get<P extends With<'get'>>(
  path: P,
  params: Params<Call<'get', P>>,
  query: Query<Call<'get', P>> | {} = {},
): Promise<Answer<Call<'get', P>>> {
  const text = new URLSearchParams(Object.entries(query as object).map(([k, v]) => [k, String(v)])).toString();
  return ask('GET', fill(path, params as object) + (text && '?' + text));
}
function post<P extends With<'post'>>(
  path: P,
  params: Params<Call<'post', P>>,
  body: Body<Call<'post', P>>,
): Promise<Answer<Call<'post', P>>> {
  return ask('POST', fill(path, params as object), body);
}
const lang = (): Language => getLocale();

/** Whether somebody has said how to be called; whoever came in without a word is called a guest. */
export async function isNamed(): Promise<boolean> {
  const guest = await api.me();
  return guest !== null && guest.name !== m.guest();
}

/** Who sits down without a name is a guest, called so in the guest's own language. */
async function somebody(): Promise<void> {
  if (!(await api.me())) await api.rename(m.guest());
}
async function seated<T>(call: () => Promise<{ table: T }>): Promise<T> {
  await somebody();
  return (await call()).table;
}

export const api = {
  games: () => get('/api/games', {}, { lang: lang() }),
  words: async (key: string) => (await get('/api/games/{key}/words', { key }, { lang: lang() })).tables,
  rules: async (key: string) => (await get('/api/games/{key}/rules', { key }, { lang: lang() })).rules,
  guide: (key: string) => get('/api/games/{key}/guide', { key }, { lang: lang() }),
  terms: async (key: string) => (await get('/api/games/{key}/terms', { key }, { lang: lang() })).terms,
  diagram: (key: string, name: string) =>
    get('/api/games/{key}/diagrams/{name}', { key, name }, { lang: lang() }) as Promise<Drawn>,
  box: (key: string, seats: number, option: string[]) =>
    ask<Box>(
      'GET',
      `/api/games/${key}/box?${new URLSearchParams([['seats', String(seats)], ['lang', lang()], ...option.map((each) => ['option', each])])}`,
    ),
  lesson: (game: string, again = false) => seated(() => post('/api/lessons', {}, { game, again })),
  components: async (key: string) => (await get('/api/games/{key}/components', { key })).components,
  me: async () => (await get('/api/me', {})).guest,
  rename: async (name: string) => (await post('/api/me', {}, { name, language: lang() })).guest,
  mine: async () => (await get('/api/me/tables', {}, { lang: lang() })).tables,
  tables: (page: number, status?: 'waiting' | 'playing') =>
    get('/api/tables', {}, { lang: lang(), page, ...(status && { status }) }),
  quick: (game: string, seats: number, bots: string) => seated(() => post('/api/quick', {}, { game, seats, bots })),
  create: (body: TableRequest) => seated(() => post('/api/tables', {}, body)),
  table: async (id: string) => (await get('/api/tables/{id}', { id }, { lang: lang() })).table,
  sit: (id: string, seat: number, key = '') =>
    seated(() => post('/api/tables/{id}/seats/{seat}/sit', { id, seat }, { key })),
  renameSeat: async (id: string, seat: number, name: string) =>
    (await post('/api/tables/{id}/seats/{seat}/rename', { id, seat }, { name })).table,
  leave: (id: string, seat: number) => post('/api/tables/{id}/seats/{seat}/leave', { id, seat }, {}),
  bot: (id: string, seat: number, agent: string) => post('/api/tables/{id}/seats/{seat}/bot', { id, seat }, { agent }),
  back: (id: string, seat: number) => post('/api/tables/{id}/seats/{seat}/back', { id, seat }, {}),
  only: (id: string, seat: number) => post('/api/tables/{id}/seats/{seat}/only', { id, seat }, {}),
  remove: (id: string, seat: number) => post('/api/tables/{id}/seats/{seat}/remove', { id, seat }, {}),
  link: (id: string, seat: number) => get('/api/tables/{id}/seats/{seat}/link', { id, seat }),
  fill: (id: string, agent: string) => post('/api/tables/{id}/fill', { id }, { agent }),
  close: (id: string) => post('/api/tables/{id}/close', { id }, {}),
  settings: (id: string, body: SettingsRequest) => post('/api/tables/{id}/settings', { id }, body),
  rematch: async (id: string) => (await post('/api/tables/{id}/rematch', { id }, {})).table,
  saga: (id: string) => `/api/tables/${encodeURIComponent(id)}/saga`,
  restore: (saga: string) => seated(() => post('/api/sagas', {}, { saga })),
  sheets: async (id: string, seat: number) =>
    (await get('/api/tables/{id}/sheets', { id }, { seat, lang: lang() })).sheets,
  hint: async (id: string, seat: number) => (await get('/api/tables/{id}/hint', { id }, { seat, lang: lang() })).moves,
  because: async (id: string, seat: number, moment: number) =>
    (await get('/api/tables/{id}/because', { id }, { seat, moment, lang: lang() })).because,
  moments: async (id: string, seat: number) =>
    (await get('/api/tables/{id}/moments', { id }, { seat, lang: lang() })).moments,
  earlier: async (id: string) => (await get('/api/tables/{id}/earlier', { id }, { lang: lang() })).results,
  numbered: (id: string, seat: number, number: string) =>
    get('/api/tables/{id}/numbers/{number}', { id, number }, { seat, lang: lang() }) as Promise<Moment>,
  drawing: (id: string, seat: number, moment?: number) =>
    get('/api/tables/{id}/drawing', { id }, { seat, lang: lang(), ...(moment !== undefined && { moment }) }),
  moment: (id: string, seat: number, moment: number) =>
    get('/api/tables/{id}/moments/{moment}', { id, moment }, { seat, lang: lang() }) as Promise<Moment>,
};
