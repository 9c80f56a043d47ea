// The game's own sentences, filled in as its terminal and its log do it: {count}, {count:one|many}, {seat:@player}, {brick:@brick}.

import type { Data, Language } from '../../lib/types';

export type Tables = Record<string, Record<string, string>>;

export function fill(
  tables: Tables,
  language: Language,
  table: string,
  key: string,
  data: Data,
  name: (seat: number) => string,
): string {
  const put = (value: unknown, form: string): string => {
    if (form.includes('|')) return form.split('|')[value === 1 || (value === 0 && language === 'fr') ? 0 : 1];
    if (Array.isArray(value)) return value.map((each) => put(each, form)).join(', ');
    if (form === '@player') return name(value as number);
    return form.startsWith('@') ? (tables[form.slice(1)]?.[String(value)] ?? '') : String(value);
  };
  return (tables[table]?.[key] ?? '').replace(/\{(\w+)(?::([^{}]*))?\}/g, (_, field: string, form = '') =>
    put(data[field], form),
  );
}
